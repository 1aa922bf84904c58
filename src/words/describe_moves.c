#include "words/describe_moves.h"

#include "words/piece_name.h"

#include <assert.h>
#include <string.h>

/* The state of writing a clause. A placeholder for another leg, or for other directions, is filled
 * with a copy of it. */
typedef struct MoveSaying {
    Out *out;
    const MoveWords *words;
    const HenkaVariant *variant;
    const MoveClause *clause;
    const Term *term;     /* the term of the clause */
    int leg;              /* number of the leg that is described */
    uint8_t dirs;         /* directions to be named (betza/legs.h), mostly those of the leg */
    const uint8_t *types; /* types that {names} lists, a bit for each (type_bit) */
    bool *lacks_words;    /* set to true if the language lacks a template */
} MoveSaying;

static void say(const MoveSaying *, int key);

static const Leg *leg_of(const MoveSaying *s) { return &s->term->legs[s->leg]; }
static bool is_unlimited(const MoveSaying *s) { return leg_of(s)->range >= RANGE_UNLIMITED; }

/* ---- lists ----------------------------------------------------------------------------------- */

/* The parts of "a, b or c", collected first because the last one may be joined by another word. */
typedef struct Parts {
    const char *part[10]; /* templates: at most eight directions, or fewer conditions */
    int count;
} Parts;

static void part_add(Parts *parts, const char *part) {
    assert(parts->count < (int)(sizeof parts->part / sizeof *parts->part));
    parts->part[parts->count++] = part;
}

static void text_write(const MoveSaying *, const char *template);

static void parts_write(const MoveSaying *s, const Parts *parts, const ListWords *list) {
    for (int i = 0; i < parts->count; i++) {
        out_text(s->out, !i                     ? list->before
                         : i < parts->count - 1 ? list->joiner
                                                : list->last_joiner);
        text_write(s, parts->part[i]);
    }
    if (parts->count) out_text(s->out, list->after);
}

/* Writes s->dirs by the names of sets that lie wholly within them, in the order of the table. */
static void directions_write(const MoveSaying *s, const DirectionWords *words) {
    Parts parts = {0};
    uint8_t dirs = s->dirs;
    for (const NamedDirections *set = words->names; set->dirs; set++)
        if ((dirs & set->dirs) == set->dirs) {
            part_add(&parts, set->name);
            dirs &= (uint8_t)~set->dirs;
        }
    parts_write(s, &parts, &words->list);
}

/* Does the placeholder {names} list this type? Of types with the same name, only the first. */
static bool is_listed(const MoveSaying *s, int type) {
    const PieceType *types = s->variant->types;
    if (!type_bit(s->types, type) || !types[type].name) return false;
    const char *name = piece_name(&types[type], s->words->language);
    for (int other = 1; other < type; other++)
        if (type_bit(s->types, other) && types[other].name &&
            !strcmp(piece_name(&types[other], s->words->language), name))
            return false;
    return true;
}

/* ---- slots whose words are put together ------------------------------------------------------ */

static void say_names(const MoveSaying *s) {
    bool any = false;
    for (int type = 1; type <= s->variant->type_count; type++) {
        if (!is_listed(s, type)) continue;
        if (any) out_text(s->out, s->words->names_joiner);
        out_text(s->out, piece_name(&s->variant->types[type], s->words->language));
        any = true;
    }
}

static void say_onward(const MoveSaying *s) {
    MoveSaying on = *s;
    on.dirs = s->term->legs[1].dirs & 0xEF;
    if (on.dirs == 0x45)
        say(&on, SAY_ONWARD_STRAIGHT_OR_ASIDE);
    else if (on.dirs != 0xEF)
        say(&on, SAY_ONWARD_TURNS);
}

static void say_burn(const MoveSaying *s) {
    bool spares = false;
    for (int type = 1; type <= s->variant->type_count; type++) spares |= is_listed(s, type);
    say(s, SAY_BURN);
    if (spares) say(s, SAY_BURN_SPARES);
}

static void say_partner_type(const MoveSaying *s) {
    out_text(s->out,
             piece_name(&s->variant->types[s->variant->shuffled_partner], s->words->language));
}

static bool is_last(const MoveSaying *s) { return s->leg == s->term->leg_count - 1; }

