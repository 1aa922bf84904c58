/* fairy_moves - translates a piece's moves from Fairy-Stockfish's Betza dialect to XBetza.
 *
 * Each atom is expanded into the directions that it has in the dialect, and these are written again
 * in XBetza. For example `fK` is the step forward and both forward diagonals in the dialect, and
 * only the step forward in XBetza. Signs that Fairy-Stockfish silently ignores are refused. */
#include "base/ascii.h"
#include "import/fairy.h"

#include <string.h>

/* A set of octants, numbered clockwise from forward: octant 0 lies between straight forward and the
 * diagonal to the right, octant 1 between that diagonal and straight right, and so on. A straight
 * line and a diagonal each belong to two octants. */
typedef uint8_t Octants;

/* One atom (a letter for a leap), with letters before it and a range after it (term_read). */
typedef struct FairyTerm {
    char atom;          /* letter of the atom; '\0': not read yet */
    int leap[2][2];     /* for each leap: squares in the longer, the shorter direction */
    int leaps;          /* number of leaps: 2 for K and Q, else 1 */
    Octants octants[2]; /* for each leap: directions in which it may go */
    bool moves;         /* the move may end on an empty square */
    bool takes;         /* the move may end on an enemy piece */
    bool first;         /* `i`: only as the first move of a piece */
    bool lame;          /* `n`: the squares between start and end must be empty */
    bool hops;          /* `p` or `g`: the move passes over exactly one piece */
    bool lands;         /* `g`: the move ends directly behind the piece that it passes over */
    bool rides;         /* the leap may be repeated */
    int range;          /* for a rider: maximum number of leaps; 0: any */
} FairyTerm;

static const struct {
    char atom;
    int leap[2][2], leaps;
    bool rides;
} atoms[] = {
    {'W', {{1, 0}}, 1, false}, {'F', {{1, 1}}, 1, false},         {'D', {{2, 0}}, 1, false},
    {'N', {{2, 1}}, 1, false}, {'A', {{2, 2}}, 1, false},         {'H', {{3, 0}}, 1, false},
    {'L', {{3, 1}}, 1, false}, {'C', {{3, 1}}, 1, false},         {'J', {{3, 2}}, 1, false},
    {'Z', {{3, 2}}, 1, false}, {'G', {{3, 3}}, 1, false},         {'R', {{1, 0}}, 1, true},
    {'B', {{1, 1}}, 1, true},  {'K', {{1, 0}, {1, 1}}, 2, false}, {'Q', {{1, 0}, {1, 1}}, 2, true}};

/* ---- directions of the dialect */

/* By octant: the direction of the longer and of the shorter part of a leap. */
static const char most[] = "frrbbllf", less[] = "rfbrlbfl";

static bool covers(char letter, char way) {
    return letter == way || (letter == 'v' && (way == 'f' || way == 'b')) ||
           (letter == 's' && (way == 'l' || way == 'r'));
}

/* The octants that two letters select. A single letter is given twice. */
static Octants octants_of(char a, char b) {
    Octants chosen = 0;
    for (int octant = 0; octant < 8; octant++) {
        char main = most[octant], side = less[octant];
        bool in = b == 'h'   ? a == main || a == side
                  : a == 'h' ? b == (octant & 1 ? 'l' : 'r')
                  : a == b   ? covers(a, main)
                             : a == side && covers(b, main);
        chosen |= (Octants)(in << octant);
    }
    return chosen;
}

/* The octants that the direction letters before an atom select for one of its leaps. 0: none, so
 * the directions are not valid. alone: the atom has only one leap. */
static Octants octants_read(Slice directions, const int leap[2], bool alone) {
    static const char lengthwise[] = "fbvh", sideways[] = "rlsh";
    Octants octants = 0;
    if (!directions.length) return 255;
    for (int i = 0; i < directions.length; i++) {
        char a = directions.at[i], b = i + 1 < directions.length ? directions.at[i + 1] : '\0';
        Octants more;
        bool pair = a == b || (ascii_is_in(a, lengthwise) && ascii_is_in(b, sideways)) ||
                    (ascii_is_in(a, sideways) && ascii_is_in(b, lengthwise));
        if (!pair)
            more = octants_of(a, a);
        else if (i++, alone && !leap[1] && a != b)
            more = octants_of(a, a) | octants_of(b, b);
        else
            more = octants_of(a, b);
        if (!more) return 0;
        octants |= more;
    }
    return octants;
}

/* ---- reading a term */

static const char *term_refuse(Fairy *fairy, const FairyPiece *piece, int column) {
    Place at = {piece->at.line, piece->at.column + column};
    finding_error(fairy->findings, at, MSG_IMPORT_MOVES, arg_slice(piece->name),
                  arg_slice(piece->moves));
    return NULL;
}

