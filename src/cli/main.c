/* main - the table of subcommands. */
#include <stdio.h>

int main(void) {
    fputs("henka: no subcommands yet\n", stderr);
    return 2;
}
