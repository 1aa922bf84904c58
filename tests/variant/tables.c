/* The tables of the move generator against what each member means (tables.h), worked out square by
 * square and type by type. Usage: test-variant-tables GAME...; the shipped games besides. */
#include "check.h"
#include "files.h"

#include "base/bitboard256.h"
#include "henka.h"
#include "tables/tables.h"

#include <stdlib.h>
#include <string.h>

enum { BOTH = LEG_EMPTY | LEG_CAPTURE };

/* A set of squares of any board. */
typedef struct Set {
    uint64_t words[4];
} Set;

static void set_add(Set *set, int square) {
    if (square >= 0) set->words[square >> 6] |= (uint64_t)1 << (square & 63);
}
static bool set_has(const Set *set, int square) {
    return set->words[square >> 6] >> (square & 63) & 1;
}
static void set_join(Set *set, Set more) {
    for (int i = 0; i < 4; i++) set->words[i] |= more.words[i];
}
static bool set_same(Set a, Set b) { return !memcmp(&a, &b, sizeof a); }
static bool set_within(Set a, Set b) {
    set_join(&a, b);
    return set_same(a, b);
}
static int set_count(Set a) {
    int count = 0;
    for (int i = 0; i < 4; i++) count += __builtin_popcountll(a.words[i]);
    return count;
}
static Set of_board(Bitboard128 b) { return (Set){{(uint64_t)b, (uint64_t)(b >> 64), 0, 0}}; }
static Set of_word(uint64_t word) { return (Set){{word, 0, 0, 0}}; }
static Set of_words(const uint64_t words[4]) {
    return (Set){{words[0], words[1], words[2], words[3]}};
}

static const HenkaVariant *v;
static const Tables *t;

#define EACH_TYPE(type) for (int type = 1; type <= v->type_count; type++)
#define EACH_SQUARE(square) for (int square = 0; square < v->squares; square++)
#define EACH_SIDE(side) for (int side = 0; side < 2; side++)

static const int8_t way_dx[8] = {0, 1, 1, 1, 0, -1, -1, -1},
                    way_dy[8] = {1, 1, 0, -1, -1, -1, 0, 1};

/* The square n steps away, -1 when the way there leaves the board. */
static int steps_away(int side, int square, int dx, int dy, int n) {
    while (n-- > 0 && square >= 0) square = square_step(v, side, square, dx, dy);
    return square;
}

static Set ray(int side, int square, int dx, int dy, int skip, int range) {
    Set set = {{0}};
    for (int n = skip + 1; n <= range && n <= 32; n++)
        set_add(&set, steps_away(side, square, dx, dy, n));
    return set;
}

/* May a leap of the type end there? */
static bool leaps_to(int side, int type, int end) {
    const SquareSet *region = v->types[type].region[side];
    return end >= 0 && (!region || region->words[end / 64] >> end % 64 & 1);
}

static Set leaps(int side, int type, int square, int modes) {
    Set set = {{0}};
    for (int i = 0; i < t->shapes[type].leap_count; i++) {
        const Leap *leap = &t->shapes[type].leaps[i];
        int end = square_step(v, side, square, leap->dx, leap->dy);
        if (leap->modes & modes && leaps_to(side, type, end)) set_add(&set, end);
    }
    return set;
}

static Set slides(int side, int type, int square, int modes) {
    Set set = {{0}};
    for (int i = 0; i < t->shapes[type].slide_count; i++) {
        const Slide *s = &t->shapes[type].slides[i];
        if (s->modes & modes) set_join(&set, ray(side, square, s->dx, s->dy, s->skip, s->range));
    }
    return set;
}

/* Where its hops might end. */
static Set hops(int side, int type, int square, int modes) {
    Set set = {{0}};
    for (int i = 0; i < t->shapes[type].hop_count; i++) {
        const Hop *h = &t->shapes[type].hops[i];
        if (h->modes & modes) set_join(&set, ray(side, square, h->dx, h->dy, 0, h->total));
    }
    return set;
}

#define SAME_SET(found, wanted, what, side, type, square)                                          \
    CHECK(set_same(found, wanted), "%s of side %d, type %d (%s), square %d: %d squares, not %d",   \
          what, side, type, v->types[type].betza ? v->types[type].betza : "", square,              \
          set_count(found), set_count(wanted))

/* ---- boards of up to 128 squares: powers ----------------------------------------------------- */

static bool all_beyond(Set set, int square, bool above) {
    EACH_SQUARE(at)
    if (set_has(&set, at) && (above ? at <= square : at >= square)) return false;
    return true;
}

static void check_rays(int side, int type, int square) {
    const BitboardPower *power = &t->powers[side][type];
    Set move = {{0}}, take = {{0}};
    for (int i = 0; i < 2 * RAYS_A_WAY && power->rays; i++) {
        Set one = of_board(power->rays[2 * RAYS_A_WAY * square + i]);
        bool rising = i < RAYS_A_WAY;
        set_join(&move, one), set_join(&take, one);
        CHECK(all_beyond(one, square, rising), "type %d, square %d: ray %d", type, square, i);
        CHECK(i % RAYS_A_WAY < (rising ? power->up_count : power->down_count) || !set_count(one),
              "type %d, square %d: ray %d is no ray", type, square, i);
    }
    for (int i = 0; i < power->slide_count; i++) {
        Set one = of_board(power->slides[i].ray[square]);
        if (power->slides[i].modes & LEG_EMPTY) set_join(&move, one);
        if (power->slides[i].modes & LEG_CAPTURE) set_join(&take, one);
        CHECK(all_beyond(one, square, power->slides[i].rising), "type %d, square %d: slide %d",
              type, square, i);
    }
    SAME_SET(move, slides(side, type, square, LEG_EMPTY), "slides to empty squares", side, type,
             square);
    SAME_SET(take, slides(side, type, square, LEG_CAPTURE), "capturing slides", side, type, square);
}

static void check_hops(int side, int type, int square) {
    const BitboardPower *power = &t->powers[side][type];
    for (int i = 0; i < power->hop_count; i++) {
        const Hop *h = &t->shapes[type].hops[i];
        const RayHop *hop = &power->hops[i];
        const Bitboard128 *found[] = {hop->before, hop->after, hop->total};
        const int ranges[] = {h->before_range, h->after_range, h->total};
        for (int k = 0; k < 3; k++)
            SAME_SET(of_board(found[k][square]), ray(side, square, h->dx, h->dy, 0, ranges[k]),
                     "a hop", side, type, square);
        CHECK(hop->modes == h->modes &&
                  all_beyond(of_board(hop->total[square]), square, hop->rising),
              "type %d, square %d: hop %d", type, square, i);
    }
}

