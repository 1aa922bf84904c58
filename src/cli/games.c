/* games - facts about a game and about a position in it: `variants`, `describe`, `check` and
 * `moves`, as text or, by --json, as one JSON document (docs/json.md). */
#include "base/error.h"
#include "base/jsonout.h"
#include "base/out.h"
#include "base/utf8.h"
#include "cli/commands.h"
#include "protocol/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPORT_CAP = 4096 };

/* Reads --json, and checks that `least` to `most` words are left. False: the error was printed. */
static bool json_take(Args *args, bool *json, int least, int most) {
    const CommandOption options[] = {{"--json", OPTION_FLAG, json}};
    return args_take(args, options, 1, least, most);
}

/* Prints the JSON document in `out` and frees it. Returns the exit status. */
static int json_print(Out *out) {
    char *text = out_take(out);
    if (!text) return args_no_memory();
    puts(text);
    free(text);
    return 0;
}

/* Writes the facts about a game that `variants` and `describe` have in common. */
static void summary_write(Out *out, const HenkaVariant *variant) {
    static const char *const keys[] = {"author", "year", "source", "story"};
    jsonout_text(out, "name", henka_variant_name(variant));
    jsonout_text(out, "title", henka_variant_title(variant));
    jsonout_number(out, "files", henka_variant_files(variant));
    jsonout_number(out, "ranks", henka_variant_ranks(variant));
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *value = henka_variant_about(variant, keys[i]);
        if (*value) jsonout_text(out, keys[i], value);
    }
}

int variants_run(Args *args) {
    bool json = false;
    if (!json_take(args, &json, 0, 0)) return EXIT_USAGE;
    Out out = out_growing();
    const char *name;
    jsonout_open(&out, NULL, '[');
    for (size_t i = 0; (name = henka_shipped_name(i)); i++) {
        HenkaVariant *variant = args_variant(args, name, NULL, NULL);
        if (!variant) return free(out_take(&out)), 1;
        char board[32];
        snprintf(board, sizeof board, "%dx%d", henka_variant_files(variant),
                 henka_variant_ranks(variant));
        if (!json) printf("%-12s %-6s %s\n", name, board, henka_variant_title(variant));
        jsonout_open(&out, NULL, '{');
        summary_write(&out, variant);
        jsonout_close(&out, '}');
        henka_variant_free(variant);
    }
    jsonout_close(&out, ']');
    if (json) return json_print(&out);
    free(out_take(&out));
    return 0;
}

/* ---- describe -------------------------------------------------------------------------------- */

static int variant_json(const HenkaVariant *variant) {
    Out out = out_growing();
    jsonout_open(&out, NULL, '{');
    summary_write(&out, variant);
    jsonout_number(&out, "zone", henka_variant_zone(variant));
    jsonout_text(&out, "board", henka_variant_board(variant));
    jsonout_text(&out, "family", henka_variant_family(variant));
    jsonout_bool(&out, "drops", henka_variant_has_hands(variant));
    jsonout_text(&out, "start", henka_variant_start(variant));
    jsonout_handicaps(&out, variant);
    jsonout_options(&out, variant);
    jsonout_open(&out, "pieces", '[');
    for (int number = 1; number <= henka_variant_type_count(variant); number++) {
        char moves[2048];
        HenkaType type = henka_variant_type(variant, number);
        henka_variant_describe_type(variant, number, HENKA_ENGLISH, moves, sizeof moves);
        jsonout_open(&out, NULL, '{');
        jsonout_text(&out, "id", type.id);
        jsonout_text(&out, "name", type.name);
        if (*type.kanji) jsonout_text(&out, "kanji", type.kanji);
        jsonout_text(&out, "western", type.western);
        jsonout_text(&out, "betza", type.betza);
        jsonout_text(&out, "moves", moves);
        jsonout_bool(&out, "royal", type.royal);
        if (type.promoted)
            jsonout_text(&out, "promotesTo", henka_variant_type(variant, type.promoted).id);
        if (type.in_hand)
            jsonout_text(&out, "inHand", henka_variant_type(variant, type.in_hand).id);
        jsonout_number(&out, "value", henka_variant_type_value(variant, number));
        jsonout_close(&out, '}');
    }
    jsonout_close(&out, ']');
    jsonout_close(&out, '}');
    return json_print(&out);
}