static bool atom_find(char c, FairyTerm *term) {
    for (size_t i = 0; i < sizeof atoms / sizeof *atoms; i++) {
        if (atoms[i].atom != c) continue;
        term->atom = c;
        term->leaps = atoms[i].leaps;
        term->rides = atoms[i].rides;
        memcpy(term->leap, atoms[i].leap, sizeof term->leap);
        return true;
    }
    return false;
}

/* Reads the term at *at and moves *at behind it. False: the dialect does not accept all of it. */
static bool term_read(Slice text, int *at, FairyTerm *term) {
    char directions[16];
    int count = 0;
    *term = (FairyTerm){0};
    for (char c; *at < text.length; ++*at) {
        c = text.at[*at];
        if (atom_find(c, term)) break;
        if (c == 'm')
            term->moves = true;
        else if (c == 'c')
            term->takes = true;
        else if (c == 'n')
            term->lame = true;
        else if (c == 'i')
            term->first = true;
        else if (c == 'p' || c == 'g')
            term->hops = true, term->lands |= c == 'g';
        else if (c == 'e')
            continue; /* skipped: captures in passing are set for a whole piece */
        else if (ascii_is_in(c, "fbvhrls") && count < (int)sizeof directions)
            directions[count++] = c;
        else
            return false;
    }
    if (!term->atom) return false;
    char after = ++*at < text.length ? text.at[*at] : '\0';
    if (after == term->atom) {
        term->rides = true, ++*at;
    } else if (after >= '0' && after <= '9') {
        term->rides = true, term->range = after - '0', ++*at;
        if (*at < text.length && text.at[*at] >= '0' && text.at[*at] <= '9') return false;
        if (term->lands) return false;
    }
    if (!term->moves && !term->takes) term->moves = term->takes = true;
    for (int i = 0; i < term->leaps; i++) {
        term->octants[i] =
            octants_read((Slice){directions, count}, term->leap[i], term->leaps == 1);
        if (!term->octants[i]) return false;
    }
    if (term->range == 1 && !term->hops) term->rides = false;
    if (term->rides) term->lame = false;
    /* Riders must ride along lines or by the leap (2,1). */
    int far = term->leap[0][0], near = term->leap[0][1];
    return term->hops    ? far == 1 && term->rides && !term->first
           : term->rides ? far == 1 || (far == 2 && near == 1)
                         : !term->lame || far == 2 || (far == 3 && near == 2);
}

/* ---- writing XBetza */

/* Converts octants to directions of XBetza: 4 bits, clockwise from forward (straight lines) or from
 * forward and right (diagonals), or 8 bits (oblique leaps). */
static int directions_of(Octants octants, const int leap[2]) {
    int straight = 0, diagonal = 0;
    for (int i = 0; i < 4; i++) {
        straight |= (octants >> (2 * i) & 1 || octants >> ((2 * i + 7) & 7) & 1) << i;
        diagonal |= (octants >> (2 * i) & 3 ? 1 : 0) << i;
    }
    return !leap[1] ? straight : leap[0] == leap[1] ? diagonal : octants;
}

/* XBetza letters for sets of directions. A set without a row is written with several rows. */
typedef struct Letters {
    int set;
    const char *text;
} Letters;

static const Letters straight[] = {{5, "v"}, {10, "s"}, {1, "f"}, {2, "r"},
                                   {4, "b"}, {8, "l"},  {0}};
static const Letters diagonal[] = {{9, "f"},  {6, "b"},  {3, "r"},  {12, "l"}, {1, "fr"},
                                   {2, "br"}, {4, "bl"}, {8, "fl"}, {0}};
static const Letters oblique[] = {
    {0x55, "hr"}, {0xAA, "hl"}, {0xC3, "fh"}, {0x3C, "bh"}, {0x99, "v"},  {0x66, "s"},
    {0x81, "f"},  {0x18, "b"},  {0x42, "fs"}, {0x24, "bs"}, {0x06, "r"},  {0x60, "l"},
    {0x01, "rf"}, {0x02, "fr"}, {0x04, "br"}, {0x08, "rb"}, {0x10, "lb"}, {0x20, "bl"},
    {0x40, "fl"}, {0x80, "lf"}, {0}};

/* Writes a set of directions as letters: the row with exactly this set, else several rows that
 * together have the set. Straight directions may stand side by side as single letters. In other
 * sets two letters form a pair, so only pairs are written. */
static void directions_write(Out *out, int set, const int leap[2]) {
    const Letters *rows = !leap[1] ? straight : leap[0] == leap[1] ? diagonal : oblique;
    int whole = rows == oblique ? 255 : 15;
    if (set == whole) return;
    for (const Letters *row = rows; row->set; row++)
        if (set == row->set) {
            out_text(out, row->text);
            return;
        }
    bool pairs_only = rows != straight;
    for (const Letters *row = rows; row->set; row++)
        if ((set & row->set) == row->set && !(pairs_only && !row->text[1]) &&
            !(pairs_only && ascii_is_in(row->text[0], "h")) &&
            !(pairs_only && ascii_is_in(row->text[1], "hs")))
            out_text(out, row->text), set &= ~row->set;
}

