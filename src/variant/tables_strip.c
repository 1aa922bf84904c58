#include "base/arena.h"
#include "variant/tables_parts.h"

/* Adds a line to those of one kind; false when there is one in that direction already, or the modes
 * differ. */
static bool add_line(uint64_t *up, uint64_t *down, int *modes, uint64_t ray, bool rising,
                     int ray_modes) {
    uint64_t *line = rising ? up : down;
    if (*line || (*modes && *modes != ray_modes)) return false;
    *line = ray, *modes = ray_modes;
    return true;
}

/* False when the type does more than fits. */
static bool over_from(const BitboardPower *power, int square, StripExtra *over) {
    int slide_modes = 0, hop_modes = 0;
    const Bitboard *rays = power->rays ? power->rays + 2 * RAYS_A_WAY * square : NULL;
    if (power->by_legs || power->slow_promotion || power->quiet[square] != power->capture[square])
        return false;
    for (int i = 0; i < power->up_count; i++)
        if (!add_line(&over->up, &over->down, &slide_modes, (uint64_t)rays[i], true,
                      LEG_EMPTY | LEG_CAPTURE))
            return false;
    for (int i = 0; i < power->down_count; i++)
        if (!add_line(&over->up, &over->down, &slide_modes, (uint64_t)rays[RAYS_A_WAY + i], false,
                      LEG_EMPTY | LEG_CAPTURE))
            return false;
    for (int i = 0; i < power->slide_count; i++) {
        const RaySlide *slide = &power->slides[i];
        if (!add_line(&over->up, &over->down, &slide_modes, (uint64_t)slide->ray[square],
                      slide->rising, slide->modes))
            return false;
    }
    for (int i = 0; i < power->hop_count; i++) {
        const RayHop *hop = &power->hops[i];
        if (!add_line(&over->hop_up, &over->hop_down, &hop_modes, (uint64_t)hop->total[square],
                      hop->rising, hop->modes))
            return false;
    }
    uint64_t slides = over->up | over->down, hops = over->hop_up | over->hop_down;
    over->slide_moves = slide_modes & LEG_EMPTY ? slides : 0,
    over->slide_takes = slide_modes & LEG_CAPTURE ? slides : 0;
    over->hop_moves = hop_modes & LEG_EMPTY ? hops : 0,
    over->hop_takes = hop_modes & LEG_CAPTURE ? hops : 0;
    return true;
}

static bool over_new(const Tables *t, int side, int type, int square) {
    SmallAttacks *way = &t->small_attacks[side][small_index(t, type, square)];
    StripExtra *over = &t->strip_extras[side][small_index(t, type, square)];
    if (!t->small_irregular[type]) return true;
    if (!over_from(&t->powers[side][type], square, over)) return false;
    way->up = over->up & over->slide_takes, way->down = over->down & over->slide_takes,
    way->hops = over->hop_takes;
    return true;
}

static bool overs_fit(const HenkaVariant *v, Tables *t, int side) {
    t->strip_extras[side] =
        arena_take(v->arena, sizeof(StripExtra) * (size_t)v->squares << t->type_bits);
    for (int type = 1; type <= v->type_count; type++)
        for (int square = 0; square < v->squares; square++)
            if (!over_new(t, side, type, square)) return false;
    return true;
}

/* A line as long as it is being collected. */
typedef struct Sight {
    uint32_t line, hops;
} Sight;

/* Does the first see all that the other sees, whatever stands there? */
static bool sees_all(Sight sight, Sight other, bool rising) {
    uint64_t reach =
        rising ? ~(word_from_msb(other.line) << 1)
               : ~((uint64_t)(other.line & -other.line) - 1); /* as far as the other goes */
    return (sight.line & reach) == other.line && sight.hops >= other.hops;
}

static bool add_sight(uint32_t *lines, uint32_t *hops, Sight sight, bool rising) {
    int kept = 0;
    if (!sight.line) return true;
    for (int i = 0; i < STRIP_LINES_TO; i++)
        if (lines[i] && sees_all((Sight){lines[i], hops[i]}, sight, rising)) return true;
    for (int i = 0; i < STRIP_LINES_TO; i++)
        if (lines[i] && !sees_all(sight, (Sight){lines[i], hops[i]}, rising))
            lines[kept] = lines[i], hops[kept] = hops[i], kept++;
    if (kept == STRIP_LINES_TO) return false;
    lines[kept] = sight.line, hops[kept] = sight.hops;
    while (++kept < STRIP_LINES_TO) lines[kept] = hops[kept] = 0;
    return true;
}

/* What one side's type takes along from a square is from where the other's would take there. */
static bool add_sights(const Tables *t, StripLinesTo *s, int taken, int type, int square) {
    const SmallAttacks *way = &t->small_attacks[taken][small_index(t, type, square)];
    const StripExtra *over = &t->strip_extras[taken][small_index(t, type, square)];
    uint32_t second = ~(uint32_t)0;
    return add_sight(s->up, s->up_hops, (Sight){(uint32_t)way->up, 0}, true) &&
           add_sight(s->down, s->down_hops, (Sight){(uint32_t)way->down, 0}, false) &&
           add_sight(s->up, s->up_hops, (Sight){(uint32_t)(over->hop_up & over->hop_takes), second},
                     true) &&
           add_sight(s->down, s->down_hops,
                     (Sight){(uint32_t)(over->hop_down & over->hop_takes), second}, false);
}

static bool sights_fit(const HenkaVariant *v, Tables *t, int side) {
    t->lines_to[side] = arena_take(v->arena, sizeof(StripLinesTo) * (size_t)v->squares);
    for (int type = 1; type <= v->type_count; type++)
        for (int square = 0; square < v->squares; square++)
            if (!add_sights(t, &t->lines_to[side][square], !side, type, square)) return false;
    return true;
}

static void note_aims(Tables *t, int side, const SmallAttacks *way, int square) {
    for (uint64_t ends = way->steps | way->up | way->down | way->hops; ends; ends &= ends - 1)
        t->xray_from[side][__builtin_ctzll(ends)] |= (uint64_t)1 << square;
}

/* A position on a strip does not keep its pieces by type. */
static bool counts_by_file(const HenkaVariant *v) {
    for (int type = 1; type <= v->type_count; type++)
        if (v->types[type].drop_file_limit) return true;
    return false;
}

void tables_strip(HenkaVariant *v, Tables *t) {
    if (v->squares > STRIP_SQUARES || counts_by_file(v)) return;
    t->strip =
        overs_fit(v, t, 0) && overs_fit(v, t, 1) && sights_fit(v, t, 0) && sights_fit(v, t, 1);
    for (int side = 0; side < 2 && t->strip; side++)
        for (int type = 1; type <= v->type_count; type++)
            for (int square = 0; square < v->squares; square++)
                note_aims(t, side, &t->small_attacks[side][small_index(t, type, square)], square);
}
