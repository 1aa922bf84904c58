/* Tests every rule by making the move and looking at the result. It is slow, and written from the
 * rules, independently of the fast generators. First the leg programs, followed leg by leg; then
 * the rules about whole moves. */
#include "rules/oracle.h"

#include <stdlib.h>
#include <string.h>

#include "tables/tables.h"

/* ---- leg programs ---------------------------------------------------------------------------- */

/* Moves already found, by hash. Paths with the same end and victims are one move, and a complicated
 * power has very many paths. */
enum {
    FOUND_SLOTS = 1 << 14,
    FOUND_FEW = 32 /* up to this number of moves the list is searched instead */
};

/* The moves of one piece being listed; filled by oracle_walk. */
typedef struct Walk {
    const Position *position;    /* only its board is looked at */
    const HenkaVariant *variant; /* the position's */
    unsigned without;            /* rules left aside: WITHOUT_REGIONS, … */
    const Term *term;            /* the term of the piece's power being followed */
    Move *moves;                 /* the caller's list */
    int count, cap;              /* moves in the list, and its capacity */
    int origin, side, type;      /* the piece: its square, owner and kind */
    uint16_t *found;             /* FOUND_SLOTS: place in moves + 1, 0 free; filled when there are
                                    more than FOUND_FEW */
    bool hashed;                 /* `found` is filled */
    unsigned steps;              /* steps followed but not yet charged to the budget */
    bool spent;                  /* the budget is spent: no further path is followed */
} Walk;

enum { STEPS_AT_ONCE = 256 /* steps charged to the budget at once */ };

/* The current state of a path. */
typedef struct LegPath {
    int square, direction; /* its current square, and the direction of its last step: a bit number
                              of Leg.dirs */
    int legs;              /* done */
    int steps;             /* steps of all legs so far */
    int length;            /* steps of the last leg */
    Move victims;          /* a Move without origin and target: the list of victims */
} LegPath;

static bool wraps_files(const Term *term) {
    return term->conditions.cylinder || term->conditions.torus;
}

static int step(const Walk *walk, int square, int dx, int dy) {
    const HenkaVariant *v = walk->variant;
    if (!wraps_files(walk->term)) return square_step(v, walk->side, square, dx, dy);
    if (walk->side == HENKA_GOTE) dx = -dx, dy = -dy;
    int file = file_of(v, square) - 1 - dx, rank = rank_of(v, square) - 1 - dy;
    file = (file % v->files + v->files) % v->files;
    if (walk->term->conditions.torus) rank = (rank % v->ranks + v->ranks) % v->ranks;
    if (rank < 0 || rank >= v->ranks) return -1;
    return v->hole[square_of(v, file + 1, rank + 1)] ? -1 : square_of(v, file + 1, rank + 1);
}

/* The content of a square for the path: its own origin counts as empty. */
static Piece content(const Walk *walk, int square) {
    return square == walk->origin ? NO_PIECE : position_at(walk->position, square);
}

static bool is_victim(const LegPath *path, int square) {
    for (int i = 0; i < move_victim_count(path->victims); i++)
        if (move_victim(path->victims, i) == square) return true;
    return false;
}

static int sign(int n) { return (n > 0) - (n < 0); }
static int least(int a, int b) { return a < b ? a : b; }

/* The pieces and holes on the squares that a leap crosses, if it goes straight along its long side
 * first and then diagonally. */
typedef struct Crossed {
    bool piece, hole; /* some crossed square holds a piece, or is a hole */
} Crossed;

