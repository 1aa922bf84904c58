#include "lab/statistics.h"

#include <math.h>

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
    double count, mean, variance; /* of a pair's score, 0..1 */
} Moments;

/* floor_count keeps the variance away from zero while some result was never seen. */
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

/* Wilson's interval holds at the ends too, where every pair gave the same result. */
void statistics_share_bounds(double mean, double count, double *low, double *high) {
    double z2 = bound95 * bound95, middle = (mean + z2 / (2 * count)) / (1 + z2 / count);
    double half =
        bound95 / (1 + z2 / count) * sqrt(mean * (1 - mean) / count + z2 / (4 * count * count));
    *low = fmax(0, middle - half);
    *high = fmin(1, middle + half);
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
    /* The variance of only a few pairs is no estimate: two games won would already decide the test.
     */
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
