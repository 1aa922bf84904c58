#include "match/statistics.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

static const double bound95 = 1.959964;

void statistics_add_game(Tally *tally, int half_points) {
    tally->wins += half_points == 2;
    tally->draws += half_points == 1;
    tally->losses += half_points == 0;
}

void statistics_add_pair(Tally *tally, int half_points) { tally->pairs[half_points]++; }

int statistics_pairs(const Tally *tally) {
    int total = 0;
    for (int n = 0; n < 5; n++) total += tally->pairs[n];
    return total;
}

double statistics_score(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

double statistics_elo(double score) {
    if (score <= 0) return -INFINITY;
    if (score >= 1) return INFINITY;
    return -400 * log10(1 / score - 1);
}

typedef struct Moments {
    double count, mean, variance; /* number of pairs; mean and variance of a pair's score, 0..1 */
} Moments;

/* floor_count is added to each count; it keeps the variance above 0 if a result never occurred. */
static Moments tally_moments(const Tally *tally, double floor_count) {
    Moments m = {0};
    for (int n = 0; n < 5; n++) m.count += tally->pairs[n] + floor_count;
    if (m.count <= 0) return m;
    for (int n = 0; n < 5; n++) m.mean += (tally->pairs[n] + floor_count) / m.count * n / 4;
    for (int n = 0; n < 5; n++)
        m.variance +=
            (tally->pairs[n] + floor_count) / m.count * (n / 4.0 - m.mean) * (n / 4.0 - m.mean);
    return m;
}

/* Wilson's interval also holds for a mean of 0 or 1, where every pair gave the same result. */
static void wilson(double mean, double count, double bound, double *low, double *high) {
    double z2 = bound * bound, middle = (mean + z2 / (2 * count)) / (1 + z2 / count);
    double half =
        bound / (1 + z2 / count) * sqrt(mean * (1 - mean) / count + z2 / (4 * count * count));
    *low = mean > 0 ? fmax(0, middle - half) : 0; /* exact for 0 and 1, in spite of rounding */
    *high = mean < 1 ? fmin(1, middle + half) : 1;
}

void statistics_share_bounds(double mean, double count, double *low, double *high) {
    wilson(mean, count, bound95, low, high);
}

Estimate statistics_estimate(const Tally *tally) {
    Moments m = tally_moments(tally, 0);
    Estimate e = {0.5, 0, 1, 0, -INFINITY, INFINITY};
    if (m.count <= 0) return e;
    e.score = m.mean;
    if (m.variance > 0) {
        double half = bound95 * sqrt(m.variance / m.count);
        e.score_low = fmax(0, m.mean - half);
        e.score_high = fmin(1, m.mean + half);
    } else {
        statistics_share_bounds(m.mean, m.count, &e.score_low, &e.score_high);
    }
    e.elo = statistics_elo(e.score);
    e.elo_low = statistics_elo(e.score_low);
    e.elo_high = statistics_elo(e.score_high);
    return e;
}

double statistics_llr(const Tally *tally, const Sprt *sprt) {
    /* The variance of a few pairs is no estimate: two games won would already decide the test. */
    if (statistics_pairs(tally) < SPRT_LEAST_PAIRS) return 0;
    Moments m = tally_moments(tally, 1e-3);
    double s0 = statistics_score(sprt->elo0), s1 = statistics_score(sprt->elo1);
    return m.count * (s1 - s0) * (2 * m.mean - s0 - s1) / (2 * m.variance);
}

SprtVerdict statistics_verdict(const Sprt *sprt, double llr) {
    if (llr >= log((1 - sprt->beta) / sprt->alpha)) return SPRT_ACCEPTED;
    if (llr <= log(sprt->beta / (1 - sprt->alpha))) return SPRT_REJECTED;
    return SPRT_OPEN;
}

/* ---- shares of games in clusters ---- */

/* The chance that |t| is at most tan(angle) * sqrt(freedom): a finite sum (Abramowitz and Stegun,
 * 26.7.3 and 26.7.4). */
static double student_within(double angle, int freedom) {
    double square = cos(angle) * cos(angle), sum = 0;
    bool odd = freedom % 2;
    double term = odd ? cos(angle) : 1;
    for (int k = odd ? 2 : 1; k <= freedom - 1; k += 2) {
        sum += term;
        term *= square * k / (k + 1);
    }
    sum *= sin(angle);
    return odd ? (angle + sum) * M_2_PI : sum;
}

double statistics_student_quantile(double p, int freedom) {
    double low = 0, high = M_PI_2;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        if (student_within(middle, freedom) < 2 * p - 1)
            low = middle;
        else
            high = middle;
    }
    return tan(low) * sqrt(freedom);
}

