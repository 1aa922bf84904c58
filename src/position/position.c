#include "position/position.h"

#include "base/bitboard256.h"
#include "base/compiler.h"

#include <stddef.h>
#include <string.h>

#include "tables/tables.h"

_Static_assert((int)POSITION_CLASSES == (int)MAX_CLASSES, "a bitboard for every class");
#define COUNT_AT(member) (offsetof(Position, member) - offsetof(Position, counts))
_Static_assert(COUNT_AT(royals) == COUNT_ROYALS && COUNT_AT(piece_count) == COUNT_PIECES &&
                   COUNT_AT(freezers) == COUNT_FREEZERS,
               "counts by byte");
#define PLACE_AT(member)                                                                           \
    ((offsetof(Position, member) - offsetof(Position, by_side)) / sizeof(uint64_t))
_Static_assert(PLACE_AT(royal_set) == PLACE_ROYALS && PLACE_AT(by_class) == PLACE_CLASSES &&
                   PLACE_AT(by_type) == PLACE_TYPES,
               "bitboards by offset");
_Static_assert((int)POSITION_PLANES == (int)PLANE_COUNT, "and every plane");

_Static_assert((int)LINE_WORDS == (int)LINE_ROOM, "words of lines");
_Static_assert(sizeof(PositionState) <= sizeof(StripBoard), "the state takes no room of its own");
_Static_assert(sizeof(Edits) == 88, "nor does what undo needs of it");

/* Toggling bitboards, on boards of up to 128 squares. Few pieces are in more than PLACES_MANY
 * bitboards, so the first PLACES_MANY are toggled without a test of the count. */
typedef uint64_t __attribute__((may_alias)) PlaceWord;
static inline PlaceWord *place_in(Position *p, int at) {
    return (PlaceWord *)((char *)p + offsetof(Position, by_side)) + at;
}

static inline void toggle_bitboards(Position *p, const PiecePlaces *places, Bitboard128 squares) {
    for (int i = 0; i < PLACES_MANY; i++) *(Bitboard128 *)place_in(p, places->at[i]) ^= squares;
#pragma GCC unroll 1
    for (int i = PLACES_MANY; i < places->count; i++)
        *(Bitboard128 *)place_in(p, places->at[i]) ^= squares;
}

/* Toggles squares on boards of up to 64 squares, where only a bitboard's lower word changes. */
static inline void toggle_low_word(PlaceWord *set, uint64_t squares) {
    set[__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__] ^= squares;
}

static inline void toggle_low_words(Position *p, const PiecePlaces *places, uint64_t squares) {
    for (int i = 0; i < PLACES_MANY; i++) toggle_low_word(place_in(p, places->at[i]), squares);
#pragma GCC unroll 1
    for (int i = PLACES_MANY; i < places->count; i++)
        toggle_low_word(place_in(p, places->at[i]), squares);
}

/* Toggles a square in Position.lines (boards beyond 128 squares). */
static inline void toggle_lines(Position *p, const Tables *t, int side, int square) {
    const LineBits *bits = &t->line_bits[square];
    uint32_t *words = (uint32_t *)&p->lines + side;
    for (int line = 0; line < 4; line++) words[bits->place[line]] ^= bits->bit[line];
}

static inline void toggle_planes(Position *p, const Tables *t, int side, int type, int square) {
    int word = square >> 6;
    uint64_t bit = (uint64_t)1 << (square & 63), *words = (uint64_t *)p->planes + word;
    p->by_side_words[side][word] ^= bit;
    if (t->royal_types[type]) p->royal_words[side][word] ^= bit;
    if (t->freezer_types[type]) p->freezer_words[side][word] ^= bit;
    toggle_lines(p, t, side, square);
    const uint8_t *planes = t->type_planes[side][type];
    for (int i = 0; i < t->type_plane_count[type]; i += PLANES_AT_ONCE)
        for (int k = 0; k < PLANES_AT_ONCE; k++) words[planes[i + k]] ^= bit;
}

/* Kinds of board. A position keeps redundant sets beside the bytes of the board, and the kind
 * decides which ones. Every function below is compiled for each kind. If the oracle (the slow
 * generator) is the only generator (rules/plain.c), no sets are kept: it reads only the bytes. */
typedef enum { BOARD_256, BOARD_128, BOARD_64, BOARD_STRIP } BoardKind;
#ifdef HENKA_RULES_ALONE
enum { KEEPS_SETS = false };
#else
enum { KEEPS_SETS = true };
#endif

static inline BoardKind board_kind(const Position *p) {
    const Tables *t = p->variant->tables;
    return !KEEPS_SETS      ? BOARD_256
           : t->strip       ? BOARD_STRIP
           : t->bitboard64  ? BOARD_64
           : t->bitboard128 ? BOARD_128
                            : BOARD_256;
}

/* Toggles squares on a strip, where only by_side and royal_set are kept; with NO_PIECE, none. */
static inline void toggle_strip(const Tables *t, Position *p, uint64_t squares, Piece piece) {
    int side = piece_side(piece);
    squares &= -(uint64_t)(piece != NO_PIECE);
    toggle_low_word((PlaceWord *)&p->by_side[side], squares);
    toggle_low_word((PlaceWord *)&p->royal_set[side],
                    squares & -(uint64_t)t->royal_types[piece_type(piece)]);
}

