/* live_inside - what live.c (keeping games) lends to live_play.c (changing them). */
#ifndef HENKA_SERVER_LIVE_INSIDE_H
#define HENKA_SERVER_LIVE_INSIDE_H

#include "server/live.h"

bool live_over(const LiveGame *);
void live_stop(LiveGame *); /* its search */
/* Brings the row up to what the game says and writes it. What could not be stored has not happened:
 * back to what the store has. */
bool live_keep(LiveGame *, HenkaError *);
/* The game a row tells of, replayed. */
HenkaGame *live_build(const HenkaVariant *, const GameRow *, HenkaError *);
void live_unlink(LiveGame *);
void live_free(LiveGame *);

#endif
