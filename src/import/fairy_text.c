/* fairy_text - a game of Fairy-Stockfish's format in the language of docs/format.md. What ours
 * cannot say is reported by its key, and then nothing is written. */
#include "base/ascii.h"
#include "henka.h"
#include "import/fairy.h"

#include <assert.h>
#include <string.h>

/* Squares for each side. */
typedef struct Both {
    FairySquares side[2];
} Both;

/* A piece line of our text. kind_add fills all of it but `at` and `hand`, and these kind_place. */
typedef struct FairyKind {
    int slot;           /* the piece (Fairy.pieces) as which it moves */
    bool face;          /* it is the face of a piece that turned over, or of one that chose it */
    int side;           /* the one side that has such a piece; -1: both */
    char id[4];         /* a capital; `+` before that of a face; `B` behind gote's own */
    const char *name;   /* in words */
    const char *moves;  /* XBetza; empty: it has none */
    Both at;            /* where it stands in the array */
    int hand[2];        /* by side: how many are in hand at the start */
    bool bounded;       /* it may only go to `region` */
    Both region;        /* all squares for a side that is not bounded */
    bool drops_bounded; /* it may only be dropped on `drops` */
    Both drops;         /* the same of these */
    Both home;          /* where it makes its first moves; empty: it has none */
    int barred; /* how many of the farthest ranks it may not move to, though it attacks them */
    bool dead;  /* nor be dropped there */
} FairyKind;

/* How the second side's squares follow from the first's: `symmetry=` of our text. */
typedef enum { FORM_MIRROR, FORM_ROTATE, FORM_NONE } FairySymmetry;

/* A square of the starting position. */
typedef struct Cell {
    int slot;  /* the piece there; -1: empty */
    int side;  /* whose it is */
    bool face; /* `+` stands before it */
} Cell;

enum { KINDS = 127, ALL_OF_THEM = 60 /* a number of pieces that no side has of one kind */ };

/* The text in the making. text_find fills it, but for `form` and `stock`. */
typedef struct Text {
    Fairy *fairy;     /* the game as its sections have it */
    int files, ranks; /* of the board */

    /* The starting position, by start_read. */
    Cell board[FAIRY_RANKS][FAIRY_FILES]; /* [rank from the bottom][file from the left] */
    FairySquares holes;                   /* squares that the board lacks */
    int pocket[2][FAIRY_SLOTS];           /* by side and slot: how many are in hand */
    Slice castling[2]; /* by side: the field of the start that says with whom a side may castle; the
                          letters of the other case are the other side's */
    Slice passed;      /* its field for a square to capture on in passing; empty: none */
    bool black_begins; /* the sides have changed places */
    int checks[2];     /* by side: how many it has to give; 0: the start does not say */

    /* Promotion, drops and first moves. */
    FairySet own[2];            /* by side: kinds that it has or can come to have, but for faces */
    FairySet used;              /* those of both sides */
    FairySet promoters;         /* of these, those that promote by choice, if there is one */
    FairySet choices[2];        /* by side: what its promoters choose from, */
    FairySet also[FAIRY_SLOTS]; /* and by slot what this one may choose besides */
    bool also_any;              /* some may */
    bool chooses;               /* there are promoters and choices */
    bool chooses_apart;         /* the sides' promoters choose from different kinds */
    bool turns;                 /* pieces promote by turning over */
    bool apart;   /* some pieces turn over into kinds that others choose too, which we say as
                       choices of their own */
    bool stock;   /* what a side has lost it may promote to: captures go to its hand; found by
                       fairy_text */
    int hands;    /* `holdingsType` of our text; 0: no drops */
    bool passing; /* there are captures in passing, */
    bool passing_bounded; /* but only on these squares, by the side that captures */
    Both passable;
    Both zone;      /* where each side promotes */
    int zone_ranks; /* how many of the farthest ranks the zone is; -1: it is none of these */
    const char *castles[2]; /* by side: XBetza of castling, for the moves of the piece that does */

    FairyKind kinds[KINDS]; /* the piece lines, in their order */
    int count;              /* of kinds */
    FairySymmetry form;     /* the first that fits all squares; found by fairy_text */
} Text;

/* ---- what we have no word for */

/* As the line has it that set the rule; the first key for it, where none did. */
static MessageArg key_of(const Text *t, FairyRule rule) {
    const FairyValue *value = fairy_value(t->fairy, rule);
    const FairyKey *key = fairy_keys;
    if (value->key.length) return arg_slice(value->key);
    while (key->rule != rule) key++;
    return arg_text(key->name);
}

static bool lacks(Text *t, FairyRule rule) {
    finding_error(t->fairy->findings, fairy_place(t->fairy, rule), MSG_IMPORT_LACKS,
                  key_of(t, rule));
    return false;
}

/* Either would be one of ours without the other. It is told at a line of the file. */
static bool clash(Text *t, FairyRule rule, FairyRule other) {
    Fairy *fairy = t->fairy;
    bool turns = !fairy_value(fairy, rule)->given && fairy_value(fairy, other)->given;
    FairyRule first = turns ? other : rule, second = turns ? rule : other;
    Place at = fairy_place(fairy, first);
    if (fairy_value(fairy, second)->given)
        finding_error(fairy->findings, at, MSG_IMPORT_CLASH, key_of(t, first), key_of(t, second),
                      arg_number(fairy_place(fairy, second).line));
    else
        finding_error(fairy->findings, at, MSG_IMPORT_CLASH_BASE, key_of(t, first),
                      key_of(t, second));
    return false;
}

static const FairyValue *value(const Text *t, FairyRule rule, int side) {
    return &t->fairy->values[rule][side];
}

static FairySet set_of(const Text *t, FairyRule rule, int side) {
    return value(t, rule, side)->set & t->used;
}

/* The same with kinds that only promoted faces are of, after kinds_find; `*` is all kinds. */
static FairySet set_shown(const Text *t, FairyRule rule, int side) {
    FairySet shown = 0, given = value(t, rule, side)->set;
    for (int i = 0; i < t->count; i++) shown |= (FairySet)1 << t->kinds[i].slot;
    return given & FAIRY_EVERY ? shown : given & shown;
}

/* The set of both sides, where it is one. */
static bool set_same(Text *t, FairyRule rule, FairySet *set) {
    *set = set_of(t, rule, 0);
    return *set == set_of(t, rule, 1) || lacks(t, rule);
}

/* ---- squares */

static FairySquares on_board(const Text *t, FairySquares squares) {
    for (int rank = 0; rank < FAIRY_RANKS; rank++)
        squares.rank[rank] &= rank < t->ranks ? (uint16_t)((1 << t->files) - 1) : 0;
    return squares;
}

static FairySquares everywhere(const Text *t) {
    FairySquares squares;
    memset(&squares, 255, sizeof squares);
    return on_board(t, squares);
}

static bool is_empty(const FairySquares *squares) {
    for (int rank = 0; rank < FAIRY_RANKS; rank++)
        if (squares->rank[rank]) return false;
    return true;
}

static bool is_same(const FairySquares *a, const FairySquares *b) {
    return !memcmp(a, b, sizeof *a);
}

static FairySquares without(FairySquares a, const FairySquares *b) {
    for (int rank = 0; rank < FAIRY_RANKS; rank++) a.rank[rank] &= (uint16_t)~b->rank[rank];
    return a;
}

static void add(FairySquares *squares, int file, int rank) {
    squares->rank[rank] |= (uint16_t)(1 << file);
}

/* As the other side sees it. */
static FairySquares turned(const Text *t, const FairySquares *squares, FairySymmetry form) {
    FairySquares out = {0};
    for (int rank = 0; rank < t->ranks; rank++)
        for (int file = 0; file < t->files; file++)
            if (fairy_on(squares, file, rank))
                add(&out, form == FORM_ROTATE ? t->files - 1 - file : file, t->ranks - 1 - rank);
    return out;
}

/* The `count` ranks farthest from that side. */
static FairySquares last_ranks(const Text *t, int side, int count) {
    FairySquares squares = {0};
    for (int i = 0; i < count; i++)
        squares.rank[side ? i : t->ranks - 1 - i] = (uint16_t)((1 << t->files) - 1);
    return squares;
}

/* How many of its farthest ranks these squares are; -1: they are none such. */
static int ranks_of(const Text *t, const FairySquares *squares, int side) {
    for (int count = 0; count <= t->ranks; count++) {
        FairySquares ranks = last_ranks(t, side, count);
        if (is_same(&ranks, squares)) return count;
    }
    return -1;
}

/* Is all of the rank from `first` to `last` among them? */
static bool is_run(const FairySquares *squares, int rank, int first, int last) {
    for (int file = first; file <= last; file++)
        if (!fairy_on(squares, file, rank)) return false;
    return true;
}

/* Rectangles, from the first rank on: `a2-h3,c4`; nothing where there is none. */
static void squares_write(const Text *t, Out *out, const FairySquares *squares) {
    FairySquares left = *squares;
    for (int rank = 0, count = 0; rank < t->ranks; rank++)
        for (int file = 0; file < t->files; file++) {
            int last = file, top = rank;
            if (!fairy_on(&left, file, rank)) continue;
            while (last + 1 < t->files && fairy_on(&left, last + 1, rank)) last++;
            while (top + 1 < t->ranks && is_run(&left, top + 1, file, last)) top++;
            out_format(out, "%s%c%d", count++ ? "," : "", 'a' + file, rank + 1);
            if (last > file || top > rank) out_format(out, "-%c%d", 'a' + last, top + 1);
            for (int r = rank; r <= top; r++)
                for (int f = file; f <= last; f++) left.rank[r] &= (uint16_t)~(1 << f);
        }
}

static void both_write(const Text *t, Out *out, const Both *both) {
    squares_write(t, out, &both->side[0]);
    if (t->form != FORM_NONE || is_empty(&both->side[1])) return;
    out_text(out, is_empty(&both->side[0]) ? "," : ",,");
    squares_write(t, out, &both->side[1]);
}

static bool is_formed(const Text *t, const Both *both, FairySymmetry form) {
    FairySquares other = turned(t, &both->side[0], form);
    return is_same(&other, &both->side[1]);
}

