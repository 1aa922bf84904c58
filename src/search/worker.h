/* worker - one thread's search: its copy of the position, its path, its stack and its memory.
 *
 * Units    Centipawns for the side to move; a mate in n plies is SCORE_MATE - n; depth in plies.
 * Owner    The engine makes workers at its start and for new options. Searches do not allocate.
 * Threads  A worker belongs to its thread; `nodes` may be read by others.
 * Limits   MAX_PLY plies, MOVE_STACK moves in all lists of a line: at either, a position is a leaf.
 */
#ifndef HENKA_SEARCH_WORKER_H
#define HENKA_SEARCH_WORKER_H

#include "eval/eval.h"
#include "eval/net.h"
#include "rules/game.h"
#include "search/history.h"
#include "search/path.h"
#include "search/tt.h"

#include <stdatomic.h>

enum {
    MOVE_STACK = 1 << 17,
    MAX_LINES = HENKA_MAX_MULTI_PV,
    STACK_BEFORE = 6,   /* number of extra entries before ply 0, so that a ply may look back */
    CHECK_NODES = 1024, /* number of nodes between two checks of the limits */
};
enum {
    SCORE_MATE = HENKA_SCORE_MATE,
    SCORE_MATE_FLOOR = HENKA_SCORE_MATE_FLOOR,
    SCORE_INFINITE = 32500, /* higher than every score */
    SCORE_NONE = 32600      /* no score: static evaluation of a position in check */
};

/* What the search keeps for each ply of the current line (Stockfish's Stack). In search.c, `ss`
 * points to the current ply's entry, ss[-1] is its parent, ss[1] its child. */
typedef struct Stack {
    /* The move played from this position; MOVE_NONE for a null move. Set by worker_do. */
    _Alignas(64) Move move;
    Move excluded;     /* the move that a singular search leaves out; MOVE_NONE in other searches */
    Move killers[2];   /* quiet moves that last caused a beta cutoff at this ply */
    uint32_t piece_to; /* piece_to of `move`; 0 for a null move */
    int static_eval;   /* static evaluation, corrected; SCORE_NONE in check. Set by node_eval */
    int cutoffs;       /* number of beta cutoffs at this ply since the parent began its moves */
    int path_floor;    /* Path.floor before the null move, to restore it */
    Terminal terminal; /* result of this position by rule; set by worker_do of the parent */
    bool in_check;     /* the side to move is in check; set by worker_do of the parent */
    bool capture;      /* `move` takes something; set by the search before worker_do */
    bool null;         /* `move` is a null move */
    bool accumulated;  /* `accumulator` and the worker's net_accumulators[ply] are up to date */
    /* The evaluation's sums for this position, computed from the parent's when first needed. */
    Accumulator accumulator;
    Edits edits; /* the changes that `move` made, to take it back and to update the accumulator */
} Stack;
_Static_assert(sizeof(Stack) == 256, "whole cache lines, and a shift from ply to entry");

/* A move of the position with which the search began. */
typedef struct RootMove {
    Move move;
    int score;      /* score in this iteration; -SCORE_INFINITE: not searched, or no improvement */
    int last_score; /* score in the previous iteration */
    uint64_t nodes; /* number of nodes spent on the move in all iterations */
} RootMove;

/* One of the best lines as reported. Worker.lines[0] is the principal variation. */
typedef struct Line {
    Move moves[MAX_PLY];
    int length;
    int score;
    int depth;    /* depth of the iteration that found the line */
    int seldepth; /* deepest ply that the search of this line reached */
} Line;

struct HenkaEngine;

