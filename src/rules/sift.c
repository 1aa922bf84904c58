#include "rules/sift.h"

#include "rules/attacks.h"
#include "rules/movegen.h"

#include <stdlib.h>

bool sift_trade(const Position *p, Move m) {
    const HenkaVariant *v = p->variant;
    uint8_t victims[MOVE_VICTIMS + 1];
    int count = move_is_drop(m) ? 0 : position_victims(p, m, victims), from = move_from(m);
    if (!count) return true;
    const PieceType *mover = &v->types[piece_type(p->board[from])];
    bool forbidden = false, excused = false;
    for (int i = 0; i < count; i++) {
        const PieceType *victim = &v->types[piece_type(p->board[victims[i]])];
        if (p->skipped & STRUCK && victim->trade_struck && !mover->trade_struck) return false;
        bool beside = abs(file_of(v, from) - file_of(v, victims[i])) <= 1 &&
                      abs(rank_of(v, from) - rank_of(v, victims[i])) <= 1;
        forbidden |= victim->trade_protected && !(v->trade_free_beside && beside);
        excused |= v->trade_excuses && !victim->trade_minor && !victim->trade_protected;
    }
    if (!mover->trade_protected || !forbidden || excused) return true;
    Position after = *p; /* to test whether the piece could be taken */
    Edits e;
    movegen_spend_trial(p);
    position_do(&after, m, &e);
    return !attacks_square_attacked(&after, move_to(m), after.side);
}

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
    return (!v->trading || sift_trade(p, m)) && (!v->no_checks || !attacks_gives_check(p, m)) &&
           (!v->no_flight || !sift_flees(p, m));
}