/* ---- the start */

static bool start_wrong(Text *t, MessageKey form) {
    const FairyValue *start = value(t, FAIRY_START, 0);
    finding_error(t->fairy->findings, fairy_place(t->fairy, FAIRY_START), form,
                  arg_number(t->ranks), arg_number(t->files), arg_slice(start->text));
    return false;
}

static Slice field_next(Slice *text) {
    const char *at = text->at, *end = at + text->length;
    while (at < end && reader_is_blank(*at)) at++;
    Slice field = {at, 0};
    while (at < end && !reader_is_blank(*at)) at++, field.length++;
    *text = (Slice){at, (int)(end - at)};
    return field;
}

/* One rank of the board; *at goes behind it. */
static bool rank_read(Text *t, const char **at, const char *end, int rank) {
    int file = 0;
    for (bool face = false; *at < end && **at != '/' && **at != '['; ++*at) {
        char c = **at;
        if (c >= '0' && c <= '9') {
            int empty = 0;
            for (; *at < end && **at >= '0' && **at <= '9' && empty < 100; ++*at)
                empty = empty * 10 + **at - '0';
            --*at;
            file += empty;
            if (!empty || file > t->files || face) return false;
        } else if (c == '+') {
            face = true;
        } else if (file >= t->files) {
            return false;
        } else if (c == '*' && !face) {
            add(&t->holes, file++, rank);
        } else if (ascii_is_letter(c) && fairy_slot(t->fairy, c) >= 0) {
            t->board[rank][file++] = (Cell){fairy_slot(t->fairy, c), !ascii_is_upper(c), face};
            face = false;
        } else
            return false;
    }
    return file == t->files;
}

static bool pocket_read(Text *t, const char *at, const char *end) {
    if (at == end) return true;
    if (*at++ != '[' || end[-1] != ']') return false;
    for (; at < end - 1; at++) {
        int slot = ascii_is_letter(*at) ? fairy_slot(t->fairy, *at) : -1;
        if (*at == '-') continue;
        if (slot < 0) return false;
        t->pocket[!ascii_is_upper(*at)][slot]++;
    }
    return true;
}

/* A letter and a number: where a piece has just come by. */
static bool is_square(Slice field) {
    return field.length > 1 && ascii_is_lower(field.at[0]) && ascii_is_digit(field.at[1]);
}

static void checks_read(Text *t, Slice field) {
    if (field.length != 3 || field.at[1] != '+') return;
    t->checks[0] = field.at[0] - '0';
    t->checks[1] = field.at[2] - '0';
}

/* Is the array the same for both sides when the board is turned? */
static bool is_rotated(const Text *t) {
    for (int rank = 0; rank < t->ranks; rank++)
        for (int file = 0; file < t->files; file++) {
            const Cell *cell = &t->board[rank][file],
                       *other = &t->board[t->ranks - 1 - rank][t->files - 1 - file];
            if (cell->slot != other->slot || cell->face != other->face ||
                (cell->slot >= 0 && cell->side == other->side))
                return false;
        }
    return true;
}

/* The first side is white there. Where black begins, both change places, with all that is said of
 * one of them: the board is turned, where the array stays the same by that, or reflected. */
static bool sides_exchange(Text *t) {
    Fairy *fairy = t->fairy;
    FairySymmetry form = is_rotated(t) && !t->castling[0].length ? FORM_ROTATE : FORM_MIRROR;
    Cell before[FAIRY_RANKS][FAIRY_FILES];
    if (fairy_is(fairy, FAIRY_GOAL_ANSWERED)) return clash(t, FAIRY_GOAL_ANSWERED, FAIRY_START);
    memcpy(before, t->board, sizeof before);
    for (int rank = 0; rank < t->ranks; rank++)
        for (int file = 0; file < t->files; file++) {
            int from = form == FORM_ROTATE ? t->files - 1 - file : file;
            t->board[rank][file] = before[t->ranks - 1 - rank][from];
            t->board[rank][file].side ^= 1;
        }
    t->holes = turned(t, &t->holes, form);
    for (int slot = 0; slot < fairy->slots; slot++) {
        FairyPiece *piece = &fairy->pieces[slot];
        FairySquares white = turned(t, &piece->region[0], form);
        int pocket = t->pocket[0][slot];
        bool bounded = piece->bounded[0];
        piece->region[0] = turned(t, &piece->region[1], form), piece->region[1] = white;
        piece->bounded[0] = piece->bounded[1], piece->bounded[1] = bounded;
        t->pocket[0][slot] = t->pocket[1][slot], t->pocket[1][slot] = pocket;
    }
    for (int rule = 0; rule < FAIRY_RULES; rule++) {
        FairyValue *values = fairy->values[rule], white = values[0];
        if (!fairy_has_sides(rule)) continue;
        values[0] = values[1], values[1] = white;
        for (int side = 0; side < 2; side++)
            values[side].squares = turned(t, &values[side].squares, form);
    }
    int checks = t->checks[0];
    t->checks[0] = t->checks[1], t->checks[1] = checks;
    t->black_begins = true;
    finding_note(fairy->findings, fairy_place(fairy, FAIRY_START), MSG_IMPORT_EXCHANGED);
    return true;
}

static bool start_read(Text *t) {
    Slice text = value(t, FAIRY_START, 0)->text, board = field_next(&text);
    const char *at = board.at, *end = at + board.length;
    for (int rank = 0; rank < FAIRY_RANKS; rank++)
        for (int file = 0; file < FAIRY_FILES; file++) t->board[rank][file].slot = -1;
    for (int rank = t->ranks - 1; rank >= 0; rank--) {
        if (!rank_read(t, &at, end, rank)) return start_wrong(t, MSG_IMPORT_START);
        if (rank && (at == end || *at++ != '/')) return start_wrong(t, MSG_IMPORT_START);
    }
    if (!pocket_read(t, at, end)) return start_wrong(t, MSG_IMPORT_START);
    Slice side = field_next(&text);
    bool black = slice_is(side, "b");
    if (side.length && !black && !slice_is(side, "w")) return start_wrong(t, MSG_IMPORT_START_SIDE);
    for (Slice field = field_next(&text); field.length; field = field_next(&text)) {
        if (is_square(field))
            t->passed = field;
        else if (ascii_is_letter(*field.at))
            t->castling[0] = t->castling[1] = field;
        checks_read(t, field);
    }
    return !black || sides_exchange(t);
}

/* How many of a kind, with either face up, a side has at the start. */
static int count_of(const Text *t, int slot, int side) {
    int count = t->hands ? t->pocket[side][slot] : 0;
    for (int rank = 0; rank < t->ranks; rank++)
        for (int file = 0; file < t->files; file++) {
            const Cell *cell = &t->board[rank][file];
            count += cell->slot == slot && cell->side == side && !cell->face;
        }
    return count;
}

/* ---- which kinds there are, and how they promote */

static const FairyPiece *piece_of(const Text *t, int slot) { return &t->fairy->pieces[slot]; }

/* Those that choose what they become: there, steppers do whether they are named or not. */
static FairySet promoters_of(const Text *t, int side) {
    FairySet set = value(t, FAIRY_PROMOTERS, side)->set;
    for (int slot = 0; slot < t->fairy->slots; slot++)
        if (piece_of(t, slot)->part == FAIRY_IS_STEPS) set |= (FairySet)1 << slot;
    return set;
}

static void used_find(Text *t) {
    FairySet lettered = 0;
    for (int slot = 0; slot < t->fairy->slots; slot++)
        if (piece_of(t, slot)->letter) lettered |= (FairySet)1 << slot;
    for (int rank = 0; rank < t->ranks; rank++)
        for (int file = 0; file < t->files; file++) {
            const Cell *cell = &t->board[rank][file];
            if (cell->slot >= 0) t->own[cell->side] |= (FairySet)1 << cell->slot;
        }
    for (int slot = 0; slot < t->fairy->slots && t->hands; slot++)
        for (int side = 0; side < 2; side++)
            if (t->pocket[side][slot]) t->own[side] |= (FairySet)1 << slot;
    /* Where there are drops, a side can come to have what the other has. */
    for (int turn = 0; turn < 2; turn++)
        for (int side = 0; side < 2; side++) {
            if (t->hands) t->own[side] |= t->own[1 - side];
            if (t->own[side] & promoters_of(t, side))
                t->own[side] |= value(t, FAIRY_CHOICES, side)->set & lettered;
        }
    t->used = (t->own[0] | t->own[1]) & lettered;
}

static int only_of(FairySet set) {
    int slot = 0;
    while (!fairy_in(set, slot)) slot++;
    return set == (FairySet)1 << slot ? slot : -1;
}

/* May the kinds that turn over do so as a choice of their own, beside those that choose? */
static bool apart_find(Text *t) {
    FairyRule no = t->hands                               ? FAIRY_DROPS
                   : fairy_is(t->fairy, FAIRY_TURNS_BACK) ? FAIRY_TURNS_BACK
                   : fairy_is(t->fairy, FAIRY_ON_CAPTURE) ? FAIRY_ON_CAPTURE
                   : t->chooses_apart                     ? FAIRY_CHOICES
                                                          : FAIRY_RULES;
    if (no != FAIRY_RULES) return clash(t, FAIRY_FACES, no);
    if (fairy_is(t->fairy, FAIRY_MUST_TURN) && !fairy_is(t->fairy, FAIRY_MUST_CHOOSE))
        return clash(t, FAIRY_MUST_TURN, FAIRY_MUST_CHOOSE);
    if (fairy_is(t->fairy, FAIRY_MUST_TURN) && (t->choices[0] | t->choices[1]) & t->promoters)
        return clash(t, FAIRY_MUST_TURN, FAIRY_CHOICES);
    FairySet faces = 0;
    for (int slot = 0; slot < t->fairy->slots; slot++) {
        int other = fairy_in(t->used, slot) ? piece_of(t, slot)->promoted : -1;
        if (other < 0) continue;
        if (piece_of(t, other)->promoted >= 0 || piece_of(t, slot)->part == FAIRY_IS_ROYAL ||
            piece_of(t, other)->part == FAIRY_IS_ROYAL)
            return lacks(t, FAIRY_FACES);
        if (piece_of(t, other)->limit) return clash(t, FAIRY_FACES, FAIRY_LIMITS);
        faces |= (FairySet)1 << other;
    }
    for (int slot = 0; slot < t->fairy->slots; slot++) /* others may go back in the zone */
        if (fairy_in(t->promoters, slot) && piece_of(t, slot)->part != FAIRY_IS_STEPS)
            return clash(t, FAIRY_FACES, FAIRY_PROMOTERS);
    for (int rank = 0; rank < t->ranks; rank++)
        for (int file = 0; file < t->files; file++)
            if (t->board[rank][file].face) return clash(t, FAIRY_FACES, FAIRY_START);
    for (int side = 0; side < 2; side++) t->own[side] |= faces;
    t->used |= faces;
    t->apart = true;
    t->turns = false;
    return true;
}

