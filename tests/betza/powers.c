/* What the library makes of a power, as tests/data/powers.txt has it and explains: the program it
 * compiles to, what the move generator recognises in that, the sentence of `henka describe` and the
 * squares of its diagram; or the error. With --write after the file's name the file is made anew:
 * `git diff` then shows what changed. */
#include "tests/check.h"

#include "tables/tables_parts.h"
#include "tiny.h"

enum { TEXT_BYTES = 1 << 20, BLOCK_BYTES = 1 << 14, MOVER = 1, POWERS = 1000, REACH = 40 };

static void write_modes(Out *out, uint8_t modes) {
    static const struct {
        uint8_t mode;
        const char *letters;
    } names[] = {{LEG_EMPTY, "m"},
                 {LEG_CAPTURE, "c"},
                 {LEG_CAPTURE_OWN, "d"},
                 {LEG_HOP, "p"},
                 {LEG_ROYAL_ONLY, "k"},
                 {LEG_NOT_ROYAL, " not royal"},
                 {LEG_HOP_FRIEND_ONLY, " friends"},
                 {LEG_EN_PASSANT, "e"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (modes & names[i].mode) out_text(out, names[i].letters);
}

static void write_directions(Out *out, uint8_t dirs) {
    for (int d = 0; d < 8; d++)
        if (dirs >> d & 1) out_char(out, (char)('0' + d));
}

static void write_range(Out *out, int range) {
    if (range == RANGE_UNLIMITED)
        out_text(out, "far");
    else
        out_format(out, "%d", range);
}

/* ---- the program ----------------------------------------------------------------------------- */

static void write_leg(Out *out, const Leg *leg) {
    write_directions(out, leg->dirs);
    out_char(out, ' ');
    write_modes(out, leg->modes);
    out_char(out, ' ');
    write_range(out, leg->range);
    if (leg->skip) out_format(out, " skip %d", leg->skip);
    if (leg->lame) out_text(out, " lame");
    if (leg->must_jump) out_text(out, " must jump");
    if (leg->same_length) out_text(out, " same length");
    if (leg->bend) out_format(out, " bend %d turn %d", leg->bend, leg->turn);
}

/* "leap 1,2 at 3: 07 mc 1, then 0 c far": the leap of direction 0, where in the text the term
 * begins, then each leg's directions, modes and range. */
static void write_term(Out *out, const Term *t) {
    out_format(out, "  leap %d,%d at %d:", t->dx[0], t->dy[0], t->column);
    for (int i = 0; i < t->leg_count; i++) {
        out_text(out, i ? ", then " : " ");
        write_leg(out, &t->legs[i]);
    }
    if (t->conditions.total_range) out_format(out, "; in all %d", t->conditions.total_range);
    if (t->conditions.virgin) out_text(out, "; virgin");
    if (t->conditions.rights) out_text(out, "; gives rights");
    if (t->conditions.own_half) out_text(out, "; own half");
    if (t->conditions.castling) out_format(out, "; castles %d", t->conditions.castling);
    if (t->conditions.partner_inside) out_text(out, " with the piece inside");
    if (t->conditions.cylinder) out_text(out, "; cylinder");
    if (t->conditions.torus) out_text(out, "; torus");
    if (t->conditions.free_of_matrix) out_text(out, "; free of ranks");
    out_char(out, '\n');
}

/* ---- the shape ------------------------------------------------------------------------------- */

static void write_leaps(Out *out, const char *what, const Leap *leaps, int count) {
    if (count) out_text(out, what);
    for (int i = 0; i < count; i++) {
        out_format(out, " %d,%d ", leaps[i].dx, leaps[i].dy);
        write_modes(out, leaps[i].modes);
    }
}

static void write_slides(Out *out, const Shape *shape) {
    for (int i = 0; i < shape->slide_count; i++) {
        const Slide *s = &shape->slides[i];
        out_format(out, "; slide %d,%d ", s->dx, s->dy);
        write_modes(out, s->modes);
        out_char(out, ' ');
        write_range(out, s->range);
        if (s->skip) out_format(out, " skip %d", s->skip);
        out_format(out, " way %d", s->direction);
    }
}

static void write_hops(Out *out, const Shape *shape) {
    for (int i = 0; i < shape->hop_count; i++) {
        const Hop *h = &shape->hops[i];
        out_format(out, "; hop %d,%d ", h->dx, h->dy);
        write_modes(out, h->modes);
        const int ranges[] = {h->before_range, h->after_range, h->total};
        for (int k = 0; k < 3; k++) out_char(out, ' '), write_range(out, ranges[k]);
    }
}

static void write_count(Out *out, const char *what, int most, int dirs) {
    if (!most && dirs <= 0) return;
    out_format(out, "; %s", what);
    if (most) out_format(out, " %d", most);
    if (dirs > 0) out_char(out, ' '), write_directions(out, (uint8_t)dirs);
}

/* Nothing when the legs are followed and no part has a known shape. */
static void write_shape(Out *out, const char *board, const Shape *shape) {
    static const Shape legs_alone = {.by_legs = true};
    if (!memcmp(shape, &legs_alone, sizeof legs_alone)) return;
    out_format(out, "  %s: %s%s", board,
               shape->by_legs  ? "by legs"
               : shape->simple ? "simple"
                               : "special",
               shape->overlaps ? ", overlaps" : "");
    write_leaps(out, "; leaps", shape->leaps, shape->leap_count);
    write_slides(out, shape);
    write_hops(out, shape);
    for (int i = 0; i < shape->sting_count; i++) {
        const Sting *sting = &shape->stings[i];
        out_format(out, "; takes %d,%d", sting->ax, sting->ay);
        write_leaps(out, " to", sting->ends, sting->end_count);
    }
    write_count(out, "jumps", shape->jump_max, shape->jump_dirs);
    write_count(out, "igui", shape->igui_max, shape->igui_dirs);
    write_count(out, "skips", 0, shape->skip_dirs);
    write_count(out, "area", shape->area, 0);
    write_count(out, "burns", shape->burn_max, shape->burn_dirs);
    out_char(out, '\n');
}

static void write_shapes(Out *out, const Shape *small, const Shape *large) {
    bool same = !memcmp(small, large, sizeof *small);
    write_shape(out, same ? "any board" : "to 128 squares", small);
    if (!same) write_shape(out, "larger boards", large);
}

/* ---- the diagram ----------------------------------------------------------------------------- */

static bool on_board(int dx, int dy) {
    return abs(dx) < tiny_variant.files && abs(dy) < tiny_variant.ranks;
}

/* Does the diagram show the squares of the leaps and slides, each as what it is, and no other? */
static bool drawn_as_shape(const Shape *shape, const HenkaMark *marks, size_t count) {
    int kinds[2 * REACH + 1][2 * REACH + 1] = {0}, squares = 0;
    if (!shape->simple || shape->hop_count) return false;
    for (int i = 0; i < shape->leap_count + shape->slide_count; i++) {
        bool leaps = i < shape->leap_count;
        Leap leap = shape->leaps[leaps ? i : 0];
        Slide slide = shape->slides[leaps ? 0 : i - shape->leap_count];
        if (leaps) slide = (Slide){.dx = leap.dx, .dy = leap.dy, .modes = leap.modes, .range = 1};
        int ends = (slide.modes & LEG_EMPTY ? HENKA_MARK_MOVE : 0) |
                   (slide.modes & LEG_CAPTURE ? HENKA_MARK_CAPTURE : 0);
        int far = abs(slide.dx) > 1 || abs(slide.dy) > 1 || slide.skip ? HENKA_MARK_JUMP : 0;
        for (int step = 1 + slide.skip; step <= slide.range; step++) {
            if (!on_board(step * slide.dx, step * slide.dy)) break;
            int *square = &kinds[step * slide.dy + REACH][step * slide.dx + REACH];
            squares += !*square;
            *square |= ends | far | (leaps ? 0 : HENKA_MARK_SLIDE);
        }
    }
    for (size_t i = 0; i < count; i++)
        if (kinds[marks[i].dy + REACH][marks[i].dx + REACH] != marks[i].kinds) return false;
    return (int)count == squares;
}

/* A line for each set of kinds, with the squares that have it; none when they are the shape's. */
static void write_marks(Out *out, const Shape *small, const Shape *large) {
    static const char *const names[8] = {"move", "capture", "slide", "jump",
                                         "hop",  "victim",  "area",  "burn"};
    static HenkaMark marks[512];
    size_t count = henka_variant_diagram(&tiny_variant, MOVER, marks, 512);
    if (drawn_as_shape(small, marks, count) || drawn_as_shape(large, marks, count)) return;
    for (int kinds = 1; kinds < 256; kinds++) {
        bool any = false;
        for (size_t i = 0; i < count; i++) {
            if (marks[i].kinds != kinds) continue;
            if (!any) {
                out_text(out, " ");
                for (int k = 0; k < 8; k++)
                    if (kinds >> k & 1) out_format(out, " %s", names[k]);
                out_char(out, ':');
            }
            out_format(out, " %d,%d", marks[i].dx, marks[i].dy);
            any = true;
        }
        if (any) out_char(out, '\n');
    }
}

/* ---- the file -------------------------------------------------------------------------------- */

/* All that stands below the heading "POWER on FILESxRANKS"; nothing when this is no heading. */
static void write_block(Out *out, const char *heading) {
    char betza[256], words[4096];
    int files, ranks;
    if (sscanf(heading, "%255s on %dx%d", betza, &files, &ranks) != 3) return;
    Arena *arena = arena_new(NULL);
    HenkaError error = {0};
    Power *power = &tiny_variant.types[MOVER].power;
    tiny_board(files, ranks);
    tiny_variant.type_count = MOVER;
    if (betza_compile(arena, betza, strlen(betza), power, &error)) {
        Shape small, large;
        shape_of(power, false, false, &small);
        shape_of(power, true, false, &large);
        for (int i = 0; i < power->term_count; i++) write_term(out, &power->terms[i]);
        write_shapes(out, &small, &large);
        for (unsigned language = 0; language < HENKA_LANGUAGES; language++) {
            henka_variant_describe_type(&tiny_variant, MOVER, language, words, sizeof words);
            out_format(out, "  \"%s\"\n", words);
        }
        write_marks(out, &small, &large);
    } else {
        CHECK(!error.line, "%s: an error on line %d of it", betza, error.line);
        out_format(out, "  refused at %d: %s\n", error.column, error.message);
    }
    arena_free(arena);
}

/* What stands below the heading; when it is more than a line and stands below a heading above, only
 * that heading. Returns 1, or 0 when this is no heading. */
static int write_answer(Out *out, const char *heading) {
    static char blocks[POWERS][BLOCK_BYTES], headings[POWERS][256];
    static int count;
    Out block = out_to(blocks[count], BLOCK_BYTES);
    int same = 0;
    write_block(&block, heading);
    if (!block.length) return 0;
    CHECK(count < POWERS - 1 && block.length < BLOCK_BYTES, "%s: too much", heading);
    while (strcmp(blocks[same], blocks[count]) != 0) same++;
    if (same < count && strchr(blocks[count], '\n')[1])
        out_format(out, "  as %s\n", headings[same]);
    else
        out_text(out, blocks[count]);
    if (same == count) snprintf(headings[count++], 256, "%s", heading);
    return 1;
}

/* Goes through the file: what does not begin with a blank is copied, the rest made anew and
 * compared. Returns how many headings there were. */
static int powers_check(const char *text, Out *all) {
    static char answer[BLOCK_BYTES];
    int headings = 0;
    while (*text) {
        size_t line = strcspn(text, "\n") + 1;
        char heading[256];
        snprintf(heading, sizeof heading, "%.*s", (int)line - 1, text);
        out_bytes(all, text, line);
        text += line;
        size_t length = 0;
        while (text[length] == ' ') length += strcspn(text + length, "\n") + 1;
        Out out = out_to(answer, sizeof answer);
        if (*heading != '#') headings += write_answer(&out, heading);
        CHECK(out.length == length && !memcmp(answer, text, length),
              "%s\n  expected\n%.*s  found\n%s", heading, (int)length, text, answer);
        out_text(all, answer);
        *answer = '\0';
        text += length;
    }
    return headings;
}

int main(int count, char **arguments) {
    static char text[TEXT_BYTES], all[TEXT_BYTES];
    FILE *file = count > 1 ? fopen(arguments[1], "rb") : NULL;
    CHECK(file, "give the file of powers");
    if (!file) return check_done();
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    Out out = out_to(all, sizeof all);
    int headings = powers_check(text, &out);
    CHECK(headings > 600, "only %d powers", headings);
    if (count > 2 && !strcmp(arguments[2], "--write")) {
        file = fopen(arguments[1], "wb");
        if (!file || fwrite(all, 1, out.length, file) != out.length) return 1;
        fclose(file);
        printf("%s is written\n", arguments[1]);
        return 0;
    }
    return check_done();
}
