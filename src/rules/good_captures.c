#include "rules/good_captures.h"

#include <string.h>

#include "rules/fill.h"
#include "rules/lists.h"
#include "rules/piece_moves.h"

bool movegen_has_good_captures(const HenkaVariant *v) {
    return !v->tables->sets && !v->hands && v->royal == ROYAL_CAPTURE &&
           v->stalemate != STALEMATE_ILLEGAL;
}

/* The same whether it promotes or not: what a promotion brings is lost with the piece. */
static inline bool holds(CaptureFilter *filter, int to, int gain, int at_risk) {
    return gain - at_risk >= filter->good_captures->least ||
           !cover_holds(filter->cover, filter->position, to);
}

static inline bool gains_enough(const CaptureFilter *filter, int gain) {
    return gain > filter->good_captures->floor && gain >= filter->good_captures->least;
}

static inline void write_paying(Emit *e, Move m, int gain) {
    if (!gains_enough(e->filter, gain) || e->count == HENKA_MAX_MOVES)
        return; /* full: a made-up position, as in emit */
    e->filter->gains[e->count] = gain;
    e->list[e->count++] = m;
}

static int promotion_gain(const CaptureFilter *filter, int type, int becomes) {
    return becomes ? filter->good_captures->worth[becomes] - filter->good_captures->worth[type] : 0;
}

static void write_slowly(Emit *e, const Mover *m, int to, Move move, int gain) {
    Move all[MOVES_AN_END];
    Emit every = {.list = all};
    emit_slowly(&every, m, to, move, true);
    for (int i = 0; i < every.count; i++)
        write_paying(e, all[i], gain + promotion_gain(e->filter, m->type, move_becomes(all[i])));
}

void emit_paying(Emit *e, const Mover *m, int to, Move victims) {
    const CaptureFilter *filter = e->filter;
    int gain = to != m->from && filter->position->board[to] ? filter_worth(filter, to) : 0;
    for (int i = 0, count = move_victim_count(victims); i < count; i++)
        gain += filter_worth(filter, move_victim(victims, i));
    emit_priced(e, m, to, victims, gain);
}

static bool takes_prize(const CaptureFilter *filter, int to, Move victims) {
    bool takes = to == filter->prize;
    for (int i = 0, count = move_victim_count(victims); i < count; i++)
        takes |= move_victim(victims, i) == filter->prize;
    return takes;
}

void emit_priced(Emit *e, const Mover *m, int to, Move victims, int gain) {
    CaptureFilter *filter = e->filter;
    Move move = m->base | (Move)to | victims;
    if (m->turns_to == TURN_SLOW) {
        if (holds(filter, to, gain, filter->good_captures->worth[m->type]))
            write_slowly(e, m, to, move, gain);
        return;
    }
    int turned = m->from_zone | m->zone[to] ? m->turns_to : 0,
        more = promotion_gain(filter, m->type, turned);
    if (!gains_enough(filter, more > 0 ? gain + more : gain) ||
        !holds(filter, to, gain, filter->good_captures->worth[m->type]))
        return;
    if (gain >= filter->prize_worth) filter->won |= takes_prize(filter, to, victims);
    write_paying(e, move, gain);
    if (turned) write_paying(e, move_promote(move, turned), gain + more);
}

/* Foes met on the way: word by word, empty words left out, for which are empty no processor
 * guesses; then one by one. */
enum { DIRECTIONS = 8, MET_MOST = DIRECTIONS * MAX_SQUARES };
typedef struct Met {
    uint64_t words[4 * DIRECTIONS + 1];
    uint8_t places[4 * DIRECTIONS + 1]; /* 4 * direction + word */
    uint8_t squares[MET_MOST + SQUARES_OVERRUN], directions[MET_MOST + SQUARES_OVERRUN];
    int count;
} Met;

static inline int met_add(Met *met, int count, int direction, const uint64_t row[4]) {
    for (int i = 0; i < 4; i++) {
        met->words[count] = row[i], met->places[count] = (uint8_t)(4 * direction + i);
        count += row[i] != 0;
    }
    return count;
}

static inline void met_spread(Met *met, int words) {
    met->count = 0;
    for (int i = 0; i < words; i++) {
        memset(met->directions + met->count, met->places[i] >> 2,
               SQUARES_OVERRUN); /* as many as a word may have */
        met->count +=
            bb256_word_squares(met->squares + met->count, met->words[i], met->places[i] & 3);
    }
}