static int by_cluster(const void *a, const void *b) {
    uint64_t x = ((const ShareGame *)a)->cluster, y = ((const ShareGame *)b)->cluster;
    return (x > y) - (x < y);
}

/* Returns the numbers of games and clusters and the mean, without bounds. Sets *variance to the
 * variance of the mean, which is valid for two clusters or more. */
static Share mean_of_clusters(ShareGame *games, int count, double *variance) {
    Share result = {.games = count, .low = NAN, .high = NAN};
    double sum = 0, squares = 0, residual = 0;
    if (!count) return (Share){.share = NAN, .low = NAN, .high = NAN};
    qsort(games, (size_t)count, sizeof *games, by_cluster);
    for (int i = 0; i < count; i++) sum += games[i].points;
    double share = sum / count;
    for (int i = 0; i < count; i++) {
        residual += games[i].points - share;
        if (i + 1 < count && games[i + 1].cluster == games[i].cluster) continue;
        squares += residual * residual;
        residual = 0;
        result.clusters++;
    }
    result.share = share;
    *variance = squares / ((double)count * count) * result.clusters / (double)(result.clusters - 1);
    return result;
}

/* The number of standard errors from a mean to its bounds. */
static double bound_of(int clusters, int figures) {
    return statistics_student_quantile(1 - 0.025 / figures, clusters - 1);
}

Share statistics_clustered(ShareGame *games, int count, int figures) {
    double variance;
    Share result = mean_of_clusters(games, count, &variance);
    if (result.clusters < 2) return result;
    double share = result.share, clusters = result.clusters;
    /* The number of independent games of the same variance; of clusters if all gave one result. */
    double effective = variance > 0 ? share * (1 - share) / variance : clusters;
    wilson(share, effective, bound_of(result.clusters, figures), &result.low, &result.high);
    return result;
}

Share statistics_clustered_mean(ShareGame *games, int count, int figures) {
    double variance;
    Share result = mean_of_clusters(games, count, &variance);
    if (result.clusters < 2 || variance <= 0) return result;
    double half = bound_of(result.clusters, figures) * sqrt(variance);
    result.low = result.share - half, result.high = result.share + half;
    return result;
}

int statistics_rising(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

Share statistics_clustered_median(ShareGame *games, int count, int figures, double *room) {
    for (int i = 0; i < count; i++) room[i] = games[i].points;
    qsort(room, (size_t)count, sizeof *room, statistics_rising);
    double median = statistics_quantile(room, count, 0.5);
    for (int i = 0; i < count; i++) {
        double value = games[i].points;
        games[i].points = value < median ? 1 : value > median ? 0 : 0.5;
    }
    Share result = statistics_clustered(games, count, figures);
    if (result.clusters < 2) {
        result.share = median;
        return result;
    }
    double below = result.share - result.low, above = result.high - result.share;
    result.share = median;
    result.low = statistics_quantile(room, count, fmax(0, 0.5 - below));
    result.high = statistics_quantile(room, count, fmin(1, 0.5 + above));
    return result;
}

int statistics_games_needed(const Share *share, double half_width) {
    double half = (share->high - share->low) / 2 / half_width;
    double needed = ceil(share->games * half * half - 1e-6); /* 1e-6: for rounding errors */
    return needed > share->games ? (int)fmin(needed, 1e9) : share->games;
}

double statistics_quantile(const double *rising, int count, double part) {
    double at = (count - 1) * part, below = floor(at);
    int i = (int)below;
    return i + 1 < count ? rising[i] + (at - below) * (rising[i + 1] - rising[i]) : rising[i];
}
