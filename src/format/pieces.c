/* pieces - makes types of piece lines: ids, moves, promotion, royals, hands. */
#include "format/values.h"

#include "base/ascii.h"
#include "base/edit_distance.h"
#include "base/error.h"
#include "betza/betza.h"
#include "format/standard.h"
#include "variant/piece.h"

#include <stdio.h>
#include <string.h>

enum { ID_LETTERS = 3, HAND_TYPES_LIMIT = 32 };

static bool same_id(Slice a, Slice b) {
    if (a.length != b.length) return false;
    for (int i = 0; i < a.length; i++)
        if (ascii_upper(a.at[i]) != ascii_upper(b.at[i])) return false;
    return true;
}

/* ---- piece lines and the fields that a choice changes */

static void line_take(PieceLine *line, const Item *item, bool overlay) {
    for (int i = 0; i < PIECE_FIELDS; i++) {
        if (overlay && (i >= item->field_count || !item->fields[i].length)) continue;
        line->fields[i] = i < item->field_count ? item->fields[i] : (Slice){"", 0};
        line->at[i] =
            (Place){item->at.line, i < item->field_count ? item->columns[i] : item->at.column};
    }
}

/* The line that a setting changes: the one with its id, or, if it has no id, the one with its
 * name. */
static PieceLine *line_meant(Draft *draft, const Item *item) {
    Slice id = item->fields[FIELD_ID], name = item->fields[FIELD_NAME];
    for (int i = 1; i <= draft->line_count; i++) {
        PieceLine *line = &draft->lines[i];
        if (id.length && item->field_count > FIELD_ID
                ? line->id && same_id(slice_of(line->id), id)
                : name.length && slice_same(line->fields[FIELD_NAME], name))
            return line;
    }
    return NULL;
}

static PieceLine *line_add(Draft *draft, const Item *item) {
    if (draft->line_count == MAX_TYPES - 1) {
        finding_error(draft->findings, item->at, MSG_PIECES_TOO_MANY, arg_number(MAX_TYPES - 1));
        return NULL;
    }
    line_take(&draft->lines[++draft->line_count], item, false);
    draft->lines[draft->line_count].refused = item->cut;
    return &draft->lines[draft->line_count];
}

/* ---- a missing or extra field, so that squares stand in another field */

static bool is_betza(Draft *draft, Slice text) {
    Power power;
    return text.length && betza_compile(draft->arena, text.at, (size_t)text.length, &power, NULL);
}

/* Is it a word such as `FfW`, which can only be moves? `K` or `kn` may be ids. */
static bool looks_like_moves(Draft *draft, Slice text) {
    bool small = false, capital = false;
    for (int i = 0; i < text.length; i++) {
        small |= ascii_upper(text.at[i]) != text.at[i];
        capital |= ascii_is_upper(text.at[i]);
    }
    return small && capital && is_betza(draft, text);
}

static bool is_list(Slice squares) {
    return memchr(squares.at, ',', (size_t)squares.length) ||
           memchr(squares.at, '-', (size_t)squares.length);
}

/* Are the moves no XBetza, or is the id rather moves? */
static bool moves_are_shifted(Draft *draft, const PieceLine *line) {
    Slice id = line->fields[FIELD_ID], moves = line->fields[FIELD_BETZA];
    return moves.length && (looks_like_moves(draft, id) || !is_betza(draft, moves));
}

/* The field that holds squares while the field for squares is empty; 0: none. An image may be named
 * like a square, so for the image other fields must be wrong too. */
static int field_of_squares(Draft *draft, const PieceLine *line) {
    if (line->fields[FIELD_SQUARES].length) return 0;
    for (int i = FIELD_ID; i <= FIELD_IMAGE; i++) {
        Slice field = line->fields[i];
        if (slice_is_squares(field) &&
            ((i == FIELD_BETZA && !is_betza(draft, field)) || is_list(field) ||
             (i == FIELD_IMAGE &&
              (moves_are_shifted(draft, line) || !line->fields[FIELD_NAME].length))))
            return i;
    }
    return 0;
}

static bool fields_are_shifted(Draft *draft, const PieceLine *line) {
    int field = field_of_squares(draft, line);
    Slice id = line->fields[FIELD_ID], moves = line->fields[FIELD_BETZA];
    if (!field && !slice_is_squares(line->fields[FIELD_HAND])) return false;
    if (!field)
        finding_error(draft->findings, line->at[FIELD_HAND], MSG_PIECE_FIELD_EXTRA,
                      arg_slice(line->fields[FIELD_HAND]));
    else if (field == FIELD_IMAGE &&
             (looks_like_moves(draft, id) || (is_betza(draft, id) && !is_betza(draft, moves))))
        finding_error(draft->findings, line->at[FIELD_ID], MSG_PIECE_ID_MISSING, arg_slice(id));
    else
        finding_error(draft->findings, line->at[field], MSG_PIECE_FIELD_MISSING,
                      arg_slice(line->fields[field]));
    return true;
}

