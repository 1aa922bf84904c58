/* Western notation after George Hodges, as extended by the books of the Chu Shogi Association:
 * LNx3hx2i, igui LNx!9d, skip LN-skip. The origin disambiguates (query_rivals_of). */
#include "notation/ids.h"
#include "notation/move_text.h"
#include "notation/square.h"
#include "tables/tables.h"

/* Reads the sign of a square's action: move, capture or capture in place. Returns false if no sign
 * begins here. */
static bool sign_read(Scan *s, bool *in_place) {
    *in_place = false;
    if (scan_char(s, '-')) return true;
    bool takes = scan_char(s, 'x');
    *in_place = scan_char(s, '!');
    return takes || *in_place;
}

static bool steps_read(const HenkaVariant *v, Scan *s, MoveQuery *q) {
    bool in_place = false;
    int last = -1, steps = 0;
    while (sign_read(s, &in_place)) {
        if (scan_text(s, "skip") || scan_text(s, "pass")) {
            q->stays = YES;
            q->promote = NO;
            return steps == 0 && scan_done(s);
        }
        if (steps++ && !query_add_through(q, last)) return false;
        last = square_scan(v, s);
        if (last < 0) return false;
        if (in_place && q->stays != YES && steps > 1) return false;
        if (in_place) q->stays = YES;
    }
    if (!steps) return false;
    if (q->stays == YES) return query_add_through(q, last);
    q->to = last;
    return true;
}

/* Reads a square with nothing before it, "4f" or "f4": a move of a type with the key
 * squareAlone. */
static bool square_alone_read(const HenkaVariant *v, Scan *s, MoveQuery *q) {
    for (int type = 1; type <= v->type_count; type++)
        if (v->types[type].square_alone) q->types |= (TypeSet)1 << type;
    if (!q->types) return false;
    q->drop = NO;
    q->victims_said = true;
    q->to = square_scan(v, s);
    if (q->to < 0) q->to = square_scan_coordinates(v, s);
    return q->to >= 0 && usi_read_promotion(v, s, q);
}

/* Reads O-O (towards file 1) or O-O-O (towards the last), also with zeros. */
static bool castling_read(Scan *s, MoveQuery *q) {
    for (int i = 0; i < 2; i++) {
        const char *const words[2][2] = {{"O-O-O", "0-0-0"}, {"O-O", "0-0"}};
        if (!scan_text(s, words[i][0]) && !scan_text(s, words[i][1])) continue;
        q->castling = i ? CASTLING_FIRST : CASTLING_LAST;
        return scan_done(s);
    }
    return false;
}

bool western_read(const HenkaGame *game, Scan *s, MoveQuery *q) {
    const HenkaVariant *v = game->variant;
    Scan before = *s;
    const StateTables *state = v->tables->state;
    if (state && state->castling_count[game->position.side] && castling_read(s, q)) return true;
    *s = before, q->castling = CASTLING_UNSAID;
    int type = id_scan_plain(v, s);
    if (!type) return square_alone_read(v, s, q);
    q->types = (TypeSet)1 << type;
    q->drop = NO;
    q->victims_said = true;
    q->from = square_scan(v, s);
    return steps_read(v, s, q) && usi_read_promotion(v, s, q);
}

static void steps_write(const Position *p, Move m, Out *out) {
    const HenkaVariant *v = p->variant;
    bool stays = move_from(m) == move_to(m);
    for (int i = 0; i < move_victim_count(m); i++) {
        out_text(out, stays ? "x!" : "x");
        square_write(v, move_victim(m, i), out);
    }
    if (move_is_castling(m)) {
        out_char(out, '-');
        square_write(v, tables_castling_partner(v, move_from(m), move_to(m), m & MOVE_INSIDE), out);
    }
    if (move_is_skip(m)) out_text(out, "-skip");
    if (stays && (move_victim_count(m) || move_is_skip(m))) return;
    bool takes = !stays && p->board[move_to(m)] && !move_is_castling(m);
    out_char(out, takes ? 'x' : '-');
    square_write(v, move_to(m), out);
}

static void form_write(const Position *p, Move m, bool origin, bool declined, Out *out) {
    const HenkaVariant *v = p->variant;
    id_write(v, query_moved_type(p, m), out);
    if (move_is_drop(m)) {
        out_char(out, '*');
        square_write(v, move_to(m), out);
        return;
    }
    if (origin) square_write(v, move_from(m), out);
    steps_write(p, m, out);
    usi_write_promotion(p, m, out);
    if (declined && !move_is_skip(m)) out_char(out, '=');
}

/* Writes O-O or O-O-O if exactly one castling to this side is legal. */
static bool castling_write(const HenkaGame *game, Move m, const Move *list, int count, Out *out) {
    const char *text = move_to(m) < move_from(m) ? "O-O" : "O-O-O";
    if (!move_is_castling(m) || !move_text_reads_as(game, western_read, text, m, list, count))
        return false;
    out_text(out, text);
    return true;
}

void western_write(const HenkaGame *game, Move m, const Move *list, int count, Out *out) {
    if (castling_write(game, m, list, count, out)) return;
    bool declined = query_declines_promotion(m, list, count);
    char text[96];
    Out form = out_to(text, sizeof text);
    form_write(&game->position, m, false, declined, &form);
    bool enough = move_is_drop(m) || move_text_reads_as(game, western_read, text, m, list, count);
    form_write(&game->position, m, !enough, declined, out);
}
