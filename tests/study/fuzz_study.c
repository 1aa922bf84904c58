/* Any text as a study's file of games: refused with a reason, or games that are the same when they
 * are written and read again. */
#include "study/study_games.h"

#include <stdlib.h>
#include <string.h>

static const StudyPlan *plan_once(void) {
    static StudyPlan plan = {
        .nodes = {10, 90}, .strengths = 2, .games = 6, .max_plies = 20, .seed = 1};
    if (!plan.variant) plan.variant = henka_variant_shipped("shogi", NULL, 0, NULL);
    return &plan;
}

static void write_again(Out *out, const StudyPlan *plan, const StudyGame *read) {
    int16_t scores[STUDY_MAX_PLIES], seconds[STUDY_MAX_PLIES];
    HenkaGame *game = henka_game_new(plan->variant, NULL, NULL);
    for (int ply = 0; ply < read->plies; ply++) {
        int score_cp = read->ply[ply].score_cp, second_cp = read->ply[ply].second_cp;
        scores[ply] = (int16_t)(ply % 2 && score_cp != STUDY_NO_SCORE ? -score_cp : score_cp);
        seconds[ply] = (int16_t)(ply % 2 && second_cp != STUDY_NO_SCORE ? -second_cp : second_cp);
        if (!henka_game_play(game, read->ply[ply].move)) abort();
    }
    if (!study_games_line(out, plan, read->number, game, read->opening_plies, read->depth_tenths,
                          scores, seconds))
        abort();
    henka_game_free(game);
}

/* The first byte says whether the heading is put before the text. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const StudyPlan *plan = plan_once();
    StudyGames first = {0}, second = {0};
    HenkaError error = {0};
    if (!size) return 0;
    Out text = out_growing(), again = out_growing();
    if (data[0] & 1) study_games_heading(&text, plan);
    out_bytes(&text, (const char *)data + 1, size - 1);
    bool ok = study_games_read(&first, plan, text.buf, text.length, &error);
    if (!ok && (!error.message[0] || error.line < 1 || error.column < 1)) abort();
    StudyPlan begun = *plan;
    HenkaError why = {0};
    size_t heading = study_games_begun(&begun, text.buf, text.length, &why);
    if (heading > text.length || (!heading && (!why.message[0] || why.line < 1))) abort();
    if (ok && (!heading || begun.games != plan->games)) abort();
    study_games_heading(&again, plan);
    for (int i = 0; i < first.count; i++) write_again(&again, plan, &first.games[i]);
    if (!study_games_read(&second, plan, again.buf, again.length, NULL)) abort();
    if (second.count != first.count) abort();
    for (int i = 0; i < first.count; i++)
        if (first.games[i].key != second.games[i].key ||
            first.games[i].opening != second.games[i].opening ||
            first.games[i].winner != second.games[i].winner)
            abort();
    study_games_free(&first), study_games_free(&second);
    free(out_take(&text)), free(out_take(&again));
    return 0;
}
