/* report_parts - the parts that all reports' pages share: the style sheet, the gradients that the
 * boards refer to, and the script, which draws charts and boards. tools/embed_report.py makes them
 * from web/report. Each part is NUL-terminated.
 */
#ifndef HENKA_STUDY_REPORT_PARTS_H
#define HENKA_STUDY_REPORT_PARTS_H

extern const char report_style[], report_lights[], report_script[];

#endif
