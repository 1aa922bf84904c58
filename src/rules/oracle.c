/* Tests every rule by making the move and looking at the result. The oracle is slow, and written
 * from the rules, independently of the fast generators. First come the moves of a piece, which are
 * followed leg by leg, then the rules about whole moves. */
#include "rules/oracle.h"

#include <stdlib.h>
#include <string.h>

#include "tables/tables.h"

/* ---- leg programs ---------------------------------------------------------------------------- */

/* Hash table of the moves found: many paths of a complicated power have equal ends and victims. */
enum {
    FOUND_SLOTS = 1 << 14,
    FOUND_FEW = 32 /* up to this number of moves, the list is searched instead of the hash table */
};

/* The moves of one piece being listed; filled by oracle_walk. */
typedef struct Walk {
    const Position *position;    /* the position; only its board and state are read */
    const HenkaVariant *variant; /* the position's variant */
    unsigned without;            /* rules that are ignored: WITHOUT_REGIONS, … */
    const Term *term;            /* the term (way of moving) that is being followed */
    Move *moves;                 /* the caller's list of moves */
    int count, cap;              /* number of moves in the list, and its capacity */
    int origin, side, type;      /* the piece's square, owner and type */
    uint16_t *found;             /* hash table with FOUND_SLOTS slots: index in `moves` + 1; 0: free
                                    slot. Used when there are more than FOUND_FEW moves */
    bool hashed;                 /* `found` is filled */
    unsigned steps;              /* number of steps followed but not yet charged to the budget */
    bool spent;                  /* the budget is used up: no further path is followed */
} Walk;

enum { STEPS_AT_ONCE = 256 /* number of steps that are charged to the budget at once */ };

/* The current state of a path. */
typedef struct LegPath {
    int square, direction; /* current square, and last direction: a bit number of Leg.dirs */
    int legs;              /* number of legs completed */
    int steps;             /* number of steps in all legs */
    int length;            /* number of steps in the current leg */
    Move victims;          /* a Move without origin and target, which holds the list of victims */
} LegPath;

static int step(const Walk *walk, int square, int dx, int dy) {
    const HenkaVariant *v = walk->variant;
    if (!walk->term->conditions.cylinder && !walk->term->conditions.torus)
        return square_step(v, walk->side, square, dx, dy);
    if (walk->side == HENKA_GOTE) dx = -dx, dy = -dy;
    int file = file_of(v, square) - 1 - dx, rank = rank_of(v, square) - 1 - dy;
    file = (file % v->files + v->files) % v->files;
    if (walk->term->conditions.torus) rank = (rank % v->ranks + v->ranks) % v->ranks;
    if (rank < 0 || rank >= v->ranks) return -1;
    return v->hole[square_of(v, file + 1, rank + 1)] ? -1 : square_of(v, file + 1, rank + 1);
}

/* Returns the piece on a square as the path sees it: the mover's origin counts as empty. */
static Piece content(const Walk *walk, int square) {
    return square == walk->origin ? NO_PIECE : position_at(walk->position, square);
}

static bool is_victim(const LegPath *path, int square) {
    for (int i = 0; i < move_victim_count(path->victims); i++)
        if (move_victim(path->victims, i) == square) return true;
    return false;
}

static int sign(int n) { return (n > 0) - (n < 0); }
/* What a leap crosses if it goes straight along its long side first and then diagonally. */
typedef struct Crossed {
    bool piece, hole; /* a crossed square holds a piece; a crossed square is a hole */
} Crossed;

static Crossed crosses(const Walk *walk, int square, int dx, int dy) {
    Crossed found = {false, false};
    int wide = dx < 0 ? -dx : dx, high = dy < 0 ? -dy : dy, diagonal = wide < high ? wide : high;
    int long_side = wide > high ? wide : high;
    for (int i = 1; i < long_side; i++) {
        int turned = i - (long_side - diagonal);
        int x = wide > high  ? i
                : turned > 0 ? turned
                             : 0,
            y = wide > high ? (turned > 0 ? turned : 0) : i;
        int crossed = step(walk, square, sign(dx) * x, sign(dy) * y);
        found.piece |= crossed >= 0 && content(walk, crossed) != NO_PIECE;
        found.hole |= crossed < 0; /* the leap stays on the board, so -1 is a hole */
    }
    return found;
}

