#include "notation/explain.h"

#include <stdlib.h>

#include "notation/moves.h"
#include "notation/square.h"
#include "rules/oracle.h"

/* ---- what a piece could do, rules of its variant aside ---- */

/* The query without what only rules decide: then it fits the raw moves of a piece. */
static MoveQuery raw_query(const MoveQuery *q) {
    MoveQuery raw = *q;
    raw.promote = UNSAID;
    raw.becomes = raw.hints = 0;
    return raw;
}

static Move with_promotion(const Position *p, const MoveQuery *q, Move m) {
    if (q->promote != YES) return m;
    const PieceType *type = &p->variant->types[piece_type(p->board[move_from(m)])];
    int becomes = q->becomes       ? q->becomes
                  : type->promoted ? type->promoted
                                   : piece_type(p->board[move_from(m)]);
    return move_promote(m, becomes);
}

/* A raw move of the piece that fits, 0 none. */
static Move raw_fit(const Position *p, int square, const MoveQuery *raw) {
    Move *list = malloc(sizeof *list * HENKA_MAX_MOVES), fit = MOVE_NONE;
    if (!list) abort();
    int count = oracle_walk(p, square, p->board[square], list, HENKA_MAX_MOVES);
    for (int i = 0; i < count && !fit; i++)
        if (query_fits(p, raw, list[i])) fit = list[i];
    free(list);
    return fit;
}

/* ---- reasons about one piece ---- */

static const char *name_at(const Position *p, int square) {
    return p->variant->types[piece_type(p->board[square])].name;
}

static void write_square(const Position *p, int square, Out *out) {
    square_write(p->variant, square, out);
}

static void write_standing(const Position *p, const char *whose, int square, Out *why) {
    out_format(why, "%s %s stands on ", whose, name_at(p, square));
    write_square(p, square, why);
}

/* The board with this piece alone, and what it would go through or take. */
static bool fits_alone(const Position *p, int square, const MoveQuery *raw, bool enemy_there) {
    Position *alone = malloc(sizeof *alone);
    if (!alone) abort();
    *alone = *p;
    memset(alone->board, 0, sizeof alone->board); /* the walk looks at the board only */
    alone->board[square] = p->board[square];
    for (int i = 0; i < raw->through_count; i++)
        alone->board[raw->through[i]] = p->board[raw->through[i]];
    int to = raw->to;
    if (to >= 0 && to != square && enemy_there)
        alone->board[to] = piece_make(!p->side, piece_type(p->board[square]));
    if (to >= 0 && to != square && !enemy_there) alone->board[to] = NO_PIECE;
    bool fits = raw_fit(alone, square, raw) != MOVE_NONE;
    free(alone);
    return fits;
}

/* Would the variant's ranks for jumping, or what may not be burnt, be the only obstacle? */
static bool fits_without_matrix(const Position *p, int square, const MoveQuery *raw) {
    HenkaVariant *free_variant = malloc(sizeof *free_variant);
    Position *position = malloc(sizeof *position);
    if (!free_variant || !position) abort();
    *free_variant = *p->variant;
    memset(free_variant->no_jump, 0, sizeof free_variant->no_jump);
    memset(free_variant->no_burn, 0, sizeof free_variant->no_burn);
    free_variant->jump_ranked = false;
    *position = *p;
    position->variant = free_variant;
    bool fits = raw_fit(position, square, raw) != MOVE_NONE;
    free(position);
    free(free_variant);
    return fits;
}

static void write_power(const Position *p, int square, Out *why) {
    char power[160];
    size_t length = henka_variant_describe_type(p->variant, piece_type(p->board[square]),
                                                HENKA_ENGLISH, power, sizeof power);
    out_format(why, "the %s cannot move like that", name_at(p, square));
    if (length && length < sizeof power) out_format(why, "; it %s", power);
}

/* Why this piece has no such move at all. */
static void explain_piece(const Position *p, int square, const MoveQuery *raw, Out *why) {
    int to = raw->to;
    if (to >= 0 && to != square && p->board[to] && piece_side(p->board[to]) == p->side) {
        write_standing(p, "your own", to, why);
        return;
    }
    for (int i = 0; i < raw->through_count; i++) {
        int victim = raw->through[i];
        if (victim == square || (p->board[victim] && piece_side(p->board[victim]) != p->side))
            continue;
        out_format(why, "nothing to take on ");
        write_square(p, victim, why);
        return;
    }
    if (fits_without_matrix(p, square, raw))
        out_format(why, "the %s may not jump over or take a piece of that rank on its way",
                   name_at(p, square));
    else if (to >= 0 && p->board[to] && fits_alone(p, square, raw, false) &&
             !fits_alone(p, square, raw, true))
        out_format(why, "the %s moves there but cannot capture there", name_at(p, square));
    else if (to >= 0 && !p->board[to] && fits_alone(p, square, raw, true) &&
             !fits_alone(p, square, raw, false))
        out_format(why, "the %s goes there only to capture", name_at(p, square));
    else if (fits_alone(p, square, raw, to >= 0 && p->board[to]))
        out_format(why, "the way of the %s is blocked", name_at(p, square));
    else
        write_power(p, square, why);
}

