/* bans - addresses, names and browsers that an operator has banned or muted. `henka admin` writes
 * them into the database (admin.h); the server keeps a copy in memory.
 * Owner    The caller; bans_free frees the entries.
 * Threads  One at a time, the thread that has the Bans.
 */
#ifndef HENKA_CONNECTIONS_BANS_H
#define HENKA_CONNECTIONS_BANS_H

#include "connections/site.h"
#include "connections/visitor.h"
#include "store/store.h"

/* One ban. It applies by address, by browser or by name. */
typedef struct Ban {
    bool mutes;                 /* the person is only muted: not allowed to write to others */
    bool by_address;            /* the ban is by address: it applies to `network` */
    Network network;            /* the banned network, if by_address */
    TokenHash browser;          /* hash of the banned browser's token; all 0: none */
    char name[SEAT_NAME_BYTES]; /* banned name of a person; "": the ban is not by name */
} Ban;

/* All 0: nobody is banned. */
typedef struct Bans {
    Ban *entries; /* array of `count` bans; owned */
    int count, cap;
} Bans;

/* Adds a ban as a row of the database has it. kind: "address", "name" or "browser"; what: the
 * address, the name, or the hash of the browser's token. Skips a row that can't be read. */
void bans_add(Bans *, const char *kind, const char *what, bool mutes);
/* Is the visitor, name or browser (each may be NULL) banned? mutes: muting counts as well. */
bool bans_hold(const Bans *, const Visitor *, const char *name, const TokenHash *browser,
               bool mutes);
void bans_free(Bans *);

#endif
