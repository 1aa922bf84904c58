#include "rules/attacks.h"

#include <assert.h>

#include "rules/attacks_bitboard.h"
#include "rules/movegen_parts.h"
#include "rules/oracle.h"

/* ---- by the size of the board ---------------------------------------------------------------- */

/* A walk finds captures only where a piece stands. So an empty square, or one with a piece of `by`,
 * is asked about with an enemy of `by` put on it (oracle_offer). */
static bool offered_square_attacked(const Position *p, int square, int by) {
    Position with;
    oracle_offer(p, square, !by, &with);
    return p->variant->tables->bitboard64 ? movegen64_square_attacked(&with, square, by)
                                          : movegen128_square_attacked(&with, square, by);
}

bool attacks_square_attacked(const Position *p, int square, int by) {
    const Tables *t = p->variant->tables;
    bool takes = p->board[square] && piece_side(p->board[square]) != by;
    if (t->bitboard128 && t->attack_by_legs && !takes)
        return offered_square_attacked(p, square, by);
    return t->bitboard64    ? movegen64_square_attacked(p, square, by)
           : t->bitboard128 ? movegen128_square_attacked(p, square, by)
                            : movegen256_square_attacked(p, square, by);
}

int attacks_least_valuable(const Position *p, int square, int by, const int32_t *worth,
                           bool *lands) {
    assert(!p->variant->tables->bitboard128);
    return movegen256_least_valuable(p, square, by, worth, lands);
}

/* The first piece in this direction, the start square excluded. The edge and a hole end the
 * line. */
static Piece first_piece(const Position *p, int square, int files, int ranks) {
    while ((square = square_step(p->variant, HENKA_SENTE, square, files, ranks)) >= 0)
        if (p->board[square]) return p->board[square];
    return NO_PIECE;
}

static bool faces_royal(const Position *p, int square) {
    static const struct {
        int line, files, ranks;
    } ways[] = {{FACING_FILE, 0, 1},
                {FACING_RANK, 1, 0},
                {FACING_DIAGONAL, 1, 1},
                {FACING_DIAGONAL, 1, -1}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (!(p->variant->royals_may_not_face & ways[i].line)) continue;
        for (int step = -1; step <= 1; step += 2) {
            Piece other = first_piece(p, square, step * ways[i].files, step * ways[i].ranks);
            if (other && piece_side(other) && p->variant->types[piece_type(other)].royal)
                return true;
        }
    }
    return false;
}

bool attacks_royals_face(const Position *p) {
    const HenkaVariant *v = p->variant;
    if (v->tables->bitboard128) {
        for (Bitboard128 royals = p->royal_set[HENKA_SENTE]; royals;)
            if (faces_royal(p, bb_pop_lsb(&royals))) return true;
        return false;
    }
    for (int square = 0; square < v->squares; square++) {
        Piece royal = p->board[square];
        if (royal && !piece_side(royal) && v->types[piece_type(royal)].royal &&
            faces_royal(p, square))
            return true;
    }
    return false;
}

bool attacks_royal_attacked(const Position *p, int side) {
    const Tables *t = p->variant->tables;
    if (t->strip && p->royals[side] == 1)
        return strip_attacked_now(p, __builtin_ctzll((uint64_t)p->royal_set[side]), !side);
    return t->bitboard64    ? movegen64_royal_attacked(p, side)
           : t->bitboard128 ? movegen128_royal_attacked(p, side)
                            : movegen256_royal_attacked(p, side);
}

bool attacks_in_check(const Position *p) { return attacks_royal_attacked(p, p->side); }

bool attacks_gives_check(Position *p, Move m) {
    const Tables *t = p->variant->tables;
    return t->bitboard64    ? movegen64_gives_check(p, m)
           : t->bitboard128 ? movegen128_gives_check(p, m)
                            : movegen256_gives_check(p, m);
}

/* ---- gives check, by a quick look ------------------------------------------------------------ */

/* What a move on a strip changes, seen from the enemy royal. */
typedef struct MoveEffect {
    Position *p;       /* before the move */
    const Tables *t;   /* the variant's */
    int side;          /* the mover's */
    int target;        /* the square of the enemy royal */
    Move move;         /* the move that is tested */
    uint64_t left;     /* the square the move leaves; none for a drop */
    uint64_t end;      /* the square it ends on */
    uint64_t occupied; /* after the move */
    uint64_t view;     /* strip_view of the target after the move; filled when it is first needed */
} MoveEffect;

static inline void move_effect_init(MoveEffect *a, Position *p, Move m) {
    a->p = p, a->t = p->variant->tables, a->side = p->side, a->move = m;
    a->target = __builtin_ctzll((uint64_t)p->royal_set[!p->side]);
    a->end = (uint64_t)1 << move_to(m), a->left = (uint64_t)!move_is_drop(m) << (move_from(m) & 63);
    a->occupied = ((uint64_t)(p->by_side[0] | p->by_side[1]) & ~a->left) | a->end;
}

