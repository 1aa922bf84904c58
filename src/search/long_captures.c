#include "search/long_captures.h"

#include "rules/good_captures.h"
#include "search/exchange.h"

#include <limits.h>

static inline int32_t score_of(Worker *w, Move m, int gain) {
    const Position *p = &w->position;
    int type = piece_type(p->board[move_from(m)]);
    return gain * 8 - (w->variant->tables->royal_types[type] ? 0 : w->eval->board_value[type] / 2) +
           *capture_at(&w->history, (uint32_t)(type << 8 | move_to(m)), first_victim(p, m)) / 16;
}

static bool tried(const Picker *picker, Move m) {
    const Move *list = picker->worker->moves;
    for (int i = picker->base; i < picker->bad_end; i++)
        if (list[i] == m) return true;
    return m == picker->table_move;
}

/* Beside the list stand the gains. */
static void score_untried(Picker *picker, int count) {
    Worker *w = picker->worker;
    int32_t *scores = w->scores + picker->at;
    Move *list = w->moves + picker->at;
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (tried(picker, list[i])) continue;
        int32_t score = score_of(w, list[i], scores[i]);
        list[kept] = list[i], scores[kept++] = score;
    }
    w->move_top = picker->end = picker->at + kept;
}

static int make_paying(Picker *picker, int floor, int least) {
    GoodCaptures good_captures = {.worth = picker->worker->eval->board_value,
                                  .floor = floor,
                                  .least = least,
                                  .stop_at_royal = true};
    return movegen_good_captures(&picker->worker->position, &good_captures,
                                 picker->worker->moves + picker->at,
                                 picker->worker->scores + picker->at);
}

static int make_all(Picker *picker) {
    Worker *w = picker->worker;
    int count = movegen_legal_with(&w->position, &picker->checkinfo, MOVEGEN_CAPTURES, NULL,
                                   w->moves + picker->at);
    for (int i = picker->at; i < picker->at + count; i++)
        w->scores[i] = exchange_gain(w->eval, &w->position, w->moves[i]);
    return count;
}

void long_captures_make(Picker *picker) {
    score_untried(picker,
                  make_paying(picker, picker->floor, picker->captures_only ? picker->least : 0));
    picker->bad_end = picker->end;
}

void long_captures_make_bad(Picker *picker) {
    picker->at = picker->bad_end;
    score_untried(picker, picker->worst == INT_MIN
                              ? make_all(picker)
                              : make_paying(picker, INT_MIN / 2, picker->worst));
    picker->bad_end = picker->end;
}
