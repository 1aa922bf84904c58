/* study_print - writes a study's report (study_measures.h): sentences, page, JSON (docs/json.md)
 * and table of games. Equal reports give equal bytes, no date, host, path or duration.
 *
 * Owner    Everything is written into the caller's Out.
 * Errors   If memory runs out the Out stays incomplete, and out_take returns NULL.
 */
#ifndef HENKA_STUDY_STUDY_PRINT_H
#define HENKA_STUDY_STUDY_PRINT_H

#include "base/message.h"
#include "study/study_compare.h"

/* Calls say(context, sentence) for each sentence at the beginning of a report. */
typedef void StudySay(void *context, const Message *);
void study_sentences(const StudyReport *, StudySay *, void *context);
/* Calls say(context, sentence) for each sentence on what an author may want to mend: undefended
 * pieces of the array, a forced opening, pieces and rules without use. */
void study_mend(const StudyReport *, StudySay *, void *context);
/* The name of a type, with its id if another type has the same name. The variant owns the texts. */
Message study_kind(const HenkaVariant *, int type);
/* The name of a set of openings within a sentence. Points to a constant. */
MessageArg study_openings_arg(StudySet);
/* BAR(bar, name) for each rule that forbids moves. bar: the end of HENKA_BAR_ and MSG_STUDY_BAR_
 * names; name: its key in the JSON document. */
#define STUDY_BARS(BAR)                                                                            \
    BAR(FROZEN, "frozen")                                                                          \
    BAR(SKIP, "skip")                                                                              \
    BAR(MUST_PROMOTE, "mustPromote")                                                               \
    BAR(DEAD_DROP, "deadDrop")                                                                     \
    BAR(REGION, "region")                                                                          \
    BAR(FILE, "file")                                                                              \
    BAR(ROYAL_DROP, "royalDrop")                                                                   \
    BAR(MUST_CAPTURE, "mustCapture")                                                               \
    BAR(TRADE, "trade")                                                                            \
    BAR(DROP_MATE, "dropMate")                                                                     \
    BAR(STALEMATE, "stalemate")                                                                    \
    BAR(REPETITION, "repetition")                                                                  \
    BAR(GIVE_CHECK, "giveCheck")                                                                   \
    BAR(FLEE_CHECK, "fleeCheck")
/* The name of a rule that forbids moves, within a sentence. Points to a constant. */
MessageArg study_bar_arg(HenkaBar);
/* The word for a verdict in the JSON document: "sente", "gote", "even" or "open". */
const char *study_verdict_name(StudyVerdict);
/* Writes the first plies of a game, with blanks between them. Writes nothing if memory runs out. */
void study_moves_text(Out *, const StudyReport *, const StudyGame *, int plies, HenkaNotation);

/* Writes the page, as HTML that needs no other file or as Markdown. */
void study_page(Out *, const StudyReport *, bool markdown);
void study_json(Out *, const StudyReport *);
void study_csv(Out *, const StudyReport *);

/* The sentences, the page and the JSON document of a comparison of an option's choices. */
void study_compare_sentences(const StudyComparison *, StudySay *, void *context);
void study_page_compared(Out *, const StudyComparison *, bool markdown);
void study_compare_json(Out *, const StudyComparison *);
/* Writes the name of the folder of a choice's study, inside the comparison's folder: "gap-5". */
void study_compare_folder(Out *, const HenkaOption *, size_t choice);

#endif