/* Writes a piece, or NO_PIECE, on a square of the board. */
static FORCE_INLINE void stand(BoardKind kind, const Tables *t, Position *p, int square,
                               Piece piece) {
    p->board[square] = piece;
    if (kind != BOARD_STRIP) return;
    const SmallAttacks *attacks =
        &t->small_attacks[piece_side(piece)][small_index(t, piece_type(piece), square)];
    p->strip.steps[square] = (uint32_t)attacks->steps;
    p->strip.hops[square] = (uint32_t)attacks->hops;
    p->strip.up[square] = (uint32_t)attacks->up, p->strip.down[square] = (uint32_t)attacks->down;
}

/* Adds a piece to the position's bitboards, or removes it: a second call undoes the first. */
static FORCE_INLINE void toggle(BoardKind kind, const Tables *t, Position *p, int square,
                                Piece piece) {
    if (!KEEPS_SETS) return;
    if (kind == BOARD_STRIP)
        toggle_strip(t, p, (uint64_t)1 << square, piece);
    else if (kind == BOARD_64)
        toggle_low_words(p, &t->places[piece], (uint64_t)1 << square);
    else if (kind == BOARD_128)
        toggle_bitboards(p, &t->places[piece], BB_SQUARE(square));
    else
        toggle_planes(p, t, piece_side(piece), piece_type(piece), square);
}

/* Moves a piece from one square to another in the bitboards that the position keeps. */
static FORCE_INLINE void toggle_both(BoardKind kind, const Tables *t, Position *p, int from, int to,
                                     Piece piece) {
    if (!KEEPS_SETS) return;
    if (kind == BOARD_STRIP)
        toggle_strip(t, p, (uint64_t)1 << from | (uint64_t)1 << to, piece);
    else if (kind == BOARD_64)
        toggle_low_words(p, &t->places[piece], (uint64_t)1 << from | (uint64_t)1 << to);
    else if (kind == BOARD_128)
        toggle_bitboards(p, &t->places[piece], BB_SQUARE(from) | BB_SQUARE(to));
    else
        for (int i = 0; i < 2; i++)
            toggle_planes(p, t, piece_side(piece), piece_type(piece), i ? to : from);
}

/* Adds a piece to bitboards, Zobrist key (`hash`) and counts, not to `board` (see `stand`). */
static FORCE_INLINE void enter(BoardKind kind, const Tables *t, Position *p, int square,
                               Piece piece) {
    assert(piece_type(piece) >= 1 && piece_type(piece) <= p->variant->type_count);
    p->counts += t->counts[piece];
    p->hash ^= t->piece_hash[piece][square];
    toggle(kind, t, p, square, piece);
}

/* The inverse of enter: removes a piece from its square. */
static FORCE_INLINE void leave(BoardKind kind, const Tables *t, Position *p, int square,
                               Piece piece) {
    assert(piece_type(piece) >= 1 && piece_type(piece) <= p->variant->type_count);
    p->counts -= t->counts[piece];
    p->hash ^= t->piece_hash[piece][square];
    toggle(kind, t, p, square, piece);
}

/* ---- the state: what is remembered beside board and hands (Tables.state) --------------------- */

/* Changes hash and repetition key, because the state is part of both. */
static inline void state_hash_change(Position *p, uint64_t change) {
    p->hash ^= change;
    p->key ^= change;
}

static void state_turn_unmoved(Position *p, int square) {
    p->state.unmoved[square >> 6] ^= (uint64_t)1 << (square & 63);
    state_hash_change(p, p->variant->tables->state->unmoved_hash[square]);
}

static uint64_t push_hash(const Position *p) {
    const StateTables *s = p->variant->tables->state;
    const PositionState *state = &p->state;
    return state->push_from == state->push_to
               ? 0
               : s->push_hash[0][state->push_from] ^ s->push_hash[1][state->push_to];
}

static void state_set_push(Position *p, int from, int to) {
    uint64_t before = push_hash(p);
    p->state.push_from = (uint8_t)from, p->state.push_to = (uint8_t)to;
    state_hash_change(p, before ^ push_hash(p));
}

static void state_set_checks(Position *p, int side, int count) {
    const uint64_t *hash = p->variant->tables->state->check_hash[side];
    state_hash_change(p, hash[p->state.checks[side]] ^ hash[count]);
    p->state.checks[side] = (uint8_t)count;
}

void position_set_unmoved(Position *p, int square, bool unmoved) {
    const StateTables *s = p->variant->tables->state;
    if (s && bb256_has(s->tracked, square) && bb256_has(p->state.unmoved, square) != unmoved)
        state_turn_unmoved(p, square);
}

void position_set_checks(Position *p, int side, int count) {
    assert(count >= 0 && count <= p->variant->checks_to_win);
    if (p->variant->checks_to_win) state_set_checks(p, side, count);
}

bool position_is_unmoved(const Position *p, int square) {
    const StateTables *s = p->variant->tables->state;
    Piece piece = p->board[square];
    return piece && p->variant->start_board[square] == piece &&
           (!s || !bb256_has(s->tracked, square) || bb256_has(p->state.unmoved, square));
}

