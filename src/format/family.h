/* family - the family of pieces that players know a game by: shogi's wedges, the figures of chess,
 * the discs of Chinese chess. The key `family` of the game's file names it. No rule depends on it.
 * Other programs draw the pieces by it, and src/notation writes moves by it.
 */
#ifndef HENKA_FORMAT_FAMILY_H
#define HENKA_FORMAT_FAMILY_H

#include "variant/variant.h"

/* In the order of the words of `family` in schema.def, without `auto`. */
typedef enum { FAMILY_WEDGE, FAMILY_FIGURE, FAMILY_DISC, FAMILY_STUPA, FAMILY_ANIMAL } Family;

/* The family of the game's file; if that says `auto`, the one that the pieces' names show. */
Family family_of(const HenkaVariant *);
/* Does the notation of chess write the moves of this type without a letter? The key `squareAlone`
 * names such types. A file without this key has the one that the standard pieces mark. */
bool family_moves_without_letter(const HenkaVariant *, int type);

#endif
