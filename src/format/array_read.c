/* array_read - reads the squares of piece lines into the starting position, and writes the position
 * as SFEN. Squares are named as in chess: file `a` is on sente's left, rank 1 at the bottom. */
#include "format/values.h"

#include "base/arena.h"
#include "base/ascii.h"
#include "tables/tables.h"
#include "variant/array.h"
#include "variant/piece.h"

#include <assert.h>
#include <string.h>

/* A square of the board: file 1 is on sente's right, rank 1 at the top. */
typedef struct Spot {
    int file, rank;
} Spot;

/* A list of squares while it is read. Puts a piece on each square; with `holes` makes it a hole,
 * with `sets` adds it to a set, and with `handicap` removes its piece. */
typedef struct Placing {
    Draft *draft;           /* the game that is read */
    ArrayFaults *faults;    /* collects the mistakes of this list and of other lists */
    bool off;               /* the list has a square off the board (the first counts) */
    bool twice;             /* the list has an occupied square (the first counts) */
    bool bad;               /* an entry is not a square, or the handicap is wrong: reading stops */
    int type;               /* type of the pieces that are put on the squares */
    int side;               /* side of the squares: sente; after an empty entry (`a1,,a9`): gote */
    bool holes;             /* the squares become holes, which are not part of the board */
    Place at;               /* place in the text of the entry that is being read */
    SquareSet *const *sets; /* by side: the sets that get the squares; NULL: no sets */
    Handicap *handicap;     /* the handicap that clears these squares; NULL: none */
    uint8_t *left;          /* for a handicap: the start without the pieces removed so far */
    bool told;              /* for a handicap: report mistakes; false: they only set `bad` */
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

/* Suggests a correction of a wrong list of squares: in the text, each run of characters that are
 * neither letters nor digits is replaced by `-` if it has a dash, a tilde, two dots or a byte
 * beyond ASCII, else by `,`. NULL: the result is not a list of squares. */
static const char *squares_near(Arena *arena, Slice text) {
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
    near[length] = '\0';
    return length && slice_is_squares((Slice){near, length}) ? near : NULL;
}

static bool spot_read(Placing *placing, Slice text, Spot *spot) {
    const HenkaVariant *v = &placing->draft->v;
    int number;
    char letter = text.length ? (char)(*text.at | 32) : ' ';
    if (letter < 'a' || letter > 'z' ||
        !value_number((Slice){text.at + 1, text.length - 1}, &number)) {
        finding_unknown(placing->draft->findings, placing->at, MSG_ARRAY_NO_SQUARE,
                        MSG_ARRAY_NO_SQUARE_NEAR, arg_slice(text),
                        squares_near(placing->draft->arena, text));
        placing->bad = true;
        return false;
    }
    *spot = (Spot){v->files - (letter - 'a'), v->ranks - (number - placing->draft->first_rank)};
    bool file = spot->file >= 1 && spot->file <= v->files,
         rank = spot->rank >= 1 && spot->rank <= v->ranks;
    if (!file || !rank) off_board(placing, text, !file);
    return file && rank;
}

/* The square's name as a game's text writes it, as an argument of a message. */
static MessageArg arg_spot(const Placing *placing, Spot spot) {
    const HenkaVariant *v = &placing->draft->v;
    return arg_text(arena_format(placing->draft->arena, "%c%d", file_letter(v, spot.file),
                                 v->ranks - spot.rank + placing->draft->first_rank));
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

/* Puts a piece on the square, or uses the square as Placing says. mirrored: the piece is gote's,
 * put by the key `symmetry`. It is no mistake if the text puts that piece there too. */
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
        if (!mirrored) /* in the Interactive Diagram holes may overlap pieces */
            draft_warning(draft, placing->at, MSG_ARRAY_ON_HOLE,
                          arg_text(draft->v.types[placing->type].name), arg_spot(placing, spot));
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

/* Reports that a handicap names a square without a piece of gote. If exactly one type is missing in
 * the starting position, its piece line probably lacks its squares and gets the error. */
static void no_piece_report(const Placing *placing, Spot spot) {
    Draft *draft = placing->draft;
    Place at = draft->absent_types == 1 ? draft->type_at[draft->absent_type] : place_start;
    MessageArg square = arg_spot(placing, spot);
    if (draft->absent_types == 1 && at.line >= 1)
        draft_error(draft, at, MSG_HANDICAP_PIECE_ABSENT,
                    arg_text(draft->v.types[draft->absent_type].id), arg_number(placing->at.line),
                    square);
    else
        draft_error(draft, placing->at, MSG_HANDICAP_NO_PIECE, square);
}

/* For a handicap: removes gote's piece from the square. spot: the square as the text writes it, for
 * messages. By symmetry `square` may be a different square. */
static void take_off(Placing *placing, int square, Spot spot) {
    const HenkaVariant *v = &placing->draft->v;
    Piece piece = placing->left[square];
    if (placing->bad) return;
    placing->left[square] = 0;
    placing->handicap->off.words[square >> 6] |= (uint64_t)1 << (square & 63);
    bool none = !piece || piece_side(piece) != HENKA_GOTE,
         needed = v->any_royal_loses >> HENKA_GOTE & 1;
    bool lost = !none && v->types[piece_type(piece)].royal &&
                (needed || !royals_on(v, placing->left, HENKA_GOTE));
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

/* Reads a list of squares and rectangles, such as `a1,c3-d4`. False: stopped at a mistake. */
static bool list_read(Placing *placing, Slice squares, Place at) {
    List list = value_list(squares, at);
    Findings *findings = placing->draft->findings;
    while (!placing->bad && !findings_exhausted(findings) && value_list_next(&list)) {
        Slice entry = list.entry;
        placing->at = list.at;
        findings_spend(findings, 1);
        if (!entry.length) {
            placing->side = HENKA_GOTE;
            continue;
        }
        const char *dash = memchr(entry.at, '-', (size_t)entry.length);
        int length = dash ? (int)(dash - entry.at) : entry.length;
        Spot a, b;
        if (!spot_read(placing, (Slice){entry.at, length}, &a)) continue;
        b = a;
        if (dash) {
            placing->at.column += length + 1;
            if (!spot_read(placing, (Slice){dash + 1, entry.length - length - 1}, &b)) continue;
            findings_spend(findings, placing->draft->v.squares);
        }
        for (int file = least(a.file, b.file); file <= most(a.file, b.file); file++)
            for (int rank = least(a.rank, b.rank); rank <= most(a.rank, b.rank); rank++)
                place(placing, (Spot){file, rank});
    }
    return !placing->bad;
}

/* Reports squares off the board. If several lines have such a square, the board is probably too
 * small, and the error is reported at the key `files` or `ranks`. */
static void off_report(Draft *draft, const ArrayFaults *faults) {
    const HenkaVariant *v = &draft->v;
    const char *name = faults->off_files ? "files" : "ranks";
    Place key = key_place(draft, name);
    int standard = faults->off_files ? v->files : v->ranks;
    if (faults->off_lines == 1 && key.line)
        finding_message(draft->findings, FINDING_ERROR, faults->off_at, &faults->off);
    else if (faults->off_lines == 1)
        draft_error(draft, faults->off_at, MSG_ARRAY_OFF_STANDARD, faults->square, arg_text(name),
                    arg_number(standard));
    else if (key.line)
        draft_error(draft, key, MSG_ARRAY_MANY_OFF_BOARD, arg_number(faults->off_lines),
                    arg_number(v->files), arg_number(v->ranks), faults->square);
    else
        draft_error(draft, faults->off_at, MSG_ARRAY_MANY_OFF_STANDARD,
                    arg_number(faults->off_lines), faults->square, arg_text(name),
                    arg_number(standard));
}

/* Reports two pieces on a square. If symmetry causes this on several lines, the author probably
 * means a larger board, above all if he gave the key `symmetry`. */
static void twice_report(Draft *draft, const ArrayFaults *faults) {
    Place at = key_given(draft, "symmetry") ? key_place(draft, "ranks") : (Place){0, 0};
    bool one = faults->twice_lines == 1;
    if (!faults->by_symmetry)
        finding_message(draft->findings, FINDING_ERROR, faults->twice_at, &faults->twice);
    else if (one && !key_given(draft, "symmetry"))
        draft_error(draft, faults->twice_at, MSG_ARRAY_MEET_MIRRORED, arg_message(&faults->twice));
    else if (one && !key_given(draft, "ranks"))
        draft_error(draft, faults->twice_at, MSG_ARRAY_MEET_STANDARD, arg_message(&faults->twice),
                    arg_number(draft->v.ranks));
    else if (one)
        draft_error(draft, faults->twice_at, MSG_ARRAY_ONE_MEETS, arg_message(&faults->twice));
    else
        draft_error(draft, at.line ? at : faults->twice_at, MSG_ARRAY_MANY_MEET,
                    arg_message(&faults->twice), arg_number(draft->v.ranks));
}

static void faults_report(Draft *draft, const ArrayFaults *faults) {
    static const char *const keys[] = {"files", "ranks", "firstRank", "symmetry"};
    if (draft->lost_pieces || (draft->findings->trial_option && draft->findings->array_wrong))
        return;
    /* If all of gote's pieces are named and replace all that symmetry put there, the author forgot
     * `symmetry=none`: the starting position is as written, as in the Interactive Diagram. */
    bool written_out = faults->instead && !faults->out_of_place && !faults->off_lines;
    for (int square = 0; square < draft->v.squares; square++)
        written_out &= !draft->mirrored[square];
    draft->findings->array_wrong |= faults->off_lines || (faults->twice_lines && !written_out);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (key_doubtful(draft, keys[i])) return;
    if (faults->off_lines)
        off_report(draft, faults);
    else if (written_out && !draft->findings->trial_option)
        draft_warning(draft, faults->twice_at, MSG_ARRAY_WRITTEN_OUT, arg_message(&faults->twice));
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

/* Stops at the first error, because one cause, such as a piece that is missing at the start, shows
 * in many handicaps. A wrong handicap of an extended game is dropped without an error, because the
 * starting position may differ from the extended game's. */
void array_handicaps(Draft *draft) {
    HenkaVariant *v = &draft->v;
    v->handicaps = arena_take(draft->arena, HANDICAPS_MOST * sizeof *v->handicaps);
    for (int i = 0; i < draft->handicap_count && !draft->findings->fatal_count; i++) {
        const HandicapLine *line = &draft->handicaps[i];
        Handicap *handicap = &v->handicaps[v->handicap_count];
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
        if (!good) continue;
        if (is_empty(&handicap->off)) {
            draft_error(draft, line->at, MSG_HANDICAP_SQUARES, arg_text(line->name));
            continue;
        }
        handicap->start_sfen = array_sfen(draft, left, HENKA_GOTE);
        v->handicap_count++;
    }
}

/* Reads the number of pieces in hand: `2` for each side, `2,1` or `2,,1` for two of sente and one
 * of gote. In a game without drops the hand may hold pieces that other pieces promote to. If no
 * piece promotes to them, the number has no effect. */
static void hand_read(Draft *draft, const PieceLine *line) {
    HenkaVariant *v = &draft->v;
    List list = value_list(line->fields[FIELD_HAND], line->at[FIELD_HAND]);
    int side = HENKA_SENTE, number;
    bool both = !slice_has(line->fields[FIELD_HAND], ',');
    while (value_list_next(&list)) {
        if (!list.entry.length) {
            side = HENKA_GOTE;
            continue;
        }
        int index = v->hand_index[line->type];
        if (!value_number(list.entry, &number) || number < 0 || number > HAND_MOST) {
            draft_error(draft, list.at, MSG_ARRAY_HAND_COUNT, arg_number(HAND_MOST),
                        arg_slice(list.entry));
            return;
        }
        if (index != HAND_NONE) {
            v->start_hand[side][index] = (uint8_t)number;
            if (both) v->start_hand[HENKA_GOTE][index] = (uint8_t)number;
            side = HENKA_GOTE;
        } else if (v->hands) {
            const PieceType *t = &v->types[line->type];
            bool last = t->royal && !draft->royal_given; /* the last line, royal by default */
            if (last && (draft->lost_pieces || key_doubtful(draft, "royal"))) continue;
            draft_error(draft, list.at,
                        last       ? MSG_ARRAY_LAST_IN_HAND
                        : t->royal ? MSG_ARRAY_ROYAL_IN_HAND
                                   : MSG_ARRAY_NEVER_IN_HAND,
                        arg_text(t->id));
        } else {
            if (!draft->stock_told && !key_doubtful(draft, "holdingsType"))
                draft_warning(draft, list.at, MSG_ARRAY_STOCK_IDLE);
            draft->stock_told = true;
        }
    }
}

void array_read(Draft *draft) {
    for (int i = 0; i < draft->hole_count; i++) {
        const Item *item = draft->holes[i];
        Placing holes = {
            .draft = draft, .faults = &draft->faults, .side = HENKA_SENTE, .holes = true};
        if (item->field_count > FIELD_SQUARES)
            list_read(&holes, item->fields[FIELD_SQUARES],
                      (Place){item->at.line, item->columns[FIELD_SQUARES]});
    }
    for (const PieceLine *line = draft->lines + 1; line <= draft->lines + draft->line_count;
         line++) {
        Placing pieces = {
            .draft = draft, .faults = &draft->faults, .type = line->type, .side = HENKA_SENTE};
        Slice squares = line->fields[FIELD_SQUARES];
        if (!line->type || line->refused) continue;
        if (slice_is(squares, "none") || list_read(&pieces, squares, line->at[FIELD_SQUARES]))
            hand_read(draft, line);
        else
            draft->lost_pieces = true; /* squares after the mistake are unread */
    }
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
    assert(out.length < sizeof buf); /* room for MAX_SQUARES ids of six characters, and hands */
    return arena_text(draft->arena, buf, out.length);
}

/* Adds the field of unmoved pieces to the SFEN. off: the squares that a handicap clears. */
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
