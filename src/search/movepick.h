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
    STAGE_KILLERS, /* returns killers and the counter move */
    STAGE_QUIETS,
    STAGE_BAD_CAPTURES
} MovePickStage;

typedef struct MovePicker {
    Worker *worker; /* the worker whose position and histories are read */
    int ply;        /* ply of the node, from the root */
    int depth;      /* remaining depth; a deeper search selects more of the quiet moves in order */
    MovePickStage stage; /* the stage whose moves are returned next */
    Move tt_move;        /* move of the transposition table; MOVE_NONE: none, or not legal */
    bool tt_capture;     /* tt_move takes something */
    Move refutations[3]; /* two killers and the counter move; one move may be listed twice */
    int refutation_at;   /* index of the next move in `refutations` */
    bool captures_only;  /* true: only captures are returned (quiescence search, not in check) */

    /* Pruning: limits for moves not yet returned. The search tightens them as it proceeds. */
    int quiet_history_min;  /* quiet moves with less history are skipped unless they give check */
    int quiet_see_min;      /* quiet moves with a lower SEE are skipped; INT_MIN: no limit */
    int check_see_min;      /* quiet moves that give check are skipped if their SEE is lower */
    bool late_move_pruning; /* only the next quiet move may be returned, if it gives check */
    bool skip_quiets;       /* no more quiet moves are returned */
    int capture_gain_min; /* captures that gain no more than this are left out; set at the start */

    int base;       /* index on the worker's move stack at which this picker's lists begin */
    int bad_end;    /* index behind the list of bad captures, which begins at `base` */
    int at, end;    /* indexes in the current list: its next move, and behind its last move */
    int undivided;  /* number of quiet moves selected before the rest is divided by history */
    int unranked;   /* index from which on list order holds; negative until the list is divided */
    int64_t first;  /* the best quiet move, with its score */
    int64_t last;   /* the last quiet move that was selected in order, with its score */
    int64_t needed; /* bits that a quiet move must have: ONLY_CHECKS; or 0 for any move */

    /* Facts about the move that was returned last. */
    bool capture;
    int history;   /* history of the returned move, if it is quiet (movepick_quiet_history) */
    int see_known; /* lower bound of the SEE of the returned capture; INT_MIN: not known */

    StripSee strip_see; /* strips only: filled when the SEE of a quiet move is first needed */
    CheckInfoBuffer checkinfo;  /* the checks and pins that move generation has found */
    CheckSquares check_squares; /* filled when a move is first tested for giving check */
} MovePicker;

void movepick_start(MovePicker *, Worker *, int ply, int depth, Move tt_move);
/* Starts a picker for quiescence or ProbCut: returns the TT move if it takes something, then
 * captures that gain more than gain_min. In check, it returns every move. */
void movepick_start_captures(MovePicker *, Worker *, int ply, Move tt_move, int gain_min);
/* Returns the next move; MOVE_NONE: there are no more moves. */
Move movepick_next(MovePicker *);
void movepick_stop(MovePicker *);

/* Returns the sum of butterfly and continuation history of a quiet move. */
int movepick_quiet_history(Worker *, int ply, Move);

/* Returns the type of a capture's first victim: the piece on its destination, if there is one. */
static inline int movepick_first_victim_type(const Position *p, Move m) {
    Piece on_to = move_to(m) == move_from(m) ? NO_PIECE : p->board[move_to(m)];
    return piece_type(on_to                  ? on_to
                      : move_victim_count(m) ? p->board[move_victim(m, 0)]
                                             : NO_PIECE);
}

#endif
