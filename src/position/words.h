/* words - where a piece of a board beyond 128 squares stands, in the words that a position keeps:
 * put in or taken out. For position.c. */
#ifndef HENKA_POSITION_WORDS_H
#define HENKA_POSITION_WORDS_H

#include "position/position.h"
#include "variant/tables.h"

static inline void toggle_lines(Position *p, const Tables *t, int side, int square) {
    const LineBits *bits = &t->line_bits[square];
    uint32_t *words = (uint32_t *)&p->lines + side;
    for (int line = 0; line < 4; line++) words[bits->place[line]] ^= bits->bit[line];
}

static inline void toggle_rare(Position *p, const Tables *t, int side, int type, int word,
                               uint64_t bit) {
    if (t->royal_types[type]) p->royal_words[side][word] ^= bit;
    if (t->freezer_types[type]) p->freezer_words[side][word] ^= bit;
}

static inline void toggle_words(Position *p, const Tables *t, int side, int type, int square) {
    int word = square >> 6;
    uint64_t bit = (uint64_t)1 << (square & 63), *words = (uint64_t *)p->planes + word;
    p->by_side_words[side][word] ^= bit;
    toggle_rare(p, t, side, type, word, bit);
    toggle_lines(p, t, side, square);
    const uint8_t *sets = t->type_planes[side][type];
    for (int i = 0; i < t->type_plane_count[type]; i += PLANES_AT_ONCE)
        for (int k = 0; k < PLANES_AT_ONCE; k++) words[sets[i + k]] ^= bit;
}

/* For two squares at once. */
static inline void toggle_words_both(Position *p, const Tables *t, int side, int type, int from,
                                     int to) {
    int word = from >> 6, other = to >> 6;
    uint64_t bit = (uint64_t)1 << (from & 63), other_bit = (uint64_t)1 << (to & 63),
             *words = (uint64_t *)p->planes;
    p->by_side_words[side][word] ^= bit, p->by_side_words[side][other] ^= other_bit;
    toggle_rare(p, t, side, type, word, bit);
    toggle_rare(p, t, side, type, other, other_bit);
    toggle_lines(p, t, side, from);
    toggle_lines(p, t, side, to);
    const uint8_t *sets = t->type_planes[side][type];
    for (int i = 0; i < t->type_plane_count[type]; i += PLANES_AT_ONCE)
        for (int k = 0; k < PLANES_AT_ONCE; k++)
            words[sets[i + k] + word] ^= bit, words[sets[i + k] + other] ^= other_bit;
}

#endif