/* ---- ids */

/* Checks the form that SFEN needs: letters, digits after the first, `+` before a promoted face.
 * Returns the id in capitals. */
static const char *id_read(Draft *draft, Slice id, Place at) {
    int plus = id.length > 0 && *id.at == '+';
    bool good = id.length > plus && id.length <= plus + ID_LETTERS;
    char *text = arena_text(draft->arena, id.at, (size_t)id.length);
    for (int i = plus; i < id.length; i++) {
        text[i] = ascii_upper(text[i]);
        good &= ascii_is_upper(text[i]) || (i > plus && ascii_is_digit(text[i]));
    }
    if (good) return text;
    finding_error(draft->findings, at, MSG_PIECE_ID_FORM, arg_number(ID_LETTERS), arg_slice(id));
    return NULL;
}

/* The index of the first letter of the name from `from` on. */
static int letter_from(Slice name, int from) {
    while (from < name.length && !ascii_is_letter(name.at[from])) from++;
    return from;
}

/* The first line with this id; NULL: none. */
static PieceLine *line_with_id(Draft *draft, const char *id) {
    for (int i = 1; i <= draft->line_count; i++)
        if (draft->lines[i].id && !strcmp(draft->lines[i].id, id)) return &draft->lines[i];
    return NULL;
}

/* Do both lines have the same name and moves? Then they describe one piece. Some diagrams repeat a
 * line to place the piece, or to count it separately. */
static bool same_piece(const PieceLine *a, const PieceLine *b) {
    return slice_same(a->fields[FIELD_NAME], b->fields[FIELD_NAME]) &&
           slice_same(a->fields[FIELD_BETZA], b->fields[FIELD_BETZA]);
}

/* A free id for a piece whose id is taken: its first letter with a second letter of the name, or
 * with a number. NULL: all are taken. */
static const char *id_free(Draft *draft, const char *taken, Slice name) {
    char text[8];
    int plus = *taken == '+', base = plus + 1, from = letter_from(name, 0) + 1;
    memcpy(text, taken, (size_t)base);
    while ((from = letter_from(name, from)) < name.length) {
        text[base] = ascii_upper(name.at[from++]);
        text[base + 1] = '\0';
        if (!line_with_id(draft, text)) return arena_text(draft->arena, text, strlen(text));
    }
    for (int number = 2; number < 100; number++) {
        snprintf(text + base, sizeof text - (size_t)base, "%d", number);
        if (!line_with_id(draft, text)) return arena_text(draft->arena, text, strlen(text));
    }
    return NULL;
}

/* The id that the line asks for: its field, or the first letter of the name. */
static const char *id_wanted(Draft *draft, PieceLine *line) {
    Slice id = line->fields[FIELD_ID], name = line->fields[FIELD_NAME];
    int letter = letter_from(name, 0);
    line->id_filled = !id.length && letter < name.length;
    if (!line->id_filled) return id_read(draft, id, line->at[FIELD_ID]);
    char text = ascii_upper(name.at[letter]);
    return arena_text(draft->arena, &text, 1);
}

static void id_settle(Draft *draft, PieceLine *line, const char *wanted) {
    const PieceLine *other = wanted ? line_with_id(draft, wanted) : NULL;
    line->id = wanted;
    if (!other || same_piece(line, other)) return;
    line->id = id_free(draft, wanted, line->fields[FIELD_NAME]);
    line->asked = wanted;
    MessageArg id = arg_text(wanted), taken_by = arg_slice(other->fields[FIELD_NAME]),
               on_line = arg_number(other->at[FIELD_ID].line);
    if (!line->id)
        finding_error(draft->findings, line->at[FIELD_ID], MSG_PIECE_NO_ID_LEFT, id, taken_by,
                      on_line);
    else if (!line->id_filled)
        finding_warning(draft->findings, line->at[FIELD_ID], MSG_PIECE_ID_TAKEN, id, taken_by,
                        on_line, arg_text(line->id));
}

/* ---- moves of pieces known by name */

static const StandardPiece *standard_find(Slice name) {
    for (const StandardPiece *piece = standard_pieces; piece->name; piece++)
        if (!edit_distance(name.at, (size_t)name.length, piece->name, strlen(piece->name)))
            return piece;
    return NULL;
}

