#include "rules/trade.h"

#include "rules/attacks.h"
#include "rules/movegen.h"

#include <stdlib.h>

static bool beside(const HenkaVariant *v, int a, int b) {
    int files = abs(file_of(v, a) - file_of(v, b)), ranks = abs(rank_of(v, a) - rank_of(v, b));
    return files <= 1 && ranks <= 1;
}

/* Could the piece be taken where the move ends, checks and other rules aside? */
static bool is_taken_back(const Position *p, Move m) {
    Position after = *p;
    Edits e;
    movegen_spend_trial(p);
    position_do(&after, m, &e);
    return attacks_square_attacked(&after, move_to(m), after.side);
}

bool trade_allows(const Position *p, Move m) {
    const HenkaVariant *v = p->variant;
    uint8_t victims[MOVE_VICTIMS + 1];
    int count = move_is_drop(m) ? 0 : position_victims(p, m, victims);
    if (!count) return true;
    const PieceType *mover = &v->types[piece_type(p->board[move_from(m)])];
    bool forbidden = false, excused = false;
    for (int i = 0; i < count; i++) {
        const PieceType *victim = &v->types[piece_type(p->board[victims[i]])];
        if (p->skipped & STRUCK && victim->trade_struck && !mover->trade_struck) return false;
        forbidden |= victim->trade_protected &&
                     !(v->trade_free_beside && beside(v, move_from(m), victims[i]));
        excused |= v->trade_excuses && !victim->trade_minor && !victim->trade_protected;
    }
    return !mover->trade_protected || !forbidden || excused || !is_taken_back(p, m);
}
