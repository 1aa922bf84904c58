/* messages - the handler of each message of web/lib/messages.ts: a table from its "t" to a function
 * that reads its fields, acts, and answers. A message that has to wait is handled again, or
 * answered, when its wait is over; until then its client's next message is not handled.
 * Threads  The loop's.
 * Errors   A message that can't be read or done is answered with `error`; nothing has changed
 *          then.
 */
#ifndef HENKA_CONNECTIONS_MESSAGES_H
#define HENKA_CONNECTIONS_MESSAGES_H

#include "connections/client.h"

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

/* How the games notify the clients that follow them. */
extern const GamesEvents messages_events;

#endif
