#include "match/tournament.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/args.h"
#include "base/clock.h"
#include "base/error.h"

enum { MAX_WORKERS = 256, RECORD_CAP = 1 << 18 };

static atomic_bool cancelled; /* a global, because a signal handler takes no argument */
void tournament_cancel(void) { cancelled = true; }

typedef struct Tournament Tournament;

/* One thread with a pair of players of its own. */
typedef struct MatchWorker {
    Tournament *tournament; /* the tournament of this worker */
    pthread_t thread;       /* runs from tournament_run's beginning to its end */
    Player *players[2];     /* [0], [1] as in Plan.players, not by side */
} MatchWorker;

struct Tournament {
    const Plan *plan;     /* the caller's, read-only */
    Standing *standing;   /* the caller's; written under `lock` */
    pthread_mutex_t lock; /* protects the members below while workers run */
    int next_pair;        /* number of the first pair that no worker has begun */
    int running;          /* number of workers that have not finished */
    int worker_count;     /* number of entries in `workers` */
    bool stopping;        /* no pair is begun any more, and games under way are given up */
    bool failed;          /* the tournament ends because of an error */
    HenkaError error;     /* the reason, if `failed` is set */
    MatchWorker workers[MAX_WORKERS]; /* [worker_count] */
};

/* Returns the half points, 0 to 2, of a player in a game. first_side: the player's side. */
static int half_points(const MatchResult *result, int first_side) {
    if (result->winner < 0) return 1;
    return result->winner == first_side ? 2 : 0;
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

/* Adds a game to the standing. first_side: side of players[0]. The caller holds the lock. */
static void count_game(Tournament *tournament, const HenkaGame *game, uint64_t opening,
                       const char *start, const MatchResult *result, int first_side) {
    Standing *standing = tournament->standing;
    uint64_t key = 0; /* hash of the starting position and all moves */
    int points = half_points(result, first_side);
    standing->sente_wins += result->winner == HENKA_SENTE;
    standing->gote_wins += result->winner == HENKA_GOTE;
    if (points == 1)
        standing->draws_by_end[result->end]++;
    else
        standing->losses_by_end[points == 2][result->end]++;
    for (int side = 0; side < 2; side++) {
        SideUse *sum = &standing->use[side != first_side];
        const SideUse *use = &result->use[side];
        sum->nodes += use->nodes;
        sum->depths += use->depths;
        sum->time_ms += use->time_ms;
        sum->moves += use->moves;
        sum->left_royal += use->left_royal;
        if (use->worst_overrun_ms > sum->worst_overrun_ms)
            sum->worst_overrun_ms = use->worst_overrun_ms;
    }
    standing->plies += henka_game_plies(game);
    if (*result->detail)
        snprintf(standing->last_detail, sizeof standing->last_detail, "%s", result->detail),
            standing->last_end = result->end;
    for (; *start; start++) key = key * 31 + (unsigned char)*start;
    for (int ply = 0; ply < henka_game_plies(game); ply++)
        key = random_key(key, henka_game_move_at(game, ply));
    standing->played[standing->games++] =
        (PlayedGame){key, opening, (int8_t)half_points(result, HENKA_SENTE)};
    if (tournament->plan->records) write_record(tournament->plan, game, result, first_side);
}

static void tournament_fail(Tournament *tournament, const HenkaError *error) {
    pthread_mutex_lock(&tournament->lock);
    if (!tournament->failed) tournament->error = *error;
    tournament->failed = tournament->stopping = true;
    pthread_mutex_unlock(&tournament->lock);
}

/* Plays a game. Returns the half points of players[0]; -1: the game doesn't count. */
static int play_game(MatchWorker *worker, int pair, int first_side) {
    Tournament *tournament = worker->tournament;
    const Plan *plan = tournament->plan;
    char start[2048];
    HenkaError error = {0};
    HenkaGame *game =
        opening_make(&plan->openings, plan->variant, pair, start, sizeof start, &error);
    if (!game) return tournament_fail(tournament, &error), -1;
    uint64_t opening = henka_game_hash(game);
    Player *const players[2] = {worker->players[first_side], worker->players[!first_side]};
    MatchResult result = match_play(game, start, players, &plan->referee);
    bool counts = result.end != MATCH_CANCELLED && result.end != MATCH_UNPLAYABLE;
    if (result.end == MATCH_UNPLAYABLE) tournament_fail(tournament, &result.error);
    if (counts) {
        pthread_mutex_lock(&tournament->lock);
        count_game(tournament, game, opening, start, &result, first_side);
        pthread_mutex_unlock(&tournament->lock);
    }
    henka_game_free(game);
    return counts ? half_points(&result, first_side) : -1;
}

/* Plays pairs of games until none is left. Only whole pairs count for the score, because a single
 * game favours the player who had the better side. */
static void *worker_run(void *context) {
    MatchWorker *worker = context;
    Tournament *tournament = worker->tournament;
    const Plan *plan = tournament->plan;
    Tally *tally = &tournament->standing->tally;
    pthread_mutex_lock(&tournament->lock);
    while (!tournament->stopping && tournament->next_pair * 2 < plan->games) {
        int pair = tournament->next_pair++;
        pthread_mutex_unlock(&tournament->lock);
        int first = play_game(worker, pair, HENKA_SENTE);
        int second = first < 0 ? -1 : play_game(worker, pair, HENKA_GOTE);
        pthread_mutex_lock(&tournament->lock);
        if (second < 0) continue;
        statistics_add_game(tally, first);
        statistics_add_game(tally, second);
        statistics_add_pair(tally, first + second);
        if (plan->has_sprt &&
            statistics_verdict(&plan->sprt, statistics_llr(tally, &plan->sprt)) != SPRT_OPEN)
            tournament->stopping = true;
    }
    tournament->running--;
    pthread_mutex_unlock(&tournament->lock);
    return NULL;
}

/* A share with its 95 % bounds, in percent. Valid in the enclosing block only. */
#define ARG_SHARE(share, low, high)                                                                \
    ARG_SAY(MSG_MATCH_SHARE, arg_decimal(100 * (share), 1), arg_decimal(100 * (low), 1),           \
            arg_decimal(100 * (high), 1))

Message tournament_elo(const Estimate *estimate) {
    MessageArg elo = arg_signed(estimate->elo, 0), low = arg_signed(estimate->elo_low, 0),
               high = arg_signed(estimate->elo_high, 0);
    bool below = isfinite(estimate->elo_low), above = isfinite(estimate->elo_high);
    if (estimate->score >= 1) return MESSAGE_OF(MSG_MATCH_ELO_AT_LEAST, low);
    if (estimate->score <= 0) return MESSAGE_OF(MSG_MATCH_ELO_AT_MOST, high);
    if (below && above) return MESSAGE_OF(MSG_MATCH_ELO, elo, low, high);
    if (below) return MESSAGE_OF(MSG_MATCH_ELO_OPEN_ABOVE, elo, low);
    if (above) return MESSAGE_OF(MSG_MATCH_ELO_OPEN_BELOW, elo, high);
    return MESSAGE_OF(MSG_MATCH_ELO_OPEN, elo);
}

/* Prints progress, and interrupts the players if the user or the SPRT stops the tournament. */
static void supervise(Tournament *tournament) {
    const Plan *plan = tournament->plan;
    const Standing *standing = tournament->standing;
    const Tally *t = &standing->tally;
    int shown = -1;
    int64_t next_ms = 0;
    for (int running = 1; running;) {
        usleep(20000);
        pthread_mutex_lock(&tournament->lock);
        running = tournament->running;
        if (cancelled) tournament->stopping = true;
        bool stopping = tournament->stopping;
        if (!plan->quiet && standing->games != shown && (clock_ms() >= next_ms || !running)) {
            Estimate e = statistics_estimate(t);
            Message elo = tournament_elo(&e);
            Message progress =
                MESSAGE_OF(MSG_MATCH_PROGRESS, arg_number(standing->games), arg_number(plan->games),
                           arg_number(t->wins), arg_number(t->draws), arg_number(t->losses),
                           arg_decimal(100 * e.score, 1), arg_message(&elo));
            if (plan->has_sprt) {
                progress.key = MSG_MATCH_PROGRESS_LLR;
                progress.args[7] = arg_decimal(statistics_llr(t, &plan->sprt), 2);
            }
            args_progress_message(&progress);
            shown = standing->games;
            next_ms = clock_ms() + (isatty(2) ? 500 : 10000);
        }
        pthread_mutex_unlock(&tournament->lock);
        for (int i = 0; stopping && i < tournament->worker_count; i++)
            for (int p = 0; p < 2; p++) player_interrupt(tournament->workers[i].players[p]);
    }
    if (!plan->quiet && isatty(2)) fputc('\n', stderr);
}

bool tournament_run(const Plan *plan, Standing *standing, HenkaError *error) {
    int pairs = (plan->games + 1) / 2;
    int64_t started = clock_ms();
    *standing = (Standing){0};
    Tournament *tournament = calloc(1, sizeof *tournament);
    standing->played = calloc((size_t)pairs, 2 * sizeof *standing->played);
    bool ok = tournament && standing->played;
    if (!ok) return free(tournament), error_set(error, MSG_NO_MEMORY);
    tournament->plan = plan;
    tournament->standing = standing;
    tournament->worker_count = plan->concurrency < pairs ? plan->concurrency : pairs;
    if (tournament->worker_count > MAX_WORKERS) tournament->worker_count = MAX_WORKERS;
    pthread_mutex_init(&tournament->lock, NULL);
    tournament->running = tournament->worker_count;
    for (int i = 0; ok && i < 2 * tournament->worker_count; i++) {
        MatchWorker *worker = &tournament->workers[i / 2];
        worker->tournament = tournament;
        worker->players[i % 2] = player_new(&plan->players[i % 2], plan->variant, error);
        ok = worker->players[i % 2] != NULL;
    }
    int begun = 0;
    while (ok && begun < tournament->worker_count &&
           !pthread_create(&tournament->workers[begun].thread, NULL, worker_run,
                           &tournament->workers[begun]))
        begun++;
    if (ok && !begun) {
        HenkaError why;
        error_set(&why, MSG_SESSION_THREAD_NOT_STARTED);
        tournament_fail(tournament, &why);
    }
    pthread_mutex_lock(&tournament->lock);
    tournament->running -= tournament->worker_count - begun;
    pthread_mutex_unlock(&tournament->lock);
    if (ok) supervise(tournament);
    for (int i = 0; i < begun; i++) pthread_join(tournament->workers[i].thread, NULL);
    if (tournament->failed && error) *error = tournament->error;
    ok = ok && !tournament->failed;
    for (int i = 0; i < tournament->worker_count; i++)
        for (int p = 0; p < 2; p++) player_free(tournament->workers[i].players[p]);
    pthread_mutex_destroy(&tournament->lock);
    free(tournament);
    standing->elapsed_ms = clock_ms() - started;
    return ok;
}

void tournament_free(Standing *standing) {
    free(standing->played);
    standing->played = NULL;
}

/* ---- the report ---- */

/* The sentence for the end of a game. Points at a constant. */
static MessageArg arg_end(MatchEnd end) {
#define SENTENCE(name, word) {.key = MSG_END_##name},
    static const Message ends[MATCH_END_COUNT] = {MATCH_ENDS(SENTENCE)};
#undef SENTENCE
    return arg_message(&ends[end]);
}

/* Prints how the games that `player` lost (NULL: drawn games) ended, as "flag 2, resigned 1". */
static void print_ends(const char *player, const int counts[MATCH_END_COUNT], FILE *file) {
    Message ends[MATCH_END_COUNT];
    MessageArg items[MATCH_END_COUNT];
    size_t count = 0;
    for (int end = 0; end < MATCH_END_COUNT; end++) {
        if (!counts[end]) continue;
        ends[count] =
            MESSAGE_OF(MSG_MATCH_ENDED_SO, arg_end((MatchEnd)end), arg_number(counts[end]));
        items[count] = arg_message(&ends[count]);
        count++;
    }
    if (count && player)
        args_say(file, MSG_MATCH_LOST, arg_text(player), arg_list(items, count));
    else if (count)
        args_say(file, MSG_MATCH_DRAWN, arg_list(items, count));
}

static int by_key(const void *a, const void *b) {
    uint64_t x = ((const PlayedGame *)a)->key, y = ((const PlayedGame *)b)->key;
    return (x > y) - (x < y);
}

/* Prints sente's score over the games that differ from each other: deterministic players of equal
 * strength play both games of a pair alike, and a game counted twice proves nothing more. The
 * bounds treat the games of an opening as a cluster. */
static void print_sides(const Standing *standing, FILE *file) {
    size_t games = (size_t)standing->games;
    PlayedGame *sorted = malloc(games * sizeof *sorted + 1);
    ShareGame *shares = malloc(games * sizeof *shares + 1);
    int different = 0;
    if (sorted && shares) {
        memcpy(sorted, standing->played, games * sizeof *sorted);
        qsort(sorted, games, sizeof *sorted, by_key);
        for (size_t i = 0; i < games; i++)
            if (!i || sorted[i].key != sorted[i - 1].key)
                shares[different++] =
                    (ShareGame){sorted[i].opening, sorted[i].sente_half_points / 2.0};
    }
    if (different) {
        Share share = statistics_clustered(shares, different, 1);
        MessageArg scored =
            isnan(share.low) ? ARG_SAY(MSG_MATCH_SHARE_UNKNOWN, arg_decimal(100 * share.share, 1))
                             : ARG_SHARE(share.share, share.low, share.high);
        if (different < standing->games)
            args_say(file, MSG_MATCH_SENTE_SCORED_DIFFERENT, scored, arg_number(different),
                     arg_number(standing->games));
        else
            args_say(file, MSG_MATCH_SENTE_SCORED, scored);
    }
    free(sorted);
    free(shares);
}

static void print_score(const Plan *plan, const Standing *standing, FILE *file) {
    const Tally *t = &standing->tally;
    int paired = t->wins + t->draws + t->losses, alone = standing->games - paired;
    if (alone) args_say(file, MSG_MATCH_NOT_COUNTED, arg_number(alone));
    if (!paired) {
        args_say(file, MSG_MATCH_NO_SCORE);
        return;
    }
    Estimate e = statistics_estimate(t);
    Message elo = tournament_elo(&e);
    char results[64], pairs[80];
    snprintf(results, sizeof results, "%d-%d-%d", t->wins, t->draws, t->losses);
    snprintf(pairs, sizeof pairs, "%d-%d-%d-%d-%d", t->pairs[0], t->pairs[1], t->pairs[2],
             t->pairs[3], t->pairs[4]);
    args_say(file, MSG_MATCH_SCORE, arg_text(results),
             ARG_SHARE(e.score, e.score_low, e.score_high), arg_message(&elo), arg_text(pairs));
    if (!plan->has_sprt) return;
    static const MessageKey verdicts[] = {
        [SPRT_OPEN] = MSG_SPRT_OPEN,
        [SPRT_ACCEPTED] = MSG_SPRT_ACCEPTED,
        [SPRT_REJECTED] = MSG_SPRT_REJECTED,
    };
    double llr = statistics_llr(t, &plan->sprt);
    args_say(file, MSG_MATCH_SPRT, arg_decimal(plan->sprt.elo0, -1),
             arg_decimal(plan->sprt.elo1, -1), arg_decimal(llr, 2),
             ARG_SAY(verdicts[statistics_verdict(&plan->sprt, llr)]));
}

void tournament_print(const Plan *plan, const Standing *standing, FILE *file) {
    int games = standing->games;
    args_say(file, MSG_MATCH_PLAYED, arg_text(plan->players[0].name),
             arg_text(plan->players[1].name), arg_text(henka_variant_name(plan->variant)),
             arg_number(games), arg_decimal((double)standing->elapsed_ms / 1000, 0),
             arg_decimal(games ? (double)standing->plies / games : 0, 1),
             arg_number(standing->sente_wins), arg_number(standing->gote_wins));
    print_sides(standing, file);
    print_score(plan, standing, file);
    for (int p = 0; p < 2; p++) print_ends(plan->players[p].name, standing->losses_by_end[p], file);
    print_ends(NULL, standing->draws_by_end, file);
    for (int p = 0; p < 2; p++)
        if (standing->use[p].left_royal)
            args_say(file, MSG_MATCH_LEFT_ROYAL, arg_text(plan->players[p].name),
                     arg_number(standing->use[p].left_royal), arg_number(games));
    if (*standing->last_detail)
        args_say(file, MSG_MATCH_LAST, arg_end(standing->last_end),
                 arg_text(standing->last_detail));
    for (int p = 0; p < 2; p++) {
        const SideUse *use = &standing->use[p];
        double moves = use->moves, ms = (double)use->time_ms, nodes = (double)use->nodes;
        if (!use->moves) continue;
        Message used =
            MESSAGE_OF(MSG_MATCH_USED, arg_text(plan->players[p].name), arg_decimal(ms / moves, 1),
                       arg_decimal(nodes / moves, 0), arg_decimal(use->time_ms ? nodes / ms : 0, 0),
                       arg_decimal((double)use->depths / moves, 1));
        if (use->worst_overrun_ms > 0) {
            used.key = MSG_MATCH_USED_LATE;
            used.args[5] = arg_number(use->worst_overrun_ms);
        }
        args_say_message(file, &used);
    }
}
