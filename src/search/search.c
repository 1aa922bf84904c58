/* The search, from top to bottom:
 *
 *     search_iterate   iterative deepening
 *     aspiration       a window around the last score
 *     search           negamax with principal variation search, pruning, extensions and reductions
 *     qsearch          quiescence search
 *
 * Functions that these share come before them. Each step has its name from the chess programming
 * wiki (https://www.chessprogramming.org), which explains it. Measurements: docs/search.md. */
#include "base/clock.h"
#include "rules/mate_one.h"
#include "search/engine.h"
#include "search/level.h"
#include "search/movepick.h"
#include "search/see.h"

#include <limits.h>

/* Every number of the search, found by hand and by matches of some thousand nodes a move
 * (docs/search.md, Measured). Depths are in plies, margins in centipawns. */
enum {
    /* Iterative deepening: the number of the last iteration, and the number of the iteration after
     * which a side that plays on the clock stops if it has only one legal move. */
    DEEPEST = MAX_PLY - 8,
    FORCED_DEPTH = 8,

    /* Aspiration windows: from depth ASPIRATION_DEPTH on, the last score +- (ASPIRATION_WIDTH +
     * depth / 2). Each fail high reduces the next try by a ply, up to ASPIRATION_REDUCTION_MAX. */
    ASPIRATION_DEPTH = 4,
    ASPIRATION_WIDTH = 20,
    ASPIRATION_REDUCTION_MAX = 3,

    /* Reverse futility pruning to RFP_DEPTH, if eval - RFP_MARGIN * (depth - improving) >= beta. */
    RFP_DEPTH = 8,
    RFP_MARGIN = 110,

    /* Razoring: up to depth RAZOR_DEPTH, if eval + RAZOR_MARGIN + RAZOR_MARGIN_SQUARED * depth *
     * depth <= alpha. */
    RAZOR_DEPTH = 3,
    RAZOR_MARGIN = 150,
    RAZOR_MARGIN_SQUARED = 180,

    /* Null move pruning: from depth NULL_DEPTH on, with a search to the depth
     *     depth - NULL_REDUCTION - depth / NULL_DEPTH_DIVISOR
     *         - min((eval - beta) / NULL_EVAL_DIVISOR, NULL_EVAL_MAX).
     * The result is verified from NULL_VERIFY_DEPTH on, and always on boards up to 32 squares. */
    NULL_DEPTH = 3,
    NULL_REDUCTION = 4,
    NULL_DEPTH_DIVISOR = 3,
    NULL_EVAL_DIVISOR = 110,
    NULL_EVAL_MAX = 3,
    NULL_VERIFY_DEPTH = 12,

    /* ProbCut: from depth PROBCUT_DEPTH on, with a search to depth - PROBCUT_REDUCTION against the
     * bound beta + PROBCUT_MARGIN - PROBCUT_IMPROVING * improving. Not tried when the TT has a
     * score below that bound from a search at most PROBCUT_TT_DEPTH plies shallower.
     * PROBCUT_CAPTURES captures are tried, twice this number at cut nodes. */
    PROBCUT_DEPTH = 5,
    PROBCUT_MARGIN = 150,
    PROBCUT_IMPROVING = 25,
    PROBCUT_REDUCTION = 4,
    PROBCUT_TT_DEPTH = 3,
    PROBCUT_CAPTURES = 2,

    /* Internal iterative reduction: from depth IIR_DEPTH on, by one ply. */
    IIR_DEPTH = 5,

    /* Late move pruning: after LMP_BASE + depth * depth moves, or half of that if not improving. */
    LMP_BASE = 3,

    /* Futility, history and SEE pruning of quiet moves depend on lmr_depth: the remaining depth
     * after the base of the late move reduction. */

    /* Futility pruning: below depth FUTILITY_DEPTH, prunes quiet moves whose history is below
     * FUTILITY_HISTORY times the number of centipawns by which eval + FUTILITY_MARGIN +
     * FUTILITY_PLY * lmr_depth is below alpha. */
    FUTILITY_DEPTH = 7,
    FUTILITY_MARGIN = 90,
    FUTILITY_PLY = 80,
    FUTILITY_HISTORY = 128,

    /* History pruning: below depth HISTORY_PRUNING_DEPTH, prunes quiet moves whose history is below
     * HISTORY_PRUNING * lmr_depth. */
    HISTORY_PRUNING_DEPTH = 5,
    HISTORY_PRUNING = -3000,

    /* SEE pruning: prunes quiet moves whose SEE is below SEE_QUIET * lmr_depth * lmr_depth, and
     * captures and quiet checks whose SEE is below SEE_CAPTURE * depth. */
    SEE_QUIET = -15,
    SEE_CAPTURE = -150,

    /* Singular extension and multicut: from depth SINGULAR_DEPTH on, if the TT has a score from a
     * search at most SINGULAR_TT_DEPTH plies shallower. The other moves are searched against a
     * bound, which is that score minus SINGULAR_MARGIN * depth. Off the principal variation, if
     * their score is also more than SINGULAR_DOUBLE below the bound, the extension is two plies. */
    SINGULAR_DEPTH = 6,
    SINGULAR_TT_DEPTH = 3,
    SINGULAR_MARGIN = 2,
    SINGULAR_DOUBLE = 40,

