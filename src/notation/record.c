#define _GNU_SOURCE
#include "notation/record.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/utf8.h"
#include "notation/move_text.h"
#include "notation/sfen.h"

/* ---- lines, games
 * ---------------------------------------------------------------------------------- */

RecordLines record_lines(const char *text, size_t length) {
    RecordLines lines = {.text = scan_of(text, length)};
    scan_text(&lines.text, "\xEF\xBB\xBF");
    return lines;
}

bool record_next_line(RecordLines *lines) {
    Scan *text = &lines->text;
    if (scan_done(text)) return false;
    const char *end = memchr(text->at, '\n', (size_t)(text->end - text->at));
    if (!end) end = text->end;
    lines->line = (Scan){text->at, text->at, end};
    while (lines->line.end > lines->line.at && scan_is_blank(lines->line.end[-1]))
        lines->line.end--;
    text->at = end < text->end ? end + 1 : end;
    lines->number++;
    return true;
}

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

HenkaGame *record_from_handicap(const HenkaVariant *v, const char *name, HenkaError *error) {
    const char *start = henka_variant_handicap_start(v, name, error);
    return start ? henka_game_new(v, start, error) : NULL;
}

HenkaGame *record_replay(const HenkaGame *game) {
    return game_from(&game->first, game->first_number);
}

/* ---- what stands around the moves
 * ------------------------------------------------------------------ */

