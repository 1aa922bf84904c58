/* site - a server's addresses: those it listens on, the one that browsers use, and the proxies
 * whose forwarding headers it trusts. Reads texts of command line and headers; knows no sockets.
 * Errors   false: the text does not have the right form, and nothing was changed.
 * Source   RFC 6454 (origins).
 */
#ifndef HENKA_CONNECTIONS_SITE_H
#define HENKA_CONNECTIONS_SITE_H

#include "store/store.h"

enum {
    SITE_AUTHORITY = 256, /* greatest length of HOST:PORT, with its NUL */
    SITE_LISTENS = 8,     /* addresses that a server listens on, at most */
    SITE_PROXIES = 16     /* networks whose proxies a server trusts, at most */
};

/* An address to listen on. */
typedef struct Endpoint {
    Address address;
    int port; /* 0: the text had no port */
} Endpoint;

/* All 0: the server listens on this machine only, has no public address and trusts no proxy. */
typedef struct Site {
    Endpoint listens[SITE_LISTENS];
    int listen_count;
    char base[SITE_AUTHORITY + 8]; /* public address, as a browser writes it:
                                      "https://example.org"; "": none */
    Network proxies[SITE_PROXIES]; /* networks of proxies whose X-Forwarded headers are trusted */
    int proxy_count;
} Site;

/* Adds an address to listen on: ADDRESS, ADDRESS:PORT, [IPV6]:PORT, or "localhost" for ADDRESS. */
bool site_listen(Site *, const char *text);
/* Sets the public address: http[s]://HOST, a port unless it is the scheme's, an optional "/". */
bool site_base(Site *, const char *text);
/* Adds a trusted network: ADDRESS or ADDRESS/BITS. */
bool site_trust(Site *, const char *text);

/* Does the host, with its port, consist only of letters, digits and the punctuation of names and
 * addresses? Then the text may be put into a header. */
bool site_is_plain(const char *host);

/* Does the server listen on addresses beyond this machine? */
bool site_is_open(const Site *);
/* May a request have this header Host? "": none, as in HTTP/1.0. This refuses DNS rebinding:
 * another site's page, whose name was made to resolve to this server, sends that site's Host. */
bool site_host(const Site *, const char *host);
/* May a page of this Origin open a connection with this Host? secure: the request came by HTTPS. */
bool site_origin(const Site *, const char *origin, const char *host, bool secure);
bool site_believes(const Site *, Address peer);
/* The visitor's address: the peer; or, if the peer is a trusted proxy, the last address in
 * X-Forwarded-For that isn't a trusted proxy's. The unknown address, which has the fewest rights,
 * is returned if X-Forwarded-For can't be read; if another machine's header names an address of
 * this machine; or if the peer is this machine, is not trusted, and forwards for somebody.
 * forwarded_for is NULL unless the request is forwarded, and "" if only other headers say so. */
Address site_visitor(const Site *, Address peer, const char *forwarded_for);

#endif