static unsigned found_slot(const Walk *walk, Move move) {
    unsigned slot = (unsigned)(move * 0x9E3779B97F4A7C15u >> 50);
    while (walk->found[slot] && walk->moves[walk->found[slot] - 1] != move)
        slot = (slot + 1) % FOUND_SLOTS;
    return slot;
}

/* Is the move in the list? If not, enters it in the hash table; the caller then appends it. */
static bool is_found(Walk *walk, Move move) {
    if (walk->count < FOUND_FEW) {
        for (int i = 0; i < walk->count; i++)
            if (walk->moves[i] == move) return true;
        return false;
    }
    if (!walk->hashed) {
        walk->hashed = true;
        memset(walk->found, 0, FOUND_SLOTS * sizeof *walk->found);
        for (int i = 0; i < walk->count; i++)
            walk->found[found_slot(walk, walk->moves[i])] = (uint16_t)(i + 1);
    }
    unsigned slot = found_slot(walk, move);
    if (walk->found[slot]) return true;
    walk->found[slot] = (uint16_t)(walk->count + 1);
    return false;
}

static void found_end(Walk *walk, const LegPath *path, int to) {
    for (int i = 0; i < move_victim_count(path->victims); i++) {
        int square = move_victim(path->victims, i);
        if (to != walk->origin && !(walk->without & WITHOUT_RANKS) && square != to &&
            type_bit(walk->variant->no_burn[walk->type],
                     piece_type(position_at(walk->position, square))))
            return; /* the burn would take a piece that must not be burnt */
    }
    if (to != walk->origin && !(walk->without & WITHOUT_REGIONS) &&
        !in_region(walk->variant, walk->side, walk->type, to))
        return;
    Move move = move_make(walk->origin, to);
    for (int i = 0; i < move_victim_count(path->victims); i++)
        move = move_add_victim(move, move_victim(path->victims, i));
    if (walk->count == walk->cap || walk->count == FOUND_SLOTS - 1) return;
    if (!is_found(walk, move)) walk->moves[walk->count++] = move;
}

/* Does the rule captureForbidden keep the walking piece from capturing this victim? */
static bool spares(const Walk *walk, Piece victim) {
    return !(walk->without & WITHOUT_SPARING) &&
           type_bit(walk->variant->no_capture[walk->type], piece_type(victim));
}

static bool may_take(const Walk *walk, const Leg *leg, const LegPath *path, int square,
                     Piece found) {
    if (found == NO_PIECE || is_victim(path, square) || spares(walk, found)) return false;
    if (piece_side(found) == walk->side) return leg->modes & LEG_CAPTURE_OWN;
    bool royal = walk->variant->types[piece_type(found)].royal;
    if (royal && leg->modes & LEG_NOT_ROYAL) return false;
    if (!royal && leg->modes & LEG_ROYAL_ONLY) return false;
    return leg->modes & LEG_CAPTURE;
}

static void walk_leg(Walk *walk, LegPath path);

/* Was the enemy's last move a push that passed over this square? */
static bool passed_last(const Walk *walk, int square) {
    const Position *p = walk->position;
    if (!p->variant->tables->state || p->state.push_from == p->state.push_to) return false;
    Piece pushed = position_at(p, p->state.push_to);
    if (pushed == NO_PIECE || piece_side(pushed) == walk->side) return false;
    uint8_t passed[MAX_RANKS];
    int count =
        position_passed(p->variant, walk->side, p->state.push_from, p->state.push_to, passed);
    for (int i = 0; i < count; i++)
        if (passed[i] == square) return true;
    return false;
}

