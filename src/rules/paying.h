/* paying - the captures of a larger board that pay, without listing the others: for searches that
 * look at few of very many.
 *
 * Shapes   Of the ways to take on one walk to one end only the dearest is listed. A capture pays
 *          when it gains more than the floor, and at least the least even when what took is lost
 *          again, as it may be where the enemy attacks its end.
 * Limits   For games without hands where royals are taken, and giving stalemate is not barred: see
 *          paying_serves.
 */
#ifndef HENKA_RULES_PAYING_H
#define HENKA_RULES_PAYING_H

#include "position/position.h"
#include "rules/cover.h"
#include "rules/dear.h"
#include "variant/tables.h"

typedef struct Bargain {
    const int32_t *worth; /* of each type */
    int floor, least;
    bool till_won; /* once one takes the last royal the others are needless, and may be left out */
} Bargain;

bool paying_serves(const HenkaVariant *);
/* Writes what each gains beside the moves; returns how many. */
int paying_moves(const Position *, const Bargain *, Move *list, int32_t *gains);

/* While they are listed. */
typedef struct Payer {
    const Position *position;
    const Bargain *bargain;
    Cover *cover;
    const Dear *dear;
    int32_t *gains; /* beside the list */
    int prize;      /* the square of the enemy's last royal, where its loss is enough; -1 none */
    int prize_worth;
    bool won; /* that is listed */
} Payer;

/* What a piece must take at least if it doesn't promote; whatever it promotes to. */
static inline int payer_lowest_kept(const Payer *payer) {
    return payer->bargain->floor < payer->bargain->least ? payer->bargain->least
                                                         : payer->bargain->floor + 1;
}
static inline int payer_lowest(const Payer *payer, int type) {
    const Bargain *b = payer->bargain;
    int turned = payer->position->variant->tables->turns_to[type],
        lowest = payer_lowest_kept(payer);
    if (turned == TURN_SLOW) return INT32_MIN;
    return turned && b->worth[turned] > b->worth[type]
               ? lowest - (b->worth[turned] - b->worth[type])
               : lowest;
}

static inline int payer_worth(const Payer *payer, int square) {
    return payer->bargain->worth[piece_type(payer->position->board[square])];
}

/* Where some foe may be worth taking for a piece that takes up to `most` at once: any that pays is
 * on one of these squares, or takes one there. */
static inline Vector256 payer_prey(const Payer *payer, int lowest, int most) {
    return dear_foes(payer->dear, lowest / most);
}

/* A short look whether a capture that ends there may pay at all. */
static inline bool payer_hopes(const Payer *payer, int lowest, int at_risk, int to, int gain) {
    return gain >= lowest &&
           (gain - at_risk >= payer->bargain->least || !bb256_has(payer->cover->attacked.w, to));
}

#endif
