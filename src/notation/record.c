#define _GNU_SOURCE
#include "notation/record.h"
#include "base/ascii.h"
#include "base/memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "notation/move_text.h"
#include "notation/sfen.h"

/* ---- the text line by line ------------------------------------------------------------------ */

static const char WIDE_BLANK[] = "\xE3\x80\x80"; /* U+3000, the full-width blank */
enum { WIDE_BYTES = 3 };

RecordLines record_lines(const HenkaRecord *record) {
    return (RecordLines){.text = scan_of(record->text.text, record->text.length)};
}

void record_blanks(Scan *s) {
    while (scan_text(s, WIDE_BLANK) || (!scan_done(s) && scan_is_blank(*s->at) && s->at++)) {}
}

static void ending_blanks(Scan *s) {
    while (s->end > s->at)
        if (scan_is_blank(s->end[-1]))
            s->end--;
        else if (s->end - s->at >= WIDE_BYTES &&
                 !memcmp(s->end - WIDE_BYTES, WIDE_BLANK, WIDE_BYTES))
            s->end -= WIDE_BYTES;
        else
            break;
}

bool record_next_line(RecordLines *lines) {
    Scan *text = &lines->text;
    if (scan_done(text)) return false;
    const char *end = text->at;
    while (end < text->end && *end != '\n' && *end != '\r') end++;
    lines->line = (Scan){text->at, text->at, end};
    ending_blanks(&lines->line);
    text->at = end;
    bool carriage = scan_char(text, '\r');
    if (!scan_char(text, '\n') && !carriage) assert(scan_done(text));
    lines->number++;
    return true;
}

int record_number(Scan *s) {
    int value = -1;
    for (;;) {
        int digit = -1;
        if (ascii_is_digit(scan_peek(s)))
            digit = *s->at++ - '0';
        else if (s->end - s->at >= WIDE_BYTES && s->at[0] == '\xEF' && s->at[1] == '\xBC' &&
                 (unsigned char)s->at[2] >= 0x90 && (unsigned char)s->at[2] <= 0x99)
            digit = (unsigned char)s->at[2] - 0x90, s->at += WIDE_BYTES; /* ０ is U+FF10 */
        if (digit < 0) return value;
        value = value < 0 ? digit : value > 99999999 ? 999999999 : 10 * value + digit;
    }
}

bool record_line_add(HenkaRecord *record, const RecordLines *lines, RecordLineKind kind,
                     HenkaError *error) {
    if (record->line_count == record->line_cap) {
        int cap = record->line_cap ? 2 * record->line_cap : 64;
        void *grown = memory_grow(record->lines, (size_t)record->line_cap * sizeof *record->lines,
                                  (size_t)cap * sizeof *record->lines);
        if (!grown) return error_set(error, MSG_NO_MEMORY);
        record->lines = grown;
        record->line_cap = cap;
    }
    record->lines[record->line_count++] =
        (RecordLine){.at = (size_t)(lines->line.start - record->text.text),
                     .end = (size_t)(lines->text.at - record->text.text),
                     .kind = kind,
                     .plies = record->game ? record->game->plies : 0};
    record->comments += kind == RECORD_COMMENT;
    return true;
}

bool record_play(HenkaRecord *record, HenkaMove move, const char *end, HenkaError *error) {
    int ply = record->game->plies;
    if (ply >= record->move_cap) {
        int cap = ply ? 2 * ply : 64;
        void *grown =
            memory_grow(record->move_ends, (size_t)record->move_cap * sizeof *record->move_ends,
                        (size_t)cap * sizeof *record->move_ends);
        if (!grown) return error_set(error, MSG_NO_MEMORY);
        record->move_ends = grown;
        memset(record->move_ends + record->move_cap, 0,
               (size_t)(cap - record->move_cap) * sizeof *record->move_ends);
        record->move_cap = cap;
    }
    record->move_ends[ply] = (size_t)(end - record->text.text);
    return henka_game_play(record->game, move) || game_say_unplayed(record->game, error);
}

HenkaError *record_notice_next(HenkaRecord *record) {
    if (record->notice_count < RECORD_NOTICES) return &record->notices[record->notice_count++];
    record->notices_left_out++;
    return NULL;
}

/* ---- games ---------------------------------------------------------------------------------- */

void record_error_at(HenkaError *error, int line, int column) {
    if (error && error->line) error->line = line, error->column += column - 1;
}