    /* Check extension: from depth CHECK_EXTENSION_DEPTH on, by one ply. */
    CHECK_EXTENSION_DEPTH = 7,
    /* The singular and check extensions end at ply EXTENSION_PLIES * (depth of the iteration). */
    EXTENSION_PLIES = 2,

    /* Late move reductions: from depth LMR_DEPTH on. The base, in 1024ths of a ply, is
     *     LMR_BASE + LMR_FACTOR * ln(depth) * ln(move number),
     * plus LMR_NOT_IMPROVING if it is above LMR_NOT_IMPROVING_MIN and the evaluation is not
     * improving. Added to the base are LMR_PV (negative: a smaller reduction) at PV nodes or
     * LMR_NOT_PV elsewhere, LMR_CUT_QUIET or LMR_CUT_CAPTURE at cut nodes, LMR_TT_CAPTURE (not at
     * the root) for quiet moves if the TT move is a capture, and LMR_CUTOFFS_MORE if more than
     * LMR_CUTOFFS replies failed high. For quiet moves of a side that is not in check,
     * (history - LMR_HISTORY_MEAN) / LMR_HISTORY_DIVISOR is subtracted. The first move, the first
     * three moves at the root and captures at PV nodes are not reduced. */
    LMR_DEPTH = 3,
    LMR_BASE = 520,
    LMR_FACTOR = 480,
    LMR_NOT_IMPROVING = 1024,
    LMR_NOT_IMPROVING_MIN = 1400,
    LMR_PV = -1024,
    LMR_NOT_PV = 512,
    LMR_CUT_QUIET = 2048,
    LMR_CUT_CAPTURE = 1024,
    LMR_TT_CAPTURE = 1024,
    LMR_CUTOFFS = 3,
    LMR_CUTOFFS_MORE = 700,
    LMR_HISTORY_MEAN = 4900,
    LMR_HISTORY_DIVISOR = 10,

    /* Quiescence search: delta pruning if eval + gain + QS_DELTA <= alpha. At most QS_CAPTURES
     * captures are tried, and QS_FEWER from depth QS_FEWER_DEPTH down, so that games with many
     * captures come to rest. Below depth QS_EVASION_DEPTH a side in check may stand pat, too. */
    QS_DELTA = 150,
    QS_CAPTURES = 3,
    QS_FEWER = 1,
    QS_FEWER_DEPTH = -7,
    QS_EVASION_DEPTH = -2,

    /* History: the bonus is min(BONUS_PLY * depth, BONUS_MAX). From depth REPLY_DEPTH on, and at PV
     * nodes, the opponent's last move gets a bonus when no move refuted it. */
    BONUS_PLY = 160,
    BONUS_MAX = 1600,
    REPLY_DEPTH = 3,

    /* Correction history: the bonus is error * depth / CORRECTION_DIVISOR, within +-CORRECTION_MAX.
     * CORRECTION_UNIT in an entry is one centipawn. */
    CORRECTION_DIVISOR = 8,
    CORRECTION_MAX = CORRECTION_LIMIT / 4,
    CORRECTION_UNIT = 16,

    /* Number of a node's moves that are remembered, to get a malus when a later move is better. */
    QUIETS_TRIED = 64,
    CAPTURES_TRIED = 32,
};

static int search(Worker *, int ply, int alpha, int beta, int depth, bool cut_node);
static int qsearch(Worker *, int ply, int alpha, int beta, int depth);

/* ---- history --------------------------------------------------------------------------------- */

static inline int history_bonus(int depth) {
    return depth * BONUS_PLY > BONUS_MAX ? BONUS_MAX : depth * BONUS_PLY;
}

/* Updates a move's continuation history at `ss`, in the rows of up to three earlier moves. */
static void update_continuation(Worker *w, const Stack *ss, uint32_t piece_to, int bonus) {
    static const int back[3] = {1, 2, 4};
    for (int i = 0; i < 3; i++) {
        uint32_t earlier = ss[-back[i]].piece_to;
        if (earlier)
            history_add(history_continuation_row(&w->history, i, earlier) + piece_to, bonus,
                        HISTORY_LIMIT);
    }
}

static void update_quiet(Worker *w, const Stack *ss, Move m, int bonus) {
    uint32_t piece_to = piece_to_of(&w->position, m);
    history_add(&w->history.quiet[w->position.side][piece_to], bonus, HISTORY_LIMIT);
    update_continuation(w, ss, piece_to, bonus);
}

static void update_capture(Worker *w, Move m, int bonus) {
    const Position *p = &w->position;
    history_add(history_capture(&w->history, piece_to_of(p, m), movepick_first_victim_type(p, m)),
                bonus, HISTORY_LIMIT);
}

/* Returns the correction history's entry for the last move (kind 0) or last two moves (kind 1). */
static inline int16_t *correction_entry(Worker *w, const Stack *ss, int kind) {
    uint32_t key = kind ? ss[-1].piece_to * 31u ^ ss[-2].piece_to * 0x9E37u : ss[-1].piece_to;
    return &w->history.correction[kind][w->position.side][(key * 0x9E3779B1u) >> 18];
}

