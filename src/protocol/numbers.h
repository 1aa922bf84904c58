/* numbers - loads the fitted numbers and networks that `henka tune` writes. A user names them by a
 * path or "none"; by default they are NAME.eval and NAME.net in the folder of the game's NAME.ini.
 * Errors   An unreadable or damaged file, or one for another game, is an error with its path and
 *          the reason. Engine or variant keep their earlier numbers or network.
 */
#ifndef HENKA_PROTOCOL_NUMBERS_H
#define HENKA_PROTOCOL_NUMBERS_H

#include "henka.h"

/* Loads fitted numbers and a network into a variant that was just read. eval, net: a path; "none":
 * numbers derived from the moves, or no network; "": the file beside the game's file, else the one
 * delivered with Henka. under_settings: a file beside the game's file that doesn't fit is ignored,
 * because it may have been made for the game without settings. */
bool numbers_give(HenkaVariant *, const char *game_path, const char *eval, const char *net,
                  bool under_settings, HenkaError *);

/* Loads a network (`net`) or numbers into one engine. path "": takes those of the variant. */
bool numbers_set(HenkaEngine *, const HenkaVariant *, const char *path, bool net, HenkaError *);
/* Is this the path of a network (it ends in ".net")? Other paths are those of fitted numbers. */
bool numbers_is_net(const char *path);

#endif
