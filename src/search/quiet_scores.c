#include "search/quiet_scores.h"

/* What quiet_history adds up, looked up once for all moves. */
typedef struct HistoryRows {
    const int16_t *butterfly, *after, *later, *last;
} HistoryRows;

static inline HistoryRows history_rows(const Picker *picker) {
    History *h = &picker->worker->history;
    const Frame *here = frame_at(picker->worker, picker->ply);
    return (HistoryRows){h->butterfly[picker->worker->position.side],
                         continuation_of(h, 0, here[-1].mark), continuation_of(h, 1, here[-2].mark),
                         continuation_of(h, 2, here[-4].mark)};
}

static inline int history_sum(const HistoryRows *rows, uint32_t mark) {
    return rows->butterfly[mark] + rows->after[mark] + rows->later[mark] + (rows->last[mark] >> 1);
}

#if defined __AVX512VBMI__ && defined __AVX512BW__

#include <immintrin.h>

/* On a strip, where every other move may check: sixteen moves at a time. Of a gathered pair only
 * the lower half counts. */
static inline __m512i gather_history(const int16_t *row, __m512i marks) {
    return _mm512_madd_epi16(_mm512_i32gather_epi32(marks, row, sizeof *row), _mm512_set1_epi32(1));
}

static inline __m512i history_sums(const HistoryRows *rows, __m512i marks) {
    __m512i first = _mm512_add_epi32(gather_history(rows->butterfly, marks),
                                     gather_history(rows->after, marks));
    __m512i rest = _mm512_add_epi32(gather_history(rows->later, marks),
                                    _mm512_srai_epi32(gather_history(rows->last, marks), 1));
    return _mm512_add_epi32(first, rest);
}

static inline __mmask16 bits_at(__m512i words, __m512i places) {
    return _mm512_test_epi32_mask(
        _mm512_srlv_epi32(words, _mm512_and_si512(places, _mm512_set1_epi32(31))),
        _mm512_set1_epi32(1));
}

static inline void learn_all(Checks *checks, const Position *p, __m512i types, __mmask16 asked) {
    __m512i known = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)checks->known));
    asked &=
        (__mmask16)~bits_at(_mm512_permutexvar_epi32(_mm512_srli_epi32(types, 5), known), types);
    while (asked) {
        int type = _mm512_cvtsi512_si32(_mm512_maskz_compress_epi32(asked, types));
        checks_learn(checks, p, type);
        asked = _mm512_mask_cmpneq_epi32_mask(asked, types, _mm512_set1_epi32(type));
    }
}

static inline __mmask16 give_check(Checks *checks, const Position *p, __m512i types, __m512i ends,
                                   __mmask16 asked) {
    learn_all(checks, p, types, asked);
    __m512i words = _mm512_add_epi32(_mm512_slli_epi32(types, 2), _mm512_srli_epi32(ends, 5));
    return bits_at(_mm512_mask_i32gather_epi32(_mm512_setzero_si512(), asked, words,
                                               checks->squares, 4),
                   ends) &
           asked;
}

static inline Move *keep(Move *kept, __m512i numbered, unsigned wanted, __m512i *most) {
    *most = _mm512_mask_max_epi64(*most, (__mmask8)wanted, *most, numbered);
    _mm512_storeu_si512(kept, _mm512_maskz_compress_epi64((__mmask8)wanted, numbered));
    return kept + __builtin_popcount(wanted);
}

