#include "train/logistic.h"

#include <math.h>

double logistic(double x) { return 1 / (1 + exp(-x)); }

double logistic_loss(double x, double target) {
    return (x > 0 ? log1p(exp(-x)) + x : log1p(exp(x))) - target * x;
}

double logistic_entropy(double target) {
    double rest = 1 - target;
    return (target > 0 ? -target * log(target) : 0) + (rest > 0 ? -rest * log(rest) : 0);
}

double logistic_scale(LogisticLoss *loss, void *context, int steps) {
    double low = log(50), high = log(20000), golden = (sqrt(5) - 1) / 2;
    for (int i = 0; i < steps; i++) {
        double a = high - golden * (high - low), b = low + golden * (high - low);
        if (loss(context, exp(a)) < loss(context, exp(b)))
            high = b;
        else
            low = a;
    }
    return exp((low + high) / 2);
}
