#include "format/write.h"

#include "format/draft.h"
#include "format/markup.h"
#include "variant/piece.h"

#include <assert.h>
#include <string.h>

/* ---- texts */

/* Writes the texts about the game, except `extends`, because the whole game is written. */
static void write_about(const HenkaVariant *v, Out *out) {
    out_format(out, "name=%s\n", v->name);
    for (int i = 0; i < v->about_count; i++)
        for (const char *text = v->about_values[i]; text;) { /* a line for each paragraph */
            size_t length = strcspn(text, "\n");
            if (!strcmp(v->about_keys[i], "extends")) break;
            out_format(out, "%s=", v->about_keys[i]);
            markup_write(out, text, length);
            out_char(out, '\n');
            text = text[length] ? text + length + 1 : NULL;
        }
}

/* ---- keys that stand for one field */

/* A draft begins with its variant, so members of both have the same offset. The members of a draft
 * after `v` are not part of a variant, so their keys are not written here. */
static_assert(offsetof(Draft, v) == 0, "a draft starts with its variant");

static void write_fields(const HenkaVariant *v, Out *out) {
    for (int i = 0; key_at(i); i++) {
        const Key *key = key_at(i);
        if ((key->kind != KEY_NUMBER && key->kind != KEY_WORD) || key->offset >= sizeof *v ||
            key_value(key, v) == key->standard || (key_is(key, "promoZone") && turns_over(v)) ||
            (key_is(key, "repetitionCount") && v->repeat == REPEAT_NONE))
            continue;
        out_format(out, "%s=", key->name);
        if (key->kind == KEY_NUMBER)
            out_format(out, "%d\n", key_value(key, v));
        else {
            Slice word = key_word(key, key_value(key, v));
            out_format(out, "%.*s\n", word.length, word.at);
        }
    }
}

static void write_lists(const HenkaVariant *v, Out *out) {
    for (int i = 0, count = 0; key_at(i); i++, count = 0) {
        const Key *key = key_at(i);
        bool numbers = key->kind == KEY_TYPE_NUMBERS;
        if (key->kind != KEY_TYPES && !numbers) continue;
        for (int type = 1; type <= v->type_count; type++) {
            int value = key_value(key, &v->types[type]),
                standard = key_is(key, "impasseValue") && !v->types[type].royal;
            if (value == standard) continue;
            out_format(out, "%s%s%s", count ? "" : key->name, count ? "," : "=", v->types[type].id);
            count++;
            if (numbers) out_format(out, ":%d", value);
        }
        if (count) out_char(out, '\n');
    }
}

/* ---- promotion, hands, royals */

