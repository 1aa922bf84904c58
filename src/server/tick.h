/* tick - what the server does by itself when its time has come: flags fall, also of games that are
 * not in memory; the engine goes on where it rested; the server notes that it is there, so that
 * time in which it was away is not charged; games are deleted in which somebody was waited for in
 * vain (limits.def), that nobody has touched for long (--keep), or that make room; the lobby is
 * told.
 * Room     A 64th of what may be kept is kept free: where less is, games that are over or abandoned
 *          are deleted, the oldest first. Nothing is deleted that somebody has open.
 * Threads  The loop's.
 */
#ifndef HENKA_SERVER_TICK_H
#define HENKA_SERVER_TICK_H

#include "server/server.h"

/* False: memory ran out. */
bool tick_begin(Server *);
/* Something may be due earlier than it was. */
void tick_plan(Server *);
/* Is there room for one more game, with a definition of so many bytes? Where there is little, it is
 * made. */
bool tick_has_room(Server *, int64_t bytes, HenkaError *);
/* A game leaves memory whose flag falls at this moment. */
void tick_stored(Server *, int64_t at_ms);
/* Notes a last time that the server was there; before the store ends. */
void tick_end(Server *);
void tick_free(Server *);

#endif
