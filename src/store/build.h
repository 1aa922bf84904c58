/* build - builds games from texts, and texts from games: reads definitions, replays rows, reads and
 * writes records. All of this may take long, so it runs as jobs of the worker, never on the loop.
 * Owner    build_free frees a Build's own members. A caller that takes one over sets it to NULL.
 * Threads  The thread that holds the Build. Objects that it points at must not change meanwhile.
 * Errors   The Build's own; a Build that failed has no game.
 */
#ifndef HENKA_STORE_BUILD_H
#define HENKA_STORE_BUILD_H

#include "store/database.h"

#include <jansson.h>

enum {
    BUILD_FINDINGS = 200,   /* most findings (errors and warnings) in a definition that are kept */
    BUILD_NOTICES = 8,      /* most notices about unusable parts of a record */
    BUILD_MAX_PLIES = 6000, /* most moves of a game */
    BUILD_MOVE_BYTES = 64,  /* bytes of the longest move's USI text, with its NUL */
    /* Budgets for a made-up game in steps of about 25 ns (henka.h, budgets). BUILD_STEPS: to read
     * its text and begin it; BUILD_LIST_STEPS: to list its first moves; BUILD_MOVE_STEPS: to play a
     * move, with all checks after it; BUILD_REPLAY_STEPS: to replay it. The slowest game in
     * variants/ takes 500000, 4000 and 20000 of these steps, and 20000 for each replayed move. */
    BUILD_STEPS = 12000000,
    BUILD_LIST_STEPS = 250000,
    BUILD_MOVE_STEPS = 8000000,
    BUILD_REPLAY_STEPS = 80000000,
    BUILD_RECORD_STEPS = 2 * BUILD_REPLAY_STEPS /* to write a record: replays twice */
};

typedef struct Build {
    /* The input. The caller owns its members, except for the variant */
    const char *definition; /* text of the variant; NULL: the record names a shipped game */
    const json_t *settings; /* settings chosen for the definition; NULL: none */
    HenkaVariant *variant;  /* set if the variant exists already, so that no text is read. Owned */
    const char *sfen;       /* SFEN of a new game's start; NULL: the variant's starting position */
    const char *handicap;   /* instead of sfen: the name of a handicap; NULL: none */
    const char *record;     /* instead of sfen: the record of a game already begun */
    bool archived;          /* the record is from an export: the game was played before, so it may
                               take as many steps as a stored game */
    const GameRow *row;     /* instead of sfen and record: a stored game */
    HenkaBudget *budget;    /* limits the work; NULL: no limit. Set while the game is built */
    /* The result of build_game */
    HenkaGame *game;          /* the game; NULL: it was refused. Owned */
    json_t *changed;          /* the settings that differ from the defaults. Owned */
    char *changed_text;       /* `changed` as the text of JSON. Owned */
    char *start, *moves;      /* starting SFEN and moves in USI. Owned; not for a row */
    HenkaPlayers players;     /* players and date, as a record names them */
    HenkaOutcome outcome;     /* outcome of the game */
    bool agreed;              /* a player ended the game: its moves don't show that */
    bool shipped;             /* the definition is, unchanged, that of a game in this binary */
    uint64_t steps;           /* number of steps that replaying the game took */
    HenkaError *notices;      /* errors: the parts of the record that could not be used. Owned */
    size_t notice_count;      /* number of notices */
    HenkaError error;         /* why the game was refused */
    HenkaReport report;       /* errors and warnings found in the definition, stored in entries */
    HenkaDiagnostic *entries; /* room for BUILD_FINDINGS findings. Owned; NULL: not kept */
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

/* Fills in the row's members that the built game determines. Its texts stay the Build's. */
void build_row(const Build *, GameRow *);
/* The players and the date that the game's record names, in this language. */
HenkaPlayers build_players(const GameRow *, HenkaLanguage);
/* Is this the name that a record gives to a person without a name, in any language? */
bool build_is_nameless(const char *name);
/* The game's record, written within the budget; the caller frees it. NULL: memory ran out; "": the
 * format can't express the game, or the budget is spent. The game has no budget afterwards. */
char *build_record(HenkaGame *, HenkaBudget *, HenkaRecordFormat, const HenkaPlayers *);
/* Replays the row's moves from its start. NULL and an error: no game. The budget may be NULL. */
HenkaGame *build_replay(HenkaBudget *, const HenkaVariant *, const GameRow *, HenkaError *);

#endif
