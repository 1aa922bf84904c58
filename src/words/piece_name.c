#include "words/piece_name.h"

const char *piece_name(const PieceType *type, HenkaLanguage language) {
    return language == HENKA_NIHONGO && *type->kanji ? type->kanji : type->name;
}

/* The WordsWriter (base/message.h) that writes the name of a PieceType. */
static void name_write(Out *out, HenkaLanguage language, const void *type) {
    out_text(out, piece_name(type, language));
}

MessageArg piece_name_arg(const HenkaVariant *v, int type) {
    return arg_words(name_write, &v->types[type]);
}
