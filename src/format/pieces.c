/* pieces - makes types from the piece lines of a text: ids, moves, promotion, royals, hands. */
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

/* ---- piece lines and the fields that a choice changes */

static void line_take(PieceLine *line, const Item *item, bool overlay) {
    for (int i = 0; i < PIECE_FIELDS; i++) {
        if (overlay && (i >= item->field_count || !item->fields[i].length)) continue;
        line->fields[i] = i < item->field_count ? item->fields[i] : (Slice){"", 0};
        line->at[i] =
            (Place){item->at.line, i < item->field_count ? item->columns[i] : item->at.column};
    }
}

/* The piece line that a choice's item changes: with its id or, if it has none, with its name. */
static PieceLine *line_meant(Draft *draft, const Item *item) {
    Slice id = item->fields[FIELD_ID], name = item->fields[FIELD_NAME];
    for (int i = 1; i <= draft->line_count; i++) {
        PieceLine *line = &draft->lines[i];
        if (id.length && item->field_count > FIELD_ID
                ? line->id && slice_alike(slice_of(line->id), id)
                : name.length && slice_same(line->fields[FIELD_NAME], name))
            return line;
    }
    return NULL;
}

static PieceLine *line_add(Draft *draft, const Item *item) {
    if (draft->line_count == MAX_TYPES - 1) {
        draft_error(draft, item->at, MSG_PIECES_TOO_MANY, arg_number(MAX_TYPES - 1));
        return NULL;
    }
    line_take(&draft->lines[++draft->line_count], item, false);
    draft->lines[draft->line_count].refused = item->cut;
    return &draft->lines[draft->line_count];
}

/* ---- a missing or extra field, so that squares stand in another field */

/* Is the text a word such as `FfW`, which can only be moves? `K` or `kn` may be ids. */
static bool looks_like_moves(Draft *draft, Slice text) {
    bool small = false, capital = false;
    for (int i = 0; i < text.length; i++) {
        small |= ascii_upper(text.at[i]) != text.at[i];
        capital |= ascii_is_upper(text.at[i]);
    }
    return small && capital && slice_is_betza(draft->arena, text);
}

/* The field that wrongly holds squares while the field for squares is empty; 0: none. An image may
 * be named like a square. So the field for the image only counts if the line has no name, its moves
 * are not XBetza, or its id looks like moves. */
static int field_of_squares(Draft *draft, const PieceLine *line) {
    Slice id = line->fields[FIELD_ID], moves = line->fields[FIELD_BETZA];
    if (line->fields[FIELD_SQUARES].length) return 0;
    for (int i = FIELD_ID; i <= FIELD_IMAGE; i++) {
        Slice field = line->fields[i];
        if (!slice_is_squares(field)) continue;
        bool list = slice_has(field, ',') || slice_has(field, '-');
        if (list || (i == FIELD_BETZA && !slice_is_betza(draft->arena, field)) ||
            (i == FIELD_IMAGE && (!line->fields[FIELD_NAME].length ||
                                  (moves.length && (looks_like_moves(draft, id) ||
                                                    !slice_is_betza(draft->arena, moves))))))
            return i;
    }
    return 0;
}

static bool fields_are_shifted(Draft *draft, const PieceLine *line) {
    int field = field_of_squares(draft, line);
    Slice id = line->fields[FIELD_ID], moves = line->fields[FIELD_BETZA];
    if (!field && !slice_is_squares(line->fields[FIELD_HAND])) return false;
    if (!field)
        draft_error(draft, line->at[FIELD_HAND], MSG_PIECE_FIELD_EXTRA,
                    arg_slice(line->fields[FIELD_HAND]));
    else if (field == FIELD_IMAGE &&
             (looks_like_moves(draft, id) ||
              (slice_is_betza(draft->arena, id) && !slice_is_betza(draft->arena, moves))))
        draft_error(draft, line->at[FIELD_ID], MSG_PIECE_ID_MISSING, arg_slice(id));
    else
        draft_error(draft, line->at[field], MSG_PIECE_FIELD_MISSING,
                    arg_slice(line->fields[field]));
    return true;
}

/* ---- ids */

/* The index of the first letter of the name from `from` on. */
static int letter_from(Slice name, int from) {
    while (from < name.length && !ascii_is_letter(name.at[from])) from++;
    return from;
}

/* The id that the line asks for, in capitals: its field, or the first letter of the name. Checks
 * the form that SFEN needs: letters, digits after the first, `+` before a promoted face. */
