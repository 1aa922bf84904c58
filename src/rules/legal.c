#include "rules/legal.h"

#include "rules/attacks.h"

bool movegen_leaves_royal_safe(const Position *p, Move m) {
    Position *q = scratch(p);
    Edits e;
    int side = p->side;
    position_do(q, m, &e);
    bool safe = !attacks_royal_attacked(q, side);
    position_undo(q, &e);
    return safe;
}
