/* drops - where pieces may be dropped, counted plainly on boards of all three sizes: the generator
 * of large boards asks the oracle for its drops, so that comparing the two shows nothing there. And
 * what a hand must not change: the moves on the board are those of the same game without hands,
 * which no oracle decides. */
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "check.h"
#include "rules/attacks.h"
#include "rules/movegen.h"
#include "show.h"
#include "sorted.h"

enum { POSITIONS = 300, PAWN = 1, KNIGHT = 2, GENERAL = 3, FILE_LIMIT = 2, DISTANCE = 3 };

/* The kinds are numbered as they stand here. The last %s are the keys of hands and drops. */
static const char rules[] =
    "files=%d\nranks=%d\nsymmetry=rotate\nroyal=K\nroyalRule=checkmate\npromoZone=2\n"
    "promotion=zone\nnoMoveRanks=P:1,N:2\n%s"
    "pawn:P:fW:P:a2\nknight:N:ffN:N:b1\ngeneral:G:WfF:G:a1\nrook:R:R:R:d1\nking:K:K:K:c1\n"
    "+pawn:+P:WfF:P2:\n+knight:+N:WfF:N2:\n";
static const char hands[] = "holdingsType=-1\ndropFileLimit=P:2\ndropDistance=3\nnoDropMate=P\n";

static Move listed[HENKA_MAX_MOVES], wanted[HENKA_MAX_MOVES];

static HenkaVariant *game_of(int files, int ranks, const char *keys) {
    char text[1024];
    int length = snprintf(text, sizeof text, rules, files, ranks, keys);
    HenkaVariant *v = henka_variant_parse(text, (size_t)length, NULL, 0, NULL);
    CHECK(v, "a game is refused:\n%s", text);
    return v;
}

/* Few men, so that drops can mate and interpose; the same for every game of one size. */
static void scatter(Position *p, const HenkaVariant *v, Random random) {
    int men = (int)random_below(&random, (uint32_t)v->squares / 3), king = 5;
    position_clear(p, v);
    for (int i = 0; i < men; i++) {
        int square = (int)random_below(&random, (uint32_t)v->squares),
            type = 1 + (int)random_below(&random, (uint32_t)v->type_count),
            side = (int)random_below(&random, 2);
        if (!p->board[square] && type != king) position_put(p, square, piece_make(side, type));
    }
    for (int side = 0; side < 2; side++) {
        int square = (int)random_below(&random, (uint32_t)v->squares);
        while (p->board[square]) square = (square + 1) % v->squares;
        position_put(p, square, piece_make(side, king));
    }
    position_set_side(p, (int)random_below(&random, 2));
}

/* The rules of `hands`, of a piece of that kind on an empty square. */
static bool may_stand(const Position *p, int type, int square) {
    const HenkaVariant *v = p->variant;
    int file = square / v->ranks, rank = square % v->ranks, pawns = 0;
    int to_go = p->side == HENKA_SENTE ? rank : v->ranks - 1 - rank; /* ranks ahead of it */
    if (p->board[square] || (type == PAWN && to_go < 1) || (type == KNIGHT && to_go < 2))
        return false;
    for (int i = 0; i < v->ranks; i++) {
        Piece piece = p->board[file * v->ranks + i];
        if (piece == piece_make(p->side, PAWN)) pawns++;
        if (piece && piece_side(piece) == p->side && v->types[piece_type(piece)].royal &&
            abs(i - rank) < DISTANCE)
            return false;
    }
    return type != PAWN || pawns < FILE_LIMIT;
}

/* Does the drop leave the own royal safe, and is it no mate by a pawn? */
static bool is_legal(Position *p, Move drop) {
    Edits edits;
    if (!movegen_leaves_royal_safe(p, drop)) return false;
    position_do(p, drop, &edits);
    bool mates = attacks_in_check(p) && !movegen_any_legal(p);
    position_undo(p, &edits);
    return move_dropped(drop) != PAWN || !mates;
}

