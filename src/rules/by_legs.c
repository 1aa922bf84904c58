#include "rules/by_legs.h"

#include "rules/oracle.h"

enum { RAW_MOVES = 4096 };

void movegen_by_legs(const Position *p, int from, Emit *e) {
    Move raw[RAW_MOVES];
    Mover mover = mover_at(p, from);
    int count = oracle_walk(p, from, p->board[from], raw, RAW_MOVES);
    for (int i = 0; i < count; i++) {
        bool capture = position_is_capture(p, raw[i]);
        if (!(capture ? e->captures : e->quiets)) continue;
        int before = e->count;
        emit(e, &mover, move_to(raw[i]), raw[i] & ~(Move)0xFFFFFF, capture);
        if (p->variant->skip_not_twice && p->skipped >> mover.side & 1 &&
            move_is_skip(e->list[before])) {
            e->count--;
            for (int j = before; j < e->count; j++) e->list[j] = e->list[j + 1];
        }
    }
}

bool oracle_walk_attacks(const Position *p, int from, int target) {
    Move raw[RAW_MOVES];
    int count = oracle_walk(p, from, p->board[from], raw, RAW_MOVES);
    for (int i = 0; i < count; i++) {
        uint8_t victims[MOVE_VICTIMS + 1];
        int taken = position_victims(p, raw[i], victims);
        for (int j = 0; j < taken; j++)
            if (victims[j] == target) return true;
    }
    return false;
}