bool record_from_start(const HenkaGame *game) {
    Setup setup;
    sfen_setup_start(game->variant, &setup);
    Position start;
    sfen_setup_place(game->variant, &setup, &start);
    return game->first_number == 1 && start.hash == game->first.hash;
}

const Handicap *record_handicap(const HenkaGame *game) {
    const HenkaVariant *v = game->variant;
    char sfen[4096];
    Out out = out_to(sfen, sizeof sfen);
    sfen_write(&game->first, game->first_number, &out);
    for (int i = 0; i < v->handicap_count; i++)
        if (!strcmp(v->handicaps[i].start_sfen, sfen)) return &v->handicaps[i];
    return NULL;
}

/* ---- parts around the moves */

void record_text(Scan value, char *to, size_t cap) {
    size_t length = (size_t)(value.end - value.at);
    if (length > cap - 1) length = utf8_cut(value.at, length, cap - 1);
    memcpy(to, value.at, length);
    to[length] = '\0';
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)to[i] < ' ') to[i] = ' ';
}

bool record_read_setting(RecordHead *head, Scan value, int line, HenkaError *error) {
    size_t length = (size_t)(value.end - value.at);
    if (head->setting_count == RECORD_SETTINGS || length >= RECORD_SETTING_BYTES ||
        !memchr(value.at, '=', length))
        return error_say(error, line, scan_column(&value), MSG_RECORD_SETTING_FORM);
    head->setting_lines[head->setting_count] = line;
    record_text(value, head->settings[head->setting_count++], RECORD_SETTING_BYTES);
    return true;
}

static HenkaVariant *read_again(const RecordHead *head, const HenkaVariant *given,
                                HenkaError *error) {
    const char *settings[RECORD_SETTINGS];
    for (int i = 0; i < head->setting_count; i++) settings[i] = head->settings[i];
    HenkaDiagnostic entries[8];
    HenkaReport report = {.entries = entries, .cap = 8};
    size_t count = (size_t)head->setting_count;
    HenkaVariant *v =
        given ? henka_variant_parse_within(head->budget, given->text, strlen(given->text), settings,
                                           count, &report)
              : henka_variant_shipped(head->game, settings, count, &report);
    if (v) return v;
    const HenkaError *why = henka_report_error(&report);
    int line = head->game_line ? head->game_line : 1;
    if (why)
        error_say(error, line, 1, MSG_RECORD_SETTINGS_REFUSED,
                  arg_text(given ? given->name : head->game), arg_error(why));
    else
        error_set(error, MSG_NO_MEMORY);
    return NULL;
}

HenkaVariant *record_variant(const RecordHead *head, const HenkaVariant *given, HenkaError *error) {
    if (!given && !head->game[0]) {
        error_say(error, 1, 1, MSG_RECORD_NAMES_NO_GAME);
        return NULL;
    }
    if (!given) return read_again(head, NULL, error);
    if (head->game[0] && strcmp(head->game, given->name) != 0) {
        error_say(error, head->game_line, 1, MSG_RECORD_OF_OTHER_GAME, arg_text(given->name),
                  arg_text(head->game));
        return NULL;
    }
    for (int i = 0; i < head->setting_count; i++) {
        const char *setting = head->settings[i], *value = strchr(setting, '=') + 1;
        size_t name = (size_t)(value - setting) - 1;
        bool in_force = false;
        for (int k = 0; k < given->option_count; k++)
            in_force |= !strncmp(given->options[k].name, setting, name) &&
                        !given->options[k].name[name] && !strcmp(given->options[k].value, value);
        if (!in_force) return read_again(head, given, error);
    }
    return henka_variant_retain(given);
}

void record_write_result(HenkaOutcome outcome, Out *out) {
    if (outcome.reason == HENKA_PLAYING || outcome.reason == HENKA_ABANDONED)
        out_text(out, henka_reason_name(outcome.reason));
    else
        out_format(out, "%s by %s",
                   outcome.winner < 0              ? "draw"
                   : outcome.winner == HENKA_SENTE ? "sente wins"
                                                   : "gote wins",
                   henka_reason_name(outcome.reason));
}

