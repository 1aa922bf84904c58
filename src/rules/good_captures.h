/* good_captures - the captures of a larger board that pay, without listing the others: for searches
 * that look at few of very many.
 *
 * Shapes   Of the small_attacks to take on one walk to one end only the dearest is listed. A
 * capture pays when it gains more than the floor, and at least the least even when what took is
 * lost again, as it may be where the enemy attacks its end. Limits   For games without hands where
 * royals are taken, and giving stalemate is not barred: see movegen_has_good_captures.
 */
#ifndef HENKA_RULES_GOOD_CAPTURES_H
#define HENKA_RULES_GOOD_CAPTURES_H

#include "position/position.h"
#include "rules/cover.h"
#include "rules/worth_filter.h"
#include "variant/tables.h"

typedef struct GoodCaptures {
    const int32_t *worth; /* of each type */
    int floor, least;
    bool stop_at_royal; /* once one takes the last royal the others are needless, and may be left
                           out */
} GoodCaptures;

bool movegen_has_good_captures(const HenkaVariant *);
/* Writes what each gains beside the moves; returns how many. */
int movegen_good_captures(const Position *, const GoodCaptures *, Move *list, int32_t *gains);

/* While they are listed. */
typedef struct CaptureFilter {
    const Position *position;
    const GoodCaptures *good_captures;
    Cover *cover;
    const WorthFilter *worths;
    int32_t *gains; /* beside the list */
    int prize;      /* the square of the enemy's last royal, where its loss is enough; -1 none */
    int prize_worth;
    bool won; /* that is listed */
} CaptureFilter;

/* What a piece must take at least if it doesn't promote; whatever it promotes to. */
static inline int filter_min_gain(const CaptureFilter *filter) {
    return filter->good_captures->floor < filter->good_captures->least
               ? filter->good_captures->least
               : filter->good_captures->floor + 1;
}
static inline int filter_min_gain_of(const CaptureFilter *filter, int type) {
    const GoodCaptures *b = filter->good_captures;
    int turned = filter->position->variant->tables->turns_to[type],
        lowest = filter_min_gain(filter);
    if (turned == TURN_SLOW) return INT32_MIN;
    return turned && b->worth[turned] > b->worth[type]
               ? lowest - (b->worth[turned] - b->worth[type])
               : lowest;
}

static inline int filter_worth(const CaptureFilter *filter, int square) {
    return filter->good_captures->worth[piece_type(filter->position->board[square])];
}

/* Where some enemy may be worth taking for a piece that takes up to `most` at once: any that pays
 * is on one of these squares, or takes one there. */
static inline Vector256 filter_targets(const CaptureFilter *filter, int lowest, int most) {
    return worth_at_least(filter->worths, lowest / most);
}

/* A short look whether a capture that ends there may pay at all. */
static inline bool filter_may_pass(const CaptureFilter *filter, int lowest, int at_risk, int to,
                                   int gain) {
    return gain >= lowest && (gain - at_risk >= filter->good_captures->least ||
                              !bb256_has(filter->cover->attacked.w, to));
}

#endif
