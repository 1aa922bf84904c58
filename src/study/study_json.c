/* Writes the report as JSON, and the games as CSV (study_print.h). docs/json.md lists every key. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/jsonout.h"
#include "study/study_games.h"
#include "study/study_print.h"

const char *study_verdict_name(StudyVerdict verdict) {
    static const char *const names[] = {[STUDY_FAVOURS_SENTE] = "sente",
                                        [STUDY_FAVOURS_GOTE] = "gote",
                                        [STUDY_LEANS_SENTE] = "leansSente",
                                        [STUDY_LEANS_GOTE] = "leansGote",
                                        [STUDY_EVEN] = "even",
                                        [STUDY_OPEN] = "open"};
    return names[verdict];
}

void study_moves_text(Out *out, const StudyReport *report, const StudyGame *game, int plies,
                      HenkaNotation notation) {
    HenkaGame *start = henka_game_new(report->plan->variant, NULL, NULL);
    HenkaMove *moves = calloc((size_t)plies + 1, sizeof *moves);
    for (int ply = 0; moves && ply < plies; ply++) moves[ply] = game->ply[ply].move;
    size_t count = (size_t)plies, length = 0;
    if (start && moves) length = henka_line_text(start, moves, count, notation, NULL, 0);
    char *text = length ? malloc(length + 1) : NULL;
    if (text) {
        henka_line_text(start, moves, count, notation, text, length + 1);
        out_text(out, text + 1);
    }
    free(text);
    free(moves);
    henka_game_free(start);
}

/* ---- a value, by its type in measures.def ---- */

#define json_nodes(out, key, value) jsonout_number(out, key, (int64_t)(value))
#define json_openings(out, key, value) jsonout_text(out, key, study_set_name(value))
#define json_count jsonout_number
#define json_more jsonout_number
#define json_total jsonout_number
#define json_text jsonout_text
#define json_flag jsonout_bool
#define json_side(out, key, value) jsonout_text(out, key, (value) == HENKA_SENTE ? "sente" : "gote")
#define json_verdict(out, key, value) jsonout_text(out, key, study_verdict_name(value))

static void json_real(Out *out, const char *key, double value) {
    char text[32] = "null";
    if (!isnan(value)) snprintf(text, sizeof text, "%.6g", value);
    jsonout_raw(out, key, text);
}
#define json_ratio json_real

static void json_known(Out *out, const char *key, double value) {
    if (!isnan(value)) json_real(out, key, value);
}
#define json_logit json_known
#define json_score json_known
#define json_average json_known

static void json_settling(Out *out, const char *key, StudySettling settling) {
    static const char *const names[] = {
        [STUDY_SETTLED] = "settled", [STUDY_MOVING] = "moving", [STUDY_UNSETTLED] = "open"};
    jsonout_text(out, key, names[settling]);
}

static void json_exchange(Out *out, const char *key, StudyVerdict verdict) {
    static const char *const names[] = {[STUDY_FAVOURS_SENTE] = "against",
                                        [STUDY_LEANS_SENTE] = "against",
                                        [STUDY_FAVOURS_GOTE] = "without",
                                        [STUDY_LEANS_GOTE] = "without",
                                        [STUDY_EVEN] = "even",
                                        [STUDY_OPEN] = "open"};
    jsonout_text(out, key, names[verdict]);
}

static void json_share(Out *out, const char *key, Share share) {
    jsonout_open(out, key, '{');
    jsonout_number(out, "games", share.games);
    jsonout_number(out, "openings", share.clusters);
    json_real(out, "share", share.share);
    json_real(out, "low", share.low);
    json_real(out, "high", share.high);
    jsonout_close(out, '}');
}

#define json_points json_share

static void json_mean(Out *out, const char *key, Share mean) {
    char bound[40];
    json_real(out, key, mean.share);
    snprintf(bound, sizeof bound, "%sLow", key);
    json_real(out, bound, mean.low);
    snprintf(bound, sizeof bound, "%sHigh", key);
    json_real(out, bound, mean.high);
}

static void json_part(Out *out, const char *key, Share part) {
    if (part.games) json_mean(out, key, part);
}

