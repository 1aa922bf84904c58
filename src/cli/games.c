/* games - facts about a game and about a position in it: `variants`, `describe`, `check` and
 * `moves`, as text or, by --json, as one JSON document (docs/json.md). */
#include "base/error.h"
#include "base/jsonout.h"
#include "base/out.h"
#include "base/utf8.h"
#include "cli/commands.h"
#include "cli/moves.h"
#include "protocol/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPORT_CAP = 4096 };

/* ---- JSON ------------------------------------------------------------------------------------ */

/* Writes a whole document: once for its length, then into memory of that length. */
static int json_print(void (*write)(Out *, void *context), void *context) {
    Out out = out_to(NULL, 0);
    write(&out, context);
    char *text = malloc(out.length + 1);
    if (!text) return args_no_memory();
    out = out_to(text, out.length + 1);
    write(&out, context);
    puts(text);
    free(text);
    return 0;
}

static void about_write(Out *out, const HenkaVariant *variant) {
    static const char *const keys[] = {"author", "year", "source", "story"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *value = henka_variant_about(variant, keys[i]);
        if (*value) jsonout_text(out, keys[i], value);
    }
}

/* Writes the summary of a game, as every list of games has it. */
static void summary_write(Out *out, const HenkaVariant *variant) {
    jsonout_text(out, "name", henka_variant_name(variant));
    jsonout_text(out, "title", henka_variant_title(variant));
    jsonout_number(out, "files", henka_variant_files(variant));
    jsonout_number(out, "ranks", henka_variant_ranks(variant));
    about_write(out, variant);
}

static void piece_write(Out *out, const HenkaVariant *variant, int number) {
    char moves[2048];
    HenkaType type = henka_variant_type(variant, number);
    henka_variant_describe_type(variant, number, HENKA_ENGLISH, moves, sizeof moves);
    jsonout_open(out, NULL, '{');
    jsonout_text(out, "id", type.id);
    jsonout_text(out, "name", type.name);
    if (*type.kanji) jsonout_text(out, "kanji", type.kanji);
    jsonout_text(out, "western", type.western);
    jsonout_text(out, "betza", type.betza);
    jsonout_text(out, "moves", moves);
    jsonout_bool(out, "royal", type.royal);
    if (type.promoted)
        jsonout_text(out, "promotesTo", henka_variant_type(variant, type.promoted).id);
    if (type.in_hand) jsonout_text(out, "inHand", henka_variant_type(variant, type.in_hand).id);
    jsonout_number(out, "value", henka_variant_type_value(variant, number));
    jsonout_close(out, '}');
}

static void variant_write(Out *out, void *context) {
    const HenkaVariant *variant = context;
    jsonout_open(out, NULL, '{');
    summary_write(out, variant);
    jsonout_number(out, "zone", henka_variant_zone(variant));
    jsonout_text(out, "board", henka_variant_board(variant));
    jsonout_bool(out, "drops", henka_variant_has_hands(variant));
    jsonout_text(out, "start", henka_variant_start(variant));
    jsonout_handicaps(out, variant);
    jsonout_options(out, variant);
    jsonout_open(out, "pieces", '[');
    for (int type = 1; type <= henka_variant_type_count(variant); type++)
        piece_write(out, variant, type);
    jsonout_close(out, ']');
    jsonout_close(out, '}');
}

/* ---- variants -------------------------------------------------------------------------------- */

/* A list of games that is being written. */
typedef struct GameListing {
    const Args *args; /* arguments of the command */
    bool broken; /* memory ran out, or the library is broken: the error was printed, and the list
                    ends */
} GameListing;

static void variants_write(Out *out, void *context) {
    GameListing *listing = context;
    const char *name;
    jsonout_open(out, NULL, '[');
    for (size_t i = 0; (name = henka_shipped_name(i)); i++) {
        HenkaVariant *variant = args_variant(listing->args, name);
        if (!variant) {
            listing->broken = true;
            break;
        }
        jsonout_open(out, NULL, '{');
        summary_write(out, variant);
        jsonout_close(out, '}');
        henka_variant_free(variant);
    }
    jsonout_close(out, ']');
}

int variants_run(Args *args) {
    bool json = false;
    const CommandOption options[] = {{"--json", OPTION_FLAG, &json}};
    if (!args_take(args, options, 1) || !args_count(args, 0, 0)) return EXIT_USAGE;
    if (json) {
        GameListing listing = {args, false};
        return json_print(variants_write, &listing) || listing.broken;
    }
    const char *name;
    for (size_t i = 0; (name = henka_shipped_name(i)); i++) {
        HenkaVariant *variant = args_variant(args, name);
        if (!variant) return 1;
        char board[32];
        snprintf(board, sizeof board, "%dx%d", henka_variant_files(variant),
                 henka_variant_ranks(variant));
        printf("%-12s %-6s %s\n", name, board, henka_variant_title(variant));
        henka_variant_free(variant);
    }
    return 0;
}

/* ---- describe -------------------------------------------------------------------------------- */