static void end_leg(Walk *walk, const Leg *leg, const LegPath *path) {
    Piece found = content(walk, path->square);
    LegPath taken = *path;
    if (path->legs == walk->term->leg_count) {
        int pushed = walk->position->state.push_to;
        if (found == NO_PIECE && leg->modes & LEG_EN_PASSANT && passed_last(walk, path->square) &&
            !is_victim(path, pushed) && !spares(walk, position_at(walk->position, pushed))) {
            taken.victims = move_add_victim(taken.victims, pushed);
            found_end(walk, &taken, path->square);
        }
        if (found == NO_PIECE ? leg->modes & LEG_EMPTY
                              : may_take(walk, leg, path, path->square, found))
            found_end(walk, path, path->square);
        return;
    }
    if (found == NO_PIECE) {
        if (leg->modes & LEG_EMPTY) walk_leg(walk, *path);
        return;
    }
    if (!walk->term->conditions.free_of_matrix && !(walk->without & WITHOUT_RANKS) &&
        type_bit(walk->variant->no_jump[walk->type], piece_type(found)))
        return;
    if (leg->modes & LEG_HOP &&
        !(leg->modes & LEG_HOP_FRIEND_ONLY && piece_side(found) != walk->side))
        walk_leg(walk, *path);
    if (may_take(walk, leg, path, path->square, found)) {
        taken.victims = move_add_victim(taken.victims, path->square);
        walk_leg(walk, taken);
    }
}

/* Follows one leg of a path along a ray. turn_sign: a bend first turns right (+1) or left (-1). */
static void walk_ray(Walk *walk, const Leg *leg, LegPath path, int direction, int turn_sign) {
    const Term *term = walk->term;
    const int start = path.square, length_before = path.length;
    int heading = direction;
    path.legs++;
    for (int steps = 1; steps <= leg->range; steps++) {
        walk->steps++;
        if (term->conditions.total_range && path.steps >= term->conditions.total_range) return;
        if (term->conditions.own_half &&
            steps > half_range(walk->variant, walk->side, walk->origin))
            return;
        int dx = term->dx[heading], dy = term->dy[heading];
        int next = step(walk, path.square, dx, dy);
        if (next < 0 || next == start) return;
        Crossed crossed = {false, false};
        if (leg->lame || leg->must_jump) crossed = crosses(walk, path.square, dx, dy);
        if ((leg->lame && (crossed.piece || crossed.hole)) || (leg->must_jump && !crossed.piece))
            return;
        path.square = next;
        path.direction = heading;
        path.steps++;
        path.length = steps;
        if (leg_may_end(leg, steps, length_before)) end_leg(walk, leg, &path);
        if (steps > leg->skip && content(walk, next) != NO_PIECE) return;
        /* the bend of the path after this step, in units of 45 degrees (Leg.turn) */
        int turn = leg->bend == 0 ? 0 : leg->bend == 1 && steps % 2 == 0 ? -leg->turn : leg->turn;
        heading = (heading + turn_sign * turn) & 7;
    }
}

static void walk_spend(Walk *walk) {
    budget_spend(walk->position->budget, walk->type, walk->steps);
    walk->steps = 0;
    walk->spent = budget_spent(walk->position->budget);
}

static void walk_leg(Walk *walk, LegPath path) {
    const Leg *leg = &walk->term->legs[path.legs];
    if (walk->steps >= STEPS_AT_ONCE) walk_spend(walk);
    if (walk->spent) return;
    for (int bit = 0; bit < 8; bit++) {
        if (!(leg->dirs >> bit & 1)) continue;
        int direction = path.legs == 0 ? bit : (path.direction + bit) & 7;
        walk_ray(walk, leg, path, direction, 1);
        if (leg->bend) walk_ray(walk, leg, path, direction, -1);
    }
}

/* Is this a piece of the starting position that has not moved? */
static bool has_not_moved(const Position *p, int square, Piece piece) {
    return p->variant->start_board[square] == piece && position_is_unmoved(p, square);
}

/* May the piece on this square make its first moves? */
static bool begins(const Position *p, int square, Piece piece) {
    const PieceType *type = &p->variant->types[piece_type(piece)];
    const SquareSet *home = type->home[piece_side(piece)];
    if (type->home[0] || type->home[1]) return home && square_in(home, square);
    return has_not_moved(p, square, piece);
}

/* Lists the moves of the piece's terms. attacks: the caller wants the squares that the piece
 * attacks, for which it does not matter whether its own royal is in check. */
