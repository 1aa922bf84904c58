/* From the modifiers of a term to its legs. */
#include <string.h>

#include "variant/betza_compile.h"

bool leg_text_read(Compiler *c, const Mod *mods, int count, int column, LegText *leg) {
    *leg = (LegText){.column = count ? mods[0].column : column};
    for (int i = 0; i < count; i++) {
        char letter = mods[i].letter;
        leg->seen |= 1u << (letter - 'a');
        leg->wraps += letter == 'o';
        if (!strchr("fblrvsh", letter)) continue;
        if (leg->dir_count == BETZA_DIRS)
            return error_say(c->error, 0, mods[i].column, MSG_BETZA_DIRECTIONS_TOO_MANY,
                             arg_number(BETZA_DIRS));
        leg->dir_columns[leg->dir_count] = mods[i].column;
        leg->dirs[leg->dir_count++] = letter;
    }
    return true;
}

uint8_t leg_modes(const LegText *leg, bool last) {
    uint8_t modes = 0;
    if (leg_text_has(leg, 'm') || leg_text_has(leg, 'y')) modes |= LEG_EMPTY;
    if (leg_text_has(leg, 'c') || leg_text_has(leg, 'k')) modes |= LEG_CAPTURE;
    if (leg_text_has(leg, 'd')) modes |= LEG_CAPTURE_OWN;
    if (!last && (leg_text_has(leg, 'p') || leg_text_has(leg, 'g'))) modes |= LEG_HOP;
    if (!modes) modes = last ? LEG_EMPTY | LEG_CAPTURE : LEG_EMPTY;
    bool capture = modes & LEG_CAPTURE;
    if (capture && leg_text_has(leg, 'k'))
        modes |= leg_text_has(leg, 'c') ? LEG_NOT_ROYAL : LEG_ROYAL_ONLY;
    if (leg_text_has(leg, 't'))
        modes |= modes & LEG_HOP ? LEG_HOP_FRIEND_ONLY : capture ? LEG_NOT_ROYAL : 0;
    return modes;
}

/* A term in the making: its legs' texts and the state that passes from leg to leg. */
typedef struct Build {
    Compiler *c;
    const TermTail *tail;
    LegText legs[TERM_LEGS];
    int count;
    Term term;
    int range; /* of the next leg: g and y toggle it */
} Build;

static bool bad_direction(const Build *b, const LegText *leg, int bad) {
    return error_say(b->c->error, 0, leg->dir_columns[bad],
                     leg->dirs[bad] == 'h' ? MSG_BETZA_HALF_ALONE : MSG_BETZA_DIRECTION,
                     arg_bytes(&leg->dirs[bad], 1));
}

static bool is_plain_step(const Atom *atom) { return atom->large == 1; }

static bool set_jump(const Build *b, const LegText *text, Leg *leg) {
    if (!leg_text_has(text, 'j')) return true;
    if (!is_plain_step(&b->tail->atom)) {
        leg->must_jump = true;
        if (leg->lame) return error_say(b->c->error, 0, text->column, MSG_BETZA_LAME_AND_JUMPING);
        return true;
    }
    if (leg->range < 2) return error_say(b->c->error, 0, text->column, MSG_BETZA_SKI_RANGE);
    leg->skip = 1;
    return true;
}

/* A lone slide that turns at each step: by the least angle that keeps it the same atom. */
static bool set_bend(const Build *b, const LegText *text, Leg *leg) {
    bool crooked = leg_text_has(text, 'z'), circular = leg_text_has(text, 'q');
    if (!crooked && !circular) return true;
    if (b->count > 1)
        return error_say(b->c->error, 0, text->column, MSG_BETZA_TURN_ON_FIRST_LEG,
                         arg_text(crooked ? "z" : "q"));
    if (crooked && circular)
        return error_say(b->c->error, 0, text->column, MSG_BETZA_CROOKED_AND_CIRCULAR);
    if (leg->range < 2)
        return error_say(b->c->error, 0, text->column, MSG_BETZA_TURN_NEEDS_RANGE,
                         arg_text(crooked ? "z" : "q"));
    leg->bend = crooked ? 1 : 2;
    leg->turn = atom_is_four_fold(&b->tail->atom) ? 2 : 1;
    return true;
}

static bool leg_fill(Build *b, const LegText *text, bool first, bool last, Leg *leg) {
    int bad;
    *leg = (Leg){.range = (uint8_t)b->range,
                 .modes = leg_modes(text, last),
                 .lame = leg_text_has(text, 'n')};
    leg->dirs = (first ? directions_first : directions_later)(b->tail->atom.kind, text->dirs,
                                                              text->dir_count, &bad);
    if (bad >= 0) return bad_direction(b, text, bad);
    leg->same_length = !first && leg_text_has(text, 'i');
    return set_jump(b, text, leg) && (!first || set_bend(b, text, leg));
}

static void toggle_range(Build *b) { b->range = b->range > 1 ? 1 : RANGE_UNLIMITED; }

static bool legs_left(const Build *b, int needed) {
    if (b->term.leg_count + needed <= TERM_LEGS) return true;
    return error_say(b->c->error, 0, b->tail->column, MSG_BETZA_LEGS_TOO_MANY,
                     arg_number(TERM_LEGS));
}

/* Which way a mask of relative directions turns: bit 1 right, bit 2 left. */
static uint8_t side_mask(int side) { return side > 0 ? 0x0E : side < 0 ? 0xE0 : 0x11; }

/* z: turns to the other side than the turn before, q: to the same; with no turn before both sides
 * are open. */