static const char *standard_near(Slice name) {
    for (const StandardPiece *piece = standard_pieces; name.length > 3 && piece->name; piece++)
        if (edit_distance(name.at, (size_t)name.length, piece->name, strlen(piece->name)) <= 2 &&
            ascii_upper(*name.at) == ascii_upper(*piece->name))
            return piece->name;
    return NULL;
}

static void moves_fill(Draft *draft, PieceLine *line) {
    const StandardPiece *piece =
        line->fields[FIELD_BETZA].length ? NULL : standard_find(line->fields[FIELD_NAME]);
    if (!piece) return;
    line->fields[FIELD_BETZA] = slice_of(draft->v.files > 8 ? piece->wide_moves : piece->moves);
    line->moves_filled = true;
}

static void moves_missing(Draft *draft, const PieceLine *line) {
    Slice name = line->fields[FIELD_NAME];
    /* If the line before ends in squares with a letter too many, that letter is the first of this
     * name. It is reported there. */
    Slice before = line > draft->lines + 1 ? line[-1].fields[FIELD_SQUARES] : (Slice){"", 0};
    if (before.length && ascii_is_letter(before.at[before.length - 1]) && !slice_is(before, "none"))
        return;
    const char *near =
        edit_distance(name.at, (size_t)name.length, "hole", 4) == 1 ? "hole" : standard_near(name);
    if (near)
        finding_error(draft->findings, line->at[FIELD_BETZA], MSG_PIECE_NO_MOVES_NEAR,
                      arg_slice(name), arg_text(near));
    else
        finding_error(draft->findings, line->at[FIELD_BETZA], MSG_PIECE_NO_MOVES);
}

/* Warns once of ids and moves that the text does not have and that were filled by name. */
void pieces_report_fillings(Draft *draft) {
    MessageArg pieces[MAX_TYPES];
    size_t count = 0;
    Place first = {0, 0};
    for (int i = 1; i <= draft->line_count; i++) {
        const PieceLine *line = &draft->lines[i];
        if ((!line->id_filled && !line->moves_filled) || !line->id || !line->type) continue;
        Slice name = line->fields[FIELD_NAME], moves = line->fields[FIELD_BETZA];
        if (!count) first = line->at[FIELD_NAME];
        pieces[count++] = arg_text(arena_format(draft->arena, "%.*s:%s%s%.*s", name.length, name.at,
                                                line->id, line->moves_filled ? ":" : "",
                                                line->moves_filled ? moves.length : 0, moves.at));
    }
    if (count)
        finding_warning(draft->findings, first, MSG_PIECES_FILLED_IN, arg_number((int64_t)count),
                        arg_list(pieces, count));
}

/* ---- one line to a type */

/* Suggests a correction of refused moves: the moves of a standard piece if the text is its name, or
 * the moves without a small letter before the same capital (`fwW`), with the letter O for a zero
 * (`K02`), or with the letter at the error or before it as a capital (`fw`). NULL: none of these is
 * valid XBetza. */
static const char *moves_near(Draft *draft, Slice betza, int column) {
    const StandardPiece *piece = betza.length > 2 ? standard_find(betza) : NULL;
    if (piece) return draft->v.files > 8 ? piece->wide_moves : piece->moves;
    for (int i = column - 1; i >= 0 && i >= column - 2; i--) {
        char *text = arena_text(draft->arena, betza.at, (size_t)betza.length);
        if (i >= betza.length) continue;
        if (i + 1 < betza.length && ascii_is_lower(text[i]) && text[i + 1] == ascii_upper(text[i]))
            memmove(text + i, text + i + 1, (size_t)(betza.length - i));
        else if (text[i] == '0')
            text[i] = 'O';
        else if (ascii_is_lower(text[i]))
            text[i] = ascii_upper(text[i]);
        else
            continue;
        if (is_betza(draft, slice_of(text))) return text;
    }
    return NULL;
}

/* Translates a term of the first format. There a range after `p` held for both parts of a hop, so
 * `cpR3` becomes `pafcR3`. Other terms stay as they are. */
static void term_as_before(Out *out, Slice mods, Slice rest) {
    bool ranged = rest.length > 1 && rest.at[1] >= '1' && rest.at[1] <= '9' &&
                  !(rest.length == 2 && rest.at[1] == '1') &&
                  !memchr(rest.at, '!', (size_t)rest.length);
    bool hops =
        memchr(mods.at, 'p', (size_t)mods.length) && !memchr(mods.at, 'a', (size_t)mods.length);
    for (int i = 0; i < mods.length; i++)
        if (!(hops && ranged) || !ascii_is_in(mods.at[i], "mcdk")) out_char(out, mods.at[i]);
    if (hops && ranged) out_text(out, "af");
    for (int i = 0; i < mods.length; i++)
        if (hops && ranged && ascii_is_in(mods.at[i], "mcdk")) out_char(out, mods.at[i]);
    out_bytes(out, rest.at, (size_t)rest.length);
}

