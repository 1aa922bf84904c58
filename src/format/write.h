/* write - writes a checked variant as the text of a file, in one normal form that reads as the same
 * variant. Choices in force are written as plain keys, other choices of options not at all.
 */
#ifndef HENKA_FORMAT_WRITE_H
#define HENKA_FORMAT_WRITE_H

#include "base/out.h"
#include "variant/variant.h"

void write_variant(const HenkaVariant *, Out *);

#endif
