#include "eval/eval.h"

#include "eval/derive.h"
#include "eval/net.h"
#include "eval/stored.h"
#include "rules/game.h"

#include <stdatomic.h>
#include <stdlib.h>

static Eval *derived_new(const HenkaVariant *v) {
    Eval *made = calloc(1, sizeof *made);
    if (made) eval_derive(v, made);
    return made;
}

/* Two threads may make one at once; the second to finish throws its work away. */
static const Eval *keep(HenkaVariant *v, void *_Atomic *place, Eval *made) {
    void *ready = NULL;
    if (!made) return NULL;
    if (atomic_compare_exchange_strong(place, &ready, (void *)made)) {
        if (made->net) v->network = (void *)made->net;
        return made;
    }
    free((void *)made->net);
    free(made);
    return ready;
}

const Eval *eval_derived_of(const HenkaVariant *variant) {
    HenkaVariant *v = (HenkaVariant *)variant;
    void *ready = atomic_load_explicit(&v->derived_evaluator, memory_order_acquire);
    return ready ? ready : keep(v, &v->derived_evaluator, derived_new(v));
}

const Eval *eval_of(const HenkaVariant *variant) {
    HenkaVariant *v = (HenkaVariant *)variant;
    void *ready = atomic_load_explicit(&v->evaluator, memory_order_acquire);
    if (ready) return ready;
    size_t length = 0;
    const char *text = stored_eval_text(v->name, &length);
    Eval *made = derived_new(v);
    if (made && text) eval_read(v, text, length, made);
    if (made && (text = stored_net(v->name, &length))) made->net = net_read(v, text, length);
    return keep(v, &v->evaluator, made);
}

int henka_game_evaluate(const HenkaGame *game) {
    const Eval *e = eval_of(game->variant);
    if (!e) return 0;
    Accumulator accumulator;
    NetSum sum;
    eval_refresh(e, &game->position, &accumulator);
    int score = eval_score(e, &game->position, &accumulator);
    if (!e->net) return score;
    net_refresh(e->net, &game->position, &sum);
    return eval_join(score, net_score(e->net, &game->position, &sum));
}

int henka_variant_type_value(const HenkaVariant *v, int type) {
    const Eval *e = eval_of(v);
    if (!e) return 0;
    return (int)((int64_t)e->board_value[type] * 100 / (e->cheapest > 0 ? e->cheapest : 100));
}
