#include "format/write.h"

#include "format/draft.h"
#include "format/markup.h"
#include "variant/piece.h"

#include <assert.h>
#include <string.h>

/* ---- texts */

static void write_paragraphs(const char *key, const char *text, Out *out) {
    for (;;) {
        size_t length = strcspn(text, "\n");
        out_format(out, "%s=", key);
        markup_write(out, text, length);
        out_char(out, '\n');
        if (!text[length]) return;
        text += length + 1;
    }
}

static void write_about(const HenkaVariant *v, Out *out) {
    out_format(out, "name=%s\n", v->name);
    for (int i = 0; i < v->about_count; i++)
        if (strcmp(v->about_keys[i], "extends") != 0) /* `extends` is left out, because the whole
                                                         game is written here */
            write_paragraphs(v->about_keys[i], v->about_values[i], out);
}

/* ---- keys that stand for one field */

/* Is the key's field a member of the variant? A draft begins with its variant, so members of both
 * have the same offset. Later members are not kept. */
static bool is_kept(const Key *key) { return key->offset < sizeof(HenkaVariant); }
static_assert(offsetof(Draft, v) == 0, "a draft starts with its variant");

static void write_list(const HenkaVariant *v, const Key *key, Out *out) {
    int count = 0;
    for (int type = 1; type <= v->type_count; type++) {
        int value = key_value(key, &v->types[type]),
            standard = key_is(key, "impasseValue") && !v->types[type].royal;
        if (value == standard) continue;
        out_format(out, "%s%s%s", count ? "" : key->name, count ? "," : "=", v->types[type].id);
        count++;
        if (key->kind == KEY_TYPE_NUMBERS) out_format(out, ":%d", value);
    }
    if (count) out_char(out, '\n');
}

static void write_field(const HenkaVariant *v, const Key *key, Out *out) {
    int value = key_value(key, v);
    if (value == key->standard || (key_is(key, "repetitionCount") && v->repeat == REPEAT_NONE))
        return;
    if (key->kind == KEY_NUMBER) {
        out_format(out, "%s=%d\n", key->name, value);
        return;
    }
    Slice word = key_word(key, value);
    out_format(out, "%s=%.*s\n", key->name, word.length, word.at);
}

static void write_fields(const HenkaVariant *v, Out *out) {
    for (int i = 0; key_at(i); i++) {
        const Key *key = key_at(i);
        if ((key->kind == KEY_NUMBER || key->kind == KEY_WORD) && is_kept(key) &&
            !(key_is(key, "promoZone") && turns_over(v)))
            write_field(v, key, out);
    }
}

static void write_lists(const HenkaVariant *v, Out *out) {
    for (int i = 0; key_at(i); i++)
        if (key_at(i)->kind == KEY_TYPES || key_at(i)->kind == KEY_TYPE_NUMBERS)
            write_list(v, key_at(i), out);
}

/* ---- promotion, hands, royals */

static bool is_plus(const HenkaVariant *v, int plain, int promoted) {
    const char *id = v->types[promoted].id;
    return id[0] == '+' && !strcmp(id + 1, v->types[plain].id);
}

/* Do the ids alone define which type promotes to which? */
static bool ids_say_it(const HenkaVariant *v) {
    for (int plain = 1; plain <= v->type_count; plain++)
        for (int other = 1; other <= v->type_count; other++)
            if (is_plus(v, plain, other) != (v->types[plain].promoted == other)) return false;
    return true;
}

static void write_choices_of(const HenkaVariant *v, int type, Out *out) {
    for (int i = 0; i < v->types[type].choice_count; i++) {
        const PromotionChoice *choice = &v->types[type].choices[i];
        out_format(out, "%s%s%s%s", i ? "," : "", choice->from_hand ? "*" : "",
                   choice->before_last ? "!" : "", v->types[choice->type].id);
        if (choice->ranks < v->zone_ranks) out_format(out, "%d", choice->ranks);
    }
    out_char(out, '\n');
}

/* Do the types up to `last` that choose all have the same choices? */
static bool choices_shared(const HenkaVariant *v, int last) {
    for (int type = 1; type < last; type++)
        if (v->types[type].choices != v->types[last].choices) return false;
    return true;
}

static void write_choices(const HenkaVariant *v, Out *out) {
    int last = 0;
    for (int type = 1; type <= v->type_count; type++)
        if (v->types[type].choice_count) last = type;
    bool shared = choices_shared(v, last);
    out_format(out, "maxPromote=%d\n", shared ? last : 0);
    if (shared) out_text(out, "promoChoice=");
    if (shared) write_choices_of(v, last, out);
    for (int type = 1; type <= last && !shared; type++) {
        if (!v->types[type].choice_count) continue;
        out_format(out, "promoChoiceOf=%s>", v->types[type].id);
        write_choices_of(v, type, out);
    }
}

