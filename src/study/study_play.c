#include "study/study_play.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/args.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/random.h"
#include "match/inorder.h"
#include "match/opening.h"
#include "protocol/file.h"
#include "study/study_games.h"

enum { HASH_MIB = 8 };

/* The state that all threads share. */
typedef struct StudyPlay {
    StudyRun *run;               /* the caller's */
    int64_t started_ms, next_ms; /* when the run started; when progress is shown next */
    atomic_bool no_opening;      /* no random opening found: random plies always ended it */
    int unwritten;               /* errno if a line could not be written; else 0 */
} StudyPlay;

/* One of the best moves that a search of several lines reported. */
typedef struct Choice {
    HenkaMove move;
    int score_cp;
} Choice;

/* A thread and the game that it plays. */
typedef struct StudyWorker {
    HenkaEngine *engines[2];          /* the first plays both sides; if the sides have different
                                         strengths, the second plays gote */
    int16_t scores[STUDY_MAX_PLIES];  /* by ply: the score of the best move */
    int16_t seconds[STUDY_MAX_PLIES]; /* by ply: the score of the second best move */
    Choice choices[STUDY_CHOICES];    /* of the position being searched, the best first */
    int choice_count;                 /* number of moves in `choices` */
    int searches, depths; /* of searches after the game's opening: number, sum of depths */
} StudyWorker;

/* ---- a game ---- */

static void note_choice(void *context, const HenkaInfo *info) {
    StudyWorker *worker = context;
    if (info->multipv > STUDY_CHOICES || !info->pv_length) return;
    worker->choices[info->multipv - 1] = (Choice){info->pv[0], info->score_cp};
    if (info->multipv > worker->choice_count) worker->choice_count = info->multipv;
}

static bool set_lines(HenkaEngine *engine, int lines) {
    HenkaEngineOptions options = henka_engine_options(engine);
    options.multi_pv = lines;
    return henka_engine_set_options(engine, &options);
}

/* The result of the search at a ply. */
typedef struct StudyThought {
    HenkaMove best;
    int score_cp;  /* for the side to move */
    int second_cp; /* score of the second best move; STUDY_NO_SCORE: not searched */
    int depth;     /* that the search completed, in plies */
} StudyThought;

static StudyThought think(StudyWorker *worker, HenkaEngine *engine, const HenkaGame *game,
                          uint64_t nodes, int lines) {
    HenkaLimits limits = {.nodes = nodes};
    worker->choice_count = 0;
    HenkaResult result =
        henka_engine_go(engine, game, &limits, lines > 1 ? note_choice : NULL, worker);
    StudyThought thought = {result.best, result.score_cp, STUDY_NO_SCORE, result.depth};
    /* The limit may end the last iteration after its first move. So scores are taken from the last
     * one that searched all lines: scores of different depths are not comparable. */
    if (worker->choice_count > 1) {
        thought.score_cp = worker->choices[0].score_cp;
        thought.second_cp = worker->choices[1].score_cp;
    }
    return thought;
}

/* Finds the moves of the last complete iteration that are nearly as good as its best move; only the
 * best move if no iteration was complete. Returns their number. */
static uint32_t nearly_best(const StudyWorker *worker, const StudyThought *thought,
                            HenkaMove near[STUDY_CHOICES]) {
    uint32_t count = 0;
    for (int i = 0; i < worker->choice_count; i++) {
        const Choice *choice = &worker->choices[i];
        if (choice->score_cp >= worker->choices[0].score_cp - STUDY_NEARLY_CP)
            near[count++] = choice->move;
    }
    if (!count) near[count++] = thought->best;
    return count;
}

/* Does an opening go on after this number of plies and of choices? */
static bool still_choosing(int plies, int choices) {
    return plies < STUDY_CHOSEN_PLIES && choices < STUDY_DRAWN;
}

