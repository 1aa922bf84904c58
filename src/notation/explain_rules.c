/* The rules a possible move can break, a row each. */
#include <stdlib.h>

#include "notation/explain.h"
#include "notation/square.h"

typedef struct Case {
    const HenkaGame *game;
    const Position *p;
    const HenkaVariant *v;
    Move move;
    int type; /* that moves or is dropped */
} Case;

typedef struct RuleRow {
    bool (*breaks)(const Case *, Out *why); /* writes why when it does */
} RuleRow;

static const char *name_of(const Case *c) { return c->v->types[c->type].name; }

static bool any_freezer_beside(const Case *c, int square, const char **name) {
    for (int dx = -1; dx <= 1; dx++)
        for (int dy = -1; dy <= 1; dy++) {
            int near = square_step(c->v, c->p->side, square, dx, dy);
            Piece piece = near < 0 ? NO_PIECE : c->p->board[near];
            if (!piece || piece_side(piece) == c->p->side ||
                !c->v->types[piece_type(piece)].freezes)
                continue;
            *name = c->v->types[piece_type(piece)].name;
            return true;
        }
    return false;
}

static bool breaks_freeze(const Case *c, Out *why) {
    const char *by = "piece";
    if (move_is_drop(c->move) || !attacks_is_frozen(c->p, move_from(c->move))) return false;
    any_freezer_beside(c, move_from(c->move), &by);
    out_format(why, "the %s is frozen by the enemy %s beside it", name_of(c), by);
    return true;
}

static bool breaks_skip(const Case *c, Out *why) {
    if (!move_is_skip(c->move) || !c->v->skip_not_twice || !(c->p->skipped >> c->p->side & 1))
        return false;
    out_text(why, "the same side may not skip on two turns running");
    return true;
}

static bool may_promote(const Case *c) {
    const HenkaVariant *v = c->v;
    bool starts = in_zone(v, c->p->side, move_from(c->move)),
         ends = in_zone(v, c->p->side, move_to(c->move));
    if (v->promote == PROMOTE_ZONE) return starts || ends;
    if (v->promote == PROMOTE_ENTER)
        return (!starts && ends) || (starts && position_is_capture(c->p, c->move));
    return false;
}

static bool breaks_promotion(const Case *c, Out *why) {
    if (move_is_drop(c->move) || !move_becomes(c->move)) return false;
    const PieceType *type = &c->v->types[c->type];
    if (c->v->promote == PROMOTE_FLIP)
        out_text(why, "pieces turn over when they capture; promotion is no choice");
    else if (!type->promoted && !type->choice_count)
        out_format(why, "the %s does not promote", name_of(c));
    else if (!may_promote(c))
        out_format(why, "the %s cannot promote there", name_of(c));
    else
        return false;
    return true;
}

static bool dead_there(const Case *c) {
    return depth_of(c->v, c->p->side, move_to(c->move)) >=
           c->v->ranks - c->v->types[c->type].no_move_ranks;
}

static bool breaks_forced_promotion(const Case *c, Out *why) {
    if (move_is_drop(c->move) || move_becomes(c->move) || !may_promote(c) || !dead_there(c))
        return false;
    if (!c->v->types[c->type].promoted && !c->v->types[c->type].choice_count) return false;
    out_format(why, "the %s must promote there: it would have no further move", name_of(c));
    return true;
}

static bool breaks_dead_drop(const Case *c, Out *why) {
    if (!move_is_drop(c->move) || !dead_there(c)) return false;
    out_format(why, "drop: the %s would have no further move", name_of(c));
    return true;
}

static bool breaks_file_limit(const Case *c, Out *why) {
    int limit = c->v->types[c->type].drop_file_limit, found = 0;
    if (!move_is_drop(c->move) || !limit) return false;
    for (int rank = 1; rank <= c->v->ranks; rank++)
        found += c->p->board[square_of(c->v, file_of(c->v, move_to(c->move)), rank)] ==
                 piece_make(c->p->side, c->type);
    if (found < limit) return false;
    if (limit == 1)
        out_format(why, "drop: a %s already stands on this file", name_of(c));
    else
        out_format(why, "drop: %d of %s already stand on this file", found, name_of(c));
    return true;
}

/* How far the drop stands ahead of this royal, if one of the mover's stands there. */
static bool ahead_of_royal(const Case *c, int square, int *ahead) {
    Piece piece = c->p->board[square];
    if (!piece || piece_side(piece) != c->p->side || !c->v->types[piece_type(piece)].royal)
        return false;
    *ahead = depth_of(c->v, c->p->side, move_to(c->move)) - depth_of(c->v, c->p->side, square);
    return true;
}

static bool breaks_royal_distance(const Case *c, Out *why) {
    if (!move_is_drop(c->move)) return false;
    for (int square = 0, ahead; square < c->v->squares; square++) {
        if (!ahead_of_royal(c, square, &ahead)) continue;
        const char *royal = c->v->types[piece_type(c->p->board[square])].name;
        if (c->v->drop_not_behind_royal && ahead < 0) {
            out_format(why, "drop: this square lies behind your own %s", royal);
            return true;
        }
        if (abs(ahead) < c->v->drop_royal_distance) {
            out_format(why, "drop: at least %d squares from your own %s", c->v->drop_royal_distance,
                       royal);
            return true;
        }
    }
    return false;
}

static bool breaks_royal_safety(const Case *c, Out *why) {
    if (c->v->royal != ROYAL_CHECKMATE) return false;
    Position after = *c->p;
    Edits move, pass;
    position_do(&after, c->move, &move);
    position_do_null(&after, &pass); /* so that it is asked of the mover */
    if (!attacks_in_check(&after)) return false;
    const char *royal = "royal";
    for (int type = 1; type <= c->v->type_count; type++)
        if (c->v->types[type].royal && !c->v->types[type].unpromoted)
            royal = c->v->types[type].name;
    out_format(why, "it leaves the %s in check", royal);
    return true;
}

static bool breaks_bar(const Case *c, Out *why) {
    Position p = *c->p;
    if (movegen_is_legal(&p, c->move)) return false;
    if (attacks_gives_check(&p, c->move))
        out_format(why, "drop: the %s may not be dropped to give checkmate", name_of(c));
    else
        out_text(why, "it leaves the opponent without a move, which is not allowed here");
    return true;
}

static bool breaks_repetition(const Case *c, Out *why) {
    static const char *const nth[] = {"second", "third",   "fourth", "fifth",
                                      "sixth",  "seventh", "eighth", "ninth"};
    if (!game_repeats_illegally(c->game, c->move)) return false;
    int n = c->v->repeat_count;
    out_format(why, "the position would stand on the board for the %s time",
               n >= 2 && n <= 9 ? nth[n - 2] : "last allowed");
    return true;
}

/* In the order a person would ask. The bar comes after everything else that can make a move
 * illegal: what is left is mate or stalemate. */
static const RuleRow ROWS[] = {
    {breaks_freeze},    {breaks_skip},       {breaks_promotion},      {breaks_forced_promotion},
    {breaks_dead_drop}, {breaks_file_limit}, {breaks_royal_distance}, {breaks_royal_safety},
    {breaks_bar},       {breaks_repetition},
};

bool explain_rules(const HenkaGame *game, Move move, Out *why) {
    const Position *p = &game->position;
    Case c = {game, p, game->variant, move,
              move_is_drop(move) ? move_dropped(move) : piece_type(p->board[move_from(move)])};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        if (ROWS[i].breaks(&c, why)) return true;
    return false;
}
