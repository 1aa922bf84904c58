#define _GNU_SOURCE /* memmem */
#include "study/study_games.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/args.h"
#include "base/error.h"
#include "base/hash.h"
#include "study/study_trials.h"

enum { FIELDS = 9, MOVE_CAP = 128, MOST_TENTHS = 10000 };

const char *study_set_name(StudySet set) {
    static const char *const names[STUDY_SERIES] = {"random", "start", "skill"};
    return names[set];
}

void study_nodes_text(const StudyPlan *plan, int number, char text[STUDY_NODES_CAP]) {
    unsigned long long nodes[2] = {study_nodes(plan, number, HENKA_SENTE),
                                   study_nodes(plan, number, HENKA_GOTE)};
    if (study_set(plan, number) == STUDY_SKILL)
        snprintf(text, STUDY_NODES_CAP, "%llu:%llu", nodes[0], nodes[1]);
    else
        snprintf(text, STUDY_NODES_CAP, "%llu", nodes[0]);
}

static const char evaluation_line[] = "evaluation "; /* the beginning of this line of the
                                                                        heading */
static const char *const winner_names[] = {"none", "sente", "gote"}; /* [winner + 1]; [0]: no
                                                                        winner */

/* ---- writing ---- */

/* A checksum (FNV-1a) of starting position and description, which tells other rules apart. */
static uint64_t sum_of_rules(const HenkaVariant *variant) {
    Out out = out_growing();
    size_t length = henka_variant_describe(variant, HENKA_ENGLISH, NULL, 0);
    char *text = malloc(length + 1);
    if (text) henka_variant_describe(variant, HENKA_ENGLISH, text, length + 1);
    out_format(&out, "%s %s", henka_variant_start(variant), text ? text : "");
    free(text);
    text = out_take(&out);
    uint64_t sum = hash_more_64(HASH_START_64, text, text ? strlen(text) : 0);
    free(text);
    return sum;
}

const char *study_evaluation_name(HenkaEvaluation evaluation) {
    return evaluation.network ? "network" : evaluation.fitted ? "fitted" : "derived";
}

void study_games_heading(Out *out, const StudyPlan *plan) {
    const HenkaEvaluation evaluation = henka_variant_evaluation(plan->variant);
    uint64_t sum = sum_of_rules(plan->variant);
    for (int i = 0; i < plan->common.count; i++)
        sum = sum * HASH_PRIME_64 + sum_of_rules(plan->common.variants[i]);
    out_format(out, "henka-study 5\ngame %s\nrules %016llx\nversion %s\n%s",
               henka_variant_name(plan->variant), (unsigned long long)sum, henka_version(),
               evaluation_line);
    out_text(out, study_evaluation_name(evaluation));
    if (evaluation.hash) out_format(out, " %016llx", (unsigned long long)evaluation.hash);
    out_format(out, "\nopenings %s\n", plan->random.quiet ? "quiet" : "random");
    out_format(out, "seed %llu\n", (unsigned long long)plan->seed);
    out_format(out, "games %d\nmax-plies %d\nnodes", plan->games, plan->max_plies);
    for (int i = 0; i < plan->strengths; i++)
        out_format(out, " %llu", (unsigned long long)plan->nodes[i]);
    out_text(out, "\n");
    if (plan->shards > 1) out_format(out, "shard %d/%d\n", plan->shard + 1, plan->shards);
    for (int i = 0; i < 2 && plan->starts[0]; i++) out_format(out, "start %s\n", plan->starts[i]);
}

/* The reason's name, with "-" instead of blanks. */
static void reason_word(HenkaReason reason, char *word, size_t cap) {
    size_t i = 0;
    for (const char *at = henka_reason_name(reason); *at && i + 1 < cap; at++)
        word[i++] = *at == ' ' ? '-' : *at;
    word[i] = '\0';
}