/* The square of the nearest piece behind, where there is one. */
static inline int runner_behind(const Position *p, const Tables *t, int direction, int to) {
    const LineBits *bits = &t->line_bits[to];
    int line = direction & 3;
    const uint32_t *sides = lines_at(&p->lines, bits->place[line]);
    uint32_t pieces = sides[0] | sides[1], bit = bits->bit[line];
    int place = __builtin_ctz(bit), falling = 31 - __builtin_clz((pieces & (bit - 1)) | 1),
        rising = __builtin_ctz((pieces & -bit << 1) | 1u << 31);
    return to + (direction < 4 ? place - rising : falling - place) * t->delta[direction];
}

/* As filter_may_pass, without branches: no processor guesses them. */
static inline bool run_hopes(const CaptureFilter *filter, const Tables *t, int type, int to) {
    const int32_t *worth = filter->good_captures->worth;
    int turned = t->turns_to[type], gain = filter_worth(filter, to),
        least = filter->good_captures->least, lowest = filter_min_gain(filter);
    int rise = worth[turned & (MAX_TYPES - 1)] - worth[type];
    lowest = turned == TURN_SLOW ? INT32_MIN : lowest - (((turned != 0) & (rise > 0)) * rise);
    return (gain >= lowest) &
           ((gain - worth[type] >= least) | !bb256_has(filter->cover->attacked.w, to));
}

/* Those that may pay come first; their origins take the place of the directions. */
static void met_choose(Met *met, const CaptureFilter *filter) {
    const Position *p = filter->position;
    const Tables *t = p->variant->tables;
    int kept = 0;
    for (int i = 0; i < met->count; i++) {
        int to = met->squares[i], from = runner_behind(p, t, met->directions[i], to);
        met->squares[kept] = (uint8_t)to, met->directions[kept] = (uint8_t)from;
        kept += run_hopes(filter, t, piece_type(p->board[from]), to);
    }
    met->count = kept;
}

/* Captures by runs, and what the enemy's runs attack. */
static void run_captures(const Position *p, const Bitboard256 *idle, Emit *e) {
    Fill fill;
    Met met;
    int side = p->side;
    uint64_t all[2][4], ends[8][2][4];
    fill_init(&fill, p, pair256_by_side(side, ~bb256_load(idle->w), ~(Vector256){0}));
    VectorPair256 taken =
                      pair256_by_side(side, bb256_load(p->by_side_words[!side]), (Vector256){0}),
                  attacked = pair256_both((Vector256){0});
    VectorPair256 falling[4], rising[4];
    fill_along(&fill, true, falling);
    for (int d = 0; d < 4; d++)
        attacked = pair256_or(attacked, falling[d]),
        pair256_store(ends[d], pair256_and(falling[d], taken));
    fill_along(&fill, false, rising);
    for (int d = 0; d < 4; d++)
        attacked = pair256_or(attacked, rising[d]),
        pair256_store(ends[d + 4], pair256_and(rising[d], taken));
    pair256_store(all, attacked);
    e->filter->cover->attacked = bb256_store(bb256_load(all[!side]));
    int words = 0;
    for (int d = 0; d < 4; d++)
        words = met_add(&met, met_add(&met, words, d, ends[d][side]), d + 4, ends[d + 4][side]);
    met_spread(&met, words);
    met_choose(&met, e->filter);
    for (int i = 0; i < met.count; i++) {
        Mover mover = mover_at(p, met.directions[i]);
        emit_priced(e, &mover, met.squares[i], 0, filter_worth(e->filter, met.squares[i]));
    }
}

static int prize_of(const Position *p) {
    const uint64_t *royals = p->royal_words[!p->side];
    for (int i = 0; i < 4 && p->royals[!p->side] == 1; i++)
        if (royals[i]) return 64 * i + __builtin_ctzll(royals[i]);
    return -1;
}

int movegen_good_captures(const Position *p, const GoodCaptures *good_captures, Move *list,
                          int32_t *gains) {
    if (position_is_over(p)) return 0;
    Cover cover = {.by = !p->side};
    WorthFilter worths;
    CaptureFilter filter = {.position = p,
                            .good_captures = good_captures,
                            .cover = &cover,
                            .worths = &worths,
                            .gains = gains};
    filter.prize = good_captures->stop_at_royal ? prize_of(p) : -1;
    filter.prize_worth = filter.prize < 0 ? INT32_MAX : filter_worth(&filter, filter.prize);
    Emit e = {.list = list, .captures = true, .worth = good_captures->worth, .filter = &filter};
    Bitboard256 frozen = frozen_words(p, p->side);
    worth_init(&worths, p, good_captures->worth);
    run_captures(p, &frozen, &e);
    if (!filter.won) lists_irregular(p, &frozen, &e);
    return e.count;
}