static void check_power(int side, int type) {
    const BitboardPower *power = &t->powers[side][type];
    const Shape *shape = &t->shapes[type];
    const PieceType *kind = &v->types[type];
    bool uniform = !shape->hop_count;
    EACH_SQUARE(square) {
        Set quiet = leaps(side, type, square, LEG_EMPTY),
            capture = leaps(side, type, square, LEG_CAPTURE);
        SAME_SET(of_board(power->quiet[square]), quiet, "quiet leaps", side, type, square);
        SAME_SET(of_board(power->capture[square]), capture, "leaps that take", side, type, square);
        uniform &= set_same(quiet, capture);
        check_rays(side, type, square);
        check_hops(side, type, square);
    }
    int up = 0, down = 0;
    for (int i = 0; i < shape->slide_count; i++) {
        int step = -shape->slides[i].dx * v->ranks - shape->slides[i].dy;
        bool rises = (side ? -step : step) > 0;
        if (shape->slides[i].modes == BOTH) rises ? up++ : down++;
        uniform &= shape->slides[i].modes == BOTH;
    }
    uniform &= up <= RAYS_A_WAY && down <= RAYS_A_WAY;
    CHECK(power->up_count == (up < RAYS_A_WAY ? up : RAYS_A_WAY) &&
              power->down_count == (down < RAYS_A_WAY ? down : RAYS_A_WAY) &&
              power->up_count + power->down_count + power->slide_count == shape->slide_count &&
              power->hop_count == shape->hop_count && !power->rays == !(up + down),
          "type %d: %d up, %d down, %d other slides, %d hops", type, power->up_count,
          power->down_count, power->slide_count, power->hop_count);
    CHECK(power->uniform == uniform, "type %d is %suniform", type, uniform ? "not " : "");
    bool forced = v->promotion_forced;
    bool slow = v->promote == PROMOTE_ENTER || (v->promote == PROMOTE_ZONE && forced);
    CHECK(power->by_legs == shape->by_legs &&
              power->promoted == (v->promote == PROMOTE_ZONE && !forced ? kind->promoted : 0) &&
              t->promotes_to[type] == power->promoted &&
              power->slow_promotion == (kind->choice_count || (slow && kind->promoted)),
          "type %d: flags", type);
}

/* ---- classes --------------------------------------------------------------------------------- */

static bool is_member(int type, int class) {
    for (int i = 0; i < t->type_class_count[type]; i++)
        if (t->type_classes[type][i] == class) return true;
    return false;
}

/* From where members of the class leap at the square. */
static void check_leap_rows(int side, int square) {
    for (int c = 0; c < t->leap_class_count; c++) {
        Set found = of_board(t->leap_rows[side][square * t->leap_stride + c]);
        EACH_TYPE(type) {
            if (!is_member(type, c)) continue;
            Set wanted = {{0}};
            EACH_SQUARE(from) {
                Set ends = leaps(side, type, from, LEG_CAPTURE);
                if (set_has(&ends, square)) set_add(&wanted, from);
            }
            SAME_SET(found, wanted, "leaps at a square", side, type, square);
        }
    }
}

static Set class_rays(int side, int class, int square) {
    Set set = {{0}};
    for (int r = 0; r < t->ray_count[side]; r++)
        if (t->rays[side][r].class == class) set_join(&set, of_board(t->rays[side][r].ray[square]));
    return set;
}

/* From where the type's slides lead to the square on an empty board. */
static Set sliders_to(int side, int type, int square) {
    Set set = {{0}};
    EACH_SQUARE(from) {
        Set ends = slides(side, type, from, LEG_CAPTURE);
        if (set_has(&ends, square) && !v->hole[from]) set_add(&set, from);
    }
    return set;
}

static void check_classes_of(int side, int type, int square) {
    Set rays = {{0}}, sights = {{0}}, hoppers = {{0}};
    for (int i = 0; i < t->type_class_count[type]; i++)
        set_join(&rays, class_rays(side, t->type_classes[type][i], square));
    SAME_SET(rays, sliders_to(side, type, square), "sliders at a square", side, type, square);
    for (int h = 0; h < t->hop_count[side]; h++)
        if (is_member(type, t->hops[side][h].class))
            set_join(&sights, of_board(t->hops[side][h].look[square]));
    EACH_SQUARE(from) {
        Set ends = hops(side, type, from, LEG_CAPTURE);
        if (set_has(&ends, square)) set_add(&hoppers, from);
    }
    SAME_SET(sights, hoppers, "hoppers at a square", side, type, square);
}

static void check_class_lists(void) {
    EACH_TYPE(type) {
        uint64_t bits = 0;
        int of_leaps = 0;
        for (int i = 0; i < t->type_class_count[type]; i++) {
            CHECK(!(bits >> t->type_classes[type][i] & 1), "type %d is twice in class %d", type,
                  t->type_classes[type][i]);
            bits |= (uint64_t)1 << t->type_classes[type][i];
            of_leaps += t->type_classes[type][i] < t->leap_class_count;
        }
        bool captures = false;
        for (int i = 0; i < t->shapes[type].leap_count; i++)
            captures |= (t->shapes[type].leaps[i].modes & LEG_CAPTURE) != 0;
        CHECK(bits == t->class_bits[type] && of_leaps == captures,
              "type %d: classes %llx, %d of leaps", type, (unsigned long long)bits, of_leaps);
    }
    CHECK(t->leap_stride % ROW == 0 && t->leap_stride >= t->leap_class_count &&
              t->leap_stride < t->leap_class_count + ROW && t->class_stride % ROW == 0 &&
              t->class_stride >= t->class_count && t->class_stride < t->class_count + ROW,
          "%d classes in rows of %d, %d of leaps in rows of %d", t->class_count, t->class_stride,
          t->leap_class_count, t->leap_stride);
}

/* Where a first move, or one that gives a right, leads over empty squares: no shape has these. */
static Set pushes(int side, int type, int square) {
    Set set = {{0}};
    const Power *power = &v->types[type].power;
    for (int i = 0; i < power->term_count; i++)
        for (int d = 0; d < 8 && term_is_push(&power->terms[i]); d++) {
            const Term *term = &power->terms[i];
            int at = term->legs[0].dirs >> d & 1 ? square : -1;
            for (int left = term->legs[0].range; at >= 0 && left; left--) {
                at = square_step(v, side, at, term->dx[d], term->dy[d]);
                if (at >= 0) set_add(&set, at);
            }
        }
    return set;
}

/* The square and wherever a royal of that side could go from it, were the board empty. */
static Set royal_places(int side, int square) {
    Set set = {{0}};
    set_add(&set, square);
    EACH_TYPE(type) {
        if (!v->types[type].royal) continue;
        set_join(&set, leaps(side, type, square, BOTH));
        set_join(&set, slides(side, type, square, BOTH));
        set_join(&set, hops(side, type, square, BOTH));
        set_join(&set, pushes(side, type, square));
    }
    return set;
}

