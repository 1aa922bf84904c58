#include "notation/sfen.h"

#include "base/error.h"
#include "base/utf8.h"
#include "notation/ids.h"
#include "notation/state_field.h"
#include "rules/game.h"
#include "variant/array.h"

enum { MOST_PIECES = 255, MOST_NUMBER = 999999 };

/* The text at *s as the argument of an error message: the next word, cut after 20 bytes, or a
 * message for a blank or the end. The buffer `text` must live as long as the message. */
static Message found_at(const Scan *s, char text[24]) {
    size_t length = 0;
    for (const char *at = s->at; at < s->end && !scan_is_blank(*at) && length < 20; at++)
        text[length++] = (unsigned char)*at >= ' ' && *at != 127 ? *at : '?';
    length = utf8_cut(text, length, length);
    if (scan_done(s)) return MESSAGE_OF(MSG_FOUND_END);
    if (!length) return MESSAGE_OF(MSG_FOUND_BLANK);
    return MESSAGE_OF(MSG_FOUND_TEXT, arg_bytes(text, length));
}

bool sfen_say_expected(const Scan *s, MessageKey expected, HenkaError *error) {
    char text[24];
    Message found = found_at(s, text);
    return error_say(error, 1, scan_column(s), expected, arg_message(&found));
}

/* Length of an id of several letters that is written here without its braces; 0: no such id. */
static int unbraced(const HenkaVariant *v, const Scan *s) {
    Scan at = *s;
    scan_char(&at, '+');
    for (int type = 1; type <= v->type_count; type++) {
        const char *id = v->types[type].id + (v->types[type].id[0] == '+');
        size_t length = strlen(id), same = 0;
        while (same < length && at.at + same < at.end &&
               ascii_upper(at.at[same]) == ascii_upper(id[same]))
            same++;
        if (length > 1 && same == length) return (int)length;
    }
    return 0;
}

static bool say_unknown_id(const HenkaVariant *v, const Scan *before, const Scan *after,
                           HenkaError *error) {
    char id[16]; /* the unknown id as written, without its braces */
    size_t id_length = 0;
    int letters = unbraced(v, before), column = scan_column(before);
    if (letters) {
        const char *typed = before->at, *first = typed + (*typed == '+');
        size_t length = (size_t)(first - typed) + (size_t)letters;
        return error_say(error, 1, column, MSG_SFEN_NO_BRACES, arg_bytes(typed, length),
                         arg_bytes(typed, (size_t)(first - typed)),
                         arg_bytes(first, (size_t)letters));
    }
    for (const char *at = before->at; at < after->at && id_length < 15; at++)
        if (*at != '{' && *at != '}') id[id_length++] = *at;
    id[id_length] = '\0';
    const char *near = id_nearest(v, id);
    if (*near)
        return error_say(error, 1, column, MSG_SFEN_UNKNOWN_ID_NEAR, arg_text(id),
                         arg_text(v->name), arg_text(near));
    enum { MOST = 24 };
    MessageArg ids[MOST + 1];
    int said = 0;
    for (; said < v->type_count && said < MOST; said++) ids[said] = arg_text(v->types[said + 1].id);
    Message more = MESSAGE_OF(MSG_LIST_MORE);
    if (v->type_count > MOST) ids[said++] = arg_message(&more);
    return error_say(error, 1, column, MSG_SFEN_UNKNOWN_ID, arg_list(ids, (size_t)said),
                     arg_text(id));
}

