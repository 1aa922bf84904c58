#include "connections/bans.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { IPV6_VISITOR_BITS = 64 }; /* leading bits that identify an IPv6 visitor (address_visitor) */

void bans_add(Bans *bans, const char *kind, const char *what, bool mutes) {
    Ban ban = {.mutes = mutes};
    if (!strcmp(kind, "address")) {
        if (!network_parse(&ban.network, what)) return;
        ban.by_address = true;
        if (!address_is_ipv4(ban.network.address) && !address_is_loopback(ban.network.address) &&
            ban.network.bits > IPV6_VISITOR_BITS)
            ban.network.bits = IPV6_VISITOR_BITS;
    } else if (!strcmp(kind, "browser")) {
        if (!seat_hash_parse(what, &ban.browser)) return;
    } else
        snprintf(ban.name, sizeof ban.name, "%s", what);
    if (bans->count == bans->cap) {
        int cap = bans->cap ? 2 * bans->cap : 16;
        Ban *grown = realloc(bans->entries, (size_t)cap * sizeof *grown);
        if (!grown) return;
        bans->entries = grown;
        bans->cap = cap;
    }
    bans->entries[bans->count++] = ban;
}

bool bans_hold(const Bans *bans, const Visitor *visitor, const char *name, const TokenHash *browser,
               bool mutes) {
    Address address;
    bool known = bans->count && visitor && address_parse(&address, visitor->address);
    for (int i = 0; i < bans->count; i++) {
        const Ban *ban = &bans->entries[i];
        if (ban->mutes && !mutes) continue;
        if (known && ban->by_address && network_holds(&ban->network, address)) return true;
        if (name && *ban->name && !strcasecmp(ban->name, name)) return true;
        if (browser && seat_is_same(&ban->browser, browser)) return true;
    }
    return false;
}

void bans_free(Bans *bans) {
    free(bans->entries);
    *bans = (Bans){0};
}
