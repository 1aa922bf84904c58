#include "server/address.h"

#include "base/error.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* libwebsockets doesn't say why it could not listen, so ask first. 0 or the errno. */
static int port_try(int port) {
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
    if (fd < 0) return errno;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    int problem =
        bind(fd, (struct sockaddr *)&address, sizeof address) || listen(fd, 1) ? errno : 0;
    close(fd);
    return problem;
}

int address_find_port(int wanted, HenkaError *error) {
    if (wanted < 0 || wanted > 65535)
        return error_at(error, 0, 0, "expected a port from 1 to 65535, found %d", wanted), -1;
    if (wanted) {
        int problem = port_try(wanted);
        if (!problem) return wanted;
        return error_at(error, 0, 0, "port %d on 127.0.0.1: %s", wanted, strerror(problem)), -1;
    }
    for (int port = ADDRESS_STANDARD_PORT; port < ADDRESS_STANDARD_PORT + ADDRESS_TRIED_PORTS;
         port++)
        if (!port_try(port)) return port;
    return error_at(error, 0, 0, "no free port from %d to %d", ADDRESS_STANDARD_PORT,
                    ADDRESS_STANDARD_PORT + ADDRESS_TRIED_PORTS - 1),
           -1;
}
