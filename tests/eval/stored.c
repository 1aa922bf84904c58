/* An evaluation's numbers as text: they come back as they were, a kind whose moves are others keeps
 * the numbers it had, and a text that is damaged, cut or about another game changes nothing. */
#include "eval/stored.h"
#include "base/random.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_LINE = 13, SUM_LINE = 13 }; /* "henka-eval 1\n", "sum 01234567\n" */

/* Sums published with the algorithm. */
static void check_hash(void) {
    static const struct {
        const char *text;
        uint32_t hash;
    } rows[] = {{"", 0x811C9DC5}, {"a", 0xE40C292C}, {"foobar", 0xBF9CF968}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t hash = stored_hash(rows[i].text, strlen(rows[i].text));
        CHECK(hash == rows[i].hash, "FNV-1a of \"%s\" is %08x, not %08x", rows[i].text, hash,
              rows[i].hash);
    }
}

/* Whatever a file may not be about another of, changed for a moment. */
static void check_variant_hash(HenkaVariant *v) {
    uint32_t own = stored_variant_hash(v);
    const char *id = v->types[2].id, *moves = v->types[v->type_count].betza;
    v->files++;
    CHECK(stored_variant_hash(v) != own, "%s: one file more", v->name);
    v->files--, v->ranks++;
    CHECK(stored_variant_hash(v) != own, "%s: one rank more", v->name);
    v->ranks--, v->types[2].id = "elsewhat";
    CHECK(stored_variant_hash(v) != own, "%s: another id", v->name);
    v->types[2].id = id, v->types[v->type_count].betza = "fbW";
    CHECK(stored_variant_hash(v) != own, "%s: the last kind moves otherwise", v->name);
    v->types[v->type_count].betza = moves;
    if (v->hand_count) {
        v->hand_count--;
        CHECK(stored_variant_hash(v) != own, "%s: one kind less in hand", v->name);
        v->hand_types[v->hand_count++]++;
        CHECK(stored_variant_hash(v) != own, "%s: another kind in hand", v->name);
        v->hand_types[v->hand_count - 1]--;
    }
    CHECK(stored_variant_hash(v) == own, "%s: everything as it was", v->name);
}

static bool same(const Eval *a, const Eval *b) {
    return !memcmp(a->psqt, b->psqt, sizeof a->psqt) && !memcmp(a->hand, b->hand, sizeof a->hand) &&
           !memcmp(a->held, b->held, sizeof a->held) &&
           !memcmp(a->board_value, b->board_value, sizeof a->board_value) &&
           !memcmp(a->hand_value, b->hand_value, sizeof a->hand_value) &&
           !memcmp(&a->tempo, &b->tempo, sizeof a->tempo) && a->cheapest == b->cheapest;
}

/* Large and small numbers, both signs, and runs of the same one. */
static int16_t drawn(Random *random, int16_t before) {
    switch (random_below(random, 4)) {
    case 0:
        return (int16_t)(random_below(random, 1 << 16) - (1 << 15));
    case 1:
        return (int16_t)(random_below(random, 64) - 32);
    default:
        return before;
    }
}

static void draw(Random *random, Weight *weights, int count) {
    Weight w = {0, 0};
    for (int i = 0; i < count; i++)
        weights[i] = w = (Weight){drawn(random, w.mg), drawn(random, w.eg)};
}

static Eval *drawn_eval(const HenkaVariant *v, Random *random) {
    Eval *e = malloc(sizeof *e);
    *e = *eval_derived_of(v);
    for (int type = 1; type <= v->type_count; type++) {
        draw(random, eval_psqt(e, type), e->squares);
        draw(random, eval_royal_psqt(e, false, type), e->places);
        draw(random, eval_royal_psqt(e, true, type), e->places);
        e->board_value[type] = (int)random_below(random, 20000);
        e->hand_value[type] = (int)random_below(random, 20000);
    }
    for (int i = 0; i < v->hand_count; i++) draw(random, e->hand[i], HAND_WEIGHTS);
    draw(random, &e->tempo, 1);
    eval_psqt(e, 1)[0].mg = 5; /* check_edits knows how the first number is written */
    e->hand_value[1] = e->board_value[1] + 77, e->board_value[2] = e->hand_value[2] = 700;
    eval_mirror(v, e);
    eval_find_cheapest(v, e);
    return e;
}

