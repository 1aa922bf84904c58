#include "search/movepick.h"

#include "rules/movegen.h"

#include <limits.h>

enum {
    /* The best 13 quiet moves are found one by one in the whole list. Only then is the rest divided
     * by history (divide_rest), because often no more are needed; on strips, it never is. */
    SELECTED_FIRST = 13,
    CHECK_BONUS = 8192, /* giving check is worth this much history of a quiet move */
    /* Of the quiet moves after the first SELECTED_FIRST, only moves with at least this history,
     * times the depth, are returned in order of history. The others are returned in list order
     * (like Stockfish's partial_insertion_sort). */
    SELECTED_HISTORY = -2500,
    /* A capture is good if its SEE loses at most its score divided by this. The score is 8 times
     * the gain (see generate_captures), so the limit is a sixty-fourth of the gain. */
    CAPTURE_MARGIN = 512,
    LIST_PAD = 32, /* the selection may read this number of moves behind the end of the list */
};

/* A scored quiet move's upper 32 bits: SCORE_UNIT * history, plus GIVES_CHECK if it gives check. */
enum { GIVES_CHECK = 1, SCORE_UNIT = 2 };
#define ONLY_CHECKS ((int64_t)GIVES_CHECK << 32)
#define NONE_LEFT INT64_MIN /* no move is left: lower than every scored move */

/* Prefetches the transposition table's entry of the position after the move. Called as soon as the
 * move is likely to be played, because loading the cache line takes long. */
static inline void prefetch_after(const MovePicker *mp, Move m) {
    tt_prefetch(mp->worker->tt, position_hash_after(&mp->worker->position, m));
}

/* ---- starting -------------------------------------------------------------------------------- */

static inline void start(MovePicker *mp, Worker *w, int ply, int depth, Move tt_move) {
    mp->worker = w, mp->ply = ply, mp->depth = depth;
    mp->base = mp->bad_end = w->move_top;
    mp->refutation_at = mp->history = 0;
    mp->stage = STAGE_TT_MOVE;
    mp->late_move_pruning = mp->skip_quiets = false;
    mp->quiet_history_min = mp->quiet_see_min = mp->check_see_min = mp->see_known = INT_MIN;
    mp->checkinfo.filled = mp->strip_see.filled = false;
    mp->checkinfo.defers_stalemate = ply > 0;
    check_squares_start(&mp->check_squares);
    /* The table may hold the move of another position: see tt.h, Shapes. */
    mp->tt_move = tt_move && movegen_is_legal_with(&w->position, &mp->checkinfo, tt_move)
                      ? tt_move
                      : MOVE_NONE;
    if (mp->tt_move) prefetch_after(mp, mp->tt_move);
    mp->tt_capture = mp->tt_move && position_is_capture(&w->position, mp->tt_move);
}

void movepick_start(MovePicker *mp, Worker *w, int ply, int depth, Move tt_move) {
    const Stack *ss = stack_at(w, ply);
    start(mp, w, ply, depth, tt_move);
    mp->captures_only = false;
    mp->capture_gain_min = INT_MIN / 2;
    mp->refutations[0] = ss->killers[0], mp->refutations[1] = ss->killers[1];
    mp->refutations[2] = w->history.counter[w->position.side][ss[-1].piece_to];
}

void movepick_start_captures(MovePicker *mp, Worker *w, int ply, Move tt_move, int gain_min) {
    bool captures_only = !stack_at(w, ply)->in_check;
    if (captures_only && !position_is_capture(&w->position, tt_move)) tt_move = MOVE_NONE;
    start(mp, w, ply, 0, tt_move);
    mp->captures_only = captures_only;
    mp->capture_gain_min = captures_only ? gain_min : INT_MIN / 2;
    mp->refutations[0] = mp->refutations[1] = mp->refutations[2] = MOVE_NONE;
}

void movepick_stop(MovePicker *mp) { mp->worker->move_top = mp->base; }

/* ---- captures -------------------------------------------------------------------------------- */

