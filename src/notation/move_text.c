#include "notation/move_text.h"

#include "base/error.h"
#include "base/utf8.h"
#include "notation/square.h"

size_t henka_move_text(const HenkaGame *game, HenkaMove move, HenkaNotation notation, char *buf,
                       size_t cap) {
    Move list[HENKA_MAX_MOVES];
    size_t count =
        notation == HENKA_WESTERN || notation == HENKA_JAPANESE || notation == HENKA_USUAL
            ? henka_game_moves(game, list, HENKA_MAX_MOVES)
            : 0;
    return henka_move_text_among(game, move, notation, list, count, buf, cap);
}

size_t henka_move_text_among(const HenkaGame *game, HenkaMove move, HenkaNotation notation,
                             const HenkaMove *moves, size_t move_count, char *buf, size_t cap) {
    Out out = out_to(buf, cap);
    const Position *p = &game->position;
    if (!position_could_make(p, move)) return 0;
    Move list[HENKA_MAX_MOVES];
    int count = 0;
    for (size_t i = 0; i < move_count && count < HENKA_MAX_MOVES; i++)
        if (position_could_make(p, moves[i])) list[count++] = moves[i];
    switch (notation) {
    case HENKA_USI:
        usi_write(p, move, &out);
        break;
    case HENKA_COORDINATES:
        usi_write_coordinates(p, move, &out);
        break;
    case HENKA_XBOARD:
        xboard_write(p, move, &out);
        break;
    case HENKA_WESTERN:
        western_write(game, move, list, count, &out);
        break;
    case HENKA_JAPANESE:
        japanese_write(game, move, list, count, &out);
        break;
    case HENKA_KIF:
        japanese_write_kif(game, move, &out);
        break;
    case HENKA_USUAL:
        usual_write(game, move, list, count, &out);
        break;
    }
    return out.length;
}

size_t henka_line_text(const HenkaGame *game, const HenkaMove *moves, size_t count,
                       HenkaNotation notation, char *buf, size_t cap) {
    Out out = out_to(buf, cap);
    HenkaGame *copy = count ? henka_game_copy(game) : NULL;
    for (size_t i = 0; copy && i < count && henka_game_legal(copy, moves[i]); i++) {
        char text[128];
        henka_move_text(copy, moves[i], notation, text, sizeof text);
        out_format(&out, " %s", text);
        henka_game_play(copy, moves[i]);
    }
    henka_game_free(copy);
    return out.length;
}

int move_text_fits(const HenkaGame *game, const MoveQuery *q, const Move *list, int count,
                   Move *fits) {
    int n = query_filter(&game->position, q, list, count, fits);
    return q->drop == UNSAID && n > 1 ? query_prefer_board(fits, n) : n;
}

bool move_text_reads_as(const HenkaGame *game, MoveReader *read, const char *text, Move m,
                        const Move *list, int count) {
    Scan s = scan_of(text, strlen(text));
    MoveQuery q = query_any();
    if (!read(game, &s, &q)) return false;
    Move fits[HENKA_MAX_MOVES];
    return move_text_fits(game, &q, list, count, fits) == 1 && fits[0] == m;
}

bool move_text_reading(const HenkaGame *game, const char *text, int index, MoveQuery *q, bool *read,
                       int *column) {
    static MoveReader *const readers[] = {usi_read, usi_read_coordinates, usual_read, western_read,
                                          japanese_read};
    enum { READERS = sizeof readers / sizeof *readers };
    Scan s = scan_of(text, strlen(text));
    scan_blanks(&s);
    while (s.end > s.at && scan_is_blank(s.end[-1])) s.end--;
    *q = query_any();
    if (index >= READERS + 2) return false;
    const HenkaVariant *v = game->variant;
    size_t digits = (size_t)(index - READERS) + 1;
    if (index < READERS) {
        *read = readers[index](game, &s, q);
    } else if ((*read = v->files == 1 && (size_t)(s.end - s.at) > digits)) {
        /* On a strip (a board of one file) a square is a number, and two numbers may follow each
         * other without separator: 1514 is 15-14. */
        for (size_t i = 0; i <= digits; i++) *read &= ascii_is_digit(s.at[i]);
        Scan first = {s.at, s.at, s.at + digits};
        if (*read) {
            s.at += digits;
            *q = (MoveQuery){.from = square_scan(v, &first),
                             .to = square_scan(v, &s),
                             .drop = NO,
                             .stays = UNSAID,
                             .promote = NO,
                             .victims_said = true};
            *read = q->from >= 0 && q->to >= 0 && usi_read_promotion(v, &s, q);
        }
    }
    *column = scan_column(&s);
    return true;
}