/* Learns the difference between the static evaluation and the score of the search after the last
 * moves (wiki: Static Evaluation Correction History). Leaves out scores that say little about the
 * evaluation: mates, scores of captures, and bounds with which the evaluation agrees already. */
static void update_correction(Worker *w, const Stack *ss, Move best_move, int best, int beta,
                              int depth) {
    if (ss->in_check || henka_score_is_mate(best)) return;
    if (best_move && position_is_capture(&w->position, best_move)) return;
    int error = best - ss->static_eval;
    if (best >= beta ? error <= 0 : !best_move && error >= 0) return;
    int bonus = error * depth / CORRECTION_DIVISOR;
    if (bonus > CORRECTION_MAX) bonus = CORRECTION_MAX;
    if (bonus < -CORRECTION_MAX) bonus = -CORRECTION_MAX;
    for (int kind = 0; kind < 2; kind++)
        history_add(correction_entry(w, ss, kind), bonus, CORRECTION_LIMIT);
}

/* ---- what search and qsearch share ----------------------------------------------------------- */

/* The score of a draw is 1 or -1 by the count of nodes. If all draws were equal, the search would
 * take the first and see no other line ("3-fold blindness"). No contempt is used. */
static inline int draw_score(const Worker *w) { return (int)(worker_nodes(w) & 2) - 1; }

/* Returns the score of a position in which the last move that the option draw_moves allows has been
 * played: a draw, unless that move gave mate. */
static int drawn_by_length(Worker *w, const Stack *ss, int ply) {
    bool mated = ss->in_check && !movegen_any_legal(&w->position);
    if (w->variant->draw_wins) /* draw_wins sets odd_endings, which finds mates earlier */
        return w->variant->draw_wins - 1 == w->position.side ? SCORE_MATE - ply : -SCORE_MATE + ply;
    return mated ? -SCORE_MATE + ply : draw_score(w);
}

/* Scores nodes that need no search, by rule or by mate distance pruning, and updates the selective
 * depth. Returns true if the node is done; its score is then in *score. */
static inline bool node_ends(Worker *w, const Stack *ss, int ply, int *alpha, int *beta,
                             int *score) {
    w->pv_length[ply] = 0;
    *score = 0;
    if (worker_stopping(w)) return true;

    /* The game is over by rule: repetition, lost royals or bare royals */
    switch (ss->terminal) {
    case TERMINAL_DRAW:
        *score = draw_score(w);
        return true;
    case TERMINAL_LOST:
        *score = -SCORE_MATE + ply;
        return true;
    case TERMINAL_WON:
        *score = SCORE_MATE - ply;
        return true;
    default:
        break;
    }
    if (ply > w->seldepth) w->seldepth = ply;
    if (ply >= w->leaf_ply || w->move_top + 2 * HENKA_MAX_MOVES > w->move_stack_limit) {
        *score = ply >= w->draw_ply ? drawn_by_length(w, ss, ply)
                 : ss->in_check     ? 0
                                    : worker_evaluate(w, ply);
        return true;
    }

    /* Mate distance pruning */
    int worst = -SCORE_MATE + ply, best = SCORE_MATE - ply - 1;
    if (*alpha < worst) *alpha = worst;
    if (*beta > best) *beta = best;
    *score = *alpha;
    return *alpha >= *beta;
}

/* Returns true if the position is in the transposition table, with tt->score seen from the root. */
static inline bool probe(Worker *w, int ply, TTData *tt) {
    *tt = (TTData){0};
    if (!tt_probe(w->tt, w->position.hash, tt)) return false;
    tt->score = tt_score_out(tt->score, ply);
    return true;
}

/* Is the TT entry deep enough, and its bound of the right kind, to return its score? */
static inline bool tt_cuts(const TTData *tt, int beta, int depth) {
    return tt->depth >= depth && tt->bound & (tt->score >= beta ? BOUND_LOWER : BOUND_UPPER);
}

/* Returns the static evaluation on which pruning depends: corrected by history, and replaced by the
 * TT score if that is a better estimate. raw_eval: the evaluation without both, as in the TT. */
static inline int node_eval(Worker *w, Stack *ss, bool tt_hit, const TTData *tt, int *raw_eval) {
    if (ss->in_check) return ss->static_eval = SCORE_NONE;
    if (tt_hit && tt->eval != SCORE_NONE) *raw_eval = tt->eval;
    int eval =
        *raw_eval + (*correction_entry(w, ss, 0) + *correction_entry(w, ss, 1)) / CORRECTION_UNIT;
    if (eval > EVAL_LIMIT) eval = EVAL_LIMIT;
    if (eval < -EVAL_LIMIT) eval = -EVAL_LIMIT;
    ss->static_eval = eval;
    if (tt_hit && !henka_score_is_mate(tt->score) &&
        tt->bound & (tt->score > eval ? BOUND_LOWER : BOUND_UPPER))
        eval = tt->score;
    return eval;
}

/* Is there a mate in one? Found by masks, without searching (rules/mate_one.h). Called only for
 * positions that are not in the TT, because this test was already made for the others. */
