/* shim - the public header as the page calls it: handles in, text and JSON out.
 *
 * The page runs it on its own thread, without a Web Worker: it only asks for legal moves and texts,
 * and the engine thinks on the server. Moves cross as USI text. This file has the functions that
 * show and play a game: all of the page's first module, henka.wasm. The full module, rules.wasm,
 * also has the sentences of words.c. */
#include "wasm/answer.h"

#include "base/jsonout.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_SETTINGS = 64,
    MAX_DIAGNOSTICS = 64,
    MAX_MARKS = 31 * 63,
    MAX_WORDS = 4096, /* bytes of an error */
    MOVE_CAP = 64     /* bytes of the longest move's USI text */
};

/* The legal moves of the position asked about last. They are kept, because the page reads a move,
 * writes it in two notations and plays it in separate calls, and rules about the replies to a move
 * make the list expensive. */
static HenkaMove moves[HENKA_MAX_MOVES];
static size_t move_count;
static const HenkaGame *listed; /* the game whose moves they are, until it changes; NULL: none */

static void list_moves(const HenkaGame *game) {
    HenkaBudget *budget = answer_budget();
    if (listed == game) return;
    move_count = henka_game_moves(game, moves, HENKA_MAX_MOVES);
    listed = henka_budget_spent(budget) ? NULL : game;
}

/* Memory for a text that the page passes in. If memory runs out the call aborts, as everywhere in
 * the modules. */
EXPORT("henka_alloc") void *shim_alloc(size_t size) {
    void *memory = malloc(size);
    if (!memory) abort();
    return memory;
}
EXPORT("henka_release") void shim_release(void *memory) { free(memory); }
EXPORT("henka_version") const char *shim_version(void) { return HENKA_VERSION; }

/* The numbers of henka.h that the page uses by name. */
static void write_constants(Out *out, const void *thing, int number) {
    static const struct {
        const char *name;
        int bit;
    } marks[] = {
        {"move", HENKA_MARK_MOVE}, {"capture", HENKA_MARK_CAPTURE}, {"slide", HENKA_MARK_SLIDE},
        {"jump", HENKA_MARK_JUMP}, {"hop", HENKA_MARK_HOP},         {"victim", HENKA_MARK_VICTIM},
        {"area", HENKA_MARK_AREA}, {"burn", HENKA_MARK_BURN},
    };
    (void)thing, (void)number;
    jsonout_open(out, NULL, '{');
    jsonout_open(out, "marks", '{');
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        jsonout_number(out, marks[i].name, marks[i].bit);
    jsonout_close(out, '}');
    jsonout_open(out, "notations", '{');
    jsonout_number(out, "usi", HENKA_USI);
    jsonout_number(out, "western", HENKA_WESTERN);
    jsonout_number(out, "japanese", HENKA_JAPANESE);
    jsonout_close(out, '}');
    jsonout_number(out, "maxLevel", HENKA_MAX_LEVEL);
    jsonout_number(out, "standardLevel", HENKA_STANDARD_LEVEL);
    jsonout_open(out, "reasons", '[');
    for (int reason = HENKA_PLAYING + 1; reason <= HENKA_ABANDONED; reason++)
        jsonout_text(out, NULL, henka_reason_name((HenkaReason)reason));
    jsonout_close(out, ']');
    jsonout_close(out, '}');
}

EXPORT("henka_constants") const char *shim_constants(void) {
    return answer_of(write_constants, NULL, NO_NUMBER);
}

/* ---- variants ---- */

static void write_diagnostic(Out *out, const HenkaDiagnostic *entry) {
    char message[MAX_WORDS];
    henka_error_text(&entry->at, answer_language, message, sizeof message);
    jsonout_open(out, NULL, '{');
    jsonout_number(out, "line", entry->at.line);
    jsonout_number(out, "column", entry->at.column);
    jsonout_bool(out, "fatal", entry->fatal);
    jsonout_bool(out, "note", entry->note);
    jsonout_text(out, "message", message);
    jsonout_close(out, '}');
}

