#include "notation/state_field.h"

#include "base/error.h"
#include "notation/square.h"
#include "tables/tables.h"
#include "variant/array.h"

static bool has_bit(const uint64_t words[4], int square) {
    return words[square >> 6] >> (square & 63) & 1;
}
static void set_bit(uint64_t words[4], int square, bool on) {
    uint64_t bit = (uint64_t)1 << (square & 63);
    words[square >> 6] = on ? words[square >> 6] | bit : words[square >> 6] & ~bit;
}

bool state_field_is_used(const HenkaVariant *v) {
    return v->tables->state && v->tables->state->remembers;
}

static bool field_ends(const Scan *s) { return scan_done(s) || scan_is_blank(*s->at); }

static MessageArg square_arg(const HenkaVariant *v, int square, SquareWriter *write,
                             char text[16]) {
    Out out = out_to(text, 16);
    write(v, square, &out);
    return arg_text(text);
}

void state_field_place(const Setup *setup, Position *p) {
    for (int square = 0; setup->unmoved_said && square < p->variant->squares; square++)
        position_set_unmoved(p, square, has_bit(setup->unmoved, square));
    position_set_push(p, setup->push_from, setup->push_to);
    for (int side = 0; side < 2; side++) position_set_checks(p, side, setup->checks[side]);
}

/* ---- SFEN ------------------------------------------------------------------------------------ */

/* Reads the number of checks that each side has given, such as `+2+0`. */
static bool scan_checks(const HenkaVariant *v, Scan *s, Setup *setup, HenkaError *error) {
    for (int side = 0; side < 2; side++) {
        Scan before = *s;
        int count = scan_char(s, '+') ? scan_number(s) : -1;
        if (count < 0 || count > v->checks_to_win)
            return error_say(error, 1, scan_column(&before), MSG_SFEN_EXPECTED_CHECKS,
                             arg_number(v->checks_to_win));
        setup->checks[side] = count;
    }
    return true;
}

/* Reads the whole field: the squares of pieces that have not moved; after a comma, the last move if
 * it allows a capture in passing; after another comma, the checks given. */
bool state_field_scan(const HenkaVariant *v, Scan *s, Setup *setup, HenkaError *error) {
    char names[2][16];
    setup->unmoved_said = true;
    bool none = scan_char(s, '-');
    while (!none && !field_ends(s) && scan_peek(s) != ',') {
        Scan before = *s;
        int square = square_scan(v, s);
        if (square < 0) return sfen_say_expected(s, MSG_SFEN_EXPECTED_UNMOVED, error);
        if (!has_bit(v->tables->state->tracked, square) ||
            setup->board[square] != v->start_board[square])
            return error_say(error, 1, scan_column(&before), MSG_SFEN_NOT_AT_HOME,
                             square_arg(v, square, square_write, names[0]));
        set_bit(setup->unmoved, square, true);
    }
    bool more = scan_char(s, ',');
    if (more && !(v->checks_to_win && scan_peek(s) == '+')) {
        Scan before = *s;
        int from = square_scan(v, s), to = square_scan(v, s);
        Position p;
        if (from < 0 || to < 0) return sfen_say_expected(&before, MSG_SFEN_EXPECTED_PUSH, error);
        sfen_setup_place(v, setup, &p);
        if (!position_may_have_pushed(&p, from, to))
            return error_say(error, 1, scan_column(&before), MSG_SFEN_NO_PUSH,
                             square_arg(v, from, square_write, names[0]),
                             square_arg(v, to, square_write, names[1]));
        setup->push_from = from, setup->push_to = to;
        more = v->checks_to_win && scan_char(s, ',');
    }
    if (more && !scan_checks(v, s, setup, error)) return false;
    return field_ends(s) || sfen_say_expected(s, MSG_SFEN_EXPECTED_UNMOVED, error);
}

void state_field_write(const Position *p, Out *out) {
    const PositionState *state = &p->state;
    array_write_unmoved(p->variant, state->unmoved, out);
    if (state->push_from != state->push_to) {
        out_char(out, ',');
        square_write(p->variant, state->push_from, out);
        square_write(p->variant, state->push_to, out);
    }
    if (state->checks[0] || state->checks[1])
        out_format(out, ",+%d+%d", state->checks[0], state->checks[1]);
}

/* ---- FEN ------------------------------------------------------------------------------------- */

static bool is_castling_letter(char c) {
    c = ascii_lower(c);
    return c == 'k' || c == 'q' || (c >= 'a' && c < 'a' + MAX_FILES);
}

/* Does the letter denote this castling in FEN? The letter is in upper case for both sides. */
static bool says(const HenkaVariant *v, char letter, const Castling *c) {
    if (letter == 'K' || letter == 'Q') return (c->to < c->from) == (letter == 'K');
    return letter == ascii_upper(file_letter(v, file_of(v, c->partner)));
}

static bool at_home(const HenkaVariant *v, const Setup *setup, int square) {
    return setup->board[square] && setup->board[square] == v->start_board[square];
}