static void check_rows(int side, int square) {
    Set places = royal_places(!side, square), lines = {{0}};
    for (int c = 0; c < t->class_count; c++) {
        Set xray = class_rays(side, c, square), near = {{0}};
        if (c < t->leap_class_count)
            set_join(&xray, of_board(t->leap_rows[side][square * t->leap_stride + c]));
        EACH_SQUARE(at) {
            if (!set_has(&places, at)) continue;
            if (c < t->leap_class_count)
                set_join(&near, of_board(t->leap_rows[side][at * t->leap_stride + c]));
            set_join(&near, class_rays(side, c, at));
            for (int h = 0; h < t->hop_count[side]; h++)
                if (t->hops[side][h].class == c)
                    set_join(&near, of_board(t->hops[side][h].look[at]));
        }
        set_join(&lines, class_rays(side, c, square));
        SAME_SET(of_board(t->xray_rows[side][square * t->class_stride + c]), xray, "an xray row",
                 side, c, square);
        SAME_SET(of_board(t->near_rows[side][square * t->class_stride + c]), near, "a near row",
                 side, c, square);
    }
    SAME_SET(of_board(t->slider_lines_to[side][square]), lines, "lines of sliders", side, 0,
             square);
}

/* The squares that a capturing slide crosses; two slides that cross different ones differ. */
static void check_between(void) {
    static Set between[128][128];
    static bool known[128][128];
    memset(between, 0, sizeof between);
    memset(known, 0, sizeof known);
    bool differ = false;
    EACH_TYPE(type)
    for (int i = 0; i < t->shapes[type].slide_count; i++) {
        const Slide *s = &t->shapes[type].slides[i];
        EACH_SQUARE(from)
        for (int n = 1; n <= s->range && s->modes & LEG_CAPTURE && !v->hole[from]; n++) {
            int to = steps_away(HENKA_SENTE, from, s->dx, s->dy, n);
            if (to < 0) break;
            Set crossed = ray(HENKA_SENTE, from, s->dx, s->dy, 0, n - 1);
            differ |= known[from][to] && !set_same(between[from][to], crossed);
            differ |= known[to][from] && !set_same(between[to][from], crossed);
            known[from][to] = known[to][from] = true;
            between[from][to] = between[to][from] = crossed;
        }
    }
    CHECK(t->lines_differ == differ, "lines %s", differ ? "differ" : "do not differ");
    EACH_SQUARE(a)
    EACH_SQUARE(b)
    if (known[a][b] && !differ)
        SAME_SET(of_board(t->between[a * v->squares + b]), between[a][b], "between", 0, a, b);
}

/* ---- drops, and moves that masks decide ------------------------------------------------------ */

static void check_squares(int side, int square) {
    int holes = 0;
    EACH_SQUARE(other) holes += v->hole[other];
    Set file = {{0}}, ahead = {{0}};
    EACH_SQUARE(other) {
        int distance = depth_of(v, side, other) - depth_of(v, side, square);
        if (v->hole[other]) continue;
        if (file_of(v, other) == file_of(v, square)) set_add(&file, other);
        if ((!v->drop_not_behind_royal || distance >= 0) &&
            (abs(distance) >= v->drop_royal_distance || !set_has(&file, other)))
            set_add(&ahead, other);
    }
    SAME_SET(of_board(t->file_of_square[square]), file, "the file", side, 0, square);
    SAME_SET(of_board(t->ahead[side][square]), ahead, "ahead", side, 0, square);
    Set zone = of_board(t->zone[side]), all = of_board(t->all);
    CHECK(set_has(&all, square) && set_count(all) == v->squares - holes &&
              set_has(&zone, square) == in_zone(v, side, square),
          "side %d: the zone or the board at %d", side, square);
    EACH_TYPE(type) {
        Set dead = of_board(t->must_promote[side][type]),
            free = of_board(t->drop_squares[side][type]);
        int left = v->ranks - 1 - depth_of(v, side, square);
        bool is_dead = left < v->types[type].no_move_ranks,
             promotes = is_dead || left < v->types[type].must_promote_ranks;
        const SquareSet *drops = v->types[type].drops[side];
        bool drop = !is_dead && leaps_to(side, type, square) &&
                    (!drops || drops->words[square / 64] >> square % 64 & 1);
        CHECK(set_has(&dead, square) == promotes && set_has(&free, square) == drop,
              "side %d: the last ranks of type %d at %d", side, type, square);
    }
}

static bool promotes_on(int side, int type, int from, int to) {
    return t->promotes_to[type] && (in_zone(v, side, from) || in_zone(v, side, to));
}

static void check_window(int side, int type, int square) {
    uint64_t targets = 0, promotes = 0;
    Set ends = leaps(side, type, square, BOTH);
    EACH_SQUARE(end)
    if (set_has(&ends, end)) {
        uint64_t bit = (uint64_t)1 << (end - square + WINDOW_BACK);
        targets |= bit;
        if (promotes_on(side, type, square, end)) promotes |= bit;
    }
    const StepWindow *window = &t->windows[side][type << 7 | square];
    CHECK(window->targets == targets && window->promotes == promotes,
          "side %d, type %d, square %d: window %llx and %llx, not %llx and %llx", side, type,
          square, (unsigned long long)window->targets, (unsigned long long)window->promotes,
          (unsigned long long)targets, (unsigned long long)promotes);
}

static void check_push(const Push *push, const Leap *leap) {
    CHECK(push->modes == leap->modes, "a push of type %d", push->type);
    EACH_SIDE(side)
    EACH_SQUARE(square) {
        int end = square_step(v, side, square, leap->dx, leap->dy);
        Set from = of_board(push->from[side]), promotes = of_board(push->promotes[side]);
        bool goes = leaps_to(side, push->type, end);
        CHECK(set_has(&from, square) == goes && (!goes || end - square == push->delta[side]) &&
                  set_has(&promotes, square) ==
                      (goes && promotes_on(side, push->type, square, end)),
              "side %d: a push of type %d from %d", side, push->type, square);
    }
}

