#include "search/picker.h"

#include "rules/paying.h"
#include "search/exchange.h"
#include "search/long_captures.h"
#include "search/quiet_scores.h"

#include <limits.h>

enum { PICKED_FIRST = 14 /* quiet moves picked one by one; often no more are asked for */, LANES = 8 };

static void start(Picker *picker, Worker *w, int ply, int depth, Move table_move) {
    picker->worker = w, picker->ply = ply, picker->depth = depth;
    picker->base = picker->bad_end = w->move_top;
    picker->special_count = picker->special_at = picker->history = 0;
    picker->specials[0] = picker->specials[1] = picker->specials[2] = MOVE_NONE;
    picker->stage = PICK_TABLE;
    picker->captures_only = picker->late = picker->skip_quiets = false;
    picker->bar = picker->risk = picker->proven = picker->worst = INT_MIN;
    picker->floor = INT_MIN / 2;
    picker->outlook.looked = picker->view.looked = false;
    picker->outlook.foreseen = ply > 0;
    picker->long_lists = paying_serves(w->variant);
    checks_start(&picker->checks, &w->position);
    picker->table_move = table_move && generate_is_legal_at(&w->position, &picker->outlook, table_move) ? table_move : MOVE_NONE;
    if (picker->table_move) table_prefetch(w->table, position_hash_after(&w->position, picker->table_move));
    picker->table_capture = picker->table_move && position_is_capture(&w->position, picker->table_move);
}

static void add_special(Picker *picker, Move m) {
    if (!m || m == picker->table_move) return;
    for (int i = 0; i < picker->special_count; i++)
        if (picker->specials[i] == m) return;
    picker->specials[picker->special_count++] = m;
}

void picker_start(Picker *picker, Worker *w, int ply, int depth, Move table_move) {
    start(picker, w, ply, depth, table_move);
    const Frame *here = frame_at(w, ply), *before = here - 1;
    add_special(picker, here->killers[0]);
    add_special(picker, here->killers[1]);
    if (before->mark) add_special(picker, w->history.counter[w->position.side][before->mark]);
}

void picker_start_quiet(Picker *picker, Worker *w, int ply, Move table_move, int floor, int least) {
    start(picker, w, ply, 0, table_move);
    picker->captures_only = !frame_at(w, ply)->in_check;
    if (picker->captures_only) picker->floor = floor, picker->least = least;
    if (picker->captures_only && !picker->table_capture) picker->table_move = MOVE_NONE;
}

void picker_stop(Picker *picker) { picker->worker->move_top = picker->base; }

int quiet_history(Worker *w, int ply, Move m) {
    History *h = &w->history;
    const Frame *here = frame_at(w, ply);
    uint32_t mark = move_mark(&w->position, m);
    return h->butterfly[w->position.side][mark] + continuation_of(h, 0, here[-1].mark)[mark] + continuation_of(h, 1, here[-2].mark)[mark] +
           (continuation_of(h, 2, here[-4].mark)[mark] >> 1);
}

int first_victim(const Position *p, Move m) {
    Piece on_to = move_to(m) == move_from(m) ? NO_PIECE : p->board[move_to(m)];
    return piece_type(on_to ? on_to : move_victim_count(m) ? p->board[move_victim(m, 0)] : NO_PIECE);
}

/* exchange_gain * 8, less half of what the mover is worth, and its history. Those that gain no more than the floor are left out. */
static void score_captures(Picker *picker) {
    Worker *w = picker->worker;
    const Position *p = &w->position;
    const Eval *e = w->eval;
    const bool *royal = w->variant->tables->royal_types;
    int kept = picker->at;
    for (int i = picker->at; i < picker->end; i++) {
        Move m = w->moves[i];
        int from = move_from(m), to = move_to(m), type = piece_type(p->board[from]);
        int gain = to == from ? 0 : eval_capture_value(e, p->board[to]);
        for (int k = 0, count = move_victim_count(m); k < count; k++) gain += eval_capture_value(e, p->board[move_victim(m, k)]);
        if (move_becomes(m)) gain += e->board_value[move_becomes(m)] - e->board_value[type];
        if (gain <= picker->floor) continue;
        int history = *capture_at(&w->history, (uint32_t)(type << 8 | to), first_victim(p, m));
        w->moves[kept] = m;
        w->scores[kept++] = gain * 8 - (royal[type] ? 0 : e->board_value[type] / 2) + history / 16;
    }
    picker->end = kept;
}

static void swap_moves(Worker *w, int a, int b) {
    Move move = w->moves[a];
    int32_t score = w->scores[a];
    w->moves[a] = w->moves[b], w->scores[a] = w->scores[b];
    w->moves[b] = move, w->scores[b] = score;
}

