/* values - the forms of values: numbers, lists, names of pieces, and the keys whose value has a
 * form of its own.
 *
 * Owner    Slices point into the text.
 * Errors   What is wrong with a value is reported in the draft's findings, at its byte.
 */
#ifndef HENKA_FORMAT_VALUES_H
#define HENKA_FORMAT_VALUES_H

#include "format/draft.h"

/* A walk over the entries of a value, cut at commas; blanks around an entry are no part of it. */
typedef struct List {
    const char *at, *end; /* what is left of the value */
    Place place;          /* of `at` */
    bool done;
} List;
List value_list(Slice, Place);
/* The next entry and where it stands; false when there is none. */
bool value_list_next(List *, Slice *, Place *);

/* The ids of what diagrams promote to where they do not say. */
static const char standard_choices[] = "QNRB";

/* A whole number and nothing else. */
bool value_number(Slice, int *value);
/* The type with this id (any case) or name; 0 when there is none. */
int value_type(const Draft *, Slice);
/* The same; where there is none it is noted as unknown. */
int value_type_at(Draft *, Slice, Place);
/* Notes an id that no piece has; said by value_unknown_report. */
void value_unknown(Draft *, Slice, Place);
/* Reports the ids noted since the last time, once each: where a piece line seems to be mistyped,
 * there. */
void value_unknown_report(Draft *);
/* Adds the kind of this id to what a piece may promote to, and those that asked for the same id, as
 * diagrams may: there they all have it. */
void value_choice_add(const Draft *, ChoiceList *, Slice id, PromotionChoice);

/* The readers of schema.def: each reads one item into the draft and reports what is wrong at its
 * byte. value_text reads KEY_TEXT, value_HANDLER the KEY_OWN of that handler. */
void value_text(Draft *, const Item *);
void value_name(Draft *, const Item *);
void value_extends(Draft *, const Item *);
void value_promo_choice(Draft *, const Item *);
void value_promo_choice_of(Draft *, const Item *);
void value_shuffle(Draft *, const Item *);
void value_handicap(Draft *, const Item *);
void value_baring(Draft *, const Item *);
void value_promotes(Draft *, const Item *);
void value_morph(Draft *, const Item *);
void value_no_drop_mate(Draft *, const Item *);
void value_royal(Draft *, const Item *);
void value_region(Draft *, const Item *);
void value_promo_squares(Draft *, const Item *);
void value_drop_squares(Draft *, const Item *);
void value_home(Draft *, const Item *);
void value_goal(Draft *, const Item *);
void value_passing(Draft *, const Item *);
void value_no_burn(Draft *, const Item *);
void value_capture_matrix(Draft *, const Item *);
void value_kanji(Draft *, const Item *);
void value_ruling(Draft *, const Item *);
void value_western(Draft *, const Item *);
void value_fen_letters(Draft *, const Item *);
void value_other_letters(Draft *, const Item *);

#endif