static const char *id_wanted(Draft *draft, PieceLine *line) {
    Slice id = line->fields[FIELD_ID], name = line->fields[FIELD_NAME];
    int letter = letter_from(name, 0);
    line->id_filled = !id.length && letter < name.length;
    if (line->id_filled) id = (Slice){name.at + letter, 1};
    int plus = id.length > 0 && *id.at == '+';
    bool good = id.length > plus && id.length <= plus + ID_LETTERS;
    char *text = arena_text(draft->arena, id.at, (size_t)id.length);
    for (int i = plus; i < id.length; i++) {
        text[i] = ascii_upper(text[i]);
        good &= ascii_is_upper(text[i]) || (i > plus && ascii_is_digit(text[i]));
    }
    if (good) return text;
    draft_error(draft, line->at[FIELD_ID], MSG_PIECE_ID_FORM, arg_number(ID_LETTERS),
                arg_slice(id));
    return NULL;
}

/* The first line with this id; NULL: none. */
static PieceLine *line_with_id(Draft *draft, const char *id) {
    for (int i = 1; i <= draft->line_count; i++)
        if (draft->lines[i].id && !strcmp(draft->lines[i].id, id)) return &draft->lines[i];
    return NULL;
}

/* A free id for a piece whose id is taken: the first letter of the taken id with another letter of
 * the name, or with a number. NULL: all such ids are taken. */
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

static void id_settle(Draft *draft, PieceLine *line, const char *wanted) {
    const PieceLine *other = wanted ? line_with_id(draft, wanted) : NULL;
    line->id = wanted;
    if (!other || (slice_same(line->fields[FIELD_NAME], other->fields[FIELD_NAME]) &&
                   slice_same(line->fields[FIELD_BETZA], other->fields[FIELD_BETZA])))
        return; /* some Interactive Diagrams repeat a line to place or count a piece separately */
    line->id = id_free(draft, wanted, line->fields[FIELD_NAME]);
    line->asked = wanted;
    MessageArg id = arg_text(wanted), taken_by = arg_slice(other->fields[FIELD_NAME]),
               on_line = arg_number(other->at[FIELD_ID].line);
    if (!line->id)
        draft_error(draft, line->at[FIELD_ID], MSG_PIECE_NO_ID_LEFT, id, taken_by, on_line);
    else if (!line->id_filled)
        draft_warning(draft, line->at[FIELD_ID], MSG_PIECE_ID_TAKEN, id, taken_by, on_line,
                      arg_text(line->id));
}

/* ---- moves of pieces known by name */

static const StandardPiece *standard_find(Slice name) {
    for (const StandardPiece *piece = standard_pieces; piece->name; piece++)
        if (slice_alike(name, slice_of(piece->name))) return piece;
    return NULL;
}

static void moves_missing(Draft *draft, const PieceLine *line) {
    Slice name = line->fields[FIELD_NAME];
    /* If the squares of the previous line end with an extra letter, this letter is probably the
     * first letter of this name. The mistake is reported at the previous line. */
    Slice before = line > draft->lines + 1 ? line[-1].fields[FIELD_SQUARES] : (Slice){"", 0};
    if (before.length && ascii_is_letter(before.at[before.length - 1]) && !slice_is(before, "none"))
        return;
    const char *near = NULL;
    if (edit_distance(name.at, (size_t)name.length, "hole", 4) == 1) near = "hole";
    for (const StandardPiece *piece = standard_pieces; name.length > 3 && piece->name; piece++)
        if (!near && ascii_upper(*name.at) == ascii_upper(*piece->name) &&
            edit_distance(name.at, (size_t)name.length, piece->name, strlen(piece->name)) <= 2)
            near = piece->name;
    if (near)
        draft_error(draft, line->at[FIELD_BETZA], MSG_PIECE_NO_MOVES_NEAR, arg_slice(name),
                    arg_text(near));
    else
        draft_error(draft, line->at[FIELD_BETZA], MSG_PIECE_NO_MOVES);
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
        draft_warning(draft, first, MSG_PIECES_FILLED_IN, arg_number((int64_t)count),
                      arg_list(pieces, count));
}

/* ---- one line to a type */

/* Suggests a correction of refused moves: a standard piece's moves if the text is its name, or the
 * moves without a small letter before the same capital (`fwW`), with `O` for a zero (`K02`), or
 * with the letter at the error or before it as a capital (`fw`). NULL: none is valid XBetza. */
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
        if (slice_is_betza(draft->arena, slice_of(text))) return text;
    }
    return NULL;
}

/* Translates a term of the first format. There the range of a hop (`p`) held for both of its parts,
 * so `cpR3` becomes `pafcR3`. Other terms stay as they are. */
