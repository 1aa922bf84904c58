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

double study_length(const StudyGame *game, double scale) {
    (void)scale;
    return game->plies;
}

double study_lead_changes(const StudyGame *game, double scale) {
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

/* What the measures need while they are filled. */
typedef struct Filling {
    StudyReport *report;
    double *values;    /* room for every game */
    ShareGame *shares; /* likewise, and for every searched position, */
    int count;         /* values in it */
    int strength, set; /* the cell that is filled */
} Filling;

static void add(Filling *filling, const StudyGame *game, double value) {
    filling->shares[filling->count++] = (ShareGame){game->opening, value};
}

/* The games of the cell that have a result; of GAME rows of measures.def. */
enum { FINISHED, WON };
static bool is_of(const Filling *filling, const StudyGame *game, int which) {
    return game->strength == filling->strength && (int)game->set == filling->set &&
           study_is_finished(game) && (which == FINISHED || game->winner >= 0);
}

/* ---- by type of measures.def, from the values that were added ---- */

static void fill_quartiles(Filling *filling, StudyQuartiles *quartiles) {
    *quartiles = (StudyQuartiles){0};
    if (!filling->count) return;
    Share median = statistics_clustered_median(filling->shares, filling->count, 1, filling->values);
    *quartiles = study_quartiles(filling->values, filling->count);
    quartiles->low = median.low, quartiles->high = median.high;
}
#define fill_moments fill_quartiles

static void fill_mean(Filling *filling, Share *mean) {
    *mean = statistics_clustered_mean(filling->shares, filling->count, 1);
    if (mean->low < 0) mean->low = 0;
}

static void fill_ratio(Filling *filling, double *ratio) {
    *ratio = 0;
    for (int i = 0; i < filling->count; i++) *ratio += filling->shares[i].points;
    if (filling->count) *ratio /= filling->count;
}

/* ---- the cells ---- */

static void count_results(Filling *filling, StudyCell *cell) {
    const StudyGames *games = filling->report->games;
    filling->count = 0;
    for (int i = 0; i < games->count; i++) {
        const StudyGame *game = &games->games[i];
        if (game->strength != filling->strength || (int)game->set != filling->set) continue;
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
        add(filling, game, study_points(game));
    }
    cell->share = statistics_clustered(filling->shares, filling->count, STUDY_SETS);
    cell->verdict = study_verdict(&cell->share);
}

static void fill_cell(Filling *filling, StudyCell *cell) {
    const StudyGames *games = filling->report->games;
    double scale = filling->report->scale;
    cell->nodes = filling->report->plan->nodes[filling->strength];
    cell->openings = (StudySet)filling->set;
    count_results(filling, cell);
#define GAME(of, SAID, csv, type, member, ...)                                                     \
    filling->count = 0;                                                                            \
    for (int i = 0; i < games->count; i++)                                                         \
        if (is_of(filling, &games->games[i], of))                                                  \
            add(filling, &games->games[i], study_##member(&games->games[i], scale));               \
    fill_##type(filling, &cell->member);
#include "study/measures.def"
#define POSITION(SAID, type, member, ...)                                                          \
    filling->count = 0;                                                                            \
    for (int i = 0; i < games->count; i++) {                                                       \
        const StudyGame *game = &games->games[i];                                                  \
        if (game->strength != filling->strength || (int)game->set != filling->set) continue;       \
        for (int ply = STUDY_SAMPLED - 1; study_counts(game) && ply < game->plies;                 \
             ply += STUDY_SAMPLED) {                                                               \
            bool sampled, is_so = study_##member(game, ply, scale, &sampled);                      \
            if (sampled) add(filling, game, is_so);                                                \
        }                                                                                          \
    }                                                                                              \
    cell->member = statistics_clustered(filling->shares, filling->count, 1);
#include "study/measures.def"
    cell->sampled = cell->one_good.games;
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
static void share_ends(Filling *filling) {
    StudyReport *report = filling->report;
    const StudyGames *games = report->games;
    int came[STUDY_REASONS] = {0}, figures = 0;
    for (int i = 0; i < games->count; i++)
        if (study_is_finished(&games->games[i]) && !came[games->games[i].reason]++) figures++;
    for (int reason = 0; reason < STUDY_REASONS; reason++) {
        if (!came[reason]) continue;
        filling->count = 0;
        for (int i = 0; i < games->count; i++)
            if (study_is_finished(&games->games[i]))
                add(filling, &games->games[i], (int)games->games[i].reason == reason);
        report->ends[reason] = statistics_clustered(filling->shares, filling->count, figures);
    }
}

/* Only games whose further moves were chosen too tell of a first move: those of the greatest
 * strength from the start. */
static bool tells_of_first(const StudyReport *report, const StudyGame *game) {
    return study_is_finished(game) && game->plies && game->set == STUDY_START &&
           game->strength == report->plan->strengths - 1;
}

static bool gather_first_moves(Filling *filling) {
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
        filling->count = 0;
        for (int i = 0; i < games->count; i++)
            if (tells_of_first(report, &games->games[i]) &&
                games->games[i].ply[0].move == first->move)
                add(filling, &games->games[i], study_points(&games->games[i]));
        first->share = statistics_clustered(filling->shares, filling->count, 1);
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
    size_t most = (size_t)games->count + 1;
    *report = (StudyReport){.plan = plan, .games = games, .bin_plies = plies_in_a_bin(games)};
    Filling filling = {.report = report, .values = malloc(most * sizeof *filling.values)};
    for (int i = 0; i < games->count; i++) most += (size_t)(games->games[i].plies / STUDY_SAMPLED);
    filling.shares = malloc(most * sizeof *filling.shares);
    bool ok = filling.values && filling.shares;
    if (ok) {
        /* A whole number, so that no rounding of a compiler shows. */
        report->scale = round(logistic_scale(loss_of_scale, (void *)games, 40));
        for (int type = 1; type <= henka_variant_type_count(plan->variant); type++) {
            HenkaType kind = henka_variant_type(plan->variant, type);
            report->pieces[type].id = kind.id, report->pieces[type].name = kind.name;
        }
        for (int bin = 0; bin < STUDY_BINS; bin++)
            report->choices[bin].ply = bin * report->bin_plies;
        for (int i = 0; i < games->count; i++) {
            report->played += games->games[i].set != STUDY_SKILL;
            report->distinct += study_counts(&games->games[i]);
            report->finished += study_is_finished(&games->games[i]);
            if (!study_counts(&games->games[i])) continue;
            count_plies(report, &games->games[i]);
            count_bars(report, &games->games[i]);
        }
        for (; filling.strength < plan->strengths; filling.strength++)
            for (filling.set = 0; filling.set < STUDY_SETS; filling.set++)
                fill_cell(&filling, &report->cells[filling.strength][filling.set]);
        share_ends(&filling);
        ok = gather_first_moves(&filling) && study_worth(report) && study_skill(report) &&
             study_tree(report);
        choose_examples(report);
    }
    free(filling.values);
    free(filling.shares);
    return ok;
}

void study_report_free(StudyReport *report) {
    free(report->first), free(report->branches);
    report->first = NULL, report->branches = NULL;
}
