#include "rules/paying.h"

#include <string.h>

#include "rules/flow.h"
#include "rules/lists.h"
#include "rules/piecework.h"

bool paying_serves(const HenkaVariant *v) {
    return !v->tables->sets && !v->hands && v->royal == ROYAL_CAPTURE &&
           v->stalemate != STALEMATE_ILLEGAL;
}

/* The same whether it promotes or not: what a promotion brings is lost with the piece. */
static inline bool holds(Payer *payer, int to, int gain, int at_risk) {
    return gain - at_risk >= payer->bargain->least ||
           !cover_holds(payer->cover, payer->position, to);
}

static inline bool gains_enough(const Payer *payer, int gain) {
    return gain > payer->bargain->floor && gain >= payer->bargain->least;
}

static inline void write_paying(Emit *e, Move m, int gain) {
    if (!gains_enough(e->payer, gain) || e->count == HENKA_MAX_MOVES)
        return; /* full: a made-up position, as in emit */
    e->payer->gains[e->count] = gain;
    e->list[e->count++] = m;
}

static int promotion_gain(const Payer *payer, int type, int becomes) {
    return becomes ? payer->bargain->worth[becomes] - payer->bargain->worth[type] : 0;
}

static void write_slowly(Emit *e, const Mover *m, int to, Move move, int gain) {
    Move all[MOVES_AN_END];
    Emit every = {.list = all};
    emit_slowly(&every, m, to, move, true);
    for (int i = 0; i < every.count; i++)
        write_paying(e, all[i], gain + promotion_gain(e->payer, m->type, move_becomes(all[i])));
}

void emit_paying(Emit *e, const Mover *m, int to, Move victims) {
    const Payer *payer = e->payer;
    int gain = to != m->from && payer->position->board[to] ? payer_worth(payer, to) : 0;
    for (int i = 0, count = move_victim_count(victims); i < count; i++)
        gain += payer_worth(payer, move_victim(victims, i));
    emit_priced(e, m, to, victims, gain);
}

static bool takes_prize(const Payer *payer, int to, Move victims) {
    bool takes = to == payer->prize;
    for (int i = 0, count = move_victim_count(victims); i < count; i++)
        takes |= move_victim(victims, i) == payer->prize;
    return takes;
}

void emit_priced(Emit *e, const Mover *m, int to, Move victims, int gain) {
    Payer *payer = e->payer;
    Move move = m->base | (Move)to | victims;
    if (m->turns_to == TURN_SLOW) {
        if (holds(payer, to, gain, payer->bargain->worth[m->type]))
            write_slowly(e, m, to, move, gain);
        return;
    }
    int turned = m->from_zone | m->zone[to] ? m->turns_to : 0,
        more = promotion_gain(payer, m->type, turned);
    if (!gains_enough(payer, more > 0 ? gain + more : gain) ||
        !holds(payer, to, gain, payer->bargain->worth[m->type]))
        return;
    if (gain >= payer->prize_worth) payer->won |= takes_prize(payer, to, victims);
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
    uint32_t men = sides[0] | sides[1], bit = bits->bit[line];
    int place = __builtin_ctz(bit), falling = 31 - __builtin_clz((men & (bit - 1)) | 1),
        rising = __builtin_ctz((men & -bit << 1) | 1u << 31);
    return to + (direction < 4 ? place - rising : falling - place) * t->delta[direction];
}

/* As payer_hopes, without branches: no processor guesses them. */
static inline bool run_hopes(const Payer *payer, const Tables *t, int type, int to) {
    const int32_t *worth = payer->bargain->worth;
    int turned = t->turns_to[type], gain = payer_worth(payer, to), least = payer->bargain->least,
        lowest = payer_lowest_kept(payer);
    int rise = worth[turned & (MAX_TYPES - 1)] - worth[type];
    lowest = turned == TURN_SLOW ? INT32_MIN : lowest - (((turned != 0) & (rise > 0)) * rise);
    return (gain >= lowest) &
           ((gain - worth[type] >= least) | !bb256_has(payer->cover->attacked.w, to));
}

/* Those that may pay come first; their origins take the place of the directions. */
static void met_choose(Met *met, const Payer *payer) {
    const Position *p = payer->position;
    const Tables *t = p->variant->tables;
    int kept = 0;
    for (int i = 0; i < met->count; i++) {
        int to = met->squares[i], from = runner_behind(p, t, met->directions[i], to);
        met->squares[kept] = (uint8_t)to, met->directions[kept] = (uint8_t)from;
        kept += run_hopes(payer, t, piece_type(p->board[from]), to);
    }
    met->count = kept;
}

/* Captures by runs, and what the enemy's runs attack. */
static void run_captures(const Position *p, const Bitboard256 *idle, Emit *e) {
    Flow flow;
    Met met;
    int side = p->side;
    uint64_t all[2][4], ends[8][2][4];
    flow_start(&flow, p, pair256_by_side(side, ~bb256_load(idle->w), ~(Vector256){0}));
    VectorPair256 taken = pair256_by_side(side, bb256_load(p->men_words[!side]), (Vector256){0}),
                  attacked = pair256_both((Vector256){0});
    VectorPair256 falling[4], rising[4];
    flow_along(&flow, true, falling);
    for (int d = 0; d < 4; d++)
        attacked = pair256_or(attacked, falling[d]),
        pair256_store(ends[d], pair256_and(falling[d], taken));
    flow_along(&flow, false, rising);
    for (int d = 0; d < 4; d++)
        attacked = pair256_or(attacked, rising[d]),
        pair256_store(ends[d + 4], pair256_and(rising[d], taken));
    pair256_store(all, attacked);
    e->payer->cover->attacked = bb256_store(bb256_load(all[!side]));
    int words = 0;
    for (int d = 0; d < 4; d++)
        words = met_add(&met, met_add(&met, words, d, ends[d][side]), d + 4, ends[d + 4][side]);
    met_spread(&met, words);
    met_choose(&met, e->payer);
    for (int i = 0; i < met.count; i++) {
        Mover mover = mover_at(p, met.directions[i]);
        emit_priced(e, &mover, met.squares[i], 0, payer_worth(e->payer, met.squares[i]));
    }
}

static int prize_of(const Position *p) {
    const uint64_t *royals = p->royal_words[!p->side];
    for (int i = 0; i < 4 && p->royals[!p->side] == 1; i++)
        if (royals[i]) return 64 * i + __builtin_ctzll(royals[i]);
    return -1;
}

int paying_moves(const Position *p, const Bargain *bargain, Move *list, int32_t *gains) {
    if (is_over(p)) return 0;
    Cover cover = {.by = !p->side};
    Dear dear;
    Payer payer = {
        .position = p, .bargain = bargain, .cover = &cover, .dear = &dear, .gains = gains};
    payer.prize = bargain->till_won ? prize_of(p) : -1;
    payer.prize_worth = payer.prize < 0 ? INT32_MAX : payer_worth(&payer, payer.prize);
    Emit e = {.list = list, .captures = true, .worth = bargain->worth, .payer = &payer};
    Bitboard256 frozen = frozen_words(p, p->side);
    dear_look(&dear, p, bargain->worth);
    run_captures(p, &frozen, &e);
    if (!payer.won) lists_odd(p, &frozen, &e);
    return e.count;
}
