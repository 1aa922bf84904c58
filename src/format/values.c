#include "format/values.h"

#include "base/ascii.h"
#include "base/edit_distance.h"
#include "base/utf8.h"

#include <string.h>

/* ---- small parts of values */

List value_list(Slice value, Place place) {
    return (List){.rest = value.at,
                  .end = value.at + value.length,
                  .rest_at = place,
                  .done = value.length == 0};
}

bool value_list_next(List *list) {
    if (list->done) return false;
    const char *cut = memchr(list->rest, ',', (size_t)(list->end - list->rest));
    if (!cut) cut = list->end;
    list->entry = slice_trimmed(list->rest, cut);
    list->at = list->rest_at;
    list->at.column += (int)(list->entry.at - list->rest);
    list->rest_at.column += (int)(cut - list->rest) + 1;
    list->done = cut == list->end;
    list->rest = cut + !list->done;
    return true;
}

bool value_number(Slice slice, int *value) {
    bool negative = slice.length > 1 && *slice.at == '-';
    long sum = 0;
    if (slice.length == 0 || slice.length > 6) return false;
    for (int i = negative; i < slice.length; i++) {
        if (slice.at[i] < '0' || slice.at[i] > '9') return false;
        sum = sum * 10 + slice.at[i] - '0';
    }
    *value = (int)(negative ? -sum : sum);
    return true;
}

int value_type(const Draft *draft, Slice slice) {
    for (int type = 1; type <= draft->v.type_count; type++)
        if (slice_alike(slice, slice_of(draft->v.types[type].id))) return type;
    for (int type = 1; type <= draft->v.type_count; type++)
        if (slice_is(slice, draft->v.types[type].name)) return type;
    for (int type = 1; type <= draft->v.type_count && slice.length > 3; type++)
        if (slice_alike(slice, slice_of(draft->v.types[type].name)))
            return type; /* some Interactive Diagrams capitalise names */
    return 0;
}

/* The name of a piece with similar spelling, or NULL. */
static const char *name_near(const Draft *draft, Slice name) {
    const char *best = NULL;
    int least = name.length / 2 + 1;
    for (int type = 1; type <= draft->v.type_count; type++) {
        const char *known = draft->v.types[type].name;
        if (!strncmp(known, name.at, (size_t)name.length)) return known;
        int far = edit_distance(name.at, (size_t)name.length, known, strlen(known));
        if (far < least && *known == *name.at) least = far, best = known;
    }
    return best;
}

void value_unknown(Draft *draft, Slice id, Place at) {
    enum { IDS = sizeof draft->unknown_ids / sizeof *draft->unknown_ids };
    Findings *findings = draft->findings;
    for (int i = 0; i < draft->unknown_id_count; i++) {
        UnknownId *known = &draft->unknown_ids[i];
        if (!slice_same(known->id, id)) continue;
        known->uses++;
        return;
    }
    if (draft->lost_pieces) return;
    if (draft->unknown_id_count == IDS) {
        finding_error(findings, at, MSG_PIECE_UNKNOWN, arg_slice(id));
        return;
    }
    draft->unknown_ids[draft->unknown_id_count++] =
        (UnknownId){.id = id, .at = at, .uses = 1, .told = findings_full(findings)};
    if (findings->fatal_most) findings_none(findings); /* a value reports one error only */
}

/* An id without its `+`, or an image without its final digit. */
static Slice bare(Slice text) {
    if (text.length > 1 && *text.at == '+') text.at++, text.length--;
    if (text.length > 1 && ascii_is_digit(text.at[text.length - 1])) text.length--;
    return text;
}

/* Can one typing error make `b` from a piece's id `a`: a sign added, missing or wrong, or two
 * exchanged? A single letter is never taken for another letter, and `+P` is not a mistyped `P`,
 * because it names the promoted face. */
static bool one_slip(Slice a, Slice b) {
    if (a.length && *a.at == '+' && (!b.length || *b.at != '+')) return false;
    return edit_distance(a.at, (size_t)a.length, b.at, (size_t)b.length) == 1 &&
           (a.length != b.length || bare(a).length > 1);
}

/* Did another line ask for the id of this line, and get a different id? */
static bool is_contested(const Draft *draft, const PieceLine *line) {
    for (int i = 1; i <= draft->line_count; i++) {
        const PieceLine *other = &draft->lines[i];
        Slice id = line->fields[FIELD_ID], same = other->fields[FIELD_ID];
        if (other != line && other->asked && slice_alike(id, same)) return true;
    }
    return false;
}

/* Finds the piece line whose id was perhaps mistyped, given an unknown id. No key names that piece,
 * and its id is similar, or empty, or its image has the unknown id as its name. NULL: no such line,
 * or several. sure: the error is rather in the piece line than in the key. */
