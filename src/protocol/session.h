/* session - one conversation with a GUI that asks for moves, in USI, UCI or CECP (XBoard's
 * protocol). The GUI's first command shows the protocol.
 *
 * Owner    The caller frees the session, which stops its search, and owns the writer's context.
 * Threads  One thread at a time calls session_line. The writer is called from that thread and from
 *          the search thread, never from both at once.
 * Errors   Any line, in any order, is answered or ignored as the protocol says.
 * Source   USI: shogidokoro's protocol page. UCI: Meyer-Kahlen and Huber 2006. CECP: Mann, Muller,
 *          Chess Engine Communication Protocol of XBoard 4.9. Our additions: docs/protocols.md.
 */
#ifndef HENKA_PROTOCOL_SESSION_H
#define HENKA_PROTOCOL_SESSION_H

struct Registry;

#include "henka.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Session Session;

/* Receives one line of an answer, without its line end. */
typedef void SessionWriter(void *context, const char *line);

typedef struct SessionConfig {
    const char *protocol;  /* "usi", "uci" or "xboard"; NULL: "usi". The session speaks it until a
                              command of another one arrives. It decides the first game. */
    SessionWriter *writer; /* called with every line of the answer */
    void *context;         /* first argument of writer */
    int hash_limit_mib, thread_limit; /* most that can be set; 0: RAM size, HENKA_MAX_THREADS */
    uint64_t node_limit;              /* most nodes of each search; 0: no limit */
    bool files_barred;                /* VariantPath and EvalFile are refused */
    struct Registry *registry; /* games of a thread's sessions (with files_barred); or NULL */
} SessionConfig;

Session *session_new(const SessionConfig *);
/* Adds the game of a file, or the games of a folder, as the option VariantPath does. Must be called
 * before the first line. False: the error has the reason. */
bool session_add_games(Session *, const char *path, HenkaError *);
/* Sets up the game of that name before the first line, and announces it as the default of the
 * option USI_Variant. Finds also games from session_add_games. False: no game has this name. */
bool session_begin_with(Session *, const char *name);
/* Reads one line from the GUI. Returns false after quit: the conversation is over. */
bool session_line(Session *, const char *line);
/* Called when no more lines will come. Waits, wait_ms at most, for a search that ends by itself,
 * and stops any other search. The answer of the search is written. */
void session_finish(Session *, int64_t wait_ms);
void session_free(Session *);

#endif