static Crossed crosses(const Walk *walk, int square, int dx, int dy) {
    Crossed found = {false, false};
    int wide = dx < 0 ? -dx : dx, high = dy < 0 ? -dy : dy, diagonal = least(wide, high);
    int long_side = wide > high ? wide : high;
    for (int i = 1; i < long_side; i++) {
        int turned = i - (long_side - diagonal);
        int x = wide > high  ? i
                : turned > 0 ? turned
                             : 0,
            y = wide > high ? (turned > 0 ? turned : 0) : i;
        int crossed = step(walk, square, sign(dx) * x, sign(dy) * y);
        found.piece |= crossed >= 0 && content(walk, crossed) != NO_PIECE;
        found.hole |= crossed < 0; /* the leap itself stays on the board */
    }
    return found;
}

static bool burns_what_it_may_not(const Walk *walk, const LegPath *path, int to) {
    if (to == walk->origin || walk->without & WITHOUT_RANKS) return false;
    for (int i = 0; i < move_victim_count(path->victims); i++) {
        int square = move_victim(path->victims, i);
        if (square != to && type_bit(walk->variant->no_burn[walk->type],
                                     piece_type(position_at(walk->position, square))))
            return true;
    }
    return false;
}

static unsigned found_slot(const Walk *walk, Move move) {
    unsigned slot = (unsigned)(move * 0x9E3779B97F4A7C15u >> 50);
    while (walk->found[slot] && walk->moves[walk->found[slot] - 1] != move)
        slot = (slot + 1) % FOUND_SLOTS;
    return slot;
}

/* Is the move in the list? If not, the caller must append it. */
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
    if (burns_what_it_may_not(walk, path, to)) return;
    if (to != walk->origin && !(walk->without & WITHOUT_REGIONS) &&
        !in_region(walk->variant, walk->side, walk->type, to))
        return;
    Move move = move_make(walk->origin, to);
    for (int i = 0; i < move_victim_count(path->victims); i++)
        move = move_add_victim(move, move_victim(path->victims, i));
    if (walk->count == walk->cap || walk->count == FOUND_SLOTS - 1) return;
    if (!is_found(walk, move)) walk->moves[walk->count++] = move;
}

static bool may_take(const Walk *walk, const Leg *leg, const LegPath *path, int square,
                     Piece found) {
    if (found == NO_PIECE || is_victim(path, square)) return false;
    if (piece_side(found) == walk->side) return leg->modes & LEG_CAPTURE_OWN;
    bool royal = walk->variant->types[piece_type(found)].royal;
    if (royal && leg->modes & LEG_NOT_ROYAL) return false;
    if (!royal && leg->modes & LEG_ROYAL_ONLY) return false;
    return leg->modes & LEG_CAPTURE;
}

static bool matrix_allows(const Walk *walk, Piece met) {
    return walk->term->conditions.free_of_matrix || walk->without & WITHOUT_RANKS ||
           !type_bit(walk->variant->no_jump[walk->type], piece_type(met));
}

static void walk_leg(Walk *walk, LegPath path);

/* Did the enemy's last move pass this square? */
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

static void end_in_passing(Walk *walk, const LegPath *path) {
    int victim = walk->position->state.push_to;
    LegPath taken = *path;
    if (is_victim(path, victim)) return;
    taken.victims = move_add_victim(taken.victims, victim);
    found_end(walk, &taken, path->square);
}

static void end_last_leg(Walk *walk, const Leg *leg, const LegPath *path) {
    Piece found = content(walk, path->square);
    if (found == NO_PIECE && leg->modes & LEG_EN_PASSANT && passed_last(walk, path->square))
        end_in_passing(walk, path);
    if (found == NO_PIECE ? leg->modes & LEG_EMPTY : may_take(walk, leg, path, path->square, found))
        found_end(walk, path, path->square);
}

static void end_leg(Walk *walk, const Leg *leg, const LegPath *path) {
    if (path->legs == walk->term->leg_count) return end_last_leg(walk, leg, path);
    Piece found = content(walk, path->square);
    if (found == NO_PIECE) {
        if (leg->modes & LEG_EMPTY) walk_leg(walk, *path);
        return;
    }
    if (!matrix_allows(walk, found)) return;
    if (leg->modes & LEG_HOP &&
        !(leg->modes & LEG_HOP_FRIEND_ONLY && piece_side(found) != walk->side))
        walk_leg(walk, *path);
    if (may_take(walk, leg, path, path->square, found)) {
        LegPath taken = *path;
        taken.victims = move_add_victim(taken.victims, path->square);
        walk_leg(walk, taken);
    }
}

