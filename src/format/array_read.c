/* array_read - reads the squares of piece lines into the starting position, and writes that as
 * SFEN. Squares are named as in diagrams: file `a` on sente's left, rank 1 at the bottom. */
#include "format/values.h"

#include "base/arena.h"
#include "base/ascii.h"
#include "tables/tables.h"
#include "variant/array.h"
#include "variant/piece.h"

#include <assert.h>
#include <string.h>

/* A square. */
typedef struct Spot {
    int file, rank; /* in the variant's own numbers: file 1 on sente's right, rank 1 on top */
} Spot;

/* A list of squares while it is read. By default a piece is put on each square. With `holes` the
 * square becomes a hole, with `sets` it is added to a set, and with `handicap` the piece on it is
 * removed. */
typedef struct Placing {
    Draft *draft;           /* the game that is read */
    ArrayFaults *faults;    /* collects mistakes of this list and of others */
    bool off;               /* this list has a square off the board; only its first is noted */
    bool twice;             /* this list has a square that was taken; only its first is noted */
    bool bad;               /* an entry is no square, or the handicap is wrong: stop reading */
    int type;               /* of the pieces that are put */
    int side;               /* side of the squares: sente, and gote after an empty entry */
    bool holes;             /* make the squares holes */
    Place at;               /* place of the entry that is read */
    SquareSet *const *sets; /* by side: the sets that get the squares; or NULL */
    Handicap *handicap;     /* the handicap that removes these squares' pieces; or NULL */
    uint8_t *left;          /* for a handicap: the board with the pieces not yet removed */
    bool told;              /* for a handicap: report mistakes; else only set `bad` */
} Placing;

static void off_board(Placing *placing, Slice text, bool file) {
    const HenkaVariant *v = &placing->draft->v;
    ArrayFaults *faults = placing->faults;
    if (placing->off) return;
    placing->off = true;
    if (faults->off_lines++) return;
    faults->off_at = placing->at;
    faults->off_files = file;
    faults->square = arg_slice(text);
    faults->off = MESSAGE_OF(MSG_ARRAY_OFF_BOARD, arg_slice(text), arg_number(v->files),
                             arg_number(v->ranks));
}

/* The list of squares that the text becomes if each run of other signs in it is replaced: by `-` if
 * the signs are dashes, tildes or dots, else by `,`. Length 0: even then it is no list of
 * squares. */
static Slice squares_near(Arena *arena, Slice text) {
    char *near = arena_text(arena, text.at, (size_t)text.length);
    int length = 0;
    bool gap = false, range = false;
    for (int i = 0; i < text.length; i++) {
        char c = text.at[i];
        if (!ascii_is_letter(c) && !ascii_is_digit(c)) {
            range |= (unsigned char)c >= 0x80 || c == '-' || c == '~' ||
                     (c == '.' && i + 1 < text.length && text.at[i + 1] == '.');
            gap = length > 0;
            continue;
        }
        if (gap) near[length++] = range ? '-' : ',';
        near[length++] = c;
        gap = range = false;
    }
    Slice squares = {near, length};
    return slice_is_squares(squares) ? squares : (Slice){near, 0};
}

static void no_square_report(const Placing *placing, Slice text) {
    Draft *draft = placing->draft;
    Slice near = squares_near(draft->arena, text);
    if (near.length)
        finding_error(draft->findings, placing->at, MSG_ARRAY_NO_SQUARE_NEAR, arg_slice(text),
                      arg_slice(near));
    else
        finding_error(draft->findings, placing->at, MSG_ARRAY_NO_SQUARE, arg_slice(text));
}