/* Every type but royals is made to move in one way: pushes, sliders, windows, one by one. */
static void check_direct(void) {
    int most = 0, pushed = 0;
    EACH_TYPE(type) {
        int ways = 0, steps = 0;
        const Shape *shape = &t->shapes[type];
        const BitboardPower *power = &t->powers[0][type];
        bool near =
            !shape->slide_count && shape->simple && power->uniform && !power->slow_promotion;
        for (int i = 0; i < shape->leap_count; i++)
            near &= abs(shape->leaps[i].dx * v->ranks + shape->leaps[i].dy) <= WINDOW_BACK;
        for (int i = 0; i < t->push_count; i++)
            if (t->pushes[i].type == type) {
                if (steps < shape->leap_count) check_push(&t->pushes[i], &shape->leaps[steps]);
                steps++;
            }
        CHECK(!steps || (steps == shape->leap_count && steps <= PUSH_STEPS), "type %d: %d pushes",
              type, steps);
        bool divergent = false;
        EACH_SQUARE(square)
        divergent |=
            !set_same(leaps(0, type, square, LEG_EMPTY), leaps(0, type, square, LEG_CAPTURE));
        bool is_pushed = shape->leap_count && shape->leap_count <= PUSH_STEPS &&
                         !shape->slide_count && shape->simple && !power->slow_promotion &&
                         (shape->leap_count == 1 || divergent) && !v->types[type].royal &&
                         pushed + shape->leap_count <= PUSHES;
        CHECK(is_pushed == (steps > 0), "type %d is %spushed", type, steps ? "" : "not ");
        pushed += steps;
        for (int i = 0; i < t->slider_count; i++) ways += t->slider_types[i] == type;
        for (int i = 0; i < t->irregular_count; i++) ways += t->irregular_types[i] == type;
        CHECK(ways == (!v->types[type].royal && !steps && !near), "type %d is in %d lists", type,
              ways);
        for (int i = 0; i < t->slider_count; i++)
            if (t->slider_types[i] == type) EACH_SIDE(side) {
                    const Slider *slider = &t->sliders[side][type];
                    const BitboardPower *its = &t->powers[side][type];
                    CHECK(its->uniform && !its->slow_promotion && slider->quiet == its->quiet &&
                              slider->up_count == its->up_count &&
                              slider->down_count == its->down_count &&
                              slider->promoted == its->promoted && slider->rays &&
                              (!its->rays || slider->rays == its->rays),
                          "type %d is no such slider", type);
                }
        EACH_SIDE(side)
        EACH_SQUARE(square) {
            if (near && !v->types[type].royal) check_window(side, type, square);
            Set ends = leaps(0, type, square, BOTH);
            set_join(&ends, slides(0, type, square, BOTH));
            set_join(&ends, hops(0, type, square, BOTH));
            int faces = power->slow_promotion ? 2 + v->types[type].choice_count
                        : power->promoted     ? 2
                                              : 1;
            if (set_count(ends) * faces > most) most = set_count(ends) * faces;
        }
    }
    CHECK(t->most_moves == most, "%d moves of one piece, not %d", t->most_moves, most);
}

/* ---- boards of up to 64 squares -------------------------------------------------------------- */

static void check_small(int side, int square) {
    Set leap = {{0}}, near = {{0}};
    for (int c = 0; c < t->leap_class_count; c++)
        set_join(&leap, of_board(t->leap_rows[side][square * t->leap_stride + c]));
    for (int c = 0; c < t->class_count; c++)
        set_join(&near, of_board(t->near_rows[side][square * t->class_stride + c]));
    SAME_SET(of_word(t->leap_from[side][square]), leap, "leaps from", side, 0, square);
    SAME_SET(of_word(t->near_from[side][square]), near, "near from", side, 0, square);
    EACH_TYPE(type) {
        const SmallAttacks *small = &t->small_attacks[side][small_index(t, type, square)];
        const BitboardPower *power = &t->powers[side][type];
        bool irregular = power->by_legs || !power->uniform || power->slow_promotion ||
                         power->up_count > 1 || power->down_count > 1;
        CHECK(t->small_irregular[type] == irregular, "type %d is %sirregular", type,
              irregular ? "not " : "");
        if (irregular) continue;
        Set take = of_word(small->steps), line = of_word(small->up | small->down);
        SAME_SET(take, leaps(side, type, square, LEG_CAPTURE), "steps", side, type, square);
        SAME_SET(line, slides(side, type, square, LEG_CAPTURE), "lines", side, type, square);
        CHECK(all_beyond(of_word(small->up), square, true) &&
                  all_beyond(of_word(small->down), square, false),
              "type %d at %d: up and down", type, square);
    }
}

/* No line is kept that another one contains as far as it goes, unless it alone looks over a
 * screen. */
static void check_no_line_twice(const uint32_t *lines, const uint32_t *over, int square, bool up) {
    for (int i = 0; i < STRIP_LINES_TO; i++)
        for (int j = 0; j < STRIP_LINES_TO && lines[i]; j++) {
            if (i == j || !lines[j]) continue;
            uint32_t near = 0; /* the squares of line j that lie no farther than the end of i */
            for (int at = 0; at < 32; at++)
                if (lines[j] >> at & 1 && (up ? lines[i] >> at : (lines[i] << 1) << (31 - at)))
                    near |= (uint32_t)1 << at;
            CHECK(near != lines[i] || over[j] < over[i], "square %d: line %x is part of line %x",
                  square, lines[i], lines[j]);
        }
}

/* What an irregular type of a strip slides and hops, and the lines along which it attacks. */
static void check_strip(int side, int square) {
    Set xray = {{0}};
    EACH_TYPE(type)
    EACH_SQUARE(from) {
        Set ends = leaps(side, type, from, LEG_CAPTURE);
        set_join(&ends, slides(side, type, from, LEG_CAPTURE));
        set_join(&ends, hops(side, type, from, LEG_CAPTURE));
        if (set_has(&ends, square)) set_add(&xray, from);
    }
    SAME_SET(of_word(t->xray_from[side][square]), xray, "xrays of a strip", side, 0, square);
    Set lines = {{0}}, wanted = {{0}}, sights = {{0}}, hoppers = {{0}};
    for (int i = 0; i < STRIP_LINES_TO; i++) {
        const StripLinesTo *to = &t->lines_to[side][square];
        set_join(to->up_hops[i] ? &sights : &lines, of_word(to->up[i]));
        set_join(to->down_hops[i] ? &sights : &lines, of_word(to->down[i]));
    }
    EACH_TYPE(type) {
        set_join(&wanted, slides(!side, type, square, LEG_CAPTURE));
        set_join(&hoppers, hops(!side, type, square, LEG_CAPTURE));
        if (!t->small_irregular[type]) continue;
        const StripExtra *extra = &t->strip_extras[side][small_index(t, type, square)];
        const SmallAttacks *small = &t->small_attacks[side][small_index(t, type, square)];
        SAME_SET(of_word(extra->slide_moves), slides(side, type, square, LEG_EMPTY),
                 "slides of a strip", side, type, square);
        SAME_SET(of_word(extra->slide_takes), slides(side, type, square, LEG_CAPTURE),
                 "capturing slides of a strip", side, type, square);
        SAME_SET(of_word(extra->hop_moves), hops(side, type, square, LEG_EMPTY), "hops of a strip",
                 side, type, square);
        SAME_SET(of_word(extra->hop_takes), hops(side, type, square, LEG_CAPTURE),
                 "capturing hops of a strip", side, type, square);
        CHECK(all_beyond(of_word(extra->up | extra->hop_up), square, true) &&
                  all_beyond(of_word(extra->down | extra->hop_down), square, false) &&
                  (small->up | small->down) == extra->slide_takes &&
                  small->hops == extra->hop_takes,
              "type %d at %d: up and down of a strip", type, square);
    }
    CHECK(set_within(lines, wanted) && set_within(sights, hoppers),
          "side %d, square %d of a strip: lines that are no slides, or sights that are no hops",
          side, square);
    set_join(&sights, lines);
    set_join(&hoppers, wanted);
    SAME_SET(sights, hoppers, "sights to a square of a strip", side, 0, square);
    const StripLinesTo *to = &t->lines_to[side][square];
    check_no_line_twice(to->up, to->up_hops, square, true);
    check_no_line_twice(to->down, to->down_hops, square, false);
}