/* Reads FEN's field for castling. K and Q are directions here, though also files of wide boards. */
static bool scan_castling(const HenkaVariant *v, Scan *s, Setup *setup, HenkaError *error) {
    const StateTables *t = v->tables->state;
    setup->unmoved_said = true;
    for (int square = 0; square < v->squares; square++)
        set_bit(setup->unmoved, square, has_bit(t->tracked, square) && at_home(v, setup, square));
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < t->castling_count[side]; i++)
            set_bit(setup->unmoved, t->castlings[side][i].from, false),
                set_bit(setup->unmoved, t->castlings[side][i].partner, false);
    if (scan_char(s, '-')) return true;
    for (; !field_ends(s); s->at++) {
        int side = ascii_is_upper(*s->at) ? HENKA_SENTE : HENKA_GOTE;
        bool found = false;
        if (!is_castling_letter(*s->at))
            return sfen_say_expected(s, MSG_SFEN_EXPECTED_CASTLING, error);
        for (int i = 0; i < t->castling_count[side]; i++) {
            const Castling *c = &t->castlings[side][i];
            if (!says(v, ascii_upper(*s->at), c) || !at_home(v, setup, c->partner) ||
                setup->board[c->from] != piece_make(side, c->type))
                continue;
            found = true;
            set_bit(setup->unmoved, c->partner, true);
            if (has_bit(t->tracked, c->from) && at_home(v, setup, c->from))
                set_bit(setup->unmoved, c->from, true);
        }
        if (!found)
            return error_say(error, 1, scan_column(s), MSG_SFEN_NO_CASTLING, arg_bytes(s->at, 1));
    }
    return true;
}

static bool scan_passed(const HenkaVariant *v, Scan *s, Setup *setup, HenkaError *error) {
    Scan before = *s;
    char name[16];
    Position p;
    if (scan_char(s, '-')) return true;
    int square = square_scan_coordinates(v, s);
    if (square < 0) return sfen_say_expected(&before, MSG_SFEN_EXPECTED_PASSED, error);
    sfen_setup_place(v, setup, &p);
    for (int to = 0; to < v->squares; to++)
        for (int from = 0; p.board[to] && from < v->squares; from++) {
            uint8_t passed[MAX_RANKS];
            bool passes = false;
            for (int i = position_passed(v, p.side, from, to, passed) - 1; i >= 0; i--)
                passes |= passed[i] == square;
            if (!passes || !position_may_have_pushed(&p, from, to)) continue;
            setup->push_from = from, setup->push_to = to;
            return true;
        }
    return error_say(error, 1, scan_column(&before), MSG_SFEN_NOTHING_PASSED,
                     square_arg(v, square, square_write_coordinates, name));
}

bool state_field_is_fen(Scan s) {
    scan_blanks(&s);
    while (!field_ends(&s)) s.at++; /* skips the side to move */
    scan_blanks(&s);
    if (!scan_char(&s, '-'))
        for (; !field_ends(&s); s.at++)
            if (!is_castling_letter(*s.at)) return false;
    if (scan_done(&s)) return false;
    scan_blanks(&s);
    if (!scan_char(&s, '-')) { /* the square that a piece passed by its double step */
        if (!ascii_is_lower(scan_peek(&s))) return false;
        s.at++;
        if (scan_number(&s) < 0) return false;
    }
    return field_ends(&s);
}

bool state_field_scan_fen(const HenkaVariant *v, Scan *s, Setup *setup, HenkaError *error) {
    scan_blanks(s);
    if (!scan_castling(v, s, setup, error)) return false;
    scan_blanks(s);
    if (!scan_passed(v, s, setup, error)) return false;
    return field_ends(s) || sfen_say_expected(s, MSG_SFEN_EXPECTED_PASSED, error);
}

bool state_field_scan_fen_checks(const HenkaVariant *v, Scan *s, Setup *setup, HenkaError *error) {
    scan_blanks(s);
    Scan before = *s, look = *s;
    if (!v->checks_to_win || scan_done(s)) return true;
    if (scan_peek(s) == '+') return scan_checks(v, s, setup, error);
    if (scan_number(&look) < 0 || scan_peek(&look) != '+')
        return true; /* the field is not about checks: it counts moves */
    /* The form `3+3`: the number of checks that each side has yet to give */
    int left[2] = {scan_number(s), scan_char(s, '+') ? scan_number(s) : -1};
    bool good = field_ends(s);
    for (int side = 0; side < 2; side++) {
        good = good && left[side] >= 0 && left[side] <= v->checks_to_win;
        if (good) setup->checks[side] = v->checks_to_win - left[side];
    }
    return good || error_say(error, 1, scan_column(&before), MSG_SFEN_EXPECTED_CHECKS_LEFT,
                             arg_number(v->checks_to_win));
}

void state_field_write_fen(const Position *p, Out *out) {
    bool any = false;
    for (int side = 0; side < 2; side++)
        for (const char *letter = "KQ"; *letter; letter++) {
            const StateTables *t = p->variant->tables->state;
            bool right = false;
            for (int i = 0; i < t->castling_count[side] && !right; i++) {
                const Castling *c = &t->castlings[side][i];
                Piece partner = p->board[c->partner];
                right = says(p->variant, *letter, c) &&
                        p->board[c->from] == piece_make(piece_side(partner), c->type) &&
                        position_is_unmoved(p, c->partner) &&
                        (!c->virgin || position_is_first_move(p, c->from));
            }
            if (right) out_char(out, side == HENKA_SENTE ? *letter : ascii_lower(*letter));
            any |= right;
        }
    if (!any) out_char(out, '-');
    out_char(out, ' ');
    uint8_t passed[MAX_RANKS];
    int count = position_passed(p->variant, p->side, p->state.push_from, p->state.push_to, passed);
    if (!count || p->state.push_from == p->state.push_to)
        out_char(out, '-');
    else
        square_write_coordinates(p->variant, passed[0], out);
    int wanted = p->variant->checks_to_win;
    if (wanted) out_format(out, " %d+%d", wanted - p->state.checks[0], wanted - p->state.checks[1]);
}