/* Translates the moves of a text of the first format (docs/decisions/020-first-format.md). */
static Slice moves_as_before(Draft *draft, Slice betza) {
    size_t cap = (size_t)betza.length * 3 + 1;
    char *text = arena_take(draft->arena, cap);
    Out out = out_to(text, cap);
    const char *at = betza.at, *end = at + betza.length;
    if (memchr(at, '(', (size_t)betza.length) || memchr(at, '[', (size_t)betza.length))
        return betza;
    while (at < end) {
        const char *atom = at, *next;
        while (atom < end && ascii_upper(*atom) != *atom) atom++;
        for (next = atom + (atom < end); next < end && ascii_upper(*next) == *next; next++)
            if (*next >= 'A' && *next <= 'Z' && *next != *atom) break;
        term_as_before(&out, (Slice){at, (int)(atom - at)}, (Slice){atom, (int)(next - atom)});
        at = next;
    }
    return slice_of(text);
}

static bool moves_read(Draft *draft, const PieceLine *line, PieceType *type) {
    Slice betza = line->fields[FIELD_BETZA];
    Place at = line->at[FIELD_BETZA];
    HenkaError error = {0};
    if (!betza.length) {
        moves_missing(draft, line);
        return false;
    }
    if (draft->format == 1) betza = moves_as_before(draft, betza);
    type->betza = arena_text(draft->arena, betza.at, (size_t)betza.length);
    if (betza_compile(draft->arena, betza.at, (size_t)betza.length, &type->power, &error))
        return true;
    Message why = message_unpack(error.said, error.said_length);
    if (line->moves_filled) {
        finding_error(draft->findings, at, MSG_PIECE_FILLED_REFUSED, arg_message(&why),
                      arg_slice(line->fields[FIELD_NAME]), arg_slice(betza));
        return false;
    }
    const char *near = NULL;
    if (why.key == MSG_BETZA_EXPECTED_ATOM) near = moves_near(draft, betza, error.column);
    at.column += error.column - 1;
    if (near)
        finding_error(draft->findings, at, MSG_PIECE_MOVES_NEAR, arg_message(&why), arg_text(near));
    else
        finding_message(draft->findings, FINDING_ERROR, at, &why);
    return false;
}

static int type_with_id(const Draft *draft, const char *id) {
    for (int type = 1; type <= draft->v.type_count; type++)
        if (!strcmp(draft->v.types[type].id, id)) return type;
    return 0;
}

/* Makes a type of the line, or finds the type that it repeats, and reports at most one error.
 * Returns false if the line is refused. Its fields may then be wrong too. */
static bool line_to_type(Draft *draft, PieceLine *line) {
    HenkaVariant *v = &draft->v;
    Slice name = line->fields[FIELD_NAME];
    PieceType type = {
        .kanji = "", .kanji1 = "", .kanji_gote = "", .kanji1_gote = "", .impasse_value = 1};
    if (!line->id) return false;
    if (!name.length) finding_error(draft->findings, line->at[FIELD_NAME], MSG_PIECE_NO_NAME);
    type.name = arena_text(draft->arena, name.at, (size_t)name.length);
    type.id = type.western = line->id;
    bool good = name.length && moves_read(draft, line, &type);
    line->type = type_with_id(draft, type.id);
    if (line->type) return good;
    line->type = ++v->type_count;
    draft->type_at[line->type] = line->at[FIELD_ID];
    if (!type.betza) type.betza = "";
    v->types[line->type] = type;
    return good;
}

static bool line_is_refused(Draft *draft, const PieceLine *line) {
    return line->refused || fields_are_shifted(draft, line);
}

/* Gives moves and ids to the lines from `first` on. Ids of the text come before those made from
 * names, so that they are taken first. */
static void lines_complete(Draft *draft, int first) {
    for (int i = first; i <= draft->line_count; i++) {
        PieceLine *line = &draft->lines[i];
        line->refused = line_is_refused(draft, line);
        if (!line->refused) moves_fill(draft, line);
    }
    for (int written = 1; written >= 0; written--)
        for (int i = first; i <= draft->line_count; i++) {
            PieceLine *line = &draft->lines[i];
            if (!line->refused && (line->fields[FIELD_ID].length > 0) == written)
                id_settle(draft, line, id_wanted(draft, line));
        }
    for (int i = first; i <= draft->line_count; i++)
        draft->lost_pieces |= draft->lines[i].refused || !draft->lines[i].id;
}

/* Refuses a line without a name, which can only change another line, because that line does not
 * exist. */
