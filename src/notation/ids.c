#include "notation/ids.h"

#include "base/ascii.h"
#include "base/edit_distance.h"

#include <string.h>

static const char *id_letters(const char *id) { return *id == '+' ? id + 1 : id; }

void id_write(const HenkaVariant *v, int type, Out *out) {
    for (const char *id = v->types[type].id; *id; id++) out_char(out, ascii_upper(*id));
}

static bool same_id(const char *a, const char *b) {
    while (*a && ascii_upper(*a) == ascii_upper(*b)) a++, b++;
    return !*a && !*b;
}

int id_find(const HenkaVariant *v, const char *id) {
    for (int type = 1; type <= v->type_count; type++)
        if (same_id(v->types[type].id, id)) return type;
    for (int type = 1; *id && !id[1] && type <= v->type_count; type++)
        if (v->types[type].fen_letter == *id || ascii_is_in(*id, v->types[type].other_letters))
            return type;
    if (*id != '+') return 0;
    int front = id_find(v, id + 1); /* a promoted face that has its own id */
    return front ? v->types[front].promoted : 0;
}

int id_scan(const HenkaVariant *v, Scan *s, int *side, char id[16]) {
    Scan saved = *s;
    size_t length = 0;
    if (scan_char(s, '+')) id[length++] = '+';
    size_t sign = length;
    bool lower = false, closed = true;
    if (scan_char(s, '{')) {
        while (!scan_done(s) && *s->at != '}' && length < 15)
            lower |= ascii_is_lower(*s->at), id[length++] = ascii_upper(*s->at++);
        closed = scan_char(s, '}');
    } else if (ascii_is_upper(scan_peek(s)) || ascii_is_lower(scan_peek(s))) {
        lower = ascii_is_lower(*s->at);
        id[length++] = ascii_upper(*s->at++);
    }
    id[length] = '\0';
    if (length == sign || !closed) {
        *s = saved;
        return -1;
    }
    *side = lower ? HENKA_GOTE : HENKA_SENTE;
    return id_find(v, id);
}

int id_scan_plain(const HenkaVariant *v, Scan *s) {
    int best = 0;
    size_t best_length = 0;
    for (int type = 1; type <= v->type_count; type++) {
        Scan id = *s;
        size_t length = scan_capitals(&id, v->types[type].id) ? (size_t)(id.at - s->at) : 0;
        if (length > best_length) best = type, best_length = length;
    }
    for (int type = 1; type <= v->type_count; type++) {
        Scan label = *s; /* small letters of a label must match exactly */
        size_t length = scan_text(&label, v->types[type].western) ? (size_t)(label.at - s->at) : 0;
        if (length > best_length) best = type, best_length = length;
    }
    s->at += best_length;
    return best;
}

const char *id_nearest(const HenkaVariant *v, const char *id) {
    const char *best = "";
    int least = strlen(id_letters(id)) > 1 ? 2 : 1; /* one letter of several may be wrong, but not
                                                       the only one */
    for (int type = 1; type <= v->type_count; type++) {
        const char *other = v->types[type].id;
        int d = edit_distance(id, strlen(id), other, strlen(other));
        if (d < least || (d == 1 && !*best && least > 1)) best = other, least = d;
    }
    return best;
}