/* Do the ids alone define which type promotes to which? */
static bool ids_say_it(const HenkaVariant *v) {
    for (int plain = 1; plain <= v->type_count; plain++)
        for (int other = 1; other <= v->type_count; other++)
            if (is_face_of(&v->types[other], &v->types[plain]) !=
                (v->types[plain].promoted == other))
                return false;
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

static void write_promotion(const HenkaVariant *v, Out *out) {
    /* word 0 of the key `promotion` is `auto`; the further words are in the order of PromoteRule */
    Slice rule = key_word(key_find(slice_of("promotion")), (int)v->promote + 1);
    int last = 0, count = 0; /* last: number of the last type that has promotion choices; 0: none */
    bool shared = true;      /* types 1 to `last` all have the same promotion choices */
    out_format(out, "promotion=%.*s\n", rule.length, rule.at);
    for (int type = 1; type <= v->type_count; type++)
        if (v->types[type].choice_count) last = type;
    for (int type = 1; type < last; type++)
        shared &= v->types[type].choices == v->types[last].choices;
    if (last) out_format(out, "maxPromote=%d\n", shared ? last : 0);
    for (int type = shared ? last : 1; last && type <= last; type++) {
        if (!v->types[type].choice_count) continue;
        if (shared)
            out_text(out, "promoChoice=");
        else
            out_format(out, "promoChoiceOf=%s>", v->types[type].id);
        write_choices_of(v, type, out);
    }
    if (last || (ids_say_it(v) && (turns_over(v) || ids_promote(v)))) return;
    for (int type = 1; type <= v->type_count; type++)
        if (v->types[type].promoted)
            out_format(out, "%s%s:%s", count++ ? "," : "promotes=", v->types[type].id,
                       v->types[v->types[type].promoted].id);
    out_text(out, count ? "\n" : "promotes=none\n");
}

static void write_hands(const HenkaVariant *v, Out *out) {
    bool demotes = false, promoted = false;
    for (int type = 1; type <= v->type_count; type++) {
        demotes |= v->types[type].in_hand && v->types[type].in_hand != type;
        promoted |= v->types[type].unpromoted != 0;
    }
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
    int count = 0; /* `baring` has numbers of piece lines; line n has type n here */
    for (int type = 1; type <= v->type_count; type++)
        if (type_bit(v->bare_types, type)) out_format(out, "%s%d", count++ ? "," : "baring=", type);
    if (count)
        out_char(out, '\n');
    else if (v->bare_loses)
        out_text(out, v->bare_draw_if_bared_back ? "baring=drawIfBaredBack\n" : "baring=loses\n");
}

/* ---- tables of jumping, burning and capturing */

static void write_matrix(const HenkaVariant *v, Out *out) {
    static const uint8_t none[MAX_TYPES / 8];
    if (!v->jump_ranked) return;
    out_text(out, "captureMatrix=");
    for (int mover = 1; mover <= v->type_count; mover++) {
        if (mover > 1) out_char(out, '/');
        if (!memcmp(v->no_jump[mover], none, sizeof none)) continue;
        for (int column = 0; column <= v->type_count; column++)
            out_char(out, column && type_bit(v->no_jump[mover], column) ? '^' : '.');
        out_char(out, '=');
    }
    out_char(out, '\n');
}

static void write_victims(const HenkaVariant *v, const char *key,
                          const uint8_t (*rows)[MAX_TYPES / 8], Out *out) {
    for (int mover = 1; mover <= v->type_count; mover++) {
        int count = 0;
        for (int victim = 1; victim <= v->type_count; victim++) {
            if (!type_bit(rows[mover], victim)) continue;
            if (!count) out_format(out, "%s=%s>", key, v->types[mover].id);
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

static void write_squares_of_kinds(const HenkaVariant *v, Out *out) {
    static const char *const of_sides[] = {"promoSquares", "passing"}, *const of_types[] = {
                                                                           "region", "dropSquares",
                                                                           "home", "goal"};
    for (int i = 0; i < 2; i++) {
        const SquareSet *const *sets = key_squares(key_find(slice_of(of_sides[i])), v);
        if (!sets[0] && !sets[1]) continue;
        out_format(out, "%s=", of_sides[i]);
        write_both_sides(v, sets, out);
    }
    for (int i = 0; i < 4; i++)
        for (int type = 1; type <= v->type_count; type++) {
            const SquareSet *const *sets =
                key_squares(key_find(slice_of(of_types[i])), &v->types[type]);
            if (!sets[0] && !sets[1]) continue;
            out_format(out, "%s=%s>", of_types[i], v->types[type].id);
            write_both_sides(v, sets, out);
        }
    for (int i = 0; i < v->handicap_count; i++) {
        const Handicap *handicap = &v->handicaps[i];
        out_format(out, "handicap=%s%s%s>", handicap->name, *handicap->kanji ? ":" : "",
                   handicap->kanji);
        write_squares_of(v, &handicap->off, out);
        out_char(out, '\n');
    }
}

/* ---- pieces */

/* Writes the squares with the value `what` in a board of pieces, or in an array of holes. */
static void write_places(const HenkaVariant *v, const uint8_t *board, uint8_t what, Out *out) {
    int count = 0;
    for (int rank = v->ranks; rank >= 1; rank--)
        for (int file = v->files; file >= 1; file--)
            if (board[square_of(v, file, rank)] == what)
                out_format(out, "%s%c%d", count++ ? "," : "", file_letter(v, file),
                           v->ranks + 1 - rank);
}

static void write_piece(const HenkaVariant *v, int type, Out *out) {
    const PieceType *t = &v->types[type];
    markup_write(out, t->name, strlen(t->name));
    out_format(out, ":%s:%s::", t->id, t->betza);
    write_places(v, v->start_board, piece_make(HENKA_SENTE, type), out);
    out_text(out, ",,");
    write_places(v, v->start_board, piece_make(HENKA_GOTE, type), out);
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
    write_victims(v, "noBurn", v->no_burn, out);
    write_victims(v, "captureForbidden", v->no_capture, out);
    write_squares_of_kinds(v, out);
    write_matrix(v, out);
    out_char(out, '\n');
    if (v->shuffle) out_format(out, "shuffle=%s\n", v->shuffle);
    if (v->holed) {
        out_text(out, "hole::::");
        write_places(v, (const uint8_t *)v->hole, true, out);
        out_char(out, '\n');
    }
    for (int type = 1; type <= v->type_count; type++) write_piece(v, type, out);
    out_char(out, '\n');
    write_names(v, out);
}