static const PieceLine *line_mistyped(const Draft *draft, const UnknownId *unknown, bool *sure) {
    enum { ID_BYTES = 4, LIKE = 1, DRAWN = 2, DRAWN_SO = 4 };
    const PieceLine *best = NULL;
    int most = 0;
    bool tie = false;
    if (unknown->id.length > ID_BYTES || unknown->at.line < 1) return NULL;
    Slice id = bare(unknown->id);
    for (int i = 1; i <= draft->line_count; i++) {
        const PieceLine *line = &draft->lines[i];
        Slice image = line->fields[FIELD_IMAGE];
        bool like = line->id_filled || one_slip(line->fields[FIELD_ID], unknown->id),
             drawn_so = slice_alike(image, unknown->id),
             drawn = *unknown->id.at == '+' && slice_alike(bare(image), id);
        if (line->refused || !line->type || line->at[FIELD_ID].line < 1) continue;
        if ((line->changed || draft->named[line->type]) && !(drawn_so && is_contested(draft, line)))
            continue;
        int score = (like ? LIKE : 0) + (drawn_so ? DRAWN_SO : drawn ? DRAWN : 0);
        tie = score == most ? tie || best : score < most && tie;
        if (score > most) most = score, best = line;
    }
    *sure = most >= DRAWN || unknown->uses > 1;
    return tie ? NULL : best;
}

static void unknown_tell(Draft *draft, const UnknownId *unknown) {
    enum { STEPS_PER_LINE = 100 };
    bool sure;
    findings_spend(draft->findings, STEPS_PER_LINE * draft->line_count);
    const PieceLine *line = line_mistyped(draft, unknown, &sure);
    const char *near = unknown->id.length < 3 ? NULL : name_near(draft, unknown->id);
    MessageArg id = arg_slice(unknown->id);
    if (line && sure)
        draft_error(draft, line->at[FIELD_ID], MSG_PIECE_ID_MISTYPED, id,
                    arg_number(unknown->at.line), arg_text(line->id));
    else if (line)
        draft_error(draft, unknown->at, MSG_PIECE_UNKNOWN_LINE, id, arg_text(line->id),
                    arg_number(line->at[FIELD_ID].line));
    else
        finding_unknown(draft->findings, unknown->at, MSG_PIECE_UNKNOWN, MSG_PIECE_UNKNOWN_NEAR, id,
                        near);
}

void value_unknown_report(Draft *draft) {
    for (int i = 0; i < draft->unknown_id_count; i++) {
        UnknownId *unknown = &draft->unknown_ids[i];
        /* no report if the id stands in a field of squares: that line was refused before */
        for (int line = 1; line <= draft->line_count; line++)
            unknown->told |= slice_alike(draft->lines[line].fields[FIELD_SQUARES], unknown->id);
        if (!unknown->told) unknown_tell(draft, unknown);
        unknown->told = true;
    }
}

int value_type_at(Draft *draft, Slice slice, Place at) {
    int type = value_type(draft, slice);
    draft->named[type] = true;
    if (!slice.length)
        draft_error(draft, at, MSG_PIECE_EXPECTED);
    else if (!type)
        value_unknown(draft, slice, at);
    return type;
}

int value_line_type(Draft *draft, const List *list) {
    int line;
    return value_number(list->entry, &line) && line >= 1 && line <= draft->line_count
               ? draft->lines[line].type
               : value_type_at(draft, list->entry, list->at);
}

/* ---- texts */

static const char **about_value(Draft *draft, const char *key) {
    HenkaVariant *v = &draft->v;
    for (int i = 0; i < v->about_count; i++)
        if (!strcmp(v->about_keys[i], key)) return &v->about_values[i];
    v->about_keys[v->about_count] = key;
    return &v->about_values[v->about_count++];
}

static Place place_in(const Item *item, const char *at) {
    return (Place){item->value_at.line, item->value_at.column + (int)(at - item->value.at)};
}

/* Stores a text about the game. Warns if a text of one line contains a key, because the author
 * probably meant a new line there. */
void value_text(Draft *draft, const Item *item) {
    const char **place = about_value(draft, item->key->name),
               *text = slice_copy(draft->arena, item->value);
    const char *end = item->value.at + item->value.length;
    bool paragraphs = key_is(item->key, "story") || key_is(item->key, "note");
    *place = *place && paragraphs ? arena_format(draft->arena, "%s\n%s", *place, text) : text;
    if (key_is(item->key, "title")) draft->v.title = text;
    if (paragraphs || item->below) return;
    for (const char *at = item->value.at, *last; at < end; at = last + 1) {
        last = reader_word_end(at, end);
        const char *equals = memchr(at, '=', (size_t)(last - at));
        const Key *key = equals ? key_find(slice_between(at, equals)) : NULL;
        if (!key || key_takes_line(key)) continue;
        draft_warning(draft, place_in(item, at), MSG_TEXT_HOLDS_KEY, arg_text(item->key->name),
                      arg_text(key->name));
        return;
    }
}

/* Returns true if the name of the variant or of a handicap has only allowed characters. Else
 * reports the first character that is not allowed. */
