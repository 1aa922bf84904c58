#include "study/study_tune.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "match/samples.h"
#include "protocol/file.h"
#include "train/commands.h"

enum { PATH_CAP = 4096, PAIRS = STUDY_TUNE_GAMES / 2, TRIES = 50 * PAIRS };

/* ---- the games as samples ---- */

static bool write_samples(const StudyTune *tune, const char *path, HenkaError *error) {
    const StudyGames *games = tune->report->games;
    const HenkaVariant *variant = tune->report->plan->variant;
    Out buffer = out_growing();
    FILE *file = fopen(path, "wb");
    bool ok = file || file_unwritten(path, error);
    if (file) samples_write_header(file, henka_variant_name(variant));
    for (int i = 0; ok && i < games->count; i++) {
        const StudyGame *game = &games->games[i];
        int16_t scores[STUDY_MAX_PLIES];
        if (game->duplicate || game->reason == HENKA_PLAYING) continue;
        HenkaGame *replay = henka_game_new(variant, NULL, NULL);
        ok = replay != NULL;
        for (int ply = 0; ok && ply < game->plies; ply++) {
            int score_cp = game->ply[ply].score_cp;
            bool gotes = henka_game_side(replay) == HENKA_GOTE && score_cp != STUDY_NO_SCORE;
            scores[ply] = (int16_t)(gotes ? -score_cp : score_cp);
            ok = henka_game_play(replay, game->ply[ply].move);
        }
        buffer.length = 0;
        ok = ok && samples_append(&buffer, replay, NULL, scores,
                                  (HenkaOutcome){game->reason, game->winner});
        henka_game_free(replay);
        if (!ok) error_set(error, MSG_NO_MEMORY);
        if (ok && fwrite(buffer.buf, 1, buffer.length, file) != buffer.length)
            ok = file_unwritten(path, error);
    }
    if (file && fclose(file) && ok) ok = file_unwritten(path, error);
    free(out_take(&buffer));
    return ok;
}

/* Fits the numbers to the samples, as `henka tune GAME --samples FILE --out FILE` does. */
static bool fit(const StudyTune *tune, const char *samples, const char *fitted, HenkaError *error) {
    enum { WORDS = 6 + 2 * ARGS_MAX_SETTINGS };
    const Args *given = tune->given;
    const char *words[WORDS] = {given->words[0], "--samples", samples, "--out", fitted};
    int count = 5;
    for (size_t i = 0; i < given->settings.count; i++)
        words[count++] = "--set", words[count++] = given->settings.texts[i];
    if (given->quiet) words[count++] = "--quiet";
    return !tune_run(&(Args){.words = (char **)words, .count = count}) ||
           error_set(error, MSG_STUDY_TUNE_FAILED);
}

/* ---- the match ---- */