static inline void swap_moves(Worker *w, int a, int b) {
    Move move = w->moves[a];
    int32_t score = w->scores[a];
    w->moves[a] = w->moves[b], w->scores[a] = w->scores[b];
    w->moves[b] = move, w->scores[b] = score;
}

/* Lists all captures, scored by MVV-LVA with history: eight times the gain of the capture, minus
 * half the value of the capturing piece if it is not royal, plus a sixteenth of the capture history
 * (wiki: MVV-LVA, Capture History). The gain includes a promotion; a promotion that takes nothing
 * is a quiet move. Captures that gain too little are left out. The best capture is put first. */
static void generate_captures(MovePicker *mp) {
    Worker *w = mp->worker;
    /* Positions on boards of more than 128 squares may have hundreds of captures, many of which
     * differ only in the choice of victims. Only the most valuable choice is listed in quiescence,
     * and where a royal may be left attacked, because there no rule can make it illegal. */
    bool most_only = mp->captures_only || (w->large_board && w->variant->royal == ROYAL_CAPTURE);
    const int32_t *worth = most_only ? w->eval->board_value : NULL;
    int end = mp->at + movegen_legal_with(&w->position, &mp->checkinfo, MOVEGEN_CAPTURES, worth,
                                          w->moves + mp->at);
    int kept = mp->at, best = kept;
    int32_t most = INT32_MIN;
    for (int i = mp->at; i < end; i++) {
        Move m = w->moves[i];
        int gain = see_gain(w->eval, &w->position, m);
        if (gain <= mp->capture_gain_min) continue;
        int type = piece_type(w->position.board[move_from(m)]);
        int32_t value = w->variant->tables->royal_types[type] ? 0 : w->eval->board_value[type],
                history = *history_capture(&w->history, (uint32_t)(type << 8 | move_to(m)),
                                           movepick_first_victim_type(&w->position, m)),
                score = gain * 8 - value / 2 + history / 16;
        w->moves[kept] = m, w->scores[kept] = score;
        best = score > most ? kept : best, most = score > most ? score : most;
        kept++;
    }
    w->move_top = mp->end = kept;
    if (best != mp->at) swap_moves(w, mp->at, best);
}

/* Returns the next good capture. A bad capture is moved to the front of the list, where the good
 * captures that were already returned leave room. On boards of more than 128 squares nothing is
 * prefetched: most captures are bad, so prefetching would cost more than it saves. */
static Move next_good_capture(MovePicker *mp) {
    Worker *w = mp->worker;
    for (; mp->at < mp->end; mp->at++) {
        if (mp->at > mp->base) { /* find the best remaining capture: a step of selection sort */
            int best = mp->at;
            int32_t most = w->scores[best];
            for (int i = mp->at + 1; i < mp->end; i++)
                best = w->scores[i] > most ? i : best,
                most = w->scores[i] > most ? w->scores[i] : most;
            swap_moves(w, mp->at, best);
        }
        Move m = w->moves[mp->at];
        if (m == mp->tt_move) continue;
        if (!w->large_board) prefetch_after(mp, m);
        if (mp->captures_only) return mp->at++, m;
        mp->see_known = -w->scores[mp->at] / CAPTURE_MARGIN;
        if (see_ge(w->eval, &w->position, m, mp->see_known)) return mp->at++, m;
        swap_moves(w, mp->bad_end++, mp->at);
    }
    return MOVE_NONE;
}

/* ---- history of quiet moves ------------------------------------------------------------------ */

/* The rows of History by which a position's quiet moves are scored. Index: piece_to. */
typedef struct HistoryRows {
    const int16_t *quiet;
    const int16_t *continuation[3]; /* rows of the opponent's last move and our last two */
} HistoryRows;

static inline HistoryRows history_rows(Worker *w, int ply) {
    History *h = &w->history;
    const Stack *ss = stack_at(w, ply);
    return (HistoryRows){h->quiet[w->position.side],
                         {history_continuation(h, 0, ss[-1].piece_to),
                          history_continuation(h, 1, ss[-2].piece_to),
                          history_continuation(h, 2, ss[-4].piece_to)}};
}

