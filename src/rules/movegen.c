#include "rules/movegen.h"

#include "rules/attacks.h"
#include "rules/barred.h"
#include "rules/bitboard64.h"
#include "rules/legal.h"
#include "rules/lists.h"
#include "rules/oracle.h"
#include "rules/sets.h"
#include "rules/strip_attackers.h"
#include "rules/strip_attacks.h"

static int keep_safe(const Position *p, Move *list, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (movegen_leaves_royal_safe(p, list[i])) list[kept++] = list[i];
    return kept;
}

static bool bars_more(const HenkaVariant *v) {
    return v->hands || v->stalemate == STALEMATE_ILLEGAL;
}

/* Large boards with hands, or where giving stalemate is barred, are rare enough for the plain way.
 */
static int keep_allowed(const Position *p, Move *list, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (oracle_allows(p, list[i])) list[kept++] = list[i];
    return kept;
}

static int generate_large(const Position *p, MovegenKind what, const int32_t *worth, Move *list) {
    Emit e = {.list = list,
              .captures = what != MOVEGEN_QUIETS,
              .quiets = what != MOVEGEN_CAPTURES,
              .worth = worth};
    lists_moves(p, &e);
    if (e.quiets && p->variant->hands)
        e.count += oracle_drops(p, list + e.count, HENKA_MAX_MOVES - e.count);
    if (bars_more(p->variant)) return keep_allowed(p, list, e.count);
    return p->variant->royal == ROYAL_CHECKMATE ? keep_safe(p, list, e.count) : e.count;
}

static CheckInfo *checkinfo_of(CheckInfoBuffer *o, const Position *p, MovegenKind what) {
    _Static_assert(sizeof(CheckInfo) <= sizeof o->storage, "an outlook has room for a field");
    CheckInfo *f = (CheckInfo *)o->storage;
    if (!o->filled) checkinfo_init(f, p), o->filled = true;
    checkinfo_set_targets(f, what);
    return f;
}

/* On a strip that is seen sooner than what the royal must fear. */
static bool nobody_takes(const Position *p, const CheckInfoBuffer *o) {
    uint64_t own = (uint64_t)p->by_side[p->side], enemies = (uint64_t)p->by_side[!p->side];
    return p->variant->tables->strip && !o->filled &&
           !(strip_pieces_with_capture(p, own | enemies, enemies) & own);
}

int movegen_legal_with(const Position *p, CheckInfoBuffer *o, MovegenKind what,
                       const int32_t *worth, Move *list) {
    if (fits_bitboard64(p)) return movegen_legal_with_64(p, o, what, worth, list);
    if (position_is_over(p)) return 0;
    if (!p->variant->tables->sets) return generate_large(p, what, worth, list);
    if (what == MOVEGEN_CAPTURES && nobody_takes(p, o)) return 0;
    CheckInfo *f = checkinfo_of(o, p, what);
    int count = sets_moves(f, list);
    if (f->direct && f->v->stalemate != STALEMATE_ILLEGAL) return count;
    if (!checkinfo_decides(p)) count = keep_safe(p, list, count);
    return o->defers_stalemate && strip_stalemate_deferred(p) ? count
                                                              : barred_filter(f, list, count);
}

int movegen_legal(const Position *p, MovegenKind what, Move *list) {
    CheckInfoBuffer o;
    o.filled = o.defers_stalemate = false;
    return movegen_legal_with(p, &o, what, NULL, list);
}

bool movegen_any_legal(const Position *p) {
    if (fits_bitboard64(p)) return movegen_any_legal_64(p);
    if (position_is_over(p)) return false;
    if (p->variant->tables->sets && checkinfo_decides(p) &&
        p->variant->stalemate != STALEMATE_ILLEGAL) {
        CheckInfo f;
        checkinfo_init(&f, p);
        return sets_any(&f);
    }
    Move list[HENKA_MAX_MOVES];
    return movegen_legal(p, MOVEGEN_ALL, list) > 0;
}

static bool sets_legal(const Position *p, CheckInfoBuffer *o, Move m) {
    CheckInfo *f = checkinfo_of(o, p, MOVEGEN_ALL);
    if (!sets_allow(f, m) || !(checkinfo_decides(p) || movegen_leaves_royal_safe(p, m)))
        return false;
    return (o->defers_stalemate && strip_stalemate_deferred(p)) || barred_filter(f, &m, 1);
}

static bool large_legal(const Position *p, Move m) {
    Move list[HENKA_MAX_MOVES];
    Emit e = {.list = list, .captures = true, .quiets = true};
    if (p->variant->hands || bars_more(p->variant))
        e.count = movegen_legal(p, MOVEGEN_ALL, list);
    else
        lists_kindred(p, m, &e);
    for (int i = 0; i < e.count; i++)
        if (list[i] == m)
            return p->variant->royal != ROYAL_CHECKMATE || movegen_leaves_royal_safe(p, m);
    return false;
}

bool movegen_is_legal_with(const Position *p, CheckInfoBuffer *o, Move m) {
    if (fits_bitboard64(p)) return movegen_is_legal_with_64(p, o, m);
    if (position_is_over(p)) return false;
    return p->variant->tables->sets ? sets_legal(p, o, m) : large_legal(p, m);
}

bool movegen_is_legal(const Position *p, Move m) {
    CheckInfoBuffer o;
    o.filled = o.defers_stalemate = false;
    return movegen_is_legal_with(p, &o, m);
}