static int description_print(const HenkaVariant *variant) {
    size_t length = henka_variant_describe(variant, HENKA_ENGLISH, NULL, 0);
    char *text = malloc(length + 1);
    if (!text) return args_no_memory();
    henka_variant_describe(variant, HENKA_ENGLISH, text, length + 1);
    while (length && text[length - 1] == '\n') length--;
    printf("%.*s\n", (int)length, text);
    free(text);
    return 0;
}

int describe_run(Args *args) {
    bool json = false;
    const CommandOption options[] = {{"--json", OPTION_FLAG, &json}};
    if (!args_take(args, options, 1) || !args_count(args, 1, 1)) return EXIT_USAGE;
    HenkaVariant *variant = args_variant(args, args->words[0]);
    int status = 1;
    if (variant && args_numbers(args, variant, args->words[0], "", ""))
        status = json ? json_print(variant_write, variant) : description_print(variant);
    henka_variant_free(variant);
    return status;
}

/* ---- check ----------------------------------------------------------------------------------- */

/* The result of checking one file. */
typedef struct Checked {
    const char *path;
    HenkaReport report; /* its entries are owned */
    char *text;         /* text of the file, owned; NULL: it could not be read */
    size_t length;
    bool good; /* it is a game without an error */
} Checked;

static void warn(HenkaReport *report, const HenkaDiagnostic *warning) {
    if (report->count < report->cap) report->entries[report->count] = *warning;
    report->count++;
}

/* Is this side in check when it is to move in the array? */
static bool array_in_check(HenkaBudget *budget, const HenkaVariant *variant, char side) {
    char sfen[8192];
    snprintf(sfen, sizeof sfen, "%s", henka_variant_start(variant));
    char *to_move = strchr(sfen, ' ');
    if (to_move) to_move[1] = side;
    HenkaGame *game = henka_game_new_within(budget, variant, sfen, NULL);
    bool check = game && henka_game_in_check(game) && !henka_budget_spent(budget);
    henka_game_free(game);
    return check;
}

/* Errors of an array that only play shows: a royal that can be taken, a first move that wins. If
 * lists of moves are slow, not every first move is tried: CHECK_STEPS are half a second. */
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
    static const MessageKey sides[] = {MSG_FIRST_SIDE, MSG_SECOND_SIDE};
    for (int side = 0; side < 2 && !wins; side++) {
        henka_budget_refill(budget, CHECK_STEPS);
        if (!array_in_check(budget, variant, "wb"[side])) continue;
        error_say(&warning.at, 1, 1, MSG_CHECK_ARRAY_TAKES, ARG_SAY(sides[side]));
        warn(report, &warning);
    }
    free(moves);
    henka_game_free(game);
}

