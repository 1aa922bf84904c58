/* fairy_text - writes a game of Fairy-Stockfish's format in the language of docs/format.md. A rule
 * that the language cannot express is reported with its key, and then nothing is written. */
#include "base/ascii.h"
#include "henka.h"
#include "import/fairy.h"

#include <assert.h>
#include <string.h>

/* A set of squares for each side. */
typedef struct Both {
    FairySquares side[2];
} Both;

/* A type of piece, a line of the text. kind_add fills it, but kind_place fills `at` and `hand`. */
typedef struct FairyKind {
    int slot;           /* index in Fairy.pieces of the piece whose moves this type has */
    bool face;          /* the type is the promoted face of a piece */
    int side;           /* the only side that has pieces of this type; -1: both sides */
    char id[4];         /* a capital; `+` before a promoted face, `B` after gote's own type */
    const char *name;   /* name in words */
    const char *moves;  /* XBetza; empty: no moves */
    Both at;            /* by side: squares of these pieces in the starting position */
    int hand[2];        /* by side: number of these pieces in hand at the start */
    bool bounded;       /* the piece may only stand on the squares of `region` */
    Both region;        /* by side: the squares that are allowed; all squares if the side has no
                           restriction */
    bool drops_bounded; /* the piece may only be dropped on the squares of `drops` */
    Both drops;         /* by side: the squares that are allowed; all squares if the side has no
                           restriction */
    Both home;          /* by side: squares from which the piece makes first moves; empty: none */
    int barred;         /* number of farthest ranks that are attacked but not entered */
    bool dead;          /* the piece must not be dropped on the `barred` ranks either */
} FairyKind;

/* How gote's squares follow from sente's: the key `symmetry` of the text. */
typedef enum { FORM_MIRROR, FORM_ROTATE, FORM_NONE } FairySymmetry;

/* A square of the starting position. */
typedef struct Cell {
    int slot;  /* index in Fairy.pieces of the piece on the square; -1: empty */
    int side;  /* side of the piece */
    bool face; /* the piece is marked with `+`: it is promoted */
} Cell;

enum { CELLS = FAIRY_RANKS * FAIRY_FILES };
enum { KINDS = 127, ALL_OF_THEM = 60 /* a number of pieces of one kind that no side reaches */ };

/* The text while it is made. fairy_text fills it from the game, in the order of the members. */
typedef struct Text {
    Fairy *fairy;     /* the game that its sections define */
    int files, ranks; /* size of the board */

    /* The starting position, filled by start_read. */
    Cell board[CELLS];          /* by rank from the bottom and file from the left */
    FairySquares holes;         /* holes of the board */
    int pocket[2][FAIRY_SLOTS]; /* by side and index in Fairy.pieces: number in hand */
    Slice castling[2]; /* by side: castling field of the start FEN; capital letters are white's */
    Slice passed;      /* the en passant field of the start FEN; empty: none */
    bool black_begins; /* black begins in the start FEN, so the sides were exchanged */
    int checks[2];     /* by side: checks that win, as in the start FEN (`3+3`); 0: no such field */

    /* Promotion, drops and first moves. */
    FairySet own[2];            /* by side: pieces that it has or may get, without faces */
    FairySet used;              /* the union of `own` of both sides */
    FairySet promoters;         /* pieces in `used` that promote by choice */
    FairySet choices[2];        /* by side: the pieces that its promoters may become */
    FairySet also[FAIRY_SLOTS]; /* by index in Fairy.pieces: choices besides `choices` */
    bool also_any;              /* some piece has an entry in `also` */
    bool chooses;               /* `promoters` and `choices` are not empty */
    bool chooses_apart;         /* choices[0] and choices[1] differ */
    bool turns;                 /* pieces promote by turning over */
    bool apart;   /* some pieces promote by turning over and others to a piece of their choice: the
                     key promoChoiceOf of Henka's format is written for the former */
    bool stock;   /* captured pieces go to the hand of the side that loses them, because its pieces
                     may promote to them; set by choice_write */
    int hands;    /* holdingsType of the text; 0: no drops */
    bool passing; /* captures in passing exist */
    bool passing_bounded; /* captures in passing are limited to the squares of `passable` */
    Both passable;
    Both zone;              /* promotion zone of each side */
    int zone_ranks;         /* the zone's number of farthest ranks; -1: another form */
    const char *castles[2]; /* by side: castling's XBetza, added to its piece's moves */

    FairyKind kinds[KINDS]; /* the piece lines in order */
    int count;              /* number of entries in `kinds` */
    FairySymmetry form;     /* the first symmetry that fits all squares; set by fairy_text */
} Text;

/* ---- rules that cannot be expressed */

/* The name of the key that set the rule; if it has its default, the first key's for this rule. */
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

/* Reports two rules that Henka can express only if a game does not have both. Returns false. */
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

/* Like set_of, but includes pieces that only occur as promoted faces. A value `*` gives all pieces
 * of the game. Must be called after kinds_find. */