/* What a stepper could turn over into is one choice more, there. */
static bool also_find(Text *t) {
    Fairy *fairy = t->fairy;
    for (int slot = 0; slot < fairy->slots; slot++) {
        int other = fairy_in(t->promoters, slot) ? piece_of(t, slot)->promoted : -1;
        if (other < 0) continue;
        FairyRule no = t->hands                            ? FAIRY_DROPS
                       : fairy_is(fairy, FAIRY_TURNS_BACK) ? FAIRY_TURNS_BACK
                       : fairy_is(fairy, FAIRY_ON_CAPTURE) ? FAIRY_ON_CAPTURE
                       : t->chooses_apart || piece_of(t, slot)->part != FAIRY_IS_STEPS
                           ? FAIRY_CHOICES
                           : FAIRY_RULES;
        if (no != FAIRY_RULES) return clash(t, FAIRY_FACES, no);
        t->also[slot] = (FairySet)1 << other;
        t->also_any = true;
        fairy->pieces[slot].promoted = -1;
        for (int side = 0; side < 2; side++)
            if (fairy_in(t->own[side], slot)) t->own[side] |= t->also[slot];
        t->used |= t->also[slot];
    }
    return true;
}

/* Either steppers choose, or pieces turn over, or both; where there is one choice it is a face. */
static bool promotion_find(Text *t) {
    FairySet by[2];
    for (int side = 0; side < 2; side++) {
        by[side] = promoters_of(t, side) & t->own[side];
        t->choices[side] = by[side] ? value(t, FAIRY_CHOICES, side)->set & t->own[side] : 0;
    }
    if ((by[0] ^ by[1]) & t->own[0] & t->own[1]) return lacks(t, FAIRY_PROMOTERS);
    if (by[0] && by[1] && !t->choices[0] != !t->choices[1]) return lacks(t, FAIRY_CHOICES);
    t->promoters = by[0] | by[1];
    FairySet choices = t->choices[0] | t->choices[1];
    t->chooses = choices != 0;
    t->chooses_apart = by[0] && by[1] && t->choices[0] != t->choices[1];
    if (t->chooses && !also_find(t)) return false;
    for (int slot = 0; slot < t->fairy->slots; slot++)
        t->turns |= fairy_in(t->used, slot) && piece_of(t, slot)->promoted >= 0;
    if (t->chooses_apart && t->turns) return clash(t, FAIRY_CHOICES, FAIRY_FACES);
    if (t->chooses_apart && t->hands) return clash(t, FAIRY_CHOICES, FAIRY_DROPS);
    if (t->chooses_apart && !fairy_is(t->fairy, FAIRY_MUST_CHOOSE))
        return clash(t, FAIRY_CHOICES, FAIRY_MUST_CHOOSE);
    if (!t->chooses || !t->turns) return true;
    if (t->also_any || only_of(choices) < 0 || choices & t->promoters) return apart_find(t);
    for (int slot = 0; slot < t->fairy->slots; slot++)
        if (fairy_in(t->promoters, slot)) t->fairy->pieces[slot].promoted = only_of(choices);
    t->chooses = false;
    t->choices[0] = t->choices[1] = 0;
    return true;
}

static bool zone_find(Text *t) {
    for (int side = 0; side < 2; side++)
        t->zone.side[side] = on_board(t, value(t, FAIRY_ZONE, side)->squares);
    int first = ranks_of(t, &t->zone.side[0], 0), second = ranks_of(t, &t->zone.side[1], 1);
    t->zone_ranks = first == second ? first : -1;
    FairySquares all = everywhere(t);
    bool whole = is_same(&all, &t->zone.side[0]) && is_same(&all, &t->zone.side[1]);
    if (fairy_is(t->fairy, FAIRY_TURNS_BACK) && t->turns) {
        if (!whole) return clash(t, FAIRY_TURNS_BACK, FAIRY_ZONE);
        return fairy_is(t->fairy, FAIRY_MUST_TURN) || clash(t, FAIRY_TURNS_BACK, FAIRY_MUST_TURN);
    }
    return !(fairy_is(t->fairy, FAIRY_ON_CAPTURE) && t->turns) ||
           clash(t, FAIRY_ON_CAPTURE, FAIRY_TURNS_BACK);
}

/* ---- captures in passing */

/* One rank further, as that side goes. */
static FairySquares pushed(const Text *t, FairySquares squares, int side) {
    FairySquares out = {0};
    for (int rank = 0; rank < t->ranks; rank++) {
        int to = side ? rank - 1 : rank + 1;
        if (to >= 0 && to < t->ranks) out.rank[to] = squares.rank[rank];
    }
    return out;
}

static FairySquares starts_of(const Text *t, int side) {
    FairySquares none = {0};
    return fairy_is(t->fairy, FAIRY_DOUBLE)
               ? on_board(t, value(t, FAIRY_DOUBLE_FROM, side)->squares)
               : none;
}

static bool starts_any(const Text *t, FairyRule rule) {
    FairySquares white = on_board(t, value(t, rule, 0)->squares);
    FairySquares black = on_board(t, value(t, rule, 1)->squares);
    return !is_empty(&white) || !is_empty(&black);
}

static bool is_any(const Both *both) {
    return !is_empty(&both->side[0]) || !is_empty(&both->side[1]);
}

/* There, who takes in passing never promotes by that. */
static bool passing_zone_check(Text *t, const Both *squares) {
    for (int side = 0; side < 2; side++)
        for (int rank = 0; rank < t->ranks; rank++)
            if (squares->side[side].rank[rank] & t->zone.side[side].rank[rank] &&
                (t->chooses || t->turns)) {
                finding_error(t->fairy->findings, fairy_place(t->fairy, FAIRY_ZONE),
                              MSG_IMPORT_PASSING_ZONE);
                return false;
            }
    return true;
}

/* Where each side may take in passing what the other has pushed. */
static bool passing_find(Text *t) {
    Both squares = {0};
    bool pushes = false;
    for (int side = 0; side < 2; side++) {
        FairySquares region = on_board(t, value(t, FAIRY_PASSED, side)->squares);
        FairySquares push = pushed(t, starts_of(t, !side), !side);
        FairySquares out = without(push, &region);
        if (starts_any(t, FAIRY_TRIPLE_FROM)) {
            FairySquares further = pushed(t, push, !side), left = without(further, &region);
            for (int rank = 0; rank < t->ranks; rank++) {
                push.rank[rank] |= further.rank[rank];
                out.rank[rank] |= left.rank[rank];
            }
        }
        pushes |= !is_empty(&push);
        t->passing_bounded |= !is_empty(&out);
        t->passable.side[side] = region;
        squares.side[side] = without(push, &out);
    }
    FairySet passers;
    t->passing = pushes && is_any(&squares);
    if (!t->passing) return true;
    if (t->passed.length) return start_wrong(t, MSG_IMPORT_START_PASSED);
    return passing_zone_check(t, &squares) && set_same(t, FAIRY_PASSERS, &passers);
}

/* ---- castling */

/* Where the piece that castles stands, -1: nowhere. */
static int castler_file(const Text *t, int side, int rank) {
    int found = -1, count = 0, given = fairy_number(t->fairy, FAIRY_CASTLER_FILE) - 1;
    FairySet castlers = value(t, FAIRY_CASTLER, side)->set;
    bool at_given = false;
    for (int file = 0; file < t->files; file++) {
        const Cell *cell = &t->board[rank][file];
        if (cell->slot < 0 || cell->side != side || !fairy_in(castlers, cell->slot)) continue;
        found = file, count++;
        at_given |= file == given;
    }
    return count > 1 ? (at_given ? given : -1) : found;
}

static void region_find(const Text *t, FairyKind *kind) {
    const FairyPiece *piece = piece_of(t, kind->slot);
    kind->bounded = piece->bounded[0] || piece->bounded[1];
    for (int side = 0; side < 2; side++) {
        FairySquares all = everywhere(t), own = on_board(t, piece->region[side]);
        kind->region.side[side] = piece->bounded[side] && !is_empty(&own) ? own : all;
    }
}

static bool is_partner(const Text *t, int side, int rank, int file) {
    const Cell *cell = &t->board[rank][file];
    return cell->slot >= 0 && cell->side == side &&
           fairy_in(value(t, FAIRY_PARTNERS, side)->set, cell->slot);
}

/* The file of the piece that a letter of the start names: `K` and `Q` look for it from a file on,
 * others are a file. -1: there is none. */
static int partner_file(const Text *t, int side, int rank, char letter) {
    int right = fairy_number(t->fairy, FAIRY_PARTNER_RIGHT) - 1,
        left = fairy_number(t->fairy, FAIRY_PARTNER_LEFT) - 1, file = letter - 'A';
    if (letter == 'K')
        for (file = right < t->files ? right : t->files - 1; file >= 0; file--)
            if (is_partner(t, side, rank, file)) return file;
    if (letter == 'Q')
        for (file = left; file < t->files; file++)
            if (is_partner(t, side, rank, file)) return file;
    return file >= 0 && file < t->files && is_partner(t, side, rank, file) ? file : -1;
}

/* Ours castles with the last piece that the array has on the rank that way, or with the square
 * before that one. This is how far behind the partner the last one stands. */