static inline int history_sum(const HistoryRows *rows, uint32_t piece_to) {
    return rows->quiet[piece_to] + rows->continuation[0][piece_to] +
           rows->continuation[1][piece_to] + (rows->continuation[2][piece_to] >> 1);
}

int movepick_quiet_history(Worker *w, int ply, Move m) {
    HistoryRows rows = history_rows(w, ply);
    return history_sum(&rows, piece_to_of(&w->position, m));
}

/* ---- killers and the counter move ------------------------------------------------------------ */

/* Does the SEE of a quiet move reach quiet_see_min (wiki: SEE pruning)? */
static inline bool see_suffices(MovePicker *mp, Move m) {
    Worker *w = mp->worker;
    if (mp->quiet_see_min == INT_MIN) return true;
    if (!w->variant->tables->strip || move_becomes(m))
        return see_ge(w->eval, &w->position, m, mp->quiet_see_min);
    int balance = -see_risk(w->eval, &w->position, m) - mp->quiet_see_min;
    if (!mp->strip_see.filled) see_strip_fill(&mp->strip_see, &w->position);
    return ((balance >= 0) | see_strip_safe(&mp->strip_see, m)) ||
           see_strip_ge(&mp->strip_see, w->eval, &w->position, m, balance);
}
static inline bool see_suffices_for_check(const MovePicker *mp, Move m) {
    return see_ge(mp->worker->eval, &mp->worker->position, m, mp->check_see_min);
}

/* Returns the next killer or counter move. Legality, the most expensive test, is tested last. */
static Move next_refutation(MovePicker *mp) {
    Worker *w = mp->worker;
    Position *p = &w->position;
    while (mp->refutation_at < 3) {
        int i = mp->refutation_at++;
        Move m = mp->refutations[i];
        bool again = (m == mp->tt_move) | ((i > 0) & (m == mp->refutations[0])) |
                     ((i > 1) & (m == mp->refutations[1]));
        bool drop = move_is_drop(m), stays = move_from(m) == move_to(m),
             takes = !(drop | stays) & (p->board[move_to(m)] != NO_PIECE);
        if (!m | again | takes | (move_victim_count(m) > 0)) continue;
        mp->history = movepick_quiet_history(w, mp->ply, m);
        if ((mp->late_move_pruning || mp->history < mp->quiet_history_min) &&
            !check_squares_checks(&mp->check_squares, p, m)) {
            if (mp->late_move_pruning)
                mp->skip_quiets = movegen_is_legal_with(p, &mp->checkinfo, m);
            if (mp->skip_quiets) break;
            continue;
        }
        if (!movegen_is_legal_with(p, &mp->checkinfo, m)) continue;
        mp->skip_quiets = mp->late_move_pruning;
        prefetch_after(mp, m);
        if (see_suffices(mp, m) ||
            (check_squares_checks(&mp->check_squares, p, m) && see_suffices_for_check(mp, m)))
            return m;
        if (mp->late_move_pruning) break;
    }
    return MOVE_NONE;
}

/* ---- scoring the quiet moves ----------------------------------------------------------------- */

/* Three versions of one function for different processors and boards: they score the moves from
 * mp->at to mp->end, drop moves below quiet_history_min without check, and return the best. */

static int64_t score_quiets(MovePicker *mp) {
    const Position *p = &mp->worker->position;
    const HistoryRows rows = history_rows(mp->worker, mp->ply);
    Move *list = mp->worker->moves, *kept = list + mp->at, *end = list + mp->end;
    if (!mp->check_squares.filled) check_squares_fill(&mp->check_squares, p);
    const Bitboard any = mp->check_squares.any;
    int64_t best = NONE_LEFT;
    int history_min = mp->quiet_history_min;
    for (const Move *at = kept; at < end; at++) {
        Move m = *at;
        int sum = history_sum(&rows, piece_to_of(p, m));
        bool check = bb_has(any, move_to(m)) && check_squares_checks(&mp->check_squares, p, m);
        int64_t scored = (int64_t)move_with_number(
            m, check ? SCORE_UNIT * (sum + CHECK_BONUS) + GIVES_CHECK : SCORE_UNIT * sum);
        int wanted = check | (sum >= history_min);
        *kept = (Move)scored;
        best = (wanted & (scored > best)) ? scored : best;
        kept += wanted;
    }
    mp->end = (int)(kept - list);
    return best;
}

