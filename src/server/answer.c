#include "server/answer.h"

#include <stdlib.h>
#include <string.h>

enum { LISTED_GAMES = 500 };

static char *json_finish(json_t *json) {
    char *text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    return text;
}

/* Text of unknown origin: what isn't UTF-8 costs this text, not the whole message. */
static json_t *json_words(const char *text) {
    json_t *json = json_string(text);
    return json ? json : json_string("(not UTF-8)");
}

static json_t *json_side(int side) {
    return side == HENKA_SENTE  ? json_string("sente")
           : side == HENKA_GOTE ? json_string("gote")
                                : json_null();
}

static json_t *json_player(bool engine) { return json_string(engine ? "engine" : "human"); }

static json_t *json_outcome(HenkaOutcome outcome) {
    if (outcome.reason == HENKA_PLAYING) return json_null();
    return json_pack("{s:s, s:o}", "reason", henka_reason_name(outcome.reason), "winner",
                     json_side(outcome.winner));
}

static json_t *json_diagnostics(const HenkaReport *report) {
    json_t *list = json_array();
    for (size_t i = 0; i < report->count && i < report->cap; i++) {
        const HenkaDiagnostic *entry = &report->entries[i];
        json_array_append_new(list,
                              json_pack("{s:i, s:i, s:b, s:o}", "line", entry->at.line, "column",
                                        entry->at.column, "fatal", (int)entry->fatal, "message",
                                        json_words(entry->at.message)));
    }
    return list;
}

/* ---- hello ----------------------------------------------------------------------------------- */

static json_t *json_options(const HenkaVariant *variant) {
    json_t *options = json_array();
    for (size_t i = 0; i < henka_variant_option_count(variant); i++) {
        HenkaOption option = henka_variant_option(variant, i);
        json_t *choices = json_array();
        for (size_t c = 0; c < option.choice_count; c++)
            json_array_append_new(choices,
                                  json_pack("{s:s, s:s}", "value", option.choices[c], "help",
                                            option.choice_help ? option.choice_help[c] : ""));
        json_array_append_new(options, json_pack("{s:s, s:s, s:s, s:o}", "name", option.name,
                                                 "help", option.help, "standard", option.standard,
                                                 "choices", choices));
    }
    return options;
}

static json_t *json_variant(const char *name) {
    static const char *const keys[] = {"author", "year", "source", "story"};
    HenkaVariant *variant = henka_variant_shipped(name, NULL, 0, NULL);
    if (!variant) return NULL;
    json_t *json =
        json_pack("{s:s, s:s, s:i, s:i, s:o}", "name", name, "title", henka_variant_title(variant),
                  "files", henka_variant_files(variant), "ranks", henka_variant_ranks(variant),
                  "options", json_options(variant));
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        json_object_set_new(json, keys[i], json_words(henka_variant_about(variant, keys[i])));
    henka_variant_free(variant);
    return json;
}

char *answer_hello(void) {
    json_t *games = json_array();
    const char *name;
    for (size_t i = 0; (name = henka_shipped_name(i)); i++)
        json_array_append_new(games, json_variant(name));
    return json_finish(
        json_pack("{s:s, s:s, s:o}", "t", "hello", "version", HENKA_VERSION, "games", games));
}

/* ---- games ----------------------------------------------------------------------------------- */

static json_t *json_moves(const char *moves) {
    json_t *list = json_array();
    while (*moves) {
        size_t length = strcspn(moves, " ");
        json_array_append_new(list, json_stringn(moves, length));
        moves += length + (moves[length] == ' ');
    }
    return list;
}

