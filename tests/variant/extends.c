/* Texts that extend a game: what they take over and what they change, the text that carries all it
 * needs, and what is refused, each time with one error at the line that says `extends`, or at what
 * is wrong. */
#include "check.h"
#include "henka.h"
#include "same.h"

#include <stdlib.h>
#include <string.h>

static HenkaDiagnostic entries[32];
static HenkaReport report;

static HenkaVariant *parse(const char *text, const char *setting) {
    report = (HenkaReport){.entries = entries, .cap = 32};
    return henka_variant_parse(text, strlen(text), &setting, setting != NULL, &report);
}

static HenkaVariant *good(const char *text, const char *setting) {
    HenkaVariant *v = parse(text, setting);
    CHECK(v, "refused: %s: %s", text, report.count ? entries[0].at.message : "");
    if (!v) exit(check_done());
    return v;
}

static const PieceType *piece(const HenkaVariant *v, const char *id) {
    for (int type = 1; type <= v->type_count; type++)
        if (!strcmp(v->types[type].id, id)) return &v->types[type];
    CHECK(false, "no piece has the id %s", id);
    return &v->types[0];
}

/* Every shipped game, extended by nothing but its name and title, is that game. */
static void check_nothing_changed(void) {
    const char *name;
    for (size_t i = 0; (name = henka_shipped_name(i)); i++) {
        char text[256];
        HenkaVariant *shipped = henka_variant_shipped(name, NULL, 0, NULL);
        snprintf(text, sizeof text, "extends=%s\nname=%s\ntitle=%s\n", name, name,
                 henka_variant_title(shipped));
        HenkaVariant *same = good(text, NULL);
        CHECK(!report.count, "%s extended: %s", name, entries[0].at.message);
        shipped->about_count = same->about_count = 0; /* another game has texts of its own */
        check_same(name, shipped, same);
        CHECK(same->option_count == shipped->option_count, "%s: %d options, not %d", name,
              same->option_count, shipped->option_count);
        HenkaVariant *again = good(same->text, NULL);
        CHECK(!*henka_variant_about(again, "author"), "%s: the author is taken over", name);
        again->about_count = 0;
        check_same(name, same, again);
        CHECK(strstr(same->text, "\nbase="), "%s: the text does not carry the other", name);
        henka_variant_free(again);
        henka_variant_free(same);
        henka_variant_free(shipped);
    }
}

static const char changed[] = "name=mine\nversion=3\nextends=shogi\n"
                              "promoZone=2\n"
                              "rook:R:RmF\n"
                              ":B:::none\n"
                              "cat:C:vA::b2\n"
                              "royal=C\nextinction=0\n"
                              "noMoveRanks=P:2\nroyalRule=checkmate\n"
                              "option=leap how far\nchoice=two two\nchoice=three three\n:C:vH\n";

static void check_changes(void) {
    HenkaVariant *v = good(changed, NULL);
    CHECK(!report.count, "%s", report.count ? entries[0].at.message : "");
    CHECK(v->zone_ranks == 2 && v->files == 9, "zone %d, %d files", v->zone_ranks, v->files);
    CHECK(!strcmp(piece(v, "R")->betza, "RmF") && !strcmp(piece(v, "R")->name, "rook"), "the rook");
    CHECK(!strcmp(piece(v, "B")->betza, "B"), "the bishop moves by `%s`", piece(v, "B")->betza);
    CHECK(!strchr(v->start_sfen, 'B') && strchr(v->start_sfen, 'C'), "%s", v->start_sfen);
    CHECK(piece(v, "K")->royal && piece(v, "C")->royal, "a royal is added to those of there");
    CHECK(piece(v, "P")->no_move_ranks == 2 && piece(v, "N")->no_move_ranks == 2, "noMoveRanks");
    CHECK(!strcmp(henka_variant_about(v, "version"), "3"), "the version");
    char words[8192];
    henka_variant_describe(v, HENKA_ENGLISH, words, sizeof words);
    CHECK(strstr(words, "Version 3.") && strstr(words, "Based on shogi."), "%s", words);
    size_t length = henka_variant_template(v, "other", HENKA_ENGLISH, NULL, 0);
    char *made = malloc(length + 1);
    henka_variant_template(v, "other", HENKA_ENGLISH, made, length + 1);
    HenkaVariant *like = good(made, NULL);
    CHECK(!strcmp(like->start_sfen, v->start_sfen), "made like it: %s", like->start_sfen);
    henka_variant_free(like);
    free(made);
    henka_variant_free(v);
}

