/* words - leg programs said in English, and drawn as marks: henka_variant_describe_type and
 * henka_variant_diagram.
 *
 * Every term is said by exactly one clause. Shapes people have a word for (step, slide, jump, hop,
 * igui, skip, walk, burn) get a short one; whatever else is told leg by leg, so that a pasted power
 * is never described by halves.
 */
#ifndef HENKA_VARIANT_WORDS_H
#define HENKA_VARIANT_WORDS_H

#include "base/out.h"
#include "variant/variant.h"

/* "one" … "ten", then digits. */
const char *word_number(int n, char buf[8]);
/* Directions of a ring of eight, absolute: "forward or sideways". */
void words_directions(Out *, uint8_t dirs);
/* Directions of a later leg, relative: "straight on", "at right angles". */
void words_turns(Out *, uint8_t dirs);
/* A single leap from the origin, step or jump: "jumps two squares forward". */
void words_leap(Out *, const Term *, uint8_t dirs);
/* One leg told in full, from its verb to what it may do where it ends. */
void words_leg(Out *, const Term *, int leg);
/* Any term, leg by leg. */
void words_term(Out *, const Term *);

static inline bool term_is_straight(const Term *t) { return t->dx[0] == 0; }
static inline int term_leap(const Term *t) { return t->dy[0]; }

#endif
