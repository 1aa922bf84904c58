#include <string.h>

#include "rules/oracle.h"

/* Moves already found, by hash: paths that end alike are one move, and a wild power has very many
 * paths. */
enum { FOUND_SLOTS = 1 << 14 };

typedef struct Walk {
    const Position *position;
    const HenkaVariant *variant;
    const Term *term;
    Move *moves;
    int count, cap;
    int origin, side, type;
    uint16_t *found; /* FOUND_SLOTS: place in moves + 1, 0 free */
} Walk;

/* Where a path has got to. */
typedef struct Path {
    int square, direction;
    int legs;          /* done */
    int steps, length; /* of all legs, of the last one */
    Move victims;      /* a move without its ends: the list of victims */
} Path;

static bool wraps_files(const Term *term) { return term->cylinder || term->torus; }

static int step(const Walk *walk, int square, int dx, int dy) {
    const HenkaVariant *v = walk->variant;
    if (!wraps_files(walk->term)) return square_step(v, walk->side, square, dx, dy);
    if (walk->side == HENKA_GOTE) dx = -dx, dy = -dy;
    int file = file_of(v, square) - 1 - dx, rank = rank_of(v, square) - 1 - dy;
    file = (file % v->files + v->files) % v->files;
    if (walk->term->torus) rank = (rank % v->ranks + v->ranks) % v->ranks;
    return rank < 0 || rank >= v->ranks ? -1 : square_of(v, file + 1, rank + 1);
}

/* What stands there as the path sees it: its own origin is empty. */
static Piece content(const Walk *walk, int square) {
    return square == walk->origin ? NO_PIECE : position_at(walk->position, square);
}

static bool is_victim(const Path *path, int square) {
    for (int i = 0; i < move_victim_count(path->victims); i++)
        if (move_victim(path->victims, i) == square) return true;
    return false;
}

static int sign(int n) { return (n > 0) - (n < 0); }
static int least(int a, int b) { return a < b ? a : b; }

/* The squares a leap crosses: straight along its long side first, then diagonally. Calls them
 * occupied when any of them is. */
static bool crosses_piece(const Walk *walk, int square, int dx, int dy) {
    int wide = dx < 0 ? -dx : dx, high = dy < 0 ? -dy : dy, diagonal = least(wide, high);
    int long_side = wide > high ? wide : high;
    for (int i = 1; i < long_side; i++) {
        int turned = i - (long_side - diagonal);
        int x = wide > high  ? i
                : turned > 0 ? turned
                             : 0,
            y = wide > high ? (turned > 0 ? turned : 0) : i;
        int crossed = step(walk, square, sign(dx) * x, sign(dy) * y);
        if (crossed >= 0 && content(walk, crossed) != NO_PIECE) return true;
    }
    return false;
}

static bool burns_what_it_may_not(const Walk *walk, const Path *path, int to) {
    if (to == walk->origin) return false;
    for (int i = 0; i < move_victim_count(path->victims); i++) {
        int square = move_victim(path->victims, i);
        if (square != to && type_bit(walk->variant->no_burn[walk->type],
                                     piece_type(position_at(walk->position, square))))
            return true;
    }
    return false;
}

static void emit(Walk *walk, const Path *path, int to) {
    if (burns_what_it_may_not(walk, path, to)) return;
    Move move = move_make(walk->origin, to);
    for (int i = 0; i < move_victim_count(path->victims); i++)
        move = move_add_victim(move, move_victim(path->victims, i));
    if (walk->count == walk->cap || walk->count == FOUND_SLOTS - 1) return;
    unsigned slot = (unsigned)(move * 0x9E3779B97F4A7C15u >> 50);
    for (; walk->found[slot]; slot = (slot + 1) % FOUND_SLOTS)
        if (walk->moves[walk->found[slot] - 1] == move) return;
    walk->moves[walk->count++] = move;
    walk->found[slot] = (uint16_t)walk->count;
}