void record_text(Scan value, char *to, size_t cap) {
    size_t length = (size_t)(value.end - value.at);
    if (length > cap - 1) {
        length = utf8_cut(value.at, length, cap - 1);
    }
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

static bool in_force(const HenkaVariant *v, const char *setting) {
    size_t name = (size_t)(strchr(setting, '=') - setting);
    for (int i = 0; i < v->option_count; i++)
        if (strncmp(v->options[i].name, setting, name) == 0 && !v->options[i].name[name])
            return strcmp(v->options[i].value, setting + name + 1) == 0;
    return false;
}

static HenkaVariant *read_again(const RecordHead *head, const HenkaVariant *given,
                                HenkaError *error) {
    const char *settings[RECORD_SETTINGS];
    for (int i = 0; i < head->setting_count; i++) settings[i] = head->settings[i];
    HenkaDiagnostic entries[8];
    HenkaReport report = {.entries = entries, .cap = 8};
    size_t count = (size_t)head->setting_count;
    HenkaVariant *v =
        given ? henka_variant_parse(given->text, strlen(given->text), settings, count, &report)
              : henka_variant_shipped(head->game, settings, count, &report);
    if (v) return v;
    const HenkaError *why = henka_report_error(&report);
    int line = head->game_line ? head->game_line : 1;
    if (why)
        error_say(error, line, 1, MSG_RECORD_SETTINGS_REFUSED,
                  arg_text(given ? given->name : head->game), arg_error(why));
    else
        error_say(error, 0, 0, MSG_NO_MEMORY);
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
    for (int i = 0; i < head->setting_count; i++)
        if (!in_force(given, head->settings[i])) return read_again(head, given, error);
    return henka_variant_retain(given);
}

static void result_write(HenkaOutcome outcome, Out *out) {
    if (outcome.reason == HENKA_PLAYING || outcome.reason == HENKA_ABANDONED)
        out_text(out, henka_reason_name(outcome.reason));
    else
        out_format(out, "%s by %s",
                   outcome.winner < 0              ? "draw"
                   : outcome.winner == HENKA_SENTE ? "sente wins"
                                                   : "gote wins",
                   henka_reason_name(outcome.reason));
}

/* There are few outcomes: the one that is written like this. */
static bool result_read(Scan value, int line, HenkaOutcome *outcome, HenkaError *error) {
    for (int reason = HENKA_PLAYING; reason <= HENKA_ABANDONED; reason++)
        for (int winner = -1; winner <= HENKA_GOTE; winner++) {
            char text[64];
            Out out = out_to(text, sizeof text);
            HenkaOutcome candidate = {(HenkaReason)reason, winner};
            result_write(candidate, &out);
            Scan s = value;
            if (!scan_text(&s, text) || !scan_done(&s)) continue;
            *outcome = candidate;
            return true;
        }
    size_t length = (size_t)(value.end - value.at);
    return error_say(error, line, scan_column(&value), MSG_RECORD_RESULT_FORM,
                     arg_bytes(value.at, utf8_cut(value.at, length, 40)));
}

/* Ends a game that goes on. False when it is over, or its rules know no such end. */
static bool end_as_said(HenkaOutcome said, HenkaGame *game) {
    if (said.winner < 0)
        return henka_game_end(game, said.reason, HENKA_SENTE) ||
               henka_game_end(game, said.reason, HENKA_GOTE);
    HenkaSide winner = said.winner == HENKA_SENTE ? HENKA_SENTE : HENKA_GOTE;
    return henka_game_end(game, said.reason,
                          said.reason == HENKA_IMPASSE ? winner
                          : winner == HENKA_SENTE      ? HENKA_GOTE
                                                       : HENKA_SENTE);
}

bool record_apply_result(const RecordHead *head, HenkaGame *game, HenkaError *error) {
    if (!head->result_line) return true;
    HenkaOutcome said = head->result, by_moves = henka_game_outcome(game), is = by_moves;
    if (end_as_said(said, game)) is = henka_game_outcome(game);
    if (is.reason == said.reason && is.winner == said.winner) return true;
    char said_text[64], is_text[64];
    Out out = out_to(said_text, sizeof said_text);
    result_write(said, &out);
    out = out_to(is_text, sizeof is_text);
    result_write(by_moves, &out);
    return error_say(error, head->result_line, 1, MSG_RECORD_RESULT_DIFFERS, arg_text(said_text),
                     arg_text(is_text));
}

/* ---- our own record and the USI line: writing
 * ------------------------------------------------------ */

static void header(const char *key, const char *value, Out *out) {
    if (!*value) return;
    out_format(out, "%s: ", key);
    for (; *value; value++) out_char(out, (unsigned char)*value < ' ' ? ' ' : *value);
    out_char(out, '\n');
}

static void headers_write(const HenkaGame *game, const HenkaPlayers *players, Out *out) {
    const HenkaVariant *v = game->variant;
    header("game", v->name, out);
    header("version", henka_variant_about(v, "version"), out);
    for (int i = 0; i < v->option_count; i++)
        out_format(out, "setting: %s=%s\n", v->options[i].name, v->options[i].value);
    header("sente", players->sente, out);
    header("gote", players->gote, out);
    header("event", players->event, out);
    header("date", players->date, out);
    const Handicap *handicap = record_handicap(game);
    if (handicap) header("handicap", handicap->name, out);
    out_text(out, "start: ");
    sfen_write(&game->first, game->first_number, out);
    out_text(out, "\nresult: ");
    result_write(henka_game_outcome(game), out);
    out_text(out, "\n\n");
}

/* The writers answer false when memory runs out. */
static bool write_henka(const HenkaGame *game, const HenkaPlayers *players, Out *out) {
    HenkaGame *replay = record_replay(game);
    if (!replay) return false;
    out_text(out, "Henka record 1\n");
    headers_write(game, players, out);
    bool good = true;
    for (int ply = 0; good && ply < game->plies; ply++) {
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

static bool write_usi(const HenkaGame *game, Out *out) {
    HenkaGame *replay = record_replay(game);
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

/* ---- our own record and the USI line: reading
 * ------------------------------------------------------ */

/* Plays the word at *s (up to a blank); the error gets the line and the word's column. */
static bool play_word(HenkaGame *game, Scan *s, int line, HenkaError *error) {
    char word[128];
    int column = scan_column(s);
    scan_take_word(s, word, sizeof word);
    HenkaMove move;
    if (henka_move_parse(game, word, &move, error))
        return henka_game_play(game, move) || error_say(error, 0, 0, MSG_NO_MEMORY);
    record_error_at(error, line, column);
    return false;
}

typedef struct Headers {
    RecordHead *head;
    Scan handicap; /* a name of one; without a start it says where the game begins */
    int handicap_line;
    Scan start; /* the SFEN, empty when none is given */
    int start_line;
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
    if (strcmp(key, "handicap") == 0) {
        h->handicap = value;
        h->handicap_line = line;
        return true;
    }
    if (strcmp(key, "start") == 0) {
        h->start = value;
        h->start_line = line;
        return true;
    }
    head->result_line = line;
    if (strcmp(key, "result") == 0) return result_read(value, line, &head->result, error);
    return error_say(error, line, 1, MSG_RECORD_HEADER_UNKNOWN, arg_text(key));
}

static bool header_read(Headers *h, RecordLines *lines, HenkaError *error) {
    Scan *s = &lines->line;
    char key[24];
    size_t length = 0;
    while (ascii_is_lower(scan_peek(s)) && length < sizeof key - 1) key[length++] = *s->at++;
    key[length] = '\0';
    if (!length || !scan_char(s, ':'))
        return error_say(error, lines->number, 1, MSG_RECORD_HEADER_FORM);
    scan_blanks(s);
    return value_read(h, key, *s, lines->number, error);
}

static bool is_comment(const Scan *line) { return scan_done(line) || *line->at == '#'; }

/* Headers up to the first move; leaves that line current. False with the error unset at the end of
 * the text. */
static bool headers_read(Headers *h, RecordLines *lines, bool *at_move, HenkaError *error) {
    *at_move = false;
    while (record_next_line(lines)) {
        scan_blanks(&lines->line);
        if (is_comment(&lines->line)) continue;
        if (ascii_is_digit(scan_peek(&lines->line))) return *at_move = true;
        if (!header_read(h, lines, error)) return false;
    }
    return true;
}

static bool move_line_read(HenkaGame *game, RecordLines *lines, HenkaError *error) {
    Scan *s = &lines->line;
    scan_blanks(s);
    if (is_comment(s)) return true;
    int column = scan_column(s), number = scan_number(s);
    if (number != game->plies + 1)
        return error_say(error, lines->number, column,
                         number < 0 ? MSG_RECORD_MOVE_NUMBER_MISSING : MSG_RECORD_MOVE_NUMBER,
                         arg_number(game->plies + 1));
    scan_char(s, '.');
    scan_blanks(s);
    return play_word(game, s, lines->number, error);
}

static HenkaGame *begin(const Headers *h, const HenkaVariant *v, HenkaError *error) {
    char sfen[4096] = "startpos";
    if (h->start_line) {
        if ((size_t)(h->start.end - h->start.at) >= sizeof sfen) {
            error_say(error, h->start_line, 1, MSG_RECORD_START_LONG, arg_number(sizeof sfen));
            return NULL;
        }
        memcpy(sfen, h->start.at, (size_t)(h->start.end - h->start.at));
        sfen[h->start.end - h->start.at] = '\0';
    }
    if (h->handicap_line && !h->start_line) {
        record_text(h->handicap, sfen, sizeof sfen);
        HenkaGame *given = record_from_handicap(v, sfen, error);
        if (!given) record_error_at(error, h->handicap_line, scan_column(&h->handicap));
        return given;
    }
    HenkaGame *game = henka_game_new(v, sfen, error);
    if (!game && h->start_line) record_error_at(error, h->start_line, scan_column(&h->start));
    return game;
}

/* What is wrong with a record of another version of the game may follow from that. */
static void version_blame(const RecordHead *head, const HenkaVariant *v, HenkaError *error) {
    const char *own = henka_variant_about(v, "version");
    if (!error || !*head->version || !strcmp(head->version, own)) return;
    HenkaError said = *error;
    error_say(error, said.line, said.column, MSG_RECORD_OTHER_VERSION, arg_text(head->version),
              arg_text(*own ? own : "-"), arg_error(&said));
}

static HenkaGame *read_henka(const char *text, size_t length, const HenkaVariant *given,
                             RecordHead *head, HenkaError *error) {
    RecordLines lines = record_lines(text, length);
    while (record_next_line(&lines) && scan_done(&lines.line)) {}
    Scan *first = &lines.line;
    if (!scan_text(first, "Henka record 1") || !scan_done(first)) {
        error_say(error, lines.number, scan_column(first), MSG_RECORD_VERSION);
        return NULL;
    }
    Headers h = {.head = head};
    bool at_move;
    if (!headers_read(&h, &lines, &at_move, error)) return NULL;
    HenkaVariant *v = record_variant(head, given, error);
    HenkaGame *game = v ? begin(&h, v, error) : NULL;
    bool good = game != NULL;
    for (bool more = at_move; good && more; more = good && record_next_line(&lines))
        good = move_line_read(game, &lines, error);
    good = good && record_apply_result(head, game, error);
    if (v && !good) version_blame(head, v, error);
    henka_variant_free(v);
    if (good) return game;
    henka_game_free(game);
    return NULL;
}

static HenkaGame *read_usi(const char *text, size_t length, const HenkaVariant *given,
                           RecordHead *head, HenkaError *error) {
    HenkaVariant *v = record_variant(head, given, error);
    if (!v) return NULL;
    char *line = malloc(length + 1);
    if (!line) {
        henka_variant_free(v);
        error_say(error, 0, 0, MSG_NO_MEMORY);
        return NULL;
    }
    for (size_t i = 0; i < length; i++) line[i] = text[i] == '\0' ? '?' : text[i];
    line[length] = '\0';
    HenkaGame *game = henka_game_new(v, line, error);
    free(line);
    henka_variant_free(v);
    return game;
}

/* ---- every format
 * ---------------------------------------------------------------------------------- */

size_t henka_record_write(const HenkaGame *game, HenkaRecordFormat format,
                          const HenkaPlayers *players, char *buf, size_t cap) {
    static const HenkaPlayers nobody;
    Out out = out_to(buf, cap);
    if (!players) players = &nobody;
    bool good = false;
    switch (format) {
    case HENKA_RECORD_HENKA:
        good = write_henka(game, players, &out);
        break;
    case HENKA_RECORD_USI:
        good = write_usi(game, &out);
        break;
    case HENKA_RECORD_KIF:
        good = kif_possible(game->variant) && kif_write(game, players, &out);
        break;
    }
    if (!good) out = out_to(buf, cap); /* half a record is none */
    return out.length;
}

static bool has(const char *text, size_t length, const char *part) {
    return memmem(text, length, part, strlen(part)) != NULL;
}

typedef HenkaGame *RecordReader(const char *text, size_t length, const HenkaVariant *, RecordHead *,
                                HenkaError *);

/* Does the line hold a position? Its rows, its side to move, or the word for the game's array. */
static bool holds_position(Scan s) {
    static const char *const parts[] = {"/", "startpos", " b", " w"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts && !scan_done(&s); i++)
        if (has(s.at, (size_t)(s.end - s.at), parts[i])) return true;
    return false;
}

static HenkaGame *refuse(const char *text, size_t length, const HenkaVariant *given,
                         RecordHead *head, HenkaError *error) {
    (void)text, (void)length, (void)given, (void)head;
    error_say(error, 1, 1, MSG_RECORD_KIND);
    return NULL;
}

static RecordReader *reader_of(const char *text, size_t length) {
    RecordLines lines = record_lines(text, length);
    while (record_next_line(&lines) && scan_done(&lines.line)) {}
    Scan mark = lines.line;
    scan_blanks(&mark);
    if (scan_text(&lines.line, "Henka record")) return read_henka;
    if (has(text, length, "手") || has(text, length, "KIF") || japanese_scan_mark(&mark))
        return kif_read;
    return holds_position(lines.line) ? read_usi : refuse;
}

HenkaGame *henka_record_read(const char *text, size_t length, const HenkaVariant *variant,
                             HenkaPlayers *players, HenkaError *error) {
    RecordHead *head = calloc(1, sizeof *head);
    if (!head) {
        error_say(error, 0, 0, MSG_NO_MEMORY);
        return NULL;
    }
    head->result.winner = -1;
    HenkaGame *game = reader_of(text, length)(text, length, variant, head, error);
    if (game && players) *players = head->players;
    free(head);
    return game;
}
