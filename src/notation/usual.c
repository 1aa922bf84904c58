/* The notations of chess and Chinese chess for games with their pieces, with chess's square names.
 *
 * SAN      Nf3, Nbd2, exd5, e8=Q+, O-O, N@f3: the standard algebraic notation of PGN (1994).
 * WXF      C2=5, H2+3, R+-1: piece, file, direction, and the number of ranks or the new file. Files
 *          count from the right of the side that moves. With two pieces of a kind on a file, + and
 *          - denote the front and the rear one. With more, or on more than one file, the number of
 *          the piece from the front stands before its file: 15+1.
 */
#include "base/ascii.h"
#include "format/family.h"
#include "notation/ids.h"
#include "notation/move_text.h"

#include <stdlib.h>

static bool has_san(const HenkaVariant *v) {
    return family_of(v) == FAMILY_FIGURE || family_of(v) == FAMILY_STUPA;
}

/* Does the move take pieces beside its path, or skip the turn? Neither notation can write it. */
static bool is_foreign(const Position *p, Move m) {
    return !move_is_drop(m) &&
           (move_from(m) == move_to(m) || (move_victim_count(m) && !query_is_implied(p, m)));
}

/* ---- SAN */

enum { ORIGIN_FILE = 1, ORIGIN_RANK = 2 };

static void san_form(const Position *p, Move m, int origin, Out *out) {
    const HenkaVariant *v = p->variant;
    int type = query_moved_type(p, m);
    if (move_is_drop(m)) {
        id_write(v, type, out);
        out_char(out, '@');
        return square_write_coordinates(v, move_to(m), out);
    }
    bool takes = p->board[move_to(m)] || move_victim_count(m),
         letterless = family_moves_without_letter(v, type);
    if (!letterless) id_write(v, type, out);
    if (letterless && takes) origin |= ORIGIN_FILE;
    if (origin & ORIGIN_FILE) out_char(out, file_letter(v, file_of(v, move_from(m))));
    if (origin & ORIGIN_RANK) out_format(out, "%d", v->ranks + 1 - rank_of(v, move_from(m)));
    if (takes) out_char(out, 'x');
    square_write_coordinates(v, move_to(m), out);
    if (!move_becomes(m)) return;
    out_char(out, '=');
    id_write(v, move_becomes(m), out);
}

static bool san_read(const HenkaGame *game, Scan *s, MoveQuery *q) {
    const HenkaVariant *v = game->variant;
    while (s->end > s->at && strchr("+#!?", s->end[-1])) s->end--; /* check, mate, comments */
    if (western_read_castling(game, s, q)) return true;
    int type = id_scan_plain(v, s);
    q->types = type ? (TypeSet)1 << type : 0;
    for (int each = 1; !type && each <= v->type_count; each++)
        if (family_moves_without_letter(v, each)) q->types |= (TypeSet)1 << each;
    if (!q->types) return false;
    q->drop = scan_char(s, '@') ? YES : NO;
    q->promote = NO_OR_MUST;
    q->victims_said = true;
    for (int origin = q->drop == YES ? 0 : ORIGIN_FILE | ORIGIN_RANK; origin >= 0; origin--) {
        Scan at = *s;
        q->from_file = q->from_rank = 0;
        if (origin & ORIGIN_FILE) {
            char letter = scan_peek(&at);
            if (!ascii_is_lower(letter) || letter - 'a' >= v->files) continue;
            at.at++;
            q->from_file = v->files - (letter - 'a');
        }
        if (origin & ORIGIN_RANK) {
            int number = scan_number(&at);
            if (number < 1 || number > v->ranks) continue;
            q->from_rank = v->ranks + 1 - number;
        }
        if (!scan_char(&at, 'x')) scan_char(&at, '-');
        q->to = square_scan_coordinates(v, &at);
        if (q->to < 0) continue;
        *s = at;
        scan_char(s, '=');
        if (scan_done(s)) return true;
        q->promote = YES;
        q->becomes = id_scan_plain(v, s);
        return q->becomes && scan_done(s);
    }
    return false;
}

/* The shortest text that means no other move of the list; false: there is none. */
static bool san_write(const HenkaGame *game, Move m, const Move *list, int count, Out *out) {
    const char *castling = western_castling(game, m, list, count);
    if (castling) return out_text(out, castling), true;
    for (int origin = 0; !move_is_castling(m) && origin <= (ORIGIN_FILE | ORIGIN_RANK); origin++) {
        char text[64];
        Out form = out_to(text, sizeof text);
        san_form(&game->position, m, origin, &form);
        if (!move_text_reads_as(game, san_read, text, m, list, count)) continue;
        return out_text(out, text), true;
    }
    return false;
}

static void check_write(const Position *p, Move m, Out *out) {
    Position after = *p;
    Edits edits;
    position_do(&after, m, &edits);
    if (attacks_in_check(&after)) out_char(out, movegen_any_legal(&after) ? '+' : '#');
}

/* ---- WXF */