static bool may_take(const Walk *walk, const Leg *leg, const Path *path, int square, Piece found) {
    if (found == NO_PIECE || is_victim(path, square)) return false;
    if (piece_side(found) == walk->side) return leg->modes & LEG_CAPTURE_OWN;
    bool royal = walk->variant->types[piece_type(found)].royal;
    if (royal && leg->modes & LEG_NOT_ROYAL) return false;
    if (!royal && leg->modes & LEG_ROYAL_ONLY) return false;
    return leg->modes & LEG_CAPTURE;
}

static bool matrix_allows(const Walk *walk, Piece met) {
    return walk->term->free_of_matrix ||
           !type_bit(walk->variant->no_jump[walk->type], piece_type(met));
}

static void walk_leg(Walk *walk, Path path);

static void end_last_leg(Walk *walk, const Leg *leg, const Path *path) {
    Piece found = content(walk, path->square);
    if (found == NO_PIECE ? leg->modes & LEG_EMPTY : may_take(walk, leg, path, path->square, found))
        emit(walk, path, path->square);
}

static void end_leg(Walk *walk, const Leg *leg, const Path *path) {
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
        Path taken = *path;
        taken.victims = move_add_victim(taken.victims, path->square);
        walk_leg(walk, taken);
    }
}

/* By how many places the path turns after this many steps. */
static int bend_after(const Leg *leg, int steps) {
    return leg->bend == 0 ? 0 : leg->bend == 1 && steps % 2 == 0 ? -leg->turn : leg->turn;
}

/* hand: a bent path may turn to either side first, +1 right, -1 left. */
static void walk_ray(Walk *walk, const Leg *leg, Path path, int direction, int hand) {
    const Term *term = walk->term;
    const int start = path.square, length_before = path.length;
    int heading = direction;
    path.legs++;
    for (int steps = 1; steps <= leg->range; steps++) {
        if (term->total_range && path.steps >= term->total_range) return;
        int dx = term->dx[heading], dy = term->dy[heading];
        int next = step(walk, path.square, dx, dy);
        if (next < 0 || next == start) return;
        bool crossed = (leg->lame || leg->must_jump) && crosses_piece(walk, path.square, dx, dy);
        if ((leg->lame && crossed) || (leg->must_jump && !crossed)) return;
        path.square = next;
        path.direction = heading;
        path.steps++;
        path.length = steps;
        if (steps > leg->skip && (!leg->same_length || steps == length_before))
            end_leg(walk, leg, &path);
        if (steps > leg->skip && content(walk, next) != NO_PIECE) return;
        heading = (heading + hand * bend_after(leg, steps)) & 7;
    }
}

static void walk_leg(Walk *walk, Path path) {
    const Leg *leg = &walk->term->legs[path.legs];
    for (int bit = 0; bit < 8; bit++) {
        if (!(leg->dirs >> bit & 1)) continue;
        int direction = path.legs == 0 ? bit : (path.direction + bit) & 7;
        walk_ray(walk, leg, path, direction, 1);
        if (leg->bend) walk_ray(walk, leg, path, direction, -1);
    }
}

int oracle_walk(const Position *p, int square, Piece piece, Move *raw, int cap) {
    const Power *power = &p->variant->types[piece_type(piece)].power;
    uint16_t found[FOUND_SLOTS];
    memset(found, 0, sizeof found);
    Walk walk = {.position = p,
                 .found = found,
                 .variant = p->variant,
                 .moves = raw,
                 .cap = cap,
                 .origin = square,
                 .side = piece_side(piece),
                 .type = piece_type(piece)};
    for (int i = 0; i < power->term_count; i++) {
        walk.term = &power->terms[i];
        if (walk.term->virgin && p->variant->start_board[square] != piece) continue;
        walk_leg(&walk, (Path){.square = square});
    }
    return walk.count;
}
