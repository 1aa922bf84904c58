/* address - IPv4 and IPv6 addresses, as bytes and as text.
 * Source   RFC 4291 (IPv6 addresses and their prefixes).
 */
#ifndef HENKA_STORE_ADDRESS_H
#define HENKA_STORE_ADDRESS_H

#include <stdbool.h>

enum { ADDRESS_TEXT = 52 }; /* bytes of an address or a network as text, with its NUL */

/* An IPv6 address, in network byte order. An IPv4 address is stored as ::ffff:A.B.C.D. */
typedef struct Address {
    unsigned char bytes[16];
} Address;

/* Reads an address. False: the text is no address, and nothing was changed. */
bool address_parse(Address *, const char *text);
Address address_of_ipv4(const void *bytes); /* bytes: A.B.C.D as four bytes in network byte order */
bool address_is_loopback(Address);
bool address_is_ipv4(Address);
void address_text(Address, char text[ADDRESS_TEXT]);
/* The text by which the server tells visitors apart: an IPv4 address, or the first 64 bits of an
 * IPv6 address, because a household usually has all addresses with the same 64 bits. */
void address_visitor(Address, char text[ADDRESS_TEXT]);
/* The network around the address, "192.0.2.0/24" or "2001:db8:1::/48": the addresses that a
 * provider gives to one customer. False: the address belongs to no network that is counted, for
 * example because it is this machine's. */
bool address_network(Address, char text[ADDRESS_TEXT]);
/* All addresses that begin with the same bits. */
typedef struct Network {
    Address address;
    int bits; /* number of leading bits that are the same, of the 128 of an IPv6 address */
} Network;

/* Reads ADDRESS or ADDRESS/BITS. False: the text is neither, and nothing was changed. */
bool network_parse(Network *, const char *text);
bool network_holds(const Network *, Address);

/* The address that stands for an unknown one: "::", RFC 4291, 2.5.2. */
Address address_unknown(void);
bool address_is_unknown(Address);

#endif
