/* values - readers of values: numbers, lists, names of pieces, and the keys whose value has its own
 * form.
 *
 * Owner    Slices point into the text.
 * Errors   A mistake in a value is reported in the draft's findings, at its byte.
 */
#ifndef HENKA_FORMAT_VALUES_H
#define HENKA_FORMAT_VALUES_H

#include "format/draft.h"

/* Iterates over the entries of a value, which are separated by commas. Blanks around an entry are
 * skipped. */
typedef struct List {
    const char *at, *end; /* the rest of the value */
    Place place;          /* the place of `at` */
    bool done;
} List;
List value_list(Slice, Place);
/* Returns the next entry and its place; false at the end. */
bool value_list_next(List *, Slice *, Place *);

/* The ids that pieces promote to in diagrams without promoChoice. */
static const char standard_choices[] = "QNRB";

/* Reads a whole number; false if the slice holds anything else. */
bool value_number(Slice, int *value);
/* The type with this id (in any case) or name; 0: none. */
int value_type(const Draft *, Slice);
/* Like value_type, but notes an unknown id by value_unknown. */
int value_type_at(Draft *, Slice, Place);
/* Notes an id that no piece has. value_unknown_report reports it. */
void value_unknown(Draft *, Slice, Place);
/* Reports the ids noted since the last call, once each. If a piece line with a mistyped id seems to
 * be the cause, the error is at that line. */
void value_unknown_report(Draft *);
/* Adds the type of this id to the list, and all types whose lines asked for the same id. Diagrams
 * allow several pieces with one id, and all of them become choices. */
void value_choice_add(const Draft *, ChoiceList *, Slice id, PromotionChoice);

/* The readers named in schema.def: each reads one item into the draft and reports mistakes at their
 * byte. value_text reads a KEY_TEXT, value_HANDLER a KEY_OWN with that handler. */
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
