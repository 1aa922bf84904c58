/* oddity - made-up games that put rules side by side which no shipped game has together.
 *
 * A game is a choice for every aspect, some drawn and then mended until they can stand together.
 * Drawing many and keeping the one that brings most new pairs of choices, a hundred games meet
 * nearly every pair.
 */
#ifndef HENKA_TESTS_CORE_ODDITY_H
#define HENKA_TESTS_CORE_ODDITY_H

#include "base/out.h"
#include "base/random.h"

#include <stdbool.h>

typedef enum Aspect {
    BOARD,
    SYMMETRY,
    PROMOTION,
    PROMOTES, /* how it is said what promotes to what */
    ZONE,
    LAST_RANKS,
    HANDS,
    FACES,
    BEHIND_ROYAL,
    DISTANCE,
    DROP_MATE,
    FILE_LIMIT,
    ROYALS,
    ROYAL_RULE,
    EXTINCTION,
    STALEMATE,
    REPETITION,
    REPETITIONS,
    BARING,
    FREEZING,
    SKIPS,
    TRADES,
    HOLES,
    BURNS,
    SPARING, /* who may not capture whom */
    JUMPS,
    REGIONS, /* squares of a kind */
    FACING,  /* royals may not face: 2 of 3 games may */
    GOALS,   /* squares that win, and of which kinds */
    MUST_CAPTURE,
    CHECKS,       /* counted */
    MOVE_LIMIT,   /* moves without a capture that draw */
    MUST_PROMOTE, /* ranks where a piece must promote, drops aside */
    HOMES,        /* squares of first moves */
    ZONE_SQUARES, /* the zone is made of single squares */
    FORCED,       /* who may promote must */
    PASSES,
    DUPLE,        /* several royals may not all stay attacked */
    CHECKING,     /* a move may not give check, or a royal not flee from one */
    FIRST_MOVES,  /* what ends them, or bars them in check */
    DROP_SQUARES, /* squares of drops, of which kinds */
    GOAL_WINS,    /* when a goal wins */
    REVERSED,     /* misère, or a draw that one side wins by */
    EN_PASSANT,   /* squares of captures in passing */
    POWERS,
    ASPECTS
} Aspect;

enum { MOST_CHOICES = 20, ODDITY_TEXT = 4096 };
enum { ROYAL_ONE, ROYAL_TWINS, ROYAL_TWO_KINDS, ROYAL_PROMOTED, ROYAL_NOBODY };

typedef struct Oddity {
    int choice[ASPECTS];
} Oddity;

typedef struct Pairs {
    bool met[ASPECTS][MOST_CHOICES][ASPECTS][MOST_CHOICES];
    int count;
} Pairs;

/* The next game: of several drawn the one with most pairs not met so far, which are met now. */
Oddity oddity_next(Random *, Pairs *);
/* As the text of a variant file; its pieces' powers are drawn too. */
void oddity_write(const Oddity *, Random *, Out *);

#endif
