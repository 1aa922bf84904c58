#include "store/fair.h"

#include <stdbool.h>
#include <stddef.h>

static const uint64_t ADDRESSED = UINT64_C(1) << 63; /* set for visitors in a network */

uint64_t fair_visitor(uint64_t network_hash, uint64_t hash) {
    return ADDRESSED | network_hash << 32 | (uint32_t)hash;
}

uint64_t fair_network(uint64_t visitor) { return visitor & ADDRESSED ? visitor >> 32 << 32 : 0; }

/* The index in `last` of the visitor's entry, or of an entry to use for a new one. A full table
 * drops its lowest turn; the visitor of that turn is served a little too early. */
static int fair_place(FairQueue *queue, uint64_t visitor) {
    int count = 0, lowest = 0;
    for (int i = 0; i < queue->last_count; i++)
        if (queue->last[i].turn >= queue->turn) queue->last[count++] = queue->last[i];
    queue->last_count = count;
    for (int i = 0; i < count; i++) {
        if (queue->last[i].visitor == visitor) return i;
        if (queue->last[i].turn < queue->last[lowest].turn) lowest = i;
    }
    return count < FAIR_VISITORS ? count : lowest;
}

static void fair_insert(FairQueue *queue, FairItem *item) {
    FairItem **link = &queue->first;
    while (*link && (*link)->turn <= item->turn) link = &(*link)->next;
    item->next = *link;
    *link = item;
}

void fair_push(FairQueue *queue, FairItem *item, uint64_t visitor) {
    int place = fair_place(queue, visitor);
    bool known = place < queue->last_count && queue->last[place].visitor == visitor;
    item->visitor = visitor;
    item->turn = known ? queue->last[place].turn + 1 : queue->turn;
    queue->last[place].visitor = visitor;
    queue->last[place].turn = item->turn;
    if (place == queue->last_count) queue->last_count++;
    fair_insert(queue, item);
    queue->count++;
}

FairItem *fair_pop(FairQueue *queue) {
    FairItem *item = queue->first;
    if (!item) return NULL;
    queue->first = item->next;
    queue->turn = item->turn;
    queue->count--;
    return item;
}

void fair_remove(FairQueue *queue, FairItem *item) {
    FairItem **link = &queue->first;
    while (*link != item) link = &(*link)->next;
    *link = item->next;
    queue->count--;
}

void fair_charge(FairQueue *queue, uint64_t visitor, uint64_t more) {
    int place = fair_place(queue, visitor);
    bool known = place < queue->last_count && queue->last[place].visitor == visitor;
    queue->last[place].turn = (known ? queue->last[place].turn : queue->turn) + more;
    queue->last[place].visitor = visitor;
    if (place == queue->last_count) queue->last_count++;
    FairItem *own = NULL, **end = &own;
    /* Moves the visitor's waiting items back by `more` turns, too. */
    for (FairItem **link = &queue->first; *link;) {
        FairItem *item = *link;
        if (item->visitor != visitor) {
            link = &item->next;
            continue;
        }
        *link = item->next;
        item->next = NULL;
        *end = item;
        end = &item->next;
    }
    for (FairItem *item = own, *next; item; item = next) {
        next = item->next;
        item->turn += more;
        fair_insert(queue, item);
    }
}

int fair_waiting(const FairQueue *queue, uint64_t visitor) {
    int count = 0;
    for (const FairItem *item = queue->first; item; item = item->next)
        count += item->visitor == visitor || (visitor && fair_network(item->visitor) == visitor);
    return count;
}

int fair_before(const FairQueue *queue, const FairItem *item) {
    int place = 0;
    for (const FairItem *other = queue->first; other && other != item; other = other->next) place++;
    return place;
}
