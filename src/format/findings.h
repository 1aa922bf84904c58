/* findings - everything wrong with a variant text, collected once each, in the order of the text at
 * the end.
 *
 * Owner    Entries live in the arena given at the start.
 */
#ifndef HENKA_FORMAT_FINDINGS_H
#define HENKA_FORMAT_FINDINGS_H

#include "base/arena.h"
#include "base/budget.h"
#include "base/error.h"

/* Where in the text something stands: both count from 1, columns in bytes. */
typedef struct Place {
    int line, column;
} Place;
static const Place place_start = {1, 1};

/* Texts that a text extends: line 1 of the n-th below it has this number, so that all of them stand
 * above the text itself. */
enum { FINDINGS_BELOW = 8, LINES_BELOW = 1 << 20 };
static inline int findings_line_below(int n) { return 1 - n * LINES_BELOW; }

typedef struct Findings {
    Arena *arena;          /* the variant's; texts and the list lie there */
    HenkaDiagnostic *list; /* [count] in the order found, with room for `room`; grows */
    int count, room;       /* of the list, in entries */
    int fatal_count;       /* errors among them */
    int fatal_most;        /* errors beyond so many are dropped; 0: none are, -1: all are */
    /* The names of an option and of its choice while parse.c tries a choice that is not in force;
     * else NULL. */
    const char *trial_option, *trial_choice;
    int trial_line;   /* where the option's own lines begin: findings above it name the choice */
    bool trial_late;  /* there were errors before: one above trial_line may follow from them */
    bool array_wrong; /* pieces of the array as it stands meet, or are off the board: so are perhaps
                         those of the other choices */
    /* Where the text says what it extends, and the names of the texts below it (extends.h), from 1
     * on: their lines are negative, see findings_line_below. */
    Place extends;
    const char *below[FINDINGS_BELOW];
    /* Of the reading: whoever does much counts it here (findings_spend). When it is spent, the text
     * is refused (parse.c). NULL: nobody counts. */
    HenkaBudget *budget;
} Findings;

/* What a finding does: an error refuses the text, a note concerns nothing of the game. */
typedef enum { FINDING_NOTE, FINDING_WARNING, FINDING_ERROR } FindingKind;

/* finding_error(findings, place, MSG_KEY, arguments...): see base/message.h. */
#define finding_error(findings, place, ...)                                                        \
    finding_message(findings, FINDING_ERROR, place, &MESSAGE_OF(__VA_ARGS__))
#define finding_warning(findings, place, ...)                                                      \
    finding_message(findings, FINDING_WARNING, place, &MESSAGE_OF(__VA_ARGS__))
#define finding_note(findings, place, ...)                                                         \
    finding_message(findings, FINDING_NOTE, place, &MESSAGE_OF(__VA_ARGS__))
/* From now on one error more is kept at most: what is read reports its first only. findings_all
 * ends it. */
static inline void findings_one(Findings *findings) {
    findings->fatal_most = findings->fatal_count + 1;
}
/* From now on no error is kept, until findings_all. */
static inline void findings_none(Findings *findings) { findings->fatal_most = -1; }
/* Would an error be dropped? */
static inline bool findings_full(const Findings *findings) {
    return findings->fatal_most && findings->fatal_count >= findings->fatal_most;
}
static inline void findings_all(Findings *findings) { findings->fatal_most = 0; }
/* Adds it unless the same is known of the same place. While a choice that is not in force is tried
 * (trial_option), what is wrong outside its own lines is said together with its name. */
void finding_message(Findings *, FindingKind, Place, const Message *);
static inline void findings_spend(Findings *findings, int64_t steps) {
    budget_spend(findings->budget, 0, (uint64_t)steps);
}
static inline bool findings_exhausted(const Findings *findings) {
    return budget_spent(findings->budget);
}
/* Sorts by place and copies into what the caller gave (may be NULL). */
void findings_report(Findings *, HenkaReport *);

#endif