int describe_run(Args *args) {
    bool json = false;
    if (!json_take(args, &json, 1, 1)) return EXIT_USAGE;
    HenkaVariant *variant = args_variant(args, args->words[0], "", "");
    if (!variant) return 1;
    int status = 0;
    if (json) {
        status = variant_json(variant);
    } else {
        size_t length = henka_variant_describe(variant, HENKA_ENGLISH, NULL, 0);
        char *text = malloc(length + 1);
        if (text) {
            henka_variant_describe(variant, HENKA_ENGLISH, text, length + 1);
            while (length && text[length - 1] == '\n') length--;
            printf("%.*s\n", (int)length, text);
        } else {
            status = args_no_memory();
        }
        free(text);
    }
    henka_variant_free(variant);
    return status;
}

/* ---- check ----------------------------------------------------------------------------------- */

typedef struct Checked {
    const char *path;
    HenkaReport report; /* the findings; Checked owns its entries */
    char *text;         /* text of the file, owned; NULL: it could not be read */
    size_t length;
    bool good; /* the file is a game without errors */
} Checked;

static void warn(HenkaReport *report, const HenkaDiagnostic *warning) {
    if (report->count < report->cap) report->entries[report->count] = *warning;
    report->count++;
}

/* Warns of faults of the starting position that only play shows: a royal that can be taken at once,
 * a first move that wins. CHECK_STEPS of the budget take half a second. If they run out, because
 * lists of moves are slow, not every first move is tried. */
enum { CHECK_STEPS = 20000000 };
static void array_check(HenkaBudget *budget, const HenkaVariant *variant, HenkaReport *report) {
    HenkaDiagnostic warning = {0};
    HenkaGame *game = henka_game_new_within(budget, variant, NULL, &warning.at);
    HenkaMove *moves = game ? malloc(HENKA_MAX_MOVES * sizeof *moves) : NULL;
    size_t count = moves ? henka_game_moves(game, moves, HENKA_MAX_MOVES) : 0;
    bool wins = false;
    size_t tried = 0;
    if (henka_budget_spent(budget)) {
        henka_budget_error(budget, variant, &warning.at);
        warning.at.line = warning.at.column = 1;
        warn(report, &warning);
    }
    for (; tried < count && !wins; tried++) {
        HenkaMove move = moves[tried];
        char text[64];
        henka_move_text(game, move, HENKA_USI, text, sizeof text);
        wins = henka_game_play(game, move) && henka_game_outcome(game).winner == HENKA_SENTE;
        if (wins) error_say(&warning.at, 1, 1, MSG_CHECK_ARRAY_WINS, arg_text(text));
        if (henka_budget_spent(budget)) break;
        henka_game_undo(game);
    }
    if (!wins && tried < count)
        error_say(&warning.at, 1, 1, MSG_CHECK_ARRAY_SLOW, arg_number((int64_t)tried),
                  arg_number((int64_t)count));
    if (wins || tried < count) warn(report, &warning);
    free(moves);
    henka_game_free(game);
    static const MessageKey sides[] = {MSG_FIRST_SIDE, MSG_SECOND_SIDE};
    for (int side = 0; side < 2 && !wins; side++) {
        char sfen[8192];
        snprintf(sfen, sizeof sfen, "%s", henka_variant_start(variant));
        char *to_move = strchr(sfen, ' ');
        if (to_move) to_move[1] = "wb"[side];
        henka_budget_refill(budget, CHECK_STEPS);
        game = henka_game_new_within(budget, variant, sfen, NULL);
        if (game && henka_game_in_check(game) && !henka_budget_spent(budget)) {
            error_say(&warning.at, 1, 1, MSG_CHECK_ARRAY_TAKES, ARG_SAY(sides[side]));
            warn(report, &warning);
        }
        henka_game_free(game);
    }
}