static int walk_piece(const Position *p, int square, Piece piece, bool attacks, unsigned without,
                      Move *raw, int cap) {
    enum { BEGINNING = 8 /* number of steps charged for the work besides following paths */ };
    const HenkaVariant *v = p->variant;
    const Power *power = &v->types[piece_type(piece)].power;
    bool bars = !attacks && !v->first_in_check && !(without & WITHOUT_CHECK) &&
                v->types[piece_type(piece)].royal;
    uint16_t found[FOUND_SLOTS];
    Walk walk = {.position = p,
                 .found = found,
                 .variant = v,
                 .without = without,
                 .moves = raw,
                 .cap = cap,
                 .origin = square,
                 .side = piece_side(piece),
                 .type = piece_type(piece),
                 .steps = BEGINNING,
                 .spent = budget_spent(p->budget)};
    for (int i = 0; i < power->term_count; i++) {
        walk.term = &power->terms[i];
        if (walk.term->conditions.castling) continue; /* castling is a move of two pieces */
        if (walk.term->conditions.virgin &&
            (!begins(p, square, piece) || (bars && oracle_in_danger(p, piece_side(piece)))))
            continue;
        walk_leg(&walk, (LegPath){.square = square});
    }
    walk_spend(&walk);
    return walk.count;
}

int oracle_walk(const Position *p, int square, Piece piece, Move *raw, int cap) {
    return walk_piece(p, square, piece, false, 0, raw, cap);
}

int oracle_walk_without(const Position *p, int square, Piece piece, unsigned without, Move *raw,
                        int cap) {
    return walk_piece(p, square, piece, false, without, raw, cap);
}

enum { RAW_MOVES = 4096 };

bool oracle_walk_attacks(const Position *p, int from, int target) {
    Move raw[RAW_MOVES];
    int count = walk_piece(p, from, p->board[from], true, 0, raw, RAW_MOVES);
    for (int i = 0; i < count; i++) {
        uint8_t victims[MOVE_VICTIMS + 1];
        int taken = position_victims(p, raw[i], victims);
        for (int j = 0; j < taken; j++)
            if (victims[j] == target) return true;
    }
    return false;
}

/* Is the type a royal, or one that some type must not capture? */
static bool is_privileged(const HenkaVariant *v, int type) {
    bool spared = v->types[type].royal;
    for (int mover = 1; mover <= v->type_count; mover++)
        spared |= type_bit(v->no_capture[mover], type);
    return spared;
}

void oracle_offer(const Position *p, int square, int side, Position *with) {
    const HenkaVariant *v = p->variant;
    int type = p->board[square] ? piece_type(p->board[square]) : 1;
    while (!p->board[square] && type < v->type_count && is_privileged(v, type)) type++;
    *with = *p;
    with->board[square] = piece_make(side, type);
}

/* ---- legal moves ----------------------------------------------------------------------------- */

/* A list of legal moves that is being written. list_moves makes it, and `add` appends the moves. */
typedef struct OracleList {
    const Position *position; /* the position whose moves are listed, which is not changed */
    Move *moves;              /* the caller's list */
    int count;                /* number of moves in the list */
    int cap;                  /* capacity of the list; moves beyond it are left out */
    bool stalemate_allowed;   /* the rule against stalemates is itself tested, so it is ignored */
} OracleList;

static int list_moves(const Position *p, Move *list, int cap, bool stalemate_allowed);

/* ---- royal safety ---------------------------------------------------------------------------- */

static bool takes_royal(const Position *p, Move move) {
    uint8_t victims[MOVE_VICTIMS + 1];
    int count = position_victims(p, move, victims),
        mover = piece_side(position_at(p, move_from(move)));
    for (int i = 0; i < count; i++) {
        Piece piece = position_at(p, victims[i]);
        if (piece_side(piece) != mover && p->variant->types[piece_type(piece)].royal) return true;
    }
    return false;
}

/* Is a royal of the other side the first piece from the square in this direction? */
static bool royal_looks_along(const Position *p, int square, int files, int ranks) {
    const HenkaVariant *v = p->variant;
    Piece royal = position_at(p, square), found = NO_PIECE;
    while (found == NO_PIECE && (square = square_step(v, HENKA_SENTE, square, files, ranks)) >= 0)
        found = position_at(p, square);
    return found != NO_PIECE && piece_side(found) != piece_side(royal) &&
           v->types[piece_type(found)].royal;
}

