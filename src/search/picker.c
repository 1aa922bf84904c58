#include "search/picker.h"

#include "rules/paying.h"
#include "search/exchange.h"
#include "search/long_captures.h"
#include "search/quiets.h"

#include <limits.h>

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
        if (!picker->skip_quiets && (m = quiets_killer(picker))) return m;
        if (!picker->skip_quiets) quiets_make(picker);
        picker->stage = PICK_QUIETS;
        /* fall through */
    case PICK_QUIETS:
        if (!picker->skip_quiets && (m = quiets_next(picker))) return m;
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
