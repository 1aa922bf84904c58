/* Western notation after George Hodges, as extended by the books of the Chu Shogi Association:
 * LNx3hx2i, igui LNx!9d, skip LN-skip. The origin disambiguates (query_rivals_of). */
#include "notation/ids.h"
#include "notation/move_text.h"
#include "notation/square.h"
#include "tables/tables.h"

static bool steps_read(const HenkaVariant *v, Scan *s, MoveQuery *q) {
    int last = -1, steps = 0;
    for (;;) { /* before each square: "-" moves, "x" captures, "!" without moving */
        bool moves = scan_char(s, '-'), takes = !moves && scan_char(s, 'x'),
             in_place = !moves && scan_char(s, '!');
        if (!moves && !takes && !in_place) break;
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

bool western_read_castling(const HenkaGame *game, Scan *s, MoveQuery *q) {
    /* O-O castles towards file 1, O-O-O towards the last file; zeros are accepted for O */
    static const char *const castlings[2][2] = {{"O-O-O", "0-0-0"}, {"O-O", "0-0"}};
    const StateTables *state = game->variant->tables->state;
    for (int i = 0; i < 2 && state && state->castling_count[game->position.side]; i++) {
        Scan at = *s;
        if (!scan_text(&at, castlings[i][0]) && !scan_text(&at, castlings[i][1])) continue;
        if (!scan_done(&at)) return false;
        *s = at;
        q->castling = i ? CASTLING_FIRST : CASTLING_LAST;
        return true;
    }
    return false;
}

bool western_read(const HenkaGame *game, Scan *s, MoveQuery *q) {
    const HenkaVariant *v = game->variant;
    if (western_read_castling(game, s, q)) return true;
    int type = id_scan_plain(v, s);
    q->drop = NO;
    q->victims_said = true;
    if (type) {
        q->types = (TypeSet)1 << type;
        q->from = square_scan(v, s);
        return steps_read(v, s, q) && usi_read_promotion(v, s, q);
    }
    /* A square alone, "4f" or "f4", is a move of a type with the key squareAlone. */
    for (int alone = 1; alone <= v->type_count; alone++)
        if (v->types[alone].square_alone) q->types |= (TypeSet)1 << alone;
    if (!q->types) return false;
    q->to = square_scan(v, s);
    if (q->to < 0) q->to = square_scan_coordinates(v, s);
    return q->to >= 0 && usi_read_promotion(v, s, q);
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
    if (!stays || (!move_victim_count(m) && !move_is_skip(m))) {
        bool takes = !stays && p->board[move_to(m)] && !move_is_castling(m);
        out_char(out, takes ? 'x' : '-');
        square_write(v, move_to(m), out);
    }
    usi_write_promotion(p, m, out);
    if (declined && !move_is_skip(m)) out_char(out, '=');
}

const char *western_castling(const HenkaGame *game, Move m, const Move *list, int count) {
    const char *text = move_to(m) < move_from(m) ? "O-O" : "O-O-O";
    bool alone = move_is_castling(m) &&
                 move_text_reads_as(game, western_read_castling, text, m, list, count);
    return alone ? text : NULL;
}

void western_write(const HenkaGame *game, Move m, const Move *list, int count, Out *out) {
    const char *castling = western_castling(game, m, list, count);
    if (castling) return out_text(out, castling);
    bool declined = query_declines_promotion(m, list, count);
    char text[96];
    Out form = out_to(text, sizeof text);
    form_write(&game->position, m, false, declined, &form);
    bool enough = move_is_drop(m) || move_text_reads_as(game, western_read, text, m, list, count);
    form_write(&game->position, m, !enough, declined, out);
}
