#include "search/see.h"

#include "rules/attacks.h"
#include "rules/attacks_bitboard.h"
#include "rules/strip.h"

/* ---- boards of up to 128 squares ------------------------------------------------------------- */

/* An exchange: captures of both sides in turn on one square. */
typedef struct Exchange {
    const Eval *eval;         /* the values of the pieces */
    const Position *position; /* the position before the move that begins the exchange */
    int square;               /* the square on which both sides capture */
    int side;                 /* the side that captures next */
    bool simple;              /* Tables.plain: only pieces in `xray` can attack the square */
    bool known[2];            /* by side: xray[side] is filled; used only if `simple` */
    Bitboard xray[2];         /* by side: attackers of the square on an empty board, if `simple` */
    Bitboard occupied;        /* the pieces that have not captured yet, and the square itself */
} Exchange;

/* Returns pieces of the side that may attack the exchange's square; takes() decides for each. */
static inline Bitboard candidates(Exchange *x, int side) {
    if (!x->simple)
        return (attacks_leaper_attackers_to(x->position, x->square, side) |
                attacks_slider_attackers_to(x->position, x->square, side, x->occupied)) &
               x->occupied;
    if (!x->known[side])
        x->xray[side] = attacks_xray_attackers_to(x->position, x->square, side),
        x->known[side] = true;
    return x->xray[side] & x->occupied;
}
static inline bool takes(const Exchange *x, int from) {
    return !x->simple || attacks_xray_hits(x->position, x->square, from, x->occupied);
}

/* Returns the square of the least valuable piece with which x->side can capture; -1: none. */
static int least_valuable_attacker(Exchange *x) {
    int least = 0, best = -1;
    for (Bitboard left = candidates(x, x->side); left;) {
        int from = bb_pop_lsb(&left),
            worth = eval_worth(x->eval, piece_type(x->position->board[from]));
        if ((best < 0 || worth < least) && takes(x, from)) least = worth, best = from;
    }
    return best;
}

static bool any_attacker(Exchange *x, int side) {
    for (Bitboard left = candidates(x, side); left;)
        if (takes(x, bb_pop_lsb(&left))) return true;
    return false;
}

/* Does the mover win the exchange? balance: gain minus threshold if the moved piece is lost. */
static bool exchange_won(const Eval *e, const Position *p, Move m, int balance) {
    int to = move_to(m), foe = !p->side;
    Exchange x = {
        .eval = e, .position = p, .square = to, .side = foe, .simple = p->variant->tables->plain};
    if (x.simple) {
        x.xray[foe] = attacks_xray_attackers_to(p, to, foe), x.known[foe] = true;
        if (!x.xray[foe]) return true;
    }
    x.occupied = p->by_side[0] | p->by_side[1] | BB_SQUARE(to);
    if (!move_is_drop(m)) x.occupied &= ~BB_SQUARE(move_from(m));
    for (int i = 0; i < move_victim_count(m); i++) x.occupied &= ~BB_SQUARE(move_victim(m, i));
    for (;;) {
        /* balance: the gain of the side that captured last, if its capturing piece is lost */
        int from = least_valuable_attacker(&x);
        if (from < 0) return x.side == foe;
        int type = piece_type(p->board[from]);
        if (p->variant->types[type].royal && any_attacker(&x, !x.side))
            return x.side == foe; /* a royal does not capture a protected piece */
        x.occupied &= ~BB_SQUARE(from);
        x.side = !x.side;
        balance = -balance - 1 - eval_worth(e, p->variant->tables->flips_to[1][type]);
        if (balance >= 0) return x.side == foe;
    }
}

/* ---- strips: boards of one file, of at most 32 squares --------------------------------------- */

void see_strip_fill(StripSee *s, const Position *p) {
    const Tables *t = p->variant->tables;
    int by = !p->side;
    uint64_t foes = (uint64_t)p->by_side[by], occupied = (uint64_t)p->by_side[p->side] | foes;
    StripReach reach = strip_attacks_of(p, foes, occupied);
    for (uint64_t left = foes & strip_hoppers(p); left; left &= left - 1) {
        int from = __builtin_ctzll(left), type = piece_type(p->board[from]);
        const StripExtra *hops = &t->strip_extras[by][small_index(t, type, from)];
        reach.all |= strip_extra_hops(hops, occupied) & hops->hop_takes;
        /* a hopper's lines, up to and including the second piece on them */
        uint64_t met = hops->hop_up & occupied, rest = met & (met - 1),
                 below = hops->hop_down & occupied;
        reach.lines |= (hops->hop_up & (rest ^ (rest - 1))) |
                       (hops->hop_down & word_from_msb(below & ~word_from_msb(below)));
    }
    s->filled = true, s->attacked = reach.all, s->seen = reach.lines;
    for (int square = 0; square < STRIP_SQUARES; square++)
        s->wins_from[square] = INT32_MAX, s->loses_to[square] = INT32_MIN;
}

