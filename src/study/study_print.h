/* study_print - a study's report (study_measures.h) for those who read it: its first sentences, the
 * page, the JSON document (docs/json.md) and the table of games. The same report gives the same
 * bytes: no date, host, path or duration stands in any of them.
 *
 * Owner    Everything is written into the caller's Out.
 * Errors   Where memory is short the Out is left incomplete, and out_take answers NULL.
 */
#ifndef HENKA_STUDY_STUDY_PRINT_H
#define HENKA_STUDY_STUDY_PRINT_H

#include "base/message.h"
#include "study/study_compare.h"

/* Calls say(context, sentence) for each of the sentences that a report begins with. */
typedef void StudySay(void *context, const Message *);
void study_sentences(const StudyReport *, StudySay *, void *context);
/* What a kind is called: its name, with its id where another kind of the game has the same name.
 * The texts are the variant's. */
Message study_kind(const HenkaVariant *, int type);
/* What a set of openings is called within a sentence. Points at a constant. */
MessageArg study_openings_arg(StudySet);
/* BAR(bar, name) of each rule that forbids moves: what follows HENKA_BAR_ and MSG_STUDY_BAR_, and
 * the name in the JSON document. */
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
/* The name of a rule that forbids moves, within a sentence. Points at a constant. */
MessageArg study_bar_arg(HenkaBar);
/* "sente", "gote", "even" or "open": the word of the JSON document for a verdict. */
const char *study_verdict_name(StudyVerdict);
/* The moves of a whole game, from the variant's start, with blanks between them. Nothing is written
 * where memory is short. */
void study_moves_text(Out *, const StudyReport *, const StudyGame *, HenkaNotation);

void study_html(Out *, const StudyReport *);
void study_json(Out *, const StudyReport *);
void study_csv(Out *, const StudyReport *);

/* A comparison of the choices of an option: its sentences, its page and its JSON document. */
void study_compare_sentences(const StudyComparison *, StudySay *, void *context);
void study_compare_html(Out *, const StudyComparison *);
void study_compare_json(Out *, const StudyComparison *);
/* "gap-5": the folder of a choice's study within that of the comparison. */
void study_compare_folder(Out *, const HenkaOption *, size_t choice);

#endif