/* The number of a square's file, from the right of this side. */
static int file_from_right(const HenkaVariant *v, int side, int square) {
    int file = file_of(v, square);
    return side == HENKA_SENTE ? file : v->files + 1 - file;
}

/* The number of ranks from one square to another, in this side's forward direction. */
static int ranks_ahead(const HenkaVariant *v, int side, int from, int to) {
    int up = rank_of(v, from) - rank_of(v, to);
    return side == HENKA_SENTE ? up : -up;
}

/* Could a piece of this type, moved like the other piece from `from` to `to`, stand there? */
static bool may_follow(const Position *p, int square, int from, int to) {
    const HenkaVariant *v = p->variant;
    int file = file_of(v, square) + file_of(v, to) - file_of(v, from),
        rank = rank_of(v, square) + rank_of(v, to) - rank_of(v, from);
    return file >= 1 && file <= v->files && rank >= 1 && rank <= v->ranks &&
           in_region(v, p->side, piece_type(p->board[square]), square_of(v, file, rank));
}

static void wxf_form(const Position *p, Move m, Out *out) {
    const HenkaVariant *v = p->variant;
    int from = move_from(m), to = move_to(m), file = file_of(v, from), number = 1, doubled = 0,
        on_file[MAX_FILES + 1] = {0}; /* pieces with this label, by file */
    bool front = true, follows = false;
    const char *label = v->types[query_moved_type(p, m)].western;
    for (int square = 0; square < v->squares; square++) {
        Piece piece = p->board[square];
        if (!piece || piece_side(piece) != p->side ||
            strcmp(v->types[piece_type(piece)].western, label) != 0)
            continue;
        doubled += ++on_file[file_of(v, square)] == 2;
        if (file_of(v, square) != file || square == from) continue;
        follows |= may_follow(p, square, from, to);
        if (ranks_ahead(v, p->side, from, square) < 0) continue;
        front = false;
        number++;
    }
    if (on_file[file] > 2 || (doubled > 1 && follows))
        out_format(out, "%d%d", number, file_from_right(v, p->side, from));
    else if (follows)
        out_format(out, "%s%c", label, front ? '+' : '-');
    else
        out_format(out, "%s%d", label, file_from_right(v, p->side, from));
    int ahead = ranks_ahead(v, p->side, from, to);
    out_char(out, ahead > 0 ? '+' : ahead < 0 ? '-' : '=');
    out_format(out, "%d", file_of(v, to) == file ? abs(ahead) : file_from_right(v, p->side, to));
}

/* The only move of the list with this text; HENKA_NO_MOVE: none or several have it. */
static Move wxf_meant(const Position *p, const char *text, const Move *list, int count) {
    Move meant = HENKA_NO_MOVE;
    for (int i = 0; i < count; i++) {
        char other[64];
        Out form = out_to(other, sizeof other);
        if (move_is_drop(list[i]) || is_foreign(p, list[i])) continue;
        wxf_form(p, list[i], &form);
        if (strcmp(text, other) != 0) continue;
        if (meant != HENKA_NO_MOVE) return HENKA_NO_MOVE;
        meant = list[i];
    }
    return meant;
}

static bool wxf_read(const HenkaGame *game, Scan *s, MoveQuery *q) {
    char text[16];
    size_t length = (size_t)(s->end - s->at);
    if (length < 4 || length >= sizeof text || !ascii_is_digit(s->end[-1])) return false;
    for (size_t i = 0; i < length; i++) text[i] = s->at[i] == '.' ? '=' : ascii_upper(s->at[i]);
    text[length] = '\0';
    Move list[HENKA_MAX_MOVES];
    int count = (int)henka_game_moves(game, list, HENKA_MAX_MOVES);
    Move m = wxf_meant(&game->position, text, list, count);
    if (m == HENKA_NO_MOVE) return false;
    s->at = s->end;
    q->from = move_from(m);
    q->to = move_to(m);
    q->drop = NO;
    q->victims_said = true;
    return true;
}

static bool wxf_write(const HenkaGame *game, Move m, const Move *list, int count, Out *out) {
    char text[64];
    Out form = out_to(text, sizeof text);
    if (move_is_drop(m)) return false;
    wxf_form(&game->position, m, &form);
    if (wxf_meant(&game->position, text, list, count) != m) return false;
    return out_text(out, text), true;
}

/* ---- both */

bool usual_read(const HenkaGame *game, Scan *s, MoveQuery *q) {
    const HenkaVariant *v = game->variant;
    if (has_san(v)) return san_read(game, s, q);
    return family_of(v) == FAMILY_DISC && wxf_read(game, s, q);
}

void usual_write(const HenkaGame *game, Move m, const Move *list, int count, Out *out) {
    const Position *p = &game->position;
    bool san = has_san(p->variant);
    if (!san && family_of(p->variant) != FAMILY_DISC)
        return western_write(game, m, list, count, out);
    bool written = !is_foreign(p, m) && (san ? san_write(game, m, list, count, out)
                                             : wxf_write(game, m, list, count, out));
    if (!written) usi_write_coordinates(p, m, out);
    if (san && movegen_list_has(list, count, m)) check_write(p, m, out);
}