/* exchange_won for a strip, where all attackers of both sides are found at once. */
static bool strip_exchange_won(const Eval *e, const Position *p, Move m, int balance) {
    const Tables *t = p->variant->tables;
    uint64_t square = (uint64_t)1 << move_to(m),
             occupied = (uint64_t)(p->by_side[0] | p->by_side[1]) & ~square;
    if (!move_is_drop(m)) occupied &= ~((uint64_t)1 << move_from(m));
    bool won = true;
    for (int side = !p->side;; side = !side) {
        uint64_t attackers = strip_attackers_to(p, square, occupied) & occupied,
                 own = attackers & (uint64_t)p->by_side[side];
        if (!own) return won;
        int64_t least = INT64_MAX; /* least valuable attacker: 64 * its value + its square */
        for (uint64_t left = own; left; left &= left - 1) {
            int at = __builtin_ctzll(left);
            int64_t key = (int64_t)eval_worth(e, piece_type(p->board[at])) * 64 + at;
            least = key < least ? key : least;
        }
        int from = (int)(least & 63), type = piece_type(p->board[from]);
        if (t->royal_types[type] && attackers ^ own) return won;
        balance = -balance - 1 - eval_worth(e, t->flips_to[1][type]);
        won = !won;
        if (balance >= 0) return won;
        occupied &= ~((uint64_t)1 << from);
    }
}

bool see_strip_ge(StripSee *s, const Eval *e, const Position *p, Move m, int balance) {
    int to = move_to(m);
    if (!move_is_drop(m)) return strip_exchange_won(e, p, m, balance);
    if (balance >= s->wins_from[to]) return true;
    if (balance <= s->loses_to[to]) return false;
    bool won = strip_exchange_won(e, p, m, balance);
    *(won ? &s->wins_from[to] : &s->loses_to[to]) = balance;
    return won;
}

/* ---- boards of more than 128 squares --------------------------------------------------------- */

/* The result of an exchange, if the board before the move is enough to know it. */
typedef enum { EXCHANGE_LOST, EXCHANGE_WON, EXCHANGE_UNKNOWN } FirstLook;

/* Returns EXCHANGE_LOST if the least valuable enemy that can capture on the destination is worth no
 * more than the loss there, and no effect of the move prevents that capture. Returns EXCHANGE_WON
 * if no enemy can capture there. An attacker behind the mover attacks the mover's origin, so only a
 * move with further victims can uncover other attackers. Returns EXCHANGE_UNKNOWN for a freezer,
 * whose move frees and freezes pieces, and for a capture of a royal, which may end the game. */
static FirstLook look_first(const Eval *e, const Position *p, Move m, int balance) {
    const HenkaVariant *v = p->variant;
    const Tables *t = v->tables;
    int by = !p->side, moved = position_becomes(p, m), victims = move_victim_count(m);
    bool drop = move_is_drop(m), lands;
    if (!drop && (t->royal_types[piece_type(p->board[move_to(m)])] ||
                  t->freezer_types[piece_type(p->board[move_from(m)])]))
        return EXCHANGE_UNKNOWN;
    for (int i = 0; i < victims; i++)
        if (t->royal_types[piece_type(p->board[move_victim(m, i)])]) return EXCHANGE_UNKNOWN;
    int from = attacks_least_valuable(p, move_to(m), by, e->board_value, &lands);
    if (from < 0)
        return !victims && (drop || !attacks_square_attacked(p, move_from(m), by))
                   ? EXCHANGE_WON
                   : EXCHANGE_UNKNOWN;
    int type = piece_type(p->board[from]);
    const Shape *shape = &t->shapes[type];
    if (-balance <= eval_worth(e, t->flips_to[1][type]) || v->types[type].royal || shape->by_legs ||
        shape->jump_dirs || shape->hop_count || /* the move may take the piece to jump over */
        (!lands && (type_bit(v->no_jump[type], moved) || type_bit(v->no_burn[type], moved))))
        return EXCHANGE_UNKNOWN;
    for (int i = 0; i < victims; i++)
        if (move_victim(m, i) == from) return EXCHANGE_UNKNOWN;
    return EXCHANGE_LOST;
}

/* exchange_won by making the moves, so that everything that a move captures, uncovers or frees from
 * freezing is seen correctly. Every capture of the exchange counts as a capture by displacement. */
static bool large_exchange_won(const Eval *e, Position *p, Move m, int balance) {
    enum { LONGEST = 24 }; /* number of captures; a longer exchange counts as ended */
    Edits edits[LONGEST];
    int made = 0, to = move_to(m);
    bool won = true;
    FirstLook look = look_first(e, p, m, balance);
    if (look != EXCHANGE_UNKNOWN) return look == EXCHANGE_WON;
    position_do(p, m, &edits[made++]);
    while (made < LONGEST && !position_is_over(p)) {
        bool lands;
        int from = attacks_least_valuable(p, to, p->side, e->board_value, &lands);
        if (from < 0) break;
        int type = piece_type(p->board[from]);
        if (p->variant->types[type].royal && attacks_square_attacked(p, to, !p->side))
            break; /* a royal does not capture a protected piece */
        won = !won;
        balance = -balance - 1 - eval_worth(e, p->variant->tables->flips_to[1][type]);
        if (balance >= 0 || !lands) break;
        position_do(p, move_make(from, to), &edits[made++]);
    }
    while (made) position_undo(p, &edits[--made]);
    return won;
}

/* ---- all boards ------------------------------------------------------------------------------ */

bool see_ge(const Eval *e, Position *p, Move m, int threshold) {
    int gain = see_gain(e, p, m);
    if (gain < threshold) return false;
    gain -= see_risk(e, p, m);
    if (gain >= threshold) return true;
    int balance = gain - threshold;
    if (p->variant->tables->strip) return strip_exchange_won(e, p, m, balance);
    if (p->variant->tables->bitboard128) return exchange_won(e, p, m, balance);
    return large_exchange_won(e, p, m, balance);
}
