#include "store/address.h"

#include "base/args.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum {
    IPV4_BITS = 32,
    IPV6_BITS = 128,
    HOUSEHOLD_BYTES = 8, /* first bytes of IPv6 that a household shares: a /64 */
    NETWORK_BYTES = 6,   /* first bytes of IPv6 that a network shares: a /48 */
    IPV4_NETWORK = 15    /* bytes that an IPv4 network shares, counted in ::ffff:A.B.C.D: a /24 */
};

static const unsigned char ipv4_prefix[12] = {[10] = 0xff, [11] = 0xff};

Address address_of_ipv4(const void *bytes) {
    Address address;
    memcpy(address.bytes, ipv4_prefix, sizeof ipv4_prefix);
    memcpy(address.bytes + sizeof ipv4_prefix, bytes, 4);
    return address;
}

bool address_is_ipv4(Address address) {
    return !memcmp(address.bytes, ipv4_prefix, sizeof ipv4_prefix);
}

bool address_parse(Address *address, const char *text) {
    unsigned char bytes[16];
    if (inet_pton(AF_INET, text, bytes) == 1)
        *address = address_of_ipv4(bytes);
    else if (inet_pton(AF_INET6, text, bytes) == 1)
        memcpy(address->bytes, bytes, sizeof bytes);
    else
        return false;
    return true;
}

bool address_is_loopback(Address address) {
    static const Address one = {{[15] = 1}};
    return address_is_ipv4(address) ? address.bytes[12] == 127
                                    : !memcmp(address.bytes, one.bytes, sizeof one.bytes);
}

void address_text(Address address, char text[ADDRESS_TEXT]) {
    if (address_is_ipv4(address))
        inet_ntop(AF_INET, address.bytes + sizeof ipv4_prefix, text, ADDRESS_TEXT);
    else
        inet_ntop(AF_INET6, address.bytes, text, ADDRESS_TEXT);
}

void address_visitor(Address address, char text[ADDRESS_TEXT]) {
    if (!address_is_ipv4(address) && !address_is_loopback(address))
        memset(address.bytes + HOUSEHOLD_BYTES, 0, sizeof address.bytes - HOUSEHOLD_BYTES);
    address_text(address, text);
}

bool address_network(Address address, char text[ADDRESS_TEXT]) {
    bool ipv4 = address_is_ipv4(address);
    size_t bytes = ipv4 ? IPV4_NETWORK : NETWORK_BYTES;
    if (address_is_loopback(address) || address_is_unknown(address)) return false;
    memset(address.bytes + bytes, 0, sizeof address.bytes - bytes);
    address_text(address, text);
    snprintf(text + strlen(text), 4, ipv4 ? "/24" : "/48");
    return true;
}

Address address_unknown(void) { return (Address){{0}}; }

bool address_is_unknown(Address address) {
    static const Address unknown;
    return !memcmp(address.bytes, unknown.bytes, sizeof unknown.bytes);
}

bool network_holds(const Network *network, Address address) {
    int whole = network->bits / 8, rest = network->bits % 8;
    if (memcmp(network->address.bytes, address.bytes, (size_t)whole)) return false;
    return !rest || !((network->address.bytes[whole] ^ address.bytes[whole]) >> (8 - rest));
}

bool network_parse(Network *network, const char *text) {
    char plain[ADDRESS_TEXT];
    int64_t bits;
    Address address;
    size_t length = strcspn(text, "/");
    if (length >= sizeof plain) return false;
    memcpy(plain, text, length);
    plain[length] = 0;
    if (!address_parse(&address, plain)) return false;
    bool ipv4 = strchr(plain, '.') && address_is_ipv4(address) && !strchr(plain, ':');
    bits = ipv4 ? IPV4_BITS : IPV6_BITS;
    if (text[length] && (!isdigit((unsigned char)text[length + 1]) ||
                         !args_number(text + length + 1, 0, bits, &bits)))
        return false;
    network->address = address;
    network->bits = (int)bits + (ipv4 ? IPV6_BITS - IPV4_BITS : 0);
    return true;
}
