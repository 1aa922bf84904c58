/* messages - the handler of each message of web/lib/clientmessages.ts: a table from its "t" to a
 * function that reads its fields, acts, and answers. A message that has to wait is handled again,
 * or answered, when its wait is over; until then its client's next message is not handled.
 * Threads  The loop's.
 * Errors   A message that can't be read or done is answered with `error`, and changes nothing.
 */
#ifndef HENKA_CONNECTIONS_MESSAGES_H
#define HENKA_CONNECTIONS_MESSAGES_H

#include "connections/request.h"

void messages_client_came(Client *);
void messages_client_gone(Client *);
/* Sends an answer and frees it. NULL (memory ran out for the answer): sends nothing. */
void messages_send(Client *, char *text);
/* Answers the message being handled with an error. report: a definition's errors, or NULL. */
void messages_refuse(Client *, const HenkaError *, const HenkaReport *report);
/* Fills in a Build of the game that the message names, if the client may begin one more game, and
 * counts the game for the client's limits. */
bool messages_build(const Request *, Build *, HenkaError *);
/* The worker for this Build: made-up games have workers of their own (games.h). */
JobWorker *messages_worker(const Server *, const Build *);
/* Handles any bytes that a client sent as one message. While it waits, client->message is set. */
void messages_handle(Client *, const char *text, size_t length);
/* Handles the reports of store, worker and searches. Called in the loop after they woke it. */
void messages_take_reports(Server *);

/* The functions by which the games notify the clients that follow them. */
extern const GamesEvents messages_events;

#endif
