#include "rules/sets.h"

#include "rules/barred.h"
#include "rules/walked.h"

static inline Move *write_ends(Move *list, Move base, Set ends) {
    for (uint64_t low = (uint64_t)ends; low; low &= low - 1) *list++ = base | (Move)__builtin_ctzll(low);
    for (uint64_t high = set_upper(ends); high; high &= high - 1) *list++ = base | (Move)(64 + __builtin_ctzll(high));
    return list;
}

static inline Move *write_piece(const Field *f, Move *list, int from, int type, int promoted, Set ends) {
    Move base = move_make(from, 0);
    if (promoted) {
        Set promotes = f->t->zone_bytes[f->side][from] ? ends : ends & f->t->zone[f->side];
        if (promotes) {
            list = write_ends(list, move_promote(base, promoted), promotes);
            ends &= ~(promotes & f->t->must_promote[f->side][type]);
        }
    }
    return write_ends(list, base, ends);
}

/* A made-up position could have more moves than a list holds: what is listed stays right, the rest is left out. */
static inline Emit emit_from(const Field *f, Move *list) {
    return (Emit){.list = f->list, .count = (int)(list - f->list), .captures = f->capture != 0, .quiets = f->quiet != 0};
}

static inline bool is_full(const Field *f, const Move *list) { return list - f->list > HENKA_MAX_MOVES - 2 * 128; }

/* Chess-style choices and promotion on entering are rare enough to go square by square. */
static __attribute__((noinline)) Move *write_piece_slowly(const Field *f, Move *list, int from, Set ends) {
    Emit e = emit_from(f, list);
    Mover mover = mover_at(f->p, from);
    while (ends) {
        int to = set_pop(&ends);
        emit(&e, &mover, to, 0, f->p->board[to] != NO_PIECE);
    }
    return e.list + e.count;
}

static inline Set line_of_pin(const Field *f, int square) {
    for (int i = 0; i < f->pin_count; i++)
        if (f->pin_square[i] >> square & 1) return f->pin_line[i];
    return f->t->all;
}

static inline Set legal_ends(const Field *f, const SetPower *power, int from) {
    Set ends = field_ends(f, power, from);
    if (from == f->royal) return field_safe_steps(f, ends);
    if (!f->direct) return field_safe(f, SET_BIT(from), ends);
    ends &= f->allowed;
    return f->pinned >> from & 1 ? ends & line_of_pin(f, from) : ends;
}

static __attribute__((noinline)) Move *piece_walked(const Field *f, Move *list, int from) {
    Emit e = emit_from(f, list);
    walked_moves(f->p, from, &e);
    return e.list + e.count;
}

static inline Move *piece_list(const Field *f, Move *list, int from) {
    int type = piece_type(f->p->board[from]);
    const SetPower *power = &f->t->powers[f->side][type];
    if (is_full(f, list)) return list;
    if (power->walked) return piece_walked(f, list, from);
    Set ends = legal_ends(f, power, from);
    return power->slow_promotion ? write_piece_slowly(f, list, from, ends) : write_piece(f, list, from, type, power->promoted, ends);
}

static inline Move *write_steps(Move *list, Move base, int delta, Set ends) {
    Move step = base - ((Move)(int64_t)delta << 8); /* plus 257 times the end: the origin and the end */
    for (uint64_t low = (uint64_t)ends; low; low &= low - 1) *list++ = step + 257u * (Move)__builtin_ctzll(low);
    for (uint64_t high = set_upper(ends); high; high &= high - 1) *list++ = step + 257u * (Move)(64 + __builtin_ctzll(high));
    return list;
}

/* At once all types that have one step and nothing else, the pinned ones left out. */
static Move *singles(const Field *f, Move *list, Set *own) {
    for (int i = 0; i < f->t->single_count; i++) {
        int type = f->t->singles[i].type, delta = f->t->singles[i].delta[f->side], promoted = f->t->powers[f->side][type].promoted;
        Set men = f->p->by_type[f->side][type] & ~f->pinned, going = men & f->t->singles[i].from[f->side];
        Set ends = (delta > 0 ? going << delta : going >> -delta) & (f->quiet | f->capture) & f->allowed;
        *own &= ~men;
        if (!promoted) {
            list = write_steps(list, MOVE_MARK, delta, ends);
            continue;
        }
        Set leaving = going & f->t->zone[f->side], promotes = ends & (f->t->zone[f->side] | (delta > 0 ? leaving << delta : leaving >> -delta));
        if (promotes) list = write_steps(list, move_promote(MOVE_MARK, promoted), delta, promotes);
        list = write_steps(list, MOVE_MARK, delta, ends & ~(promotes & f->t->must_promote[f->side][type]));
    }
    return list;
}