static bool has_choices(const HenkaVariant *v) {
    for (int type = 1; type <= v->type_count; type++)
        if (v->types[type].choice_count) return true;
    return false;
}

static void write_pairs(const HenkaVariant *v, Out *out) {
    int count = 0;
    for (int type = 1; type <= v->type_count; type++)
        if (v->types[type].promoted)
            out_format(out, "%s%s:%s", count++ ? "," : "promotes=", v->types[type].id,
                       v->types[v->types[type].promoted].id);
    out_text(out, count ? "\n" : "promotes=none\n");
}

static void write_promotion(const HenkaVariant *v, Out *out) {
    static const char *const rules[] = {"zone", "enter", "flip", "land", "turn"};
    out_format(out, "promotion=%s\n", rules[v->promote]);
    if (has_choices(v))
        write_choices(v, out);
    else if (!ids_say_it(v) || (!turns_over(v) && !ids_promote(v)))
        write_pairs(v, out);
}

static void write_hands(const HenkaVariant *v, Out *out) {
    bool demotes = false;
    for (int type = 1; type <= v->type_count; type++)
        demotes |= v->types[type].in_hand && v->types[type].in_hand != type;
    bool promoted = false;
    for (int type = 1; type <= v->type_count; type++) promoted |= v->types[type].unpromoted != 0;
    if (v->hands)
        out_format(out, "holdingsType=%d\n",
                   v->captures_gone       ? -3
                   : demotes || !promoted ? -1
                                          : -2);
    if (v->stock && !v->captures_gone) out_text(out, "holdingsType=1\n");
    if (v->drop_mate_barred_all) out_text(out, "noDropMate=all\n");
    int count = 0;
    for (int type = 1; type <= v->type_count; type++)
        if (v->types[type].drop_mate_barred)
            out_format(out, "%s%s", count++ ? "," : "noDropMate=", v->types[type].id);
    if (count) out_char(out, '\n');
}

static void write_royals(const HenkaVariant *v, Out *out) {
    for (int type = 1; type <= v->type_count; type++)
        if (v->types[type].royal) out_format(out, "royal=%s\n", v->types[type].id);
    static const char *const rules[] = {
        [ROYAL_CHECKMATE] = "royalRule=checkmate\n",
        [ROYAL_CAPTURE] = "royalRule=capture\n",
        [ROYAL_NONE] = "royal=none\n",
    };
    out_text(out, rules[v->royal]);
    int count = 0; /* a line for each type, in order */
    for (int type = 1; type <= v->type_count; type++)
        if (type_bit(v->bare_types, type)) out_format(out, "%s%d", count++ ? "," : "baring=", type);
    if (count)
        out_char(out, '\n');
    else if (v->bare_loses)
        out_text(out, v->bare_draw_if_bared_back ? "baring=drawIfBaredBack\n" : "baring=loses\n");
}

/* ---- tables of jumping and burning */

static bool any_bit(const uint8_t *row) {
    for (int i = 0; i < MAX_TYPES / 8; i++)
        if (row[i]) return true;
    return false;
}

static void write_matrix(const HenkaVariant *v, Out *out) {
    if (!v->jump_ranked) return;
    out_text(out, "captureMatrix=");
    for (int mover = 1; mover <= v->type_count; mover++) {
        if (mover > 1) out_char(out, '/');
        if (!any_bit(v->no_jump[mover])) continue;
        for (int column = 0; column <= v->type_count; column++)
            out_char(out, column && type_bit(v->no_jump[mover], column) ? '^' : '.');
        out_char(out, '=');
    }
    out_char(out, '\n');
}

static void write_no_burn(const HenkaVariant *v, Out *out) {
    for (int mover = 1; mover <= v->type_count; mover++) {
        int count = 0;
        for (int victim = 1; victim <= v->type_count; victim++) {
            if (!type_bit(v->no_burn[mover], victim)) continue;
            if (!count) out_format(out, "noBurn=%s>", v->types[mover].id);
            out_format(out, "%s%s", count++ ? "," : "", v->types[victim].id);
        }
        if (count) out_char(out, '\n');
    }
}

/* ---- squares of a kind */

static void write_squares_of(const HenkaVariant *v, const SquareSet *set, Out *out) {
    int count = 0;
    for (int square = 0; set && square < v->squares; square++)
        if (square_in(set, square))
            out_format(out, "%s%c%d", count++ ? "," : "", file_letter(v, file_of(v, square)),
                       v->ranks + 1 - rank_of(v, square));
}

static void write_both_sides(const HenkaVariant *v, const SquareSet *const sets[2], Out *out) {
    write_squares_of(v, sets[0], out);
    if (sets[1]) out_text(out, sets[0] ? ",," : ",");
    write_squares_of(v, sets[1], out);
    out_char(out, '\n');
}

