/* Every call of henka.h with squares, kinds, sides, moves, indices, languages and words that are
 * none: the answers that henka.h names, and nothing read or written that is not there (the
 * sanitizers look). calls.def lists the functions of the header, so one without a function here
 * doesn't compile. */
#include "check.h"
#include "henka_import.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_CAP = 1 << 16, GAMES_MOST = 32, RANDOM_MOVES = 2000 };

/* What is asked: one game of each kind of board. */
typedef struct Asked {
    HenkaVariant *v;
    HenkaGame *game; /* some moves after the start */
    HenkaEngine *engine;
    const char *name;
    int squares, types;
} Asked;

static char text[TEXT_CAP];
static HenkaMove moves[HENKA_MAX_MOVES];
static HenkaMove strange[HENKA_MAX_MOVES]; /* moves of other games, and numbers that are none */
static size_t strange_count;

static const int numbers[] = {INT_MIN, -65536, -257, -256, -128, -2,  -1,    127,     128,
                              129,     200,    255,  256,  257,  511, 65535, 1 << 20, INT_MAX};
enum { NUMBERS = sizeof numbers / sizeof *numbers };
/* Each number of the list that is none of 0..end-1. */
#define EACH_NONE(n, end)                                                                          \
    for (int i_##n = 0, n; i_##n < NUMBERS && (n = numbers[i_##n], true); i_##n++)                 \
        if (n >= 0 && n < (end)) {                                                                 \
        } else

#define EXPECT(condition, ...)                                                                     \
    CHECK(condition, "%s, %s: %s", a->name, __func__ + strlen("try_"), #condition)

#define TRY(name) static void try_##name(const Asked *a)

/* Is the name one of these, which blanks part? */
static bool is_one_of(const char *name, const char *names) {
    const char *at = strstr(names, name), *end = at ? at + strlen(name) : NULL;
    return at && (at == names || at[-1] == ' ') && (!*end || *end == ' ');
}

/* A text of nothing is closed, where there is room for that. */
static bool is_nothing(size_t length) { return !length && !*text; }
static char *wiped(void) { return memset(text, 'x', 64), text[64] = '\0', text; }
#define NOTHING(call) (wiped(), is_nothing(call))

TRY(henka_version) { EXPECT(!strcmp(henka_version(), HENKA_VERSION)); }
TRY(henka_version_number) {
    EXPECT(henka_version_number() == HENKA_VERSION_NUMBER && henka_fits());
}
TRY(henka_struct_size) {
    EXPECT(henka_struct_size("HenkaError") == sizeof(HenkaError));
    EXPECT(!henka_struct_size("") && !henka_struct_size("HenkaVariant"));
}
TRY(henka_set_allocator) {
    EXPECT(!henka_set_allocator(&(HenkaAllocator){NULL, NULL, NULL})); /* and too late */
}
TRY(henka_language_named) {
    EXPECT(henka_language_named(NULL) == HENKA_ENGLISH);
    EXPECT(henka_language_named("") == HENKA_ENGLISH && henka_language_named("j") == HENKA_ENGLISH);
}
TRY(henka_error_text) {
    HenkaError error = {0};
    EXPECT(NOTHING(henka_error_text(&error, HENKA_NIHONGO, text, TEXT_CAP)));
    henka_game_new(a->v, "nonsense", &error);
    size_t english = henka_error_text(&error, HENKA_ENGLISH, NULL, 0);
    EACH_NONE(language, HENKA_LANGUAGES)
    EXPECT(henka_error_text(&error, (HenkaLanguage)language, text, TEXT_CAP) == english);
}
TRY(henka_report_error) {
    EXPECT(!henka_report_error(&(HenkaReport){.count = 3, .fatal_count = 3}));
}
TRY(henka_shipped_name) {
    EXPECT(!henka_shipped_name(10000) && !henka_shipped_name(SIZE_MAX) &&
           !henka_shipped_name((size_t)INT_MAX + 1));
}
TRY(henka_shipped_text) {
    size_t length = 5;
    EXPECT(!henka_shipped_text(SIZE_MAX, NULL) && !henka_shipped_text(10000, &length));
}
TRY(henka_variant_parse) {
    const char *const settings[] = {"", "=", "strict", "strict=", "=on", "nothing=of it"};
    EXPECT(!henka_variant_parse("", 0, NULL, 0, NULL));
    EXPECT(!henka_variant_parse("\0\xff\xfe", 3, NULL, 0, NULL));
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        HenkaReport report = {NULL, 0, 0, 0};
        EXPECT(!henka_variant_shipped(a->name, &settings[i], 1, &report) && report.fatal_count);
    }
}
TRY(henka_variant_shipped) {
    HenkaReport report = {NULL, 0, 0, 0};
    EXPECT(!henka_variant_shipped("", NULL, 0, &report) && report.fatal_count == 1);
    EXPECT(!henka_variant_shipped("no such game", NULL, 0, NULL));
}
TRY(henka_variant_set_eval) {
    HenkaError error;
    EXPECT(!henka_variant_set_eval(a->v, "nonsense", 8, &error) && *error.message);
    EXPECT(!henka_variant_set_eval(a->v, "", 1, NULL));
}
TRY(henka_variant_set_net) {
    HenkaError error;
    EXPECT(!henka_variant_set_net(a->v, "nonsense", 8, &error) && *error.message);
    EXPECT(!henka_variant_set_net(a->v, "", 1, NULL));
}
TRY(henka_variant_evaluation) {
    HenkaVariant *v = henka_variant_shipped(a->name, NULL, 0, NULL);
    henka_variant_set_eval(v, "", 0, NULL);
    henka_variant_set_net(v, "", 0, NULL);
    HenkaEvaluation made = henka_variant_evaluation(v);
    EXPECT(!made.fitted && !made.network && !made.left_out && !made.hash);
    henka_variant_free(v);
}
TRY(henka_variant_retain) {
    EXPECT(henka_variant_retain(a->v) == a->v);
    henka_variant_free(a->v);
}
TRY(henka_variant_free) {
    henka_variant_free(NULL);
    EXPECT(true);
}
TRY(henka_variant_name) { EXPECT(*henka_variant_name(a->v)); }
TRY(henka_variant_title) { EXPECT(*henka_variant_title(a->v)); }
TRY(henka_variant_about) {
    EXPECT(!*henka_variant_about(a->v, "") && !*henka_variant_about(a->v, "no such key"));
}
TRY(henka_variant_files) { EXPECT(henka_variant_files(a->v) > 0); }
TRY(henka_variant_ranks) { EXPECT(henka_variant_ranks(a->v) > 0); }
TRY(henka_variant_is_hole) { EACH_NONE(n, a->squares) EXPECT(!henka_variant_is_hole(a->v, n)); }
TRY(henka_variant_zone) { EXPECT(henka_variant_zone(a->v) >= 0); }
TRY(henka_variant_in_zone) {
    EACH_NONE(n, a->squares) EXPECT(!henka_variant_in_zone(a->v, HENKA_SENTE, n));
    for (int square = 0; square < a->squares; square++)
        EACH_NONE(side, 2) EXPECT(!henka_variant_in_zone(a->v, side, square));
}
TRY(henka_variant_in_region) {
    EACH_NONE(n, a->squares) EXPECT(!henka_variant_in_region(a->v, 1, HENKA_GOTE, n));
    EACH_NONE(side, 2) EXPECT(!henka_variant_in_region(a->v, 1, side, 0));
    EACH_NONE(type, a->types + 1) EXPECT(!henka_variant_in_region(a->v, type, HENKA_SENTE, 0));
    EXPECT(!henka_variant_in_region(a->v, 0, HENKA_SENTE, 0));
}
TRY(henka_variant_board) { EXPECT(*henka_variant_board(a->v)); }
TRY(henka_variant_family) { EXPECT(*henka_variant_family(a->v)); }
TRY(henka_variant_has_hands) {
    bool none = is_one_of(a->name, "suzumu chu chess grand xiangqi makruk");
    EXPECT(henka_variant_has_hands(a->v) == !none);
}
TRY(henka_variant_drops_either_face) {
    EXPECT(henka_variant_drops_either_face(a->v) == is_one_of(a->name, "ito rutherford kyoto"));
}
TRY(henka_variant_counts_skips) {
    EXPECT(henka_variant_counts_skips(a->v) == is_one_of(a->name, "suzumu"));
}
TRY(henka_variant_start) { EXPECT(*henka_variant_start(a->v)); }
TRY(henka_variant_option_count) { EXPECT(henka_variant_option_count(a->v) < 100); }
TRY(henka_variant_option) {
    const size_t none[] = {henka_variant_option_count(a->v), 10000, SIZE_MAX};
    for (int i = 0; i < 3; i++) {
        HenkaOption option = henka_variant_option(a->v, none[i]);
        EXPECT(!*option.name && !*option.help && !*option.value && !*option.standard &&
               !option.choice_count && !option.choices && !option.choice_help);
    }
}
TRY(henka_variant_handicap_count) { EXPECT(henka_variant_handicap_count(a->v) < 100); }
TRY(henka_variant_handicap) {
    const size_t none[] = {henka_variant_handicap_count(a->v), 10000, SIZE_MAX};
    for (int i = 0; i < 3; i++) {
        HenkaHandicap handicap = henka_variant_handicap(a->v, none[i]);
        EXPECT(!*handicap.name && !*handicap.kanji && !*handicap.start);
    }
}
TRY(henka_variant_handicap_start) {
    HenkaError error;
    EXPECT(!henka_variant_handicap_start(a->v, "", NULL));
    EXPECT(!henka_variant_handicap_start(a->v, "no such", &error) && *error.message);
}
TRY(henka_variant_type_count) { EXPECT(henka_variant_type_count(a->v) < HENKA_MAX_TYPES); }
TRY(henka_variant_type) {
    EACH_NONE(n, a->types + 1) {
        HenkaType type = henka_variant_type(a->v, n);
        EXPECT(!*type.id && !*type.name && !*type.kanji && !*type.kanji1 && !*type.western);
        EXPECT(!*type.betza && !*type.kanji_gote && !*type.kanji1_gote && !type.royal);
        EXPECT(!type.promoted && !type.unpromoted && !type.in_hand);
    }
    EXPECT(!*henka_variant_type(a->v, 0).id);
}
TRY(henka_variant_describe) {
    size_t english = henka_variant_describe(a->v, HENKA_ENGLISH, NULL, 0);
    EACH_NONE(language, HENKA_LANGUAGES)
    EXPECT(henka_variant_describe(a->v, (HenkaLanguage)language, text, TEXT_CAP) == english);
}
TRY(henka_variant_template) {
    EXPECT(henka_variant_template(NULL, "", (HenkaLanguage)-1, text, TEXT_CAP) > 0);
    EXPECT(henka_variant_template(a->v, "\xff\n\r", (HenkaLanguage)99, text, TEXT_CAP) > 0);
}
TRY(henka_variant_import) {
    HenkaReport report = {NULL, 0, 0, 0};
    EXPECT(NOTHING(henka_variant_import("", 0, "", text, TEXT_CAP, &report)) && report.count);
    EXPECT(NOTHING(henka_variant_import("[x]\n", 4, "y", text, TEXT_CAP, NULL)));
}
TRY(henka_variant_describe_type) {
    EACH_NONE(n, a->types + 1)
    EXPECT(NOTHING(henka_variant_describe_type(a->v, n, HENKA_ENGLISH, text, TEXT_CAP)));
    EXPECT(NOTHING(henka_variant_describe_type(a->v, 0, HENKA_ENGLISH, text, TEXT_CAP)));
    size_t english = henka_variant_describe_type(a->v, 1, HENKA_ENGLISH, NULL, 0);
    EACH_NONE(language, HENKA_LANGUAGES)
    EXPECT(henka_variant_describe_type(a->v, 1, (HenkaLanguage)language, text, 9) == english);
}
TRY(henka_variant_diagram) {
    HenkaMark mark;
    EACH_NONE(n, a->types + 1) EXPECT(!henka_variant_diagram(a->v, n, &mark, 1));
    EXPECT(!henka_variant_diagram(a->v, 0, NULL, 0));
    EXPECT(henka_variant_diagram(a->v, 1, &mark, 1) == henka_variant_diagram(a->v, 1, NULL, 0));
}
TRY(henka_variant_can_end) {
    EACH_NONE(reason, HENKA_ABANDONED + 1)
    EXPECT(!henka_variant_can_end(a->v, (HenkaReason)reason));
}
TRY(henka_reason_name) {
    EACH_NONE(reason, HENKA_ABANDONED + 1)
    EXPECT(!strcmp(henka_reason_name((HenkaReason)reason), "unknown"));
}
TRY(henka_reason_text) {
    EACH_NONE(reason, HENKA_ABANDONED + 1)
    EXPECT(NOTHING(henka_reason_text((HenkaReason)reason, HENKA_ENGLISH, text, TEXT_CAP)));
    size_t english = henka_reason_text(HENKA_TIME, HENKA_ENGLISH, NULL, 0);
    EACH_NONE(language, HENKA_LANGUAGES)
    EXPECT(henka_reason_text(HENKA_TIME, (HenkaLanguage)language, text, TEXT_CAP) == english);
}
TRY(henka_game_new) {
    HenkaError error;
    EXPECT(!henka_game_new(a->v, "", NULL));
    EXPECT(!henka_game_new(a->v, "startpos moves 99z99z", &error) && *error.message);
}
TRY(henka_game_copy) {
    HenkaGame *copy = henka_game_copy(a->game);
    EXPECT(copy && henka_game_hash(copy) == henka_game_hash(a->game));
    henka_game_free(copy);
}
TRY(henka_game_free) {
    henka_game_free(NULL);
    EXPECT(true);
}
TRY(henka_game_variant) { EXPECT(henka_game_variant(a->game) == a->v); }
TRY(henka_game_side) { EXPECT(henka_game_side(a->game) <= HENKA_GOTE); }
TRY(henka_game_piece) {
    HenkaSide side = (HenkaSide)7;
    EACH_NONE(n, a->squares) EXPECT(!henka_game_piece(a->game, n, &side) && side == (HenkaSide)7);
    EXPECT(!henka_game_piece(a->game, -1, NULL));
}
TRY(henka_game_hand) {
    for (int side = 0; side < 2; side++)
        EACH_NONE(n, a->types + 1) EXPECT(!henka_game_hand(a->game, (HenkaSide)side, n));
    EACH_NONE(side, 2)
    for (int type = 0; type <= a->types; type++)
        EXPECT(!henka_game_hand(a->game, (HenkaSide)side, type));
}
TRY(henka_game_in_check) {
    HenkaGame *start = henka_game_new(a->v, NULL, NULL);
    EXPECT(start && !henka_game_in_check(start));
    henka_game_free(start);
}
TRY(henka_game_frozen) { EACH_NONE(n, a->squares) EXPECT(!henka_game_frozen(a->game, n)); }
TRY(henka_game_attacked) {
    EACH_NONE(n, a->squares) EXPECT(!henka_game_attacked(a->game, n, HENKA_SENTE));
    for (int square = 0; square < a->squares; square++)
        EACH_NONE(side, 2) EXPECT(!henka_game_attacked(a->game, square, (HenkaSide)side));
}
TRY(henka_game_hash) { EXPECT(henka_game_hash(a->game)); }
TRY(henka_game_plies) { EXPECT(henka_game_plies(a->game) > 0); }
TRY(henka_game_move_at) {
    EACH_NONE(n, henka_game_plies(a->game)) EXPECT(!henka_game_move_at(a->game, n));
}
TRY(henka_game_moves) {
    HenkaMove few[3] = {0, 0, 77};
    size_t count = henka_game_moves(a->game, moves, HENKA_MAX_MOVES);
    EXPECT(count == henka_game_moves(a->game, NULL, 0));
    EXPECT(count == henka_game_moves(a->game, few, 2) && few[2] == 77);
    EXPECT(count < 2 || (few[0] == moves[0] && few[1] == moves[1]));
}

/* Moves of other games that happen to be legal here are none of those that are tried. */
static bool is_strange(const Asked *a, HenkaMove move) {
    size_t count = henka_game_moves(a->game, moves, HENKA_MAX_MOVES);
    for (size_t i = 0; i < count; i++)
        if (moves[i] == move) return false;
    return true;
}
#define EACH_STRANGE(move)                                                                         \
    for (size_t i_##move = 0; i_##move < strange_count; i_##move++)                                \
        for (HenkaMove move = strange[i_##move], *once = &move; once; once = NULL)

TRY(henka_game_legal) {
    EACH_STRANGE(move) EXPECT(!henka_game_legal(a->game, move) || !is_strange(a, move));
}
TRY(henka_game_is_strict) { EXPECT(!henka_game_is_strict(a->game)); }
TRY(henka_game_play) {
    HenkaGame *copy = henka_game_copy(a->game);
    EACH_STRANGE(move) {
        EXPECT(!henka_game_play(copy, move) || !is_strange(a, move));
        while (henka_game_plies(copy) > henka_game_plies(a->game)) henka_game_undo(copy);
    }
    EXPECT(henka_game_hash(copy) == henka_game_hash(a->game));
    henka_game_free(copy);
}
TRY(henka_game_undo) {
    HenkaGame *first = henka_game_new(a->v, NULL, NULL);
    EXPECT(!henka_game_undo(first));
    henka_game_free(first);
}
TRY(henka_game_outcome) { EXPECT(henka_game_outcome(a->game).winner == -1); }
TRY(henka_game_end) {
    HenkaGame *copy = henka_game_copy(a->game);
    EACH_NONE(reason, HENKA_ABANDONED + 1)
    EXPECT(!henka_game_end(copy, (HenkaReason)reason, HENKA_SENTE));
    EACH_NONE(side, 2) EXPECT(!henka_game_end(copy, HENKA_TIME, (HenkaSide)side));
    EXPECT(henka_game_outcome(copy).reason == HENKA_PLAYING);
    henka_game_free(copy);
}
static const char *const texts[] = {"",       " ",  "\xff\xfe", "0000", "7g7",
                                    "99z99z", "P*", "+",        "同",   "▲"};
enum { TEXTS = sizeof texts / sizeof *texts };
TRY(henka_game_explain_illegal) {
    for (int i = 0; i < TEXTS; i++) {
        size_t english =
            henka_game_explain_illegal(a->game, texts[i], HENKA_ENGLISH, text, TEXT_CAP);
        EACH_NONE(language, HENKA_LANGUAGES)
        EXPECT(english && henka_game_explain_illegal(a->game, texts[i], (HenkaLanguage)language,
                                                     text, TEXT_CAP) == english);
    }
}
TRY(henka_game_parts) {
    HenkaMoveParts none = henka_game_parts(a->game, HENKA_NO_MOVE);
    EXPECT(none.from == -1 && none.to == -1 && !none.type && !none.becomes && !none.victim_count);
    EACH_STRANGE(move) {
        HenkaMoveParts parts = henka_game_parts(a->game, move);
        EXPECT(parts.to >= -1 && parts.to < a->squares && parts.from < a->squares);
        EXPECT(parts.type >= 0 && parts.type <= a->types && parts.becomes <= a->types);
        EXPECT(parts.victim_count <= HENKA_MAX_VICTIMS + 1);
    }
}
TRY(henka_variant_bars) { EXPECT(henka_variant_bars(a->v) >> HENKA_BARS == 0); }
TRY(henka_game_bars) { EXPECT(!(henka_game_bars(a->game) & ~henka_variant_bars(a->v))); }
TRY(henka_game_perft) {
    EXPECT(henka_game_perft(a->game, 0) == 1 && henka_game_perft(a->game, INT_MIN) == 1);
    EXPECT(henka_game_perft(a->game, 1) == henka_game_moves(a->game, NULL, 0));
}
TRY(henka_game_sfen) {
    size_t length = henka_game_sfen(a->game, NULL, 0);
    EXPECT(length && henka_game_sfen(a->game, text, 1) == length && !*text);
}
TRY(henka_square_name) {
    EACH_NONE(n, a->squares) EXPECT(NOTHING(henka_square_name(a->v, n, text, TEXT_CAP)));
}
TRY(henka_square_parse) {
    const char *const none[] = {"", "0a", "99z", "1", "a", "1a1a", "-1a", "99999999999a", "1\xff"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        EXPECT(henka_square_parse(a->v, none[i]) == -1 || henka_variant_files(a->v) == 1);
}
TRY(henka_move_text) {
    EACH_STRANGE(move)
    for (int notation = HENKA_USI; notation <= HENKA_XBOARD; notation++) {
        size_t length = henka_move_text(a->game, move, (HenkaNotation)notation, text, TEXT_CAP);
        EXPECT(length == strlen(text) && length < 200);
    }
    EXPECT(NOTHING(henka_move_text(a->game, HENKA_NO_MOVE, HENKA_USI, text, TEXT_CAP)));
    henka_game_moves(a->game, moves, HENKA_MAX_MOVES);
    EACH_NONE(n, HENKA_XBOARD + 1)
    EXPECT(NOTHING(henka_move_text(a->game, moves[0], (HenkaNotation)n, text, TEXT_CAP)));
}
TRY(henka_move_text_among) {
    size_t count = henka_game_moves(a->game, moves, HENKA_MAX_MOVES);
    HenkaMove others[8];
    size_t other_count = 0;
    EACH_STRANGE(move) {
        if (other_count < 8) others[other_count++] = move;
        for (int notation = HENKA_USI; notation <= HENKA_XBOARD; notation++) {
            size_t length = henka_move_text_among(a->game, move, (HenkaNotation)notation, moves,
                                                  count, text, TEXT_CAP);
            EXPECT(length == strlen(text) && length < 200);
        }
    }
    for (int notation = HENKA_USI; notation <= HENKA_XBOARD; notation++) {
        EXPECT(henka_move_text_among(a->game, moves[0], (HenkaNotation)notation, others,
                                     other_count, text, TEXT_CAP) == strlen(text));
        EXPECT(henka_move_text_among(a->game, moves[0], (HenkaNotation)notation, NULL, 0, text,
                                     TEXT_CAP) == strlen(text));
    }
}
TRY(henka_move_parse) {
    HenkaError error;
    for (int i = 0; i < TEXTS; i++)
        EXPECT(!henka_move_parse(a->game, texts[i], NULL, &error) && *error.message);
    henka_game_moves(a->game, moves, HENKA_MAX_MOVES);
    henka_move_text(a->game, moves[0], HENKA_USI, text, TEXT_CAP);
    EXPECT(henka_move_parse(a->game, text, NULL, NULL));
}
TRY(henka_line_text) {
    EXPECT(NOTHING(henka_line_text(a->game, NULL, 0, HENKA_USI, text, TEXT_CAP)));
    const HenkaMove none[] = {HENKA_NO_MOVE, HENKA_NO_MOVE};
    EXPECT(NOTHING(henka_line_text(a->game, none, 2, HENKA_USI, text, TEXT_CAP)));
    EACH_STRANGE(move) henka_line_text(a->game, &move, 1, HENKA_JAPANESE, text, TEXT_CAP);
}
static void try_playing(const Asked *a, const char *call,
                        HenkaTextPlayed (*play)(HenkaGame *, const char *, HenkaMove *,
                                                HenkaError *)) {
    HenkaGame *copy = henka_game_copy(a->game);
    for (int i = 0; i < TEXTS; i++)
        CHECK(play(copy, texts[i], NULL, NULL) == HENKA_TEXT_REFUSED, "%s, %s: \"%s\" is played",
              a->name, call, texts[i]);
    henka_game_free(copy);
}
TRY(henka_game_play_text) { try_playing(a, "henka_game_play_text", henka_game_play_text); }
TRY(henka_game_play_text_both) {
    try_playing(a, "henka_game_play_text_both", henka_game_play_text_both);
}
TRY(henka_variant_hand_kinds) { EXPECT(henka_variant_hand_kinds(a->v) < HENKA_MAX_TYPES); }
TRY(henka_xboard_square_name) {
    EACH_NONE(n, a->squares) EXPECT(NOTHING(henka_xboard_square_name(a->v, n, text, TEXT_CAP)));
}
TRY(henka_xboard_square_parse) {
    EXPECT(henka_xboard_square_parse(a->v, "") == -1);
    EXPECT(henka_xboard_square_parse(a->v, "z99") == -1);
    EXPECT(henka_xboard_square_parse(a->v, "a99999999999999999999") == -1);
}
TRY(henka_xboard_move_parse) {
    for (int i = 0; i < TEXTS; i++) EXPECT(!henka_xboard_move_parse(a->game, texts[i], NULL, NULL));
}
TRY(henka_xboard_play_text) { try_playing(a, "henka_xboard_play_text", henka_xboard_play_text); }
TRY(henka_xboard_explain_illegal) {
    EACH_NONE(language, HENKA_LANGUAGES)
    EXPECT(henka_xboard_explain_illegal(a->game, "z9z9", (HenkaLanguage)language, text, TEXT_CAP));
}
TRY(henka_game_fen) {
    size_t length = henka_game_fen(a->game, NULL, 0);
    EXPECT(length && henka_game_fen(a->game, text, 1) == length && !*text);
}
TRY(henka_record_write) {
    EACH_NONE(format, HENKA_RECORD_KI2 + 1)
    EXPECT(NOTHING(henka_record_write(a->game, (HenkaRecordFormat)format, NULL, text, TEXT_CAP)));
}
TRY(henka_record_read) {
    HenkaError error;
    EXPECT(!henka_record_read("", 0, NULL, NULL, &error) && *error.message);
    EXPECT(!henka_record_read("\0\0\xff", 3, a->v, NULL, NULL));
}
/* No budget is one without an end; one that is spent refuses, and the error says so. */
TRY(henka_budget_new) {
    HenkaBudget *budget = henka_budget_new(0);
    EXPECT(budget);
    henka_budget_free(budget);
}
TRY(henka_budget_free) {
    henka_budget_free(NULL);
    EXPECT(true);
}
TRY(henka_budget_refill) {
    HenkaBudget *budget = henka_budget_new(1);
    henka_budget_refill(budget, UINT64_MAX);
    EXPECT(!henka_budget_spent(budget));
    henka_budget_free(budget);
}
static HenkaBudget *budget_spent(const Asked *a) {
    HenkaBudget *budget = henka_budget_new(1);
    HenkaGame *game = henka_game_new_within(budget, a->v, NULL, NULL);
    if (game) henka_game_moves(game, moves, HENKA_MAX_MOVES);
    henka_game_free(game);
    henka_budget_cancel(budget);
    return budget;
}
TRY(henka_budget_cancel) {
    HenkaBudget *budget = henka_budget_new(UINT64_MAX);
    henka_budget_cancel(budget);
    henka_budget_cancel(budget);
    henka_budget_refill(budget, 0);
    EXPECT(!henka_budget_used(budget));
    henka_budget_free(budget);
}
TRY(henka_budget_used) {
    HenkaBudget *budget = henka_budget_new(5);
    EXPECT(!henka_budget_used(budget));
    henka_budget_free(budget);
}
TRY(henka_budget_spent) {
    HenkaBudget *budget = henka_budget_new(5);
    EXPECT(!henka_budget_spent(budget));
    henka_budget_free(budget);
}
TRY(henka_budget_type) {
    HenkaBudget *budget = budget_spent(a);
    EXPECT(henka_budget_type(budget) >= 0 && henka_budget_type(budget) <= a->types);
    henka_budget_free(budget);
}
TRY(henka_budget_error) {
    HenkaBudget *budget = budget_spent(a);
    HenkaError error;
    EXPECT(!henka_budget_error(budget, a->v, &error) && *error.message);
    EXPECT(!henka_budget_error(budget, a->v, NULL));
    henka_budget_free(budget);
}
TRY(henka_variant_parse_within) { EXPECT(!henka_variant_parse_within(NULL, "", 0, NULL, 0, NULL)); }
TRY(henka_game_new_within) {
    HenkaError error;
    EXPECT(!henka_game_new_within(NULL, a->v, "nonsense", &error) && *error.message);
}
TRY(henka_game_set_budget) {
    henka_game_set_budget(a->game, NULL);
    EXPECT(henka_game_moves(a->game, NULL, 0));
}
TRY(henka_record_read_within) { EXPECT(!henka_record_read_within(NULL, "", 0, NULL, NULL, NULL)); }
TRY(henka_record_open_within) { EXPECT(!henka_record_open_within(NULL, "", 0, NULL, NULL)); }
/* A record of one move, to ask about. */
static HenkaRecord *record_of(const Asked *a) {
    size_t length = henka_record_write(a->game, HENKA_RECORD_HENKA, NULL, text, TEXT_CAP);
    HenkaRecord *record = henka_record_open(text, length, a->v, NULL);
    CHECK(record, "%s: no record", a->name);
    return record;
}
TRY(henka_record_open) {
    HenkaError error;
    EXPECT(!henka_record_open("", 0, NULL, &error) && *error.message);
    EXPECT(!henka_record_open("\0\xff\xfe\x81", 4, a->v, NULL));
}
TRY(henka_record_free) {
    henka_record_free(NULL);
    EXPECT(true);
}
TRY(henka_record_game) {
    HenkaRecord *record = record_of(a);
    EXPECT(henka_game_hash(henka_record_game(record)) == henka_game_hash(a->game));
    henka_record_free(record);
}
TRY(henka_record_players) {
    HenkaRecord *record = record_of(a);
    EXPECT(henka_record_players(record));
    henka_record_free(record);
}
TRY(henka_record_format) {
    HenkaRecord *record = record_of(a);
    EXPECT(henka_record_format(record) == HENKA_RECORD_HENKA);
    henka_record_free(record);
}
TRY(henka_record_format_of) {
    EXPECT(henka_record_format_of("", 0) == -1 && henka_record_format_of("\xff\0", 2) == -1);
}
TRY(henka_record_notices) {
    HenkaRecord *record = record_of(a);
    EXPECT(henka_record_notices(record, NULL, 0) < 100);
    henka_record_free(record);
}
TRY(henka_record_save) {
    HenkaRecord *record = record_of(a);
    EXPECT(henka_record_save(record, a->game, NULL, 0) > 0);
    henka_record_free(record);
}
TRY(henka_record_convert) {
    HenkaRecord *record = record_of(a);
    EACH_NONE(format, HENKA_RECORD_KI2 + 1)
    EXPECT(NOTHING(
        henka_record_convert(record, a->game, (HenkaRecordFormat)format, NULL, text, TEXT_CAP)));
    henka_record_free(record);
}
TRY(henka_engine_new) {
    HenkaEngine *engine = henka_engine_new(
        &(HenkaEngineOptions){INT_MIN, INT_MIN, INT_MIN, INT_MIN, INT_MIN, INT_MIN});
    HenkaEngineOptions options = henka_engine_options(engine);
    EXPECT(options.hash_mib == HENKA_MIN_HASH_MIB && options.threads == HENKA_MIN_THREADS);
    henka_engine_free(engine);
}
TRY(henka_engine_free) {
    henka_engine_free(NULL);
    EXPECT(true);
}
TRY(henka_engine_new_game) {
    henka_engine_new_game(a->engine);
    EXPECT(true);
}
TRY(henka_engine_options) { EXPECT(henka_engine_options(a->engine).threads == 1); }
TRY(henka_engine_set_options) {
    HenkaEngineOptions options = henka_engine_options(a->engine), wild = options;
    wild.multi_pv = wild.overhead_ms = wild.draw_moves = wild.derived_eval = INT_MAX;
    EXPECT(henka_engine_set_options(a->engine, &wild));
    EXPECT(henka_engine_options(a->engine).multi_pv == HENKA_MAX_MULTI_PV);
    EXPECT(henka_engine_set_options(a->engine, &options));
}
TRY(henka_engine_set_net) {
    EXPECT(!henka_engine_set_net(a->engine, a->v, "nonsense", 8, NULL));
    EXPECT(henka_engine_set_net(a->engine, a->v, NULL, 99, NULL));
}
TRY(henka_engine_set_eval) {
    EXPECT(!henka_engine_set_eval(a->engine, a->v, "nonsense", 8, NULL));
    EXPECT(henka_engine_set_eval(a->engine, a->v, NULL, 99, NULL));
}
TRY(henka_engine_go) {
    HenkaLimits wild = {.time_ms = {INT64_MIN, INT64_MIN},
                        .increment_ms = {INT64_MIN, INT64_MIN},
                        .byoyomi_ms = INT64_MIN,
                        .movetime_ms = INT64_MIN,
                        .moves_to_go = INT_MIN,
                        .depth = INT_MIN,
                        .mate_plies = INT_MIN,
                        .nodes = 50,
                        .level = INT_MAX};
    EXPECT(henka_game_legal(a->game, henka_engine_go(a->engine, a->game, &wild, NULL, NULL).best));
    wild = (HenkaLimits){.time_ms = {INT64_MAX, INT64_MAX},
                         .increment_ms = {INT64_MAX, INT64_MAX},
                         .byoyomi_ms = INT64_MAX,
                         .movetime_ms = INT64_MAX,
                         .moves_to_go = INT_MAX,
                         .depth = INT_MAX,
                         .mate_plies = INT_MAX,
                         .nodes = 50,
                         .level = INT_MIN};
    EXPECT(henka_game_legal(a->game, henka_engine_go(a->engine, a->game, &wild, NULL, NULL).best));
    const HenkaMove none[] = {HENKA_NO_MOVE, UINT64_MAX, 12345};
    HenkaLimits limits = {.nodes = 50, .search_moves = none, .search_move_count = 3};
    EXPECT(!henka_engine_go(a->engine, a->game, &limits, NULL, NULL).best);
}
TRY(henka_engine_begin) {
    henka_engine_begin(a->engine);
    henka_engine_stop(a->engine);
    EXPECT(henka_engine_go(a->engine, a->game, &(HenkaLimits){.infinite = true}, NULL, NULL).best);
}
TRY(henka_engine_stop) {
    henka_engine_stop(a->engine);
    EXPECT(true);
}
TRY(henka_engine_ponderhit) {
    henka_engine_ponderhit(a->engine, NULL);
    EXPECT(true);
}
TRY(henka_game_evaluate) { EXPECT(abs(henka_game_evaluate(a->game)) < HENKA_SCORE_MATE); }
TRY(henka_engine_evaluate) {
    EXPECT(abs(henka_engine_evaluate(a->engine, a->game)) < HENKA_SCORE_MATE);
}
TRY(henka_variant_type_value) {
    EACH_NONE(n, a->types + 1) EXPECT(!henka_variant_type_value(a->v, n));
    EXPECT(!henka_variant_type_value(a->v, 0));
}
TRY(henka_variant_derived_values) {
    int values[3] = {7, 7, 7};
    EXPECT(henka_variant_derived_values(a->v, values, 2) == (size_t)a->types + 1);
    EXPECT(!values[0] && values[1] != 7 && values[2] == 7);
    EXPECT(henka_variant_derived_values(a->v, NULL, 0) == (size_t)a->types + 1);
}

static const struct {
    const char *name;
    void (*try_it)(const Asked *);
} calls[] = {
#define CALL(name) {#name, try_##name},
#include "calls.def"
};
enum { CALLS = sizeof calls / sizeof *calls };

/* ---- moves that are none ----------------------------------------------------------------------- */

static uint64_t state = 1;
static uint64_t next_number(void) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state;
}

static void add_strange(HenkaMove move) {
    if (strange_count < HENKA_MAX_MOVES) strange[strange_count++] = move;
}

/* The start's moves of every game, each also with some bits turned, and numbers at random, of which
 * half are marked as moves are. */
static void collect_strange(void) {
    for (size_t i = 0; henka_shipped_name(i); i++) {
        HenkaVariant *v = henka_variant_shipped(henka_shipped_name(i), NULL, 0, NULL);
        HenkaGame *game = v ? henka_game_new(v, NULL, NULL) : NULL;
        size_t count = game ? henka_game_moves(game, moves, HENKA_MAX_MOVES) : 0;
        for (size_t k = 0; k < count && k < 40; k++) {
            add_strange(moves[k]);
            for (int n = 0; n < 4; n++) add_strange(moves[k] ^ (HenkaMove)1 << next_number() % 64);
        }
        henka_game_free(game);
        henka_variant_free(v);
    }
    for (int i = 0; i < RANDOM_MOVES; i++)
        add_strange(i & 1 ? next_number() : (next_number() & 0x3FFFFFFF) | 1u << 28);
    for (int bit = 0; bit < 64; bit++) add_strange((HenkaMove)1 << bit);
    add_strange(UINT64_MAX);
}

static void try_game(const char *name, HenkaEngine *engine) {
    HenkaVariant *v = henka_variant_shipped(name, NULL, 0, NULL);
    HenkaGame *game = v ? henka_game_new(v, NULL, NULL) : NULL;
    CHECK(game, "%s: no game", name);
    for (int ply = 0; game && ply < 6; ply++) {
        size_t count = henka_game_moves(game, moves, HENKA_MAX_MOVES);
        henka_game_play(game, moves[next_number() % count]);
    }
    Asked asked = {.v = v, .game = game, .engine = engine, .name = name};
    if (game) {
        asked.squares = henka_variant_files(v) * henka_variant_ranks(v);
        asked.types = henka_variant_type_count(v);
        for (int i = 0; i < CALLS; i++) calls[i].try_it(&asked);
    }
    henka_game_free(game);
    henka_variant_free(v);
}

int main(void) {
    collect_strange();
    HenkaEngine *engine = henka_engine_new(&(HenkaEngineOptions){.hash_mib = 1, .threads = 1});
    const char *name;
    CHECK(engine && strange_count > 1000, "no engine, or %zu moves", strange_count);
    for (size_t i = 0; engine && (name = henka_shipped_name(i)); i++) try_game(name, engine);
    henka_engine_free(engine);
    printf("%d calls\n", CALLS);
    return check_done();
}
