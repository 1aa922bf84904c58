/* Exchanges: who takes on a square, and what the whole exchange brings, against a plain recursion
 * over a board of single questions. */
#include "search/see.h"
#include "../check.h"
#include "play.h"
#include "rules/attacks.h"
#include "rules/attacks_bitboard.h"
#include "rules/game.h"
#include "rules/oracle.h"

static int worth_of(const Eval *e, int type) { return e->board_value[type] + e->hand_value[type]; }

/* By its legs, on a strip: there a position keeps no sets by kind of attack, from which others are
 * answered here. */
static bool walks(const Position *p, int from, int square, Bitboard occupied) {
    Position q = *p;
    for (int at = 0; at < p->variant->squares; at++)
        if (!bb_has(occupied, at)) q.board[at] = NO_PIECE;
    q.board[square] = piece_make(!piece_side(p->board[from]), 1);
    return oracle_walk_attacks(&q, from, square);
}

static bool takes(const Position *p, int from, int square, Bitboard occupied) {
    int side = piece_side(p->board[from]);
    if (p->variant->tables->strip)
        return bb_has(occupied, from) && walks(p, from, square, occupied);
    return occupied >> from & 1 &&
           attacks_square_attacked_over(p, square, side, occupied,
                                        p->by_side[side] & ~BB_SQUARE(from));
}

static int cheapest(const Eval *e, const Position *p, int square, int side, Bitboard occupied) {
    int best = -1;
    for (int from = 0; from < p->variant->squares; from++) {
        if (!p->board[from] || piece_side(p->board[from]) != side || from == square ||
            !takes(p, from, square, occupied))
            continue;
        if (best < 0 ||
            worth_of(e, piece_type(p->board[from])) < worth_of(e, piece_type(p->board[best])))
            best = from;
    }
    return best;
}

/* What the side gains by going on, the piece on the square being worth so much. */
static int goes_on(const Eval *e, const Position *p, int square, int side, Bitboard occupied,
                   int worth) {
    int from = cheapest(e, p, square, side, occupied);
    if (from < 0) return 0;
    const PieceType *type = &p->variant->types[piece_type(p->board[from])];
    if (type->royal && cheapest(e, p, square, !side, occupied) >= 0) return 0;
    int next = piece_type(p->board[from]);
    if (turns_over(p->variant) && (type->promoted || type->unpromoted))
        next = type->promoted ? type->promoted : type->unpromoted;
    int gain = worth - goes_on(e, p, square, !side, occupied & ~BB_SQUARE(from), worth_of(e, next));
    return gain > 0 ? gain : 0;
}

/* What the move takes at once, from the board before and after it: all pieces that are gone, and
 * what a promotion adds to the mover. */
static int taken_at_once(const Eval *e, const Position *p, Move m) {
    Position after = *p;
    Edits edits;
    int gain = 0;
    position_do(&after, m, &edits);
    for (int square = 0; square < p->variant->squares; square++)
        if (p->board[square] && piece_side(p->board[square]) != p->side &&
            (!after.board[square] || piece_side(after.board[square]) == p->side))
            gain += worth_of(e, piece_type(p->board[square]));
    if (move_becomes(m))
        gain +=
            e->board_value[move_becomes(m)] - e->board_value[piece_type(p->board[move_from(m)])];
    return gain;
}

static int whole_exchange(const Eval *e, const Position *p, Move m) {
    int type = move_is_drop(m)   ? move_dropped(m)
               : move_becomes(m) ? move_becomes(m)
                                 : piece_type(p->board[move_from(m)]);
    Bitboard occupied = p->by_side[0] | p->by_side[1] | BB_SQUARE(move_to(m));
    if (!move_is_drop(m)) occupied &= ~BB_SQUARE(move_from(m));
    return taken_at_once(e, p, m) -
           goes_on(e, p, move_to(m), !p->side, occupied, worth_of(e, type));
}

/* ---- boards of more than 128 squares: every capture of the exchange made on a copy ---- */

static int large_cheapest(const Eval *e, const Position *p, int square) {
    int best = -1;
    for (int from = 0; from < p->variant->squares; from++) {
        Piece piece = p->board[from];
        if (!piece || piece_side(piece) != p->side || attacks_is_frozen(p, from) ||
            !oracle_walk_attacks(p, from, square))
            continue;
        if (best < 0 || worth_of(e, piece_type(piece)) < worth_of(e, piece_type(p->board[best])))
            best = from;
    }
    return best;
}

