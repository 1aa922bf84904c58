#include "lab/datagen.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/random.h"
#include "lab/opening.h"
#include "lab/samples.h"

enum { MAX_THREADS = 256 };

static volatile sig_atomic_t cancelled;
void datagen_cancel(void) { cancelled = 1; }

/* Games are written in the order of their numbers; a thread that is ahead waits for its turn. */
typedef struct Press {
    const DatagenPlan *plan;
    DatagenTotals *totals;
    pthread_mutex_t lock;
    pthread_cond_t turn;
    int next_game, next_written;
    bool failed;
} Press;

typedef struct Hand {
    HenkaEngine *engine;
    HenkaMove *moves;
    SampleBuffer buffer;
    int16_t scores[SAMPLE_MAX_PLIES];
    HenkaOutcome outcome;
    int ahead_plies, ahead_side;
    int plies; /* of the finished game */
} Hand;

static int16_t clipped(int score_cp) {
    return (int16_t)(score_cp > 32767 ? 32767 : score_cp < -32767 ? -32767 : score_cp);
}

/* True when the same side has been far enough ahead for long enough. */
static bool is_decided(const DatagenPlan *plan, Hand *hand, int side, int score_cp) {
    if (!plan->resign_count) return false;
    int ahead = score_cp > 0 ? side : !side;
    bool far = abs(score_cp) >= plan->resign_score_cp;
    hand->ahead_plies = !far ? 0 : ahead == hand->ahead_side ? hand->ahead_plies + 1 : 1;
    hand->ahead_side = ahead;
    return hand->ahead_plies >= plan->resign_count;
}

static HenkaMove choose(const DatagenPlan *plan, Hand *hand, const HenkaGame *game, Random *random,
                        int *score_cp) {
    HenkaLimits limits = {.nodes = plan->nodes, .depth = plan->depth};
    HenkaResult result = henka_engine_go(hand->engine, game, &limits, NULL, NULL);
    *score_cp = result.score_cp;
    if (plan->noise_permille && (int)random_below(random, 1000) < plan->noise_permille) {
        size_t count = henka_game_moves(game, hand->moves);
        if (count) return hand->moves[random_below(random, (uint32_t)count)];
    }
    return result.best;
}

static void play_on(const DatagenPlan *plan, Hand *hand, HenkaGame *game, Random *random) {
    hand->ahead_plies = 0;
    for (int ply = 0; ply < henka_game_plies(game); ply++) hand->scores[ply] = SAMPLE_NO_SCORE;
    while ((hand->outcome = henka_game_outcome(game)).reason == HENKA_PLAYING &&
           henka_game_plies(game) < plan->max_plies) {
        int score_cp, side = henka_game_side(game), ply = henka_game_plies(game);
        HenkaMove move = choose(plan, hand, game, random, &score_cp);
        if (!move || !henka_game_play(game, move)) return;
        hand->scores[ply] = clipped(score_cp);
        if (is_decided(plan, hand, side, score_cp)) {
            hand->outcome = (HenkaOutcome){HENKA_RESIGNATION, hand->ahead_side};
            if (henka_game_outcome(game).reason == HENKA_PLAYING) return;
        }
    }
}

static bool make_game(const DatagenPlan *plan, Hand *hand, int index) {
    Random random = {plan->seed * 0x9FB21C651E98DF25u + (uint64_t)index};
    HenkaGame *game =
        opening_random(plan->variant, plan->min_random_plies, plan->max_random_plies, &random);
    hand->buffer.length = 0;
    if (!game) return false;
    henka_engine_new_game(hand->engine);
    play_on(plan, hand, game, &random);
    bool ok = samples_append(&hand->buffer, game, NULL, hand->scores, hand->outcome);
    hand->plies = henka_game_plies(game);
    henka_game_free(game);
    return ok;
}

static int take_game(Press *press) {
    pthread_mutex_lock(&press->lock);
    int index = cancelled || press->failed || press->next_game >= press->plan->games
                    ? -1
                    : press->next_game++;
    pthread_mutex_unlock(&press->lock);
    return index;
}

