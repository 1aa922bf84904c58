/* messages - the handler of each message of web/lib/messages.ts: a table from its "t" to a function
 * that reads its fields, acts, and answers. A message that has to wait is handled again, or
 * answered, when its wait is over; until then its client's next message is not handled.
 * Threads  The loop's.
 * Errors   A message that can't be read or done is answered with `error`; nothing has changed
 *          then.
 */
#ifndef HENKA_SERVER_MESSAGES_H
#define HENKA_SERVER_MESSAGES_H

#include "server/client.h"
#include "server/live.h"

void messages_client_came(Client *);
void messages_client_gone(Client *);
/* Sends an answer and frees it. NULL (memory ran out for the answer): sends nothing. */
void messages_send(Client *, char *text);
/* Answers the message that is being handled with an error. report may be NULL. */
void messages_refuse(Client *, const HenkaError *, const HenkaReport *report);
/* May the client begin one more game with this definition? If so, counts it. */
bool messages_may_begin(Client *, const char *definition, HenkaError *);
/* Handles any bytes that a client sent as one message. While the message waits, client->message is
 * set. */
void messages_handle(Client *, const char *text, size_t length);
/* Handles the reports of the store, the worker and the searches. Called in the loop after they woke
 * it. */
void messages_take_reports(Server *);

/* Notifications to every client that follows a game. */
void messages_game_changed(LiveGame *);
void messages_offer_declined(LiveGame *, int side, OfferKind); /* this side refused the offer */
/* The browser has lost its seats: notifies its connections that show lists to remove the game. */
void messages_unlisted(const LiveGame *, const TokenHash *browser);
/* The presence has changed: notifies every follower except `but`. */
void messages_presence(LiveGame *, const Client *but);
void messages_thinking(LiveGame *, const SearchReport *);
void messages_queue(LiveGame *, int place); /* the search for its move now has this place in the
                                               queue */
/* The engine can't move, or its move couldn't be stored. */
void messages_engine_failed(LiveGame *, const HenkaError *);
/* The game is deleted (error NULL), or can't be loaded any more for this error. */
void messages_game_lost(LiveGame *, const HenkaError *);

#endif
