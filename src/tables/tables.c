#include "tables/tables.h"

#include "base/arena.h"
#include "base/random.h"
#include "tables/tables_parts.h"

#include <string.h>

static void places_of(const Tables *t, int side, int type, PiecePlaces *places) {
    int count = 0;
    places->at[count++] = (uint16_t)(PLACE_SIDES + 2 * side);
    places->at[count++] = (uint16_t)(PLACE_TYPES + 2 * (side * MAX_TYPES + type));
    for (int i = 0; i < t->type_class_count[type]; i++)
        places->at[count++] =
            (uint16_t)(PLACE_CLASSES + 2 * (side * SIDE_CLASSES + t->type_classes[type][i]));
    if (t->royal_types[type]) places->at[count++] = (uint16_t)(PLACE_ROYALS + 2 * side);
    while (count < PLACES_MANY) places->at[count++] = NO_PLACE;
    places->count = (uint16_t)count;
}

/* Fills the tables of the hash keys, counts and bitboards that a piece on a square changes. */
static void piece_marks(HenkaVariant *v, Tables *t) {
    memset(t->hand_of, HAND_NONE, sizeof t->hand_of);
    memset(t->dropped_from, HAND_NONE, sizeof t->dropped_from);
    for (int type = 1; type <= v->type_count; type++) {
        const PieceType *kind = &v->types[type];
        if ((v->hands || v->stock) && kind->in_hand)
            t->dropped_from[type] = v->hand_index[kind->in_hand];
        if (!v->captures_gone) t->hand_of[type] = t->dropped_from[type];
        /* A promoted type (face) can be dropped only as the type into which it turns when captured,
         * even if several types promote to it. */
        int face = v->drop_either_face ? kind->promoted : 0;
        if (v->types[face].can_drop && v->types[face].in_hand == type)
            t->other_face[type] = (uint8_t)face;
        for (int capture = 0; capture < 2; capture++) {
            bool flips = v->promote == PROMOTE_TURN || (turns_over(v) && capture);
            int turned = other_face(v, type);
            t->flips_to[capture][type] = (uint8_t)(flips && turned ? turned : type);
        }
        for (int side = 0; side < 2; side++) {
            uint8_t bytes[sizeof(uint64_t)] = {0};
            bytes[COUNT_ROYALS + side] = kind->royal;
            bytes[COUNT_PIECES + side] = 1;
            bytes[COUNT_FREEZERS + side] = kind->freezes;
            memcpy(&t->counts[side << 7 | type], bytes, sizeof bytes);
            places_of(t, side, type, &t->places[side << 7 | type]);
            t->piece_hash[side << 7 | type] = zobrist_row(v, side, type);
        }
    }
}

/* Decides whether bit masks alone find the legal moves. This needs three things: no type is
 * by_legs, each side has one royal that only steps, and each hop accepts its screen anywhere within
 * the total range, so that the number of pieces between decides an attack. */
static bool decides_directly(const HenkaVariant *v, const Tables *t) {
    int royals[2] = {0, 0};
    if (!t->bitboard128 || t->attack_by_legs || v->royal != ROYAL_CHECKMATE || v->freezing ||
        v->promotion_may_lack || v->sifts)
        return false;
    for (int type = 1; type <= v->type_count; type++) {
        const PieceType *kind = &v->types[type];
        const Shape *shape = &t->shapes[type];
        if (!shape->simple) return false;
        for (int i = 0; i < shape->hop_count; i++)
            if (shape->hops[i].before_range < shape->hops[i].total - 1 ||
                shape->hops[i].after_range < shape->hops[i].total - 1)
                return false;
        for (int i = 0; i < kind->choice_count; i++)
            if (kind->choices[i].from_hand) return false;
        if (kind->royal && (shape->slide_count || shape->hop_count || kind->promoted ||
                            kind->can_drop || kind->choice_count))
            return false;
    }
    for (int square = 0; square < v->squares; square++) {
        int piece = v->start_board[square];
        if (piece && v->types[piece & 127].royal) royals[piece >> 7]++;
    }
    return royals[0] == 1 && royals[1] == 1;
}

static bool has_region(const HenkaVariant *v, int type) {
    return v->types[type].region[0] || v->types[type].region[1];
}

static bool has_regions(const HenkaVariant *v) {
    for (int type = 1; type <= v->type_count; type++)
        if (has_region(v, type)) return true;
    return false;
}

static bool has_types(const uint8_t row[MAX_TYPES / 8]) {
    bool any = false;
    for (int i = 0; i < MAX_TYPES / 8; i++) any |= row[i] != 0;
    return any;
}