static void json_quartiles(Out *out, const char *key, StudyQuartiles q) {
    jsonout_open(out, key, '{');
    jsonout_number(out, "count", q.count);
    json_real(out, "least", q.least);
    json_real(out, "lower", q.lower);
    json_real(out, "median", q.median);
    json_real(out, "medianLow", q.low);
    json_real(out, "medianHigh", q.high);
    json_real(out, "upper", q.upper);
    json_real(out, "most", q.most);
    jsonout_close(out, '}');
}
#define json_moments json_quartiles

static void json_numbers(Out *out, const char *key, const int *numbers, int count) {
    jsonout_open(out, key, '[');
    for (int i = 0; i < count; i++) jsonout_number(out, NULL, numbers[i]);
    jsonout_close(out, ']');
}
#define json_bins(out, key, bins) json_numbers(out, key, bins, STUDY_BINS)
#define json_visits(out, key, visits) json_numbers(out, key, visits, squares)

static void json_ends(Out *out, const char *key, const int *ends) {
    jsonout_open(out, key, '{');
    for (int reason = 1; reason < STUDY_REASONS; reason++)
        if (ends[reason]) jsonout_number(out, henka_reason_name((HenkaReason)reason), ends[reason]);
    jsonout_close(out, '}');
}

static void json_worth(Out *out, const char *key, const StudyWorth *places) {
    static const char *const names[] = {[STUDY_BOARD] = "board", [STUDY_HAND] = "hand"};
    jsonout_open(out, key, '{');
    for (int place = 0; place < STUDY_PLACES; place++) {
        const StudyWorth *worth = &places[place];
        jsonout_open(out, names[place], '{');
#define WORTH(type, member, key, ...) json_##type(out, key, worth->member);
#include "study/measures.def"
        jsonout_close(out, '}');
    }
    jsonout_close(out, '}');
}

static void json_difference(Out *out, const char *key, StudyDifference difference) {
    jsonout_open(out, key, '{');
    json_real(out, "difference", difference.difference);
    json_real(out, "low", difference.low);
    json_real(out, "high", difference.high);
    jsonout_close(out, '}');
}

/* ---- records ---- */

static void write_cells(Out *out, const StudyReport *report) {
    jsonout_open(out, "cells", '[');
    for (int strength = 0; strength < report->plan->strengths; strength++)
        for (int set = 0; set < STUDY_SETS; set++) {
            const StudyCell *cell = &report->cells[strength][set];
            jsonout_open(out, NULL, '{');
#define CELL(type, member, key, ...) json_##type(out, key, cell->member);
#include "study/measures.def"
            jsonout_close(out, '}');
        }
    jsonout_close(out, ']');
}

/* Writes the games' ends, and in how many quiet positions each rule forbade a move. */
static void write_ends(Out *out, const StudyReport *report) {
#define NAME(bar, name) [HENKA_BAR_##bar] = name,
    static const char *const names[HENKA_BARS] = {STUDY_BARS(NAME)};
#undef NAME
    uint32_t has = henka_variant_bars(report->plan->variant);
    jsonout_open(out, "ends", '{');
    for (int reason = 1; reason < STUDY_REASONS; reason++)
        if (report->ends[reason].games)
            json_share(out, henka_reason_name((HenkaReason)reason), report->ends[reason]);
    jsonout_close(out, '}');
    jsonout_number(out, "quiet", report->quiet);
    jsonout_open(out, "bars", '{');
    for (int bar = 0; bar < HENKA_BARS; bar++)
        if (has >> bar & 1) jsonout_number(out, names[bar], report->bars[bar]);
    jsonout_close(out, '}');
}

/* Writes the figures of this study's strengths or of another game's. */
static void write_figures(Out *out, const char *key, const StudyBeside *beside,
                          const StudyFigures *figures) {
    jsonout_open(out, key, '{');
    if (beside) {
        jsonout_text(out, "game", beside->game);
        jsonout_text(out, "title", beside->title);
    }
    jsonout_number(out, "nodes", (int64_t)figures->nodes);
    jsonout_number(out, "games", figures->games);
#define FIGURE(NAME, key, ...) json_known(out, key, figures->values[STUDY_FIGURE_##NAME]);
#include "study/measures.def"
    jsonout_close(out, '}');
}

