/* Positions whose answer is known beforehand, where generator and oracle read the same data and so
 * would agree on an error: perft below a bared position, pieces of the array in hand, jumps that
 * are exempt from ranks, calls without a place for the answer. */
#include <string.h>
#include <sys/mman.h>

#include "check.h"
#include "rules/game.h"
#include "rules/oracle.h"

static HenkaMove moves[HENKA_MAX_MOVES];

static HenkaVariant *variant_of(const char *text) {
    HenkaVariant *v = henka_variant_parse(text, strlen(text), NULL, 0, NULL);
    CHECK(v, "%.20s… does not load", text);
    return v;
}

static int type_by_id(const HenkaVariant *v, const char *id) {
    for (int type = 1; type <= v->type_count; type++)
        if (!strcmp(v->types[type].id, id)) return type;
    CHECK(false, "no type %s", id);
    return 0;
}

static HenkaGame *game_of(const HenkaVariant *v, const char *sfen) {
    HenkaError error = {0};
    HenkaGame *game = henka_game_new(v, sfen, &error);
    CHECK(game, "%s: %s", sfen ? sfen : "the array", error.message);
    return game;
}

/* ---- perft */

static const char bare_game[] = "name=bare\nfiles=5\nranks=5\nsymmetry=rotate\nbaring=1\n"
                                "promotion=zone\npromotes=none\nroyal=K\nking:K:K:K:a1\n"
                                "rook:R:R:R:b1\npawn:P:fW:P:a2\n";

/* The same by playing the game, whose rules end it. */
static uint64_t plain_perft(HenkaGame *game, int depth) {
    if (!depth) return 1;
    HenkaMove list[256];
    uint64_t nodes = 0;
    size_t count = henka_game_moves(game, moves);
    CHECK(count <= sizeof list / sizeof *list, "%zu moves", count);
    memcpy(list, moves, count * sizeof *list);
    for (size_t i = 0; i < count; i++) {
        henka_game_play(game, list[i]);
        nodes += plain_perft(game, depth - 1);
        henka_game_undo(game);
    }
    return nodes;
}

static void check_perft(const HenkaVariant *v, const char *sfen, bool over) {
    HenkaGame *game = game_of(v, sfen);
    if (!game) return;
    CHECK((henka_game_outcome(game).reason == HENKA_BARED) == over, "%s: %s", sfen,
          henka_reason_name(henka_game_outcome(game).reason));
    for (int depth = 1; depth <= 3; depth++) {
        uint64_t told = henka_game_perft(game, depth), played = plain_perft(game, depth);
        CHECK(told == played, "%s: perft %d is %llu, by playing %llu", sfen, depth,
              (unsigned long long)told, (unsigned long long)played);
        CHECK(!over || !told, "%s: perft %d is %llu below a bared position", sfen, depth,
              (unsigned long long)told);
    }
    henka_game_free(game);
}

static void perft_stops_where_a_side_is_bared(void) {
    HenkaVariant *v = variant_of(bare_game);
    if (!v) return;
    check_perft(v, "3k1/5/5/1R3/3K1 w - 1", true);
    check_perft(v, "3k1/5/5/1R3/3K1 b - 1", true);
    check_perft(v, "3kp/5/5/1R2P/3K1 w - 1", false);
    check_perft(v, "r2k1/5/5/R4/3K1 b - 1", false); /* taking the rook bares */
    henka_variant_free(v);
}

/* ---- positions */

static const char hand_game[] = "name=held\nfiles=3\nranks=4\nsymmetry=rotate\nholdingsType=-1\n"
                                "promotes=none\nroyal=K\nking:K:K:K:a1\n"
                                "gold:G:WfF:G:b1:2,,1\npawn:P:fW:P:a2\n";

static void check_keys(const Position *p, const char *how) {
    CHECK(p->key == position_key_from_scratch(p), "%s: the key is %llx, not %llx", how,
          (unsigned long long)p->key, (unsigned long long)position_key_from_scratch(p));
    CHECK(p->hash == position_hash_from_scratch(p), "%s: the hash is %llx, not %llx", how,
          (unsigned long long)p->hash, (unsigned long long)position_hash_from_scratch(p));
}

/* Repetition compares keys that were changed step by step with keys of later positions. */
static void an_array_with_hands_has_its_key(void) {
    HenkaVariant *v = variant_of(hand_game);
    HenkaGame *game = v ? game_of(v, NULL) : NULL;
    if (game) {
        const Position *p = &game->position;
        int index = v->hand_index[type_by_id(v, "G")];
        CHECK(p->hand[HENKA_SENTE][index] == 2 && p->hand[HENKA_GOTE][index] == 1,
              "sente holds %d, gote %d of it", p->hand[HENKA_SENTE][index],
              p->hand[HENKA_GOTE][index]);
        Position set_up;
        position_start(&set_up, v);
        check_keys(p, "the array of a game");
        check_keys(&set_up, "the array set up");
        CHECK(p->key == set_up.key, "two arrays have the keys %llx and %llx",
              (unsigned long long)p->key, (unsigned long long)set_up.key);
    }
    henka_game_free(game);
    henka_variant_free(v);
}