#if defined __AVX512VBMI__ && defined __AVX512BW__

#include <immintrin.h>

/* For strips, where every second move may give check: loads the history of sixteen moves at once.
 * Each load of 32 bits fetches two entries, of which only the lower one is used. */
static inline __m512i gather_history(const int16_t *row, __m512i piece_to) {
    return _mm512_madd_epi16(_mm512_i32gather_epi32(piece_to, row, sizeof *row),
                             _mm512_set1_epi32(1));
}

static inline __m512i history_sums(const HistoryRows *rows, __m512i piece_to) {
    __m512i first = _mm512_add_epi32(gather_history(rows->quiet, piece_to),
                                     gather_history(rows->continuation[0], piece_to));
    __m512i rest =
        _mm512_add_epi32(gather_history(rows->continuation[1], piece_to),
                         _mm512_srai_epi32(gather_history(rows->continuation[2], piece_to), 1));
    return _mm512_add_epi32(first, rest);
}

static inline __mmask16 bits_at(__m512i words, __m512i places) {
    return _mm512_test_epi32_mask(
        _mm512_srlv_epi32(words, _mm512_and_si512(places, _mm512_set1_epi32(31))),
        _mm512_set1_epi32(1));
}

/* Returns a bit for each lane in use (there): does this move, of a type to a square, give check? */
static inline __mmask16 give_check(CheckSquares *c, const Position *p, __m512i types, __m512i to,
                                   __mmask16 there) {
    __m512i known = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)c->known));
    __mmask16 unknown =
        there &
        (__mmask16)~bits_at(_mm512_permutexvar_epi32(_mm512_srli_epi32(types, 5), known), types);
    while (unknown) {
        int type = _mm512_cvtsi512_si32(_mm512_maskz_compress_epi32(unknown, types));
        check_squares_fill_type(c, p, type);
        unknown = _mm512_mask_cmpneq_epi32_mask(unknown, types, _mm512_set1_epi32(type));
    }
    __m512i words = _mm512_add_epi32(_mm512_slli_epi32(types, 2), _mm512_srli_epi32(to, 5));
    return bits_at(_mm512_mask_i32gather_epi32(_mm512_setzero_si512(), there, words, c->squares, 4),
                   to) &
           there;
}

static inline Move *keep_scored(Move *kept, __m512i scored, unsigned wanted, __m512i *best) {
    *best = _mm512_mask_max_epi64(*best, (__mmask8)wanted, *best, scored);
    _mm512_storeu_si512(kept, _mm512_maskz_compress_epi64((__mmask8)wanted, scored));
    return kept + __builtin_popcount(wanted);
}

