/* admin - `henka admin`: an operator's changes to the games and the people of a server. The command
 * works on the database, with or without a running server, and records each action there as a deed.
 * A running server reads the deeds every two seconds (tick.c), removes deleted games from memory
 * and closes the connections of banned people. Like database.c it is written for SQLite; another
 * database needs another file with the same calls.
 * Threads  One at a time.
 * Errors   Functions that fail return false and an error; then nothing of that call was done.
 */
#ifndef HENKA_STORE_ADMIN_H
#define HENKA_STORE_ADMIN_H

#include "henka.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct Admin Admin;

/* Opens the database, and brings it to this version's schema. NULL on failure. */
Admin *admin_open(const char *path, HenkaError *);
void admin_close(Admin *);
/* Is there a verb of this name that takes this number of words? */
bool admin_knows(const char *verb, int words);
/* Runs the verb with one word, or with none if word is NULL. Prints the result to `to`: one record
 * a line, its fields separated by tabs. */
bool admin_do(Admin *, const char *verb, const char *word, FILE *to, HenkaError *);

#endif
