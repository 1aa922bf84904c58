#include "rules/ways.h"
#include "search/exchange.h"

/* The exchange on one square of a strip. */
typedef struct Swap {
    const Eval *eval;
    const Position *position;
    const Tables *tables;
    int square, side;            /* side: to take next */
    uint64_t occupied, might[2]; /* might: men that take there once nothing is in the way, or something is */
} Swap;

static inline int worth_of(const Eval *e, int type) { return e->board_value[type] + e->hand_value[type]; }

/* The lowest of the men, of that type. */
static inline bool takes(const Swap *s, int side, int type, uint64_t men) {
    return strip_hits(s->tables, side, type, men, (uint64_t)1 << s->square, s->occupied);
}

static bool anyone_takes(const Swap *s, int side) {
    for (uint64_t men = s->might[side] & s->occupied; men; men &= men - 1)
        if (takes(s, side, piece_type(s->position->board[__builtin_ctzll(men)]), men)) return true;
    return false;
}

/* The square of the cheapest piece that takes, -1 when none does. */
static inline int cheapest_taker(const Swap *s) {
    int64_t least = INT64_MAX;
    for (uint64_t men = s->might[s->side] & s->occupied; men; men &= men - 1) {
        int from = __builtin_ctzll(men), type = piece_type(s->position->board[from]);
        int64_t key = takes(s, s->side, type, men) ? (int64_t)worth_of(s->eval, type) * 64 + from : INT64_MAX;
        least = key < least ? key : least;
    }
    return least == INT64_MAX ? -1 : (int)(least & 63);
}

/* Takes with that piece and returns what it is worth there; -1 when none may. */
static int swap_take(Swap *s) {
    int taker = cheapest_taker(s);
    if (taker < 0) return -1;
    int type = piece_type(s->position->board[taker]);
    if (s->tables->royal_types[type] && anyone_takes(s, !s->side)) return -1;
    s->occupied &= ~((uint64_t)1 << taker);
    s->side = !s->side;
    return worth_of(s->eval, s->tables->flips_to[type]);
}

bool exchange_strip_holds(const Eval *e, const Position *p, Move m, int balance) {
    int square = move_to(m);
    Swap s = {.eval = e, .position = p, .tables = p->variant->tables, .square = square, .side = !p->side};
    s.occupied = (uint64_t)(p->by_side[0] | p->by_side[1]) | (uint64_t)1 << square;
    if (!move_is_drop(m)) s.occupied &= ~((uint64_t)1 << move_from(m));
    for (int side = 0; side < 2; side++) s.might[side] = strip_aims(p, square, side, (uint64_t)p->by_side[side]);
    for (;;) { /* balance: of the side that took last, its piece counted lost */
        int risk = swap_take(&s);
        if (risk < 0) return s.side != p->side;
        balance = -balance - 1 - risk;
        if (balance >= 0) return s.side != p->side;
    }
}
