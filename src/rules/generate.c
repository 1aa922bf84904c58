#include "rules/generate.h"

#include "rules/attack.h"
#include "rules/barred.h"
#include "rules/legal.h"
#include "rules/lists.h"
#include "rules/narrow.h"
#include "rules/oracle.h"
#include "rules/sets.h"
#include "rules/takers.h"
#include "rules/ways.h"

static int keep_safe(const Position *p, Move *list, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (leaves_royal_safe(p, list[i])) list[kept++] = list[i];
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

static int generate_large(const Position *p, GenerateWhat what, const int32_t *worth, Move *list) {
    Emit e = {.list = list,
              .captures = what != GENERATE_QUIETS,
              .quiets = what != GENERATE_CAPTURES,
              .worth = worth};
    lists_moves(p, &e);
    if (e.quiets && p->variant->hands)
        e.count += oracle_drops(p, list + e.count, HENKA_MAX_MOVES - e.count);
    if (bars_more(p->variant)) return keep_allowed(p, list, e.count);
    return p->variant->royal == ROYAL_CHECKMATE ? keep_safe(p, list, e.count) : e.count;
}

static Field *outlook_field(Outlook *o, const Position *p, GenerateWhat what) {
    _Static_assert(sizeof(Field) <= sizeof o->field, "an outlook has room for a field");
    Field *f = (Field *)o->field;
    if (!o->looked) field_look(f, p), o->looked = true;
    field_want(f, what);
    return f;
}

/* On a strip that is seen sooner than what the royal must fear. */
static bool nobody_takes(const Position *p, const Outlook *o) {
    uint64_t own = (uint64_t)p->by_side[p->side], foes = (uint64_t)p->by_side[!p->side];
    return p->variant->tables->strip && !o->looked && !(strip_hunters(p, own | foes, foes) & own);
}

int generate_at(const Position *p, Outlook *o, GenerateWhat what, const int32_t *worth,
                Move *list) {
    if (is_narrow(p)) return narrow_generate_at(p, o, what, worth, list);
    if (is_over(p)) return 0;
    if (!p->variant->tables->sets) return generate_large(p, what, worth, list);
    if (what == GENERATE_CAPTURES && nobody_takes(p, o)) return 0;
    Field *f = outlook_field(o, p, what);
    int count = sets_moves(f, list);
    if (f->direct && f->v->stalemate != STALEMATE_ILLEGAL) return count;
    if (!field_decides(p)) count = keep_safe(p, list, count);
    return o->foreseen && strip_defers(p) ? count : barred_filter(f, list, count);
}

int generate(const Position *p, GenerateWhat what, Move *list) {
    Outlook o;
    o.looked = o.foreseen = false;
    return generate_at(p, &o, what, NULL, list);
}

bool generate_has_any(const Position *p) {
    if (is_narrow(p)) return narrow_has_any(p);
    if (is_over(p)) return false;
    if (p->variant->tables->sets && field_decides(p) &&
        p->variant->stalemate != STALEMATE_ILLEGAL) {
        Field f;
        field_look(&f, p);
        return sets_any(&f);
    }
    Move list[HENKA_MAX_MOVES];
    return generate(p, GENERATE_ALL, list) > 0;
}

static bool sets_legal(const Position *p, Outlook *o, Move m) {
    Field *f = outlook_field(o, p, GENERATE_ALL);
    if (!sets_allow(f, m) || !(field_decides(p) || leaves_royal_safe(p, m))) return false;
    return (o->foreseen && strip_defers(p)) || barred_filter(f, &m, 1);
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

bool generate_is_legal_at(const Position *p, Outlook *o, Move m) {
    if (is_narrow(p)) return narrow_is_legal_at(p, o, m);
    if (is_over(p)) return false;
    return p->variant->tables->sets ? sets_legal(p, o, m) : large_legal(p, m);
}

bool generate_is_legal(const Position *p, Move m) {
    Outlook o;
    o.looked = o.foreseen = false;
    return generate_is_legal_at(p, &o, m);
}
