#include "lab/tournament.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

enum { MAX_WORKERS = 256, RECORD_CAP = 1 << 18 };

static volatile sig_atomic_t cancelled; /* the one thing a signal handler can reach */
void tournament_cancel(void) { cancelled = 1; }

typedef struct Hall Hall;
typedef struct Worker {
    Hall *hall;
    pthread_t thread;
    Player *players[2];
} Worker;

struct Hall {
    const Plan *plan;
    Standing *standing;
    pthread_mutex_t lock;
    int next_pair, running, worker_count;
    bool stopping;
    HenkaError error;
    bool failed;
    Worker workers[MAX_WORKERS];
};

static int half_points(const MatchResult *result, int first_side) {
    if (result->winner < 0) return 1;
    return result->winner == first_side ? 2 : 0;
}

static void add_use(SideUse *sum, const SideUse *use) {
    sum->nodes += use->nodes;
    sum->depths += use->depths;
    sum->time_ms += use->time_ms;
    sum->moves += use->moves;
    if (use->worst_overrun_ms > sum->worst_overrun_ms)
        sum->worst_overrun_ms = use->worst_overrun_ms;
}

static void write_record(const Plan *plan, const HenkaGame *game, const MatchResult *result,
                         int first_side) {
    char *text = malloc(RECORD_CAP);
    HenkaPlayers names = {0};
    time_t now = time(NULL);
    struct tm day;
    snprintf(names.sente, sizeof names.sente, "%s", plan->players[first_side].name);
    snprintf(names.gote, sizeof names.gote, "%s", plan->players[!first_side].name);
    snprintf(names.event, sizeof names.event, "henka match: %s", match_end_names[result->end]);
    if (gmtime_r(&now, &day)) strftime(names.date, sizeof names.date, "%Y-%m-%d", &day);
    if (text && henka_record_write(game, HENKA_RECORD_HENKA, &names, text, RECORD_CAP) < RECORD_CAP)
        fprintf(plan->records, "%s\n", text);
    fflush(plan->records);
    free(text);
}

/* first_side: where players[0] sat. Called with the lock held. */
static void count_game(Hall *hall, const HenkaGame *game, const MatchResult *result,
                       int first_side) {
    Standing *standing = hall->standing;
    int points = half_points(result, first_side);
    standing->tally.wins += points == 2;
    standing->tally.draws += points == 1;
    standing->tally.losses += points == 0;
    standing->sente_wins += result->winner == HENKA_SENTE;
    standing->gote_wins += result->winner == HENKA_GOTE;
    if (points == 1)
        standing->draws_by_end[result->end]++;
    else
        standing->losses_by_end[points == 2][result->end]++;
    for (int side = 0; side < 2; side++)
        add_use(&standing->use[side != first_side], &result->use[side]);
    standing->plies += henka_game_plies(game);
    if (*result->detail)
        snprintf(standing->last_detail, sizeof standing->last_detail, "%s: %s",
                 match_end_names[result->end], result->detail);
    if (hall->plan->records) write_record(hall->plan, game, result, first_side);
}

static bool sprt_done(const Plan *plan, const Standing *standing) {
    return plan->has_sprt &&
           sprt_verdict(&plan->sprt, tally_llr(&standing->tally, &plan->sprt)) != SPRT_OPEN;
}

static void hall_fail(Hall *hall, const HenkaError *error) {
    pthread_mutex_lock(&hall->lock);
    if (!hall->failed) hall->error = *error;
    hall->failed = hall->stopping = true;
    pthread_mutex_unlock(&hall->lock);
}

/* Half points of players[0], or -1: the game doesn't count. */
static int play_game(Worker *worker, int pair, int first_side) {
    const Plan *plan = worker->hall->plan;
    char start[2048];
    HenkaError error = {0};
    HenkaGame *game =
        opening_make(&plan->openings, plan->variant, pair, start, sizeof start, &error);
    if (!game) return hall_fail(worker->hall, &error), -1;
    Player *const players[2] = {worker->players[first_side], worker->players[!first_side]};
    MatchResult result = match_play(game, start, players, &plan->referee);
    if (result.end != MATCH_CANCELLED) {
        pthread_mutex_lock(&worker->hall->lock);
        count_game(worker->hall, game, &result, first_side);
        pthread_mutex_unlock(&worker->hall->lock);
    }
    henka_game_free(game);
    return result.end == MATCH_CANCELLED ? -1 : half_points(&result, first_side);
}