bool study_games_line(Out *out, const StudyPlan *plan, int number, const HenkaGame *game,
                      int opening_plies, int depth_tenths, const int16_t *scores,
                      const int16_t *seconds) {
    HenkaGame *replay = henka_game_new(plan->variant, study_start(plan, number), NULL);
    HenkaOutcome outcome = henka_game_outcome(game);
    char word[64], nodes[STUDY_NODES_CAP];
    if (!replay) return false;
    reason_word(outcome.reason, word, sizeof word);
    study_nodes_text(plan, number, nodes);
    out_format(out, "%d\t%s\t%s\t%d\t%s\t%s\t", number, nodes,
               study_set_name(study_set(plan, number)), opening_plies,
               winner_names[outcome.winner + 1], word);
    for (int ply = 0; ply < henka_game_plies(game); ply++) {
        char text[MOVE_CAP];
        HenkaMove move = henka_game_move_at(game, ply);
        henka_move_text(replay, move, HENKA_USI, text, sizeof text);
        out_format(out, "%s%s", ply ? " " : "", text);
        henka_game_play(replay, move);
    }
    out_char(out, '\t');
    for (int ply = 0; ply < henka_game_plies(game); ply++) {
        if (ply) out_char(out, ' ');
        if (scores[ply] == STUDY_NO_SCORE)
            out_char(out, '-');
        else
            out_format(out, "%d", scores[ply]);
        if (seconds[ply] != STUDY_NO_SCORE) out_format(out, "/%d", seconds[ply]);
    }
    out_format(out, "\t%d\n", depth_tenths);
    henka_game_free(replay);
    return true;
}

/* ---- reading ---- */

/* A line of the file while it is read. */
typedef struct GameLine {
    const StudyPlan *plan; /* the plan that the file must agree with */
    int number;            /* of the line in the text, from 1 */
    char *text;            /* NUL-terminated; tabs are replaced by NUL */
    char *fields[FIELDS];  /* point into text */
    HenkaMove *moves;      /* buffer for HENKA_MAX_MOVES legal moves */
    HenkaError *error;     /* the caller's; receives what is wrong */
} GameLine;

static int column_of(const GameLine *line, const char *at) { return (int)(at - line->text) + 1; }

/* Compares the text's heading with the plan's. Returns its length; 0: they differ, or no memory. */
static size_t read_heading(const StudyPlan *plan, const char *text, size_t length,
                           HenkaError *error) {
    Out out = out_growing();
    study_games_heading(&out, plan);
    char *heading = out_take(&out);
    if (!heading) return error_set(error, MSG_NO_MEMORY), 0;
    size_t whole = strlen(heading), same = 0, start = 0;
    int number = 1;
    for (; same < whole && same < length && heading[same] == text[same]; same++)
        if (heading[same] == '\n') number++, start = same + 1;
    if (same < whole) {
        const char *end = memchr(text + start, '\n', length - start);
        size_t found = end ? (size_t)(end - text) - start : length - start;
        int column = (int)(same - start) + 1;
        size_t word = strlen(evaluation_line);
        if (heading[same] == '\n' && same < length && text[same] == '\r')
            error_say(error, number, column, MSG_STUDY_LINE_END);
        else if (same - start >= word && !strncmp(heading + start, evaluation_line, word))
            error_say(error, number, column, MSG_STUDY_OTHER_EVALUATION,
                      arg_bytes(text + start + word, found - word),
                      arg_bytes(heading + start + word, strcspn(heading + start + word, "\n")));
        else
            error_say(error, number, column, MSG_STUDY_HEADING,
                      arg_bytes(heading + start, strcspn(heading + start, "\n")),
                      arg_bytes(text + start, found));
        whole = 0;
    }
    free(heading);
    return whole;
}

size_t study_games_begun(StudyPlan *plan, const char *text, size_t length, HenkaError *error) {
    static const char before[] = "\ngames ";
    char word[16] = "";
    int64_t games;
    const char *at = memmem(text, length, before, strlen(before));
    if (at) {
        at += strlen(before);
        size_t left = length - (size_t)(at - text);
        const char *end = memchr(at, '\n', left);
        size_t size = end ? (size_t)(end - at) : left;
        if (size < sizeof word) memcpy(word, at, size);
    }
    if (args_number(word, 1, STUDY_MAX_GAMES, &games)) plan->games = (int)games;
    return read_heading(plan, text, length, error);
}

