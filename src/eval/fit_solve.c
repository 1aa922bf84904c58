/* fit_solve - Newton steps on the loss with its prior; each step's equations by conjugate
 * gradients, scaled by the diagonal. */
#include "eval/fit_inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Solver {
    Fit *fit;
    const FitPlan *plan;
    float *bend; /* by position: weight * p (1 - p) / scale² */
    Pair *slope, *step, *residual, *conditioned, *direction, *curved, *diagonal; /* by part */
    Pair *spread;                                                                /* by cell */
} Solver;

static double dot(const Fit *fit, const Pair *a, const Pair *b) {
    double sum = 0;
    for (int i = 0; i < fit->part_count; i++)
        sum += (double)a[i].full * b[i].full + (double)a[i].few * b[i].few;
    return sum;
}

static void push(const Fit *fit, const FitPosition *position, double by, Pair *slopes) {
    float full = (float)by * position->phase, few = (float)by * (1 - position->phase);
    for (const uint32_t *f = fit->features + position->first, *end = f + position->count; f < end;
         f++) {
        float sign = *f & 1 ? -1.0f : 1.0f;
        slopes[*f >> 1].full += sign * full;
        slopes[*f >> 1].few += sign * few;
    }
}

static void clear_parts(const Fit *fit, Pair *parts) {
    memset(parts, 0, (size_t)fit->part_count * sizeof *parts);
}

/* slope = d loss / d part at the present parts; bend for the same point. */
static void find_slope(Solver *s) {
    const Fit *fit = s->fit;
    double weight = s->plan->weight, scale = fit->scale;
    clear_parts(fit, s->slope);
    for (size_t i = 0; i < fit->position_count; i++) {
        const FitPosition *position = &fit->positions[i];
        if (position->held_out) continue;
        double p =
            1 / (1 + exp(-(position->base + fit_change(fit, position, fit->changes)) / scale));
        s->bend[i] = (float)(weight * p * (1 - p) / (scale * scale));
        push(fit, position, weight * (p - position->target) / scale, s->slope);
    }
    fit_gather(fit, s->slope);
    for (int i = 0; i < fit->part_count; i++) {
        s->slope[i].full += fit->prior[i] * fit->parts[i].full;
        s->slope[i].few += fit->prior[i] * fit->parts[i].few;
    }
}

/* out = (second derivatives) * v */
static void curve(Solver *s, const Pair *v, Pair *out) {
    const Fit *fit = s->fit;
    fit_spread(fit, v, s->spread);
    clear_parts(fit, out);
    for (size_t i = 0; i < fit->position_count; i++) {
        const FitPosition *position = &fit->positions[i];
        if (!position->held_out)
            push(fit, position, s->bend[i] * fit_change(fit, position, s->spread), out);
    }
    fit_gather(fit, out);
    for (int i = 0; i < fit->part_count; i++) {
        out[i].full += fit->prior[i] * v[i].full;
        out[i].few += fit->prior[i] * v[i].few;
    }
}

/* A scaling near the diagonal: what each cell meets by itself, added up over its group. */
static void find_diagonal(Solver *s) {
    const Fit *fit = s->fit;
    clear_parts(fit, s->diagonal);
    for (size_t i = 0; i < fit->position_count; i++) {
        const FitPosition *position = &fit->positions[i];
        if (position->held_out) continue;
        float phase = position->phase, full = s->bend[i] * phase * phase,
              few = s->bend[i] * (1 - phase) * (1 - phase);
        for (const uint32_t *f = fit->features + position->first, *end = f + position->count;
             f < end; f++) {
            s->diagonal[*f >> 1].full += full;
            s->diagonal[*f >> 1].few += few;
        }
    }
    fit_gather(fit, s->diagonal);
    for (int i = 0; i < fit->part_count; i++) {
        s->diagonal[i].full += fit->prior[i];
        s->diagonal[i].few += fit->prior[i];
    }
}

static void condition(const Solver *s) {
    for (int i = 0; i < s->fit->part_count; i++)
        s->conditioned[i] = (Pair){s->residual[i].full / s->diagonal[i].full,
                                   s->residual[i].few / s->diagonal[i].few};
}

/* a += by * b */
static void add_scaled(const Fit *fit, Pair *a, double by, const Pair *b) {
    for (int i = 0; i < fit->part_count; i++) {
        a[i].full += (float)by * b[i].full;
        a[i].few += (float)by * b[i].few;
    }
}

/* step solves (second derivatives) * step = -slope, near enough. */
static void find_step(Solver *s) {
    const Fit *fit = s->fit;
    clear_parts(fit, s->step);
    for (int i = 0; i < fit->part_count; i++)
        s->residual[i] = (Pair){-s->slope[i].full, -s->slope[i].few};
    condition(s);
    memcpy(s->direction, s->conditioned, (size_t)fit->part_count * sizeof *s->direction);
    double power = dot(fit, s->residual, s->conditioned), first = power;
    for (int i = 0; i < s->plan->gradient_steps && power > 1e-5 * first; i++) {
        curve(s, s->direction, s->curved);
        double by = power / dot(fit, s->direction, s->curved), before = power;
        add_scaled(fit, s->step, by, s->direction);
        add_scaled(fit, s->residual, -by, s->curved);
        condition(s);
        power = dot(fit, s->residual, s->conditioned);
        for (int k = 0; k < fit->part_count; k++)
            s->direction[k] =
                (Pair){s->conditioned[k].full + (float)(power / before) * s->direction[k].full,
                       s->conditioned[k].few + (float)(power / before) * s->direction[k].few};
    }
}

static double whole_loss(const Solver *s) {
    const Fit *fit = s->fit;
    double drawn = 0, count = 0;
    for (int i = 0; i < fit->part_count; i++)
        drawn += fit->prior[i] *
                 ((double)fit->parts[i].full * fit->parts[i].full +
                  (double)fit->parts[i].few * fit->parts[i].few) /
                 2;
    for (size_t i = 0; i < fit->position_count; i++) count += !fit->positions[i].held_out;
    return fit_loss(fit).train * count * s->plan->weight + drawn;
}

/* The whole step, or half of it, … as long as the loss would grow. */
static bool take_step(Solver *s, double *loss) {
    Fit *fit = s->fit;
    double length = 1;
    add_scaled(fit, fit->parts, 1, s->step);
    for (int tries = 0; tries < 6; tries++, length /= 2) {
        fit_spread(fit, fit->parts, fit->changes);
        double now = whole_loss(s), gained = *loss - now;
        if (gained >= 0) return *loss = now, gained > 1e-6 * now;
        add_scaled(fit, fit->parts, -length / 2, s->step);
    }
    add_scaled(fit, fit->parts, -length, s->step);
    fit_spread(fit, fit->parts, fit->changes);
    return false;
}

FitLoss fit_solve(Fit *fit, const FitPlan *plan) {
    size_t parts = (size_t)fit->part_count;
    Pair *room = calloc(7 * parts + (size_t)fit->cell_count, sizeof *room);
    Solver s = {fit,
                plan,
                calloc(fit->position_count + 1, sizeof *s.bend),
                room,
                room + parts,
                room + 2 * parts,
                room + 3 * parts,
                room + 4 * parts,
                room + 5 * parts,
                room + 6 * parts,
                room + 7 * parts};
    if (!room || !s.bend) abort();
    double loss = whole_loss(&s);
    for (int i = 0; i < plan->newton_steps; i++) {
        find_slope(&s);
        find_diagonal(&s);
        find_step(&s);
        if (!take_step(&s, &loss)) break;
    }
    free(s.bend);
    free(room);
    return fit_loss(fit);
}