/* Writes the conditions of a leg, what its last square may hold, and what happens to that piece. */
static void leg_write(const MoveSaying *s) {
    const Leg *leg = leg_of(s);
    uint8_t modes = leg->modes;
    bool royal = modes & LEG_ROYAL_ONLY, other = !royal && modes & LEG_NOT_ROYAL;
    bool friend = modes & LEG_HOP_FRIEND_ONLY;
    const bool conditions[] = {leg->skip,        leg->lame,      leg->must_jump,
                               leg->same_length, leg->bend == 1, leg->bend == 2};
    const bool ends[] = {modes & LEG_EMPTY,
                         modes & LEG_CAPTURE && !royal && !other,
                         modes & LEG_CAPTURE && royal,
                         modes & LEG_CAPTURE && other,
                         modes & LEG_CAPTURE_OWN,
                         modes & LEG_EN_PASSANT,
                         modes & LEG_HOP && !friend,
                         modes & LEG_HOP && friend};
    Parts parts = {0}, end_parts = {0};
    for (int i = 0; i < (int)sizeof conditions; i++)
        if (conditions[i]) part_add(&parts, s->words->say[SAY_LEG_SKIPS + i]);
    parts_write(s, &parts, &s->words->conditions);
    if (is_last(s) && (modes & ~LEG_HOP_FRIEND_ONLY) == CLAUSE_MOVES) return;
    for (int i = 0; i < (int)sizeof ends; i++)
        if (ends[i]) part_add(&end_parts, s->words->say[SAY_END_EMPTY + i]);
    parts_write(s, &end_parts,
                term_is_straight(s->term) ? &s->words->ends : &s->words->oblique_ends);
}

static void say_legs(const MoveSaying *whole) {
    const Conditions *c = &whole->term->conditions;
    const bool holds[] = {c->total_range, c->own_half,
                          c->virgin,      c->rights && move_clauses_passing(whole->variant),
                          c->torus,       c->cylinder && !c->torus};
    for (int i = 0; i < whole->term->leg_count; i++) {
        MoveSaying leg = *whole;
        leg.leg = i;
        leg.dirs = leg_of(&leg)->dirs;
        if (i) say(&leg, SAY_NEXT_LEG);
        say(&leg, (!term_is_straight(leg.term) ? SAY_LEG_OBLIQUE
                   : term_leap(leg.term) > 1   ? SAY_LEG_JUMP
                                               : SAY_LEG_STEP) +
                      (is_unlimited(&leg)        ? 2
                       : leg_of(&leg)->range > 1 ? 1
                                                 : 0));
        leg_write(&leg);
    }
    for (int i = 0; i < (int)sizeof holds; i++)
        if (holds[i]) say(whole, SAY_TERM_TOTAL + i);
}

/* ---- templates ------------------------------------------------------------------------------- */

static int target_key(const MoveSaying *s) {
    static const struct {
        uint8_t dirs;
        int key;
    } obliques[] = {{0x81, SAY_OBLIQUE_AHEAD},      {0x18, SAY_OBLIQUE_BACK},
                    {0x42, SAY_OBLIQUE_WIDE_AHEAD}, {0x24, SAY_OBLIQUE_WIDE_BACK},
                    {0xFF, SAY_OBLIQUE_ALL},        {0x99, SAY_OBLIQUE_AHEAD_OR_BACK}};
    if (term_is_straight(s->term))
        /* "In any direction" would include oblique ones for a leap of several squares. */
        return term_leap(s->term) == 1 ? SAY_ONE_SQUARE
               : s->dirs == 0xFF       ? SAY_SQUARES_ALL
                                       : SAY_SQUARES;
    for (size_t i = 0; i < sizeof obliques / sizeof *obliques; i++)
        if (s->dirs == obliques[i].dirs) return obliques[i].key;
    return SAY_OBLIQUE;
}

/* A placeholder of templates and what fills it: a number, a template, directions or other words. */
typedef struct Slot {
    const char *name;
    int number;
    int key; /* template that fills the placeholder; NO_WORDS: none; 0: another member does */
    const DirectionWords *directions;  /* names of directions that fill the placeholder; or NULL */
    void (*words)(const MoveSaying *); /* function that fills the placeholder; or NULL */
} Slot;
enum { NO_WORDS = -1 };