bool oracle_royals_face(const Position *p) {
    const HenkaVariant *v = p->variant;
    int lines = v->royals_may_not_face;
    for (int square = 0; square < v->squares; square++) {
        Piece piece = position_at(p, square);
        if (piece == NO_PIECE || !v->types[piece_type(piece)].royal) continue;
        if ((lines & FACING_FILE && royal_looks_along(p, square, 0, 1)) ||
            (lines & FACING_RANK && royal_looks_along(p, square, 1, 0)) ||
            (lines & FACING_DIAGONAL &&
             (royal_looks_along(p, square, 1, 1) || royal_looks_along(p, square, 1, -1))))
            return true;
    }
    return false;
}

/* Steps charged to the budget for reading every square, and for making a move on a copy. */
enum { SQUARES_STEPS = 32, COPY_STEPS = 64 };

/* Could any enemy piece capture on this square? */
static bool could_take(const Position *p, int square) {
    budget_spend(p->budget, 0, SQUARES_STEPS);
    for (int from = 0; from < p->variant->squares; from++) {
        Piece piece = position_at(p, from);
        if (piece != NO_PIECE && piece_side(piece) != piece_side(position_at(p, square)) &&
            oracle_walk_attacks(p, from, square))
            return true;
    }
    return false;
}

/* Could the other side take each royal of this side? Used if only the last royal's loss decides. */
static bool all_royals_in_danger(const Position *p, int side) {
    for (int royal = 0; royal < p->variant->squares; royal++) {
        Piece piece = position_at(p, royal);
        if (piece != NO_PIECE && piece_side(piece) == side &&
            p->variant->types[piece_type(piece)].royal && !could_take(p, royal))
            return false;
    }
    return true;
}

bool oracle_in_danger(const Position *p, int side) {
    if (!p->royals[side] || budget_spent(p->budget)) return false;
    budget_spend(p->budget, 0, SQUARES_STEPS);
    if (p->royals[side] > 1 && !(p->variant->any_royal_loses >> side & 1))
        return p->variant->duple_check && all_royals_in_danger(p, side);
    if (p->variant->royals_may_not_face && oracle_royals_face(p)) return true;
    Move raw[RAW_MOVES];
    bool attacked = false;
    for (int square = 0; square < p->variant->squares && !attacked; square++) {
        Piece piece = position_at(p, square);
        if (piece == NO_PIECE || piece_side(piece) == side) continue;
        int count = walk_piece(p, square, piece, true, 0, raw, RAW_MOVES);
        for (int i = 0; i < count && !attacked; i++) attacked = takes_royal(p, raw[i]);
    }
    return attacked;
}

/* ---- consequences that make a move illegal --------------------------------------------------- */

static bool has_moves(const Position *p, bool stalemate_allowed) {
    Move any;
    return list_moves(p, &any, 1, stalemate_allowed) > 0;
}

/* ---- trading --------------------------------------------------------------------------------- */

/* Does the move trade a piece illegally? before, after: the position before and after the move. */
static bool trades(const Position *before, const Position *after, Move move) {
    const HenkaVariant *v = before->variant;
    uint8_t victims[MOVE_VICTIMS + 1];
    if (move_is_drop(move)) return false;
    int count = position_victims(before, move, victims), from = move_from(move);
    const PieceType *mover = &v->types[piece_type(position_at(before, from))];
    bool excused = false; /* does the move also take a piece neither protected nor minor? */
    for (int i = 0; i < count; i++) {
        const PieceType *victim = &v->types[piece_type(position_at(before, victims[i]))];
        excused |= v->trade_excuses && !victim->trade_protected && !victim->trade_minor;
    }
    for (int i = 0; i < count; i++) {
        const PieceType *victim = &v->types[piece_type(position_at(before, victims[i]))];
        if (before->skipped & STRUCK && victim->trade_struck && !mover->trade_struck) return true;
        if (!victim->trade_protected || !mover->trade_protected) continue;
        bool beside = abs(file_of(v, from) - file_of(v, victims[i])) < 2 &&
                      abs(rank_of(v, from) - rank_of(v, victims[i])) < 2;
        if (v->trade_free_beside && beside) continue;
        if (!excused && could_take(after, move_to(move))) return true;
    }
    return false;
}

