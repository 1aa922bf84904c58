/* messages - what each message of docs/web-messages.md does: a table from its "t" to a function. */
#ifndef HENKA_SERVER_MESSAGES_H
#define HENKA_SERVER_MESSAGES_H

#include "server/client.h"
#include "server/live.h"

/* Any bytes: an answer is sent, or an error, and nothing else happens. */
void message_handle(Client *, const char *text, size_t length);
void messages_client_gone(Server *); /* games nobody needs are dropped */

/* Tells everyone who follows the game how it stands. */
void game_tell(LiveGame *);

#endif
