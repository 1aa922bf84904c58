#include "notation/ids.h"

#include "base/ascii.h"
#include "base/edit_distance.h"

#include <string.h>

void id_write(const HenkaVariant *v, int type, Out *out) {
    for (const char *id = v->types[type].id; *id; id++) out_char(out, ascii_upper(*id));
}

int id_find(const HenkaVariant *v, const char *id) {
    for (int type = 1; type <= v->type_count; type++) {
        const char *a = v->types[type].id, *b = id;
        while (*a && ascii_upper(*a) == ascii_upper(*b)) a++, b++;
        if (!*a && !*b) return type;
    }
    for (int type = 1; *id && !id[1] && type <= v->type_count; type++)
        if (v->types[type].fen_letter == *id || ascii_is_in(*id, v->types[type].other_letters))
            return type;
    if (*id != '+') return 0;
    int front = id_find(v, id + 1); /* "+P" denotes P's promotion even if that has its own id */
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
        Scan label = *s; /* labels, unlike ids, are compared with regard to upper and lower case */
        size_t length = scan_text(&label, v->types[type].western) ? (size_t)(label.at - s->at) : 0;
        if (length > best_length) best = type, best_length = length;
    }
    s->at += best_length;
    return best;
}

const char *id_nearest(const HenkaVariant *v, const char *id) {
    const char *best = "";
    int least = strlen(id) > 1u + (*id == '+') ? 2 : 1; /* unlike ids: distance 2, a letter 1 */
    for (int type = 1; type <= v->type_count; type++) {
        const char *other = v->types[type].id;
        int d = edit_distance(id, strlen(id), other, strlen(other));
        if (d < least || (d == 1 && !*best && least > 1)) best = other, least = d;
    }
    return best;
}
