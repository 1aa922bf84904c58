/* Tables of boards of up to 64 squares, and of strips (of one file, or as small and simple). */
#include "base/arena.h"
#include "tables/tables_parts.h"

static uint64_t union_of(const Bitboard *row, int count) {
    Bitboard sum = 0;
    for (int i = 0; i < count; i++) sum |= row[i];
    return (uint64_t)sum;
}

void tables_small(HenkaVariant *v, Tables *t) {
    while (v->type_count >> t->type_bits) t->type_bits++;
    for (int side = 0; side < 2; side++) {
        t->small_attacks[side] =
            arena_take(v->arena, sizeof(SmallAttacks) * (size_t)v->squares << t->type_bits);
        for (int type = 1; type <= v->type_count; type++) {
            const BitboardPower *power = &t->powers[side][type];
            if (!side)
                t->small_irregular[type] = power->by_legs || !power->uniform ||
                                           power->slow_promotion || power->up_count > 1 ||
                                           power->down_count > 1;
            for (int square = 0; square < v->squares; square++) {
                const Bitboard *rays = power->rays ? power->rays + 2 * RAYS_A_WAY * square : NULL;
                t->small_attacks[side][small_index(t, type, square)] = (SmallAttacks){
                    .steps = (uint64_t)(power->quiet[square] & power->capture[square]),
                    .up = power->up_count ? (uint64_t)rays[0] : 0,
                    .down = power->down_count ? (uint64_t)rays[RAYS_A_WAY] : 0};
            }
        }
        for (int square = 0; square < v->squares; square++) {
            t->leap_from[side][square] =
                union_of(t->leap_rows[side] + square * t->leap_stride, t->leap_class_count);
            t->near_from[side][square] =
                union_of(t->near_rows[side] + square * t->class_stride, t->class_count);
        }
    }
}

/* ---- strips --------------------------------------------------------------------------------- */

/* Adds a ray to the slides or hops of a type. Returns false if the type has a ray in that direction
 * already, or if the ray's modes differ from those of the other rays. */
static bool add_line(uint64_t *up, uint64_t *down, int *modes, uint64_t ray, bool rising,
                     int ray_modes) {
    uint64_t *line = rising ? up : down;
    if (*line || (*modes && *modes != ray_modes)) return false;
    *line = ray, *modes = ray_modes;
    return true;
}

/* Fills `extra`. Returns false when the type has more slides or hops than a StripExtra holds. */
static bool extra_from(const BitboardPower *power, int square, StripExtra *extra) {
    int slide_modes = 0, hop_modes = 0;
    const Bitboard *rays = power->rays ? power->rays + 2 * RAYS_A_WAY * square : NULL;
    if (power->by_legs || power->slow_promotion || power->quiet[square] != power->capture[square])
        return false;
    for (int i = 0; i < power->up_count + power->down_count; i++) {
        bool rising = i < power->up_count;
        uint64_t ray = (uint64_t)rays[rising ? i : RAYS_A_WAY + i - power->up_count];
        if (!add_line(&extra->up, &extra->down, &slide_modes, ray, rising, LEG_EMPTY | LEG_CAPTURE))
            return false;
    }
    for (int i = 0; i < power->slide_count; i++) {
        const RaySlide *slide = &power->slides[i];
        if (!add_line(&extra->up, &extra->down, &slide_modes, (uint64_t)slide->ray[square],
                      slide->rising, slide->modes))
            return false;
    }
    for (int i = 0; i < power->hop_count; i++) {
        const RayHop *hop = &power->hops[i];
        if (!add_line(&extra->hop_up, &extra->hop_down, &hop_modes, (uint64_t)hop->total[square],
                      hop->rising, hop->modes))
            return false;
    }
    uint64_t slides = extra->up | extra->down, hops = extra->hop_up | extra->hop_down;
    extra->slide_moves = slide_modes & LEG_EMPTY ? slides : 0,
    extra->slide_takes = slide_modes & LEG_CAPTURE ? slides : 0;
    extra->hop_moves = hop_modes & LEG_EMPTY ? hops : 0,
    extra->hop_takes = hop_modes & LEG_CAPTURE ? hops : 0;
    return true;
}