bool position_is_first_move(const Position *p, int square) {
    int type = piece_type(p->board[square]);
    return type && has_home(p->variant, type)
               ? in_home(p->variant, piece_side(p->board[square]), type, square)
               : position_is_unmoved(p, square);
}

int position_passed(const HenkaVariant *v, int by, int from, int to, uint8_t squares[MAX_RANKS]) {
    bool anywhere = !v->passing[0] && !v->passing[1];
    int files = file_of(v, to) - file_of(v, from), ranks = rank_of(v, to) - rank_of(v, from);
    int count = 0, step = ((files > 0) - (files < 0)) * v->ranks + (ranks > 0) - (ranks < 0);
    if (files && ranks && files != ranks && files != -ranks) return 0;
    for (int at = from + step; step && at != to && count < MAX_RANKS; at += step)
        if (anywhere || (v->passing[by] && square_in(v->passing[by], at)))
            squares[count++] = (uint8_t)at;
    return count;
}

/* Has this type a term (way of moving) from `from` to `to` that lets it be captured in passing? */
static bool has_push(const HenkaVariant *v, int side, int type, int from, int to, bool unmoved) {
    int turned = side == HENKA_SENTE ? 1 : -1;
    int dx = turned * (file_of(v, from) - file_of(v, to)),
        dy = turned * (rank_of(v, from) - rank_of(v, to));
    const Power *power = &v->types[type].power;
    for (int i = 0; i < power->term_count; i++) {
        const Conditions *c = &power->terms[i].conditions;
        int range = c->own_half ? half_range(v, side, from) : power->terms[i].legs[0].range;
        const Term *term = &power->terms[i];
        if (!c->rights || (c->virgin && !unmoved)) continue;
        for (int d = 0; d < 8; d++)
            for (int n = 1; term->legs[0].dirs >> d & 1 && n <= range && n < MAX_RANKS; n++)
                if (n * term->dx[d] == dx && n * term->dy[d] == dy) return true;
    }
    return false;
}

/* Is `type` equal to `becomes`, or can it promote or turn over to it? */
static bool may_become(const HenkaVariant *v, int type, int becomes) {
    const PieceType *kind = &v->types[type];
    if (v->promote == PROMOTE_TURN && kind->unpromoted == becomes) return true;
    for (int i = 0; i < kind->choice_count; i++)
        if (kind->choices[i].type == becomes) return true;
    return type == becomes || kind->promoted == becomes;
}

bool position_may_have_pushed(const Position *p, int from, int to) {
    const HenkaVariant *v = p->variant;
    const StateTables *s = v->tables->state;
    Piece piece = p->board[to];
    uint8_t passed[MAX_RANKS];
    if (!s || !s->pushes_matter || !piece || piece_side(piece) == p->side || p->board[from])
        return false;
    int count = position_passed(v, p->side, from, to, passed);
    for (int i = 0; i < count; i++)
        if (p->board[passed[i]]) return false;
    for (int type = 1; count && type <= v->type_count; type++)
        if (s->rights[type] && may_become(v, type, piece_type(piece)) &&
            has_push(v, !p->side, type, from, to,
                     has_home(v, type) ? in_home(v, !p->side, type, from)
                                       : v->start_board[from] == piece_make(!p->side, type)))
            return true;
    return false;
}

/* Could a piece of the side to move capture the push from `from` to `to` in passing, without regard
 * to pins? If not, the push is not remembered, so that the position equals one without a push. */
static bool push_matters(const Position *p, int from, int to) {
    const StateTables *s = p->variant->tables->state;
    uint8_t passed[MAX_RANKS];
    int count = position_passed(p->variant, p->side, from, to, passed);
    if (!s->leaps_only) return count > 0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < s->passing_leap_count; k++) {
            const PassingLeap *leap = &s->passing_leaps[k];
            int at = square_step(p->variant, p->side, passed[i], -leap->dx, -leap->dy);
            if (at >= 0 && p->board[at] == piece_make(p->side, leap->type) &&
                !type_bit(p->variant->no_capture[leap->type], piece_type(p->board[to])))
                return true;
        }
    return false;
}

void position_set_push(Position *p, int from, int to) {
    if (p->variant->tables->state)
        push_matters(p, from, to) ? state_set_push(p, from, to) : state_set_push(p, 0, 0);
}

/* ---- setting up, and the changes that moves make --------------------------------------------- */

/* Updates the repetition key: the hash without Position.skipped, the skips of both sides. */
static inline void key_update(Position *p) {
    p->key = p->hash ^ p->variant->tables->skip_hash[p->skipped];
}

void position_clear(Position *p, const HenkaVariant *v) {
    memset(p, 0, sizeof *p);
    p->variant = v;
}

void position_start(Position *p, const HenkaVariant *v) {
    position_clear(p, v);
    for (int square = 0; square < v->squares; square++)
        if (v->start_board[square]) position_put(p, square, v->start_board[square]);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < v->hand_count; i++)
            position_set_hand(p, side, i, v->start_hand[side][i]);
}