/* Reads a number of empty squares, a hole or a piece, and adds the number of squares to *filled. */
static bool scan_cell(const HenkaVariant *v, Scan *s, int rank, int *filled, Setup *setup,
                      HenkaError *error) {
    Scan before = *s;
    int run = scan_number(s);
    if (run >= 0) {
        if (run == 0)
            return error_say(error, 1, scan_column(&before), MSG_SFEN_EMPTY_RUN,
                             arg_number(v->files));
        if (run > v->files - *filled)
            return error_say(error, 1, scan_column(&before), MSG_SFEN_ROW_LONG, arg_number(rank),
                             arg_number(v->files));
        *filled += run;
        return true;
    }
    int square = *filled < v->files ? square_of(v, v->files - *filled, rank) : -1;
    if (scan_char(s, '*')) {
        if (square < 0 || !v->hole[square])
            return error_say(error, 1, scan_column(&before), MSG_SFEN_NO_HOLE, arg_number(rank));
        ++*filled;
        return true;
    }
    char id[16];
    int side = 0, type = id_scan(v, s, &side, id);
    if (type < 0) return sfen_say_expected(&before, MSG_SFEN_EXPECTED_CELL, error);
    if (type == 0) return say_unknown_id(v, &before, s, error);
    if (*filled == v->files)
        return error_say(error, 1, scan_column(&before), MSG_SFEN_ROW_LONG, arg_number(rank),
                         arg_number(v->files));
    if (v->hole[square])
        return error_say(error, 1, scan_column(&before), MSG_SFEN_ON_HOLE, arg_number(rank),
                         arg_text(v->types[type].name));
    /* Without a sign for promotion, programs write a piece that had to promote as unpromoted. */
    if (v->promotion_sign == SIGN_NONE && v->types[type].promoted &&
        must_promote_at(v, side, type, square))
        type = v->types[type].promoted;
    setup->board[square] = piece_make(side, type);
    ++*filled;
    return true;
}

static bool scan_board(const HenkaVariant *v, Scan *s, Setup *setup, HenkaError *error) {
    Scan before = *s;
    for (int rank = 1; rank <= v->ranks; rank++) {
        int filled = 0;
        while (!scan_done(s) && *s->at != '/' && *s->at != '[' && !scan_is_blank(*s->at))
            if (!scan_cell(v, s, rank, &filled, setup, error)) return false;
        if (filled != v->files)
            return error_say(error, 1, scan_column(s), MSG_SFEN_ROW_SHORT, arg_number(v->files),
                             arg_number(rank), arg_number(filled));
        if (rank < v->ranks && !scan_char(s, '/'))
            return error_say(error, 1, scan_column(s), MSG_SFEN_ROWS_FEW, arg_number(v->ranks),
                             arg_number(rank));
    }
    if (scan_peek(s) == '/')
        return error_say(error, 1, scan_column(s), MSG_SFEN_ROWS_MANY, arg_number(v->ranks));
    int pieces[2] = {0, 0};
    for (int square = 0; square < v->squares; square++)
        if (setup->board[square]) pieces[piece_side(setup->board[square])]++;
    if (pieces[0] > MOST_PIECES || pieces[1] > MOST_PIECES)
        return error_say(error, 1, scan_column(s), MSG_SFEN_PIECES_MANY, arg_number(MOST_PIECES),
                         arg_number(pieces[pieces[0] <= MOST_PIECES]));
    if (!pieces[0] && !pieces[1])
        return error_say(error, 1, scan_column(&before), MSG_POSITION_EMPTY);
    return true;
}

static bool scan_held(const HenkaVariant *v, Scan *s, Setup *setup, HenkaError *error) {
    Scan before = *s;
    int count = scan_number(s), side = 0;
    char id[16];
    Scan letter = *s;
    int type = id_scan(v, s, &side, id);
    if (type < 0)
        return sfen_say_expected(
            &letter, count < 0 ? MSG_SFEN_EXPECTED_HELD : MSG_SFEN_EXPECTED_HELD_AFTER_COUNT,
            error);
    if (type == 0) return say_unknown_id(v, &letter, s, error);
    const PieceType *kind = &v->types[type];
    if (kind->unpromoted && kind->in_hand != type && !v->drop_either_face)
        return error_say(error, 1, scan_column(&letter), MSG_SFEN_HELD_PROMOTED,
                         arg_bytes(letter.at, (size_t)(s->at - letter.at)));
    int held = kind->in_hand ? kind->in_hand : type, index = v->hand_index[held];
    if (index == HAND_NONE)
        return error_say(error, 1, scan_column(&before), MSG_SFEN_NEVER_HELD, arg_text(kind->name),
                         arg_text(v->name));
    if (count < 0) count = 1;
    if (count < 1 || count > HAND_MOST)
        return error_say(error, 1, scan_column(&before), MSG_SFEN_HELD_COUNT, arg_number(HAND_MOST),
                         arg_text(v->types[held].id), arg_number(count));
    setup->hand[side][index] += count;
    return true;
}

