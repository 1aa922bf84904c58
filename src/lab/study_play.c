#include "lab/study_play.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/args.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/random.h"
#include "lab/inorder.h"
#include "lab/opening.h"
#include "lab/study_games.h"

enum { HASH_MIB = 8 };

/* What all threads share. */
typedef struct Play {
    StudyRun *run;               /* the caller's */
    int64_t started_ms, next_ms; /* of the run; when progress is shown next */
} Play;

/* A best move that the search reported, of those it was asked for. */
typedef struct Choice {
    HenkaMove move;
    int score_cp;
} Choice;

/* One thread, and the game it plays. */
typedef struct Worker {
    HenkaEngine *engines[2];          /* the first plays both sides, but where their strengths
                                         differ: then the second one plays gote */
    int16_t scores[STUDY_MAX_PLIES];  /* by ply, */
    int16_t seconds[STUDY_MAX_PLIES]; /* and of the second best move */
    Choice choices[STUDY_CHOICES];    /* of the position being searched, the best first */
    int choice_count;                 /* how many were reported */
} Worker;

/* ---- a game ---- */

static void note_choice(void *context, const HenkaInfo *info) {
    Worker *worker = context;
    if (info->multipv > STUDY_CHOICES || !info->pv_length) return;
    worker->choices[info->multipv - 1] = (Choice){info->pv[0], info->score_cp};
    if (info->multipv > worker->choice_count) worker->choice_count = info->multipv;
}

static bool set_lines(HenkaEngine *engine, int lines) {
    HenkaEngineOptions options = henka_engine_options(engine);
    options.multi_pv = lines;
    return henka_engine_set_options(engine, &options);
}

/* What was found at a ply. */
typedef struct Thought {
    HenkaMove best;
    int score_cp, second_cp; /* for the side to move; the second STUDY_NO_SCORE: not searched */
} Thought;

static Thought think(Worker *worker, HenkaEngine *engine, const HenkaGame *game, uint64_t nodes,
                     int lines) {
    HenkaLimits limits = {.nodes = nodes};
    worker->choice_count = 0;
    HenkaResult result =
        henka_engine_go(engine, game, &limits, lines > 1 ? note_choice : NULL, worker);
    Thought thought = {result.best, result.score_cp, STUDY_NO_SCORE};
    for (int i = 0; i < worker->choice_count; i++) {
        const Choice *choice = &worker->choices[i];
        if (choice->move != result.best && choice->score_cp > thought.second_cp)
            thought.second_cp = choice->score_cp;
    }
    return thought;
}

/* One of the moves that are nearly as good as the best. A move that an unfinished iteration
 * reported on a better line may stand twice: it counts once. */
static HenkaMove choose(const Worker *worker, const Thought *thought, Random *random) {
    HenkaMove near[STUDY_CHOICES + 1] = {thought->best};
    uint32_t count = 1;
    for (int i = 0; i < worker->choice_count; i++) {
        bool seen = worker->choices[i].score_cp < thought->score_cp - STUDY_NEARLY_CP;
        for (uint32_t k = 0; k < count; k++) seen |= near[k] == worker->choices[i].move;
        if (!seen) near[count++] = worker->choices[i].move;
    }
    return near[random_below(random, count)];
}

/* How many best moves are searched at a ply. */
static int lines_at(StudySet set, int ply, int chosen) {
    if (ply < chosen) return STUDY_CHOICES;
    return set != STUDY_SKILL && ply % STUDY_SAMPLED == STUDY_SAMPLED - 1 ? 2 : 1;
}

