/* The figures of a game that are laid beside those of another one (study_measures.h). */
#include <math.h>

#include "study/study_measures.h"

/* The plies of all bins. */
static StudyChoice all_plies(const StudyReport *report) {
    StudyChoice all = {0};
#define CHOICE(type, member, ...)                                                                  \
    for (int bin = 0; bin < STUDY_BINS; bin++) all.member += report->choices[bin].member;
#include "study/measures.def"
    return all;
}

StudyFigures study_figures(const StudyReport *report, int strength) {
    const StudyCell *start = &report->cells[strength][STUDY_START],
                    *random = &report->cells[strength][STUDY_RANDOM];
    const StudyChoice all = all_plies(report);
    StudyFigures figures = {.nodes = report->plan->nodes[strength], .games = start->share.games};
    double games = figures.games, plies = all.plies, steps = 0,
           squares = study_squares(report->plan->variant),
           /* By doubling of the nodes: studies begin at different strengths. */
        doublings = log2((double)figures.nodes / (double)study_weaker(report->plan, 0));
    for (int i = 0; i <= strength; i++)
        steps += report->skill[i].share.games ? report->skill[i].steps : NAN;
    steps = doublings > 0 ? steps / doublings : NAN;
#define FIGURE(NAME, key, digits, value) figures.values[STUDY_FIGURE_##NAME] = value;
#include "study/measures.def"
    return figures;
}

const StudyBeside *study_figures_beside(int which) {
    static const StudyBeside stored[STUDY_BESIDE] = {
#define FIGURES(nodes, games, ...) {nodes, games, {__VA_ARGS__}},
#define GAME(name, title, ...) {name, title, {__VA_ARGS__}},
#include "study/study_figures.def"
#undef GAME
#undef FIGURES
    };
    return &stored[which];
}

const StudyFigures *study_figures_nearest(const StudyBeside *beside, uint64_t nodes) {
    const StudyFigures *nearest = beside->at;
    for (int i = 0; i < STUDY_STRENGTHS && beside->at[i].nodes; i++)
        if (fabs(log((double)beside->at[i].nodes / (double)nodes)) <
            fabs(log((double)nearest->nodes / (double)nodes)))
            nearest = &beside->at[i];
    return nearest;
}