/* Does a royal in check move without capturing every piece that gives check? */
static bool runs_away(const Position *p, Move move) {
    uint8_t victims[MOVE_VICTIMS + 1];
    Position left = *p;
    if (move_is_drop(move) ||
        !p->variant->types[piece_type(position_at(p, move_from(move)))].royal ||
        !oracle_in_danger(p, p->side))
        return false;
    int count = position_victims(p, move, victims);
    for (int i = 0; i < count; i++) position_take(&left, victims[i]);
    return oracle_in_danger(&left, p->side);
}

static bool keeps_the_rules(const Position *p, Move move, bool stalemate_allowed) {
    if (budget_spent(p->budget)) return false;
    budget_spend(p->budget, 0, COPY_STEPS);
    Position after = *p;
    const HenkaVariant *v = after.variant;
    int mover = after.side;
    Edits edits;
    position_do(&after, move, &edits);
    if (trades(p, &after, move)) return false;
    if (v->royal == ROYAL_CHECKMATE && oracle_in_danger(&after, mover)) return false;
    if (v->no_checks && oracle_in_danger(&after, !mover)) return false;
    if (v->no_flight && runs_away(p, move)) return false;
    if (position_is_decided(&after))
        return true; /* a goal or the number of checks decides the game, whatever answer is left */
    bool bars_mate = move_is_drop(move) &&
                     (v->drop_mate_barred_all || v->types[move_dropped(move)].drop_mate_barred);
    if (bars_mate && oracle_in_danger(&after, !mover) && !has_moves(&after, stalemate_allowed))
        return false;
    if (v->stalemate == STALEMATE_ILLEGAL && !stalemate_allowed &&
        !oracle_in_danger(&after, !mover) && !has_moves(&after, true))
        return false;
    return true;
}

Move oracle_with_check(const Position *p, Move move) {
    Position after = *p;
    Edits edits;
    if (!p->variant->checks_to_win) return move;
    position_do(&after, move, &edits);
    return oracle_in_danger(&after, !p->side) ? move | MOVE_CHECK : move;
}

static void add(OracleList *out, Move move) {
    Move said = oracle_with_check(out->position, move);
    if (out->count < out->cap && keeps_the_rules(out->position, said, out->stalemate_allowed))
        out->moves[out->count++] = said;
}

/* ---- moves on the board ---------------------------------------------------------------------- */

static void add_board_move(OracleList *out, Move move) {
    const Position *p = out->position;
    const HenkaVariant *v = p->variant;
    int type = piece_type(position_at(p, move_from(move))),
        depth = depth_of(v, p->side, move_to(move));
    const PieceType *kind = &v->types[type];
    bool starts = in_zone(v, p->side, move_from(move)), ends = in_zone(v, p->side, move_to(move)),
         promotes = kind->choice_count || kind->promoted;
    if (v->promote == PROMOTE_ZONE)
        promotes &= starts || ends;
    else if (v->promote == PROMOTE_ENTER)
        promotes &= (!starts && ends) || (starts && position_is_capture(p, move));
    else
        promotes &= v->promote == PROMOTE_LAND && ends;
    bool may_stay = v->promote != PROMOTE_LAND || kind->choice_count == 0;
    for (int i = 0; promotes && i < kind->choice_count; i++) {
        const PromotionChoice *choice = &kind->choices[i];
        if (depth < v->ranks - choice->ranks || (choice->before_last && depth == v->ranks - 1) ||
            (choice->from_hand && choice->type != type &&
             !p->hand[p->side][v->hand_index[choice->type]]))
            continue;
        if (choice->type == type)
            may_stay = true;
        else
            add(out, move_promote(move, choice->type));
    }
    if (promotes && kind->promoted) add(out, move_promote(move, kind->promoted));
    if (promotes &&
        (v->promotion_forced || !may_stay || must_promote_at(v, p->side, type, move_to(move))))
        return;
    if (move_is_skip(move) && v->skip_not_twice && p->skipped >> p->side & 1) return;
    add(out, move);
}

bool oracle_is_frozen(const Position *p, int square) {
    const HenkaVariant *v = p->variant;
    Piece piece = position_at(p, square);
    int side = piece_side(piece);
    if (piece == NO_PIECE || !v->freezing || v->types[piece_type(piece)].freezes) return false;
    for (int dx = -1; dx <= 1; dx++)
        for (int dy = -1; dy <= 1; dy++) {
            int near = square_step(v, side, square, dx, dy);
            Piece other = near < 0 ? NO_PIECE : position_at(p, near);
            if (other != NO_PIECE && piece_side(other) != side &&
                v->types[piece_type(other)].freezes)
                return true;
        }
    return false;
}