static void write_report(Out *out, const void *thing, int number) {
    const HenkaReport *report = thing;
    jsonout_open(out, NULL, '{');
    jsonout_number(out, "variant", number);
    jsonout_open(out, "diagnostics", '[');
    for (size_t i = 0; i < report->count && i < report->cap; i++)
        write_diagnostic(out, &report->entries[i]);
    jsonout_close(out, ']');
    jsonout_close(out, '}');
}

static void write_shipped(Out *out, const void *thing, int number) {
    (void)thing, (void)number;
    jsonout_open(out, NULL, '[');
    for (size_t i = 0; henka_shipped_name(i); i++) jsonout_text(out, NULL, henka_shipped_name(i));
    jsonout_close(out, ']');
}

EXPORT("henka_shipped") const char *shim_shipped(void) {
    return answer_of(write_shipped, NULL, NO_NUMBER);
}

/* Cuts "a=b\nc=d" in place; returns how many settings there are. */
static size_t split_settings(char *text, const char **settings) {
    size_t count = 0;
    for (char *line = strtok(text, "\n"); line && count < MAX_SETTINGS; line = strtok(NULL, "\n"))
        settings[count++] = line;
    return count;
}

/* Can the moves of the array be listed within a budget? A game for which they cannot is refused, as
 * the server does. */
static bool begins(const HenkaVariant *variant, HenkaReport *report) {
    HenkaDiagnostic slow = {.fatal = true};
    HenkaGame *game = henka_game_new_within(answer_budget(), variant, NULL, &slow.at);
    henka_game_free(game);
    if (game) return true;
    if (report->count >= report->cap) report->count = report->cap - 1;
    report->entries[report->count++] = slow;
    return false;
}

/* text NULL: the shipped game of that name. Answers {variant: handle or 0, diagnostics}. */
EXPORT("henka_parse")
const char *shim_parse(const char *name, const char *text, char *settings_text) {
    static HenkaDiagnostic entries[MAX_DIAGNOSTICS];
    const char *settings[MAX_SETTINGS];
    size_t count = split_settings(settings_text, settings);
    HenkaReport report = {.entries = entries, .cap = MAX_DIAGNOSTICS};
    HenkaVariant *variant = text ? henka_variant_parse_within(answer_budget(), text, strlen(text),
                                                              settings, count, &report)
                                 : henka_variant_shipped(name, settings, count, &report);
    if (text && variant && !begins(variant, &report)) {
        henka_variant_free(variant);
        variant = NULL;
    }
    return answer_of(write_report, &report, (int)(intptr_t)variant);
}

EXPORT("henka_variant_free") void shim_variant_free(HenkaVariant *variant) {
    henka_variant_free(variant);
}

static void write_diagram(Out *out, const HenkaVariant *variant, int type) {
    static HenkaMark marks[MAX_MARKS];
    size_t count = henka_variant_diagram(variant, type, marks, MAX_MARKS);
    assert(count <= MAX_MARKS);
    jsonout_open(out, "marks", '[');
    for (size_t i = 0; i < count; i++) {
        jsonout_open(out, NULL, '[');
        jsonout_number(out, NULL, marks[i].dx);
        jsonout_number(out, NULL, marks[i].dy);
        jsonout_number(out, NULL, marks[i].kinds);
        jsonout_close(out, ']');
    }
    jsonout_close(out, ']');
}