static FairySet set_shown(const Text *t, FairyRule rule, int side) {
    FairySet shown = 0, given = value(t, rule, side)->set;
    for (int i = 0; i < t->count; i++) shown |= (FairySet)1 << t->kinds[i].slot;
    return given & FAIRY_EVERY ? shown : given & shown;
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

static bool is_any(const Both *both) {
    return !is_empty(&both->side[0]) || !is_empty(&both->side[1]);
}

/* The squares that a rule gives for each side. */
static Both both_of(const Text *t, FairyRule rule) {
    return (Both){
        {on_board(t, value(t, rule, 0)->squares), on_board(t, value(t, rule, 1)->squares)}};
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

/* The squares mirrored, or rotated by 180 degrees, to the other side of the board (`form`). */
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

/* The number of the side's farthest ranks that these squares are; -1: they have another form. */
static int ranks_of(const Text *t, const FairySquares *squares, int side) {
    for (int count = 0; count <= t->ranks; count++) {
        FairySquares ranks = last_ranks(t, side, count);
        if (is_same(&ranks, squares)) return count;
    }
    return -1;
}

/* Do the squares contain the rank from file `first` to `last`? */
static bool is_run(const FairySquares *squares, int rank, int first, int last) {
    for (int file = first; file <= last; file++)
        if (!fairy_on(squares, file, rank)) return false;
    return true;
}

/* Writes the squares as rectangles, from the first rank on: `a2-h3,c4`; nothing for none. */
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

/* Writes `key=ID>squares` on a line; id "": without `ID>`. */
static void key_write(const Text *t, Out *out, const char *key, const char *id, const Both *both) {
    out_format(out, "%s=%s%s", key, id, *id ? ">" : "");
    both_write(t, out, both);
    out_char(out, '\n');
}

/* The starting square on a file from the left and a rank from the bottom, both from 0. */
static const Cell *cell_at(const Text *t, int file, int rank) {
    return &t->board[rank * FAIRY_FILES + file];
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
    const char *end = text->at + text->length, *at = reader_blanks_end(text->at, end),
               *cut = reader_word_end(at, end);
    *text = slice_between(cut, end);
    return slice_between(at, cut);
}

/* Reads one rank of the board and moves *at past it. */
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
            t->board[rank * FAIRY_FILES + file++] =
                (Cell){fairy_slot(t->fairy, c), !ascii_is_upper(c), face};
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

/* Does the starting position stay the same if the board is rotated and the sides are exchanged? */
static bool is_rotated(const Text *t) {
    for (int rank = 0; rank < t->ranks; rank++)
        for (int file = 0; file < t->files; file++) {
            const Cell *cell = cell_at(t, file, rank),
                       *other = cell_at(t, t->files - 1 - file, t->ranks - 1 - rank);
            if (cell->slot != other->slot || cell->face != other->face ||
                (cell->slot >= 0 && cell->side == other->side))
                return false;
        }
    return true;
}

/* In Fairy-Stockfish's format the first side is white, and black may begin. Then this exchanges the
 * sides: their pieces, and their values of all rules. The board is rotated if this leaves the
 * starting position the same, and else mirrored. */
static bool sides_exchange(Text *t) {
    Fairy *fairy = t->fairy;
    FairySymmetry form = is_rotated(t) && !t->castling[0].length ? FORM_ROTATE : FORM_MIRROR;
    Cell before[CELLS];
    if (fairy_is(fairy, FAIRY_GOAL_ANSWERED)) return clash(t, FAIRY_GOAL_ANSWERED, FAIRY_START);
    memcpy(before, t->board, sizeof before);
    for (int rank = 0; rank < t->ranks; rank++)
        for (int file = 0; file < t->files; file++) {
            int from = form == FORM_ROTATE ? t->files - 1 - file : file;
            Cell *cell = &t->board[rank * FAIRY_FILES + file];
            *cell = before[(t->ranks - 1 - rank) * FAIRY_FILES + from];
            cell->side ^= 1;
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
    for (int i = 0; i < CELLS; i++) t->board[i].slot = -1;
    for (int rank = t->ranks - 1; rank >= 0; rank--)
        if (!rank_read(t, &at, end, rank) || (rank && (at == end || *at++ != '/')))
            return start_wrong(t, MSG_IMPORT_START);
    if (!pocket_read(t, at, end)) return start_wrong(t, MSG_IMPORT_START);
    Slice side = field_next(&text);
    bool black = slice_is(side, "b");
    if (side.length && !black && !slice_is(side, "w")) return start_wrong(t, MSG_IMPORT_START_SIDE);
    for (Slice field = field_next(&text); field.length; field = field_next(&text)) {
        if (field.length > 1 && ascii_is_lower(field.at[0]) && ascii_is_digit(field.at[1]))
            t->passed = field; /* a square: the en passant field */
        else if (ascii_is_letter(*field.at))
            t->castling[0] = t->castling[1] = field;
        if (field.length == 3 && field.at[1] == '+')
            for (int i = 0; i < 2; i++) t->checks[i] = field.at[2 * i] - '0';
    }
    return !black || sides_exchange(t);
}

/* The number of pieces of a kind, promoted ones excluded, that a side has at the start. */
static int count_of(const Text *t, int slot, int side) {
    int count = t->hands ? t->pocket[side][slot] : 0;
    for (const Cell *cell = t->board; cell < t->board + CELLS; cell++)
        count += cell->slot == slot && cell->side == side && !cell->face;
    return count;
}

/* ---- kinds and their promotion */

static const FairyPiece *piece_of(const Text *t, int slot) { return &t->fairy->pieces[slot]; }

/* The side's pieces that become one of several pieces of the player's choice: those that the key
 * names, and in Fairy-Stockfish also every piece with a double step (FAIRY_IS_STEPS). */
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
    for (const Cell *cell = t->board; cell < t->board + CELLS; cell++)
        if (cell->slot >= 0) t->own[cell->side] |= (FairySet)1 << cell->slot;
    for (int slot = 0; slot < t->fairy->slots && t->hands; slot++)
        for (int side = 0; side < 2; side++)
            if (t->pocket[side][slot]) t->own[side] |= (FairySet)1 << slot;
    /* With drops a side may get every piece of its opponent. */
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

/* Can promotion by turning over be written as a promotion choice? Not with drops, nor if pieces
 * turn back or turn by capturing. chosen: not either, because the game has other choices. */
static bool turning_check(Text *t, bool chosen) {
    FairyRule no = t->hands                               ? FAIRY_DROPS
                   : fairy_is(t->fairy, FAIRY_TURNS_BACK) ? FAIRY_TURNS_BACK
                   : fairy_is(t->fairy, FAIRY_ON_CAPTURE) ? FAIRY_ON_CAPTURE
                   : chosen                               ? FAIRY_CHOICES
                                                          : FAIRY_RULES;
    return no == FAIRY_RULES || clash(t, FAIRY_FACES, no);
}

/* Decides whether pieces that turn over to their promoted form can each get that form as a
 * promotion choice (promoChoiceOf), in a game where other pieces promote by choice. */
static bool apart_find(Text *t) {
    if (!turning_check(t, t->chooses_apart)) return false;
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
    /* pieces without a double step (FAIRY_IS_STEPS) may leave the zone again without promoting */
    for (int slot = 0; slot < t->fairy->slots; slot++)
        if (fairy_in(t->promoters, slot) && piece_of(t, slot)->part != FAIRY_IS_STEPS)
            return clash(t, FAIRY_FACES, FAIRY_PROMOTERS);
    for (int i = 0; i < CELLS; i++)
        if (t->board[i].face) return clash(t, FAIRY_FACES, FAIRY_START);
    for (int side = 0; side < 2; side++) t->own[side] |= faces;
    t->used |= faces;
    t->apart = true;
    t->turns = false;
    return true;
}

/* Gives a piece that promotes by choice and also has a promoted form this form as one more choice,
 * as in Fairy-Stockfish, instead of turning over to it. */
static bool also_find(Text *t) {
    Fairy *fairy = t->fairy;
    for (int slot = 0; slot < fairy->slots; slot++) {
        int other = fairy_in(t->promoters, slot) ? piece_of(t, slot)->promoted : -1;
        if (other < 0) continue;
        bool steps = piece_of(t, slot)->part == FAIRY_IS_STEPS;
        if (!turning_check(t, t->chooses_apart || !steps)) return false;
        t->also[slot] = (FairySet)1 << other;
        t->also_any = true;
        fairy->pieces[slot].promoted = -1;
        for (int side = 0; side < 2; side++)
            if (fairy_in(t->own[side], slot)) t->own[side] |= t->also[slot];
        t->used |= t->also[slot];
    }
    return true;
}

/* Decides how pieces promote: some to a piece of the player's choice, others by turning over to a
 * promoted form. If there is only one choice, it is written as a promoted form. */
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
    t->zone = both_of(t, FAIRY_ZONE);
    int first = ranks_of(t, &t->zone.side[0], 0), second = ranks_of(t, &t->zone.side[1], 1);
    t->zone_ranks = first == second ? first : -1;
    FairySquares all = everywhere(t);
    bool whole = is_same(&all, &t->zone.side[0]) && is_same(&all, &t->zone.side[1]);
    FairyRule rule = fairy_is(t->fairy, FAIRY_TURNS_BACK) ? FAIRY_TURNS_BACK : FAIRY_ON_CAPTURE;
    if (!fairy_is(t->fairy, rule) || !t->turns) return true;
    if (!whole) return clash(t, rule, FAIRY_ZONE);
    return fairy_is(t->fairy, FAIRY_MUST_TURN) || clash(t, rule, FAIRY_MUST_TURN);
}

/* ---- captures in passing */

/* The squares shifted forward by one rank, as that side moves. */
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
    Both starts = both_of(t, rule);
    return is_any(&starts);
}

/* Refuses captures in passing that end in the zone: in Fairy-Stockfish they do not promote. */
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

/* Finds the squares on which each side may capture double and triple steps in passing. */
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
    t->passing = pushes && is_any(&squares);
    if (!t->passing) return true;
    if (t->passed.length) return start_wrong(t, MSG_IMPORT_START_PASSED);
    return passing_zone_check(t, &squares) &&
           (set_of(t, FAIRY_PASSERS, 0) == set_of(t, FAIRY_PASSERS, 1) || lacks(t, FAIRY_PASSERS));
}

