#include "rules/cover.h"

#include "rules/list_attack.h"

void cover_ask(Cover *c, const Position *p, int square) {
    bb256_set(c->asked.w, square);
    if (list_attacked_else(p, square, c->by)) bb256_set(c->attacked.w, square);
}