static void write_type(Out *out, const HenkaVariant *variant, int number, int value) {
    HenkaType type = henka_variant_type(variant, number);
    jsonout_open(out, NULL, '{');
    jsonout_text(out, "id", type.id);
    jsonout_text(out, "name", type.name);
    jsonout_text(out, "kanji", type.kanji);
    jsonout_text(out, "kanji1", type.kanji1);
    jsonout_text(out, "kanjiGote", type.kanji_gote);
    jsonout_text(out, "kanji1Gote", type.kanji1_gote);
    jsonout_text(out, "western", type.western);
    jsonout_text(out, "betza", type.betza);
    jsonout_number(out, "promoted", type.promoted);
    jsonout_number(out, "unpromoted", type.unpromoted);
    jsonout_number(out, "inHand", type.in_hand);
    jsonout_bool(out, "royal", type.royal);
    jsonout_number(out, "value", value);
    write_diagram(out, variant, number);
    jsonout_close(out, '}');
}

static void write_about(Out *out, const HenkaVariant *variant) {
    static const char *const keys[] = {"author", "year",  "source", "version",
                                       "shelf",  "story", "note",   "kif"};
    jsonout_open(out, "about", '{');
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        jsonout_text(out, keys[i], henka_variant_about(variant, keys[i]));
    jsonout_close(out, '}');
}

/* A side's promotion zone where it is made of single squares; else nothing. */
static void write_zone_squares(Out *out, const HenkaVariant *variant, HenkaSide side) {
    int squares = henka_variant_files(variant) * henka_variant_ranks(variant);
    jsonout_open(out, NULL, '[');
    for (int square = 0; square < squares && !henka_variant_zone(variant); square++)
        if (henka_variant_in_zone(variant, side, square)) jsonout_number(out, NULL, square);
    jsonout_close(out, ']');
}

/* The squares of a side's kind that has a region. */
static void write_region(Out *out, const HenkaVariant *variant, int type, HenkaSide side) {
    int squares = henka_variant_files(variant) * henka_variant_ranks(variant), inside = 0;
    for (int square = 0; square < squares; square++)
        inside += henka_variant_in_region(variant, type, side, square);
    if (inside == squares) return;
    jsonout_open(out, NULL, '[');
    for (int square = 0; square < squares; square++)
        if (henka_variant_in_region(variant, type, side, square)) jsonout_number(out, NULL, square);
    jsonout_close(out, ']');
}

static void write_variant(Out *out, const void *thing, int number) {
    (void)number;
    const HenkaVariant *variant = thing;
    jsonout_open(out, NULL, '{');
    jsonout_text(out, "name", henka_variant_name(variant));
    jsonout_text(out, "title", henka_variant_title(variant));
    jsonout_text(out, "start", henka_variant_start(variant));
    jsonout_number(out, "files", henka_variant_files(variant));
    jsonout_number(out, "ranks", henka_variant_ranks(variant));
    jsonout_number(out, "zone", henka_variant_zone(variant));
    jsonout_open(out, "zoneSquares", '[');
    for (int side = 0; side < 2; side++)
        write_zone_squares(out, variant, side ? HENKA_GOTE : HENKA_SENTE);
    jsonout_close(out, ']');
    jsonout_open(out, "holes", '[');
    for (int square = 0; square < henka_variant_files(variant) * henka_variant_ranks(variant);
         square++)
        if (henka_variant_is_hole(variant, square)) jsonout_number(out, NULL, square);
    jsonout_close(out, ']');
    jsonout_text(out, "board", henka_variant_board(variant));
    jsonout_open(out, "regions", '[');
    for (int type = 1; type <= henka_variant_type_count(variant); type++)
        for (int side = 0; side < 2; side++)
            write_region(out, variant, type, side ? HENKA_GOTE : HENKA_SENTE);
    jsonout_close(out, ']');
    jsonout_bool(out, "hands", henka_variant_has_hands(variant));
    jsonout_bool(out, "eitherFace", henka_variant_drops_either_face(variant));
    jsonout_bool(out, "countsSkips", henka_variant_counts_skips(variant));
    write_about(out, variant);
    jsonout_handicaps(out, variant);
    jsonout_options(out, variant);
    jsonout_open(out, "types", '[');
    int values[HENKA_MAX_TYPES];
    henka_variant_derived_values(variant, values, HENKA_MAX_TYPES);
    for (int type = 1; type <= henka_variant_type_count(variant); type++)
        write_type(out, variant, type, values[type]);
    jsonout_close(out, ']');
    jsonout_close(out, '}');
}

