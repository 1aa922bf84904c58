#include "search/long_captures.h"

#include "rules/paying.h"
#include "search/exchange.h"

typedef struct Taking {
    int gain, mover, first; /* first: the type taken first */
} Taking;

static inline Taking taking_of(const Position *p, const Eval *e, Move m) {
    int from = move_from(m), to = move_to(m);
    Taking t = {.mover = piece_type(p->board[from])};
    if (to != from && p->board[to]) t.first = piece_type(p->board[to]), t.gain = eval_capture_value(e, p->board[to]);
    for (int k = 0, count = move_victim_count(m); k < count; k++) {
        Piece victim = p->board[move_victim(m, k)];
        t.gain += eval_capture_value(e, victim);
        if (!t.first) t.first = piece_type(victim);
    }
    if (move_becomes(m)) t.gain += e->board_value[move_becomes(m)] - e->board_value[t.mover];
    return t;
}

static inline bool pays(const Position *p, const Eval *e, Cover *c, Move m, const Taking *t, int threshold) {
    int type = move_becomes(m) ? move_becomes(m) : t->mover;
    if (t->gain < threshold) return false;
    return t->gain - e->board_value[type] - e->hand_value[type] >= threshold || !cover_holds(c, p, move_to(m));
}

static inline void place(Worker *w, int at, Move m, int32_t score) { w->moves[at] = m, w->scores[at] = score; }

static inline int32_t score_of(Worker *w, Move m, int gain) {
    const Position *p = &w->position;
    int mover = piece_type(p->board[move_from(m)]);
    return gain * 8 - (w->variant->types[mover].royal ? 0 : w->eval->board_value[mover] / 2) +
           *capture_at(&w->history, move_mark(p, m), first_victim(p, m)) / 16;
}

static void make_paying(Picker *picker) {
    Worker *w = picker->worker;
    Bargain bargain = {.worth = w->eval->board_value, .floor = picker->floor, .least = picker->least};
    int32_t *scores = w->scores + picker->at;
    Move *list = w->moves + picker->at;
    int count = paying_moves(&w->position, &bargain, list, scores), kept = 0;
    for (int i = 0; i < count; i++) {
        if (list[i] == picker->table_move) continue;
        int32_t score = score_of(w, list[i], scores[i]);
        list[kept] = list[i], scores[kept++] = score;
    }
    picker->end = picker->at + kept;
}

static void score_all(Picker *picker) {
    Worker *w = picker->worker;
    const Position *p = &w->position;
    const Eval *e = w->eval;
    Cover cover;
    cover_look(&cover, p, !p->side);
    int kept = picker->at;
    for (int i = picker->at; i < picker->end; i++) {
        Move m = w->moves[i];
        Taking t = taking_of(p, e, m);
        if (t.gain <= picker->floor || m == picker->table_move) continue;
        int32_t score = t.gain * 8 - (w->variant->types[t.mover].royal ? 0 : e->board_value[t.mover] / 2) +
                        *capture_at(&w->history, move_mark(p, m), t.first) / 16;
        if (pays(p, e, &cover, m, &t, picker->captures_only ? picker->least : -score / 512))
            place(w, kept++, m, score);
        else if (!picker->captures_only) {
            place(w, kept++, w->moves[picker->bad_end], w->scores[picker->bad_end]);
            place(w, picker->bad_end++, m, score);
        }
    }
    picker->at = picker->bad_end, picker->end = kept;
}

void long_captures_make(Picker *picker) {
    Worker *w = picker->worker;
    if (picker->captures_only && paying_serves(w->variant))
        make_paying(picker);
    else {
        const int32_t *worth = picker->captures_only ? w->eval->board_value : NULL;
        picker->end = picker->at + generate_at(&w->position, &picker->outlook, GENERATE_CAPTURES, worth, w->moves + picker->at);
        score_all(picker);
    }
    w->move_top = picker->end;
}
