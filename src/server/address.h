/* address - a free port on this machine. */
#ifndef HENKA_SERVER_ADDRESS_H
#define HENKA_SERVER_ADDRESS_H

#include "henka.h"

enum { ADDRESS_STANDARD_PORT = 8642, ADDRESS_TRIED_PORTS = 100 };

/* wanted 0: the standard port or the next free one. -1 when there is none. */
int address_find_port(int wanted, HenkaError *);

#endif