static void change_refuse(Draft *draft, const PieceLine *line) {
    Slice id = line->fields[FIELD_ID];
    if (!draft->lost_pieces && !draft->findings->trial_late) {
        if (id.length)
            value_unknown(draft, id, line->at[FIELD_ID]);
        else
            finding_error(draft->findings, line->at[FIELD_NAME], MSG_PIECE_NO_NAME);
    }
    draft->lost_pieces = true;
}

/* Does the line name squares that are not part of the board (`hole`, as in diagrams)? It is no
 * piece line and is not counted among them. */
static bool is_hole(const Item *item) {
    Slice name = item->fields[FIELD_NAME];
    return !item->key && !item->fields[FIELD_BETZA].length &&
           !edit_distance(name.at, (size_t)name.length, "hole", 4);
}

static void hole_add(Draft *draft, const Item *item) {
    if (item->field_count <= FIELD_SQUARES && !item->cut)
        finding_error(draft->findings, item->at, MSG_HOLE_FORM);
    if (draft->hole_count < MAX_TYPES) draft->holes[draft->hole_count++] = item;
}

/* May the item change an earlier piece line? Only items of a choice, and of a text that extends
 * another, may. */
static bool changes(const Draft *draft, const Item *item) {
    return item->option >= 0 || item->below < draft->items->lowest;
}

/* Is the line on the same text line as a refused one directly before it? Then it is probably the
 * rest of that one. */
static bool goes_on(const Draft *draft, int number) {
    const PieceLine *line = &draft->lines[number], *last = line - 1;
    return number > 1 && last->refused && last->at[FIELD_NAME].line == line->at[FIELD_NAME].line;
}

void pieces_read(Draft *draft, const Item *const *items, int count) {
    for (int i = 0; i < count; i++)
        if (is_hole(items[i]))
            hole_add(draft, items[i]);
        else if (!items[i]->key && !changes(draft, items[i]))
            line_add(draft, items[i]);
    lines_complete(draft, 1);
    for (int i = 0; i < count; i++) {
        if (items[i]->key || !changes(draft, items[i]) || is_hole(items[i])) continue;
        PieceLine *line = line_meant(draft, items[i]), probe = {0};
        line_take(&probe, items[i], false);
        if (items[i]->cut || fields_are_shifted(draft, &probe))
            draft->lost_pieces = true;
        else if (line)
            line_take(line, items[i], true), line->changed = true;
        else if (!items[i]->fields[FIELD_NAME].length)
            change_refuse(draft, &probe);
        else if (line_add(draft, items[i]))
            lines_complete(draft, draft->line_count);
    }
    for (int i = 1; i <= draft->line_count; i++) {
        PieceLine *line = &draft->lines[i];
        if (goes_on(draft, i)) findings_none(draft->findings);
        if (!line->refused && !line_to_type(draft, line)) line->refused = draft->lost_pieces = true;
        findings_all(draft->findings);
    }
    if (!draft->line_count && !draft->lost_pieces)
        finding_error(draft->findings, place_start, MSG_PIECES_NONE);
    draft->lost_pieces |= !draft->line_count;
}

/* ---- promotion */

static void pair(HenkaVariant *v, int plain, int promoted) {
    if (!plain || !promoted || plain == promoted) return;
    v->types[plain].promoted = (uint8_t)promoted;
    if (!v->types[promoted].unpromoted) v->types[promoted].unpromoted = (uint8_t)plain;
}

/* Promotion as in shogi: line n promotes to line n + promoOffset. Lines that would promote past the
 * last line promote to the first promoted one. */
static void promote_by_offset(Draft *draft, int last) {
    int offset = draft->promo_offset;
    if (offset >= draft->line_count) {
        if (draft->lost_pieces || draft->max_promote > draft->line_count) return;
        finding_error(draft->findings, key_place(draft, "promoOffset"), MSG_KEY_PROMO_OFFSET_LINES,
                      arg_number(offset), arg_number(draft->line_count));
        return;
    }
    for (int line = 1; line <= last; line++)
        pair(&draft->v, draft->lines[line].type,
             draft->lines[line + offset <= draft->line_count ? line + offset : offset + 1].type);
}

