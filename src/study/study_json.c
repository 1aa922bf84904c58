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

/* What nothing is known of (NAN) is null. */
static void write_decimal(Out *out, const char *key, double value) {
    char text[32] = "null";
    if (!isnan(value)) snprintf(text, sizeof text, "%.6g", value);
    jsonout_raw(out, key, text);
}

static void write_share_as(Out *out, const char *key, const Share *share) {
    jsonout_open(out, key, '{');
    jsonout_number(out, "games", share->games);
    jsonout_number(out, "openings", share->clusters);
    write_decimal(out, "share", share->share);
    write_decimal(out, "low", share->low);
    write_decimal(out, "high", share->high);
    jsonout_close(out, '}');
}

static void write_share(Out *out, const Share *share) { write_share_as(out, "share", share); }

static void write_quartiles(Out *out, const char *key, const StudyQuartiles *q) {
    jsonout_open(out, key, '{');
    jsonout_number(out, "count", q->count);
    write_decimal(out, "least", q->least);
    write_decimal(out, "lower", q->lower);
    write_decimal(out, "median", q->median);
    write_decimal(out, "medianLow", q->low);
    write_decimal(out, "medianHigh", q->high);
    write_decimal(out, "upper", q->upper);
    write_decimal(out, "most", q->most);
    jsonout_close(out, '}');
}

static void write_cell(Out *out, const StudyReport *report, int strength, StudySet set) {
    const StudyCell *cell = &report->cells[strength][set];
    jsonout_open(out, NULL, '{');
    jsonout_number(out, "nodes", (int64_t)report->plan->nodes[strength]);
    jsonout_text(out, "openings", study_set_name(set));
    jsonout_number(out, "played", cell->played);
    jsonout_number(out, "duplicates", cell->duplicates);
    jsonout_number(out, "sente", cell->sente);
    jsonout_number(out, "gote", cell->gote);
    jsonout_number(out, "drawn", cell->drawn);
    jsonout_number(out, "unfinished", cell->unfinished);
    write_share(out, &cell->share);
    jsonout_text(out, "verdict", study_verdict_name(study_verdict(&cell->share)));
    jsonout_open(out, "ends", '{');
    for (int reason = 1; reason < STUDY_REASONS; reason++)
        if (cell->ends[reason])
            jsonout_number(out, henka_reason_name((HenkaReason)reason), cell->ends[reason]);
    jsonout_close(out, '}');
    write_quartiles(out, "plies", &cell->length);
    jsonout_open(out, "histogram", '[');
    for (int bin = 0; bin < STUDY_BINS; bin++) jsonout_number(out, NULL, cell->bins[bin]);
    jsonout_close(out, ']');
    write_decimal(out, "leadChanges", cell->lead_changes.share);
    write_decimal(out, "leadChangesLow", cell->lead_changes.low);
    write_decimal(out, "leadChangesHigh", cell->lead_changes.high);
    write_decimal(out, "drama", cell->drama);
    write_quartiles(out, "decided", &cell->decided);
    jsonout_number(out, "sampled", cell->one_good.games);
    if (cell->one_good.games) {
        write_decimal(out, "oneGood", cell->one_good.share);
        write_decimal(out, "oneGoodLow", cell->one_good.low);
        write_decimal(out, "oneGoodHigh", cell->one_good.high);
    }
    jsonout_close(out, '}');
}

static void write_ends(Out *out, const StudyReport *report) {
    jsonout_open(out, "ends", '{');
    for (int reason = 1; reason < STUDY_REASONS; reason++)
        if (report->ends[reason].games)
            write_share_as(out, henka_reason_name((HenkaReason)reason), &report->ends[reason]);
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

static void write_skill(Out *out, const StudyReport *report) {
    jsonout_open(out, "skill", '[');
    for (int strength = 0; strength < report->plan->strengths; strength++) {
        const StudySkill *skill = &report->skill[strength];
        jsonout_open(out, NULL, '{');
        jsonout_number(out, "nodes", (int64_t)skill->nodes);
        jsonout_number(out, "weaker", (int64_t)skill->weaker);
        jsonout_number(out, "played", skill->played);
        write_share(out, &skill->share);
        write_decimal(out, "steps", skill->steps);
        write_decimal(out, "stepsLow", skill->steps_low);
        jsonout_close(out, '}');
    }
    jsonout_close(out, ']');
}

static void write_tree(Out *out, const StudyReport *report) {
    jsonout_open(out, "lines", '[');
    for (int ply = 0; ply < STUDY_LINE_PLIES; ply++) jsonout_number(out, NULL, report->lines[ply]);
    jsonout_close(out, ']');
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
        write_share(out, &branch->share);
        jsonout_close(out, '}');
        free(text);
    }
    jsonout_close(out, ']');
}

