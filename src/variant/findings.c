#include "variant/findings.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool same(const HenkaError *a, const HenkaError *b) {
    return a->line == b->line && a->column == b->column &&
           !strncmp(a->message, b->message, strlen(a->message));
}

static bool is_known(const Findings *findings, const HenkaError *at) {
    for (int i = 0; i < findings->count; i++)
        if (same(&findings->list[i].at, at) || same(at, &findings->list[i].at)) return true;
    return false;
}

static void make_room(Findings *findings) {
    if (findings->count < findings->room) return;
    findings->room = findings->room ? findings->room * 2 : 32;
    HenkaDiagnostic *list = arena_take(findings->arena, (size_t)findings->room * sizeof *list);
    if (findings->count) memcpy(list, findings->list, (size_t)findings->count * sizeof *list);
    findings->list = list;
}

/* A trial only adds what is wrong because of the choice tried. */
static void name_trial(const Findings *findings, HenkaError *at) {
    if (!findings->trial_option || at->line >= findings->trial_line) return;
    size_t length = strlen(at->message);
    snprintf(at->message + length, sizeof at->message - length, " (with %s=%s)",
             findings->trial_option, findings->trial_choice);
}

static void add(Findings *findings, bool fatal, Place place, const char *format,
                va_list arguments) {
    HenkaDiagnostic entry = {.fatal = fatal, .at = {.line = place.line, .column = place.column}};
    vsnprintf(entry.at.message, sizeof entry.at.message, format, arguments);
    if (is_known(findings, &entry.at)) return;
    name_trial(findings, &entry.at);
    make_room(findings);
    findings->list[findings->count++] = entry;
    findings->fatal_count += fatal;
}

void finding_error(Findings *findings, Place place, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add(findings, true, place, format, arguments);
    va_end(arguments);
}

void finding_warning(Findings *findings, Place place, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add(findings, false, place, format, arguments);
    va_end(arguments);
}

static int by_place(const void *left, const void *right) {
    const HenkaError *a = &((const HenkaDiagnostic *)left)->at,
                     *b = &((const HenkaDiagnostic *)right)->at;
    if (a->line != b->line) return a->line < b->line ? -1 : 1;
    if (a->column != b->column) return a->column < b->column ? -1 : 1;
    return strcmp(a->message, b->message);
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
