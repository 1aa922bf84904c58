/* registry - the games at hand: the ones inside the library, and the ones read from files.
 * Owner    The registry keeps the text of added games; variants it opens are the caller's to free.
 * Threads  One at a time: it caches the variants that it has opened.
 * Errors   A HenkaError for a file that can't be read, that has no game in it, or whose numbers
 *          beside it don't fit; nothing is added then.
 * Limits   A folder has at most 1000 files ending in .ini.
 */
#ifndef HENKA_PROTOCOL_REGISTRY_H
#define HENKA_PROTOCOL_REGISTRY_H

#include "henka.h"

typedef struct Registry Registry;

Registry *registry_new(void);
void registry_free(Registry *);
/* path: a game's file, or a folder of them, with the numbers and networks beside the files
 * (numbers.h). A game replaces an earlier one of the same name. */
bool registry_add(Registry *, const char *path, HenkaError *);
size_t registry_count(const Registry *);
const char *registry_name(const Registry *, size_t index);
/* Is it a shipped game that is listed below the others (shelf= in its file)? Sums over all games
 * leave it out, so that they stay comparable with older ones. */
bool registry_is_shelved(const char *name);
/* The shipped game that a session of this protocol begins with if none is named: the game whose
 * file names the protocol (begins=). */
size_t registry_standard(const Registry *, const char *protocol);
/* Finds a game by its name, else by a name that other programs use for it (alias=, xboard=); -1:
 * none. */
int registry_find(const Registry *, const char *name);
/* The name most similar to this one, for "did you mean"; NULL when none is near. */
const char *registry_near(const Registry *, const char *name);
/* Opens the game under the settings. Settings that the game doesn't know are ignored: they were
 * made for another game. */
HenkaVariant *registry_open(const Registry *, size_t index, const char *const *settings,
                            size_t count, HenkaError *);

#endif