static void explain_from(const HenkaGame *game, const MoveQuery *q, int square, Out *why) {
    const Position *p = &game->position;
    MoveQuery raw = raw_query(q);
    raw.from = square;
    Move fit = raw_fit(p, square, &raw);
    if (!fit)
        explain_piece(p, square, &raw, why);
    else
        explain_rules(game, with_promotion(p, q, fit), why);
}

/* ---- which piece is meant ---- */

static bool wrong_origin(const Position *p, const MoveQuery *q, Out *why) {
    Piece piece = p->board[q->from];
    if (!piece) {
        out_text(why, "no piece stands on ");
        write_square(p, q->from, why);
    } else if (piece_side(piece) != p->side)
        write_standing(p, "the opponent's", q->from, why);
    else if (q->types && !(q->types >> piece_type(piece) & 1))
        write_standing(p, "another piece, a", q->from, why);
    else
        return false;
    return true;
}

static const char *first_name(const HenkaVariant *v, TypeSet types) {
    return types ? v->types[bb_lsb(types)].name : "piece";
}

/* Without an origin: the piece that could go there if a rule didn't stand against it; else the only
 * one of its kind. */
static void explain_any(const HenkaGame *game, const MoveQuery *q, Out *why) {
    const Position *p = &game->position;
    MoveQuery raw = raw_query(q);
    int only = -1, found = 0;
    for (int square = 0; square < p->variant->squares; square++) {
        Piece piece = p->board[square];
        if (!piece || piece_side(piece) != p->side ||
            (q->types && !(q->types >> piece_type(piece) & 1)))
            continue;
        only = square;
        found++;
        Move fit = raw_fit(p, square, &raw);
        if (fit && explain_rules(game, with_promotion(p, q, fit), why)) return;
    }
    if (found == 1 && q->to >= 0)
        explain_piece(p, only, &raw, why);
    else if (q->stays == YES && !q->through_count)
        out_text(why, "no piece here can skip its turn");
    else if (!found)
        out_format(why, "there is no %s on the board to move", first_name(p->variant, q->types));
    else {
        out_format(why, "no %s can go", first_name(p->variant, q->types));
        if (q->to >= 0) {
            out_text(why, " to ");
            write_square(p, q->to, why);
        } else
            out_text(why, " there");
    }
}

static void explain_drop(const HenkaGame *game, const MoveQuery *q, Out *why) {
    const Position *p = &game->position;
    const HenkaVariant *v = game->variant;
    int type = q->types ? bb_lsb(q->types) : 0, held = type ? v->types[type].in_hand : 0;
    if (!v->hands)
        out_text(why, "drop: captured pieces do not come back in this game");
    else if (!held || !v->types[type].can_drop || (held != type && !v->drop_either_face))
        out_format(why, "drop: a %s cannot be dropped", first_name(v, q->types));
    else if (!p->hand[p->side][v->hand_index[held]])
        out_format(why, "drop: there is no %s in hand", v->types[held].name);
    else if (q->to >= 0 && p->board[q->to]) {
        out_text(why, "drop: the square is taken, ");
        write_standing(p, "a", q->to, why);
    } else if (q->to >= 0)
        explain_rules(game, move_drop(type, q->to), why);
}

void explain_query(const HenkaGame *game, const MoveQuery *q, Out *why) {
    if (q->drop == YES)
        explain_drop(game, q, why);
    else if (q->from < 0)
        explain_any(game, q, why);
    else if (!wrong_origin(&game->position, q, why))
        explain_from(game, q, q->from, why);
}

/* A text that fits legal moves needs no reason but its vagueness. */
static bool fits_legal(const HenkaGame *game, const MoveQuery *q, Out *why) {
    Move list[HENKA_MAX_MOVES];
    int count = query_filter(&game->position, q, list, (int)henka_game_moves(game, list), list);
    if (q->drop == UNSAID && count > 1) count = query_prefer_board(list, count);
    if (count > 1)
        out_format(why, "it fits %d moves: say from where, or whether it promotes", count);
    return count > 0;
}

size_t henka_game_explain_illegal(const HenkaGame *game, const char *text, char *buf, size_t cap) {
    Out out = out_to(buf, cap);
    HenkaOutcome outcome = henka_game_outcome(game);
    if (outcome.reason != HENKA_PLAYING) {
        out_format(&out, "the game is over (%s)", henka_reason_name(outcome.reason));
        return out.length;
    }
    MoveQuery q, first;
    bool read, any = false;
    int column;
    for (int i = 0; move_reading(game, text, i, &q, &read, &column); i++) {
        if (!read) continue;
        if (fits_legal(game, &q, &out)) return out.length;
        if (!any) first = q;
        any = true;
    }
    if (!any)
        out_text(&out, "this is not written like a move (7g7f, P-7f, P*5e)");
    else
        explain_query(game, &first, &out);
    if (!out.length) out_text(&out, "it is not among the legal moves");
    return out.length;
}
