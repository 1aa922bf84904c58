#include "notation/query.h"

#include <stdlib.h>
#include <string.h>

#include "tables/tables.h"

MoveQuery query_any(void) {
    return (MoveQuery){.from = -1, .to = -1, .drop = UNSAID, .stays = UNSAID, .promote = UNSAID};
}

bool query_add_through(MoveQuery *q, int square) {
    if (q->through_count == QUERY_THROUGH) return false;
    q->through[q->through_count++] = (uint8_t)square;
    return true;
}

static bool listed(const MoveQuery *q, int square) {
    for (int i = 0; i < q->through_count; i++)
        if (q->through[i] == square) return true;
    return false;
}

static bool beside(const HenkaVariant *v, int a, int b) {
    return abs(file_of(v, a) - file_of(v, b)) <= 1 && abs(rank_of(v, a) - rank_of(v, b)) <= 1;
}

static int partner_of(const Position *p, Move m) {
    return tables_castling_partner(p->variant, move_from(m), move_to(m), m & MOVE_INSIDE);
}

bool query_is_implied(const Position *p, Move m) {
    bool in_passing = p->variant->tables->state && !move_is_drop(m) && move_victim_count(m) == 1 &&
                      p->state.push_from != p->state.push_to &&
                      move_victim(m, 0) == p->state.push_to && !p->board[move_to(m)];
    return move_is_castling(m) || in_passing;
}

bool query_has_twin(const Position *p, Move m) {
    Move list[HENKA_MAX_MOVES];
    Position copy = *p;
    int count = movegen_legal(&copy, MOVEGEN_ALL, list);
    for (int i = 0; i < count; i++)
        if (list[i] != m && !move_is_drop(list[i]) && move_from(list[i]) == move_from(m) &&
            move_to(list[i]) == move_to(m) && move_becomes(list[i]) == move_becomes(m))
            return true;
    return false;
}

/* Is the move castling or a capture in passing, and does the query omit its third square: that of
 * castling's partner, or of the victim? */
static bool leaves_implied(const Position *p, const MoveQuery *q, Move m) {
    if (!query_is_implied(p, m) || q->castling) return false;
    return !listed(q, move_is_castling(m) ? partner_of(p, m) : move_victim(m, 0));
}

static bool castling_fits(const Position *p, const MoveQuery *q, Move m) {
    bool first = move_to(m) < move_from(m);
    if (q->castling && (!move_is_castling(m) || (q->castling == CASTLING_FIRST && !first) ||
                        (q->castling == CASTLING_LAST && first)))
        return false;
    if (q->to < 0 || q->to == move_to(m)) return true;
    /* Castling may be written as the capture of the partner, as in Chess960, unless another
     * castling of the piece ends on the partner's square. */
    if (!move_is_castling(m) || q->to != partner_of(p, m)) return false;
    const StateTables *s = p->variant->tables->state;
    for (int i = 0; i < s->castling_count[p->side]; i++) {
        const Castling *c = &s->castlings[p->side][i];
        if (c->from == move_from(m) && c->to == q->to) return false;
    }
    return true;
}

/* Does the query name every victim of the move? It may also name squares that the move can pass:
 * its origin, its destination and an empty square next to one of them. (lishogi writes the middle
 * square of a double step: 9j8h9h.) */
static bool victims_fit(const Position *p, const MoveQuery *q, Move m) {
    if (!q->victims_said) return true;
    if (leaves_implied(p, q, m) && !q->through_count) return true;
    for (int i = 0; i < move_victim_count(m); i++)
        if (!listed(q, move_victim(m, i))) return false;
    int partner = move_is_castling(m) ? partner_of(p, m) : -1;
    for (int i = 0; i < q->through_count; i++) {
        int square = q->through[i];
        bool fits = square == partner || square == move_from(m) || square == move_to(m);
        for (int k = 0; k < move_victim_count(m); k++) fits |= move_victim(m, k) == square;
        if (!fits && (p->board[square] || (!beside(p->variant, square, move_from(m)) &&
                                           !beside(p->variant, square, move_to(m)))))
            return false;
    }
    return true;
}

