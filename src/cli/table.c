/* table - `perft --table`: rows "sfen TAB depth TAB nodes" shared among threads, answered in order.
 */
#include "cli/commands.h"
#include "protocol/catalogue.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Row {
    int line;
    char *sfen;
    int64_t depth, nodes;
    bool skipped, bad;
    char wrong[320]; /* what to print when it is bad */
} Row;

typedef struct Table {
    const Args *args;
    const char *game;
    Row *rows;
    size_t count;
    atomic_size_t next;
} Table;

/* "sfen TAB depth TAB nodes" cut in place. */
static void row_parse(Row *row, char *text) {
    char *depth = strchr(text, '\t'), *nodes = depth ? strchr(depth + 1, '\t') : NULL;
    row->sfen = text;
    if (nodes) *depth++ = '\0', *nodes++ = '\0';
    if (nodes) nodes[strcspn(nodes, "\t ")] = '\0';
    row->bad = !nodes || !number_parse(depth, 0, 60, &row->depth) ||
               !number_parse(nodes, 0, INT64_MAX, &row->nodes);
    if (row->bad)
        snprintf(row->wrong, sizeof row->wrong,
                 "expected \"sfen TAB depth TAB nodes\", found \"%.200s\"", text);
}

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
        while (length && strchr(" \t\r", text[length - 1])) text[--length] = '\0';
        if (!length) continue;
        if (count == cap) *rows = realloc(*rows, (cap = cap ? 2 * cap : 256) * sizeof **rows);
        Row *row = &(*rows)[count++];
        memset(row, 0, sizeof *row);
        row->line = line;
        row_parse(row, text);
    }
    return count;
}

static void row_run(Row *row, const HenkaVariant *variant) {
    HenkaError error;
    HenkaGame *game = henka_game_new(variant, row->sfen, &error);
    uint64_t nodes = game ? henka_game_perft(game, (int)row->depth) : 0;
    row->bad = !game || nodes != (uint64_t)row->nodes;
    if (!game)
        snprintf(row->wrong, sizeof row->wrong, "column %d: %s", error.column, error.message);
    else if (row->bad)
        snprintf(row->wrong, sizeof row->wrong,
                 "depth %" PRId64 ": expected %" PRId64 ", found %" PRIu64 ": %.200s", row->depth,
                 row->nodes, nodes, row->sfen);
    if (game) henka_game_free(game);
}

static void *rows_run(void *context) {
    Table *table = context;
    HenkaVariant *variant = args_variant(table->args, table->game);
    for (size_t i; variant && (i = atomic_fetch_add(&table->next, 1)) < table->count;)
        if (!table->rows[i].skipped && !table->rows[i].bad) row_run(&table->rows[i], variant);
    if (variant) henka_variant_free(variant);
    return NULL;
}

static void table_threads(Table *table, int threads) {
    pthread_t helpers[256];
    int started = 0;
    while (started < threads - 1 && !pthread_create(&helpers[started], NULL, rows_run, table))
        started++;
    rows_run(table);
    while (started) pthread_join(helpers[--started], NULL);
}

static int table_print(const Table *table, const char *path) {
    size_t ok = 0, bad = 0, skipped = 0;
    for (size_t i = 0; i < table->count; i++) {
        const Row *row = &table->rows[i];
        if (row->bad) printf("%s:%d: %s\n", path, row->line, row->wrong);
        *(row->bad ? &bad : row->skipped ? &skipped : &ok) += 1;
    }
    if (skipped) printf("%zu skipped\n", skipped);
    printf("%zu ok, %zu bad\n", ok, bad);
    return bad > 0;
}

int table_run(const Args *args, const char *game, const char *path, int threads,
              uint64_t max_nodes) {
    HenkaError error;
    size_t length;
    HenkaVariant *variant = args_variant(args, game); /* the message once, before the threads ask */
    char *text = variant ? file_read(path, &length, &error) : NULL;
    if (variant && !text) fprintf(stderr, "henka: %s\n", error.message);
    if (variant) henka_variant_free(variant);
    if (!text) return 1;
    Table table = {.args = args, .game = game};
    table.count = rows_parse(text, &table.rows);
    for (size_t i = 0; i < table.count; i++)
        table.rows[i].skipped = max_nodes && (uint64_t)table.rows[i].nodes > max_nodes;
    table_threads(&table, threads);
    int status = table_print(&table, path);
    free(table.rows);
    free(text);
    return status;
}
