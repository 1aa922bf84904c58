/* path - the keys from the start of the game to the position searched, for repetition. */
#ifndef HENKA_SEARCH_PATH_H
#define HENKA_SEARCH_PATH_H

#include "search/worker.h"

void path_clear(Path *);
void path_push(Path *, uint64_t key, bool check);
void path_pop(Path *);
/* What the repetition rule makes of the position with this key at the end of the path; *illegal when no such position may arise.
 * A position seen before in the search tree counts as the end it leads to. */
Ends path_ends(const Path *, const HenkaVariant *, uint64_t key, bool *illegal);

#endif