int query_moved_type(const Position *p, Move m) {
    return move_is_drop(m) ? move_dropped(m) : piece_type(p->board[move_from(m)]);
}

static bool stays(Move m) { return !move_is_drop(m) && move_from(m) == move_to(m); }

int query_turns_to(const Position *p, Move m) {
    if (move_is_drop(m) || move_becomes(m)) return 0;
    int becomes = position_becomes(p, m);
    return becomes != query_moved_type(p, m) ? becomes : 0;
}

bool query_must_promote(const Position *p, Move m) {
    Move list[HENKA_MAX_MOVES];
    Position copy = *p;
    int count = movegen_legal(&copy, MOVEGEN_ALL, list), same = 0;
    for (int i = 0; i < count; i++) same += !((list[i] ^ m) & ~move_promote(MOVE_CHECK, 255));
    return move_becomes(m) && same == 1;
}

static bool said_fits(Said said, bool is) { return said == UNSAID || (said == YES) == is; }

bool query_fits(const Position *p, const MoveQuery *q, Move m) {
    if (!castling_fits(p, q, m)) return false;
    if (q->from >= 0 && (move_is_drop(m) || q->from != move_from(m))) return false;
    if (q->from_file && q->from_file != file_of(p->variant, move_from(m))) return false;
    if (q->from_rank && q->from_rank != rank_of(p->variant, move_from(m))) return false;
    int becomes = move_becomes(m) ? move_becomes(m) : q->promote == YES ? query_turns_to(p, m) : 0;
    if (!said_fits(q->drop, move_is_drop(m)) || !said_fits(q->stays, stays(m)) ||
        !said_fits(q->promote, becomes != 0))
        return false;
    if (q->becomes && q->becomes != becomes) return false;
    if (q->turns_back && becomes != p->variant->types[query_moved_type(p, m)].unpromoted)
        return false;
    if (q->types && !(q->types >> query_moved_type(p, m) & 1)) return false;
    return victims_fit(p, q, m);
}

/* Increases the farther to the right the moving piece stands, as its own side sees the board. */
static int rightness(const Position *p, Move m) {
    int file = file_of(p->variant, move_from(m));
    return p->side == HENKA_SENTE ? -file : file;
}

static int own_hints(const Position *p, Move m) {
    const HenkaVariant *v = p->variant;
    int down = rank_of(v, move_to(m)) - rank_of(v, move_from(m)),
        ahead = p->side == HENKA_SENTE ? -down : down;
    if (ahead < 0) return HINT_BACK;
    if (!ahead) return HINT_ASIDE;
    /* 直 (straight) is for short-range pieces only. Right and left distinguish two dragons. */
    const PieceType *type = &v->types[query_moved_type(p, m)];
    bool straight = file_of(v, move_from(m)) == file_of(v, move_to(m));
    for (int i = 0; i < type->power.term_count; i++)
        straight = straight && type->power.terms[i].legs[0].range <= 1;
    return straight ? HINT_UP | HINT_STRAIGHT : HINT_UP;
}

/* Is the moving piece farther to the right (sign 1) or left (sign -1) than every other piece that
 * can make a candidate move with these hints? */
static bool outermost(const Position *p, Move m, const Move *candidates, int count, int sign,
                      int hints) {
    for (int i = 0; i < count; i++) {
        if (move_is_drop(candidates[i]) || move_from(candidates[i]) == move_from(m)) continue;
        if ((own_hints(p, candidates[i]) & hints) != hints) continue;
        if (sign * rightness(p, candidates[i]) >= sign * rightness(p, m)) return false;
    }
    return true;
}

static bool hints_fit(const Position *p, int hints, Move m, const Move *candidates, int count) {
    int direction = hints & (HINT_UP | HINT_ASIDE | HINT_BACK | HINT_STRAIGHT);
    if (move_is_drop(m) || (own_hints(p, m) & direction) != direction) return false;
    if (hints & HINT_RIGHT && !outermost(p, m, candidates, count, 1, direction)) return false;
    return !(hints & HINT_LEFT) || outermost(p, m, candidates, count, -1, direction);
}

