/* tiny - a variant and a position made by hand, and moves in the vectors' text form (squares a1..
 * from sente's left below). */
#ifndef HENKA_TESTS_BETZA_TINY_H
#define HENKA_TESTS_BETZA_TINY_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/out.h"
#include "betza/betza.h"
#include "rules/oracle.h"
#include "tables/tables.h"

static Tables tiny_tables; /* empty: nothing is remembered */
static HenkaVariant tiny_variant = {.tables = &tiny_tables};
static Position tiny_position;

static inline void tiny_board(int files, int ranks) {
    memset(tiny_position.board, 0, sizeof tiny_position.board);
    tiny_variant.files = files;
    tiny_variant.ranks = ranks;
    tiny_variant.squares = files * ranks;
    tiny_position.variant = &tiny_variant;
}

static inline int tiny_square(const char *text, const char **end) {
    char *after;
    int file = tiny_variant.files - (text[0] - 'a'),
        rank = tiny_variant.ranks + 1 - (int)strtol(text + 1, &after, 10);
    if (end) *end = after;
    return square_of(&tiny_variant, file, rank);
}

static inline void tiny_name(int square, char name[8]) {
    Out out = out_to(name, 8);
    out_format(&out, "%c%d", 'a' + tiny_variant.files - file_of(&tiny_variant, square),
               tiny_variant.ranks + 1 - rank_of(&tiny_variant, square));
}

static inline int tiny_text_order(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The words, sorted, joined by one space. */
static inline void tiny_sort_words(char *text, size_t cap) {
    static char *words[8192];
    static char copy[1 << 16];
    int count = 0;
    snprintf(copy, sizeof copy, "%s", text);
    for (char *word = strtok(copy, " \n"); word; word = strtok(NULL, " \n")) words[count++] = word;
    qsort(words, (size_t)count, sizeof *words, tiny_text_order);
    Out out = out_to(text, cap);
    for (int i = 0; i < count; i++) {
        if (i) out_char(&out, ' ');
        out_text(&out, words[i]);
    }
}

/* home, skip: how a move that ends where it began is written with and without victims. */
static inline void tiny_move_text(Out *out, Move move, const char *home, const char *skip) {
    char name[8], victims[4][8], *order[4];
    int count = move_victim_count(move), to = move_to(move);
    tiny_name(to, name);
    if (to == move_from(move))
        out_text(out, count ? home : skip);
    else
        out_format(out, "%s%s", name, tiny_position.board[to] ? "x" : "");
    for (int i = 0; i < count; i++) tiny_name(move_victim(move, i), order[i] = victims[i]);
    qsort(order, (size_t)count, sizeof *order, tiny_text_order);
    for (int i = 0; i < count; i++) out_format(out, "%c%s", i ? ',' : '{', order[i]);
    if (count) out_char(out, '}');
}

/* All moves of the piece as sorted words. */
static inline int tiny_moves(int square, const char *home, const char *skip, char *text,
                             size_t cap) {
    static Move moves[HENKA_MAX_MOVES];
    int count =
        oracle_walk(&tiny_position, square, tiny_position.board[square], moves, HENKA_MAX_MOVES);
    Out out = out_to(text, cap);
    for (int i = 0; i < count; i++) {
        if (i) out_char(&out, ' ');
        tiny_move_text(&out, moves[i], home, skip);
    }
    tiny_sort_words(text, cap);
    return count;
}

#endif
