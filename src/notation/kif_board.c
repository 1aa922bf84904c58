#include "notation/kif.h"

#include "base/error.h"
#include "base/utf8.h"
#include "notation/moves.h"

#include <string.h>

static const char *const HANDS[] = {"先手の持駒：", "後手の持駒："};
static const char *const HANDS_HANDICAP[] = {"下手の持駒：", "上手の持駒："};

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

static void number_write(int number, Out *out) {
    static const char *const digits[] = {"", "一", "二", "三", "四", "五", "六", "七", "八", "九"};
    if (number >= 20) out_text(out, digits[number / 10]);
    if (number >= 10) out_text(out, "十");
    out_text(out, digits[number % 10]);
}

static void hand_write(const Position *p, int side, Out *out) {
    bool none = true;
    out_text(out, HANDS[side]);
    for (int i = 0; i < p->variant->hand_count; i++) {
        if (!p->hand[side][i]) continue;
        out_text(out, none ? "" : "　");
        none = false;
        out_text(out, glyph(p->variant, p->variant->hand_types[i]));
        if (p->hand[side][i] > 1) number_write(p->hand[side][i], out);
    }
    out_text(out, none ? "なし\n" : "\n");
}

static void row_write(const Position *p, int rank, Out *out) {
    out_char(out, '|');
    for (int file = p->variant->files; file >= 1; file--) {
        Piece piece = p->board[square_of(p->variant, file, rank)];
        out_char(out, piece && piece_side(piece) == HENKA_GOTE ? 'v' : ' ');
        out_text(out, piece ? glyph(p->variant, piece_type(piece)) : "・");
    }
    out_char(out, '|');
    number_write(rank, out);
    out_char(out, '\n');
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
    for (int rank = 1; rank <= game->variant->ranks; rank++) row_write(p, rank, out);
    border_write(game->variant, out);
    hand_write(p, HENKA_SENTE, out);
    out_text(out, p->side == HENKA_SENTE ? "先手番\n" : "後手番\n");
    if (game->first_number > 1) out_format(out, "手数＝%d\n", game->first_number - 1);
}

/* ---- reading ---- */

static int glyph_read(const HenkaVariant *v, Scan *s) {
    for (int type = 1; type <= v->type_count; type++)
        if (*glyph(v, type) && scan_text(s, glyph(v, type))) return type;
    TypeSet types = japanese_name_scan(v, s, 4); /* characters written either way */
    return types ? bb_lsb(types) : 0;
}

static int number_read(Scan *s) {
    static const char *const digits[] = {"一", "二", "三", "四", "五", "六", "七", "八", "九"};
    int tens = 0, ones = 0;
    for (int i = 0; i < 9; i++)
        if (scan_text(s, digits[i])) tens = i + 1;
    if (!scan_text(s, "十")) return tens;
    for (int i = 0; i < 9; i++)
        if (scan_text(s, digits[i])) ones = i + 1;
    return 10 * (tens ? tens : 1) + ones;
}

static bool hand_read(const HenkaVariant *v, Scan s, int line, int side, Setup *setup,
                      HenkaError *error) {
    if (scan_text(&s, "なし")) return true;
    while (!scan_done(&s)) {
        if (scan_text(&s, "　") || scan_char(&s, ' ')) continue;
        Scan before = s;
        int type = glyph_read(v, &s), count = number_read(&s);
        int index = type ? v->hand_index[type] : 255;
        if (index == 255 || count > 63)
            return error_at(error, line, scan_column(&before),
                            "expected a piece that can be held and a count up to 63");
        setup->hand[side][index] = count ? count : 1;
    }
    return true;
}

