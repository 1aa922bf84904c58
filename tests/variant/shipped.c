/* Every game in the library reads without a word of complaint, and starts where the perft tables
 * start. */
#include "check.h"
#include "henka.h"

#include <string.h>

static HenkaDiagnostic entries[64];

static void print_report(const char *what, const HenkaReport *report) {
    for (size_t i = 0; i < report->count && i < report->cap; i++)
        printf("%s:%d:%d: %s%s\n", what, entries[i].at.line, entries[i].at.column,
               entries[i].fatal ? "" : "warning: ", entries[i].at.message);
}

/* First row of the game's perft table. */
static void start_of_table(const char *root, const char *game, char *sfen, size_t cap) {
    char path[512];
    snprintf(path, sizeof path, "%s/tests/data/perft/%s.tsv", root, game);
    FILE *file = fopen(path, "r");
    *sfen = '\0';
    while (file && fgets(sfen, (int)cap, file) && *sfen == '#') {}
    if (file) fclose(file);
    sfen[strcspn(sfen, "\t\n")] = '\0';
}

static void check_game(const char *root, const char *name) {
    HenkaReport report = {.entries = entries, .cap = 64};
    HenkaVariant *v = henka_variant_shipped(name, NULL, 0, &report);
    CHECK(v && report.count == 0, "%s: %zu findings", name, report.count);
    print_report(name, &report);
    if (!v) return;
    char sfen[4096];
    start_of_table(root, name, sfen, sizeof sfen);
    CHECK(!strcmp(sfen, henka_variant_start(v)), "%s starts at\n%s, the table at\n%s", name,
          henka_variant_start(v), sfen);
    CHECK(!strcmp(henka_variant_name(v), name), "%s calls itself %s", name, henka_variant_name(v));
    CHECK(*henka_variant_about(v, "story") && *henka_variant_about(v, "source"),
          "%s tells neither story nor source", name);
    for (int type = 1; type <= henka_variant_type_count(v); type++) {
        HenkaType t = henka_variant_type(v, type);
        CHECK(*t.kanji && *t.kanji1 && *t.western, "%s: %s lacks a name to write", name, t.id);
    }
    henka_variant_free(v);
}

/* The names the documents give, on each side's piece. */
static void check_kanji(const char *game, const char *id, const char *full, const char *single,
                        const char *gote) {
    HenkaVariant *v = henka_variant_shipped(game, NULL, 0, NULL);
    bool found = false;
    for (int type = 1; v && type <= henka_variant_type_count(v); type++) {
        HenkaType t = henka_variant_type(v, type);
        if (strcmp(t.id, id)) continue;
        found = true;
        CHECK(!strcmp(t.kanji, full) && !strcmp(t.kanji1, single) && !strcmp(t.kanji_gote, gote),
              "%s: %s is written %s, %s and gote's %s", game, id, t.kanji, t.kanji1, t.kanji_gote);
    }
    CHECK(found, "%s has no %s", game, id);
    henka_variant_free(v);
}

/* Every handicap opens as it is written, with gote to move, no side in check, and its pieces off;
 * the first `count` of them begin so. */
