#include "position/position.h"

#include <string.h>

#include "variant/tables.h"

_Static_assert((int)POSITION_CLASSES == (int)MAX_CLASSES, "a position keeps a set for every class");
_Static_assert((int)POSITION_RUNS == (int)RUN_SETS, "and for every kind of run");

static inline void toggle_words(Position *p, const Tables *t, int side, int type, int square) {
    int word = square >> 6;
    uint64_t bit = (uint64_t)1 << (square & 63);
    p->men_words[side][word] ^= bit;
    if (t->royal_types[type]) p->royal_words[side][word] ^= bit;
    if (t->freezer_types[type]) p->freezer_words[side][word] ^= bit;
    for (int line = 0; line < 4; line++) p->lines.word[line][t->line_index[line][square]][side] ^= 1u << t->line_place[line][square];
    const uint8_t *sets = t->run_sets[side][type];
    for (int i = 0; i < t->run_set_count[type]; i++) p->run_words[side][sets[i]][word] ^= bit;
}

static inline void toggle_sets(Position *p, const Tables *t, int side, int type, Set squares) {
    p->by_side[side] ^= squares;
    p->by_type[side][type] ^= squares;
    for (int i = 0; i < t->type_class_count[type]; i++) p->by_class[side][t->type_classes[type][i]] ^= squares;
    if (t->royal_types[type]) p->royal_set[side] ^= squares;
}

typedef uint64_t __attribute__((may_alias)) HalfSet;
static inline void toggle_lower(Set *set, uint64_t squares) { *((HalfSet *)set + (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)) ^= squares; }

/* The same on a board of up to 64 squares. Nearly all types have one class or two: these are toggled without asking. */
static inline void toggle_halves(Position *p, const Tables *t, int side, int type, uint64_t squares) {
    const uint8_t *classes = t->type_classes[type];
    toggle_lower(&p->by_side[side], squares);
    toggle_lower(&p->by_type[side][type], squares);
    toggle_lower(&p->by_class[side][classes[0]], squares);
    toggle_lower(&p->by_class[side][classes[1]], squares);
    for (int i = 2; i < t->type_class_count[type]; i++) toggle_lower(&p->by_class[side][classes[i]], squares);
    toggle_lower(&p->royal_set[side], t->royal_types[type] ? squares : 0);
}

/* What is kept of the board beside its bytes: every function below is compiled for each. */
typedef enum { BOARD_LARGE, BOARD_SETS, BOARD_NARROW } BoardKind;
#define EACH_KIND static inline __attribute__((always_inline))

static inline BoardKind kind_of(const Position *p) {
    const Tables *t = p->variant->tables;
    return t->narrow ? BOARD_NARROW : t->sets ? BOARD_SETS : BOARD_LARGE;
}

/* Everything but the board byte, the hash and the counts is its own inverse. */
EACH_KIND void toggle(BoardKind kind, Position *p, int square, int side, int type) {
    const Tables *t = p->variant->tables;
    if (kind == BOARD_NARROW)
        toggle_halves(p, t, side, type, (uint64_t)1 << square);
    else if (kind == BOARD_SETS)
        toggle_sets(p, t, side, type, SET_BIT(square));
    else
        toggle_words(p, t, side, type, square);
}

static inline void count_piece(Position *p, int side, int type, int by) {
    const Tables *t = p->variant->tables;
    p->men[side] = (uint8_t)(p->men[side] + by);
    if (t->royal_types[type]) p->royals[side] = (uint8_t)(p->royals[side] + by);
    if (t->freezer_types[type]) p->freezers[side] = (uint8_t)(p->freezers[side] + by);
}

EACH_KIND void put(BoardKind kind, Position *p, int square, Piece piece) {
    int side = piece_side(piece), type = piece_type(piece);
    assert(!p->board[square] && type >= 1 && type <= p->variant->type_count);
    p->board[square] = piece;
    toggle(kind, p, square, side, type);
    count_piece(p, side, type, 1);
}