/* Reads a result by comparing it with the text of every possible outcome. */
static bool result_read(Scan value, int line, HenkaOutcome *outcome, HenkaError *error) {
    for (int reason = HENKA_PLAYING; reason <= HENKA_ABANDONED; reason++)
        for (int winner = -1; winner <= HENKA_GOTE; winner++) {
            char text[64];
            Out out = out_to(text, sizeof text);
            HenkaOutcome candidate = {(HenkaReason)reason, winner};
            record_write_result(candidate, &out);
            Scan s = value;
            if (!scan_text(&s, text) || !scan_done(&s)) continue;
            *outcome = candidate;
            return true;
        }
    size_t length = (size_t)(value.end - value.at);
    return error_say(error, line, scan_column(&value), MSG_RECORD_RESULT_FORM,
                     arg_bytes(value.at, utf8_cut(value.at, length, 40)));
}

bool record_end(HenkaGame *game, HenkaOutcome said) {
    if (said.reason == HENKA_PLAYING) return true;
    if (henka_game_outcome(game).reason != HENKA_PLAYING) return false;
    if (said.reason == HENKA_IMPASSE && !henka_variant_can_end(game->variant, HENKA_IMPASSE)) {
        game->ended = said; /* the players used a rule of impasse that this variant lacks */
        return true;
    }
    if (said.winner < 0)
        return henka_game_end(game, said.reason, HENKA_SENTE) ||
               henka_game_end(game, said.reason, HENKA_GOTE);
    bool sente = (said.winner == HENKA_SENTE) == (said.reason == HENKA_IMPASSE);
    return henka_game_end(game, said.reason, sente ? HENKA_SENTE : HENKA_GOTE);
}

/* Compares the moves' result with the record's. In Henka's own format a difference is an error. */
static bool apply_result(const RecordHead *head, HenkaGame *game, HenkaError *error) {
    if (!head->result_line) return true;
    HenkaOutcome said = head->result, by_moves = henka_game_outcome(game);
    record_end(game, said);
    HenkaOutcome is = henka_game_outcome(game);
    if (is.reason == said.reason && is.winner == said.winner) return true;
    char said_text[64], is_text[64];
    Out out = out_to(said_text, sizeof said_text);
    record_write_result(said, &out);
    out = out_to(is_text, sizeof is_text);
    record_write_result(by_moves, &out);
    return error_say(error, head->result_line, 1, MSG_RECORD_RESULT_DIFFERS, arg_text(said_text),
                     arg_text(is_text));
}

/* ---- own format and USI line: writing */

void record_write_header(const char *key, const char *colon, const char *value, Out *out) {
    if (!*value) return;
    out_format(out, "%s%s", key, colon);
    for (; *value; value++) out_char(out, (unsigned char)*value < ' ' ? ' ' : *value);
    out_char(out, '\n');
}

static void headers_write(const HenkaGame *game, const HenkaPlayers *players, Out *out) {
    const HenkaVariant *v = game->variant;
    const Handicap *handicap = record_handicap(game);
    out_text(out, "Henka record 1\n");
    record_write_header("game", ": ", v->name, out);
    record_write_header("version", ": ", henka_variant_about(v, "version"), out);
    for (int i = 0; i < v->option_count; i++)
        out_format(out, "setting: %s=%s\n", v->options[i].name, v->options[i].value);
    record_write_header("sente", ": ", players->sente, out);
    record_write_header("gote", ": ", players->gote, out);
    record_write_header("event", ": ", players->event, out);
    record_write_header("date", ": ", players->date, out);
    if (handicap) record_write_header("handicap", ": ", handicap->name, out);
    out_text(out, "start: ");
    sfen_write(&game->first, game->first_number, out);
    out_text(out, "\nresult: ");
    record_write_result(henka_game_outcome(game), out);
    out_text(out, "\n\n");
}

bool record_write_moves(const HenkaGame *game, int from, Out *out) {
    HenkaGame *replay = game_from(&game->first, game->first_number);
    bool good = replay != NULL;
    for (int ply = 0; good && ply < from; ply++)
        good = henka_game_play(replay, game->history[ply].move);
    for (int ply = from; good && ply < game->plies; ply++) {
        Move move = game->history[ply].move;
        char usi[64], western[96];
        henka_move_text(replay, move, HENKA_USI, usi, sizeof usi);
        henka_move_text(replay, move, HENKA_WESTERN, western, sizeof western);
        out_format(out, "%4d. %-9s %s\n", ply + 1, usi, western);
        good = henka_game_play(replay, move);
    }
    henka_game_free(replay);
    return good;
}