static inline bool mates_at_once(Worker *w, int ply, bool pv, int *score) {
    Move mate;
    if (!mate_one_find(&w->position, &mate) || level_overlooks(w, mate)) return false;
    *score = SCORE_MATE - ply - 1;
    if (pv) w->pv[ply][0] = mate, w->pv_length[ply] = 1;
    TTData found = {.move = mate,
                    .score = tt_score_in(*score, ply),
                    .eval = SCORE_NONE,
                    .depth = MAX_PLY - 1,
                    .bound = BOUND_EXACT};
    tt_store(w->tt, w->position.hash, &found);
    return true;
}

/* Stores the line of a new best move: the move, then the best line of the position after it. */
static void update_pv(Worker *w, int ply, Move m) {
    int length = w->pv_length[ply + 1];
    w->pv[ply][0] = m;
    for (int i = 0; i < length; i++) w->pv[ply][i + 1] = w->pv[ply + 1][i];
    w->pv_length[ply] = length + 1;
}

/* ---- late move reductions -------------------------------------------------------------------- */

/* Returns about 1024 * ln(i): exact for powers of two, linear between them. */
static inline int log_1024(unsigned i) {
    enum { LOG_2 = 710 };
    unsigned whole = 31 - (unsigned)__builtin_clz(i);
    return (int)(whole * LOG_2 + ((i - (1u << whole)) * LOG_2 >> whole));
}

/* Returns the base of the late move reduction, in 1024ths of a ply. */
static inline int lmr_base(int depth, int move_number, bool improving) {
    int r = LMR_BASE +
            log_1024((unsigned)depth) * log_1024((unsigned)move_number) / 1024 * LMR_FACTOR / 1024;
    return !improving && r > LMR_NOT_IMPROVING_MIN ? r + LMR_NOT_IMPROVING : r;
}

/* ---- the search ------------------------------------------------------------------------------ */

/* Returns the score of the position at this ply within alpha .. beta, for the side to move, from a
 * search of `depth` plies. With a null window (beta = alpha + 1) it only finds out on which side of
 * the window the score lies. cut_node: the score is expected to be at or above beta. At ply 0 the
 * moves are the worker's root_moves from line_index on. The search stores their scores there and
 * the line in lines[line_index]. After the worker was stopped, the result is meaningless. */