bool position_on_goal(const Position *p, int side) {
    const HenkaVariant *v = p->variant;
    for (int i = 0; i < v->goal_count; i++) {
        int square = v->goal_squares[i];
        Piece piece = p->board[square];
        const SquareSet *goal = v->types[piece_type(piece)].goal[side];
        if (piece && piece_side(piece) == side && goal && square_in(goal, square)) return true;
    }
    return false;
}

bool position_awaits_answer(const Position *p) {
    return p->variant->goal_rule == GOAL_ANSWERED && p->side == HENKA_GOTE &&
           position_on_goal(p, HENKA_SENTE) && !position_on_goal(p, HENKA_GOTE);
}

static bool has_won(const Position *p, int side) {
    bool waits = p->variant->goal_rule == GOAL_HELD && side != p->side;
    return (!waits && position_on_goal(p, side)) || position_checks_suffice(p, side);
}

int position_winner(const Position *p) {
    if (position_awaits_answer(p))
        return position_checks_suffice(p, HENKA_SENTE)  ? HENKA_SENTE
               : position_checks_suffice(p, HENKA_GOTE) ? HENKA_GOTE
                                                        : NO_WINNER;
    if (p->variant->goal_rule == GOAL_ANSWERED && p->side == HENKA_SENTE &&
        position_on_goal(p, HENKA_SENTE) && position_on_goal(p, HENKA_GOTE))
        return BOTH_WIN;
    return has_won(p, !p->side) ? !p->side : has_won(p, p->side) ? p->side : NO_WINNER;
}

void position_put(Position *p, int square, Piece piece) {
    assert(!p->board[square]);
    stand(board_kind(p), p->variant->tables, p, square, piece);
    enter(board_kind(p), p->variant->tables, p, square, piece);
    key_update(p);
    position_set_unmoved(p, square, p->variant->start_board[square] == piece);
}

void position_take(Position *p, int square) {
    Piece piece = p->board[square];
    stand(board_kind(p), p->variant->tables, p, square, NO_PIECE);
    leave(board_kind(p), p->variant->tables, p, square, piece);
    key_update(p);
    position_set_unmoved(p, square, false);
}

void position_set_hand(Position *p, int side, int index, int count) {
    const uint64_t *hash = p->variant->tables->hand_hash[side][index];
    assert(index < p->variant->hand_count && count >= 0 && count <= HAND_MOST);
    p->hash ^= hash[p->hand[side][index]] ^ hash[count];
    p->hand[side][index] = (uint8_t)count;
    key_update(p);
}

void position_set_side(Position *p, int side) {
    if (p->side != side) p->hash ^= p->variant->tables->side_hash;
    p->side = (uint8_t)side;
    key_update(p);
}

void position_set_skipped(Position *p, int bits) {
    const uint64_t *hash = p->variant->tables->skip_hash;
    p->hash ^= hash[p->skipped] ^ hash[bits];
    p->skipped = (uint8_t)bits;
    key_update(p);
}

static bool is_square(const HenkaVariant *v, int square) {
    return square >= 0 && square < v->squares && !v->hole[square];
}

bool position_could_make(const Position *p, Move m) {
    const HenkaVariant *v = p->variant;
    int from = move_from(m), victims = move_victim_count(m);
    if (!(m & MOVE_MARK) || !is_square(v, move_to(m))) return false;
    if (move_is_drop(m))
        return move_dropped(m) >= 1 && move_dropped(m) <= v->type_count && !victims &&
               !move_becomes(m) && !move_is_castling(m);
    if (!is_square(v, from) || !p->board[from] || piece_side(p->board[from]) != p->side ||
        move_becomes(m) > v->type_count || victims > MOVE_VICTIMS)
        return false;
    for (int i = 0; i < victims; i++)
        if (!is_square(v, move_victim(m, i))) return false;
    if (!move_is_castling(m)) return true;
    return v->tables->state && !victims && !move_becomes(m) &&
           rank_of(v, from) == rank_of(v, move_to(m)) &&
           is_square(v, tables_castling_partner(v, from, move_to(m), m & MOVE_INSIDE));
}

int position_victims(const Position *p, Move m, uint8_t squares[MOVE_VICTIMS + 1]) {
    int count = 0, to = move_to(m);
    bool taken = position_is_capture(p, m) && move_from(m) != to && p->board[to];
    for (int i = 0; i < MOVE_VICTIMS && i < move_victim_count(m); i++) {
        if (taken && move_victim(m, i) > to) squares[count++] = (uint8_t)to, taken = false;
        squares[count++] = (uint8_t)move_victim(m, i);
    }
    if (taken) squares[count++] = (uint8_t)to;
    return count;
}

bool position_strikes(const Position *p, Move m) {
    const PieceType *types = p->variant->types;
    uint8_t victims[MOVE_VICTIMS + 1];
    int count = position_victims(p, m, victims);
    if (!count || types[piece_type(p->board[move_from(m)])].trade_struck) return false;
    for (int i = 0; i < count; i++)
        if (types[piece_type(p->board[victims[i]])].trade_struck) return true;
    return false;
}

int position_becomes(const Position *p, Move m) {
    if (move_is_drop(m)) return move_dropped(m);
    if (move_becomes(m)) return move_becomes(m);
    int type = piece_type(p->board[move_from(m)]);
    return p->variant->tables->flips_to[position_is_capture(p, m)][type];
}