static void make_captures(Picker *picker) {
    Worker *w = picker->worker;
    picker->at = picker->base;
    if (picker->long_lists) {
        long_captures_make(picker);
        return;
    }
    Move *list = w->moves + picker->at;
    const int32_t *worth = picker->captures_only ? w->eval->board_value : NULL;
    picker->end = picker->at + generate_at(&w->position, &picker->outlook, GENERATE_CAPTURES, worth, list);
    score_captures(picker);
    w->move_top = picker->end;
}

/* Quiet moves lie on the stack with their scores: the greater as a number, the better. */
static inline bool better(Move a, Move b) { return (int64_t)a > (int64_t)b; }

/* Those of that score and above in falling order first, the rest as they come. */
static void sort_above(Move *first, Move *end, int threshold) {
    Move *sorted = first, least = move_with_number(MOVE_NONE, threshold);
    for (Move *at = first; at < end; at++) {
        Move move = *at, *place = sorted;
        if (better(least, move)) continue;
        *at = *sorted++;
        for (; place > first && better(move, place[-1]); place--) *place = place[-1];
        *place = move;
    }
}

static void make_quiets(Picker *picker) {
    Worker *w = picker->worker;
    picker->at = w->move_top;
    picker->end = picker->at + generate_at(&w->position, &picker->outlook, GENERATE_QUIETS, NULL, w->moves + picker->at);
    quiet_scores(picker);
    for (int i = 0; i < LANES; i++) w->moves[picker->end + i] = (Move)INT64_MIN;
    w->move_top = picker->end + LANES;
    picker->unsorted = PICKED_FIRST;
}

static Move pick_best(Picker *picker) {
    Worker *w = picker->worker;
    int32_t most = w->scores[picker->at];
    for (int i = picker->at + 1; i < picker->end; i++) most = w->scores[i] > most ? w->scores[i] : most;
    int best = picker->at;
    while (w->scores[best] != most) best++;
    swap_moves(w, picker->at, best);
    return w->moves[picker->at++];
}

/* The next capture that pays; the others are laid aside at the front of the list. */
static Move pick_capture(Picker *picker) {
    Worker *w = picker->worker;
    while (picker->at < picker->end) {
        Move m = pick_best(picker);
        if (m == picker->table_move) continue;
        if (picker->captures_only) return m;
        picker->proven = picker->long_lists ? 0 : -w->scores[picker->at - 1] / 512;
        if (picker->long_lists || exchange_at_least(w->eval, &w->position, m, picker->proven)) return m;
        swap_moves(w, picker->bad_end++, picker->at - 1);
    }
    return MOVE_NONE;
}

/* Handed out already. */
static inline bool handed_out(const Picker *picker, Move m) {
    return (m == picker->table_move) | (m == picker->specials[0]) | (m == picker->specials[1]) | (m == picker->specials[2]);
}

/* Does its exchange cost no more than the node allows? Checks may cost more. */
static inline bool cheap(Picker *picker, Move m) {
    const Worker *w = picker->worker;
    if (picker->risk == INT_MIN) return true;
    if (!w->variant->tables->strip || move_becomes(m)) return exchange_at_least(w->eval, &w->position, m, picker->risk);
    int type = move_is_drop(m) ? move_dropped(m) : piece_type(w->position.board[move_from(m)]);
    int balance = -w->eval->board_value[type] - w->eval->hand_value[type] - picker->risk;
    if (balance >= 0) return true;
    if (!picker->view.looked) exchange_strip_look(&picker->view, &w->position);
    return exchange_strip_safe(&picker->view, m) || exchange_strip_holds_at(&picker->view, w->eval, &w->position, m, balance);
}
static inline bool cheap_for_check(const Picker *picker, Move m) {
    const Worker *w = picker->worker;
    return exchange_at_least(w->eval, &w->position, m, picker->worst);
}

/* Whether it is legal is asked late: that is dearer than what comes before. */
static Move pick_killer(Picker *picker) {
    Worker *w = picker->worker;
    while (picker->special_at < picker->special_count) {
        Move m = picker->specials[picker->special_at++];
        if (position_is_capture(&w->position, m)) continue;
        picker->history = quiet_history(w, picker->ply, m);
        if ((picker->late || picker->history < picker->bar) && !checks_given(&picker->checks, &w->position, m)) {
            if (picker->late) picker->skip_quiets = generate_is_legal_at(&w->position, &picker->outlook, m);
            if (picker->skip_quiets) break;
            continue;
        }
        if (!generate_is_legal_at(&w->position, &picker->outlook, m)) continue;
        picker->skip_quiets = picker->late;
        if (cheap(picker, m) || (checks_given(&picker->checks, &w->position, m) && cheap_for_check(picker, m))) return m;
        if (picker->late) break;
    }
    return MOVE_NONE;
}