static void term_as_before(Out *out, Slice mods, Slice rest) {
    bool ranged = rest.length > 1 && rest.at[1] >= '1' && rest.at[1] <= '9' &&
                  !(rest.length == 2 && rest.at[1] == '1') && !slice_has(rest, '!');
    bool hops = memchr(mods.at, 'p', (size_t)mods.length) && !slice_has(mods, 'a');
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
        draft_error(draft, at, MSG_PIECE_FILLED_REFUSED, arg_message(&why),
                    arg_slice(line->fields[FIELD_NAME]), arg_slice(betza));
        return false;
    }
    const char *near = NULL;
    if (why.key == MSG_BETZA_EXPECTED_ATOM) near = moves_near(draft, betza, error.column);
    at.column += error.column - 1;
    if (near)
        draft_error(draft, at, MSG_PIECE_MOVES_NEAR, arg_message(&why), arg_text(near));
    else
        finding_message(draft->findings, FINDING_ERROR, at, &why);
    return false;
}

/* Makes a type from the piece line, or finds the type that the line repeats. Reports at most one
 * error. Returns false if the line is refused; then the type may be wrong too. */
static bool line_to_type(Draft *draft, PieceLine *line) {
    HenkaVariant *v = &draft->v;
    Slice name = line->fields[FIELD_NAME];
    PieceType type = {
        .kanji = "", .kanji1 = "", .kanji_gote = "", .kanji1_gote = "", .impasse_value = 1};
    if (!line->id) return false;
    if (!name.length) draft_error(draft, line->at[FIELD_NAME], MSG_PIECE_NO_NAME);
    type.name = arena_text(draft->arena, name.at, (size_t)name.length);
    type.id = type.western = line->id;
    bool good = name.length && moves_read(draft, line, &type);
    for (int known = 1; known <= v->type_count && !line->type; known++)
        if (!strcmp(v->types[known].id, type.id)) line->type = known;
    if (line->type) return good;
    line->type = ++v->type_count;
    draft->type_at[line->type] = line->at[FIELD_ID];
    if (!type.betza) type.betza = "";
    v->types[line->type] = type;
    return good;
}

/* Gives moves and ids to the piece lines from `first` on. Ids that the text gives are settled
 * before ids made from names, so that a made id never displaces a given id. */
static void lines_complete(Draft *draft, int first) {
    for (int i = first; i <= draft->line_count; i++) {
        PieceLine *line = &draft->lines[i];
        line->refused = line->refused || fields_are_shifted(draft, line);
        const StandardPiece *piece = line->refused || line->fields[FIELD_BETZA].length
                                         ? NULL
                                         : standard_find(line->fields[FIELD_NAME]);
        if (!piece) continue;
        line->fields[FIELD_BETZA] = slice_of(draft->v.files > 8 ? piece->wide_moves : piece->moves);
        line->moves_filled = true;
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

/* Does the line name squares that are not part of the board (`hole`, as in the Interactive
 * Diagram)? Such a line does not count as a piece line. */
static bool is_hole(const Item *item) {
    Slice name = item->fields[FIELD_NAME];
    return !item->key && !item->fields[FIELD_BETZA].length && slice_alike(name, slice_of("hole"));
}

/* May the item change an earlier piece line? Only one of a choice or an extending text may. */
static bool changes(const Draft *draft, const Item *item) {
    return item->option >= 0 || item->below < draft->items->lowest;
}

void pieces_read(Draft *draft, const Item *const *items, int count) {
    for (int i = 0; i < count; i++)
        if (is_hole(items[i])) {
            if (items[i]->field_count <= FIELD_SQUARES && !items[i]->cut)
                draft_error(draft, items[i]->at, MSG_HOLE_FORM);
            if (draft->hole_count < MAX_TYPES) draft->holes[draft->hole_count++] = items[i];
        } else if (!items[i]->key && !changes(draft, items[i]))
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
        else if (!items[i]->fields[FIELD_NAME].length) {
            Slice id = probe.fields[FIELD_ID];
            if (!draft->lost_pieces && !draft->findings->trial_late) {
                if (id.length)
                    value_unknown(draft, id, probe.at[FIELD_ID]);
                else
                    draft_error(draft, probe.at[FIELD_NAME], MSG_PIECE_NO_NAME);
            }
            draft->lost_pieces = true;
        } else if (line_add(draft, items[i]))
            lines_complete(draft, draft->line_count);
    }
    for (int i = 1; i <= draft->line_count; i++) {
        PieceLine *line = &draft->lines[i];
        if (i > 1 && line[-1].refused && line[-1].at[FIELD_NAME].line == line->at[FIELD_NAME].line)
            findings_none(draft->findings); /* this item is probably the rest of a refused item */
        if (!line->refused && !line_to_type(draft, line)) line->refused = draft->lost_pieces = true;
        findings_all(draft->findings);
    }
    if (!draft->line_count && !draft->lost_pieces) draft_error(draft, place_start, MSG_PIECES_NONE);
    draft->lost_pieces |= !draft->line_count;
}

/* ---- promotion */

static void pair(HenkaVariant *v, int plain, int promoted) {
    if (!plain || !promoted || plain == promoted) return;
    v->types[plain].promoted = (uint8_t)promoted;
    if (!v->types[promoted].unpromoted) v->types[promoted].unpromoted = (uint8_t)plain;
}

/* Promotion as in shogi: line n promotes to line n + promoOffset. If there is no line n +
 * promoOffset, line n promotes to line promoOffset + 1. */
static void promote_by_offset(Draft *draft, int last) {
    int offset = draft->promo_offset;
    if (offset >= draft->line_count) {
        if (draft->lost_pieces || draft->max_promote > draft->line_count) return;
        draft_error(draft, key_place(draft, "promoOffset"), MSG_KEY_PROMO_OFFSET_LINES,
                    arg_number(offset), arg_number(draft->line_count));
        return;
    }
    for (int line = 1; line <= last; line++)
        pair(&draft->v, draft->lines[line].type,
             draft->lines[line + offset <= draft->line_count ? line + offset : offset + 1].type);
}

/* Sets the types to promote to without the key promoChoice: the game's among Q, N, R and B. */
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
        draft_warning(draft, first->at[FIELD_NAME], MSG_PROMOTION_BY_DEFAULT,
                      arg_text(draft->v.types[first->type].id),
                      arg_list(ids, (size_t)choices->count));
}

