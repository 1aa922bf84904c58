#include <stdio.h>

#include "base/error.h"
#include "notation/record.h"

void head_text(Scan value, char *to, size_t cap) {
    size_t length = (size_t)(value.end - value.at);
    if (length > cap - 1) {
        length = cap - 1;
        while (length && (value.at[length] & 0xC0) == 0x80) length--;
    }
    memcpy(to, value.at, length);
    to[length] = '\0';
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)to[i] < ' ') to[i] = ' ';
}

bool head_setting(RecordHead *head, Scan value, int line, HenkaError *error) {
    size_t length = (size_t)(value.end - value.at);
    if (head->setting_count == RECORD_SETTINGS || length >= RECORD_SETTING_BYTES ||
        !memchr(value.at, '=', length))
        return error_at(error, line, scan_column(&value),
                        "expected a setting NAME=VALUE, found something else or too many of them");
    head->setting_lines[head->setting_count] = line;
    head_text(value, head->settings[head->setting_count++], RECORD_SETTING_BYTES);
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
    const char *why = "it does not load";
    for (size_t i = 0; i < report.count && i < report.cap; i++)
        if (entries[i].fatal) why = entries[i].at.message;
    error_at(error, head->game_line ? head->game_line : 1, 1,
             "game \"%s\" with these settings: %.150s", given ? given->name : head->game, why);
    return NULL;
}

HenkaVariant *head_variant(const RecordHead *head, const HenkaVariant *given, HenkaError *error) {
    if (!given && !head->game[0]) {
        error_at(error, 1, 1,
                 "expected a record that names its game, found none named: say which game it is");
        return NULL;
    }
    if (!given) return read_again(head, NULL, error);
    if (head->game[0] && strcmp(head->game, given->name) != 0) {
        error_at(error, head->game_line, 1, "expected a record of %s, found one of %s", given->name,
                 head->game);
        return NULL;
    }
    for (int i = 0; i < head->setting_count; i++)
        if (!in_force(given, head->settings[i])) return read_again(head, given, error);
    return henka_variant_retain(given);
}

void result_write(HenkaOutcome outcome, Out *out) {
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
bool result_read(Scan value, int line, HenkaOutcome *outcome, HenkaError *error) {
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
    return error_at(error, line, scan_column(&value),
                    "expected a result (playing, sente wins by checkmate, draw by repetition ...), "
                    "found \"%.*s\"",
                    (int)(value.end - value.at > 40 ? 40 : value.end - value.at), value.at);
}

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

bool head_apply_result(const RecordHead *head, HenkaGame *game, HenkaError *error) {
    if (!head->result_line) return true;
    HenkaOutcome said = head->result, is = henka_game_outcome(game);
    if (said.reason != HENKA_PLAYING && is.reason == HENKA_PLAYING && end_as_said(said, game))
        is = henka_game_outcome(game);
    if (is.reason == said.reason && is.winner == said.winner) return true;
    char said_text[64], is_text[64];
    Out out = out_to(said_text, sizeof said_text);
    result_write(said, &out);
    out = out_to(is_text, sizeof is_text);
    result_write(is, &out);
    return error_at(error, head->result_line, 1,
                    "the record says \"%s\", but by its moves it is \"%s\"", said_text, is_text);
}
