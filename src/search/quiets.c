#include "search/quiets.h"

#include "search/exchange.h"
#include "search/quiet_scores.h"

#include <limits.h>

enum {
    PICKED_FIRST =
        13 /* quiet moves looked for one by one, after the best; often no more are asked for */
};

int quiet_history(Worker *w, int ply, Move m) {
    History *h = &w->history;
    const Frame *here = frame_at(w, ply);
    uint32_t mark = move_mark(&w->position, m);
    return h->butterfly[w->position.side][mark] + continuation_of(h, 0, here[-1].mark)[mark] +
           continuation_of(h, 1, here[-2].mark)[mark] +
           (continuation_of(h, 2, here[-4].mark)[mark] >> 1);
}

/* Handed out already. */
static inline bool handed_out(const Picker *picker, Move m) {
    return (m == picker->table_move) | (m == picker->specials[0]) | (m == picker->specials[1]) |
           (m == picker->specials[2]);
}

/* Does its exchange cost no more than the node allows? Checks may cost more. */
static inline bool cheap(Picker *picker, Move m) {
    const Worker *w = picker->worker;
    if (picker->risk == INT_MIN) return true;
    if (!w->variant->tables->strip || move_becomes(m))
        return exchange_at_least(w->eval, &w->position, m, picker->risk);
    int man = piece_type(w->position.board[move_from(m) & 127]),
        type = move_is_drop(m) ? move_dropped(m) : man;
    int balance = -w->eval->board_value[type] - w->eval->hand_value[type] - picker->risk;
    if (!picker->view.looked) exchange_strip_look(&picker->view, &w->position);
    return ((balance >= 0) | exchange_strip_safe(&picker->view, m)) ||
           exchange_strip_holds_at(&picker->view, w->eval, &w->position, m, balance);
}
static inline bool cheap_for_check(const Picker *picker, Move m) {
    const Worker *w = picker->worker;
    return exchange_at_least(w->eval, &w->position, m, picker->worst);
}

/* None, a capture, or tried before? */
static inline bool useless(const Picker *picker, int special, Move m) {
    const Position *p = &picker->worker->position;
    bool again = (m == picker->table_move) | ((special > 0) & (m == picker->specials[0])) |
                 ((special > 1) & (m == picker->specials[1]));
    bool moves = move_from(m) != move_to(m), drop = move_is_drop(m),
         takes = (p->board[move_to(m)] != NO_PIECE) & moves & !drop;
    return !m | again | takes | (move_victim_count(m) > 0);
}

/* Whether it is legal is asked late: that is dearer than what comes before. */
Move quiets_killer(Picker *picker) {
    Worker *w = picker->worker;
    while (picker->special_at < 3) {
        int special = picker->special_at++;
        Move m = picker->specials[special];
        if (useless(picker, special, m)) continue;
        picker->history = quiet_history(w, picker->ply, m);
        if ((picker->late || picker->history < picker->bar) &&
            !checks_given(&picker->checks, &w->position, m)) {
            if (picker->late)
                picker->skip_quiets = movegen_is_legal_with(&w->position, &picker->checkinfo, m);
            if (picker->skip_quiets) break;
            continue;
        }
        if (!movegen_is_legal_with(&w->position, &picker->checkinfo, m)) continue;
        picker->skip_quiets = picker->late;
        picker_fetch(picker, m);
        if (cheap(picker, m) ||
            (checks_given(&picker->checks, &w->position, m) && cheap_for_check(picker, m)))
            return m;
        if (picker->late) break;
    }
    return MOVE_NONE;
}

#define ONLY_CHECKS ((int64_t)GIVES_CHECK << 32)

static inline void pad(Move *end) {
    for (int i = 0; i < QUIETS_PAD; i++) end[i] = (Move)NONE_LEFT;
}

void quiets_make(Picker *picker) {
    Worker *w = picker->worker;
    picker->at = w->move_top;
    picker->end = picker->at + movegen_legal_with(&w->position, &picker->checkinfo, MOVEGEN_QUIETS,
                                                  NULL, w->moves + picker->at);
    picker->first = quiet_scores(picker);
    pad(w->moves + picker->end);
    w->move_top = picker->end + QUIETS_PAD;
    picker->last = INT64_MAX, picker->needed = 0;
    picker->unsorted = w->variant->tables->strip ? INT_MAX : PICKED_FIRST;
}

#if defined __AVX512F__ || defined __AVX2__

