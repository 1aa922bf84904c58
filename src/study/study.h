/* study - games of the engine against itself, played to learn something about the game: what is
 * asked for, and the games as the measures see them.
 *
 * Strengths    The same engine at several limits of nodes a move. Nodes and never time, so that the
 *              same plan gives the same games on any machine and any number of threads.
 * Openings     Two sets, kept apart. STUDY_RANDOM: random legal plies from the start, the same for
 *              every strength, fair to every opening however bad. STUDY_START: the start itself,
 *              where each move is drawn from those that the engine thinks nearly best, until there
 *              was more than one such move STUDY_DRAWN times, or STUDY_CHOSEN_PLIES are played:
 *              the game as it is played. Choices are counted and not plies, for a strip offers one
 *              at every second ply: most games of a few plies' choice would be the same there.
 * Skill        A third series: each strength against the next weaker one, the least against an
 *              eighth of its nodes, from random openings, each opening played twice with sides
 *              changed. Its games count for skill alone.
 * The unit     is the distinct game. Of games of one strength and one set that are the same move
 *              for move the first counts, and the others are duplicates. Games whose opening led to
 *              the same position belong together (StudyGame.opening): bounds are by opening.
 * Unfinished   A game cut off at max_plies has no result. It is counted as unfinished, never as
 *              drawn.
 * Owner        The plies and quiet positions of a StudyGames are its own; study_games_free frees
 *              them with it (study_games.h).
 * Threads      Plain values. A StudyPlan is only read while its games are played.
 */
#ifndef HENKA_STUDY_STUDY_H
#define HENKA_STUDY_STUDY_H

#include "base/out.h"
#include "henka.h"
#include "match/opening.h"
#include "match/samples.h"

enum {
    STUDY_STRENGTHS = 8,                /* at most */
    STUDY_MAX_PLIES = SAMPLE_MAX_PLIES, /* of a game: every one is a sample (study_tune.h) */
    STUDY_MAX_GAMES = 100000,           /* at each strength */
    STUDY_RANDOM_LEAST = 6,             /* random plies of an opening, at least */
    STUDY_RANDOM_MOST = 10,             /* and at most */
    STUDY_DRAWN = 12,        /* so often an opening has a choice among nearly best moves, */
    STUDY_CHOSEN_PLIES = 40, /* in so many plies at most */
    STUDY_CHOICES = 4,       /* so many best moves are looked at for that, */
    STUDY_NEARLY_CP = 40, /* and those chosen from that are at most so much worse than the best */
    STUDY_QUIET = 4,      /* quiet positions of a game that are weighed, at most */
    STUDY_SAMPLED = 11,   /* every so many-th ply after the opening two moves are searched */
    STUDY_NO_SCORE = SAMPLE_NO_SCORE /* nobody searched: a random ply */
};

/* The sets of openings, and the series of games there are: one for each set, and that of skill. */
typedef enum {
    STUDY_RANDOM,
    STUDY_START,
    STUDY_SETS,
    STUDY_SKILL = STUDY_SETS,
    STUDY_SERIES
} StudySet;

/* Openings that the games of several studies have in common (--compare): random ones are moves of
 * the first variant, chosen ones are those that the engine thinks nearly best there, and each is
 * legal in all variants and ends no game. */
typedef struct StudyCommon {
    const HenkaVariant *variants[OPENING_COMMON]; /* one of them is the plan's */
    int count;                                    /* of them; 0: openings of the plan's own */
} StudyCommon;

/* What is to be played; from the command line. */
typedef struct StudyPlan {
    const HenkaVariant *variant;     /* the game, with its settings */
    uint64_t nodes[STUDY_STRENGTHS]; /* most nodes a move, rising */
    int strengths;                   /* entries of nodes */
    int games; /* at each strength: an even number, half of them of either set. Half as many
                      more are played for skill */
    RandomPlies random; /* of random openings */
    int max_plies;      /* then a game is cut off */
    uint64_t seed;      /* of everything that is left to chance */
    int shard;          /* 0..shards - 1: which part of the games is played here, */
    int shards;         /* of so many; 1 (or 0): all of them */
    StudyCommon common;
} StudyPlan;

/* Games have numbers, from 0. They go round the strengths and series, so that whatever was played
 * when a study is cut short is spread over all of them. */
