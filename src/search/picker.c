#include "search/picker.h"

#include "search/exchange.h"

#include <limits.h>

enum { CHECK_BONUS = 8192, PICKED_FIRST = 6 /* quiet moves picked one by one; often no more are asked for */ };

static void start(Picker *picker, Worker *w, int ply, int depth, Move table_move) {
    picker->worker = w, picker->ply = ply, picker->depth = depth;
    picker->base = picker->bad_end = w->move_top;
    picker->special_count = picker->special_at = picker->at = picker->end = picker->history = 0;
    picker->stage = PICK_TABLE;
    picker->captures_only = picker->skip_quiets = false;
    picker->floor = INT_MIN;
    picker->outlook.looked = false;
    checks_start(&picker->checks, &w->position);
    picker->table_move = table_move && generate_is_legal_at(&w->position, &picker->outlook, table_move) ? table_move : MOVE_NONE;
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

void picker_start_quiet(Picker *picker, Worker *w, int ply, Move table_move, int floor) {
    start(picker, w, ply, 0, table_move);
    picker->captures_only = !frame_at(w, ply)->in_check;
    if (picker->captures_only) picker->floor = floor;
    if (picker->captures_only && picker->table_move && !position_is_capture(&w->position, picker->table_move)) picker->table_move = MOVE_NONE;
}

void picker_stop(Picker *picker) { picker->worker->move_top = picker->base; }

int quiet_history(Worker *w, int ply, Move m) {
    History *h = &w->history;
    const Frame *here = frame_at(w, ply);
    uint32_t mark = move_mark(&w->position, m);
    int sum = h->butterfly[w->position.side][mark];
    if (here[-1].mark) sum += *continuation_at(h, 0, here[-1].mark, mark);
    if (here[-2].mark) sum += *continuation_at(h, 1, here[-2].mark, mark);
    if (here[-4].mark) sum += *continuation_at(h, 2, here[-4].mark, mark) / 2;
    return sum;
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
    const PieceType *types = w->variant->types;
    int kept = picker->at;
    for (int i = picker->at; i < picker->end; i++) {
        Move m = w->moves[i];
        int from = move_from(m), to = move_to(m), mover = piece_type(p->board[from]), first = 0, gain = 0;
        if (to != from && p->board[to]) first = piece_type(p->board[to]), gain = eval_capture_value(e, p->board[to]);
        for (int k = 0, count = move_victim_count(m); k < count; k++) {
            int victim = piece_type(p->board[move_victim(m, k)]);
            gain += eval_capture_value(e, p->board[move_victim(m, k)]);
            if (!first) first = victim;
        }
        if (move_becomes(m)) gain += e->board_value[move_becomes(m)] - e->board_value[mover];
        if (gain <= picker->floor) continue;
        w->moves[kept] = m;
        w->scores[kept++] = gain * 8 - (types[mover].royal ? 0 : e->board_value[mover] / 2) + *capture_at(&w->history, move_mark(p, m), first) / 16;
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
    Move *list = w->moves + picker->at;
    const int32_t *worth = picker->captures_only ? w->eval->board_value : NULL;
    picker->end = picker->at + generate_at(&w->position, &picker->outlook, GENERATE_CAPTURES, worth, list);
    score_captures(picker);
    w->move_top = picker->end;
}

/* Those above the threshold in falling order first, the rest as they come. */
static void sort_above(Worker *w, int first, int end, int32_t threshold) {
    int sorted = first;
    for (int i = first; i < end; i++) {
        if (w->scores[i] < threshold) continue;
        Move move = w->moves[i];
        int32_t score = w->scores[i];
        w->moves[i] = w->moves[sorted], w->scores[i] = w->scores[sorted];
        int place = sorted++;
        for (; place > first && w->scores[place - 1] < score; place--) w->moves[place] = w->moves[place - 1], w->scores[place] = w->scores[place - 1];
        w->moves[place] = move, w->scores[place] = score;
    }
}

/* As quiet_history for each, with what is common to all looked up once. */
static void score_quiets(Picker *picker) {
    Worker *w = picker->worker;
    const Position *p = &w->position;
    const Frame *here = frame_at(w, picker->ply);
    const int16_t *butterfly = w->history.butterfly[p->side], *continuation = w->history.continuation;
    uint32_t row[3];
    for (int i = 0; i < 3; i++) row[i] = continuation_row(i, here[i == 2 ? -4 : -1 - i].mark);
    bool any[3] = {here[-1].mark, here[-2].mark, here[-4].mark};
    for (int i = picker->at; i < picker->end; i++) {
        uint32_t mark = move_mark(p, w->moves[i]);
        int sum = butterfly[mark];
        if (any[0]) sum += continuation[(row[0] + mark) & (CONTINUATION_SIZE - 1)];
        if (any[1]) sum += continuation[(row[1] + mark) & (CONTINUATION_SIZE - 1)];
        if (any[2]) sum += continuation[(row[2] + mark) & (CONTINUATION_SIZE - 1)] / 2;
        w->scores[i] = checks_given(&picker->checks, p, w->moves[i]) ? sum + CHECK_BONUS : sum;
    }
}

static void make_quiets(Picker *picker) {
    Worker *w = picker->worker;
    picker->at = w->move_top;
    picker->end = picker->at + generate_at(&w->position, &picker->outlook, GENERATE_QUIETS, NULL, w->moves + picker->at);
    w->move_top = picker->end;
    score_quiets(picker);
    picker->unsorted = PICKED_FIRST;
}

static Move pick_best(Picker *picker) {
    Worker *w = picker->worker;
    int best = picker->at;
    for (int i = best + 1; i < picker->end; i++)
        if (w->scores[i] > w->scores[best]) best = i;
    swap_moves(w, picker->at, best);
    return w->moves[picker->at++];
}

/* The next capture that pays; the others are laid aside at the front of the list. */
static Move pick_capture(Picker *picker) {
    Worker *w = picker->worker;
    while (picker->at < picker->end) {
        Move m = pick_best(picker);
        if (m == picker->table_move) continue;
        if (picker->captures_only || exchange_at_least(w->eval, &w->position, m, -w->scores[picker->at - 1] / 512)) return m;
        swap_moves(w, picker->bad_end++, picker->at - 1);
    }
    return MOVE_NONE;
}

static bool special(const Picker *picker, Move m) {
    for (int i = 0; i < picker->special_count; i++)
        if (picker->specials[i] == m) return true;
    return false;
}

static Move pick_killer(Picker *picker) {
    const Position *p = &picker->worker->position;
    while (picker->special_at < picker->special_count) {
        Move m = picker->specials[picker->special_at++];
        if (generate_is_legal_at(p, &picker->outlook, m) && !position_is_capture(p, m)) {
            picker->history = HISTORY_LIMIT;
            return m;
        }
        picker->specials[picker->special_at - 1] = MOVE_NONE;
    }
    return MOVE_NONE;
}

static Move pick_quiet(Picker *picker) {
    Worker *w = picker->worker;
    while (picker->at < picker->end) {
        if (picker->unsorted && !--picker->unsorted) sort_above(w, picker->at, picker->end, -2500 * picker->depth);
        Move m = picker->unsorted ? pick_best(picker) : w->moves[picker->at++];
        if (m == picker->table_move || special(picker, m)) continue;
        picker->history = w->scores[picker->at - 1];
        return m;
    }
    return MOVE_NONE;
}

static Move pick_bad(Picker *picker) { return picker->at < picker->bad_end ? picker->worker->moves[picker->at++] : MOVE_NONE; }

/* Enters the next stage. */
static void advance(Picker *picker) {
    picker->stage++;
    if (picker->stage == PICK_MAKE_CAPTURES) make_captures(picker), picker->stage++;
    if (picker->stage == PICK_KILLERS && picker->captures_only) picker->stage = PICK_DONE;
    if (picker->stage == PICK_KILLERS && picker->skip_quiets) picker->stage = PICK_BAD_CAPTURES;
    if (picker->stage == PICK_MAKE_QUIETS) {
        if (!picker->skip_quiets)
            make_quiets(picker);
        else
            picker->at = picker->end = 0;
        picker->stage++;
    }
    if (picker->stage == PICK_BAD_CAPTURES) picker->at = picker->base;
}

static Move pick_at_stage(Picker *picker) {
    switch (picker->stage) {
    case PICK_TABLE:
        return picker->table_move;
    case PICK_CAPTURES:
        return pick_capture(picker);
    case PICK_KILLERS:
        return picker->skip_quiets ? MOVE_NONE : pick_killer(picker);
    case PICK_QUIETS:
        return picker->skip_quiets ? MOVE_NONE : pick_quiet(picker);
    case PICK_BAD_CAPTURES:
        return pick_bad(picker);
    default:
        return MOVE_NONE;
    }
}

Move picker_next(Picker *picker) {
    while (picker->stage != PICK_DONE) {
        Move m = pick_at_stage(picker);
        if (picker->stage == PICK_TABLE) {
            advance(picker);
            if (m) return m;
            continue;
        }
        if (m) return m;
        advance(picker);
    }
    return MOVE_NONE;
}