void move_text_examples(const HenkaGame *game, const Move *legal, int count, bool coordinates,
                        MoveExamples *examples) {
    const Position *p = &game->position;
    Move on_board = HENKA_NO_MOVE, plain = HENKA_NO_MOVE, drop = HENKA_NO_MOVE;
    for (int i = 0; i < count; i++) {
        Move m = legal[i];
        if (move_is_drop(m)) {
            if (drop == HENKA_NO_MOVE) drop = m;
            continue;
        }
        if (on_board == HENKA_NO_MOVE) on_board = m;
        if (plain == HENKA_NO_MOVE && !move_victim_count(m) && !move_becomes(m) &&
            move_from(m) != move_to(m))
            plain = m;
    }
    Move shown = plain == HENKA_NO_MOVE ? on_board : plain;
    Out outs[3];
    size_t n = 0;
    for (size_t i = 0; i < 3; i++) outs[i] = out_to(examples->texts[i], sizeof examples->texts[i]);
    void (*write)(const Position *, Move, Out *) = coordinates ? xboard_write : usi_write;
    if (shown != HENKA_NO_MOVE) write(p, shown, &outs[n++]);
    if (shown != HENKA_NO_MOVE && !coordinates)
        western_write(game, shown, legal, count, &outs[n++]);
    if (drop != HENKA_NO_MOVE) write(p, drop, &outs[n++]);
    for (size_t i = 0; i < n; i++) examples->list[i] = arg_text(examples->texts[i]);
    examples->count = n;
}

static bool say_unreadable(const HenkaGame *game, const Move *legal, int count, const char *text,
                           int column, HenkaError *error) {
    MoveExamples examples;
    move_text_examples(game, legal, count, false, &examples);
    MessageArg list = arg_list(examples.list, examples.count);
    if (!text[strspn(text, " \t\r\n")]) return error_say(error, 1, 1, MSG_MOVE_MISSING, list);
    const char *at = text + column - 1;
    if (!*at) return error_say(error, 1, column, MSG_MOVE_UNFINISHED, list);
    char found[24];
    size_t length = 0;
    for (; at[length] && length < 20; length++)
        found[length] = at[length] < ' ' && !(at[length] & 0x80) ? '?' : at[length];
    length = utf8_cut(found, length, length);
    return error_say(error, 1, column, MSG_MOVE_UNREADABLE, list, arg_bytes(found, length));
}

static bool say_several(const HenkaGame *game, const Move *moves, int count, HenkaError *error) {
    enum { MOST = 5 };
    char texts[MOST][64];
    MessageArg list[MOST + 1];
    int said = 0;
    for (; said < count && said < MOST; said++) {
        Out out = out_to(texts[said], sizeof texts[said]);
        usi_write(&game->position, moves[said], &out);
        list[said] = arg_text(texts[said]);
    }
    Message more = MESSAGE_OF(MSG_LIST_MORE);
    if (count > MOST) list[said++] = arg_message(&more);
    return error_say(error, 1, 1, MSG_MOVE_SEVERAL, arg_number(count),
                     arg_list(list, (size_t)said));
}