bool record_write_usi(const HenkaGame *game, Out *out) {
    HenkaGame *replay = game_from(&game->first, game->first_number);
    if (!replay) return false;
    out_text(out, "position ");
    if (record_from_start(game))
        out_text(out, "startpos");
    else {
        out_text(out, "sfen ");
        sfen_write(&game->first, game->first_number, out);
    }
    if (game->plies) out_text(out, " moves");
    bool good = true;
    for (int ply = 0; good && ply < game->plies; ply++) {
        char usi[64];
        henka_move_text(replay, game->history[ply].move, HENKA_USI, usi, sizeof usi);
        out_format(out, " %s", usi);
        good = henka_game_play(replay, game->history[ply].move);
    }
    henka_game_free(replay);
    return good;
}

/* ---- own format: reading --------------------------------------------------------------------- */

typedef struct Headers {
    RecordHead *head;
    /* The values of the headers "handicap" (a name) and "start" (an SFEN), which both give the
     * first position. With both, "start" decides. Then their line numbers; 0: no such header. */
    Scan handicap, start;
    int handicap_line, start_line;
} Headers;

static bool value_read(Headers *h, const char *key, Scan value, int line, HenkaError *error) {
    RecordHead *head = h->head;
    const struct {
        const char *key;
        char *to;
        size_t cap;
    } texts[] = {
        {"game", head->game, sizeof head->game},
        {"version", head->version, sizeof head->version},
        {"sente", head->players.sente, sizeof head->players.sente},
        {"gote", head->players.gote, sizeof head->players.gote},
        {"event", head->players.event, sizeof head->players.event},
        {"date", head->players.date, sizeof head->players.date},
    };
    if (strcmp(key, "game") == 0) head->game_line = line;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(key, texts[i].key) == 0) {
            record_text(value, texts[i].to, texts[i].cap);
            return true;
        }
    if (strcmp(key, "setting") == 0) return record_read_setting(head, value, line, error);
    if (strcmp(key, "handicap") == 0) return h->handicap = value, h->handicap_line = line, true;
    if (strcmp(key, "start") == 0) return h->start = value, h->start_line = line, true;
    head->result_line = line;
    if (strcmp(key, "result") == 0) return result_read(value, line, &head->result, error);
    return error_say(error, line, 1, MSG_RECORD_HEADER_UNKNOWN, arg_text(key));
}

/* Reads the headers up to the first line that begins with a move number. That line becomes the
 * current one, and *at_move is set. Returns false with an error if a header is wrong. */
static bool headers_read(HenkaRecord *record, Headers *h, RecordLines *lines, bool *at_move,
                         HenkaError *error) {
    *at_move = false;
    while (record_next_line(lines)) {
        Scan whole = lines->line;
        scan_blanks(&lines->line);
        if (ascii_is_digit(scan_peek(&lines->line))) return *at_move = true;
        bool comment = scan_peek(&lines->line) == '#';
        if (!comment && !scan_done(&lines->line)) {
            char key[24];
            size_t length = 0;
            while (ascii_is_lower(scan_peek(&lines->line)) && length < sizeof key - 1)
                key[length++] = *lines->line.at++;
            key[length] = '\0';
            if (!length || !scan_char(&lines->line, ':'))
                return error_say(error, lines->number, 1, MSG_RECORD_HEADER_FORM);
            scan_blanks(&lines->line);
            if (!value_read(h, key, lines->line, lines->number, error)) return false;
        }
        lines->line = whole;
        if (!record_line_add(record, lines, comment ? RECORD_COMMENT : RECORD_OTHER, error))
            return false;
    }
    return true;
}

static bool move_line_read(HenkaRecord *record, RecordLines *lines, HenkaError *error) {
    Scan *s = &lines->line;
    scan_blanks(s);
    if (scan_done(s) || *s->at == '#')
        return record_line_add(record, lines, scan_done(s) ? RECORD_OTHER : RECORD_COMMENT, error);
    int column = scan_column(s), number = scan_number(s), next = record->game->plies + 1;
    if (number != next)
        return error_say(error, lines->number, column,
                         number < 0 ? MSG_RECORD_MOVE_NUMBER_MISSING : MSG_RECORD_MOVE_NUMBER,
                         arg_number(next));
    scan_char(s, '.');
    scan_blanks(s);
    char word[128];
    HenkaMove move;
    column = scan_column(s);
    scan_take_word(s, word, sizeof word);
    if (henka_move_parse(record->game, word, &move, error))
        return record_play(record, move, s->at, error) &&
               record_line_add(record, lines, RECORD_MOVES, error);
    record_error_at(error, lines->number, column);
    return false;
}

