#include "study/study_measures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "study/study_trials.h"
#include "train/logistic.h"

static const double leads_from = 0.6, decided_from = 0.8, good_within = 0.1;

bool study_counts(const StudyGame *game) { return !game->duplicate && game->set != STUDY_SKILL; }

bool study_is_finished(const StudyGame *game) {
    return study_counts(game) && game->reason != HENKA_PLAYING;
}

int study_from_start(const StudyReport *report) {
    int games = 0;
    for (int strength = 0; strength < report->plan->strengths; strength++)
        games += report->cells[strength][STUDY_START].share.games;
    return games;
}

double study_points(const StudyGame *game) {
    return game->winner < 0 ? 0.5 : game->winner == HENKA_SENTE;
}

/* ---- single figures ---- */

StudyQuartiles study_quartiles(double *values, int count) {
    if (!count) return (StudyQuartiles){0};
    qsort(values, (size_t)count, sizeof *values, statistics_rising);
    return (StudyQuartiles){.count = count,
                            .least = values[0],
                            .lower = statistics_quantile(values, count, 0.25),
                            .median = statistics_quantile(values, count, 0.5),
                            .upper = statistics_quantile(values, count, 0.75),
                            .most = values[count - 1]};
}

double study_effect(const StudyPlan *plan) { return plan->effect / 100.0; }

StudyVerdict study_verdict(const Share *share, double effect) {
    const double rounding = 1e-9;
    if (share->low > 0.5 + effect) return STUDY_FAVOURS_SENTE;
    if (share->high < 0.5 - effect) return STUDY_FAVOURS_GOTE;
    if (share->low >= 0.5 - effect - rounding && share->high <= 0.5 + effect + rounding)
        return STUDY_EVEN;
    return share->low > 0.5 ? STUDY_LEANS_SENTE : share->high < 0.5 ? STUDY_LEANS_GOTE : STUDY_OPEN;
}

int study_more(const Share *share, double effect) {
    if (!share->games || isnan(share->low) || study_verdict(share, effect) != STUDY_OPEN) return 0;
    /* half: half the width of bounds that exclude 0.5, or lie within `effect` of it */
    double distance = fabs(share->share - 0.5), half = fmax(distance, effect - distance);
    return statistics_games_needed(share, fmax(half, 1e-3)) - share->games;
}

