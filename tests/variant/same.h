/* same - are two variants the same game? Everything the rules look at, options and the text they
 * were read from left out. */
#ifndef HENKA_TESTS_VARIANT_SAME_H
#define HENKA_TESTS_VARIANT_SAME_H

#include "check.h"
#include "variant/variant.h"

#include <string.h>

#define SAME(field)                                                                                \
    CHECK(a->field == b->field, "%s: %s is %d, then %d", what, #field, (int)a->field, (int)b->field)
#define SAME_BYTES(field)                                                                          \
    CHECK(!memcmp(a->field, b->field, sizeof a->field), "%s: %s differs", what, #field)
#define SAME_TEXT(field)                                                                           \
    CHECK(!strcmp(a->field, b->field), "%s: %s is `%s`, then `%s`", what, #field, a->field,        \
          b->field)

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
    SAME_BYTES(choices);
    SAME(royal);
    SAME(freezes);
    SAME(can_drop);
    SAME(jump_rank);
    SAME(repeat_as);
    SAME(no_move_ranks);
    SAME(drop_mate_barred);
    SAME(drop_file_limit);
    SAME(impasse_value);
    SAME(square_alone);
}

static void check_same(const char *what, const HenkaVariant *a, const HenkaVariant *b) {
    SAME_TEXT(name);
    SAME_TEXT(title);
    SAME(files);
    SAME(ranks);
    SAME(squares);
    SAME(type_count);
    for (int type = 1; type <= a->type_count && type <= b->type_count; type++)
        check_same_type(what, &a->types[type], &b->types[type]);
    SAME(hand_count);
    SAME_BYTES(hand_types);
    SAME_BYTES(hand_index);
    SAME_BYTES(start_board);
    SAME_BYTES(start_hand);
    SAME_TEXT(start_sfen);
    SAME(zone_ranks);
    SAME(promote);
    SAME(royal);
    SAME(any_royal_loses);
    SAME(stalemate);
    SAME(repeat);
    SAME(repeat_count);
    SAME(hands);
    SAME(drop_either_face);
    SAME(drop_not_behind_royal);
    SAME(drop_royal_distance);
    SAME(drop_mate_barred_all);
    SAME(skip_not_twice);
    SAME(jump_ranked);
    SAME(freezing);
    SAME(bare_loses);
    SAME(bare_draw_if_bared_back);
    SAME(impasse_points);
    SAME(strict);
    SAME_BYTES(no_jump);
    SAME_BYTES(no_burn);
    SAME(about_count);
    for (int i = 0; i < a->about_count && i < b->about_count; i++) {
        SAME_TEXT(about_keys[i]);
        SAME_TEXT(about_values[i]);
    }
}

#endif