char *answer_game(const LiveGame *live) {
    const GameRow *row = &live->row;
    json_t *json = json_pack(
        "{s:s, s:s, s:s, s:s, s:O, s:s, s:o, s:o, s:o, s:i, s:I, s:I, s:o, s:b, s:o}", "t", "game",
        "id", row->id, "game", row->game, "title", row->title, "settings", live->settings, "sfen",
        row->start, "moves", json_moves(row->moves), "sente", json_player(row->engine[0]), "gote",
        json_player(row->engine[1]), "level", row->level, "created", (json_int_t)row->created_ms,
        "updated", (json_int_t)row->updated_ms, "result", json_outcome(row->outcome), "thinking",
        live->search != NULL, "offer", json_side(row->offer));
    if (!live->shipped) json_object_set_new(json, "variantText", json_string(row->definition));
    return json_finish(json);
}

static void games_add(void *context, const GameRow *row) {
    json_array_append_new(
        context,
        json_pack("{s:s, s:s, s:s, s:o, s:o, s:i, s:i, s:o, s:I}", "id", row->id, "game", row->game,
                  "title", row->title, "sente", json_player(row->engine[0]), "gote",
                  json_player(row->engine[1]), "level", row->level, "plies", row->plies, "result",
                  json_outcome(row->outcome), "updated", (json_int_t)row->updated_ms));
}

char *answer_games(Store *store, HenkaError *error) {
    json_t *games = json_array();
    bool read = store_list(store, LISTED_GAMES, games_add, games, error);
    char *text = json_finish(json_pack("{s:s, s:o}", "t", "games", "games", games));
    if (read) return text;
    free(text);
    return NULL;
}

/* ---- the engine ------------------------------------------------------------------------------ */

static void json_add_score(json_t *json, int score_cp) {
    json_object_set_new(json, "score", json_integer(score_cp));
    if (score_cp >= HENKA_SCORE_MATE_FLOOR)
        json_object_set_new(json, "mate", json_integer(HENKA_SCORE_MATE - score_cp));
    if (score_cp <= -HENKA_SCORE_MATE_FLOOR)
        json_object_set_new(json, "mate", json_integer(-HENKA_SCORE_MATE - score_cp));
}

char *answer_thinking(const char *id, const SearchReport *report) {
    json_t *json = json_pack("{s:s, s:s, s:i, s:I, s:o}", "t", "thinking", "id", id, "depth",
                             report->result.depth, "nodes", (json_int_t)report->result.nodes, "pv",
                             json_moves(report->pv));
    json_add_score(json, report->result.score_cp);
    return json_finish(json);
}

char *answer_hint(const char *id, int ply, const char *usi, int score_cp) {
    json_t *json = json_pack("{s:s, s:s, s:i, s:s}", "t", "hint", "id", id, "ply", ply, "usi", usi);
    json_add_score(json, score_cp);
    return json_finish(json);
}

/* ---- the rest -------------------------------------------------------------------------------- */

char *answer_checked(const HenkaReport *report, const HenkaVariant *variant) {
    json_t *json = json_pack("{s:s, s:o}", "t", "checked", "diagnostics", json_diagnostics(report));
    json_object_set_new(json, "name",
                        variant ? json_words(henka_variant_name(variant)) : json_null());
    json_object_set_new(json, "title",
                        variant ? json_words(henka_variant_title(variant)) : json_null());
    return json_finish(json);
}

char *answer_about(const char *kind, const char *id, const char *side) {
    json_t *json = json_pack("{s:s, s:s}", "t", kind, "id", id);
    if (side) json_object_set_new(json, "side", json_string(side));
    return json_finish(json);
}

char *answer_error(const char *about, const char *id, const HenkaError *error,
                   const HenkaReport *report) {
    json_t *json = json_pack("{s:s, s:s, s:o}", "t", "error", "for", about, "message",
                             json_words(error->message));
    if (error->line) json_object_set_new(json, "line", json_integer(error->line));
    if (error->column) json_object_set_new(json, "column", json_integer(error->column));
    if (id) json_object_set_new(json, "id", json_words(id));
    if (report && report->count) json_object_set_new(json, "diagnostics", json_diagnostics(report));
    return json_finish(json);
}
