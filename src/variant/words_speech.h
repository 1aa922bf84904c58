/* words_speech - a piece's terms while they are being said. Internal to words*.c.
 *
 * Limits   At most POWER_TERMS * 2 terms: some are split in two so that each half has its own word.
 */
#ifndef HENKA_VARIANT_WORDS_SPEECH_H
#define HENKA_VARIANT_WORDS_SPEECH_H

#include "variant/words.h"

enum {
    MOVES = LEG_EMPTY | LEG_CAPTURE,
    IGNORES = LEG_EMPTY | LEG_HOP,
    SPEECH_TERMS = POWER_TERMS * 2
};

/* Each clause strikes out the terms it has told. */
typedef struct Speech {
    const HenkaVariant *variant;
    int type;
    Out *out;
    Term terms[SPEECH_TERMS];
    int count, clauses;
    bool burns_told; /* the clause on burning said whom it spares */
} Speech;

/* Begins a clause. */
void speech_clause(Speech *);
void speech_strike(Speech *, int i);
/* The terms as this board leaves them: merged where one clause says both, split where two words are
 * needed. */
void speech_load(Speech *);

/* What a term amounts to. */
bool term_is_plain(const Term *);
bool leg_is_plain(const Leg *);
bool term_all_plain(const Term *);
bool term_is_straight_step(const Term *);
bool leg_is(const Leg *, uint8_t modes, int range);
/* Legs from `first` on: takes a neighbour and comes back, so many times, and nothing else; 0 when
 * they are anything else. */
int term_pecks(const Term *, int first);
/* A walk of single steps over empty squares, turning freely: its length, 0 when it is none. */
int term_walk_length(const Term *, int legs);
/* Jumps pieces on a line, taking or leaving each, and captures beyond: how many, 0 when it is
 * something else. */
int term_line_jumps(const Term *);
/* Legs that bring it to where it burns: a walk or one slide; 0 when this is no burn. */
int term_landing_legs(const Term *);

/* Clauses for families of terms that differ only in how often something is repeated. */
void say_walk(Speech *);
void say_igui(Speech *);
void say_line_jumps(Speech *);
void say_burns(Speech *);
/* Clauses for a single term; false when it is of another shape. */
bool say_one_leg(Speech *, const Term *);
bool say_ski_slide(Speech *, const Term *);
bool say_hop(Speech *, const Term *);
bool say_take_and_go(Speech *, const Term *);
bool say_return(Speech *, const Term *);
void say_ring_of_two(Speech *);
void say_distance(Speech *, const Term *, int range);

#endif
