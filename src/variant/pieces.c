/* pieces - piece lines to types: ids, moves, who promotes to what, who is royal, what goes to hand.
 */
#include "variant/values.h"

#include "base/error.h"
#include "variant/betza.h"

#include <stdio.h>
#include <string.h>

enum { ID_LETTERS = 3, HAND_TYPES_LIMIT = 32 };

static char upper(char c) { return c >= 'a' && c <= 'z' ? (char)(c - 32) : c; }

static bool same_id(Slice a, Slice b) {
    if (a.length != b.length) return false;
    for (int i = 0; i < a.length; i++)
        if (upper(a.at[i]) != upper(b.at[i])) return false;
    return true;
}

/* ---- lines, with the fields a chosen setting changes */

static void line_take(PieceLine *line, const Item *item, bool overlay) {
    for (int i = 0; i < PIECE_FIELDS; i++) {
        if (overlay && (i >= item->field_count || !item->fields[i].length)) continue;
        line->fields[i] = i < item->field_count ? item->fields[i] : (Slice){"", 0};
        line->at[i] =
            (Place){item->at.line, i < item->field_count ? item->columns[i] : item->at.column};
    }
}

static PieceLine *line_with_id(Draft *draft, Slice id) {
    for (int i = 1; i <= draft->line_count; i++)
        if (same_id(draft->lines[i].fields[FIELD_ID], id)) return &draft->lines[i];
    return NULL;
}

static void line_add(Draft *draft, const Item *item) {
    PieceLine *line = item->option >= 0 ? line_with_id(draft, item->fields[FIELD_ID]) : NULL;
    if (line)
        line_take(line, item, true);
    else if (draft->line_count == MAX_TYPES - 1)
        finding_error(draft->findings, item->at, MSG_PIECES_TOO_MANY, arg_number(MAX_TYPES - 1));
    else
        line_take(&draft->lines[++draft->line_count], item, false);
}

/* ---- one line to a type */

/* As SFEN needs it: letters, digits after the first, `+` before a promoted face. Written in
 * capitals here. */
static const char *id_read(Draft *draft, Slice id, Place at) {
    int plus = id.length > 0 && *id.at == '+';
    bool good = id.length > plus && id.length <= plus + ID_LETTERS;
    char *text = arena_text(draft->arena, id.at, (size_t)id.length);
    for (int i = plus; i < id.length; i++) {
        text[i] = upper(text[i]);
        good &=
            (text[i] >= 'A' && text[i] <= 'Z') || (i > plus && text[i] >= '0' && text[i] <= '9');
    }
    if (good) return text;
    finding_error(draft->findings, at, MSG_PIECE_ID_FORM, arg_number(ID_LETTERS), arg_slice(id));
    return NULL;
}

static bool moves_read(Draft *draft, const PieceLine *line, PieceType *type) {
    Slice betza = line->fields[FIELD_BETZA];
    Place at = line->at[FIELD_BETZA];
    HenkaError error = {0};
    if (!betza.length) {
        finding_error(draft->findings, at, MSG_PIECE_NO_MOVES);
        return false;
    }
    type->betza = arena_text(draft->arena, betza.at, (size_t)betza.length);
    if (betza_compile(draft->arena, betza.at, (size_t)betza.length, &type->power, &error))
        return true;
    at.column += error.column - 1;
    Message why = message_unpack(error.said, error.said_length);
    finding_message(draft->findings, true, at, &why);
    return false;
}

/* A line that repeats a piece word for word is that piece: some diagrams do it to place them or to
 * count them apart. */
static bool repeats_type(const PieceLine *line, const PieceType *type) {
    return slice_is(line->fields[FIELD_NAME], type->name) &&
           slice_is(line->fields[FIELD_BETZA], type->betza);
}

static int type_with_id(const Draft *draft, const char *id) {
    for (int type = 1; type <= draft->v.type_count; type++)
        if (!strcmp(draft->v.types[type].id, id)) return type;
    return 0;
}