static HenkaGame *begin(const Headers *h, const HenkaVariant *v, HenkaError *error) {
    const Scan *value = h->start_line ? &h->start : &h->handicap;
    int line = h->start_line ? h->start_line : h->handicap_line;
    char text[4096] = "startpos";
    const char *sfen = text;
    size_t length = (size_t)(h->start.end - h->start.at);
    if (h->start_line && length >= sizeof text) {
        error_say(error, line, 1, MSG_RECORD_START_LONG, arg_number(sizeof text));
        return NULL;
    }
    if (h->start_line) {
        memcpy(text, h->start.at, length);
        text[length] = '\0';
    } else if (h->handicap_line) {
        record_text(h->handicap, text, sizeof text);
        sfen = henka_variant_handicap_start(v, text, error);
    }
    HenkaGame *game = sfen ? henka_game_new_within(h->head->budget, v, sfen, error) : NULL;
    if (!game && line) record_error_at(error, line, scan_column(value));
    return game;
}

static bool read_henka(HenkaRecord *record, const HenkaVariant *given, HenkaError *error) {
    RecordLines lines = record_lines(record);
    RecordHead *head = &record->head;
    while (record_next_line(&lines)) {
        if (!record_line_add(record, &lines, RECORD_OTHER, error)) return false;
        if (!scan_done(&lines.line)) break;
    }
    Scan *first = &lines.line;
    if (!scan_text(first, "Henka record 1") || !scan_done(first))
        return error_say(error, lines.number, scan_column(first), MSG_RECORD_VERSION);
    Headers h = {.head = head};
    bool at_move;
    if (!headers_read(record, &h, &lines, &at_move, error)) return false;
    HenkaVariant *v = record_variant(head, given, error);
    record->game = v ? begin(&h, v, error) : NULL;
    bool good = record->game != NULL;
    for (bool more = at_move; good && more; more = good && record_next_line(&lines))
        good = move_line_read(record, &lines, error);
    good = good && apply_result(head, record->game, error);
    const char *own = v ? henka_variant_about(v, "version") : "";
    if (v && !good && error && *head->version && strcmp(head->version, own)) {
        /* The record was written for another version of the game's rules, which may be the cause of
         * the error, so the error mentions both versions. */
        HenkaError said = *error;
        error_say(error, said.line, said.column, MSG_RECORD_OTHER_VERSION, arg_text(head->version),
                  arg_text(*own ? own : "-"), arg_error(&said));
    }
    henka_variant_free(v);
    return good;
}

/* ---- the USI line: reading ------------------------------------------------------------------- */

/* Words after a USI line's moves that state how the game ended. `wins`: the side to move wins. */
static const struct {
    const char *word;
    HenkaReason reason;
    bool wins, draws;
} USI_ENDS[] = {
    {"resign", HENKA_RESIGNATION, false, false}, {"win", HENKA_IMPASSE, true, false},
    {"timeout", HENKA_TIME, false, false},       {"time_up", HENKA_TIME, false, false},
    {"draw", HENKA_DRAW_AGREED, false, true},    {"rep_draw", HENKA_DRAW_AGREED, false, true},
    {"interrupt", HENKA_PLAYING, false, true},   {"break", HENKA_PLAYING, false, true},
};

static bool word_is(Scan s, const char *word) {
    return scan_text(&s, word) && (scan_done(&s) || scan_is_blank(*s.at));
}

/* Does the line begin a new game, as "position", "startpos" or "sfen" does? */
static bool usi_begins(Scan s) {
    return word_is(s, "position") || word_is(s, "startpos") || word_is(s, "sfen");
}

/* Finds the first game of a text, which ends before the line where a next one begins. */
static bool usi_lines(HenkaRecord *record, Scan *first, HenkaError *error) {
    RecordLines lines = record_lines(record);
    int count = 0;
    *first = scan_of("", 0);
    while (record_next_line(&lines)) {
        Scan s = lines.line;
        scan_blanks(&s);
        if (scan_done(&s) && !count) {
            if (!record_line_add(record, &lines, RECORD_OTHER, error)) return false;
            continue;
        }
        count += !count || usi_begins(s);
        if (count > 1) continue;
        if (!first->end || first->start == first->end) first->start = first->at = lines.line.start;
        first->end = s.end;
        if (!record_line_add(record, &lines, RECORD_MOVES, error)) return false;
    }
    if (count > 1) record_notice(record, 1, 1, MSG_RECORD_FIRST_OF_SEVERAL, arg_number(count));
    return true;
}

