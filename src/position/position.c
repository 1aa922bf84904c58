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

static inline void toggle_sets(Position *p, const Tables *t, int side, int type, int square) {
    Set bit = SET_BIT(square);
    p->by_side[side] ^= bit;
    p->by_type[side][type] ^= bit;
    for (int i = 0; i < t->type_class_count[type]; i++) p->by_class[side][t->type_classes[type][i]] ^= bit;
    if (t->royal_types[type]) p->royal_set[side] ^= bit;
}

/* Everything but the board byte, the hash and the counts is its own inverse. */
static inline void toggle(Position *p, int square, int side, int type) {
    const Tables *t = p->variant->tables;
    if (t->sets)
        toggle_sets(p, t, side, type, square);
    else
        toggle_words(p, t, side, type, square);
}

static inline void count_piece(Position *p, int side, int type, int by) {
    const Tables *t = p->variant->tables;
    p->men[side] = (uint8_t)(p->men[side] + by);
    if (t->royal_types[type]) p->royals[side] = (uint8_t)(p->royals[side] + by);
    if (t->freezer_types[type]) p->freezers[side] = (uint8_t)(p->freezers[side] + by);
}

static inline void put(Position *p, int square, Piece piece) {
    int side = piece_side(piece), type = piece_type(piece);
    assert(!p->board[square] && type >= 1 && type <= p->variant->type_count);
    p->board[square] = piece;
    toggle(p, square, side, type);
    count_piece(p, side, type, 1);
}

static inline void take(Position *p, int square) {
    int side = piece_side(p->board[square]), type = piece_type(p->board[square]);
    assert(p->board[square]);
    p->board[square] = NO_PIECE;
    toggle(p, square, side, type);
    count_piece(p, side, type, -1);
}

static inline uint64_t piece_hash(const Position *p, int square, Piece piece) {
    return zobrist_of(p->variant, piece_side(piece), piece_type(piece), square);
}

/* A piece of that type goes from one square to an empty one (or back again). */
static inline void shift(Position *p, int from, int to, Piece piece) {
    const Tables *t = p->variant->tables;
    int side = piece_side(piece), type = piece_type(piece);
    p->board[from] = NO_PIECE;
    p->board[to] = piece;
    if (!t->sets) {
        toggle(p, from, side, type);
        toggle(p, to, side, type);
        return;
    }
    Set both = SET_BIT(from) | SET_BIT(to);
    p->by_side[side] ^= both;
    p->by_type[side][type] ^= both;
    if (t->royal_types[type]) p->royal_set[side] ^= both;
    for (int i = 0; i < t->type_class_count[type]; i++) p->by_class[side][t->type_classes[type][i]] ^= both;
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
    put(p, square, piece);
    p->hash ^= piece_hash(p, square, piece);
    settle_key(p);
}

void position_take(Position *p, int square) {
    p->hash ^= piece_hash(p, square, p->board[square]);
    take(p, square);
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

static inline void edit_shift(Position *p, Edits *e, int from, int to) {
    Piece piece = p->board[from];
    note_edit(e, from, piece, NO_PIECE);
    note_edit(e, to, NO_PIECE, piece);
    const uint64_t *hashes = zobrist_row(p->variant, piece_side(piece), piece_type(piece));
    p->hash ^= hashes[from] ^ hashes[to];
    shift(p, from, to, piece);
}

static inline void edit_board(Position *p, Edits *e, int square, Piece now) {
    Piece was = p->board[square];
    note_edit(e, square, was, now);
    if (was) p->hash ^= piece_hash(p, square, was), take(p, square);
    if (now) p->hash ^= piece_hash(p, square, now), put(p, square, now);
}

static inline void edit_hand(Position *p, Edits *e, int side, int index, int by) {
    const uint64_t *hash = p->variant->tables->hand_hash[side][index];
    uint8_t *count = &p->hand[side][index];
    int n = e->hand_count++;
    e->hand[n].side = (uint8_t)side;
    e->hand[n].index = (uint8_t)index;
    e->hand[n].by = (int8_t)by;
    p->hash ^= hash[*count] ^ hash[*count + by];
    *count = (uint8_t)(*count + by);
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

void position_do(Position *p, Move m, Edits *e) {
    const HenkaVariant *v = p->variant;
    int to = move_to(m), side = p->side;
    edit_begin(p, e);
    if (move_is_drop(m)) {
        edit_hand(p, e, side, v->hand_index[v->types[move_dropped(m)].in_hand], -1);
        edit_board(p, e, to, piece_make(side, move_dropped(m)));
        edit_end(p, e, false);
        return;
    }
    int from = move_from(m);
    Piece now = piece_make(side, becomes(p, m));
    for (int i = 0; i < move_victim_count(m); i++) {
        capture(p, e, move_victim(m, i));
        edit_board(p, e, move_victim(m, i), NO_PIECE);
    }
    if (from == to) {
        if (now != p->board[from]) edit_board(p, e, from, now);
    } else if (!p->board[to] && now == p->board[from])
        edit_shift(p, e, from, to);
    else {
        if (p->board[to]) capture(p, e, to);
        edit_board(p, e, from, NO_PIECE);
        edit_board(p, e, to, now);
    }
    edit_end(p, e, v->skip_not_twice && move_is_skip(m));
}

/* The last two edits are a piece that went to an empty square. */
static inline bool ends_in_shift(const Edits *e) {
    int n = e->board_count;
    return n >= 2 && !e->board[n - 1].was && !e->board[n - 2].now && e->board[n - 1].now == e->board[n - 2].was;
}

void position_undo(Position *p, const Edits *e) {
    int left = e->board_count;
    if (ends_in_shift(e)) {
        shift(p, e->board[left - 1].square, e->board[left - 2].square, e->board[left - 1].now);
        left -= 2;
    }
    for (int i = left - 1; i >= 0; i--) {
        int square = e->board[i].square;
        if (e->board[i].now) take(p, square);
        if (e->board[i].was) put(p, square, e->board[i].was);
    }
    for (int i = 0; i < e->hand_count; i++) {
        uint8_t *count = &p->hand[e->hand[i].side][e->hand[i].index];
        *count = (uint8_t)(*count - e->hand[i].by);
    }
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
