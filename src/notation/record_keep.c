/* Writes a record again with a changed game. The text stays up to the last move that both games
 * have. Then the new moves and the end of the game are written in the record's format, then the
 * record's own continuation as a branch, before its earlier branches.
 *
 *     head, moves 1..n, comments | moves n+1.. of the game, end | 変化：n+1手 old moves | 変化 …
 */
#include "base/memory.h"
#include "notation/record.h"

#include <stdlib.h>
#include <string.h>

/* The state of writing a record again. */
typedef struct Keep {
    const HenkaRecord *record;
    const HenkaGame *game; /* the game to be written: the record's game with changed moves */
    int alike;             /* number of moves that begin both the record's game and `game` */
    Out *out;
} Keep;

static void bytes_write(const Keep *k, size_t at, size_t end) {
    out_bytes(k->out, k->record->text.text + at, end - at);
}

/* Writes a line end, unless the output is empty or already ends with one. */
static void line_end(Out *out) {
    if (out->length && out->buf && out->length < out->cap && out->buf[out->length - 1] != '\n' &&
        out->buf[out->length - 1] != '\r')
        out_char(out, '\n');
}

/* Copies a line of the record. Of several moves, copies those of the changed game. */
static void line_keep(const Keep *k, const RecordLine *line) {
    Scan s = scan_of(k->record->text.text + line->at, line->end - line->at);
    scan_blanks(&s);
    if (k->record->format == HENKA_RECORD_HENKA && line->kind == RECORD_OTHER &&
        scan_text(&s, "result:")) {
        out_text(k->out, "result: ");
        record_write_result(henka_game_outcome(k->game), k->out);
        out_char(k->out, '\n');
    } else if (line->kind == RECORD_MOVES && line->plies > k->alike)
        bytes_write(k, line->at, k->record->move_ends[k->alike - 1]);
    else
        bytes_write(k, line->at, line->end);
    line_end(k->out);
}

/* The number of moves before this line of the record. */
static int plies_before(const HenkaRecord *record, int index) {
    return index ? record->lines[index - 1].plies : 0;
}

static bool stays(const Keep *k, int index) {
    const RecordLine *line = &k->record->lines[index];
    int before = plies_before(k->record, index);
    Scan s = scan_of(k->record->text.text + line->at, line->end - line->at);
    record_blanks(&s);
    switch (line->kind) {
    case RECORD_MOVES:
        return before < k->alike;
    case RECORD_OTHER: /* blank lines are kept only before the first move */
        return before <= k->alike && (!before || !scan_done(&s));
    case RECORD_COMMENT:
        return before <= k->alike;
    default:
        return false;
    }
}

/* Writes the moves that the changed game lacks as a branch, or in Henka's format as comments. */
static void left_write(const Keep *k) {
    const HenkaRecord *record = k->record;
    bool ours = record->format == HENKA_RECORD_HENKA;
    if (record->game->plies <= k->alike) return;
    if (!ours) out_format(k->out, "\n変化：%d手\n", k->alike + 1);
    for (int i = 0; i < record->line_count; i++) {
        const RecordLine *line = &record->lines[i];
        bool moves = line->kind == RECORD_MOVES && line->plies > k->alike,
             later = (line->kind == RECORD_COMMENT && line->plies > k->alike) ||
                     line->kind == RECORD_END;
        if (!moves && !later) continue;
        size_t at = line->at;
        if (moves && k->alike && plies_before(record, i) < k->alike)
            at = record->move_ends[k->alike - 1]; /* skips KI2 moves that both games have */
        if (ours) out_text(k->out, "# ");
        bytes_write(k, at, line->end);
        line_end(k->out);
    }
}

