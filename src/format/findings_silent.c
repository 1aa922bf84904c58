/* Replaces findings.c in the web page's first WebAssembly module: errors are counted, but no
 * finding is kept (src/wasm/meson.build). */
#include "format/findings.h"

void finding_message(Findings *findings, FindingKind kind, Place place, const Message *message) {
    (void)place, (void)message;
    if (kind == FINDING_ERROR && !findings->trial_option && !findings_full(findings))
        findings->fatal_count++;
}

void findings_report(Findings *findings, HenkaReport *report) {
    if (report) report->count = 0, report->fatal_count = (size_t)findings->fatal_count;
}