static int search(Worker *w, int ply, int alpha, int beta, int depth, bool cut_node) {
    if (depth <= 0) return qsearch(w, ply, alpha, beta, 0);

    Stack *ss = stack_at(w, ply);
    const bool root = ply == 0, pv_node = beta - alpha > 1, in_check = ss->in_check;
    const Move excluded = ss->excluded;
    int score = 0, raw_eval, best = -SCORE_INFINITE;
    Move best_move = MOVE_NONE;
    TTData tt = {0};
    bool tt_hit = false;
    MovePicker *mp = &w->pickers[excluded != MOVE_NONE][ply]; /* ProbCut uses it before the moves */

    if (root)
        w->pv_length[0] = 0;
    else if (node_ends(w, ss, ply, &alpha, &beta, &score))
        return score;

    /* Evaluates while the TT's cache line, which takes long, is loading: most nodes need both. */
    raw_eval = in_check ? SCORE_NONE : worker_evaluate(w, ply);

    /* TT probe */
    if (!root && !excluded) {
        tt_hit = probe(w, ply, &tt);
        if (tt_hit && !pv_node && tt_cuts(&tt, beta, depth)) return tt.score;
    }

    /* Static evaluation. improving: better than two plies ago (four, if in check then). */
    const int eval = node_eval(w, ss, tt_hit, &tt, &raw_eval);
    bool improving = false;
    if (!in_check) {
        int before = ss[-2].static_eval != SCORE_NONE ? ss[-2].static_eval : ss[-4].static_eval;
        improving = before == SCORE_NONE || ss->static_eval > before;
    }

    const bool may_prune = !pv_node && !in_check && !excluded && !henka_score_is_mate(alpha);

    /* Reverse futility pruning: no opponent's move is likely to bring the evaluation below beta. */
    if (may_prune && depth <= RFP_DEPTH && eval - RFP_MARGIN * (depth - improving) >= beta &&
        !henka_score_is_mate(beta))
        return eval;

    /* Mate in one */
    if (!root && !tt_hit && !in_check && !excluded && mates_at_once(w, ply, pv_node, &score))
        return score;

    if (may_prune) {
        /* Razoring: far below alpha only captures can help, so only they are searched. */
        if (depth <= RAZOR_DEPTH &&
            eval + RAZOR_MARGIN + RAZOR_MARGIN_SQUARED * depth * depth <= alpha) {
            score = qsearch(w, ply, alpha, alpha + 1, 0);
            if (score <= alpha || w->stopped) return score;
        }

        /* Null move pruning: even passing is good enough. Where a side is often in zugzwang, as on
         * small boards, passing proves nothing by itself: a search without null moves verifies it
         * (wiki: Null Move Pruning, Verification Search). */
        if (depth >= NULL_DEPTH && eval >= beta && !ss[-1].null && ply >= w->null_floor &&
            !henka_score_is_mate(beta)) {
            int more = (eval - beta) / NULL_EVAL_DIVISOR;
            int null_depth = depth - NULL_REDUCTION - depth / NULL_DEPTH_DIVISOR -
                             (more > NULL_EVAL_MAX ? NULL_EVAL_MAX : more);
            worker_do_null(w, ply);
            score = -search(w, ply + 1, -beta, -beta + 1, null_depth, !cut_node);
            worker_undo_null(w, ply);
            if (w->stopped) return 0;
            if (score >= beta) {
                if (henka_score_is_mate(score)) score = beta; /* a mate by passing proves nothing */
                bool verify = depth >= NULL_VERIFY_DEPTH || w->variant->squares <= STRIP_SQUARES;
                if (!verify || w->null_floor) return score;
                if (null_depth < 1) null_depth = 1;
                w->null_floor = ply + 3 * null_depth / 4 + 1;
                int verified = search(w, ply, beta - 1, beta, null_depth, false);
                w->null_floor = 0;
                if (w->stopped || verified >= beta) return score;
            }
        }

        /* ProbCut: a capture that scores well above beta in quiescence search, and then in a
         * reduced search, is likely to do so at full depth, too. */
        const int probcut_beta = beta + PROBCUT_MARGIN - PROBCUT_IMPROVING * improving;
        if (depth >= PROBCUT_DEPTH && !henka_score_is_mate(beta) &&
            !(tt_hit && tt.depth >= depth - PROBCUT_TT_DEPTH && tt.score < probcut_beta)) {
            Move m = MOVE_NONE;
            int tried = 0, see_min = probcut_beta - eval;
            bool reached = false;
            movepick_start_captures(mp, w, ply, tt.move, see_min - 1);
            while (!reached && !w->stopped && tried < PROBCUT_CAPTURES * (1 + cut_node) &&
                   (m = movepick_next(mp))) {
                if (level_overlooks(w, m)) continue;
                if (!see_ge(w->eval, &w->position, m, see_min)) continue;
                tried++;
                if (!worker_do(w, ply, m, true)) continue;
                ss->capture = true;
                score = -qsearch(w, ply + 1, -probcut_beta, -probcut_beta + 1, 0);
                if (score >= probcut_beta && !w->stopped)
                    score = -search(w, ply + 1, -probcut_beta, -probcut_beta + 1,
                                    depth - PROBCUT_REDUCTION, !cut_node);
                worker_undo(w, ply);
                reached = score >= probcut_beta && !w->stopped;
            }
            movepick_stop(mp);
            if (w->stopped) return 0;
            if (reached) {
                TTData found = {.move = m,
                                .score = tt_score_in(score, ply),
                                .eval = raw_eval,
                                .depth = depth - PROBCUT_REDUCTION + 1,
                                .bound = BOUND_LOWER};
                tt_store(w->tt, w->position.hash, &found);
                return score;
            }
        }
    }

    /* Internal iterative reduction: the move order is poor until an iteration finds a TT move. */
    if (!root && !tt.move && depth >= IIR_DEPTH && (pv_node || cut_node)) depth--;

    Move quiets[QUIETS_TRIED], captures[CAPTURES_TRIED]; /* searched moves that were not the best */
    int quiet_count = 0, capture_count = 0, move_count = 0;
    bool overlooked = false; /* the playing level overlooks some of the moves */
    /* About the last move searched: the base of its late move reduction (0 for the first move), and
     * the depth that remains after this reduction. Both are 0 before any move is searched. */
    int reduction_base = 0, lmr_depth = 0;
    int root_at = w->line_index;
    if (!root) {
        movepick_start(mp, w, ply, depth, tt.move);
        tt.move = mp->tt_move;
    }
    ss[1].cutoffs = 0;

    for (;;) {
        Move m;
        bool capture;
        int history = 0;
        uint64_t nodes_before = 0;
        RootMove *root_move = NULL;

        if (root) {
            if (root_at >= w->root_count) break;
            root_move = &w->root_moves[root_at++];
            m = root_move->move;
            capture = position_is_capture(&w->position, m);
            if (!capture) history = movepick_quiet_history(w, 0, m);
            nodes_before = worker_nodes(w);
        } else {
            if (!(m = movepick_next(mp))) break;
            if (m == excluded) continue;
            if (level_overlooks(w, m)) {
                overlooked = true;
                continue;
            }
            capture = mp->capture;
            history = mp->history;
        }

        /* Pruning of captures. The move picker prunes quiet moves: see the end of this loop. */
        if (capture && !root && move_count && best > -SCORE_MATE_FLOOR) {
            Position *p = &w->position;
            /* History pruning, if late move reductions leave no depth anyway */
            if (!lmr_depth &&
                *history_capture(&w->history, piece_to_of(p, m), movepick_first_victim_type(p, m)) <
                    0 &&
                !check_squares_checks(&mp->check_squares, p, m))
                continue;
            /* SEE pruning */
            if (mp->see_known < SEE_CAPTURE * depth && !see_ge(w->eval, p, m, SEE_CAPTURE * depth))
                continue;
        }

        /* Singular extension: a TT move much better than all others is searched a ply deeper. To
         * find out, the others are searched to half the depth against a bound below its score. */
        int extension = 0;
        if (!root && m == tt.move && !excluded && ply < EXTENSION_PLIES * w->root_depth &&
            depth >= SINGULAR_DEPTH && tt.depth >= depth - SINGULAR_TT_DEPTH &&
            tt.bound & BOUND_LOWER && !henka_score_is_mate(tt.score)) {
            int singular_beta = tt.score - SINGULAR_MARGIN * depth;
            ss->excluded = m;
            score = search(w, ply, singular_beta - 1, singular_beta, (depth - 1) / 2, cut_node);
            ss->excluded = MOVE_NONE;
            w->pv_length[ply] = 0;
            if (w->stopped) break;
            if (score < singular_beta)
                extension = 1 + (!pv_node && score < singular_beta - SINGULAR_DOUBLE);
            else if (singular_beta >= beta && !pv_node) {
                /* Multicut: several moves reach beta. */
                movepick_stop(mp);
                return singular_beta;
            } else /* Negative extension: another move is nearly as good as the TT move. */
                extension = tt.score >= beta ? -2 : cut_node ? -1 : 0;
        }

        ss->capture = capture;
        if (!worker_do(w, ply, m, true)) continue;
        move_count++;

        /* Check extension */
        if (!root && ss[1].in_check && !extension && ply < EXTENSION_PLIES * w->root_depth &&
            depth >= CHECK_EXTENSION_DEPTH)
            extension = 1;

        /* Principal variation search: the first move is searched with the full window, the others
         * with a null window, to show that they are no better, and again when they are. */
        const int new_depth = depth - 1 + extension;
        bool full = pv_node && move_count == 1;
        if (move_count > 1) {
            /* Late move reductions */
            int r = reduction_base = lmr_base(depth, move_count, improving);
            if (depth < LMR_DEPTH || move_count < 2 + 2 * root || (capture && pv_node))
                r = 0;
            else {
                r += pv_node ? LMR_PV : LMR_NOT_PV;
                if (cut_node) r += capture ? LMR_CUT_CAPTURE : LMR_CUT_QUIET;
                if (!root && mp->tt_capture && !capture) r += LMR_TT_CAPTURE;
                if (ss[1].cutoffs > LMR_CUTOFFS) r += LMR_CUTOFFS_MORE;
                if (!capture && !in_check) r -= (history - LMR_HISTORY_MEAN) / LMR_HISTORY_DIVISOR;
            }
            int reduced = new_depth - r / 1024;
            if (reduced > new_depth) reduced = new_depth;
            if (reduced < 1) reduced = new_depth < 1 ? new_depth : 1;
            score = -search(w, ply + 1, -alpha - 1, -alpha, reduced, true);
            if (score > alpha && reduced < new_depth) {
                score = -search(w, ply + 1, -alpha - 1, -alpha, new_depth, !cut_node);
                if (!capture)
                    update_continuation(w, ss, ss->piece_to,
                                        score > alpha ? history_bonus(new_depth)
                                                      : -history_bonus(new_depth));
            }
            full = pv_node && score > alpha && (root || score < beta);
        } else if (!pv_node)
            score = -search(w, ply + 1, -alpha - 1, -alpha, new_depth, !cut_node);
        if (full) score = -search(w, ply + 1, -beta, -alpha, new_depth, false);
        worker_undo(w, ply);
        if (w->stopped) break;

        if (root) {
            root_move->nodes += worker_nodes(w) - nodes_before;
            bool better = move_count == 1 || score > alpha;
            root_move->score = better ? score : -SCORE_INFINITE;
            if (better) {
                Line *line = &w->lines[w->line_index];
                line->moves[0] = m;
                line->length = 1;
                for (int i = 0; i < w->pv_length[1] && line->length < MAX_PLY; i++)
                    line->moves[line->length++] = w->pv[1][i];
                line->score = score;
            }
        }

        if (score > best) {
            best = score;
            if (score > alpha) {
                best_move = m;
                if (pv_node) update_pv(w, ply, m);
                if (score >= beta) break; /* beta cutoff */
                alpha = score;
            }
        }
        if (m != best_move) {
            if (capture && capture_count < CAPTURES_TRIED) captures[capture_count++] = m;
            if (!capture && quiet_count < QUIETS_TRIED) quiets[quiet_count++] = m;
        }

        /* Pruning of the quiet moves that follow, by the move picker. Late move pruning and the SEE
         * pruning of checks depend on depth, the other conditions on lmr_depth. */
        if (!root && best > -SCORE_MATE_FLOOR) {
            lmr_depth = depth - 1 - reduction_base / 1024;
            if (lmr_depth < 0) lmr_depth = 0;
            /* SEE pruning */
            mp->quiet_see_min = SEE_QUIET * lmr_depth * lmr_depth;
            mp->check_see_min = SEE_CAPTURE * depth;
            /* Late move pruning */
            if (move_count >= (LMP_BASE + depth * depth) >> !improving)
                mp->late_move_pruning = true;
            /* History pruning */
            mp->quiet_history_min =
                lmr_depth < HISTORY_PRUNING_DEPTH ? HISTORY_PRUNING * lmr_depth : INT_MIN;
            /* Futility pruning: a good history may make up for an evaluation that is too low. */
            if (lmr_depth < FUTILITY_DEPTH && !in_check) {
                int margin = FUTILITY_MARGIN + FUTILITY_PLY * lmr_depth;
                int history_min = FUTILITY_HISTORY * (alpha - eval - margin + 1);
                if (mp->quiet_history_min < history_min) mp->quiet_history_min = history_min;
            }
        }
    }
    if (!root) movepick_stop(mp);
    if (w->stopped) return root ? best : 0;
    if (root && w->line_index) return best; /* MultiPV: only the first line is stored in the TT */

    /* Mate and stalemate */
    if (!move_count) {
        if (excluded) return alpha;
        if (overlooked) return worker_evaluate(w, ply);
        if (in_check && w->variant->royal == ROYAL_CHECKMATE) return -SCORE_MATE + ply;
        return w->variant->stalemate == STALEMATE_DRAW  ? 0
               : w->variant->stalemate == STALEMATE_WIN ? SCORE_MATE - ply
                                                        : -SCORE_MATE + ply;
    }

    /* Histories: the best move gets a bonus, the moves searched before it a malus. */
    if (best >= beta) {
        int bonus = history_bonus(depth);
        ss->cutoffs++;
        if (position_is_capture(&w->position, best_move))
            update_capture(w, best_move, bonus);
        else {
            /* Killers and counter move */
            if (ss->killers[0] != best_move)
                ss->killers[1] = ss->killers[0], ss->killers[0] = best_move;
            if (ss[-1].piece_to) w->history.counter[w->position.side][ss[-1].piece_to] = best_move;
            update_quiet(w, ss, best_move, bonus);
            for (int i = 0; i < quiet_count; i++) update_quiet(w, ss, quiets[i], -bonus);
        }
        for (int i = 0; i < capture_count; i++) update_capture(w, captures[i], -bonus);
    }
    if (excluded) return best;
    /* No move raised alpha, so the opponent's last move was good: it gets a bonus. */
    if (!best_move && ply > 0 && ss[-1].piece_to && !ss[-1].capture &&
        (depth >= REPLY_DEPTH || pv_node))
        update_continuation(w, ss - 1, ss[-1].piece_to, history_bonus(depth));
    update_correction(w, ss, best_move, best, beta, depth);

    TTData found = {.move = best_move,
                    .score = tt_score_in(best, ply),
                    .eval = raw_eval,
                    .depth = depth,
                    .bound = best >= beta           ? BOUND_LOWER
                             : pv_node && best_move ? BOUND_EXACT
                                                    : BOUND_UPPER};
    tt_store(w->tt, w->position.hash, &found);
    return best;
}

