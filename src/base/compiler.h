/* compiler - attributes that C has no word for.
 *
 * FORCE_INLINE   for functions that are compiled several times, once for each value of an argument
 *                that is a constant where they are called
 * NOINLINE       keeps a rare path out of its caller, which then saves fewer registers
 */
#ifndef HENKA_BASE_COMPILER_H
#define HENKA_BASE_COMPILER_H

#define FORCE_INLINE inline __attribute__((always_inline))
#define NOINLINE __attribute__((noinline))

#endif
