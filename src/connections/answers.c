#include "connections/answers.h"

#include "base/jsonout.h"
#include "base/utf8.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

Out answer_begin(const char *kind) {
    Out out = out_growing();
    jsonout_open(&out, NULL, '{');
    jsonout_text(&out, "t", kind);
    return out;
}

char *answer_end(Out *out) {
    jsonout_close(out, '}');
    return out_take(out);
}

const char *const answer_sides[] = {"sente", "gote", NULL};
const char *const answer_offers[] = {"draw", "undo", "rematch", NULL};
static_assert(sizeof answer_offers / sizeof *answer_offers == OFFER_KINDS + 1,
              "a name for each offer");

const char *answer_side(int side) { return side < 0 ? NULL : answer_sides[side]; }

static const char *player_name(bool engine) { return engine ? "engine" : "human"; }

static void write_outcome(Out *out, HenkaOutcome outcome) {
    if (outcome.reason == HENKA_PLAYING) {
        jsonout_null(out, "result");
        return;
    }
    jsonout_open(out, "result", '{');
    jsonout_text(out, "reason", henka_reason_name(outcome.reason));
    jsonout_text(out, "winner", answer_side(outcome.winner));
    jsonout_close(out, '}');
}

/* Writes the error as a sentence of this language, in the field `message`. */
static void write_said(Out *out, HenkaLanguage language, const HenkaError *error) {
    enum { SAID_BYTES = 1024 };
    char text[SAID_BYTES];
    henka_error_text(error, language, text, sizeof text);
    utf8_mend(text);
    jsonout_text(out, "message", text);
}

void answer_diagnostics(Out *out, HenkaLanguage language, const HenkaReport *report) {
    jsonout_open(out, "diagnostics", '[');
    for (size_t i = 0; i < report->count && i < report->cap; i++) {
        const HenkaDiagnostic *entry = &report->entries[i];
        jsonout_open(out, NULL, '{');
        jsonout_number(out, "line", entry->at.line);
        jsonout_number(out, "column", entry->at.column);
        jsonout_bool(out, "fatal", entry->fatal);
        jsonout_bool(out, "note", entry->note);
        write_said(out, language, &entry->at);
        jsonout_close(out, '}');
    }
    jsonout_close(out, ']');
}

void answer_moves(Out *out, const char *key, const char *moves) {
    jsonout_open(out, key, '[');
    for (moves += strspn(moves, " "); *moves; moves += strspn(moves, " ")) {
        char text[BUILD_MOVE_BYTES];
        size_t length = strcspn(moves, " ");
        snprintf(text, sizeof text, "%.*s", (int)length, moves);
        jsonout_text(out, NULL, text);
        moves += length;
    }
    jsonout_close(out, ']');
}

void answer_score(Out *out, int score_cp) {
    jsonout_number(out, "score", score_cp);
    if (score_cp >= HENKA_SCORE_MATE_FLOOR)
        jsonout_number(out, "mate", HENKA_SCORE_MATE - score_cp);
    if (score_cp <= -HENKA_SCORE_MATE_FLOOR)
        jsonout_number(out, "mate", -HENKA_SCORE_MATE - score_cp);
}

char *answer_hello(bool lobby, bool chat) {
    Out out = answer_begin("hello");
    jsonout_text(&out, "version", HENKA_VERSION);
    jsonout_bool(&out, "lobby", lobby);
    jsonout_bool(&out, "chat", chat);
    return answer_end(&out);
}

char *answer_shipped(void) {
    static const char *const about[] = {"author", "year", "source", "story"};
    Out out = answer_begin("shipped");
    const char *name;
    jsonout_open(&out, "games", '[');
    for (size_t i = 0; (name = henka_shipped_name(i)); i++) {
        HenkaVariant *variant = henka_variant_shipped(name, NULL, 0, NULL);
        if (!variant) continue;
        jsonout_open(&out, NULL, '{');
        jsonout_text(&out, "name", name);
        jsonout_text(&out, "title", henka_variant_title(variant));
        jsonout_number(&out, "files", henka_variant_files(variant));
        jsonout_number(&out, "ranks", henka_variant_ranks(variant));
        for (size_t k = 0; k < sizeof about / sizeof *about; k++)
            jsonout_text(&out, about[k], henka_variant_about(variant, about[k]));
        jsonout_options(&out, variant);
        jsonout_close(&out, '}');
        henka_variant_free(variant);
    }
    jsonout_close(&out, ']');
    return answer_end(&out);
}

