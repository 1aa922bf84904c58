/* findings - a variant text's errors and warnings, each kept once, and at the end sorted by place.
 *
 * Owner    Entries live in the arena given at the start.
 */
#ifndef HENKA_FORMAT_FINDINGS_H
#define HENKA_FORMAT_FINDINGS_H

#include "base/arena.h"
#include "base/budget.h"
#include "base/error.h"

/* A place in the text. Lines and columns count from 1, columns in bytes. */
typedef struct Place {
    int line, column;
} Place;
static const Place place_start = {1, 1};

/* Line 1 of the n-th text that the given text extends has the number findings_line_below(n). This
 * number is negative, so that sorting puts extended texts before the given text. */
enum { FINDINGS_BELOW = 8, LINES_BELOW = 1 << 20 };
static inline int findings_line_below(int n) { return 1 - n * LINES_BELOW; }

typedef struct Findings {
    Arena *arena;          /* holds the list and the strings of its entries */
    HenkaDiagnostic *list; /* the findings in the order in which they were found; grows */
    int count, room;       /* number of findings in the list, and its room */
    int fatal_count;       /* number of findings in the list that are errors */
    int fatal_most;        /* most errors kept; 0: all, -1: none */
    /* While parse.c tries a choice that is not in force: names of option and choice. Else NULL. */
    const char *trial_option, *trial_choice;
    int trial_line;   /* line of the tried option; findings above it get the choice's name */
    bool trial_late;  /* earlier errors may have caused one above trial_line */
    bool array_wrong; /* a starting position had two pieces on a square or a piece off the board.
                         Other choices probably have the mistake, too: one report is enough */
    /* The place of the key `extends` in the given text, and the names of the extended texts, by
     * their number from 1. Line numbers in extended texts are negative (findings_line_below). */
    Place extends;
    const char *below[FINDINGS_BELOW];
    /* The limit on the work of reading. Loops that may run long count their steps with
     * findings_spend. A text that uses up the budget is refused (parse.c). NULL: unlimited. */
    HenkaBudget *budget;
} Findings;

/* Only an error refuses the text. A note does not affect the game's rules. */
typedef enum { FINDING_NOTE, FINDING_WARNING, FINDING_ERROR } FindingKind;

/* Adds a finding, unless the list has the same message at the same place. While a choice that is
 * not in force is tried (trial_option), a finding above the options also names that choice. */
void finding_message(Findings *, FindingKind, Place, const Message *);
/* Adds a finding: finding_error(findings, place, MSG_KEY, arguments...). See base/message.h. */
#define finding_error(findings, place, ...)                                                        \
    finding_message(findings, FINDING_ERROR, place, &MESSAGE_OF(__VA_ARGS__))
#define finding_warning(findings, place, ...)                                                      \
    finding_message(findings, FINDING_WARNING, place, &MESSAGE_OF(__VA_ARGS__))
#define finding_note(findings, place, ...)                                                         \
    finding_message(findings, FINDING_NOTE, place, &MESSAGE_OF(__VA_ARGS__))
/* Reports an unknown word: with the message `near` if `alike` is a known word of similar spelling,
 * with the message `plain` if `alike` is NULL. */
static inline void finding_unknown(Findings *findings, Place place, MessageKey plain,
                                   MessageKey near, MessageArg word, const char *alike) {
    if (alike)
        finding_error(findings, place, near, word, arg_text(alike));
    else
        finding_error(findings, place, plain, word);
}
/* Keeps at most one more error until findings_all, so that an item reports only its first one. */
static inline void findings_one(Findings *findings) {
    findings->fatal_most = findings->fatal_count + 1;
}
/* From now on all errors are dropped, until findings_all is called. */
static inline void findings_none(Findings *findings) { findings->fatal_most = -1; }
/* Would a new error be dropped? */
static inline bool findings_full(const Findings *findings) {
    return findings->fatal_most && findings->fatal_count >= findings->fatal_most;
}
static inline void findings_all(Findings *findings) { findings->fatal_most = 0; }

static inline void findings_spend(Findings *findings, int64_t steps) {
    budget_spend(findings->budget, 0, (uint64_t)steps);
}
static inline bool findings_exhausted(const Findings *findings) {
    return budget_spent(findings->budget);
}
/* Sorts the findings by place and copies them into the caller's report, which may be NULL. */
void findings_report(Findings *, HenkaReport *);

#endif