static void write_values(Out *out, const StudyFigures *figures) {
    static const char *const keys[STUDY_FIGURES] = {
#define FIGURE_KEY(NAME, key, digits) key,
        STUDY_FIGURE_LIST(FIGURE_KEY)
#undef FIGURE_KEY
    };
    jsonout_number(out, "nodes", (int64_t)figures->nodes);
    jsonout_number(out, "games", figures->games);
    for (int i = 0; i < STUDY_FIGURES; i++)
        if (!isnan(figures->values[i])) write_decimal(out, keys[i], figures->values[i]);
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

static void write_choices(Out *out, const StudyReport *report) {
    jsonout_open(out, "choice", '[');
    for (int bin = 0; bin < STUDY_BINS && report->choices[bin].plies; bin++) {
        const StudyChoice *choice = &report->choices[bin];
        jsonout_open(out, NULL, '{');
        jsonout_number(out, "ply", bin * report->bin_plies);
        jsonout_number(out, "positions", choice->plies);
        jsonout_number(out, "legal", choice->legal);
        jsonout_number(out, "drops", choice->drops);
        jsonout_number(out, "captures", choice->captures);
        jsonout_number(out, "promotions", choice->promotions);
        jsonout_number(out, "dropped", choice->dropped);
        jsonout_number(out, "captured", choice->captured);
        jsonout_number(out, "promoted", choice->promoted);
        jsonout_number(out, "filled", choice->filled);
        jsonout_number(out, "held", choice->held);
        jsonout_close(out, '}');
    }
    jsonout_close(out, ']');
}

/* What the kind is worth on the board and in hand; without a chance it is not determined. */
static void write_worth(Out *out, const StudyWorth *worths) {
    static const char *const places[STUDY_PLACES] = {"board", "hand"};
    jsonout_open(out, "worth", '{');
    for (int place = 0; place < STUDY_PLACES; place++) {
        const StudyWorth *worth = &worths[place];
        jsonout_open(out, places[place], '{');
        jsonout_number(out, "games", worth->games);
        jsonout_number(out, "ahead", worth->ahead);
        jsonout_number(out, "aheadWon", worth->ahead_won);
        if (worth->determined) {
            write_decimal(out, "chance", worth->chance);
            write_decimal(out, "low", worth->chance_low);
            write_decimal(out, "high", worth->chance_high);
            write_decimal(out, "logit", worth->logit);
        }
        jsonout_close(out, '}');
    }
    jsonout_close(out, '}');
}

static void write_pieces(Out *out, const StudyReport *report) {
    const HenkaVariant *variant = report->plan->variant;
    jsonout_open(out, "pieces", '[');
    for (int type = 1; type <= henka_variant_type_count(variant); type++) {
        const StudyPiece *piece = &report->pieces[type];
        HenkaType kind = henka_variant_type(variant, type);
        jsonout_open(out, NULL, '{');
        jsonout_text(out, "id", kind.id);
        jsonout_text(out, "name", kind.name);
        jsonout_number(out, "moves", piece->moves);
        jsonout_number(out, "captures", piece->captures);
        jsonout_number(out, "drops", piece->drops);
        jsonout_number(out, "promotions", piece->promotions);
        jsonout_number(out, "lost", piece->lost);
        jsonout_number(out, "several", piece->several);
        jsonout_number(out, "elsewhere", piece->elsewhere);
        write_worth(out, report->worth[type]);
        jsonout_open(out, "visits", '[');
        for (int square = 0; square < study_squares(variant); square++)
            jsonout_number(out, NULL, piece->visits[square]);
        jsonout_close(out, ']');
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
        write_share(out, &first->share);
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

static void write_evaluation(Out *out, const StudyPlan *plan) {
    const HenkaEvaluation evaluation = henka_variant_evaluation(plan->variant);
    char hash[20];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)evaluation.hash);
    jsonout_open(out, "evaluation", '{');
    jsonout_text(out, "name", study_evaluation_name(evaluation));
    if (evaluation.hash)
        jsonout_text(out, "hash", hash);
    else
        jsonout_raw(out, "hash", "null");
    jsonout_close(out, '}');
    jsonout_text(out, "randomOpenings", plan->random.quiet ? "quiet" : "random");
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
    char seed[24];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)plan->seed);
    jsonout_open(out, NULL, '{');
    jsonout_text(out, "format", "henka-study-report 2");
    jsonout_text(out, "version", henka_version());
    jsonout_text(out, "game", henka_variant_name(plan->variant));
    jsonout_text(out, "title", henka_variant_title(plan->variant));
    write_settings(out, plan->variant);
    write_evaluation(out, plan);
    jsonout_text(out, "seed", seed);
    jsonout_number(out, "wanted", study_wanted(plan));
    jsonout_number(out, "played", report->played);
    jsonout_number(out, "distinct", report->distinct);
    jsonout_number(out, "finished", report->finished);
    jsonout_number(out, "maxPlies", plan->max_plies);
    jsonout_number(out, "binPlies", report->bin_plies);
    write_decimal(out, "scale", report->scale);
    jsonout_open(out, "cells", '[');
    for (int strength = 0; strength < plan->strengths; strength++)
        for (int set = 0; set < STUDY_SETS; set++) write_cell(out, report, strength, (StudySet)set);
    jsonout_close(out, ']');
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
    out_text(out, "number,nodes,openings,openingPlies,duplicate,winner,reason,plies,leadChanges,"
                  "drama,decided\n");
    for (int i = 0; i < report->games->count; i++) {
        const StudyGame *game = &report->games->games[i];
        char nodes[STUDY_NODES_CAP];
        study_nodes_text(report->plan, game->number, nodes);
        out_format(out, "%d,%s,%s,%d,%d,%s,%s,%d,%d", game->number, nodes,
                   study_set_name(game->set), game->opening_plies, game->duplicate,
                   game->winner < 0 ? ""
                   : game->winner   ? "gote"
                                    : "sente",
                   henka_reason_name(game->reason), game->plies,
                   study_lead_changes(game, report->scale));
        if (game->winner < 0)
            out_text(out, ",,\n");
        else
            out_format(out, ",%.3f,%.3f\n", study_drama(game, report->scale),
                       study_decided(game, report->scale));
    }
}

