/* serve - `henka serve`: the page, the games and the engine behind one address.
 * Threads  Runs until SIGINT or SIGTERM; the searches have threads of their own.
 * Errors   Prints what went wrong to standard error and returns 1; 0 after a clean end.
 */
#ifndef HENKA_SERVER_SERVE_H
#define HENKA_SERVER_SERVE_H

#include "server/site.h"
#include "server/visitor.h"

typedef struct ServeOptions {
    Site site;           /* where it listens and is reached, and whom it believes */
    int port;            /* of addresses without one; 0: the standard one (listen.h) */
    bool insecure;       /* it may listen beyond this machine, though it speaks plain HTTP */
    const char *db_path; /* NULL: $XDG_DATA_HOME/henka/henka.db or ~/.local/share/henka/henka.db */
    bool chat;           /* players may write to each other */
    bool no_lobby;       /* there are no public challenges */
    int64_t keep_days;   /* games unchanged for so long are deleted; 0: none */
    bool log;            /* events are written to standard error (log.h) */
    Limits limits;       /* limits_standard, or what is to be instead */
} ServeOptions;

int serve_run(const ServeOptions *);
/* Where games are kept unless db_path says otherwise. */
bool serve_standard_path(char *path, size_t cap, HenkaError *);

#endif