/* Returns false if the file cannot be read; the error was printed. */
static bool file_check(const Args *args, Checked *checked) {
    HenkaError error;
    HenkaReport *report = &checked->report;
    checked->text = file_read_game(checked->path, &checked->length, &error);
    if (!checked->text) {
        HenkaVariant *shipped = henka_variant_shipped(checked->path, NULL, 0, NULL);
        if (shipped)
            args_complain(MSG_CHECK_SHIPPED, arg_error(&error), arg_text(checked->path));
        else
            args_fail(&error);
        henka_variant_free(shipped);
        report->entries[0] = (HenkaDiagnostic){.fatal = true, .at = error};
        report->count = report->fatal_count = 1;
        return false;
    }
    HenkaVariant *variant = henka_variant_parse(checked->text, checked->length,
                                                args->settings.texts, args->settings.count, report);
    checked->good = variant && !report->fatal_count;
    HenkaBudget *budget = checked->good ? henka_budget_new(CHECK_STEPS) : NULL;
    if (budget) array_check(budget, variant, report);
    henka_budget_free(budget);
    henka_variant_free(variant);
    return true;
}

enum { EXCERPT_BYTES = 72, EXCERPT_BEFORE = 40 };

/* Prints the line of an error, or part of a long line, and a mark below the column of the error. */
static void excerpt_print(const char *text, size_t length, const HenkaError *at) {
    const char *line = text, *end = text + length;
    for (int number = 1; number < at->line && line; number++) {
        line = memchr(line, '\n', (size_t)(end - line));
        line += line != NULL;
    }
    if (!line) return;
    const char *cut = memchr(line, '\n', (size_t)(end - line));
    if (cut) end = cut;
    if (end > line && end[-1] == '\r') end--;
    if (at->column < 1 || at->column > end - line + 1) return; /* 0: about no place in the text */
    const char *mark = line + at->column - 1, *from = line;
    if (mark - line > EXCERPT_BEFORE && end - line > EXCERPT_BYTES) from = mark - EXCERPT_BEFORE;
    while (from > line && ((unsigned char)*from & 0xC0) == 0x80) from--;
    Out shown = out_growing();
    int before = 0; /* number of columns of the terminal before the mark */
    for (const char *next = from; next < end && next - from < EXCERPT_BYTES;) {
        size_t bytes = utf8_character(next, (size_t)(end - next));
        bool plain = bytes && (unsigned char)*next >= ' ' && *next != 127;
        out_bytes(&shown, plain ? next : " ", plain ? bytes : 1);
        /* Characters of three bytes and more are mostly kanji, which take two columns. */
        if (next < mark) before += bytes > 2 ? 2 : 1;
        next += bytes ? bytes : 1;
    }
    char *excerpt = out_take(&shown);
    if (excerpt && *excerpt) printf("    %s\n    %*s^\n", excerpt, before, "");
    free(excerpt);
}

