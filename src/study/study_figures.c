/* The figures of a game that are laid beside those of another one (study_measures.h). */
#include <math.h>

#include "study/study_measures.h"

/* Values of a cell. */
static void take_cell(StudyFigures *figures, const StudyCell *cell) {
    double *values = figures->values;
    int distinct = cell->share.games + cell->unfinished;
    figures->games = cell->share.games;
    if (distinct) values[STUDY_FIGURE_UNFINISHED] = 100.0 * cell->unfinished / distinct;
    if (!figures->games) return;
    values[STUDY_FIGURE_SENTE] = 100 * cell->share.share;
    values[STUDY_FIGURE_DRAWN] = 100.0 * cell->drawn / figures->games;
    values[STUDY_FIGURE_CHECKMATE] = 100.0 * cell->ends[HENKA_CHECKMATE] / figures->games;
    values[STUDY_FIGURE_LOWER] = cell->length.lower;
    values[STUDY_FIGURE_LENGTH] = cell->length.median;
    values[STUDY_FIGURE_UPPER] = cell->length.upper;
    values[STUDY_FIGURE_LEAD_CHANGES] = cell->lead_changes.share;
    if (cell->decided.count) {
        values[STUDY_FIGURE_DRAMA] = cell->drama;
        values[STUDY_FIGURE_DECIDED] = 100 * cell->decided.median;
    }
    if (cell->one_good.games) values[STUDY_FIGURE_ONE_GOOD] = 100 * cell->one_good.share;
}

/* What is counted by ply. */
static void take_choices(StudyFigures *figures, const StudyReport *report) {
    double *values = figures->values;
    StudyChoice all = {0};
    for (int bin = 0; bin < STUDY_BINS; bin++) {
        const StudyChoice *choice = &report->choices[bin];
        all.plies += choice->plies, all.legal += choice->legal, all.held += choice->held;
        all.filled += choice->filled, all.dropped += choice->dropped;
        all.captured += choice->captured, all.promoted += choice->promoted;
    }
    if (!all.plies) return;
    double plies = all.plies;
    values[STUDY_FIGURE_LEGAL] = (double)all.legal / plies;
    values[STUDY_FIGURE_DROPPED] = 100 * all.dropped / plies;
    values[STUDY_FIGURE_CAPTURED] = 100 * all.captured / plies;
    values[STUDY_FIGURE_PROMOTED] = 100 * all.promoted / plies;
    values[STUDY_FIGURE_FILLED] =
        100 * (double)all.filled / plies / study_squares(report->plan->variant);
    values[STUDY_FIGURE_HELD] = (double)all.held / plies;
}

StudyFigures study_figures(const StudyReport *report, int strength) {
    StudyFigures figures = {.nodes = report->plan->nodes[strength]};
    const Share *random = &report->cells[strength][STUDY_RANDOM].share;
    double steps = 0;
    bool known = true;
    for (int i = 0; i < STUDY_FIGURES; i++) figures.values[i] = NAN;
    take_cell(&figures, &report->cells[strength][STUDY_START]);
    take_choices(&figures, report);
    if (random->games) figures.values[STUDY_FIGURE_SENTE_RANDOM] = 100 * random->share;
    for (int i = 0; i <= strength; i++) {
        steps += report->skill[i].steps;
        known &= report->skill[i].share.games > 0;
    }
    /* By doubling of the nodes: studies begin at different strengths. */
    double doublings = log2((double)figures.nodes / (double)study_weaker(report->plan, 0));
    if (known && doublings > 0) figures.values[STUDY_FIGURE_STEPS] = steps / doublings;
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
