#include "study/study_measures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "train/logistic.h"

static const double leads_from = 0.6, decided_from = 0.8, good_within = 0.1;

bool study_counts(const StudyGame *game) { return !game->duplicate && game->set != STUDY_SKILL; }

bool study_is_finished(const StudyGame *game) {
    return study_counts(game) && game->reason != HENKA_PLAYING;
}

double study_points(const StudyGame *game) {
    return game->winner < 0 ? 0.5 : game->winner == HENKA_SENTE;
}

/* ---- single figures ---- */

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

StudyQuartiles study_quartiles(double *values, int count) {
    if (!count) return (StudyQuartiles){0};
    qsort(values, (size_t)count, sizeof *values, by_value);
    return (StudyQuartiles){.count = count,
                            .least = values[0],
                            .lower = statistics_quantile(values, count, 0.25),
                            .median = statistics_quantile(values, count, 0.5),
                            .upper = statistics_quantile(values, count, 0.75),
                            .most = values[count - 1]};
}

StudyVerdict study_verdict(const Share *share) {
    double margin = STUDY_MARGIN_PERCENT / 100.0 + 1e-9; /* but for rounding */
    if (share->low > 0.5) return STUDY_FAVOURS_SENTE;
    if (share->high < 0.5) return STUDY_FAVOURS_GOTE;
    return (share->high - share->low) / 2 <= margin ? STUDY_EVEN : STUDY_OPEN;
}

void study_difference(const Share *a, const Share *b, double *low, double *high) {
    double difference = a->share - b->share;
    *low = difference - hypot(a->share - a->low, b->high - b->share);
    *high = difference + hypot(a->high - a->share, b->share - b->low);
}

double study_chance(const StudyGame *game, int ply, double scale) {
    int score_cp = game->ply[ply].score_cp;
    if (score_cp == STUDY_NO_SCORE) return -1;
    return logistic(score_cp / scale);
}

int study_lead_changes(const StudyGame *game, double scale) {
    int leader = 0, changes = 0; /* 1 sente, -1 gote, 0 nobody yet */
    for (int ply = 0; ply < game->plies; ply++) {
        double chance = study_chance(game, ply, scale);
        if (chance < 0) continue;
        int ahead = chance >= leads_from ? 1 : chance <= 1 - leads_from ? -1 : leader;
        changes += leader && ahead != leader;
        leader = ahead;
    }
    return changes;
}

/* The winner's chance before the ply; below 0 where nobody searched. */
static double winners_chance(const StudyGame *game, int ply, double scale) {
    double chance = study_chance(game, ply, scale);
    return chance < 0 || game->winner == HENKA_SENTE ? chance : 1 - chance;
}

double study_drama(const StudyGame *game, double scale) {
    double sum = 0;
    int behind = 0;
    for (int ply = 0; ply < game->plies; ply++) {
        double chance = winners_chance(game, ply, scale);
        if (chance < 0 || chance >= 0.5) continue;
        sum += sqrt(1 - 2 * chance);
        behind++;
    }
    return behind ? sum / behind : 0;
}

double study_decided(const StudyGame *game, double scale) {
    int from = game->plies;
    while (from > 0 && winners_chance(game, from - 1, scale) >= decided_from) from--;
    return game->plies ? (double)from / game->plies : 0;
}

bool study_one_good(const StudyGame *game, int ply, double scale, bool *sampled) {
    const StudyPly *at = &game->ply[ply];
    *sampled = at->score_cp != STUDY_NO_SCORE && at->second_cp != STUDY_NO_SCORE;
    if (!*sampled) return false;
    double difference = logistic(at->score_cp / scale) - logistic(at->second_cp / scale);
    return fabs(difference) >= good_within;
}

/* ---- a strength and a set ---- */

/* What the cells need while they are filled. */
typedef struct Filling {
    StudyReport *report;
    double *values;              /* room for every game */
    ShareGame *shares, *lengths; /* likewise */
} Filling;