int query_hints(const Position *p, Move m, const Move *candidates, int count) {
    if (move_is_drop(m)) return 0;
    int hints = own_hints(p, m);
    if (outermost(p, m, candidates, count, 1, 0)) hints |= HINT_RIGHT;
    if (outermost(p, m, candidates, count, -1, 0)) hints |= HINT_LEFT;
    return hints;
}

/* Removes each castling or capture in passing whose third square the query omits, if another move
 * of the same piece fits the query exactly. Returns the number of moves left. */
static int drop_implied(const Position *p, const MoveQuery *q, Move *moves, int count) {
    Move all[HENKA_MAX_MOVES];
    int kept = 0;
    if (count < 2 || !p->variant->tables->state) return count;
    memcpy(all, moves, sizeof *moves * (size_t)count);
    for (int i = 0; i < count; i++) {
        bool meant = true;
        for (int k = 0; leaves_implied(p, q, all[i]) && k < count; k++)
            meant &= leaves_implied(p, q, all[k]) || move_from(all[k]) != move_from(all[i]);
        if (meant) moves[kept++] = all[i];
    }
    return kept;
}

/* For a query that does not mention promotion: collects the moves that fit it with a forced
 * promotion, if all of them promote to the same type. Returns their number. */
static int filter_forced(const Position *p, const MoveQuery *q, const Move *list, int count,
                         Move *out) {
    MoveQuery promoting = *q;
    int kept = 0;
    promoting.promote = YES;
    for (int i = 0; i < count; i++) {
        /* The text may leave out the promotion only if the piece must promote wherever it can. */
        int ranks = p->variant->types[query_moved_type(p, list[i])].must_promote_ranks;
        if (query_fits(p, &promoting, list[i]) && !stays(list[i]) &&
            (p->variant->promotion_forced || (ranks && ranks >= p->variant->zone_ranks)))
            out[kept++] = list[i];
    }
    for (int i = 1; i < kept; i++)
        if (move_becomes(out[i]) != move_becomes(out[0])) return 0;
    return kept;
}

int query_filter(const Position *p, const MoveQuery *q, const Move *list, int count, Move *out) {
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (query_fits(p, q, list[i])) out[kept++] = list[i];
    if (!kept && q->promote == NO_OR_MUST) kept = filter_forced(p, q, list, count, out);
    kept = drop_implied(p, q, out, kept);
    if (!q->hints || !kept) return kept;
    bool fits[HENKA_MAX_MOVES];
    for (int i = 0; i < kept; i++) fits[i] = hints_fit(p, q->hints, out[i], out, kept);
    int hinted = 0;
    for (int i = 0; i < kept; i++)
        if (fits[i]) out[hinted++] = out[i];
    return hinted;
}

MoveQuery query_rivals_of(const Position *p, Move m) {
    MoveQuery q = query_any();
    q.types = (TypeSet)1 << query_moved_type(p, m);
    q.to = move_to(m);
    q.drop = move_is_drop(m) ? YES : NO;
    q.stays = stays(m) ? YES : NO;
    q.victims_said = true;
    for (int i = 0; i < move_victim_count(m); i++) query_add_through(&q, move_victim(m, i));
    if (move_is_castling(m)) q.castling = CASTLING_SAID;
    return q;
}

int query_prefer_board(Move *moves, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (!move_is_drop(moves[i])) moves[kept++] = moves[i];
    return kept ? kept : count;
}

bool query_declines_promotion(Move m, const Move *list, int count) {
    if (move_is_drop(m) || move_becomes(m)) return false;
    for (int i = 0; i < count; i++)
        if (move_becomes(list[i]) && !((list[i] ^ m) & ~move_promote(MOVE_CHECK, 255))) return true;
    return false;
}