static bool name_is_plain(Draft *draft, Slice name, Place place) {
    for (int i = 0; i < name.length; i++) {
        char c = name.at[i];
        if (ascii_is_lower(c) || ascii_is_digit(c) || (i && c == '-')) continue;
        Place at = {place.line, place.column + i};
        draft_error(draft, at, MSG_NAME_FORM, arg_slice(name));
        return false;
    }
    return true;
}

void value_name(Draft *draft, const Item *item) {
    if (!name_is_plain(draft, item->value, item->value_at)) return;
    if (item->value.length)
        draft->v.name = slice_copy(draft->arena, item->value);
    else
        draft_error(draft, item->value_at, MSG_NAME_MISSING);
}

/* Only stores the name of the extended game: extends.c has joined the texts before. */
void value_extends(Draft *draft, const Item *item) {
    if (item->option >= 0)
        draft_error(draft, item->at, MSG_EXTENDS_IN_CHOICE);
    else if (!item->below)
        *about_value(draft, "extends") = slice_copy(draft->arena, item->value);
}

/* Checks the list of keys and keeps it as the variant's text: henka_variant_about(v, "ruling"). */
void value_ruling(Draft *draft, const Item *item) {
    List list = value_list(item->value, item->value_at);
    while (value_list_next(&list)) {
        const Key *key = key_find(list.entry);
        if (key && key->kind != KEY_TEXT && key->kind != KEY_DRAWS && key->kind != KEY_FOREIGN)
            continue;
        finding_unknown(draft->findings, list.at, MSG_RULING_UNKNOWN, MSG_RULING_UNKNOWN_NEAR,
                        arg_slice(list.entry), key ? NULL : key_nearest(list.entry));
        return;
    }
    value_text(draft, item);
}

/* ---- pieces named in values */

static int line_type(Draft *draft, int line) {
    return line >= 1 && line <= draft->line_count ? draft->lines[line].type : 0;
}

/* The id that begins at index `at` of a list of ids without separators (`KM+R`). */
static Slice id_among(Slice ids, int at) {
    return (Slice){ids.at + at, ids.at[at] == '+' && at + 1 < ids.length ? 2 : 1};
}

/* Makes the pieces of ids without separators (`KM+R`) royal. False, and nothing changes, if fewer
 * than two of the ids are known, or a letter is small: the value is rather a mistyped name. */
static bool royals_run_together(Draft *draft, Slice ids, Place place) {
    int known = 0;
    for (int at = 0; at < ids.length; at += id_among(ids, at).length) {
        Slice id = id_among(ids, at);
        if (!ascii_is_upper(id.at[id.length - 1])) return false;
        known += value_type(draft, id) != 0;
    }
    for (int at = 0; known > 1 && at < ids.length; at += id_among(ids, at).length) {
        Place there = {place.line, place.column + at};
        int type = value_type_at(draft, id_among(ids, at), there);
        if (type) draft->v.types[type].royal = true;
    }
    return known > 1;
}

/* Reports the number of a piece line that does not exist. If it is one more than the last line's
 * number and an id is unknown too, a line is missing, and the error for the id is enough. */
static void line_unknown(Draft *draft, int number, Place at) {
    bool missing = draft->unknown_id_count > 0 && number == draft->line_count + 1;
    if (!draft->lost_pieces && !missing)
        draft_error(draft, at, MSG_PIECE_LINE_UNKNOWN, arg_number(number),
                    arg_number(draft->line_count));
}

/* Makes a type royal, given by its line's number, its id or its name. */
static void royal_add(Draft *draft, Slice one, Place at) {
    int number = 0;
    bool numbered = value_number(one, &number);
    int type = numbered ? line_type(draft, number) : value_type_at(draft, one, at);
    bool known = number >= 1 && number <= draft->line_count; /* refused lines count too */
    if (numbered && !known) line_unknown(draft, number, at);
    if (type) draft->v.types[type].royal = true;
}

void value_royal(Draft *draft, const Item *item) {
    draft->royal_given = true;
    draft->royal_none = slice_is(item->value, "none") || slice_is(item->value, "0");
    if (draft->royal_none) {
        for (int i = 1; i <= draft->v.type_count; i++) draft->v.types[i].royal = false;
        return;
    }
    if (!value_type(draft, item->value) && royals_run_together(draft, item->value, item->value_at))
        return;
    List list = value_list(item->value, item->value_at);
    if (!item->value.length) royal_add(draft, item->value, item->value_at);
    while (value_list_next(&list)) royal_add(draft, list.entry, list.at);
}

/* shuffle_array reads the value, after the starting position is read. */
void value_shuffle(Draft *draft, const Item *item) { draft->shuffle = item; }