/* Whoever may use a strip's tables: small boards where masks decide, and no file is counted. */
static void check_strip_is_used(void) {
    bool counts = false;
    EACH_TYPE(type) counts |= v->types[type].drop_file_limit > 0;
    CHECK(!t->strip || (t->direct && v->squares <= STRIP_SQUARES && !counts),
          "a board of %d squares is played as a strip", v->squares);
    bool fits = t->direct && v->squares <= STRIP_SQUARES && !counts;
    EACH_TYPE(type) fits &= !t->small_irregular[type];
    CHECK(t->strip || !fits || v->files > 1, "a board of %d squares is not played as a strip",
          v->squares);
}

/* ---- lines of any board ---------------------------------------------------------------------- */

static void check_lines(int square) {
    Set near = {{0}};
    if (square == 0) /* the lines of a kind are numbered from 0 on, without gaps */
        for (int line = 0; line < 4; line++) {
            bool numbers[256] = {false};
            int count = line == 0 ? v->files : line == 2 ? v->ranks : v->files + v->ranks - 1;
            EACH_SQUARE(at) numbers[t->line_index[line][at]] = true;
            for (int i = 0; i < count; i++) CHECK(numbers[i], "no line %d of kind %d", i, line);
        }
    for (int d = 0; d < 8; d++) {
        int next = square_step(v, HENKA_SENTE, square, way_dx[d], way_dy[d]), edge = 0;
        while (steps_away(HENKA_SENTE, square, way_dx[d], way_dy[d], edge + 1) >= 0) edge++;
        set_add(&near, next);
        CHECK(t->edge[d][square] == edge && (next < 0 || next - square == t->delta[d]) &&
                  bb256_has(t->edge_words[d], square) == (next >= 0),
              "square %d, direction %d: %d to the edge, step %d", square, d, t->edge[d][square],
              t->delta[d]);
        if (next < 0) continue;
        CHECK(t->line_index[d & 3][square] == t->line_index[d & 3][next] &&
                  abs(t->line_place[d & 3][square] - t->line_place[d & 3][next]) == 1,
              "squares %d and %d are not side by side on a line %d", square, next, d & 3);
    }
    SAME_SET(of_words(t->near_words[square]), near, "neighbours", 0, 0, square);
    for (int line = 0; line < 4; line++) {
        EACH_SQUARE(other)
        CHECK(other == square || t->line_index[line][square] != t->line_index[line][other] ||
                  t->line_place[line][square] != t->line_place[line][other],
              "squares %d and %d have one place on line %d", square, other, line);
        const LineBits *bits = &t->line_bits[square];
        CHECK(bits->bit[line] == 1u << t->line_place[line][square] &&
                  bits->place[line] == 2 * (LINE_ROOM * line + t->line_index[line][square]) &&
                  t->line_index[line][square] < LINE_ROOM && t->line_place[line][square] < 32,
              "square %d: line %d", square, line);
    }
    EACH_SIDE(side)
    CHECK(t->zone_bytes[side][square] == in_zone(v, side, square), "the zone at %d", square);
}

/* ---- boards beyond 128 squares --------------------------------------------------------------- */

/* What a type reaches by planes, leaps and the rest that is listed, with these modes. */
static void check_large_reach(int side, int type, int square, int mode) {
    const LargePower *runs = &t->large_powers[side][type];
    const Shape *shape = &t->shapes[type];
    Set found = {{0}}, wanted = leaps(side, type, square, mode);
    set_join(&wanted, slides(side, type, square, mode));
    for (int d = 0; d < 8; d++)
        if (runs->dirs >> d & 1)
            set_join(&found, ray(HENKA_SENTE, square, way_dx[d], way_dy[d], 0, runs->reach[d]));
    if (runs->leaps) set_join(&found, of_words(runs->leaps[square]));
    for (int i = 0; i < runs->far_count; i++) {
        const Leap *leap = &shape->leaps[runs->far[i]];
        if (leap->modes & mode) set_add(&found, square_step(v, side, square, leap->dx, leap->dy));
        CHECK(leap->modes != BOTH, "type %d: leap %d", type, runs->far[i]);
    }
    for (int i = 0; i < runs->slide_count; i++) {
        const Slide *s = &shape->slides[runs->slides[i]];
        if (s->modes & mode) set_join(&found, ray(side, square, s->dx, s->dy, s->skip, s->range));
        int longest = v->files > v->ranks ? v->files : v->ranks;
        bool in_planes = s->direction >= 0 && s->modes == BOTH && !s->skip &&
                         (s->range <= 2 || s->range >= longest - 1);
        CHECK(!in_planes, "type %d: slide %d", type, runs->slides[i]);
    }
    SAME_SET(found, wanted, "moves", side, type, square);
}

static uint8_t turned(uint8_t dirs, int side) {
    return side ? (uint8_t)(dirs << 4 | dirs >> 4) : dirs;
}

static bool within_two(const Leap *leaps_of, int count) {
    bool close = true;
    for (int i = 0; i < count; i++) close &= abs(leaps_of[i].dx) <= 2 && abs(leaps_of[i].dy) <= 2;
    return close;
}

static void check_planes(int side, int type) {
    const LargePower *runs = &t->large_powers[side][type];
    const Shape *shape = &t->shapes[type];
    bool wanted[PLANE_COUNT] = {false}, found[PLANE_COUNT] = {false}, close = runs->irregular;
    int longest = v->files > v->ranks ? v->files : v->ranks, farthest = 0;
    for (int d = 0; d < 8; d++)
        if (runs->dirs >> d & 1 && !shape->by_legs) {
            int reach = runs->reach[d];
            CHECK(reach <= 2 || reach >= longest - 1, "type %d: reach %d", type, reach);
            wanted[3 * d + (reach > 2 ? 2 : reach - 1)] = true;
            if (reach > farthest) farthest = reach;
        }
    close &= !shape->by_legs && !shape->hop_count && !shape->jump_max && !shape->area &&
             !shape->burn_max && !runs->slide_count && within_two(shape->leaps, shape->leap_count);
    for (int i = 0; i < shape->sting_count; i++) {
        const Sting *sting = &shape->stings[i];
        close &=
            abs(sting->ax) <= 2 && abs(sting->ay) <= 2 && within_two(sting->ends, sting->end_count);
    }
    wanted[PLANE_IRREGULAR] = runs->irregular;
    wanted[PLANE_LISTED] = runs->slides_listed;
    wanted[PLANE_CLOSE] = close && (!runs->slides_listed || farthest <= 2);
    int count = t->type_plane_count[type];
    for (int i = 0; i < count; i++) {
        int plane = t->type_planes[side][type][i] / 8;
        CHECK(t->type_planes[side][type][i] == PLANE_WORD(plane, side) &&
                  (plane == PLANE_SPARE || !found[plane]),
              "side %d, type %d: plane %d", side, type, plane);
        found[plane] = true;
    }
    found[PLANE_SPARE] = false;
    CHECK(!memcmp(found, wanted, sizeof found) && count % PLANES_AT_ONCE == 0,
          "side %d, type %d: in %d planes", side, type, count);
}

