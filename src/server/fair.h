/* fair - a queue that serves visitors in turn: who has much to ask waits behind himself, not in
 * front of others. Each item gets a turn: that of the item taken last, or one more than its
 * visitor's item before it had; the item of the lowest turn is taken first, among equals the one
 * that came first. So a visitor with one item waits for at most one item of each other visitor.
 * (Fair queueing with items of equal weight.)
 * Owner    Items belong to the caller, who puts a FairItem into them.
 * Threads  The caller's lock guards the queue.
 */
#ifndef HENKA_SERVER_FAIR_H
#define HENKA_SERVER_FAIR_H

#include <stdint.h>

typedef struct FairItem {
    struct FairItem *next; /* taken after it */
    uint64_t visitor;      /* whose it is */
    uint64_t turn;         /* when it is taken */
} FairItem;

/* The number of a visitor who is known by an address: the hash of its network, then its own. */
uint64_t fair_visitor(uint64_t network_hash, uint64_t hash);
/* What the numbers of all visitors of a network have in common; 0: it is in none. */
uint64_t fair_network(uint64_t visitor);

enum { FAIR_VISITORS = 256 };

/* All 0 at the start. */
typedef struct FairQueue {
    FairItem *first; /* sorted by turn */
    int count;       /* of items that wait */
    uint64_t turn;   /* of the item taken last */
    struct {
        uint64_t visitor, turn;
    } last[FAIR_VISITORS]; /* turns of visitors' last items, where later than the queue's */
    int last_count;        /* of last */
} FairQueue;

void fair_push(FairQueue *, FairItem *, uint64_t visitor);
FairItem *fair_pop(FairQueue *); /* NULL: nothing waits */
void fair_remove(FairQueue *, FairItem *);
/* An item of the visitor's, taken already, turned out to weigh so many items more than one. */
void fair_charge(FairQueue *, uint64_t visitor, uint64_t more);
/* How many items are taken before this one that waits. */
int fair_before(const FairQueue *, const FairItem *);
/* How many items of the visitor wait. */
int fair_waiting(const FairQueue *, uint64_t visitor);
/* How many items of all visitors of a network (fair_network) wait. */
int fair_waiting_near(const FairQueue *, uint64_t network);

#endif