static void write_sets(const HenkaVariant *v, const char *key, int type,
                       const SquareSet *const sets[2], Out *out) {
    if (!sets[0] && !sets[1]) return;
    out_format(out, "%s=%s>", key, v->types[type].id);
    write_both_sides(v, sets, out);
}

static void write_regions(const HenkaVariant *v, Out *out) {
    if (v->zone_squares[0] || v->zone_squares[1]) {
        out_text(out, "promoSquares=");
        write_both_sides(v, v->zone_squares, out);
    }
    if (v->passing[0] || v->passing[1]) {
        out_text(out, "passing=");
        write_both_sides(v, v->passing, out);
    }
    for (int type = 1; type <= v->type_count; type++)
        write_sets(v, "region", type, v->types[type].region, out);
    for (int type = 1; type <= v->type_count; type++)
        write_sets(v, "dropSquares", type, v->types[type].drops, out);
    for (int type = 1; type <= v->type_count; type++)
        write_sets(v, "home", type, v->types[type].home, out);
    for (int type = 1; type <= v->type_count; type++)
        write_sets(v, "goal", type, v->types[type].goal, out);
}

static void write_handicaps(const HenkaVariant *v, Out *out) {
    for (int i = 0; i < v->handicap_count; i++) {
        const Handicap *handicap = &v->handicaps[i];
        out_format(out, "handicap=%s%s%s>", handicap->name, *handicap->kanji ? ":" : "",
                   handicap->kanji);
        write_squares_of(v, &handicap->off, out);
        out_char(out, '\n');
    }
}

/* ---- pieces */

static void write_side_squares(const HenkaVariant *v, int side, int type, Out *out) {
    int count = 0;
    for (int rank = v->ranks; rank >= 1; rank--)
        for (int file = v->files; file >= 1; file--)
            if (v->start_board[square_of(v, file, rank)] == piece_make(side, type))
                out_format(out, "%s%c%d", count++ ? "," : "", file_letter(v, file),
                           v->ranks + 1 - rank);
}

static void write_holes(const HenkaVariant *v, Out *out) {
    int count = 0;
    out_text(out, "hole::::");
    for (int rank = v->ranks; rank >= 1; rank--)
        for (int file = v->files; file >= 1; file--)
            if (v->hole[square_of(v, file, rank)])
                out_format(out, "%s%c%d", count++ ? "," : "", file_letter(v, file),
                           v->ranks + 1 - rank);
    out_char(out, '\n');
}

static void write_piece(const HenkaVariant *v, int type, Out *out) {
    const PieceType *t = &v->types[type];
    markup_write(out, t->name, strlen(t->name));
    out_format(out, ":%s:%s::", t->id, t->betza);
    write_side_squares(v, HENKA_SENTE, type, out);
    out_text(out, ",,");
    write_side_squares(v, HENKA_GOTE, type, out);
    int index = v->hand_index[type];
    if (index != HAND_NONE && (v->start_hand[0][index] || v->start_hand[1][index]))
        out_format(out, ":%d,%d", v->start_hand[0][index], v->start_hand[1][index]);
    out_char(out, '\n');
}

static void write_names(const HenkaVariant *v, Out *out) {
    for (int type = 1; type <= v->type_count; type++) {
        const PieceType *t = &v->types[type];
        if (*t->kanji) {
            out_format(out, "kanji=%s:%s:%s", t->id, t->kanji, t->kanji1);
            if (strcmp(t->kanji, t->kanji_gote) || strcmp(t->kanji1, t->kanji1_gote))
                out_format(out, ":%s:%s", t->kanji_gote, t->kanji1_gote);
            out_char(out, '\n');
        }
        if (strcmp(t->western, t->id)) out_format(out, "western=%s:%s\n", t->id, t->western);
        if (t->fen_letter) out_format(out, "fenLetters=%s:%c\n", t->id, t->fen_letter);
        if (*t->other_letters) out_format(out, "otherLetters=%s:%s\n", t->id, t->other_letters);
    }
}

void write_variant(const HenkaVariant *v, Out *out) {
    write_about(v, out);
    out_text(out, "\nsymmetry=none\n");
    write_fields(v, out);
    write_promotion(v, out);
    write_hands(v, out);
    write_royals(v, out);
    write_lists(v, out);
    write_no_burn(v, out);
    write_regions(v, out);
    write_handicaps(v, out);
    write_matrix(v, out);
    out_char(out, '\n');
    if (v->shuffle) out_format(out, "shuffle=%s\n", v->shuffle);
    if (v->holed) write_holes(v, out);
    for (int type = 1; type <= v->type_count; type++) write_piece(v, type, out);
    out_char(out, '\n');
    write_names(v, out);
}