static int by_value(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The game's opening as text: "startpos moves 7g7f 3c3d …" */
static char *line_of(const HenkaGame *game) {
    HenkaGame *replay = henka_game_new(henka_game_variant(game), NULL, NULL);
    Out line = out_growing();
    out_text(&line, "startpos moves");
    for (int ply = 0; replay && ply < henka_game_plies(game); ply++) {
        char text[96];
        HenkaMove move = henka_game_move_at(game, ply);
        henka_move_text(replay, move, HENKA_USI, text, sizeof text);
        out_format(&line, " %s", text);
        henka_game_play(replay, move);
    }
    char *text = out_take(&line);
    if (replay) return henka_game_free(replay), text;
    free(text);
    return NULL;
}

/* Draws random openings whose positions differ from each other and from the study's openings. */
static bool draw_openings(const StudyTune *tune, Openings *openings, HenkaError *error) {
    const StudyReport *report = tune->report;
    size_t seen_count = (size_t)report->games->count;
    uint64_t *seen = malloc(sizeof *seen * (seen_count + PAIRS));
    openings->lines = calloc(PAIRS, sizeof *openings->lines);
    Random random = {~report->plan->seed};
    bool ok = (seen && openings->lines) || error_set(error, MSG_NO_MEMORY);
    for (size_t i = 0; ok && i < seen_count; i++) seen[i] = report->games->games[i].opening;
    for (int tries = 0; ok && openings->count < PAIRS && tries < TRIES; tries++) {
        HenkaGame *game = opening_random(report->plan->variant, &report->plan->random, &random);
        uint64_t hash = game ? henka_game_hash(game) : 0;
        qsort(seen, seen_count, sizeof *seen, by_value);
        if (game && !bsearch(&hash, seen, seen_count, sizeof *seen, by_value)) {
            OpeningLine *line = &openings->lines[openings->count];
            seen[seen_count++] = hash;
            *line = (OpeningLine){line_of(game), (int)openings->count + 1, 1};
            ok = line->text || error_set(error, MSG_NO_MEMORY);
            openings->count += ok;
        }
        henka_game_free(game);
    }
    free(seen);
    if (ok && openings->count < PAIRS)
        return error_set(error, MSG_STUDY_TUNE_NO_OPENINGS, arg_number((int64_t)openings->count),
                         arg_number(PAIRS));
    return ok;
}

/* Plays the match. *estimate: the fitted numbers' gain. False: *error, also if it was stopped. */
static bool prove(const StudyTune *tune, const char *fitted, Estimate *estimate,
                  HenkaError *error) {
    const StudyPlan *study = tune->report->plan;
    uint64_t nodes = STUDY_TUNE_NODES * study->nodes[study->strengths - 1];
    Plan plan = {.variant = study->variant,
                 .referee = {.max_plies = study->max_plies},
                 .games = STUDY_TUNE_GAMES,
                 .concurrency = tune->threads,
                 .quiet = tune->given->quiet};
    Standing standing = {0};
    for (int p = 0; p < 2; p++) {
        plan.players[p] = (PlayerSpec){.control = {.nodes = nodes}};
        snprintf(plan.players[p].name, sizeof plan.players[p].name, "%s", p ? "before" : "tuned");
    }
    struct PlayerOption *option = &plan.players[0].options[plan.players[0].option_count++];
    snprintf(option->name, sizeof option->name, "eval");
    if (snprintf(option->value, sizeof option->value, "%s", fitted) >= (int)sizeof option->value)
        return error_set(error, MSG_STUDY_TUNE_PATH, arg_text(fitted));
    bool ok = draw_openings(tune, &plan.openings, error) && tournament_run(&plan, &standing, error);
    if (ok) {
        tournament_print(&plan, &standing, stdout);
        *estimate = statistics_estimate(&standing.tally);
        if (statistics_pairs(&standing.tally) < PAIRS)
            ok = error_set(error, MSG_STUDY_TUNE_STOPPED);
    }
    tournament_free(&standing);
    openings_free(&plan.openings);
    return ok;
}

bool study_tune(const StudyTune *tune, HenkaError *error) {
    char samples[PATH_CAP], fitted[PATH_CAP], kept[PATH_CAP];
    Estimate estimate = {0};
    snprintf(samples, sizeof samples, "%s/samples", tune->out_path);
    snprintf(fitted, sizeof fitted, "%s/unproven.eval", tune->out_path);
    snprintf(kept, sizeof kept, "%s/tuned.eval", tune->out_path);
    if (!access(kept, F_OK)) return error_set(error, MSG_STUDY_TUNE_DONE, arg_text(kept));
    if (!tune->report->finished) return error_set(error, MSG_STUDY_TUNE_NO_GAMES);
    bool ok = write_samples(tune, samples, error) && fit(tune, samples, fitted, error) &&
              prove(tune, fitted, &estimate, error);
    bool gained = ok && estimate.elo_low > 0;
    if (gained && rename(fitted, kept)) gained = ok = file_unwritten(kept, error);
    Message elo = tournament_elo(&estimate);
    if (ok && gained)
        args_say(stdout, MSG_STUDY_TUNE_KEPT, arg_number(STUDY_TUNE_GAMES), arg_message(&elo),
                 arg_text(kept));
    else if (ok)
        args_say(stdout, MSG_STUDY_TUNE_LEFT, arg_number(STUDY_TUNE_GAMES), arg_message(&elo));
    if (!gained) remove(fitted);
    remove(samples);
    return ok;
}
