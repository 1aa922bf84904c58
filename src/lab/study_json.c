/* The report as JSON, and a line a game as CSV (study_print.h). docs/json.md lists every key. */
#include <stdio.h>
#include <stdlib.h>

#include "base/jsonout.h"
#include "lab/study_games.h"
#include "lab/study_print.h"

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

static void write_decimal(Out *out, const char *key, double value) {
    char text[32];
    snprintf(text, sizeof text, "%.6g", value);
    jsonout_raw(out, key, text);
}

static void write_share(Out *out, const Share *share) {
    jsonout_open(out, "share", '{');
    jsonout_number(out, "games", share->games);
    jsonout_number(out, "openings", share->clusters);
    write_decimal(out, "share", share->share);
    write_decimal(out, "low", share->low);
    write_decimal(out, "high", share->high);
    jsonout_close(out, '}');
}

static void write_quartiles(Out *out, const char *key, const StudyQuartiles *q) {
    jsonout_open(out, key, '{');
    jsonout_number(out, "count", q->count);
    write_decimal(out, "least", q->least);
    write_decimal(out, "lower", q->lower);
    write_decimal(out, "median", q->median);
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
    write_decimal(out, "leadChanges", cell->lead_changes);
    write_decimal(out, "drama", cell->drama);
    write_quartiles(out, "decided", &cell->decided);
    jsonout_close(out, '}');
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
        jsonout_close(out, '}');
    }
    jsonout_close(out, ']');
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
        jsonout_number(out, "chosen", first->chosen);
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

void study_json(Out *out, const StudyReport *report) {
    const StudyPlan *plan = report->plan;
    char seed[24];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)plan->seed);
    jsonout_open(out, NULL, '{');
    jsonout_text(out, "format", "henka-study-report 1");
    jsonout_text(out, "version", henka_version());
    jsonout_text(out, "game", henka_variant_name(plan->variant));
    jsonout_text(out, "title", henka_variant_title(plan->variant));
    jsonout_text(out, "seed", seed);
    jsonout_number(out, "wanted", study_wanted(plan));
    jsonout_number(out, "played", report->games->count);
    jsonout_number(out, "distinct", report->distinct);
    jsonout_number(out, "finished", report->finished);
    jsonout_number(out, "maxPlies", plan->max_plies);
    jsonout_number(out, "binPlies", report->bin_plies);
    write_decimal(out, "scale", report->scale);
    jsonout_open(out, "cells", '[');
    for (int strength = 0; strength < plan->strengths; strength++)
        for (int set = 0; set < STUDY_SETS; set++) write_cell(out, report, strength, (StudySet)set);
    jsonout_close(out, ']');
    write_choices(out, report);
    write_pieces(out, report);
    write_first_moves(out, report);
    write_examples(out, report);
    jsonout_close(out, '}');
    out_char(out, '\n');
}

void study_csv(Out *out, const StudyReport *report) {
    out_text(out, "number,nodes,openings,openingPlies,duplicate,winner,reason,plies,leadChanges,"
                  "drama,decided\n");
    for (int i = 0; i < report->games->count; i++) {
        const StudyGame *game = &report->games->games[i];
        out_format(out, "%d,%llu,%s,%d,%d,%s,%s,%d,%d", game->number,
                   (unsigned long long)report->plan->nodes[game->strength],
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