static bool file_check(const Args *args, Checked *checked) {
    HenkaError error;
    HenkaReport *report = &checked->report;
    checked->text = file_read_game(checked->path, &checked->length, &error);
    if (!checked->text) {
        HenkaVariant *shipped = henka_variant_shipped(checked->path, NULL, 0, NULL);
        if (shipped)
            args_complain(MSG_CHECK_SHIPPED, arg_error(&error), arg_text(checked->path));
        else
            args_say(stderr, MSG_HENKA_SAYS, arg_error(&error));
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

/* The columns of a terminal that a character takes: characters of three bytes and more are mostly
 * kanji. */
static int cells(size_t bytes) { return bytes > 2 ? 2 : 1; }

/* Prints the line, or a part around the column of a long one, and a mark below the column. */
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
    if (at->column < 1 || at->column > end - line + 1) return; /* 0: no place */
    const char *mark = line + at->column - 1, *from = line;
    if (mark - line > EXCERPT_BEFORE && end - line > EXCERPT_BYTES) from = mark - EXCERPT_BEFORE;
    while (from > line && ((unsigned char)*from & 0xC0) == 0x80) from--;
    Out shown = out_growing();
    int before = 0;
    for (const char *next = from; next < end && next - from < EXCERPT_BYTES;) {
        size_t bytes = utf8_character(next, (size_t)(end - next));
        bool plain = bytes && (unsigned char)*next >= ' ' && *next != 127;
        out_bytes(&shown, plain ? next : " ", plain ? bytes : 1);
        if (next < mark) before += cells(bytes);
        next += bytes ? bytes : 1;
    }
    char *excerpt = out_take(&shown);
    if (excerpt && *excerpt) printf("    %s\n    %*s^\n", excerpt, before, "");
    free(excerpt);
}

/* The number of entries that are neither error nor note. Findings beyond the report's room count as
 * warnings. */
static int warnings_of(const HenkaReport *report) {
    size_t warnings = report->count - report->fatal_count;
    for (size_t i = 0; i < report->count && i < report->cap; i++)
        warnings -= report->entries[i].note;
    return (int)warnings;
}

static void checked_print(const Checked *checked) {
    const HenkaReport *report = &checked->report;
    for (size_t i = 0; i < report->count && i < report->cap; i++) {
        args_report(stdout, checked->path, &report->entries[i]);
        excerpt_print(checked->text, checked->length, &report->entries[i].at);
    }
    fflush(stdout);
    args_say(stderr, MSG_CHECK_COUNTS, arg_text(checked->path),
             arg_number((int64_t)report->fatal_count), arg_number(warnings_of(report)));
}

static void checked_write(Out *out, const Checked *checked) {
    const HenkaReport *report = &checked->report;
    jsonout_open(out, NULL, '{');
    jsonout_text(out, "file", checked->path);
    jsonout_number(out, "errors", (int)report->fatal_count);
    jsonout_number(out, "warnings", warnings_of(report));
    jsonout_open(out, "findings", '[');
    for (size_t i = 0; i < report->count && i < report->cap; i++) {
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

typedef struct CheckedFiles {
    Checked *files;
    int count;
} CheckedFiles;

static void files_write(Out *out, void *context) {
    const CheckedFiles *checked = context;
    jsonout_open(out, NULL, '[');
    for (int i = 0; i < checked->count; i++) checked_write(out, &checked->files[i]);
    jsonout_close(out, ']');
}

int check_run(Args *args) {
    bool json = false, good = true;
    const CommandOption options[] = {{"--json", OPTION_FLAG, &json}};
    if (!args_take(args, options, 1) || !args_count(args, 1, -1)) return EXIT_USAGE;
    int status = 0;
    CheckedFiles checked = {calloc((size_t)args->count, sizeof(Checked)), 0};
    if (!checked.files) return args_no_memory();
    for (int i = 0; i < args->count && !status; i++) {
        Checked *file = &checked.files[i];
        file->path = args->words[i];
        file->report.cap = REPORT_CAP;
        file->report.entries = calloc(REPORT_CAP, sizeof *file->report.entries);
        checked.count = i + 1;
        if (!file->report.entries) {
            status = args_no_memory();
            break;
        }
        if (file_check(args, file) && !json) checked_print(file);
        good &= file->good;
    }
    if (!status && json) status = json_print(files_write, &checked);
    for (int i = 0; i < checked.count; i++) {
        free(checked.files[i].report.entries);
        free(checked.files[i].text);
    }
    free(checked.files);
    return status ? status : !good;
}

/* ---- moves ----------------------------------------------------------------------------------- */

static int text_order(const void *a, const void *b) { return strcmp(a, b); }

MoveText *moves_sorted(const HenkaGame *game, size_t *count) {
    HenkaMove *moves = malloc(HENKA_MAX_MOVES * sizeof *moves);
    MoveText *texts = malloc(HENKA_MAX_MOVES * sizeof *texts);
    *count = moves && texts ? henka_game_moves(game, moves, HENKA_MAX_MOVES) : 0;
    for (size_t i = 0; i < *count; i++) {
        texts[i].move = moves[i];
        henka_move_text(game, moves[i], HENKA_USI, texts[i].text, sizeof texts[i].text);
    }
    if (moves && texts) {
        qsort(texts, *count, sizeof *texts, text_order);
        free(moves);
        return texts;
    }
    free(moves), free(texts);
    args_no_memory();
    return NULL;
}

typedef struct PositionMoves {
    const HenkaGame *game;
    const MoveText *texts;
    size_t count;
} PositionMoves;

static void moves_write(Out *out, void *context) {
    const PositionMoves *moves = context;
    HenkaOutcome outcome = henka_game_outcome(moves->game);
    char text[4096];
    henka_game_sfen(moves->game, text, sizeof text);
    jsonout_open(out, NULL, '{');
    jsonout_text(out, "sfen", text);
    jsonout_text(out, "side", henka_game_side(moves->game) == HENKA_SENTE ? "sente" : "gote");
    jsonout_bool(out, "check", henka_game_in_check(moves->game));
    jsonout_text(out, "outcome", henka_reason_name(outcome.reason));
    if (outcome.winner >= 0)
        jsonout_text(out, "winner", outcome.winner == HENKA_SENTE ? "sente" : "gote");
    jsonout_open(out, "moves", '[');
    for (size_t i = 0; i < moves->count; i++) {
        henka_move_text(moves->game, moves->texts[i].move, HENKA_WESTERN, text, sizeof text);
        jsonout_open(out, NULL, '{');
        jsonout_text(out, "usi", moves->texts[i].text);
        jsonout_text(out, "western", text);
        jsonout_close(out, '}');
    }
    jsonout_close(out, ']');
    jsonout_close(out, '}');
}

int moves_run(Args *args) {
    bool json = false;
    const CommandOption options[] = {{"--json", OPTION_FLAG, &json}};
    if (!args_take(args, options, 1) || !args_count(args, 1, -1)) return EXIT_USAGE;
    int status = 1;
    HenkaVariant *variant = args_variant(args, args->words[0]);
    HenkaGame *game = variant ? args_position(args, variant, 1) : NULL;
    size_t count;
    MoveText *texts = game ? moves_sorted(game, &count) : NULL;
    if (texts) {
        PositionMoves moves = {game, texts, count};
        for (size_t i = 0; i < moves.count && !json; i++) puts(texts[i].text);
        status = json ? json_print(moves_write, &moves) : 0;
    }
    free(texts);
    henka_game_free(game);
    henka_variant_free(variant);
    return status;
}
