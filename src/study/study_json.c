/* The report as JSON, and a line a game as CSV (study_print.h). docs/json.md lists every key. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/jsonout.h"
#include "study/study_games.h"
#include "study/study_print.h"

const char *study_verdict_name(StudyVerdict verdict) {
    static const char *const names[] = {[STUDY_FAVOURS_SENTE] = "sente",
                                        [STUDY_FAVOURS_GOTE] = "gote",
                                        [STUDY_EVEN] = "even",
                                        [STUDY_OPEN] = "open"};
    return names[verdict];
}

void study_moves_text(Out *out, const StudyReport *report, const StudyGame *game,
                      HenkaNotation notation) {
    HenkaGame *start = henka_game_new(report->plan->variant, NULL, NULL);
    HenkaMove *moves = calloc((size_t)game->plies + 1, sizeof *moves);
    if (start && moves) {
        for (int ply = 0; ply < game->plies; ply++) moves[ply] = game->ply[ply].move;
        size_t count = (size_t)game->plies,
               length = henka_line_text(start, moves, count, notation, NULL, 0);
        char *text = malloc(length + 1);
        if (text) {
            henka_line_text(start, moves, count, notation, text, length + 1);
            out_text(out, length ? text + 1 : text);
        }
        free(text);
    }
    free(moves);
    henka_game_free(start);
}

/* ---- a value, by its type in measures.def ---- */

#define json_nodes(out, key, value) jsonout_number(out, key, (int64_t)(value))
#define json_openings(out, key, value) jsonout_text(out, key, study_set_name(value))
#define json_count jsonout_number
#define json_total jsonout_number
#define json_text jsonout_text
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

static void write_skill(Out *out, const StudyReport *report) {
    jsonout_open(out, "skill", '[');
    for (int strength = 0; strength < report->plan->strengths; strength++) {
        const StudySkill *skill = &report->skill[strength];
        jsonout_open(out, NULL, '{');
#define SKILL(type, member, key, ...) json_##type(out, key, skill->member);
#include "study/measures.def"
        jsonout_close(out, '}');
    }
    jsonout_close(out, ']');
}

static void write_choices(Out *out, const StudyReport *report) {
    jsonout_open(out, "choice", '[');
    for (int bin = 0; bin < STUDY_BINS && report->choices[bin].plies; bin++) {
        const StudyChoice *choice = &report->choices[bin];
        jsonout_open(out, NULL, '{');
#define CHOICE(type, member, key, ...) json_##type(out, key, choice->member);
#include "study/measures.def"
        jsonout_close(out, '}');
    }
    jsonout_close(out, ']');
}

static void write_worth(Out *out, const char *key, const StudyWorth *worth) {
    jsonout_open(out, key, '{');
#define WORTH(type, member, key, ...) json_##type(out, key, worth->member);
#include "study/measures.def"
    jsonout_close(out, '}');
}

static void json_worth(Out *out, const char *key, const StudyWorth *places) {
    jsonout_open(out, key, '{');
    write_worth(out, "board", &places[STUDY_BOARD]);
    write_worth(out, "hand", &places[STUDY_HAND]);
    jsonout_close(out, '}');
}

