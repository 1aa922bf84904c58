/* piece_name - the name of a kind of piece in the language of the reader.
 *
 * Owner    The variant owns the text.
 */
#ifndef HENKA_WORDS_PIECE_NAME_H
#define HENKA_WORDS_PIECE_NAME_H

#include "base/message.h"
#include "variant/variant.h"

/* In English the name that the game's file gives it; in Japanese the kanji of the piece, or the
 * English name if the file has none. */
const char *piece_name(const PieceType *, HenkaLanguage);
/* piece_name as an argument of a message. */
MessageArg piece_name_arg(const HenkaVariant *, int type);

#endif
