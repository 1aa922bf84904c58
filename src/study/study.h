/* study - games of the engine against itself, played to learn something about a game: what is to be
 * played (StudyPlan), and the games that were played (StudyGame).
 *
 * Strengths    A strength is the engine with a limit of nodes a move, never of time, so that a plan
 *              gives the same games on every machine and with any number of threads.
 * Openings     Two separate sets. STUDY_RANDOM: random legal plies from the game's starting
 *              position, the same for every strength, however bad they are. STUDY_START: from the
 *              starting position, each move is drawn from the moves that the engine thinks nearly
 *              best, until there was a choice of two or more moves STUDY_DRAWN times, or until
 *              STUDY_CHOSEN_PLIES are played. These games show how the game is played. Choices are
 *              counted and not plies, because a board of one file offers a choice only at every
 *              second ply, and after a few plies most of its games would still be the same.
 * Skill        A third series of games: each strength plays against the next weaker one, and the
 *              weakest against an eighth of its nodes. Each random opening is played twice, with
 *              the sides exchanged. These games are used to measure skill and for nothing else.
 * The unit     is the distinct game. Of games of one strength and one set with the same moves the
 *              first counts, and the others are duplicates. Games whose openings led to the same
 *              position belong together (StudyGame.opening): bounds are computed by opening.
 * Unfinished   A game cut off at max_plies has no result: it counts as unfinished, never as drawn.
 * Trials       Games from other starting positions (study_trials.h), each trial in its own file.
 * Owner        A StudyGames owns its trials and its games' lists; study_games_free frees them.
 * Threads      Plain values. A StudyPlan is only read while its games are played.
 */
#ifndef HENKA_STUDY_STUDY_H
#define HENKA_STUDY_STUDY_H

#include "base/out.h"
#include "henka.h"
#include "match/opening.h"
#include "match/samples.h"

enum {
    STUDY_STRENGTHS = 8,                /* most strengths (limits of nodes) in a study */
    STUDY_MAX_PLIES = SAMPLE_MAX_PLIES, /* a sample's most (study_tune.h) */
    STUDY_MAX_GAMES = 100000,           /* games at each strength, at most */
    STUDY_RANDOM_LEAST = 6,             /* least number of random plies in an opening */
    STUDY_RANDOM_MOST = 10,             /* greatest number of random plies in an opening */
    STUDY_DRAWN = 12,                   /* choices among nearly best moves that end an opening */
    STUDY_CHOSEN_PLIES = 40,            /* most plies of an opening of chosen moves */
    STUDY_CHOICES = 4,                  /* number of best moves among which an opening chooses */
    STUDY_NEARLY_CP = 40, /* a chosen move is at most this much worse than the best one */
    STUDY_QUIET = 4,      /* most quiet positions of a game, for the pieces' worth */
    STUDY_EFFECT = 2,     /* default of the smallest difference that matters, in points of 100 */
    STUDY_SAMPLED = 11,   /* after the opening, two moves are searched at every STUDY_SAMPLED-
                                th ply */
    STUDY_NO_SCORE = SAMPLE_NO_SCORE /* the ply was random, without a search */
};

/* The series of games: one for each set of openings, and one for skill. */
typedef enum {
    STUDY_RANDOM,
    STUDY_START,
    STUDY_SETS,
    STUDY_SKILL = STUDY_SETS,
    STUDY_SERIES
} StudySet;

/* Openings that several games (variants) have in common, for --compare. Random openings are moves
 * of the first variant; chosen openings are moves that the engine thinks nearly best in it. Each
 * move is legal in all variants and ends the game in none. */
typedef struct StudyCommon {
    const HenkaVariant *variants[OPENING_COMMON]; /* the games; one is StudyPlan.variant */
    int count;                                    /* number of `variants`; 0: openings need only
                                                     suit the game itself */
} StudyCommon;

/* The games that are to be played, from the command line. */
typedef struct StudyPlan {
    const HenkaVariant *variant;     /* the game, with its settings */
    uint64_t nodes[STUDY_STRENGTHS]; /* by strength: most nodes a move, rising */
    int strengths;                   /* number of entries in `nodes` */
    int games; /* at each strength, half of them from each set of openings: an even number. Half
                  this number are played for skill in addition */
    RandomPlies random; /* how random openings are made */
    int max_plies;      /* a game is cut off after this number of plies */
    uint64_t seed;      /* of all random choices */
    int shard;          /* 0..shards - 1: which part of the games this run plays */
    int shards;         /* number of parts, a run for each; 1 or 0: this run plays all games */
    int effect;         /* smallest difference of shares that matters, in points of 100 */
    int family;         /* number of studies that are read together, this one included: bounds hold
                           for all of them; 0 counts as 1 */
    /* A trial: the SFENs from which games of even and of odd number begin. All games of a trial
     * have chosen openings and one strength. NULL: a study, from the game's own start. */
    const char *starts[2];
    StudyCommon common;
} StudyPlan;

