/* site - which texts are addresses, which Hosts and Origins are ours, and for whom a proxy asks. */
#include "connections/site.h"
#include "check.h"

#include <string.h>

static void check_listens(void) {
    static const struct {
        const char *text, *address;
        int port;
    } right[] = {{"127.0.0.1", "127.0.0.1", 0},
                 {"0.0.0.0:80", "0.0.0.0", 80},
                 {"localhost", "127.0.0.1", 0},
                 {"LocalHost:65535", "127.0.0.1", 65535},
                 {"::1", "::1", 0},
                 {"[::1]", "::1", 0},
                 {"[::]:8642", "::", 8642},
                 {"::ffff:10.0.0.1", "10.0.0.1", 0},
                 {"10.0.0.1:1", "10.0.0.1", 1},
                 {"fe80::1:2", "fe80::1:2", 0},
                 {"[2001:DB8::1]:443", "2001:db8::1", 443}};
    static const char *const wrong[] = {"",
                                        ":",
                                        ":80",
                                        "127.0.0.1:",
                                        "127.0.0.1:0",
                                        "127.0.0.1:65536",
                                        "127.0.0.1:-1",
                                        "127.0.0.1: 80",
                                        "127.0.0.1:80x",
                                        "127.0.0.1:80:80",
                                        "127.0.0",
                                        "256.0.0.1",
                                        "example.org",
                                        "[::1",
                                        "::1]",
                                        "[::1]80",
                                        "[::1]:",
                                        "[127.0.0.1]",
                                        "[]",
                                        "[localhost]:80",
                                        "127.0.0.1 ",
                                        " 127.0.0.1",
                                        "fe80::1%eth0",
                                        "http://127.0.0.1",
                                        "127.0.0.1/8"};
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        Site site = {0};
        char text[ADDRESS_TEXT];
        bool taken = site_listen(&site, right[i].text);
        CHECK(taken, "\"%s\" is refused", right[i].text);
        if (!taken) continue;
        address_text(site.listens[0].address, text);
        CHECK(!strcmp(text, right[i].address) && site.listens[0].port == right[i].port,
              "\"%s\" is %s, port %d", right[i].text, text, site.listens[0].port);
    }
    Site site = {0}, before = site;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK(!site_listen(&site, wrong[i]), "\"%s\" is taken", wrong[i]);
    char longest[1000];
    memset(longest, '1', sizeof longest);
    longest[sizeof longest - 1] = 0;
    CHECK(!site_listen(&site, longest), "a text of 999 digits is taken");
    CHECK(!memcmp(&site, &before, sizeof site), "a wrong address changed something");
    for (int i = 0; i < SITE_LISTENS; i++) CHECK(site_listen(&site, "::1"), "address %d", i);
    CHECK(!site_listen(&site, "::1"), "one address too many is taken");
}

static void check_open(void) {
    static const struct {
        const char *text;
        bool open;
    } rows[] = {{"127.0.0.1", false},
                {"127.9.9.9:80", false},
                {"[::1]:80", false},
                {"::ffff:127.0.0.1", false},
                {"0.0.0.0", true},
                {"::", true},
                {"::2", true},
                {"128.0.0.1", true},
                {"126.255.255.255", true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Site site = {0};
        site_listen(&site, "127.0.0.1");
        site_listen(&site, rows[i].text);
        CHECK(site_is_open(&site) == rows[i].open, "%s: open %d", rows[i].text, !rows[i].open);
    }
    CHECK(!site_is_open(&(Site){0}), "without an address");
}

static void check_base(void) {
    static const char *const right[][2] = {
        {"https://example.org", "https://example.org"},
        {"https://example.org/", "https://example.org"},
        {"HTTPS://Example.ORG:443/", "https://example.org"},
        {"http://example.org:80", "http://example.org"},
        {"http://example.org:443", "http://example.org:443"},
        {"https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"},
        {"http://127.0.0.1:8642", "http://127.0.0.1:8642"}};
    static const char *const wrong[] = {"",
                                        "example.org",
                                        "ftp://example.org",
                                        "https://",
                                        "https:///",
                                        "https://example.org/henka",
                                        "https://example.org//",
                                        "https://example.org?x",
                                        "https://example.org#x",
                                        "https://me@example.org",
                                        "https://example.org:0",
                                        "https://example.org:x",
                                        "https://exa mple.org",
                                        "https://[example.org]",
                                        "https://::1",
                                        "https://::ffff:10.0.0.1",
                                        "https://example.org:80:80x",
                                        "https://exämple.org",
                                        "javascript:alert(1)"};
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        Site site = {0};
        CHECK(site_base(&site, right[i][0]) && !strcmp(site.base, right[i][1]), "%s: \"%s\"",
              right[i][0], site.base);
    }
    Site site = {0};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK(!site_base(&site, wrong[i]) && !*site.base, "\"%s\" is taken: \"%s\"", wrong[i],
              site.base);
}