static void list_board_moves(OracleList *out) {
    const Position *p = out->position;
    Move raw[RAW_MOVES];
    budget_spend(p->budget, 0, SQUARES_STEPS);
    for (int square = 0; square < p->variant->squares && !budget_spent(p->budget); square++) {
        Piece piece = position_at(p, square);
        if (piece == NO_PIECE || piece_side(piece) != p->side) continue;
        if (oracle_is_frozen(p, square)) continue;
        int count = oracle_walk(p, square, piece, raw, RAW_MOVES);
        for (int i = 0; i < count; i++) add_board_move(out, raw[i]);
    }
}

/* ---- castling -------------------------------------------------------------------------------- */

/* Could the castling piece, if it is a royal whose loss decides the game, be taken on its origin or
 * on a square that it passes, while the partner has not moved? */
static bool castles_through_attack(const Position *p, int from, int to, int partner, int step) {
    const HenkaVariant *v = p->variant;
    Piece piece = position_at(p, from);
    if (!v->types[piece_type(piece)].royal || v->royal != ROYAL_CHECKMATE) return false;
    for (int at = from; at != partner; at += step) {
        Position there = *p;
        position_take(&there, from);
        position_put(&there, at, piece);
        if (oracle_in_danger(&there, p->side)) return true;
        if (at == to) break;
    }
    return false;
}

/* Lists castling in one direction. step: one square towards the partner. */
static void add_castling(OracleList *out, const Term *term, int from, int step) {
    const Position *p = out->position;
    const HenkaVariant *v = p->variant;
    bool inside = term->conditions.partner_inside;
    int to = from + term->conditions.castling * step;
    int last = from; /* the last piece of the start position on the rank this way, before a hole */
    for (int at = from + step; at >= 0 && at < v->squares && !v->hole[at]; at += step) {
        if (v->shuffled_partner && piece_type(v->start_board[at]) == v->shuffled_partner) {
            last = at;
            break; /* the first possible partner: the shuffle puts the royal between two */
        }
        if (!v->shuffled_partner && v->start_board[at] != NO_PIECE) last = at;
    }
    int partner = inside ? last - step : last;
    if ((partner - to) / step < 0) return; /* the partner stands on the target or beyond it */
    for (int at = from + step; at != partner; at += step)
        if (position_at(p, at) != NO_PIECE) return;
    Piece piece = position_at(p, partner);
    if (piece == NO_PIECE || piece_side(piece) != p->side || !has_not_moved(p, partner, piece))
        return;
    if (!in_region(v, p->side, piece_type(position_at(p, from)), to) ||
        !in_region(v, p->side, piece_type(piece), to - step))
        return;
    if (!castles_through_attack(p, from, to, partner, step))
        add(out, move_castle(from, to, inside));
}

static void list_castlings(OracleList *out) {
    const Position *p = out->position;
    const HenkaVariant *v = p->variant;
    for (int square = 0; square < v->squares; square++) {
        Piece piece = position_at(p, square);
        if (piece == NO_PIECE || piece_side(piece) != p->side) continue;
        if (oracle_is_frozen(p, square)) continue;
        const Power *power = &v->types[piece_type(piece)].power;
        int right = p->side == HENKA_SENTE ? -v->ranks : v->ranks;
        for (int i = 0; i < power->term_count; i++) {
            const Term *term = &power->terms[i];
            if (!term->conditions.castling ||
                (term->conditions.virgin && !begins(p, square, piece)))
                continue;
            if (term->legs[0].dirs & 1 << 2) add_castling(out, term, square, right);
            if (term->legs[0].dirs & 1 << 6) add_castling(out, term, square, -right);
        }
    }
}

/* ---- the pass -------------------------------------------------------------------------------- */

