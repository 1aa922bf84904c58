#include "format/findings.h"

#include <stdlib.h>
#include <string.h>

void finding_message(Findings *findings, FindingKind kind, Place place, const Message *message) {
    /* Findings beyond this number are dropped, except the first error. Each costs STEPS of the
     * budget and more for a long list. */
    enum { FINDINGS = 1000, STEPS = 200 };
    bool fatal = kind == FINDING_ERROR;
    HenkaDiagnostic entry = {.fatal = fatal, .note = kind == FINDING_NOTE};
    findings_spend(findings, STEPS + findings->count);
    if (findings->count >= FINDINGS && (!fatal || findings->fatal_count)) return;
    error_message(&entry.at, place.line, place.column, message);
    if (place.line < 0) { /* a finding in an extended text gets the place of the key `extends` in
                             the given text */
        int below = (LINES_BELOW - place.line) / LINES_BELOW;
        error_say(&entry.at, findings->extends.line, findings->extends.column, MSG_IN_EXTENDED,
                  arg_text(findings->below[below]),
                  arg_number(place.line - findings_line_below(below) + 1), arg_number(place.column),
                  arg_error(&entry.at));
    }
    bool wrong = false; /* does the list have an error at this place? */
    for (int i = 0; i < findings->count; i++) {
        const HenkaError *known = &findings->list[i].at;
        if (known->line != entry.at.line || known->column != entry.at.column) continue;
        if (!strncmp(known->message, entry.at.message, strlen(entry.at.message)))
            return; /* the list has the message, perhaps with the name of a choice added */
        wrong |= findings->list[i].fatal;
    }
    if (fatal && findings->trial_option &&
        (wrong || (findings->trial_late && place.line < findings->trial_line)))
        return;
    if (fatal && findings_full(findings)) return;
    if (findings->trial_option && place.line < findings->trial_line)
        error_say(&entry.at, entry.at.line, entry.at.column, MSG_WITH_SETTING, arg_error(&entry.at),
                  arg_text(findings->trial_option), arg_text(findings->trial_choice));
    if (findings->count == findings->room) {
        findings->room = findings->room ? findings->room * 2 : 32;
        HenkaDiagnostic *list = arena_take(findings->arena, (size_t)findings->room * sizeof *list);
        if (findings->count) memcpy(list, findings->list, (size_t)findings->count * sizeof *list);
        findings->list = list;
    }
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