/* Stores an edit. The caller passes the number of edits, because the compiler must assume that byte
 * stores to the board alias e->board_count. */
static inline void note_edit(Edits *e, int n, int square, Piece was, Piece now) {
    assert(n < MAX_EDITS);
    e->board[n].square = (uint8_t)square;
    e->board[n].was = was;
    e->board[n].now = now;
}

static inline void edit_hand(const Tables *t, Position *p, Edits *e, int n, int side, int index,
                             int by) {
    const uint64_t *hash = t->hand_hash[side][index];
    int was = p->hand[side][index], now = was + by;
    e->hand[n].side = (uint8_t)side;
    e->hand[n].index = (uint8_t)index;
    e->hand[n].was = (uint8_t)was;
    e->hand[n].now = p->hand[side][index] = (uint8_t)now;
    p->hash ^= hash[was] ^ hash[now];
}

static inline void edit_begin(const Position *p, Edits *e) {
    e->counts = p->counts;
    e->hash = p->hash;
    e->key = p->key;
}

/* Ends every move: updates the Zobrist key by the side to move and by the sides whose last turn was
 * a skip. marks: the bits that the move adds to Position.skipped. */
static inline void edit_end(const Tables *t, Position *p, Edits *e, int board_count, int hand_count,
                            int marks) {
    e->board_count = (uint8_t)board_count;
    e->hand_count = (uint8_t)hand_count;
    if (p->skipped | marks) {
        int skipped = (p->skipped & ~(1 << p->side | STRUCK)) | marks;
        p->hash ^= t->skip_hash[p->skipped] ^ t->skip_hash[skipped];
        p->skipped = (uint8_t)skipped;
    }
    p->hash ^= t->side_hash;
    p->side ^= 1;
    key_update(p);
}

/* Puts a victim into the mover's hand or, in variants with a stock, into the hand of the victim's
 * own side. Returns the number of hand edits. */
static inline int capture(const Tables *t, Position *p, Edits *e, int n, Piece victim,
                          bool exchanges) {
    int index = t->hand_of[piece_type(victim)];
    if (index == HAND_NONE) return 0;
    int side = exchanges && t->stock ? piece_side(victim) : p->side;
    if (p->hand[side][index] >= HAND_MOST) return 0;
    edit_hand(t, p, e, n, side, index, 1);
    return 1;
}

/* Removes the type to which a piece promotes from the mover's hand. */
static NOINLINE int choose_from_hand(const Tables *t, Position *p, Edits *e, int n, int type) {
    edit_hand(t, p, e, n, p->side, t->dropped_from[type], -1);
    return 1;
}

static FORCE_INLINE void do_drop(BoardKind kind, const Tables *t, Position *p, Move m, Edits *e) {
    Piece now = piece_make(p->side, move_dropped(m));
    edit_hand(t, p, e, 0, p->side, t->dropped_from[move_dropped(m)], -1);
    note_edit(e, 0, move_to(m), NO_PIECE, now);
    stand(kind, t, p, move_to(m), now);
    enter(kind, t, p, move_to(m), now);
    edit_end(t, p, e, 1, 1, 0);
}

static FORCE_INLINE void go(BoardKind kind, const Tables *t, Position *p, int from, int to,
                            Piece was, Piece met, Piece now) {
    const uint64_t *hash = t->piece_hash[was];
    stand(kind, t, p, from, NO_PIECE);
    stand(kind, t, p, to, now);
    if (met) leave(kind, t, p, to, met);
    if (now == was) {
        p->hash ^= hash[from] ^ hash[to];
        toggle_both(kind, t, p, from, to, was);
    } else {
        leave(kind, t, p, from, was);
        enter(kind, t, p, to, now);
    }
}

/* Makes a move that is no drop. with_victims: it may take more than the piece on its target. */
static FORCE_INLINE void do_move(BoardKind kind, bool with_victims, const Tables *t, Position *p,
                                 Move m, Edits *e) {
    int from = move_from(m), to = move_to(m), victims = with_victims ? move_victim_count(m) : 0,
        board = 0, hands = 0, marks = 0;
    const bool exchanges = __builtin_expect(t->exchanges, 0);
    if (exchanges && t->strikes && position_strikes(p, m)) marks = STRUCK;
    Piece was = p->board[from], met = from == to ? NO_PIECE : p->board[to];
    int type = move_becomes(m) ? move_becomes(m) : t->flips_to[victims || met][piece_type(was)];
    Piece now = piece_make(p->side, type);
#pragma GCC unroll 1
    for (int i = 0; i < victims; i++) {
        int square = move_victim(m, i);
        Piece victim = p->board[square];
        hands += capture(t, p, e, hands, victim, exchanges);
        note_edit(e, board++, square, victim, NO_PIECE);
        stand(kind, t, p, square, NO_PIECE);
        leave(kind, t, p, square, victim);
    }
    if (exchanges && move_becomes(m) && t->chosen_from_hand[type])
        hands += choose_from_hand(t, p, e, hands, type);
    if (from != to) {
        if (met) hands += capture(t, p, e, hands, met, exchanges);
        note_edit(e, board++, from, was, NO_PIECE);
        note_edit(e, board++, to, met, now);
        go(kind, t, p, from, to, was, met, now);
    } else if (now != was) {
        note_edit(e, board++, from, was, now);
        stand(kind, t, p, from, now);
        leave(kind, t, p, from, was);
        enter(kind, t, p, from, now);
    }
    if (p->variant->skip_not_twice && move_is_skip(m)) marks = 1 << p->side;
    edit_end(t, p, e, board, hands, marks);
}