/* Reads the text over the derived numbers: as `expected`, or NULL: refused with these words, and
 * nothing changed. */
static void check_read(const HenkaVariant *v, const char *text, size_t length, const Eval *expected,
                       const char *why, const char *what) {
    Eval *e = malloc(sizeof *e);
    HenkaError error = {0};
    char *copy = memcpy(malloc(length), text, length); /* a sanitizer sees what is read behind it */
    *e = *eval_derived_of(v);
    bool read = stored_eval_read(v, copy, length, e, &error);
    CHECK(read == (expected != NULL), "%s: %s is %s", v->name, what, read ? "read" : "refused");
    CHECK(read || strstr(error.message, why), "%s: %s: \"%s\", expected \"%s\"", v->name, what,
          error.message, why);
    CHECK(read || !strstr(error.message, "\" "), "%s: %s: a blank too many: %s", v->name, what,
          error.message);
    CHECK(same(e, expected ? expected : eval_derived_of(v)), "%s: %s: other numbers", v->name,
          what);
    free(copy);
    free(e);
}

/* Some bytes replaced, and the sum made right again. */
static void check_edit(const HenkaVariant *v, const char *text, size_t at, size_t removed,
                       const char *put, size_t put_length, const Eval *expected, const char *why,
                       const char *what) {
    size_t length = strlen(text) - SUM_LINE - removed + put_length;
    char *edited = malloc(length + SUM_LINE + 1);
    memcpy(edited, text, at);
    memcpy(edited + at, put, put_length);
    memcpy(edited + at + put_length, text + at + removed, length - at - put_length);
    snprintf(edited + length, SUM_LINE + 1, "sum %08x\n", stored_hash(edited, length));
    check_read(v, edited, length + SUM_LINE, expected, why, what);
    free(edited);
}

