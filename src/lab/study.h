/* study - games of the engine against itself, played to learn something about the game: what is
 * asked for, and the games as the measures see them.
 *
 * Strengths    The same engine at several limits of nodes a move. Nodes and never time, so that the
 *              same plan gives the same games on any machine and any number of threads.
 * Openings     Two sets, kept apart. STUDY_RANDOM: random legal plies from the start, the same for
 *              every strength, fair to every opening however bad. STUDY_START: the start itself,
 *              where each of the first STUDY_CHOSEN_PLIES moves is drawn from those that the engine
 *              thinks nearly best: the game as it is played.
 * The unit     is the distinct game. Of games of one strength and one set that are the same move
 *              for move the first counts, and the others are duplicates. Games whose opening led to
 *              the same position belong together (StudyGame.opening): bounds are by opening.
 * Unfinished   A game cut off at max_plies has no result. It is counted as unfinished, never as
 *              drawn.
 */
#ifndef HENKA_LAB_STUDY_H
#define HENKA_LAB_STUDY_H

#include "base/out.h"
#include "henka.h"

enum {
    STUDY_STRENGTHS = 8,      /* at most */
    STUDY_MAX_PLIES = 2048,   /* of a game */
    STUDY_MAX_GAMES = 100000, /* at each strength */
    STUDY_RANDOM_LEAST = 6,   /* random plies of an opening, from so many */
    STUDY_RANDOM_MOST = 10,   /* to so many */
    STUDY_CHOSEN_PLIES = 8,   /* plies of an opening that are chosen among nearly best moves */
    STUDY_CHOICES = 4,        /* so many best moves are looked at for that, */
    STUDY_NEARLY_CP = 40,   /* and those chosen from that are at most so much worse than the best */
    STUDY_NO_SCORE = -32768 /* nobody searched: a random ply */
};

typedef enum { STUDY_RANDOM, STUDY_START, STUDY_SETS } StudySet;

/* What is to be played; from the command line. */
typedef struct StudyPlan {
    const HenkaVariant *variant;     /* the game, with its settings */
    uint64_t nodes[STUDY_STRENGTHS]; /* most nodes a move, rising */
    int strengths;                   /* entries of nodes */
    int games;     /* at each strength: an even number, half of them of either set */
    int max_plies; /* then a game is cut off */
    uint64_t seed; /* of everything that is left to chance */
    int shard;     /* 0..shards - 1: which part of the games is played here, */
    int shards;    /* of so many; 1 (or 0): all of them */
} StudyPlan;

/* Games have numbers, from 0. They go round the strengths and sets, so that whatever was played
 * when a study is cut short is spread over all of them. */
static inline int study_total(const StudyPlan *plan) { return plan->games * plan->strengths; }
/* A shard has every so many-th game: the number of its game `at`, and how many it has. */
static inline int study_number(const StudyPlan *plan, int at) {
    return plan->shards > 1 ? plan->shard + at * plan->shards : at;
}
static inline int study_wanted(const StudyPlan *plan) {
    int shards = plan->shards > 1 ? plan->shards : 1;
    return (study_total(plan) - plan->shard + shards - 1) / shards;
}
static inline int study_strength(const StudyPlan *plan, int number) {
    return number / STUDY_SETS % plan->strengths;
}
static inline StudySet study_set(int number) { return (StudySet)(number % STUDY_SETS); }
/* The number of its opening, the same for every strength. */
static inline int study_index(const StudyPlan *plan, int number) {
    return number / (STUDY_SETS * plan->strengths);
}

/* A ply of a game, and what could have been played instead. */
typedef struct StudyPly {
    HenkaMove move;
    int score_cp;        /* of the position before it, for sente; STUDY_NO_SCORE */
    int legal;           /* moves there were, */
    int drops, captures; /* and how many of them dropped, took something, */
    int promotions;      /* and promoted */
    uint8_t type;        /* the kind that moved or was dropped */
    bool drop, promotes; /* what the move did: turning over because of a capture counts */
    uint8_t taken_count; /* pieces it took, */
    uint8_t taken[HENKA_MAX_VICTIMS + 1]; /* and their kinds */
} StudyPly;

/* A game that was played. Filled by study_games_read, or by hand in a test. */
typedef struct StudyGame {
    int number, strength; /* in the plan */
    StudySet set;
    int opening_plies;  /* left to chance */
    uint64_t opening;   /* the position after those */
    uint64_t key;       /* of all moves: games with the same key went the same way */
    bool duplicate;     /* an earlier game of this strength and set has the same key */
    HenkaReason reason; /* HENKA_PLAYING: unfinished */
    int winner;         /* HENKA_SENTE, HENKA_GOTE or -1 */
    int plies;
    StudyPly *ply; /* [plies] */
} StudyGame;

typedef struct StudyGames {
    StudyGame *games; /* [count], in order of number */
    int count, cap;
} StudyGames;

#endif