int64_t study_enough(const StudyReport *report) {
    const StudyPlan *plan = report->plan;
    int64_t wanted = 0;
    for (int set = 0; set < STUDY_SETS; set++) {
        const StudyCell *cell = &report->cells[plan->strengths - 1][set];
        int64_t games = cell->share.games, more = study_more(&cell->share, study_effect(plan)),
                played = more ? ((games + more) * cell->played + games - 1) / games : 0;
        if (played * STUDY_SETS > wanted) wanted = played * STUDY_SETS;
    }
    if (wanted && wanted < plan->games) wanted = plan->games;
    return wanted <= STUDY_MAX_GAMES && plan->shards <= 1 ? wanted : 0;
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

double study_depth(const StudyGame *game, double scale) {
    (void)scale;
    return game->depth_tenths / 10.0;
}

double study_length(const StudyGame *game, double scale) {
    (void)scale;
    return game->plies;
}

double study_lead_changes(const StudyGame *game, double scale) {
    int leader = 0, changes = 0; /* 1: sente leads; -1: gote; 0: no side has led yet */
    for (int ply = 0; ply < game->plies; ply++) {
        double chance = study_chance(game, ply, scale);
        if (chance < 0) continue;
        int ahead = chance >= leads_from ? 1 : chance <= 1 - leads_from ? -1 : leader;
        changes += leader && ahead != leader;
        leader = ahead;
    }
    return changes;
}

/* The winner's chance of winning before the ply; below 0 if the position was not searched. */
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

/* The state while the measures of one strength and set are computed. */
typedef struct Filling {
    StudyReport *report;
    double *values;    /* buffer with room for a value of every game */
    ShareGame *shares; /* to average, with room for every game and position */
    int count;         /* number of entries in `shares` */
    int strength, set; /* of the StudyCell that is filled in */
} Filling;

static void add(Filling *filling, const StudyGame *game, double value) {
    filling->shares[filling->count++] = (ShareGame){game->opening, value};
}

/* Which games a GAME row of measures.def measures: all finished ones, or those with a winner. */
enum { FINISHED, WON };
static bool is_of(const Filling *filling, const StudyGame *game, int which) {
    return game->strength == filling->strength && (int)game->set == filling->set &&
           study_is_finished(game) && (which == FINISHED || game->winner >= 0);
}

/* ---- by type of measures.def, from the values that were added ---- */

static void fill_quartiles(Filling *filling, StudyQuartiles *quartiles) {
    *quartiles = (StudyQuartiles){0};
    if (!filling->count) return;
    Share median = statistics_clustered_median(filling->shares, filling->count,
                                               filling->report->figures, filling->values);
    *quartiles = study_quartiles(filling->values, filling->count);
    quartiles->low = median.low, quartiles->high = median.high;
}
#define fill_moments fill_quartiles

static void fill_mean(Filling *filling, Share *mean) {
    *mean = statistics_clustered_mean(filling->shares, filling->count, filling->report->figures);
    if (mean->low < 0) mean->low = 0;
}

static void fill_ratio(Filling *filling, double *ratio) {
    *ratio = 0;
    for (int i = 0; i < filling->count; i++) *ratio += filling->shares[i].points;
    if (filling->count) *ratio /= filling->count;
}

static void fill_average(Filling *filling, double *average) {
    int games = 0;
    double sum = 0;
    for (int i = 0; i < filling->count; i++)
        sum += filling->shares[i].points, games += filling->shares[i].points > 0;
    *average = games ? sum / games : NAN;
}

/* ---- the cells ---- */

static Share share_of(const Filling *filling) {
    return statistics_clustered(filling->shares, filling->count, filling->report->figures);
}

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
    cell->share = share_of(filling);
    double effect = study_effect(filling->report->plan);
    cell->verdict = study_verdict(&cell->share, effect);
    cell->more = study_more(&cell->share, effect);
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
    cell->member = share_of(filling);
#include "study/measures.def"
    cell->sampled = cell->one_good.games;
}

/* The cross entropy between the games' results and the chances of winning that the scores give. */
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

/* The width of a bin in plies: the least of 1, 2, 5, 10, … whose bins hold the longest game. */
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