/* Sets the types that a piece of type `plain` may promote to; `choices` lives in the arena. Sets
 * promotion_may_lack if at some promotion none of them may be allowed: all depend on the hand or
 * the rank, or the piece could only stay what it is where it must promote. */
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
    for (int i = 0; i < count && !turns_over(v); i++) {
        PieceType *chosen = &v->types[choices[i].type];
        if (*chosen->id == '+' && !chosen->unpromoted && chosen != type)
            chosen->unpromoted = (uint8_t)plain; /* captured, it is held in hand as `plain` */
    }
    if (!type->no_move_ranks && v->promote != PROMOTE_LAND && !stays)
        type->no_move_ranks = 1; /* as in chess, the piece must promote on the last rank */
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

/* Do pieces promote by choice? In the Interactive Diagram this is the default. */
static bool chooses(const Draft *draft) {
    if (draft->promo_offset || key_given(draft, "promotes")) return false;
    return key_given(draft, "promoChoice") || key_given(draft, "promoChoiceOf") ||
           (draft->format > 1 && draft->promotion != PROMOTION_FLIP &&
            draft->promotion != PROMOTION_CAPTURE && draft->max_promote && !ids_promote(&draft->v));
}

static PromoteRule promote_rule(const Draft *draft) {
    static const PromoteRule rules[] = {PROMOTE_ZONE, PROMOTE_ZONE, PROMOTE_ENTER,  PROMOTE_FLIP,
                                        PROMOTE_LAND, PROMOTE_TURN, PROMOTE_CAPTURE};
    if (draft->promotion == PROMOTION_AUTO && chooses(draft))
        return draft->format > 1 ? PROMOTE_LAND : PROMOTE_ZONE;
    /* An Interactive Diagram with promoted pieces and without hands is probably one of the large
     * shogi variants, where pieces promote when they enter the zone. */
    bool enters = draft->promotion == PROMOTION_AUTO && draft->promo_offset && draft->holdings == 0;
    return enters ? PROMOTE_ENTER : rules[draft->promotion];
}