void value_baring(Draft *draft, const Item *item) {
    HenkaVariant *v = &draft->v;
    int number = 0;
    bool before = draft->format == 1; /* 0 off, 1 loses, 2 drawIfBaredBack */
    bool back = slice_is(item->value, before ? "2" : "drawIfBaredBack") ||
                slice_is(item->value, "drawIfBaredBack");
    bool off = slice_is(item->value, "off") || (before && slice_is(item->value, "0"));
    v->bare_loses = !off;
    v->bare_draw_if_bared_back = back;
    v->bare_of_kinds = false;
    memset(v->bare_types, 0, sizeof v->bare_types);
    if (off || back || slice_is(item->value, "loses") || slice_is(item->value, before ? "1" : "0"))
        return;
    List list = value_list(item->value, item->value_at);
    while (value_list_next(&list)) {
        if (!value_number(list.entry, &number) || number < 1 || number >= MAX_TYPES)
            draft_error(draft, list.at, MSG_KEY_BARING_FORM, arg_slice(list.entry));
        else if (number > draft->line_count)
            line_unknown(draft, number, list.at);
        else if (line_type(draft, number))
            type_bit_set(v->bare_types, line_type(draft, number)), v->bare_of_kinds = true;
    }
}

void value_no_drop_mate(Draft *draft, const Item *item) {
    HenkaVariant *v = &draft->v;
    v->drop_mate_barred_all = slice_is(item->value, "all");
    for (int type = 1; type <= v->type_count; type++) v->types[type].drop_mate_barred = false;
    if (v->drop_mate_barred_all || slice_is(item->value, "none")) return;
    List list = value_list(item->value, item->value_at);
    while (value_list_next(&list)) {
        int type = value_type_at(draft, list.entry, list.at);
        if (type) v->types[type].drop_mate_barred = true;
    }
}

/* Adds a choice. If its type is in the list already, the new choice is ignored. */
static void choice_add_kind(ChoiceList *choices, PromotionChoice choice) {
    bool known = !choice.type || choices->count == PROMOTION_CHOICES;
    for (int i = 0; i < choices->count; i++) known |= choices->list[i].type == choice.type;
    if (!known) choices->list[choices->count++] = choice;
}

void value_choice_add(const Draft *draft, ChoiceList *choices, Slice id, PromotionChoice choice) {
    choice_add_kind(choices, choice);
    for (int i = 1; i <= draft->line_count; i++) {
        choice.type = (uint8_t)draft->lines[i].type;
        if (draft->lines[i].asked && slice_is(id, draft->lines[i].asked))
            choice_add_kind(choices, choice);
    }
}

/* Is the id one of the letters QNRB, and does this game have no such piece? The Interactive Diagram
 * ignores such letters. If no letter of the list names a piece, the list is a mistake instead. */
static bool choice_is_absent(const Draft *draft, Slice id, Slice list) {
    bool any = false;
    if (draft->format == 1 || id.length != 1 || !ascii_is_in(*id.at, standard_choices) ||
        value_type(draft, id))
        return false;
    for (int i = 0; i < list.length; i++) any |= value_type(draft, (Slice){list.at + i, 1}) != 0;
    return any;
}

/* Reads one promotion choice: marks, id, number of ranks. If commas separate choices, an id may
 * itself end in digits. Returns the place after the choice; NULL: it is refused. */
static const char *choice_read(Draft *draft, const Item *item, const char *at, Slice list,
                               bool commas, ChoiceList *choices) {
    const char *start = at, *end = list.at + list.length;
    PromotionChoice choice = {0};
    for (; at < end && (*at == '*' || *at == '!'); at++) {
        choice.from_hand |= *at == '*';
        choice.before_last |= *at == '!';
    }
    const char *id = at, *id_end;
    if (id > start && (id == end || *id == ',')) {
        draft_error(draft, place_in(item, start), MSG_PROMO_CHOICE_ID, arg_bytes(start, 1));
        return NULL;
    }
    if (commas) {
        while (at < end && *at != ',') at++;
        for (id_end = at; id_end > id + 1 && ascii_is_digit(id_end[-1]) &&
                          !value_type(draft, slice_between(id, id_end));)
            id_end--;
        if (id_end > id && !value_type(draft, slice_between(id, id_end))) id_end = at;
    } else {
        id_end = id + (*id == '+' && id + 1 < end ? 2 : 1);
        for (at = id_end; at < end && ascii_is_digit(*at);) at++;
    }
    Slice name = slice_between(id, id_end), digits = slice_between(id_end, at);
    int ranks = MAX_RANKS;
    bool absent = choice_is_absent(draft, name, list);
    int type = absent ? 0 : value_type_at(draft, name, place_in(item, id));
    if (absent && !draft->lost_pieces)
        draft_warning(draft, place_in(item, id), MSG_PROMO_CHOICE_ABSENT, arg_slice(name));
    if (digits.length && (!value_number(digits, &ranks) || ranks < 1 || ranks > MAX_RANKS)) {
        draft_error(draft, place_in(item, id_end), MSG_PROMO_CHOICE_RANKS, arg_number(MAX_RANKS),
                    arg_slice(name), arg_number(ranks));
        return NULL;
    }
    if (choices->count == PROMOTION_CHOICES) {
        draft_error(draft, place_in(item, start), MSG_PROMO_CHOICES_TOO_MANY,
                    arg_number(PROMOTION_CHOICES));
        return NULL;
    }
    choice.type = (uint8_t)type;
    choice.ranks = (uint8_t)ranks;
    value_choice_add(draft, choices, name, choice);
    return at + (commas && at < end);
}