static int pieces_beyond(const Text *t, int rank, int partner, int step) {
    int last = partner;
    for (int file = partner; file >= 0 && file < t->files; file += step) {
        if (fairy_on(&t->holes, file, rank)) break;
        if (t->board[rank][file].slot >= 0) last = file;
    }
    return (last - partner) * step;
}

static bool may_stand(const Text *t, int side, int slot, int file, int rank) {
    FairyKind kind = {.slot = slot};
    region_find(t, &kind);
    return fairy_on(&kind.region.side[side], file, rank);
}

/* How castling with the piece on that file is written: `irO2`. NULL: as it is there it cannot be
 * said, which is reported. */
static const char *wing_write(Text *t, int side, int rank, int file, int partner) {
    int step = partner > file ? 1 : -1;
    FairyRule target = step > 0 ? FAIRY_CASTLE_RIGHT : FAIRY_CASTLE_LEFT;
    int to = fairy_number(t->fairy, target) - 1, inside = pieces_beyond(t, rank, partner, step);
    int steps = (to - file) * step;
    const Cell *castler = &t->board[rank][file], *other = &t->board[rank][partner];
    if (steps < 2 || to >= t->files || (partner - to) * step < 0)
        return clash(t, target, FAIRY_START), NULL;
    if (inside > 1)
        return clash(t, step > 0 ? FAIRY_PARTNER_RIGHT : FAIRY_PARTNER_LEFT, FAIRY_START), NULL;
    if (!may_stand(t, side, castler->slot, to, rank) ||
        !may_stand(t, side, other->slot, to - step, rank))
        return clash(t, target, FAIRY_REGION), NULL;
    return arena_format(t->fairy->arena, "i%c%sO%d", (step > 0) == (side == 0) ? 'r' : 'l',
                        inside ? "j" : "", steps);
}

/* Both wings in one term, where they are alike. */
static const char *wings_join(Text *t, const char *left, const char *right) {
    if (*left && *right && !strcmp(left + 2, right + 2))
        return arena_format(t->fairy->arena, "is%s", left + 2);
    return arena_format(t->fairy->arena, "%s%s", left, right);
}

/* There, a royal that comes to stand beside castles instead of the piece that does. */
static bool has_other_royal(const Text *t, int side) {
    FairySet castlers = value(t, FAIRY_CASTLER, side)->set;
    for (int rank = 0; rank < t->ranks; rank++)
        for (int file = 0; file < t->files; file++) {
            const Cell *cell = &t->board[rank][file];
            if (cell->slot >= 0 && cell->side == side && !fairy_in(castlers, cell->slot) &&
                piece_of(t, cell->slot)->part == FAIRY_IS_ROYAL)
                return true;
        }
    return false;
}

static bool castling_find(Text *t) {
    int row = fairy_number(t->fairy, FAIRY_CASTLE_RANK) - 1;
    t->castles[0] = t->castles[1] = "";
    for (int side = 0; side < 2 && fairy_is(t->fairy, FAIRY_CASTLES); side++) {
        int rank = side ? t->ranks - 1 - row : row;
        if (rank < 0 || rank >= t->ranks) continue;
        int file = castler_file(t, side, rank), partners[2] = {-1, -1};
        const char *wings[2] = {"", ""};
        for (int i = 0; i < t->castling[side].length && file >= 0; i++) {
            char letter = t->castling[side].at[i];
            if (!ascii_is_letter(letter) || ascii_is_upper(letter) == (side != t->black_begins))
                continue;
            int partner = partner_file(t, side, rank, (char)(letter & ~32));
            if (partner >= 0 && partner != file) partners[partner > file] = partner;
        }
        if ((partners[0] >= 0 || partners[1] >= 0) && has_other_royal(t, side))
            return clash(t, FAIRY_CASTLER, FAIRY_START);
        for (int up = 0; up < 2; up++)
            if (partners[up] >= 0 && !(wings[up] = wing_write(t, side, rank, file, partners[up])))
                return false;
        t->castles[side] = wings_join(t, wings[0], wings[1]);
    }
    return true;
}

/* ---- kinds */

/* Capitals within a name begin words; a kind that files define is called by its letter. */
static const char *name_of(const Text *t, const FairyPiece *piece, bool face) {
    char text[64];
    Out out = out_to(text, sizeof text);
    if (face) out_text(&out, "promoted ");
    if (!piece->part && piece->own_moves)
        out_format(&out, "piece %c", ascii_upper(piece->letter));
    else
        for (int i = 0; i < piece->name.length; i++) {
            char c = piece->name.at[i];
            if (ascii_is_upper(c)) out_char(&out, ' ');
            out_char(&out, ascii_lower(c));
        }
    return arena_text(t->fairy->arena, text, out.length);
}

/* The first move that FAIRY_CAMBODIAN gives a kind. */
static const char *cambodian_move(const FairyPiece *piece) {
    if (piece->part == FAIRY_IS_ROYAL) return "ifsmN";
    return slice_is(piece->name, "fers") ? "ifmD" : "";
}

/* There, a letter of the start's field for castling names the file of a piece that has not moved.
 * Here, all of the array have not. */
static bool cambodian_find(Text *t, FairyKind *kind) {
    const char *move = cambodian_move(piece_of(t, kind->slot));
    int named = 0, others = 0;
    if (!*move || kind->face || !fairy_is(t->fairy, FAIRY_GATES)) return true;
    for (int rank = 0; rank < t->ranks; rank++)
        for (int file = 0; file < t->files; file++) {
            const Cell *cell = &t->board[rank][file];
            if (cell->slot != kind->slot) continue;
            char letter = (char)((cell->side ? 'a' : 'A') + file);
            Slice gates = t->castling[cell->side];
            bool first = rank == (cell->side ? t->ranks - 1 : 0);
            if (first && gates.length && memchr(gates.at, letter, (size_t)gates.length))
                named++;
            else
                others++;
        }
    if (named && (others || t->black_begins)) return clash(t, FAIRY_CAMBODIAN, FAIRY_START);
    if (named && t->hands) return clash(t, FAIRY_CAMBODIAN, FAIRY_DROPS);
    if (named) kind->moves = arena_format(t->fairy->arena, "%s%s", kind->moves, move);
    return true;
}

/* The moves of a kind, and where it makes its first ones. */
static bool moves_find(Text *t, FairyKind *kind) {
    Fairy *fairy = t->fairy;
    const FairyPiece *piece = piece_of(t, kind->slot);
    bool steps = piece->part == FAIRY_IS_STEPS;
    bool passes = t->passing && (steps || fairy_in(set_of(t, FAIRY_PASSERS, 0), kind->slot));
    bool starts = fairy_is(fairy, FAIRY_DOUBLE) && starts_any(t, FAIRY_DOUBLE_FROM);
    const char *moves = fairy_moves(fairy, piece, passes, starts);
    if (!moves) return false;
    if (steps && starts_any(t, FAIRY_TRIPLE_FROM)) {
        for (int side = 0; side < 2; side++) {
            FairySquares triple = on_board(t, value(t, FAIRY_TRIPLE_FROM, side)->squares);
            FairySquares twice = starts_of(t, side);
            if (!is_same(&triple, &twice)) return clash(t, FAIRY_TRIPLE_FROM, FAIRY_DOUBLE_FROM);
        }
        moves = arena_format(fairy->arena, "ifmnH%s", moves);
    }
    if (steps && starts) moves = arena_format(fairy->arena, "ifmnD%s", moves);
    kind->moves = moves;
    bool late = piece->part == FAIRY_IS_LATE && fairy_number(fairy, FAIRY_LATE_RANK) > 1;
    if (late)
        for (int side = 0; side < 2; side++)
            kind->home.side[side] =
                last_ranks(t, side, t->ranks + 1 - fairy_number(fairy, FAIRY_LATE_RANK));
    else if (strchr(moves, 'i'))
        for (int side = 0; side < 2; side++) kind->home.side[side] = starts_of(t, side);
    return !fairy_is(fairy, FAIRY_CAMBODIAN) || cambodian_find(t, kind);
}

static FairyKind *kind_add(Text *t, int slot, const char *prefix, int letter_of, int side) {
    assert(t->count < KINDS); /* there are 26 letters, each with one other face at most */
    FairyKind *kind = &t->kinds[t->count];
    *kind = (FairyKind){.slot = slot, .face = *prefix != '\0', .side = side};
    kind->id[0] = *prefix ? *prefix : (char)(piece_of(t, letter_of)->letter & ~32);
    if (*prefix) kind->id[1] = (char)(piece_of(t, letter_of)->letter & ~32);
    if (side == 1) kind->id[1] = 'B';
    kind->name = name_of(t, piece_of(t, letter_of), kind->face);
    region_find(t, kind);
    kind->drops = (Both){{everywhere(t), everywhere(t)}};
    if (!moves_find(t, kind)) return NULL;
    t->count++;
    return kind;
}

/* Where the array and the hands have it. `slot`: the letter in the start; `face`: with a `+`. */
static void kind_place(const Text *t, FairyKind *kind, int slot, bool face) {
    for (int rank = 0; rank < t->ranks; rank++)
        for (int file = 0; file < t->files; file++) {
            const Cell *cell = &t->board[rank][file];
            if (cell->slot == slot && cell->face == face &&
                (kind->side < 0 || kind->side == cell->side))
                add(&kind->at.side[cell->side], file, rank);
        }
    for (int side = 0; side < 2 && t->hands && !face; side++)
        kind->hand[side] = kind->side < 0 || kind->side == side ? t->pocket[side][slot] : 0;
}

static bool castles(const Text *t, int slot) {
    return fairy_in(value(t, FAIRY_CASTLER, 0)->set | value(t, FAIRY_CASTLER, 1)->set, slot);
}

/* A kind as it is in the array. Where the sides castle otherwise, or choose from other kinds, each
 * has one of its own. */
