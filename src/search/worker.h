/* worker - one thread's search: its copy of the position, its path, its stacks and its memory.
 *
 * Units    Scores in hundredths of a pawn for the side to move; depth in plies; mates as SCORE_MATE
 *          less the plies to the mate.
 * Owner    The engine makes workers when it is made or resized; nothing here allocates while
 *          searching.
 * Threads  A worker belongs to its thread; `nodes` may be read by others.
 * Limits   MAX_PLY plies deep, MOVE_STACK moves in all lists of one line together; at either limit
 *          a position counts as a leaf.
 */
#ifndef HENKA_SEARCH_WORKER_H
#define HENKA_SEARCH_WORKER_H

#include "eval/eval.h"
#include "eval/net.h"
#include "rules/game.h"
#include "search/history.h"
#include "search/table.h"

#include <stdatomic.h>

enum {
    MAX_PLY = 128,
    MOVE_STACK = 1 << 17,
    PATH_HISTORY = 4096,
    PATH_FILTER = 1 << 12,
    MAX_LINES = HENKA_MAX_MULTI_PV,
    FRAMES_BEFORE = 6, /* sentinels, so that a frame may look back */
    CHECK_NODES = 1024,
};
enum {
    SCORE_MATE = HENKA_SCORE_MATE,
    SCORE_MATE_FLOOR = HENKA_SCORE_MATE_FLOOR,
    SCORE_INFINITE = 32500,
    SCORE_NONE = 32600
};

typedef enum {
    ENDS_NOT,
    ENDS_DRAWN,
    ENDS_LOST /* for the side to move */,
    ENDS_WON,
    ENDS_ILLEGAL /* no such position may arise */
} Ends;

typedef struct Frame {
    _Alignas(64) Move move; /* played from here; MOVE_NONE for a null move */
    Move excluded;          /* left out while testing whether the table move is singular */
    Move killers[2];
    uint32_t mark;   /* of `move`, 0 for a null move */
    int static_eval; /* SCORE_NONE in check */
    int cutoffs;     /* of the children of this frame */
    int path_floor;  /* of the path, before a null move */
    Ends ends;       /* by repetition or loss of the royals */
    bool in_check;
    bool capture; /* `move` takes something */
    bool null;    /* a null move was played from here */
    bool summed;  /* accumulator and the network's sum are up to date */
    Accumulator accumulator;
    Edits edits;
} Frame;
_Static_assert(sizeof(Frame) == 256, "whole lines, and a shift from ply to frame");

typedef struct RootMove {
    Move move;
    int score, before; /* of this iteration and the one before */
    uint64_t nodes;
} RootMove;

typedef struct Line {
    Move moves[MAX_PLY];
    int length, score, depth, seldepth;
} Line;

typedef struct Path {
    uint64_t keys[PATH_HISTORY + MAX_PLY + 8]; /* of the positions before this one, oldest first */
    bool checks[PATH_HISTORY + MAX_PLY + 8];   /* the move played there gave check */
    uint16_t filter[PATH_FILTER];              /* how many keys fall here */
    int length, root, floor;                   /* floor: nothing before it counts (a null move) */
} Path;

struct HenkaEngine;

typedef struct Worker {
    struct HenkaEngine *engine;
    int index;
    const HenkaVariant *variant;
    const Eval *eval;
    Table *table;
    _Alignas(64) Position position;
    _Atomic uint64_t nodes;
    uint64_t check_at; /* nodes at which to look at the clock, 0 once stopped */
    bool stopped;
    int seldepth, root_depth, line_index;
    int ply_limit, move_limit;
    int null_floor; /* no null move above this ply while verifying */
    Path path;
    Frame frames[FRAMES_BEFORE + MAX_PLY + 4];
    Settled settled[2][MAX_SQUARES];
    NetSum net_sums[MAX_PLY + 4]; /* by ply; only where the evaluation has a network */
    Move pv[MAX_PLY + 2][MAX_PLY + 2];
    int pv_length[MAX_PLY + 2];
    Line lines[MAX_LINES];
    int line_count;
    RootMove root_moves[HENKA_MAX_MOVES];
    int root_count;
    int completed_depth;
    History history;
    int move_top;
    Move moves[MOVE_STACK];
    int32_t scores[MOVE_STACK];
} Worker;

static inline Frame *frame_at(Worker *w, int ply) { return &w->frames[FRAMES_BEFORE + ply]; }
static inline bool is_mate_score(int score) { return henka_score_is_mate(score); }

/* Takes the game over: position, path, root moves. */
void worker_set_up(Worker *, const HenkaGame *);
/* Plays a legal move and readies the next frame; false, and nothing played, when repetition makes
 * it illegal. The second does not look for check: for the depths of quiescence where check has no
 * force in law. */
bool worker_do(Worker *, int ply, Move);
bool worker_do_unlooked(Worker *, int ply, Move);
void worker_undo(Worker *, int ply);
void worker_do_null(Worker *, int ply);
void worker_undo_null(Worker *, int ply);
/* Static evaluation of the position. */
int worker_evaluate(Worker *, int ply);
/* Has someone called a halt? Looks at the clock now and then; once stopped, looks every time. */
bool worker_look(Worker *);
static inline bool worker_stopping(Worker *w) {
    return __builtin_expect(atomic_load_explicit(&w->nodes, memory_order_relaxed) >= w->check_at,
                            0) &&
           worker_look(w);
}
/* The search itself, until a limit or a stop. */
void worker_iterate(Worker *);
/* Best first; those not reached this time keep the order of the last. */
void worker_sort_root(Worker *, int first);

/* node.c, quiesce.c, root.c */
int search_node(Worker *, int ply, int alpha, int beta, int depth, bool cut);
int search_quiet(Worker *, int ply, int alpha, int beta, int depth);
int search_root(Worker *, int alpha, int beta, int depth);
void search_order_root(Worker *);

static inline int score_to_table(int score, int ply) {
    return score >= SCORE_MATE_FLOOR    ? score + ply
           : score <= -SCORE_MATE_FLOOR ? score - ply
                                        : score;
}
static inline int score_from_table(int score, int ply) {
    return score >= SCORE_MATE_FLOOR    ? score - ply
           : score <= -SCORE_MATE_FLOOR ? score + ply
                                        : score;
}

#endif
