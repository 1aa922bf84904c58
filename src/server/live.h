/* live - games in memory: those someone has open, and those the engine thinks about. Every change
 * is stored before it is told.
 * Owner    The Server owns its live games; live_sweep frees those nobody needs.
 * Errors   HenkaError, for a person to read; a failed call has changed nothing.
 * Limits   LIVE_MAX_PLIES moves a game.
 */
#ifndef HENKA_SERVER_LIVE_H
#define HENKA_SERVER_LIVE_H

#include "server/pool.h"
#include "server/server.h"
#include "server/store.h"

#include <jansson.h>

enum { LIVE_MAX_PLIES = 6000 };

struct LiveGame {
    LiveGame *next;
    Server *server;
    GameRow row; /* as stored */
    HenkaGame *game;
    json_t *settings;
    Search *search; /* the engine's move, or NULL */
    bool shipped;   /* the definition is one of this binary's games as it is now */
    bool paused;    /* the engine to move, but told not to */
    bool scored[2];
    int score_cp[2]; /* by side: what its last search thought */
};

typedef struct LiveSetup {
    const char *definition; /* text of the variant */
    json_t *settings;       /* borrowed; NULL: none */
    const char *sfen;       /* NULL: the game's own array */
    HenkaGame *game; /* instead of the two above: a game already begun, taken over when the call
                        succeeds */
    bool engine[2];
    int level;
} LiveSetup;

LiveGame *live_create(Server *, const LiveSetup *, HenkaError *);
LiveGame *live_open(Server *, const char *id, HenkaError *); /* from memory, else from the store */
LiveGame *live_find(Server *, const char *id);               /* from memory only */
void live_sweep(Server *);
void live_free_all(Server *);
void live_resume(Server *); /* at start: the engine goes on where it was to move */

bool live_move(LiveGame *, const char *usi, int ply, HenkaError *); /* ply -1: whatever */
bool live_undo(LiveGame *, HenkaError *);
bool live_resign(LiveGame *, HenkaSide, HenkaError *);
bool live_declare(LiveGame *, HenkaSide, HenkaError *); /* an impasse, won by points */
bool live_draw(LiveGame *, HenkaSide, bool *declined, HenkaError *);
bool live_decline(LiveGame *, HenkaError *);
bool live_go(LiveGame *, HenkaError *);
bool live_delete(LiveGame *, HenkaError *);
/* Starts the engine where it is to move and nothing hinders it. */
void live_think(LiveGame *);
/* The engine's move has come. */
bool live_answer(LiveGame *, const HenkaResult *, HenkaError *);

HenkaLimits level_limits(int level);

#endif