static void check_handicaps(const char *game, const char *const boards[], size_t count) {
    HenkaVariant *v = henka_variant_shipped(game, NULL, 0, NULL);
    CHECK(v && henka_variant_handicap_count(v) == count, "%s has %zu handicaps, expected %zu", game,
          v ? henka_variant_handicap_count(v) : 0, count);
    for (size_t i = 0; v && i < henka_variant_handicap_count(v); i++) {
        HenkaHandicap handicap = henka_variant_handicap(v, i);
        HenkaError error = {0};
        char sfen[4096] = "", board[4096];
        HenkaGame *start = henka_game_new(v, handicap.start, &error);
        CHECK(start, "%s: %s: %s", game, handicap.name, error.message);
        if (!start) continue;
        henka_game_sfen(start, sfen, sizeof sfen);
        CHECK(!strcmp(sfen, handicap.start), "%s: %s is %s, and in a game %s", game, handicap.name,
              handicap.start, sfen);
        CHECK(henka_game_side(start) == HENKA_GOTE && !henka_game_in_check(start) &&
                  henka_game_outcome(start).reason == HENKA_PLAYING,
              "%s: %s begins wrongly: %s", game, handicap.name, sfen);
        henka_game_free(start);
        *(strchr(sfen, ' ') + 1) = 'b';
        start = henka_game_new(v, sfen, NULL);
        CHECK(start && !henka_game_in_check(start), "%s: %s gives check", game, handicap.name);
        henka_game_free(start);
        snprintf(board, sizeof board, "%.*s", (int)strcspn(sfen, " "), sfen);
        const char *gotes = strstr(board, "/ppppp");
        if (i < count && boards)
            CHECK(!strncmp(board, boards[i], strlen(boards[i])) &&
                      gotes == board + strlen(boards[i]),
                  "%s: %s is %s, expected %s", game, handicap.name, board, boards[i]);
        CHECK(*handicap.kanji && henka_variant_handicap_start(v, handicap.kanji, NULL) ==
                                     henka_variant_handicap_start(v, handicap.name, NULL),
              "%s: %s and `%s` are two", game, handicap.name, handicap.kanji);
    }
    HenkaError error = {0};
    CHECK(v && !henka_variant_handicap_start(v, "", &error) &&
              strstr(error.message, count ? "expected" : "no handicaps"),
          "%s: a handicap without a name: %s", game, error.message);
    henka_variant_free(v);
}

int main(int count, char **arguments) {
    CHECK(count > 2, "usage: test-variant-shipped ROOT NAME..., with %d words", count);
    for (int i = 2; i < count; i++) {
        const char *name = henka_shipped_name((size_t)i - 2);
        CHECK(name && !strcmp(name, arguments[i]), "game %d is %s, not %s", i - 2,
              name ? name : "none", arguments[i]);
        check_game(arguments[1], arguments[i]);
    }
    check_kanji("shinogi", "C", "軍", "軍", "軍");
    check_kanji("shinogi", "O", "兵士", "兵", "兵士");
    check_kanji("shinogi", "F", "霊狐", "狐", "霊狐");
    check_kanji("shinogi", "+F", "忍者", "忍", "忍者");
    check_kanji("shinogi", "M", "僧侶", "僧", "僧侶");
    check_kanji("shinogi", "K", "玉将", "玉", "王将"); /* the document: 玉/王 */
    check_kanji("okisaki", "K", "玉将", "玉", "王将"); /* the challenger moves first */
    check_kanji("okisaki", "Q", "妃将", "妃", "妃将");
    static const char *const shogi[] = {
        "lnsgkgsn1/1r5b1", "1nsgkgsnl/1r5b1", "lnsgkgsnl/1r7", "lnsgkgsnl/7b1", "lnsgkgsn1/7b1",
        "lnsgkgsnl/9",     "lnsgkgsn1/9",     "1nsgkgsn1/9",   "2sgkgsn1/9",    "1nsgkgs2/9",
        "2sgkgs2/9",       "3gkgs2/9",        "2sgkg3/9",      "3gkg3/9",       "4k4/9"};
    static const char *const okisaki[] = {"lnsgkqgsn1/1r6b1", "lnsgkqgsnl/1r8", "lnsgkqgsnl/8b1",
                                          "lnsgk1gsnl/1r6b1", "lnsgkqgsnl/10",  "lnsgk1gsnl/10",
                                          "1nsgk1gsn1/10"};
    check_handicaps("shogi", shogi, 15);
    check_handicaps("okisaki", okisaki, 7);
    check_handicaps("shinogi", NULL, 6);
    check_handicaps("minishogi", NULL, 3);
    check_handicaps("xiangqi", NULL, 2);
    check_handicaps("ito", NULL, 0);
    const char *past = count > 1 ? henka_shipped_name((size_t)count - 2) : NULL;
    CHECK(!past, "a game too many: %s", past);
    return check_done();
}
