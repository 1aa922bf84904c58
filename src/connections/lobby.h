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
 *          request. A list shows the first LISTED_CHALLENGES that its client may see (lobby.c).
 * Errors   HenkaError, for a person to read; in case of an error nothing has changed.
 */
#ifndef HENKA_CONNECTIONS_LOBBY_H
#define HENKA_CONNECTIONS_LOBBY_H

#include "connections/request.h"

/* Makes the server's lobby. False: memory ran out. */
bool lobby_begin(Server *);
void lobby_free(Server *);

/* Makes the challenge that the request describes. pairing: joins an equal challenge instead, if one
 * waits (quick pairing). LIVE_CHANGING: the request is answered later. */
LiveAnswer lobby_challenge(const Request *, bool pairing, HenkaError *);
/* Begins the challenge's game. LIVE_CHANGING: Client.waiter is notified once the game is stored. */
LiveAnswer lobby_join(Client *, const char *id, HenkaError *);
/* To be called when the client's joined game is stored. live NULL: it could not be. */
void lobby_joined(Client *, LiveGame *);
bool lobby_withdraw(Client *, const char *id, HenkaError *);
/* Sends the list of challenges to the client. */
void lobby_show(Client *);
void lobby_client_gone(Client *);

/* When the list of challenges must be broadcast; GAMECLOCK_NEVER: it has not changed. */
int64_t lobby_due_ms(const Server *);
/* Broadcasts the list of challenges to the clients in the lobby, if that is due. */
void lobby_tell(Server *);

#endif