MoveTextMeans move_text_parse(const HenkaGame *game, const char *text, Move *move,
                              HenkaError *error) {
    Move list[HENKA_MAX_MOVES], fits[HENKA_MAX_MOVES];
    int count = (int)henka_game_moves(game, list, HENKA_MAX_MOVES), farthest = 1, column;
    if (game_is_spent(game)) return game_say_unplayed(game, error);
    if (!count) {
        error_say(error, 1, 1, MSG_MOVE_GAME_OVER, arg_reason(henka_game_outcome(game).reason));
        return MOVE_TEXT_OVER;
    }
    bool read, any = false;
    MoveQuery q;
    for (int i = 0; move_text_reading(game, text, i, &q, &read, &column); i++) {
        if (column > farthest) farthest = column;
        if (!read) continue;
        any = true;
        int n = move_text_fits(game, &q, list, count, fits);
        if (n == 1) {
            if (move) *move = fits[0];
            return MOVE_TEXT_ONE;
        }
        if (n > 1) return say_several(game, fits, n, error), MOVE_TEXT_SEVERAL;
    }
    if (!any) return say_unreadable(game, list, count, text, farthest, error), MOVE_TEXT_UNREADABLE;
    HenkaError why;
    if (!explain_text(game, text, square_write, &why)) error_say(&why, 1, 1, MSG_EXPLAIN_NOT_LEGAL);
    text += strspn(text, " \t\r\n");
    size_t length = strcspn(text, " \t\r\n");
    if (length > 32)
        error_say(error, 1, 1, MSG_MOVE_ILLEGAL_LONG, arg_error(&why));
    else
        error_say(error, 1, 1, MSG_MOVE_ILLEGAL, arg_bytes(text, length), arg_error(&why));
    return MOVE_TEXT_ILLEGAL;
}

bool henka_move_parse(const HenkaGame *game, const char *text, HenkaMove *move, HenkaError *error) {
    return move_text_parse(game, text, move, error) == MOVE_TEXT_ONE;
}

/* Does the query denote an existing piece: a piece of either side on its origin, or, without an
 * origin, a piece of the side to move? A drop always counts. */
static bool names_a_piece(const Position *p, const MoveQuery *q) {
    if (q->drop == YES) return true;
    for (int square = 0; square < p->variant->squares; square++) {
        Piece piece = p->board[square];
        if (!piece || (q->types && !(q->types >> piece_type(piece) & 1))) continue;
        if (q->from < 0 ? piece_side(piece) == p->side : q->from == square) return true;
    }
    return false;
}

/* Is the text an attempt at a move that the rules forbid? False if the text can also be read as a
 * move that is legal or that only the rule of repetition forbids. Sets *waiting if the text names a
 * piece of the side that is not to move as the piece that moves. */
static bool is_illegal_attempt(const HenkaGame *game, const char *text, bool *waiting) {
    Position copy = game->position, *p = &copy;
    Move list[HENKA_MAX_MOVES], fits[HENKA_MAX_MOVES];
    int count = movegen_legal(p, MOVEGEN_ALL, list), column;
    bool read, any = false;
    MoveQuery q;
    *waiting = false;
    for (int i = 0; move_text_reading(game, text, i, &q, &read, &column); i++) {
        if (!read) continue;
        if (query_filter(p, &q, list, count, fits)) return false;
        any |= names_a_piece(p, &q);
        *waiting |= q.drop != YES && q.from >= 0 && p->board[q.from] &&
                    piece_side(p->board[q.from]) != p->side;
    }
    return any;
}

/* both_sides: one user enters the moves of both sides, so an illegal move may be an attempt to move
 * for the side that is not to move. */
static HenkaTextPlayed play_text(HenkaGame *game, const char *text, bool both_sides,
                                 HenkaMove *move, HenkaError *error) {
    HenkaMove meant;
    if (henka_move_parse(game, text, &meant, error) && henka_game_play(game, meant)) {
        if (move) *move = meant;
        return HENKA_TEXT_PLAYED;
    }
    if (game_is_spent(game)) return game_say_unplayed(game, error), HENKA_TEXT_REFUSED;
    bool waiting;
    if (!game->variant->strict || !is_illegal_attempt(game, text, &waiting))
        return HENKA_TEXT_REFUSED;
    HenkaSide side = henka_game_side(game);
    if (both_sides && henka_game_plies(game) && waiting) side = !side;
    return henka_game_end(game, HENKA_ILLEGAL_MOVE, side) ? HENKA_TEXT_LOST : HENKA_TEXT_REFUSED;
}

HenkaTextPlayed henka_game_play_text(HenkaGame *game, const char *text, HenkaMove *move,
                                     HenkaError *error) {
    return play_text(game, text, false, move, error);
}

HenkaTextPlayed henka_game_play_text_both(HenkaGame *game, const char *text, HenkaMove *move,
                                          HenkaError *error) {
    return play_text(game, text, true, move, error);
}