static void write_pieces(Out *out, const StudyReport *report) {
    int squares = study_squares(report->plan->variant);
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

static void write_ends(Out *out, const StudyReport *report) {
    jsonout_open(out, "ends", '{');
    for (int reason = 1; reason < STUDY_REASONS; reason++)
        if (report->ends[reason].games)
            json_share(out, henka_reason_name((HenkaReason)reason), report->ends[reason]);
    jsonout_close(out, '}');
}

/* Rules that forbid moves: those of the game, and at how many quiet positions they did. */
static void write_bars(Out *out, const StudyReport *report) {
#define NAME(bar, name) [HENKA_BAR_##bar] = name,
    static const char *const names[HENKA_BARS] = {STUDY_BARS(NAME)};
#undef NAME
    uint32_t has = henka_variant_bars(report->plan->variant);
    jsonout_number(out, "quiet", report->quiet);
    jsonout_open(out, "bars", '{');
    for (int bar = 0; bar < HENKA_BARS; bar++)
        if (has >> bar & 1) jsonout_number(out, names[bar], report->bars[bar]);
    jsonout_close(out, '}');
}

static void write_tree(Out *out, const StudyReport *report) {
    json_numbers(out, "lines", report->lines, STUDY_LINE_PLIES);
    jsonout_open(out, "tree", '[');
    for (int i = 0; i < report->branch_count; i++) {
        const StudyBranch *branch = &report->branches[i];
        Out moves = out_growing();
        StudyGame first = *branch->game;
        first.plies = branch->depth;
        study_moves_text(&moves, report, &first, HENKA_USI);
        char *text = out_take(&moves);
        jsonout_open(out, NULL, '{');
        jsonout_text(out, "moves", text ? text : "");
        json_share(out, "share", branch->share);
        jsonout_close(out, '}');
        free(text);
    }
    jsonout_close(out, ']');
}

static void write_values(Out *out, const StudyFigures *figures) {
    jsonout_number(out, "nodes", (int64_t)figures->nodes);
    jsonout_number(out, "games", figures->games);
#define FIGURE(NAME, key, ...) json_known(out, key, figures->values[STUDY_FIGURE_##NAME]);
#include "study/measures.def"
}

/* Of every strength, and of other games those beside the greatest. */
static void write_figures(Out *out, const StudyReport *report) {
    int strengths = report->plan->strengths;
    jsonout_open(out, "figures", '[');
    for (int strength = 0; strength < strengths; strength++) {
        const StudyFigures figures = study_figures(report, strength);
        jsonout_open(out, NULL, '{');
        write_values(out, &figures);
        jsonout_close(out, '}');
    }
    jsonout_close(out, ']');
    jsonout_open(out, "beside", '[');
    for (int i = 0; i < STUDY_BESIDE; i++) {
        const StudyBeside *beside = study_figures_beside(i);
        jsonout_open(out, NULL, '{');
        jsonout_text(out, "game", beside->game);
        jsonout_text(out, "title", beside->title);
        write_values(out, study_figures_nearest(beside, report->plan->nodes[strengths - 1]));
        jsonout_close(out, '}');
    }
    jsonout_close(out, ']');
}

static void write_first_moves(Out *out, const StudyReport *report) {
    HenkaGame *start = henka_game_new(report->plan->variant, NULL, NULL);
    jsonout_open(out, "firstMoves", '[');
    for (int i = 0; start && i < report->first_count; i++) {
        const StudyFirst *first = &report->first[i];
        char text[128];
        jsonout_open(out, NULL, '{');
        henka_move_text(start, first->move, HENKA_USI, text, sizeof text);
        jsonout_text(out, "usi", text);
        json_share(out, "share", first->share);
        jsonout_close(out, '}');
    }
    jsonout_close(out, ']');
    henka_game_free(start);
}

static void write_examples(Out *out, const StudyReport *report) {
    static const char *const names[STUDY_EXAMPLES] = {"typical", "shortest", "dramatic"};
    jsonout_open(out, "games", '{');
    for (int i = 0; i < STUDY_EXAMPLES; i++) {
        const StudyGame *game = report->examples[i];
        if (!game) continue;
        Out moves = out_growing();
        study_moves_text(&moves, report, game, HENKA_USI);
        char *text = out_take(&moves);
        jsonout_open(out, names[i], '{');
        jsonout_number(out, "number", game->number);
        jsonout_text(out, "moves", text);
        jsonout_close(out, '}');
        free(text);
    }
    jsonout_close(out, '}');
}

/* What a report and a comparison begin with. */
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

static void write_settings(Out *out, const HenkaVariant *variant) {
    jsonout_open(out, "settings", '{');
    for (size_t i = 0; i < henka_variant_option_count(variant); i++) {
        HenkaOption option = henka_variant_option(variant, i);
        jsonout_text(out, option.name, option.value);
    }
    jsonout_close(out, '}');
}

void study_json(Out *out, const StudyReport *report) {
    const StudyPlan *plan = report->plan;
    write_head(out, "henka-study-report 2", plan);
    write_settings(out, plan->variant);
    jsonout_number(out, "wanted", study_wanted(plan));
    jsonout_number(out, "played", report->played);
    jsonout_number(out, "distinct", report->distinct);
    jsonout_number(out, "finished", report->finished);
    jsonout_number(out, "maxPlies", plan->max_plies);
    jsonout_number(out, "binPlies", report->bin_plies);
    json_real(out, "scale", report->scale);
    write_cells(out, report);
    write_ends(out, report);
    write_bars(out, report);
    write_skill(out, report);
    write_figures(out, report);
    write_choices(out, report);
    write_pieces(out, report);
    write_first_moves(out, report);
    write_tree(out, report);
    write_examples(out, report);
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

/* Choices for which all are played without the network, or without the fitted numbers. */
static void write_misfits(Out *out, const char *key, const StudyComparison *comparison,
                          uint32_t misfits) {
    jsonout_open(out, key, '[');
    for (int i = 0; i < comparison->count; i++)
        if (misfits >> i & 1) jsonout_text(out, NULL, comparison->option.choices[i]);
    jsonout_close(out, ']');
}

void study_compare_json(Out *out, const StudyComparison *comparison) {
    write_head(out, "henka-study-comparison 2", comparison->reports->plan);
    jsonout_text(out, "option", comparison->option.name);
    jsonout_text(out, "help", comparison->option.help);
    write_misfits(out, "networkMisfits", comparison, comparison->network_misfits);
    write_misfits(out, "numbersMisfits", comparison, comparison->numbers_misfits);
    jsonout_bool(out, "commonOpenings", comparison->common);
    jsonout_open(out, "choices", '[');
    for (int choice = 0; choice < comparison->count; choice++)
        write_choice_of(out, comparison, choice);
    jsonout_close(out, ']');
    jsonout_close(out, '}');
    out_char(out, '\n');
}