/* Not inlined into position_do, so that the usual move, without victims, saves fewer registers. */
static NOINLINE void do_64_victims(Position *p, Move m, Edits *e) {
    do_move(BOARD_64, true, p->variant->tables, p, m, e);
}
static NOINLINE void do_strip_victims(Position *p, Move m, Edits *e) {
    do_move(BOARD_STRIP, true, p->variant->tables, p, m, e);
}
static NOINLINE void do_128_victims(Position *p, Move m, Edits *e) {
    do_move(BOARD_128, true, p->variant->tables, p, m, e);
}
static NOINLINE void do_256_victims(Position *p, Move m, Edits *e) {
    do_move(BOARD_256, true, p->variant->tables, p, m, e);
}

static FORCE_INLINE void do_any(BoardKind kind, void do_victims(Position *, Move, Edits *),
                                Position *p, Move m, Edits *e) {
    edit_begin(p, e);
    if (move_is_drop(m))
        do_drop(kind, p->variant->tables, p, m, e);
    else if (move_victim_count(m))
        do_victims(p, m, e);
    else
        do_move(kind, false, p->variant->tables, p, m, e);
}

static NOINLINE void do_64(Position *p, Move m, Edits *e) {
    do_any(BOARD_64, do_64_victims, p, m, e);
}
static NOINLINE void do_strip(Position *p, Move m, Edits *e) {
    do_any(BOARD_STRIP, do_strip_victims, p, m, e);
}
static NOINLINE void do_128(Position *p, Move m, Edits *e) {
    do_any(BOARD_128, do_128_victims, p, m, e);
}
static NOINLINE void do_256(Position *p, Move m, Edits *e) {
    do_any(BOARD_256, do_256_victims, p, m, e);
}

static inline void do_plain(Position *p, Move m, Edits *e) {
    switch (board_kind(p)) {
    case BOARD_STRIP:
        do_strip(p, m, e);
        return;
    case BOARD_64:
        do_64(p, m, e);
        return;
    case BOARD_128:
        do_128(p, m, e);
        return;
    default:
        do_256(p, m, e);
    }
}

static void castle(BoardKind kind, Position *p, Move m, Edits *e) {
    const Tables *t = p->variant->tables;
    int from = move_from(m), to = move_to(m),
        partner = tables_castling_partner(p->variant, from, to, m & MOVE_INSIDE),
        partner_to = to + (to < from ? p->variant->ranks : -p->variant->ranks);
    const struct {
        int square;
        Piece now;
    } steps[4] = {{from, NO_PIECE},
                  {partner, NO_PIECE},
                  {to, p->board[from]},
                  {partner_to, p->board[partner]}};
    edit_begin(p, e);
    for (int i = 0; i < 4; i++) {
        Piece was = p->board[steps[i].square];
        note_edit(e, i, steps[i].square, was, steps[i].now);
        stand(kind, t, p, steps[i].square, steps[i].now);
        if (was) leave(kind, t, p, steps[i].square, was);
        if (steps[i].now) enter(kind, t, p, steps[i].square, steps[i].now);
    }
    edit_end(t, p, e, 4, 0, false);
}

/* Would a straight move of this piece capture on the target if nothing stood between? */
static bool aims_at(const HenkaVariant *v, Piece piece, int square, int target) {
    const Power *power = &v->types[piece_type(piece)].power;
    for (int i = 0; i < power->term_count; i++) {
        const Term *term = &power->terms[i];
        const Leg *leg = &term->legs[0];
        if (term->leg_count > 1 || leg->bend || leg->must_jump || !(leg->modes & LEG_CAPTURE) ||
            term->conditions.castling || term->conditions.virgin)
            continue;
        for (int d = 0; d < 8; d++)
            for (int n = 1, at = square; leg->dirs >> d & 1 && n <= leg->range; n++) {
                at = square_step(v, piece_side(piece), at, term->dx[d], term->dy[d]);
                if (at < 0) break;
                if (at == target && n > leg->skip) return true;
            }
    }
    return false;
}

/* Ends the first moves of the enemy royals at which a piece of this side aims after the move. */
static void end_first_moves(Position *p, int side, Edits *e) {
    const StateTables *s = p->variant->tables->state;
    for (int i = 0; i < e->board_count; i++) {
        Piece now = e->board[i].now;
        if (!now || piece_side(now) != side || !p->variant->types[piece_type(now)].ends_first_moves)
            continue;
        for (int n = 0; n < s->aimed_count[!side]; n++) {
            int royal = s->aimed[!side][n];
            if (!bb256_has(p->state.unmoved, royal) ||
                type_bit(p->variant->no_capture[piece_type(now)], piece_type(p->board[royal])) ||
                !aims_at(p->variant, now, e->board[i].square, royal))
                continue;
            state_turn_unmoved(p, royal);
            e->aimed |= (uint16_t)(1 << n);
        }
    }
}

