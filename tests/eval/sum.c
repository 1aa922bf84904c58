/* The sum over pieces says what its numbers say when each is looked up by file and rank, and the
 * same with the board turned. */
#include "check.h"

#include "base/random.h"
#include "eval/eval.h"
#include "rules/movegen.h"
#include "turned.h"

#include <pthread.h>
#include <stdlib.h>

static void add(int64_t sum[2], Weight w, int sign) {
    sum[0] += sign * w.mg;
    sum[1] += sign * w.eg;
}

/* The lowest type's royal. */
static int plain_royal(const Position *p, int side) {
    int found = -1;
    for (int square = 0; square < p->variant->squares; square++) {
        Piece piece = p->board[square];
        if (!piece || piece_side(piece) != side || !p->variant->types[piece_type(piece)].royal)
            continue;
        if (found < 0 || piece_type(piece) < piece_type(p->board[found])) found = square;
    }
    return found;
}

static int plain_score(Eval *e, const Position *p) {
    const HenkaVariant *v = p->variant;
    int64_t sum[2] = {0, 0};
    int men = 0, royals[2] = {plain_royal(p, HENKA_SENTE), plain_royal(p, HENKA_GOTE)};
    for (int square = 0; square < v->squares; square++) {
        Piece piece = p->board[square];
        if (!piece) continue;
        int side = piece_side(piece), sign = side == HENKA_SENTE ? 1 : -1, type = piece_type(piece);
        add(sum, eval_psqt(e, type)[side == HENKA_SENTE ? square : v->squares - 1 - square], sign);
        for (int enemy = 0; enemy < 2; enemy++) {
            int royal = royals[enemy ? !side : side];
            if (royal < 0) continue;
            int files = sign * (file_of(v, square) - file_of(v, royal)),
                ranks = sign * (rank_of(v, square) - rank_of(v, royal));
            add(sum,
                eval_royal_psqt(e, enemy, type)[e->offset_centre + files * 2 * v->ranks + ranks],
                sign);
        }
        men++;
    }
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < v->hand_count; i++)
            add(sum, e->hand[i][p->hand[side][i] < 31 ? p->hand[side][i] : 31],
                side == HENKA_SENTE ? 1 : -1);
    int phase = men >= e->pieces_at_start ? EVAL_PHASES : men * EVAL_PHASES / e->pieces_at_start,
        sign = p->side == HENKA_SENTE ? 1 : -1;
    int64_t score = ((sign * sum[0] + e->tempo.mg) * phase +
                     (sign * sum[1] + e->tempo.eg) * (EVAL_PHASES - phase)) /
                    EVAL_PHASES;
    return (int)(score > EVAL_LIMIT ? EVAL_LIMIT : score < -EVAL_LIMIT ? -EVAL_LIMIT : score);
}

static int score_of(const Eval *e, const Position *p) {
    Accumulator accumulator;
    eval_refresh(e, p, &accumulator);
    return eval_score(e, p, &accumulator);
}

static int beyond[2]; /* scores that met the limit: high, low */

static void check_variant(const HenkaVariant *v, Eval *e) {
    static Move moves[HENKA_MAX_MOVES];
    Random random = {5};
    for (int game = 0; game < 5; game++) {
        Position p, q;
        position_start(&p, v);
        for (int ply = 0; ply < 120; ply++) {
            int count = movegen_legal(&p, random_below(&random, 2) ? MOVEGEN_CAPTURES : MOVEGEN_ALL,
                                      moves),
                score = score_of(e, &p);
            if (!count) count = movegen_legal(&p, MOVEGEN_ALL, moves);
            if (!count) break;
            q = turned(&p);
            beyond[0] += score == EVAL_LIMIT, beyond[1] += score == -EVAL_LIMIT;
            CHECK(score == plain_score(e, &p), "%s: %d, plainly %d", henka_variant_name(v), score,
                  plain_score(e, &p));
            CHECK(score == score_of(e, &q), "%s: %d, turned %d", henka_variant_name(v), score,
                  score_of(e, &q));
            position_do(&p, moves[random_below(&random, (uint32_t)count)], &(Edits){0});
        }
    }
}

/* Threads that ask for a new variant's evaluation at once get the same one, derived and delivered,
 * and what is made in vain is freed (a leak checker sees it). */
enum { ASKING = 8, ROUNDS = 6 };

typedef struct Asking {
    const HenkaVariant *variant;
    pthread_barrier_t *begin;
    const Eval *eval, *derived;
    const struct Net *net;
} Asking;

static void *ask(void *context) {
    Asking *asking = context;
    pthread_barrier_wait(asking->begin);
    asking->eval = eval_of(asking->variant);
    asking->derived = eval_derived_of(asking->variant);
    asking->net = asking->eval ? asking->eval->net : NULL;
    return NULL;
}

static void check_threads(const char *name) {
    for (int round = 0; round < ROUNDS; round++) {
        HenkaVariant *v = henka_variant_shipped(name, NULL, 0, NULL);
        pthread_barrier_t begin;
        pthread_t threads[ASKING];
        Asking asking[ASKING];
        pthread_barrier_init(&begin, NULL, ASKING);
        for (int i = 0; i < ASKING; i++) {
            asking[i] = (Asking){.variant = v, .begin = &begin};
            pthread_create(&threads[i], NULL, ask, &asking[i]);
        }
        for (int i = 0; i < ASKING; i++) pthread_join(threads[i], NULL);
        for (int i = 0; i < ASKING; i++)
            CHECK(asking[i].eval && asking[i].derived && asking[i].eval != asking[i].derived &&
                      asking[i].eval == eval_of(v) && asking[i].derived == eval_derived_of(v) &&
                      asking[i].net == eval_of(v)->net && v->network == (void *)asking[i].net,
                  "%s, round %d, thread %d: %p and %p, the variant has %p and %p; network %p, %p",
                  name, round, i, (const void *)asking[i].eval, (const void *)asking[i].derived,
                  (const void *)eval_of(v), (const void *)eval_derived_of(v),
                  (const void *)asking[i].net, v->network);
        pthread_barrier_destroy(&begin);
        henka_variant_free(v);
    }
}

/* Numbers that lead beyond the limit to either side. */
static void enlarge(const HenkaVariant *v, Eval *e) {
    for (int type = 1; type <= v->type_count; type++)
        for (int i = 0; i < e->squares + 2 * e->places; i++) {
            Weight *w = eval_psqt(e, type) + i;
            *w = (Weight){(int16_t)(w->mg % 100 * 300), (int16_t)(w->eg % 100 * 300)};
        }
    for (int i = 0; i < v->hand_count; i++)
        for (int count = 1; count < HAND_WEIGHTS; count++)
            e->hand[i][count] = (Weight){(int16_t)(20000 - 900 * i), (int16_t)(17000 - 900 * i)};
    eval_mirror(v, e);
}

int main(void) {
    check_threads("ito"), check_threads("okisaki");
    for (size_t i = 0; henka_shipped_name(i); i++) {
        HenkaVariant *v = henka_variant_shipped(henka_shipped_name(i), NULL, 0, NULL);
        Eval *e = malloc(sizeof *e);
        *e = *eval_of(v);
        check_variant(v, e);
        enlarge(v, e);
        beyond[0] = beyond[1] = 0;
        check_variant(v, e);
        CHECK(beyond[0] && beyond[1], "%s: %d scores at one limit, %d at the other",
              henka_variant_name(v), beyond[0], beyond[1]);
        free(e);
        henka_variant_free(v);
    }
    return check_done();
}
