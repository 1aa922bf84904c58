#include "study/study_compare.h"

#include <math.h>
#include <stdlib.h>

/* A figure of a game: sente's points, or 1 if the game was drawn. */
typedef double Figure(const StudyGame *);
static double is_drawn(const StudyGame *game) { return game->winner < 0; }

/* The input of one StudyContrast. */
typedef struct Contrasting {
    const StudyReport *standard, *choice; /* of the standard choice and of the other */
    int strength, set;                    /* the strength and set of the games that are compared */
    int figures;                          /* number of figures whose bounds hold together */
    ShareGame *games;                     /* buffer for the games of one report */
} Contrasting;

static bool counts(const Contrasting *at, const StudyGame *game) {
    return game->strength == at->strength && (int)game->set == at->set && study_is_finished(game);
}

static StudyDifference paired(const Contrasting *at, Figure *figure, StudyContrast *contrast) {
    const StudyGames *standard = at->standard->games, *choice = at->choice->games;
    int both = standard->count < choice->count ? standard->count : choice->count;
    bool alike = true; /* the figure is the same in both games of every pair */
    contrast->pairs = contrast->same = 0;
    for (int i = 0; i < both; i++) {
        const StudyGame *a = &choice->games[i], *b = &standard->games[i];
        if (!counts(at, a) || !counts(at, b)) continue;
        at->games[contrast->pairs++] = (ShareGame){b->opening, (1 + figure(a) - figure(b)) / 2};
        contrast->same += a->key == b->key;
        alike &= figure(a) == figure(b);
    }
    if (!contrast->pairs) return (StudyDifference){NAN, NAN, NAN};
    if (alike) { /* every pair had equal results: the bound on how often pairs differ is that of an
                    event that never happened in these games */
        for (int i = 0; i < contrast->pairs; i++) at->games[i].points = 0;
        Share never = statistics_clustered(at->games, contrast->pairs, at->figures);
        return (StudyDifference){0, -never.high, never.high};
    }
    Share share = statistics_clustered(at->games, contrast->pairs, at->figures);
    return (StudyDifference){2 * share.share - 1, 2 * share.low - 1, 2 * share.high - 1};
}

static Share share_of(const Contrasting *at, const StudyGames *games, Figure *figure) {
    int count = 0;
    for (int i = 0; i < games->count; i++)
        if (counts(at, &games->games[i]))
            at->games[count++] = (ShareGame){games->games[i].opening, figure(&games->games[i])};
    return statistics_clustered(at->games, count, at->figures);
}

static StudyDifference apart(const Contrasting *at, Figure *figure) {
    Share choice = share_of(at, at->choice->games, figure),
          standard = share_of(at, at->standard->games, figure);
    StudyDifference made = {.difference = choice.share - standard.share};
    study_difference(&choice, &standard, &made.low, &made.high);
    return made;
}

bool study_compare_make(StudyComparison *comparison) {
    const StudyReport *reports = comparison->reports;
    int most = 0;
    for (int i = 0; i < comparison->count; i++)
        if (reports[i].games->count > most) most = reports[i].games->count;
    int strengths = reports->plan->strengths, family = reports->plan->family,
        others = comparison->count - 1,
        figures = 2 * STUDY_SETS * strengths * (family > others ? family : others);
    ShareGame *room = malloc(sizeof *room * ((size_t)most + 1));
    if (!room) return false;
    for (int choice = 1; choice < comparison->count; choice++)
        for (int strength = 0; strength < strengths; strength++)
            for (int set = 0; set < STUDY_SETS; set++) {
                StudyContrast *contrast = &comparison->contrasts[choice][strength][set];
                const Contrasting at = {&reports[0], &reports[choice], strength,
                                        set,         figures,          room};
                *contrast = (StudyContrast){.nodes = reports->plan->nodes[strength],
                                            .openings = (StudySet)set};
                contrast->share = comparison->common ? paired(&at, study_points, contrast)
                                                     : apart(&at, study_points);
                contrast->drawn =
                    comparison->common ? paired(&at, is_drawn, contrast) : apart(&at, is_drawn);
            }
    free(room);
    for (int set = 0; set < STUDY_SETS; set++) {
        Share spread = {.low = 1};
        for (int i = 0; i < comparison->count; i++) {
            const Share *own = &reports[i].cells[strengths - 1][set].share;
            spread.games += own->games, spread.clusters += own->clusters;
            spread.share += own->share / comparison->count;
            spread.low = own->low < spread.low || isnan(own->low) ? own->low : spread.low;
            spread.high = own->high > spread.high || isnan(own->high) ? own->high : spread.high;
        }
        comparison->spread[set] = spread;
    }
    return true;
}