static void write_moment(Out *out, const char *key, int64_t moment_ms) {
    if (moment_ms)
        jsonout_number(out, key, moment_ms);
    else
        jsonout_null(out, key);
}

void answer_here(Out *out, LiveGame *live) {
    Here here = live_here(live);
    jsonout_number(out, "watchers", here.watchers);
    jsonout_open(out, "away", '{');
    for (int side = 0; side < 2; side++) write_moment(out, answer_side(side), here.away_ms[side]);
    jsonout_close(out, '}');
    jsonout_open(out, "claim", '{');
    for (int side = 0; side < 2; side++) write_moment(out, answer_side(side), here.claim_ms[side]);
    jsonout_close(out, '}');
}

void answer_clock_rules(Out *out, const char *key, const ClockRules *rules) {
    jsonout_open(out, key, '{');
    jsonout_text(out, "kind", gameclock_kind_name(rules->kind));
    if (rules->kind != CLOCK_KIND_NONE && rules->kind != CLOCK_KIND_DAYS)
        jsonout_number(out, "mainMs", rules->main_ms);
    if (rules->kind == CLOCK_KIND_FISCHER) jsonout_number(out, "incMs", rules->increment_ms);
    if (rules->kind == CLOCK_KIND_BYOYOMI) {
        jsonout_number(out, "byoyomiMs", rules->byoyomi_ms);
        jsonout_number(out, "periods", rules->periods);
    }
    if (rules->kind == CLOCK_KIND_DAYS) jsonout_number(out, "days", rules->days);
    jsonout_close(out, '}');
}

static void write_clock(Out *out, const GameClock *clock, int64_t now_ms) {
    if (clock->rules.kind == CLOCK_KIND_NONE) {
        jsonout_null(out, "clock");
        return;
    }
    jsonout_open(out, "clock", '{');
    answer_clock_rules(out, "rules", &clock->rules);
    for (int side = 0; side < 2; side++) {
        ClockTime time = gameclock_time(clock, (HenkaSide)side, now_ms);
        jsonout_open(out, answer_side(side), '{');
        jsonout_number(out, "leftMs", time.left_ms);
        if (clock->rules.kind == CLOCK_KIND_BYOYOMI) jsonout_number(out, "periods", time.periods);
        if (time.byoyomi_left_ms >= 0) jsonout_number(out, "byoyomiLeftMs", time.byoyomi_left_ms);
        jsonout_close(out, '}');
    }
    jsonout_text(out, "running", answer_side(clock->running));
    jsonout_number(out, "at", now_ms);
    jsonout_close(out, '}');
}

/* Writes the seats: the client's sides (`sides`), the open seat, the names of the players. */
static void write_seats(Out *out, const GameRow *row, int sides) {
    jsonout_open(out, "you", '[');
    for (int side = 0; side < 2; side++)
        if (sides >> side & 1) jsonout_text(out, NULL, answer_side(side));
    jsonout_close(out, ']');
    jsonout_bool(out, "two", row->two);
    jsonout_text(out, "open", answer_side(row->open));
    jsonout_open(out, "names", '{');
    for (int side = 0; side < 2; side++)
        jsonout_text(out, answer_side(side), *row->name[side] ? row->name[side] : NULL);
    jsonout_close(out, '}');
}

static void write_toss(Out *out, const GameRow *row) {
    if (row->toss < 0) {
        jsonout_null(out, "toss");
        return;
    }
    jsonout_open(out, "toss", '{');
    jsonout_open(out, "up", '[');
    for (int i = 0; i < TOSS_PIECES; i++) jsonout_bool(out, NULL, row->toss >> i & 1);
    jsonout_close(out, ']');
    jsonout_text(out, "by", answer_side(seat_toss_begins(row->toss) ? HENKA_SENTE : HENKA_GOTE));
    jsonout_close(out, '}');
}