static bool row_read(const HenkaVariant *v, Scan s, int line, int rank, Setup *setup,
                     HenkaError *error) {
    if (rank > v->ranks) return error_at(error, line, 1, "expected %d rows, found more", v->ranks);
    for (int file = v->files; file >= 1; file--) {
        Scan before = s;
        int side = scan_char(&s, 'v') || scan_char(&s, 'V') ? HENKA_GOTE : HENKA_SENTE;
        if (side == HENKA_SENTE && !scan_text(&s, "^")) scan_char(&s, ' ');
        if (scan_text(&s, "・")) continue;
        int type = glyph_read(v, &s);
        if (!type)
            return error_at(error, line, scan_column(&before),
                            "expected %d squares (v and a piece, or ・), found something else",
                            v->files);
        setup->board[square_of(v, file, rank)] = piece_make(side, type);
    }
    return scan_char(&s, '|') ||
           error_at(error, line, scan_column(&s), "expected \"|\" after %d squares", v->files);
}

bool kif_board_read(const HenkaVariant *v, Scan line, int number, int *rank, Setup *setup,
                    bool *good, HenkaError *error) {
    for (int side = 0; side < 2; side++)
        if (scan_text(&line, HANDS[side]) || scan_text(&line, HANDS_HANDICAP[side])) {
            *good = hand_read(v, line, number, side, setup, error);
            return true;
        }
    if (scan_char(&line, '|')) {
        *good = row_read(v, line, number, ++*rank, setup, error);
        return true;
    }
    bool gote = scan_text(&line, "後手番") || scan_text(&line, "上手番");
    if (gote || scan_text(&line, "先手番") || scan_text(&line, "下手番")) {
        setup->side = gote ? HENKA_GOTE : HENKA_SENTE;
        return true;
    }
    if (scan_text(&line, "手数＝") && is_digit(scan_peek(&line))) {
        int played = scan_number(&line);
        setup->number = 1 + (played < 999999 ? played : 999998);
        return true;
    }
    return scan_char(&line, '+');
}

/* ---- how games end ---- */

enum { MOVER = 0, OTHER = 1, NOBODY = 2, BY_RULE = 3 };
static const struct {
    const char *word;
    HenkaReason reason;
    int winner;
} ENDS[] = {
    {"投了", HENKA_RESIGNATION, OTHER},         {"切れ負け", HENKA_TIME, OTHER},
    {"反則負け", HENKA_ILLEGAL_MOVE, OTHER},    {"反則勝ち", HENKA_ILLEGAL_MOVE, MOVER},
    {"反則勝ち", HENKA_PERPETUAL_CHECK, MOVER}, {"反則負け", HENKA_PERPETUAL_CHECK, OTHER},
    {"入玉勝ち", HENKA_IMPASSE, MOVER},         {"持将棋", HENKA_DRAW_AGREED, NOBODY},
    {"持将棋", HENKA_IMPASSE, NOBODY},          {"千日手", HENKA_REPETITION, NOBODY},
    {"中断", HENKA_ABANDONED, NOBODY},          {"詰み", HENKA_CHECKMATE, BY_RULE},
    {"詰み", HENKA_STALEMATE, BY_RULE},         {"詰み", HENKA_NO_LEGAL_MOVE, BY_RULE},
    {"詰み", HENKA_ROYAL_CAPTURED, BY_RULE},
};

const char *kif_end_word(HenkaOutcome outcome, int side_to_move) {
    int winner = outcome.winner < 0 ? NOBODY : outcome.winner == side_to_move ? MOVER : OTHER;
    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++)
        if (ENDS[i].reason == outcome.reason &&
            (ENDS[i].winner == winner || ENDS[i].winner == BY_RULE))
            return ENDS[i].word;
    return "";
}

bool kif_end_read(Scan *s, int side_to_move, HenkaOutcome *outcome) {
    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++) {
        if (!scan_text(s, ENDS[i].word)) continue;
        int winner = ENDS[i].winner;
        outcome->reason = winner == BY_RULE ? HENKA_PLAYING : ENDS[i].reason;
        outcome->winner = winner == MOVER ? side_to_move : winner == OTHER ? !side_to_move : -1;
        return true;
    }
    return false;
}
