#include "rules/legal.h"

#include "rules/attack.h"
#include "rules/sets.h"

bool leaves_royal_safe(const Position *p, Move m) {
    Position *q = scratch(p);
    Edits e;
    int side = p->side;
    position_do(q, m, &e);
    bool safe = !royal_attacked(q, side);
    position_undo(q, &e);
    return safe;
}

static bool drop_mate_barred(const Position *p, Move m) {
    const HenkaVariant *v = p->variant;
    return move_is_drop(m) && (v->drop_mate_barred_all || v->types[move_dropped(m)].drop_mate_barred);
}

bool bars_moves(const Position *p, bool drops_only) {
    const HenkaVariant *v = p->variant;
    if (v->stalemate == STALEMATE_ILLEGAL && !drops_only) return true;
    if (!v->hands) return false;
    for (int i = 0; i < v->hand_count; i++) {
        const PieceType *kind = &v->types[v->hand_types[i]];
        if (p->hand[p->side][i] && (v->drop_mate_barred_all || kind->drop_mate_barred)) return true;
    }
    return false;
}

/* Whether the side to move has a move that keeps its royal safe; with_rules: that is also allowed by the rule of barred mates. */
static bool has_safe_move(const Position *p, bool with_rules) {
    Move list[HENKA_MAX_MOVES];
    bool direct = p->variant->tables->direct && p->royals[p->side] == 1;
    int count = sets_moves(p, GENERATE_ALL, list);
    for (int i = 0; i < count; i++) {
        if (!direct && !leaves_royal_safe(p, list[i])) continue;
        if (!with_rules || !drop_mate_barred(p, list[i]) || !is_barred(p, list[i])) return true;
    }
    return false;
}

/* A mate given by a drop: every answer counts, and an answer that is a drop must itself be allowed. Ends: each level uses up a piece in hand. */
static bool mates(const Position *p, Move m) {
    Position *q = scratch(p);
    Edits e;
    position_do(q, m, &e);
    bool mate = in_check(q) && !has_safe_move(q, true);
    position_undo(q, &e);
    return mate;
}

static bool stalemates(const Position *p, Move m) {
    Position *q = scratch(p);
    Edits e;
    position_do(q, m, &e);
    bool stalemate = !in_check(q) && !has_safe_move(q, false);
    position_undo(q, &e);
    return stalemate;
}

bool is_barred(const Position *p, Move m) {
    if (drop_mate_barred(p, m) && mates(p, m)) return true;
    return p->variant->stalemate == STALEMATE_ILLEGAL && stalemates(p, m);
}