/* Writes the changes between strengths, the array and the trials. */
static void write_questions(Out *out, const StudyReport *report) {
    jsonout_open(out, "changes", '[');
    for (int set = 0; set < STUDY_SETS && report->plan->strengths > 1; set++) {
        const StudyChange *change = &report->changes[set];
        jsonout_open(out, NULL, '{');
#define CHANGE(type, member, key, ...) json_##type(out, key, change->member);
#include "study/measures.def"
        jsonout_close(out, '}');
    }
    jsonout_close(out, ']');
    jsonout_number(out, "array", report->array);
    jsonout_open(out, "undefended", '[');
    for (int i = 0; i < report->undefended_count; i++) {
        const StudyUndefended *piece = &report->undefended[i];
        jsonout_open(out, NULL, '{');
#define UNDEFENDED(type, member, key, ...) json_##type(out, key, piece->member);
#include "study/measures.def"
        jsonout_close(out, '}');
    }
    jsonout_close(out, ']');
    jsonout_open(out, "tried", '[');
    for (int i = 0; i < report->tried_count; i++) {
        const StudyTried *tried = &report->tried[i];
        jsonout_open(out, NULL, '{');
#define TRIED(type, member, key, ...) json_##type(out, key, tried->member);
#include "study/measures.def"
        jsonout_close(out, '}');
    }
    jsonout_close(out, ']');
    jsonout_open(out, "exchanges", '[');
    for (int i = 0; i < report->exchange_count; i++) {
        const StudyExchange *exchange = &report->exchanges[i];
        jsonout_open(out, NULL, '{');
#define EXCHANGE(type, member, key, ...) json_##type(out, key, exchange->member);
#include "study/measures.def"
        jsonout_close(out, '}');
    }
    jsonout_close(out, ']');
}

static void write_strengths(Out *out, const StudyReport *report) {
    int strengths = report->plan->strengths;
    jsonout_open(out, "skill", '[');
    for (int strength = 0; strength < strengths; strength++) {
        const StudySkill *skill = &report->skill[strength];
        jsonout_open(out, NULL, '{');
#define SKILL(type, member, key, ...) json_##type(out, key, skill->member);
#include "study/measures.def"
        jsonout_close(out, '}');
    }
    jsonout_close(out, ']');
    jsonout_open(out, "figures", '[');
    for (int strength = 0; strength < strengths; strength++) {
        const StudyFigures figures = study_figures(report, strength);
        write_figures(out, NULL, NULL, &figures);
    }
    jsonout_close(out, ']');
    jsonout_open(out, "beside", '[');
    for (int i = 0; i < STUDY_BESIDE; i++) {
        const StudyBeside *beside = study_figures_beside(i);
        write_figures(out, NULL, beside,
                      study_figures_nearest(beside, report->plan->nodes[strengths - 1]));
    }
    jsonout_close(out, ']');
}

static void write_plies(Out *out, const StudyReport *report) {
    int squares = study_squares(report->plan->variant);
    jsonout_open(out, "choice", '[');
    for (int bin = 0; bin < STUDY_BINS && report->choices[bin].plies; bin++) {
        const StudyChoice *choice = &report->choices[bin];
        jsonout_open(out, NULL, '{');
#define CHOICE(type, member, key, ...) json_##type(out, key, choice->member);
#include "study/measures.def"
        jsonout_close(out, '}');
    }
    jsonout_close(out, ']');
    jsonout_open(out, "pieces", '[');
    for (int type = 1; type <= henka_variant_type_count(report->plan->variant); type++) {
        const StudyPiece *piece = &report->pieces[type];
        jsonout_open(out, NULL, '{');
#define PIECE(type, member, key, ...) json_##type(out, key, piece->member);
#include "study/measures.def"
        jsonout_close(out, '}');
    }
    jsonout_close(out, ']');
}

static void json_moves(Out *out, const char *key, const StudyReport *report, const StudyGame *game,
                       int plies) {
    Out moves = out_growing();
    study_moves_text(&moves, report, game, plies, HENKA_USI);
    char *text = out_take(&moves);
    jsonout_text(out, key, text ? text : "");
    free(text);
}