static void list_pass(OracleList *out) {
    const Position *p = out->position;
    const HenkaVariant *v = p->variant;
    int square = 0;
    for (; square < v->squares; square++) {
        Piece piece = position_at(p, square);
        if (piece != NO_PIECE && piece_side(piece) == p->side && v->types[piece_type(piece)].royal)
            break;
    }
    if (square == v->squares || (v->skip_not_twice && p->skipped >> p->side & 1)) return;
    if (oracle_is_frozen(p, square)) return;
    Move pass = move_make(square, square);
    for (int i = 0; i < out->count; i++)
        if (out->moves[i] == pass || out->moves[i] == (pass | MOVE_CHECK)) return;
    add(out, pass);
}

/* ---- drops ----------------------------------------------------------------------------------- */

static bool royal_forbids_drop(const Position *p, int square) {
    const HenkaVariant *v = p->variant;
    for (int at = 0; at < v->squares; at++) {
        Piece piece = position_at(p, at);
        if (piece == NO_PIECE || piece_side(piece) != p->side || !v->types[piece_type(piece)].royal)
            continue;
        int ahead = depth_of(v, p->side, square) - depth_of(v, p->side, at);
        if (v->drop_not_behind_royal && ahead < 0) return true;
        if (file_of(v, square) == file_of(v, at) && abs(ahead) < v->drop_royal_distance)
            return true;
    }
    return false;
}

static bool may_drop(const Position *p, int type) {
    const HenkaVariant *v = p->variant;
    int in_hand = v->types[type].in_hand;
    if (!v->hands || !in_hand || !v->types[type].can_drop ||
        (type != in_hand && !v->drop_either_face))
        return false;
    return p->hand[p->side][v->hand_index[in_hand]] > 0;
}

/* May this type be dropped on this square, apart from the rules about mate and stalemate? */
static bool may_stand(const Position *p, int type, int square) {
    const HenkaVariant *v = p->variant;
    int limit = v->types[type].drop_file_limit, found = 0;
    for (int rank = 1; rank <= v->ranks && limit; rank++) /* nifu */
        found +=
            position_at(p, square_of(v, file_of(v, square), rank)) == piece_make(p->side, type);
    return position_at(p, square) == NO_PIECE && !v->hole[square] &&
           depth_of(v, p->side, square) < v->ranks - v->types[type].no_move_ranks &&
           in_drop_squares(v, p->side, type, square) && (!limit || found < limit) &&
           !royal_forbids_drop(p, square);
}

int oracle_drops(const Position *p, Move *list, int cap) {
    int count = 0;
    budget_spend(p->budget, 0, SQUARES_STEPS * (uint64_t)p->variant->hand_count);
    for (int type = 1; type <= p->variant->type_count; type++)
        for (int square = 0; square < p->variant->squares && may_drop(p, type); square++)
            if (count < cap && may_stand(p, type, square)) list[count++] = move_drop(type, square);
    return count;
}

bool oracle_allows(const Position *p, Move move) {
    return keeps_the_rules(p, oracle_with_check(p, move), false);
}

static int list_moves(const Position *p, Move *list, int cap, bool stalemate_allowed) {
    OracleList out = {
        .position = p, .moves = list, .cap = cap, .stalemate_allowed = stalemate_allowed};
    if (position_is_over(p)) return 0;
    list_board_moves(&out);
    list_castlings(&out);
    if (p->variant->may_pass) list_pass(&out);
    /* No list of drops on the stack: this function can recurse once for each piece in hand. */
    for (int type = 1; type <= p->variant->type_count && p->variant->hands; type++)
        for (int square = 0; square < p->variant->squares && may_drop(p, type); square++) {
            if (budget_spent(p->budget)) return out.count;
            if (may_stand(p, type, square)) add(&out, move_drop(type, square));
        }
    return out.count;
}

int oracle_legal(const Position *p, Move *list) {
    int count = list_moves(p, list, HENKA_MAX_MOVES, false), captures = 0;
    for (int i = 0; i < count && p->variant->must_capture; i++)
        if (position_is_capture(p, list[i])) list[captures++] = list[i];
    if (captures)
        count = captures;
    else if (p->variant->must_capture)
        count = list_moves(p, list, HENKA_MAX_MOVES, false);
    bool answered = !position_awaits_answer(p);
    for (int i = 0; i < count && !answered; i++) {
        Position after = *p;
        Edits edits;
        position_do(&after, list[i], &edits);
        answered = position_on_goal(&after, p->side);
    }
    return answered ? count : 0;
}
