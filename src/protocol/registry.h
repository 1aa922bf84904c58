/* registry - the games to choose from: the games inside the library, and games read from files.
 * Owner    The registry keeps the text of added games. The caller frees the variants it opens.
 * Threads  One thread at a time, because the registry caches the variants that it has opened.
 * Errors   A file that can't be read, that has no game in it, or whose numbers beside it don't fit
 *          gives a HenkaError. This file and the files after it in its folder are not added.
 * Limits   A folder has at most 1000 files ending in .ini.
 */
#ifndef HENKA_PROTOCOL_REGISTRY_H
#define HENKA_PROTOCOL_REGISTRY_H

#include "henka.h"

typedef struct Registry Registry;

Registry *registry_new(void);
void registry_free(Registry *);
/* Adds the game of a file, or the games of the files in a folder, with the numbers and networks
 * beside the files (numbers.h). A game replaces an earlier game of the same name. */
bool registry_add(Registry *, const char *path, HenkaError *);
size_t registry_count(const Registry *);
const char *registry_name(const Registry *, size_t index);
/* Is it a shipped game with shelf= in its file, which lists show below the others? Sums over all
 * games leave such games out, so that they stay comparable with older sums. */
bool registry_is_shelved(const char *name);
/* Index of the shipped game with which a session of this protocol begins if the user names none:
 * the game whose file names the protocol (begins=). */
size_t registry_standard(const Registry *, const char *protocol);
/* Index of the game with this name, else of the game for which other programs use this name
 * (alias=, xboard=); -1: no such game. */
int registry_find(const Registry *, const char *name);
/* The name of the game most similar to this name, for "did you mean"; NULL: none is similar. */
const char *registry_near(const Registry *, const char *name);
/* Opens a game with settings, "NAME=VALUE". Settings that the game doesn't know are ignored,
 * because they were made for another game. */
HenkaVariant *registry_open(const Registry *, size_t index, const char *const *settings,
                            size_t count, HenkaError *);

#endif
