/* worker - one thread's search: its copy of the position, its path, its stack and its memory.
 *
 * Units    Scores in centipawns for the side to move; depth in plies; a mate in n plies is
 *          SCORE_MATE - n.
 * Owner    The engine makes workers when it is made or its options change; nothing here allocates
 *          while searching.
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
#include "search/path.h"
#include "search/tt.h"

#include <stdatomic.h>

enum {
    MOVE_STACK = 1 << 17,
    MAX_LINES = HENKA_MAX_MULTI_PV,
    STACK_BEFORE = 6,   /* sentinels before ply 0, so that an entry may look back */
    CHECK_NODES = 1024, /* number of nodes between two looks at the clock */
};
enum {
    SCORE_MATE = HENKA_SCORE_MATE,
    SCORE_MATE_FLOOR = HENKA_SCORE_MATE_FLOOR,
    SCORE_INFINITE = 32500, /* beyond every score */
    SCORE_NONE = 32600      /* no score: the static evaluation in check */
};

/* What the search keeps for each ply of the line it is in (Stockfish's Stack). `ss` points to the
 * current ply's; ss[-1] is its parent, ss[1] its child. */
typedef struct Stack {
    /* Set by worker_do: the move played from here; MOVE_NONE for a null move. */
    _Alignas(64) Move move;
    Move excluded;     /* left out of a singular search; MOVE_NONE outside of one */
    Move killers[2];   /* quiet moves that last caused a beta cutoff at this ply */
    uint32_t piece_to; /* piece_to of `move`; 0 for a null move */
    int static_eval;   /* corrected by history; SCORE_NONE in check. Set by search and qsearch */
    int cutoffs;       /* beta cutoffs at this ply since the parent began its moves */
    int path_floor;    /* Path.floor before the null move */
    Terminal terminal; /* set by worker_do of the parent: the result of this position by rule */
    bool in_check;     /* the side to move is in check; set by worker_do of the parent */
    bool capture;      /* `move` takes something; set by the search before worker_do */
    bool null;         /* `move` is a null move */
    bool accumulated;  /* `accumulator` and the worker's net_accumulators[ply] are up to date */
    /* The evaluation's sum here, made from the parent's when it is first needed. */
    Accumulator accumulator;
    Edits edits; /* what `move` changed, to take it back and to update the accumulator */
} Stack;
_Static_assert(sizeof(Stack) == 256, "whole cache lines, and a shift from ply to entry");

/* A move of the position that the search began with. */
typedef struct RootMove {
    Move move;
    int score; /* score in this iteration; -SCORE_INFINITE: not searched, or no better than another
                  move */
    int last_score; /* score in the previous iteration */
    uint64_t nodes; /* spent on it in all iterations */
} RootMove;

/* One of the best lines, as reported: lines[0] is the principal variation. */
typedef struct Line {
    Move moves[MAX_PLY];
    int length;
    int score;
    int depth;    /* depth of the iteration that found it */
    int seldepth; /* the deepest ply it looked at */
} Line;

struct HenkaEngine;