/* Reads a list of choices, separated by commas or not at all (`QNRB`, `!P*N+R2`). */
static void choices_read(Draft *draft, const Item *item, Slice value, ChoiceList *choices) {
    const char *end = value.at + value.length;
    bool commas = slice_has(value, ',');
    if (!value.length) draft_error(draft, place_in(item, value.at), MSG_PIECE_EXPECTED);
    int whole = value_type(draft, value);
    choices->count = 0;
    if (whole)
        value_choice_add(draft, choices, value,
                         (PromotionChoice){.type = (uint8_t)whole, .ranks = MAX_RANKS});
    for (const char *at = value.at; !whole && at && at < end;)
        at = choice_read(draft, item, at, value, commas, choices);
}

void value_promo_choice(Draft *draft, const Item *item) {
    if (draft->promo_offset) {
        draft_warning(draft, item->at, MSG_KEY_PROMO_CHOICE_IDLE, arg_text(item->key->name));
        return;
    }
    if (!item->value.length && !draft->max_promote) return; /* empty if no piece promotes */
    if (slice_is(item->value, "none") && !value_type(draft, item->value))
        draft_error(draft, item->value_at, MSG_PROMO_CHOICE_NONE);
    else
        choices_read(draft, item, item->value, &draft->promo_choices);
}

/* Reads the types of the list `A,B` and returns their number. */
static int types_of(Draft *draft, Slice value, Place place, uint8_t *types) {
    List list = value_list(value, place);
    int count = 0;
    while (count < MAX_TYPES && value_list_next(&list)) {
        int type = value_type_at(draft, list.entry, list.at);
        if (type) types[count++] = (uint8_t)type;
    }
    return count;
}

/* Cuts a value such as `ids>squares` at the `>`. Returns false if the value has no `>`. */
static bool value_cut(const Item *item, Slice *before, Slice *behind) {
    const char *end = item->value.at + item->value.length,
               *cut = memchr(item->value.at, '>', (size_t)item->value.length);
    *before = slice_between(item->value.at, cut ? cut : item->value.at);
    *behind = cut ? slice_between(cut + 1, end) : (Slice){end, 0};
    return cut != NULL;
}

/* Reads the list `A,B`, or `all`, which no piece has as its id or name. */
static int types_or_all(Draft *draft, Slice value, Place place, uint8_t *types) {
    if (!slice_is(value, "all") || value_type(draft, value))
        return types_of(draft, value, place, types);
    for (int type = 1; type <= draft->v.type_count; type++) types[type - 1] = (uint8_t)type;
    return draft->v.type_count;
}

/* Reads `movers>victims`, both lists of types or `all`, into the table of the key. */
void value_victims(Draft *draft, const Item *item) {
    bool burns = key_is(item->key, "noBurn");
    uint8_t(*rows)[MAX_TYPES / 8] = burns ? draft->v.no_burn : draft->v.no_capture;
    uint8_t movers[MAX_TYPES], victims[MAX_TYPES];
    Slice before, behind;
    if (slice_is(item->value, "none")) {
        memset(rows, 0, sizeof draft->v.no_burn);
        return;
    }
    if (!value_cut(item, &before, &behind)) {
        draft_error(draft, item->value_at, MSG_KEY_VICTIMS_FORM, arg_text(item->key->name),
                    arg_slice(item->value));
        return;
    }
    int mover_count = types_or_all(draft, slice_trimmed(before.at, before.at + before.length),
                                   item->value_at, movers);
    behind = slice_trimmed(behind.at, behind.at + behind.length);
    int victim_count = types_or_all(draft, behind, place_in(item, behind.at), victims);
    for (int i = 0; i < mover_count; i++)
        for (int j = 0; j < victim_count; j++) type_bit_set(rows[movers[i]], victims[j]);
}

/* Diagrams: ids or numbers of piece lines that nothing may capture. */
void value_iron(Draft *draft, const Item *item) {
    if (slice_is(item->value, "none") || slice_is(item->value, "0")) return;
    List list = value_list(item->value, item->value_at);
    while (value_list_next(&list)) {
        int type = value_line_type(draft, &list);
        for (int mover = 1; type && mover <= draft->v.type_count; mover++)
            type_bit_set(draft->v.no_capture[mover], type);
    }
}