/* Prints the findings of a file, or, if `json` is set, appends them to the JSON document. */
static void checked_report(const Checked *checked, bool json, Out *out) {
    const HenkaReport *report = &checked->report;
    size_t listed = report->count < report->cap ? report->count : report->cap;
    /* Findings for which the report had no room count as warnings. Notes do not count. */
    size_t warnings = report->count - report->fatal_count;
    for (size_t i = 0; i < listed; i++) warnings -= report->entries[i].note;
    if (!json) {
        for (size_t i = 0; i < listed; i++) {
            args_report(stdout, checked->path, &report->entries[i]);
            excerpt_print(checked->text, checked->length, &report->entries[i].at);
        }
        fflush(stdout);
        args_say(stderr, MSG_CHECK_COUNTS, arg_text(checked->path),
                 arg_number((int64_t)report->fatal_count), arg_number((int64_t)warnings));
        return;
    }
    jsonout_open(out, NULL, '{');
    jsonout_text(out, "file", checked->path);
    jsonout_number(out, "errors", (int64_t)report->fatal_count);
    jsonout_number(out, "warnings", (int64_t)warnings);
    jsonout_open(out, "findings", '[');
    for (size_t i = 0; i < listed; i++) {
        jsonout_open(out, NULL, '{');
        jsonout_number(out, "line", report->entries[i].at.line);
        jsonout_number(out, "column", report->entries[i].at.column);
        jsonout_bool(out, "fatal", report->entries[i].fatal);
        jsonout_bool(out, "note", report->entries[i].note);
        jsonout_text(out, "message", report->entries[i].at.message);
        jsonout_close(out, '}');
    }
    jsonout_close(out, ']');
    jsonout_close(out, '}');
}

int check_run(Args *args) {
    bool json = false, good = true;
    if (!json_take(args, &json, 1, -1)) return EXIT_USAGE;
    HenkaDiagnostic *entries = calloc(REPORT_CAP, sizeof *entries);
    if (!entries) return args_no_memory();
    Out out = out_growing();
    jsonout_open(&out, NULL, '[');
    for (int i = 0; i < args->count; i++) {
        Checked checked = {.path = args->words[i],
                           .report = {.entries = entries, .cap = REPORT_CAP}};
        if (file_check(args, &checked) || json) checked_report(&checked, json, &out);
        good &= checked.good;
        free(checked.text);
    }
    jsonout_close(&out, ']');
    free(entries);
    int status = json ? json_print(&out) : 0;
    if (!json) free(out_take(&out));
    return status ? status : !good;
}

/* ---- moves ----------------------------------------------------------------------------------- */

static int moves_json(const HenkaGame *game, const MoveText *moves, size_t count) {
    HenkaOutcome outcome = henka_game_outcome(game);
    Out out = out_growing();
    char text[4096];
    henka_game_sfen(game, text, sizeof text);
    jsonout_open(&out, NULL, '{');
    jsonout_text(&out, "sfen", text);
    jsonout_text(&out, "side", henka_game_side(game) == HENKA_SENTE ? "sente" : "gote");
    jsonout_bool(&out, "check", henka_game_in_check(game));
    jsonout_text(&out, "outcome", henka_reason_name(outcome.reason));
    if (outcome.winner >= 0)
        jsonout_text(&out, "winner", outcome.winner == HENKA_SENTE ? "sente" : "gote");
    jsonout_open(&out, "moves", '[');
    for (size_t i = 0; i < count; i++) {
        henka_move_text(game, moves[i].move, HENKA_WESTERN, text, sizeof text);
        jsonout_open(&out, NULL, '{');
        jsonout_text(&out, "usi", moves[i].text);
        jsonout_text(&out, "western", text);
        jsonout_close(&out, '}');
    }
    jsonout_close(&out, ']');
    jsonout_close(&out, '}');
    return json_print(&out);
}

int moves_run(Args *args) {
    bool json = false;
    if (!json_take(args, &json, 1, -1)) return EXIT_USAGE;
    int status = 1;
    HenkaVariant *variant = args_variant(args, args->words[0], NULL, NULL);
    HenkaGame *game = variant ? args_position(args, variant, 1) : NULL;
    size_t count;
    MoveText *moves = game ? args_moves(game, &count) : NULL;
    for (size_t i = 0; moves && !json && i < count; i++) puts(moves[i].text);
    if (moves) status = json ? moves_json(game, moves, count) : 0;
    free(moves);
    henka_game_free(game);
    henka_variant_free(variant);
    return status;
}
