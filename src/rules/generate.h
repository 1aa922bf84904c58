/* generate - the legal moves of a position. Repetition is the game's affair (rules/game.h),
 * everything else is decided here: royal safety, drops, promotion, freezing, skips, barred mates
 * and stalemates.
 *
 * Limits   The list holds HENKA_MAX_MOVES. No allocation.
 * Threads  Reads the position; makes and takes moves back on a copy of its own where a rule needs
 *          it.
 */
#ifndef HENKA_RULES_GENERATE_H
#define HENKA_RULES_GENERATE_H

#include "position/position.h"

typedef enum {
    GENERATE_ALL,
    GENERATE_CAPTURES,
    /* takes something */ GENERATE_QUIETS /* the rest: moves, drops, skips */
} GenerateWhat;

/* What the first question about a position found out, for the questions that follow: checks and
 * pins. Begins with `looked` false. */
enum { OUTLOOK_ROOM = 4096 };
typedef struct Outlook {
    bool looked;
    bool foreseen; /* no move is made without foresee_check: moves that it finds to stalemate may
                      stand in the lists, for that is dear to know */
    _Alignas(16) unsigned char field[OUTLOOK_ROOM];
} Outlook;

/* Writes the legal moves of that kind, each once, in no particular order; returns how many. */
int generate(const Position *, GenerateWhat, Move *list);
/* The same of a position that is asked several questions. Where worth (by type) is given, of the
 * ways to take on one walk to one end only the dearest may be listed. */
int generate_at(const Position *, Outlook *, GenerateWhat, const int32_t *worth, Move *list);
/* How many legal moves there are; cheaper than listing them. */
int generate_count(const Position *);
bool generate_has_any(const Position *);
/* Is this move, from wherever it comes (a hash table, a user), legal here? */
bool generate_is_legal(const Position *, Move);
bool generate_is_legal_at(const Position *, Outlook *, Move);

/* Has somebody lost his royals, so that nobody moves any more? Where the royal is to be captured, a
 * side without one has; where it is to be mated, a side without one (the attacker of a mate
 * problem) plays on, and only a board without any royal is over. */
static inline bool is_over(const Position *p) {
    bool sente = p->royals[HENKA_SENTE], gote = p->royals[HENKA_GOTE];
    return p->variant->royal == ROYAL_CAPTURE ? !(sente && gote) : !(sente || gote);
}

/* Is the side to move in check: could the other side, were it to move, take a royal whose loss
 * decides? */
bool in_check(const Position *);
/* Would this legal move give check? */
bool gives_check(const Position *, Move);
/* The same, mostly at once, where the other side's royal is not attacked before the move, as none
 * is in a position that came about by legal moves. */
typedef enum {
    CHECK_NO,
    CHECK_YES,
    CHECK_UNFORESEEN, /* only the position after the move tells */
    CHECK_STALEMATE   /* it stalemates where it may not: not legal at all, see Outlook */
} CheckForeseen;
CheckForeseen foresee_check(const Position *, Move);
/* Does any piece of `by` attack the square as the board stands (frozen pieces included, pins
 * ignored)? */
bool square_attacked(const Position *, int square, int by);
/* May this piece not move because an enemy freezes it? */
bool is_frozen(const Position *, int square);

/* The plain oracle: walks the leg programs word for word, makes and tests every move. Same list,
 * far slower. */
int oracle_generate(const Position *, Move *list);

uint64_t perft(const Position *, int depth);

#endif
