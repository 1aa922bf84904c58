#include "notation/sfen.h"

#include <stdio.h>

#include "base/error.h"
#include "notation/ids.h"
#include "rules/game.h"

enum { MOST_HELD = 63, MOST_MEN = 255, MOST_NUMBER = 999999 };

/* What stands at *s, for an error message: the next word, cut short, or "the end". */
static const char *found(const Scan *s, char buf[32]) {
    if (scan_done(s)) return "the end";
    size_t length = 0;
    buf[length++] = '"';
    for (const char *at = s->at; at < s->end && !is_blank(*at) && length < 20; at++)
        buf[length++] = *at >= ' ' && *at != 127 ? *at : '?';
    while (length > 1 && (buf[length - 1] & 0x80)) length--; /* no broken characters */
    buf[length++] = '"';
    buf[length] = '\0';
    return length == 2 ? "a blank" : buf;
}

/* An id of several letters that stands here without its braces; its length, 0 for none. */
static int unbraced(const HenkaVariant *v, const Scan *s) {
    Scan at = *s;
    scan_char(&at, '+');
    for (int type = 1; type <= v->type_count; type++) {
        const char *id = v->types[type].id + (v->types[type].id[0] == '+');
        size_t length = strlen(id), same = 0;
        while (same < length && at.at + same < at.end &&
               to_upper(at.at[same]) == to_upper(id[same]))
            same++;
        if (length > 1 && same == length) return (int)length;
    }
    return 0;
}

/* The id between two places as it was written, without its braces. */
static void id_as_found(const Scan *before, const Scan *after, char id[16]) {
    size_t length = 0;
    for (const char *at = before->at; at < after->at && length < 15; at++)
        if (*at != '{' && *at != '}') id[length++] = *at;
    id[length] = '\0';
}

static bool unknown_id(const HenkaVariant *v, const Scan *before, const Scan *after,
                       HenkaError *error) {
    char id[16];
    int letters = unbraced(v, before);
    if (letters) {
        const char *typed = before->at, *first = typed + (*typed == '+');
        return error_at(
            error, 1, scan_column(before),
            "expected a piece, found \"%.*s\"; ids of several letters stand in braces: {%.*s}",
            (int)(first - typed) + letters, typed, letters, first);
    }
    id_as_found(before, after, id);
    const char *near = id_nearest(v, id);
    if (*near)
        return error_at(error, 1, scan_column(before),
                        "no piece has the id %s in %s; did you mean %s?", id, v->name, near);
    char list[128];
    size_t used = 0;
    for (int type = 1; type <= v->type_count && used < 100; type++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used ? " " : "",
                                 v->types[type].id);
    return error_at(error, 1, scan_column(before), "expected a piece (%s%s), found %s", list,
                    used >= 100 ? " ..." : "", id);
}

static bool no_piece(const Scan *s, const char *expected, HenkaError *error) {
    char buf[32];
    return error_at(error, 1, scan_column(s), "expected %s, found %s", expected, found(s, buf));
}

/* One run of empty squares or one piece; adds to *file, the squares of this row filled so far. */
static bool scan_cell(const HenkaVariant *v, Scan *s, int rank, int *filled, Setup *setup,
                      HenkaError *error) {
    Scan before = *s;
    int run = scan_number(s);
    if (run >= 0) {
        if (run == 0)
            return error_at(error, 1, scan_column(&before),
                            "expected a number of empty squares from 1 to %d, found 0", v->files);
        if (run > v->files - *filled)
            return error_at(error, 1, scan_column(&before), "row %d has more than %d squares", rank,
                            v->files);
        *filled += run;
        return true;
    }
    char id[16];
    int side = 0, type = id_scan(v, s, &side, id);
    if (type < 0) return no_piece(&before, "a piece, a number of empty squares or \"/\"", error);
    if (type == 0) return unknown_id(v, &before, s, error);
    if (*filled == v->files)
        return error_at(error, 1, scan_column(&before), "row %d has more than %d squares", rank,
                        v->files);
    setup->board[square_of(v, v->files - *filled, rank)] = piece_make(side, type);
    ++*filled;
    return true;
}