static Slot slot_find(const MoveSaying *s, const char *name, size_t length) {
    const Term *t = s->term;
    const Leg *leg = leg_of(s), *second = &t->legs[1];
    const Conditions *c = &t->conditions;
    bool all = s->dirs == 0xFF, unlimited = is_unlimited(s);
    const Slot slots[] = {
        {"most", .number = s->clause->most},       /* repetitions: MoveClause.most */
        {"longest", .number = s->clause->longest}, /* steps of a walk */
        {"forth",
         .number = term_leap(t)},        /* squares of a leap; the larger part of an oblique one */
        {"aside", .number = t->dx[0]},   /* smaller part of an oblique leap */
        {"range", .number = leg->range}, /* most leaps of the leg */
        {"squares", .number = leg->range * term_leap(t)}, /* squares that the leg crosses */
        {"total", .number = c->total_range},              /* steps of all legs together */
        {"castling", .number = c->castling},              /* squares that the royal castles */
        {"last", .number = is_last(s)}, /* 1 for the last leg: {last|to capture|taking} */
        {"directions", .directions = &s->words->directions},
        {"turns", .directions = &s->words->turns},
        {"oblique", .directions = &s->words->oblique},
        {"names", .words = say_names},
        {"onward", .words = say_onward},
        {"burn", .words = say_burn},
        {"partner_type", .words = say_partner_type},
        {"legs", .words = say_legs},
        {"captures", .key = leg->modes == LEG_EMPTY     ? SAY_MOVES_ONLY
                            : leg->modes == LEG_CAPTURE ? SAY_CAPTURES_ONLY
                                                        : NO_WORDS},
        {"leap", .key = term_is_straight_step(t) ? SAY_STEP : SAY_JUMP},
        {"target", .key = target_key(s)},
        {"reach", .key = unlimited ? SAY_REACH_ANY : SAY_REACH},
        {"times", .key = unlimited ? SAY_TIMES_ANY : SAY_TIMES},
        {"ski", .key = leg->range == 2 ? SAY_SKI_SECOND
                       : unlimited     ? SAY_SKI_ANY
                                       : SAY_SKI},
        {"hop", .key = second->modes == LEG_CAPTURE ? SAY_HOP_CAPTURES
                       : second->modes == LEG_EMPTY ? SAY_HOP_MOVES
                                                    : SAY_HOP_BOTH},
        {"limit", .key = c->total_range ? SAY_HOP_TOTAL
                         : unlimited    ? NO_WORDS
                                        : SAY_HOP_EACH},
        {"closes", .key = s->clause->ends_on_start ? SAY_WALK_CLOSES : NO_WORDS},
        {"neighbour", .key = all ? SAY_NEIGHBOUR : SAY_NEIGHBOUR_SOME},
        {"may_capture",
         .key = (second->modes & CLAUSE_MOVES) == CLAUSE_MOVES ? SAY_MAY_CAPTURE : NO_WORDS},
        {"may_return", .key = second->dirs & 0x10 ? SAY_MAY_RETURN : NO_WORDS},
        {"skip", .key = all ? SAY_SKIP : SAY_SKIP_SOME},
        {"slide", .key = unlimited ? SAY_SLIDE_ANY_BURN : SAY_SLIDE_BURN},
        {"partner",
         .key = (c->partner_inside ? SAY_PARTNER_BESIDE_LAST : SAY_PARTNER_LAST) +
                (s->variant->shuffled_partner ? SAY_PARTNER_NEAREST - SAY_PARTNER_LAST : 0)},
        {"unmoved", .key = c->virgin ? SAY_UNMOVED_BOTH : SAY_UNMOVED_PARTNER},
        {"where", .key = s->leg                ? SAY_WHERE_LATER
                         : term_is_straight(t) ? SAY_WHERE
                         : all                 ? SAY_WHERE_OBLIQUE_ALL
                                               : SAY_WHERE_OBLIQUE},
    };
    size_t i = 0;
    while (strlen(slots[i].name) != length || strncmp(slots[i].name, name, length) != 0) {
        i++;
        assert(i < sizeof slots / sizeof *slots);
    }
    return slots[i];
}

/* Fills the placeholder whose name begins at `at`, after its opening brace. */
static void slot_write(const MoveSaying *s, const char *at) {
    size_t length = strcspn(at, "|}");
    Slot slot = slot_find(s, at, length);
    at += length;
    if (slot.words) {
        slot.words(s);
    } else if (slot.directions) {
        directions_write(s, slot.directions);
    } else if (slot.key) {
        if (slot.key != NO_WORDS) say(s, slot.key);
    } else if (*at == '|') {
        at++;
        if (slot.number != 1) at += strcspn(at, "|") + 1;
        out_bytes(s->out, at, strcspn(at, "|}"));
    } else if (slot.number < (int)(sizeof s->words->numbers / sizeof *s->words->numbers) &&
               s->words->numbers[slot.number]) {
        out_text(s->out, s->words->numbers[slot.number]);
    } else {
        out_format(s->out, "%d", slot.number);
    }
}

static void text_write(const MoveSaying *s, const char *template) {
    *s->lacks_words |= !template;
    while (template && *template) {
        size_t plain = strcspn(template, "{");
        out_bytes(s->out, template, plain);
        template += plain;
        if (!*template) break;
        slot_write(s, template + 1);
        template = strchr(template, '}') + 1;
    }
}

static void say(const MoveSaying *s, int key) { text_write(s, s->words->say[key]); }

/* Writes the clauses. False: the language lacks a template for one of them. */
static bool clauses_write(Out *out, const MoveWords *words, const HenkaVariant *v,
                          const MoveClause *clauses, int count) {
    bool lacks_words = false;
    MoveSaying s = {.out = out, .words = words, .variant = v, .lacks_words = &lacks_words};
    if (!count) say(&s, SAY_NOTHING);
    for (int i = 0; i < count; i++) {
        s.clause = &clauses[i];
        s.term = &clauses[i].term;
        s.dirs = s.term->legs[0].dirs;
        s.types = clauses[i].types;
        if (i) say(&s, SAY_NEXT_CLAUSE);
        say(&s, (int)clauses[i].kind);
    }
    return !lacks_words;
}

void describe_moves(Out *out, const MoveWords *words, const HenkaVariant *v,
                    const MoveClause *clauses, int count) {
    Out trial = out_to(NULL, 0);
    bool complete = clauses_write(&trial, words, v, clauses, count);
    clauses_write(out, complete ? words : &move_words_en, v, clauses, count);
}
