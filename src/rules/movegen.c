#include "rules/movegen.h"

#include "base/compiler.h"
#include "rules/attacks.h"
#include "rules/emit.h"
#include "rules/movegen_parts.h"
#include "rules/oracle.h"

static int list_legal(Position *p, CheckInfoBuffer *o, MovegenKind what, const int32_t *worth,
                      Move *list) {
    const Tables *t = p->variant->tables;
    return t->bitboard64    ? movegen64_legal(p, o, what, worth, list)
           : t->bitboard128 ? movegen128_legal(p, o, what, worth, list)
                            : movegen256_legal(p, o, what, worth, list);
}

/* For variants with must_capture: lists the captures or, if there are none, the other moves. */
static NOINLINE int list_forced(Position *p, CheckInfoBuffer *o, MovegenKind what,
                                const int32_t *worth, Move *list) {
    bool deferred = o->defers_stalemate;
    o->defers_stalemate = false;
    int count = list_legal(p, o, MOVEGEN_CAPTURES, worth, list);
    if (what == MOVEGEN_QUIETS && count)
        count = 0;
    else if (what != MOVEGEN_CAPTURES && !count)
        count = list_legal(p, o, MOVEGEN_QUIETS, worth, list);
    o->defers_stalemate = deferred;
    return count;
}

static inline int list_wanted(Position *p, CheckInfoBuffer *o, MovegenKind what,
                              const int32_t *worth, Move *list) {
    return p->variant->must_capture ? list_forced(p, o, what, worth, list)
                                    : list_legal(p, o, what, worth, list);
}

Move movegen_with_check(Position *p, Move m) {
    return p->variant->checks_to_win && attacks_gives_check(p, m) ? m | MOVE_CHECK : m;
}

static NOINLINE int list_with_checks(Position *p, CheckInfoBuffer *o, MovegenKind what,
                                     const int32_t *worth, Move *list) {
    int count = list_wanted(p, o, what, worth, list);
    for (int i = 0; i < count; i++) {
        movegen_spend_trial(p);
        list[i] = movegen_with_check(p, list[i]);
    }
    return count;
}

/* Has the other side reached its goal, and has the side to move no move that reaches one, too? */
static NOINLINE bool is_unanswered(Position *p) {
    Move list[HENKA_MAX_MOVES];
    CheckInfoBuffer o;
    if (!position_awaits_answer(p)) return false;
    o.filled = o.defers_stalemate = false;
    int count = list_wanted(p, &o, MOVEGEN_ALL, NULL, list);
    bool reached = false;
    for (int i = 0, side = p->side; i < count && !reached; i++) {
        movegen_spend_trial(p);
        Edits e;
        position_do(p, list[i], &e);
        reached = position_on_goal(p, side);
        position_undo(p, &e);
    }
    return !reached;
}

/* Is the game over by position_is_over, or because a goal cannot be answered? */
static inline bool is_over(Position *p) {
    return position_royals_lost(p) ||
           (p->variant->wins_outright && (position_winner(p) >= 0 || is_unanswered(p)));
}

int movegen_legal_with(Position *p, CheckInfoBuffer *o, MovegenKind what, const int32_t *worth,
                       Move *list) {
    if (is_over(p)) return 0;
    return __builtin_expect(p->variant->checks_to_win, 0)
               ? list_with_checks(p, o, what, worth, list)
               : list_wanted(p, o, what, worth, list);
}

int movegen_legal(Position *p, MovegenKind what, Move *list) {
    CheckInfoBuffer o;
    o.filled = o.defers_stalemate = false;
    return movegen_legal_with(p, &o, what, NULL, list);
}

bool movegen_any_legal(Position *p) {
    const Tables *t = p->variant->tables;
    if (is_over(p)) return false;
    return t->bitboard64    ? movegen64_any_legal(p)
           : t->bitboard128 ? movegen128_any_legal(p)
                            : movegen256_any_legal(p);
}

/* Is the move illegal because it captures nothing although the side to move could capture? */
static NOINLINE bool capture_forbids(Position *p, CheckInfoBuffer *o, Move m) {
    Move list[HENKA_MAX_MOVES];
    if (move_from(m) < p->variant->squares && move_to(m) < p->variant->squares &&
        position_is_capture(p, m))
        return false;
    return list_forced(p, o, MOVEGEN_CAPTURES, NULL, list) > 0;
}

static inline bool is_legal(Position *p, CheckInfoBuffer *o, Move m) {
    const Tables *t = p->variant->tables;
    if (p->variant->must_capture && capture_forbids(p, o, m)) return false;
    return t->bitboard64    ? movegen64_is_legal(p, o, m)
           : t->bitboard128 ? movegen128_is_legal(p, o, m)
                            : movegen256_is_legal(p, o, m);
}

/* Is the move legal in a variant that counts checks? Its bit MOVE_CHECK has to be right, too. */
static NOINLINE bool is_legal_with_check(Position *p, CheckInfoBuffer *o, Move m) {
    Move plain = move_without_check(m);
    return is_legal(p, o, plain) && movegen_with_check(p, plain) == m;
}

bool movegen_is_legal_with(Position *p, CheckInfoBuffer *o, Move m) {
    if (is_over(p)) return false;
    return __builtin_expect(p->variant->checks_to_win, 0) ? is_legal_with_check(p, o, m)
                                                          : is_legal(p, o, m);
}

bool movegen_is_legal(Position *p, Move m) {
    CheckInfoBuffer o;
    o.filled = o.defers_stalemate = false;
    return movegen_is_legal_with(p, &o, m);
}

bool movegen_leaves_royal_safe(Position *p, Move m) {
    Edits e;
    int side = p->side;
    if (budget_spent(p->budget)) return false;
    movegen_spend_trial(p);
    position_do(p, m, &e);
    bool safe = !attacks_royal_attacked(p, side);
    position_undo(p, &e);
    return safe;
}

enum { RAW_MOVES = 4096 };

void emit_by_legs(const Position *p, int from, Emit *e) {
    Move raw[RAW_MOVES];
    Mover mover = emit_mover_at(p, from);
    int count = oracle_walk(p, from, p->board[from], raw, RAW_MOVES);
    for (int i = 0; i < count; i++) {
        bool capture = position_is_capture(p, raw[i]);
        if (!(capture ? e->captures : e->quiets)) continue;
        int before = e->count;
        emit(e, &mover, move_to(raw[i]), raw[i] & ~(Move)0xFFFFFF, capture);
        bool barred = p->variant->skip_not_twice && p->skipped >> mover.side & 1;
        for (int j = before; j < e->count && barred; j++)
            if (move_is_skip(e->list[j])) e->list[j] = e->list[--e->count];
    }
}
