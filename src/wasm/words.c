/* words - the sentences of the page's full module, in the reader's language. */
#include "wasm/answer.h"

#include "base/jsonout.h"

enum { MAX_WORDS = 4096 /* bytes of the description of a piece's moves */ };

/* From now on sentences are in that language, by its name in HTML's `lang`. */
EXPORT("henka_speak") void shim_speak(const char *tag) {
    answer_language = henka_language_named(tag);
}

/* The moves of each type in words. */
static void write_words(Out *out, const void *thing, int number) {
    (void)number;
    jsonout_open(out, NULL, '[');
    for (int type = 1; type <= henka_variant_type_count(thing); type++) {
        char words[MAX_WORDS];
        henka_variant_describe_type(thing, type, answer_language, words, sizeof words);
        jsonout_text(out, NULL, words);
    }
    jsonout_close(out, ']');
}

EXPORT("henka_words") const char *shim_words(const HenkaVariant *variant) {
    return answer_of(write_words, variant, NO_NUMBER);
}

static void write_describe(Out *out, const void *thing, int number) {
    (void)number;
    out->length = henka_variant_describe(thing, answer_language, out->buf, out->cap);
}

EXPORT("henka_describe") const char *shim_describe(const HenkaVariant *variant) {
    return answer_of(write_describe, variant, NO_NUMBER);
}

static const char *tried;

static void write_explanation(Out *out, const void *game, int number) {
    (void)number;
    out->length = henka_game_explain_illegal(game, tried, answer_language, out->buf, out->cap);
}

EXPORT("henka_explain") const char *shim_explain(const HenkaGame *game, const char *text) {
    tried = text;
    return answer_of(write_explanation, game, NO_NUMBER);
}
