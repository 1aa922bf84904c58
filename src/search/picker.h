/* picker - the moves of a position one by one, the likely best first, each stage made only when it
 * is asked for.
 *
 * Owner    Its lists lie on the worker's move stack from where picker_start found the top;
 *          picker_stop gives the room back.
 */
#ifndef HENKA_SEARCH_PICKER_H
#define HENKA_SEARCH_PICKER_H

#include "search/checks.h"
#include "search/exchange_strip.h"
#include "search/worker.h"

typedef enum {
    PICK_TABLE,
    PICK_MAKE_CAPTURES,
    PICK_CAPTURES,
    PICK_KILLERS,
    PICK_QUIETS,
    PICK_BAD_CAPTURES
} PickStage;

typedef struct Picker {
    Worker *worker;
    int ply, depth;
    Move table_move, specials[3]; /* killers and the counter move; one may stand there twice */
    int special_at;
    PickStage stage;
    bool table_capture; /* the table move takes something */
    bool captures_only;
    bool late;        /* set by the node: one more quiet move, and that only if it checks */
    bool skip_quiets; /* no more of them */
    int bar;   /* set by the node: quiet moves of less history are left out unless they check */
    int risk;  /* set by the node: what a quiet move's exchange must not fall below, INT_MIN while
                  nothing is left out */
    int floor; /* captures that gain no more are left out */
    int least; /* what the exchange of a capture must bring, where only captures are wanted on a
                  larger board */
    bool long_lists; /* larger board: only captures that pay are made at first; see long_captures.h
                      */
    int worst;   /* set by the node: the same of checks; where captures are made later, of those too
                  */
    int base;    /* where the lists begin on the stack */
    int bad_end; /* bad captures: base .. bad_end; of long lists, those made so far */
    int at, end; /* of the list in hand */
    int unsorted;   /* quiet moves still to be looked for one by one before the rest is sorted */
    int64_t first;  /* of the quiet moves: the best, with its number */
    int64_t last;   /* likewise: the one last looked for */
    int64_t needed; /* bits without which none is wanted any more */
    bool capture;   /* of the move last picked */
    int history;    /* of the quiet move last picked */
    int proven; /* of the capture last picked: the exchange brings no less, INT_MIN when that is not
                   known */
    StripView view;            /* on a strip: looked at when quiet moves may cost too much */
    CheckInfoBuffer checkinfo; /* likewise checks: from the start of the node on */
    Checks checks;
} Picker;

void picker_start(Picker *, Worker *, int ply, int depth, Move table_move);
/* Quiescence: the table move and captures that gain more than the floor and may bring the least;
 * every move when in check. */
void picker_start_quiet(Picker *, Worker *, int ply, Move table_move, int floor, int least);
Move picker_next(Picker *);
void picker_stop(Picker *);

/* The type of what it takes, the piece on its destination first. */
static inline int first_victim(const Position *p, Move m) {
    Piece on_to = move_to(m) == move_from(m) ? NO_PIECE : p->board[move_to(m)];
    return piece_type(on_to                  ? on_to
                      : move_victim_count(m) ? p->board[move_victim(m, 0)]
                                             : NO_PIECE);
}

/* Sends for what the table knows of the position after the move: as soon as a move has good
 * prospects, for that line is far away. */
static inline void picker_fetch(const Picker *picker, Move m) {
    table_prefetch(picker->worker->table, position_hash_after(&picker->worker->position, m));
}

#endif
