/* tick - the server's periodic work: lets flags fall, also in games that are not in memory; lets
 * the engine go on where it rested; writes a heartbeat, so that downtime is not charged to clocks;
 * deletes games in which a player was waited for in vain (limits.def), that have not changed for
 * long (--keep), or that make room; broadcasts the lobby.
 * Room     A 64th of the permitted amount is kept free: with less room left, games that are over or
 *          abandoned are deleted, the oldest first. A game that a client has open is never deleted.
 * Threads  The loop's.
 */
#ifndef HENKA_CONNECTIONS_TICK_H
#define HENKA_CONNECTIONS_TICK_H

#include "connections/server.h"

/* False: memory ran out. */
bool tick_begin(Server *);
/* Plans the next tick anew, because something may be due earlier than before. */
void tick_plan(Server *);
/* Is there room for one more game, with a definition of this number of bytes? Begins to make room
 * if there is little. */
bool tick_has_room(Server *, int64_t bytes, HenkaError *);
/* A game whose flag falls at this moment leaves memory. */
void tick_stored(Server *, int64_t at_ms);
/* Writes a last heartbeat; before the store ends. */
void tick_end(Server *);
void tick_free(Server *);

#endif