/* The number of games in all shards. Games are numbered from 0, alternating between strengths and
 * series, so that a study that was cut short has games of all of them. */
static inline int study_total(const StudyPlan *plan) {
    if (plan->starts[0]) return plan->games;
    return plan->games / STUDY_SETS * STUDY_SERIES * plan->strengths;
}
/* The number of game `at` of this run. A shard plays every shards-th game. */
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
static inline StudySet study_set(const StudyPlan *plan, int number) {
    return plan->starts[0] ? STUDY_START : (StudySet)(number % STUDY_SERIES);
}
/* The SFEN from which the game begins; NULL: the start of the plan's game. */
static inline const char *study_start(const StudyPlan *plan, int number) {
    return plan->starts[number % 2];
}
/* The index of a game among the games of its strength and series. */
static inline int study_index(const StudyPlan *plan, int number) {
    return number / (STUDY_SERIES * plan->strengths);
}
/* The side that plays a game of skill with more nodes than the other side. */
static inline HenkaSide study_stronger(const StudyPlan *plan, int number) {
    return (HenkaSide)(study_index(plan, number) % 2);
}
/* The nodes a move of a strength's opponent in games of skill. */
static inline uint64_t study_weaker(const StudyPlan *plan, int strength) {
    if (strength) return plan->nodes[strength - 1];
    return plan->nodes[0] >= 8 ? plan->nodes[0] / 8 : 1;
}
/* The nodes a move with which the side plays the game of this number. */
static inline uint64_t study_nodes(const StudyPlan *plan, int number, HenkaSide side) {
    int strength = study_strength(plan, number);
    bool weaker = study_set(plan, number) == STUDY_SKILL && side != study_stronger(plan, number);
    return weaker ? study_weaker(plan, strength) : plan->nodes[strength];
}

/* The number of squares of the board, including holes. */
static inline int study_squares(const HenkaVariant *variant) {
    return henka_variant_files(variant) * henka_variant_ranks(variant);
}

/* A ply of a game, and the legal moves in its position. */
typedef struct StudyPly {
    HenkaMove move;      /* the move that was played */
    int score_cp;        /* of the position before the move, for sente; or STUDY_NO_SCORE */
    int second_cp;       /* of the second best move, for sente; or STUDY_NO_SCORE */
    int legal;           /* number of legal moves */
    int drops, captures; /* legal moves that drop a piece, and that capture */
    int promotions;      /* legal moves that promote */
    int16_t from, to;    /* squares of the move; from is -1 for a drop */
    int16_t filled;      /* number of squares with a piece before the move */
    int16_t held;        /* number of pieces in both hands before the move */
    uint8_t type;        /* type of the piece that moved or was dropped */
    bool drop, promotes; /* the move drops; the move promotes, or turns over by capture */
    bool elsewhere;      /* the move captured on a square that is not its destination */
    uint8_t taken_count; /* number of pieces that the move captured */
    uint8_t taken[HENKA_MAX_VICTIMS + 1]; /* types of the captured pieces */
} StudyPly;

/* The pieces of a quiet position: no check, and the moves before it and in it capture nothing. */
typedef struct StudyMaterial {
    int ply;       /* number of plies played before the position */
    uint32_t bars; /* rules that forbid a move in the position: bit 1 << HenkaBar of each */
    int16_t board[HENKA_MAX_TYPES]; /* by type: sente's on the board minus gote's */
    int16_t hand[HENKA_MAX_TYPES];  /* by type: number of sente's pieces in hand minus gote's */
} StudyMaterial;

/* A game that was played. Filled in by study_games_read, or by a test. */
typedef struct StudyGame {
    int number;           /* of the game, from 0 (study_total) */
    int strength;         /* index of StudyPlan.nodes */
    StudySet set;         /* the set of its opening, or STUDY_SKILL: a game between two strengths */
    int opening_plies;    /* number of plies of the opening */
    uint64_t opening;     /* hash of the position after the opening */
    uint64_t key;         /* hash of all moves: games with the same key have the same moves */
    bool duplicate;       /* an earlier game of this strength and set has the same key */
    HenkaReason reason;   /* HENKA_PLAYING: unfinished */
    int winner;           /* HENKA_SENTE or HENKA_GOTE; -1: a draw, or unfinished */
    int depth_tenths;     /* mean depth completed after the opening, in tenths of a ply; or 0 */
    int plies;            /* number of plies */
    StudyPly *ply;        /* [plies] */
    StudyMaterial *quiet; /* [quiet_count], in order of ply */
    int quiet_count;      /* number of entries in `quiet`: the first quiet position of each of
                             STUDY_QUIET equal parts of the game after its opening */
} StudyGame;

typedef struct StudyGames {
    StudyGame *games; /* [count], in order of number */
    int count, cap;
    struct StudyTrial *trials; /* [trial_count]: games from other starts; study_trials.h */
    int trial_count;           /* number of entries in `trials` */
} StudyGames;

#endif