/* The promotion choices of a diagram without promoChoice: the standard pieces that the game has. */
static void choices_standard(Draft *draft, int last) {
    MessageArg ids[PROMOTION_CHOICES];
    ChoiceList *choices = &draft->promo_choices;
    const PieceLine *first = &draft->lines[1];
    if (!last || draft->v.types[first->type].royal) return;
    for (const char *id = standard_choices; *id; id++) {
        int type = value_type(draft, (Slice){id, 1});
        if (!type || *draft->v.types[type].id != *id || draft->v.types[type].royal) continue;
        value_choice_add(draft, choices, (Slice){id, 1},
                         (PromotionChoice){.type = (uint8_t)type, .ranks = MAX_RANKS});
    }
    for (int i = 0; i < choices->count; i++)
        ids[i] = arg_text(draft->v.types[choices->list[i].type].id);
    bool doubtful = draft->lost_pieces || key_doubtful(draft, "promoChoice");
    bool zone = draft->v.zone_ranks > 0 || key_given(draft, "promoSquares"); /* without a zone
                                                                                nothing promotes */
    if (zone && choices->count && first->type && !draft->findings->trial_option && !doubtful)
        finding_warning(draft->findings, first->at[FIELD_NAME], MSG_PROMOTION_BY_DEFAULT,
                        arg_text(draft->v.types[first->type].id),
                        arg_list(ids, (size_t)choices->count));
}

/* If the id of a choice begins with `+`, it is a promoted face of this type, and turns back to it
 * in hand. */
static void choices_turn_back(HenkaVariant *v, int plain) {
    for (int i = 0; i < v->types[plain].choice_count; i++) {
        PieceType *chosen = &v->types[v->types[plain].choices[i].type];
        if (*chosen->id == '+' && !chosen->unpromoted && chosen != &v->types[plain])
            chosen->unpromoted = (uint8_t)plain;
    }
}

/* Gives the type its choices, which live in the arena. Records in promotion_may_lack whether the
 * piece may find no choice that is allowed: all depend on the hand or the rank, or it may only stay
 * what it is where it must promote. */
static void choices_give(HenkaVariant *v, int plain, const PromotionChoice *choices, int count) {
    PieceType *type = &v->types[plain];
    bool always = false, stays = false;
    if (!count) return;
    for (int i = 0; i < count; i++) {
        bool itself = choices[i].type == plain, barred = choices[i].before_last;
        v->stock |= choices[i].from_hand;
        stays |= itself && !barred;
        always |= !choices[i].from_hand && !barred && choices[i].ranks >= v->zone_ranks &&
                  !(itself && (type->no_move_ranks || type->must_promote_ranks));
    }
    v->promotion_may_lack |= !always;
    type->choices = choices;
    type->choice_count = (uint8_t)count;
    if (!turns_over(v)) choices_turn_back(v, plain);
    if (!type->no_move_ranks && v->promote != PROMOTE_LAND && !stays)
        type->no_move_ranks = 1; /* as in chess, it must promote on the last rank */
}

/* Promotion as in chess: the piece becomes one of several types. */
static void promote_by_choice(Draft *draft, int last) {
    HenkaVariant *v = &draft->v;
    ChoiceList *shared = arena_take(draft->arena, sizeof *shared);
    bool apart = false;
    for (int type = 1; type <= v->type_count; type++)
        apart |= draft->promo_choices_of[type] != NULL;
    if (!key_given(draft, "promoChoice") && !apart) choices_standard(draft, last);
    *shared = draft->promo_choices;
    if (!shared->count && !apart && draft->promotion == PROMOTION_AUTO) v->promote = PROMOTE_ZONE;
    for (int line = 1; line <= last; line++)
        if (!draft->promo_choices_of[draft->lines[line].type])
            choices_give(v, draft->lines[line].type, shared->list, shared->count);
    for (int type = 1; type <= v->type_count; type++)
        if (draft->promo_choices_of[type])
            choices_give(v, type, draft->promo_choices_of[type]->list,
                         draft->promo_choices_of[type]->count);
}

static void promote_by_id(HenkaVariant *v) {
    for (int plain = 1; plain <= v->type_count; plain++)
        for (int type = 1; type <= v->type_count; type++)
            if (v->types[type].id[0] == '+' && !strcmp(v->types[type].id + 1, v->types[plain].id))
                pair(v, plain, type);
}

/* Do pieces promote by choice? In diagrams this is the default. */
static bool chooses(const Draft *draft) {
    if (draft->promo_offset || key_given(draft, "promotes")) return false;
    return key_given(draft, "promoChoice") || key_given(draft, "promoChoiceOf") ||
           (draft->format > 1 && draft->promotion != PROMOTION_FLIP && draft->max_promote &&
            !ids_promote(&draft->v));
}

static PromoteRule promote_rule(const Draft *draft) {
    static const PromoteRule rules[] = {PROMOTE_ZONE, PROMOTE_ZONE, PROMOTE_ENTER,
                                        PROMOTE_FLIP, PROMOTE_LAND, PROMOTE_TURN};
    if (draft->promotion == PROMOTION_AUTO && chooses(draft))
        return draft->format > 1 ? PROMOTE_LAND : PROMOTE_ZONE;
    /* A diagram with promoted pieces and without hands is probably one of the large shogi variants,
     * where pieces promote when they enter the zone. */
    bool enters = draft->promotion == PROMOTION_AUTO && draft->promo_offset && draft->holdings == 0;
    return enters ? PROMOTE_ENTER : rules[draft->promotion];
}

