/* values - readers of values: numbers, lists, names of pieces, and the forms of single keys.
 *
 * Owner    Slices point into the text.
 * Errors   A mistake in a value is reported in the draft's findings, at its byte.
 */
#ifndef HENKA_FORMAT_VALUES_H
#define HENKA_FORMAT_VALUES_H

#include "format/draft.h"

/* Iterates over a value's entries, separated by commas. Blanks around an entry are skipped. */
typedef struct List {
    const char *rest, *end; /* the part that is still to be read */
    Place rest_at;          /* the place of `rest` */
    bool done;              /* all entries are read */
    Slice entry;            /* the entry that value_list_next read */
    Place at;               /* place of `entry` */
} List;
List value_list(Slice, Place);
/* Reads the next entry; false at the end. */
bool value_list_next(List *);

/* The ids to which pieces promote in an Interactive Diagram without the key promoChoice. */
static const char standard_choices[] = "QNRB";

/* Reads a whole number; false if the slice holds anything else. */
bool value_number(Slice, int *value);
/* The type with this id (case is ignored) or name; 0: none. */
int value_type(const Draft *, Slice);
/* Like value_type, but notes an unknown id by value_unknown. */
int value_type_at(Draft *, Slice, Place);
/* The type of the list's entry, which may also be the number of a piece line. */
int value_line_type(Draft *, const List *);
/* Notes an id that no piece has. value_unknown_report reports it. */
void value_unknown(Draft *, Slice, Place);
/* Reports the ids noted since the last call, once each. If a piece line with a mistyped id seems to
 * be the cause, the error is at that line. */
void value_unknown_report(Draft *);
/* Adds the type of this id to the list, and every type whose piece line wanted the same id.
 * Interactive Diagrams allow several pieces with one id, and all of them become choices. */
void value_choice_add(const Draft *, ChoiceList *, Slice id, PromotionChoice);

/* The readers that schema.def names: each reads one item into the draft and reports a mistake at
 * its byte. value_text reads a KEY_TEXT; a KEY_OWN with the handler `x` is read by the function
 * whose name is `value_` and then `x`. */
KeyReader value_text, value_name, value_extends, value_ruling;
KeyReader value_promo_choice, value_promo_choice_of, value_promotes, value_morph;
KeyReader value_shuffle, value_handicap, value_squares, value_side_squares;
KeyReader value_royal, value_baring, value_no_drop_mate, value_victims, value_iron,
    value_capture_matrix;
KeyReader value_kanji, value_western, value_letters;

#endif