static bool lines_write(const Keep *k) {
    const HenkaRecord *record = k->record;
    for (int i = 0; i < record->line_count; i++)
        if (stays(k, i)) line_keep(k, &record->lines[i]);
    bool good = record->format == HENKA_RECORD_HENKA
                    ? record_write_moves(k->game, k->alike, k->out)
                    : kif_write_moves(k->game, k->alike, record->format, k->out);
    if (record->format != HENKA_RECORD_HENKA) kif_write_end(k->game, record->format, k->out);
    if (!good) return false;
    left_write(k);
    for (int i = 0; i < record->line_count; i++)
        if (record->lines[i].kind == RECORD_BRANCH) {
            if (i && record->lines[i - 1].kind != RECORD_BRANCH) out_char(k->out, '\n');
            bytes_write(k, record->lines[i].at, record->lines[i].end);
            line_end(k->out);
        }
    return true;
}

/* Writes a USI record's only line of the game anew, and the text before and after unchanged. */
static bool usi_write(const Keep *k) {
    const HenkaRecord *record = k->record;
    size_t end = 0;
    for (int i = 0; i < record->line_count; i++) {
        if (record->lines[i].kind == RECORD_OTHER)
            bytes_write(k, record->lines[i].at, record->lines[i].end);
        end = record->lines[i].end;
    }
    if (!record_write_usi(k->game, k->out)) return false;
    out_char(k->out, '\n');
    bytes_write(k, end, record->text.length);
    return true;
}

/* Replaces the line ends of the text by the kind of line end that the record has. Returns a new
 * text, and its length in *length. */
static char *with_line_ends(const HenkaRecord *record, const char *text, size_t *length) {
    const char *had = record->text.text;
    const char *line = memchr(had, '\n', record->text.length),
               *carriage = memchr(had, '\r', record->text.length);
    const char *end = !carriage ? "\n" : line == carriage + 1 ? "\r\n" : line ? "\n" : "\r";
    Out out = out_growing();
    for (size_t i = 0; i < *length; i++)
        if (text[i] == '\r' && i + 1 < *length && text[i + 1] == '\n')
            continue;
        else if (text[i] == '\n' || text[i] == '\r')
            out_text(&out, end);
        else
            out_char(&out, text[i]);
    *length = out.length;
    return out_take(&out);
}

static size_t answer(const char *bytes, size_t length, char *buf, size_t cap) {
    Out out = out_to(buf, cap);
    out_bytes(&out, bytes, length);
    return out.length;
}

size_t henka_record_save(const HenkaRecord *record, const HenkaGame *game, char *buf, size_t cap) {
    const HenkaGame *own = record->game;
    int alike = 0; /* number of moves that begin both the record's game and `game` */
    if (own->first.hash != game->first.hash || own->first_number != game->first_number ||
        strcmp(own->variant->name, game->variant->name))
        return 0;
    while (alike < own->plies && alike < game->plies &&
           own->history[alike].move == game->history[alike].move)
        alike++;
    HenkaOutcome had = henka_game_outcome(own), has = henka_game_outcome(game);
    if (alike == own->plies && alike == game->plies && had.reason == has.reason &&
        had.winner == has.winner)
        return answer(record->bytes, record->length, buf, cap);
    Out out = out_growing();
    Keep k = {.record = record, .game = game, .alike = alike, .out = &out};
    bool good = record->format == HENKA_RECORD_USI ? usi_write(&k) : lines_write(&k);
    size_t length = out.length, count = 0, needed = 0;
    char *text = out_take(&out), *ended = NULL, *bytes = NULL;
    if (good && text) ended = with_line_ends(record, text, &length);
    if (ended) bytes = encoding_write(&record->text, ended, length, &count);
    if (bytes) needed = answer(bytes, count, buf, cap);
    memory_give(text), memory_give(ended), memory_give(bytes);
    return needed;
}

size_t henka_record_convert(const HenkaRecord *record, const HenkaGame *game,
                            HenkaRecordFormat format, unsigned *lost, char *buf, size_t cap) {
    unsigned without = 0;
    if (record->comments) without |= HENKA_LOST_COMMENTS;
    if (record->times) without |= HENKA_LOST_TIMES;
    if (record->branches) without |= HENKA_LOST_BRANCHES;
    if (lost) *lost = format == record->format ? 0 : without;
    if (format == record->format) return henka_record_save(record, game, buf, cap);
    return henka_record_write(game, format, &record->head.players, buf, cap);
}
