#include "search/exchange_strip.h"

#include "rules/strip_attackers.h"
#include "rules/strip_attacks.h"

/* Of a line over screens, all squares up to and with the second piece. */
static inline uint64_t screened_up(uint64_t line, uint64_t occupied) {
    uint64_t met = line & occupied, rest = met & (met - 1);
    return line & (rest ^ (rest - 1));
}
static inline uint64_t screened_down(uint64_t line, uint64_t occupied) {
    uint64_t met = line & occupied;
    return line & word_from_msb(met & ~word_from_msb(met));
}

void exchange_strip_look(StripView *view, const Position *p) {
    const Tables *t = p->variant->tables;
    int by = !p->side;
    uint64_t foes = (uint64_t)p->by_side[by], occupied = (uint64_t)p->by_side[p->side] | foes;
    StripReach reach = strip_attacks_of(p, foes, occupied);
    for (uint64_t men = foes & strip_hoppers(p); men; men &= men - 1) {
        int from = __builtin_ctzll(men), type = piece_type(p->board[from]);
        const StripExtra *over = &t->strip_extras[by][small_index(t, type, from)];
        reach.all |= strip_extra_hops(over, occupied) & over->hop_takes;
        reach.lines |= screened_up(over->hopper_attacks_up, occupied) |
                       screened_down(over->hopper_attacks_down, occupied);
    }
    view->looked = true, view->attacked = reach.all, view->crossed = reach.lines;
    for (int square = 0; square < STRIP_SQUARES; square++)
        view->holds[square] = INT32_MAX, view->fails[square] = INT32_MIN;
}

/* The exchange on one square of a strip. */
typedef struct Swap {
    const Eval *eval;
    const Position *position;
    const Tables *tables;
    uint64_t square, occupied; /* occupied: by those who have not taken yet */
} Swap;

static inline int worth_of(const Eval *e, int type) {
    return e->board_value[type] + e->hand_value[type];
}
static inline int type_at(const Swap *s, int from) { return piece_type(s->position->board[from]); }
static inline uint64_t takers_of(const Swap *s) {
    return strip_attackers_to(s->position, s->square, s->occupied) & s->occupied;
}

/* The square of the cheapest of them. */
static inline int cheapest(const Swap *s, uint64_t men) {
    int64_t least = INT64_MAX;
    for (; men; men &= men - 1) {
        int from = __builtin_ctzll(men);
        int64_t key = (int64_t)worth_of(s->eval, type_at(s, from)) * 64 + from;
        least = key < least ? key : least;
    }
    return (int)(least & 63);
}

bool exchange_strip_holds(const Eval *e, const Position *p, Move m, int balance) {
    Swap s = {.eval = e,
              .position = p,
              .tables = p->variant->tables,
              .square = (uint64_t)1 << move_to(m)};
    s.occupied = (uint64_t)(p->by_side[0] | p->by_side[1]) & ~s.square;
    if (!move_is_drop(m)) s.occupied &= ~((uint64_t)1 << move_from(m));
    bool holds = true;
    for (int side = !p->side;;
         side = !side) { /* balance: of the side that took last, its piece counted lost */
        uint64_t takers = takers_of(&s), men = takers & (uint64_t)p->by_side[side];
        if (!men) return holds;
        int from = cheapest(&s, men), type = type_at(&s, from);
        if (s.tables->royal_types[type] && takers ^ men) return holds;
        balance = -balance - 1 - worth_of(e, s.tables->flips_to[type]);
        holds = !holds;
        if (balance >= 0) return holds;
        s.occupied &= ~((uint64_t)1 << from);
    }
}

bool exchange_strip_holds_at(StripView *view, const Eval *e, const Position *p, Move m,
                             int balance) {
    int to = move_to(m);
    if (!move_is_drop(m)) return exchange_strip_holds(e, p, m, balance);
    if (balance >= view->holds[to]) return true;
    if (balance <= view->fails[to]) return false;
    bool holds = exchange_strip_holds(e, p, m, balance);
    *(holds ? &view->holds[to] : &view->fails[to]) = balance;
    return holds;
}