static bool scan_row(const HenkaVariant *v, Scan *s, int rank, Setup *setup, HenkaError *error) {
    int filled = 0;
    while (!scan_done(s) && *s->at != '/' && *s->at != '[' && !is_blank(*s->at))
        if (!scan_cell(v, s, rank, &filled, setup, error)) return false;
    if (filled == v->files) return true;
    return error_at(error, 1, scan_column(s), "expected %d squares in row %d, found %d", v->files,
                    rank, filled);
}

static bool scan_board(const HenkaVariant *v, Scan *s, Setup *setup, HenkaError *error) {
    for (int rank = 1; rank <= v->ranks; rank++) {
        if (!scan_row(v, s, rank, setup, error)) return false;
        if (rank < v->ranks && !scan_char(s, '/'))
            return error_at(error, 1, scan_column(s), "expected %d rows, found only %d", v->ranks,
                            rank);
    }
    if (scan_peek(s) == '/')
        return error_at(error, 1, scan_column(s), "expected %d rows, found more", v->ranks);
    int men[2] = {0, 0};
    for (int square = 0; square < v->squares; square++)
        if (setup->board[square]) men[piece_side(setup->board[square])]++;
    if (men[0] <= MOST_MEN && men[1] <= MOST_MEN) return true;
    return error_at(error, 1, scan_column(s), "expected at most %d pieces a side, found %d",
                    MOST_MEN, men[men[0] <= MOST_MEN]);
}

static bool add_to_hand(const HenkaVariant *v, const Scan *before, int type, int side, int count,
                        Setup *setup, HenkaError *error) {
    int held = v->types[type].in_hand ? v->types[type].in_hand : type, index = v->hand_index[held];
    if (index == 255)
        return error_at(error, 1, scan_column(before), "the %s cannot be held in hand in %s",
                        v->types[type].name, v->name);
    if (count < 1 || count > MOST_HELD)
        return error_at(error, 1, scan_column(before),
                        "expected a count from 1 to %d before %s, found %d", MOST_HELD,
                        v->types[held].id, count);
    setup->hand[side][index] += count;
    return true;
}

static bool scan_held(const HenkaVariant *v, Scan *s, Setup *setup, HenkaError *error) {
    Scan before = *s;
    int count = scan_number(s), side = 0;
    char id[16];
    Scan letter = *s;
    int type = id_scan(v, s, &side, id);
    if (type < 0)
        return no_piece(&letter, count < 0 ? "a piece in hand or \"-\"" : "a piece after the count",
                        error);
    if (type == 0) return unknown_id(v, &letter, s, error);
    if (v->types[type].unpromoted && v->types[type].in_hand != type && !v->drop_either_face)
        return error_at(error, 1, scan_column(&letter),
                        "expected an unpromoted piece in hand, found %.*s",
                        (int)(s->at - letter.at), letter.at);
    return add_to_hand(v, &before, type, side, count < 0 ? 1 : count, setup, error);
}

/* Held pieces up to a blank or the closing character. */
static bool scan_hands(const HenkaVariant *v, Scan *s, char close, Setup *setup,
                       HenkaError *error) {
    if (!scan_char(s, '-'))
        while (!scan_done(s) && !is_blank(*s->at) && *s->at != close)
            if (!scan_held(v, s, setup, error)) return false;
    return true;
}

/* Captures must never make a hand overflow, whoever ends up holding everything. */
static bool check_totals(const HenkaVariant *v, const Scan *s, const Setup *setup,
                         HenkaError *error) {
    for (int i = 0; i < v->hand_count; i++) {
        int total = setup->hand[0][i] + setup->hand[1][i];
        for (int square = 0; square < v->squares; square++) {
            int type = piece_type(setup->board[square]);
            total += type && v->types[type].in_hand == v->hand_types[i];
        }
        if (total > MOST_HELD)
            return error_at(error, 1, scan_column(s),
                            "expected at most %d of %s on board and in hands, found %d", MOST_HELD,
                            v->types[v->hand_types[i]].id, total);
    }
    return true;
}