typedef struct Worker {
    /* Members set when the worker is made. */
    struct HenkaEngine *engine;
    int index; /* 0: the main worker, on the caller's thread; it alone checks the limits */
    TranspositionTable *tt; /* the engine's `tt`, or its `part` while the level overlooks moves */
    /* At this ply, and at this number of moves on the move stack, a position counts as a leaf, so
     * that `stack` and `moves` do not overflow. The limits are smaller in tests. */
    int ply_limit, move_stack_limit;
    bool history_stale; /* a new game began: the next search has to clear the history first */

    /* Members set for each search by the engine and worker_set_up. */
    const HenkaVariant *variant;
    bool large_board; /* the board has more than 128 squares */
    const Eval *eval; /* the variant's evaluation, or the one that the caller set for the engine */
    _Alignas(64) Position position; /* the position being searched; `brake` is its budget */
    HenkaBudget brake;              /* stops the generation of long lists of moves when time is up;
                                       its amount is unlimited */
    Path path;                      /* the positions before `position` */
    int uneventful_plies;           /* number of plies that count for move_limit at the root
                                       (game_uneventful_plies); 0 without a move_limit */

    _Atomic uint64_t nodes; /* number of moves made in this search */
    uint64_t check_at;      /* number of nodes at which to check the limits next; 0: at once */
    bool stopped;           /* scores returned from now on are meaningless */
    int draw_ply;           /* positions from this ply on are draws (option draw_moves) */
    int leaf_ply;           /* the lower of ply_limit and draw_ply */
    int seldepth;           /* deepest ply reached in the current line */
    int root_depth;         /* depth of the current iteration */
    int line_index;         /* MultiPV: index of the line that is being searched */
    int null_floor;         /* verifying a null move: no other is tried before this ply; else 0 */
    /* How the playing level overlooks moves (level.h). Set by level_set_up. */
    int overlooks;          /* percentage of the hardest moves that is overlooked; 0: none */
    bool left_out;          /* some root moves were left out by level_leave_out */
    bool overlooks_royals;  /* captures of the last royal may be overlooked, too */
    uint64_t overlook_seed; /* decides which moves are overlooked in this search */

    Stack stack[STACK_BEFORE + MAX_PLY + 4];    /* use stack_at to find the entry of a ply */
    RefreshCache refresh_cache[2][MAX_SQUARES]; /* see RefreshCache: [side][square of the royal] */
    /* [ply]: accumulators of the network; used only if the evaluation has one. */
    NetAccumulator net_accumulators[MAX_PLY + 4];
    Move pv[MAX_PLY + 2][MAX_PLY + 2]; /* [ply]: best line from this ply on (triangular array) */
    int pv_length[MAX_PLY + 2];        /* [ply]: number of moves in pv[ply] */

    Line lines[MAX_LINES];                /* the best lines as last reported, the best one first */
    int line_count;                       /* MultiPV: number of lines to search and report */
    RootMove root_moves[HENKA_MAX_MOVES]; /* sorted by worker_sort_root, the best first */
    int root_count;                       /* number of entries in root_moves */
    int completed_depth;                  /* depth of the last iteration that was completed */

    History history; /* kept from search to search, unless history_stale is set */

    /* Move pickers by ply, too large for a thread's stack: [0] for normal searches, [1] for a
     * singular search within that of the same ply. Owned; allocated with the worker. */
    struct MovePicker *pickers[2];
    int move_top;               /* index at which the next list begins on the move stack */
    Move moves[MOVE_STACK];     /* the move stack: the lists of all pickers, one after another */
    int32_t scores[MOVE_STACK]; /* [index in `moves`]: score of a capture */
} Worker;

static inline Stack *stack_at(Worker *w, int ply) { return &w->stack[STACK_BEFORE + ply]; }
static inline uint64_t worker_nodes(const Worker *w) {
    return atomic_load_explicit(&w->nodes, memory_order_relaxed);
}

/* Copies the game's position and path into the worker, whose `eval` must be set before. From then
 * on the search may be stopped. */
void worker_set_up(Worker *, const HenkaGame *);
/* Orders the root moves, before anything is searched, by the static evaluation after each move, so
 * that even a search that is stopped at once returns a sensible move. */
void worker_order_root(Worker *);
/* Sorts the root moves from `first` on by score, then by last_score. The sort is stable. */
void worker_sort_root(Worker *, int first);

/* Plays a legal move and fills the next stack entry. Returns false, and plays nothing, if the rule
 * about repetition or about giving stalemate makes the move illegal. find_check false: in_check
 * stays false, for deep plies of quiescence in games where a check need not be answered. */
bool worker_do(Worker *, int ply, Move, bool find_check);
void worker_undo(Worker *, int ply);
void worker_do_null(Worker *, int ply);
void worker_undo_null(Worker *, int ply);
/* Returns the static evaluation of the position at this ply. */
int worker_evaluate(Worker *, int ply);

/* Checks the limits. Does the search have to stop? */
bool worker_check_limits(Worker *);
/* Calls worker_check_limits if it is time to do so. Does the search have to stop? */
static inline bool worker_stopping(Worker *w) {
    return __builtin_expect(worker_nodes(w) >= w->check_at, 0) && worker_check_limits(w);
}

#endif