EXPORT("henka_variant") const char *shim_variant(const HenkaVariant *variant) {
    return answer_of(write_variant, variant, NO_NUMBER);
}

static void write_square(Out *out, const void *thing, int square) {
    out->length = henka_square_name(thing, square, out->buf, out->cap);
}

EXPORT("henka_square") const char *shim_square(const HenkaVariant *variant, int square) {
    return answer_of(write_square, variant, square);
}

/* ---- games ---- */

static HenkaError last_error;

static void write_last_error(Out *out, const void *thing, int number) {
    (void)thing, (void)number;
    write_diagnostic(out, &(HenkaDiagnostic){.fatal = true, .at = last_error});
}

EXPORT("henka_error") const char *shim_error(void) {
    return answer_of(write_last_error, NULL, NO_NUMBER);
}
/* 0 and henka_error when the SFEN is refused. */
EXPORT("henka_game_new") HenkaGame *shim_game_new(const HenkaVariant *variant, const char *sfen) {
    return henka_game_new_within(answer_budget(), variant, *sfen ? sfen : NULL, &last_error);
}
EXPORT("henka_game_free") void shim_game_free(HenkaGame *game) {
    if (listed == game) listed = NULL;
    henka_game_free(game);
}

static void write_board(Out *out, const HenkaGame *game, int squares) {
    jsonout_open(out, "board", '[');
    for (int square = 0; square < squares; square++) {
        HenkaSide side = HENKA_SENTE;
        int type = henka_game_piece(game, square, &side);
        jsonout_number(out, NULL, type && side == HENKA_GOTE ? -type : type);
    }
    jsonout_close(out, ']');
    jsonout_open(out, "frozen", '[');
    for (int square = 0; square < squares; square++)
        if (henka_game_frozen(game, square)) jsonout_number(out, NULL, square);
    jsonout_close(out, ']');
}

static void write_hands(Out *out, const HenkaGame *game, const HenkaVariant *variant) {
    jsonout_open(out, "hands", '[');
    for (int side = 0; side < 2; side++) {
        jsonout_open(out, NULL, '[');
        for (int type = 1; type <= henka_variant_type_count(variant); type++) {
            bool held = henka_variant_type(variant, type).in_hand == type;
            jsonout_number(out, NULL, held ? henka_game_hand(game, side, type) : 0);
        }
        jsonout_close(out, ']');
    }
    jsonout_close(out, ']');
}

static void write_state(Out *out, const void *thing, int number) {
    (void)number;
    const HenkaGame *game = thing;
    const HenkaVariant *variant = henka_game_variant(game);
    HenkaOutcome outcome = henka_game_outcome(game);
    jsonout_open(out, NULL, '{');
    jsonout_number(out, "side", henka_game_side(game));
    jsonout_number(out, "plies", henka_game_plies(game));
    jsonout_bool(out, "check", henka_game_in_check(game));
    jsonout_text(out, "reason", henka_reason_name(outcome.reason));
    jsonout_number(out, "winner", outcome.winner);
    write_board(out, game, henka_variant_files(variant) * henka_variant_ranks(variant));
    write_hands(out, game, variant);
    jsonout_close(out, '}');
}

EXPORT("henka_state") const char *shim_state(const HenkaGame *game) {
    return answer_of(write_state, game, NO_NUMBER);
}

static void write_attacked(Out *out, const void *thing, int side) {
    const HenkaGame *game = thing;
    const HenkaVariant *variant = henka_game_variant(game);
    int squares = henka_variant_files(variant) * henka_variant_ranks(variant);
    jsonout_open(out, NULL, '[');
    for (int square = 0; square < squares; square++)
        if (henka_game_attacked(game, square, (HenkaSide)side)) jsonout_number(out, NULL, square);
    jsonout_close(out, ']');
}