static void check_large(int side, int type) {
    const LargePower *runs = &t->large_powers[side][type];
    const Shape *shape = &t->shapes[type];
    bool rides = false, far_stings = false, listed = shape->by_legs || shape->overlaps;
    EACH_SQUARE(square) {
        check_large_reach(side, type, square, LEG_EMPTY);
        check_large_reach(side, type, square, LEG_CAPTURE);
    }
    for (int i = 0; i < shape->slide_count; i++) rides |= shape->slides[i].direction < 0;
    for (int i = 0; i < shape->sting_count; i++)
        far_stings |= abs(shape->stings[i].ax) > 1 || abs(shape->stings[i].ay) > 1;
    bool beside = runs->leaps || runs->far_count || runs->slide_count,
         others = shape->hop_count || shape->sting_count || shape->igui_max || shape->area ||
                  shape->burn_max,
         special = shape->by_legs || others || shape->jump_max || shape->skip_dirs;
    CHECK(runs->rides == rides && runs->far_stings == far_stings && runs->slides_listed == listed &&
              runs->special == special && runs->irregular == (listed || special || beside) &&
              runs->skip_dirs == turned(shape->skip_dirs, side) &&
              runs->jump_dirs == turned(shape->jump_dirs, side),
          "side %d, type %d: what it does beside slides", side, type);
    for (int d = 0; d < 8; d++) {
        int far = 0;
        for (int i = 0; i < shape->leap_count; i++)
            if (shape->leaps[i].modes & LEG_CAPTURE && shape->leaps[i].dx == way_dx[d] &&
                shape->leaps[i].dy == way_dy[d])
                far = 1;
        for (int i = 0; i < shape->slide_count; i++)
            if (shape->slides[i].modes & LEG_CAPTURE && shape->slides[i].direction == d &&
                !shape->slides[i].skip && shape->slides[i].range > far)
                far = shape->slides[i].range;
        int found = t->takes[side][type][(d + 4 * side) & 7];
        CHECK(found == far, "side %d, type %d takes %d squares far in direction %d, not %d", side,
              type, found, d, far);
    }
    check_planes(side, type);
}

/* What the type takes at an offset: by a leap, along a line, or in some way that only its moves
 * tell. */
static int hit_at(int type, int dx, int dy) {
    const Shape *shape = &t->shapes[type];
    int hit = shape->by_legs ? HIT_MAYBE : 0, far = dx * dx > dy * dy ? abs(dx) : abs(dy);
    bool bars = false, in_line = !dx || !dy || abs(dx) == abs(dy);
    int way = far && in_line ? shape_direction(dx / far, dy / far) : -1;
    for (int other = 1; other < MAX_TYPES; other++)
        bars |= type_bit(v->no_jump[type], other) || type_bit(v->no_burn[type], other);
    for (int i = 0; i < shape->leap_count; i++)
        if (shape->leaps[i].modes & LEG_CAPTURE && shape->leaps[i].dx == dx &&
            shape->leaps[i].dy == dy)
            hit |= HIT_SURE;
    for (int i = 0; i < shape->slide_count; i++) {
        const Slide *s = &shape->slides[i];
        for (int n = s->skip + 1; n <= s->range && n < 32; n++) {
            int x = n * s->dx, y = n * s->dy;
            if (x == dx && y == dy && s->modes & LEG_CAPTURE)
                hit |= s->skip || s->direction < 0 ? HIT_MAYBE : HIT_LINE;
            if (shape->burn_max && abs(x - dx) <= 1 && abs(y - dy) <= 1) hit |= HIT_MAYBE;
        }
    }
    for (int i = 0; i < shape->hop_count; i++)
        for (int n = 2; n <= shape->hops[i].total && n < 32; n++)
            if (n * shape->hops[i].dx == dx && n * shape->hops[i].dy == dy) hit |= HIT_MAYBE;
    if (shape->jump_max && way >= 0 && shape->jump_dirs >> way & 1) hit |= HIT_MAYBE;
    if (shape->igui_max && far == 1 && shape->igui_dirs >> way & 1)
        hit |= bars ? HIT_MAYBE : HIT_SURE;
    for (int i = 0; i < shape->sting_count; i++) {
        const Sting *sting = &shape->stings[i];
        if (sting->ax == dx && sting->ay == dy) hit |= HIT_MAYBE;
        for (int j = 0; j < sting->end_count; j++)
            if (sting->ends[j].dx == dx && sting->ends[j].dy == dy &&
                sting->ends[j].modes & LEG_CAPTURE)
                hit |= HIT_MAYBE;
    }
    if (far && shape->area && far <= shape->area + (shape->burn_max > 0)) hit |= HIT_MAYBE;
    return hit;
}

static void check_hits(void) {
    for (int dx = 1 - v->files; dx < v->files; dx++)
        for (int dy = 1 - v->ranks; dy < v->ranks; dy++) {
            bool seen = false;
            EACH_TYPE(type) {
                int found = t->hits[type][hits_offset(v, dx, dy)], wanted = hit_at(type, dx, dy);
                CHECK(found == wanted, "type %d (%s) at %d,%d: hits %d, not %d", type,
                      v->types[type].betza, dx, dy, found, wanted);
                if (t->large_powers[0][type].irregular)
                    seen |=
                        (hit_at(type, dx, dy) | hit_at(type, -dx, -dy)) & (HIT_SURE | HIT_MAYBE);
            }
            EACH_SQUARE(square) {
                int from = square_step(v, HENKA_SENTE, square, dx, dy);
                if (from >= 0 && from != square)
                    CHECK(bb256_has(t->irregular_view[square], from) == seen, "square %d %s %d",
                          square, seen ? "does not view" : "views", from);
            }
        }
}

static void check_beyond_128(void) {
    int widest = 0;
    EACH_TYPE(type) {
        const Shape *shape = &t->shapes[type];
        int reach = shape->area ? shape->area + (shape->burn_max > 0) : 0;
        if (reach > widest) widest = reach;
        EACH_SIDE(side) check_large(side, type);
        EACH_TYPE(met) {
            bool on = !type_bit(v->no_jump[type], met),
                 leave = on && !type_bit(v->no_burn[type], met);
            CHECK(t->passes[type][met] == (on ? PASS_ON : 0) + (leave ? PASS_LEAVE : 0),
                  "type %d passes %d: %d", type, met, t->passes[type][met]);
        }
    }
    EACH_SQUARE(square) {
        Set roam = {{0}};
        EACH_SQUARE(other)
        if (abs(file_of(v, square) - file_of(v, other)) <= widest &&
            abs(rank_of(v, square) - rank_of(v, other)) <= widest)
            set_add(&roam, other);
        SAME_SET(of_words(t->roam_words[square]), roam, "the widest walk", 0, 0, square);
        for (int d = 0; d < 8; d++)
            SAME_SET(of_words(t->ray_words[square][d]),
                     ray(HENKA_SENTE, square, way_dx[d], way_dy[d], 0, RANGE_UNLIMITED), "a ray", 0,
                     d, square);
    }
    check_hits();
}

