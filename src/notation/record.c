#define _GNU_SOURCE
#include "notation/record.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "notation/sfen.h"

RecordLines lines_of(const char *text, size_t length) {
    RecordLines lines = {.text = scan_of(text, length)};
    scan_text(&lines.text, "\xEF\xBB\xBF");
    return lines;
}

bool lines_next(RecordLines *lines) {
    Scan *text = &lines->text;
    if (scan_done(text)) return false;
    const char *end = memchr(text->at, '\n', (size_t)(text->end - text->at));
    if (!end) end = text->end;
    lines->line = (Scan){text->at, text->at, end};
    while (lines->line.end > lines->line.at && is_blank(lines->line.end[-1])) lines->line.end--;
    text->at = end < text->end ? end + 1 : end;
    lines->number++;
    return true;
}

bool record_from_start(const HenkaGame *game) {
    Setup setup;
    setup_start(game->variant, &setup);
    Position start;
    setup_place(game->variant, &setup, &start);
    return game->first_number == 1 && start.hash == game->first.hash;
}

HenkaGame *record_replay(const HenkaGame *game) {
    return game_from(&game->first, game->first_number);
}

bool record_play(HenkaGame *game, Scan *s, int line, HenkaError *error) {
    char word[128];
    int column = scan_column(s);
    scan_take_word(s, word, sizeof word);
    HenkaMove move;
    if (henka_move_parse(game, word, &move, error)) return henka_game_play(game, move);
    if (error) error->line = line, error->column += column - 1;
    return false;
}

size_t henka_record_write(const HenkaGame *game, HenkaRecordFormat format,
                          const HenkaPlayers *players, char *buf, size_t cap) {
    static const HenkaPlayers nobody;
    Out out = out_to(buf, cap);
    if (!players) players = &nobody;
    switch (format) {
    case HENKA_RECORD_HENKA:
        own_text_write(game, players, &out);
        break;
    case HENKA_RECORD_USI:
        usi_text_write(game, &out);
        break;
    case HENKA_RECORD_KIF:
        if (kif_possible(game->variant)) kif_text_write(game, players, &out);
        break;
    }
    return out.length;
}

static bool has(const char *text, size_t length, const char *part) {
    return memmem(text, length, part, strlen(part)) != NULL;
}

static RecordReader *reader_of(const char *text, size_t length) {
    RecordLines lines = lines_of(text, length);
    while (lines_next(&lines) && scan_done(&lines.line)) {}
    if (scan_text(&lines.line, "Henka record")) return own_text_read;
    if (has(text, length, "手") || has(text, length, "先手") || has(text, length, "KIF"))
        return kif_text_read;
    return usi_text_read;
}

HenkaGame *henka_record_read(const char *text, size_t length, const HenkaVariant *variant,
                             HenkaPlayers *players, HenkaError *error) {
    RecordHead *head = calloc(1, sizeof *head);
    if (!head) abort();
    head->result.winner = -1;
    HenkaGame *game = reader_of(text, length)(text, length, variant, head, error);
    if (game && players) *players = head->players;
    free(head);
    return game;
}