static int64_t score_quiets_strip(MovePicker *mp) {
    const Position *p = &mp->worker->position;
    if (!mp->check_squares.filled) check_squares_fill(&mp->check_squares, p);
    const HistoryRows rows = history_rows(mp->worker, mp->ply);
    const __m512i board = _mm512_loadu_si512(p->board), byte = _mm512_set1_epi32(255),
                  history_min = _mm512_set1_epi32(mp->quiet_history_min);
    __m512i best = _mm512_set1_epi64(NONE_LEFT);
    const __m512i lower = _mm512_set_epi32(23, 7, 22, 6, 21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0);
    Move *list = mp->worker->moves, *kept = list + mp->at, *end = list + mp->end;
    for (const Move *at = kept; at < end; at += 16) {
        __mmask16 there = (__mmask16)(end - at < 16 ? (1 << (end - at)) - 1 : -1);
        __m256i first = _mm512_cvtepi64_epi32(_mm512_maskz_loadu_epi64((__mmask8)there, at));
        __m256i second =
            _mm512_cvtepi64_epi32(_mm512_maskz_loadu_epi64((__mmask8)(there >> 8), at + 8));
        __m512i moves = _mm512_inserti64x4(_mm512_castsi256_si512(first), second, 1);
        __m512i to = _mm512_and_si512(moves, byte),
                from = _mm512_and_si512(_mm512_srli_epi32(moves, 8), byte);
        __m512i becomes = _mm512_and_si512(_mm512_srli_epi32(moves, 16), byte);
        __mmask16 drops = _mm512_test_epi32_mask(moves, _mm512_set1_epi32(MOVE_DROP));
        __m512i stands =
                    _mm512_and_si512(_mm512_permutexvar_epi8(from, board), _mm512_set1_epi32(127)),
                type = _mm512_mask_mov_epi32(stands, drops, from);
        __m512i piece_to = _mm512_or_si512(_mm512_slli_epi32(type, 8), to);
        piece_to = _mm512_mask_or_epi32(piece_to, drops, piece_to,
                                        _mm512_set1_epi32((int)piece_to_make(true, 0, 0)));
        __m512i sums = history_sums(&rows, piece_to),
                after =
                    _mm512_mask_mov_epi32(becomes, _mm512_testn_epi32_mask(becomes, becomes), type);
        __mmask16 checks = give_check(&mp->check_squares, p, after, to, there);
        __mmask16 wanted = checks | _mm512_mask_cmpge_epi32_mask(there, sums, history_min);
        __m512i scores = _mm512_slli_epi32(sums, 1);
        scores = _mm512_mask_add_epi32(scores, checks, scores,
                                       _mm512_set1_epi32(SCORE_UNIT * CHECK_BONUS + GIVES_CHECK));
        kept =
            keep_scored(kept, _mm512_permutex2var_epi32(moves, lower, scores), wanted & 255, &best);
        kept = keep_scored(
            kept,
            _mm512_permutex2var_epi32(moves, _mm512_add_epi32(lower, _mm512_set1_epi32(8)), scores),
            wanted >> 8, &best);
    }
    mp->end = (int)(kept - list);
    return _mm512_reduce_max_epi64(best);
}

#else

/* For strips, where every second move may give check: a version without branches, so that the loads
 * of several moves' history overlap. */
static int64_t score_quiets_strip(MovePicker *mp) {
    const Position *p = &mp->worker->position;
    if (!mp->check_squares.filled) check_squares_fill(&mp->check_squares, p);
    const HistoryRows rows = history_rows(mp->worker, mp->ply);
    Move *list = mp->worker->moves, *kept = list + mp->at, *end = list + mp->end;
    CheckSquares *c = &mp->check_squares;
    int64_t best = NONE_LEFT;
    int history_min = mp->quiet_history_min;
    for (const Move *at = kept; at < end; at++) {
        Move m = *at;
        int from = move_from(m), to = move_to(m),
            type = move_is_drop(m) ? from : piece_type(p->board[from]);
        int sum = history_sum(&rows, piece_to_make(move_is_drop(m), type, to)),
            after = move_becomes(m) ? move_becomes(m) : type;
        if (!check_squares_known(c, after)) check_squares_fill_type(c, p, after);
        int check = (int)((uint64_t)c->squares[after] >> to) & 1;
        int64_t scored = (int64_t)move_with_number(
            m, SCORE_UNIT * sum + (-check & (SCORE_UNIT * CHECK_BONUS + GIVES_CHECK)));
        *kept = (Move)scored;
        int wanted = check | (sum >= history_min);
        best = (wanted & (scored > best)) ? scored : best;
        kept += wanted;
    }
    mp->end = (int)(kept - list);
    return best;
}

#endif