static void state_begin(const Position *p, Edits *e) {
    e->unmoved = 0, e->aimed = 0;
    e->push_from = p->state.push_from, e->push_to = p->state.push_to;
    e->checks = p->state.checks[p->side];
}

static NOINLINE void do_with_state(Position *p, Move m, Edits *e) {
    const StateTables *s = p->variant->tables->state;
    int side = p->side, from = move_from(m), to = move_to(m), type = piece_type(p->board[from]);
    /* May the other side capture the moved piece in passing? */
    bool rights = s->pushes_matter && !move_is_drop(m) && !move_is_special(m) && !p->board[to] &&
                  s->rights[type] &&
                  has_push(p->variant, side, type, from, to, position_is_first_move(p, from));
    state_begin(p, e);
    if (move_is_castling(m))
        castle(board_kind(p), p, m, e);
    else
        do_plain(p, m, e);
    for (int i = 0; i < e->board_count; i++)
        if (bb256_has(p->state.unmoved, e->board[i].square)) {
            state_turn_unmoved(p, e->board[i].square);
            e->unmoved |= (uint8_t)(1 << i);
        }
    if (s->aimed_count[!side]) end_first_moves(p, side, e);
    if (rights && push_matters(p, from, to))
        state_set_push(p, from, to);
    else if (p->state.push_from != p->state.push_to)
        state_set_push(p, 0, 0);
    if (move_is_check(m)) state_set_checks(p, side, e->checks + 1);
}

void position_do(Position *p, Move m, Edits *e) {
    if (__builtin_expect(p->variant->tables->state != NULL, 0))
        do_with_state(p, m, e);
    else
        do_plain(p, m, e);
}

/* Undoes one board edit, but not counts and hash, which are restored from the Edits. */
static FORCE_INLINE void undo_edit(BoardKind kind, const Tables *t, Position *p, int square,
                                   Piece was, Piece now) {
    stand(kind, t, p, square, was);
    if (now) toggle(kind, t, p, square, now);
    if (was) toggle(kind, t, p, square, was);
}

static inline void undo_hand(Position *p, const Edits *e, int n) {
    p->hand[e->hand[n].side][e->hand[n].index] = e->hand[n].was;
}

static FORCE_INLINE void undo_any(BoardKind kind, Position *p, const Edits *e) {
    const Tables *t = p->variant->tables;
    int left = e->board_count;
    /* Are the last two edits those of a piece that moved without changing its type? */
    if (left >= 2 && !e->board[left - 2].now && e->board[left - 1].now == e->board[left - 2].was) {
        int from = e->board[left - 2].square, to = e->board[left - 1].square;
        toggle_both(kind, t, p, from, to, e->board[left - 1].now);
        stand(kind, t, p, from, e->board[left - 1].now);
        undo_edit(kind, t, p, to, e->board[left - 1].was, NO_PIECE);
        left -= 2;
    }
#pragma GCC unroll 1
    for (int i = left - 1; i >= 0; i--)
        undo_edit(kind, t, p, e->board[i].square, e->board[i].was, e->board[i].now);
    if (e->hand_count) {
#pragma GCC unroll 1
        for (int i = e->hand_count - 1; i > 0; i--) undo_hand(p, e, i);
        undo_hand(p, e, 0);
    }
    p->counts = e->counts;
    p->hash = e->hash;
    p->key = e->key;
}

/* On a strip a move edits at most two squares and one hand, restored without a branch. */
static NOINLINE void undo_strip(Position *p, const Edits *e) {
    const Tables *t = p->variant->tables;
    int last = e->board_count - 1, hands = e->hand_count;
    if ((unsigned)last >= 2) {
        undo_any(BOARD_STRIP, p, e);
        return;
    }
    uint8_t first_was = (uint8_t)(e->board[0].was & -last), to = e->board[last].square,
            from = e->board[0].square;
    int hand = (e->hand[0].side * MAX_HAND_TYPES + e->hand[0].index) & -hands;
    uint8_t *held = &p->hand[0][0] + hand;
    *held = (uint8_t)((e->hand[0].was & -hands) | (*held & (hands - 1)));
    stand(BOARD_STRIP, t, p, from, first_was);
    stand(BOARD_STRIP, t, p, to, e->board[last].was);
    toggle_strip(t, p, (uint64_t)1 << to, e->board[last].now);
    toggle_strip(t, p, (uint64_t)1 << to, e->board[last].was);
    toggle_strip(t, p, (uint64_t)1 << from, first_was);
    p->counts = e->counts;
    p->hash = e->hash;
    p->key = e->key;
}
static NOINLINE void undo_64(Position *p, const Edits *e) { undo_any(BOARD_64, p, e); }
static NOINLINE void undo_128(Position *p, const Edits *e) { undo_any(BOARD_128, p, e); }
static NOINLINE void undo_256(Position *p, const Edits *e) { undo_any(BOARD_256, p, e); }

static inline void undo_plain(Position *p, const Edits *e) {
    switch (board_kind(p)) {
    case BOARD_STRIP:
        undo_strip(p, e);
        return;
    case BOARD_64:
        undo_64(p, e);
        return;
    case BOARD_128:
        undo_128(p, e);
        return;
    default:
        undo_256(p, e);
    }
}

