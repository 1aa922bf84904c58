/* lobby - public challenges, and quick pairing, which brings together two players that ask for the
 * same game, settings and clock. Challenges are in memory only, and end with their connections.
 * States   of a Challenge:
 *
 *     lobby_challenge
 *          |  counted by the limits
 *          v
 *     being built -- refused: the challenger gets the error --------------------> removed
 *     (worker)    -- the challenger has gone ------------------------------------> removed
 *          |      -- quick pairing, and an equal challenge waits: that is joined -> removed
 *          v
 *     in the list -- lobby_withdraw, or the challenger has gone -----------------> removed
 *          |   ^
 *          |   | the game is refused or can't be stored
 *          |   | (lobby_joined with NULL), or the joiner has gone
 *          v   |
 *     being joined --> lobby_joined: both get `matched` -------------------------> removed
 *     (live_create; not in the list)
 *
 * Owner    The Server owns its lobby. NULL: there is none.
 * Threads  The loop's.
 * Limits   challenges, challenges-per-address and -per-network of limits.def, counted from the
 *          moment of the request. A list shows the first LISTED_CHALLENGES challenges that its
 *          client may see (lobby.c).
 * Errors   HenkaError, for a person to read; nothing has changed then.
 */
#ifndef HENKA_CONNECTIONS_LOBBY_H
#define HENKA_CONNECTIONS_LOBBY_H

#include "connections/request.h"

/* False: memory ran out. */
bool lobby_begin(Server *);
void lobby_free(Server *);

/* The request asks for a challenge, or for quick pairing. True: it is answered later. */
bool lobby_challenge(const Request *, bool pairing, HenkaError *);
/* Begins a game with the challenger. LIVE_CHANGING: the client's waiter is notified. */
LiveAnswer lobby_join(Client *, const char *id, HenkaError *);
/* The game that the client joined is stored; or live is NULL, because it could not be stored. */
void lobby_joined(Client *, LiveGame *);
bool lobby_withdraw(Client *, const char *id, HenkaError *);
/* Sends the list to the client. */
void lobby_show(Client *);
void lobby_client_gone(Client *);

/* When the list is next to be broadcast; GAMECLOCK_NEVER: nothing has changed. */
int64_t lobby_due_ms(const Server *);
/* Broadcasts the list to the clients in the lobby, if that is due. */
void lobby_tell(Server *);

#endif