static bool plain_add(Text *t, int slot) {
    bool apart = castles(t, slot) && strcmp(t->castles[0], t->castles[1]) != 0;
    apart |= t->chooses_apart && fairy_in(t->promoters & t->own[0] & t->own[1], slot);
    for (int side = 0; side < 1 + apart; side++) {
        FairyKind *kind = kind_add(t, slot, "", slot, apart ? side : -1);
        if (!kind) return false;
        if (castles(t, slot))
            kind->moves =
                arena_format(t->fairy->arena, "%s%s", kind->moves, t->castles[apart ? side : 0]);
        kind_place(t, kind, slot, false);
    }
    return true;
}

static bool faces_add(Text *t) {
    FairySet choices = t->choices[0] | t->choices[1];
    for (int slot = 0; slot < t->fairy->slots; slot++) {
        int other = piece_of(t, slot)->promoted;
        if (!fairy_in(t->used, slot) || t->apart) continue;
        if (other >= 0) {
            FairyKind *kind = kind_add(t, other, "+", slot, -1);
            if (!kind) return false;
            if (piece_of(t, other)->promoted >= 0 && !fairy_is(t->fairy, FAIRY_TURNS_BACK))
                return lacks(t, FAIRY_FACES);
            kind_place(t, kind, slot, true);
        } else if (t->chooses && t->hands == -1 && fairy_in(choices & ~t->promoters, slot))
            kind_add(t, slot, "+", slot, -1);
    }
    return true;
}

/* A `+` before a piece that has no other face. */
static bool faces_check(Text *t) {
    for (int rank = 0; rank < t->ranks; rank++)
        for (int file = 0; file < t->files; file++) {
            const Cell *cell = &t->board[rank][file];
            if (cell->slot >= 0 && cell->face && piece_of(t, cell->slot)->promoted < 0)
                return start_wrong(t, MSG_IMPORT_START);
        }
    return true;
}

static bool kinds_find(Text *t) {
    FairySet promoters = t->chooses ? t->promoters : 0;
    for (int turn = 0; turn < 3; turn++) /* those that choose, others, royals */
        for (int slot = 0; slot < t->fairy->slots; slot++) {
            bool royal = piece_of(t, slot)->part == FAIRY_IS_ROYAL;
            int mine = fairy_in(promoters, slot) ? 0 : royal ? 2 : 1;
            if (fairy_in(t->used, slot) && mine == turn && !plain_add(t, slot)) return false;
        }
    return faces_check(t) && faces_add(t);
}

/* ---- squares that pieces may not be dropped on, nor stay on */

/* The farthest ranks from which a kind can never move; -1: other squares are such. */
static int immobile_ranks(Text *t, const FairyKind *kind) {
    FairySquares stuck = {0}, to;
    for (int rank = 0; rank < t->ranks; rank++)
        for (int file = 0; file < t->files; file++)
            if (!fairy_moves_from(t->fairy, piece_of(t, kind->slot), file, rank, &to))
                add(&stuck, file, rank);
    return ranks_of(t, &stuck, 0);
}

/* It becomes another kind, or may choose one. */
static bool promotes(const Text *t, const FairyKind *kind) {
    return piece_of(t, kind->slot)->promoted >= 0 ||
           (t->chooses && fairy_in(t->promoters, kind->slot));
}

/* Squares it may not be dropped on. */
static FairySquares no_drops(const Text *t, const FairyKind *kind, int side) {
    FairySquares all = everywhere(t);
    FairySquares barred = without(all, &value(t, FAIRY_DROP_SQUARES, side)->squares);
    if (piece_of(t, kind->slot)->part == FAIRY_IS_STEPS)
        for (int rank = 0; rank < t->ranks; rank++) {
            if (!fairy_is(t->fairy, FAIRY_ZONE_DROPS))
                barred.rank[rank] |= t->zone.side[side].rank[rank];
            if (!fairy_is(t->fairy, FAIRY_FIRST_RANK_DROPS) && rank == (side ? t->ranks - 1 : 0))
                barred.rank[rank] = all.rank[rank];
        }
    return barred;
}

/* Takes the farthest ranks from a kind that attacks them all the same: as one that has to promote
 * there, and may only become what it is. */
static bool kind_bar(Text *t, FairyKind *kind, int ranks, FairyRule rule) {
    for (FairyRule no = FAIRY_MUST_TURN; t->turns && no <= FAIRY_TURNS_BACK; no++)
        if (fairy_is(t->fairy, no)) return clash(t, rule, no);
    if ((t->chooses || t->turns) && t->zone_ranks < ranks) return clash(t, rule, FAIRY_ZONE);
    if (kind->barred < ranks) kind->barred = ranks;
    return true;
}

/* Writes `ID:n` into the list where its n farthest ranks are barred. false: we cannot say it. */
static bool ranks_bar(Text *t, FairyKind *kind, Out *list) {
    bool immobile = fairy_is(t->fairy, FAIRY_IMMOBILE), dropped = t->hands && !kind->face;
    int stuck = immobile ? immobile_ranks(t, kind) : 0, barred = stuck;
    bool must = t->chooses ? fairy_is(t->fairy, FAIRY_MUST_CHOOSE) : false;
    if (stuck < 0) return clash(t, FAIRY_IMMOBILE, FAIRY_START);
    if (kind->face || piece_of(t, kind->slot)->part == FAIRY_IS_ROYAL) return true;
    if (stuck == t->ranks) /* it never moves */
        return !dropped || clash(t, FAIRY_IMMOBILE, FAIRY_DROPS);
    for (int side = 0; side < 2 && dropped; side++) {
        FairySquares no = no_drops(t, kind, side), ranks = last_ranks(t, side, barred);
        no = without(no, &ranks);
        FairySquares zone = last_ranks(t, side, t->zone_ranks > 0 ? t->zone_ranks : 0);
        FairySquares outside = without(zone, &no);
        if (promotes(t, kind) && must && t->zone_ranks > barred && is_empty(&outside)) {
            barred = t->zone_ranks;
            no = without(no, &zone);
        }
        if (is_empty(&no)) continue;
        kind->drops.side[side] = without(everywhere(t), &no);
        kind->drops_bounded = true;
        if (is_empty(&kind->drops.side[side])) return lacks(t, FAIRY_DROP_SQUARES);
        if (fairy_is(t->fairy, FAIRY_DROP_FACES))
            return clash(t, FAIRY_DROP_SQUARES, FAIRY_DROP_FACES);
    }
    if (!barred) return true;
    if (promotes(t, kind) && t->zone_ranks < barred) return clash(t, FAIRY_IMMOBILE, FAIRY_ZONE);
    if (!promotes(t, kind)) {
        kind->dead = true;
        return kind_bar(t, kind, barred, FAIRY_IMMOBILE);
    }
    if (dropped || !t->chooses || piece_of(t, kind->slot)->promoted >= 0)
        out_format(list, "%s%s:%d", list->length ? "," : "", kind->id, barred);
    return true;
}

/* ---- promotion */

static void ids_write(const Text *t, Out *out, FairySet set, bool faces) {
    int count = 0;
    for (int i = 0; i < t->count; i++)
        if (fairy_in(set, t->kinds[i].slot) && (faces || !t->kinds[i].face))
            out_format(out, "%s%s", count++ ? "," : "", t->kinds[i].id);
}

/* `*` stands where a side may have no more of a kind than it begins with: then only what it lost
 * can come back. */
static bool choice_write(Text *t, Out *out, int slot, bool first) {
    const FairyPiece *piece = piece_of(t, slot);
    char id = (char)(piece->letter & ~32);
    out_format(out, "%s%s%s%c", first ? "" : ",", piece->limit ? "*" : "",
               t->hands == -1 ? "+" : "", id);
    if (!piece->limit) return true;
    t->stock = true;
    for (int side = 0; side < 2; side++) {
        int more = piece->limit - count_of(t, slot, side);
        if (t->hands) return clash(t, FAIRY_LIMITS, FAIRY_DROPS);
        if (more < 0) return clash(t, FAIRY_LIMITS, FAIRY_START);
        if (t->apart || fairy_in(t->promoters, slot))
            return clash(t, FAIRY_LIMITS, t->apart ? FAIRY_FACES : FAIRY_CHOICES);
        if (!fairy_in(t->choices[side], slot)) continue;
        for (int i = 0; i < t->count; i++)
            if (t->kinds[i].slot == slot) t->kinds[i].hand[side] = more;
    }
    return true;
}

/* The choices of this set to the end of the line, behind so many others. */
static bool choice_list_write(Text *t, Out *out, FairySet set, int written) {
    for (int slot = t->fairy->slots - 1; slot >= 0; slot--)
        if (fairy_in(set, slot) && !choice_write(t, out, slot, !written++)) return false;
    out_char(out, '\n');
    return true;
}

/* The side whose choices a kind has. */
static int choosing_side(const Text *t, const FairyKind *kind) {
    return kind->side >= 0 ? kind->side : !fairy_in(t->own[0], kind->slot);
}

/* What this kind chooses from, `ID>` before it where the others choose from something else. There,
 * what need not promote may stay; ours says so by its own id. */
static bool choices_of_write(Text *t, Out *out, const FairyKind *kind, bool named) {
    FairySet set = t->choices[choosing_side(t, kind)] | t->also[kind->slot],
             own = (FairySet)1 << kind->slot;
    bool stays = !fairy_is(t->fairy, FAIRY_MUST_CHOOSE) || own & set;
    out_text(out, named ? "promoChoiceOf=" : "promoChoice=");
    if (named) out_format(out, "%s>", kind->id);
    if (stays) {
        bool stuck = fairy_is(t->fairy, FAIRY_IMMOBILE) && immobile_ranks(t, kind) > 0;
        out_format(out, "%s%s", stuck ? "!" : "", kind->id);
    }
    return choice_list_write(t, out, set & ~own, stays);
}

static bool choices_write(Text *t, Out *out) {
    int count = 0, only = only_of(t->promoters);
    while (count < t->count && fairy_in(t->promoters, t->kinds[count].slot)) count++;
    bool apart = t->apart || t->chooses_apart || t->also_any || only < 0;
    if (only < 0 && t->hands == -1) return clash(t, FAIRY_PROMOTERS, FAIRY_DROPS);
    if (!t->apart) out_format(out, "promotion=land\nmaxPromote=%d\n", count);
    if (t->apart) out_text(out, "promotion=zone\n");
    for (int i = 0; i < (apart ? count : 1); i++)
        if (!choices_of_write(t, out, &t->kinds[i], apart)) return false;
    return true;
}

