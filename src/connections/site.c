#define _GNU_SOURCE /* declares memrchr */
#include "connections/site.h"

#include "base/args.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { MOST_PORT = 65535 };

/* ---- hosts with ports ------------------------------------------------------------------------ */

/* HOST, HOST:PORT, [IPV6] or [IPV6]:PORT, parsed. host: without brackets, in lower case. An IPv6
 * address without brackets has no port. */
typedef struct Authority {
    char host[SITE_AUTHORITY];
    int port; /* 0: the text names no port */
} Authority;

static bool port_read(const char *text, int *port) {
    int64_t number;
    if (!isdigit((unsigned char)*text) || !args_number(text, 1, MOST_PORT, &number)) return false;
    *port = (int)number;
    return true;
}

static bool authority_read(Authority *authority, const char *text) {
    const char *colon = strrchr(text, ':'), *bracket = strrchr(text, ']'), *start = text;
    const char *end = text + strlen(text);
    authority->port = 0;
    if (*text == '[') {
        if (!bracket || (bracket[1] && bracket[1] != ':')) return false;
        if (bracket[1] && !port_read(bracket + 2, &authority->port)) return false;
        start = text + 1;
        end = bracket;
    } else if (bracket)
        return false;
    else if (colon && strchr(text, ':') == colon) {
        if (!port_read(colon + 1, &authority->port)) return false;
        end = colon;
    }
    size_t length = (size_t)(end - start);
    if (!length || length >= sizeof authority->host) return false;
    for (size_t i = 0; i < length; i++) authority->host[i] = (char)tolower((unsigned char)start[i]);
    authority->host[length] = 0;
    if (*text != '[' && !strchr(authority->host, ':')) return true;
    Address address;
    return address_parse(&address, authority->host) && (*text != '[' || !address_is_ipv4(address));
}

/* Reads an origin, "https://HOST:PORT"; writes it as browsers do: lower case, no standard port. */
static bool origin_read(char origin[SITE_AUTHORITY + 8], const char *text) {
    static const struct {
        const char *scheme;
        int port;
    } schemes[] = {{"http://", 80}, {"https://", 443}};
    for (int i = 0; i < 2; i++) {
        size_t length = strlen(schemes[i].scheme);
        Authority authority;
        if (strncasecmp(text, schemes[i].scheme, length)) continue;
        if (!authority_read(&authority, text + length)) return false;
        bool ipv6 = strchr(authority.host, ':');
        if (ipv6 && text[length] != '[') return false; /* RFC 3986, 3.2.2: IPv6 needs brackets */
        char port[8] = "";
        if (authority.port && authority.port != schemes[i].port)
            snprintf(port, sizeof port, ":%d", authority.port);
        int written = snprintf(origin, SITE_AUTHORITY + 8, "%s%s%s%s%s", schemes[i].scheme,
                               ipv6 ? "[" : "", authority.host, ipv6 ? "]" : "", port);
        return written < SITE_AUTHORITY + 8;
    }
    return false;
}

/* ---- the command line ------------------------------------------------------------------------ */

bool site_listen(Site *site, const char *text) {
    Authority authority;
    Endpoint endpoint;
    if (site->listen_count == SITE_LISTENS || !authority_read(&authority, text)) return false;
    if (!strcmp(authority.host, "localhost")) strcpy(authority.host, "127.0.0.1");
    if (!address_parse(&endpoint.address, authority.host)) return false;
    endpoint.port = authority.port;
    site->listens[site->listen_count++] = endpoint;
    return true;
}

bool site_is_plain(const char *host) {
    return !host[strspn(host,
                        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._:[]")];
}

bool site_base(Site *site, const char *text) {
    char plain[SITE_AUTHORITY + 8], origin[SITE_AUTHORITY + 8];
    size_t length = strlen(text);
    if (length && text[length - 1] == '/') length--;
    if (length >= sizeof plain) return false;
    memcpy(plain, text, length);
    plain[length] = 0;
    if (!origin_read(origin, plain) || !site_is_plain(strstr(origin, "://") + 3)) return false;
    memcpy(site->base, origin, sizeof origin);
    return true;
}

bool site_trust(Site *site, const char *text) {
    if (site->proxy_count == SITE_PROXIES ||
        !network_parse(&site->proxies[site->proxy_count], text))
        return false;
    site->proxy_count++;
    return true;
}

/* ---- requests -------------------------------------------------------------------------------- */

bool site_is_open(const Site *site) {
    for (int i = 0; i < site->listen_count; i++)
        if (!address_is_loopback(site->listens[i].address)) return true;
    return false;
}

static bool is_this_machine(const char *host) {
    Address address;
    return !strcmp(host, "localhost") ||
           (address_parse(&address, host) && address_is_loopback(address));
}

bool site_host(const Site *site, const char *host) {
    Authority authority;
    Address address;
    char origin[SITE_AUTHORITY + 8], text[SITE_AUTHORITY + 8];
    if (!*host) return true; /* a request without Host is HTTP/1.0, which no browser speaks */
    if (!authority_read(&authority, host)) return false;
    if (strchr(authority.host, ':') && *host != '[') return false;
    if (is_this_machine(authority.host)) return true;
    /* An address in place of a name can't be rebound by DNS. */
    if (site_is_open(site) && address_parse(&address, authority.host)) return true;
    if (!*site->base) return false;
    const char *name = strstr(site->base, "://") + 3;
    snprintf(text, sizeof text, "%.*s%s", (int)(name - site->base), site->base, host);
    return strlen(host) < SITE_AUTHORITY && origin_read(origin, text) &&
           !strcmp(origin, site->base);
}

bool site_origin(const Site *site, const char *origin, const char *host, bool secure) {
    char found[SITE_AUTHORITY + 8], expected[SITE_AUTHORITY + 8], text[SITE_AUTHORITY + 8];
    Authority authority;
    if (!origin_read(found, origin)) return false;
    if (*site->base && !strcmp(found, site->base)) return true;
    if (strlen(host) >= SITE_AUTHORITY || !authority_read(&authority, host)) return false;
    if (*site->base && !is_this_machine(authority.host)) return false;
    snprintf(text, sizeof text, "%s%s", secure ? "https://" : "http://", host);
    return origin_read(expected, text) && !strcmp(found, expected);
}

bool site_believes(const Site *site, Address peer) {
    for (int i = 0; i < site->proxy_count; i++)
        if (network_holds(&site->proxies[i], peer)) return true;
    return false;
}

Address site_visitor(const Site *site, Address peer, const char *forwarded_for) {
    bool local = address_is_loopback(peer);
    if (!forwarded_for) return peer;
    if (!site_believes(site, peer)) return local ? address_unknown() : peer;
    const char *end = forwarded_for + strlen(forwarded_for), *comma = *forwarded_for ? end : NULL;
    while (comma && site_believes(site, peer)) {
        comma = memrchr(forwarded_for, ',', (size_t)(end - forwarded_for));
        const char *first = comma ? comma + 1 : forwarded_for, *last = end;
        while (first < last && isspace((unsigned char)*first)) first++;
        while (last > first && isspace((unsigned char)last[-1])) last--;
        char text[SITE_AUTHORITY];
        Authority authority;
        Address address;
        if (last - first >= (ptrdiff_t)sizeof text) return address_unknown();
        snprintf(text, sizeof text, "%.*s", (int)(last - first), first);
        if (!authority_read(&authority, text) || !address_parse(&address, authority.host) ||
            (address_is_loopback(address) && !local))
            return address_unknown();
        peer = address;
        end = comma;
    }
    return peer;
}