static bool at_field(Scan *s) {
    scan_blanks(s);
    Scan peek = *s;
    return !scan_done(s) && !scan_text(&peek, "moves");
}

static bool field_ends(const Scan *s) { return scan_done(s) || is_blank(*s->at); }

static bool scan_side(Scan *s, char first, char second, Setup *setup, HenkaError *error) {
    scan_blanks(s);
    Scan before = *s;
    setup->side = scan_char(s, first) ? HENKA_SENTE : scan_char(s, second) ? HENKA_GOTE : -1;
    if (setup->side >= 0 && field_ends(s)) return true;
    char expected[96];
    snprintf(expected, sizeof expected, "the side to move, %c (first player) or %c", first, second);
    return no_piece(&before, expected, error);
}

static bool scan_move_number(Scan *s, Setup *setup, HenkaError *error) {
    Scan before = *s;
    int number = scan_number(s);
    if (number < 0 || number > MOST_NUMBER || !field_ends(s))
        return no_piece(&before, "a move number", error);
    setup->number = number ? number : 1; /* some programs write 0 */
    return true;
}

static bool scan_skipped(Scan *s, Setup *setup, HenkaError *error) {
    Scan before = *s;
    setup->skipped = scan_text(s, "bw") || scan_text(s, "wb") ? 3
                     : scan_char(s, 'b')                      ? 1
                     : scan_char(s, 'w')                      ? 2
                     : scan_char(s, '-')                      ? 0
                                                              : -1;
    if (setup->skipped >= 0 && field_ends(s)) return true;
    return no_piece(&before, "who skipped on his last turn: -, b, w or bw", error);
}

/* w or b, then fields of which the last number counts pairs of moves */
static bool scan_fen_tail(Scan *s, Setup *setup, HenkaError *error) {
    if (!scan_side(s, 'w', 'b', setup, error)) return false;
    int pairs = 1;
    for (int fields = 0; fields < 5 && at_field(s); fields++) {
        Scan before = *s;
        int number = scan_char(s, '-') ? 0 : scan_number(s);
        if (number < 0 || !field_ends(s)) return no_piece(&before, "a number or \"-\"", error);
        if (number) pairs = number;
    }
    if (pairs > MOST_NUMBER / 2) pairs = MOST_NUMBER / 2;
    setup->number = 2 * pairs - 1 + (setup->side == HENKA_GOTE);
    return true;
}

static bool scan_count(Scan *s) {
    scan_blanks(s);
    return is_digit(scan_peek(s)) && scan_number(s) >= 0 && field_ends(s);
}

/* The fields behind the side are not SFEN's hands and number but FEN's: two numbers, or, in games
 * without hands, two fields "-" as chess has them. */
static bool fen_follows(const HenkaVariant *v, Scan s) {
    scan_blanks(&s);
    while (s.at < s.end && !is_blank(*s.at)) s.at++;
    Scan counts = s;
    if (scan_count(&counts) && scan_count(&counts)) return true;
    for (int i = 0; i < 2; i++) {
        if (v->hands || !is_blank(scan_peek(&s))) return false;
        scan_blanks(&s);
        if (!scan_char(&s, '-')) return false;
    }
    return field_ends(&s);
}

/* side, hands, then perhaps number and skips */
static bool scan_sfen_fields(const HenkaVariant *v, Scan *s, Setup *setup, HenkaError *error) {
    if (fen_follows(v, *s)) return scan_fen_tail(s, setup, error);
    if (!scan_side(s, 'b', 'w', setup, error)) return false;
    if (at_field(s) && !scan_hands(v, s, '\0', setup, error)) return false;
    if (!field_ends(s)) return no_piece(s, "a blank after the hands", error);
    if (at_field(s) && !scan_move_number(s, setup, error)) return false;
    return !at_field(s) || !v->skip_not_twice || scan_skipped(s, setup, error);
}