/* Those that turn over, as a choice of their own: a face, or the kind of another letter. */
static void turning_write(const Text *t, Out *out) {
    bool must = fairy_is(t->fairy, FAIRY_MUST_TURN);
    for (int i = 0; i < t->count; i++) {
        const FairyKind *kind = &t->kinds[i];
        int other = piece_of(t, kind->slot)->promoted;
        if (kind->face || other < 0) continue;
        out_format(out, "promoChoiceOf=%s>%s%s%s%c\n", kind->id, must ? "" : kind->id,
                   must ? "" : ",", t->apart ? "" : "+",
                   piece_of(t, t->apart ? other : kind->slot)->letter & ~32);
    }
    if (must) out_text(out, "declinePromotion=no\n");
}

/* Steppers that find nothing to become where they must: they stay outside. */
static bool zone_bar(Text *t) {
    if (!fairy_is(t->fairy, FAIRY_MUST_CHOOSE)) return true;
    for (int i = 0; i < t->count; i++) {
        FairyKind *kind = &t->kinds[i];
        if (kind->face || promotes(t, kind) || !fairy_in(t->promoters, kind->slot)) continue;
        if (t->zone_ranks < 0) return clash(t, FAIRY_CHOICES, FAIRY_ZONE);
        if (t->zone_ranks && !kind_bar(t, kind, t->zone_ranks, FAIRY_CHOICES)) return false;
    }
    return true;
}

/* Kinds that may not move to some of the last ranks. */
static void barred_write(const Text *t, Out *out) {
    for (int dead = 0; dead < 2; dead++)
        for (int i = 0; i < t->count; i++) {
            const FairyKind *kind = &t->kinds[i];
            if (!kind->barred || kind->dead != dead) continue;
            out_format(out, "promoChoiceOf=%s>%s\n%s=%s:%d\n", kind->id, kind->id,
                       dead ? "noMoveRanks" : "mustPromote", kind->id, kind->barred);
        }
}

/* Where pieces promote by their zone, those that must do so in it. */
static bool must_write(Text *t, Out *out) {
    int count = 0;
    for (int i = 0; i < t->count && fairy_is(t->fairy, FAIRY_MUST_CHOOSE); i++) {
        const FairyKind *kind = &t->kinds[i];
        bool own = fairy_in(t->choices[0] | t->choices[1], kind->slot);
        if (kind->face || !promotes(t, kind) || !fairy_in(t->promoters, kind->slot) || own)
            continue;
        if (t->zone_ranks < 1) return clash(t, FAIRY_MUST_CHOOSE, FAIRY_ZONE);
        out_format(out, "%s%s:%d", count++ ? "," : "mustPromote=", kind->id, t->zone_ranks);
    }
    if (count) out_char(out, '\n');
    return true;
}

static void zone_write(const Text *t, Out *out) {
    int barred = 0;
    for (int i = 0; i < t->count; i++)
        if (t->kinds[i].barred > barred) barred = t->kinds[i].barred;
    if (!t->chooses && !t->turns) {
        out_format(out, "promoZone=%d\n", barred);
    } else if (t->zone_ranks >= 0) {
        out_format(out, "promoZone=%d\n", t->zone_ranks);
    } else {
        out_text(out, "promoSquares=");
        both_write(t, out, &t->zone);
        out_char(out, '\n');
    }
}

static bool promotion_write(Text *t, Out *out) {
    bool back = fairy_is(t->fairy, FAIRY_TURNS_BACK) && t->turns, bars = false;
    for (int i = 0; i < t->count; i++) bars |= t->kinds[i].barred > 0;
    if (back) {
        out_format(out, "promotion=%s\n", fairy_is(t->fairy, FAIRY_ON_CAPTURE) ? "flip" : "turn");
        return true;
    }
    if (!t->chooses && !t->turns && !bars) {
        out_text(out, "promotes=none\n");
        return true;
    }
    zone_write(t, out);
    if (t->chooses && !choices_write(t, out)) return false;
    if (!t->chooses && !t->turns) out_text(out, "promotion=land\n");
    barred_write(t, out);
    if (t->apart) turning_write(t, out);
    if (!t->turns) return !t->apart || must_write(t, out);
    for (int i = 0; i < t->count; i++) { /* of a face there is no stock here */
        int promoted = piece_of(t, t->kinds[i].slot)->promoted;
        if (!t->kinds[i].face && promoted >= 0 && piece_of(t, promoted)->limit)
            return clash(t, FAIRY_LIMITS, FAIRY_FACES);
    }
    out_text(out, "promotion=zone\n");
    if (bars) /* beside choices of one kind, those of all must be said */
        turning_write(t, out);
    else if (fairy_is(t->fairy, FAIRY_MUST_TURN))
        out_text(out, "declinePromotion=no\n");
    return must_write(t, out);
}

/* ---- hands */

static void hands_find(Text *t) {
    bool drops = fairy_is(t->fairy, FAIRY_DROPS), loop = fairy_is(t->fairy, FAIRY_DROP_LOOP);
    bool held = fairy_is(t->fairy, FAIRY_CAPTURES_HELD) && !fairy_is(t->fairy, FAIRY_TWO_BOARDS);
    t->hands = !drops ? 0 : !held ? -3 : loop ? -2 : -1;
}

static bool hands_write(Text *t, Out *out) {
    FairySet doubled = value(t, FAIRY_DOUBLED, 0)->set & t->used;
    if (!t->hands && t->stock) out_text(out, "holdingsType=1\n");
    if (!t->hands) return true;
    out_format(out, "holdingsType=%d\n", t->hands);
    if (fairy_is(t->fairy, FAIRY_DROP_FACES)) out_text(out, "dropFaces=either\n");
    if (doubled) {
        int most = fairy_number(t->fairy, FAIRY_DOUBLED_COUNT);
        for (int i = 0; i < t->count; i++) /* there, it holds for a drop of either face */
            if (fairy_is(t->fairy, FAIRY_DROP_FACES) && fairy_in(doubled, t->kinds[i].slot) &&
                piece_of(t, t->kinds[i].slot)->promoted >= 0)
                return clash(t, FAIRY_DROP_FACES, FAIRY_DOUBLED);
        if (most < 1 || most > 32) return lacks(t, FAIRY_DOUBLED_COUNT);
        out_text(out, "dropFileLimit=");
        ids_write(t, out, doubled, false);
        out_format(out, ":%d\n", most);
    }
    for (int i = 0; i < t->count; i++)
        if (piece_of(t, t->kinds[i].slot)->part == FAIRY_IS_MATES && !t->kinds[i].face &&
            fairy_is(t->fairy, FAIRY_DROP_MATE))
            out_format(out, "noDropMate=%s\n", t->kinds[i].id);
    return true;
}

/* ---- royals, endings */

static FairySet royals_of(const Text *t) {
    FairySet royals = 0;
    for (int slot = 0; slot < t->fairy->slots; slot++)
        if (fairy_in(t->used, slot) && piece_of(t, slot)->part == FAIRY_IS_ROYAL)
            royals |= (FairySet)1 << slot;
    return royals;
}

/* Names the royals. There, a royal makes its first moves in check as well. */
static void royals_name(const Text *t, Out *out, FairySet royals) {
    bool begins = false;
    for (int i = 0; i < t->count; i++) {
        const FairyKind *kind = &t->kinds[i];
        if (!fairy_in(royals, kind->slot)) continue;
        out_format(out, "royal=%s\n", kind->id);
        begins |= !is_empty(&kind->home.side[0]) || !is_empty(&kind->home.side[1]);
    }
    if (begins) out_text(out, "firstMoveInCheck=yes\n");
}

/* A royal that each side has a kind of its own for is still mated, and not taken. */
static void royals_write(const Text *t, Out *out, FairySet royals) {
    bool apart = false;
    royals_name(t, out, royals);
    for (int i = 0; i < t->count; i++)
        apart |= fairy_in(royals, t->kinds[i].slot) && t->kinds[i].side >= 0;
    if (!royals) out_text(out, "royal=none\n");
    if (apart) out_text(out, "royalRule=checkmate\n");
}

/* Can a side come to have more of it by choosing? */
static bool is_chosen(const Text *t, int slot, int side) {
    FairySet set = t->choices[side];
    for (int by = 0; by < t->fairy->slots; by++)
        if (fairy_in(t->own[side], by)) set |= t->also[by];
    return fairy_in(set, slot);
}

/* A kind of which nothing more comes, and each side begins with so many. */
static bool counts_only_fall(const Text *t, int slot, int count) {
    bool chosen = is_chosen(t, slot, 0) || is_chosen(t, slot, 1);
    return !chosen && !t->hands && count_of(t, slot, 0) == count && count_of(t, slot, 1) == count;
}

/* The most that a side can come to have of a kind, where nothing is dropped. */
static int most_of(const Text *t, int slot, int side) {
    int most = count_of(t, slot, side);
    if (is_chosen(t, slot, side)) return KINDS;
    for (int other = 0; other < t->fairy->slots; other++)
        if (other != slot && fairy_in(t->used, other) && piece_of(t, other)->promoted == slot)
            most += count_of(t, other, side);
    return most;
}

/* There, the last of each kind is a royal, or (`each`) each piece of it; here, the last of all, or
 * each. */
