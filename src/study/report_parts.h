/* report_parts - the parts of all reports: style sheet, the boards' gradients, and the script that
 * draws charts and boards. tools/embed_report.py makes them from web/report, NUL-terminated.
 */
#ifndef HENKA_STUDY_REPORT_PARTS_H
#define HENKA_STUDY_REPORT_PARTS_H

extern const char report_style[], report_lights[], report_script[];

#endif