static void check_edits(const HenkaVariant *v, const char *text, const Eval *e) {
    size_t board = (size_t)(strstr(text, "board ") - text), first = 0;
    for (int lines = 0; lines < 3; first++) lines += text[first] == '\n';
    size_t id = first + 9, numbers = id + strlen(v->types[1].id) + 1,
           end = (size_t)(strchr(text + first, '\n') - text),
           second_end = (size_t)(strchr(text + end + 1, '\n') - text),
           rest = (size_t)(strstr(text, "\nrest ") - text) + 1,
           rest_end = (size_t)(strchr(text + rest, '\n') - text);
    CHECK(text[numbers] == 'K', "%s: 5 is written %c", v->name, text[numbers]);
    CHECK(!strncmp(text + second_end - 2, "AA", 2), "%s: no change is written %.2s", v->name,
          text + second_end - 2);
    check_edit(v, text, 0, 0, "", 0, e, "", "nothing changed");
    struct {
        size_t at, removed;
        const char *put;
        size_t length;
        const char *what, *why; /* why NULL: damaged */
    } rows[] = {
        {11, 1, "2", 1, "another version", "expected fitted numbers"},
        {board + 6, 1, "0", 1, "another board", "fitted for a board of 0"},
        {first - 1, 0, " X", 2, "another hand", "fitted for hands"},
        {id, 1, "?", 1, "another kind", "fitted for a kind ?"},
        {first, 0, "0", 1, "a longer hash", "fitted for a kind "},
        {numbers, 1, "!", 1, "no letter"},
        {numbers, 1, "\0", 1, "a zero byte"},
        {numbers, 0, "gggggg", 6, "a number without end"},
        {numbers, 1, "ggggA", 5, "a difference of 0 that takes its time"},
        {numbers, 1, "gggB", 4, "32768, where 16 bits are kept"},
        {numbers, 1, "hggB", 4, "-32769"},
        {end, 0, "C", 1, "a number too many"},
        {end - 1, 1, "", 0, "half a number at the end of a line"},
        {second_end - 1, 1, "B", 1, "a run that is longer than the line"},
        {second_end - 2, 2, "", 0, "two numbers too few"},
        {end, 1, " ", 1, "two lines in one", "kinds of piece"},
        {rest, 4, "rust", 4, "another word than rest", "kinds of piece"},
        {rest, rest_end + 1 - rest, "", 0, "no rest", "kinds of piece"},
        {rest_end, 0, "\n", 1, "an empty line"},
        {rest_end + 1, 0, "x", 1, "a line after the rest"},
        {second_end + 1, strlen(text) - SUM_LINE - second_end - 1, "", 0, "two kinds only",
         "fitted for 3 kinds of piece"},
        {second_end + 5, strlen(text) - SUM_LINE - second_end - 5, "", 0, "half a kind",
         "fitted for 3 kinds of piece"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_edit(v, text, rows[i].at, rows[i].removed, rows[i].put, rows[i].length, NULL,
                   rows[i].why ? rows[i].why : "damaged", rows[i].what);
    /* the first kind moves otherwise now: its numbers are passed over */
    Eval *kept = malloc(sizeof *kept);
    *kept = *e;
    size_t weights = (size_t)(e->squares + 2 * e->places);
    memcpy(eval_psqt(kept, 1), eval_psqt((Eval *)eval_derived_of(v), 1), weights * sizeof(Weight));
    kept->board_value[1] = eval_derived_of(v)->board_value[1];
    kept->hand_value[1] = eval_derived_of(v)->hand_value[1];
    eval_mirror(v, kept);
    eval_find_cheapest(v, kept);
    check_edit(v, text, first, 1, text[first] == '0' ? "1" : "0", 1, kept, "",
               "a kind's other moves");
    free(kept);
}

static void check_text(const HenkaVariant *v, Random *random) {
    size_t length = 0, again = 0;
    Eval *e = drawn_eval(v, random);
    char *text = stored_eval_write(v, e, &length), *second = stored_eval_write(v, e, &again);
    CHECK(length == strlen(text) && length == again && !strcmp(text, second),
          "%s: written twice, two texts", v->name);
    check_read(v, text, length, e, "", "its own text");
    check_edits(v, text, e);
    for (size_t at = 0; at < length; at += at < 60 || at + 20 > length ? 1 : 1 + length / 17) {
        text[at] ^= 4;
        check_read(v, text, length, NULL, at < FIRST_LINE ? "expected fitted" : "damaged",
                   "a damaged text");
        text[at] ^= 4;
        check_read(v, text, at, NULL, at < FIRST_LINE ? "expected fitted" : "damaged",
                   "a text cut off");
    }
    free(second);
    free(text);
    free(e);
}

static void check_foreign(HenkaVariant *v, const HenkaVariant *other) {
    size_t length = 0;
    const char *moves[MAX_TYPES];
    char *text = stored_eval_write(v, eval_derived_of(v), &length);
    check_read(other, text, length, NULL, "fitted for ", v->name);
    for (int type = 1; type <= v->type_count; type++)
        moves[type] = v->types[type].betza, v->types[type].betza = "mW";
    check_read(v, text, length, NULL, "no kind of piece moves as in this game", "all other moves");
    for (int type = 1; type <= v->type_count; type++) v->types[type].betza = moves[type];
    free(text);
}

int main(void) {
    Random random = {21};
    HenkaVariant *last = NULL;
    check_hash();
    for (size_t i = 0; henka_shipped_name(i); i++) {
        HenkaVariant *v = henka_variant_shipped(henka_shipped_name(i), NULL, 0, NULL);
        check_variant_hash(v);
        check_text(v, &random);
        if (last) check_foreign(v, last);
        henka_variant_free(last);
        last = v;
    }
    henka_variant_free(last);
    return check_done();
}
