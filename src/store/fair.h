/* fair - a fair queue: it serves visitors in turn, so a visitor with many items delays himself and
 * not others. Each item gets a turn number: the turn of the item taken last, or one more than the
 * turn of its visitor's previous item, whichever is greater. The item of the lowest turn is taken
 * first; among equals, the item that was added first. So a visitor with one item waits for at most
 * one item of each other visitor. (Fair queueing with items of equal weight.)
 * Owner    Items belong to the caller, who puts a FairItem into them.
 * Threads  The caller's lock guards the queue.
 */
#ifndef HENKA_STORE_FAIR_H
#define HENKA_STORE_FAIR_H

#include <stdint.h>

typedef struct FairItem {
    struct FairItem *next; /* the next item in the queue's list */
    uint64_t visitor;      /* the visitor's number (fair_visitor) */
    uint64_t turn;         /* the item's turn: items are taken in the order of their turns */
} FairItem;

/* The number of a visitor, from the hash of the address's network and the hash of the address. */
uint64_t fair_visitor(uint64_t network_hash, uint64_t hash);
/* The part of the number that all visitors of a network share; 0: the visitor is in no network. */
uint64_t fair_network(uint64_t visitor);

enum { FAIR_VISITORS = 256 };

/* A fair queue. All 0 at the start. */
typedef struct FairQueue {
    FairItem *first; /* the first item of the list, which is sorted by turn */
    int count;       /* number of items that wait */
    uint64_t turn;   /* the turn of the item that was taken last */
    struct {
        uint64_t visitor, turn;
    } last[FAIR_VISITORS]; /* by visitor: his last item's turn, unless below the queue's */
    int last_count;        /* number of entries of `last` */
} FairQueue;

void fair_push(FairQueue *, FairItem *, uint64_t visitor);
FairItem *fair_pop(FairQueue *); /* takes the item of the lowest turn; NULL: no item waits */
void fair_remove(FairQueue *, FairItem *);
/* Charges the visitor for an item as long as 1 + more items: his waiting items move back. */
void fair_charge(FairQueue *, uint64_t visitor, uint64_t more);
/* The number of waiting items that are taken before this one. */
int fair_before(const FairQueue *, const FairItem *);
/* The number of waiting items of the visitor, or of all visitors of a network (fair_network). */
int fair_waiting(const FairQueue *, uint64_t visitor);

#endif
