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
    bool mutes;                 /* only muted: may not write to others */
    bool by_address;            /* by `network` */
    Network network;            /* the visitors of this network */
    TokenHash browser;          /* hash of the browser's token; none: the ban is not by browser */
    char name[SEAT_NAME_BYTES]; /* name of the person; "": the ban is not by name */
} Ban;

/* All 0: nobody is banned. */
typedef struct Bans {
    Ban *entries; /* owned */
    int count, cap;
} Bans;

/* Adds a row of the database. kind is "address", "name" or "browser". Skips a row that can't be
 * read. */
void bans_add(Bans *, const char *kind, const char *what, bool mutes);
/* Is the visitor, the name or the browser banned? mutes: or muted. An argument that is NULL is not
 * looked at. */
bool bans_hold(const Bans *, const Visitor *, const char *name, const TokenHash *browser,
               bool mutes);
void bans_free(Bans *);

#endif