/* Options of both, the lower one's first. */
static void check_options(void) {
    HenkaVariant *v = good(changed, "leap=three");
    CHECK(!strcmp(piece(v, "C")->betza, "vH"), "leap=three: %s", piece(v, "C")->betza);
    HenkaVariant *strict = good(changed, "strict=on");
    CHECK(strict->strict && !v->strict, "strict=on is an option of the lower game");
    CHECK(!strcmp(v->options[v->option_count - 1].name, "leap"), "the last option is %s",
          v->options[v->option_count - 1].name);
    henka_variant_free(strict);
    henka_variant_free(v);
}

/* A record names the version; one of another version says so when it does not fit. */
/* The handicaps of there stay where the array still has their pieces, and no royal; a line of here
 * takes the place of one of there, in its place, or is added. */
static void check_handicaps(void) {
    static const struct {
        const char *more, *names;
    } rows[] = {
        {"", "lance 香落ち,right-lance 右香落ち,rook 飛車落ち,rook-lance 飛香落ち,"},
        {"handicap=rook:大駒落ち>h2,a1\nhandicap=mouse>a3\n",
         "lance 香落ち,right-lance 右香落ち,rook 大駒落ち,rook-lance 飛香落ち,mouse ,"},
        {"handicap=none\n", ""},
        {"handicap=none handicap=lance>a1", "lance ,"},
        {"files=10\nranks=10\nboat:X:R:x:j1-j2",
         "lance 香落ち,right-lance 右香落ち,rook 飛車落ち,rook-lance 飛香落ち,"},
        {"symmetry=none\npawn:P:fW:P:a3-i3,,a7\nking:K:K:K:e1,,e9\nroyal=K\ncat:C:vA::b2,,b8", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[2048], names[256];
        Out out = out_to(names, sizeof names);
        snprintf(text, sizeof text, "%s%s", rows[i].more, "\n");
        const char *option = strstr(changed, "option=");
        snprintf(text, sizeof text, "%.*s%s\n%s", (int)(option - changed), changed, rows[i].more,
                 option);
        HenkaVariant *v = good(text, NULL);
        if (!v) continue;
        CHECK(!report.count, "%s", report.count ? entries[0].at.message : "");
        for (size_t j = 0; j < henka_variant_handicap_count(v); j++) {
            HenkaHandicap handicap = henka_variant_handicap(v, j);
            out_format(&out, "%s %s,", handicap.name, handicap.kanji);
        }
        CHECK(!strcmp(names, rows[i].names), "%s\nhas %s, expected %s", text, names, rows[i].names);
        henka_variant_free(v);
    }
    HenkaVariant *v = good("extends=shogi\nhandicap=rook>h2,a1\n", NULL);
    CHECK(v && !strcmp(henka_variant_handicap(v, 3).start,
                       "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
          "the rook's handicap is that of here");
    henka_variant_free(v);
    v = good("extends=shogi\n:N:::none\n", NULL); /* the first square of a range lacks its piece */
    CHECK(v && henka_variant_handicap_count(v) == 8 &&
              !strcmp(henka_variant_handicap(v, 7).name, "4-piece"),
          "without knights: %zu handicaps", v ? henka_variant_handicap_count(v) : 0);
    henka_variant_free(v);
}

static void check_record(void) {
    HenkaVariant *v = good(changed, NULL);
    HenkaGame *game = henka_game_new(v, "startpos", NULL);
    char text[4096];
    HenkaMove move;
    HenkaError error = {0};
    CHECK(henka_move_parse(game, "7g7f", &move, NULL) && henka_game_play(game, move), "7g7f");
    henka_record_write(game, HENKA_RECORD_HENKA, NULL, text, sizeof text);
    henka_game_free(game);
    char *version = strstr(text, "\nversion: 3\n"), *played = strstr(text, "7g7f");
    CHECK(version && played, "%s", text);
    game = henka_record_read(text, strlen(text), v, NULL, &error);
    CHECK(game, "%s", error.message);
    henka_game_free(game);
    if (played) memcpy(played, "7g7b", 4);
    CHECK(!henka_record_read(text, strlen(text), v, NULL, &error) &&
              !strstr(error.message, "version"),
          "%s", error.message);
    if (version) version[10] = '2';
    CHECK(!henka_record_read(text, strlen(text), v, NULL, &error) &&
              strstr(error.message, "(the record is of version 2 of the game, this is 3)"),
          "%s", error.message);
    henka_variant_free(v);
}

static const char carried[] = "name=top\nextends=one.ini\npromoZone=1\n"
                              "base=one.ini\nname=one\nextends=two.ini\nfiles=4\n:K:::b1\n"
                              "base=two.ini\nname=two\nfiles=3\nranks=3\nking:K:K::a1\n";

static void check_carried(void) {
    HenkaVariant *v = good(carried, NULL);
    CHECK(v->files == 4 && v->ranks == 3 && !strcmp(v->name, "top"), "%d by %d, %s", v->files,
          v->ranks, v->name);
    CHECK(!strcmp(v->start_sfen, "1k2/4/1K2 b - 1"), "%s", v->start_sfen);
    CHECK(!strcmp(v->text, carried), "the text carries all already");
    henka_variant_free(v);
    v = good("extends=low\nroyal=K\nking:K:K::a1\nbase=low", NULL); /* which says nothing */
    CHECK(!report.count && v->type_count == 1, "%zu findings", report.count);
    henka_variant_free(v);
    /* Blanks after a name, other names that begin alike, and a text that is not used. */
    v = good(
        "extends=low\nbase=lower\nfiles=7\nbase=lo\nfiles=6\nbase=low \r\n:K:::b1\nextends=deep\n"
        "base=deep\t# the lowest\nfiles=5\nranks=4\nking:K:K::a1",
        NULL);
    CHECK(v->files == 5 && !strcmp(v->start_sfen, "1k3/5/5/1K3 b - 1"), "%d files, %s", v->files,
          v->start_sfen);
    henka_variant_free(v);
}

/* One error there, which says this. */
static void check_refused(const char *text, int line, int column, const char *says) {
    HenkaVariant *v = parse(text, NULL);
    CHECK(!v && report.fatal_count == 1 && report.count == 1, "%s: %zu errors of %zu", text,
          report.fatal_count, report.count);
    const HenkaError *at = &entries[0].at;
    CHECK(at->line == line && at->column == column && strstr(at->message, says), "%s: %d:%d: %s",
          text, at->line, at->column, at->message);
    for (size_t i = 1; i < report.count; i++)
        printf("    %d:%d: %s\n", entries[i].at.line, entries[i].at.column, entries[i].at.message);
    henka_variant_free(v);
}

static void check_refusals(void) {
    check_refused("name=a\nextends=shogy\nroyal=K\n", 2, 9, "did you mean `shogi`?");
    check_refused("extends=nothing\n:K:Q\nroyal=K\nroyal=X\n", 1, 9, "is called `nothing`");
    check_refused("extends=\n", 1, 9, "is called ``");
    check_refused("extends=../shogi.ini\n", 1, 9, "is called `../shogi.ini`");
    check_refused("extends=a\nbase=a\nextends=b\nbase=b\nextends=a\n", 1, 1, "`a` extends itself");
    check_refused("extends=shogi\nextends=chess\n", 2, 1, "given twice");
    check_refused("extends=a\nbase=a\nextends=b\nbase=b\nextends=c\nbase=c\nextends=d\nbase=d\n"
                  "extends=e\nbase=e\nextends=f\nbase=f\nextends=g\nbase=g\nextends=h\n"
                  "base=h\nextends=i\nbase=i\nking:K:K::a1\n",
                  1, 1, "more than 8 games");
    check_refused("extends=shogi\noption=a b\nchoice=c\nchoice=d\nextends=chess\n", 5, 1,
                  "above all options");
    check_refused("extends=shogi\noption=strict b\nchoice=c\nchoice=d\n", 2, 8,
                  "an option `strict` already");
    check_refused("extends=shogi\noption=strict b\nchoice=c\n", 2, 8, "`strict` already");
    check_refused("extends=a\noption=o\nchoice=p\nchoice=q\noption=o\nbase=a\nking:K:K::a1\n", 5, 8,
                  "`o` already");
    check_refused("extends=a\nbase=a\nextends=b\noption=o\nchoice=p\nchoice=q\nbase=b\n"
                  "king:K:K::a1\noption=o\nchoice=p\n",
                  1, 1, "(in `a`, line 2, column 8");
    check_refused("extends=a\noption=o\nchoice=p\nbase=a\nking:K:K::a1\n", 2, 8, "needs two");
    check_refused("extends=shogi\nhandicap=rook>h3,h4\n", 2, 18, "no piece on `h4`");
    check_refused("extends=shogi\nhandicap=hawk:飛車落ち>h2\n", 2, 10, "`飛車落ち` is given twice");
    check_refused("extends=low\nbase=low\nking:K:K::a1\nhandicap=king\n", 1, 1, "found `king`");
    check_refused("royal=K\nking:K:K::a1\noption=o\nchoice=p\nextends=shogi\nchoice=q\n", 5, 1,
                  "above all options");
    check_refused("extends=a\nking:K:K::a1\nbase=b", 1, 9, "is called `a`");
    check_refused("extends=shogi\n:X:R\n", 2, 2, "no piece has the id `X`");
}

/* So many options of both there may be, and what is one too many is said once, where it stands. */
static void check_too_many(void) {
    for (int upper = 13; upper <= 15; upper++) {
        char text[2048];
        Out out = out_to(text, sizeof text);
        out_text(&out, "extends=low\n");
        for (int i = 0; i < upper; i++) out_format(&out, "option=o%d\nchoice=a\nchoice=b\n", i);
        out_text(&out, "base=low\nfiles=3\nranks=3\nking:K:K::a1\n");
        for (int i = 0; i < 3; i++) out_format(&out, "option=p%d\nchoice=a\nchoice=b\n", i);
        if (upper == 13) {
            HenkaVariant *v = good(text, "o12=b");
            CHECK(v->option_count == 16, "%d options", v->option_count);
            henka_variant_free(v);
        } else
            check_refused(text, 2 + 3 * 13, 8, "more than 16 options");
    }
}

/* What is wrong below stands at the line that says `extends`, with its own place. */
static void check_errors_below(void) {
    check_refused("name=a\nextends=low\nbase=low\nfiles=3\nranks=3\nking:K:Q?:K:a1\n", 2, 1,
                  "(in `low`, line 3, column 9, which this extends)");
    check_refused("name=a\nextends=low\nbase=low\nextends=more\nbase=more\nfiles=3\nranx=3\n"
                  "king:K:K::a1\n",
                  2, 1, "(in `more`, line 2, column 1, which this extends)");
    check_refused("name=a\nextends=shogi\nfiles=8\n", 3, 1, "lines have squares that are not");
}

int main(void) {
    check_nothing_changed();
    check_changes();
    check_options();
    check_carried();
    check_handicaps();
    check_record();
    check_refusals();
    check_too_many();
    check_errors_below();
    return check_done();
}