/* Number of ranks that a zone given by squares spans. */
static int depth_of_squares(const HenkaVariant *v) {
    int ranks = 0;
    for (int side = 0; side < 2; side++)
        for (int square = 0; square < v->squares && square < MAX_SQUARES; square++)
            if (in_zone(v, side, square) && v->ranks - depth_of(v, side, square) > ranks)
                ranks = v->ranks - depth_of(v, side, square);
    return ranks;
}

void pieces_promote(Draft *draft) {
    HenkaVariant *v = &draft->v;
    int last = draft->max_promote >= 0 ? draft->max_promote : 1;
    v->promote = promote_rule(draft);
    if (turns_over(v)) v->zone_squares[0] = v->zone_squares[1] = NULL;
    if (v->zone_squares[0] || v->zone_squares[1]) v->zone_ranks = depth_of_squares(v);
    if (last > draft->line_count) {
        if (key_given(draft, "maxPromote") && !draft->lost_pieces)
            finding_error(draft->findings, key_place(draft, "maxPromote"),
                          MSG_KEY_MAX_PROMOTE_LINES, arg_number(last),
                          arg_number(draft->line_count));
        last = draft->line_count;
    }
    if (draft->promo_offset)
        promote_by_offset(draft, last);
    else if (key_given(draft, "promotes"))
        for (int type = 1; type <= v->type_count; type++) pair(v, type, draft->promotes[type]);
    else if (chooses(draft))
        promote_by_choice(draft, last);
    else
        promote_by_id(v);
    if (turns_over(v)) v->zone_ranks = 0;
}

/* ---- royals and hands */

void pieces_royal(Draft *draft) {
    HenkaVariant *v = &draft->v;
    int last = draft->line_count ? draft->lines[draft->line_count].type : 0;
    if (!draft->royal_given && last) v->types[last].royal = true;
    v->royal = draft->royal_rule == ROYAL_BY_CAPTURE ? ROYAL_CAPTURE : ROYAL_CHECKMATE;
    if (draft->royal_none) v->royal = ROYAL_NONE;
    for (int type = 1; type <= v->type_count; type++)
        if (v->types[type].royal) v->types[type].impasse_value = 0;
}

/* Marks the type and all types that it may promote to while it stays on its side. */
static void becomes(const HenkaVariant *v, int type, bool seen[MAX_TYPES]) {
    const PieceType *t = &v->types[type];
    if (!type || seen[type]) return;
    seen[type] = true;
    becomes(v, t->promoted, seen);
    if (turns_over(v)) becomes(v, t->unpromoted, seen);
    for (int i = 0; i < t->choice_count; i++) becomes(v, t->choices[i].type, seen);
}

/* May this side have royals of several types at once? Not if it starts with one royal, which may
 * only promote, and no other piece becomes royal. */
static bool royals_differ(const Draft *draft, int side) {
    const HenkaVariant *v = &draft->v;
    bool seen[MAX_TYPES] = {false};
    int kinds = 0;
    int royals = 0, made = 0;
    for (int square = 0; square < v->squares; square++) {
        Piece piece = v->start_board[square];
        if (!piece || piece_side(piece) != side) continue;
        if (v->types[piece_type(piece)].royal)
            royals++;
        else
            becomes(v, piece_type(piece), seen);
    }
    for (int i = 0; i < v->hand_count && v->hands; i++) becomes(v, v->hand_types[i], seen);
    for (int type = 1; type <= v->type_count; type++) made += seen[type] && v->types[type].royal;
    if (draft->format > 1 && royals + made < 2) return false;
    for (int square = 0; square < v->squares; square++) {
        Piece piece = v->start_board[square];
        if (piece && piece_side(piece) == side) becomes(v, piece_type(piece), seen);
    }
    for (int type = 1; type <= v->type_count; type++) kinds += seen[type] && v->types[type].royal;
    return kinds > 1;
}

void pieces_royal_rule(Draft *draft) {
    HenkaVariant *v = &draft->v;
    if (draft->royal_rule == ROYAL_AUTO && v->royal == ROYAL_CHECKMATE &&
        (royals_differ(draft, HENKA_SENTE) || royals_differ(draft, HENKA_GOTE)))
        v->royal = ROYAL_CAPTURE;
}

/* The type before all promotions; the type itself if promotions form a cycle. */
static int first_face(const HenkaVariant *v, int type) {
    int face = type;
    for (int steps = 0; v->types[face].unpromoted; steps++) {
        if (steps == v->type_count) return type;
        face = v->types[face].unpromoted;
    }
    return face;
}

