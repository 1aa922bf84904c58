/* Every rule by making the move and looking: slow, and written from the rules without a thought for
 * the fast generator. */
#include "rules/oracle.h"

#include <stdlib.h>

#include "rules/movegen.h"

enum { RAW_MOVES = 4096 }; /* of one piece, before any rule but its own moves */

typedef struct Listing {
    const Position *position;
    Move *moves;
    int count, cap;
    bool stalemate_allowed; /* the rule against giving stalemate is left aside: the inner test of
                               that very rule */
} Listing;

static int list_moves(const Position *p, Move *list, int cap, bool stalemate_allowed);

/* ---- royal safety ---------------------------------------------------------------------------- */

static bool takes_royal(const Position *p, Move move) {
    uint8_t victims[MOVE_VICTIMS + 1];
    int count = position_victims(p, move, victims),
        mover = piece_side(position_at(p, move_from(move)));
    for (int i = 0; i < count; i++) {
        Piece piece = position_at(p, victims[i]);
        if (piece_side(piece) != mover && p->variant->types[piece_type(piece)].royal) return true;
    }
    return false;
}

/* Could the other side take a royal whose loss decides? While a side has several and only the last
 * counts, none does. */
static bool royal_in_danger(const Position *p, int side) {
    if (!p->royals[side] || (p->royals[side] > 1 && !p->variant->any_royal_loses)) return false;
    Move raw[RAW_MOVES];
    bool attacked = false;
    for (int square = 0; square < p->variant->squares && !attacked; square++) {
        Piece piece = position_at(p, square);
        if (piece == NO_PIECE || piece_side(piece) == side) continue;
        int count = oracle_walk(p, square, piece, raw, RAW_MOVES);
        for (int i = 0; i < count && !attacked; i++) attacked = takes_royal(p, raw[i]);
    }
    return attacked;
}

/* ---- what a move may not do ------------------------------------------------------------------ */

static bool bars_mate(const HenkaVariant *v, Move move) {
    return move_is_drop(move) &&
           (v->drop_mate_barred_all || v->types[move_dropped(move)].drop_mate_barred);
}

static bool has_moves(const Position *p, bool stalemate_allowed) {
    Move any;
    return list_moves(p, &any, 1, stalemate_allowed) > 0;
}

static bool keeps_the_rules(const Position *p, Move move, bool stalemate_allowed) {
    Position after = *p;
    const HenkaVariant *v = after.variant;
    int mover = after.side;
    Edits edits;
    position_do(&after, move, &edits);
    if (v->royal == ROYAL_CHECKMATE && royal_in_danger(&after, mover)) return false;
    if (bars_mate(v, move) && royal_in_danger(&after, !mover) &&
        !has_moves(&after, stalemate_allowed))
        return false;
    if (v->stalemate == STALEMATE_ILLEGAL && !stalemate_allowed &&
        !royal_in_danger(&after, !mover) && !has_moves(&after, true))
        return false;
    return true;
}

static void add(Listing *out, Move move) {
    if (out->count < out->cap && keeps_the_rules(out->position, move, out->stalemate_allowed))
        out->moves[out->count++] = move;
}

/* ---- moves on the board ---------------------------------------------------------------------- */

static bool may_promote(const Position *p, Move move) {
    const HenkaVariant *v = p->variant;
    bool starts = in_zone(v, p->side, move_from(move)), ends = in_zone(v, p->side, move_to(move));
    if (v->promote == PROMOTE_ZONE) return starts || ends;
    if (v->promote == PROMOTE_ENTER)
        return (!starts && ends) || (starts && position_is_capture(p, move));
    return false;
}

static bool dead_there(const Position *p, int type, int square) {
    return depth_of(p->variant, p->side, square) >=
           p->variant->ranks - p->variant->types[type].no_move_ranks;
}

static void add_board_move(Listing *out, Move move) {
    const Position *p = out->position;
    const HenkaVariant *v = p->variant;
    int type = piece_type(position_at(p, move_from(move)));
    const PieceType *kind = &v->types[type];
    bool promotes = may_promote(p, move) && (kind->choice_count || kind->promoted);
    for (int i = 0; promotes && i < kind->choice_count; i++)
        add(out, move_promote(move, kind->choices[i]));
    if (promotes && kind->promoted) add(out, move_promote(move, kind->promoted));
    if (promotes && dead_there(p, type, move_to(move))) return;
    if (move_is_skip(move) && v->skip_not_twice && p->skipped >> p->side & 1) return;
    add(out, move);
}