static void generate_quiets(MovePicker *mp) {
    Worker *w = mp->worker;
    bool strip = w->variant->tables->strip;
    mp->at = w->move_top;
    mp->end = mp->at + movegen_legal_with(&w->position, &mp->checkinfo, MOVEGEN_QUIETS, NULL,
                                          w->moves + mp->at);
    mp->first = strip ? score_quiets_strip(mp) : score_quiets(mp);
    for (int i = 0; i < LIST_PAD; i++) w->moves[mp->end + i] = (Move)NONE_LEFT;
    w->move_top = mp->end + LIST_PAD;
    mp->last = INT64_MAX, mp->needed = 0, mp->unranked = -1;
    mp->undivided = strip ? INT_MAX : SELECTED_FIRST;
}

/* ---- selecting the quiet moves --------------------------------------------------------------- */

/* best_below: returns the highest entry below `last` that has all the bits of `needed`, or
 * NONE_LEFT. It is a step of selection sort without branches that leaves the list as it is. The
 * vectors read up to LIST_PAD entries behind the end. */

#if defined __AVX512F__ || defined __AVX2__

#ifdef __AVX512F__
enum { WIDTH = 64 };
#else
enum { WIDTH = 32 };
#endif
enum { AT_ONCE = WIDTH / 8 };
typedef int64_t Scored __attribute__((vector_size(WIDTH)));
typedef int64_t ScoredAt __attribute__((vector_size(WIDTH), aligned(8), may_alias));
typedef int64_t FourScored __attribute__((vector_size(32)));

static inline Scored greater(Scored a, Scored b) {
    Scored mask = a > b;
    return (a & mask) | (b & ~mask);
}

static inline Scored below(const Move *at, int64_t last, int64_t needed) {
    Scored all = *(const ScoredAt *)at, mask = (all < last) & ((all & needed) == needed);
    return (all & mask) | (NONE_LEFT & ~mask);
}

static inline int64_t greatest(Scored all) {
#ifdef __AVX512F__
    FourScored low = __builtin_shufflevector(all, all, 0, 1, 2, 3),
               high = __builtin_shufflevector(all, all, 4, 5, 6, 7), mask = low > high;
    FourScored four = (low & mask) | (high & ~mask);
#else
    FourScored four = all;
#endif
    int64_t a = four[0] > four[1] ? four[0] : four[1], b = four[2] > four[3] ? four[2] : four[3];
    return a > b ? a : b;
}

static inline int64_t best_below(const Move *at, const Move *end, int64_t last, int64_t needed) {
    Scored most = below(at, last, needed), others = below(at + AT_ONCE, last, needed);
    for (int i = 2 * AT_ONCE; i < LIST_PAD; i += 2 * AT_ONCE)
        most = greater(most, below(at + i, last, needed)),
        others = greater(others, below(at + i + AT_ONCE, last, needed));
    for (at += LIST_PAD; at < end; at += 2 * AT_ONCE)
        most = greater(most, below(at, last, needed)),
        others = greater(others, below(at + AT_ONCE, last, needed));
    return greatest(greater(most, others));
}

#else

static inline int64_t best_below(const Move *at, const Move *end, int64_t last, int64_t needed) {
    int64_t best = NONE_LEFT;
    for (; at < end; at++) {
        int64_t scored = (int64_t)*at;
        int64_t left = scored < last && (scored & needed) == needed ? scored : NONE_LEFT;
        best = left > best ? left : best;
    }
    return best;
}

#endif

/* Removes from the list the quiet moves that were already returned. Moves the quiet moves with a
 * score (move_number) of number_min or more to the front of the list, before index mp->unranked:
 * only these are returned in order of their scores. */
static void divide_rest(MovePicker *mp, int number_min) {
    Move *first = mp->worker->moves + mp->at, *end = mp->worker->moves + mp->end, *kept = first,
         *front = first;
    for (Move *at = first; at < end; at++) *kept = *at, kept += (int64_t)*at < mp->last;
    for (Move *at = first; at < kept; at++) {
        Move move = *at, other = *front;
        bool ranks = move_number(move) >= number_min;
        *at = ranks ? other : move, *front = ranks ? move : other;
        front += ranks;
    }
    mp->end = (int)(kept - mp->worker->moves), mp->unranked = (int)(front - mp->worker->moves);
}

