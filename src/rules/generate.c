#include "rules/generate.h"

#include "rules/attack.h"
#include "rules/barred.h"
#include "rules/legal.h"
#include "rules/lists.h"
#include "rules/narrow.h"
#include "rules/oracle.h"
#include "rules/sets.h"

static int keep_safe(const Position *p, Move *list, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (leaves_royal_safe(p, list[i])) list[kept++] = list[i];
    return kept;
}

static bool bars_more(const HenkaVariant *v) { return v->hands || v->stalemate == STALEMATE_ILLEGAL; }

/* Large boards with hands, or where giving stalemate is barred, are rare enough for the plain way. */
static int keep_allowed(const Position *p, Move *list, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (oracle_allows(p, list[i])) list[kept++] = list[i];
    return kept;
}

static int generate_large(const Position *p, GenerateWhat what, const int32_t *worth, Move *list) {
    Emit e = {.list = list, .captures = what != GENERATE_QUIETS, .quiets = what != GENERATE_CAPTURES, .worth = worth};
    lists_moves(p, &e);
    if (e.quiets && p->variant->hands) e.count += oracle_drops(p, list + e.count, HENKA_MAX_MOVES - e.count);
    if (bars_more(p->variant)) return keep_allowed(p, list, e.count);
    return p->variant->royal == ROYAL_CHECKMATE ? keep_safe(p, list, e.count) : e.count;
}

int generate(const Position *p, GenerateWhat what, Move *list) {
    if (is_narrow(p)) return narrow_generate(p, what, list);
    if (is_over(p)) return 0;
    if (!p->variant->tables->sets) return generate_large(p, what, NULL, list);
    Field f;
    field_look(&f, p, what);
    int count = sets_moves(&f, list);
    if (f.direct && f.v->stalemate != STALEMATE_ILLEGAL) return count;
    if (!field_decides(p)) count = keep_safe(p, list, count);
    return barred_filter(&f, list, count);
}

int generate_dearest(const Position *p, const int32_t *worth, Move *list) {
    if (p->variant->tables->sets) return generate(p, GENERATE_CAPTURES, list);
    return is_over(p) ? 0 : generate_large(p, GENERATE_CAPTURES, worth, list);
}

bool generate_has_any(const Position *p) {
    if (is_narrow(p)) return narrow_has_any(p);
    if (is_over(p)) return false;
    if (p->variant->tables->sets && field_decides(p) && p->variant->stalemate != STALEMATE_ILLEGAL) {
        Field f;
        field_look(&f, p, GENERATE_ALL);
        return sets_any(&f);
    }
    Move list[HENKA_MAX_MOVES];
    return generate(p, GENERATE_ALL, list) > 0;
}

/* Only what the same piece could do, or the same kind in hand, is listed to find one move in. */
static bool sets_legal(const Position *p, Move m) {
    Move list[HENKA_MAX_MOVES];
    Field f;
    field_look(&f, p, GENERATE_ALL);
    int count = sets_kindred(&f, m, list), at = 0;
    while (at < count && list[at] != m) at++;
    return at < count && (field_decides(p) || leaves_royal_safe(p, m)) && barred_filter(&f, &m, 1);
}

static bool large_legal(const Position *p, Move m) {
    Move list[HENKA_MAX_MOVES];
    Emit e = {.list = list, .captures = true, .quiets = true};
    if (p->variant->hands || bars_more(p->variant))
        e.count = generate(p, GENERATE_ALL, list);
    else
        lists_kindred(p, m, &e);
    for (int i = 0; i < e.count; i++)
        if (list[i] == m) return p->variant->royal != ROYAL_CHECKMATE || leaves_royal_safe(p, m);
    return false;
}

bool generate_is_legal(const Position *p, Move m) {
    if (is_narrow(p)) return narrow_is_legal(p, m);
    if (is_over(p)) return false;
    return p->variant->tables->sets ? sets_legal(p, m) : large_legal(p, m);
}
