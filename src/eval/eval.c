#include "eval/eval.h"

#include "eval/derive.h"
#include "rules/game.h"

#include <stdatomic.h>
#include <stdlib.h>

/* Two threads may derive at once; the second to finish throws its work away. */
const Eval *eval_of(const HenkaVariant *variant) {
    HenkaVariant *v = (HenkaVariant *)variant;
    void *ready = atomic_load_explicit(&v->evaluator, memory_order_acquire);
    if (ready) return ready;
    Eval *made = calloc(1, sizeof *made);
    if (!made) abort();
    eval_derive(v, made);
    if (atomic_compare_exchange_strong(&v->evaluator, &ready, (void *)made)) return made;
    free(made);
    return ready;
}

int henka_game_evaluate(const HenkaGame *game) {
    const Eval *e = eval_of(game->variant);
    Accumulator accumulator;
    eval_refresh(e, &game->position, &accumulator);
    return eval_score(e, &game->position, &accumulator);
}

int henka_variant_type_value(const HenkaVariant *v, int type) {
    const Eval *e = eval_of(v);
    return (int)((int64_t)e->board_value[type] * 100 / (e->cheapest > 0 ? e->cheapest : 100));
}