static inline int study_total(const StudyPlan *plan) {
    return plan->games / STUDY_SETS * STUDY_SERIES * plan->strengths;
}
/* A shard has every so many-th game: the number of its game `at`, and how many it has. */
static inline int study_number(const StudyPlan *plan, int at) {
    return plan->shards > 1 ? plan->shard + at * plan->shards : at;
}
static inline int study_wanted(const StudyPlan *plan) {
    int shards = plan->shards > 1 ? plan->shards : 1;
    return (study_total(plan) - plan->shard + shards - 1) / shards;
}
static inline int study_strength(const StudyPlan *plan, int number) {
    return number / STUDY_SERIES % plan->strengths;
}
static inline StudySet study_set(int number) { return (StudySet)(number % STUDY_SERIES); }
/* Its place among the games of its strength and series, the same for every strength. */
static inline int study_index(const StudyPlan *plan, int number) {
    return number / (STUDY_SERIES * plan->strengths);
}
/* The side that has the strength's nodes in a game of skill; the other one has fewer. */
static inline HenkaSide study_stronger(const StudyPlan *plan, int number) {
    return (HenkaSide)(study_index(plan, number) % 2);
}
/* Against so many nodes a move a strength plays its games of skill. */
static inline uint64_t study_weaker(const StudyPlan *plan, int strength) {
    if (strength) return plan->nodes[strength - 1];
    return plan->nodes[0] >= 8 ? plan->nodes[0] / 8 : 1;
}
/* Nodes a move of a side in a game. */
static inline uint64_t study_nodes(const StudyPlan *plan, int number, HenkaSide side) {
    int strength = study_strength(plan, number);
    bool weaker = study_set(number) == STUDY_SKILL && side != study_stronger(plan, number);
    return weaker ? study_weaker(plan, strength) : plan->nodes[strength];
}

/* Squares of the board, holes included. */
static inline int study_squares(const HenkaVariant *variant) {
    return henka_variant_files(variant) * henka_variant_ranks(variant);
}

/* A ply of a game, and what could have been played instead. */
typedef struct StudyPly {
    HenkaMove move;      /* that was played */
    int score_cp;        /* of the position before it, for sente; STUDY_NO_SCORE */
    int second_cp;       /* of the second best move, for sente; STUDY_NO_SCORE: not searched */
    int legal;           /* moves there were, */
    int drops, captures; /* and how many of them dropped, took something, */
    int promotions;      /* and promoted */
    int16_t from, to;    /* squares; from -1: a drop */
    int16_t filled;      /* squares with a piece before the move, */
    int16_t held;        /* and pieces in both hands */
    uint8_t type;        /* the kind that moved or was dropped */
    bool drop, promotes; /* what the move did: turning over because of a capture counts */
    bool elsewhere; /* it took something that stood on another square than the one it went to */
    uint8_t taken_count;                  /* pieces it took, */
    uint8_t taken[HENKA_MAX_VICTIMS + 1]; /* and their kinds */
} StudyPly;

/* The pieces of a quiet position: out of check, and neither the move before it nor the one played
 * there takes something. */
typedef struct StudyMaterial {
    int ply;       /* played before it */
    uint32_t bars; /* rules that forbid something there: a bit 1 << HenkaBar for each */
    int16_t board[HENKA_MAX_TYPES]; /* by kind: sente's pieces on the board less gote's, */
    int16_t hand[HENKA_MAX_TYPES];  /* and in hand */
} StudyMaterial;

/* A game that was played. Filled by study_games_read, or by hand in a test. */
typedef struct StudyGame {
    int number;           /* of the game, from 0, see study_total */
    int strength;         /* index of StudyPlan.nodes */
    StudySet set;         /* its set of openings, or STUDY_SKILL */
    int opening_plies;    /* left to chance */
    uint64_t opening;     /* the position after those */
    uint64_t key;         /* of all moves: games with the same key went the same way */
    bool duplicate;       /* an earlier game of this strength and set has the same key */
    HenkaReason reason;   /* HENKA_PLAYING: unfinished */
    int winner;           /* HENKA_SENTE, HENKA_GOTE or -1 */
    int plies;            /* of ply */
    StudyPly *ply;        /* [plies] */
    StudyMaterial *quiet; /* [quiet_count], in order of ply */
    int quiet_count;      /* the plies after the opening are cut into STUDY_QUIET
                                           parts, and of each the first quiet position is here */
} StudyGame;

typedef struct StudyGames {
    StudyGame *games; /* [count], in order of number */
    int count, cap;
} StudyGames;

#endif
