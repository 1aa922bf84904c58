#include "format/findings.h"

#include <stdlib.h>
#include <string.h>

/* Is `at` the known error, or the known error with the name of a choice added? */
static bool begins_like(const HenkaError *known, const HenkaError *at) {
    return known->line == at->line && known->column == at->column &&
           !strncmp(known->message, at->message, strlen(at->message));
}

static bool is_known(const Findings *findings, const HenkaError *at) {
    for (int i = 0; i < findings->count; i++)
        if (begins_like(&findings->list[i].at, at)) return true;
    return false;
}

/* Is there an error at this place? */
static bool is_wrong(const Findings *findings, const HenkaError *at) {
    for (int i = 0; i < findings->count; i++) {
        const HenkaDiagnostic *entry = &findings->list[i];
        if (entry->fatal && entry->at.line == at->line && entry->at.column == at->column)
            return true;
    }
    return false;
}

/* Moves a finding of an extended text to the `extends` of the given text. The message names the
 * extended text, line and column. */
static void say_below(const Findings *findings, Place place, HenkaError *at) {
    int below = (LINES_BELOW - place.line) / LINES_BELOW;
    error_say(at, findings->extends.line, findings->extends.column, MSG_IN_EXTENDED,
              arg_text(findings->below[below]),
              arg_number(place.line - findings_line_below(below) + 1), arg_number(place.column),
              arg_error(at));
}

static void make_room(Findings *findings) {
    if (findings->count < findings->room) return;
    findings->room = findings->room ? findings->room * 2 : 32;
    HenkaDiagnostic *list = arena_take(findings->arena, (size_t)findings->room * sizeof *list);
    if (findings->count) memcpy(list, findings->list, (size_t)findings->count * sizeof *list);
    findings->list = list;
}

void finding_message(Findings *findings, FindingKind kind, Place place, const Message *message) {
    enum { FINDINGS = 1000, STEPS = 200 }; /* more are dropped; the first error is kept */
    bool fatal = kind == FINDING_ERROR;
    HenkaDiagnostic entry = {.fatal = fatal, .note = kind == FINDING_NOTE};
    findings_spend(findings, STEPS + findings->count);
    if (findings->count >= FINDINGS && (!fatal || findings->fatal_count)) return;
    error_message(&entry.at, place.line, place.column, message);
    if (place.line < 0) say_below(findings, place, &entry.at);
    if (is_known(findings, &entry.at)) return;
    if (fatal && findings->trial_option &&
        (is_wrong(findings, &entry.at) ||
         (findings->trial_late && place.line < findings->trial_line)))
        return;
    if (fatal && findings_full(findings)) return;
    if (findings->trial_option && place.line < findings->trial_line)
        error_say(&entry.at, entry.at.line, entry.at.column, MSG_WITH_SETTING, arg_error(&entry.at),
                  arg_text(findings->trial_option), arg_text(findings->trial_choice));
    make_room(findings);
    findings->list[findings->count++] = entry;
    findings->fatal_count += fatal;
}

static int by_place(const void *left, const void *right) {
    const HenkaError *a = &((const HenkaDiagnostic *)left)->at,
                     *b = &((const HenkaDiagnostic *)right)->at;
    if (a->line != b->line) return a->line - b->line;
    if (a->column != b->column) return a->column - b->column;
    return strcmp(a->message, b->message);
}

const HenkaError *henka_report_error(const HenkaReport *report) {
    for (size_t i = 0; i < report->count && i < report->cap; i++)
        if (report->entries[i].fatal) return &report->entries[i].at;
    return NULL;
}

void findings_report(Findings *findings, HenkaReport *report) {
    if (!report) return;
    if (findings->count)
        qsort(findings->list, (size_t)findings->count, sizeof *findings->list, by_place);
    report->count = (size_t)findings->count;
    report->fatal_count = (size_t)findings->fatal_count;
    for (size_t i = 0; i < report->cap && i < report->count; i++)
        report->entries[i] = findings->list[i];
}