/* ---- a comparison ---- */

void study_compare_folder(Out *out, const HenkaOption *option, size_t choice) {
    out_format(out, "%s-%s", option->name, option->choices[choice]);
}

static void write_difference(Out *out, const char *key, const StudyDifference *difference) {
    jsonout_open(out, key, '{');
    write_decimal(out, "difference", difference->difference);
    write_decimal(out, "low", difference->low);
    write_decimal(out, "high", difference->high);
    jsonout_close(out, '}');
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
    jsonout_open(out, "cells", '[');
    for (int strength = 0; strength < report->plan->strengths; strength++)
        for (int set = 0; set < STUDY_SETS; set++) write_cell(out, report, strength, (StudySet)set);
    jsonout_close(out, ']');
    jsonout_open(out, "contrasts", '[');
    for (int strength = 0; choice && strength < report->plan->strengths; strength++)
        for (int set = 0; set < STUDY_SETS; set++) {
            const StudyContrast *contrast = &comparison->contrasts[choice][strength][set];
            jsonout_open(out, NULL, '{');
            jsonout_number(out, "nodes", (int64_t)report->plan->nodes[strength]);
            jsonout_text(out, "openings", study_set_name((StudySet)set));
            jsonout_number(out, "pairs", contrast->pairs);
            jsonout_number(out, "same", contrast->same);
            write_difference(out, "share", &contrast->share);
            write_difference(out, "drawn", &contrast->drawn);
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
    const StudyPlan *plan = comparison->reports->plan;
    char seed[24];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)plan->seed);
    jsonout_open(out, NULL, '{');
    jsonout_text(out, "format", "henka-study-comparison 2");
    jsonout_text(out, "version", henka_version());
    jsonout_text(out, "game", henka_variant_name(plan->variant));
    jsonout_text(out, "title", henka_variant_title(plan->variant));
    jsonout_text(out, "seed", seed);
    jsonout_text(out, "option", comparison->option.name);
    jsonout_text(out, "help", comparison->option.help);
    write_evaluation(out, plan);
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