static void count_game(DatagenTotals *totals, const Hand *hand) {
    totals->games++;
    totals->positions += hand->plies;
    totals->sente_wins += hand->outcome.winner == HENKA_SENTE;
    totals->gote_wins += hand->outcome.winner == HENKA_GOTE;
    bool cut_off = hand->outcome.reason == HENKA_PLAYING;
    totals->draws += hand->outcome.winner < 0 && !cut_off;
    totals->cut_off += cut_off;
}

static void write_game(Press *press, const Hand *hand, int index, bool made) {
    pthread_mutex_lock(&press->lock);
    while (press->next_written != index) pthread_cond_wait(&press->turn, &press->lock);
    press->next_written++;
    if (!made ||
        fwrite(hand->buffer.bytes, 1, hand->buffer.length, press->plan->out) != hand->buffer.length)
        press->failed = true;
    else
        count_game(press->totals, hand);
    pthread_cond_broadcast(&press->turn);
    pthread_mutex_unlock(&press->lock);
}

static void *press_run(void *context) {
    Press *press = context;
    const DatagenPlan *plan = press->plan;
    Hand *hand = calloc(1, sizeof *hand);
    HenkaEngineOptions options = HENKA_ENGINE_DEFAULTS;
    options.hash_mib = plan->hash_mib;
    hand->engine = henka_engine_new(&options);
    hand->moves = malloc(sizeof *hand->moves * HENKA_MAX_MOVES);
    for (int index; (index = take_game(press)) >= 0;)
        write_game(press, hand, index, hand->engine && make_game(plan, hand, index));
    henka_engine_free(hand->engine);
    free(hand->moves);
    free(hand->buffer.bytes);
    free(hand);
    return NULL;
}

static void print_progress(const DatagenPlan *plan, const DatagenTotals *totals,
                           int64_t elapsed_ms) {
    double seconds = (double)elapsed_ms / 1000;
    fprintf(stderr, "%s%ld/%d games, %ld positions, %.0f/s%s", isatty(2) ? "\r" : "", totals->games,
            plan->games, totals->positions, seconds > 0 ? (double)totals->positions / seconds : 0.0,
            isatty(2) ? "   " : "\n");
}

static void watch(Press *press, int64_t started_ms) {
    int64_t next_ms = clock_ms() + 1000;
    for (bool done = false; !done;) {
        usleep(10000);
        pthread_mutex_lock(&press->lock);
        done = press->next_written >= press->next_game &&
               (cancelled || press->failed || press->next_game >= press->plan->games);
        if (!press->plan->quiet && clock_ms() >= next_ms) {
            print_progress(press->plan, press->totals, clock_ms() - started_ms);
            next_ms = clock_ms() + (isatty(2) ? 1000 : 30000);
        }
        pthread_mutex_unlock(&press->lock);
    }
    if (!press->plan->quiet && isatty(2)) fputc('\n', stderr);
}

bool datagen_generate(const DatagenPlan *plan, DatagenTotals *totals, HenkaError *error) {
    Press press = {.plan = plan, .totals = totals};
    pthread_t threads[MAX_THREADS];
    int started = 0, wanted = plan->threads < MAX_THREADS ? plan->threads : MAX_THREADS;
    int64_t started_ms = clock_ms();
    *totals = (DatagenTotals){0};
    pthread_mutex_init(&press.lock, NULL);
    pthread_cond_init(&press.turn, NULL);
    while (started < wanted && !pthread_create(&threads[started], NULL, press_run, &press))
        started++;
    if (started) watch(&press, started_ms);
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
    pthread_cond_destroy(&press.turn);
    pthread_mutex_destroy(&press.lock);
    totals->elapsed_ms = clock_ms() - started_ms;
    if (press.failed || !started)
        return error_at(error, 0, 0, "a game could not be made or written");
    return fflush(plan->out) == 0 || error_at(error, 0, 0, "the games could not be written");
}
