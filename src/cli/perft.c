/* perft - counts the sequences of moves from one position, or from each position of a table with
 * the counts of other programs, and compares the counts. */
#include "base/ascii.h"
#include "cli/commands.h"
#include "protocol/file.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_LIMIT = 60, THREAD_LIMIT = 256 };

/* Prints the number of sequences. Returns the exit status. */
static int perft_print(HenkaGame *game, int depth) {
    for (int i = 1; i <= depth; i++) {
        uint64_t nodes = henka_game_perft(game, i);
        if (nodes == UINT64_MAX) return args_no_memory();
        printf("%d %" PRIu64 "\n", i, nodes);
        fflush(stdout);
    }
    return 0;
}

/* Prints each move with the number of its sequences, then the total. Returns the exit status. */
static int divide_print(HenkaGame *game, int depth) {
    size_t count, i = 0;
    MoveText *texts = args_moves(game, &count);
    if (!texts) return 1;
    uint64_t total = 0;
    for (; i < count && henka_game_play(game, texts[i].move); i++) {
        uint64_t nodes = depth > 1 ? henka_game_perft(game, depth - 1) : 1;
        henka_game_undo(game);
        if (nodes == UINT64_MAX) break;
        printf("%s %" PRIu64 "\n", texts[i].text, nodes);
        total += nodes;
    }
    free(texts);
    if (i < count) return args_no_memory();
    if (perft_print(game, depth - 1)) return 1;
    printf("%d %" PRIu64 "\n", depth, total);
    return 0;
}

/* ---- tables ---------------------------------------------------------------------------------- */

/* A row "sfen TAB depth TAB nodes" of a table, and its result. */
typedef struct Row {
    int line;             /* line number in the file, from 1 */
    char *sfen;           /* points into the text of the file */
    int64_t depth, nodes; /* depth, and the number of sequences that is expected */
    bool skipped;         /* not counted, because it has more nodes than --max-nodes */
    bool bad;             /* not a valid row, or the count differs */
    char wrong[320];      /* the text to print if `bad` is set */
} Row;

/* The work of all threads. They share the rows, which are printed in the order of the file. */
typedef struct PerftTable {
    const Args *args;
    const char *game; /* the game's name on the command line */
    Row *rows;
    size_t count;
    atomic_size_t next; /* the first row that no thread has taken yet */
} PerftTable;

/* Splits the text into rows in place, with NULs. Returns their number; (size_t)-1: no memory. */
static size_t rows_parse(char *text, Row **rows) {
    size_t count = 0, cap = 0;
    int line = 0;
    for (char *next; text && *text; text = next) {
        size_t length = strcspn(text, "\n");
        next = text[length] ? text + length + 1 : NULL;
        text[length] = '\0';
        line++;
        text[strcspn(text, "#")] = '\0';
        length = strlen(text);
        while (length && ascii_is_in(text[length - 1], " \t\r")) text[--length] = '\0';
        if (!length) continue;
        if (count == cap) {
            Row *more = realloc(*rows, (cap = cap ? 2 * cap : 256) * sizeof **rows);
            if (!more) return (size_t)-1;
            *rows = more;
        }
        Row *row = &(*rows)[count++];
        *row = (Row){.line = line, .sfen = text};
        char *depth = strchr(text, '\t'), *nodes = depth ? strchr(depth + 1, '\t') : NULL;
        if (nodes) *depth++ = '\0', *nodes++ = '\0';
        if (nodes) nodes[strcspn(nodes, "\t ")] = '\0';
        row->bad = !nodes || !args_number(depth, 0, 60, &row->depth) ||
                   !args_number(nodes, 0, INT64_MAX, &row->nodes);
        Out wrong = out_to(row->wrong, sizeof row->wrong);
        if (row->bad)
            out_say(&wrong, HENKA_ENGLISH, MSG_PERFT_ROW_FORM, arg_bytes(text, strnlen(text, 200)));
    }
    return count;
}