static StudyQuartiles bounded_quartiles(const Filling *filling, ShareGame *values, int count) {
    if (!count) return (StudyQuartiles){0};
    Share median = statistics_clustered_median(values, count, 1, filling->values);
    StudyQuartiles quartiles = study_quartiles(filling->values, count);
    quartiles.low = median.low, quartiles.high = median.high;
    return quartiles;
}

static bool is_of(const StudyGame *game, int strength, int set) {
    return game->strength == strength && (int)game->set == set;
}

static void count_results(const Filling *filling, StudyCell *cell, int strength, int set) {
    const StudyGames *games = filling->report->games;
    int finished = 0;
    for (int i = 0; i < games->count; i++) {
        const StudyGame *game = &games->games[i];
        if (!is_of(game, strength, set)) continue;
        cell->played++;
        cell->duplicates += game->duplicate;
        if (game->duplicate) continue;
        cell->ends[game->reason]++;
        cell->unfinished += game->reason == HENKA_PLAYING;
        if (!study_is_finished(game)) continue;
        cell->sente += game->winner == HENKA_SENTE;
        cell->gote += game->winner == HENKA_GOTE;
        cell->drawn += game->winner < 0;
        int bin = game->plies / filling->report->bin_plies;
        cell->bins[bin < STUDY_BINS ? bin : STUDY_BINS - 1]++;
        filling->lengths[finished] = (ShareGame){game->opening, game->plies};
        filling->shares[finished++] = (ShareGame){game->opening, study_points(game)};
    }
    cell->share = statistics_clustered(filling->shares, finished, STUDY_SETS);
    cell->length = bounded_quartiles(filling, filling->lengths, finished);
}

static void follow_courses(const Filling *filling, StudyCell *cell, int strength, int set) {
    const StudyGames *games = filling->report->games;
    double scale = filling->report->scale;
    int finished = 0, won = 0;
    for (int i = 0; i < games->count; i++) {
        const StudyGame *game = &games->games[i];
        if (!is_of(game, strength, set) || !study_is_finished(game)) continue;
        filling->shares[finished++] = (ShareGame){game->opening, study_lead_changes(game, scale)};
        if (game->winner < 0) continue;
        cell->drama += study_drama(game, scale);
        filling->lengths[won++] = (ShareGame){game->opening, study_decided(game, scale)};
    }
    cell->lead_changes = statistics_clustered_mean(filling->shares, finished, 1);
    if (cell->lead_changes.low < 0) cell->lead_changes.low = 0;
    if (won) cell->drama /= won;
    cell->decided = bounded_quartiles(filling, filling->lengths, won);
}

/* Of the positions of the cell's games in which two moves were searched: how many have one good
 * move? */
static bool find_good_moves(const StudyReport *report, StudyCell *cell, int strength, int set) {
    const StudyGames *games = report->games;
    int count = 0, room = 0;
    for (int i = 0; i < games->count; i++) room += games->games[i].plies / STUDY_SAMPLED + 1;
    ShareGame *positions = malloc((size_t)room * sizeof *positions + 1);
    if (!positions) return false;
    for (int i = 0; i < games->count; i++) {
        const StudyGame *game = &games->games[i];
        if (!is_of(game, strength, set) || !study_counts(game)) continue;
        for (int ply = STUDY_SAMPLED - 1; ply < game->plies; ply += STUDY_SAMPLED) {
            bool sampled, one = study_one_good(game, ply, report->scale, &sampled);
            if (sampled) positions[count++] = (ShareGame){game->opening, one};
        }
    }
    cell->one_good = statistics_clustered(positions, count, 1);
    free(positions);
    return true;
}

/* The cross entropy of the results with the chances that the scores stand for. */
static double loss_of_scale(void *context, double scale) {
    const StudyGames *games = context;
    double sum = 0;
    for (int i = 0; i < games->count; i++) {
        const StudyGame *game = &games->games[i];
        for (int ply = 0; study_is_finished(game) && ply < game->plies; ply++) {
            int score_cp = game->ply[ply].score_cp;
            if (score_cp == STUDY_NO_SCORE) continue;
            sum += logistic_loss(score_cp / scale, study_points(game));
        }
    }
    return sum;
}