/* Reads pieces in hand up to a blank or the closing character. */
static bool scan_hands(const HenkaVariant *v, Scan *s, char close, Setup *setup,
                       HenkaError *error) {
    if (!scan_char(s, '-'))
        while (!scan_done(s) && !scan_is_blank(*s->at) && *s->at != close)
            if (!scan_held(v, s, setup, error)) return false;
    return true;
}

static bool at_field(Scan *s) {
    scan_blanks(s);
    Scan peek = *s;
    return !scan_done(s) && !scan_text(&peek, "moves");
}

static bool field_ends(const Scan *s) { return scan_done(s) || scan_is_blank(*s->at); }

static bool scan_side(Scan *s, char first, char second, Setup *setup, HenkaError *error) {
    scan_blanks(s);
    Scan before = *s;
    setup->side = scan_char(s, first) ? HENKA_SENTE : scan_char(s, second) ? HENKA_GOTE : -1;
    if (setup->side >= 0 && field_ends(s)) return true;
    char text[24];
    Message found = found_at(&before, text);
    return error_say(error, 1, scan_column(&before), MSG_SFEN_EXPECTED_SIDE, arg_bytes(&first, 1),
                     arg_bytes(&second, 1), arg_message(&found));
}

/* Reads a FEN's rest: side to move, w or b, then fields, whose last number counts move pairs. */
static bool scan_fen_tail(const HenkaVariant *v, Scan *s, Setup *setup, HenkaError *error) {
    bool state = state_field_is_used(v) && state_field_is_fen(*s);
    if (!scan_side(s, 'w', 'b', setup, error)) return false;
    if (state && !state_field_scan_fen(v, s, setup, error)) return false;
    int pairs = 1;
    for (int fields = 0; fields < 5 && at_field(s); fields++) {
        const char *at = s->at;
        if (state && !state_field_scan_fen_checks(v, s, setup, error)) return false;
        if (s->at != at) continue;
        Scan before = *s;
        int number = scan_char(s, '-') ? 0 : scan_number(s);
        if (number < 0 || !field_ends(s))
            return sfen_say_expected(&before, MSG_SFEN_EXPECTED_FEN_FIELD, error);
        if (number) pairs = number;
    }
    if (pairs > MOST_NUMBER / 2) pairs = MOST_NUMBER / 2;
    setup->number = 2 * pairs - 1 + (setup->side == HENKA_GOTE);
    return true;
}

static bool scan_count(Scan *s) {
    scan_blanks(s);
    return ascii_is_digit(scan_peek(s)) && scan_number(s) >= 0 && field_ends(s);
}

/* Do the fields after the side have the form of FEN instead of SFEN: two numbers, or, in games
 * without hands, two fields "-" as in chess? */
static bool fen_follows(const HenkaVariant *v, Scan s) {
    const Scan whole = s;
    scan_blanks(&s);
    while (s.at < s.end && !scan_is_blank(*s.at)) s.at++;
    Scan counts = s;
    if (scan_count(&counts) && scan_count(&counts)) return true;
    if (state_field_is_used(v) && state_field_is_fen(whole)) return true;
    for (int i = 0; i < 2; i++) {
        if (v->hands || !scan_is_blank(scan_peek(&s))) return false;
        scan_blanks(&s);
        if (!scan_char(&s, '-')) return false;
    }
    return field_ends(&s);
}