/* Plays on to the end, the first `chosen` plies among nearly best moves. */
static bool play_on(const StudyPlan *plan, Worker *worker, HenkaGame *game, int number, int chosen,
                    Random *random) {
    StudySet set = study_set(number);
    int ply = henka_game_plies(game);
    bool ok = true;
    for (int i = 0; i < ply; i++) worker->scores[i] = worker->seconds[i] = STUDY_NO_SCORE;
    for (; ok && ply < plan->max_plies && henka_game_outcome(game).reason == HENKA_PLAYING; ply++) {
        HenkaSide side = henka_game_side(game);
        HenkaEngine *engine = worker->engines[set == STUDY_SKILL && side == HENKA_GOTE];
        int lines = lines_at(set, ply, chosen);
        ok = set_lines(engine, lines);
        Thought thought = think(worker, engine, game, study_nodes(plan, number, side), lines);
        HenkaMove move = ply < chosen ? choose(worker, &thought, random) : thought.best;
        ok = ok && henka_game_play(game, move);
        worker->scores[ply] = (int16_t)thought.score_cp;
        worker->seconds[ply] = (int16_t)(ply < chosen ? STUDY_NO_SCORE : thought.second_cp);
    }
    return ok;
}

static void *make_game(void *context, void *own, int at) {
    const StudyPlan *plan = ((const Play *)context)->run->plan;
    Worker *worker = own;
    int number = study_number(plan, at), index = study_index(plan, number);
    StudySet set = study_set(number);
    int chosen = set == STUDY_START ? STUDY_CHOSEN_PLIES : 0;
    /* Random openings are the same for every strength; choices depend on what each thinks. */
    Random random = {plan->seed * 0x9FB21C651E98DF25u + (uint64_t)number};
    Openings openings = {
        .min_plies = STUDY_RANDOM_LEAST, .max_plies = STUDY_RANDOM_MOST, .seed = plan->seed};
    char start[2048];
    HenkaGame *game =
        chosen ? henka_game_new(plan->variant, NULL, NULL)
               : opening_make(&openings, plan->variant, set == STUDY_SKILL ? index / 2 : index,
                              start, sizeof start, NULL);
    if (!game) return NULL;
    int opening_plies = henka_game_plies(game);
    for (int i = 0; i <= (set == STUDY_SKILL); i++) henka_engine_new_game(worker->engines[i]);
    bool ok = play_on(plan, worker, game, number, chosen, &random);
    if (chosen) opening_plies = henka_game_plies(game) < chosen ? henka_game_plies(game) : chosen;
    Out line = out_growing();
    ok = ok && study_games_line(&line, plan, number, game, opening_plies, worker->scores,
                                worker->seconds);
    henka_game_free(game);
    char *text = out_take(&line);
    if (ok) return text;
    free(text);
    return NULL;
}

/* ---- the run ---- */

static void worker_close(void *own) {
    Worker *worker = own;
    for (int i = 0; i < 2; i++) henka_engine_free(worker->engines[i]);
    free(worker);
}

static void *worker_open(void *context) {
    (void)context;
    Worker *worker = calloc(1, sizeof *worker);
    HenkaEngineOptions options = HENKA_ENGINE_DEFAULTS;
    options.hash_mib = HASH_MIB;
    if (!worker) return NULL;
    for (int i = 0; i < 2; i++) worker->engines[i] = henka_engine_new(&options);
    if (worker->engines[0] && worker->engines[1]) return worker;
    worker_close(worker);
    return NULL;
}

static bool write_line(void *context, const void *line, int number) {
    FILE *file = ((const Play *)context)->run->file;
    (void)number;
    return fputs(line, file) >= 0 && !fflush(file); /* kept, whatever happens to this program */
}

static void show_progress(void *context, int taken, bool ended) {
    Play *play = context;
    const StudyRun *run = play->run;
    int total = study_wanted(run->plan), done = taken - run->first;
    if (run->quiet || (!ended && clock_ms() < play->next_ms)) return;
    double seconds = (double)(clock_ms() - play->started_ms) / 1000;
    if (done)
        args_progress(MSG_STUDY_PROGRESS, arg_number(taken), arg_number(total),
                      arg_decimal(seconds / done * (total - taken), 0));
    play->next_ms = clock_ms() + (isatty(2) ? 500 : 30000);
    if (ended && isatty(2)) fputc('\n', stderr);
}

bool study_play(StudyRun *run, HenkaError *error) {
    Play play = {run, clock_ms(), clock_ms() + 500};
    const InOrder work = {.first = run->first,
                          .count = study_wanted(run->plan),
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
    return !end.failed || error_say(error, 0, 0, MSG_DATAGEN_GAME_FAILED);
}