/* Is the field equal to the expected text? Sets the error if not. */
static bool expect_field(const GameLine *line, int field, const char *expected) {
    return !strcmp(line->fields[field], expected) ||
           error_say(line->error, line->number, column_of(line, line->fields[field]),
                     MSG_STUDY_EXPECTED, arg_text(expected), arg_text(line->fields[field]));
}

/* Fills in the ply: what its move does, and counts of the legal moves and pieces before it. */
static void look_at_ply(const GameLine *line, const HenkaGame *position, StudyPly *ply) {
    HenkaMoveParts parts = henka_game_parts(position, ply->move);
    ply->type = (uint8_t)parts.type;
    ply->drop = parts.drop;
    ply->promotes = parts.promotes || parts.flips;
    ply->from = (int16_t)parts.from;
    ply->to = (int16_t)parts.to;
    for (int i = 0; i < parts.victim_count; i++) {
        ply->taken[ply->taken_count++] =
            (uint8_t)henka_game_piece(position, parts.victims[i], NULL);
        ply->elsewhere |= parts.victims[i] != parts.to;
    }
    for (int square = 0; square < study_squares(line->plan->variant); square++)
        ply->filled += henka_game_piece(position, square, NULL) > 0;
    for (int type = 1; type <= henka_variant_type_count(line->plan->variant); type++)
        for (int side = 0; side < 2; side++)
            ply->held += (int16_t)henka_game_hand(position, (HenkaSide)side, type);
    ply->legal = (int)henka_game_moves(position, line->moves, HENKA_MAX_MOVES);
    for (int i = 0; i < ply->legal; i++) {
        HenkaMoveParts other = henka_game_parts(position, line->moves[i]);
        ply->drops += other.drop;
        ply->captures += other.capture;
        ply->promotions += other.promotes;
    }
}

/* Notes the pieces before the game's last ply, if that position is the first quiet one in its part
 * of the game: the `parted` plies after the opening are divided into STUDY_QUIET equal parts. */
static bool look_at_material(const GameLine *line, const HenkaGame *position, StudyGame *game,
                             int parted) {
    int last = game->plies - 1, after = last - game->opening_plies;
    if (after < 0 || game->ply[last].taken_count || henka_game_in_check(position) ||
        (last && game->ply[last - 1].taken_count))
        return true;
    StudyMaterial *before = game->quiet_count ? &game->quiet[game->quiet_count - 1] : NULL;
    if (before &&
        after * STUDY_QUIET / parted == (before->ply - game->opening_plies) * STUDY_QUIET / parted)
        return true;
    if (!before && !(game->quiet = malloc(STUDY_QUIET * sizeof *game->quiet)))
        return error_set(line->error, MSG_NO_MEMORY);
    StudyMaterial *material = &game->quiet[game->quiet_count++];
    *material = (StudyMaterial){.ply = last, .bars = henka_game_bars(position)};
    for (int square = 0; square < study_squares(line->plan->variant); square++) {
        HenkaSide side = HENKA_SENTE;
        int type = henka_game_piece(position, square, &side);
        if (type) material->board[type] += side == HENKA_SENTE ? 1 : -1;
    }
    for (int type = 1; type <= henka_variant_type_count(line->plan->variant); type++)
        material->hand[type] = (int16_t)(henka_game_hand(position, HENKA_SENTE, type) -
                                         henka_game_hand(position, HENKA_GOTE, type));
    return true;
}

/* Reads a score for the side to move, and converts it to sente's point of view. */
static bool read_number(const char *text, size_t length, HenkaSide side, int *score_cp) {
    char word[16] = "";
    int64_t score;
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : 0), text);
    if (!args_number(word, -HENKA_SCORE_MATE, HENKA_SCORE_MATE, &score)) return false;
    *score_cp = (int)(side == HENKA_SENTE ? score : -score);
    return true;
}