/* Reads the fields after the board: side to move and hands, then optionally move number, the sides
 * that skipped their last turn, and the counter-strike flag ("x" or "-"). */
static bool scan_sfen_fields(const HenkaVariant *v, Scan *s, Setup *setup, HenkaError *error) {
    if (fen_follows(v, *s)) return scan_fen_tail(v, s, setup, error);
    if (!scan_side(s, 'b', 'w', setup, error)) return false;
    if (at_field(s) && !scan_hands(v, s, '\0', setup, error)) return false;
    if (!field_ends(s)) return sfen_say_expected(s, MSG_SFEN_EXPECTED_BLANK, error);
    if (at_field(s)) {
        Scan before = *s;
        int number = scan_number(s);
        if (number < 0 || number > MOST_NUMBER || !field_ends(s))
            return sfen_say_expected(&before, MSG_SFEN_EXPECTED_NUMBER, error);
        setup->number = number ? number : 1; /* some programs write 0 for the first move */
    }
    if (v->skip_not_twice && at_field(s)) {
        Scan before = *s;
        setup->skipped = scan_text(s, "bw") || scan_text(s, "wb") ? 3
                         : scan_char(s, 'b')                      ? 1
                         : scan_char(s, 'w')                      ? 2
                         : scan_char(s, '-')                      ? 0
                                                                  : -1;
        if (setup->skipped < 0 || !field_ends(s))
            return sfen_say_expected(&before, MSG_SFEN_EXPECTED_SKIPS, error);
    }
    if (v->strikes && at_field(s)) {
        Scan before = *s;
        bool struck = scan_char(s, 'x');
        if ((!struck && !scan_char(s, '-')) || !field_ends(s))
            return sfen_say_expected(&before, MSG_SFEN_EXPECTED_STRUCK, error);
        setup->skipped |= struck ? STRUCK : 0;
    }
    return !state_field_is_used(v) || !at_field(s) || state_field_scan(v, s, setup, error);
}

bool sfen_scan(const HenkaVariant *v, Scan *s, Setup *setup, HenkaError *error) {
    memset(setup, 0, sizeof *setup);
    setup->number = 1;
    scan_blanks(s);
    if (!scan_board(v, s, setup, error)) return false;
    Scan hands = *s;
    bool fen = scan_char(s, '[');
    if (fen && !scan_hands(v, s, ']', setup, error)) return false;
    if (fen && !scan_char(s, ']')) return sfen_say_expected(s, MSG_SFEN_EXPECTED_BRACKET, error);
    if (!(fen ? scan_fen_tail : scan_sfen_fields)(v, s, setup, error)) return false;
    for (int i = 0; i < v->hand_count; i++) {
        /* A hand must not overflow even if one side captures all pieces. */
        int total = setup->hand[0][i] + setup->hand[1][i];
        for (int square = 0; square < v->squares; square++) {
            int type = piece_type(setup->board[square]);
            total += type && v->types[type].in_hand == v->hand_types[i];
        }
        if (total > HAND_MOST)
            return error_say(error, 1, scan_column(&hands), MSG_SFEN_KIND_MANY,
                             arg_number(HAND_MOST), arg_text(v->types[v->hand_types[i]].id),
                             arg_number(total));
    }
    return !at_field(s) || sfen_say_expected(s, MSG_SFEN_EXPECTED_END, error);
}

void sfen_setup_start(const HenkaVariant *v, Setup *setup) {
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
        sfen_setup_start(v, setup);
    else {
        if (!scan_word(s, "sfen")) scan_word(s, "fen");
        if (!sfen_scan(v, s, setup, error)) return false;
    }
    *moves = scan_word(s, "moves");
    scan_blanks(s);
    return *moves || scan_done(s) || sfen_say_expected(s, MSG_SFEN_EXPECTED_END, error);
}

