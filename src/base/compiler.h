/* compiler - what C has no word for.
 *
 * FORCE_INLINE   for functions that are compiled several times, once for each value of an argument
 *                that is a constant where they are called
 * NOINLINE       keeps a rare path out of its caller, which then saves fewer registers
 * CONTAINER_OF   the struct of this type, of which the pointer leads to the member
 * CONTAINER_OR_NULL  the same; NULL for NULL
 */
#ifndef HENKA_BASE_COMPILER_H
#define HENKA_BASE_COMPILER_H

#include <stddef.h>
#include <stdint.h>

#define FORCE_INLINE inline __attribute__((always_inline))
#define NOINLINE __attribute__((noinline))
#define CONTAINER_OF(pointer, type, member)                                                        \
    ((type *)((char *)(uintptr_t)(pointer) - offsetof(type, member)))
#define CONTAINER_OR_NULL(pointer, type, member)                                                   \
    __extension__({                                                                                \
        __auto_type at_ = (pointer);                                                               \
        at_ ? CONTAINER_OF(at_, type, member) : NULL;                                              \
    })

#endif