/* The words that a line of bare moves lacks before them, such as "startpos moves "; "": none. */
static const char *usi_lacks(Scan s) {
    scan_blanks(&s);
    if (word_is(s, "moves")) return "startpos ";
    Scan square = s; /* the line begins with a move such as 7g7f or P*5e */
    bool move = (ascii_is_digit(scan_peek(&square)) && scan_number(&square) > 0 &&
                 ascii_is_lower(scan_peek(&square)) && square.at++ && scan_number(&square) > 0) ||
                (s.end - s.at > 3 && s.at[1] == '*');
    return move ? "startpos moves " : "";
}

static bool read_usi(HenkaRecord *record, const HenkaVariant *given, HenkaError *error) {
    Scan s;
    if (!usi_lines(record, &s, error)) return false;
    HenkaVariant *v = record_variant(&record->head, given, error);
    if (!v) return false;
    int end = -1; /* index in USI_ENDS of the text's last word, then cut off; or -1 */
    for (int i = 0; i < (int)(sizeof USI_ENDS / sizeof *USI_ENDS) && end < 0; i++) {
        ptrdiff_t size = (ptrdiff_t)strlen(USI_ENDS[i].word);
        if (s.end - s.at <= size || memcmp(s.end - size, USI_ENDS[i].word, (size_t)size) ||
            !scan_is_blank(s.end[-size - 1]))
            continue;
        s.end -= size;
        ending_blanks(&s);
        end = i;
    }
    const char *lacks = usi_lacks(s);
    size_t before = strlen(lacks), length = (size_t)(s.end - s.at);
    char *line = memory_take(before + length + 1);
    if (!line) {
        henka_variant_free(v);
        return error_set(error, MSG_NO_MEMORY);
    }
    memcpy(line, lacks, before);
    for (size_t i = 0; i < length; i++) line[before + i] = s.at[i] == '\0' ? '?' : s.at[i];
    line[before + length] = '\0';
    record->game = henka_game_new_within(record->head.budget, v, line, error);
    memory_give(line);
    henka_variant_free(v);
    if (!record->game) {
        if (error && error->column > (int)before) error->column -= (int)before;
        return false;
    }
    if (end < 0) return true;
    int mover = record->game->position.side, winner = USI_ENDS[end].draws  ? -1
                                                      : USI_ENDS[end].wins ? mover
                                                                           : !mover;
    HenkaOutcome is = henka_game_outcome(record->game);
    if (!record_end(record->game, (HenkaOutcome){USI_ENDS[end].reason, winner}) &&
        is.winner != winner)
        record_notice(record, 1, 1, MSG_RECORD_END_NOT_BY_RULES, arg_text(USI_ENDS[end].word),
                      arg_reason(is.reason));
    return true;
}

/* ---- detection of the format ----------------------------------------------------------------- */

bool record_holds(Scan s, const char *text) {
    return !scan_done(&s) && memmem(s.at, (size_t)(s.end - s.at), text, strlen(text));
}

/* A move of CSA: +7776FU. */
static bool csa_move(Scan s) {
    if (!scan_char(&s, '+') && !scan_char(&s, '-')) return false;
    for (int i = 0; i < 6; i++, s.at++)
        if (i < 4 ? !ascii_is_digit(scan_peek(&s)) : !ascii_is_upper(scan_peek(&s))) return false;
    return scan_done(&s) || *s.at == ',' || scan_is_blank(*s.at);
}

/* Can a record in CSA format begin with this line? The caller has skipped CSA's comments. */
static bool csa_begins(Scan s) {
    if (csa_move(s)) return true;
    char first = scan_peek(&s);
    if (!first) return false;
    char second = s.end - s.at > 1 ? s.at[1] : '\0';
    switch (first) {
    case 'V':
        return ascii_is_digit(second) && s.end - s.at <= 5;
    case 'N':
        return second == '+' || second == '-';
    case 'P':
        return second == 'I' ||
               ((second == '+' || second == '-') && s.end - s.at > 5 && ascii_is_digit(s.at[2])) ||
               (second >= '1' && second <= '9' && s.end - s.at > 9 && ascii_is_in(s.at[2], " +-"));
    case '$':
        return second >= 'A' && second <= 'Z' && record_holds(s, ":");
    case '%':
        return second >= 'A' && second <= 'Z';
    case '+':
    case '-':
        return s.end - s.at == 1;
    default:
        return false;
    }
}

