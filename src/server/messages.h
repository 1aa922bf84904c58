/* messages - what each message of web/messages.d.ts does: a table from its "t" to a function that
 * reads its fields, acts, and answers.
 * Threads  The loop's.
 * Errors   A message that can't be read or done is answered with `error`; nothing has changed then.
 */
#ifndef HENKA_SERVER_MESSAGES_H
#define HENKA_SERVER_MESSAGES_H

#include "server/client.h"
#include "server/live.h"

/* The first message every client gets, as JSON. The caller frees; NULL: memory ran out. */
char *messages_hello(void);
/* Any bytes that a client sent as one message. */
void messages_handle(Client *, const char *text, size_t length);
/* Games nobody needs any more are dropped. */
void messages_client_gone(Server *);
/* Sends the clients what the searches report; to be called in the loop after the pool's wake. */
void messages_take_reports(Server *);

#endif