static bool extinct_royals(Text *t, Out *out, FairySet types, bool each) {
    FairySet all = royals_of(t) | types;
    bool duple = fairy_is(t->fairy, FAIRY_DUPLE), several = false, kinds = false;
    for (int side = 0; side < 2; side++) {
        FairySet own = 0;
        for (int slot = 0; slot < t->fairy->slots; slot++) {
            int most = fairy_in(all, slot) ? most_of(t, slot, side) : 0;
            if (most) own |= (FairySet)1 << slot;
            several |= most > 1;
        }
        kinds |= own && only_of(own) < 0;
    }
    if (kinds && several && !each) return clash(t, FAIRY_EXTINCT_ROYAL, FAIRY_EXTINCT_TYPES);
    bool turns = false;
    for (int slot = 0; slot < t->fairy->slots; slot++) {
        int other = fairy_in(t->used & ~all, slot) ? piece_of(t, slot)->promoted : -1;
        turns |= other >= 0 && fairy_in(all, other);
    }
    if (turns)
        finding_warning(t->fairy->findings, fairy_place(t->fairy, FAIRY_FACES),
                        MSG_IMPORT_ROYAL_FACES, key_of(t, FAIRY_FACES));
    royals_name(t, out, all);
    out_text(out, "royalRule=checkmate\n");
    if (kinds || each) out_text(out, "extinction=0\n");
    if (duple && several) out_text(out, "dupleCheck=yes\n");
    return true;
}

/* A side with none left of a kind wins, and so does a side that is mated, where mate exists. */
static bool extinct_wins(Text *t, Out *out, FairySet types, bool all, bool *misere) {
    Fairy *fairy = t->fairy;
    FairySet royals = royals_of(t);
    int count = fairy_number(fairy, FAIRY_EXTINCT_COUNT), only = only_of(types);
    bool more = fairy_number(fairy, FAIRY_EXTINCT_OTHERS) || fairy_is(fairy, FAIRY_EXTINCT_CLAIM) ||
                fairy_is(fairy, FAIRY_EXTINCT_ROYAL);
    if (!more && *misere && royals && all && count == 1) {
        royals_write(t, out, royals);
        out_text(out, "baring=loses\n");
        return true;
    }
    if (more || royals || all || count || only < 0 || !counts_only_fall(t, only, 1))
        return lacks(t, FAIRY_EXTINCT);
    royals_write(t, out, types);
    out_text(out, "royalRule=capture\n");
    return *misere = true;
}

/* Loss by having none left of a kind, or of any kind. */
static bool extinct_write(Text *t, Out *out, bool *misere) {
    Fairy *fairy = t->fairy;
    FairySet given = value(t, FAIRY_EXTINCT_TYPES, 0)->set;
    FairySet types = set_shown(t, FAIRY_EXTINCT_TYPES, 0);
    FairySet royals = royals_of(t);
    int result = fairy_number(fairy, FAIRY_EXTINCT),
        count = fairy_number(fairy, FAIRY_EXTINCT_COUNT);
    int others = fairy_number(fairy, FAIRY_EXTINCT_OTHERS);
    bool all = (given & FAIRY_EVERY) != 0, claim = fairy_is(fairy, FAIRY_EXTINCT_CLAIM);
    int stalemate = fairy_number(fairy, FAIRY_STALEMATE);
    bool none_left = all && !count && !others; /* who has nothing cannot move */
    if (result == FAIRY_NO_RESULT || !given || (none_left && stalemate == result)) {
        royals_write(t, out, royals);
        if (fairy_is(fairy, FAIRY_EXTINCT_ROYAL) && result)
            return clash(t, FAIRY_EXTINCT_ROYAL, FAIRY_EXTINCT_TYPES);
        return true;
    }
    if (none_left && result == FAIRY_LOSS) {
        bool has[2] = {false, false};
        for (int slot = 0; slot < t->fairy->slots; slot++)
            for (int side = 0; side < 2; side++)
                has[side] |= fairy_in(royals, slot) && count_of(t, slot, side);
        if (!has[0] && !has[1]) return clash(t, FAIRY_EXTINCT, FAIRY_STALEMATE);
        royals_write(t, out, royals);
        if (!has[0] || !has[1]) out_format(out, "royalSides=%s\n", has[0] ? "first" : "second");
        return true;
    }
    if (result == FAIRY_WIN) return extinct_wins(t, out, types, all, misere);
    if (result != FAIRY_LOSS) return lacks(t, FAIRY_EXTINCT);
    if (!all && !types) return clash(t, FAIRY_EXTINCT, FAIRY_EXTINCT_TYPES);
    if (all && count == 1 && royals && (others == 2) == claim && (!others || others == 2)) {
        royals_write(t, out, royals);
        out_text(out, claim ? "baring=drawIfBaredBack\n" : "baring=loses\n");
        return true;
    }
    if (all) return clash(t, FAIRY_EXTINCT_TYPES, FAIRY_EXTINCT_COUNT);
    if (others) return clash(t, FAIRY_EXTINCT_TYPES, FAIRY_EXTINCT_OTHERS);
    if (claim) return clash(t, FAIRY_EXTINCT_TYPES, FAIRY_EXTINCT_CLAIM);
    if (fairy_is(fairy, FAIRY_EXTINCT_ROYAL))
        return count && count < ALL_OF_THEM ? clash(t, FAIRY_EXTINCT_ROYAL, FAIRY_EXTINCT_COUNT)
                                            : extinct_royals(t, out, types, count > 0);
    if (count) {
        int only = only_of(types);
        if (only < 0 || royals || !counts_only_fall(t, only, count + 1))
            return clash(t, FAIRY_EXTINCT_COUNT, FAIRY_EXTINCT_TYPES);
        for (int i = 0; i < t->count; i++)
            if (t->kinds[i].slot == only) out_format(out, "royal=%s\n", t->kinds[i].id);
        out_text(out, "royalRule=capture\nextinction=0\n");
        return true;
    }
    royals_write(t, out, royals);
    out_text(out, "baring=");
    for (int i = 0, written = 0; i < t->count; i++) {
        if (!fairy_in(types, t->kinds[i].slot)) continue;
        if (t->kinds[i].face) return clash(t, FAIRY_EXTINCT_TYPES, FAIRY_FACES);
        if (t->kinds[i].side >= 0) return clash(t, FAIRY_EXTINCT_TYPES, FAIRY_CASTLES);
        out_format(out, "%s%d", written++ ? "," : "", i + 1);
    }
    out_char(out, '\n');
    return true;
}

static bool goals_write(Text *t, Out *out) {
    Both goal;
    for (int side = 0; side < 2; side++)
        goal.side[side] = on_board(t, value(t, FAIRY_GOAL, side)->squares);
    if (is_empty(&goal.side[0]) && is_empty(&goal.side[1])) return true;
    if (fairy_number(t->fairy, FAIRY_GOAL_COUNT) != 1) return lacks(t, FAIRY_GOAL_COUNT);
    FairySet types[2];
    for (int side = 0; side < 2; side++) types[side] = set_shown(t, FAIRY_GOAL_PIECE, side);
    bool same = types[0] == types[1];
    for (int side = 0; side < (same ? 1 : 2); side++) {
        Both one = goal;
        if (!same) one.side[1 - side] = (FairySquares){0};
        if (!types[side] || (is_empty(&one.side[0]) && is_empty(&one.side[1]))) continue;
        out_text(out, "goal=");
        ids_write(t, out, types[side], true);
        out_char(out, '>');
        both_write(t, out, &one);
        out_char(out, '\n');
    }
    if (!fairy_is(t->fairy, FAIRY_GOAL_ANSWERED)) return true;
    FairySet royals = royals_of(t), all = types[0] | types[1]; /* only they are answered there */
    if (all & royals && all & ~royals) return clash(t, FAIRY_GOAL_ANSWERED, FAIRY_GOAL_PIECE);
    out_format(out, "goalWins=%s\n", all & royals ? "answered" : "held");
    return true;
}

static bool repetition_write(Text *t, Out *out) {
    int fold = fairy_number(t->fairy, FAIRY_FOLD),
        result = fairy_number(t->fairy, FAIRY_FOLD_VALUE);
    bool perpetual = fairy_is(t->fairy, FAIRY_PERPETUAL);
    if (result != FAIRY_DRAW && result != FAIRY_NO_RESULT && fold)
        finding_warning(t->fairy->findings, fairy_place(t->fairy, FAIRY_FOLD_VALUE),
                        MSG_IMPORT_ENDING, key_of(t, FAIRY_FOLD_VALUE),
                        arg_text(result == FAIRY_WIN ? "win" : "loss"));
    if (!fold || result == FAIRY_NO_RESULT)
        out_text(out, "repetition=none\n");
    else if (fold < 2 || fold > 9)
        return lacks(t, FAIRY_FOLD);
    else
        out_format(out, "repetition=%s\nrepetitionCount=%d\n", perpetual ? "perpetual" : "draw",
                   fold);
    return true;
}

/* May royals of both sides come to stand on one rank? */
static bool royals_share_ranks(const Text *t) {
    bool shared = false;
    for (int rank = 0; rank < t->ranks; rank++) {
        bool stands[2] = {false, false};
        for (int i = 0; i < t->count; i++)
            for (int side = 0; side < 2; side++)
                stands[side] |= piece_of(t, t->kinds[i].slot)->part == FAIRY_IS_ROYAL &&
                                t->kinds[i].region.side[side].rank[rank];
        shared |= stands[0] && stands[1];
    }
    return shared;
}

/* There, a partner that comes to a royal's line ends its first moves. */
static void first_moves_write(const Text *t, Out *out) {
    FairySet partners = 0;
    bool leaps = false;
    for (int i = 0; i < t->count; i++) {
        const FairyPiece *piece = piece_of(t, t->kinds[i].slot);
        if (piece->part == FAIRY_IS_PARTNER) partners |= (FairySet)1 << t->kinds[i].slot;
        leaps |= piece->part == FAIRY_IS_ROYAL && strstr(t->kinds[i].moves, "ifsmN");
    }
    if (!partners || !leaps || !fairy_is(t->fairy, FAIRY_CAMBODIAN)) return;
    out_text(out, "endsFirstMoves=");
    ids_write(t, out, partners, true);
    out_char(out, '\n');
}

/* A draw that one side wins. */
static bool odds_write(Text *t, Out *out) {
    Slice word = value(t, FAIRY_MATERIAL, 0)->text;
    bool white = slice_is(word, "whitedrawodds"), black = slice_is(word, "blackdrawodds");
    if (!white && !black) return true;
    if (fairy_is(t->fairy, FAIRY_GOAL_ANSWERED))
        return clash(t, FAIRY_MATERIAL, FAIRY_GOAL_ANSWERED);
    if (fairy_is(t->fairy, FAIRY_EXTINCT_CLAIM))
        return clash(t, FAIRY_MATERIAL, FAIRY_EXTINCT_CLAIM);
    out_format(out, "drawWins=%s\n", white != t->black_begins ? "first" : "second");
    return true;
}