/* [hand], then as above */
static bool scan_fen_fields(const HenkaVariant *v, Scan *s, Setup *setup, HenkaError *error) {
    if (!scan_hands(v, s, ']', setup, error)) return false;
    if (!scan_char(s, ']')) return no_piece(s, "\"]\" after the hands", error);
    return scan_fen_tail(s, setup, error);
}

bool sfen_scan(const HenkaVariant *v, Scan *s, Setup *setup, HenkaError *error) {
    memset(setup, 0, sizeof *setup);
    setup->number = 1;
    scan_blanks(s);
    if (!scan_board(v, s, setup, error)) return false;
    Scan hands = *s;
    bool fen = scan_char(s, '[');
    if (!(fen ? scan_fen_fields(v, s, setup, error) : scan_sfen_fields(v, s, setup, error)))
        return false;
    if (!check_totals(v, &hands, setup, error)) return false;
    return !at_field(s) || no_piece(s, "the end or \"moves\"", error);
}

void setup_start(const HenkaVariant *v, Setup *setup) {
    memset(setup, 0, sizeof *setup);
    memcpy(setup->board, v->start_board, (size_t)v->squares);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < v->hand_count; i++) setup->hand[side][i] = v->start_hand[side][i];
    setup->number = 1;
}

static bool scan_word(Scan *s, const char *word) {
    Scan saved = *s;
    scan_blanks(s);
    if (scan_text(s, word) && field_ends(s)) return true;
    *s = saved;
    return false;
}

bool sfen_scan_position(const HenkaVariant *v, Scan *s, Setup *setup, bool *moves,
                        HenkaError *error) {
    scan_word(s, "position");
    if (scan_word(s, "startpos"))
        setup_start(v, setup);
    else {
        if (!scan_word(s, "sfen")) scan_word(s, "fen");
        if (!sfen_scan(v, s, setup, error)) return false;
    }
    *moves = scan_word(s, "moves");
    scan_blanks(s);
    return *moves || scan_done(s) || no_piece(s, "the end or \"moves\"", error);
}

void setup_place(const HenkaVariant *v, const Setup *setup, Position *p) {
    position_clear(p, v);
    for (int square = 0; square < v->squares; square++)
        if (setup->board[square]) position_put(p, square, setup->board[square]);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < v->hand_count; i++) position_set_hand(p, side, i, setup->hand[side][i]);
    position_set_side(p, setup->side);
    position_set_skipped(p, setup->skipped);
}

static void write_row(const Position *p, int rank, Out *out) {
    const HenkaVariant *v = p->variant;
    int empty = 0;
    for (int file = v->files; file >= 1; file--) {
        Piece piece = p->board[square_of(v, file, rank)];
        if (!piece) {
            empty++;
            continue;
        }
        if (empty) out_format(out, "%d", empty);
        empty = 0;
        id_write(v, piece_type(piece), piece_side(piece), true, out);
    }
    if (empty) out_format(out, "%d", empty);
}

static void write_hands(const Position *p, Out *out) {
    const HenkaVariant *v = p->variant;
    bool none = true;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < v->hand_count; i++) {
            int count = p->hand[side][i];
            if (count == 0) continue;
            none = false;
            if (count > 1) out_format(out, "%d", count);
            id_write(v, v->hand_types[i], side, true, out);
        }
    if (none) out_char(out, '-');
}

void sfen_write(const Position *p, int number, Out *out) {
    static const char *const skipped[] = {"-", "b", "w", "bw"};
    for (int rank = 1; rank <= p->variant->ranks; rank++) {
        if (rank > 1) out_char(out, '/');
        write_row(p, rank, out);
    }
    out_text(out, p->side == HENKA_SENTE ? " b " : " w ");
    write_hands(p, out);
    out_format(out, " %d", number);
    if (p->variant->skip_not_twice) out_format(out, " %s", skipped[p->skipped & 3]);
}

size_t henka_game_sfen(const HenkaGame *game, char *buf, size_t cap) {
    Out out = out_to(buf, cap);
    sfen_write(&game->position, game->first_number + game->plies, &out);
    return out.length;
}
