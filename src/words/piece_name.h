/* piece_name - what a kind of piece is called, in the language of the reader.
 *
 * Owner    The text is the variant's.
 */
#ifndef HENKA_WORDS_PIECE_NAME_H
#define HENKA_WORDS_PIECE_NAME_H

#include "base/message.h"
#include "variant/variant.h"

/* In English the name that the game's file gives it; in Japanese what stands on the piece, and that
 * name where the file doesn't say. */
const char *piece_name(const PieceType *, HenkaLanguage);
/* The same as an argument of a message. */
MessageArg piece_name_arg(const HenkaVariant *, int type);

#endif