static void *rows_run(void *context) {
    PerftTable *table = context;
    HenkaVariant *variant = args_variant(table->args, table->game, NULL, NULL);
    for (size_t i; variant && (i = atomic_fetch_add(&table->next, 1)) < table->count;) {
        Row *row = &table->rows[i];
        if (row->skipped || row->bad) continue;
        HenkaError error;
        HenkaGame *game = henka_game_new(variant, row->sfen, &error);
        uint64_t nodes = game ? henka_game_perft(game, (int)row->depth) : 0;
        Out wrong = out_to(row->wrong, sizeof row->wrong);
        row->bad = !game || nodes != (uint64_t)row->nodes;
        if (!game)
            out_say(&wrong, HENKA_ENGLISH, MSG_PERFT_ROW_SFEN, arg_number(error.column),
                    arg_error(&error));
        else if (row->bad)
            out_say(&wrong, HENKA_ENGLISH, MSG_PERFT_ROW_COUNT, arg_number(row->depth),
                    arg_number(row->nodes), arg_number((int64_t)nodes),
                    arg_bytes(row->sfen, strnlen(row->sfen, 200)));
        henka_game_free(game);
    }
    henka_variant_free(variant);
    return NULL;
}

static int table_print(const PerftTable *table, const char *path) {
    size_t ok = 0, bad = 0, skipped = 0;
    for (size_t i = 0; i < table->count; i++) {
        const Row *row = &table->rows[i];
        if (row->bad) printf("%s:%d: %s\n", path, row->line, row->wrong);
        *(row->bad ? &bad : row->skipped ? &skipped : &ok) += 1;
    }
    if (skipped) args_say(stdout, MSG_PERFT_SKIPPED, arg_number((int64_t)skipped));
    if (!ok && !bad) args_say(stdout, MSG_PERFT_NO_ROW, arg_text(path)), bad++;
    args_say(stdout, MSG_PERFT_COUNTS, arg_number((int64_t)ok), arg_number((int64_t)bad));
    return bad > 0;
}

/* Counts the file's rows on several threads; skips rows of more than max_nodes (0: no limit). */
static int table_run(const Args *args, const char *path, int threads, int64_t max_nodes) {
    HenkaError error;
    size_t length;
    PerftTable table = {.args = args, .game = args->words[0]};
    /* Opens the game here first, so that an error is printed once and not by each thread. */
    HenkaVariant *variant = args_variant(args, table.game, NULL, NULL);
    if (!variant) return 1;
    henka_variant_free(variant);
    char *text = file_read(path, &length, &error);
    if (!text) return args_fail(&error);
    table.count = rows_parse(text, &table.rows);
    bool memory = table.count != (size_t)-1;
    for (size_t i = 0; memory && i < table.count; i++)
        table.rows[i].skipped = max_nodes && (uint64_t)table.rows[i].nodes > (uint64_t)max_nodes;
    pthread_t helpers[THREAD_LIMIT];
    int started = 0;
    while (memory && started < threads - 1 &&
           !pthread_create(&helpers[started], NULL, rows_run, &table))
        started++;
    if (memory) rows_run(&table);
    while (started) pthread_join(helpers[--started], NULL);
    int status = memory ? table_print(&table, path) : args_no_memory();
    free(table.rows);
    free(text);
    return status;
}

/* ---- the command ----------------------------------------------------------------------------- */

int perft_run(Args *args) {
    const char *table = NULL;
    bool divide = false;
    int threads = 1;
    int64_t max_nodes = 0;
    const CommandOption options[] = {{"--table", OPTION_TEXT, &table},
                                     {"--divide", OPTION_FLAG, &divide},
                                     {"--threads", OPTION_INT, &threads, 1, THREAD_LIMIT},
                                     {"--max-nodes", OPTION_INT64, &max_nodes, 0, INT64_MAX}};
    if (!args_take(args, options, sizeof options / sizeof *options, 0, -1)) return EXIT_USAGE;
    if (table)
        return args->count == 1 ? table_run(args, table, threads, max_nodes) : args_usage(args);
    int64_t depth;
    if (args->count < 2) return args_usage(args);
    if (!args_number(args->words[1], 1, DEPTH_LIMIT, &depth)) {
        args_complain(MSG_PERFT_DEPTH, arg_number(DEPTH_LIMIT), arg_text(args->words[1]));
        return args_usage(args);
    }
    HenkaVariant *variant = args_variant(args, args->words[0], NULL, NULL);
    HenkaGame *game = variant ? args_position(args, variant, 2) : NULL;
    int status = game ? (divide ? divide_print : perft_print)(game, (int)depth) : 1;
    henka_game_free(game);
    henka_variant_free(variant);
    return status;
}