/* The turn of the path after this number of steps, in places of the ring of directions
 * (Leg.turn). */
static int bend_after(const Leg *leg, int steps) {
    return leg->bend == 0 ? 0 : leg->bend == 1 && steps % 2 == 0 ? -leg->turn : leg->turn;
}

/* turn_sign: a bent path turns to the right first (+1) or to the left (-1). */
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
        heading = (heading + turn_sign * bend_after(leg, steps)) & 7;
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

/* A piece of the array that is still where it was put. */
static bool has_not_moved(const Position *p, int square, Piece piece) {
    return p->variant->start_board[square] == piece && position_is_unmoved(p, square);
}

/* May the piece there make its first moves? */
static bool begins(const Position *p, int square, Piece piece) {
    const PieceType *type = &p->variant->types[piece_type(piece)];
    const SquareSet *home = type->home[piece_side(piece)];
    if (type->home[0] || type->home[1]) return home && square_in(home, square);
    return has_not_moved(p, square, piece);
}

/* attacks: the caller wants the squares that the piece attacks, for which it does not matter
 * whether its own royal is in check. */
static int walk_piece(const Position *p, int square, Piece piece, bool attacks, unsigned without,
                      Move *raw, int cap) {
    enum { BEGINNING = 8 /* steps charged for the work besides following paths */ };
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
        if (walk.term->conditions.castling) continue; /* a move of two pieces */
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

void oracle_offer(const Position *p, int square, int side, Position *with) {
    int type = p->board[square] ? piece_type(p->board[square]) : 1;
    while (!p->board[square] && type < p->variant->type_count && p->variant->types[type].royal)
        type++;
    *with = *p;
    with->board[square] = piece_make(side, type);
}

/* ---- legal moves ----------------------------------------------------------------------------- */

/* A list of legal moves being written. Made by list_moves; `add` puts the moves in. */
typedef struct OracleList {
    const Position *position; /* the position whose moves are listed; it is not changed */
    Move *moves;              /* the caller's list */
    int count;                /* moves in the list */
    int cap;                  /* how many it holds; moves beyond are left out */
    bool stalemate_allowed;   /* the rule against giving stalemate is ignored, because that rule
                                 itself is being tested */
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

/* Does a royal of the other side stand first on this line? */
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

/* Used while a side has several royals and only the loss of the last one decides the game. */
static bool all_royals_in_danger(const Position *p, int side);

/* Steps charged for looking at every square, and for making a move on a copy. */
enum { SQUARES_STEPS = 32, COPY_STEPS = 64 };

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

/* Could the other side take each of the royals of this side? */
static bool all_royals_in_danger(const Position *p, int side) {
    for (int royal = 0; royal < p->variant->squares; royal++) {
        Piece piece = position_at(p, royal);
        bool attacked = false;
        if (piece == NO_PIECE || piece_side(piece) != side ||
            !p->variant->types[piece_type(piece)].royal)
            continue;
        budget_spend(p->budget, 0, SQUARES_STEPS);
        for (int from = 0; from < p->variant->squares && !attacked; from++) {
            Piece other = position_at(p, from);
            attacked = other != NO_PIECE && piece_side(other) != side &&
                       oracle_walk_attacks(p, from, royal);
        }
        if (!attacked) return false;
    }
    return true;
}

/* ---- what a move may not do ------------------------------------------------------------------ */

static bool bars_mate(const HenkaVariant *v, Move move) {
    return move_is_drop(move) &&
           (v->drop_mate_barred_all || v->types[move_dropped(move)].drop_mate_barred);
}

static bool has_moves(const Position *p, bool stalemate_allowed) {
    Move any;
    return list_moves(p, &any, 1, stalemate_allowed) > 0;
}

/* ---- trading --------------------------------------------------------------------------------- */

/* Could any enemy piece capture on the square? */
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

static bool are_neighbours(const HenkaVariant *v, int a, int b) {
    return abs(file_of(v, a) - file_of(v, b)) < 2 && abs(rank_of(v, a) - rank_of(v, b)) < 2;
}

/* Is there a further victim that counts, one that is not trade_minor? */
static bool takes_more(const Position *p, const uint8_t *victims, int count) {
    for (int i = 0; i < count; i++) {
        const PieceType *victim = &p->variant->types[piece_type(position_at(p, victims[i]))];
        if (!victim->trade_protected && !victim->trade_minor) return p->variant->trade_excuses;
    }
    return false;
}

/* before, after: the position before the move and after it. */
static bool trades(const Position *before, const Position *after, Move move) {
    const HenkaVariant *v = before->variant;
    uint8_t victims[MOVE_VICTIMS + 1];
    if (move_is_drop(move)) return false;
    int count = position_victims(before, move, victims), from = move_from(move);
    const PieceType *mover = &v->types[piece_type(position_at(before, from))];
    for (int i = 0; i < count; i++) {
        const PieceType *victim = &v->types[piece_type(position_at(before, victims[i]))];
        if (before->skipped & STRUCK && victim->trade_struck && !mover->trade_struck) return true;
        if (!victim->trade_protected || !mover->trade_protected) continue;
        if (v->trade_free_beside && are_neighbours(v, from, victims[i])) continue;
        if (!takes_more(before, victims, count) && could_take(after, move_to(move))) return true;
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
        return true; /* a goal or the count of checks decides the game, whatever answer is left */
    if (bars_mate(v, move) && oracle_in_danger(&after, !mover) &&
        !has_moves(&after, stalemate_allowed))
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

static bool may_promote(const Position *p, Move move) {
    const HenkaVariant *v = p->variant;
    bool starts = in_zone(v, p->side, move_from(move)), ends = in_zone(v, p->side, move_to(move));
    if (v->promote == PROMOTE_ZONE) return starts || ends;
    if (v->promote == PROMOTE_ENTER)
        return (!starts && ends) || (starts && position_is_capture(p, move));
    return v->promote == PROMOTE_LAND && ends;
}

/* May a piece that arrives there become the type of this choice? If that is its own type: may it
 * stay as it is? */
static bool may_choose(const Position *p, Move move, const PromotionChoice *choice) {
    const HenkaVariant *v = p->variant;
    bool last = depth_of(v, p->side, move_to(move)) == v->ranks - 1,
         stays = choice->type == piece_type(position_at(p, move_from(move)));
    if (depth_of(v, p->side, move_to(move)) < v->ranks - choice->ranks) return false;
    if (choice->before_last && last) return false;
    return !choice->from_hand || stays || p->hand[p->side][v->hand_index[choice->type]] > 0;
}

static bool dead_there(const Position *p, int type, int square) {
    return depth_of(p->variant, p->side, square) >=
           p->variant->ranks - p->variant->types[type].no_move_ranks;
}

static void add_board_move(OracleList *out, Move move) {
    const Position *p = out->position;
    const HenkaVariant *v = p->variant;
    int type = piece_type(position_at(p, move_from(move)));
    const PieceType *kind = &v->types[type];
    bool promotes = may_promote(p, move) && (kind->choice_count || kind->promoted);
    bool may_stay = v->promote != PROMOTE_LAND || kind->choice_count == 0;
    for (int i = 0; promotes && i < kind->choice_count; i++) {
        if (!may_choose(p, move, &kind->choices[i])) continue;
        if (kind->choices[i].type == type)
            may_stay = true;
        else
            add(out, move_promote(move, kind->choices[i].type));
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

/* Could the castling piece, if it is a royal whose loss decides the game, be taken on its square or
 * on a square that it passes, with the partner still at home? */
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

/* step: one square towards the partner. */
static void add_castling(OracleList *out, const Term *term, int from, int step) {
    const Position *p = out->position;
    const HenkaVariant *v = p->variant;
    bool inside = term->conditions.partner_inside;
    int to = from + term->conditions.castling * step;
    int last = from; /* the last piece of the array in this row, before a hole */
    for (int at = from + step; at >= 0 && at < v->squares && !v->hole[at]; at += step) {
        if (v->shuffled_partner && piece_type(v->start_board[at]) == v->shuffled_partner) {
            last = at;
            break; /* the first partner in this direction, of the two between which the shuffle put
                      the royal */
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

/* Nifu: may no further piece of this type be dropped on this file? */
static bool file_is_full(const Position *p, int type, int square) {
    const HenkaVariant *v = p->variant;
    int limit = v->types[type].drop_file_limit, found = 0;
    for (int rank = 1; rank <= v->ranks; rank++)
        found +=
            position_at(p, square_of(v, file_of(v, square), rank)) == piece_make(p->side, type);
    return limit && found >= limit;
}

static bool may_drop(const Position *p, int type) {
    const HenkaVariant *v = p->variant;
    int in_hand = v->types[type].in_hand;
    if (!v->hands || !in_hand || !v->types[type].can_drop ||
        (type != in_hand && !v->drop_either_face))
        return false;
    return p->hand[p->side][v->hand_index[in_hand]] > 0;
}

/* May a piece of this type be dropped on this square? The rules about mate and stalemate by a drop
 * are tested elsewhere. */
static bool may_stand(const Position *p, int type, int square) {
    return position_at(p, square) == NO_PIECE && !p->variant->hole[square] &&
           !dead_there(p, type, square) && in_drop_squares(p->variant, p->side, type, square) &&
           !file_is_full(p, type, square) && !royal_forbids_drop(p, square);
}

int oracle_drops(const Position *p, Move *list, int cap) {
    int count = 0;
    budget_spend(p->budget, 0, SQUARES_STEPS * (uint64_t)p->variant->hand_count);
    for (int type = 1; type <= p->variant->type_count; type++)
        for (int square = 0; square < p->variant->squares && may_drop(p, type); square++)
            if (count < cap && may_stand(p, type, square)) list[count++] = move_drop(type, square);
    return count;
}

/* Tests drops one by one without a list on the stack, because this can recurse once for each piece
 * in hand. */
static void list_drops(OracleList *out) {
    const Position *p = out->position;
    for (int type = 1; type <= p->variant->type_count; type++)
        for (int square = 0; square < p->variant->squares && may_drop(p, type); square++) {
            if (budget_spent(p->budget)) return;
            if (may_stand(p, type, square)) add(out, move_drop(type, square));
        }
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
    if (p->variant->hands) list_drops(&out);
    return out.count;
}

static int only_forced(const Position *p, Move *list, int count) {
    int captures = 0;
    if (!p->variant->must_capture) return count;
    for (int i = 0; i < count; i++)
        if (position_is_capture(p, list[i])) list[captures++] = list[i];
    return captures ? captures : list_moves(p, list, HENKA_MAX_MOVES, false);
}

/* Does a move reach the mover's goal? */
static bool any_reaches(const Position *p, const Move *list, int count) {
    for (int i = 0; i < count; i++) {
        Position after = *p;
        Edits edits;
        position_do(&after, list[i], &edits);
        if (position_on_goal(&after, p->side)) return true;
    }
    return false;
}

int oracle_legal(const Position *p, Move *list) {
    int count = only_forced(p, list, list_moves(p, list, HENKA_MAX_MOVES, false));
    return position_awaits_answer(p) && !any_reaches(p, list, count) ? 0 : count;
}
