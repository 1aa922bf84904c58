/* findings - everything wrong with a variant text, collected once each, in the order of the text at
 * the end.
 *
 * Owner    Entries live in the arena given at the start.
 */
#ifndef HENKA_VARIANT_FINDINGS_H
#define HENKA_VARIANT_FINDINGS_H

#include "base/arena.h"
#include "henka.h"

typedef struct Findings {
    Arena *arena;
    HenkaDiagnostic *list;
    int count, room, fatal_count;
    /* While a choice that is not in force is tried: errors outside the lines from first_line on
     * name it. */
    const char *trial_option, *trial_choice;
    int trial_line;
} Findings;

/* Where in the text something stands. */
typedef struct Place {
    int line, column;
} Place;

void finding_error(Findings *, Place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void finding_warning(Findings *, Place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Sorts by place and copies into what the caller gave (may be NULL). */
void findings_report(Findings *, HenkaReport *);

#endif
