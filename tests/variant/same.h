/* same - are two variants the same game? Everything the rules look at, options and the text they
 * were read from left out. */
#ifndef HENKA_TESTS_VARIANT_SAME_H
#define HENKA_TESTS_VARIANT_SAME_H

#include "check.h"
#include "format/keys.h"
#include "variant/variant.h"

#include <string.h>

#define SAME(field)                                                                                \
    CHECK(a->field == b->field, "%s: %s is %d, then %d", what, #field, (int)a->field, (int)b->field)
#define SAME_BYTES(field)                                                                          \
    CHECK(!memcmp(a->field, b->field, sizeof a->field), "%s: %s differs", what, #field)
#define SAME_TEXT(field)                                                                           \
    CHECK(!strcmp(a->field, b->field), "%s: %s is `%s`, then `%s`", what, #field, a->field,        \
          b->field)

/* What the rows of schema.def fill, so that a new key need not be named here: numbers and words of
 * the variant, and those of each type (type 0: the variant's). */
static void check_same_keys(const char *what, const HenkaVariant *a, const HenkaVariant *b,
                            int type) {
    int checked = 0;
    const Key *key;
    for (int i = 0; (key = key_at(i)); i++) {
        bool of_types = key->kind == KEY_TYPES || key->kind == KEY_TYPE_NUMBERS;
        bool of_variant = (key->kind == KEY_NUMBER || key->kind == KEY_WORD) &&
                          key->offset < sizeof(HenkaVariant);
        if (type ? !of_types : !of_variant) continue;
        int first = key_value(key, type ? (const void *)&a->types[type] : a),
            second = key_value(key, type ? (const void *)&b->types[type] : b);
        CHECK(first == second, "%s: %s of type %d is %d, then %d", what, key->name, type, first,
              second);
        checked++;
    }
    CHECK(checked > 2, "%s: only %d keys of schema.def were compared", what, checked);
}

static void check_same_type(const char *what, const PieceType *a, const PieceType *b) {
    SAME_TEXT(id);
    SAME_TEXT(name);
    SAME_TEXT(kanji);
    SAME_TEXT(kanji1);
    SAME_TEXT(kanji_gote);
    SAME_TEXT(kanji1_gote);
    SAME_TEXT(western);
    SAME_TEXT(betza);
    SAME(power.term_count);
    SAME(promoted);
    SAME(unpromoted);
    SAME(in_hand);
    SAME(choice_count);
    for (int i = 0; i < a->choice_count && i < b->choice_count; i++) {
        SAME(choices[i].type);
        SAME(choices[i].from_hand);
        SAME(choices[i].before_last);
    }
    SAME(royal);
    SAME(can_drop);
    SAME(drop_mate_barred);
    SAME(square_alone);
}

static void check_same(const char *what, const HenkaVariant *a, const HenkaVariant *b) {
    SAME_TEXT(name);
    SAME_TEXT(title);
    check_same_keys(what, a, b, 0);
    SAME(squares);
    SAME(type_count);
    for (int type = 1; type <= a->type_count && type <= b->type_count; type++) {
        check_same_type(what, &a->types[type], &b->types[type]);
        check_same_keys(what, a, b, type);
    }
    SAME(hand_count);
    SAME_BYTES(hand_types);
    SAME_BYTES(hand_index);
    SAME_BYTES(hole);
    SAME_BYTES(start_board);
    SAME_BYTES(start_hand);
    SAME_TEXT(start_sfen);
    SAME(promote);
    SAME(royal);
    SAME(hands);
    SAME(stock);
    SAME(promotion_may_lack);
    SAME(drop_mate_barred_all);
    SAME(jump_ranked);
    SAME(freezing);
    SAME(bare_loses);
    SAME(bare_of_kinds);
    SAME_BYTES(bare_types);
    SAME(captures_gone);
    SAME(bare_draw_if_bared_back);
    SAME_BYTES(no_jump);
    SAME_BYTES(no_burn);
    SAME_BYTES(no_capture);
    SAME(handicap_count);
    for (int i = 0; i < a->handicap_count && i < b->handicap_count; i++) {
        SAME_TEXT(handicaps[i].name);
        SAME_TEXT(handicaps[i].kanji);
        SAME_TEXT(handicaps[i].start_sfen);
    }
    SAME(about_count);
    for (int i = 0; i < a->about_count && i < b->about_count; i++) {
        SAME_TEXT(about_keys[i]);
        SAME_TEXT(about_values[i]);
    }
}

#endif