/* Reads the moves and their scores, and plays the moves in `position`. */
static bool read_plies(const GameLine *line, HenkaGame *position, StudyGame *game) {
    char *scores = line->fields[7];
    /* cap: plies for which game->ply has memory; parted: plies after the opening */
    int cap = 0, parted = 1 - game->opening_plies;
    for (const char *at = line->fields[6]; *at; at++) parted += *at == ' ';
    for (char *at = line->fields[6]; *at;) {
        size_t length = strcspn(at, " ");
        char word[MOVE_CAP];
        HenkaError why = {0};
        if (game->plies == cap) {
            cap = cap ? 2 * cap : 64;
            StudyPly *more = realloc(game->ply, (size_t)cap * sizeof *more);
            if (!more) return error_set(line->error, MSG_NO_MEMORY);
            game->ply = more;
        }
        StudyPly *ply = &game->ply[game->plies];
        *ply = (StudyPly){0};
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        if (!henka_move_parse(position, word, &ply->move, &why))
            return error_moved(line->error, line->number, column_of(line, at), &why);
        if (game->plies == game->opening_plies) game->opening = henka_game_hash(position);
        look_at_ply(line, position, ply);
        game->plies++;
        if (!look_at_material(line, position, game, parted)) return false;
        /* A score: "12", "-" (not searched) or "12/-40" (with that of the second best move). */
        size_t whole = strcspn(scores, " "), first = strcspn(scores, " /");
        HenkaSide side = henka_game_side(position);
        ply->score_cp = ply->second_cp = STUDY_NO_SCORE;
        bool nobody = whole == 1 && *scores == '-',
             good = nobody || read_number(scores, first, side, &ply->score_cp);
        if (good && !nobody && first < whole)
            good = read_number(scores + first + 1, whole - first - 1, side, &ply->second_cp);
        if (!good)
            return error_say(line->error, line->number, column_of(line, scores), MSG_STUDY_SCORE,
                             arg_bytes(scores, whole));
        scores += whole + (scores[whole] == ' ');
        if (!henka_game_play(position, ply->move))
            return error_say(line->error, line->number, column_of(line, at), MSG_STUDY_GAME_OVER);
        game->key = random_key(game->key, ply->move);
        at += length + (at[length] == ' ');
    }
    if (game->plies == game->opening_plies) game->opening = henka_game_hash(position);
    return !*scores || error_say(line->error, line->number, column_of(line, scores),
                                 MSG_STUDY_SCORE, arg_text(scores));
}

/* Checks that the moves give the line's result. A game that goes on has the plan's most plies. */
static bool read_result(const GameLine *line, const HenkaGame *position, StudyGame *game) {
    HenkaOutcome outcome = henka_game_outcome(position);
    char word[64];
    game->reason = outcome.reason;
    game->winner = outcome.winner;
    reason_word(outcome.reason, word, sizeof word);
    if (outcome.reason == HENKA_PLAYING && game->plies < line->plan->max_plies)
        return error_say(line->error, line->number, column_of(line, line->fields[6]),
                         MSG_STUDY_STOPS, arg_number(game->plies));
    return expect_field(line, 4, winner_names[outcome.winner + 1]) && expect_field(line, 5, word);
}

static bool read_game(GameLine *line, StudyGame *game, int expected) {
    const StudyPlan *plan = line->plan;
    int64_t opening_plies, depth_tenths;
    char number[16], nodes[STUDY_NODES_CAP], *at = line->text;
    for (int i = 0; i < FIELDS; i++) {
        bool last = i == FIELDS - 1;
        line->fields[i] = at;
        at += strcspn(at, "\t");
        if (last != !*at)
            return error_say(line->error, line->number, column_of(line, at), MSG_STUDY_FIELDS,
                             arg_number(FIELDS));
        if (!last) *at++ = '\0';
    }
    snprintf(number, sizeof number, "%d", expected);
    study_nodes_text(plan, expected, nodes);
    game->number = expected;
    game->strength = study_strength(plan, expected);
    game->set = study_set(plan, expected);
    /* The same moves are another game if the stronger side is another. */
    if (game->set == STUDY_SKILL) game->key = 1 + study_stronger(plan, expected);
    if (plan->starts[0]) game->key = 1 + (uint64_t)expected % 2;
    if (!expect_field(line, 0, number) || !expect_field(line, 1, nodes) ||
        !expect_field(line, 2, study_set_name(game->set)))
        return false;
    if (!args_number(line->fields[3], 0, STUDY_CHOSEN_PLIES, &opening_plies))
        return error_say(line->error, line->number, column_of(line, line->fields[3]),
                         MSG_STUDY_NUMBER, arg_number(0), arg_number(STUDY_CHOSEN_PLIES),
                         arg_text(line->fields[3]));
    game->opening_plies = (int)opening_plies;
    if (!args_number(line->fields[8], 0, MOST_TENTHS, &depth_tenths))
        return error_say(line->error, line->number, column_of(line, line->fields[8]),
                         MSG_STUDY_NUMBER, arg_number(0), arg_number(MOST_TENTHS),
                         arg_text(line->fields[8]));
    game->depth_tenths = (int)depth_tenths;
    HenkaGame *position = henka_game_new(plan->variant, study_start(plan, expected), line->error);
    bool ok = position && read_plies(line, position, game) && read_result(line, position, game);
    henka_game_free(position);
    return ok &&
           (game->opening_plies <= game->plies ||
            error_say(line->error, line->number, column_of(line, line->fields[3]), MSG_STUDY_NUMBER,
                      arg_number(0), arg_number(game->plies), arg_text(line->fields[3])));
}