static bool endings_write(Text *t, Out *out) {
    static const char *const stalemates[] = {"draw", "draw", "loss", "moverWins"};
    FairySet restarts, by[2];
    int limit = fairy_number(t->fairy, FAIRY_MOVE_LIMIT);
    int mated = fairy_number(t->fairy, FAIRY_CHECKMATE);
    bool misere = mated == FAIRY_WIN;
    if (mated != FAIRY_LOSS && !misere) return lacks(t, FAIRY_CHECKMATE);
    int extinct = fairy_number(t->fairy, FAIRY_EXTINCT);
    if (misere && extinct != FAIRY_NO_RESULT && extinct != FAIRY_WIN)
        return clash(t, FAIRY_CHECKMATE, FAIRY_EXTINCT);
    if (!extinct_write(t, out, &misere) || !goals_write(t, out)) return false;
    first_moves_write(t, out);
    if (!odds_write(t, out)) return false;
    if (fairy_is(t->fairy, FAIRY_CHECKS)) {
        int checks = t->checks[0] ? t->checks[0] : 1;
        if (t->checks[0] != t->checks[1] || checks < 1 || checks > 9)
            return clash(t, FAIRY_CHECKS, FAIRY_START);
        out_format(out, "checksToWin=%d\n", checks);
    }
    if (fairy_is(t->fairy, FAIRY_MUST_CAPTURE)) out_text(out, "mustCapture=yes\n");
    if (fairy_is(t->fairy, FAIRY_FACING))
        out_format(out, "royalsFace=%s\n", royals_share_ranks(t) ? "no:file+rank" : "no");
    if (!fairy_is(t->fairy, FAIRY_GIVES_CHECK)) {
        if (!royals_of(t)) return clash(t, FAIRY_GIVES_CHECK, FAIRY_START);
        out_text(out, "giveCheck=no\n");
    }
    if (fairy_is(t->fairy, FAIRY_STAYS_IN_CHECK)) out_text(out, "fleeCheck=no\n");
    if (misere) out_text(out, "misere=yes\n");
    if (value(t, FAIRY_PASS, 0)->number != value(t, FAIRY_PASS, 1)->number)
        return lacks(t, FAIRY_PASS);
    if (fairy_is(t->fairy, FAIRY_PASS)) out_text(out, "pass=yes\n");
    int stalemate = fairy_number(t->fairy, FAIRY_STALEMATE);
    bool fewer = fairy_is(t->fairy, FAIRY_FEWER); /* who has less is as the stalemated one there */
    if (fewer && stalemate != FAIRY_WIN) return clash(t, FAIRY_FEWER, FAIRY_STALEMATE);
    out_format(out, "stalemate=%s\n", fewer ? "fewer" : stalemates[stalemate]);
    if (!repetition_write(t, out)) return false;
    if (!limit) return true;
    out_format(out, "moveLimit=%d\n", limit);
    for (int side = 0; side < 2; side++) by[side] = set_shown(t, FAIRY_RESTARTS, side);
    if (by[0] != by[1]) { /* it makes no difference where one side has none of the kind */
        if (t->turns || ((by[0] ^ by[1]) & t->own[0] & t->own[1])) return lacks(t, FAIRY_RESTARTS);
        for (int side = 0; side < 2; side++) by[side] &= t->own[side];
    }
    restarts = by[0] | by[1];
    if (restarts) {
        out_text(out, "moveLimitRestarts=");
        ids_write(t, out, restarts, true);
        out_char(out, '\n');
    }
    return true;
}

/* ---- the whole */

static bool form_fits(const Text *t, FairySymmetry form) {
    Both goal;
    bool zoned = t->chooses || t->turns;
    bool fits = !zoned || t->zone_ranks >= 0 || is_formed(t, &t->zone, form);
    if (t->passing && t->passing_bounded) fits &= is_formed(t, &t->passable, form);
    for (int side = 0; side < 2; side++)
        goal.side[side] = on_board(t, value(t, FAIRY_GOAL, side)->squares);
    FairySquares holes = turned(t, &t->holes, form);
    fits &= is_same(&holes, &t->holes) && is_formed(t, &goal, form) &&
            value(t, FAIRY_GOAL_PIECE, 0)->set == value(t, FAIRY_GOAL_PIECE, 1)->set;
    for (int i = 0; i < t->count && fits; i++) {
        const FairyKind *kind = &t->kinds[i];
        fits = kind->side < 0 && is_formed(t, &kind->at, form) && is_formed(t, &kind->home, form) &&
               is_formed(t, &kind->region, form) && is_formed(t, &kind->drops, form);
    }
    return fits;
}

static void squares_of_kinds_write(const Text *t, Out *out) {
    if (t->passing && t->passing_bounded) {
        out_text(out, "passing=");
        both_write(t, out, &t->passable);
        out_char(out, '\n');
    }
    for (int i = 0; i < t->count; i++) {
        const FairyKind *kind = &t->kinds[i];
        if (kind->bounded) {
            out_format(out, "region=%s>", kind->id);
            both_write(t, out, &kind->region);
            out_char(out, '\n');
        }
        if (kind->drops_bounded) {
            out_format(out, "dropSquares=%s>", kind->id);
            both_write(t, out, &kind->drops);
            out_char(out, '\n');
        }
        if (is_empty(&kind->home.side[0]) && is_empty(&kind->home.side[1])) continue;
        out_format(out, "home=%s>", kind->id);
        both_write(t, out, &kind->home);
        out_char(out, '\n');
    }
}

static void pieces_write(const Text *t, Out *out) {
    for (int i = 0; i < t->count; i++) {
        const FairyKind *kind = &t->kinds[i];
        out_format(out, "%s:%s:%s::", kind->name, kind->id, *kind->moves ? kind->moves : "-");
        both_write(t, out, &kind->at);
        if (kind->hand[0] && kind->hand[0] == kind->hand[1])
            out_format(out, ":%d", kind->hand[0]);
        else if (kind->hand[0] || kind->hand[1])
            out_format(out, ":%d,,%d", kind->hand[0], kind->hand[1]);
        out_char(out, '\n');
    }
    if (is_empty(&t->holes)) return;
    out_text(out, "hole::::");
    squares_write(t, out, &t->holes);
    out_char(out, '\n');
}

/* Small letters, digits, and one `-` for whatever stands between them. */
static void name_write(Out *out, Slice name, bool title) {
    int written = 0;
    bool gap = false;
    for (int i = 0; i < name.length; i++) {
        char c = name.at[i], small = ascii_lower(c);
        bool kept = ascii_is_letter(c) || ascii_is_digit(c);
        if (kept && gap && written) out_char(out, title ? ' ' : '-');
        gap = !kept;
        if (!kept) continue;
        out_char(out, title && !written ? ascii_upper(c) : small);
        written++;
    }
    if (!written) out_text(out, "untitled");
}

static void head_write(const Text *t, Out *out) {
    static const char *const forms[] = {"mirror", "rotate", "none"};
    out_text(out, "name=");
    name_write(out, t->fairy->name, false);
    out_text(out, "\ntitle=");
    name_write(out, t->fairy->name, true);
    out_char(out, '\n');
    for (int i = 0; i < t->fairy->unsaid_count; i++) {
        const FairyUnsaid *unsaid = &t->fairy->unsaid[i];
        out_text(out, "note=");
        out_say(out, HENKA_ENGLISH, MSG_IMPORT_NOTE, arg_text(unsaid->key->name),
                arg_slice(unsaid->value));
        out_char(out, '\n');
    }
    if (fairy_is(t->fairy, FAIRY_PASS)) {
        finding_warning(t->fairy->findings, fairy_place(t->fairy, FAIRY_PASS), MSG_IMPORT_PASSES);
        out_text(out, "note=");
        out_say(out, HENKA_ENGLISH, MSG_IMPORT_NOTE_PASSES);
        out_char(out, '\n');
    }
    if (fairy_is(t->fairy, FAIRY_TWO_BOARDS))
        finding_warning(t->fairy->findings, fairy_place(t->fairy, FAIRY_TWO_BOARDS),
                        MSG_IMPORT_TWO_BOARDS);
    out_format(out, "\nfiles=%d\nranks=%d\nsymmetry=%s\n", t->files, t->ranks, forms[t->form]);
}

static bool text_find(Text *t) {
    hands_find(t);
    return start_read(t) && (used_find(t), promotion_find(t)) && zone_find(t) && passing_find(t) &&
           castling_find(t) && kinds_find(t);
}

const char *fairy_text(Fairy *fairy) {
    enum { TEXT_BYTES = 1 << 16, LIST_BYTES = 1024 };
    Text *t = arena_take(fairy->arena, sizeof *t);
    *t = (Text){.fairy = fairy,
                .files = fairy_number(fairy, FAIRY_WIDTH),
                .ranks = fairy_number(fairy, FAIRY_HEIGHT)};
    char *text = arena_take(fairy->arena, TEXT_BYTES),
         *ranks = arena_take(fairy->arena, LIST_BYTES);
    Out out = out_to(text, TEXT_BYTES), list = out_to(ranks, LIST_BYTES);
    if (!text_find(t)) return NULL;
    if (!zone_bar(t)) return NULL;
    for (int i = 0; i < t->count; i++)
        if (!ranks_bar(t, &t->kinds[i], &list)) return NULL;
    while (t->form < FORM_NONE && !form_fits(t, t->form)) t->form++;
    head_write(t, &out);
    if (!promotion_write(t, &out)) return NULL;
    if (list.length) out_format(&out, "noMoveRanks=%s\n", ranks);
    squares_of_kinds_write(t, &out);
    if (!hands_write(t, &out) || !endings_write(t, &out)) return NULL;
    out_char(&out, '\n');
    pieces_write(t, &out);
    return out.length < TEXT_BYTES ? text : NULL;
}
