/* serve - `henka serve`: the page, the games and the engine behind one address.
 * Threads  Runs until SIGINT or SIGTERM; the searches have threads of their own.
 * Errors   Prints what went wrong to standard error and returns 1; 0 after a clean end.
 */
#ifndef HENKA_CONNECTIONS_SERVE_H
#define HENKA_CONNECTIONS_SERVE_H

#include "connections/site.h"
#include "store/store.h"

typedef struct ServeOptions {
    Site site;           /* addresses to listen on and to be reached under, trusted proxies */
    int port;            /* port at addresses that name none; 0: the standard port (listen.h) */
    bool insecure;       /* may listen beyond this machine by plain HTTP */
    const char *db_path; /* path of the database; NULL: $XDG_DATA_HOME/henka/henka.db or
                            ~/.local/share/henka/henka.db */
    bool chat;           /* players may write to each other */
    bool no_lobby;       /* public challenges are off */
    int64_t keep_days;   /* days after which unchanged games are deleted; 0: never */
    bool log;            /* events are written to standard error (log.h) */
    Limits limits;       /* limits_standard, or the operator's own */
} ServeOptions;

int serve_run(const ServeOptions *);

#endif
