/* fairy_text - a game of Fairy-Stockfish's format in the language of docs/format.md. What ours
 * cannot say is reported by its key, and then nothing is written. */
#include "base/ascii.h"
#include "henka.h"
#include "variant/fairy.h"

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
} FairyKind;

/* How the second side's squares follow from the first's: `symmetry=` of our text. */
typedef enum { FORM_MIRROR, FORM_ROTATE, FORM_NONE } FairySymmetry;

/* A square of the starting position. */
typedef struct Cell {
    int slot;  /* the piece there; -1: empty */
    int side;  /* whose it is */
    bool face; /* `+` stands before it */
} Cell;

enum { KINDS = 127 };

/* The text in the making. text_find fills it, but for `form` and `stock`. */
typedef struct Text {
    Fairy *fairy;     /* the game as its sections have it */
    int files, ranks; /* of the board */

    /* The starting position, by start_read. */
    Cell board[FAIRY_RANKS][FAIRY_FILES]; /* [rank from the bottom][file from the left] */
    FairySquares holes;                   /* squares that the board lacks */
    int pocket[2][FAIRY_SLOTS];           /* by side and slot: how many are in hand */
    bool may_castle[2][2];                /* by side and wing: to the lower files, to the higher */
    int checks[2]; /* by side: how many it has to give; 0: the start does not say */

    /* Promotion, drops and first moves. */
    FairySet own[2];     /* by side: kinds that it has or can come to have, but for faces */
    FairySet used;       /* those of both sides */
    FairySet promoters;  /* of these, those that promote by choice, if there is one */
    FairySet choices[2]; /* by side: what its promoters choose from */
    bool chooses;        /* there are promoters and choices */
    bool chooses_apart;  /* the sides' promoters choose from different kinds */
    bool turns;          /* pieces promote by turning over */
    bool stock;     /* what a side has lost it may promote to: captures go to its hand; found by
                       fairy_text */
    int hands;      /* `holdingsType` of our text; 0: no drops */
    bool passing;   /* there are captures in passing */
    Both zone;      /* where each side promotes */
    int zone_ranks; /* how many of the farthest ranks the zone is; -1: it is none of these */
    const char *castles[2]; /* by side: XBetza of castling, for the moves of the piece that does */

    FairyKind kinds[KINDS]; /* the piece lines, in their order */
    int count;              /* of kinds */
    FairySymmetry form;     /* the first that fits all squares; found by fairy_text */
} Text;

/* ---- what we have no word for */

static const char *key_of(FairyRule rule) {
    const FairyKey *key = fairy_keys;
    while (key->rule != rule) key++;
    return key->name;
}

static bool lacks(Text *t, FairyRule rule) {
    finding_error(t->fairy->findings, fairy_place(t->fairy, rule), MSG_IMPORT_LACKS,
                  arg_text(key_of(rule)));
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

/* `KQkq`, or the files of the pieces to castle with. */
static void castling_read(Text *t, Slice field) {
    for (int i = 0; i < field.length; i++) {
        int side = !ascii_is_upper(field.at[i]);
        char c = (char)(field.at[i] & ~32);
        if (c == 'K') t->may_castle[side][1] = true;
        if (c == 'Q') t->may_castle[side][0] = true;
    }
}

static void checks_read(Text *t, Slice field) {
    if (field.length != 3 || field.at[1] != '+') return;
    t->checks[0] = field.at[0] - '0';
    t->checks[1] = field.at[2] - '0';
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
    if (side.length && !slice_is(side, "w")) return start_wrong(t, MSG_IMPORT_START_SIDE);
    for (Slice field = field_next(&text); field.length; field = field_next(&text)) {
        if (ascii_is_letter(*field.at)) castling_read(t, field);
        checks_read(t, field);
    }
    return true;
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
            if (t->own[side] & value(t, FAIRY_PROMOTERS, side)->set)
                t->own[side] |= value(t, FAIRY_CHOICES, side)->set & lettered;
        }
    t->used = (t->own[0] | t->own[1]) & lettered;
}

static int only_of(FairySet set) {
    int slot = 0;
    while (!fairy_in(set, slot)) slot++;
    return set == (FairySet)1 << slot ? slot : -1;
}