/* undo_plain restores hash and key as well. This function also restores the state. */
static NOINLINE void undo_with_state(Position *p, const Edits *e) {
    undo_plain(p, e);
    for (int i = 0; i < e->board_count; i++)
        if (e->unmoved >> i & 1) bb256_set(p->state.unmoved, e->board[i].square);
    for (unsigned left = e->aimed; left; left &= left - 1)
        bb256_set(p->state.unmoved,
                  p->variant->tables->state->aimed[!p->side][__builtin_ctz(left)]);
    p->state.push_from = e->push_from, p->state.push_to = e->push_to;
    p->state.checks[p->side] = e->checks;
}

void position_undo(Position *p, const Edits *e) {
    if (__builtin_expect(p->variant->tables->state != NULL, 0))
        undo_with_state(p, e);
    else
        undo_plain(p, e);
}

void position_do_null(Position *p, Edits *e) {
    edit_begin(p, e);
    if (p->variant->tables->state) state_begin(p, e), state_set_push(p, 0, 0);
    edit_end(p->variant->tables, p, e, 0, 0, 0);
}

/* The change of the hash when a side's hand changes at this index from `held` by `by` (1 or -1). */
static inline uint64_t hash_of_hand_change(const Tables *t, int side, int index, int held, int by) {
    const uint64_t *hash = &t->hand_hash[side][index][held];
    return by > 0 && held >= HAND_MOST ? 0 : hash[0] ^ hash[by];
}

/* Returns the hash after a move that is no drop, in a variant with Tables.exchanges. */
static NOINLINE uint64_t hash_after_exchange(const Position *p, Move m) {
    const Tables *t = p->variant->tables;
    int from = move_from(m), to = move_to(m), chosen = 0;
    Piece was = p->board[from], met = p->board[to];
    int type = move_becomes(m) ? move_becomes(m) : t->flips_to[met != NO_PIECE][piece_type(was)];
    uint64_t hash = p->hash ^ t->side_hash ^ t->piece_hash[was][from] ^
                    t->piece_hash[piece_make(p->side, type)][to];
    if (t->strikes && position_strikes(p, m)) hash ^= t->skip_hash[STRUCK];
    if (move_becomes(m) && t->chosen_from_hand[type]) {
        chosen = type;
        hash ^= hash_of_hand_change(t, p->side, t->dropped_from[type],
                                    p->hand[p->side][t->dropped_from[type]], -1);
    }
    if (!met || from == to) return hash;
    hash ^= t->piece_hash[met][to];
    int index = t->hand_of[piece_type(met)], side = t->stock ? piece_side(met) : p->side;
    if (index == HAND_NONE) return hash;
    /* the move may already have taken one piece of this type out of the mover's hand */
    bool given = side == p->side && chosen && t->dropped_from[chosen] == index;
    return hash ^ hash_of_hand_change(t, side, index, p->hand[side][index] - given, 1);
}

uint64_t position_hash_after(const Position *p, Move m) {
    const Tables *t = p->variant->tables;
    uint64_t hash = p->hash ^ t->side_hash;
    int from = move_from(m), to = move_to(m);
    const uint8_t *hand = p->hand[p->side];
    if (move_is_drop(m))
        return hash ^ t->piece_hash[piece_make(p->side, from)][to] ^
               hash_of_hand_change(t, p->side, t->dropped_from[from], hand[t->dropped_from[from]],
                                   -1);
    if (__builtin_expect(t->exchanges, 0)) return hash_after_exchange(p, m);
    Piece was = p->board[from], met = p->board[to];
    int type = move_becomes(m) ? move_becomes(m) : t->flips_to[met != NO_PIECE][piece_type(was)];
    hash ^= t->piece_hash[was][from] ^ t->piece_hash[piece_make(p->side, type)][to];
    if (!met || from == to) return hash;
    hash ^= t->piece_hash[met][to];
    int index = t->hand_of[piece_type(met)];
    if (index == HAND_NONE) return hash;
    return hash ^ hash_of_hand_change(t, p->side, index, hand[index], 1);
}

uint64_t position_hash_from_scratch(const Position *p) {
    const Tables *t = p->variant->tables;
    uint64_t hash = p->side ? t->side_hash : 0;
    for (int square = 0; square < p->variant->squares; square++)
        if (p->board[square])
            hash ^= zobrist_of(p->variant, piece_side(p->board[square]),
                               piece_type(p->board[square]), square);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < p->variant->hand_count; i++)
            hash ^= t->hand_hash[side][i][p->hand[side][i]];
    hash ^= t->skip_hash[p->skipped];
    if (!t->state) return hash;
    for (int side = 0; side < 2; side++) hash ^= t->state->check_hash[side][p->state.checks[side]];
    for (int square = 0; square < p->variant->squares; square++)
        if (bb256_has(p->state.unmoved, square)) hash ^= t->state->unmoved_hash[square];
    return hash ^ push_hash(p);
}

uint64_t position_key_from_scratch(const Position *p) {
    return position_hash_from_scratch(p) ^ p->variant->tables->skip_hash[p->skipped];
}