static bool spot_read(Placing *placing, Slice text, Spot *spot) {
    const HenkaVariant *v = &placing->draft->v;
    int number;
    char letter = text.length ? (char)(*text.at | 32) : ' ';
    if (letter < 'a' || letter > 'z' ||
        !value_number((Slice){text.at + 1, text.length - 1}, &number)) {
        no_square_report(placing, text);
        placing->bad = true;
        return false;
    }
    *spot = (Spot){v->files - (letter - 'a'), v->ranks - (number - placing->draft->first_rank)};
    bool file = spot->file >= 1 && spot->file <= v->files,
         rank = spot->rank >= 1 && spot->rank <= v->ranks;
    if (!file || !rank) off_board(placing, text, !file);
    return file && rank;
}

/* The name of the square in the coordinates of the text. */
static MessageArg arg_spot(const Placing *placing, Spot spot) {
    const HenkaVariant *v = &placing->draft->v;
    return arg_text(arena_format(placing->draft->arena, "%c%d", file_letter(v, spot.file),
                                 v->ranks - spot.rank + placing->draft->first_rank));
}

/* A piece would be put on a hole. It is left out without a warning if symmetry puts it there:
 * diagrams lay holes over rectangles of pieces. */
static void on_hole(Placing *placing, Spot spot, bool mirrored) {
    if (mirrored) return;
    finding_warning(placing->draft->findings, placing->at, MSG_ARRAY_ON_HOLE,
                    arg_text(placing->draft->v.types[placing->type].name), arg_spot(placing, spot));
}

static void taken(Placing *placing, Piece there, Spot spot, bool mirrored) {
    const HenkaVariant *v = &placing->draft->v;
    ArrayFaults *faults = placing->faults;
    if (placing->twice) return;
    placing->twice = true;
    faults->by_symmetry |= mirrored;
    if (faults->twice_lines++) return;
    faults->twice_at = placing->at;
    char *letter = arena_text(placing->draft->arena, "a", 1);
    *letter = file_letter(v, spot.file);
    MessageArg first = arg_text(v->types[piece_type(there)].name),
               second = arg_text(v->types[placing->type].name), file = arg_text(letter),
               rank = arg_number(v->ranks - spot.rank + placing->draft->first_rank);
    int line = placing->draft->type_at[piece_type(there)].line;
    faults->twice =
        line >= 1 && line != placing->at.line
            ? MESSAGE_OF(MSG_ARRAY_TWO_OF_LINES, first, arg_number(line), second, file, rank)
            : MESSAGE_OF(MSG_ARRAY_TWO_ON_A_SQUARE, first, second, file, rank);
}

/* Puts a piece, or marks the square in another way (see Placing). If gote's piece is written out on
 * the square where symmetry puts the same piece, it stands there once. */
static void put(Placing *placing, int side, Spot spot, bool mirrored) {
    Draft *draft = placing->draft;
    int square = square_of(&draft->v, spot.file, spot.rank);
    if (placing->sets) {
        placing->sets[side]->words[square >> 6] |= (uint64_t)1 << (square & 63);
        return;
    }
    if (placing->holes) {
        draft->v.holed = draft->v.hole[square] = true;
        return;
    }
    if (draft->v.hole[square]) {
        on_hole(placing, spot, mirrored);
        return;
    }
    Piece piece = piece_make(side, placing->type), there = draft->v.start_board[square];
    bool by_symmetry = mirrored || draft->mirrored[square], same = there == piece && by_symmetry;
    bool instead = !mirrored && draft->mirrored[square] && side == HENKA_GOTE;
    if (there && !same) {
        taken(placing, there, spot, by_symmetry);
        placing->faults->instead += instead;
        placing->faults->out_of_place |= !instead;
    }
    draft->v.start_board[square] = piece;
    draft->mirrored[square] = mirrored && !same;
}

/* Has gote no royal left that it needs? */
static bool royal_is_lost(const HenkaVariant *v, const uint8_t *board) {
    for (int square = 0; square < v->squares; square++)
        if (board[square] && piece_side(board[square]) == HENKA_GOTE &&
            v->types[piece_type(board[square])].royal)
            return v->any_royal_loses >> HENKA_GOTE & 1;
    return true;
}