static int take_pair(Hall *hall) {
    pthread_mutex_lock(&hall->lock);
    int pair = hall->stopping || hall->next_pair * 2 >= hall->plan->games ? -1 : hall->next_pair++;
    pthread_mutex_unlock(&hall->lock);
    return pair;
}

static void finish_pair(Hall *hall, int points) {
    pthread_mutex_lock(&hall->lock);
    tally_pair(&hall->standing->tally, points);
    if (sprt_done(hall->plan, hall->standing)) hall->stopping = true;
    pthread_mutex_unlock(&hall->lock);
}

static void *worker_run(void *context) {
    Worker *worker = context;
    for (int pair; (pair = take_pair(worker->hall)) >= 0;) {
        int first = play_game(worker, pair, HENKA_SENTE);
        int second = first < 0 ? -1 : play_game(worker, pair, HENKA_GOTE);
        if (second >= 0) finish_pair(worker->hall, first + second);
    }
    pthread_mutex_lock(&worker->hall->lock);
    worker->hall->running--;
    pthread_mutex_unlock(&worker->hall->lock);
    return NULL;
}

static void interrupt_all(Hall *hall) {
    for (int i = 0; i < hall->worker_count; i++)
        for (int p = 0; p < 2; p++) player_interrupt(hall->workers[i].players[p]);
}

static void print_progress(const Plan *plan, const Standing *standing) {
    Estimate e = tally_estimate(&standing->tally);
    const Tally *t = &standing->tally;
    fprintf(stderr, "\r%d/%d games  +%d =%d -%d  %.1f %%  Elo %.0f [%.0f, %.0f]",
            t->wins + t->draws + t->losses, plan->games, t->wins, t->draws, t->losses,
            100 * e.score, e.elo, e.elo_low, e.elo_high);
    if (plan->has_sprt) fprintf(stderr, "  LLR %.2f", tally_llr(t, &plan->sprt));
    fprintf(stderr, "   ");
    if (!isatty(2)) fprintf(stderr, "\n");
}

/* Workers are watched from here: progress, the interrupt from the keyboard, a verdict that makes
 * the rest needless. */
static void supervise(Hall *hall) {
    int shown = -1;
    int64_t next_ms = 0;
    for (int running = 1; running;) {
        usleep(20000);
        pthread_mutex_lock(&hall->lock);
        running = hall->running;
        if (cancelled) hall->stopping = true;
        bool stopping = hall->stopping;
        int played =
            hall->standing->tally.wins + hall->standing->tally.draws + hall->standing->tally.losses;
        bool show = !hall->plan->quiet && played != shown && (clock_ms() >= next_ms || !running);
        if (show) print_progress(hall->plan, hall->standing);
        pthread_mutex_unlock(&hall->lock);
        if (show) {
            shown = played;
            next_ms = clock_ms() + (isatty(2) ? 500 : 10000);
        }
        if (stopping) interrupt_all(hall);
    }
    if (!hall->plan->quiet && isatty(2)) fputc('\n', stderr);
}

static bool hall_staff(Hall *hall, HenkaError *error) {
    for (int i = 0; i < hall->worker_count; i++) {
        hall->workers[i].hall = hall;
        for (int p = 0; p < 2; p++)
            if (!(hall->workers[i].players[p] =
                      player_new(&hall->plan->players[p], hall->plan->variant, error)))
                return false;
    }
    return true;
}

static void hall_play(Hall *hall) {
    int started = 0;
    hall->running = hall->worker_count;
    while (started < hall->worker_count && !pthread_create(&hall->workers[started].thread, NULL,
                                                           worker_run, &hall->workers[started]))
        started++;
    pthread_mutex_lock(&hall->lock);
    hall->running -= hall->worker_count - started;
    pthread_mutex_unlock(&hall->lock);
    supervise(hall);
    for (int i = 0; i < started; i++) pthread_join(hall->workers[i].thread, NULL);
}

