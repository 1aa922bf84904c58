/* numbers - fitted numbers and networks (what `henka tune` writes) as people name them: a path,
 * "none", or the files that stand beside a game's own, NAME.eval and NAME.net beside NAME.ini.
 *
 * Errors   A file that can't be read, is damaged or was made for another game is an error that
 *          names it and says why. The engine or the variant keeps what it had of that kind.
 */
#ifndef HENKA_PROTOCOL_NUMBERS_H
#define HENKA_PROTOCOL_NUMBERS_H

#include "henka.h"

/* Gives a variant that was just read its numbers and its network. eval, net: a path, or "none" for
 * those derived from the moves and for no network; "": the file beside the game's, or when there is
 * none, what is delivered. under_settings: a file beside the game's that doesn't fit is left out,
 * for it may have been made for the game without settings. */
bool numbers_give(HenkaVariant *, const char *game_path, const char *eval, const char *net,
                  bool under_settings, HenkaError *);

/* Of one engine; "": what the variant has. */
bool numbers_set_eval(HenkaEngine *, const HenkaVariant *, const char *path, HenkaError *);
bool numbers_set_net(HenkaEngine *, const HenkaVariant *, const char *path, HenkaError *);
/* Is this path a network's (it ends in ".net")? Others are those of fitted numbers. */
bool numbers_is_net(const char *path);

#endif