/* Quiescence search: searches captures, and every move in check, until the position is quiet enough
 * to be evaluated (wiki: Quiescence Search). depth: 0 at first, then falling. */
static int qsearch(Worker *w, int ply, int alpha, int beta, int depth) {
    Stack *ss = stack_at(w, ply);
    const bool pv_node = beta - alpha > 1, in_check = ss->in_check;
    int score, raw_eval, best = -SCORE_INFINITE, move_count = 0;
    bool overlooked = false; /* the playing level overlooks some of the moves */
    Move best_move = MOVE_NONE;
    TTData tt;

    if (node_ends(w, ss, ply, &alpha, &beta, &score)) return score;
    raw_eval = in_check ? SCORE_NONE : worker_evaluate(w, ply);

    /* TT probe */
    const bool tt_hit = probe(w, ply, &tt);
    if (tt_hit && !pv_node && tt_cuts(&tt, beta, 0)) return tt.score;

    const int eval = node_eval(w, ss, tt_hit, &tt, &raw_eval);

    /* Stand pat: no capture is forced, so the evaluation is a lower bound. */
    if (!in_check) {
        best = eval;
        if (best > alpha) alpha = best;
        if (alpha >= beta) return best;
    }
    if (depth == 0 && !tt_hit && !in_check && mates_at_once(w, ply, pv_node, &score)) return score;
    if (in_check && depth < QS_EVASION_DEPTH) {
        best = worker_evaluate(w, ply);
        if (best >= beta) return best;
    }

    /* Where royals are captured and a check needs no answer, only the first ply tests for check. */
    const bool find_check = depth == 0 || w->variant->royal != ROYAL_CAPTURE;
    const int capture_limit = depth > QS_FEWER_DEPTH ? QS_CAPTURES : QS_FEWER;
    MovePicker *mp = &w->pickers[0][ply];
    /* Captures that gain no more than this bound would all be left out by delta pruning. */
    movepick_start_captures(mp, w, ply, tt.move, in_check ? 0 : alpha - eval - QS_DELTA);
    for (Move m; (m = movepick_next(mp));) {
        if (level_overlooks(w, m)) {
            overlooked = true;
            continue;
        }
        if (best > -SCORE_MATE_FLOOR) {
            if (move_count >= capture_limit) break;
            if (mp->captures_only) {
                /* Delta pruning */
                int gain = see_gain(w->eval, &w->position, m);
                if (eval + gain + QS_DELTA <= alpha) continue;
                /* SEE pruning */
                if (!see_ge(w->eval, &w->position, m, 0)) continue;
            }
            if (mp->stage >= STAGE_KILLERS)
                break; /* in check: once one evasion has a score, no quiet evasion is tried */
        }
        ss->capture = mp->capture;
        if (!worker_do(w, ply, m, find_check)) continue;
        move_count++;
        score = -qsearch(w, ply + 1, -beta, -alpha, depth - 1);
        worker_undo(w, ply);
        if (w->stopped) break;
        if (score > best) {
            best = score;
            if (score > alpha) {
                best_move = m;
                if (pv_node) update_pv(w, ply, m);
                if (score >= beta) break;
                alpha = score;
            }
        }
    }
    movepick_stop(mp);
    if (w->stopped) return 0;
    if (in_check && !move_count && best == -SCORE_INFINITE) /* mate */
        return overlooked ? worker_evaluate(w, ply) : -SCORE_MATE + ply;

    TTData found = {.move = best_move,
                    .score = tt_score_in(best, ply),
                    .eval = raw_eval,
                    .depth = 0,
                    .bound = best >= beta ? BOUND_LOWER : BOUND_UPPER};
    tt_store(w->tt, w->position.hash, &found);
    return best;
}

