#include "rules/sift.h"

#include "rules/attacks.h"
#include "rules/movegen.h"
#include "rules/trade.h"

bool sift_flees(const Position *p, Move m) {
    uint8_t victims[MOVE_VICTIMS + 1];
    if (move_is_drop(m) || !p->variant->types[piece_type(p->board[move_from(m)])].royal ||
        !attacks_in_check(p))
        return false;
    Position left = *p;
    int count = position_victims(p, m, victims);
    for (int i = 0; i < count; i++) position_take(&left, victims[i]);
    return attacks_in_check(&left);
}

bool sift_allows(Position *p, Move m) {
    const HenkaVariant *v = p->variant;
    if (budget_spent(p->budget)) return false;
    if (v->no_checks || v->no_flight) movegen_spend_trial(p);
    return (!v->trading || trade_allows(p, m)) && (!v->no_checks || !attacks_gives_check(p, m)) &&
           (!v->no_flight || !sift_flees(p, m));
}