EXPORT("henka_attacked") const char *shim_attacked(const HenkaGame *game, int side) {
    return answer_of(write_attacked, game, side);
}

static void write_flags(Out *out, const HenkaMoveParts *parts) {
    jsonout_bool(out, "drop", parts->drop);
    jsonout_bool(out, "capture", parts->capture);
    jsonout_bool(out, "skip", parts->skip);
    jsonout_bool(out, "promotes", parts->promotes);
    jsonout_bool(out, "flips", parts->flips);
}

static void write_move(Out *out, const HenkaGame *game, HenkaMove move) {
    HenkaMoveParts parts = henka_game_parts(game, move);
    char usi[MOVE_CAP];
    henka_move_text(game, move, HENKA_USI, usi, sizeof usi);
    jsonout_open(out, NULL, '{');
    jsonout_text(out, "usi", usi);
    jsonout_number(out, "from", parts.from);
    jsonout_number(out, "to", parts.to);
    jsonout_number(out, "type", parts.type);
    jsonout_number(out, "becomes", parts.becomes);
    write_flags(out, &parts);
    jsonout_open(out, "victims", '[');
    for (int i = 0; i < parts.victim_count; i++) jsonout_number(out, NULL, parts.victims[i]);
    jsonout_close(out, ']');
    jsonout_close(out, '}');
}

static void write_moves(Out *out, const void *game, int number) {
    (void)number;
    jsonout_open(out, NULL, '[');
    for (size_t i = 0; i < move_count; i++) write_move(out, game, moves[i]);
    jsonout_close(out, ']');
}

EXPORT("henka_moves") const char *shim_moves(const HenkaGame *game) {
    list_moves(game);
    return answer_of(write_moves, game, NO_NUMBER);
}

static HenkaMove asked; /* the move of the text that was read */

/* Texts from the page itself are USI of legal moves, and are compared with the list. Other texts
 * are written by people and parsed in full. */
static bool read_move(const HenkaGame *game, const char *text) {
    char usi[MOVE_CAP];
    list_moves(game);
    for (size_t i = 0; i < move_count; i++) {
        size_t length = henka_move_text(game, moves[i], HENKA_USI, usi, sizeof usi);
        if (length < sizeof usi && !strcmp(usi, text)) return asked = moves[i], true;
    }
    return henka_move_parse(game, text, &asked, &last_error);
}

EXPORT("henka_play") bool shim_play(HenkaGame *game, const char *text) {
    if (!read_move(game, text) || !henka_game_play(game, asked)) return false;
    listed = NULL;
    return true;
}
EXPORT("henka_undo") bool shim_undo(HenkaGame *game) {
    listed = NULL;
    return henka_game_undo(game);
}

/* One move in every field, "null" when it isn't legal here. */
static void write_one_move(Out *out, const void *game, int number) {
    (void)number;
    write_move(out, game, asked);
}

EXPORT("henka_read_move") const char *shim_read_move(const HenkaGame *game, const char *text) {
    return read_move(game, text) ? answer_of(write_one_move, game, NO_NUMBER) : "null";
}

static void write_move_text(Out *out, const void *game, int notation) {
    out->length = henka_move_text_among(game, asked, (HenkaNotation)notation, moves, move_count,
                                        out->buf, out->cap);
}

/* Before the move is played. "" when it isn't legal. */
EXPORT("henka_move_text")
const char *shim_move_text(const HenkaGame *game, const char *text, int notation) {
    return read_move(game, text) ? answer_of(write_move_text, game, notation) : "";
}

static void write_sfen(Out *out, const void *game, int number) {
    (void)number;
    out->length = henka_game_sfen(game, out->buf, out->cap);
}

EXPORT("henka_sfen") const char *shim_sfen(const HenkaGame *game) {
    return answer_of(write_sfen, game, NO_NUMBER);
}