/* Is the type one that pieces promote to from the hand, without being dropped? */
static bool in_stock(const HenkaVariant *v, int type) {
    for (int plain = 1; plain <= v->type_count; plain++)
        for (int i = 0; i < v->types[plain].choice_count; i++)
            if (v->types[plain].choices[i].type == type && v->types[plain].choices[i].from_hand)
                return true;
    return false;
}

static int hand_type(const Draft *draft, int type) {
    int shown = draft->holdings == -1 ? first_face(&draft->v, type) : type;
    return draft->v.types[shown].royal ? 0 : shown;
}

static void hand_order(Draft *draft) {
    HenkaVariant *v = &draft->v;
    memset(v->hand_index, HAND_NONE, sizeof v->hand_index);
    for (int type = 1; type <= v->type_count; type++) {
        if (v->types[type].in_hand != type) continue;
        if (v->hand_count == HAND_TYPES_LIMIT) {
            finding_error(draft->findings, draft->type_at[type], MSG_HAND_KINDS_TOO_MANY,
                          arg_number(HAND_TYPES_LIMIT));
            return;
        }
        v->hand_index[type] = (uint8_t)v->hand_count;
        v->hand_types[v->hand_count++] = (uint8_t)type;
    }
}

/* Reports types that may only be promoted to from the hand but are never in hand. */
static void check_choices_held(Draft *draft) {
    const HenkaVariant *v = &draft->v;
    bool said[MAX_TYPES] = {false};
    for (int type = 1; type <= v->type_count; type++)
        for (int i = 0; i < v->types[type].choice_count; i++) {
            const PromotionChoice *choice = &v->types[type].choices[i];
            const char *key = draft->promo_choices_of[type] ? "promoChoiceOf" : "promoChoice";
            if (!choice->from_hand || v->hand_index[choice->type] != HAND_NONE ||
                said[choice->type])
                continue;
            said[choice->type] = true;
            finding_error(draft->findings, key_place(draft, key), MSG_ARRAY_NEVER_IN_HAND,
                          arg_text(v->types[choice->type].id));
        }
}

void pieces_hand(Draft *draft) {
    HenkaVariant *v = &draft->v;
    v->hands = draft->holdings < 0;
    v->stock &= !v->hands;
    v->captures_gone = draft->holdings == -3 || (v->stock && !draft->holdings);
    for (int type = 1; type <= v->type_count && v->stock; type++)
        if (in_stock(v, type)) v->types[type].in_hand = (uint8_t)type;
    for (int type = 1; type <= v->type_count && v->hands; type++) {
        PieceType *t = &v->types[type];
        t->in_hand = (uint8_t)hand_type(draft, type);
        t->can_drop =
            t->in_hand &&
            (t->in_hand == type || (v->drop_either_face && v->types[t->in_hand].promoted == type));
    }
    hand_order(draft);
    check_choices_held(draft);
}

void pieces_goals(HenkaVariant *v) {
    v->goal_count = 0;
    for (int square = 0; square < v->squares && square < MAX_SQUARES; square++) {
        bool any = false;
        for (int type = 1; type <= v->type_count; type++)
            for (int side = 0; side < 2; side++)
                any |= v->types[type].goal[side] && square_in(v->types[type].goal[side], square);
        if (any) v->goal_squares[v->goal_count++] = (uint8_t)square;
    }
    v->wins_outright = v->goal_count || v->checks_to_win;
}

/* ---- jump ranks */

/* A piece with a rank may not jump pieces of its own rank or higher. Entries by captureMatrix are
 * kept. */
void pieces_jump_ranks(HenkaVariant *v) {
    for (int mover = 1; mover <= v->type_count; mover++)
        for (int victim = 1; victim <= v->type_count; victim++) {
            int rank = v->types[mover].jump_rank;
            if (rank && v->types[victim].jump_rank >= rank) type_bit_set(v->no_jump[mover], victim);
        }
    for (int mover = 1; mover <= v->type_count; mover++) {
        const PieceType *type = &v->types[mover];
        v->freezing |= type->freezes;
        v->trading |= type->trade_protected || type->trade_struck;
        v->strikes |= type->trade_struck;
        v->trade_excuses |= type->trade_minor;
        for (int i = 0; i < MAX_TYPES / 8; i++) v->jump_ranked |= v->no_jump[mover][i] != 0;
    }
    v->sifts = v->trading || v->no_checks || v->no_flight;
    v->odd_endings = v->misere || v->draw_wins || v->royal_sides || v->goal_rule == GOAL_ANSWERED ||
                     v->stalemate == STALEMATE_FEWER;
}