#ifdef __AVX512F__
enum { WIDTH = 64 };
#else
enum { WIDTH = 32 };
#endif
enum { AT_ONCE = WIDTH / 8 };
typedef int64_t Numbers __attribute__((vector_size(WIDTH)));
typedef int64_t NumbersAt __attribute__((vector_size(WIDTH), aligned(8), may_alias));
typedef int64_t FourNumbers __attribute__((vector_size(32)));

static inline Numbers greater(Numbers a, Numbers b) {
    Numbers mask = a > b;
    return (a & mask) | (b & ~mask);
}

static inline Numbers below(const Move *at, int64_t last, int64_t needed) {
    Numbers all = *(const NumbersAt *)at, mask = (all < last) & ((all & needed) == needed);
    return (all & mask) | (NONE_LEFT & ~mask);
}

static inline int64_t greatest(Numbers all) {
#ifdef __AVX512F__
    FourNumbers low = __builtin_shufflevector(all, all, 0, 1, 2, 3),
                high = __builtin_shufflevector(all, all, 4, 5, 6, 7), mask = low > high;
    FourNumbers four = (low & mask) | (high & ~mask);
#else
    FourNumbers four = all;
#endif
    int64_t a = four[0] > four[1] ? four[0] : four[1], b = four[2] > four[3] ? four[2] : four[3];
    return a > b ? a : b;
}

/* The best of those worse than the last that have these bits: the whole list at once, as far as it
 * goes without branches nobody could foretell. */
static inline int64_t best_below(const Move *at, const Move *end, int64_t last, int64_t needed) {
    Numbers most = below(at, last, needed), others = below(at + AT_ONCE, last, needed);
    for (int i = 2 * AT_ONCE; i < QUIETS_PAD; i += 2 * AT_ONCE)
        most = greater(most, below(at + i, last, needed)),
        others = greater(others, below(at + i + AT_ONCE, last, needed));
    for (at += QUIETS_PAD; at < end; at += 2 * AT_ONCE)
        most = greater(most, below(at, last, needed)),
        others = greater(others, below(at + AT_ONCE, last, needed));
    return greatest(greater(most, others));
}

#else

static inline int64_t best_below(const Move *at, const Move *end, int64_t last, int64_t needed) {
    int64_t best = NONE_LEFT;
    for (; at < end; at++) {
        int64_t number = (int64_t)*at;
        best = ((number < last) & ((number & needed) == needed) & (number > best)) ? number : best;
    }
    return best;
}

#endif

/* Of those still to come, those of that score and above in falling order first, the rest as they
 * come. */
static void sort_rest(Picker *picker, int threshold) {
    Move *first = picker->worker->moves + picker->at, *end = picker->worker->moves + picker->end,
         *kept = first, *sorted = first;
    for (Move *at = first; at < end; at++) *kept = *at, kept += (int64_t)*at < picker->last;
    picker->end = (int)(kept - picker->worker->moves);
    for (Move *at = first; at < kept; at++) {
        Move move = *at, *place = sorted;
        if (move_number(move) < threshold) continue;
        *at = *sorted++;
        for (; place > first && (int64_t)move > (int64_t)place[-1]; place--) *place = place[-1];
        *place = move;
    }
}

static inline int64_t next_numbered(Picker *picker) {
    Move *moves = picker->worker->moves;
    if (picker->last == INT64_MAX) return picker->last = picker->first;
    if (picker->unsorted && --picker->unsorted)
        return picker->last = best_below(moves + picker->at, moves + picker->end, picker->last,
                                         picker->late ? 0 : picker->needed);
    if (picker->last != NONE_LEFT) {
        sort_rest(picker, -2500 * SCORE * picker->depth);
        picker->last = NONE_LEFT;
    }
    return picker->at < picker->end ? (int64_t)moves[picker->at++] : NONE_LEFT;
}

Move quiets_next(Picker *picker) {
    picker->skip_quiets = picker->late;
    for (int64_t numbered; (numbered = next_numbered(picker)) != NONE_LEFT;) {
        Move m = move_without_number((Move)numbered);
        if (handed_out(picker, m)) continue;
        picker->history = move_number((Move)numbered) >> 1;
        bool check = move_number((Move)numbered) & GIVES_CHECK;
        if (!check && (picker->late | (picker->history < picker->bar))) {
            if (picker->late) break;
            if (picker->unsorted) picker->needed = ONLY_CHECKS;
            continue;
        }
        picker_fetch(picker, m);
        if (cheap(picker, m) || (check && cheap_for_check(picker, m))) return m;
        if (picker->late) break;
    }
    return MOVE_NONE;
}