EACH_KIND void take(BoardKind kind, Position *p, int square) {
    int side = piece_side(p->board[square]), type = piece_type(p->board[square]);
    assert(p->board[square]);
    p->board[square] = NO_PIECE;
    toggle(kind, p, square, side, type);
    count_piece(p, side, type, -1);
}

static inline uint64_t piece_hash(const Position *p, int square, Piece piece) {
    return zobrist_of(p->variant, piece_side(piece), piece_type(piece), square);
}

/* A piece of that type goes from one square to an empty one (or back again). */
EACH_KIND void shift(BoardKind kind, Position *p, int from, int to, Piece piece) {
    const Tables *t = p->variant->tables;
    int side = piece_side(piece), type = piece_type(piece);
    p->board[from] = NO_PIECE;
    p->board[to] = piece;
    if (kind == BOARD_NARROW)
        toggle_halves(p, t, side, type, (uint64_t)1 << from | (uint64_t)1 << to);
    else if (kind == BOARD_SETS)
        toggle_sets(p, t, side, type, SET_BIT(from) | SET_BIT(to));
    else {
        toggle(kind, p, from, side, type);
        toggle(kind, p, to, side, type);
    }
}

static inline void settle_key(Position *p) { p->key = p->hash ^ p->variant->tables->skip_hash[p->skipped]; }

void position_clear(Position *p, const HenkaVariant *v) {
    memset(p, 0, sizeof *p);
    p->variant = v;
}

void position_start(Position *p, const HenkaVariant *v) {
    position_clear(p, v);
    for (int square = 0; square < v->squares; square++)
        if (v->start_board[square]) position_put(p, square, v->start_board[square]);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < v->hand_count; i++) position_set_hand(p, side, i, v->start_hand[side][i]);
}

void position_put(Position *p, int square, Piece piece) {
    put(kind_of(p), p, square, piece);
    p->hash ^= piece_hash(p, square, piece);
    settle_key(p);
}

void position_take(Position *p, int square) {
    p->hash ^= piece_hash(p, square, p->board[square]);
    take(kind_of(p), p, square);
    settle_key(p);
}

void position_set_hand(Position *p, int side, int index, int count) {
    const uint64_t *hash = p->variant->tables->hand_hash[side][index];
    assert(index < p->variant->hand_count && count >= 0 && count < 64);
    p->hash ^= hash[p->hand[side][index]] ^ hash[count];
    p->hand[side][index] = (uint8_t)count;
    settle_key(p);
}

void position_set_side(Position *p, int side) {
    if (p->side != side) p->hash ^= p->variant->tables->side_hash;
    p->side = (uint8_t)side;
    settle_key(p);
}

void position_set_skipped(Position *p, int bits) {
    const uint64_t *hash = p->variant->tables->skip_hash;
    p->hash ^= hash[p->skipped] ^ hash[bits];
    p->skipped = (uint8_t)bits;
    settle_key(p);
}

int position_victims(const Position *p, Move m, uint8_t squares[MOVE_VICTIMS + 1]) {
    int count = 0, to = move_to(m);
    bool taken = !move_is_drop(m) && move_from(m) != to && p->board[to];
    for (int i = 0; i < MOVE_VICTIMS && i < move_victim_count(m); i++) {
        if (taken && move_victim(m, i) > to) squares[count++] = (uint8_t)to, taken = false;
        squares[count++] = (uint8_t)move_victim(m, i);
    }
    if (taken) squares[count++] = (uint8_t)to;
    return count;
}

bool position_is_capture(const Position *p, Move m) {
    if (move_is_drop(m)) return false;
    return move_victim_count(m) || (move_from(m) != move_to(m) && p->board[move_to(m)]);
}

static __attribute__((noinline)) int turned_by_capture(const Position *p, Move m, int type) {
    const PieceType *kind = &p->variant->types[type];
    if (!position_is_capture(p, m)) return type;
    return kind->promoted ? kind->promoted : kind->unpromoted ? kind->unpromoted : type;
}

