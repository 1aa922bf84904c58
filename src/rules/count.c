/* The generator once more for where nobody needs the list: ends are counted, not written (write.h).
 * The few moves that go square by square are. */
#define COUNTING
#define direct_moves count_direct_moves
#define write_man count_man
#define write_slowly count_slowly
#define sets_moves count_sets_moves
#define sets_allow count_sets_allow
#define sets_any count_sets_any

#include "rules/direct.c"
#include "rules/sets.c"

/* A field that isn't direct, or a move that is barred, shows only in the list. */
static bool counts_direct(const Position *p) {
    const Tables *t = p->variant->tables;
    return t->sets && !t->bitboard64 && t->direct && p->royals[p->side] == 1 &&
           p->variant->stalemate != STALEMATE_ILLEGAL && !position_is_over(p);
}

int movegen_count(const Position *p) {
    Move list[HENKA_MAX_MOVES];
    if (!counts_direct(p)) return movegen_legal(p, MOVEGEN_ALL, list);
    CheckInfo f;
    checkinfo_init(&f, p);
    return sets_moves(&f, list);
}