/* The handicap names a square without a piece of gote. If exactly one type is missing in the array,
 * its line has probably lost its squares, and the error is at that line. */
static void no_piece_report(const Placing *placing, Spot spot) {
    Draft *draft = placing->draft;
    Place at = draft->absent_types == 1 ? draft->type_at[draft->absent_type] : place_start;
    MessageArg square = arg_spot(placing, spot);
    if (draft->absent_types == 1 && at.line >= 1)
        finding_error(draft->findings, at, MSG_HANDICAP_PIECE_ABSENT,
                      arg_text(draft->v.types[draft->absent_type].id), arg_number(placing->at.line),
                      square);
    else
        finding_error(draft->findings, placing->at, MSG_HANDICAP_NO_PIECE, square);
}

/* Removes gote's piece from the square. spot: the square as the text names it. */
static void take_off(Placing *placing, int square, Spot spot) {
    const HenkaVariant *v = &placing->draft->v;
    Piece piece = placing->left[square];
    if (placing->bad) return;
    placing->left[square] = 0;
    placing->handicap->off.words[square >> 6] |= (uint64_t)1 << (square & 63);
    bool none = !piece || piece_side(piece) != HENKA_GOTE;
    bool lost = !none && v->types[piece_type(piece)].royal && royal_is_lost(v, placing->left);
    placing->bad = none || lost;
    if (none && placing->told)
        no_piece_report(placing, spot);
    else if (lost && placing->told)
        finding_error(placing->draft->findings, placing->at, MSG_HANDICAP_ROYAL,
                      arg_text(v->types[piece_type(piece)].name), arg_spot(placing, spot));
}

static void place(Placing *placing, Spot spot) {
    const Draft *draft = placing->draft;
    const HenkaVariant *v = &draft->v;
    bool both = draft->symmetry != SYMMETRY_NONE && placing->side == HENKA_SENTE;
    bool turned = draft->symmetry == SYMMETRY_ROTATE;
    Spot other = {turned ? v->files + 1 - spot.file : spot.file, v->ranks + 1 - spot.rank};
    if (placing->handicap) {
        Spot seconds = both ? other : spot;
        take_off(placing, square_of(v, seconds.file, seconds.rank), spot);
        return;
    }
    put(placing, placing->side, spot, false);
    if (both) put(placing, HENKA_GOTE, other, true);
}

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

static void place_range(Placing *placing, Slice text, const char *dash) {
    Spot a, b;
    Slice left = {text.at, (int)(dash - text.at)},
          right = {dash + 1, text.length - left.length - 1};
    if (!spot_read(placing, left, &a)) return;
    placing->at.column += left.length + 1;
    if (!spot_read(placing, right, &b)) return;
    findings_spend(placing->draft->findings, placing->draft->v.squares);
    for (int file = least(a.file, b.file); file <= most(a.file, b.file); file++)
        for (int rank = least(a.rank, b.rank); rank <= most(a.rank, b.rank); rank++)
            place(placing, (Spot){file, rank});
}

static bool list_read(Placing *placing, Slice squares, Place at) {
    List list = value_list(squares, at);
    Slice entry;
    Findings *findings = placing->draft->findings;
    while (!placing->bad && !findings_exhausted(findings) &&
           value_list_next(&list, &entry, &placing->at)) {
        findings_spend(findings, 1);
        const char *dash = entry.length ? memchr(entry.at, '-', (size_t)entry.length) : NULL;
        Spot spot;
        if (!entry.length)
            placing->side = HENKA_GOTE;
        else if (dash)
            place_range(placing, entry, dash);
        else if (spot_read(placing, entry, &spot))
            place(placing, spot);
    }
    return !placing->bad;
}

