/* bans - addresses, names and browsers that an operator keeps out, or from writing to others. They
 * stand in the database, where `henka admin` puts them (admin.h); the server has them in memory.
 * Owner    The caller; bans_free frees the entries.
 * Threads  Whoever has it.
 */
#ifndef HENKA_SERVER_BANS_H
#define HENKA_SERVER_BANS_H

#include "server/seat.h"
#include "server/site.h"
#include "server/visitor.h"

/* One that is kept out. */
typedef struct Ban {
    bool mutes;                 /* from writing to others alone */
    bool by_address;            /* network counts */
    Network network;            /* whose visitors */
    TokenHash browser;          /* or whose token's hash; none: neither */
    char name[SEAT_NAME_BYTES]; /* or who calls himself so; "": neither */
} Ban;

/* All 0: nobody. */
typedef struct Bans {
    Ban *entries; /* owned */
    int count, cap;
} Bans;

/* Takes a row of the database: kind is "address", "name" or "browser". What can't be read is passed
 * over. */
void bans_add(Bans *, const char *kind, const char *what, bool mutes);
/* Is the visitor banned, or the name, or the browser? mutes: or muted. NULL: has none. */
bool bans_hold(const Bans *, const Visitor *, const char *name, const TokenHash *browser,
               bool mutes);
void bans_free(Bans *);

/* The hash as 64 hexadecimal digits, and back; false: it is none. */
enum { BAN_HEX_BYTES = 2 * TOKEN_HASH_BYTES + 1 };
void bans_hex(const TokenHash *, char text[BAN_HEX_BYTES]);
bool bans_hash(const char *text, TokenHash *);

#endif
