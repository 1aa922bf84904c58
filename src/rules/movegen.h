/* movegen - the legal moves of a position. Repetition is the game's affair (rules/game.h),
 * everything else is decided here: royal safety, drops, promotion, freezing, skips, mating drops
 * and stalemates that are barred.
 *
 * Owner    Functions that take a Position * make moves on it and take them back where a rule wants
 *          a move tried: when they return it is as before. Who has a const Position copies it.
 * Threads  So a position belongs to one thread while such a function runs. Different positions may
 *          be asked at the same time.
 * Limits   The list holds HENKA_MAX_MOVES. No allocation. Stack: up to some 300 KiB where a rule is
 *          about the replies to a move.
 */
#ifndef HENKA_RULES_MOVEGEN_H
#define HENKA_RULES_MOVEGEN_H

#include "position/position.h"

typedef enum {
    MOVEGEN_ALL,      /* every legal move */
    MOVEGEN_CAPTURES, /* moves that take something */
    MOVEGEN_QUIETS    /* all others: moves to empty squares, drops, skips */
} MovegenKind;

/* Room for the CheckInfo (rules/checkinfo.h, of either width) of one position, so that several
 * calls about it find checks and pins only once. The caller sets `filled` to false at first. */
enum { CHECKINFO_ROOM = 4096 };
typedef struct CheckInfoBuffer {
    bool filled;           /* by the first question */
    bool defers_stalemate; /* set by the caller, who calls attacks_gives_check_fast before making
                              any move: then moves that it finds to stalemate may stand in lists,
                              for that is expensive to know (strips only) */
    _Alignas(16) unsigned char storage[CHECKINFO_ROOM];
} CheckInfoBuffer;

/* Writes the legal moves of that kind, each once, in no particular order; returns how many. */
int movegen_legal(Position *, MovegenKind, Move *list);
/* The same, with checks and pins kept in the buffer for further calls on this position. Where worth
 * (by type) is given and one path to one square allows several choices of victims, the list may
 * hold only the most valuable choice. */
int movegen_legal_with(Position *, CheckInfoBuffer *, MovegenKind, const int32_t *worth,
                       Move *list);
/* Is there a legal move? */
bool movegen_any_legal(Position *);
/* Is this move, from wherever it comes (a hash table, a user), legal here? */
bool movegen_is_legal(Position *, Move);
bool movegen_is_legal_with(Position *, CheckInfoBuffer *, Move);
/* In variants that count checks lists hold, and these functions ask for, moves that say whether
 * they give check (MOVE_CHECK). This says it of a legal move; in other variants nothing changes. */
Move movegen_with_check(Position *, Move);
/* Does a pseudo-legal move leave the mover's royal safe? Made and looked at. */
bool movegen_leaves_royal_safe(Position *, Move);

/* What movegen_good_captures is to list. */
typedef struct GoodCaptures {
    const int32_t *worth; /* what a piece is worth: by type */
    int floor;            /* what a capture takes must be worth more than this */
    int threshold; /* and at least this, even after the worth of the capturing piece is deducted
                      where the enemy attacks its target square */
    bool stop_at_royal; /* once a capture of the last royal is listed the others may be left out */
} GoodCaptures;

/* Does movegen_good_captures work for this variant? It is written for boards of more than 128
 * squares, without hands, where royals are captured and giving stalemate is legal. */
bool movegen_has_good_captures(const HenkaVariant *);
/* Lists the captures that fulfil the conditions, and in gains what each one takes, for searches
 * that try few captures out of very many. Where one path to one square allows several choices of
 * victims, only the most valuable choice is listed. Returns how many there are. */
int movegen_good_captures(const Position *, const GoodCaptures *, Move *list, int32_t *gains);

#endif