/* Either steppers choose, or pieces turn over; where there is one choice it is a face. */
static bool promotion_find(Text *t) {
    FairySet by[2];
    for (int side = 0; side < 2; side++) {
        by[side] = value(t, FAIRY_PROMOTERS, side)->set & t->own[side];
        t->choices[side] = by[side] ? value(t, FAIRY_CHOICES, side)->set & t->own[side] : 0;
    }
    if ((by[0] ^ by[1]) & t->own[0] & t->own[1]) return lacks(t, FAIRY_PROMOTERS);
    if (by[0] && by[1] && !t->choices[0] != !t->choices[1]) return lacks(t, FAIRY_CHOICES);
    t->promoters = by[0] | by[1];
    FairySet choices = t->choices[0] | t->choices[1];
    t->chooses = choices != 0;
    t->chooses_apart = by[0] && by[1] && t->choices[0] != t->choices[1];
    for (int slot = 0; slot < t->fairy->slots; slot++)
        t->turns |= fairy_in(t->used, slot) && piece_of(t, slot)->promoted >= 0;
    if (t->chooses_apart && (t->turns || t->hands || !fairy_is(t->fairy, FAIRY_MUST_CHOOSE)))
        return lacks(t, FAIRY_CHOICES);
    if (!t->chooses || !t->turns) return true;
    for (int slot = 0; slot < t->fairy->slots; slot++)
        if (fairy_in(t->promoters, slot) && piece_of(t, slot)->promoted >= 0)
            return lacks(t, FAIRY_FACES);
    if (only_of(choices) < 0) return lacks(t, FAIRY_FACES);
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
        return (whole && fairy_is(t->fairy, FAIRY_MUST_TURN)) || lacks(t, FAIRY_TURNS_BACK);
    }
    return !(fairy_is(t->fairy, FAIRY_ON_CAPTURE) && t->turns) || lacks(t, FAIRY_ON_CAPTURE);
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

