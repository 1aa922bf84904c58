/* Writes a record again with a game that was changed. The record's text stays as it is up to the
 * last move that both games have. Then the new moves and the end of the game are written in the
 * record's format. Then the record's own continuation is written as a branch, before the branches
 * that it had already.
 *
 *     head, moves 1..n, comments | moves n+1.. of the game, end | 変化：n+1手 old moves | 変化 …
 */
#include "base/memory.h"
#include "notation/record.h"

#include <stdlib.h>
#include <string.h>

/* The number of equal moves at the beginning of both games. -1: they begin from different
 * positions. */
static int moves_alike(const HenkaGame *a, const HenkaGame *b) {
    if (a->first.hash != b->first.hash || a->first_number != b->first_number ||
        strcmp(a->variant->name, b->variant->name))
        return -1;
    int n = 0;
    while (n < a->plies && n < b->plies && a->history[n].move == b->history[n].move) n++;
    return n;
}

static bool same_end(const HenkaGame *a, const HenkaGame *b) {
    HenkaOutcome x = henka_game_outcome(a), y = henka_game_outcome(b);
    return x.reason == y.reason && x.winner == y.winner;
}

/* The state of writing a record again. */
typedef struct Keep {
    const HenkaRecord *record;
    const HenkaGame *game; /* the changed game */
    int alike;             /* number of moves that stay */
    Out *out;
} Keep;

static void bytes_write(const Keep *k, size_t at, size_t end) {
    out_bytes(k->out, k->record->text.text + at, end - at);
}

/* Writes a line end, unless the last byte written is one or nothing was written. */
static void line_end(Out *out) {
    if (out->length && out->buf && out->length < out->cap && out->buf[out->length - 1] != '\n' &&
        out->buf[out->length - 1] != '\r')
        out_char(out, '\n');
}

static bool is_result(const Keep *k, const RecordLine *line) {
    static const char key[] = "result:";
    Scan s = scan_of(k->record->text.text + line->at, line->end - line->at);
    scan_blanks(&s);
    return k->record->format == HENKA_RECORD_HENKA && line->kind == RECORD_OTHER &&
           scan_text(&s, key);
}

/* Writes a line that stays: all of it, or its moves up to the last one that stays. */
static void line_keep(const Keep *k, const RecordLine *line) {
    if (is_result(k, line)) {
        out_text(k->out, "result: ");
        record_write_result(henka_game_outcome(k->game), k->out);
        out_char(k->out, '\n');
    } else if (line->kind == RECORD_MOVES && line->plies > k->alike)
        bytes_write(k, line->at, k->record->move_ends[k->alike - 1]);
    else
        bytes_write(k, line->at, line->end);
    line_end(k->out);
}

static bool is_blank(const Keep *k, const RecordLine *line) {
    Scan s = scan_of(k->record->text.text + line->at, line->end - line->at);
    record_blanks(&s);
    return scan_done(&s);
}

/* The number of moves before the line. */
static int plies_before(const HenkaRecord *record, int index) {
    return index ? record->lines[index - 1].plies : 0;
}

static bool stays(const Keep *k, int index) {
    const RecordLine *line = &k->record->lines[index];
    int before = plies_before(k->record, index);
    switch (line->kind) {
    case RECORD_MOVES:
        return before < k->alike;
    case RECORD_OTHER: /* blank lines stay only before the first move */
        return before <= k->alike && (!before || !is_blank(k, line));
    case RECORD_COMMENT:
        return before <= k->alike;
    default:
        return false;
    }
}

static bool played_write(const Keep *k) {
    bool good;
    if (k->record->format == HENKA_RECORD_HENKA)
        return record_write_moves(k->game, k->alike, k->out);
    good = kif_write_moves(k->game, k->alike, k->record->format, k->out);
    kif_write_end(k->game, k->record->format, k->out);
    return good;
}

/* Writes the record's moves that the game does not have: as a branch, or in Henka's own format as
 * comments. */
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
            at = record->move_ends[k->alike - 1]; /* the rest of a KI2 line with several moves */
        if (ours) out_text(k->out, "# ");
        bytes_write(k, at, line->end);
        line_end(k->out);
    }
}

static bool lines_write(const Keep *k) {
    const HenkaRecord *record = k->record;
    for (int i = 0; i < record->line_count; i++)
        if (stays(k, i)) line_keep(k, &record->lines[i]);
    if (!played_write(k)) return false;
    left_write(k);
    for (int i = 0; i < record->line_count; i++)
        if (record->lines[i].kind == RECORD_BRANCH) {
            if (i && record->lines[i - 1].kind != RECORD_BRANCH) out_char(k->out, '\n');
            bytes_write(k, record->lines[i].at, record->lines[i].end);
            line_end(k->out);
        }
    return true;
}

/* A USI record has only one line for the game: it is written again, and the text around it
 * stays. */
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

/* Replaces line ends by those of the record. */
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
    int alike = moves_alike(record->game, game);
    if (alike < 0) return 0;
    if (alike == record->game->plies && alike == game->plies && same_end(record->game, game))
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
