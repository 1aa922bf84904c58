/* The board diagram, which gives the first position of a KIF record. */
#include "notation/kif.h"

#include <stdint.h>
#include <string.h>

#include "base/utf8.h"
#include "notation/move_text.h"

/* ---- writing --------------------------------------------------------------------------------- */

static const char *const HANDS[] = {"先手の持駒：", "後手の持駒："};

static const char *glyph(const HenkaVariant *v, int type) {
    return v->types[type].kanji1 ? v->types[type].kanji1 : "";
}

bool kif_board_possible(const HenkaVariant *v) {
    for (int type = 1; type <= v->type_count; type++) {
        const char *one = glyph(v, type);
        if (!*one || one[utf8_character(one, strlen(one))]) return false;
        for (int other = 1; other < type; other++)
            if (strcmp(one, glyph(v, other)) == 0) return false;
    }
    return true;
}

static void hand_write(const Position *p, int side, Out *out) {
    bool none = true;
    out_text(out, HANDS[side]);
    for (int i = 0; i < p->variant->hand_count; i++) {
        if (!p->hand[side][i]) continue;
        out_text(out, none ? "" : "　");
        none = false;
        out_text(out, glyph(p->variant, p->variant->hand_types[i]));
        if (p->hand[side][i] > 1) square_name_number(p->hand[side][i], out);
    }
    out_text(out, none ? "なし\n" : "\n");
}

static void border_write(const HenkaVariant *v, Out *out) {
    out_char(out, '+');
    for (int i = 0; i < 3 * v->files; i++) out_char(out, '-');
    out_text(out, "+\n");
}

void kif_board_write(const HenkaGame *game, Out *out) {
    static const char *const wide[] = {"１", "２", "３", "４", "５", "６", "７", "８", "９"};
    const Position *p = &game->first;
    hand_write(p, HENKA_GOTE, out);
    for (int file = game->variant->files; file >= 1; file--) out_format(out, " %s", wide[file - 1]);
    out_char(out, '\n');
    border_write(game->variant, out);
    for (int rank = 1; rank <= game->variant->ranks; rank++) {
        out_char(out, '|');
        for (int file = game->variant->files; file >= 1; file--) {
            Piece piece = p->board[square_of(game->variant, file, rank)];
            out_char(out, piece && piece_side(piece) == HENKA_GOTE ? 'v' : ' ');
            out_text(out, piece ? glyph(game->variant, piece_type(piece)) : "・");
        }
        out_char(out, '|');
        square_name_number(rank, out);
        out_char(out, '\n');
    }
    border_write(game->variant, out);
    hand_write(p, HENKA_SENTE, out);
    out_text(out, p->side == HENKA_SENTE ? "先手番\n" : "後手番\n");
    if (game->first_number > 1) out_format(out, "手数＝%d\n", game->first_number - 1);
}

/* ---- reading --------------------------------------------------------------------------------- */

static int glyph_read(const HenkaVariant *v, Scan *s) {
    for (int type = 1; type <= v->type_count; type++)
        if (*glyph(v, type) && scan_text(s, glyph(v, type))) return type;
    TypeSet types = japanese_scan_name(v, s, SIZE_MAX); /* otherwise another form of the character
                                                           (竜 for 龍), or the full name */
    return types ? bb_lsb(types) : 0;
}

static bool hand_read(const HenkaVariant *v, Scan s, int line, int side, Setup *setup,
                      HenkaError *error) {
    record_blanks(&s);
    if (scan_text(&s, "なし") || scan_text(&s, "ナシ") || scan_text(&s, "無し")) return true;
    for (record_blanks(&s); !scan_done(&s); record_blanks(&s)) {
        if (scan_text(&s, "、") || scan_char(&s, ',')) continue;
        Scan before = s;
        int type = glyph_read(v, &s), count = japanese_scan_number(&s),
            index = type ? v->hand_index[type] : HAND_NONE;
        if (!count) count = record_number(&s);
        if (count <= 0) count = 1;
        if (index == HAND_NONE || count > HAND_MOST - setup->hand[side][index])
            return error_say(error, line, scan_column(&before), MSG_KIF_HELD,
                             arg_number(HAND_MOST));
        setup->hand[side][index] += count;
    }
    return true;
}

static bool row_read(const HenkaVariant *v, Scan s, int line, int rank, Setup *setup,
                     HenkaError *error) {
    if (rank > v->ranks)
        return error_say(error, line, 1, MSG_KIF_BOARD_ROWS_MANY, arg_number(v->ranks));
    for (int file = v->files; file >= 1; file--) {
        record_blanks(&s);
        Scan before = s;
        int side = scan_char(&s, 'v') || scan_char(&s, 'V') ? HENKA_GOTE : HENKA_SENTE;
        if (side == HENKA_SENTE) scan_text(&s, "^");
        if (scan_text(&s, "・") || scan_char(&s, '.')) continue;
        int type = glyph_read(v, &s);
        if (!type)
            return error_say(error, line, scan_column(&before), MSG_KIF_BOARD_CELL,
                             arg_number(v->files));
        setup->board[square_of(v, file, rank)] = piece_make(side, type);
    }
    record_blanks(&s);
    return scan_char(&s, '|') || scan_text(&s, "｜") ||
           error_say(error, line, scan_column(&s), MSG_KIF_BOARD_ROW_END, arg_number(v->files));
}

/* Reads 先手の持駒： (sente's hand) in any spelling and returns the side; -1: no such text. */
static int hand_scan(Scan *s) {
    Scan at = *s;
    int side = kif_side_scan(&at);
    if (side < 0) return -1;
    scan_text(&at, "の");
    if (!scan_text(&at, "持駒") && !scan_text(&at, "持ち駒")) return -1;
    record_blanks(&at);
    if (!scan_text(&at, "：") && !scan_char(&at, ':')) return -1;
    *s = at;
    return side;
}

/* Reads 後手番 or 手番：後手 (gote to move) and returns the side; -1: no such text. */
static int turn_scan(Scan *s) {
    bool named = scan_text(s, "手番：") || scan_text(s, "手番:");
    int side = kif_side_scan(s);
    return side < 0 || named || scan_text(s, "番") ? side : -1;
}

static bool played_scan(Scan *s) { return scan_text(s, "手数＝") || scan_text(s, "手数="); }

bool kif_board_is(Scan line) {
    Scan s = line, numbers = line;
    bool any = false; /* does the line hold only numbers, as the file numbers above the diagram? */
    record_blanks(&numbers);
    while (record_number(&numbers) >= 0) any = true, record_blanks(&numbers);
    return (any && scan_done(&numbers)) || scan_char(&s, '|') || scan_text(&s, "｜") ||
           scan_text(&s, "+-") || hand_scan(&s) >= 0 || played_scan(&s) || turn_scan(&s) >= 0;
}

bool kif_board_read(const HenkaVariant *v, Scan line, int number, int *rank, Setup *setup,
                    HenkaError *error) {
    int side = hand_scan(&line);
    if (side >= 0) return hand_read(v, line, number, side, setup, error);
    if (scan_char(&line, '|') || scan_text(&line, "｜"))
        return row_read(v, line, number, ++*rank, setup, error);
    if (played_scan(&line)) {
        int played = record_number(&line);
        if (played >= 0) setup->number = 1 + (played < 999999 ? played : 999998);
        return true;
    }
    side = turn_scan(&line);
    if (side >= 0) setup->side = side;
    return true;
}
