#include "rules/attacks.h"

#include <assert.h>

#include "rules/attacks_bitboard.h"
#include "rules/movegen_parts.h"
#include "rules/oracle.h"

/* ---- by the size of the board ---------------------------------------------------------------- */

/* For types whose moves are followed leg by leg (attack_by_legs), the attack test finds a capture
 * only where an enemy stands. So if the square is empty, or has a piece of `by`, an enemy of `by`
 * is put on it first (oracle_offer). */
bool attacks_square_attacked(const Position *p, int square, int by) {
    const Tables *t = p->variant->tables;
    Position with;
    if (t->bitboard128 && t->attack_by_legs &&
        (!p->board[square] || piece_side(p->board[square]) == by)) {
        oracle_offer(p, square, !by, &with);
        p = &with;
    }
    return t->bitboard64    ? movegen64_square_attacked(p, square, by)
           : t->bitboard128 ? movegen128_square_attacked(p, square, by)
                            : movegen256_square_attacked(p, square, by);
}

int attacks_least_valuable(const Position *p, int square, int by, const int32_t *worth,
                           bool *lands) {
    assert(!p->variant->tables->bitboard128);
    return movegen256_least_valuable(p, square, by, worth, lands);
}

/* Is a royal of gote the first piece on one of the lines of HenkaVariant.royals_may_not_face
 * through this square? The edge of the board and a hole end a line. */
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
            int at = square, files = step * ways[i].files, ranks = step * ways[i].ranks;
            do at = square_step(p->variant, HENKA_SENTE, at, files, ranks);
            while (at >= 0 && !p->board[at]);
            if (at >= 0 && piece_side(p->board[at]) &&
                p->variant->types[piece_type(p->board[at])].royal)
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

/* ---- does a move give check? Answered without making it -------------------------------------- */

/* On a strip: does the moved piece attack the enemy royal from its destination, or does any other
 * piece of its side attack it? If not, a leap or a drop of the other side outside the view of its
 * royal (the lines on which the royal could be attacked) changes nothing about that royal's safety,
 * and so proves that the move does not stalemate. Only one type is tested for drops. */
static inline GivesCheck strip_gives_check_fast(Position *p, Move m) {
    const Tables *t = p->variant->tables;
    int side = p->side, from = move_from(m),
        target = __builtin_ctzll((uint64_t)p->royal_set[!side]);
    uint64_t royal = (uint64_t)1 << target, end = (uint64_t)1 << move_to(m),
             left = (uint64_t)!move_is_drop(m) << (from & 63),
             enemies = (uint64_t)p->by_side[!side],
             occupied = ((uint64_t)(p->by_side[0] | p->by_side[1]) & ~left) | end;
    /* The piece's type after the move (position_becomes). All values are loaded, whether needed or
     * not, because branches here would be mispredicted. */
    int becomes = move_becomes(m), stands = piece_type(p->board[from]);
    int type = left ? stands : from, turned = t->flips_to[1][type], moved = t->flips_to[0][type];
    type = becomes ? becomes : !left ? type : p->board[move_to(m)] ? turned : moved;
    if ((strip_attackers_to(p, royal, occupied) & (uint64_t)p->by_side[side] & ~left) |
        strip_piece_attacks(t, side, type, end, royal, occupied))
        return CHECK_YES;
    if (!strip_stalemate_deferred(p)) return CHECK_NO;
    uint64_t outside = ~strip_view(t, side, target, occupied);
    if (strip_leaper_attackers_to(p, outside & ~enemies) & enemies & outside & ~end)
        return CHECK_NO;
    int dropped = position_free_drop(p, !side);
    if (dropped && (uint64_t)t->drop_squares[!side][dropped] & (uint64_t)t->ahead[!side][target] &
                       outside & ~occupied)
        return CHECK_NO;
    return movegen64_gives_stalemate(p, m) ? CHECK_STALEMATE : CHECK_NO;
}

/* Finds direct checks from the target, and discovered checks along a line that the move opens. */
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