static void check_drops(Position *p) {
    int count = movegen_legal(p, MOVEGEN_ALL, listed), drops = 0, expected = 0;
    for (int i = 0; i < count; i++)
        if (move_is_drop(listed[i])) listed[drops++] = listed[i];
    for (int type = PAWN; type <= GENERAL; type++)
        for (int square = 0; square < p->variant->squares; square++) {
            if (!p->hand[p->side][p->variant->hand_index[type]] || !may_stand(p, type, square))
                continue;
            Move drop = move_drop(type, square);
            if (is_legal(p, drop)) wanted[expected++] = drop;
        }
    moves_sort(listed, drops);
    moves_sort(wanted, expected);
    CHECK(drops == expected && !memcmp(listed, wanted, sizeof *listed * (size_t)drops),
          "%d drops, counted plainly %d: %s", drops, expected, show_position(p));
}

static void check_board_moves(Position *p, Position *without) {
    int count = movegen_legal(p, MOVEGEN_ALL, listed), kept = 0,
        expected = movegen_legal(without, MOVEGEN_ALL, wanted);
    for (int i = 0; i < count; i++)
        if (!move_is_drop(listed[i])) listed[kept++] = listed[i];
    moves_sort(listed, kept);
    moves_sort(wanted, expected);
    CHECK(kept == expected && !memcmp(listed, wanted, sizeof *listed * (size_t)kept),
          "%d moves on the board, without hands %d: %s", kept, expected, show_position(p));
}

static void check_size(int files, int ranks) {
    HenkaVariant *v = game_of(files, ranks, hands), *without = game_of(files, ranks, "");
    Random random = {7};
    for (int i = 0; v && without && i < POSITIONS;) {
        Position p, q;
        random_below(&random, 2);
        scatter(&p, v, random);
        scatter(&q, without, random);
        if (attacks_royal_attacked(&p, !p.side))
            continue; /* it could be taken: no position of play */
        i++;
        for (int type = PAWN; type <= GENERAL; type++)
            for (int side = 0; side < 2; side++)
                position_set_hand(&p, side, v->hand_index[type], (int)random_below(&random, 2));
        check_drops(&p);
        check_board_moves(&p, &q);
    }
    henka_variant_free(v);
    henka_variant_free(without);
}

/* A rook and a dropped pawn shut the king in: the pawn may not mate, the general may. */
static void check_mating_drop(int files, int ranks) {
    HenkaVariant *v = game_of(files, ranks, hands);
    if (!v) return;
    Position p;
    int pawns = 0, generals = 0, at = 1; /* the square before gote's king, which stands on file 1 */
    position_clear(&p, v);
    position_put(&p, 0, piece_make(HENKA_GOTE, 5));
    position_put(&p, 2 * v->ranks - 1, piece_make(HENKA_SENTE, 4)); /* on file 2: it keeps it */
    position_put(&p, 2, piece_make(HENKA_SENTE, GENERAL));          /* guards the square */
    position_put(&p, v->squares - 1, piece_make(HENKA_SENTE, 5));
    position_set_hand(&p, HENKA_SENTE, v->hand_index[PAWN], 1);
    position_set_hand(&p, HENKA_SENTE, v->hand_index[GENERAL], 1);
    int count = movegen_legal(&p, MOVEGEN_ALL, listed);
    for (int i = 0; i < count; i++) {
        pawns += listed[i] == move_drop(PAWN, at);
        generals += listed[i] == move_drop(GENERAL, at);
    }
    CHECK(pawns == 0 && generals == 1, "a mate by a pawn is listed %d times, by a general %d: %s",
          pawns, generals, show_position(&p));
    henka_variant_free(v);
}

int main(void) {
    static const int sizes[][2] = {{7, 8}, {9, 10}, {13, 12}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        check_size(sizes[i][0], sizes[i][1]);
        check_mating_drop(sizes[i][0], sizes[i][1]);
    }
    return check_done();
}