typedef enum {
    TEXT_HENKA,
    TEXT_KIF,
    TEXT_USI,
    TEXT_CSA,
    TEXT_JKF,
    TEXT_PGN,
    TEXT_UNKNOWN
} TextKind;

/* The first line that is not blank. past_comments: also skips comments in the form of CSA ('…),
 * which do not identify the format. */
static Scan first_line(const HenkaRecord *record, bool past_comments) {
    RecordLines lines = record_lines(record);
    while (record_next_line(&lines) &&
           (scan_done(&lines.line) || (past_comments && *lines.line.at == '\''))) {}
    return lines.line;
}

/* Does the line begin a PGN game: with a tag, [Event "..."], or with move 1, as in 1. e4 e5? */
static bool pgn_begins(Scan s) {
    if (scan_char(&s, '[')) {
        while (scan_peek(&s) && !scan_is_blank(*s.at)) s.at++;
        scan_blanks(&s);
        return scan_char(&s, '"');
    }
    return scan_number(&s) == 1 && scan_char(&s, '.') &&
           (scan_done(&s) || !(*s.at & 0x80)); /* in KIF a Japanese character follows: 1.７六歩 */
}

/* Does any line have a form that occurs only in KIF and KI2? */
static bool kif_somewhere(const HenkaRecord *record) {
    RecordLines lines = record_lines(record);
    if (record_holds(lines.text, "手") || record_holds(lines.text, "KIF") ||
        record_holds(lines.text, "まで"))
        return true;
    while (record_next_line(&lines)) {
        Scan s = lines.line;
        record_blanks(&s);
        if (record_number(&s) >= 0) record_blanks(&s);
        if (!scan_done(&s) && (*s.at & 0x80)) return true; /* as in ▲７六歩, ７六歩 or 同歩 */
    }
    return false;
}