static void term_write(Out *out, const FairyTerm *term, bool passes) {
    /* the atom of a leap, by its longer part and its shorter part */
    static const char *const names[4][4] = {
        {NULL}, {"W", "F"}, {"D", "N", "A"}, {"H", "C", "Z", "G"}};
    bool both = term->leaps == 2 && directions_of(term->octants[0], term->leap[0]) == 15 &&
                directions_of(term->octants[1], term->leap[1]) == 15;
    for (int part = 0; part < (both ? 1 : term->leaps); part++) {
        const int *leap = term->leap[part];
        if (term->first) out_char(out, 'i');
        if (!both) directions_write(out, directions_of(term->octants[part], leap), leap);
        if (term->moves && !term->takes) out_char(out, 'm');
        if (term->takes && !term->moves) out_text(out, passes ? "ce" : "c");
        if (term->lame) out_char(out, 'n');
        if (term->hops) out_char(out, term->lands ? 'g' : 'p');
        bool rider = term->rides && !term->range; /* only matters for the leap (2,1), whose rider is
                                                     written NN: other riders have a letter */
        out_text(out, both                                    ? (term->rides ? "Q" : "K")
                      : leap[0] == 1 && term->rides           ? (leap[1] ? "B" : "R")
                      : rider && leap[0] == 2 && leap[1] == 1 ? "NN"
                                                              : names[leap[0]][leap[1]]);
        if (term->range && term->rides) out_format(out, "%d", term->range);
    }
}

const char *fairy_moves(Fairy *fairy, const FairyPiece *piece, bool passes, bool starts) {
    enum { MOVES_BYTES = 1024 };
    char *text = arena_take(fairy->arena, MOVES_BYTES);
    Out out = out_to(text, MOVES_BYTES);
    if (piece->part == FAIRY_IS_LATE && fairy_number(fairy, FAIRY_LATE_RANK) > 1) return "fWisW";
    bool passing = false; /* is any capture in passing possible? */
    for (int side = 0; side < 2; side++)
        for (int rank = 0; rank < FAIRY_RANKS; rank++)
            passing |= fairy->values[FAIRY_PASSERS][side].set &&
                       fairy->values[FAIRY_PASSED][side].squares.rank[rank];
    for (int at = 0, start = 0; at < piece->moves.length; start = at) {
        FairyTerm term;
        if (!term_read(piece->moves, &at, &term)) return term_refuse(fairy, piece, start);
        if (term.first) term.takes = false;    /* in the dialect first moves never capture */
        bool pushes = term.lame || term.rides; /* other moves cannot be captured in passing */
        if (term.first && !pushes && term.leap[0][0] > 1 && passing) {
            finding_error(fairy->findings, piece->at, MSG_IMPORT_FIRST_LEAP, arg_slice(piece->name),
                          arg_slice(piece->moves));
            return NULL;
        }
        if (!term.first || (starts && term.moves)) term_write(&out, &term, passes);
    }
    if (out.length >= MOVES_BYTES) return term_refuse(fairy, piece, 0);
    return text;
}

bool fairy_moves_from(Fairy *fairy, const FairyPiece *piece, int file, int rank, FairySquares *to) {
    static const int ways[8][2] = {{0, 1},  {1, 0},  {1, 0},  {0, -1},
                                   {0, -1}, {-1, 0}, {-1, 0}, {0, 1}};
    static const int sides[8][2] = {{1, 0},  {0, 1},  {0, -1}, {1, 0},
                                    {-1, 0}, {0, -1}, {0, 1},  {-1, 0}};
    int files = fairy_number(fairy, FAIRY_WIDTH), ranks = fairy_number(fairy, FAIRY_HEIGHT);
    bool any = false;
    *to = (FairySquares){0};
    for (int at = 0; at < piece->moves.length;) {
        FairyTerm term;
        term_read(piece->moves, &at, &term); /* no error: fairy_moves has read the text */
        for (int part = 0; part < term.leaps && !term.first; part++)
            for (int octant = 0; octant < 8; octant++) {
                const int *leap = term.leap[part];
                int x = file + leap[0] * ways[octant][0] + leap[1] * sides[octant][0];
                int y = rank + leap[0] * ways[octant][1] + leap[1] * sides[octant][1];
                bool chosen = term.octants[part] >> octant & 1;
                if (!chosen || x < 0 || y < 0 || x >= files || y >= ranks) continue;
                to->rank[y] |= (uint16_t)(1 << x);
                any = true;
            }
    }
    return any;
}