static bool extras_fit(const HenkaVariant *v, Tables *t, int side) {
    t->strip_extras[side] =
        arena_take(v->arena, sizeof(StripExtra) * (size_t)v->squares << t->type_bits);
    for (int type = 1; type <= v->type_count; type++)
        for (int square = 0; square < v->squares; square++) {
            SmallAttacks *attacks = &t->small_attacks[side][small_index(t, type, square)];
            StripExtra *extra = &t->strip_extras[side][small_index(t, type, square)];
            if (!t->small_irregular[type]) continue;
            if (!extra_from(&t->powers[side][type], square, extra)) return false;
            attacks->up = extra->up & extra->slide_takes;
            attacks->down = extra->down & extra->slide_takes;
            attacks->hops = extra->hop_takes;
        }
    return true;
}

/* A line of attack, and whether it is a hopper's: an entry of StripLinesTo. */
typedef struct LineTo {
    uint32_t line, hops;
} LineTo;

/* Does the line `sight` see every square that the line `other` sees, whatever the position? */
static bool sees_all(LineTo sight, LineTo other, bool rising) {
    uint64_t reach =
        rising ? ~(word_from_msb(other.line) << 1)
               : ~((uint64_t)(other.line & -other.line) - 1); /* up to the last square of `other` */
    return (sight.line & reach) == other.line && sight.hops >= other.hops;
}

static bool add_line_to(uint32_t *lines, uint32_t *hops, LineTo sight, bool rising) {
    int kept = 0;
    if (!sight.line) return true;
    for (int i = 0; i < STRIP_LINES_TO; i++)
        if (lines[i] && sees_all((LineTo){lines[i], hops[i]}, sight, rising)) return true;
    for (int i = 0; i < STRIP_LINES_TO; i++)
        if (lines[i] && !sees_all(sight, (LineTo){lines[i], hops[i]}, rising))
            lines[kept] = lines[i], hops[kept] = hops[i], kept++;
    if (kept == STRIP_LINES_TO) return false;
    lines[kept] = sight.line, hops[kept] = sight.hops;
    while (++kept < STRIP_LINES_TO) lines[kept] = hops[kept] = 0;
    return true;
}

/* Fills lines_to of that side. Attacks are mirrored: the squares that one side's type attacks from
 * a square are the squares from which the other side's type would attack it. */
static bool lines_to_fit(const HenkaVariant *v, Tables *t, int side) {
    uint32_t second = ~(uint32_t)0;
    t->lines_to[side] = arena_take(v->arena, sizeof(StripLinesTo) * (size_t)v->squares);
    for (int type = 1; type <= v->type_count; type++)
        for (int square = 0; square < v->squares; square++) {
            StripLinesTo *s = &t->lines_to[side][square];
            const SmallAttacks *attacks = &t->small_attacks[!side][small_index(t, type, square)];
            const StripExtra *extra = &t->strip_extras[!side][small_index(t, type, square)];
            uint32_t hop_up = (uint32_t)(extra->hop_up & extra->hop_takes),
                     hop_down = (uint32_t)(extra->hop_down & extra->hop_takes);
            if (!add_line_to(s->up, s->up_hops, (LineTo){(uint32_t)attacks->up, 0}, true) ||
                !add_line_to(s->down, s->down_hops, (LineTo){(uint32_t)attacks->down, 0}, false) ||
                !add_line_to(s->up, s->up_hops, (LineTo){hop_up, second}, true) ||
                !add_line_to(s->down, s->down_hops, (LineTo){hop_down, second}, false))
                return false;
        }
    return true;
}

void tables_strip(HenkaVariant *v, Tables *t) {
    if (v->squares > STRIP_SQUARES || v->holed) return;
    for (int type = 1; type <= v->type_count; type++)
        if (v->types[type].drop_file_limit)
            return; /* a position on a strip does not keep its pieces by type */
    t->strip = extras_fit(v, t, 0) && extras_fit(v, t, 1) && lines_to_fit(v, t, 0) &&
               lines_to_fit(v, t, 1);
    for (int side = 0; side < 2 && t->strip; side++)
        for (int type = 1; type <= v->type_count; type++)
            for (int square = 0; square < v->squares; square++) {
                const SmallAttacks *a = &t->small_attacks[side][small_index(t, type, square)];
                for (uint64_t ends = a->steps | a->up | a->down | a->hops; ends; ends &= ends - 1)
                    t->xray_from[side][__builtin_ctzll(ends)] |= (uint64_t)1 << square;
            }
}