void sfen_setup_place(const HenkaVariant *v, const Setup *setup, Position *p) {
    position_clear(p, v);
    for (int square = 0; square < v->squares; square++)
        if (setup->board[square]) position_put(p, square, setup->board[square]);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < v->hand_count; i++) position_set_hand(p, side, i, setup->hand[side][i]);
    position_set_side(p, setup->side);
    position_set_skipped(p, setup->skipped);
    state_field_place(setup, p);
}

void sfen_write(const Position *p, int number, Out *out) {
    static const char *const skipped[] = {"-", "b", "w", "bw"};
    array_write_board(p->variant, p->board, array_write_id, out);
    out_text(out, p->side == HENKA_SENTE ? " b " : " w ");
    array_write_hands(p->variant, p->hand[HENKA_SENTE], p->hand[HENKA_GOTE], out);
    out_format(out, " %d", number);
    if (p->variant->skip_not_twice) out_format(out, " %s", skipped[p->skipped & 3]);
    if (p->variant->strikes) out_text(out, p->skipped & STRUCK ? " x" : " -");
    if (state_field_is_used(p->variant)) {
        out_char(out, ' ');
        state_field_write(p, out);
    }
}

size_t henka_game_sfen(const HenkaGame *game, char *buf, size_t cap) {
    Out out = out_to(buf, cap);
    sfen_write(&game->position, game->first_number + game->plies, &out);
    return out.length;
}

/* ---- a game from text: SFEN, FEN or "startpos", with moves after it -------------------------- */

/* A first position with MOST_MOVES moves is refused: a later one could overflow the move list. */
enum { MOST_MOVES = HENKA_MAX_MOVES - 16 };

static HenkaGame *game_set_up(HenkaBudget *budget, const HenkaVariant *v, const Setup *setup,
                              HenkaError *error) {
    Move list[HENKA_MAX_MOVES];
    Position p;
    sfen_setup_place(v, setup, &p);
    p.budget = budget;
    Position either = p;
    bool many = false;
    for (int side = 0; side < 2 && !many; side++) {
        position_set_side(&either, side);
        many = movegen_legal(&either, MOVEGEN_ALL, list) >= MOST_MOVES;
    }
    if (budget_spent(budget)) return henka_budget_error(budget, v, error), NULL;
    if (many) {
        error_say(error, 1, 1, MSG_POSITION_TOO_MANY_MOVES, arg_number(MOST_MOVES));
        return NULL;
    }
    HenkaGame *game = game_from(&p, setup->number);
    if (!game) error_set(error, MSG_NO_MEMORY);
    return game;
}

HenkaGame *henka_game_new(const HenkaVariant *v, const char *sfen, HenkaError *error) {
    return henka_game_new_within(NULL, v, sfen, error);
}

HenkaGame *henka_game_new_within(HenkaBudget *budget, const HenkaVariant *v, const char *sfen,
                                 HenkaError *error) {
    Scan s = scan_of(sfen ? sfen : "startpos", strlen(sfen ? sfen : "startpos"));
    Setup setup;
    bool moves = false;
    if (!sfen_scan_position(v, &s, &setup, &moves, error)) return NULL;
    HenkaGame *game = game_set_up(budget, v, &setup, error);
    bool good = true;
    HenkaError why = {0};
    if (game && moves) scan_blanks(&s);
    for (; game && moves && good && !scan_done(&s); scan_blanks(&s)) {
        char word[128];
        int column = scan_column(&s); /* column of the word, for an error message */
        HenkaMove move;
        scan_take_word(&s, word, sizeof word);
        if (!henka_move_parse(game, word, &move, &why) && !game_is_spent(game))
            good = error_say(error, 1, column + why.column - 1, MSG_POSITION_MOVE,
                             arg_number(henka_game_plies(game) + 1), arg_error(&why));
        else if (game_is_spent(game) || !henka_game_play(game, move))
            good = game_say_unplayed(game, error);
    }
    if (good) return game;
    henka_game_free(game);
    return NULL;
}