/* ---- castling */

/* The file of the piece that castles; -1: no such piece is on this rank. */
static int castler_file(const Text *t, int side, int rank) {
    int found = -1, count = 0, given = fairy_number(t->fairy, FAIRY_CASTLER_FILE) - 1;
    FairySet castlers = value(t, FAIRY_CASTLER, side)->set;
    bool at_given = false;
    for (int file = 0; file < t->files; file++) {
        const Cell *cell = cell_at(t, file, rank);
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
    const Cell *cell = cell_at(t, file, rank);
    return cell->slot >= 0 && cell->side == side &&
           fairy_in(value(t, FAIRY_PARTNERS, side)->set, cell->slot);
}

/* The file of the castling partner that a letter of the start FEN denotes; -1: none. `K` and `Q`
 * search from FAIRY_PARTNER_RIGHT and FAIRY_PARTNER_LEFT, other letters are files. */
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

/* In Henka a royal castles with the last piece on its rank in that direction at the start, or with
 * one on the square before. Returns the number of squares from partner to last piece. */
static int pieces_beyond(const Text *t, int rank, int partner, int step) {
    int last = partner;
    for (int file = partner; file >= 0 && file < t->files; file += step) {
        if (fairy_on(&t->holes, file, rank)) break;
        if (cell_at(t, file, rank)->slot >= 0) last = file;
    }
    return (last - partner) * step;
}

static bool may_stand(const Text *t, int side, int slot, int file, int rank) {
    FairyKind kind = {.slot = slot};
    region_find(t, &kind);
    return fairy_on(&kind.region.side[side], file, rank);
}

/* The XBetza text of castling with the piece on file `partner`, such as `irO2`. NULL: XBetza cannot
 * express it, which is reported. */
static const char *wing_write(Text *t, int side, int rank, int file, int partner) {
    int step = partner > file ? 1 : -1;
    FairyRule target = step > 0 ? FAIRY_CASTLE_RIGHT : FAIRY_CASTLE_LEFT;
    int to = fairy_number(t->fairy, target) - 1, inside = pieces_beyond(t, rank, partner, step);
    int steps = (to - file) * step;
    const Cell *castler = cell_at(t, file, rank), *other = cell_at(t, partner, rank);
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

/* Has the side a royal that FAIRY_CASTLER does not name? In Fairy-Stockfish such a royal may castle
 * if it gets to the castling square. XBetza cannot express this. */
static bool has_other_royal(const Text *t, int side) {
    FairySet castlers = value(t, FAIRY_CASTLER, side)->set;
    for (const Cell *cell = t->board; cell < t->board + CELLS; cell++)
        if (cell->slot >= 0 && cell->side == side && !fairy_in(castlers, cell->slot) &&
            piece_of(t, cell->slot)->part == FAIRY_IS_ROYAL)
            return true;
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
        bool alike = *wings[0] && *wings[1] && !strcmp(wings[0] + 2, wings[1] + 2);
        t->castles[side] = alike ? arena_format(t->fairy->arena, "is%s", wings[0] + 2)
                                 : arena_format(t->fairy->arena, "%s%s", wings[0], wings[1]);
    }
    return true;
}

/* ---- kinds */

/* The piece's name in words: capitals within the name begin words. A piece whose moves the file
 * defines is named by its letter. */
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

/* Adds the first moves of Cambodian chess. In Fairy-Stockfish the castling field of the start names
 * the files of unmoved pieces. In Henka all pieces of the starting position are unmoved. */
static bool cambodian_find(Text *t, FairyKind *kind) {
    const FairyPiece *piece = piece_of(t, kind->slot);
    const char *move = piece->part == FAIRY_IS_ROYAL   ? "ifsmN"
                       : slice_is(piece->name, "fers") ? "ifmD"
                                                       : NULL;
    int named = 0, others = 0;
    if (!move || kind->face || !fairy_is(t->fairy, FAIRY_GATES)) return true;
    for (int rank = 0; rank < t->ranks; rank++)
        for (int file = 0; file < t->files; file++) {
            const Cell *cell = cell_at(t, file, rank);
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

/* Finds the moves of a kind, and the squares from which it makes first moves. */
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
    assert(t->count < KINDS); /* at most 26 letters, each with one other face */
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

/* Adds the squares on which the kind stands in the starting position, and its number in hand. slot:
 * index of its letter in the start FEN. face: the FEN writes the letter with a `+`. */
static void kind_place(const Text *t, FairyKind *kind, int slot, bool face) {
    for (int rank = 0; rank < t->ranks; rank++)
        for (int file = 0; file < t->files; file++) {
            const Cell *cell = cell_at(t, file, rank);
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

/* Adds the unpromoted kind of a piece. If the sides castle in different ways, or have different
 * promotion choices, each side gets a kind of its own. */
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

/* Adds the promoted forms of pieces. Refuses a start FEN with a `+` before a piece without one. */
static bool faces_add(Text *t) {
    FairySet choices = t->choices[0] | t->choices[1];
    for (const Cell *cell = t->board; cell < t->board + CELLS; cell++)
        if (cell->slot >= 0 && cell->face && piece_of(t, cell->slot)->promoted < 0)
            return start_wrong(t, MSG_IMPORT_START);
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

static bool kinds_find(Text *t) {
    FairySet promoters = t->chooses ? t->promoters : 0;
    /* first pieces that promote by choice, then other pieces, then royals */
    for (int turn = 0; turn < 3; turn++)
        for (int slot = 0; slot < t->fairy->slots; slot++) {
            bool royal = piece_of(t, slot)->part == FAIRY_IS_ROYAL;
            int mine = fairy_in(promoters, slot) ? 0 : royal ? 2 : 1;
            if (fairy_in(t->used, slot) && mine == turn && !plain_add(t, slot)) return false;
        }
    return faces_add(t);
}

/* ---- squares that pieces may not be dropped on, nor stay on */

/* The number of farthest ranks where a kind can never move; -1: those squares form no ranks. */
static int immobile_ranks(Text *t, const FairyKind *kind) {
    FairySquares stuck = {0}, to;
    for (int rank = 0; rank < t->ranks; rank++)
        for (int file = 0; file < t->files; file++)
            if (!fairy_moves_from(t->fairy, piece_of(t, kind->slot), file, rank, &to))
                add(&stuck, file, rank);
    return ranks_of(t, &stuck, 0);
}

/* Does the kind promote, to another face or by choice? */
static bool promotes(const Text *t, const FairyKind *kind) {
    return piece_of(t, kind->slot)->promoted >= 0 ||
           (t->chooses && fairy_in(t->promoters, kind->slot));
}

/* The squares on which the kind must not be dropped. */
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

/* Bars a kind from the farthest ranks, though it attacks them: it is written as a kind that must
 * promote there but can only become itself. */
static bool kind_bar(Text *t, FairyKind *kind, int ranks, FairyRule rule) {
    for (FairyRule no = FAIRY_MUST_TURN; t->turns && no <= FAIRY_TURNS_BACK; no++)
        if (fairy_is(t->fairy, no)) return clash(t, rule, no);
    if ((t->chooses || t->turns) && t->zone_ranks < ranks) return clash(t, rule, FAIRY_ZONE);
    if (kind->barred < ranks) kind->barred = ranks;
    return true;
}

/* Adds `ID:n` to the list if the kind's n farthest ranks are barred. False: inexpressible. */
static bool ranks_bar(Text *t, FairyKind *kind, Out *list) {
    bool immobile = fairy_is(t->fairy, FAIRY_IMMOBILE), dropped = t->hands && !kind->face;
    int stuck = immobile ? immobile_ranks(t, kind) : 0, barred = stuck;
    bool must = t->chooses ? fairy_is(t->fairy, FAIRY_MUST_CHOOSE) : false;
    if (stuck < 0) return clash(t, FAIRY_IMMOBILE, FAIRY_START);
    if (kind->face || piece_of(t, kind->slot)->part == FAIRY_IS_ROYAL) return true;
    if (stuck == t->ranks) /* the kind never moves at all */
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
    /* pieces that turn over by captures alone may move there without one */
    if (t->turns && promotes(t, kind) && fairy_is(t->fairy, FAIRY_ON_CAPTURE))
        return clash(t, FAIRY_IMMOBILE, FAIRY_ON_CAPTURE);
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

/* Writes `key=` and the ids of a set of pieces. faces: also the ids of promoted faces. */
static void ids_write(const Text *t, Out *out, const char *key, FairySet set, bool faces) {
    int count = 0;
    out_format(out, "%s%s", key, *key == '>' ? "" : "=");
    for (int i = 0; i < t->count; i++)
        if (fairy_in(set, t->kinds[i].slot) && (faces || !t->kinds[i].face))
            out_format(out, "%s%s", count++ ? "," : "", t->kinds[i].id);
}

/* Writes a promotion choice, with the mark `*` (only a piece in hand) if the number of such pieces
 * is limited. The hand then begins with the number of pieces that the limit still allows. */
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

/* Writes the kind's choices, after `ID>` if those of other kinds differ. In Fairy-Stockfish a piece
 * that need not promote may stay as it is, which Henka's text expresses by its own id. */
static bool choices_of_write(Text *t, Out *out, const FairyKind *kind, bool named) {
    int side = kind->side >= 0 ? kind->side : !fairy_in(t->own[0], kind->slot);
    FairySet set = t->choices[side] | t->also[kind->slot], own = (FairySet)1 << kind->slot;
    bool stays = !fairy_is(t->fairy, FAIRY_MUST_CHOOSE) || own & set;
    out_text(out, named ? "promoChoiceOf=" : "promoChoice=");
    if (named) out_format(out, "%s>", kind->id);
    if (stays) {
        bool stuck = fairy_is(t->fairy, FAIRY_IMMOBILE) && immobile_ranks(t, kind) > 0;
        out_format(out, "%s%s", stuck ? "!" : "", kind->id);
    }
    int written = stays;
    for (int slot = t->fairy->slots - 1; slot >= 0; slot--)
        if (fairy_in(set & ~own, slot) && !choice_write(t, out, slot, !written++)) return false;
    out_char(out, '\n');
    return true;
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

/* Writes the key promoChoiceOf for each piece that turns over when it promotes: the choice is its
 * promoted form, or the piece of another letter. */
static void turning_write(const Text *t, Out *out) {
    bool must = fairy_is(t->fairy, FAIRY_MUST_TURN);
    for (const FairyKind *kind = t->kinds; kind < t->kinds + t->count; kind++) {
        int other = piece_of(t, kind->slot)->promoted;
        if (kind->face || other < 0) continue;
        out_format(out, "promoChoiceOf=%s>%s%s%s%c\n", kind->id, must ? "" : kind->id,
                   must ? "" : ",", t->apart ? "" : "+",
                   piece_of(t, t->apart ? other : kind->slot)->letter & ~32);
    }
    if (must) out_text(out, "declinePromotion=no\n");
}

/* Bars from the promotion zone the pieces that must promote there by choice but have no choice. */
static bool zone_bar(Text *t) {
    if (!fairy_is(t->fairy, FAIRY_MUST_CHOOSE)) return true;
    for (FairyKind *kind = t->kinds; kind < t->kinds + t->count; kind++) {
        if (kind->face || promotes(t, kind) || !fairy_in(t->promoters, kind->slot)) continue;
        if (t->zone_ranks < 0) return clash(t, FAIRY_CHOICES, FAIRY_ZONE);
        if (t->zone_ranks && !kind_bar(t, kind, t->zone_ranks, FAIRY_CHOICES)) return false;
    }
    return true;
}

/* Writes the kinds that must not move to some of the farthest ranks. */
static void barred_write(const Text *t, Out *out) {
    for (int dead = 0; dead < 2; dead++)
        for (const FairyKind *kind = t->kinds; kind < t->kinds + t->count; kind++) {
            if (!kind->barred || kind->dead != dead) continue;
            out_format(out, "promoChoiceOf=%s>%s\n%s=%s:%d\n", kind->id, kind->id,
                       dead ? "noMoveRanks" : "mustPromote", kind->id, kind->barred);
        }
}

/* Writes the key mustPromote: the kinds that must promote in the zone. */
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
        key_write(t, out, "promoSquares", "", &t->zone);
    }
}

static bool promotion_write(Text *t, Out *out) {
    bool back = fairy_is(t->fairy, FAIRY_TURNS_BACK), bars = false,
         captures = fairy_is(t->fairy, FAIRY_ON_CAPTURE);
    for (int i = 0; i < t->count; i++) bars |= t->kinds[i].barred > 0;
    if ((back || captures) && t->turns) {
        out_format(out, "promotion=%s\n", !captures ? "turn" : back ? "flip" : "capture");
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
    for (int i = 0; i < t->count; i++) { /* the hand cannot limit the number of promoted faces */
        int promoted = piece_of(t, t->kinds[i].slot)->promoted;
        if (!t->kinds[i].face && promoted >= 0 && piece_of(t, promoted)->limit)
            return clash(t, FAIRY_LIMITS, FAIRY_FACES);
    }
    out_text(out, "promotion=zone\n");
    if (bars) /* if one kind has promotion choices of its own, all need them */
        turning_write(t, out);
    else if (fairy_is(t->fairy, FAIRY_MUST_TURN))
        out_text(out, "declinePromotion=no\n");
    return must_write(t, out);
}

/* ---- hands */

static bool hands_write(Text *t, Out *out) {
    FairySet doubled = value(t, FAIRY_DOUBLED, 0)->set & t->used;
    if (!t->hands && t->stock) out_text(out, "holdingsType=1\n");
    if (!t->hands) return true;
    out_format(out, "holdingsType=%d\n", t->hands);
    if (fairy_is(t->fairy, FAIRY_DROP_FACES)) out_text(out, "dropFaces=either\n");
    if (doubled) {
        int most = fairy_number(t->fairy, FAIRY_DOUBLED_COUNT);
        for (int i = 0; i < t->count; i++) /* in Fairy-Stockfish the limit covers both faces */
            if (fairy_is(t->fairy, FAIRY_DROP_FACES) && fairy_in(doubled, t->kinds[i].slot) &&
                piece_of(t, t->kinds[i].slot)->promoted >= 0)
                return clash(t, FAIRY_DROP_FACES, FAIRY_DOUBLED);
        if (most < 1 || most > 32) return lacks(t, FAIRY_DOUBLED_COUNT);
        ids_write(t, out, "dropFileLimit", doubled, false);
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

/* Writes which kinds are royal. In Fairy-Stockfish a royal makes its first moves even in check. */
static void royals_name(const Text *t, Out *out, FairySet royals) {
    bool begins = false;
    for (const FairyKind *kind = t->kinds; kind < t->kinds + t->count; kind++) {
        if (!fairy_in(royals, kind->slot)) continue;
        out_format(out, "royal=%s\n", kind->id);
        begins |= is_any(&kind->home);
    }
    if (begins) out_text(out, "firstMoveInCheck=yes\n");
}

/* Writes which kinds are royal and when a side loses by them. If each side has its own kind of
 * royal, the rule is still checkmate. */
static void royals_write(const Text *t, Out *out, FairySet royals) {
    bool apart = false;
    royals_name(t, out, royals);
    for (int i = 0; i < t->count; i++)
        apart |= fairy_in(royals, t->kinds[i].slot) && t->kinds[i].side >= 0;
    if (!royals) out_text(out, "royal=none\n");
    if (apart) out_text(out, "royalRule=checkmate\n");
}

/* Can a side get more pieces of the kind by a promotion choice? */
static bool is_chosen(const Text *t, int slot, int side) {
    FairySet set = t->choices[side];
    for (int by = 0; by < t->fairy->slots; by++)
        if (fairy_in(t->own[side], by)) set |= t->also[by];
    return fairy_in(set, slot);
}

/* Does each side begin with `count` pieces of the kind, and can it get no more? */
static bool counts_only_fall(const Text *t, int slot, int count) {
    bool chosen = is_chosen(t, slot, 0) || is_chosen(t, slot, 1);
    return !chosen && !t->hands && count_of(t, slot, 0) == count && count_of(t, slot, 1) == count;
}

/* The maximum number of pieces of a kind that a side can have in a game without drops. */
static int most_of(const Text *t, int slot, int side) {
    int most = count_of(t, slot, side);
    if (is_chosen(t, slot, side)) return KINDS;
    for (int other = 0; other < t->fairy->slots; other++)
        if (other != slot && fairy_in(t->used, other) && piece_of(t, other)->promoted == slot)
            most += count_of(t, other, side);
    return most;
}

/* Expresses extinction as royals. In Fairy-Stockfish the last piece of each kind is royal, or with
 * `each` every piece. In Henka the last of all royals counts, or every royal. */
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

/* Writes the rule that a side without pieces of a kind wins, as a game in which the loser wins
 * (misere). A mated side wins too, if mate exists. */
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

/* Expresses that a side loses when it has no piece of a kind, or no piece at all. */
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
    bool none_left = all && !count && !others; /* a side without pieces is stalemated */
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
    Both goal = both_of(t, FAIRY_GOAL);
    if (!is_any(&goal)) return true;
    if (fairy_number(t->fairy, FAIRY_GOAL_COUNT) != 1) return lacks(t, FAIRY_GOAL_COUNT);
    FairySet types[2];
    for (int side = 0; side < 2; side++) types[side] = set_shown(t, FAIRY_GOAL_PIECE, side);
    bool same = types[0] == types[1];
    for (int side = 0; side < (same ? 1 : 2); side++) {
        Both one = goal;
        if (!same) one.side[1 - side] = (FairySquares){0};
        if (!types[side] || !is_any(&one)) continue;
        ids_write(t, out, "goal", types[side], true);
        out_char(out, '>');
        both_write(t, out, &one);
        out_char(out, '\n');
    }
    if (!fairy_is(t->fairy, FAIRY_GOAL_ANSWERED)) return true;
    FairySet royals = royals_of(t), all = types[0] | types[1]; /* only a royal's goal is answered */
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

/* May royals of both sides stand on the same rank? */
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

/* In Fairy-Stockfish, castling partners that get to a royal's line end its first moves. */
static void first_moves_write(const Text *t, Out *out) {
    FairySet partners = 0;
    bool leaps = false;
    for (int i = 0; i < t->count; i++) {
        const FairyPiece *piece = piece_of(t, t->kinds[i].slot);
        if (piece->part == FAIRY_IS_PARTNER) partners |= (FairySet)1 << t->kinds[i].slot;
        leaps |= piece->part == FAIRY_IS_ROYAL && strstr(t->kinds[i].moves, "ifsmN");
    }
    if (!partners || !leaps || !fairy_is(t->fairy, FAIRY_CAMBODIAN)) return;
    ids_write(t, out, "endsFirstMoves", partners, true);
    out_char(out, '\n');
}

/* Writes the kinds that do not capture, or neither capture nor hop over, their own kind. */
static bool sparing_write(Text *t, Out *out) {
    FairySet immune = set_shown(t, FAIRY_IMMUNE, 0);
    if (immune & royals_of(t)) return lacks(t, FAIRY_IMMUNE);
    if (immune && fairy_is(t->fairy, FAIRY_EXTINCT_ROYAL) &&
        fairy_number(t->fairy, FAIRY_EXTINCT) != FAIRY_NO_RESULT)
        return clash(t, FAIRY_IMMUNE, FAIRY_EXTINCT_ROYAL);
    /* in Fairy-Stockfish a capture in passing is exempt */
    for (int side = 0; side < 2; side++)
        if (t->passing && immune & set_of(t, FAIRY_PASSERS, side))
            return clash(t, FAIRY_IMMUNE, FAIRY_PASSERS);
    for (int slot = 0; slot < t->fairy->slots; slot++) {
        FairySet kind = (FairySet)1 << slot, shown = 0;
        for (int i = 0; i < t->count; i++) shown |= kind & (FairySet)1 << t->kinds[i].slot;
        bool spares = piece_of(t, slot)->part == FAIRY_IS_SPARES;
        if (!shown || !(spares || immune & kind)) continue;
        ids_write(t, out, "captureForbidden", kind, true);
        ids_write(t, out, ">", kind, true);
        out_char(out, '\n');
        for (int i = 0; i < t->count && spares; i++)
            if (t->kinds[i].slot == slot) out_format(out, "jumpRank=%s:1\n", t->kinds[i].id);
    }
    return true;
}

/* Writes which side wins a draw. */
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
    if (!sparing_write(t, out) || !odds_write(t, out)) return false;
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
    bool fewer = fairy_is(t->fairy, FAIRY_FEWER); /* the side with fewer pieces gets the result */
    if (fewer && stalemate != FAIRY_WIN) return clash(t, FAIRY_FEWER, FAIRY_STALEMATE);
    out_format(out, "stalemate=%s\n", fewer ? "fewer" : stalemates[stalemate]);
    if (!repetition_write(t, out)) return false;
    if (!limit) return true;
    out_format(out, "moveLimit=%d\n", limit);
    for (int side = 0; side < 2; side++) by[side] = set_shown(t, FAIRY_RESTARTS, side);
    if (by[0] != by[1]) { /* only the value of a side that has such pieces counts */
        if (t->turns || ((by[0] ^ by[1]) & t->own[0] & t->own[1])) return lacks(t, FAIRY_RESTARTS);
        for (int side = 0; side < 2; side++) by[side] &= t->own[side];
    }
    restarts = by[0] | by[1];
    if (restarts) {
        ids_write(t, out, "moveLimitRestarts", restarts, true);
        out_char(out, '\n');
    }
    return true;
}

/* ---- the whole */

static bool form_fits(const Text *t, FairySymmetry form) {
    Both goal = both_of(t, FAIRY_GOAL);
    bool zoned = t->chooses || t->turns;
    bool fits = !zoned || t->zone_ranks >= 0 || is_formed(t, &t->zone, form);
    if (t->passing && t->passing_bounded) fits &= is_formed(t, &t->passable, form);
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
    if (t->passing && t->passing_bounded) key_write(t, out, "passing", "", &t->passable);
    for (const FairyKind *kind = t->kinds; kind < t->kinds + t->count; kind++) {
        if (kind->bounded) key_write(t, out, "region", kind->id, &kind->region);
        if (kind->drops_bounded) key_write(t, out, "dropSquares", kind->id, &kind->drops);
        if (is_any(&kind->home)) key_write(t, out, "home", kind->id, &kind->home);
    }
}

static void pieces_write(const Text *t, Out *out) {
    for (const FairyKind *kind = t->kinds; kind < t->kinds + t->count; kind++) {
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

static void note_write(Out *out, const Message *note) {
    out_text(out, "note=");
    out_message(out, HENKA_ENGLISH, note);
    out_char(out, '\n');
}

static void head_write(const Text *t, Out *out) {
    static const char *const forms[] = {"mirror", "rotate", "none"};
    Slice given = t->fairy->name;
    char *name = arena_take(t->fairy->arena, (size_t)given.length + 2);
    bool named = ascii_name(given.at, (size_t)given.length, name) > 0;
    const char *shown = named ? name : "untitled";
    out_format(out, "name=%s\ntitle=", shown);
    for (const char *c = shown; *c; c++)
        out_char(out, *c == '-' ? ' ' : c == name ? ascii_upper(*c) : *c);
    out_char(out, '\n');
    for (int i = 0; i < t->fairy->unsaid_count; i++) {
        const FairyUnsaid *unsaid = &t->fairy->unsaid[i];
        note_write(out, &MESSAGE_OF(MSG_IMPORT_NOTE, arg_text(unsaid->key->name),
                                    arg_slice(unsaid->value)));
    }
    if (fairy_is(t->fairy, FAIRY_PASS)) {
        finding_warning(t->fairy->findings, fairy_place(t->fairy, FAIRY_PASS), MSG_IMPORT_PASSES);
        note_write(out, &MESSAGE_OF(MSG_IMPORT_NOTE_PASSES));
    }
    if (fairy_is(t->fairy, FAIRY_TWO_BOARDS))
        finding_warning(t->fairy->findings, fairy_place(t->fairy, FAIRY_TWO_BOARDS),
                        MSG_IMPORT_TWO_BOARDS);
    out_format(out, "\nfiles=%d\nranks=%d\nsymmetry=%s\n", t->files, t->ranks, forms[t->form]);
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
    bool held = fairy_is(fairy, FAIRY_CAPTURES_HELD) && !fairy_is(fairy, FAIRY_TWO_BOARDS);
    t->hands = !fairy_is(fairy, FAIRY_DROPS)      ? 0
               : !held                            ? -3
               : fairy_is(fairy, FAIRY_DROP_LOOP) ? -2
                                                  : -1;
    if (!start_read(t)) return NULL;
    used_find(t);
    if (!promotion_find(t) || !zone_find(t) || !passing_find(t) || !castling_find(t) ||
        !kinds_find(t) || !zone_bar(t))
        return NULL;
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
