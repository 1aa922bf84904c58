/* messages - what each message of web/messages.d.ts does: a table from its "t" to a function that
 * reads its fields, acts, and answers. A message that has to wait is handled again, or answered,
 * when what it waits for has come; until then its client's next message is not looked at.
 * Threads  The loop's.
 * Errors   A message that can't be read or done is answered with `error`; nothing has changed then.
 */
#ifndef HENKA_SERVER_MESSAGES_H
#define HENKA_SERVER_MESSAGES_H

#include "server/client.h"
#include "server/live.h"

void messages_client_came(Client *);
void messages_client_gone(Client *);
/* Sends an answer and frees it. An answer for which memory lacked is NULL, and nothing is sent. */
void messages_send(Client *, char *text);
/* Answers the message that is being handled with an error. report may be NULL. */
void messages_refuse(Client *, const HenkaError *, const HenkaReport *report);
/* May the client begin one more game, by this definition? Counts it if so. */
bool messages_may_begin(Client *, const char *definition, HenkaError *);
/* Any bytes that a client sent as one message. While it waits, client->message is set. */
void messages_handle(Client *, const char *text, size_t length);
/* Tells what the store, the worker and the searches report; to be called in the loop after they
 * woke it. */
void messages_take_reports(Server *);

/* What everyone who follows a game hears. */
void messages_game_changed(LiveGame *);
void messages_offer_declined(LiveGame *, int side, OfferKind); /* this side refused the offer */
/* The browser has lost its seats: its lists hear that the game is theirs no more. */
void messages_unlisted(const LiveGame *, const TokenHash *browser);
/* Somebody has come or gone; everyone hears of it but one, who knows. */
void messages_presence(LiveGame *, const Client *but);
void messages_thinking(LiveGame *, const SearchReport *);
void messages_queue(LiveGame *, int place); /* the search for its move has another place now */
/* The engine can't move, or its move couldn't be kept. */
void messages_engine_failed(LiveGame *, const HenkaError *);
/* The game is deleted (error NULL), or can't be had any more. */
void messages_game_lost(LiveGame *, const HenkaError *);

#endif