/* Whoever may take in passing may do it wherever a push comes by, or nowhere. */
static bool passing_find(Text *t) {
    int allowed = 0, barred = 0;
    for (int side = 0; side < 2; side++) {
        FairySquares push = pushed(t, starts_of(t, side), side);
        FairySquares out = without(push, &value(t, FAIRY_PASSED, 1 - side)->squares);
        if (is_empty(&push)) continue;
        allowed += is_empty(&out);
        barred += is_same(&out, &push);
        if (!is_empty(&out) && !is_same(&out, &push)) return lacks(t, FAIRY_PASSED);
    }
    if (allowed && barred) return lacks(t, FAIRY_PASSED);
    FairySet passers;
    t->passing = allowed > 0;
    return !t->passing || set_same(t, FAIRY_PASSERS, &passers);
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

/* How castling to that wing is written: `irO2`. NULL: as it is there it cannot be said. */
static const char *wing_write(Text *t, int side, int rank, int file, bool up) {
    int step = up ? 1 : -1, edge = up ? t->files - 1 : 0;
    int partner = fairy_number(t->fairy, up ? FAIRY_PARTNER_RIGHT : FAIRY_PARTNER_LEFT) - 1;
    int to = fairy_number(t->fairy, up ? FAIRY_CASTLE_RIGHT : FAIRY_CASTLE_LEFT) - 1;
    if (partner > t->files - 1) partner = t->files - 1;
    for (;; partner -= step) {
        if (partner == file || partner < 0 || partner >= t->files) return "";
        const Cell *cell = &t->board[rank][partner];
        if (cell->slot >= 0 && cell->side == side &&
            fairy_in(value(t, FAIRY_PARTNERS, side)->set, cell->slot))
            break;
    }
    while (edge != partner && fairy_on(&t->holes, edge, rank)) edge -= step;
    int steps = (to - file) * step, inside = (edge - partner) * step;
    bool beyond = (partner - to) * step >= 0;
    if (steps < 2 || inside > 1 || !beyond) return NULL;
    return arena_format(t->fairy->arena, "i%c%sO%d", up == (side == 0) ? 'r' : 'l',
                        inside ? "j" : "", steps);
}

/* Both wings in one term, where they are alike. */
static const char *wings_join(Text *t, const char *left, const char *right) {
    if (*left && *right && !strcmp(left + 2, right + 2))
        return arena_format(t->fairy->arena, "is%s", left + 2);
    return arena_format(t->fairy->arena, "%s%s", left, right);
}

static bool castling_find(Text *t) {
    int row = fairy_number(t->fairy, FAIRY_CASTLE_RANK) - 1;
    t->castles[0] = t->castles[1] = "";
    for (int side = 0; side < 2 && fairy_is(t->fairy, FAIRY_CASTLES); side++) {
        int rank = side ? t->ranks - 1 - row : row;
        if (rank < 0 || rank >= t->ranks) continue;
        int file = castler_file(t, side, rank);
        const char *wings[2] = {"", ""};
        for (int up = 0; up < 2 && file >= 0; up++)
            if (t->may_castle[side][up] && !(wings[up] = wing_write(t, side, rank, file, up)))
                return lacks(t, up ? FAIRY_CASTLE_RIGHT : FAIRY_CASTLE_LEFT);
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

static bool starts_any(const Text *t, FairyRule rule) {
    FairySquares white = on_board(t, value(t, rule, 0)->squares);
    FairySquares black = on_board(t, value(t, rule, 1)->squares);
    return !is_empty(&white) || !is_empty(&black);
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
            if (!is_same(&triple, &twice)) return lacks(t, FAIRY_TRIPLE_FROM);
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
    return true;
}

static void region_find(const Text *t, FairyKind *kind) {
    const FairyPiece *piece = piece_of(t, kind->slot);
    kind->bounded = piece->bounded[0] || piece->bounded[1];
    for (int side = 0; side < 2; side++) {
        FairySquares all = everywhere(t), own = on_board(t, piece->region[side]);
        kind->region.side[side] = piece->bounded[side] && !is_empty(&own) ? own : all;
    }
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
        if (!fairy_in(t->used, slot)) continue;
        if (other >= 0) {
            FairyKind *kind = kind_add(t, other, "+", slot, -1);
            if (!kind) return false;
            if (piece_of(t, other)->promoted >= 0 && !fairy_is(t->fairy, FAIRY_TURNS_BACK))
                return lacks(t, FAIRY_FACES);
            kind_place(t, kind, slot, true);
        } else if (t->chooses && t->hands == -1 && fairy_in(choices, slot))
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

/* Takes squares out of a kind's region. */
static void region_cut(FairyKind *kind, int side, const FairySquares *squares) {
    kind->region.side[side] = without(kind->region.side[side], squares);
    kind->bounded = true;
}

/* Writes `ID:n` into the list where its n farthest ranks are barred. false: we cannot say it. */
static bool ranks_bar(Text *t, FairyKind *kind, Out *list) {
    bool immobile = fairy_is(t->fairy, FAIRY_IMMOBILE), dropped = t->hands && !kind->face;
    int stuck = immobile ? immobile_ranks(t, kind) : 0, barred = stuck;
    bool must = t->chooses ? fairy_is(t->fairy, FAIRY_MUST_CHOOSE) : false;
    if (stuck < 0) return lacks(t, FAIRY_IMMOBILE);
    if (kind->face || piece_of(t, kind->slot)->part == FAIRY_IS_ROYAL) return true;
    if (stuck == t->ranks) return !dropped || lacks(t, FAIRY_IMMOBILE); /* it never moves */
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
        if (is_empty(&kind->drops.side[side]) || fairy_is(t->fairy, FAIRY_DROP_FACES))
            return lacks(t, FAIRY_DROP_SQUARES);
    }
    if (!barred) return true;
    if (promotes(t, kind) && t->zone_ranks < barred) return lacks(t, FAIRY_IMMOBILE);
    if (promotes(t, kind) && (dropped || !t->chooses))
        out_format(list, "%s%s:%d", list->length ? "," : "", kind->id, barred);
    for (int side = 0; side < 2 && !promotes(t, kind); side++) {
        FairySquares ranks = last_ranks(t, side, barred);
        region_cut(kind, side, &ranks);
    }
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
        if (more < 0 || t->hands || t->chooses_apart) return lacks(t, FAIRY_LIMITS);
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

static bool choices_write(Text *t, Out *out) {
    int count = 0, written = 0, only = only_of(t->promoters);
    while (count < t->count && fairy_in(t->promoters, t->kinds[count].slot)) count++;
    if (count > 1 && (t->hands == -1 || !fairy_is(t->fairy, FAIRY_MUST_CHOOSE)))
        return lacks(t, FAIRY_PROMOTERS);
    out_format(out, "promotion=land\nmaxPromote=%d\npromoChoice=", count);
    if (!fairy_is(t->fairy, FAIRY_MUST_CHOOSE)) {
        FairyKind kind = {.slot = only};
        bool stuck = fairy_is(t->fairy, FAIRY_IMMOBILE) && immobile_ranks(t, &kind) > 0;
        out_format(out, "%s%c", stuck ? "!" : "", piece_of(t, only)->letter & ~32);
        written++;
    }
    int side = choosing_side(t, &t->kinds[0]);
    if (!choice_list_write(t, out, t->choices[side] & ~t->promoters, written)) return false;
    for (int i = 1; i < count && t->chooses_apart; i++) {
        if (choosing_side(t, &t->kinds[i]) == side) continue;
        out_format(out, "promoChoiceOf=%s>", t->kinds[i].id);
        if (!choice_list_write(t, out, t->choices[1 - side] & ~t->promoters, 0)) return false;
    }
    return true;
}

/* Steppers that find nothing to become where they must: they stay outside. */
static void zone_bar(Text *t) {
    for (int i = 0; i < t->count; i++)
        if (!t->kinds[i].face && !promotes(t, &t->kinds[i]) &&
            fairy_is(t->fairy, FAIRY_MUST_CHOOSE) && fairy_in(t->promoters, t->kinds[i].slot))
            for (int side = 0; side < 2; side++)
                region_cut(&t->kinds[i], side, &t->zone.side[side]);
}

static bool must_write(Text *t, Out *out) {
    int count = 0;
    for (int i = 0; i < t->count; i++) {
        const FairyKind *kind = &t->kinds[i];
        if (kind->face || piece_of(t, kind->slot)->promoted < 0 ||
            !fairy_is(t->fairy, FAIRY_MUST_CHOOSE) || !fairy_in(t->promoters, kind->slot))
            continue;
        if (t->zone_ranks < 1) return lacks(t, FAIRY_MUST_CHOOSE);
        out_format(out, "%s%s:%d", count++ ? "," : "mustPromote=", kind->id, t->zone_ranks);
    }
    if (count) out_char(out, '\n');
    return true;
}

static bool promotion_write(Text *t, Out *out) {
    bool back = fairy_is(t->fairy, FAIRY_TURNS_BACK) && t->turns;
    if (back) {
        out_format(out, "promotion=%s\n", fairy_is(t->fairy, FAIRY_ON_CAPTURE) ? "flip" : "turn");
        return true;
    }
    if (!t->chooses && !t->turns) {
        out_text(out, "promotes=none\n");
        return true;
    }
    if (t->zone_ranks >= 0)
        out_format(out, "promoZone=%d\n", t->zone_ranks);
    else {
        out_text(out, "promoSquares=");
        both_write(t, out, &t->zone);
        out_char(out, '\n');
    }
    if (t->chooses) return choices_write(t, out);
    for (int i = 0; i < t->count; i++) { /* of a face there is no stock here */
        int promoted = piece_of(t, t->kinds[i].slot)->promoted;
        if (!t->kinds[i].face && promoted >= 0 && piece_of(t, promoted)->limit)
            return lacks(t, FAIRY_LIMITS);
    }
    out_text(out, "promotion=zone\n");
    if (fairy_is(t->fairy, FAIRY_MUST_TURN)) out_text(out, "declinePromotion=no\n");
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

/* A kind of which nothing more comes, and each side begins with so many. */
static bool counts_only_fall(const Text *t, int slot, int count) {
    bool chosen = fairy_in(t->choices[0] | t->choices[1], slot);
    return !chosen && !t->hands && count_of(t, slot, 0) == count && count_of(t, slot, 1) == count;
}

/* The most that a side can come to have of a kind, where nothing is dropped. */
static int most_of(const Text *t, int slot, int side) {
    int most = count_of(t, slot, side);
    if (fairy_in(t->choices[side], slot)) return KINDS;
    for (int other = 0; other < t->fairy->slots; other++)
        if (other != slot && fairy_in(t->used, other) && piece_of(t, other)->promoted == slot)
            most += count_of(t, other, side);
    return most;
}

/* There, the last of a kind is a royal; here, each is. */
static bool extinct_royals(Text *t, Out *out, FairySet types) {
    for (int slot = 0; slot < t->fairy->slots; slot++)
        if (fairy_in(types, slot) && (most_of(t, slot, 0) > 1 || most_of(t, slot, 1) > 1))
            return lacks(t, FAIRY_EXTINCT_ROYAL);
    royals_name(t, out, royals_of(t) | types);
    out_text(out, "royalRule=checkmate\n");
    return true;
}

/* Loss by having none left of a kind, or of any kind. */
static bool extinct_write(Text *t, Out *out) {
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
        if (fairy_is(fairy, FAIRY_EXTINCT_ROYAL) && result) return lacks(t, FAIRY_EXTINCT_ROYAL);
        return true;
    }
    if (result != FAIRY_LOSS || (!all && !types)) return lacks(t, FAIRY_EXTINCT);
    if (all && count == 1 && royals && (others == 2) == claim && (!others || others == 2)) {
        royals_write(t, out, royals);
        out_text(out, claim ? "baring=drawIfBaredBack\n" : "baring=loses\n");
        return true;
    }
    if (all || others || claim) return lacks(t, FAIRY_EXTINCT_TYPES);
    if (fairy_is(fairy, FAIRY_EXTINCT_ROYAL))
        return count ? lacks(t, FAIRY_EXTINCT_ROYAL) : extinct_royals(t, out, types);
    if (count) {
        int only = only_of(types);
        if (only < 0 || royals || !counts_only_fall(t, only, count + 1))
            return lacks(t, FAIRY_EXTINCT_COUNT);
        for (int i = 0; i < t->count; i++)
            if (t->kinds[i].slot == only) out_format(out, "royal=%s\n", t->kinds[i].id);
        out_text(out, "royalRule=capture\nextinction=0\n");
        return true;
    }
    royals_write(t, out, royals);
    out_text(out, "baring=");
    for (int i = 0, written = 0; i < t->count; i++) {
        if (!fairy_in(types, t->kinds[i].slot)) continue;
        if (t->kinds[i].face || t->kinds[i].side >= 0) return lacks(t, FAIRY_EXTINCT_TYPES);
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
    if (fairy_is(t->fairy, FAIRY_GOAL_ANSWERED)) out_text(out, "goalWins=answered\n");
    return true;
}

static bool repetition_write(Text *t, Out *out) {
    int fold = fairy_number(t->fairy, FAIRY_FOLD),
        result = fairy_number(t->fairy, FAIRY_FOLD_VALUE);
    bool perpetual = fairy_is(t->fairy, FAIRY_PERPETUAL);
    if (result != FAIRY_DRAW && result != FAIRY_NO_RESULT && fold)
        finding_warning(t->fairy->findings, fairy_place(t->fairy, FAIRY_FOLD_VALUE),
                        MSG_IMPORT_ENDING, arg_text(key_of(FAIRY_FOLD_VALUE)),
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

static bool endings_write(Text *t, Out *out) {
    static const char *const stalemates[] = {"draw", "draw", "loss", "moverWins"};
    FairySet restarts, by[2];
    int limit = fairy_number(t->fairy, FAIRY_MOVE_LIMIT);
    if (fairy_number(t->fairy, FAIRY_CHECKMATE) != FAIRY_LOSS) return lacks(t, FAIRY_CHECKMATE);
    if (!extinct_write(t, out) || !goals_write(t, out)) return false;
    if (fairy_is(t->fairy, FAIRY_CHECKS)) {
        int checks = t->checks[0] ? t->checks[0] : 1;
        if (t->checks[0] != t->checks[1] || checks < 1 || checks > 9) return lacks(t, FAIRY_CHECKS);
        out_format(out, "checksToWin=%d\n", checks);
    }
    if (fairy_is(t->fairy, FAIRY_MUST_CAPTURE)) out_text(out, "mustCapture=yes\n");
    if (fairy_is(t->fairy, FAIRY_FACING)) out_text(out, "royalsFace=no\n");
    if (!fairy_is(t->fairy, FAIRY_GIVES_CHECK)) {
        if (!royals_of(t)) return lacks(t, FAIRY_GIVES_CHECK);
        out_text(out, "giveCheck=no\n");
    }
    if (value(t, FAIRY_PASS, 0)->number != value(t, FAIRY_PASS, 1)->number)
        return lacks(t, FAIRY_PASS);
    if (fairy_is(t->fairy, FAIRY_PASS)) out_text(out, "pass=yes\n");
    out_format(out, "stalemate=%s\n", stalemates[fairy_number(t->fairy, FAIRY_STALEMATE)]);
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
    zone_bar(t);
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