/* ---- all games together ---- */

/* 1, 2, 5, 10, …: the least with which the longest game falls into one of the bins. */
static int plies_in_a_bin(const StudyGames *games) {
    static const int steps[] = {2, 5, 10};
    int longest = 0, width = 1, unit = 1;
    for (int i = 0; i < games->count; i++)
        if (games->games[i].plies > longest) longest = games->games[i].plies;
    for (int step = 0; longest / width >= STUDY_BINS; step++) {
        width = unit * steps[step % 3];
        if (step % 3 == 2) unit = width;
    }
    return width;
}

static void count_plies(StudyReport *report, const StudyGame *game) {
    int squares = study_squares(report->plan->variant);
    for (int i = 0; i < game->plies; i++) {
        const StudyPly *ply = &game->ply[i];
        int bin = i / report->bin_plies;
        StudyChoice *choice = &report->choices[bin < STUDY_BINS ? bin : STUDY_BINS - 1];
        StudyPiece *piece = &report->pieces[ply->type];
        choice->plies++;
        choice->legal += ply->legal;
        choice->drops += ply->drops;
        choice->captures += ply->captures;
        choice->promotions += ply->promotions;
        choice->dropped += ply->drop;
        choice->captured += ply->taken_count > 0;
        choice->promoted += ply->promotes;
        choice->filled += ply->filled;
        choice->held += ply->held;
        piece->moves += !ply->drop;
        piece->drops += ply->drop;
        piece->captures += ply->taken_count;
        piece->promotions += ply->promotes;
        piece->several += ply->taken_count > 1;
        piece->elsewhere += ply->elsewhere;
        piece->visits[i % 2 ? squares - 1 - ply->to : ply->to]++;
        for (int k = 0; k < ply->taken_count; k++) report->pieces[ply->taken[k]].lost++;
    }
}

/* Which rules forbade something where. */
static void count_bars(StudyReport *report, const StudyGame *game) {
    report->quiet += game->quiet_count;
    for (int i = 0; i < game->quiet_count; i++)
        for (int bar = 0; bar < HENKA_BARS; bar++)
            report->bars[bar] += game->quiet[i].bars >> bar & 1;
}

static int by_games(const void *a, const void *b) {
    const StudyFirst *x = a, *y = b;
    if (x->games != y->games) return y->games - x->games;
    return (x->move > y->move) - (x->move < y->move);
}

/* How games ended, those of all strengths and openings. */
static void share_ends(const Filling *filling) {
    StudyReport *report = filling->report;
    const StudyGames *games = report->games;
    int came[STUDY_REASONS] = {0}, figures = 0;
    for (int i = 0; i < games->count; i++)
        if (study_is_finished(&games->games[i])) came[games->games[i].reason]++;
    for (int reason = 0; reason < STUDY_REASONS; reason++) figures += came[reason] > 0;
    for (int reason = 0; reason < STUDY_REASONS; reason++) {
        int count = 0;
        for (int i = 0; came[reason] && i < games->count; i++) {
            const StudyGame *game = &games->games[i];
            if (study_is_finished(game))
                filling->shares[count++] = (ShareGame){game->opening, (int)game->reason == reason};
        }
        if (count) report->ends[reason] = statistics_clustered(filling->shares, count, figures);
    }
}

/* Only games whose further moves were chosen too tell of a first move: those of the greatest
 * strength from the start. */
static bool tells_of_first(const StudyReport *report, const StudyGame *game) {
    return study_is_finished(game) && game->plies && game->set == STUDY_START &&
           game->strength == report->plan->strengths - 1;
}