/* ---- what a piece adds to a position --------------------------------------------------------- */

static int by_value(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* Every number that a hash is made of differs from every other, and none is 0. */
static void check_hashes(void) {
    size_t count = 0,
           room = (size_t)(2 * v->type_count * v->squares) + (size_t)(2 * v->hand_count) * 63 + 4;
    uint64_t *all = malloc(room * sizeof *all);
    if (!all) abort();
    EACH_SIDE(side) {
        EACH_TYPE(type)
        EACH_SQUARE(square) all[count++] = zobrist_of(v, side, type, square);
        for (int i = 0; i < v->hand_count; i++)
            for (int n = 1; n < 64; n++) all[count++] = t->hand_hash[side][i][n];
    }
    all[count++] = t->side_hash;
    for (int i = 1; i < 4; i++) all[count++] = t->skip_hash[i];
    qsort(all, count, sizeof *all, by_value);
    CHECK(all[0], "a number of the hash is 0");
    for (size_t i = 1; i < count; i++)
        CHECK(all[i - 1] != all[i], "two numbers of the hash are %llx", (unsigned long long)all[i]);
    free(all);
}

static int faces_back(const PieceType *type, int number, bool capture) {
    bool stays = v->promote == PROMOTE_CAPTURE;
    bool turns = v->promote == PROMOTE_TURN ||
                 ((v->promote == PROMOTE_FLIP || v->promote == PROMOTE_CAPTURE) && capture);
    return !turns                       ? number
           : type->promoted             ? type->promoted
           : type->unpromoted && !stays ? type->unpromoted
                                        : number;
}

static void check_marks(int side, int type) {
    const PieceType *kind = &v->types[type];
    uint8_t bytes[8] = {0};
    bytes[COUNT_ROYALS + side] = kind->royal, bytes[COUNT_PIECES + side] = 1,
                         bytes[COUNT_FREEZERS + side] = kind->freezes;
    CHECK(!memcmp(&t->counts[side << 7 | type], bytes, sizeof bytes), "type %d: counts", type);
    const PiecePlaces *places = &t->places[side << 7 | type];
    int wanted = 2 + t->type_class_count[type] + kind->royal, found = 0;
    for (int i = 0; i < places->count; i++) found += places->at[i] != NO_PLACE;
    CHECK(places->count == (wanted < PLACES_MANY ? PLACES_MANY : wanted) && found == wanted &&
              places->at[0] == PLACE_SIDES + 2 * side &&
              places->at[1] == PLACE_TYPES + 2 * (side * MAX_TYPES + type),
          "side %d, type %d: in %d sets", side, type, found);
    for (int i = 0; i < t->type_class_count[type]; i++)
        CHECK(places->at[2 + i] ==
                  PLACE_CLASSES + 2 * (side * SIDE_CLASSES + t->type_classes[type][i]),
              "side %d, type %d: class %d", side, type, i);
    CHECK(!kind->royal || places->at[wanted - 1] == PLACE_ROYALS + 2 * side, "royal type %d", type);
    CHECK(t->piece_hash[side << 7 | type] == zobrist_row(v, side, type), "hashes of %d", type);
}

static void check_types(void) {
    bool bars = v->drop_mate_barred_all, by_legs = false, turns = false;
    EACH_TYPE(type) {
        const PieceType *kind = &v->types[type];
        int hand =
                (v->hands || v->stock) && kind->in_hand ? v->hand_index[kind->in_hand] : HAND_NONE,
            face = 0;
        if (v->drop_either_face && kind->promoted && v->types[kind->promoted].can_drop &&
            v->types[kind->promoted].in_hand == type)
            face = kind->promoted;
        int turns_to = !kind->promoted && !kind->choice_count ? 0
                       : v->promote == PROMOTE_ZONE && !v->promotion_forced &&
                               !kind->choice_count && !kind->no_move_ranks &&
                               !kind->must_promote_ranks
                           ? kind->promoted
                           : TURN_SLOW;
        CHECK(t->royal_types[type] == kind->royal && t->freezer_types[type] == kind->freezes &&
                  t->hand_of[type] == hand && t->other_face[type] == face &&
                  t->flips_to[0][type] == faces_back(kind, type, false) &&
                  t->flips_to[1][type] == faces_back(kind, type, true) &&
                  t->turns_to[type] == turns_to,
              "type %d: royal %d, freezes %d, hand %d, other face %d, flips to %d, turns to %d",
              type, t->royal_types[type], t->freezer_types[type], t->hand_of[type],
              t->other_face[type], t->flips_to[1][type], t->turns_to[type]);
        bars |= kind->drop_mate_barred;
        by_legs |= t->shapes[type].by_legs;
        turns |= kind->promoted && v->types[kind->promoted].royal != kind->royal;
        for (int i = 0; i < kind->choice_count; i++)
            turns |= v->types[kind->choices[i].type].royal != kind->royal;
        EACH_SIDE(side) check_marks(side, type);
    }
    bool minds = v->royal == ROYAL_CHECKMATE && !turns;
    CHECK(t->bars_drops == bars && t->minds_royal == minds &&
              t->attack_by_legs == (by_legs || (v->royal == ROYAL_CHECKMATE && turns) ||
                                    v->royals_may_not_face || t->all_by_legs || !t->bitboard128),
          "bars drops %d, minds the royal %d, attacks by legs %d", t->bars_drops, t->minds_royal,
          t->attack_by_legs);
    EACH_TYPE(type)
    CHECK(t->by_legs_types[type] == (t->all_by_legs || !t->bitboard128 || t->shapes[type].by_legs),
          "type %d by legs", type);
}

/* Legal moves by masks alone: see Tables.direct. */
static bool is_direct(void) {
    int royals[2] = {0, 0};
    bool direct = t->bitboard128 && !t->attack_by_legs && v->royal == ROYAL_CHECKMATE &&
                  !v->freezing && !v->sifts && !v->promotion_may_lack;
    EACH_TYPE(type) {
        const PieceType *kind = &v->types[type];
        const Shape *shape = &t->shapes[type];
        direct &= shape->simple;
        for (int i = 0; i < kind->choice_count; i++) direct &= !kind->choices[i].from_hand;
        for (int i = 0; i < shape->hop_count; i++)
            direct &= shape->hops[i].before_range >= shape->hops[i].total - 1 &&
                      shape->hops[i].after_range >= shape->hops[i].total - 1;
        if (kind->royal)
            direct &= !shape->slide_count && !shape->hop_count && !kind->promoted &&
                      !kind->can_drop && !kind->choice_count;
    }
    EACH_SQUARE(square) {
        int piece = v->start_board[square];
        if (piece && v->types[piece & 127].royal) royals[piece >> 7]++;
    }
    return direct && royals[0] == 1 && royals[1] == 1;
}

/* ---- games ----------------------------------------------------------------------------------- */

static void check_up_to_128(void) {
    EACH_SIDE(side) {
        EACH_TYPE(type) check_power(side, type);
        EACH_SQUARE(square) {
            if (v->hole[square]) continue;
            check_squares(side, square);
            if (t->all_by_legs) continue;
            check_leap_rows(side, square);
            EACH_TYPE(type) check_classes_of(side, type, square);
            check_rows(side, square);
            if (t->bitboard64) check_small(side, square);
            if (t->strip) check_strip(side, square);
        }
    }
    if (!t->all_by_legs) check_class_lists(), check_between();
    check_direct();
}

static void check_variant(const char *name, const HenkaVariant *variant) {
    CHECK(variant, "%s is refused", name);
    if (!variant) return;
    v = variant, t = v->tables;
    CHECK_ABOUT("%s", name);
    CHECK(t->bitboard128 == (v->squares <= 128) && t->bitboard64 == (v->squares <= 64), "the size");
    bool direct = is_direct();
    CHECK(t->direct == direct &&
              t->plain == (direct && v->squares > 64 && !t->hop_count[0] && !t->lines_differ),
          "direct %d, plain %d", t->direct, t->plain);
    check_types();
    check_hashes();
    check_strip_is_used();
    EACH_SQUARE(square) check_lines(square);
    if (t->bitboard128)
        check_up_to_128();
    else
        check_beyond_128();
}

static void check_text(const char *name, const char *text) {
    HenkaVariant *made = henka_variant_parse(text, strlen(text), NULL, 0, NULL);
    check_variant(name, made);
    henka_variant_free(made);
}

static void check_file(const char *path) {
    char *text = file_text(path);
    CHECK(text, "cannot read %s", path);
    if (text) check_text(path, text);
    free(text);
}

/* Pieces that no game in a file has, on boards of each size. */
static void check_made_up(void) {
    static const char *const powers[][4] = {
        {"R", "DD", "mRcB", "N"},
        {"NN", "AAD", "cpR3", "mpB"},
        {"jR", "FmWcD", "pQ2", "fWbF"},
        {"QNN", "R3fR", "cpR4!pB", "zB"},
        {"caKjD", "(cpaf)2cRR", "cNmA", "K(a)2KabK"},
        {"mpR", "vRcpR", "vmR2cpR3!", "fR2bW"},
        {"vmRbcR2", "pR", "fRbcpR", "vpR5!"},
        {"B2fR", "KNADcaNmcabK", "mB3cR", "(cpaf)1cBB2"},
    };
    static const int boards[][2] = {{5, 6}, {1, 20}, {9, 10}, {12, 14}};
    for (size_t i = 0; i < sizeof powers / sizeof *powers; i++)
        for (size_t b = 0; b < sizeof boards / sizeof *boards; b++) {
            char text[1024], name[128];
            int length = sprintf(text,
                                 "files=%d\nranks=%d\nsymmetry=rotate\nholdingsType=-1\n"
                                 "promoZone=2\nroyal=K\nking:K:K:K:a1\nplus:+P:WfF::\n",
                                 boards[b][0], boards[b][1]);
            for (int k = 0; k < 4; k++)
                length +=
                    sprintf(text + length, "piece:%c:%s::a%d\n", "PQRS"[k], powers[i][k], k + 2);
            snprintf(name, sizeof name, "%s %s %s %s on %d by %d", powers[i][0], powers[i][1],
                     powers[i][2], powers[i][3], boards[b][0], boards[b][1]);
            check_text(name, text);
        }
}

/* The one direction of a step, none of a longer leap or of none. */
static void check_directions(void) {
    for (int dx = -3; dx <= 3; dx++)
        for (int dy = -3; dy <= 3; dy++) {
            int direction = -1;
            for (int d = 0; d < 8; d++)
                if (way_dx[d] == dx && way_dy[d] == dy) direction = d;
            CHECK(shape_direction(dx, dy) == direction, "%d,%d: direction %d", dx, dy,
                  shape_direction(dx, dy));
        }
}

/* So many types with these powers, their ranges from 2 on: as many ways to attack as the tables
 * hold, and more. */
static void check_ways(const char *form, int types, bool too_many) {
    char text[2048], name[64];
    int length = sprintf(text, "files=10\nranks=12\nsymmetry=rotate\nroyal=K\nking:K:K:K:a1\n");
    for (int i = 0; i < types; i++) {
        length += sprintf(text + length, "piece:%c:", 'L' + i);
        length += sprintf(text + length, form, i + 2, i + 2);
        length += sprintf(text + length, "::%c2\n", 'a' + i);
    }
    snprintf(name, sizeof name, "%d types of %s", types, form);
    HenkaVariant *made = henka_variant_parse(text, (size_t)length, NULL, 0, NULL);
    check_variant(name, made);
    if (made) CHECK(made->tables->all_by_legs == too_many, "%d", made->tables->all_by_legs);
    henka_variant_free(made);
}

/* One side has two royals: a check of one may be answered by nothing. */
static void check_royals(void) {
    static const char form[] = "files=5\nranks=5\nsymmetry=none\nroyal=K\nroyalRule=checkmate\n"
                               "king:K:K:K:%s\nrook:R:R:R:b2,,b4\n";
    static const char *const squares[] = {"a1,,e5", "a1,c1,,e5", "a1,,c5,e5", "a1,c1,,c5,e5"};
    for (int i = 0; i < 4; i++) {
        char text[256];
        snprintf(text, sizeof text, form, squares[i]);
        check_text(squares[i], text);
    }
}

/* A strip whose files are counted for drops, and one of more squares than a strip may have. */
static void check_no_strips(void) {
    check_text("a counted file", "files=1\nranks=9\nsymmetry=rotate\nroyal=K\nholdingsType=-1\n"
                                 "dropFileLimit=P:1\nking:K:K:K:a1\npawn:P:W:P:a2\n");
    check_text("two files", "files=2\nranks=17\nsymmetry=rotate\nroyal=K\n"
                            "king:K:K:K:a1\npawn:P:W:P:a2\n");
    check_text("the longest file", "files=1\nranks=32\nsymmetry=rotate\nroyal=K\n"
                                   "king:K:K:K:a1\nrook:R:R:R:a2\ncannon:C:mRcpR:C:a3\n");
}

int main(int count, char **arguments) {
    check_directions();
    check_no_strips();
    check_royals();
    check_ways("R%d", 7, false);
    check_ways("R%dB%d", 5, false);
    check_ways("R%dB%d", 6, true);
    check_ways("cpR%d", 4, false);
    check_ways("cpR%d", 5, true);
    for (size_t i = 0; henka_shipped_name(i); i++) {
        HenkaVariant *shipped = henka_variant_shipped(henka_shipped_name(i), NULL, 0, NULL);
        check_variant(henka_shipped_name(i), shipped);
        henka_variant_free(shipped);
    }
    for (int i = 1; i < count; i++) check_file(arguments[i]);
    check_made_up();
    return check_done();
}
