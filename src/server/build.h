/* build - from texts to games and back: definitions read, rows replayed, records read and written.
 * All of it may take long, so it runs as jobs of the worker, never on the loop.
 * Owner    build_free frees what a Build owns; who takes it over leaves NULL in its place.
 * Threads  Whoever holds the Build. What it only points at stays as it is meanwhile.
 * Errors   The Build's own; a Build that failed has no game.
 */
#ifndef HENKA_SERVER_BUILD_H
#define HENKA_SERVER_BUILD_H

#include "server/database.h"

#include <jansson.h>

enum {
    BUILD_FINDINGS = 200,   /* findings in a definition that are kept */
    BUILD_NOTICES = 8,      /* what of a record could not be used: kept, of what was found */
    BUILD_MAX_PLIES = 6000, /* moves of a game */
    BUILD_MOVE_BYTES = 64,  /* of the longest move's USI text, closed with NUL */
    /* Steps (henka.h, budgets) of some 25 ns, for games that somebody made up: of reading a text
     * and beginning the game; of finding its first moves; of one move, with all that is looked at;
     * of replaying a game. Of all games in variants/ the slowest takes half a million, four
     * thousand, twenty thousand, and that for each move. */
    BUILD_STEPS = 12000000,
    BUILD_LIST_STEPS = 250000,
    BUILD_MOVE_STEPS = 8000000,
    BUILD_REPLAY_STEPS = 80000000,
    BUILD_RECORD_STEPS = 2 * BUILD_REPLAY_STEPS /* a record replays it twice */
};

typedef struct Build {
    /* what is to be built; the caller's, but for the variant */
    const char *definition; /* text of the variant; NULL: the record names a shipped game */
    const json_t *settings; /* chosen for it; NULL: none */
    HenkaVariant *variant;  /* where it is known already: then nothing is read. Owned */
    const char *sfen;       /* where a new game starts; NULL: the game's own array */
    const char *handicap;   /* instead of sfen: the name of a handicap; NULL: none */
    const char *record;     /* instead of sfen: a game already begun */
    bool archived;       /* it is an exported game's: played before, it may be as slow as a row */
    const GameRow *row;  /* instead of both: a stored game */
    HenkaBudget *budget; /* of the work; NULL: without bound. Set while it is built */
    /* what came of it */
    HenkaGame *game;          /* NULL: refused. Owned */
    json_t *changed;          /* the settings that differ from the standard ones. Owned */
    char *start, *moves;      /* of the game: SFEN and USI texts. Owned; not made for a row */
    HenkaPlayers players;     /* as a record names them */
    HenkaOutcome outcome;     /* of the game */
    bool agreed;              /* its players ended it: replaying does not bring that back */
    bool shipped;             /* the definition is one of this binary's games as it is now */
    uint64_t steps;           /* that replaying the game took */
    HenkaError *notices;      /* what of the record could not be used. Owned */
    size_t notice_count;      /* of notices */
    HenkaError error;         /* why it was refused */
    HenkaReport report;       /* of the definition; into entries */
    HenkaDiagnostic *entries; /* BUILD_FINDINGS of them. Owned; NULL: nobody wants to know */
} Build;

/* The text of a shipped game; NULL: none has this name. */
const char *build_shipped_text(const char *name);
/* Is this the text of a shipped game, as it is now? */
bool build_is_shipped(const char *definition);
/* Does this SFEN begin a game with one of the handicaps? */
bool build_is_handicap(const HenkaVariant *, const char *start);
/* Makes the game, within a budget, NULL: without one. The game has no budget afterwards. */
bool build_game(Build *, HenkaBudget *);
void build_free(Build *);

/* A new game's id. */
void build_id(char id[GAME_ID_LENGTH + 1]);
/* What its record says, in a language, of who plays, and when it began. */
HenkaPlayers build_players(const GameRow *, HenkaLanguage);
/* Is this what a record says of a person without a name, in whichever language? */
bool build_is_nameless(const char *name);
/* The game that the row's start and moves make. NULL, and in the error why, when they make none.
 * budget may be NULL. */
HenkaGame *build_replay(HenkaBudget *, const HenkaVariant *, const GameRow *, HenkaError *);

#endif
