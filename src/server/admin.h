/* admin - `henka admin`: what an operator does with the games and the people of a server. It works
 * on the database, beside a server or without one, and writes down each deed there; a server that
 * runs reads the deeds every two seconds (tick.c), takes games out of memory and turns people away.
 * Like database.c it is SQLite's, and another database is another file with the same calls.
 * Threads  One at a time.
 * Errors   false and an error; then nothing of that call was done.
 */
#ifndef HENKA_SERVER_ADMIN_H
#define HENKA_SERVER_ADMIN_H

#include "henka.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct Admin Admin;

/* Brings the database to this version's schema. NULL on failure. */
Admin *admin_open(const char *path, HenkaError *);
void admin_close(Admin *);
/* Is there such a verb, and does it take so many words? */
bool admin_knows(const char *verb, int words);
/* Does what the verb says with one word, NULL: with none. What is asked for is printed: a line
 * each, its parts between tabs. */
bool admin_do(Admin *, const char *verb, const char *word, FILE *to, HenkaError *);

#endif