static inline int becomes(const Position *p, Move m) {
    if (move_becomes(m)) return move_becomes(m);
    int type = piece_type(p->board[move_from(m)]);
    return p->variant->promote == PROMOTE_FLIP ? turned_by_capture(p, m, type) : type;
}

int position_becomes(const Position *p, Move m) { return move_is_drop(m) ? move_dropped(m) : becomes(p, m); }

static inline void note_edit(Edits *e, int square, Piece was, Piece now) {
    int n = e->board_count++;
    assert(n < MAX_EDITS);
    e->board[n].square = (uint8_t)square;
    e->board[n].was = was;
    e->board[n].now = now;
}

EACH_KIND void edit_shift(BoardKind kind, Position *p, Edits *e, int from, int to) {
    Piece piece = p->board[from];
    note_edit(e, from, piece, NO_PIECE);
    note_edit(e, to, NO_PIECE, piece);
    const uint64_t *hashes = zobrist_row(p->variant, piece_side(piece), piece_type(piece));
    p->hash ^= hashes[from] ^ hashes[to];
    shift(kind, p, from, to, piece);
}

EACH_KIND void edit_take(BoardKind kind, Position *p, Edits *e, int square) {
    Piece was = p->board[square];
    note_edit(e, square, was, NO_PIECE);
    p->hash ^= piece_hash(p, square, was);
    take(kind, p, square);
}

EACH_KIND void edit_put(BoardKind kind, Position *p, Edits *e, int square, Piece now) {
    note_edit(e, square, NO_PIECE, now);
    p->hash ^= piece_hash(p, square, now);
    put(kind, p, square, now);
}

EACH_KIND void edit_swap(BoardKind kind, Position *p, Edits *e, int square, Piece now) {
    Piece was = p->board[square];
    note_edit(e, square, was, now);
    p->hash ^= piece_hash(p, square, was) ^ piece_hash(p, square, now);
    take(kind, p, square);
    put(kind, p, square, now);
}

static inline void edit_hand(Position *p, Edits *e, int side, int index, int by) {
    const uint64_t *hash = p->variant->tables->hand_hash[side][index];
    uint8_t *count = &p->hand[side][index];
    int n = e->hand_count++;
    e->hand[n].side = (uint8_t)side;
    e->hand[n].index = (uint8_t)index;
    e->hand[n].was = *count;
    p->hash ^= hash[*count] ^ hash[*count + by];
    e->hand[n].now = *count = (uint8_t)(*count + by);
}

static inline void edit_begin(const Position *p, Edits *e) {
    e->board_count = e->hand_count = 0;
    e->was_skipped = p->skipped;
    e->hash = p->hash;
    e->key = p->key;
}

static inline void edit_end(Position *p, Edits *e, bool skip) {
    uint8_t skipped = (uint8_t)((p->skipped & ~(1 << p->side)) | skip << p->side);
    if (skipped != p->skipped) p->hash ^= p->variant->tables->skip_hash[p->skipped] ^ p->variant->tables->skip_hash[skipped];
    e->skipped = p->skipped = skipped;
    p->side ^= 1;
    p->hash ^= p->variant->tables->side_hash;
    settle_key(p);
}

static inline void capture(Position *p, Edits *e, int square) {
    const HenkaVariant *v = p->variant;
    int type = piece_type(p->board[square]), hand_type = v->types[type].in_hand;
    if (v->hands && hand_type && p->hand[p->side][v->hand_index[hand_type]] < 63) edit_hand(p, e, p->side, v->hand_index[hand_type], 1);
}

EACH_KIND void do_drop(BoardKind kind, Position *p, Move m, Edits *e) {
    const HenkaVariant *v = p->variant;
    edit_hand(p, e, p->side, v->hand_index[v->types[move_dropped(m)].in_hand], -1);
    edit_put(kind, p, e, move_to(m), piece_make(p->side, move_dropped(m)));
    edit_end(p, e, false);
}