#ifdef __AVX2__

/* Several at a time, without branches that nobody could foretell: the list is padded. */
typedef int64_t Lanes __attribute__((vector_size(32)));
typedef int64_t LanesAt __attribute__((vector_size(32), aligned(8), may_alias));

static inline Lanes greater(Lanes a, Lanes b) {
    Lanes mask = a > b;
    return (a & mask) | (b & ~mask);
}

static inline int64_t greatest(Lanes all) {
    int64_t a = all[0] > all[1] ? all[0] : all[1], b = all[2] > all[3] ? all[2] : all[3];
    return a > b ? a : b;
}

/* The place of this number, which is there. */
static inline int64_t place_of(const Move *first, const Move *end, int64_t number) {
    Lanes here = {0, 1, 2, 3}, there = here + 4, found = {0};
    for (const Move *at = first; at < end; at += LANES, here += LANES, there += LANES)
        found |= ((*(const LanesAt *)at == number) & here) | ((*(const LanesAt *)(at + 4) == number) & there);
    return found[0] | found[1] | found[2] | found[3];
}

static inline Move *best_of(Move *first, const Move *end) {
    Lanes most = *(const LanesAt *)first, others = *(const LanesAt *)(first + 4);
    for (const Move *at = first + LANES; at < end; at += LANES)
        most = greater(most, *(const LanesAt *)at), others = greater(others, *(const LanesAt *)(at + 4));
    return first + place_of(first, end, greatest(greater(most, others)));
}

#else

static inline Move *best_of(Move *first, const Move *end) {
    int64_t most = (int64_t)*first;
    for (const Move *at = first + 1; at < end; at++) most = (int64_t)*at > most ? (int64_t)*at : most;
    while (*first != (Move)most) first++;
    return first;
}

#endif

static Move pick_best_quiet(Picker *picker) {
    Move *first = picker->worker->moves + picker->at++, *best = best_of(first, picker->worker->moves + picker->end), move = *best;
    *best = *first;
    return move;
}

static Move pick_quiet(Picker *picker) {
    Move *moves = picker->worker->moves;
    while (picker->at < picker->end) {
        if (picker->unsorted && !--picker->unsorted) sort_above(moves + picker->at, moves + picker->end, -2500 * SCORE * picker->depth);
        Move numbered = picker->unsorted ? pick_best_quiet(picker) : moves[picker->at++], m = move_without_number(numbered);
        if (handed_out(picker, m)) continue;
        picker->history = move_number(numbered) >> 1;
        bool check = move_number(numbered) & GIVES_CHECK;
        picker->skip_quiets = picker->late;
        bool wanted = check || (!picker->late && picker->history >= picker->bar);
        if (wanted && (cheap(picker, m) || (check && cheap_for_check(picker, m)))) return m;
        if (picker->late) break;
    }
    return MOVE_NONE;
}

static Move pick_bad(Picker *picker) {
    if (picker->at >= picker->end) return MOVE_NONE;
    return picker->long_lists ? pick_best(picker) : picker->worker->moves[picker->at++];
}

Move picker_next(Picker *picker) {
    Move m;
    switch (picker->stage) {
    case PICK_TABLE:
        picker->stage = PICK_MAKE_CAPTURES;
        picker->capture = picker->table_capture;
        if (picker->table_move) return picker->table_move;
        /* fall through */
    case PICK_MAKE_CAPTURES:
        make_captures(picker);
        picker->stage = PICK_CAPTURES;
        picker->capture = true;
        /* fall through */
    case PICK_CAPTURES:
        if ((m = pick_capture(picker)) || picker->captures_only) return m;
        picker->stage = PICK_KILLERS;
        picker->capture = false;
        /* fall through */
    case PICK_KILLERS:
        if (!picker->skip_quiets && (m = pick_killer(picker))) return m;
        if (!picker->skip_quiets) make_quiets(picker);
        picker->stage = PICK_QUIETS;
        /* fall through */
    case PICK_QUIETS:
        if (!picker->skip_quiets && (m = pick_quiet(picker))) return m;
        picker->stage = PICK_BAD_CAPTURES;
        picker->at = picker->base, picker->end = picker->bad_end;
        if (picker->long_lists) long_captures_make_bad(picker);
        picker->capture = true;
        picker->proven = INT_MIN;
        /* fall through */
    default:
        return pick_bad(picker);
    }
}
