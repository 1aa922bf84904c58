/* Implements, by the oracle, the functions of movegen.h and attacks.h that games and notations
 * call. The oracle has a hundredth of the fast generators' speed, but needs neither their code nor
 * their tables. The page's modules (src/wasm) have only the oracle, to keep the download small. */
#include "rules/attacks.h"
#include "rules/movegen.h"
#include "rules/oracle.h"

int movegen_legal(Position *p, MovegenKind what, Move *list) {
    int count = oracle_legal(p, list), kept = 0;
    for (int i = 0; i < count; i++) {
        bool capture = position_is_capture(p, list[i]);
        if (capture ? what != MOVEGEN_QUIETS : what != MOVEGEN_CAPTURES) list[kept++] = list[i];
    }
    return kept;
}

bool movegen_any_legal(Position *p) {
    Move list[HENKA_MAX_MOVES];
    return oracle_legal(p, list) > 0;
}

bool movegen_is_legal(Position *p, Move m) {
    Move list[HENKA_MAX_MOVES];
    return movegen_list_has(list, oracle_legal(p, list), m);
}

Move movegen_with_check(Position *p, Move m) { return oracle_with_check(p, m); }

bool attacks_square_attacked(const Position *p, int square, int by) {
    Position with;
    oracle_offer(p, square, !by, &with);
    for (int from = 0; from < p->variant->squares; from++)
        if (from != square && p->board[from] && piece_side(p->board[from]) == by &&
            oracle_walk_attacks(&with, from, square))
            return true;
    return false;
}

bool attacks_royal_attacked(const Position *p, int side) { return oracle_in_danger(p, side); }

bool attacks_in_check(const Position *p) { return oracle_in_danger(p, p->side); }

bool attacks_gives_check(Position *p, Move m) {
    Edits e;
    position_do(p, m, &e);
    bool check = oracle_in_danger(p, p->side);
    position_undo(p, &e);
    return check;
}

bool attacks_is_frozen(const Position *p, int square) { return oracle_is_frozen(p, square); }

bool attacks_royals_face(const Position *p) { return oracle_royals_face(p); }
