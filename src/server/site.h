/* site - the addresses a server has to do with: on which it listens, under which browsers reach it,
 * and which proxies it believes when they say for whom they ask. Reads the texts of the command
 * line and of requests' headers; knows no sockets.
 * Errors   false: the text isn't of the form. Nothing was changed then.
 * Source   RFC 6454 (origins).
 */
#ifndef HENKA_SERVER_SITE_H
#define HENKA_SERVER_SITE_H

#include "server/address.h"

enum {
    SITE_AUTHORITY = 256, /* of a host with its port */
    SITE_LISTENS = 8,     /* addresses that a server listens on, at most */
    SITE_PROXIES = 16     /* networks that it believes, at most */
};

/* All addresses that begin with the same bits. */
typedef struct Network {
    Address address;
    int bits; /* of the 128 of an IPv6 address */
} Network;

/* Where it listens. */
typedef struct Endpoint {
    Address address;
    int port; /* 0: none was said */
} Endpoint;

/* All 0: it listens on this machine alone, has no name and believes nobody. */
typedef struct Site {
    Endpoint listens[SITE_LISTENS];
    int listen_count;
    char base[SITE_AUTHORITY + 8]; /* "https://example.org", as a browser writes it; "": none */
    Network proxies[SITE_PROXIES]; /* whose X-Forwarded headers are believed */
    int proxy_count;
} Site;

/* ADDRESS, ADDRESS:PORT, [IPV6]:PORT; "localhost" is an address too. */
bool site_listen(Site *, const char *text);
/* http://HOST or https://HOST, with a port where it isn't the scheme's own, and nothing after it
 * but "/". */
bool site_base(Site *, const char *text);
/* Reads ADDRESS or ADDRESS/BITS. */
bool site_network(Network *, const char *text);
bool site_network_holds(const Network *, Address);
/* ADDRESS or ADDRESS/BITS. */
bool site_trust(Site *, const char *text);

/* Has the host, with its port, nothing but letters, digits and what stands between them in names
 * and addresses? Such a text may be put into a header. */
bool site_is_plain(const char *host);

/* Does it listen on more than this machine? */
bool site_is_open(const Site *);
/* May a request have this Host? "": it has none, as HTTP/1.0. A page of another site whose name was
 * made to lead here has another one (DNS rebinding). */
bool site_host(const Site *, const char *host);
/* May a page of this Origin speak to us over a request of this Host? secure: it came by HTTPS. */
bool site_origin(const Site *, const char *origin, const char *host, bool secure);
bool site_believes(const Site *, Address peer);
/* Who asks: the peer, or for a proxy that is believed, the last address in X-Forwarded-For that
 * isn't such a proxy's. Unknown, who has fewer rights than anybody: what is written there can't be
 * read, or an address of this machine is named by another one; or the peer is this machine, not
 * believed, and asks for somebody: forwarded_for isn't NULL, "" where only other headers say so. */
Address site_visitor(const Site *, Address peer, const char *forwarded_for);

#endif
