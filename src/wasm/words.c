/* words - the sentences of the page's full module, in the reader's language. */
#include "wasm/answer.h"

#include "base/jsonout.h"

enum { MAX_WORDS = 4096 /* most bytes of the description of a piece's moves */ };

/* Sets the language of the sentences, by its name in HTML's `lang`. */
EXPORT("henka_speak") void shim_speak(const char *tag) {
    answer_language = henka_language_named(tag);
}

/* The moves of each type of piece, described in words. */
EXPORT("henka_words") const char *shim_words(const HenkaVariant *variant) {
    Out *out = answer_begin();
    jsonout_open(out, NULL, '[');
    for (int type = 1; type <= henka_variant_type_count(variant); type++) {
        char words[MAX_WORDS];
        henka_variant_describe_type(variant, type, answer_language, words, sizeof words);
        jsonout_text(out, NULL, words);
    }
    jsonout_close(out, ']');
    return answer_end();
}

EXPORT("henka_describe") const char *shim_describe(const HenkaVariant *variant) {
    while (
        !answer_fits(henka_variant_describe(variant, answer_language, answer_room(), answer.cap))) {
    }
    return answer.buf;
}

EXPORT("henka_explain") const char *shim_explain(const HenkaGame *game, const char *text) {
    while (!answer_fits(
        henka_game_explain_illegal(game, text, answer_language, answer_room(), answer.cap))) {}
    return answer.buf;
}
