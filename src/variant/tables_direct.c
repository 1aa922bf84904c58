#include "base/arena.h"
#include "variant/tables_parts.h"

/* Worth it for the few steps of a type with many pieces, and for those whose captures are not their
 * moves. */
static bool is_pushed(const Tables *t, int type) {
    const Shape *shape = &t->shapes[type];
    const BitboardPower *power = &t->powers[0][type];
    if (!shape->leap_count || shape->leap_count > PUSH_STEPS || shape->slide_count ||
        !shape->simple || power->slow_promotion)
        return false;
    return shape->leap_count == 1 || power->quiet != power->capture;
}

static void push_new(const HenkaVariant *v, Tables *t, int type, const Leap *leap) {
    Push *push = &t->pushes[t->push_count++];
    int step = -leap->dx * v->ranks - leap->dy;
    push->type = (uint8_t)type, push->modes = leap->modes;
    for (int side = 0; side < 2; side++) {
        push->delta[side] = (int8_t)(side ? -step : step);
        for (int square = 0; square < v->squares; square++) {
            int end = square_step(v, side, square, leap->dx, leap->dy);
            if (end < 0) continue;
            push->from[side] |= BB_SQUARE(square);
            if (t->promotes_to[type] && (in_zone(v, side, square) || in_zone(v, side, end)))
                push->promotes[side] |= BB_SQUARE(square);
        }
    }
}

static bool steps_only(const HenkaVariant *v, const Tables *t, int type) {
    const Shape *shape = &t->shapes[type];
    if (shape->slide_count || !shape->simple || !t->powers[0][type].uniform ||
        t->powers[0][type].slow_promotion)
        return false;
    for (int i = 0; i < shape->leap_count; i++) {
        int step = -shape->leaps[i].dx * v->ranks - shape->leaps[i].dy;
        if (step < -WINDOW_BACK || step > WINDOW_BACK) return false;
    }
    return true;
}

static void window_fill(const HenkaVariant *v, Tables *t, int side, int type) {
    for (int square = 0; square < v->squares; square++) {
        StepWindow *window = &t->windows[side][type << 7 | square];
        for (Bitboard ends = t->powers[side][type].quiet[square]; ends;) {
            int end = bb_pop_lsb(&ends);
            window->targets |= (uint64_t)1 << (end - square + WINDOW_BACK);
            if (t->promotes_to[type] && (in_zone(v, side, square) || in_zone(v, side, end)))
                window->promotes |= (uint64_t)1 << (end - square + WINDOW_BACK);
        }
    }
}

static void slider_new(Tables *t, int type, const Bitboard *no_rays) {
    t->slider_types[t->slider_count++] = (uint8_t)type;
    for (int side = 0; side < 2; side++) {
        const BitboardPower *power = &t->powers[side][type];
        t->sliders[side][type] = (Slider){power->quiet, power->rays ? power->rays : no_rays,
                                          power->up_count, power->down_count, power->promoted};
    }
}

static int most_ends(const HenkaVariant *v, const BitboardPower *power) {
    int most = 0;
    for (int square = 0; square < v->squares; square++) {
        Bitboard ends = power->quiet[square] | power->capture[square];
        for (int i = 0; i < 2 * RAYS_A_WAY && power->rays; i++)
            ends |= power->rays[2 * RAYS_A_WAY * square + i];
        for (int i = 0; i < power->slide_count; i++) ends |= power->slides[i].ray[square];
        for (int i = 0; i < power->hop_count; i++) ends |= power->hops[i].total[square];
        if (bb_popcount(ends) > most) most = bb_popcount(ends);
    }
    return most;
}

static void count_most_moves(const HenkaVariant *v, Tables *t) {
    for (int type = 1; type <= v->type_count; type++) {
        const BitboardPower *power = &t->powers[0][type];
        int moves = most_ends(v, power) * (power->slow_promotion ? 2 + v->types[type].choice_count
                                           : power->promoted     ? 2
                                                                 : 1);
        if (moves > t->most_moves) t->most_moves = moves;
    }
}

/* How each type is made to move where masks decide alone. */
void tables_direct(HenkaVariant *v, Tables *t) {
    const Bitboard *no_rays =
        arena_take(v->arena, sizeof(Bitboard) * 2 * RAYS_A_WAY * (size_t)v->squares);
    for (int side = 0; side < 2; side++)
        t->windows[side] =
            arena_take(v->arena, sizeof(StepWindow) * (size_t)(v->type_count + 1) * 128);
    for (int type = 1; type <= v->type_count; type++) {
        if (v->types[type].royal) continue;
        if (steps_only(v, t, type))
            for (int side = 0; side < 2; side++) window_fill(v, t, side, type);
        if (is_pushed(t, type) && t->push_count + t->shapes[type].leap_count <= PUSHES)
            for (int i = 0; i < t->shapes[type].leap_count; i++)
                push_new(v, t, type, &t->shapes[type].leaps[i]);
        else if (t->powers[0][type].uniform && !t->powers[0][type].slow_promotion &&
                 !steps_only(v, t, type))
            slider_new(t, type, no_rays);
        else if (!steps_only(v, t, type))
            t->irregular_types[t->irregular_count++] = (uint8_t)type;
    }
    count_most_moves(v, t);
}
