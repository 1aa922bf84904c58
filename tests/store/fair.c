/* fair - the queue that serves visitors in turn: the order in which items are taken. */
#include "store/fair.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>

typedef struct Item {
    FairItem item;
    char name;
} Item;

/* Plays a script: "a1" visitor 1 sends item a, "." takes one, "+1" charges visitor 1 two items. Compares what was taken. */
static void check_order(const char *script, const char *expected) {
    static Item items[64];
    FairQueue queue = {0};
    char taken[64] = "";
    int count = 0, sent = 0;
    for (const char *at = script; *at; at++) {
        if (*at == ' ') continue;
        if (*at == '+') {
            fair_charge(&queue, (uint64_t)(*++at - '0'), 2);
            continue;
        }
        if (*at == '.') {
            Item *item = (Item *)fair_pop(&queue);
            taken[count++] = item ? item->name : '-';
            continue;
        }
        Item *item = &items[sent++];
        item->name = *at;
        fair_push(&queue, &item->item, (uint64_t)(*++at - '0'));
    }
    CHECK(!strcmp(taken, expected), "%s: expected %s, found %s", script, expected, taken);
}

static void check_bookkeeping(void) {
    FairQueue queue = {0};
    FairItem items[4];
    for (int i = 0; i < 4; i++) fair_push(&queue, &items[i], i < 3);
    CHECK(fair_waiting(&queue, 1) == 3 && fair_waiting(&queue, 0) == 1 && queue.count == 4,
          "waiting: %d of 1, %d of 0, %d in all", fair_waiting(&queue, 1), fair_waiting(&queue, 0),
          queue.count);
    fair_remove(&queue, &items[1]);
    CHECK(fair_waiting(&queue, 1) == 2 && queue.count == 3, "one removed");
    CHECK(fair_pop(&queue) == &items[0] && fair_pop(&queue) == &items[3] &&
              fair_pop(&queue) == &items[2] && !fair_pop(&queue),
          "the others come in turn");
}

/* However much one visitor has asked for, another's item waits for at most one of his. */
static void check_delay(void) {
    enum { MANY = 20 };
    for (int taken = 0; taken <= MANY; taken++) {
        FairItem items[MANY], other;
        FairQueue queue = {0};
        for (int i = 0; i < MANY; i++) fair_push(&queue, &items[i], 1);
        for (int i = 0; i < taken; i++) fair_pop(&queue);
        fair_push(&queue, &other, 2);
        int under_way = taken > 0; /* the one taken last */
        CHECK(under_way + fair_before(&queue, &other) <= 1, "%d taken: %d before the other's",
              taken, fair_before(&queue, &other));
    }
}

/* More visitors than the queue remembers: every item comes out once. */
static void check_many_visitors(void) {
    enum { COUNT = 4 * FAIR_VISITORS };
    static FairItem items[COUNT];
    FairQueue queue = {0};
    int taken = 0;
    for (int i = 0; i < COUNT; i++) fair_push(&queue, &items[i], (uint64_t)i / 2);
    while (fair_pop(&queue)) taken++;
    CHECK(taken == COUNT && !queue.count, "%d of %d taken", taken, COUNT);
}

int main(void) {
    check_order(".", "-");
    check_order("a1 b1 c1 ...", "abc");
    check_order("a1 b1 c1 d1 x2 ..... .", "axbcd-"); /* x waits for one item of visitor 1 */
    check_order("a1 b1 . c1 x2 y3 ....", "axybc");
    check_order("a1 b1 x2 y2 ....", "axby");
    check_order("a1 b1 . x2 . y2 . z2 ..", "axbyz"); /* one at a time gains nothing */
    check_order("a1 . b1 . c1 . d1 e1 x2 ...", "abcxde");
    check_order("a1 b1 c1 x2 y2 z2 . +1 .....", "axyzbc");
    check_order("a1 . +1 b1 x2 y2 z2 ....", "axyzb");
    /* an old visitor comes back and waits behind an item whose turn it is, even if the table still
     * held its last turn */
    check_order("i3 j3 k3 n4 o4 p4 a1 ...... m1 ..", "inajokpm");
    check_order("+1 b1 x2 y2 ...", "xyb"); /* a visitor of whom the queue knew nothing */
    check_bookkeeping();
    check_delay();
    check_many_visitors();
    return check_done();
}