static inline Set legal_drops(const Field *f, int type) {
    Set ends = field_drops(f, type);
    if (!f->direct && ends) ends = field_safe(f, 0, ends);
    return f->bars_drops && ends && drop_may_not_mate(f->v, type) ? barred_drops(f, type, ends) : ends;
}

static Move *drops(const Field *f, Move *list) {
    const HenkaVariant *v = f->v;
    for (int i = 0; i < v->hand_count; i++) {
        int type = v->hand_types[i];
        if (!f->p->hand[f->side][i] || is_full(f, list)) continue;
        list = write_ends(list, move_drop(type, 0), legal_drops(f, type));
        if (v->drop_either_face && v->types[type].promoted)
            list = write_ends(list, move_drop(v->types[type].promoted, 0), legal_drops(f, v->types[type].promoted));
    }
    return list;
}

static inline Move *direct_piece(const Field *f, Move *list, int from, Set wanted, Set occupied) {
    int type = piece_type(f->p->board[from]);
    const SetPower *power = &f->t->powers[f->side][type];
    Set ends = power->uniform ? field_even_ends(power, from, occupied) & wanted : field_ends(f, power, from) & wanted;
    if (!ends || is_full(f, list)) return list;
    if (f->pin_count && f->pinned >> from & 1) ends &= line_of_pin(f, from);
    return power->slow_promotion ? write_piece_slowly(f, list, from, ends) : write_piece(f, list, from, type, power->promoted, ends);
}

/* Where masks decide alone: royals, then all that have one step only, then the others, most of which have no move at all. */
static Move *direct_moves(const Field *f, Move *list) {
    Set wanted = (f->quiet | f->capture) & f->allowed, occupied = f->occupied, own = f->own & ~SET_BIT(f->royal);
    list = piece_list(f, list, f->royal);
    if (!f->allowed) return list;
    list = singles(f, list, &own);
    for (uint64_t low = (uint64_t)own; low; low &= low - 1) list = direct_piece(f, list, __builtin_ctzll(low), wanted, occupied);
    for (uint64_t high = set_upper(own); high; high &= high - 1) list = direct_piece(f, list, 64 + __builtin_ctzll(high), wanted, occupied);
    return list;
}

int sets_moves(Field *f, Move *list) {
    Move *end = f->list = list;
    if (f->direct) {
        end = direct_moves(f, end);
    } else
        for (Set own = f->own; own;) {
            int from = set_pop(&own);
            if (f->v->freezing && is_frozen(f->p, from)) continue;
            end = piece_list(f, end, from);
        }
    if (f->quiet && f->v->hands && f->allowed) end = drops(f, end);
    return (int)(end - list);
}

static bool holds(const Field *f, int type) {
    const HenkaVariant *v = f->v;
    if (type < 1 || type > v->type_count || !v->types[type].in_hand) return false;
    int index = v->hand_index[v->types[type].in_hand];
    bool face = v->types[type].in_hand == type || (v->drop_either_face && v->types[v->types[type].in_hand].promoted == type);
    return face && index < v->hand_count && f->p->hand[f->side][index];
}

int sets_kindred(Field *f, Move m, Move *list) {
    Move *end = f->list = list;
    int from = move_from(m);
    if (move_is_drop(m)) {
        if (f->v->hands && holds(f, from)) end = write_ends(list, move_drop(from, 0), legal_drops(f, from));
    } else if (from < f->v->squares && f->own >> from & 1 && !(f->v->freezing && is_frozen(f->p, from)))
        end = piece_list(f, list, from);
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

bool sets_any(Field *f) {
    for (Set own = f->own; own;) {
        int from = set_pop(&own);
        const SetPower *power = &f->t->powers[f->side][piece_type(f->p->board[from])];
        Move list[HENKA_MAX_MOVES];
        f->list = list;
        if (f->v->freezing && is_frozen(f->p, from)) continue;
        if (power->walked ? piece_walked(f, list, from) != list : legal_ends(f, power, from) != 0) return true;
    }
    return f->v->hands && f->quiet && any_drop(f);
}