static void line_to_type(Draft *draft, PieceLine *line) {
    HenkaVariant *v = &draft->v;
    Slice name = line->fields[FIELD_NAME];
    PieceType type = {
        .kanji = "", .kanji1 = "", .kanji_gote = "", .kanji1_gote = "", .impasse_value = 1};
    if (!name.length) finding_error(draft->findings, line->at[FIELD_NAME], MSG_PIECE_NO_NAME);
    type.name = arena_text(draft->arena, name.at, (size_t)name.length);
    type.id = type.western = id_read(draft, line->fields[FIELD_ID], line->at[FIELD_ID]);
    bool moves = moves_read(draft, line, &type);
    if (!type.id) return;
    int known = type_with_id(draft, type.id);
    if (known && moves && !repeats_type(line, &v->types[known]))
        finding_error(draft->findings, line->at[FIELD_ID], MSG_PIECE_ID_TAKEN, arg_text(type.id),
                      arg_text(v->types[known].name), arg_number(draft->type_at[known].line));
    if (known) {
        line->type = known;
        return;
    }
    line->type = ++v->type_count;
    draft->type_at[line->type] = line->at[FIELD_ID];
    if (!type.betza) type.betza = "";
    v->types[line->type] = type;
}

void pieces_read(Draft *draft, const Item *const *items, int count) {
    for (int i = 0; i < count; i++)
        if (!items[i]->key) line_add(draft, items[i]);
    for (int i = 1; i <= draft->line_count; i++) line_to_type(draft, &draft->lines[i]);
    if (!draft->line_count) finding_error(draft->findings, place_start, MSG_PIECES_NONE);
}

/* ---- promotion */

static void pair(HenkaVariant *v, int plain, int promoted) {
    if (!plain || !promoted || plain == promoted) return;
    v->types[plain].promoted = (uint8_t)promoted;
    if (!v->types[promoted].unpromoted) v->types[promoted].unpromoted = (uint8_t)plain;
}

/* Shogi style: line n to line n + promoOffset; past the last line to the first promoted one. */
static void promote_by_offset(Draft *draft, int last) {
    int offset = draft->promo_offset;
    if (offset >= draft->line_count) {
        finding_error(draft->findings, key_place(draft, "promoOffset"), MSG_KEY_PROMO_OFFSET_LINES,
                      arg_number(offset), arg_number(draft->line_count));
        return;
    }
    for (int line = 1; line <= last; line++)
        pair(&draft->v, draft->lines[line].type,
             draft->lines[line + offset <= draft->line_count ? line + offset : offset + 1].type);
}

static void choices_from_array(Draft *draft, int last) {
    for (int line = last + 1; line <= draft->line_count && draft->promo_choice_count < 8; line++)
        if (draft->lines[line].type && !draft->v.types[draft->lines[line].type].royal)
            draft->promo_choices[draft->promo_choice_count++] = (uint8_t)draft->lines[line].type;
}

/* Chess style: any of a few pieces. */
static void promote_by_choice(Draft *draft, int last) {
    if (!draft->promo_choice_count) choices_from_array(draft, last);
    for (int line = 1; line <= last; line++) {
        PieceType *type = &draft->v.types[draft->lines[line].type];
        memcpy(type->choices, draft->promo_choices, sizeof type->choices);
        type->choice_count = (uint8_t)draft->promo_choice_count;
        if (!type->no_move_ranks)
            type->no_move_ranks = 1; /* the last rank is where pieces of chess must promote */
    }
}

static void promote_by_id(HenkaVariant *v) {
    for (int plain = 1; plain <= v->type_count; plain++)
        for (int type = 1; type <= v->type_count; type++)
            if (v->types[type].id[0] == '+' && !strcmp(v->types[type].id + 1, v->types[plain].id))
                pair(v, plain, type);
}