static bool next_to_freezer(const Position *p, int square) {
    const HenkaVariant *v = p->variant;
    for (int dx = -1; dx <= 1; dx++)
        for (int dy = -1; dy <= 1; dy++) {
            int near = square_step(v, p->side, square, dx, dy);
            Piece piece = near < 0 ? NO_PIECE : position_at(p, near);
            if (piece != NO_PIECE && piece_side(piece) != p->side &&
                v->types[piece_type(piece)].freezes)
                return true;
        }
    return false;
}

static void list_board_moves(Listing *out) {
    const Position *p = out->position;
    Move raw[RAW_MOVES];
    for (int square = 0; square < p->variant->squares; square++) {
        Piece piece = position_at(p, square);
        if (piece == NO_PIECE || piece_side(piece) != p->side) continue;
        if (p->variant->freezing && !p->variant->types[piece_type(piece)].freezes &&
            next_to_freezer(p, square))
            continue;
        int count = oracle_walk(p, square, piece, raw, RAW_MOVES);
        for (int i = 0; i < count; i++) add_board_move(out, raw[i]);
    }
}

/* ---- drops ----------------------------------------------------------------------------------- */

static bool royal_forbids_drop(const Position *p, int square) {
    const HenkaVariant *v = p->variant;
    for (int at = 0; at < v->squares; at++) {
        Piece piece = position_at(p, at);
        if (piece == NO_PIECE || piece_side(piece) != p->side || !v->types[piece_type(piece)].royal)
            continue;
        int ahead = depth_of(v, p->side, square) - depth_of(v, p->side, at);
        if (v->drop_not_behind_royal && ahead < 0) return true;
        if (abs(ahead) < v->drop_royal_distance) return true;
    }
    return false;
}

static bool file_is_full(const Position *p, int type, int square) {
    const HenkaVariant *v = p->variant;
    int limit = v->types[type].drop_file_limit, found = 0;
    for (int rank = 1; rank <= v->ranks; rank++)
        found +=
            position_at(p, square_of(v, file_of(v, square), rank)) == piece_make(p->side, type);
    return limit && found >= limit;
}

static bool may_drop(const Position *p, int type) {
    const HenkaVariant *v = p->variant;
    int in_hand = v->types[type].in_hand;
    if (!v->hands || !in_hand || !v->types[type].can_drop ||
        (type != in_hand && !v->drop_either_face))
        return false;
    return p->hand[p->side][v->hand_index[in_hand]] > 0;
}

/* Is this a square where a piece of this type from the hand may stand? What a drop may not do to
 * the other side is not asked here. */
static bool may_stand(const Position *p, int type, int square) {
    return position_at(p, square) == NO_PIECE && !dead_there(p, type, square) &&
           !file_is_full(p, type, square) && !royal_forbids_drop(p, square);
}

int oracle_drops(const Position *p, Move *list, int cap) {
    int count = 0;
    for (int type = 1; type <= p->variant->type_count; type++)
        for (int square = 0; square < p->variant->squares && may_drop(p, type); square++)
            if (count < cap && may_stand(p, type, square)) list[count++] = move_drop(type, square);
    return count;
}

/* Without a list: this may come back to itself once for each piece in hand, on the caller's stack.
 */
static void list_drops(Listing *out) {
    const Position *p = out->position;
    for (int type = 1; type <= p->variant->type_count; type++)
        for (int square = 0; square < p->variant->squares && may_drop(p, type); square++)
            if (may_stand(p, type, square)) add(out, move_drop(type, square));
}

bool oracle_allows(const Position *p, Move move) { return keeps_the_rules(p, move, false); }

static int list_moves(const Position *p, Move *list, int cap, bool stalemate_allowed) {
    Listing out = {
        .position = p, .moves = list, .cap = cap, .stalemate_allowed = stalemate_allowed};
    if (position_is_over(p)) return 0;
    list_board_moves(&out);
    if (p->variant->hands) list_drops(&out);
    return out.count;
}

int oracle_legal(const Position *p, Move *list) {
    return list_moves(p, list, HENKA_MAX_MOVES, false);
}