/* Plays the game to its end. choosing: first draws nearly best moves, counted in *opening_plies. */
static bool play_on(const StudyPlan *plan, StudyWorker *worker, HenkaGame *game, int number,
                    bool choosing, int *opening_plies, Random *random) {
    StudySet set = study_set(plan, number);
    int ply = henka_game_plies(game), choices = 0;
    bool ok = true;
    for (; ok && ply < plan->max_plies && henka_game_outcome(game).reason == HENKA_PLAYING; ply++) {
        HenkaSide side = henka_game_side(game);
        HenkaEngine *engine = worker->engines[set == STUDY_SKILL && side == HENKA_GOTE];
        int lines = choosing ? STUDY_CHOICES /* the number of best moves that the search reports */
                    : set != STUDY_SKILL && ply % STUDY_SAMPLED == STUDY_SAMPLED - 1 ? 2
                                                                                     : 1;
        ok = set_lines(engine, lines);
        StudyThought thought = think(worker, engine, game, study_nodes(plan, number, side), lines);
        worker->scores[ply] = (int16_t)thought.score_cp;
        worker->seconds[ply] = (int16_t)(choosing ? STUDY_NO_SCORE : thought.second_cp);
        if (!choosing) {
            worker->searches++, worker->depths += thought.depth;
            ok = ok && henka_game_play(game, thought.best);
            continue;
        }
        HenkaMove near[STUDY_CHOICES];
        uint32_t count = nearly_best(worker, &thought, near);
        ok = ok && henka_game_play(game, near[random_below(random, count)]);
        choices += count > 1;
        *opening_plies = ply + 1;
        choosing = still_choosing(ply + 1, choices);
    }
    return ok;
}

/* Plays an opening that is legal in all variants of plan->common: nearly best moves of the first
 * variant, until none is legal in all. Returns the game of the plan's variant; NULL: no memory. */
static HenkaGame *choose_common(const StudyPlan *plan, StudyWorker *worker, uint64_t nodes,
                                Random *random) {
    HenkaGame *games[OPENING_COMMON], *found = NULL;
    HenkaEngine *engine = worker->engines[0];
    int all = plan->common.count, which = 0, choices = 0;
    if (!opening_games_new(games, plan->common.variants, all)) return NULL;
    bool ok = set_lines(engine, STUDY_CHOICES), going = true;
    for (int ply = 0; ok && going && ply < plan->max_plies && still_choosing(ply, choices); ply++) {
        HenkaMove near[STUDY_CHOICES];
        StudyThought thought = think(worker, engine, games[0], nodes, STUDY_CHOICES);
        uint32_t count = nearly_best(worker, &thought, near);
        worker->scores[ply] = (int16_t)thought.score_cp;
        choices += count > 1;
        for (going = false; !going && count;) {
            uint32_t drawn = random_below(random, count);
            going = opening_games_play(games, all, near[drawn]);
            near[drawn] = near[--count];
        }
    }
    while (plan->common.variants[which] != plan->variant) which++;
    if (ok) found = games[which], games[which] = NULL;
    opening_games_free(games, all);
    /* Forget the first variant: its search results are not valid for this one. */
    henka_engine_new_game(engine);
    return found;
}

static void *make_game(void *context, void *own, int at) {
    StudyPlay *play = context;
    const StudyPlan *plan = play->run->plan;
    StudyWorker *worker = own;
    int number = study_number(plan, at), index = study_index(plan, number);
    StudySet set = study_set(plan, number);
    bool common = plan->common.count > 0;
    bool choosing = set == STUDY_START && !common;
    /* Strengths share random openings, but not chosen ones: each finds other moves best. */
    Random random = {plan->seed * 0x9FB21C651E98DF25u + (uint64_t)number};
    Openings openings = {.random = plan->random,
                         .seed = plan->seed,
                         .common = common ? plan->common.variants : NULL,
                         .common_count = plan->common.count};
    char start[2048];
    HenkaGame *game;
    for (int i = 0; i <= (set == STUDY_SKILL); i++) henka_engine_new_game(worker->engines[i]);
    for (int ply = 0; ply < STUDY_CHOSEN_PLIES; ply++)
        worker->scores[ply] = worker->seconds[ply] = STUDY_NO_SCORE;
    if (choosing)
        game = henka_game_new(plan->variant, study_start(plan, number), NULL);
    else if (set == STUDY_START)
        game = choose_common(plan, worker, plan->nodes[study_strength(plan, number)], &random);
    else
        game = opening_make(&openings, plan->variant, set == STUDY_SKILL ? index / 2 : index, start,
                            sizeof start, NULL);
    if (!game) {
        play->no_opening |= set != STUDY_START;
        return NULL;
    }
    int opening_plies = henka_game_plies(game);
    worker->searches = worker->depths = 0;
    bool ok = play_on(plan, worker, game, number, choosing, &opening_plies, &random);
    Out line = out_growing();
    ok = ok && study_games_line(&line, plan, number, game, opening_plies,
                                worker->searches ? 10 * worker->depths / worker->searches : 0,
                                worker->scores, worker->seconds);
    henka_game_free(game);
    char *text = out_take(&line);
    if (ok) return text;
    free(text);
    return NULL;
}

