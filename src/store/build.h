/* build - builds games from texts, and texts from games: reads definitions, replays rows, reads and
 * writes records. All of this may take long, so it runs as jobs of the worker, never on the loop.
 * Owner    build_free frees the members that a Build owns. A caller that takes one over sets it to
 *          NULL.
 * Threads  The thread that holds the Build. Objects that it only points at must not change
 *          meanwhile.
 * Errors   The Build's own; a Build that failed has no game.
 */
#ifndef HENKA_STORE_BUILD_H
#define HENKA_STORE_BUILD_H

#include "store/database.h"

#include <jansson.h>

enum {
    BUILD_FINDINGS = 200,   /* findings in a definition that are kept */
    BUILD_NOTICES = 8,      /* notices about parts of a record that could not be used: kept at
                               most */
    BUILD_MAX_PLIES = 6000, /* moves of a game */
    BUILD_MOVE_BYTES = 64,  /* of the longest move's USI text, closed with NUL */
    /* Budgets in steps of about 25 ns (henka.h, budgets), for made-up games: to read a text and
     * begin the game; to generate its first moves; to play one move, with everything that is
     * checked after it; to replay a game. The slowest game in variants/ takes half a million, four
     * thousand, twenty thousand, and for the replay twenty thousand for each move. */
    BUILD_STEPS = 12000000,
    BUILD_LIST_STEPS = 250000,
    BUILD_MOVE_STEPS = 8000000,
    BUILD_REPLAY_STEPS = 80000000,
    BUILD_RECORD_STEPS = 2 * BUILD_REPLAY_STEPS /* a record replays it twice */
};

typedef struct Build {
    /* what is to be built. The caller owns it, except for the variant */
    const char *definition; /* text of the variant; NULL: the record names a shipped game */
    const json_t *settings; /* chosen for it; NULL: none */
    HenkaVariant *variant;  /* if it is known already; then no text is read. Owned */
    const char *sfen;       /* where a new game starts; NULL: the game's own array */
    const char *handicap;   /* instead of sfen: the name of a handicap; NULL: none */
    const char *record;     /* instead of sfen: a game already begun */
    bool archived;          /* the record is from an export: it was played before, so it may take as
                            many steps as a row */
    const GameRow *row;     /* instead of both: a stored game */
    HenkaBudget *budget;    /* limits the work; NULL: no limit. Set while it is built */
    /* the result */
    HenkaGame *game;          /* NULL: refused. Owned */
    json_t *changed;          /* the settings that differ from the standard ones. Owned */
    char *start, *moves;      /* of the game: SFEN and USI texts. Owned; not made for a row */
    HenkaPlayers players;     /* as a record names them */
    HenkaOutcome outcome;     /* of the game */
    bool agreed;              /* a player ended the game: replaying its moves does not restore that
                                 outcome */
    bool shipped;             /* the definition is one of this binary's games as it is now */
    uint64_t steps;           /* that replaying the game took */
    HenkaError *notices;      /* parts of the record that could not be used. Owned */
    size_t notice_count;      /* of notices */
    HenkaError error;         /* why it was refused */
    HenkaReport report;       /* of the definition; into entries */
    HenkaDiagnostic *entries; /* room for BUILD_FINDINGS. Owned; NULL: findings are not kept */
} Build;

/* The text of the shipped game of this name; NULL: there is none. */
const char *build_shipped_text(const char *name);
/* Is this the text of a shipped game, as it is now? */
bool build_is_shipped(const char *definition);
/* Does this SFEN begin a game with one of the handicaps? */
bool build_is_handicap(const HenkaVariant *, const char *start);
/* Builds the game, within a budget (NULL: without one). The game has no budget afterwards. */
bool build_game(Build *, HenkaBudget *);
void build_free(Build *);

/* A new game's id. */
void build_id(char id[GAME_ID_LENGTH + 1]);
/* The players and the date that the game's record names, in this language. */
HenkaPlayers build_players(const GameRow *, HenkaLanguage);
/* Is this the name that a record gives to a person without a name, in any language? */
bool build_is_nameless(const char *name);
/* Replays the row's moves from its start. NULL and an error if they make no game. budget may be
 * NULL. */
HenkaGame *build_replay(HenkaBudget *, const HenkaVariant *, const GameRow *, HenkaError *);

#endif