/* Returns the next quiet move with its score: first the best move, then the moves before index
 * `unranked` in order of their scores, then the other moves in the order of the list. best_below
 * may read entries from `unranked` on. That is harmless: such an entry has a lower score than those
 * before, or is a copy that was left behind the end when the list became shorter. */
static inline int64_t next_scored(MovePicker *mp) {
    const Move *moves = mp->worker->moves;
    int64_t needed = mp->late_move_pruning ? 0 : mp->needed;
    int number_min = SELECTED_HISTORY * SCORE_UNIT * mp->depth;
    if (mp->last == INT64_MAX) return mp->last = mp->first;
    if (mp->undivided && --mp->undivided)
        return mp->last = best_below(moves + mp->at, moves + mp->end, mp->last, needed);
    if (mp->unranked < 0) divide_rest(mp, number_min);
    if (mp->at < mp->unranked) {
        int64_t best = best_below(moves + mp->at, moves + mp->unranked, mp->last, needed);
        if (move_number((Move)best) >= number_min) return mp->last = best;
        mp->at = mp->unranked;
    }
    return mp->at < mp->end ? (int64_t)moves[mp->at++] : NONE_LEFT;
}

static Move next_quiet(MovePicker *mp) {
    mp->skip_quiets = mp->late_move_pruning;
    for (int64_t scored; (scored = next_scored(mp)) != NONE_LEFT;) {
        Move m = move_without_number((Move)scored);
        if ((m == mp->tt_move) | (m == mp->refutations[0]) | (m == mp->refutations[1]) |
            (m == mp->refutations[2]))
            continue; /* already returned as the TT move, a killer or the counter move */
        mp->history = move_number((Move)scored) >> 1;
        bool check = move_number((Move)scored) & GIVES_CHECK;
        if (!check && (mp->late_move_pruning | (mp->history < mp->quiet_history_min))) {
            if (mp->late_move_pruning) break;
            mp->needed = ONLY_CHECKS; /* later moves have even less history */
            continue;
        }
        prefetch_after(mp, m);
        if (see_suffices(mp, m) || (check && see_suffices_for_check(mp, m))) return m;
        if (mp->late_move_pruning) break;
    }
    return MOVE_NONE;
}

/* ---- the stages ------------------------------------------------------------------------------ */

Move movepick_next(MovePicker *mp) {
    Move m;
    switch (mp->stage) {
    case STAGE_TT_MOVE:
        mp->stage = STAGE_GENERATE_CAPTURES;
        mp->capture = mp->tt_capture;
        if (mp->tt_move) return mp->tt_move;
        /* fall through */
    case STAGE_GENERATE_CAPTURES:
        mp->at = mp->base;
        generate_captures(mp);
        mp->stage = STAGE_GOOD_CAPTURES;
        mp->capture = true;
        /* fall through */
    case STAGE_GOOD_CAPTURES:
        if ((m = next_good_capture(mp)) || mp->captures_only) return m;
        mp->stage = STAGE_KILLERS;
        mp->capture = false;
        /* fall through */
    case STAGE_KILLERS:
        if (!mp->skip_quiets && (m = next_refutation(mp))) return m;
        if (!mp->skip_quiets) generate_quiets(mp);
        mp->stage = STAGE_QUIETS;
        /* fall through */
    case STAGE_QUIETS:
        if (!mp->skip_quiets && (m = next_quiet(mp))) return m;
        mp->stage = STAGE_BAD_CAPTURES;
        mp->at = mp->base, mp->end = mp->bad_end;
        mp->capture = true;
        mp->see_known = INT_MIN;
        /* fall through */
    case STAGE_BAD_CAPTURES:
        break;
    }
    if (mp->at >= mp->end) return MOVE_NONE;
    prefetch_after(mp, mp->worker->moves[mp->at]);
    return mp->worker->moves[mp->at++];
}