char *answer_game(LiveGame *live, int sides) {
    const GameRow *row = &live->row;
    Out out = answer_begin("game");
    jsonout_text(&out, "id", row->id);
    jsonout_text(&out, "game", row->game);
    jsonout_text(&out, "title", row->title);
    jsonout_raw(&out, "settings", row->settings);
    if (!live->shipped) jsonout_text(&out, "variantText", row->definition);
    jsonout_text(&out, "sfen", row->start);
    answer_moves(&out, "moves", row->moves);
    jsonout_text(&out, "sente", player_name(row->engine[0]));
    jsonout_text(&out, "gote", player_name(row->engine[1]));
    jsonout_number(&out, "level", row->level);
    write_moment(&out, "movetimeMs", row->movetime_ms);
    write_seats(&out, row, sides);
    write_clock(&out, &row->clock, watch_now_ms(live->games->watch));
    jsonout_open(&out, "offers", '{');
    for (int kind = 0; kind < OFFER_KINDS; kind++)
        jsonout_text(&out, answer_offers[kind], answer_side(row->offer[kind]));
    jsonout_close(&out, '}');
    jsonout_text(&out, "rematch", *row->rematch ? row->rematch : NULL);
    write_toss(&out, row);
    jsonout_open(&out, "presence", '{');
    answer_here(&out, live);
    jsonout_close(&out, '}');
    jsonout_number(&out, "created", row->created_ms);
    jsonout_number(&out, "updated", row->updated_ms);
    write_outcome(&out, row->outcome);
    jsonout_bool(&out, "thinking", live->thought.search != NULL);
    jsonout_number(&out, "queue",
                   live->thought.search ? pool_place(live->games->pool, live->thought.search) : 0);
    jsonout_text(&out, "offer", answer_side(row->offer[OFFER_DRAW]));
    return answer_end(&out);
}

void answer_summary(Out *out, const char *key, const GameRow *row, int sides, int64_t now_ms) {
    jsonout_open(out, key, '{');
    jsonout_text(out, "id", row->id);
    jsonout_text(out, "game", row->game);
    jsonout_text(out, "title", row->title);
    /* Settings that are no JSON object are sent as {}. Another program may have written the
     * database, and lists of games do not check the settings elsewhere. */
    json_t *settings = json_loads(row->settings, 0, NULL);
    jsonout_raw(out, "settings", json_is_object(settings) ? row->settings : "{}");
    json_decref(settings);
    jsonout_text(out, "sfen", row->start);
    jsonout_text(out, "sente", player_name(row->engine[0]));
    jsonout_text(out, "gote", player_name(row->engine[1]));
    jsonout_number(out, "level", row->level);
    jsonout_number(out, "plies", row->plies);
    write_seats(out, row, sides);
    jsonout_text(out, "turn", answer_side(row->turn));
    write_clock(out, &row->clock, now_ms);
    write_outcome(out, row->outcome);
    jsonout_text(out, "rematchOffer", answer_side(row->offer[OFFER_REMATCH]));
    jsonout_number(out, "updated", row->updated_ms);
    jsonout_close(out, '}');
}

char *answer_notices(HenkaLanguage language, const HenkaError *notices, size_t count) {
    Out out = answer_begin("notices");
    jsonout_open(&out, "notices", '[');
    for (size_t i = 0; i < count; i++) {
        jsonout_open(&out, NULL, '{');
        jsonout_number(&out, "line", notices[i].line);
        jsonout_number(&out, "column", notices[i].column);
        write_said(&out, language, &notices[i]);
        jsonout_close(&out, '}');
    }
    jsonout_close(&out, ']');
    return answer_end(&out);
}

char *answer_error(HenkaLanguage language, const char *about, const char *id,
                   const HenkaError *error, const HenkaReport *report) {
    Out out = answer_begin("error");
    jsonout_text(&out, "for", about);
    if (error->said_length)
        jsonout_text(&out, "key",
                     message_row(message_unpack(error->said, error->said_length).key)->key);
    write_said(&out, language, error);
    if (error->line) jsonout_number(&out, "line", error->line);
    if (error->column) jsonout_number(&out, "column", error->column);
    if (id) jsonout_text(&out, "id", id);
    if (report && report->count) answer_diagnostics(&out, language, report);
    return answer_end(&out);
}
