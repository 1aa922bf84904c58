/* write - writes a checked variant as the text of a variant file, in one normal form. Reading that
 * text gives the same variant.
 *
 * The choices in force are written as plain keys. Other choices of options are not written.
 */
#ifndef HENKA_FORMAT_WRITE_H
#define HENKA_FORMAT_WRITE_H

#include "base/out.h"
#include "variant/variant.h"

void write_variant(const HenkaVariant *, Out *);

#endif