/* Reads `ids>choices`. A second value for a type replaces the first. */
void value_promo_choice_of(Draft *draft, const Item *item) {
    uint8_t types[MAX_TYPES];
    Slice ids, list;
    if (slice_is(item->value, "none")) {
        memset(draft->promo_choices_of, 0, sizeof draft->promo_choices_of);
        return;
    }
    bool cut = value_cut(item, &ids, &list);
    if (draft->promo_offset)
        draft_warning(draft, item->at, MSG_KEY_PROMO_CHOICE_IDLE, arg_text(item->key->name));
    else if (!cut)
        draft_error(draft, item->value_at, MSG_KEY_CHOICES_FORM, arg_slice(item->value));
    if (draft->promo_offset || !cut) return;
    int count = types_of(draft, ids, item->value_at, types);
    ChoiceList *choices = arena_take(draft->arena, sizeof *choices);
    choices_read(draft, item, list, choices);
    for (int i = 0; i < count && choices->count; i++) draft->promo_choices_of[types[i]] = choices;
}

/* Reads `ids>squares` into the key's member of PieceType, a set for each side. Squares are added to
 * those that the same key gave the type before. */
void value_squares(Draft *draft, const Item *item) {
    HenkaVariant *v = &draft->v;
    uint8_t types[MAX_TYPES];
    SquareSet *sets[2];
    Slice ids, squares;
    if (slice_is(item->value, "none")) {
        for (int type = 1; type <= v->type_count; type++)
            memset((char *)&v->types[type] + item->key->offset, 0, item->key->size);
        return;
    }
    bool any = false;
    value_cut(item, &ids, &squares);
    for (int i = 0; i < squares.length; i++)
        any |= squares.at[i] != ',' && !reader_is_blank(squares.at[i]);
    if (!any) { /* the value has no `>`, or nothing after the `>` */
        draft_error(draft, item->value_at, MSG_KEY_SQUARES_FORM, arg_text(item->key->name),
                    arg_slice(item->value));
        return;
    }
    int count = types_of(draft, ids, item->value_at, types);
    array_squares(draft, squares, place_in(item, squares.at), sets);
    for (int i = 0; i < 2 * count; i++) {
        const SquareSet **place = key_squares(item->key, &v->types[types[i / 2]]) + i % 2,
                        *more = sets[i % 2];
        SquareSet *sum = more ? arena_take(draft->arena, sizeof *sum) : NULL;
        for (size_t word = 0; sum && word < sizeof sum->words / sizeof *sum->words; word++)
            sum->words[word] = more->words[word] | (*place ? (*place)->words[word] : 0);
        if (sum) *place = sum;
    }
}

/* Reads squares into the key's member of the variant, a set for each side. */
void value_side_squares(Draft *draft, const Item *item) {
    SquareSet *sets[2] = {NULL, NULL};
    if (!slice_is(item->value, "none")) array_squares(draft, item->value, item->value_at, sets);
    for (int side = 0; side < 2; side++) key_squares(item->key, draft)[side] = sets[side];
}

/* ---- how pieces are written: `ID:text[:text]` */

void value_promotes(Draft *draft, const Item *item) {
    memset(draft->promotes, 0, sizeof draft->promotes);
    if (slice_is(item->value, "none")) return;
    List list = value_list(item->value, item->value_at);
    while (value_list_next(&list)) {
        Slice rest = list.entry, plain = slice_part(&rest);
        int from = value_type_at(draft, plain, list.at);
        list.at.column += plain.length + 1;
        int to = value_type_at(draft, rest, list.at);
        if (from && to && from == to)
            draft_error(draft, list.at, MSG_PIECE_PROMOTES_TO_ITSELF, arg_slice(rest));
        draft->promotes[from] = (uint8_t)to;
    }
}

/* Finds the entry of draft->handicaps for a handicap: a new entry, or the entry of the same name
 * that it replaces (from an extended game, or from outside the choice). NULL after reporting an
 * error: another handicap of the same text has the name or the kanji, or there are too many. */
static HandicapLine *handicap_place(Draft *draft, const Item *item, Slice name, Slice kanji) {
    HandicapLine *place = NULL;
    for (int i = 0; i < draft->handicap_count; i++) {
        HandicapLine *known = &draft->handicaps[i];
        bool named = slice_is(name, known->name),
             written = kanji.length && slice_is(kanji, known->kanji);
        bool aside = known->item->below != item->below || known->item->option != item->option;
        if (named && aside)
            place = known;
        else if (named || written) {
            draft_error(draft, item->value_at, MSG_HANDICAP_TWICE, arg_slice(named ? name : kanji),
                        arg_number(known->item->at.line));
            return NULL;
        }
    }
    if (place) return place;
    if (draft->handicap_count < HANDICAPS_MOST) return &draft->handicaps[draft->handicap_count++];
    draft_error(draft, item->at, MSG_HANDICAPS_TOO_MANY, arg_number(HANDICAPS_MOST));
    return NULL;
}