bool study_games_read(StudyGames *list, const StudyPlan *plan, const char *text, size_t length,
                      HenkaError *error) {
    size_t at = read_heading(plan, text, length, error);
    GameLine line = {.plan = plan, .error = error, .number = 1};
    if (!at) return false;
    for (size_t i = 0; i < at; i++) line.number += text[i] == '\n';
    line.moves = malloc(sizeof *line.moves * HENKA_MAX_MOVES);
    bool ok = line.moves || error_set(error, MSG_NO_MEMORY);
    for (; ok && at < length; line.number++) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t size = end ? (size_t)(end - text) - at : length - at;
        line.text = strndup(text + at, size);
        ok = line.text || error_set(error, MSG_NO_MEMORY);
        /* A zero byte would end the text early, and a line cut short has no newline. */
        if (ok && (strlen(line.text) < size || !end))
            ok = error_say(error, line.number, (int)strlen(line.text) + 1, MSG_STUDY_CUT_LINE);
        if (ok && list->count == list->cap) {
            int cap = list->cap ? 2 * list->cap : 64;
            StudyGame *more = realloc(list->games, (size_t)cap * sizeof *more);
            ok = more || error_set(error, MSG_NO_MEMORY);
            if (more) list->games = more, list->cap = cap;
        }
        if (ok && list->count == study_wanted(plan))
            ok = error_say(error, line.number, 1, MSG_STUDY_TOO_MANY, arg_number(list->count));
        if (ok) {
            StudyGame *game = &list->games[list->count];
            *game = (StudyGame){.winner = -1};
            ok = read_game(&line, game, study_number(plan, list->count));
            list->count += ok;
            if (!ok) free(game->ply), free(game->quiet);
        }
        free(line.text);
        at += size + 1;
    }
    free(line.moves);
    return study_games_mark_duplicates(list) && ok;
}

/* Orders games by strength, set and key; of equal games the earlier one comes first. */
static int by_key(const void *a, const void *b) {
    const StudyGame *x = *(StudyGame *const *)a, *y = *(StudyGame *const *)b;
    if (x->strength != y->strength) return x->strength - y->strength;
    if (x->set != y->set) return (int)x->set - (int)y->set;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return x->number - y->number;
}

bool study_games_mark_duplicates(StudyGames *list) {
    StudyGame **sorted = malloc(sizeof *sorted * (size_t)list->count + 1);
    if (!sorted) return false;
    for (int i = 0; i < list->count; i++) sorted[i] = &list->games[i];
    qsort(sorted, (size_t)list->count, sizeof *sorted, by_key);
    for (int i = 0; i < list->count; i++)
        sorted[i]->duplicate = i && sorted[i]->strength == sorted[i - 1]->strength &&
                               sorted[i]->set == sorted[i - 1]->set &&
                               sorted[i]->key == sorted[i - 1]->key;
    free(sorted);
    return true;
}

void study_games_free(StudyGames *list) {
    for (int i = 0; i < list->count; i++) free(list->games[i].ply), free(list->games[i].quiet);
    free(list->games);
    study_trials_free(list);
    *list = (StudyGames){0};
}
