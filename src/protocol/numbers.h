/* numbers - fitted numbers and networks (`henka tune` writes them) as people name them: a path,
 * "none", or the files beside a game's own, NAME.eval and NAME.net beside NAME.ini.
 * Errors   A file that can't be read, is damaged or was made for another game is an error that
 *          names it and says why. The engine or the variant keeps its earlier numbers or
 *          network.
 */
#ifndef HENKA_PROTOCOL_NUMBERS_H
#define HENKA_PROTOCOL_NUMBERS_H

#include "henka.h"

/* Gives its numbers and its network to a variant that was just read. eval, net: a path; "none" for
 * numbers derived from the moves, or for no network; "": the file beside the game's, or else the
 * delivered one. under_settings: a file beside the game's that doesn't fit is ignored, because it
 * may have been made for the game without settings. */
bool numbers_give(HenkaVariant *, const char *game_path, const char *eval, const char *net,
                  bool under_settings, HenkaError *);

/* Sets the numbers of one engine; "": the variant's. */
bool numbers_set_eval(HenkaEngine *, const HenkaVariant *, const char *path, HenkaError *);
bool numbers_set_net(HenkaEngine *, const HenkaVariant *, const char *path, HenkaError *);
/* Is this the path of a network (it ends in ".net")? Other paths are those of fitted numbers. */
bool numbers_is_net(const char *path);

#endif
