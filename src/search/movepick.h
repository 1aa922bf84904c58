/* movepick - the moves of a position one by one, the likely best first, each stage generated only
 * when it is reached (chessprogramming wiki: Move Ordering, Staged Move Generation).
 *
 * Stages   TT move; good captures (captures that by SEE lose nothing, or less than CAPTURE_MARGIN
 *          allows), by MVV-LVA and capture history; killers and counter move; the other quiet moves
 *          by history, checks first; bad captures.
 * Shapes   The lists lie on the worker's move stack from `base` on: bad captures, moved there when
 *          they are met, are base .. bad_end; the current list is at .. end. A quiet move carries
 *          its score in its upper half, where a move with victims would have them:
 *
 *              63                              33  32  31                             0
 *              +---------------------------------+---+--------------------------------+
 *              | history (+ CHECK_BONUS), signed |chk|              move              |
 *              +---------------------------------+---+--------------------------------+
 *
 *          so one signed comparison of 64 bits ranks two moves, equals by the move itself.
 * Owner    movepick_start takes room on the move stack, movepick_stop gives it back.
 */
#ifndef HENKA_SEARCH_MOVEPICK_H
#define HENKA_SEARCH_MOVEPICK_H

#include "search/check_squares.h"
#include "search/see.h"
#include "search/worker.h"

typedef enum {
    STAGE_TT_MOVE,
    STAGE_GENERATE_CAPTURES,
    STAGE_GOOD_CAPTURES,
    STAGE_KILLERS, /* returns the counter move too */
    STAGE_QUIETS,
    STAGE_BAD_CAPTURES
} MovePickStage;

typedef struct MovePicker {
    Worker *worker; /* the worker, whose position and histories are read */
    int ply;        /* ply of the node, from the root */
    int depth; /* remaining depth of the search; a deeper search ranks more of the quiet moves */
    MovePickStage stage; /* the stage whose moves are returned next */
    Move tt_move;        /* MOVE_NONE: there is none, or it is not legal */
    bool tt_capture;     /* it takes something */
    Move refutations[3]; /* two killers and the counter move; one may stand there twice */
    int refutation_at;   /* the next of them */
    bool captures_only;  /* quiescence, not in check */

    /* Pruning: conditions on the moves not yet returned. The search raises them as it proceeds. */
    int quiet_history_min;  /* quiet moves with less history are skipped unless they give check */
    int quiet_see_min;      /* quiet moves whose SEE is lower are skipped too; INT_MIN: none */
    int check_see_min;      /* the least SEE of quiet checks */
    bool late_move_pruning; /* one more quiet move at most, and only if it gives check */
    bool skip_quiets;       /* quiet moves are no longer returned */
    /* Pruning conditions that are known from the start. */
    int capture_gain_min; /* captures that gain no more than this are left out */

    int base;       /* where the lists begin on the move stack */
    int bad_end;    /* end of the bad captures */
    int at, end;    /* the list in hand: next move, and behind the last */
    int undivided;  /* number of quiet moves that are selected before the rest is divided by
                       history */
    int unranked;   /* quiet moves from here on are returned in list order; below 0 before the
                       division */
    int64_t first;  /* the best quiet move, with its score */
    int64_t last;   /* the quiet move selected last, with its score */
    int64_t needed; /* bits that a quiet move must have: that of checks, or none */

    /* About the move returned last. */
    bool capture;
    int history;   /* quiet: its history, as movepick_quiet_history returns it */
    int see_known; /* capture: its exchange brings at least this; INT_MIN: not known */

    StripSee strip_see; /* on strips: filled when a quiet move's exchange is first looked at */
    CheckInfoBuffer checkinfo;  /* the checks and pins that move generation found */
    CheckSquares check_squares; /* filled when the first move is tested for giving check */
} MovePicker;

void movepick_start(MovePicker *, Worker *, int ply, int depth, Move tt_move);
/* For quiescence and ProbCut: the TT move if it takes something, and captures that gain more than
 * gain_min. Every move when in check. */
void movepick_start_captures(MovePicker *, Worker *, int ply, Move tt_move, int gain_min);
/* MOVE_NONE: there are no more. */
Move movepick_next(MovePicker *);
void movepick_stop(MovePicker *);

/* Butterfly and continuation history of a quiet move. */
int movepick_quiet_history(Worker *, int ply, Move);

/* The type of the first victim of a capture: the piece on its destination, if there is one. */
static inline int movepick_first_victim_type(const Position *p, Move m) {
    Piece on_to = move_to(m) == move_from(m) ? NO_PIECE : p->board[move_to(m)];
    return piece_type(on_to                  ? on_to
                      : move_victim_count(m) ? p->board[move_victim(m, 0)]
                                             : NO_PIECE);
}

#endif
