#include "rules/list_attack.h"

#include "rules/lists.h"
#include "variant/hits.h"

static bool between_empty(const Position *p, int from, int to, int dx, int dy) {
    int file_step = (dx < 0) - (dx > 0), rank_step = (dy < 0) - (dy > 0), delta = file_step * p->variant->ranks + rank_step;
    for (int at = from + delta; at != to; at += delta)
        if (p->board[at]) return false;
    return true;
}

static bool listed(const Position *p, int from, int square) {
    Move list[HENKA_MAX_MOVES];
    Emit e = {.list = list, .captures = true};
    lists_piece_moves(p, from, &e);
    for (int i = 0; i < e.count; i++) {
        if (move_to(list[i]) == square) return true;
        for (int k = 0; k < move_victim_count(list[i]); k++)
            if (move_victim(list[i], k) == square) return true;
    }
    return false;
}

static bool piece_attacks(const Position *p, int from, int square, int by, int file, int rank) {
    const HenkaVariant *v = p->variant;
    const Tables *t = v->tables;
    int dx = t->line_index[0][from] - file, dy = t->line_place[0][from] - rank; /* as sente sees it */
    int hit = t->hits[piece_type(p->board[from])][by ? hit_offset(v, -dx, -dy) : hit_offset(v, dx, dy)];
    if (!hit) return false;
    if (hit & HIT_SURE || (hit & HIT_LINE && between_empty(p, from, square, dx, dy))) return true;
    return hit & HIT_MAYBE && listed(p, from, square);
}

bool list_attacked(const Position *p, int square, int by) {
    int file = p->variant->tables->line_index[0][square], rank = p->variant->tables->line_place[0][square];
    for (int i = 0; i < 4; i++)
        for (uint64_t bits = p->men_words[by][i]; bits; bits &= bits - 1)
            if (piece_attacks(p, 64 * i + __builtin_ctzll(bits), square, by, file, rank)) return true;
    return false;
}
