/* findings - the errors and warnings of a variant text. Each is kept once; at the end they are
 * sorted by their place in the text.
 *
 * Owner    Entries live in the arena given at the start.
 */
#ifndef HENKA_FORMAT_FINDINGS_H
#define HENKA_FORMAT_FINDINGS_H

#include "base/arena.h"
#include "base/budget.h"
#include "base/error.h"

/* A place in the text. Both members count from 1, columns in bytes. */
typedef struct Place {
    int line, column;
} Place;
static const Place place_start = {1, 1};

/* Line numbers of extended texts: line 1 of the n-th text below the given one has this number. It
 * is negative, so sorting puts all extended texts before the text itself. */
enum { FINDINGS_BELOW = 8, LINES_BELOW = 1 << 20 };
static inline int findings_line_below(int n) { return 1 - n * LINES_BELOW; }

typedef struct Findings {
    Arena *arena;          /* the variant's arena, which holds the list and its texts */
    HenkaDiagnostic *list; /* [count] in the order found, with space for `room` entries; grows */
    int count, room;       /* entries of the list */
    int fatal_count;       /* number of errors in the list */
    int fatal_most;        /* errors beyond this number are dropped; 0: keep all, -1: drop all */
    /* The names of an option and of its choice while parse.c tries a choice that is not in force.
     * Else NULL. */
    const char *trial_option, *trial_choice;
    int trial_line;   /* first line of the options: a finding above it gets the choice's name */
    bool trial_late;  /* there were errors before the trial: one above trial_line may follow from
                         them */
    bool array_wrong; /* the array in force has pieces that meet or are off the board; those of the
                         other choices probably have the same mistake */
    /* The place of the key `extends` in the given text, and the names of the texts below it, by
     * their number from 1. Lines of these texts are negative, see findings_line_below. */
    Place extends;
    const char *below[FINDINGS_BELOW];
    /* The budget of the reading. Loops that may run long spend it by findings_spend. A text that
     * spends all of it is refused (parse.c). NULL: unlimited. */
    HenkaBudget *budget;
} Findings;

/* An error refuses the text. A warning and a note do not. A note does not affect the game's
 * rules. */
typedef enum { FINDING_NOTE, FINDING_WARNING, FINDING_ERROR } FindingKind;

/* Adds a finding: finding_error(findings, place, MSG_KEY, arguments...). See base/message.h. */
#define finding_error(findings, place, ...)                                                        \
    finding_message(findings, FINDING_ERROR, place, &MESSAGE_OF(__VA_ARGS__))
#define finding_warning(findings, place, ...)                                                      \
    finding_message(findings, FINDING_WARNING, place, &MESSAGE_OF(__VA_ARGS__))
#define finding_note(findings, place, ...)                                                         \
    finding_message(findings, FINDING_NOTE, place, &MESSAGE_OF(__VA_ARGS__))
/* Keeps at most one more error from now on, so that an item reports only its first. findings_all
 * ends this. */
static inline void findings_one(Findings *findings) {
    findings->fatal_most = findings->fatal_count + 1;
}
/* Drops all errors from now on, until findings_all. */
static inline void findings_none(Findings *findings) { findings->fatal_most = -1; }
/* Would a new error be dropped? */
static inline bool findings_full(const Findings *findings) {
    return findings->fatal_most && findings->fatal_count >= findings->fatal_most;
}
static inline void findings_all(Findings *findings) { findings->fatal_most = 0; }
/* Adds a finding unless the same message is known at the same place. While a choice that is not in
 * force is tried (trial_option), a finding outside the lines of the options names the choice
 * too. */
void finding_message(Findings *, FindingKind, Place, const Message *);
static inline void findings_spend(Findings *findings, int64_t steps) {
    budget_spend(findings->budget, 0, (uint64_t)steps);
}
static inline bool findings_exhausted(const Findings *findings) {
    return budget_spent(findings->budget);
}
/* Sorts the findings by place and copies them into the caller's report, which may be NULL. */
void findings_report(Findings *, HenkaReport *);

#endif