static bool restrict_side(const Build *b, const LegText *text, int side, Leg *leg) {
    bool other = leg_text_has(text, 'z'), same = leg_text_has(text, 'q');
    if (!other && !same) return true;
    if (other && same)
        return error_say(b->c->error, 0, text->column, MSG_BETZA_CROOKED_AND_CIRCULAR);
    if (!text->dir_count) leg->dirs = 0x44;
    if (side) leg->dirs &= side_mask(same ? side : -side);
    return leg->dirs ? true
                     : error_say(b->c->error, 0, text->column, MSG_BETZA_TURN_LEAVES_NONE,
                                 arg_text(other ? "z" : "q"));
}

/* On a last leg p and g are short for a hop and a leg straight on, which does what the other modes
 * say. */
static bool finish_hop(Build *b, const LegText *text, bool first, int side, char hop) {
    LegText mount = *text, landing = *text;
    const uint32_t hops = 1u << ('p' - 'a') | 1u << ('g' - 'a'), jumps = 1u << ('j' - 'a');
    mount.seen = (text->seen & ~(1u << ('m' - 'a') | 1u << ('c' - 'a') | 1u << ('d' - 'a') |
                                 1u << ('k' - 'a') | 1u << ('y' - 'a') | hops)) |
                 1u << (hop - 'a');
    landing.seen = text->seen & ~(hops | jumps | 1u << ('i' - 'a') | 1u << ('t' - 'a'));
    landing.dirs[0] = 'f';
    landing.dir_count = 1;
    Leg *leg = &b->term.legs[b->term.leg_count];
    if (!legs_left(b, 2) || !leg_fill(b, &mount, first, false, leg)) return false;
    if (leg->bend) return error_say(b->c->error, 0, text->column, MSG_BETZA_BENT_HOP);
    if (!first && !restrict_side(b, text, side, leg)) return false;
    if (hop == 'g') toggle_range(b);
    if (!leg_fill(b, &landing, false, true, leg + 1)) return false;
    b->term.leg_count += 2;
    return term_add(b->c, &b->term);
}

static bool turns_matter(const Build *b, int index) {
    for (int i = index + 1; i < b->count; i++)
        if (leg_text_has(&b->legs[i], 'z') || leg_text_has(&b->legs[i], 'q')) return true;
    return false;
}

static bool finish(Build *b, const LegText *text, int index, int side) {
    bool hops[2] = {leg_text_has(text, 'p'), leg_text_has(text, 'g')};
    if (!hops[0] && !hops[1]) {
        Leg *leg = &b->term.legs[b->term.leg_count];
        if (!legs_left(b, 1) || !leg_fill(b, text, index == 0, true, leg)) return false;
        if (index > 0 && !restrict_side(b, text, side, leg)) return false;
        b->term.leg_count++;
        return term_add(b->c, &b->term);
    }
    for (int i = 0; i < 2; i++) {
        Build each = *b;
        if (hops[i] && !finish_hop(&each, text, index == 0, side, "pg"[i])) return false;
    }
    return true;
}

static bool add_legs(Build b, int index, int side);

/* A later z or q looks back at this turn: the term splits by its side. */
static bool split_by_side(const Build *b, int index, int side) {
    const uint8_t dirs = b->term.legs[b->term.leg_count - 1].dirs;
    for (int turn = -1; turn <= 1; turn++) {
        Build each = *b;
        Leg *leg = &each.term.legs[each.term.leg_count - 1];
        leg->dirs = dirs & side_mask(turn);
        if (leg->dirs && !add_legs(each, index + 1, turn ? turn : side)) return false;
    }
    return true;
}

static bool add_legs(Build b, int index, int side) {
    const LegText *text = &b.legs[index];
    if (index == b.count - 1) return finish(&b, text, index, side);
    Leg *leg = &b.term.legs[b.term.leg_count];
    if (!legs_left(&b, 1) || !leg_fill(&b, text, index == 0, false, leg)) return false;
    if (index > 0 && !restrict_side(&b, text, side, leg)) return false;
    b.term.leg_count++;
    if (leg_text_has(text, 'g') || leg_text_has(text, 'y')) toggle_range(&b);
    if (index > 0 && turns_matter(&b, index)) return split_by_side(&b, index, side);
    return add_legs(b, index + 1, side);
}

static bool split_legs(Build *b, const ModList *mods) {
    int start = 0;
    for (int i = 0; i <= mods->count; i++) {
        if (i < mods->count && mods->items[i].letter != 'a') continue;
        if (b->count == TERM_LEGS)
            return error_say(b->c->error, 0, mods->items[start - 1].column, MSG_BETZA_LEGS_TOO_MANY,
                             arg_number(TERM_LEGS));
        int column = i < mods->count ? mods->items[i].column : b->tail->atom_column;
        if (!leg_text_read(b->c, mods->items + start, i - start, column, &b->legs[b->count]))
            return false;
        b->count++;
        start = i + 1;
    }
    return true;
}

bool term_compile(Compiler *c, const ModList *mods, const TermTail *tail) {
    Build b = {.c = c, .tail = tail, .range = tail->range};
    if (!split_legs(&b, mods)) return false;
    atom_ring(&tail->atom, b.term.dx, b.term.dy);
    b.term.column = (uint16_t)tail->column;
    b.term.free_of_matrix = tail->free_of_matrix;
    b.term.total_range = tail->bound_whole_path ? (uint8_t)tail->range : 0;
    b.term.virgin = leg_text_has(&b.legs[0], 'i');
    for (int i = 0; i < b.count; i++) {
        b.term.cylinder |= b.legs[i].wraps > 0;
        b.term.torus |= b.legs[i].wraps > 1;
    }
    return add_legs(b, 0, 0);
}