/* Writes the first moves, the tree of openings and the example games. */
static void write_games(Out *out, const StudyReport *report) {
    static const char *const names[STUDY_EXAMPLES] = {"typical", "shortest", "dramatic"};
    jsonout_open(out, "firstMoves", '[');
    for (int i = 0; i < report->first_count; i++) {
        StudyPly ply = {.move = report->first[i].move};
        jsonout_open(out, NULL, '{');
        json_moves(out, "usi", report, &(StudyGame){.ply = &ply}, 1);
        json_share(out, "share", report->first[i].share);
        jsonout_close(out, '}');
    }
    jsonout_close(out, ']');
    json_numbers(out, "lines", report->lines, STUDY_LINE_PLIES);
    jsonout_open(out, "tree", '[');
    for (int i = 0; i < report->branch_count; i++) {
        const StudyBranch *branch = &report->branches[i];
        jsonout_open(out, NULL, '{');
        json_moves(out, "moves", report, branch->game, branch->depth);
        json_share(out, "share", branch->share);
        jsonout_close(out, '}');
    }
    jsonout_close(out, ']');
    jsonout_open(out, "games", '{');
    for (int i = 0; i < STUDY_EXAMPLES; i++) {
        const StudyGame *game = report->examples[i];
        if (!game) continue;
        jsonout_open(out, names[i], '{');
        jsonout_number(out, "number", game->number);
        json_moves(out, "moves", report, game, game->plies);
        jsonout_close(out, '}');
    }
    jsonout_close(out, '}');
}

/* Writes the keys with which both a report and a comparison begin. */
static void write_head(Out *out, const char *format, const StudyPlan *plan) {
    const HenkaEvaluation evaluation = henka_variant_evaluation(plan->variant);
    char hash[20], seed[24];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)evaluation.hash);
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)plan->seed);
    jsonout_open(out, NULL, '{');
    jsonout_text(out, "format", format);
    jsonout_text(out, "version", henka_version());
    jsonout_text(out, "game", henka_variant_name(plan->variant));
    jsonout_text(out, "title", henka_variant_title(plan->variant));
    jsonout_open(out, "evaluation", '{');
    jsonout_text(out, "name", study_evaluation_name(evaluation));
    jsonout_text(out, "hash", evaluation.hash ? hash : NULL);
    jsonout_close(out, '}');
    jsonout_text(out, "randomOpenings", plan->random.quiet ? "quiet" : "random");
    jsonout_text(out, "seed", seed);
}

void study_json(Out *out, const StudyReport *report) {
    const StudyPlan *plan = report->plan;
    write_head(out, "henka-study-report 2", plan);
    jsonout_open(out, "settings", '{');
    for (size_t i = 0; i < henka_variant_option_count(plan->variant); i++) {
        HenkaOption option = henka_variant_option(plan->variant, i);
        jsonout_text(out, option.name, option.value);
    }
    jsonout_close(out, '}');
    jsonout_number(out, "wanted", study_wanted(plan));
    jsonout_number(out, "played", report->played);
    jsonout_number(out, "distinct", report->distinct);
    jsonout_number(out, "finished", report->finished);
    jsonout_number(out, "maxPlies", plan->max_plies);
    jsonout_number(out, "binPlies", report->bin_plies);
    json_real(out, "scale", report->scale);
    jsonout_number(out, "effect", plan->effect);
    jsonout_number(out, "family", plan->family > 1 ? plan->family : 1);
    jsonout_number(out, "bounded", report->figures);
    jsonout_number(out, "enough", study_enough(report));
    jsonout_number(out, "fromStart", study_from_start(report));
    write_cells(out, report);
    write_ends(out, report);
    write_strengths(out, report);
    write_questions(out, report);
    write_plies(out, report);
    write_games(out, report);
    jsonout_close(out, '}');
    out_char(out, '\n');
}