static int64_t score_strip(Picker *picker) {
    const Position *p = &picker->worker->position;
    if (!picker->checks.looked) checks_look(&picker->checks, p);
    const HistoryRows rows = history_rows(picker);
    const __m512i board = _mm512_loadu_si512(p->board), byte = _mm512_set1_epi32(255),
                  bar = _mm512_set1_epi32(picker->bar);
    __m512i most = _mm512_set1_epi64(NONE_LEFT);
    const __m512i lower = _mm512_set_epi32(23, 7, 22, 6, 21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0);
    Move *list = picker->worker->moves, *kept = list + picker->at, *end = list + picker->end;
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
        __m512i men =
                    _mm512_and_si512(_mm512_permutexvar_epi8(from, board), _mm512_set1_epi32(127)),
                now = _mm512_mask_mov_epi32(men, drops, from);
        __m512i marks = _mm512_or_si512(_mm512_slli_epi32(now, 8), to);
        marks =
            _mm512_mask_or_epi32(marks, drops, marks, _mm512_set1_epi32((int)mark_of(true, 0, 0)));
        __m512i sums = history_sums(&rows, marks),
                types =
                    _mm512_mask_mov_epi32(becomes, _mm512_testn_epi32_mask(becomes, becomes), now);
        __mmask16 checks = give_check(&picker->checks, p, types, to, there);
        __mmask16 wanted = checks | _mm512_mask_cmpge_epi32_mask(there, sums, bar);
        __m512i numbers = _mm512_slli_epi32(sums, 1);
        numbers = _mm512_mask_add_epi32(numbers, checks, numbers,
                                        _mm512_set1_epi32(SCORE * CHECK_BONUS + GIVES_CHECK));
        kept = keep(kept, _mm512_permutex2var_epi32(moves, lower, numbers), wanted & 255, &most);
        kept = keep(kept,
                    _mm512_permutex2var_epi32(moves, _mm512_add_epi32(lower, _mm512_set1_epi32(8)),
                                              numbers),
                    wanted >> 8, &most);
    }
    picker->end = (int)(kept - list);
    return _mm512_reduce_max_epi64(most);
}

#else

/* On a strip, where every other move may check: without branches, so that one move's history is
 * fetched while others are waited for. */
static int64_t score_strip(Picker *picker) {
    const Position *p = &picker->worker->position;
    if (!picker->checks.looked) checks_look(&picker->checks, p);
    const HistoryRows rows = history_rows(picker);
    Move *list = picker->worker->moves, *kept = list + picker->at, *end = list + picker->end;
    Checks *checks = &picker->checks;
    int64_t best = NONE_LEFT;
    int bar = picker->bar;
    for (const Move *at = kept; at < end; at++) {
        Move m = *at;
        int from = move_from(m), to = move_to(m),
            now = move_is_drop(m) ? from : piece_type(p->board[from]);
        int sum = history_sum(&rows, mark_of(move_is_drop(m), now, to)),
            type = move_becomes(m) ? move_becomes(m) : now;
        if (!checks_known(checks, type)) checks_learn(checks, p, type);
        int check = (int)((uint64_t)checks->squares[type] >> to) & 1;
        int64_t numbered = (int64_t)move_with_number(
            m, SCORE * sum + (-check & (SCORE * CHECK_BONUS + GIVES_CHECK)));
        *kept = (Move)numbered;
        int wanted = check | (sum >= bar);
        best = (wanted & (numbered > best)) ? numbered : best;
        kept += wanted;
    }
    picker->end = (int)(kept - list);
    return best;
}

#endif

static int64_t score_all(Picker *picker) {
    const Position *p = &picker->worker->position;
    const HistoryRows rows = history_rows(picker);
    Move *list = picker->worker->moves, *kept = list + picker->at, *end = list + picker->end;
    if (!picker->checks.looked) checks_look(&picker->checks, p);
    const Bitboard reach = picker->checks.reach;
    int64_t best = NONE_LEFT;
    int bar = picker->bar;
    for (const Move *at = kept; at < end; at++) {
        Move m = *at;
        int sum = history_sum(&rows, move_mark(p, m));
        bool check = bb_has(reach, move_to(m)) && checks_given(&picker->checks, p, m);
        int64_t numbered = (int64_t)move_with_number(
            m, check ? SCORE * (sum + CHECK_BONUS) + GIVES_CHECK : SCORE * sum);
        int wanted = check | (sum >= bar);
        *kept = (Move)numbered;
        best = (wanted & (numbered > best)) ? numbered : best;
        kept += wanted;
    }
    picker->end = (int)(kept - list);
    return best;
}

int64_t quiet_scores(Picker *picker) {
    return (picker->worker->variant->tables->strip ? score_strip : score_all)(picker);
}
