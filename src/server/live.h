/* live - games in memory: those someone has open, and those the engine thinks about. Every change
 * is stored before anybody hears of it.
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
    LiveGame *next;   /* in the server's list */
    Server *server;   /* that keeps it */
    GameRow row;      /* as the store has it; live_keep brings it up to the game */
    HenkaGame *game;  /* the same, replayed */
    json_t *settings; /* of the row, read: only what differs from the standard */
    Search *search;   /* for the engine's move; NULL while it isn't thinking */
    bool shipped;     /* the definition is one of this binary's games as it is now */
    bool paused;      /* the engine is to move but does not: after a take-back or a failure */
    bool scored[2];   /* by side: an engine has searched for it in this process */
    int score_cp[2];  /* by side: what that search thought, in hundredths of a pawn for the side */
};

/* What a new game is to be. Everything is the caller's. */
typedef struct LiveSetup {
    const char *definition; /* text of the variant */
    json_t *settings;       /* chosen for it; NULL: none */
    const char *sfen;       /* where it starts; NULL: the game's own array */
    HenkaGame *game;        /* instead of sfen and settings: a game already begun, to be copied */
    bool engine[2];         /* by side: the engine plays it */
    int level;              /* of the engine; 0 full strength */
} LiveSetup;

/* Reads a definition. settings are a JSON object, option name -> value, both text; settings and
 * report may be NULL. The error is the first fatal entry of the report. */
HenkaVariant *live_read_definition(const char *definition, const json_t *settings, HenkaReport *,
                                   HenkaError *);

LiveGame *live_create(Server *, const LiveSetup *, HenkaError *);
LiveGame *live_open(Server *, const char *id, HenkaError *); /* from memory, else from the store */
LiveGame *live_find(Server *, const char *id);               /* from memory only */
void live_sweep(Server *);
void live_free_all(Server *);
void live_resume(Server *); /* when the server starts: the engine goes on where it was to move */

bool live_move(LiveGame *, const char *usi, int ply,
               HenkaError *); /* ply: how many moves came before it; -1 says nothing */
bool live_undo(LiveGame *, HenkaError *);
bool live_resign(LiveGame *, HenkaSide, HenkaError *);
bool live_declare(LiveGame *, HenkaSide, HenkaError *); /* an impasse, won by points */
bool live_draw(LiveGame *, HenkaSide, bool *declined, HenkaError *);
bool live_decline(LiveGame *, HenkaError *);
bool live_go(LiveGame *, HenkaError *);
bool live_delete(LiveGame *, HenkaError *);
/* Starts the engine when it is to move, is not thinking yet and the game is not paused. */
void live_think(LiveGame *);
/* Plays the move that the engine found. */
bool live_answer(LiveGame *, const HenkaResult *, HenkaError *);

#endif