static void a_piece_may_be_asked_without_its_side(void) {
    HenkaVariant *v = henka_variant_shipped("shogi", NULL, 0, NULL);
    HenkaGame *game = v ? game_of(v, NULL) : NULL;
    for (int square = 0; game && square < 81; square++) {
        HenkaSide side = HENKA_SENTE;
        int type = henka_game_piece(game, square, &side);
        CHECK(henka_game_piece(game, square, NULL) == type, "square %d: another piece", square);
    }
    henka_game_free(game);
    henka_variant_free(v);
}

/* The game stands in memory that cannot be written while it is asked. */
static void a_const_game_is_only_read(const char *name, const char *sfen) {
    HenkaVariant *v = henka_variant_shipped(name, NULL, 0, NULL);
    HenkaGame *game = v ? game_of(v, sfen) : NULL;
    size_t bytes = (sizeof *game + 65535) / 65536 * 65536;
    void *page = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(page != MAP_FAILED, "no memory");
    if (game && page != MAP_FAILED) {
        char buffer[1024];
        memcpy(page, game, sizeof *game);
        CHECK(!mprotect(page, bytes, PROT_READ), "the page stays writable");
        const HenkaGame *read_only = page;
        size_t count = henka_game_moves(read_only, moves);
        CHECK(count > 0 && henka_game_outcome(read_only).reason == HENKA_PLAYING, "%s: %zu moves",
              name, count);
        for (size_t i = 0; i < count; i++) {
            HenkaMove m = HENKA_NO_MOVE;
            HenkaError error = {0};
            CHECK(henka_game_legal(read_only, moves[i]), "%s: move %zu is refused", name, i);
            henka_move_text(read_only, moves[i], HENKA_WESTERN, buffer, sizeof buffer);
            CHECK(henka_move_parse(read_only, buffer, &m, &error) && m == moves[i],
                  "%s: %s is not read back", name, buffer);
        }
        CHECK(henka_game_perft(read_only, 2) > count, "%s: perft 2", name);
        henka_game_in_check(read_only);
        henka_game_sfen(read_only, buffer, sizeof buffer);
    }
    munmap(page, bytes);
    henka_game_free(game);
    henka_variant_free(v);
}

/* ---- jump ranks */

/* Two pieces of rank 1 jump: one is bound by ranks, the other (`'`) is not. In their way stand a
 * piece of rank 2, then one without. */
static const char rank_game[] = "name=ranks\nfiles=3\nranks=7\nsymmetry=rotate\npromotes=none\n"
                                "jumpRank=A:1,B:1,C:2\nroyal=K\nbound:A:cpR:A:a1\n"
                                "exempt:B:cpR':B:b1\nguard:C:fW:C:c1\npawn:P:fW:P:a2\n"
                                "king:K:K:K:c2\n";

static bool can_take(HenkaGame *game, int from, int to) {
    size_t count = henka_game_moves(game, moves);
    for (size_t i = 0; i < count; i++)
        if (move_from(moves[i]) == from && move_to(moves[i]) == to) return true;
    return false;
}

static void check_jump(const HenkaVariant *v, const char *id, const char *sfen, bool takes) {
    HenkaGame *game = game_of(v, sfen);
    if (!game) return;
    int type = type_by_id(v, id), from = -1, to = -1;
    HenkaSide side;
    for (int square = 0; square < v->squares; square++) {
        int there = henka_game_piece(game, square, &side);
        if (there == type && side == HENKA_SENTE) from = square;
        if (there == type_by_id(v, "P") && side == HENKA_GOTE) to = square;
    }
    CHECK(can_take(game, from, to) == takes, "%s %s over what stands in its way: %s", id,
          takes ? "may not capture" : "captures", sfen);
    Position p = game->position;
    Move raw[256];
    bool walked = false;
    for (int i = oracle_walk(&p, from, p.board[from], raw, 256) - 1; i >= 0; i--)
        walked |= move_to(raw[i]) == to;
    CHECK(walked == takes, "%s, by the oracle: %s", id, sfen);
    henka_game_free(game);
}

static void jump_ranks_bind_all_but_the_exempt(void) {
    HenkaVariant *v = variant_of(rank_game);
    if (!v) return;
    check_jump(v, "A", "2k/1p1/3/1c1/3/1A1/2K b - 1", false);
    check_jump(v, "B", "2k/1p1/3/1c1/3/1B1/2K b - 1", true);
    check_jump(v, "A", "2k/1p1/3/1P1/3/1A1/2K b - 1", true);
    check_jump(v, "B", "2k/1p1/3/1P1/3/1B1/2K b - 1", true);
    henka_variant_free(v);
}

int main(void) {
    perft_stops_where_a_side_is_bared();
    an_array_with_hands_has_its_key();
    a_piece_may_be_asked_without_its_side();
    a_const_game_is_only_read("shogi", NULL);
    a_const_game_is_only_read("rutherford", NULL);
    a_const_game_is_only_read("suzumu", NULL);
    jump_ranks_bind_all_but_the_exempt();
    return check_done();
}
