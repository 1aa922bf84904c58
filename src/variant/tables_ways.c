#include "base/arena.h"
#include "variant/tables_parts.h"

static SmallAttacks way_from(const BitboardPower *power, int square) {
    const Bitboard *rays = power->rays ? power->rays + 2 * RAYS_A_WAY * square : NULL;
    return (SmallAttacks){.steps = (uint64_t)(power->quiet[square] & power->capture[square]),
                          .up = power->up_count ? (uint64_t)rays[0] : 0,
                          .down = power->down_count ? (uint64_t)rays[RAYS_A_WAY] : 0};
}

static bool is_odd(const BitboardPower *power) {
    return power->by_legs || !power->uniform || power->slow_promotion || power->up_count > 1 ||
           power->down_count > 1;
}

static uint64_t union_of(const Bitboard *row, int count) {
    Bitboard sum = 0;
    for (int i = 0; i < count; i++) sum |= row[i];
    return (uint64_t)sum;
}

void tables_ways(HenkaVariant *v, Tables *t) {
    while (v->type_count >> t->type_bits) t->type_bits++;
    for (int side = 0; side < 2; side++) {
        t->small_attacks[side] =
            arena_take(v->arena, sizeof(SmallAttacks) * (size_t)v->squares << t->type_bits);
        for (int type = 1; type <= v->type_count; type++)
            t->small_irregular[type] = is_odd(&t->powers[0][type]);
        for (int type = 1; type <= v->type_count; type++)
            for (int square = 0; square < v->squares; square++)
                t->small_attacks[side][small_index(t, type, square)] =
                    way_from(&t->powers[side][type], square);
        for (int square = 0; square < v->squares; square++) {
            t->leap_from[side][square] =
                union_of(t->leap_rows[side] + square * t->leap_stride, t->leap_class_count);
            t->near_from[side][square] =
                union_of(t->near_rows[side] + square * t->class_stride, t->class_count);
        }
    }
}
