/* tick - the server's periodic work: lets flags fall, also in games that are not in memory; lets
 * the engine think again where its visitor's time was used up; writes a heartbeat, so that downtime
 * is not charged to clocks; deletes games in which a player was waited for in vain (limits.def),
 * that have not changed for long (--keep), or that make room; broadcasts the lobby's challenges.
 * Room     A 64th of the permitted amount is kept free: with less room left, games that are over or
 *          abandoned are deleted, the oldest first. A game that a client has open is never deleted.
 * Threads  The loop's.
 */
#ifndef HENKA_CONNECTIONS_TICK_H
#define HENKA_CONNECTIONS_TICK_H

#include "connections/server.h"

/* Begins the periodic work. False: memory ran out. */
bool tick_begin(Server *);
/* Sets the timer of the next tick anew, because something may be due earlier than before. */
void tick_plan(Server *);
/* May a game with a definition of this size be stored? If room is short, begins to delete games. */
bool tick_has_room(Server *, int64_t bytes, HenkaError *);
/* To be called when a game whose clock runs leaves memory. at_ms: when its flag falls. */
void tick_stored(Games *, int64_t at_ms);
/* Writes a last heartbeat. To be called before the store ends. */
void tick_end(Server *);
void tick_free(Server *);

#endif