/* ---- iterative deepening --------------------------------------------------------------------- */

/* Searches a line of an iteration in a narrow window around the last score. If the score is
 * outside, the window is widened on that side and searched again (wiki: Aspiration Windows). */
static void aspiration(Worker *w, int depth) {
    _Static_assert(ASPIRATION_DEPTH > ASPIRATION_REDUCTION_MAX, "a reduced depth is 1 or more");
    int last = w->root_moves[w->line_index].last_score, width = ASPIRATION_WIDTH + depth / 2,
        alpha = -SCORE_INFINITE, beta = SCORE_INFINITE, reduction = 0;
    if (depth >= ASPIRATION_DEPTH && !henka_score_is_mate(last) && last > -SCORE_INFINITE)
        alpha = last - width, beta = last + width;
    for (;;) {
        for (int i = w->line_index; i < w->root_count; i++)
            w->root_moves[i].score = -SCORE_INFINITE;
        w->root_depth = depth - reduction;
        int score = search(w, 0, alpha, beta, w->root_depth, false);
        worker_sort_root(w, w->line_index);
        if (w->stopped || (score > alpha && score < beta)) return;
        width += width / 2;
        if (score <= alpha) { /* fail low */
            beta = (alpha + beta) / 2;
            alpha = score - width < -SCORE_MATE_FLOOR ? -SCORE_INFINITE : score - width;
            reduction = 0;
        } else { /* fail high */
            beta = score + width > SCORE_MATE_FLOOR ? SCORE_INFINITE : score + width;
            if (reduction < ASPIRATION_REDUCTION_MAX) reduction++;
        }
    }
}