static bool squares_read(Draft *draft, const PieceLine *line, ArrayFaults *faults) {
    Placing placing = {.draft = draft, .faults = faults, .type = line->type, .side = HENKA_SENTE};
    if (slice_is(line->fields[FIELD_SQUARES], "none")) return true;
    bool good = list_read(&placing, line->fields[FIELD_SQUARES], line->at[FIELD_SQUARES]);
    draft->lost_pieces |= !good; /* the pieces of the remaining squares are unknown */
    return good;
}

static void holes_read(Draft *draft, const Item *item, ArrayFaults *faults) {
    Placing placing = {.draft = draft, .faults = faults, .side = HENKA_SENTE, .holes = true};
    if (item->field_count > FIELD_SQUARES)
        list_read(&placing, item->fields[FIELD_SQUARES],
                  (Place){item->at.line, item->columns[FIELD_SQUARES]});
}

/* Reports squares off the board. If several lines have one, the board is probably too small, and
 * the error is at the key of its size. */
static void off_report(Draft *draft, const ArrayFaults *faults) {
    const HenkaVariant *v = &draft->v;
    const char *name = faults->off_files ? "files" : "ranks";
    Place key = key_place(draft, name);
    int standard = faults->off_files ? v->files : v->ranks;
    if (faults->off_lines == 1 && key.line)
        finding_message(draft->findings, FINDING_ERROR, faults->off_at, &faults->off);
    else if (faults->off_lines == 1)
        finding_error(draft->findings, faults->off_at, MSG_ARRAY_OFF_STANDARD, faults->square,
                      arg_text(name), arg_number(standard));
    else if (key.line)
        finding_error(draft->findings, key, MSG_ARRAY_MANY_OFF_BOARD, arg_number(faults->off_lines),
                      arg_number(v->files), arg_number(v->ranks), faults->square);
    else
        finding_error(draft->findings, faults->off_at, MSG_ARRAY_MANY_OFF_STANDARD,
                      arg_number(faults->off_lines), faults->square, arg_text(name),
                      arg_number(standard));
}

/* Reports pieces that meet on a square. If several lines meet by symmetry, the author probably
 * means a larger board, above all if he gave the key `symmetry`. */
static void twice_report(Draft *draft, const ArrayFaults *faults) {
    Place at = key_given(draft, "symmetry") ? key_place(draft, "ranks") : (Place){0, 0};
    bool one = faults->twice_lines == 1;
    if (!faults->by_symmetry)
        finding_message(draft->findings, FINDING_ERROR, faults->twice_at, &faults->twice);
    else if (one && !key_given(draft, "symmetry"))
        finding_error(draft->findings, faults->twice_at, MSG_ARRAY_MEET_MIRRORED,
                      arg_message(&faults->twice));
    else if (one && !key_given(draft, "ranks"))
        finding_error(draft->findings, faults->twice_at, MSG_ARRAY_MEET_STANDARD,
                      arg_message(&faults->twice), arg_number(draft->v.ranks));
    else if (one)
        finding_error(draft->findings, faults->twice_at, MSG_ARRAY_ONE_MEETS,
                      arg_message(&faults->twice));
    else
        finding_error(draft->findings, at.line ? at : faults->twice_at, MSG_ARRAY_MANY_MEET,
                      arg_message(&faults->twice), arg_number(draft->v.ranks));
}

/* Are all of gote's pieces written out, and do they replace all those put by symmetry? Then the
 * author forgot `symmetry=none`, and the array is played as written, as diagrams play it. */
static bool is_written_out(const Draft *draft, const ArrayFaults *faults) {
    if (!faults->instead || faults->out_of_place) return false;
    for (int square = 0; square < draft->v.squares; square++)
        if (draft->mirrored[square]) return false;
    return true;
}

