/* session - one conversation with a program that asks for moves: USI, UCI or CECP (XBoard), known
 * by its first command.
 *
 * Owner    The caller frees the session; that stops its search. The writer's context stays the
 *          caller's.
 * Threads  Lines come from one thread at a time. The writer is called from that thread and from the
 *          search, never both at once.
 * Errors   Any line, in any order, is answered or ignored as the protocol says.
 * Source   USI: shogidokoro's protocol page. UCI: Meyer-Kahlen and Huber 2006. CECP: Mann and
 *          Muller, Chess Engine Communication Protocol of XBoard 4.9. What is ours:
 *          docs/protocols.md.
 */
#ifndef HENKA_PROTOCOL_SESSION_H
#define HENKA_PROTOCOL_SESSION_H

struct Registry;

#include "henka.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Session Session;

/* One line, without its end. */
typedef void SessionWriter(void *context, const char *line);

typedef struct SessionConfig {
    const char *protocol; /* "usi", "uci" or "xboard": spoken until a command shows another, and the
                             game to begin with is this protocol's; NULL: "usi" */
    SessionWriter *writer;            /* called with every line of the answer */
    void *context;                    /* of writer */
    int hash_limit_mib, thread_limit; /* upper limits of these options; 0: the machine's */
    uint64_t node_limit;              /* limit of every search; 0: none */
    bool files_barred;                /* VariantPath and EvalFile are refused */
    struct Registry *registry; /* shared by sessions of one thread, then files_barred; NULL: its
                                  own */
} SessionConfig;

Session *session_new(const SessionConfig *);
/* Adds games before the first line, as the option VariantPath does: a file, or a folder of them.
 * False: the error has the reason. */
bool session_add_games(Session *, const char *path, HenkaError *);
/* Sets up the game of that name before the first line, and announces it as the default of the
 * option USI_Variant. Finds the games that were added before, too. False: no game has this name. */
bool session_begin_with(Session *, const char *name);
/* false: the conversation is over (quit). */
bool session_line(Session *, const char *line);
/* No more lines will come. A search with an end is waited for, wait_ms at most; any other search is
 * stopped. The answer is written. */
void session_finish(Session *, int64_t wait_ms);
void session_free(Session *);

#endif