EACH_KIND void do_move(BoardKind kind, Position *p, Move m, Edits *e) {
    int from = move_from(m), to = move_to(m);
    Piece now = piece_make(p->side, becomes(p, m));
    for (int i = 0; i < move_victim_count(m); i++) {
        capture(p, e, move_victim(m, i));
        edit_take(kind, p, e, move_victim(m, i));
    }
    if (from == to) {
        if (now != p->board[from]) edit_swap(kind, p, e, from, now);
    } else if (p->board[to]) {
        capture(p, e, to);
        edit_take(kind, p, e, from);
        edit_swap(kind, p, e, to, now);
    } else if (now == p->board[from])
        edit_shift(kind, p, e, from, to);
    else {
        edit_take(kind, p, e, from);
        edit_put(kind, p, e, to, now);
    }
    edit_end(p, e, p->variant->skip_not_twice && move_is_skip(m));
}

EACH_KIND void do_any(BoardKind kind, Position *p, Move m, Edits *e) {
    edit_begin(p, e);
    if (move_is_drop(m))
        do_drop(kind, p, m, e);
    else
        do_move(kind, p, m, e);
}

void position_do(Position *p, Move m, Edits *e) {
    switch (kind_of(p)) {
    case BOARD_NARROW:
        do_any(BOARD_NARROW, p, m, e);
        return;
    case BOARD_SETS:
        do_any(BOARD_SETS, p, m, e);
        return;
    default:
        do_any(BOARD_LARGE, p, m, e);
    }
}

/* The last two edits are a piece that went to an empty square. */
static inline bool ends_in_shift(const Edits *e) {
    int n = e->board_count;
    return n >= 2 && !e->board[n - 1].was && !e->board[n - 2].now && e->board[n - 1].now == e->board[n - 2].was;
}

EACH_KIND void undo_board(BoardKind kind, Position *p, const Edits *e) {
    int left = e->board_count;
    if (ends_in_shift(e)) {
        shift(kind, p, e->board[left - 1].square, e->board[left - 2].square, e->board[left - 1].now);
        left -= 2;
    }
    for (int i = left - 1; i >= 0; i--) {
        int square = e->board[i].square;
        if (e->board[i].now) take(kind, p, square);
        if (e->board[i].was) put(kind, p, square, e->board[i].was);
    }
}

void position_undo(Position *p, const Edits *e) {
    switch (kind_of(p)) {
    case BOARD_NARROW:
        undo_board(BOARD_NARROW, p, e);
        break;
    case BOARD_SETS:
        undo_board(BOARD_SETS, p, e);
        break;
    default:
        undo_board(BOARD_LARGE, p, e);
    }
    for (int i = e->hand_count - 1; i >= 0; i--) p->hand[e->hand[i].side][e->hand[i].index] = e->hand[i].was;
    p->side ^= 1;
    p->skipped = e->was_skipped;
    p->hash = e->hash;
    p->key = e->key;
}

void position_do_null(Position *p, Edits *e) {
    edit_begin(p, e);
    edit_end(p, e, false);
}

void position_undo_null(Position *p, const Edits *e) { position_undo(p, e); }

uint64_t position_hash_from_scratch(const Position *p) {
    const Tables *t = p->variant->tables;
    uint64_t hash = p->side ? t->side_hash : 0;
    for (int square = 0; square < p->variant->squares; square++)
        if (p->board[square]) hash ^= piece_hash(p, square, p->board[square]);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < p->variant->hand_count; i++) hash ^= t->hand_hash[side][i][p->hand[side][i]];
    return hash ^ t->skip_hash[p->skipped];
}

uint64_t position_key_from_scratch(const Position *p) { return position_hash_from_scratch(p) ^ p->variant->tables->skip_hash[p->skipped]; }