typedef struct Worker {
    /* Set when the worker is made. */
    struct HenkaEngine *engine;
    int index; /* 0: the main worker, on the caller's thread; it alone looks at the limits */
    TranspositionTable *tt; /* the engine's, shared by all workers */
    /* Where a position counts as a leaf, so that neither the plies (maximum ply) nor the stack of
     * moves run out; smaller in tests. */
    int ply_limit, move_stack_limit;
    bool history_stale; /* a new game began: the next search begins by clearing the history */

    /* Set for each search by the engine and worker_set_up. */
    const HenkaVariant *variant;
    bool large_board;               /* the board has more than 128 squares */
    const Eval *eval;               /* evaluation of the variant, or the engine's own */
    _Alignas(64) Position position; /* the one being searched; its budget is `brake` */
    HenkaBudget brake;              /* without bound: stops long lists of moves when time is up */
    Path path;                      /* the positions before it */
    int uneventful_plies; /* game_uneventful_plies of the root, where there is a move_limit */

    _Atomic uint64_t nodes; /* moves made in this search */
    uint64_t check_at;      /* nodes at which to look at the limits; 0 once stopped */
    bool stopped;           /* scores returned from now on are meaningless */
    int draw_ply;           /* positions from this ply on are drawn (option draw_moves) */
    int leaf_ply;           /* the lesser of ply_limit and draw_ply */
    int seldepth;           /* deepest ply of this line */
    int root_depth;         /* depth of this iteration */
    int line_index;         /* MultiPV: which of the best lines is being searched */
    int null_floor;         /* no null move before this ply: one is being verified; 0 otherwise */
    /* What a level overlooks (level.h), set by level_set_up. */
    int overlooks;          /* percentage of the hardest moves that is overlooked; 0: none */
    bool left_out;          /* some root moves were left out: level_leave_out */
    bool overlooks_royals;  /* captures of the last royal may be overlooked too */
    uint64_t overlook_seed; /* seed that decides which moves are overlooked in this search */

    Stack stack[STACK_BEFORE + MAX_PLY + 4];    /* see stack_at */
    RefreshCache refresh_cache[2][MAX_SQUARES]; /* [side][royal's square]: see eval.h */
    NetAccumulator
        net_accumulators[MAX_PLY + 4]; /* [ply]; only where the evaluation has a network */
    Move pv[MAX_PLY + 2][MAX_PLY + 2]; /* [ply]: the best line from there (triangular) */
    int pv_length[MAX_PLY + 2];        /* [ply]: moves of pv[ply] */

    Line lines[MAX_LINES];                /* the best lines, the best first, as last reported */
    int line_count;                       /* MultiPV: how many are searched and reported */
    RootMove root_moves[HENKA_MAX_MOVES]; /* sorted by worker_sort_root, the best first */
    int root_count;                       /* entries of root_moves */
    int completed_depth;                  /* the last iteration that was not broken off */

    History history; /* kept from search to search, unless history_stale is set */

    /* Move pickers, kept here because they are too large for a thread's stack: [0][ply], and
     * [1][ply] for a singular search within the search of the same ply. Owned; made with the
     * worker. */
    struct MovePicker *pickers[2];
    int move_top;               /* where the next list begins on the move stack */
    Move moves[MOVE_STACK];     /* the move stack: the lists of all pickers, one behind the other */
    int32_t scores[MOVE_STACK]; /* scores of the captures in `moves`, at the same index */
} Worker;

static inline Stack *stack_at(Worker *w, int ply) { return &w->stack[STACK_BEFORE + ply]; }
static inline uint64_t worker_nodes(const Worker *w) {
    return atomic_load_explicit(&w->nodes, memory_order_relaxed);
}

/* Copies the game's position and path. eval must be set. From then on the search may be stopped. */
void worker_set_up(Worker *, const HenkaGame *);
/* The root moves before anything was searched: ordered by static evaluation after the move, so that
 * even a search that is stopped at once answers sensibly. */
void worker_order_root(Worker *);
/* Sorts the root moves from `first` on by score, then by the last score; stable. */
void worker_sort_root(Worker *, int first);

/* Plays a legal move and fills the next stack entry; false, and nothing played, when repetition or
 * a barred stalemate makes it illegal. find_check false leaves in_check false: for the depths of
 * quiescence of games where check has no force in law. */
bool worker_do(Worker *, int ply, Move, bool find_check);
void worker_undo(Worker *, int ply);
void worker_do_null(Worker *, int ply);
void worker_undo_null(Worker *, int ply);
/* Static evaluation of the position at this ply. */
int worker_evaluate(Worker *, int ply);

/* Tests the limits. Must the search stop? */
bool worker_check_limits(Worker *);
/* Calls worker_check_limits if it is time to do so. Cheap. */
static inline bool worker_stopping(Worker *w) {
    return __builtin_expect(worker_nodes(w) >= w->check_at, 0) && worker_check_limits(w);
}

#endif