static bool gather_first_moves(const Filling *filling) {
    StudyReport *report = filling->report;
    const StudyGames *games = report->games;
    report->first = calloc((size_t)games->count + 1, sizeof *report->first);
    if (!report->first) return false;
    for (int i = 0; i < games->count; i++) {
        const StudyGame *game = &games->games[i];
        if (!tells_of_first(report, game)) continue;
        int at = 0;
        while (at < report->first_count && report->first[at].move != game->ply[0].move) at++;
        report->first[at].move = game->ply[0].move;
        report->first[at].games++;
        report->first_count += at == report->first_count;
    }
    for (int at = 0; at < report->first_count; at++) {
        StudyFirst *first = &report->first[at];
        int count = 0;
        for (int i = 0; i < games->count; i++) {
            const StudyGame *game = &games->games[i];
            if (tells_of_first(report, game) && game->ply[0].move == first->move)
                filling->shares[count++] = (ShareGame){game->opening, study_points(game)};
        }
        first->share = statistics_clustered(filling->shares, count, 1);
    }
    qsort(report->first, (size_t)report->first_count, sizeof *report->first, by_games);
    return true;
}

/* Of the finished games of the greatest strength from the start: what came of a random opening is
 * not how the game is played. Of games that are as good the first. */
static void choose_examples(StudyReport *report) {
    const StudyGames *games = report->games;
    int strength = report->plan->strengths - 1;
    double median = report->cells[strength][STUDY_START].length.median, best_drama = 0;
    const StudyGame **examples = report->examples;
    for (int i = 0; i < games->count; i++) {
        const StudyGame *game = &games->games[i];
        if (!study_is_finished(game) || game->strength != strength || game->set != STUDY_START)
            continue;
        const StudyGame *typical = examples[STUDY_TYPICAL], *shortest = examples[STUDY_SHORTEST];
        if (!typical || fabs(game->plies - median) < fabs(typical->plies - median))
            examples[STUDY_TYPICAL] = game;
        if (game->winner < 0) continue;
        if (!shortest || game->plies < shortest->plies) examples[STUDY_SHORTEST] = game;
        double drama = study_drama(game, report->scale);
        if (drama > best_drama) best_drama = drama, examples[STUDY_DRAMATIC] = game;
    }
}

bool study_report_make(StudyReport *report, const StudyPlan *plan, const StudyGames *games) {
    size_t room = (size_t)games->count + 1;
    *report = (StudyReport){.plan = plan, .games = games, .bin_plies = plies_in_a_bin(games)};
    Filling filling = {report, malloc(room * sizeof *filling.values),
                       malloc(room * sizeof *filling.shares),
                       malloc(room * sizeof *filling.lengths)};
    bool ok = filling.values && filling.shares && filling.lengths;
    if (ok) {
        /* A whole number, so that no rounding of a compiler shows. */
        report->scale = round(logistic_scale(loss_of_scale, (void *)games, 40));
        for (int i = 0; i < games->count; i++) {
            report->played += games->games[i].set != STUDY_SKILL;
            report->distinct += study_counts(&games->games[i]);
            report->finished += study_is_finished(&games->games[i]);
            if (!study_counts(&games->games[i])) continue;
            count_plies(report, &games->games[i]);
            count_bars(report, &games->games[i]);
        }
        for (int strength = 0; strength < plan->strengths; strength++)
            for (int set = 0; set < STUDY_SETS; set++) {
                StudyCell *cell = &report->cells[strength][set];
                count_results(&filling, cell, strength, set);
                follow_courses(&filling, cell, strength, set);
                ok = ok && find_good_moves(report, cell, strength, set);
            }
        share_ends(&filling);
        ok = ok && gather_first_moves(&filling) && study_worth(report) && study_skill(report) &&
             study_tree(report);
        choose_examples(report);
    }
    free(filling.values);
    free(filling.shares);
    free(filling.lengths);
    return ok;
}

void study_report_free(StudyReport *report) {
    free(report->first), free(report->branches);
    report->first = NULL, report->branches = NULL;
}
