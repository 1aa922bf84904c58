#include "rules/sets.h"

#include "rules/walked.h"

static inline Move *write_ends(Move *list, Move base, Set ends) {
    for (uint64_t low = (uint64_t)ends; low; low &= low - 1) *list++ = base | (Move)__builtin_ctzll(low);
    for (uint64_t high = (uint64_t)(ends >> 64); high; high &= high - 1) *list++ = base | (Move)(64 + __builtin_ctzll(high));
    return list;
}

static inline Move *write_piece(const Field *f, Move *list, int from, int type, Set ends) {
    const PieceType *kind = &f->v->types[type];
    Move base = move_make(from, 0);
    if (kind->promoted && f->v->promote == PROMOTE_ZONE) {
        Set promotes = f->t->zone_bytes[f->side][from] ? ends : ends & f->t->zone[f->side];
        if (promotes) {
            list = write_ends(list, move_promote(base, kind->promoted), promotes);
            ends &= ~(promotes & f->t->must_promote[f->side][type]);
        }
    }
    return write_ends(list, base, ends);
}

/* Chess-style choices and promotion on entering are rare enough to go square by square. */
static Move *write_piece_slowly(const Field *f, Move *list, int from, Set ends) {
    Emit e = {.list = list, .captures = true, .quiets = true};
    Mover mover = mover_at(f->p, from);
    while (ends) {
        int to = set_pop(&ends);
        emit(&e, &mover, to, 0, f->p->board[to] != NO_PIECE);
    }
    return list + e.count;
}

static inline Set line_of_pin(const Field *f, int square) {
    for (int i = 0; i < f->pin_count; i++)
        if (f->pin_square[i] >> square & 1) return f->pin_line[i];
    return f->t->all;
}

static inline Set legal_ends(const Field *f, int from, int type) {
    Set ends = field_ends(f, from, type);
    if (from == f->royal) return field_safe_steps(f, ends);
    if (!f->direct) return field_safe(f, SET_BIT(from), ends);
    ends &= f->allowed;
    return f->pinned >> from & 1 ? ends & line_of_pin(f, from) : ends;
}

static inline Move *piece_list(const Field *f, Move *list, int from) {
    int type = piece_type(f->p->board[from]);
    if (f->t->shapes[type].walked) {
        Emit e = {.list = list, .captures = f->capture != 0, .quiets = f->quiet != 0};
        walked_moves(f->p, from, &e);
        return list + e.count;
    }
    bool plain = f->v->promote != PROMOTE_ENTER && !f->v->types[type].choice_count;
    Set ends = legal_ends(f, from, type);
    return plain ? write_piece(f, list, from, type, ends) : write_piece_slowly(f, list, from, ends);
}

static inline Set legal_drops(const Field *f, int type) {
    Set ends = field_drops(f, type);
    return f->direct || !ends ? ends : field_safe(f, 0, ends);
}

static Move *drops(const Field *f, Move *list) {
    const HenkaVariant *v = f->v;
    for (int i = 0; i < v->hand_count; i++) {
        int type = v->hand_types[i];
        if (!f->p->hand[f->side][i]) continue;
        list = write_ends(list, move_drop(type, 0), legal_drops(f, type));
        if (v->drop_either_face && v->types[type].promoted)
            list = write_ends(list, move_drop(v->types[type].promoted, 0), legal_drops(f, v->types[type].promoted));
    }
    return list;
}

int sets_moves(const Field *f, Move *list) {
    Move *end = list;
    Set own = f->allowed ? f->own : f->own & f->p->royal_set[f->side]; /* in double check only the royal moves */
    while (own) {
        int from = set_pop(&own);
        if (f->v->freezing && is_frozen(f->p, from)) continue;
        end = piece_list(f, end, from);
    }
    if (f->quiet && f->v->hands && f->allowed) end = drops(f, end);
    return (int)(end - list);
}

static bool any_drop(const Field *f) {
    const HenkaVariant *v = f->v;
    for (int i = 0; i < v->hand_count; i++) {
        int type = v->hand_types[i];
        if (!f->p->hand[f->side][i]) continue;
        if (legal_drops(f, type)) return true;
        if (v->drop_either_face && v->types[type].promoted && legal_drops(f, v->types[type].promoted)) return true;
    }
    return false;
}

bool sets_any(const Field *f) {
    for (Set own = f->own; own;) {
        int from = set_pop(&own), type = piece_type(f->p->board[from]);
        Move list[1024];
        if (f->v->freezing && is_frozen(f->p, from)) continue;
        if (f->t->shapes[type].walked ? piece_list(f, list, from) != list : legal_ends(f, from, type) != 0) return true;
    }
    return f->v->hands && any_drop(f);
}
