/* registry - the games at hand: those inside the library, and those read from files.
 *
 * Owner    The registry keeps the text of added games; variants it opens are the caller's to free.
 * Threads  One at a time: it remembers what it has opened.
 * Errors   A file that can't be read or has no game in it, or beside which numbers stand that don't
 *          fit, is answered with a HenkaError; nothing is added then.
 * Limits   A folder has at most 1000 files ending in .ini.
 */
#ifndef HENKA_PROTOCOL_REGISTRY_H
#define HENKA_PROTOCOL_REGISTRY_H

#include "henka.h"

typedef struct Registry Registry;

Registry *registry_new(void);
void registry_free(Registry *);
/* path: a game's file, or a folder of them, with the numbers and networks beside the files
 * (numbers.h). A game of a name already there takes its place. */
bool registry_add(Registry *, const char *path, HenkaError *);
size_t registry_count(const Registry *);
const char *registry_name(const Registry *, size_t index);
/* Is it a shipped game that stands below the others (shelf= in its file)? Sums over all games leave
 * it out, so that they can be compared with older ones. */
bool registry_is_shelved(const char *name);
/* The shipped game that a session of this protocol begins with where none is named: the one whose
 * file says so (begins=). */
size_t registry_standard(const Registry *, const char *protocol);
/* By its name, else by one that other programs have for it (alias=, xboard=); -1: none. */
int registry_find(const Registry *, const char *name);
/* The name most like this one, for "did you mean"; NULL when none is near. */
const char *registry_near(const Registry *, const char *name);
/* Settings the game doesn't know are left out: they were made for another game. */
HenkaVariant *registry_open(const Registry *, size_t index, const char *const *settings,
                            size_t count, HenkaError *);

#endif
