#include "rules/cover.h"

#include "rules/flow.h"
#include "rules/list_attack.h"

void cover_look(Cover *c, const Position *p, int by) {
    Flow flow;
    flow_start(&flow, p, by, (WordRow){-1, -1, -1, -1});
    WordRow attacked = {0};
    for (int d = 0; d < 4; d++) attacked |= flow_along(&flow, d, true) | flow_along(&flow, d + 4, false);
    c->attacked = row_words(attacked);
    c->asked = (Words){{0}};
    c->by = by;
}

void cover_ask(Cover *c, const Position *p, int square) {
    word_set(c->asked.w, square);
    if (list_attacked_else(p, square, c->by)) word_set(c->attacked.w, square);
}
