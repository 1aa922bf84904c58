/* Moves of USI (7g7f, 8h2b+, P*5e) and of chess programs in coordinates (c3c4). Both write squares
 * one after another, with victims between origin and destination. */
#include "base/ascii.h"
#include "notation/ids.h"
#include "notation/move_text.h"
#include "notation/square.h"
#include "tables/tables.h"
#include "variant/array.h"

typedef int SquareScan(const HenkaVariant *, Scan *);

bool usi_read_promotion(const HenkaVariant *v, Scan *s, MoveQuery *q) {
    if (scan_char(s, '+'))
        q->promote = YES;
    else if (s->at + 1 == s->end && scan_char(s, '-'))
        q->promote = YES, q->turns_back = true;
    else if (scan_char(s, '=')) {
        q->promote = NO;
        if (scan_done(s)) return true;
        Scan before = *s;
        char id[16];
        int side, type = id_scan(v, s, &side, id);
        if (!scan_done(s)) *s = before, type = id_scan_plain(v, s);
        if (type <= 0) return false;
        q->promote = YES;
        q->becomes = type;
    }
    return scan_done(s);
}

void usi_write_promotion(const Position *p, Move m, Out *out) {
    if (!move_becomes(m)) return;
    if (p->variant->types[piece_type(p->board[move_from(m)])].choice_count == 0) {
        out_char(out, '+');
        return;
    }
    out_char(out, '=');
    id_write(p->variant, move_becomes(m), out);
}

/* Reads the squares of a move, from origin to destination, with "-", "x", a comma or nothing
 * between them. After a comma the previous square may be repeated, as in XBoard (h7h8,h8i8). */
static bool path_read(const HenkaVariant *v, Scan *s, MoveQuery *q, SquareScan *square_read) {
    int last = square_read(v, s), squares = 1;
    if (last < 0) return false;
    q->from = last;
    for (;; squares++) {
        Scan before = *s;
        bool comma = scan_char(s, ',');
        if (!comma && (scan_char(s, '-') || scan_char(s, 'x'))) scan_blanks(s);
        int square = square_read(v, s);
        if (comma && square == last) square = square_read(v, s);
        if (square < 0) {
            *s = before;
            break;
        }
        if (squares > 1 && !query_add_through(q, last)) return false;
        last = square;
    }
    q->to = last;
    q->drop = NO;
    q->victims_said = true;
    return squares > 1;
}

bool usi_read(const HenkaGame *game, Scan *s, MoveQuery *q) {
    const HenkaVariant *v = game->variant;
    if (scan_text(s, "pass") || scan_text(s, "skip") || scan_text(s, "@@@@")) { /* skips the turn */
        q->stays = YES;
        q->promote = NO;
        q->victims_said = true;
        return scan_done(s);
    }
    if (ascii_is_digit(scan_peek(s))) {
        q->promote = NO_OR_MUST;
        return path_read(v, s, q, square_scan) && usi_read_promotion(v, s, q);
    }
    /* A drop: P*5e, {FL}*5e, P@e5 */
    Scan saved = *s;
    char id[16];
    int side, type = id_scan(v, s, &side, id);
    if (type <= 0 || (scan_peek(s) != '*' && scan_peek(s) != '@'))
        *s = saved, type = id_scan_plain(v, s);
    if (type <= 0 || (!scan_char(s, '*') && !scan_char(s, '@'))) return false;
    int to = square_scan(v, s);
    if (to < 0) to = square_scan_coordinates(v, s);
    if (to < 0) return false;
    q->types = (TypeSet)1 << type;
    q->drop = YES;
    q->to = to;
    return scan_done(s);
}

/* Lists the squares written between origin and destination: castling's partner, or the victims.
 * Returns their number: 0 if origin and destination identify a castling or a capture in passing. */
static int path_of(const Position *p, Move m, int path[MOVE_VICTIMS]) {
    if (query_is_implied(p, m) && !query_has_twin(p, m)) return 0;
    if (move_is_castling(m)) {
        path[0] = tables_castling_partner(p->variant, move_from(m), move_to(m), m & MOVE_INSIDE);
        return 1;
    }
    for (int i = 0; i < move_victim_count(m); i++) path[i] = move_victim(m, i);
    return move_victim_count(m);
}

void usi_write(const Position *p, Move m, Out *out) {
    const HenkaVariant *v = p->variant;
    if (move_is_drop(m)) {
        array_write_id(v, move_dropped(m), HENKA_SENTE, out);
        out_char(out, '*');
    } else
        square_write(v, move_from(m), out);
    int path[MOVE_VICTIMS], count = path_of(p, m, path);
    for (int i = 0; i < count; i++) square_write(v, path[i], out);
    square_write(v, move_to(m), out);
    if (!move_is_drop(m)) usi_write_promotion(p, m, out);
}

bool usi_read_coordinates(const HenkaGame *game, Scan *s, MoveQuery *q) {
    const HenkaVariant *v = game->variant;
    q->promote = NO_OR_MUST;
    if (!path_read(v, s, q, square_scan_coordinates)) return false;
    /* The type chosen at promotion is a lower-case letter at the end, as in e7e8q. */
    Scan before = *s;
    char id[16];
    int side, type = ascii_is_lower(scan_peek(s)) ? id_scan(v, s, &side, id) : 0;
    if (type > 0 && scan_done(s)) {
        q->promote = YES;
        q->becomes = type;
        return true;
    }
    *s = before;
    return usi_read_promotion(v, s, q);
}

/* Writes a promotion. With a choice, writes the letter of the chosen type, as in e7e8q. Otherwise
 * the key promotionSign of the game's file decides between the letter, a sign and nothing. */
static void choice_write(const Position *p, Move m, Out *out) {
    const HenkaVariant *v = p->variant;
    int becomes = move_becomes(m) ? move_becomes(m) : query_turns_to(p, m);
    if (!becomes) return;
    const PieceType *before = &v->types[piece_type(p->board[move_from(m)])],
                    *after = &v->types[becomes];
    char letter = after->fen_letter ? after->fen_letter : after->id[1] ? 0 : after->id[0];
    if (letter && (before->choice_count || v->promotion_sign == SIGN_LETTER))
        out_char(out, ascii_lower(letter));
    else if (v->promotion_sign == SIGN_NONE && !before->choice_count && query_must_promote(p, m))
        return;
    else if (becomes == before->unpromoted)
        out_char(out, '-');
    else if (move_becomes(m))
        usi_write_promotion(p, m, out);
    else
        out_char(out, '+');
}

void usi_write_coordinates(const Position *p, Move m, Out *out) {
    const HenkaVariant *v = p->variant;
    if (move_is_drop(m)) {
        array_write_fen_id(v, move_dropped(m), HENKA_SENTE, out);
        out_char(out, '@');
        square_write_coordinates(v, move_to(m), out);
        return;
    }
    int from = move_from(m), path[MOVE_VICTIMS], count = path_of(p, m, path);
    for (int i = 0; i <= count; i++) {
        int to = i < count ? path[i] : move_to(m);
        if (i) out_char(out, ',');
        square_write_coordinates(v, from, out);
        square_write_coordinates(v, to, out);
        from = to;
    }
    choice_write(p, m, out);
}