static bool burns(const Position *p, int from) {
    return p->variant->tables->shapes[piece_type(p->board[from])].burn_max > 0;
}

/* What the side to move gains by taking the piece on the square, which is worth so much. */
static int large_goes_on(const Eval *e, const Position *p, int square, int worth) {
    bool lands;
    int from = position_royals_lost(p) ? -1 : large_cheapest(e, p, square),
        found = position_royals_lost(p)
                    ? -1
                    : attacks_least_valuable(p, square, p->side, e->board_value, &lands);
    if (from < 0) return 0;
    CHECK(found >= 0 && p->board[found] == p->board[from], "the cheapest stands on %d, not %d",
          from, found);
    if (!lands) return worth;
    CHECK(!burns(p, found), "a piece that burns must land on %d", square);
    Position after = *p;
    Edits edits;
    position_do(&after, move_make(found, square), &edits);
    bool kept = large_cheapest(e, &after, square) < 0;
    if (p->variant->types[piece_type(p->board[found])].royal && !kept) return 0;
    int gain = worth - large_goes_on(e, &after, square, worth_of(e, piece_type(p->board[found])));
    return gain > 0 ? gain : 0;
}

static int large_exchange(const Eval *e, const Position *p, Move m) {
    Position after = *p;
    Edits edits;
    position_do(&after, m, &edits);
    return taken_at_once(e, p, m) -
           large_goes_on(e, &after, move_to(m), worth_of(e, piece_type(after.board[move_to(m)])));
}

static void check_large(const char *name, int games) {
    static Move list[HENKA_MAX_MOVES];
    HenkaVariant *variant = henka_variant_shipped(name, NULL, 0, NULL);
    const Eval *e = eval_of(variant);
    int deep = 0;
    for (int i = 0; i < games; i++) {
        HenkaGame *game = random_game(variant, 20 + i % 120, (uint64_t)i * 31 + 7);
        Position *p = &game->position, before = *p;
        int count = movegen_legal(p, MOVEGEN_ALL, list);
        for (int j = i % 7; j < count; j += 7) {
            int value = large_exchange(e, p, list[j]), at_once = taken_at_once(e, p, list[j]);
            deep += value != at_once;
            for (int t = value - 1; t <= value + 1; t++)
                CHECK(see_ge(e, p, list[j], t) == (t <= value),
                      "%s: move %llx worth %d, asked for %d", where(game),
                      (unsigned long long)list[j], value, t);
            CHECK(!memcmp(p, &before, sizeof before), "%s: the position changed", where(game));
        }
        henka_game_free(game);
    }
    CHECK(deep > 100, "%s: hardly a move was taken back", name);
    henka_variant_free(variant);
}

static void check_game(const char *name, int games) {
    static Move list[HENKA_MAX_MOVES];
    HenkaVariant *variant = henka_variant_shipped(name, NULL, 0, NULL);
    const Eval *e = eval_of(variant);
    int deep = 0;
    for (int i = 0; i < games; i++) {
        HenkaGame *game = random_game(variant, 10 + i % 60, (uint64_t)i * 31 + 7);
        Position *p = &game->position;
        int count = movegen_legal(p, MOVEGEN_ALL, list);
        for (int j = 0; j < count; j++) {
            int value = whole_exchange(e, p, list[j]);
            int at_once = taken_at_once(e, p, list[j]);
            deep += value != at_once;
            CHECK(see_gain(e, p, list[j]) == at_once, "%s: move %llx gains %d, not %d", where(game),
                  (unsigned long long)list[j], see_gain(e, p, list[j]), at_once);
            for (int t = value - 1; t <= value + 1; t++)
                CHECK(see_ge(e, p, list[j], t) == (t <= value),
                      "%s: move %llx worth %d, asked for %d", where(game),
                      (unsigned long long)list[j], value, t);
        }
        henka_game_free(game);
    }
    CHECK(deep > 100, "%s: hardly a move was taken back", name);
    henka_variant_free(variant);
}

int main(void) {
    static const char *const names[] = {"shogi", "okisaki", "shinogi", "ito", "rutherford"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) check_game(names[i], 120);
    check_large("suzumu", 60);
    check_large("chu", 60);
    return check_done();
}
