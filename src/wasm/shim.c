/* shim - the public header as the page calls it: handles in, text and JSON out.
 *
 * The page runs it on its own thread, without a Web Worker: it only asks for legal moves and texts,
 * and the engine thinks on the server. Moves cross as USI text. This file has the functions that
 * show and play a game: all of the page's first module, henka.wasm. The full module, rules.wasm,
 * also has the sentences of words.c. */
#include "wasm/answer.h"

#include "base/jsonout.h"
#include "wasm/variant_json.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_SETTINGS = 64,
    MAX_DIAGNOSTICS = 64,
    MAX_WORDS = 4096, /* most bytes of an error's text */
    MOVE_CAP = 64     /* bytes of the longest move's USI text */
};

/* The legal moves of the last position, kept because the page reads a move, writes it in two
 * notations and plays it in separate calls, and rules about replies make the list expensive. */
static HenkaMove moves[HENKA_MAX_MOVES];
static size_t move_count;
static const HenkaGame
    *listed; /* the game whose moves are listed; NULL after the game has changed */

static void list_moves(const HenkaGame *game) {
    HenkaBudget *budget = answer_budget();
    if (listed == game) return;
    move_count = henka_game_moves(game, moves, HENKA_MAX_MOVES);
    listed = henka_budget_spent(budget) ? NULL : game;
}

/* Memory for a text that the page passes in. Without memory it aborts, as all modules do. */
EXPORT("henka_alloc") void *shim_alloc(size_t size) {
    void *memory = malloc(size);
    if (!memory) abort();
    return memory;
}
EXPORT("henka_release") void shim_release(void *memory) { free(memory); }
EXPORT("henka_version") const char *shim_version(void) { return HENKA_VERSION; }