/* Reads `name:kanji>squares`, whose squares array_handicaps reads after the starting position. */
void value_handicap(Draft *draft, const Item *item) {
    if (slice_is(item->value, "none")) {
        draft->handicap_count = 0;
        return;
    }
    Slice kanji, squares;
    value_cut(item, &kanji, &squares);
    Slice name = slice_part(&kanji);
    bool empty = kanji.at > name.at + name.length && !kanji.length; /* as in `name:>` */
    if (!name.length || empty || slice_has(kanji, ':')) {
        draft_error(draft, item->value_at, MSG_KEY_HANDICAP_FORM, arg_slice(item->value));
        return;
    }
    if (!name_is_plain(draft, name, item->value_at)) return;
    HandicapLine *line = handicap_place(draft, item, name, kanji);
    if (!line) return;
    line->item = item;
    line->name = slice_copy(draft->arena, name);
    line->kanji = slice_copy(draft->arena, kanji);
    line->squares = squares;
    line->at = place_in(item, squares.at);
}

void value_kanji(Draft *draft, const Item *item) {
    List list = value_list(item->value, item->value_at);
    while (value_list_next(&list)) {
        Slice rest = list.entry, id = slice_part(&rest), full = slice_part(&rest),
              single = slice_part(&rest), gote = full, gote_single = single;
        if (rest.length) gote = slice_part(&rest), gote_single = slice_part(&rest);
        int type = value_type_at(draft, id, list.at);
        if (!full.length || utf8_count(single.at, (size_t)single.length) != 1 || !gote.length ||
            utf8_count(gote_single.at, (size_t)gote_single.length) != 1 || rest.length)
            draft_error(draft, list.at, MSG_KEY_KANJI_FORM, arg_slice(list.entry));
        else if (type) {
            PieceType *t = &draft->v.types[type];
            t->kanji = slice_copy(draft->arena, full);
            t->kanji1 = slice_copy(draft->arena, single);
            t->kanji_gote = slice_copy(draft->arena, gote);
            t->kanji1_gote = slice_copy(draft->arena, gote_single);
        }
    }
}

/* The type that the letter already denotes in other programs; 0: none. */
static int letter_type(const Draft *draft, char letter) {
    for (int type = 1; type <= draft->v.type_count; type++) {
        const PieceType *t = &draft->v.types[type];
        if ((ascii_upper(t->id[0]) == letter && !t->id[1]) || t->fen_letter == letter ||
            ascii_is_in(letter, t->other_letters))
            return type;
    }
    return 0;
}

/* Reads `ID:letters, …`. FEN is written with fenLetters; otherLetters are only read. */
void value_letters(Draft *draft, const Item *item) {
    bool written = key_is(item->key, "fenLetters");
    List list = value_list(item->value, item->value_at);
    while (value_list_next(&list)) {
        Slice rest = list.entry, id = slice_part(&rest), letters = slice_part(&rest);
        int type = value_type_at(draft, id, list.at);
        PieceType *t = &draft->v.types[type];
        size_t most = written ? 1 : sizeof t->other_letters - 1;
        bool good = letters.length && (size_t)letters.length <= most && !rest.length;
        for (int i = 0; good && i < letters.length; i++) good = ascii_is_upper(letters.at[i]);
        if (!good) {
            if (written)
                draft_error(draft, list.at, MSG_KEY_FEN_LETTERS_FORM, arg_slice(list.entry));
            else
                draft_error(draft, list.at, MSG_KEY_OTHER_LETTERS_FORM, arg_number((int)most),
                            arg_slice(list.entry));
            return;
        }
        for (int i = 0; type && i < letters.length; i++) {
            int other = letter_type(draft, letters.at[i]);
            size_t length = strlen(t->other_letters);
            if (other && other != type && item->below)
                continue; /* the extending game's letter takes precedence */
            if (other && other != type) {
                draft_error(draft, list.at, MSG_KEY_LETTER_TAKEN, arg_bytes(letters.at + i, 1),
                            arg_text(draft->v.types[other].id));
                return;
            }
            if (written)
                t->fen_letter = letters.at[i];
            else if (!other && length + 1 < sizeof t->other_letters)
                t->other_letters[length] = letters.at[i];
        }
    }
}

void value_western(Draft *draft, const Item *item) {
    List list = value_list(item->value, item->value_at);
    while (value_list_next(&list)) {
        Slice rest = list.entry, id = slice_part(&rest), label = slice_part(&rest);
        int type = value_type_at(draft, id, list.at);
        if (!label.length || utf8_count(label.at, (size_t)label.length) > 3 || rest.length)
            draft_error(draft, list.at, MSG_KEY_WESTERN_FORM, arg_slice(list.entry));
        else if (type)
            draft->v.types[type].western = slice_copy(draft->arena, label);
    }
}

/* ---- tables of diagrams: rows for piece lines, run lengths, repeated rows ---------------------
 * Rows count piece lines from 1, columns of captureMatrix from 0 (no victim); see docs/format.md.
 */