/* What may stand in a header as a host. */
static void check_plain(void) {
    static const char *const plain[] = {"", "example.org", "EXAMPLE-1.org:8642", "[2001:db8::1]:80",
                                        "a_b"};
    static const char *const other[] = {"example.org;", "a b", "a,b", "'self'", "a/b", "exämple"};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        CHECK(site_is_plain(plain[i]), "\"%s\" isn't plain", plain[i]);
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        CHECK(!site_is_plain(other[i]), "\"%s\" is plain", other[i]);
}

static void check_hosts(void) {
    Site alone = {0}, named = {0}, open = {0};
    site_base(&named, "https://example.org");
    site_listen(&open, "0.0.0.0");
    site_base(&open, "http://example.org:8642");
    const struct {
        const char *host;
        bool alone, named, open;
    } rows[] = {
        {"", true, true, true},
        {"127.0.0.1", true, true, true},
        {"127.0.0.1:8642", true, true, true},
        {"LOCALHOST:1", true, true, true},
        {"[::1]", true, true, true},
        {"[::1]:8642", true, true, true},
        {"::1", false, false, false},
        {"localhost.example.org", false, false, false},
        {"127.0.0.1.example.org", false, false, false},
        {"example.org", false, true, false},
        {"Example.Org", false, true, false},
        {"example.org:443", false, true, false},
        {"example.org:8642", false, false, true},
        {"example.org.evil.org", false, false, false},
        {"evil.org", false, false, false},
        {"example.org:x", false, false, false},
        {"example.org:", false, false, false},
        {"10.0.0.1", false, false, true},
        {"10.0.0.1:8642", false, false, true},
        {"[2001:db8::1]", false, false, true},
        {"example.org/x", false, false, false},
        {"a@example.org", false, false, false},
        {"[::1", false, false, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        CHECK(site_host(&alone, rows[i].host) == rows[i].alone, "alone: %s", rows[i].host);
        CHECK(site_host(&named, rows[i].host) == rows[i].named, "named: %s", rows[i].host);
        CHECK(site_host(&open, rows[i].host) == rows[i].open, "open: %s", rows[i].host);
    }
}

static void check_origins(void) {
    Site alone = {0}, named = {0};
    site_base(&named, "https://example.org");
    const struct {
        const char *origin, *host;
        bool secure, alone, named;
    } rows[] = {
        {"http://127.0.0.1:8642", "127.0.0.1:8642", false, true, true},
        {"http://localhost", "localhost:80", false, true, true},
        {"https://127.0.0.1:8642", "127.0.0.1:8642", false, false, false},
        {"https://localhost", "localhost", true, true, true},
        {"http://localhost", "localhost", true, false, false},
        {"http://localhost:8642", "127.0.0.1:8642", false, false, false},
        {"http://127.0.0.1:9", "127.0.0.1:8642", false, false, false},
        {"https://example.org", "example.org", false, false, true},
        {"https://example.org", "127.0.0.1:8642", false, false, true},
        {"https://EXAMPLE.org:443", "example.org", false, false, true},
        {"http://example.org", "example.org", false, true, false},
        {"https://evil.org", "example.org", true, false, false},
        {"https://evil.org", "evil.org", true, true, false},
        {"https://example.org.evil.org", "example.org", true, false, false},
        {"null", "127.0.0.1", false, false, false},
        {"", "127.0.0.1", false, false, false},
        {"http://", "", false, false, false},
        {"file://", "127.0.0.1", false, false, false},
        {"http://127.0.0.1:8642/", "127.0.0.1:8642", false, false, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        CHECK(site_origin(&alone, rows[i].origin, rows[i].host, rows[i].secure) == rows[i].alone,
              "alone: %s to %s", rows[i].origin, rows[i].host);
        CHECK(site_origin(&named, rows[i].origin, rows[i].host, rows[i].secure) == rows[i].named,
              "named: %s to %s", rows[i].origin, rows[i].host);
    }
}

static void check_trust(void) {
    static const char *const wrong[] = {"",
                                        "/",
                                        "/8",
                                        "10.0.0.0/",
                                        "10.0.0.0/33",
                                        "10.0.0.0/-1",
                                        "10.0.0.0/8x",
                                        "10.0.0.0/ 8",
                                        "proxy",
                                        "::/129",
                                        "[::1]",
                                        "10.0.0.1:80",
                                        "10.0.0.0/8/8"};
    static const struct {
        const char *network, *inside, *outside;
    } right[] = {{"10.0.0.1", "10.0.0.1", "10.0.0.2"},
                 {"10.0.0.0/8", "10.255.0.1", "11.0.0.0"},
                 {"192.168.128.0/17", "192.168.255.1", "192.168.127.255"},
                 {"0.0.0.0/0", "255.1.2.3", "::1"},
                 {"2001:db8::/33", "2001:db8:7fff::1", "2001:db8:8000::1"},
                 {"::1", "::1", "::2"},
                 {"::1/128", "::1", "127.0.0.1"},
                 {"127.0.0.0/8", "::ffff:127.3.4.5", "::1"}};
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        Site site = {0};
        Address inside, outside;
        address_parse(&inside, right[i].inside), address_parse(&outside, right[i].outside);
        CHECK(!site_believes(&site, inside), "nobody is believed");
        CHECK(site_trust(&site, right[i].network), "\"%s\" is refused", right[i].network);
        CHECK(site_believes(&site, inside), "%s: %s", right[i].network, right[i].inside);
        CHECK(!site_believes(&site, outside), "%s: %s", right[i].network, right[i].outside);
    }
    Site site = {0};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK(!site_trust(&site, wrong[i]) && !site.proxy_count, "\"%s\" is taken", wrong[i]);
    for (int i = 0; i < SITE_PROXIES; i++) CHECK(site_trust(&site, "::1"), "network %d", i);
    CHECK(!site_trust(&site, "::1"), "one network too many is taken");
}

static void check_visitors(void) {
    static const struct {
        const char *peer, *forwarded, *visitor;
    } rows[] = {
        {"203.0.113.5", "198.51.100.1", "203.0.113.5"}, /* who isn't believed */
        {"127.0.0.1", "", "127.0.0.1"},
        {"127.0.0.1", "198.51.100.1", "198.51.100.1"},
        {"127.0.0.1", "  198.51.100.1\t", "198.51.100.1"},
        {"127.0.0.1", "198.51.100.1:4711", "198.51.100.1"},
        {"127.0.0.1", "[2001:db8:1:2:3::4]:9", "2001:db8:1:2::"},
        {"127.0.0.1", "2001:db8:1:2:3::4", "2001:db8:1:2::"},
        {"127.0.0.1", "::ffff:198.51.100.1", "198.51.100.1"},
        {"127.0.0.1", "198.51.100.9, 198.51.100.1", "198.51.100.1"}, /* the rest is hearsay */
        {"127.0.0.1", "198.51.100.9, 10.0.0.3", "198.51.100.9"},
        {"127.0.0.1", "198.51.100.9, 10.0.0.3,10.0.0.4", "198.51.100.9"},
        {"127.0.0.1", "10.0.0.3, 10.0.0.4", "10.0.0.3"},
        {"127.0.0.1", "198.51.100.9, nonsense", "::"}, /* what can't be read: nobody */
        {"127.0.0.1", "nonsense, 10.0.0.4", "::"},
        {"127.0.0.1", "198.51.100.9,", "::"},
        {"127.0.0.1", "127.0.0.1,", "::"},
        {"127.0.0.1", ",,,,", "::"},
        {"127.0.0.1", ",", "::"},
        {"127.0.0.1", "unknown", "::"},
        {"127.0.0.1", "_hidden, 127.0.0.1", "::"},
        {"127.0.0.1", "127.0.0.1", "127.0.0.1"}, /* a browser on this machine */
        {"10.0.0.1", "::1", "::"}, /* another machine's own address is not this one's */
        {"10.0.0.1", "127.0.0.1", "::"},
        {"127.0.0.2", "198.51.100.1", "::"}, /* a proxy here that isn't believed */
        {"127.0.0.2", "", "::"},
        {"127.0.0.2", NULL, "127.0.0.2"},
        {"10.0.0.1", NULL, "10.0.0.1"},
    };
    Site site = {0};
    site_trust(&site, "127.0.0.1"), site_trust(&site, "10.0.0.0/8");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Address peer;
        char text[ADDRESS_TEXT];
        address_parse(&peer, rows[i].peer);
        address_visitor(site_visitor(&site, peer, rows[i].forwarded), text);
        CHECK(!strcmp(text, rows[i].visitor), "%s for \"%s\": %s", rows[i].peer, rows[i].forwarded,
              text);
    }
    char longest[1000];
    memset(longest, '1', sizeof longest);
    longest[sizeof longest - 1] = 0;
    Address peer;
    address_parse(&peer, "10.0.0.1");
    CHECK(address_is_unknown(site_visitor(&site, peer, longest)), "an entry of 999 digits");
    static const struct {
        const char *address, *network; /* NULL: in none */
    } networks[] = {{"198.51.100.77", "198.51.100.0/24"},
                    {"::ffff:198.51.100.77", "198.51.100.0/24"},
                    {"2001:db8:1:2:3::4", "2001:db8:1::/48"},
                    {"2001:db8:1:ffff::", "2001:db8:1::/48"},
                    {"127.0.0.1", NULL},
                    {"::1", NULL},
                    {"::", NULL}};
    for (size_t i = 0; i < sizeof networks / sizeof *networks; i++) {
        char text[ADDRESS_TEXT] = "";
        address_parse(&peer, networks[i].address);
        bool found = address_network(peer, text);
        CHECK(found == !!networks[i].network && (!found || !strcmp(text, networks[i].network)),
              "%s is in \"%s\"", networks[i].address, text);
    }
}

int main(void) {
    check_listens();
    check_open();
    check_base();
    check_plain();
    check_hosts();
    check_origins();
    check_trust();
    check_visitors();
    return check_done();
}