/* The type that stands on the destination afterwards (position_becomes). Everything is loaded
 * before it is known to be needed, because branches here would be mispredicted. */
static inline int type_after(const MoveEffect *a) {
    int from = move_from(a->move), becomes = move_becomes(a->move),
        stands = piece_type(a->p->board[from]);
    int type = a->left ? stands : from, turned = a->t->flips_to[1][type],
        moved = a->t->flips_to[0][type];
    return becomes ? becomes : !a->left ? type : a->p->board[move_to(a->move)] ? turned : moved;
}

/* Does the moved piece attack the royal from its destination, or does any other piece of its
 * side? */
static inline bool move_effect_checks(const MoveEffect *a) {
    uint64_t royal = (uint64_t)1 << a->target, others = (uint64_t)a->p->by_side[a->side] & ~a->left;
    return (strip_attackers_to(a->p, royal, a->occupied) & others) |
           strip_piece_attacks(a->t, a->side, type_after(a), a->end, royal, a->occupied);
}

/* Does the other side have a leap outside the view? Such a leap changes nothing about the safety of
 * its royal, and so proves that the move does not stalemate. */
static inline bool move_effect_leaves_leaps(const MoveEffect *a) {
    uint64_t enemies = (uint64_t)a->p->by_side[!a->side], outside = ~a->view;
    return strip_leaper_attackers_to(a->p, outside & ~enemies) & enemies & outside & ~a->end;
}

/* Can the other side drop a piece outside the view? Like a leap there, a drop proves that the move
 * does not stalemate. Only one type is tested. */
static inline bool move_effect_leaves_drops(const MoveEffect *a) {
    uint64_t ends = (uint64_t)a->t->ahead[!a->side][a->target] & ~a->view & ~a->occupied;
    int type = position_free_drop(a->p, !a->side);
    return type && (uint64_t)a->t->drop_squares[!a->side][type] & ends;
}

static inline GivesCheck strip_gives_check_fast(Position *p, Move m) {
    MoveEffect a;
    move_effect_init(&a, p, m);
    if (move_effect_checks(&a)) return CHECK_YES;
    if (!strip_stalemate_deferred(p)) return CHECK_NO;
    a.view = strip_view(a.t, a.side, a.target, a.occupied);
    if (move_effect_leaves_leaps(&a) || move_effect_leaves_drops(&a)) return CHECK_NO;
    return movegen64_gives_stalemate(p, m) ? CHECK_STALEMATE : CHECK_NO;
}

/* Direct checks from the target square, and discovered ones along a line that the move opens. */
GivesCheck attacks_gives_check_fast(Position *p, Move m) {
    const Tables *t = p->variant->tables;
    if (t->strip && p->royals[!p->side] == 1) return strip_gives_check_fast(p, m);
    int side = p->side, to = move_to(m), type = position_becomes(p, m);
    if (!t->plain || p->royals[!side] != 1 || move_is_special(m)) return CHECK_UNKNOWN;
    int target = bb_lsb(p->royal_set[!side]);
    if (bb_has(t->powers[side][type].capture[to], target)) return CHECK_YES;
    const Bitboard128 *between = t->between + target * p->variant->squares;
    Bitboard occupied = p->by_side[0] | p->by_side[1],
             from = move_is_drop(m) ? 0 : BB_SQUARE(move_from(m)),
             lines = t->slider_lines_to[side][target];
    bool discovered = lines & from && !(between[move_from(m)] & occupied);
    bool direct = t->class_bits[type] >> t->leap_class_count && bb_has(lines, to) &&
                  !(between[to] & occupied & ~from);
    if (!discovered && !direct) return CHECK_NO;
    return attacks_lines_attack_after(p, target, side, (occupied & ~from) | BB_SQUARE(to), from,
                                      BB_SQUARE(to), type, 0)
               ? CHECK_YES
               : CHECK_NO;
}

/* ---- freezing -------------------------------------------------------------------------------- */

bool attacks_is_frozen(const Position *p, int square) {
    const HenkaVariant *v = p->variant;
    Piece piece = p->board[square];
    if (!piece || !p->freezers[!piece_side(piece)] || v->types[piece_type(piece)].freezes)
        return false;
    for (int d = 0; d < 8; d++) {
        if (!v->tables->edge[d][square]) continue;
        Piece other = p->board[square + v->tables->delta[d]];
        if (other && piece_side(other) != piece_side(piece) && v->types[piece_type(other)].freezes)
            return true;
    }
    return false;
}