/* Reads a run length: the number at *at, or 1 if there is no number. */
static int run_length(const char **at, const char *end) {
    int count = 0, digits = 0;
    while (*at < end && ascii_is_digit(**at) && digits++ < 4) count = count * 10 + *(*at)++ - '0';
    return digits ? count : 1;
}

/* The character at `at`, as an argument of a message. */
static MessageArg arg_sign(const char *at, const char *end) {
    return arg_bytes(at, utf8_character(at, (size_t)(end - at)));
}

/* Reads a row of captureMatrix into `barred`, the types that must not be jumped. The row has signs,
 * each followed by the number of columns that it fills. */
static void matrix_row(Draft *draft, const Item *item, const char *at, const char *end,
                       uint8_t *barred) {
    bool friends = false;
    memset(barred, 0, MAX_TYPES / 8);
    for (int column = 0; at < end;) {
        const char *start = at;
        char sign = *at;
        at += utf8_character(at, (size_t)(end - at));
        int count = run_length(&at, end);
        if (sign == '=') {
            friends = true;
            continue;
        }
        if (sign != '.' && sign != '^')
            draft_error(draft, place_in(item, start), MSG_MATRIX_SIGN, arg_sign(start, end));
        if (sign == '^' && column + count - 1 > draft->line_count) {
            if (draft->lost_pieces) return;
            draft_error(draft, place_in(item, start), MSG_MATRIX_COLUMN,
                        arg_number(column + count - 1), arg_number(draft->line_count));
            return;
        }
        for (; count > 0; count--, column++)
            if (sign == '^' && column > 0) type_bit_set(barred, draft->lines[column].type);
    }
    for (int i = 0; i < MAX_TYPES / 8 && !friends; i++)
        if (barred[i]) {
            draft_warning(draft, place_in(item, end), MSG_MATRIX_NO_FRIENDS);
            return;
        }
}

static void row_store(Draft *draft, const Item *item, const char *at, int row,
                      const uint8_t *barred) {
    bool any = false;
    for (int i = 0; i < MAX_TYPES / 8; i++) any |= barred[i];
    if (row > draft->line_count) {
        if (any && !draft->lost_pieces)
            draft_error(draft, place_in(item, at), MSG_MATRIX_ROW, arg_number(row),
                        arg_number(draft->line_count));
        return;
    }
    uint8_t *mine = draft->v.no_jump[draft->lines[row].type];
    for (int i = 0; i < MAX_TYPES / 8; i++) mine[i] |= barred[i];
}

void value_capture_matrix(Draft *draft, const Item *item) {
    memset(draft->v.no_jump, 0, sizeof draft->v.no_jump);
    if (slice_is(item->value, "none")) return;
    uint8_t barred[MAX_TYPES / 8] = {0};
    const char *end = item->value.at + item->value.length;
    int row = 1;
    for (const char *at = item->value.at, *cut; at <= end && row <= MAX_TYPES; at = cut + 1) {
        cut = memchr(at, '/', (size_t)(end - at));
        if (!cut) cut = end;
        if (at == cut || *at != '"') {
            matrix_row(draft, item, at, cut, barred);
            row_store(draft, item, at, row++, barred);
            continue;
        }
        while (at < cut && *at == '"') { /* `"n` repeats the previous row n times */
            const char *start = at++;
            for (int count = run_length(&at, cut); count > 0 && row <= MAX_TYPES; count--)
                row_store(draft, item, start, row++, barred);
        }
        if (at < cut) draft_error(draft, place_in(item, at), MSG_MATRIX_REPEAT, arg_sign(at, cut));
    }
}

/* Reads the key `morph`, of which one use is supported: each `|` in the row of a piece line bars
 * one more of the farthest ranks to that piece. */
void value_morph(Draft *draft, const Item *item) {
    const char *end = item->value.at + item->value.length;
    int row = 1, ranks = 0, errors = draft->findings->fatal_count;
    for (const char *at = item->value.at; at <= end; at++) {
        if (at == end || *at == '/') {
            if (ranks && row <= draft->line_count)
                draft->v.types[draft->lines[row].type].no_move_ranks = (uint8_t)ranks;
            if (ranks && row > draft->line_count && !draft->lost_pieces)
                draft_error(draft, place_in(item, at), MSG_MORPH_ROW, arg_number(row),
                            arg_number(draft->line_count));
            row++, ranks = 0;
        } else if (*at != '|') {
            draft_error(draft, place_in(item, at), MSG_MORPH_SIGN, arg_sign(at, end));
            return;
        } else if (++ranks > MAX_RANKS) {
            draft_error(draft, place_in(item, at), MSG_MORPH_RANKS);
            return;
        }
    }
    bool behind = false; /* does a piece line of the same text stand before the item? */
    for (const Item *before = draft->items->list; before < item; before++)
        behind |= !before->key && before->below == item->below;
    if (draft->findings->fatal_count == errors && behind)
        draft_warning(draft, item->at, MSG_MORPH_BEHIND_PIECES);
}