void pieces_promote(Draft *draft) {
    HenkaVariant *v = &draft->v;
    int last = draft->max_promote >= 0 ? draft->max_promote : 1;
    v->promote = promote_rule(draft);
    if (turns_over(v)) v->zone_squares[0] = v->zone_squares[1] = NULL;
    if (v->zone_squares[0] || v->zone_squares[1]) {
        v->zone_ranks = 0; /* number of ranks that the zone's squares span */
        for (int side = 0; side < 2; side++)
            for (int square = 0; square < v->squares && square < MAX_SQUARES; square++)
                if (in_zone(v, side, square) &&
                    v->ranks - depth_of(v, side, square) > v->zone_ranks)
                    v->zone_ranks = v->ranks - depth_of(v, side, square);
    }
    if (last > draft->line_count) {
        if (key_given(draft, "maxPromote") && !draft->lost_pieces)
            draft_error(draft, key_place(draft, "maxPromote"), MSG_KEY_MAX_PROMOTE_LINES,
                        arg_number(last), arg_number(draft->line_count));
        last = draft->line_count;
    }
    if (draft->promo_offset)
        promote_by_offset(draft, last);
    else if (key_given(draft, "promotes"))
        for (int type = 1; type <= v->type_count; type++) pair(v, type, draft->promotes[type]);
    else if (chooses(draft))
        promote_by_choice(draft, last);
    else
        for (int plain = 1; plain <= v->type_count; plain++)
            for (int type = 1; type <= v->type_count; type++)
                if (is_face_of(&v->types[type], &v->types[plain])) pair(v, plain, type);
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

/* Marks the type and all types that it may become by moves of its own, without being captured. */
static void becomes(const HenkaVariant *v, int type, bool seen[MAX_TYPES]) {
    const PieceType *t = &v->types[type];
    if (!type || seen[type]) return;
    seen[type] = true;
    becomes(v, other_face(v, type), seen);
    for (int i = 0; i < t->choice_count; i++) becomes(v, t->choices[i].type, seen);
}

/* May this side have royals of several types at once? It may not if it starts with one royal, which
 * can only promote, and no other piece can become royal. */
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

/* The type from which this type comes by promotions; the type itself if promotions form a cycle. */
static int first_face(const HenkaVariant *v, int type) {
    int face = type;
    for (int steps = 0; v->types[face].unpromoted; steps++) {
        if (steps == v->type_count) return type;
        face = v->types[face].unpromoted;
    }
    return face;
}

static void hand_order(Draft *draft) {
    HenkaVariant *v = &draft->v;
    memset(v->hand_index, HAND_NONE, sizeof v->hand_index);
    for (int type = 1; type <= v->type_count; type++) {
        if (v->types[type].in_hand != type) continue;
        if (v->hand_count == HAND_TYPES_LIMIT) {
            draft_error(draft, draft->type_at[type], MSG_HAND_KINDS_TOO_MANY,
                        arg_number(HAND_TYPES_LIMIT));
            return;
        }
        v->hand_index[type] = (uint8_t)v->hand_count;
        v->hand_types[v->hand_count++] = (uint8_t)type;
    }
}

/* Reports types that a promotion takes from the hand (the mark `*` of a promotion choice), if no
 * hand of this game can ever hold them. */
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
            draft_error(draft, key_place(draft, key), MSG_ARRAY_NEVER_IN_HAND,
                        arg_text(v->types[choice->type].id));
        }
}

void pieces_hand(Draft *draft) {
    HenkaVariant *v = &draft->v;
    v->hands = draft->holdings < 0;
    v->stock &= !v->hands;
    v->captures_gone = draft->holdings == -3 || (v->stock && !draft->holdings);
    for (int plain = 1; plain <= v->type_count && v->stock; plain++)
        for (int i = 0; i < v->types[plain].choice_count; i++) {
            const PromotionChoice *choice = &v->types[plain].choices[i];
            if (choice->from_hand) v->types[choice->type].in_hand = choice->type;
        }
    for (int type = 1; type <= v->type_count && v->hands; type++) {
        PieceType *t = &v->types[type];
        int face = draft->holdings == -1 ? first_face(v, type) : type;
        t->in_hand = (uint8_t)(v->types[face].royal ? 0 : face);
        t->can_drop =
            t->in_hand &&
            (t->in_hand == type || (v->drop_either_face && v->types[t->in_hand].promoted == type));
    }
    hand_order(draft);
    check_choices_held(draft);
}

/* A piece with a jump rank must not jump pieces of the same or a higher rank. Entries of no_jump
 * that the key captureMatrix made are kept. */
void pieces_rules(HenkaVariant *v) {
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
    v->goal_count = 0;
    for (int square = 0; square < v->squares && square < MAX_SQUARES; square++) {
        bool any = false;
        for (int type = 1; type <= v->type_count; type++)
            for (int side = 0; side < 2; side++)
                any |= v->types[type].goal[side] && square_in(v->types[type].goal[side], square);
        if (any) v->goal_squares[v->goal_count++] = (uint8_t)square;
    }
    v->wins_outright = v->goal_count || v->checks_to_win;
    v->sifts = v->trading || v->no_checks || v->no_flight;
    v->odd_endings = v->misere || v->draw_wins || v->royal_sides || v->goal_rule == GOAL_ANSWERED ||
                     v->stalemate == STALEMATE_FEWER;
}