bool tournament_run(const Plan *plan, Standing *standing, HenkaError *error) {
    Hall *hall = calloc(1, sizeof *hall);
    int pairs = (plan->games + 1) / 2;
    int64_t started = clock_ms();
    memset(standing, 0, sizeof *standing);
    hall->plan = plan;
    hall->standing = standing;
    hall->worker_count = plan->concurrency < pairs ? plan->concurrency : pairs;
    if (hall->worker_count > MAX_WORKERS) hall->worker_count = MAX_WORKERS;
    pthread_mutex_init(&hall->lock, NULL);
    bool ok = hall_staff(hall, error);
    if (ok) hall_play(hall);
    if (ok && hall->failed && error) *error = hall->error;
    ok = ok && !hall->failed;
    for (int i = 0; i < hall->worker_count; i++)
        for (int p = 0; p < 2; p++) player_free(hall->workers[i].players[p]);
    pthread_mutex_destroy(&hall->lock);
    free(hall);
    standing->elapsed_ms = clock_ms() - started;
    return ok;
}

/* ---- the report ---- */

static void print_ends(const char *title, const int counts[MATCH_END_COUNT], FILE *file) {
    int any = 0;
    for (int end = 0; end < MATCH_END_COUNT; end++)
        if (counts[end])
            fprintf(file, "%s%s %d", any++ ? ", " : title, match_end_names[end], counts[end]);
    if (any) fputc('\n', file);
}

static void print_use(const char *name, const SideUse *use, FILE *file) {
    if (!use->moves) return;
    fprintf(file, "%s: %.1f ms and %.0f nodes a move, %.0f kn/s, depth %.1f", name,
            (double)use->time_ms / use->moves, (double)use->nodes / use->moves,
            use->time_ms ? (double)use->nodes / (double)use->time_ms : 0.0,
            (double)use->depths / use->moves);
    if (use->worst_overrun_ms > 0)
        fprintf(file, ", latest answer %lld ms past the clock", (long long)use->worst_overrun_ms);
    fputc('\n', file);
}

void standing_print(const Plan *plan, const Standing *standing, FILE *file) {
    const Tally *t = &standing->tally;
    const char *first = plan->players[0].name, *second = plan->players[1].name;
    Estimate e = tally_estimate(t);
    int games = t->wins + t->draws + t->losses;
    char title[96];
    fprintf(file, "%s against %s, %s: %d games in %.0f s, %.1f plies each; sente won %d, gote %d\n",
            first, second, henka_variant_name(plan->variant), games,
            (double)standing->elapsed_ms / 1000, games ? (double)standing->plies / games : 0.0,
            standing->sente_wins, standing->gote_wins);
    fprintf(
        file,
        "W-D-L %d-%d-%d, %.1f %% [%.1f, %.1f], Elo %+.0f [%+.0f, %+.0f], pairs %d-%d-%d-%d-%d\n",
        t->wins, t->draws, t->losses, 100 * e.score, 100 * e.score_low, 100 * e.score_high, e.elo,
        e.elo_low, e.elo_high, t->pairs[0], t->pairs[1], t->pairs[2], t->pairs[3], t->pairs[4]);
    if (plan->has_sprt) {
        static const char *const verdicts[] = {"open", "accepted", "rejected"};
        double llr = tally_llr(t, &plan->sprt);
        fprintf(file, "SPRT [%g, %g]: LLR %.2f, %s\n", plan->sprt.elo0, plan->sprt.elo1, llr,
                verdicts[sprt_verdict(&plan->sprt, llr)]);
    }
    for (int p = 0; p < 2; p++) {
        snprintf(title, sizeof title, "%s lost: ", plan->players[p].name);
        print_ends(title, standing->losses_by_end[p], file);
    }
    print_ends("drawn: ", standing->draws_by_end, file);
    if (*standing->last_detail) fprintf(file, "last %s\n", standing->last_detail);
    for (int p = 0; p < 2; p++) print_use(plan->players[p].name, &standing->use[p], file);
}
