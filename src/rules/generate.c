#include "rules/generate.h"

#include "rules/attack.h"
#include "rules/legal.h"
#include "rules/lists.h"
#include "rules/sets.h"

/* A side without a royal has lost and has no moves. */
static bool is_over(const Position *p) { return !p->royals[p->side] || !p->royals[!p->side]; }

static int pseudo_moves(const Position *p, GenerateWhat what, Move *list) {
    if (p->variant->tables->sets) return sets_moves(p, what, list);
    Emit e = {.list = list, .captures = what != GENERATE_QUIETS, .quiets = what != GENERATE_CAPTURES};
    lists_moves(p, &e);
    return e.count;
}

static bool checks_safety(const Position *p) {
    const Tables *t = p->variant->tables;
    return p->variant->royal == ROYAL_CHECKMATE && !(t->direct && p->royals[p->side] == 1);
}

int generate(const Position *p, GenerateWhat what, Move *list) {
    if (is_over(p)) return 0;
    int count = pseudo_moves(p, what, list), kept = 0;
    bool safety = checks_safety(p), bars = what != GENERATE_CAPTURES ? bars_moves(p, false) : p->variant->stalemate == STALEMATE_ILLEGAL;
    if (!safety && !bars) return count;
    for (int i = 0; i < count; i++)
        if ((!safety || leaves_royal_safe(p, list[i])) && (!bars || !is_barred(p, list[i]))) list[kept++] = list[i];
    return kept;
}

int generate_count(const Position *p) {
    Move list[HENKA_MAX_MOVES];
    return generate(p, GENERATE_ALL, list);
}

bool generate_has_any(const Position *p) {
    Move list[HENKA_MAX_MOVES];
    if (is_over(p)) return false;
    int count = pseudo_moves(p, GENERATE_ALL, list);
    bool safety = checks_safety(p), bars = bars_moves(p, false);
    for (int i = 0; i < count; i++)
        if ((!safety || leaves_royal_safe(p, list[i])) && (!bars || !is_barred(p, list[i]))) return true;
    return false;
}

bool generate_is_legal(const Position *p, Move m) {
    Move list[HENKA_MAX_MOVES];
    int count = generate(p, GENERATE_ALL, list);
    for (int i = 0; i < count; i++)
        if (list[i] == m) return true;
    return false;
}

bool gives_check(const Position *p, Move m) {
    Position *q = scratch(p);
    Edits e;
    position_do(q, m, &e);
    bool check = in_check(q);
    position_undo(q, &e);
    return check;
}