/* ---- the run ---- */

static void worker_close(void *own) {
    StudyWorker *worker = own;
    for (int i = 0; i < 2; i++) henka_engine_free(worker->engines[i]);
    free(worker);
}

static void *worker_open(void *context) {
    (void)context;
    StudyWorker *worker = calloc(1, sizeof *worker);
    HenkaEngineOptions options = HENKA_ENGINE_DEFAULTS;
    options.hash_mib = HASH_MIB;
    if (!worker) return NULL;
    for (int i = 0; i < 2; i++) worker->engines[i] = henka_engine_new(&options);
    if (worker->engines[0] && worker->engines[1]) return worker;
    worker_close(worker);
    return NULL;
}

static bool write_line(void *context, const void *line, int number) {
    StudyPlay *play = context;
    FILE *file = play->run->file;
    (void)number;
    bool ok = fputs(line, file) >= 0 && !fflush(file); /* a flushed line survives a kill */
    if (!ok) play->unwritten = errno;
    return ok;
}

static void show_progress(void *context, int taken, bool ended) {
    StudyPlay *play = context;
    const StudyRun *run = play->run;
    int total = study_wanted(run->plan), done = taken - run->first;
    if (run->quiet || (!ended && clock_ms() < play->next_ms)) return;
    double seconds = (double)(clock_ms() - play->started_ms) / 1000;
    if (done) {
        int64_t left = (int64_t)(seconds / done * (total - taken)), minutes = (left + 30) / 60;
        Message time = left < 120      ? MESSAGE_OF(MSG_TIME_SECONDS, arg_number(left))
                       : minutes < 120 ? MESSAGE_OF(MSG_TIME_MINUTES, arg_number(minutes))
                                       : MESSAGE_OF(MSG_TIME_HOURS, arg_number(minutes / 60),
                                                    arg_number(minutes % 60));
        args_progress(MSG_STUDY_PROGRESS, arg_number(taken), arg_number(total), arg_message(&time));
    }
    play->next_ms = clock_ms() + (isatty(2) ? 500 : 30000);
    if (ended && isatty(2)) fputc('\n', stderr);
}

bool study_play(StudyRun *run, HenkaError *error) {
    StudyPlay play = {.run = run, .started_ms = clock_ms(), .next_ms = clock_ms() + 500};
    const InOrder work = {.first = run->first,
                          .end = study_wanted(run->plan),
                          .threads = run->threads,
                          .context = &play,
                          .open = worker_open,
                          .make = make_game,
                          .take = write_line,
                          .close = worker_close,
                          .watch = show_progress,
                          .cancelled = run->cancelled};
    InOrderEnd end = inorder_run(&work);
    run->taken = end.taken;
    if (play.unwritten) return errno = play.unwritten, file_unwritten(run->path, error);
    if (play.no_opening)
        return error_set(error, MSG_OPENING_NO_RANDOM, arg_number(STUDY_RANDOM_LEAST),
                         arg_number(STUDY_RANDOM_MOST));
    return !end.failed || error_set(error, MSG_NO_MEMORY);
}
