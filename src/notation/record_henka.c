/* Our own record and the USI line. */
#include <stdlib.h>

#include "base/error.h"
#include "notation/record.h"
#include "notation/sfen.h"

/* ---- writing ---- */

static void header(const char *key, const char *value, Out *out) {
    if (!*value) return;
    out_format(out, "%s: ", key);
    for (; *value; value++) out_char(out, (unsigned char)*value < ' ' ? ' ' : *value);
    out_char(out, '\n');
}

static void headers_write(const HenkaGame *game, const HenkaPlayers *players, Out *out) {
    const HenkaVariant *v = game->variant;
    header("game", v->name, out);
    for (int i = 0; i < v->option_count; i++)
        out_format(out, "setting: %s=%s\n", v->options[i].name, v->options[i].value);
    header("sente", players->sente, out);
    header("gote", players->gote, out);
    header("event", players->event, out);
    header("date", players->date, out);
    out_text(out, "start: ");
    sfen_write(&game->first, game->first_number, out);
    out_text(out, "\nresult: ");
    result_write(henka_game_outcome(game), out);
    out_text(out, "\n\n");
}

void own_text_write(const HenkaGame *game, const HenkaPlayers *players, Out *out) {
    out_text(out, "Henka record 1\n");
    headers_write(game, players, out);
    HenkaGame *replay = record_replay(game);
    for (int ply = 0; ply < game->plies; ply++) {
        Move move = game->history[ply].move;
        char usi[64], western[96];
        henka_move_text(replay, move, HENKA_USI, usi, sizeof usi);
        henka_move_text(replay, move, HENKA_WESTERN, western, sizeof western);
        out_format(out, "%4d. %-9s %s\n", ply + 1, usi, western);
        henka_game_play(replay, move);
    }
    henka_game_free(replay);
}

void usi_text_write(const HenkaGame *game, Out *out) {
    out_text(out, "position ");
    if (record_from_start(game))
        out_text(out, "startpos");
    else {
        out_text(out, "sfen ");
        sfen_write(&game->first, game->first_number, out);
    }
    if (game->plies) out_text(out, " moves");
    HenkaGame *replay = record_replay(game);
    for (int ply = 0; ply < game->plies; ply++) {
        char usi[64];
        henka_move_text(replay, game->history[ply].move, HENKA_USI, usi, sizeof usi);
        out_format(out, " %s", usi);
        henka_game_play(replay, game->history[ply].move);
    }
    henka_game_free(replay);
}

/* ---- reading ---- */

typedef struct Headers {
    RecordHead *head;
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
        {"sente", head->players.sente, sizeof head->players.sente},
        {"gote", head->players.gote, sizeof head->players.gote},
        {"event", head->players.event, sizeof head->players.event},
        {"date", head->players.date, sizeof head->players.date},
    };
    if (strcmp(key, "game") == 0) head->game_line = line;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(key, texts[i].key) == 0) {
            head_text(value, texts[i].to, texts[i].cap);
            return true;
        }
    if (strcmp(key, "setting") == 0) return head_setting(head, value, line, error);
    if (strcmp(key, "start") == 0) {
        h->start = value;
        h->start_line = line;
        return true;
    }
    head->result_line = line;
    if (strcmp(key, "result") == 0) return result_read(value, line, &head->result, error);
    return error_at(
        error, line, 1,
        "expected a header (game, setting, sente, gote, event, date, start, result), found \"%s\"",
        key);
}

static bool header_read(Headers *h, RecordLines *lines, HenkaError *error) {
    Scan *s = &lines->line;
    char key[24];
    size_t length = 0;
    while (is_lower(scan_peek(s)) && length < sizeof key - 1) key[length++] = *s->at++;
    key[length] = '\0';
    if (!length || !scan_char(s, ':'))
        return error_at(error, lines->number, 1,
                        "expected a header \"key: value\" or a numbered move, found neither");
    scan_blanks(s);
    return value_read(h, key, *s, lines->number, error);
}

static bool is_comment(const Scan *line) { return scan_done(line) || *line->at == '#'; }

/* Headers up to the first move; leaves that line current. False with the error unset at the end of
 * the text. */
static bool headers_read(Headers *h, RecordLines *lines, bool *at_move, HenkaError *error) {
    *at_move = false;
    while (lines_next(lines)) {
        scan_blanks(&lines->line);
        if (is_comment(&lines->line)) continue;
        if (is_digit(scan_peek(&lines->line))) return *at_move = true;
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
        return error_at(error, lines->number, column, "expected move number %d, found %s",
                        game->plies + 1, number < 0 ? "none" : "another");
    scan_char(s, '.');
    scan_blanks(s);
    return record_play(game, s, lines->number, error);
}

static HenkaGame *begin(const Headers *h, const HenkaVariant *v, HenkaError *error) {
    char sfen[4096] = "startpos";
    if (h->start_line) {
        if ((size_t)(h->start.end - h->start.at) >= sizeof sfen) {
            error_at(error, h->start_line, 1, "expected an SFEN of fewer than %zu bytes",
                     sizeof sfen);
            return NULL;
        }
        memcpy(sfen, h->start.at, (size_t)(h->start.end - h->start.at));
        sfen[h->start.end - h->start.at] = '\0';
    }
    HenkaGame *game = henka_game_new(v, sfen, error);
    if (!game && error && h->start_line)
        error->line = h->start_line, error->column += scan_column(&h->start) - 1;
    return game;
}

HenkaGame *own_text_read(const char *text, size_t length, const HenkaVariant *given,
                         RecordHead *head, HenkaError *error) {
    RecordLines lines = lines_of(text, length);
    while (lines_next(&lines) && scan_done(&lines.line)) {}
    Scan *first = &lines.line;
    if (!scan_text(first, "Henka record 1") || !scan_done(first)) {
        error_at(error, lines.number, scan_column(first),
                 "expected the line \"Henka record 1\": this version reads no other");
        return NULL;
    }
    Headers h = {.head = head};
    bool at_move;
    if (!headers_read(&h, &lines, &at_move, error)) return NULL;
    HenkaVariant *v = head_variant(head, given, error);
    HenkaGame *game = v ? begin(&h, v, error) : NULL;
    henka_variant_free(v);
    bool good = game != NULL;
    for (bool more = at_move; good && more; more = good && lines_next(&lines))
        good = move_line_read(game, &lines, error);
    if (good && head_apply_result(head, game, error)) return game;
    henka_game_free(game);
    return NULL;
}

HenkaGame *usi_text_read(const char *text, size_t length, const HenkaVariant *given,
                         RecordHead *head, HenkaError *error) {
    HenkaVariant *v = head_variant(head, given, error);
    if (!v) return NULL;
    char *line = malloc(length + 1);
    if (!line) abort();
    for (size_t i = 0; i < length; i++) line[i] = text[i] == '\0' ? '?' : text[i];
    line[length] = '\0';
    HenkaGame *game = henka_game_new(v, line, error);
    free(line);
    henka_variant_free(v);
    return game;
}