void study_csv(Out *out, const StudyReport *report) {
    enum { FINISHED, WON };
    out_text(out, "number,nodes,openings,openingPlies,duplicate,winner,reason");
#define GAME(of, SAID, csv, type, member, key, ...) out_text(out, "," key);
#include "study/measures.def"
    out_char(out, '\n');
    for (int i = 0; i < report->games->count; i++) {
        const StudyGame *game = &report->games->games[i];
        char nodes[STUDY_NODES_CAP];
        study_nodes_text(report->plan, game->number, nodes);
        out_format(out, "%d,%s,%s,%d,%d,%s,%s", game->number, nodes, study_set_name(game->set),
                   game->opening_plies, game->duplicate,
                   game->winner < 0 ? ""
                   : game->winner   ? "gote"
                                    : "sente",
                   henka_reason_name(game->reason));
#define GAME(of, SAID, csv, type, member, ...)                                                     \
    if ((of) == WON && game->winner < 0)                                                           \
        out_char(out, ',');                                                                        \
    else                                                                                           \
        out_format(out, "," csv, study_##member(game, report->scale));
#include "study/measures.def"
        out_char(out, '\n');
    }
}

/* ---- a comparison ---- */

void study_compare_folder(Out *out, const HenkaOption *option, size_t choice) {
    out_format(out, "%s-%s", option->name, option->choices[choice]);
}

/* Writes the choices that do not fit the network, or the fitted numbers, so none uses them. */
static void write_misfits(Out *out, const char *key, const StudyComparison *comparison,
                          uint32_t misfits) {
    jsonout_open(out, key, '[');
    for (int i = 0; i < comparison->count; i++)
        if (misfits >> i & 1) jsonout_text(out, NULL, comparison->option.choices[i]);
    jsonout_close(out, ']');
}

static void write_choice_of(Out *out, const StudyComparison *comparison, int choice) {
    const StudyReport *report = &comparison->reports[choice];
    Out folder = out_growing();
    study_compare_folder(&folder, &comparison->option, (size_t)choice);
    char *text = out_take(&folder);
    jsonout_open(out, NULL, '{');
    jsonout_text(out, "value", comparison->option.choices[choice]);
    jsonout_text(out, "help", comparison->option.choice_help[choice]);
    jsonout_text(out, "folder", text ? text : "");
    free(text);
    write_cells(out, report);
    const StudyFigures figures = study_figures(report, report->plan->strengths - 1);
    write_figures(out, "figures", NULL, &figures);
    jsonout_open(out, "contrasts", '[');
    for (int strength = 0; choice && strength < report->plan->strengths; strength++)
        for (int set = 0; set < STUDY_SETS; set++) {
            const StudyContrast *contrast = &comparison->contrasts[choice][strength][set];
            jsonout_open(out, NULL, '{');
#define CONTRAST(type, member, key, ...) json_##type(out, key, contrast->member);
#include "study/measures.def"
            jsonout_close(out, '}');
        }
    jsonout_close(out, ']');
    jsonout_close(out, '}');
}

void study_compare_json(Out *out, const StudyComparison *comparison) {
    write_head(out, "henka-study-comparison 2", comparison->reports->plan);
    jsonout_text(out, "option", comparison->option.name);
    jsonout_text(out, "help", comparison->option.help);
    write_misfits(out, "networkMisfits", comparison, comparison->network_misfits);
    write_misfits(out, "numbersMisfits", comparison, comparison->numbers_misfits);
    jsonout_bool(out, "commonOpenings", comparison->common);
    jsonout_bool(out, "judges", comparison->judges);
    jsonout_number(out, "effect", comparison->reports->plan->effect);
    jsonout_number(out, "wanted", study_wanted(comparison->reports->plan));
    jsonout_open(out, "spread", '[');
    for (int set = 0; set < STUDY_SETS; set++) {
        const Share *spread = &comparison->spread[set];
        jsonout_open(out, NULL, '{');
        jsonout_text(out, "openings", study_set_name((StudySet)set));
        json_share(out, "share", *spread);
        json_verdict(out, "verdict",
                     study_verdict(spread, study_effect(comparison->reports->plan)));
        jsonout_close(out, '}');
    }
    jsonout_close(out, ']');
    jsonout_open(out, "choices", '[');
    for (int choice = 0; choice < comparison->count; choice++)
        write_choice_of(out, comparison, choice);
    jsonout_close(out, ']');
    jsonout_close(out, '}');
    out_char(out, '\n');
}