static TextKind text_kind(const HenkaRecord *record) {
    Scan text = record_lines(record).text, line = first_line(record, false);
    if (scan_text(&line, "Henka record")) return TEXT_HENKA;
    Scan s = line;
    record_blanks(&s);
    char begins = scan_peek(&s);
    if ((begins == '{' || (begins == '[' && record_holds(text, "{"))) && record_holds(text, "\""))
        return record_holds(text, "moves") ? TEXT_JKF : TEXT_UNKNOWN;
    if (csa_begins(first_line(record, true))) return TEXT_CSA;
    if (usi_begins(s) || word_is(s, "moves")) return TEXT_USI;
    if (begins == '[' && pgn_begins(s)) return TEXT_PGN;
    if (kif_somewhere(record)) return TEXT_KIF;
    if (pgn_begins(s)) return TEXT_PGN;
    /* A part of an SFEN: the end of a row, "startpos", or the side to move */
    static const char *const parts[] = {"/", "startpos", " b", " w"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (record_holds(line, parts[i])) return TEXT_USI;
    return *usi_lacks(s) ? TEXT_USI : TEXT_UNKNOWN;
}

/* ---- the calls ------------------------------------------------------------------------------- */

/* By kind of text: its reader; or NULL, and the message that refuses the text. */
static const struct {
    RecordReader *read;
    HenkaRecordFormat format;
    MessageKey refusal;
} KINDS[] = {
    [TEXT_HENKA] = {read_henka, HENKA_RECORD_HENKA, MSG_NONE},
    [TEXT_KIF] = {kif_read, HENKA_RECORD_KIF, MSG_NONE},
    [TEXT_USI] = {read_usi, HENKA_RECORD_USI, MSG_NONE},
    [TEXT_CSA] = {NULL, 0, MSG_RECORD_IS_CSA},
    [TEXT_JKF] = {NULL, 0, MSG_RECORD_IS_JKF},
    [TEXT_PGN] = {NULL, 0, MSG_RECORD_IS_PGN},
    [TEXT_UNKNOWN] = {NULL, 0, MSG_RECORD_KIND},
};

static bool read_any(HenkaRecord *record, const HenkaVariant *given, HenkaError *error) {
    record->text = encoding_read(record->bytes, record->length, error);
    if (!record->text.text) {
        HenkaRecord raw = {.text = {.text = record->bytes, .length = record->length}};
        return record->length && text_kind(&raw) == TEXT_CSA &&
               error_say(error, 1, 1, MSG_RECORD_IS_CSA);
    }
    TextKind kind = text_kind(record);
    record->format = KINDS[kind].format;
    return KINDS[kind].read ? KINDS[kind].read(record, given, error)
                            : error_say(error, 1, 1, KINDS[kind].refusal);
}

int henka_record_format_of(const char *bytes, size_t length) {
    HenkaRecord record = {.text = encoding_read(bytes, length, NULL)};
    TextKind kind = record.text.text ? text_kind(&record) : TEXT_UNKNOWN;
    int format = KINDS[kind].read ? (int)KINDS[kind].format : -1;
    RecordLines lines = record_lines(&record);
    while (format == HENKA_RECORD_KIF && record_next_line(&lines)) {
        record_blanks(&lines.line);
        /* moves that begin with a side's sign are KI2 */
        if (japanese_scan_mark(&lines.line)) format = HENKA_RECORD_KI2;
    }
    memory_give(record.text.text);
    return format;
}

HenkaRecord *henka_record_open(const char *bytes, size_t length, const HenkaVariant *given,
                               HenkaError *error) {
    return henka_record_open_within(NULL, bytes, length, given, error);
}

HenkaRecord *henka_record_open_within(HenkaBudget *budget, const char *bytes, size_t length,
                                      const HenkaVariant *given, HenkaError *error) {
    HenkaRecord *record = memory_take_zeroed(sizeof *record);
    if (record) record->bytes = memory_take(length + 1);
    if (!record || !record->bytes) {
        henka_record_free(record);
        error_set(error, MSG_NO_MEMORY);
        return NULL;
    }
    if (length) memcpy(record->bytes, bytes, length);
    record->length = length;
    record->head.result.winner = -1;
    record->head.budget = budget;
    bool read = read_any(record, given, error);
    if (budget_spent(budget))
        read = henka_budget_error(budget, record->game ? record->game->variant : given, error);
    if (read) return record;
    henka_record_free(record);
    return NULL;
}

void henka_record_free(HenkaRecord *record) {
    if (!record) return;
    henka_game_free(record->game);
    memory_give(record->bytes);
    memory_give(record->text.text);
    memory_give(record->lines);
    memory_give(record->move_ends);
    memory_give(record);
}

const HenkaGame *henka_record_game(const HenkaRecord *record) { return record->game; }
const HenkaPlayers *henka_record_players(const HenkaRecord *record) {
    return &record->head.players;
}
HenkaRecordFormat henka_record_format(const HenkaRecord *record) { return record->format; }

size_t henka_record_notices(const HenkaRecord *record, HenkaError *notices, size_t cap) {
    size_t count = (size_t)record->notice_count + (record->notices_left_out > 0);
    for (size_t i = 0; i < count && i < cap; i++)
        if (i < (size_t)record->notice_count)
            notices[i] = record->notices[i];
        else
            error_set(&notices[i], MSG_RECORD_NOTICES_MORE, arg_number(record->notices_left_out));
    return count;
}

HenkaGame *henka_record_read(const char *text, size_t length, const HenkaVariant *variant,
                             HenkaPlayers *players, HenkaError *error) {
    return henka_record_read_within(NULL, text, length, variant, players, error);
}

HenkaGame *henka_record_read_within(HenkaBudget *budget, const char *text, size_t length,
                                    const HenkaVariant *variant, HenkaPlayers *players,
                                    HenkaError *error) {
    HenkaRecord *record = henka_record_open_within(budget, text, length, variant, error);
    if (!record) return NULL;
    HenkaGame *game = record->game;
    record->game = NULL;
    if (players) *players = record->head.players;
    henka_record_free(record);
    return game;
}

size_t henka_record_write(const HenkaGame *game, HenkaRecordFormat format,
                          const HenkaPlayers *players, char *buf, size_t cap) {
    static const HenkaPlayers nobody;
    Out out = out_to(buf, cap);
    if (!players) players = &nobody;
    bool good = false;
    switch (format) {
    case HENKA_RECORD_HENKA:
        headers_write(game, players, &out);
        good = record_write_moves(game, 0, &out);
        break;
    case HENKA_RECORD_USI:
        good = record_write_usi(game, &out);
        break;
    case HENKA_RECORD_KIF:
    case HENKA_RECORD_KI2:
        good = kif_possible(game->variant) && kif_write(game, players, format, &out);
        break;
    }
    if (!good) out = out_to(buf, cap); /* after a failure the result is an empty text */
    return out.length;
}