void pieces_promote(Draft *draft) {
    HenkaVariant *v = &draft->v;
    bool by_choice = key_given(draft, "promoChoice") && !draft->promo_offset;
    int last = draft->max_promote >= 0 ? draft->max_promote : 1;
    if (last > draft->line_count) {
        if (key_given(draft, "maxPromote"))
            finding_error(draft->findings, key_place(draft, "maxPromote"),
                          MSG_KEY_MAX_PROMOTE_LINES, arg_number(last),
                          arg_number(draft->line_count));
        last = draft->line_count;
    }
    if (draft->promo_offset)
        promote_by_offset(draft, last);
    else if (key_given(draft, "promotes"))
        for (int type = 1; type <= v->type_count; type++) pair(v, type, draft->promotes[type]);
    else if (by_choice || draft->max_promote > 0)
        promote_by_choice(draft, last);
    else
        promote_by_id(v);
    static const PromoteRule rules[] = {PROMOTE_ZONE, PROMOTE_ZONE, PROMOTE_ENTER, PROMOTE_FLIP};
    bool chu = draft->promotion == PROMOTION_AUTO && draft->promo_offset && draft->holdings == 0;
    v->promote = chu ? PROMOTE_ENTER : rules[draft->promotion];
    if (v->promote == PROMOTE_FLIP) v->zone_ranks = 0;
}

/* ---- royals and hands */

void pieces_royal(Draft *draft) {
    HenkaVariant *v = &draft->v;
    int count = 0;
    int last = draft->line_count ? draft->lines[draft->line_count].type : 0;
    if (!draft->royal_given && last) {
        v->types[last].royal = true;
        finding_warning(draft->findings, draft->type_at[last], MSG_ROYAL_BY_DEFAULT,
                        arg_text(v->types[last].id));
    }
    for (int type = 1; type <= v->type_count; type++) count += v->types[type].royal;
    v->royal =
        draft->royal_rule == ROYAL_BY_CAPTURE || (draft->royal_rule == ROYAL_AUTO && count > 1)
            ? ROYAL_CAPTURE
            : ROYAL_CHECKMATE;
    for (int type = 1; type <= v->type_count; type++)
        if (v->types[type].royal) v->types[type].impasse_value = 0;
    v->bare_loses = draft->baring != BARING_OFF;
    v->bare_draw_if_bared_back = draft->baring == BARING_BACK_DRAWS;
}

/* What it was before all promotions; itself where they go round. */
static int first_face(const HenkaVariant *v, int type) {
    int face = type;
    for (int steps = 0; v->types[face].unpromoted; steps++) {
        if (steps == v->type_count) return type;
        face = v->types[face].unpromoted;
    }
    return face;
}

static int hand_type(const Draft *draft, int type) {
    int shown = draft->holdings == -1 ? first_face(&draft->v, type) : type;
    return draft->v.types[shown].royal ? 0 : shown;
}

static void hand_order(Draft *draft) {
    HenkaVariant *v = &draft->v;
    memset(v->hand_index, 255, sizeof v->hand_index);
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

void pieces_hand(Draft *draft) {
    HenkaVariant *v = &draft->v;
    v->hands = draft->holdings < 0;
    for (int type = 1; type <= v->type_count && v->hands; type++) {
        PieceType *t = &v->types[type];
        t->in_hand = (uint8_t)hand_type(draft, type);
        t->can_drop = t->in_hand &&
                      (t->in_hand == type || (v->drop_either_face && t->unpromoted == t->in_hand));
    }
    hand_order(draft);
}

/* ---- who may jump whom */

/* A piece with a rank may not jump its equals and betters; what captureMatrix says stays. */
void pieces_jump_ranks(HenkaVariant *v) {
    for (int mover = 1; mover <= v->type_count; mover++)
        for (int victim = 1; victim <= v->type_count; victim++) {
            int rank = v->types[mover].jump_rank;
            if (rank && v->types[victim].jump_rank >= rank) type_bit_set(v->no_jump[mover], victim);
        }
    for (int mover = 1; mover <= v->type_count; mover++) {
        v->freezing |= v->types[mover].freezes;
        for (int i = 0; i < MAX_TYPES / 8; i++) v->jump_ranked |= v->no_jump[mover][i] != 0;
    }
}