/* Counts the moves played, the legal moves, and the rules that forbade moves in quiet positions. */
static void count_plies(StudyReport *report, const StudyGame *game) {
    int squares = study_squares(report->plan->variant);
    report->quiet += game->quiet_count;
    for (int i = 0; i < game->quiet_count; i++)
        for (int bar = 0; bar < HENKA_BARS; bar++)
            report->bars[bar] += game->quiet[i].bars >> bar & 1;
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

/* Fills in the share of each ending among the games of all strengths and openings. */
static void share_ends(Filling *filling) {
    StudyReport *report = filling->report;
    const StudyGames *games = report->games;
    bool came[STUDY_REASONS] = {0};
    for (int i = 0; i < games->count; i++)
        if (study_is_finished(&games->games[i])) came[games->games[i].reason] = true;
    for (int reason = 0; reason < STUDY_REASONS; reason++) {
        if (!came[reason]) continue;
        filling->count = 0;
        for (int i = 0; i < games->count; i++)
            if (study_is_finished(&games->games[i]))
                add(filling, &games->games[i], (int)games->games[i].reason == reason);
        report->ends[reason] = share_of(filling);
    }
}

/* Does the game count for its first move? Only games in which later moves were chosen too do so:
 * those of the greatest strength from the starting position. */
static bool tells_of_first(const StudyReport *report, const StudyGame *game) {
    return study_is_finished(game) && game->plies && game->set == STUDY_START &&
           game->strength == report->plan->strengths - 1;
}

static int by_games(const void *a, const void *b) {
    const StudyFirst *x = a, *y = b;
    if (x->games != y->games) return y->games - x->games;
    return (x->move > y->move) - (x->move < y->move);
}

static bool gather_first_moves(StudyReport *report) {
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
    qsort(report->first, (size_t)report->first_count, sizeof *report->first, by_games);
    return true;
}

static void share_first_moves(Filling *filling) {
    const StudyReport *report = filling->report;
    const StudyGames *games = report->games;
    for (int at = 0; at < report->first_count; at++) {
        StudyFirst *first = &report->first[at];
        filling->count = 0;
        for (int i = 0; i < games->count; i++)
            if (tells_of_first(report, &games->games[i]) &&
                games->games[i].ply[0].move == first->move)
                add(filling, &games->games[i], study_points(&games->games[i]));
        first->share = share_of(filling);
    }
}

/* Chooses the games that the report shows, among the finished games of the greatest strength from
 * the starting position: a game from a random opening does not show how the game is played. Of
 * equally good games the first is chosen. */
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

/* ---- skill: each strength against the next weaker one ---- */

double study_steps(double points, double games) {
    return log((points + 0.5) / (games - points + 0.5)) / log(0.6 / 0.4);
}

static void measure_skill(Filling *filling) {
    StudyReport *report = filling->report;
    const StudyPlan *plan = report->plan;
    for (int strength = 0; strength < plan->strengths; strength++) {
        StudySkill *skill = &report->skill[strength];
        filling->count = 0;
        skill->nodes = plan->nodes[strength];
        skill->weaker = study_weaker(plan, strength);
        for (int i = 0; i < report->games->count; i++) {
            const StudyGame *game = &report->games->games[i];
            if (game->set != STUDY_SKILL || game->strength != strength || game->duplicate) continue;
            skill->played++;
            double points = study_points(game);
            if (study_stronger(plan, game->number) == HENKA_GOTE) points = 1 - points;
            if (game->reason != HENKA_PLAYING) add(filling, game, points);
        }
        int count = filling->count;
        skill->share = share_of(filling);
        skill->steps = study_steps(count * skill->share.share, count);
        skill->steps_low = study_steps(count * skill->share.low, count);
        if (!count) continue;
        report->steps += skill->steps;
        report->steps_low += skill->steps_low;
    }
}

/* ---- how games from the start begin: their first plies as a tree ---- */

/* The tree of openings while it is built. */
typedef struct Tree {
    StudyReport *report;
    const StudyGame **games; /* [count], sorted by their first moves */
    int count;
} Tree;

static HenkaMove move_at(const StudyGame *game, int ply) {
    return ply < game->plies ? game->ply[ply].move : HENKA_NO_MOVE;
}

/* Orders two games by their first `plies` moves. 0: these moves are equal. */
static int compare(const StudyGame *a, const StudyGame *b, int plies) {
    for (int ply = 0; ply < plies; ply++) {
        HenkaMove x = move_at(a, ply), y = move_at(b, ply);
        if (x != y) return x < y ? -1 : 1;
    }
    return 0;
}

static int by_moves(const void *a, const void *b) {
    const StudyGame *x = *(const StudyGame *const *)a, *y = *(const StudyGame *const *)b;
    int order = compare(x, y, STUDY_LINE_PLIES);
    return order ? order : x->number - y->number;
}

/* `count` games from Tree.games[first] on, which begin with the same moves. */
typedef struct Bunch {
    int first, count;
} Bunch;

/* Splits a bunch of games by their move at ply `depth`, and finds the greatest bunches, the
 * greatest first. Returns their number. */
static int greatest(const Tree *tree, Bunch all, int depth, Bunch found[STUDY_TREE_BRANCHES]) {
    int count = 0;
    for (int i = all.first; i < all.first + all.count;) {
        Bunch bunch = {i, 0};
        for (; i < all.first + all.count &&
               !compare(tree->games[bunch.first], tree->games[i], depth + 1);
             i++)
            bunch.count++;
        if (bunch.count * 100 < tree->count * STUDY_TREE_PER_CENT ||
            tree->games[bunch.first]->plies <= depth)
            continue;
        for (int k = 0; k < STUDY_TREE_BRANCHES; k++) {
            /* Of bunches with the same number of games, the one that begins first goes first. */
            if (k < count && (bunch.count < found[k].count ||
                              (bunch.count == found[k].count && bunch.first > found[k].first)))
                continue;
            Bunch last = found[k];
            found[k] = bunch;
            if (k == count) {
                count++;
                break;
            }
            bunch = last;
        }
    }
    return count;
}

static void grow(Tree *tree, Bunch all, int depth) {
    StudyReport *report = tree->report;
    Bunch found[STUDY_TREE_BRANCHES] = {0};
    int count = depth < STUDY_TREE_PLIES ? greatest(tree, all, depth, found) : 0;
    for (int i = 0; i < count; i++) {
        StudyBranch *branch = &report->branches[report->branch_count++];
        *branch = (StudyBranch){
            .game = tree->games[found[i].first], .depth = depth + 1, .games = found[i].count};
        grow(tree, found[i], depth + 1);
    }
}

/* Fills in the tree of openings and the number of their lines. False: no memory. */
static bool measure_tree(StudyReport *report) {
    const StudyGames *games = report->games;
    size_t branches = 1, most = 0;
    for (int depth = 0; depth < STUDY_TREE_PLIES; depth++)
        branches *= STUDY_TREE_BRANCHES, most += branches;
    Tree tree = {.report = report, .games = malloc(((size_t)games->count + 1) * sizeof(void *))};
    report->branches = calloc(most, sizeof *report->branches);
    bool ok = tree.games && report->branches;
    for (int i = 0; ok && i < games->count; i++)
        if (study_is_finished(&games->games[i]) && games->games[i].set == STUDY_START)
            tree.games[tree.count++] = &games->games[i];
    if (ok) {
        qsort(tree.games, (size_t)tree.count, sizeof *tree.games, by_moves);
        for (int plies = 1; plies <= STUDY_LINE_PLIES; plies++)
            for (int i = 0; i < tree.count; i++)
                report->lines[plies - 1] +=
                    !i || compare(tree.games[i - 1], tree.games[i], plies) != 0;
        grow(&tree, (Bunch){0, tree.count}, 0);
    }
    free(tree.games);
    return ok;
}

static void share_branches(Filling *filling) {
    const StudyReport *report = filling->report;
    const StudyGames *games = report->games;
    for (int at = 0; at < report->branch_count; at++) {
        StudyBranch *branch = &report->branches[at];
        filling->count = 0;
        for (int i = 0; i < games->count; i++)
            if (study_is_finished(&games->games[i]) && games->games[i].set == STUDY_START &&
                !compare(&games->games[i], branch->game, branch->depth))
                add(filling, &games->games[i], study_points(&games->games[i]));
        branch->share = share_of(filling);
    }
}

/* ---- what follows from the strengths ---- */

static void measure_changes(StudyReport *report) {
    const StudyPlan *plan = report->plan;
    double effect = study_effect(plan);
    int last = plan->strengths - 1;
    for (int set = 0; set < STUDY_SETS && last > 0; set++) {
        const Share *to = &report->cells[last][set].share,
                    *from = &report->cells[last - 1][set].share;
        StudyChange *change = &report->changes[set];
        StudyDifference *share = &change->share;
        *change = (StudyChange){(StudySet)set,
                                plan->nodes[last - 1],
                                plan->nodes[last],
                                {to->share - from->share, NAN, NAN},
                                STUDY_UNSETTLED};
        study_difference(to, from, &share->low, &share->high);
        if (share->low >= -effect && share->high <= effect)
            change->verdict = STUDY_SETTLED;
        else if (share->low > 0 || share->high < 0)
            change->verdict = STUDY_MOVING;
    }
}

/* ---- trials ---- */

/* Adds the distinct finished games of a trial, with the points of a side: sente's in games of even
 * number, and in games of odd number those of `odd`. */
static void add_trial(Filling *filling, const StudyTrial *trial, HenkaSide odd) {
    filling->count = 0;
    for (int i = 0; i < trial->games.count; i++) {
        const StudyGame *game = &trial->games.games[i];
        bool gotes = game->number % 2 && odd == HENKA_GOTE;
        if (study_is_finished(game))
            add(filling, game, gotes ? 1 - study_points(game) : study_points(game));
    }
}

static int by_share(const void *a, const void *b) {
    double x = ((const StudyTried *)a)->share.share, y = ((const StudyTried *)b)->share.share;
    return (x < y) - (x > y);
}

static bool measure_trials(Filling *filling) {
    StudyReport *report = filling->report;
    const StudyGames *games = report->games;
    report->tried = calloc((size_t)games->trial_count + 1, sizeof *report->tried);
    report->exchanges = calloc((size_t)games->trial_count + 1, sizeof *report->exchanges);
    if (!report->tried || !report->exchanges) return false;
    for (int i = 0; i < games->trial_count; i++) {
        const StudyTrial *trial = &games->trials[i];
        const int *types = trial->without;
        add_trial(filling, trial, trial->move ? HENKA_SENTE : HENKA_GOTE);
        Share share = share_of(filling);
        if (trial->move) {
            StudyTried *tried = &report->tried[report->tried_count++];
            bool scored = trial->score_cp != STUDY_NO_SCORE;
            *tried = (StudyTried){trial->usi,   trial->name,  share, scored ? trial->score_cp : NAN,
                                  trial->nodes, trial->depth, false};
            tried->disagrees = scored && share.games && (share.share - 0.5) * trial->score_cp < 0;
            continue;
        }
        const StudyWorth *one = &report->pieces[types[0]].worth[STUDY_BOARD],
                         *other = &report->pieces[types[1]].worth[STUDY_BOARD];
        StudyExchange *exchange = &report->exchanges[report->exchange_count++];
        StudyVerdict verdict = study_verdict(&share, study_effect(report->plan));
        bool without = verdict == STUDY_FAVOURS_GOTE || verdict == STUDY_LEANS_GOTE,
             against = verdict == STUDY_FAVOURS_SENTE || verdict == STUDY_LEANS_SENTE;
        *exchange = (StudyExchange){{types[0], types[1]},
                                    report->pieces[types[0]].id,
                                    report->pieces[types[1]].id,
                                    share,
                                    verdict,
                                    false};
        exchange->differs = one->determined && other->determined &&
                            ((without && one->chance_high < other->chance_low) ||
                             (against && other->chance_high < one->chance_low));
    }
    qsort(report->tried, (size_t)report->tried_count, sizeof *report->tried, by_share);
    return true;
}

/* ---- the array ---- */

/* Counts the games of all strengths from the start whose first move takes a piece on the square. */
static int games_that_take(const StudyGames *games, int square) {
    int count = 0;
    for (int i = 0; i < games->count; i++) {
        const StudyGame *game = &games->games[i];
        if (study_is_finished(game) && game->set == STUDY_START && game->plies)
            count += game->ply[0].taken_count && game->ply[0].to == square;
    }
    return count;
}

static bool look_at_array(StudyReport *report) {
    const HenkaVariant *variant = report->plan->variant;
    HenkaGame *start = henka_game_new(variant, NULL, NULL);
    report->undefended = calloc(HENKA_MAX_SQUARES, sizeof *report->undefended);
    for (int square = 0; start && report->undefended && square < study_squares(variant); square++) {
        HenkaSide side = HENKA_SENTE;
        int type = henka_game_piece(start, square, &side);
        if (!type || henka_variant_type(variant, type).royal) continue;
        report->array++;
        if (henka_game_attacked(start, square, side)) continue;
        StudyUndefended *piece = &report->undefended[report->undefended_count++];
        *piece = (StudyUndefended){.type = type,
                                   .id = henka_variant_type(variant, type).id,
                                   .side = side,
                                   .attacked = henka_game_attacked(start, square, (HenkaSide)!side),
                                   .taken = games_that_take(report->games, square)};
        henka_square_name(variant, square, piece->name, sizeof piece->name);
        piece->square = piece->name;
    }
    henka_game_free(start);
    return start && report->undefended;
}

/* ---- all figures together ---- */

/* The number of figures with bounds that the report prints: for each cell, ending, strength, first
 * move, branch of the tree of openings, change and trial, and for each type of piece on the board
 * or in hand of which the sides ever had unequal numbers. */
static int count_figures(const StudyReport *report) {
    enum {
        bounded_quartiles = 1,
        bounded_moments = 1,
        bounded_mean = 1,
        bounded_ratio = 0,
        bounded_average = 0
    };
#define GAME(of, SAID, csv, type, ...) +bounded_##type
#define POSITION(...) +1
    int in_cell = 1 /* sente's share */
#include "study/measures.def"
        ;
    const StudyGames *games = report->games;
    int strengths = report->plan->strengths,
        count = strengths * (in_cell * STUDY_SETS + 1) + (strengths > 1 ? STUDY_SETS : 0) +
                report->first_count + report->branch_count + games->trial_count;
    bool came[STUDY_REASONS] = {0}, differed[HENKA_MAX_TYPES][STUDY_PLACES] = {0};
    for (int i = 0; i < games->count; i++) {
        const StudyGame *game = &games->games[i];
        if (!study_is_finished(game)) continue;
        count += !came[game->reason], came[game->reason] = true;
        for (int k = 0; k < game->quiet_count; k++)
            for (int type = 1; type <= henka_variant_type_count(report->plan->variant); type++)
                for (int place = 0; place < STUDY_PLACES; place++) {
                    const StudyMaterial *quiet = &game->quiet[k];
                    if (!(place == STUDY_BOARD ? quiet->board : quiet->hand)[type]) continue;
                    count += !differed[type][place], differed[type][place] = true;
                }
    }
    return count * (report->plan->family > 1 ? report->plan->family : 1);
}

bool study_report_make(StudyReport *report, const StudyPlan *plan, const StudyGames *games) {
    size_t most = (size_t)games->count + 1;
    *report = (StudyReport){.plan = plan, .games = games, .bin_plies = plies_in_a_bin(games)};
    Filling filling = {.report = report, .values = malloc(most * sizeof *filling.values)};
    for (int i = 0; i < games->count; i++) most += (size_t)(games->games[i].plies / STUDY_SAMPLED);
    for (int i = 0; i < games->trial_count; i++) most += (size_t)games->trials[i].games.count;
    filling.shares = malloc(most * sizeof *filling.shares);
    bool ok = filling.values && filling.shares;
    if (ok) {
        /* Rounded to a whole number, so that the report is the same with every compiler. */
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
        }
        ok = gather_first_moves(report) && measure_tree(report) && look_at_array(report);
        report->figures = count_figures(report);
        for (; filling.strength < plan->strengths; filling.strength++)
            for (filling.set = 0; filling.set < STUDY_SETS; filling.set++)
                fill_cell(&filling, &report->cells[filling.strength][filling.set]);
        share_ends(&filling);
        measure_skill(&filling);
        measure_changes(report);
        share_first_moves(&filling);
        share_branches(&filling);
        ok = ok && study_worth(report) && measure_trials(&filling);
        choose_examples(report);
    }
    free(filling.values);
    free(filling.shares);
    return ok;
}

void study_report_free(StudyReport *report) {
    free(report->first), free(report->branches), free(report->undefended);
    free(report->tried), free(report->exchanges);
    report->first = NULL, report->branches = NULL, report->undefended = NULL;
    report->tried = NULL, report->exchanges = NULL;
}

/* ---- figures that are laid beside those of other games ---- */

StudyFigures study_figures(const StudyReport *report, int strength) {
    const StudyCell *start = &report->cells[strength][STUDY_START],
                    *random = &report->cells[strength][STUDY_RANDOM];
    StudyChoice all = {0}; /* totals over the plies of all bins */
#define CHOICE(type, member, ...)                                                                  \
    for (int bin = 0; bin < STUDY_BINS; bin++) all.member += report->choices[bin].member;
#include "study/measures.def"
    StudyFigures figures = {.nodes = report->plan->nodes[strength], .games = start->share.games};
    double games = figures.games, plies = all.plies, steps = 0,
           squares = study_squares(report->plan->variant),
           /* steps per doubling of the nodes, because studies begin at different strengths */
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