/* The numbers of henka.h that the page uses by name. */
EXPORT("henka_constants") const char *shim_constants(void) {
    static const struct {
        const char *name;
        int bit;
    } marks[] = {
        {"move", HENKA_MARK_MOVE}, {"capture", HENKA_MARK_CAPTURE}, {"slide", HENKA_MARK_SLIDE},
        {"jump", HENKA_MARK_JUMP}, {"hop", HENKA_MARK_HOP},         {"victim", HENKA_MARK_VICTIM},
        {"area", HENKA_MARK_AREA}, {"burn", HENKA_MARK_BURN},
    };
    Out *out = answer_begin();
    jsonout_open(out, NULL, '{');
    jsonout_open(out, "marks", '{');
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        jsonout_number(out, marks[i].name, marks[i].bit);
    jsonout_close(out, '}');
    jsonout_open(out, "notations", '{');
    jsonout_number(out, "usi", HENKA_USI);
    jsonout_number(out, "western", HENKA_WESTERN);
    jsonout_number(out, "japanese", HENKA_JAPANESE);
    jsonout_number(out, "usual", HENKA_USUAL);
    jsonout_close(out, '}');
    jsonout_number(out, "maxLevel", HENKA_MAX_LEVEL);
    jsonout_number(out, "standardLevel", HENKA_STANDARD_LEVEL);
    jsonout_open(out, "reasons", '[');
    for (int reason = HENKA_PLAYING + 1; reason <= HENKA_ABANDONED; reason++)
        jsonout_text(out, NULL, henka_reason_name((HenkaReason)reason));
    jsonout_close(out, ']');
    jsonout_close(out, '}');
    return answer_end();
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

EXPORT("henka_shipped") const char *shim_shipped(void) {
    Out *out = answer_begin();
    jsonout_open(out, NULL, '[');
    for (size_t i = 0; henka_shipped_name(i); i++) jsonout_text(out, NULL, henka_shipped_name(i));
    jsonout_close(out, ']');
    return answer_end();
}

/* Can a call list the starting position's moves within its budget? If not, refuses the game. */
static bool begins(const HenkaVariant *variant, HenkaReport *report) {
    HenkaDiagnostic slow = {.fatal = true};
    HenkaGame *game = henka_game_new_within(answer_budget(), variant, NULL, &slow.at);
    henka_game_free(game);
    if (game) return true;
    if (report->count >= report->cap) report->count = report->cap - 1;
    report->entries[report->count++] = slow;
    return false;
}

/* Reads a game. text NULL: the shipped game called `name`. settings_text: "a=b\nc=d", which is cut
 * in place. Answers {variant: handle or 0, diagnostics}. */
EXPORT("henka_parse")
const char *shim_parse(const char *name, const char *text, char *settings_text) {
    static HenkaDiagnostic entries[MAX_DIAGNOSTICS];
    const char *settings[MAX_SETTINGS];
    size_t count = 0;
    for (char *line = strtok(settings_text, "\n"); line && count < MAX_SETTINGS;
         line = strtok(NULL, "\n"))
        settings[count++] = line;
    HenkaReport report = {.entries = entries, .cap = MAX_DIAGNOSTICS};
    HenkaVariant *variant = text ? henka_variant_parse_within(answer_budget(), text, strlen(text),
                                                              settings, count, &report)
                                 : henka_variant_shipped(name, settings, count, &report);
    if (text && variant && !begins(variant, &report)) {
        henka_variant_free(variant);
        variant = NULL;
    }
    Out *out = answer_begin();
    jsonout_open(out, NULL, '{');
    jsonout_number(out, "variant", (int)(intptr_t)variant);
    jsonout_open(out, "diagnostics", '[');
    for (size_t i = 0; i < report.count && i < report.cap; i++)
        write_diagnostic(out, &report.entries[i]);
    jsonout_close(out, ']');
    jsonout_close(out, '}');
    return answer_end();
}

EXPORT("henka_variant_free") void shim_variant_free(HenkaVariant *variant) {
    henka_variant_free(variant);
}
EXPORT("henka_variant") const char *shim_variant(const HenkaVariant *variant) {
    variant_json_write(answer_begin(), variant);
    return answer_end();
}
EXPORT("henka_square") const char *shim_square(const HenkaVariant *variant, int square) {
    while (!answer_fits(henka_square_name(variant, square, answer_room(), answer.cap))) {}
    return answer.buf;
}

/* ---- games ---- */

static HenkaError last_error;

EXPORT("henka_error") const char *shim_error(void) {
    write_diagnostic(answer_begin(), &(HenkaDiagnostic){.fatal = true, .at = last_error});
    return answer_end();
}
/* Begins a game. Returns 0 if the SFEN is refused; henka_error then returns the reason. */
EXPORT("henka_game_new") HenkaGame *shim_game_new(const HenkaVariant *variant, const char *sfen) {
    return henka_game_new_within(answer_budget(), variant, *sfen ? sfen : NULL, &last_error);
}
EXPORT("henka_game_free") void shim_game_free(HenkaGame *game) {
    if (listed == game) listed = NULL;
    henka_game_free(game);
}

EXPORT("henka_state") const char *shim_state(const HenkaGame *game) {
    const HenkaVariant *variant = henka_game_variant(game);
    int squares = henka_variant_files(variant) * henka_variant_ranks(variant);
    HenkaOutcome outcome = henka_game_outcome(game);
    Out *out = answer_begin();
    jsonout_open(out, NULL, '{');
    jsonout_number(out, "side", henka_game_side(game));
    jsonout_number(out, "plies", henka_game_plies(game));
    jsonout_bool(out, "check", henka_game_in_check(game));
    jsonout_text(out, "reason", henka_reason_name(outcome.reason));
    jsonout_number(out, "winner", outcome.winner);
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
    jsonout_close(out, '}');
    return answer_end();
}

EXPORT("henka_attacked") const char *shim_attacked(const HenkaGame *game, int side) {
    const HenkaVariant *variant = henka_game_variant(game);
    int squares = henka_variant_files(variant) * henka_variant_ranks(variant);
    Out *out = answer_begin();
    jsonout_open(out, NULL, '[');
    for (int square = 0; square < squares; square++)
        if (henka_game_attacked(game, square, (HenkaSide)side)) jsonout_number(out, NULL, square);
    jsonout_close(out, ']');
    return answer_end();
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
    jsonout_bool(out, "drop", parts.drop);
    jsonout_bool(out, "capture", parts.capture);
    jsonout_bool(out, "skip", parts.skip);
    jsonout_bool(out, "promotes", parts.promotes);
    jsonout_bool(out, "flips", parts.flips);
    jsonout_open(out, "victims", '[');
    for (int i = 0; i < parts.victim_count; i++) jsonout_number(out, NULL, parts.victims[i]);
    jsonout_close(out, ']');
    jsonout_close(out, '}');
}

EXPORT("henka_moves") const char *shim_moves(const HenkaGame *game) {
    list_moves(game);
    Out *out = answer_begin();
    jsonout_open(out, NULL, '[');
    for (size_t i = 0; i < move_count; i++) write_move(out, game, moves[i]);
    jsonout_close(out, ']');
    return answer_end();
}

static HenkaMove asked; /* the move that read_move read last, to be played or written */

/* Reads the text of a move into `asked`. Texts from the page itself are USI of legal moves, and
 * are compared with the list. Other texts are written by people and parsed in full. */
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

/* Reads a move in any notation and answers its fields as JSON; "null" if it isn't legal. */
EXPORT("henka_read_move") const char *shim_read_move(const HenkaGame *game, const char *text) {
    if (!read_move(game, text)) return "null";
    write_move(answer_begin(), game, asked);
    return answer_end();
}

/* Writes a move in a notation; called before the move is played. "" if it isn't legal. */
EXPORT("henka_move_text")
const char *shim_move_text(const HenkaGame *game, const char *text, int notation) {
    if (!read_move(game, text)) return "";
    while (!answer_fits(henka_move_text_among(game, asked, (HenkaNotation)notation, moves,
                                              move_count, answer_room(), answer.cap))) {}
    return answer.buf;
}

EXPORT("henka_sfen") const char *shim_sfen(const HenkaGame *game) {
    while (!answer_fits(henka_game_sfen(game, answer_room(), answer.cap))) {}
    return answer.buf;
}
