/* compiler - attributes for which C has no keyword.
 *
 * FORCE_INLINE   for functions compiled once for each constant that callers give for an argument
 * NOINLINE       keeps a rarely used path out of its caller, which then saves fewer registers
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
