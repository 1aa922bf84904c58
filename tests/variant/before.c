/* Texts of the first format (docs/decisions/020-first-format.md): each is the same game as another
 * one in today's words, and a warning says that it is read so. */
#include "check.h"
#include "format/write.h"
#include "henka.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 1 << 14 };
static HenkaDiagnostic entries[64];

/* What is written of the text; NULL: it is refused. The caller frees it. */
static char *written(const char *text, bool *warned) {
    HenkaReport report = {.entries = entries, .cap = 64};
    HenkaVariant *v = henka_variant_parse(text, strlen(text), NULL, 0, &report);
    *warned = false;
    for (size_t i = 0; i < report.count; i++)
        *warned |= strstr(entries[i].at.message, "read as before") != NULL;
    if (!v) return NULL;
    char *made = malloc(TEXT_BYTES);
    if (!made) abort();
    Out out = out_to(made, TEXT_BYTES);
    write_variant(v, &out);
    henka_variant_free(v);
    return made;
}

/* The keys and the moves of the first piece, of before and of today. */
static const struct {
    const char *before, *moves, *today, *today_moves;
} same[] = {
    {"", "fW", "promotes=none", "fW"},
    {"promoZone=3\npromoChoice=QN", "fW", "promoZone=3\npromotion=zone\npromoChoice=QN", "fW"},
    {"promoZone=3\npromotion=land\npromoChoice=QN", "fW",
     "promoZone=3\npromotion=land\npromoChoice=QN", "fW"},
    {"baring=0", "fW", "baring=off\npromotes=none", "fW"},
    {"baring=1", "fW", "baring=loses\npromotes=none", "fW"},
    {"baring=2", "fW", "baring=drawIfBaredBack\npromotes=none", "fW"},
    {"baring=off", "fW", "baring=off\npromotes=none", "fW"},
    {"baring=loses", "fW", "baring=loses\npromotes=none", "fW"},
    {"baring=drawIfBaredBack", "fW", "baring=drawIfBaredBack\npromotes=none", "fW"},
    {"", "pR3", "promotes=none", "pafR3"},
    {"", "cpB2", "promotes=none", "pafcB2"},
    {"", "mRfcpR3fW", "promotes=none", "mRfpafcR3fW"},
    {"", "mpR10", "promotes=none", "pafmR10"},
    {"", "dpQ2", "promotes=none", "pafdQ2"},
    {"", "kpR4", "promotes=none", "pafkR4"},
    {"", "pR", "promotes=none", "pR"},
    {"", "pR1", "promotes=none", "pR1"},
    {"", "pR0", "promotes=none", "pR0"},
    {"", "cpR3!", "promotes=none", "cpR3!"},
    {"", "mpafR3", "promotes=none", "mpafR3"},
    {"", "gQ", "promotes=none", "gQ"},
    {"", "W3pBB", "promotes=none", "W3pBB"},
    {"", "W(paf)2cR3", "promotes=none", "W(paf)2cR3"},
    {"", "ifmnDfW", "promotes=none\nhome=P>a2-c2", "ifmnDfW"},
    {"home=P>a2-c3", "ifmnDfW", "promotes=none\nhome=P>a2-c3", "ifmnDfW"},
};

static void text_make(char *text, int format, const char *keys, const char *moves) {
    snprintf(text, TEXT_BYTES,
             "name=x\nfiles=8\nranks=8\nroyal=K\nformat=%d\n%s\n\npawn:P:%s::a2-c2\n"
             "knight:N:N::b1\nqueen:Q:Q::d1\nking:K:K::e1\n",
             format, keys, moves);
}

int main(void) {
    static char before[TEXT_BYTES], today[TEXT_BYTES];
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        bool warned, warned_today;
        text_make(before, 1, same[i].before, same[i].moves);
        text_make(today, 2, same[i].today, same[i].today_moves);
        char *one = written(before, &warned), *other = written(today, &warned_today);
        CHECK(one && other && !strcmp(one, other), "%s %s is\n%s\nand not\n%s", same[i].before,
              same[i].moves, one ? one : "refused", other ? other : "refused");
        CHECK(warned && !warned_today, "%s %s: the warning", same[i].before, same[i].moves);
        free(one);
        free(other);
    }
    return check_done();
}