/* A shape allows any piece as a screen and as a victim, so a type that must not hop over some
 * pieces, or must not capture some, is by_legs. In a shape a slide may end on every square that it
 * crosses. So a type that is confined to a region is by_legs, unless it only leaps on a board whose
 * tables list leaps by origin and target. */
static void shape_type(const HenkaVariant *v, int type, bool large_board, Shape *shape) {
    shape_of(&v->types[type].power, large_board, v->tables->state && v->tables->state->lists_aside,
             shape);
    if (shape->hop_count && has_types(v->no_jump[type]))
        shape->hop_count = 0, shape->by_legs = true, shape->simple = false;
    if (has_region(v, type) &&
        (large_board || !shape->simple || shape->slide_count || shape->hop_count))
        *shape = (Shape){.by_legs = true};
    if (has_types(v->no_capture[type])) *shape = (Shape){.by_legs = true};
    /* Large boards find lines from the places of pieces, which would run across holes. */
    if (large_board && v->holed) *shape = (Shape){.by_legs = true};
}

#ifndef HENKA_RULES_ALONE
/* Fills the tables that only the fast generators read. */
static void generator_tables(HenkaVariant *v, Tables *t) {
    bool royals_turn = false; /* may a move turn a royal into a piece or a piece into a royal? */
    t->bitboard128 = v->squares <= 128;
    t->bitboard64 = v->squares <= 64;
    for (int type = 1; type <= v->type_count; type++) {
        shape_type(v, type, !t->bitboard128, &t->shapes[type]);
        t->royal_types[type] = v->types[type].royal;
        t->freezer_types[type] = v->types[type].freezes;
        t->by_legs_types[type] = t->shapes[type].by_legs;
        t->attack_by_legs |= t->shapes[type].by_legs;
        const PieceType *plain = &v->types[type];
        if (plain->promoted) royals_turn |= v->types[plain->promoted].royal != plain->royal;
        for (int i = 0; i < plain->choice_count; i++)
            royals_turn |= v->types[plain->choices[i].type].royal != plain->royal;
    }
    t->minds_royal = v->royal == ROYAL_CHECKMATE && !royals_turn;
    t->attack_by_legs |= v->royal == ROYAL_CHECKMATE && !t->minds_royal;
    t->attack_by_legs |= v->royals_may_not_face;
    if (t->bitboard128) tables_bitboard(v, t);
    if (t->bitboard64) tables_small(v, t);
    if (t->bitboard128) tables_views(v, t);
    if (t->all_by_legs || !t->bitboard128) {
        t->attack_by_legs = true;
        for (int type = 1; type <= v->type_count; type++) t->by_legs_types[type] = true;
    }
    tables_large(v, t);
    t->direct = decides_directly(v, t);
    t->plain = t->direct && !v->misere && !v->promotion_forced && !v->may_pass && !t->bitboard64 &&
               !t->hop_count[0] && !t->lines_differ && !has_regions(v);
    if (t->bitboard64 && t->direct && !has_regions(v) && !t->state) tables_strip(v, t);
}
#endif

void tables_build(HenkaVariant *v) {
    Tables *t = arena_take(v->arena, sizeof *t);
    Random random = {0x68656E6B61u};
    v->tables = t;
    tables_state(v, t);
#ifndef HENKA_RULES_ALONE
    generator_tables(v, t);
#endif
    size_t count = (size_t)(2 * (v->type_count + 1) * v->squares);
    t->zobrist = arena_take(v->arena, sizeof(uint64_t) * count);
    for (size_t i = 0; i < count; i++) t->zobrist[i] = random_next(&random);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < v->hand_count; i++)
            for (int n = 1; n < 64; n++) t->hand_hash[side][i][n] = random_next(&random);
    t->side_hash = random_next(&random);
    for (int i = 1; i < 8; i++) t->skip_hash[i] = random_next(&random);
    piece_marks(v, t);
    t->stock = v->stock, t->strikes = v->strikes;
    t->exchanges |= v->stock || v->strikes;
    t->bars_drops = v->drop_mate_barred_all;
    for (int type = 1; type <= v->type_count; type++) {
        t->bars_drops |= v->types[type].drop_mate_barred;
        for (int i = 0; i < v->types[type].choice_count; i++) {
            const PromotionChoice *choice = &v->types[type].choices[i];
            t->chosen_from_hand[choice->type] |= choice->from_hand && choice->type != type;
            t->exchanges |= t->chosen_from_hand[choice->type];
        }
    }
}
