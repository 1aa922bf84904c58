/* Tables of boards of up to 64 squares, and of strips. */
#include "base/arena.h"
#include "tables/tables_parts.h"

static SmallAttacks small_attacks_from(const BitboardPower *power, int square) {
    const Bitboard *rays = power->rays ? power->rays + 2 * RAYS_A_WAY * square : NULL;
    return (SmallAttacks){.steps = (uint64_t)(power->quiet[square] & power->capture[square]),
                          .up = power->up_count ? (uint64_t)rays[0] : 0,
                          .down = power->down_count ? (uint64_t)rays[RAYS_A_WAY] : 0};
}

static bool is_irregular(const BitboardPower *power) {
    return power->by_legs || !power->uniform || power->slow_promotion || power->up_count > 1 ||
           power->down_count > 1;
}

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
        for (int type = 1; type <= v->type_count; type++)
            t->small_irregular[type] = is_irregular(&t->powers[0][type]);
        for (int type = 1; type <= v->type_count; type++)
            for (int square = 0; square < v->squares; square++)
                t->small_attacks[side][small_index(t, type, square)] =
                    small_attacks_from(&t->powers[side][type], square);
        for (int square = 0; square < v->squares; square++) {
            t->leap_from[side][square] =
                union_of(t->leap_rows[side] + square * t->leap_stride, t->leap_class_count);
            t->near_from[side][square] =
                union_of(t->near_rows[side] + square * t->class_stride, t->class_count);
        }
    }
}

/* ---- strips --------------------------------------------------------------------------------- */

/* Adds a line to the lines of one kind; false: there is one in that direction already, or the modes
 * differ. */
static bool add_line(uint64_t *up, uint64_t *down, int *modes, uint64_t ray, bool rising,
                     int ray_modes) {
    uint64_t *line = rising ? up : down;
    if (*line || (*modes && *modes != ray_modes)) return false;
    *line = ray, *modes = ray_modes;
    return true;
}

/* False when the type has more slides or hops than a StripExtra holds. */
static bool extra_from(const BitboardPower *power, int square, StripExtra *extra) {
    int slide_modes = 0, hop_modes = 0;
    const Bitboard *rays = power->rays ? power->rays + 2 * RAYS_A_WAY * square : NULL;
    if (power->by_legs || power->slow_promotion || power->quiet[square] != power->capture[square])
        return false;
    for (int i = 0; i < power->up_count; i++)
        if (!add_line(&extra->up, &extra->down, &slide_modes, (uint64_t)rays[i], true,
                      LEG_EMPTY | LEG_CAPTURE))
            return false;
    for (int i = 0; i < power->down_count; i++)
        if (!add_line(&extra->up, &extra->down, &slide_modes, (uint64_t)rays[RAYS_A_WAY + i], false,
                      LEG_EMPTY | LEG_CAPTURE))
            return false;
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

static bool extra_new(const Tables *t, int side, int type, int square) {
    SmallAttacks *attacks = &t->small_attacks[side][small_index(t, type, square)];
    StripExtra *extra = &t->strip_extras[side][small_index(t, type, square)];
    if (!t->small_irregular[type]) return true;
    if (!extra_from(&t->powers[side][type], square, extra)) return false;
    attacks->up = extra->up & extra->slide_takes, attacks->down = extra->down & extra->slide_takes,
    attacks->hops = extra->hop_takes;
    return true;
}

static bool extras_fit(const HenkaVariant *v, Tables *t, int side) {
    t->strip_extras[side] =
        arena_take(v->arena, sizeof(StripExtra) * (size_t)v->squares << t->type_bits);
    for (int type = 1; type <= v->type_count; type++)
        for (int square = 0; square < v->squares; square++)
            if (!extra_new(t, side, type, square)) return false;
    return true;
}

/* A line while StripLinesTo is being filled. */
typedef struct LineTo {
    uint32_t line, hops;
} LineTo;

/* Does the first line cover the other one, whatever stands on the board? */
static bool sees_all(LineTo sight, LineTo other, bool rising) {
    uint64_t reach =
        rising ? ~(word_from_msb(other.line) << 1)
               : ~((uint64_t)(other.line & -other.line) - 1); /* as far as the other goes */
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

/* Attacks are mirrored: the squares that one side's type attacks from a square are those from which
 * the other side's type would attack it. */
static bool add_lines_to(const Tables *t, StripLinesTo *s, int taken, int type, int square) {
    const SmallAttacks *attacks = &t->small_attacks[taken][small_index(t, type, square)];
    const StripExtra *extra = &t->strip_extras[taken][small_index(t, type, square)];
    uint32_t second = ~(uint32_t)0;
    return add_line_to(s->up, s->up_hops, (LineTo){(uint32_t)attacks->up, 0}, true) &&
           add_line_to(s->down, s->down_hops, (LineTo){(uint32_t)attacks->down, 0}, false) &&
           add_line_to(s->up, s->up_hops,
                       (LineTo){(uint32_t)(extra->hop_up & extra->hop_takes), second}, true) &&
           add_line_to(s->down, s->down_hops,
                       (LineTo){(uint32_t)(extra->hop_down & extra->hop_takes), second}, false);
}

static bool lines_to_fit(const HenkaVariant *v, Tables *t, int side) {
    t->lines_to[side] = arena_take(v->arena, sizeof(StripLinesTo) * (size_t)v->squares);
    for (int type = 1; type <= v->type_count; type++)
        for (int square = 0; square < v->squares; square++)
            if (!add_lines_to(t, &t->lines_to[side][square], !side, type, square)) return false;
    return true;
}

static void note_xrays(Tables *t, int side, const SmallAttacks *attacks, int square) {
    for (uint64_t ends = attacks->steps | attacks->up | attacks->down | attacks->hops; ends;
         ends &= ends - 1)
        t->xray_from[side][__builtin_ctzll(ends)] |= (uint64_t)1 << square;
}

/* A position on a strip does not keep its pieces by type. */
static bool counts_by_file(const HenkaVariant *v) {
    for (int type = 1; type <= v->type_count; type++)
        if (v->types[type].drop_file_limit) return true;
    return false;
}

void tables_strip(HenkaVariant *v, Tables *t) {
    if (v->squares > STRIP_SQUARES || v->holed || counts_by_file(v)) return;
    t->strip = extras_fit(v, t, 0) && extras_fit(v, t, 1) && lines_to_fit(v, t, 0) &&
               lines_to_fit(v, t, 1);
    for (int side = 0; side < 2 && t->strip; side++)
        for (int type = 1; type <= v->type_count; type++)
            for (int square = 0; square < v->squares; square++)
                note_xrays(t, side, &t->small_attacks[side][small_index(t, type, square)], square);
}
