#include "search/exchange_strip.h"

#include "rules/ways.h"

/* Of a line over mounts, all squares up to and with the second piece. */
static inline uint64_t mounted_up(uint64_t line, uint64_t occupied) {
    uint64_t met = line & occupied, rest = met & (met - 1);
    return line & (rest ^ (rest - 1));
}
static inline uint64_t mounted_down(uint64_t line, uint64_t occupied) {
    uint64_t met = line & occupied;
    return line & word_from_highest(met & ~word_from_highest(met));
}

void exchange_strip_look(StripView *view, const Position *p) {
    const Tables *t = p->variant->tables;
    int by = !p->side;
    uint64_t occupied = (uint64_t)(p->by_side[0] | p->by_side[1]), attacked = 0, crossed = 0;
    for (uint64_t men = (uint64_t)p->by_side[by]; men; men &= men - 1) {
        int from = __builtin_ctzll(men), type = piece_type(p->board[from]);
        const Way *way = &t->ways[by][way_index(t, type, from)];
        uint64_t slides = line_up(way->up, occupied) | line_down(way->down, occupied);
        attacked |= way->steps | slides, crossed |= slides;
        if (!way->hops) continue;
        const Over *over = &t->overs[by][way_index(t, type, from)];
        attacked |= over_hops(over, occupied) & way->hops;
        crossed |= mounted_up(over->hop_up, occupied) | mounted_down(over->hop_down, occupied);
    }
    view->looked = true, view->attacked = attacked, view->crossed = crossed;
    for (int square = 0; square < 64; square++) view->holds[square] = INT32_MAX, view->fails[square] = INT32_MIN;
}

/* The exchange on one square of a strip. */
typedef struct Swap {
    const Eval *eval;
    const Position *position;
    const Tables *tables;
    int square;
    uint64_t occupied;
} Swap;

/* Those of a side who leap at the square, and those who may look at it along a line. */
typedef struct Takers {
    uint64_t leap, line;
} Takers;

static inline int worth_of(const Eval *e, int type) { return e->board_value[type] + e->hand_value[type]; }
static inline int type_at(const Swap *s, int from) { return piece_type(s->position->board[from]); }

static inline Takers takers_of(const Swap *s, int side) {
    const Tables *t = s->tables;
    uint64_t men = (uint64_t)s->position->by_side[side] & s->occupied, liners = strip_liners(s->position, side);
    Takers takers = {0, men & liners & t->aim_from[side][s->square]};
    for (men &= ~liners & t->leap_from[side][s->square]; men; men &= men - 1) {
        int from = __builtin_ctzll(men);
        takers.leap |= only_if(t->ways[side][way_index(t, type_at(s, from), from)].steps >> s->square & 1, men & -men);
    }
    return takers;
}

static inline bool line_hits(const Swap *s, int side, uint64_t men) {
    return strip_hits(s->tables, side, type_at(s, __builtin_ctzll(men)), men, (uint64_t)1 << s->square, s->occupied);
}

static bool anyone_takes(const Swap *s, int side, const Takers *takers) {
    if (takers->leap & s->occupied) return true;
    for (uint64_t men = takers->line & s->occupied; men; men &= men - 1)
        if (line_hits(s, side, men)) return true;
    return false;
}

/* The square of the cheapest piece that takes, -1 when none does. */
static inline int cheapest_taker(const Swap *s, int side, const Takers *takers) {
    int64_t least = INT64_MAX;
    uint64_t men = takers->leap & s->occupied;
    for (uint64_t liners = takers->line & s->occupied; liners; liners &= liners - 1)
        men |= only_if(line_hits(s, side, liners), liners & -liners);
    for (; men; men &= men - 1) {
        int from = __builtin_ctzll(men);
        int64_t key = (int64_t)worth_of(s->eval, type_at(s, from)) * 64 + from;
        least = key < least ? key : least;
    }
    return least == INT64_MAX ? -1 : (int)(least & 63);
}

bool exchange_strip_holds(const Eval *e, const Position *p, Move m, int balance) {
    Swap s = {.eval = e, .position = p, .tables = p->variant->tables, .square = move_to(m)};
    s.occupied = (uint64_t)(p->by_side[0] | p->by_side[1]) | (uint64_t)1 << s.square;
    if (!move_is_drop(m)) s.occupied &= ~((uint64_t)1 << move_from(m));
    int side = !p->side, holds = 1;
    Takers takers[2] = {takers_of(&s, side)};
    bool both = false;
    for (;;) { /* balance: of the side that took last, its piece counted lost */
        int from = cheapest_taker(&s, side, &takers[!holds]);
        if (from < 0) return holds;
        if (!both) takers[1] = takers_of(&s, !side), both = true;
        int type = type_at(&s, from);
        if (s.tables->royal_types[type] && anyone_takes(&s, !side, &takers[holds])) return holds;
        balance = -balance - 1 - worth_of(e, s.tables->flips_to[type]);
        holds = !holds;
        if (balance >= 0) return holds;
        s.occupied &= ~((uint64_t)1 << from);
        side = !side;
    }
}

bool exchange_strip_holds_at(StripView *view, const Eval *e, const Position *p, Move m, int balance) {
    int to = move_to(m);
    if (!move_is_drop(m)) return exchange_strip_holds(e, p, m, balance);
    if (balance >= view->holds[to]) return true;
    if (balance <= view->fails[to]) return false;
    bool holds = exchange_strip_holds(e, p, m, balance);
    *(holds ? &view->holds[to] : &view->fails[to]) = balance;
    return holds;
}
