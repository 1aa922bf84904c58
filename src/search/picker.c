#include "search/picker.h"

#include "rules/good_captures.h"
#include "search/exchange.h"
#include "search/long_captures.h"
#include "search/quiets.h"

#include <limits.h>

static void start(Picker *picker, Worker *w, int ply, int depth, Move table_move) {
    picker->worker = w, picker->ply = ply, picker->depth = depth;
    picker->base = picker->bad_end = w->move_top;
    picker->special_at = picker->history = 0;
    picker->stage = PICK_TABLE;
    picker->late = picker->skip_quiets = false;
    picker->bar = picker->risk = picker->proven = picker->worst = INT_MIN;
    picker->checkinfo.filled = picker->view.looked = false;
    picker->checkinfo.defers_stalemate = ply > 0;
    picker->long_lists = !w->variant->tables->sets && movegen_has_good_captures(w->variant);
    checks_start(&picker->checks);
    picker->table_move =
        table_move && movegen_is_legal_with(&w->position, &picker->checkinfo, table_move)
            ? table_move
            : MOVE_NONE;
    if (picker->table_move) picker_fetch(picker, picker->table_move);
    picker->table_capture =
        picker->table_move && position_is_capture(&w->position, picker->table_move);
}

void picker_start(Picker *picker, Worker *w, int ply, int depth, Move table_move) {
    const Frame *here = frame_at(w, ply);
    start(picker, w, ply, depth, table_move);
    picker->captures_only = false;
    picker->floor = INT_MIN / 2;
    picker->specials[0] = here->killers[0], picker->specials[1] = here->killers[1];
    picker->specials[2] = w->history.counter[w->position.side][here[-1].mark];
}

void picker_start_quiet(Picker *picker, Worker *w, int ply, Move table_move, int floor, int least) {
    bool captures_only = !frame_at(w, ply)->in_check;
    if (captures_only && !position_is_capture(&w->position, table_move)) table_move = MOVE_NONE;
    start(picker, w, ply, 0, table_move);
    picker->captures_only = captures_only;
    picker->floor = captures_only ? floor : INT_MIN / 2, picker->least = least;
    picker->specials[0] = picker->specials[1] = picker->specials[2] = MOVE_NONE;
}

void picker_stop(Picker *picker) { picker->worker->move_top = picker->base; }

static void swap_moves(Worker *w, int a, int b) {
    Move move = w->moves[a];
    int32_t score = w->scores[a];
    w->moves[a] = w->moves[b], w->scores[a] = w->scores[b];
    w->moves[b] = move, w->scores[b] = score;
}

/* exchange_gain * 8, less half of what the mover is worth, and its history. Those that gain no more
 * than the floor are left out; the best comes first. */
static void score_captures(Picker *picker) {
    Worker *w = picker->worker;
    const Position *p = &w->position;
    const Eval *e = w->eval;
    const bool *royal = w->variant->tables->royal_types;
    int kept = picker->at, best = kept;
    int32_t most = INT32_MIN;
    for (int i = picker->at; i < picker->end; i++) {
        Move m = w->moves[i];
        int from = move_from(m), to = move_to(m), type = piece_type(p->board[from]);
        int gain = to == from ? 0 : eval_capture_value(e, p->board[to]);
        for (int k = 0, count = move_victim_count(m); k < count; k++)
            gain += eval_capture_value(e, p->board[move_victim(m, k)]);
        if (move_becomes(m)) gain += e->board_value[move_becomes(m)] - e->board_value[type];
        if (gain <= picker->floor) continue;
        int history = *capture_at(&w->history, (uint32_t)(type << 8 | to), first_victim(p, m));
        int32_t score = gain * 8 - (royal[type] ? 0 : e->board_value[type] / 2) + history / 16;
        w->moves[kept] = m, w->scores[kept] = score;
        best = score > most ? kept : best, most = score > most ? score : most;
        kept++;
    }
    picker->end = kept;
    if (best != picker->at) swap_moves(w, picker->at, best);
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
    picker->end = picker->at + movegen_legal_with(&w->position, &picker->checkinfo,
                                                  MOVEGEN_CAPTURES, worth, list);
    score_captures(picker);
    w->move_top = picker->end;
}

/* Brings the best of those left to the front. */
static void find_best(Picker *picker) {
    Worker *w = picker->worker;
    int best = picker->at;
    int32_t most = w->scores[best];
    for (int i = picker->at + 1; i < picker->end; i++)
        best = w->scores[i] > most ? i : best, most = w->scores[i] > most ? w->scores[i] : most;
    swap_moves(w, picker->at, best);
}

/* The next capture that pays; the others are laid aside at the front of the list. */
static Move pick_capture(Picker *picker) {
    Worker *w = picker->worker;
    for (; picker->at < picker->end; picker->at++) {
        if (picker->at > picker->base || picker->long_lists) find_best(picker);
        Move m = w->moves[picker->at];
        if (m == picker->table_move) continue;
        picker_fetch(picker, m);
        if (picker->captures_only) return picker->at++, m;
        picker->proven = picker->long_lists ? 0 : -w->scores[picker->at] / 512;
        if (picker->long_lists || exchange_at_least(w->eval, &w->position, m, picker->proven))
            return picker->at++, m;
        swap_moves(w, picker->bad_end++, picker->at);
    }
    return MOVE_NONE;
}

static Move pick_bad(Picker *picker) {
    if (picker->at >= picker->end) return MOVE_NONE;
    if (picker->long_lists) find_best(picker);
    picker_fetch(picker, picker->worker->moves[picker->at]);
    return picker->worker->moves[picker->at++];
}

static void start_bad(Picker *picker) {
    picker->stage = PICK_BAD_CAPTURES;
    picker->at = picker->base, picker->end = picker->bad_end;
    if (picker->long_lists) long_captures_make_bad(picker);
    picker->capture = true;
    picker->proven = INT_MIN;
}

static Move pick_after_captures(Picker *picker) {
    Move m;
    if (picker->stage == PICK_KILLERS) {
        if (!picker->skip_quiets && (m = quiets_killer(picker))) return m;
        if (!picker->skip_quiets) quiets_make(picker);
        picker->stage = PICK_QUIETS;
    }
    if (picker->stage == PICK_QUIETS) {
        if (!picker->skip_quiets && (m = quiets_next(picker))) return m;
        start_bad(picker);
    }
    return pick_bad(picker);
}

Move picker_next(Picker *picker) {
    Move m;
    if (picker->stage >= PICK_KILLERS) return pick_after_captures(picker);
    if (picker->stage == PICK_TABLE) {
        picker->stage = PICK_MAKE_CAPTURES;
        picker->capture = picker->table_capture;
        if (picker->table_move) return picker->table_move;
    }
    if (picker->stage == PICK_MAKE_CAPTURES) {
        make_captures(picker);
        picker->stage = PICK_CAPTURES;
        picker->capture = true;
    }
    if ((m = pick_capture(picker)) || picker->captures_only) return m;
    picker->stage = PICK_KILLERS;
    picker->capture = false;
    return pick_after_captures(picker);
}