static void faults_report(Draft *draft, const ArrayFaults *faults) {
    static const char *const keys[] = {"files", "ranks", "firstRank", "symmetry"};
    if (draft->lost_pieces || (draft->findings->trial_option && draft->findings->array_wrong))
        return;
    bool written_out = is_written_out(draft, faults) && !faults->off_lines;
    draft->findings->array_wrong |= faults->off_lines || (faults->twice_lines && !written_out);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (key_doubtful(draft, keys[i])) return;
    if (faults->off_lines)
        off_report(draft, faults);
    else if (written_out && !draft->findings->trial_option)
        finding_warning(draft->findings, faults->twice_at, MSG_ARRAY_WRITTEN_OUT,
                        arg_message(&faults->twice));
    else if (written_out)
        return;
    else if (faults->twice_lines)
        twice_report(draft, faults);
}

static bool is_empty(const SquareSet *set) {
    uint64_t sum = 0;
    for (size_t i = 0; i < sizeof set->words / sizeof *set->words; i++) sum |= set->words[i];
    return !sum;
}

void array_squares(Draft *draft, Slice squares, Place at, SquareSet *sets[2]) {
    for (int side = 0; side < 2; side++) sets[side] = arena_take(draft->arena, sizeof *sets[side]);
    if (draft->v.squares > MAX_SQUARES) return;
    Placing placing = {.draft = draft, .faults = &draft->faults, .side = HENKA_SENTE, .sets = sets};
    list_read(&placing, squares, at);
    for (int side = 0; side < 2; side++)
        if (is_empty(sets[side])) sets[side] = NULL;
}

void array_homes(Draft *draft) {
    HenkaVariant *v = &draft->v;
    for (int type = 1; type <= v->type_count; type++) {
        PieceType *t = &v->types[type];
        if (has_home(v, type) || !power_has_first_move(&t->power)) continue;
        for (int side = 0; side < 2; side++) {
            SquareSet *home = arena_take(draft->arena, sizeof *home);
            for (int square = 0; square < v->squares; square++)
                if (v->start_board[square] == piece_make(side, type))
                    home->words[square >> 6] |= (uint64_t)1 << (square & 63);
            if (!is_empty(home)) t->home[side] = home;
        }
    }
}

/* Reads the squares of a handicap and makes its starting position. Returns false if it is wrong. A
 * wrong handicap of an extended game is dropped without an error, because this game's array may
 * differ from that game's. */
static bool handicap_read(Draft *draft, const HandicapLine *line, Handicap *handicap) {
    HenkaVariant *v = &draft->v;
    ArrayFaults faults = {0};
    uint8_t left[MAX_SQUARES];
    memcpy(left, v->start_board, sizeof left);
    *handicap = (Handicap){.name = line->name, .kanji = line->kanji};
    Placing placing = {.draft = draft,
                       .faults = &faults,
                       .side = HENKA_SENTE,
                       .handicap = handicap,
                       .left = left,
                       .told = !line->item->below};
    bool good = list_read(&placing, line->squares, line->at) && !faults.off_lines;
    if (placing.told) faults_report(draft, &faults);
    if (good && is_empty(&handicap->off)) {
        finding_error(draft->findings, line->at, MSG_HANDICAP_SQUARES, arg_text(line->name));
        return false;
    }
    if (good) handicap->start_sfen = array_sfen(draft, left, HENKA_GOTE);
    return good;
}

/* Stops at the first error: one cause, such as a piece that is missing in the array, shows in many
 * handicaps. */
void array_handicaps(Draft *draft) {
    HenkaVariant *v = &draft->v;
    v->handicaps = arena_take(draft->arena, HANDICAPS_MOST * sizeof *v->handicaps);
    for (int i = 0; i < draft->handicap_count && !draft->findings->fatal_count; i++)
        v->handicap_count +=
            handicap_read(draft, &draft->handicaps[i], &v->handicaps[v->handicap_count]);
}

/* Reads the field of the hand: `2` for both sides, `2,1` or `2,,1` for two of sente and one of
 * gote. Diagrams keep pieces to promote to in the hand even without drops. Such a number is read
 * and has no use here. */