/* Is no deeper iteration needed? Either the mate asked for is found, or a mate is so short that a
 * deeper search won't find a shorter one, or the side plays on the clock and has only one move. */
static bool iterations_are_done(const Worker *w, int depth) {
    struct HenkaEngine *engine = w->engine;
    const HenkaLimits *l = &engine->limits;
    int score = w->lines[0].score, mate_plies = SCORE_MATE - (score < 0 ? -score : score);
    if (l->mate_plies && score >= SCORE_MATE_FLOOR &&
        (l->mate_plies < 0 || mate_plies <= l->mate_plies))
        return true;
    if (l->infinite || engine_ponders(engine)) return false;
    if (henka_score_is_mate(score) && mate_plies <= depth / 2 && w->line_count == 1) return true;
    bool on_clock = engine->budget.optimum_ms && l->movetime_ms <= 0;
    return w->root_count == 1 && depth >= FORCED_DEPTH && on_clock;
}

void search_iterate(Worker *w) {
    struct HenkaEngine *engine = w->engine;
    int deepest = engine->depth_cap && engine->depth_cap < DEEPEST ? engine->depth_cap : DEEPEST;
    int stability = 0, last_score = 0; /* number of iterations with this best move; last score */
    Move last = MOVE_NONE;
    for (int depth = 1; depth <= deepest; depth++) {
        /* Lazy SMP: helpers search the same position and share the TT. They skip some depths, so
         * that not all of them search the same depth at once (wiki: Lazy SMP). */
        if (w->index && (depth + w->index) % 4 == 3 && depth > 4) continue;
        for (int i = 0; i < w->root_count; i++)
            w->root_moves[i].last_score = w->root_moves[i].score;
        w->seldepth = 0;
        /* MultiPV: each further line begins with the best root move that begins no earlier line. */
        for (w->line_index = 0; w->line_index < w->line_count && !w->stopped; w->line_index++) {
            aspiration(w, depth);
            if (w->stopped) continue;
            w->lines[w->line_index].depth = depth;
            w->lines[w->line_index].seldepth = w->seldepth;
        }
        w->line_index = 0;
        if (w->stopped) break;
        w->completed_depth = depth;
        if (w->index) continue;

        engine_report(engine, w, depth);
        int score = w->lines[0].score, fall = depth > 1 ? last_score - score : 0;
        stability = w->root_moves[0].move == last ? stability + 1 : 0;
        if (iterations_are_done(w, depth)) break;
        if (!engine_ponders(engine) &&
            timeman_stop_after_iteration(&engine->budget, clock_ms(), stability, fall))
            break;
        last = w->root_moves[0].move;
        last_score = score;
    }
}
