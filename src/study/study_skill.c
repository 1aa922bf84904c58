/* Does skill count: each strength against the next weaker one (study_measures.h). */
#include <math.h>
#include <stdlib.h>

#include "study/study_measures.h"

double study_steps(double points, double games) {
    return log((points + 0.5) / (games - points + 0.5)) / log(0.6 / 0.4);
}

bool study_skill(StudyReport *report) {
    const StudyPlan *plan = report->plan;
    const StudyGames *games = report->games;
    ShareGame *shares = malloc((size_t)games->count * sizeof *shares + 1);
    if (!shares) return false;
    for (int strength = 0; strength < plan->strengths; strength++) {
        StudySkill *skill = &report->skill[strength];
        int count = 0;
        skill->nodes = plan->nodes[strength];
        skill->weaker = study_weaker(plan, strength);
        for (int i = 0; i < games->count; i++) {
            const StudyGame *game = &games->games[i];
            if (game->set != STUDY_SKILL || game->strength != strength || game->duplicate) continue;
            skill->played++;
            if (game->reason == HENKA_PLAYING) continue;
            double points = study_points(game);
            if (study_stronger(plan, game->number) == HENKA_GOTE) points = 1 - points;
            shares[count++] = (ShareGame){game->opening, points};
        }
        skill->share = statistics_clustered(shares, count, plan->strengths);
        skill->steps = study_steps(count * skill->share.share, count);
        skill->steps_low = study_steps(count * skill->share.low, count);
        if (!count) continue;
        report->steps += skill->steps;
        report->steps_low += skill->steps_low;
    }
    free(shares);
    return true;
}