static void hand_read(Draft *draft, const PieceLine *line) {
    HenkaVariant *v = &draft->v;
    List list = value_list(line->fields[FIELD_HAND], line->at[FIELD_HAND]);
    Slice entry;
    int side = HENKA_SENTE, number;
    bool both = !memchr(line->fields[FIELD_HAND].at, ',', (size_t)line->fields[FIELD_HAND].length);
    for (Place at; value_list_next(&list, &entry, &at);) {
        if (!entry.length) {
            side = HENKA_GOTE;
            continue;
        }
        int index = v->hand_index[line->type];
        if (!value_number(entry, &number) || number < 0 || number > HAND_MOST) {
            finding_error(draft->findings, at, MSG_ARRAY_HAND_COUNT, arg_number(HAND_MOST),
                          arg_slice(entry));
            return;
        }
        if (index != HAND_NONE) {
            v->start_hand[side][index] = (uint8_t)number;
            if (both) v->start_hand[HENKA_GOTE][index] = (uint8_t)number;
            side = HENKA_GOTE;
        } else if (v->hands) {
            const PieceType *t = &v->types[line->type];
            bool last = t->royal && !draft->royal_given; /* royal by default */
            if (last && (draft->lost_pieces || key_doubtful(draft, "royal"))) continue;
            finding_error(draft->findings, at,
                          last       ? MSG_ARRAY_LAST_IN_HAND
                          : t->royal ? MSG_ARRAY_ROYAL_IN_HAND
                                     : MSG_ARRAY_NEVER_IN_HAND,
                          arg_text(t->id));
        } else {
            if (!draft->stock_told && !key_doubtful(draft, "holdingsType"))
                finding_warning(draft->findings, at, MSG_ARRAY_STOCK_IDLE);
            draft->stock_told = true;
        }
    }
}

void array_read(Draft *draft) {
    for (int i = 0; i < draft->hole_count; i++) holes_read(draft, draft->holes[i], &draft->faults);
    for (int i = 1; i <= draft->line_count; i++)
        if (draft->lines[i].type && !draft->lines[i].refused &&
            squares_read(draft, &draft->lines[i], &draft->faults))
            hand_read(draft, &draft->lines[i]);
    faults_report(draft, &draft->faults);
}

/* ---- SFEN */

const char *array_sfen(Draft *draft, const uint8_t *board, HenkaSide side) {
    const HenkaVariant *v = &draft->v;
    char buf[4096];
    Out out = out_to(buf, sizeof buf);
    array_write_board(v, board, array_write_id, &out);
    out_text(&out, side == HENKA_SENTE ? " b " : " w ");
    array_write_hands(v, v->start_hand[HENKA_SENTE], v->start_hand[HENKA_GOTE], &out);
    out_text(&out, v->skip_not_twice ? " 1 -" : " 1");
    if (v->strikes) out_text(&out, " -");
    assert(out.length < sizeof buf); /* MAX_SQUARES ids of six characters, and the hands */
    return arena_text(draft->arena, buf, out.length);
}

/* The SFEN with the field of unmoved pieces. off: squares whose pieces a handicap removes. */
static const char *sfen_with_unmoved(const HenkaVariant *v, const char *sfen,
                                     const SquareSet *off) {
    char text[2048];
    uint64_t unmoved[4];
    Out out = out_to(text, sizeof text);
    for (int i = 0; i < 4; i++) unmoved[i] = v->tables->state->tracked[i] & ~off->words[i];
    array_write_unmoved(v, unmoved, &out);
    return arena_format(v->arena, "%s %s", sfen, text);
}

void array_finish_sfen(HenkaVariant *v) {
    static const SquareSet none;
    if (!v->tables->state || !v->tables->state->remembers) return;
    v->start_sfen = sfen_with_unmoved(v, v->start_sfen, &none);
    for (int i = 0; i < v->handicap_count; i++) {
        Handicap *handicap = &v->handicaps[i];
        handicap->start_sfen = sfen_with_unmoved(v, handicap->start_sfen, &handicap->off);
    }
}
