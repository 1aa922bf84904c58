/* Positions whose answer is known beforehand, where generator and oracle read the same data and so
 * would agree on an error: perft where a game is over, pieces of the array in hand, jumps that
 * are exempt from ranks, edges that are joined, calls without a place for the answer or with too
 * little. */
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

static const char bare_game[] = "name=bare\nfiles=5\nranks=5\nsymmetry=rotate\nbaring=loses\n"
                                "promotion=zone\npromotes=none\nroyal=K\nking:K:K:K:a1\n"
                                "rook:R:R:R:b1\npawn:P:fW:P:a2\n";

/* The same by playing the game, whose rules end it. */
static uint64_t plain_perft(HenkaGame *game, int depth) {
    if (!depth) return 1;
    HenkaMove list[256];
    uint64_t nodes = 0;
    size_t count = henka_game_moves(game, moves, HENKA_MAX_MOVES);
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
    CHECK((henka_game_outcome(game).reason != HENKA_PLAYING) == over, "%s: %s", sfen,
          henka_reason_name(henka_game_outcome(game).reason));
    for (int depth = 1; depth <= 3; depth++) {
        uint64_t told = henka_game_perft(game, depth), played = plain_perft(game, depth);
        CHECK(told == played, "%s: perft %d is %llu, by playing %llu", sfen, depth,
              (unsigned long long)told, (unsigned long long)played);
        CHECK(!over || !told, "%s: perft %d is %llu where the game is over", sfen, depth,
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

static const char kings_game[] = "name=kings\nfiles=5\nranks=5\nsymmetry=rotate\nextinction=0\n"
                                 "royalRule=capture\npromotes=none\nroyal=K\n"
                                 "rook:R:R:R:c1\nking:K:K:K:a1,b1\n";

static const char kinds_game[] = "name=kinds\nfiles=5\nranks=5\nsymmetry=rotate\nextinction=0\n"
                                 "royalRule=capture\npromotes=none\nroyal=K\nroyal=Q\n"
                                 "rook:R:R:R:c1\nking:K:K:K:a1\nqueen:Q:K:Q:b1\n";

static void perft_stops_where_the_first_kind_is_lost(void) {
    HenkaVariant *v = variant_of(kinds_game);
    if (!v) return;
    check_perft(v, "kq3/5/5/1R3/3K1 w - 1", true);
    check_perft(v, "kq3/5/5/1R3/2QK1 b - 1", false); /* the rook takes one */
    henka_variant_free(v);
}

static void perft_stops_where_the_first_royal_is_lost(void) {
    HenkaVariant *v = variant_of(kings_game);
    if (!v) return;
    check_perft(v, "kk3/5/5/1R3/3K1 w - 1", true);
    check_perft(v, "k4/5/5/1R3/2KK1 b - 1", true);
    check_perft(v, "kk3/5/5/1R3/2KK1 b - 1", false); /* the rook takes one */
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
        size_t count = henka_game_moves(read_only, moves, HENKA_MAX_MOVES);
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
    size_t count = henka_game_moves(game, moves, HENKA_MAX_MOVES);
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

/* ---- boards whose edges are joined ---- */

/* Where the man on `from` may go, as names in the order of squares. */
static void goes(const HenkaGame *game, int from, bool by_oracle, char *names) {
    const HenkaVariant *v = game->variant;
    Move list[256];
    Position p = game->position;
    size_t count = by_oracle ? (size_t)oracle_walk(&p, from, p.board[from], list, 256)
                             : henka_game_moves(game, moves, HENKA_MAX_MOVES);
    *names = 0;
    for (int to = 0; to < v->squares; to++)
        for (size_t i = 0; i < count; i++) {
            Move m = by_oracle ? list[i] : moves[i];
            char name[16];
            if (move_from(m) != from || move_to(m) != to) continue;
            henka_square_name(v, to, name, sizeof name);
            sprintf(names + strlen(names), " %s", name);
        }
}

static void joined_edges_lead_on(void) {
    static const struct {
        const char *betza, *sfen, *goes;
    } rows[] = {
        {"W", "5/5/4M/1k1K1/5 b - 1", " 1b 1d 2c"},
        {"oW", "5/5/4M/1k1K1/5 b - 1", " 1b 1d 2c 5c"},
        {"oW", "4M/5/5/1k1K1/5 b - 1", " 1b 2a 5a"},
        {"ooW", "4M/5/5/1k1K1/5 b - 1", " 1b 1e 2a 5a"},
        {"ooW", "5/5/5/1k1K1/M4 b - 1", " 1e 4e 5a 5d"},
        {"oF", "4M/5/5/1k1K1/5 b - 1", " 2b 5b"},
        {"ooF", "4M/5/5/1k1K1/5 b - 1", " 2b 2e 5b 5e"},
        {"ooN", "4M/5/5/1k1K1/5 b - 1", " 2c 3b 3e 4b 4e 5c 5d"}, /* the king stands on 2d */
        {"oR", "5/5/4M/1k1K1/5 b - 1", " 1a 1b 1d 1e 2c 3c 4c 5c"},
        {"osR2", "5/5/4M/1k1K1/5 b - 1", " 2c 3c 4c 5c"},
        {"oofR", "5/5/4M/1k1K1/5 b - 1", " 1a 1b 1d 1e"},
        {"ofR", "5/5/4M/1k1K1/5 b - 1", " 1a 1b"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[300], found[300];
        snprintf(text, sizeof text,
                 "name=joined\nfiles=5\nranks=5\nsymmetry=rotate\npromotes=none\nroyal=K\n"
                 "king:K:K:K:c1\nman:M:%s:M:a2\n",
                 rows[i].betza);
        HenkaVariant *v = variant_of(text);
        HenkaGame *game = v ? game_of(v, rows[i].sfen) : NULL;
        int from = 0;
        while (game && piece_type(game->position.board[from]) != type_by_id(v, "M")) from++;
        for (int by_oracle = 0; game && by_oracle < 2; by_oracle++) {
            goes(game, from, by_oracle, found);
            CHECK(!strcmp(found, rows[i].goes), "%s on %s goes to%s, not%s", rows[i].betza,
                  rows[i].sfen, found, rows[i].goes);
        }
        henka_game_free(game);
        henka_variant_free(v);
    }
}

/* ---- what the library's own callers may ask ---- */

/* With two royals left, neither is in check, however it is asked. */
static void one_of_two_royals_is_not_checked(void) {
    HenkaVariant *v = henka_variant_shipped("shogi", NULL, 0, NULL);
    HenkaGame *game = v ? game_of(v, "4k3k/9/9/9/9/9/9/9/4K2R1 b RG 1") : NULL;
    size_t count = game ? henka_game_moves(game, moves, HENKA_MAX_MOVES) : 0;
    CHECK(count > 100, "%zu moves", count);
    for (size_t i = 0; i < count; i++) {
        Position p = game->position;
        CHECK(!attacks_gives_check(&p, moves[i]) &&
                  attacks_gives_check_fast(&p, moves[i]) != CHECK_YES,
              "%d-%d gives check", move_from(moves[i]), move_to(moves[i]));
    }
    henka_game_free(game);
    henka_variant_free(v);
}

/* A hand that holds all it can takes no more, and the hash knows beforehand. */
static void a_full_hand_takes_no_more(void) {
    HenkaVariant *v = henka_variant_shipped("shogi", NULL, 0, NULL);
    HenkaGame *game = v ? game_of(v, "4k4/9/9/9/4p4/4R4/9/9/4K4 b - 1") : NULL;
    for (int held = HAND_MOST - 1; game && held <= HAND_MOST; held++)
        for (size_t i = 0, count = henka_game_moves(game, moves, HENKA_MAX_MOVES); i < count; i++) {
            Position p = game->position, before;
            Edits edits;
            int index = v->hand_index[type_by_id(v, "P")];
            bool takes = position_is_capture(&p, moves[i]);
            position_set_hand(&p, HENKA_SENTE, index, held);
            before = p;
            uint64_t foreseen = position_hash_after(&p, moves[i]);
            position_do(&p, moves[i], &edits);
            int due = takes && held < HAND_MOST ? held + 1 : held;
            CHECK(p.hand[HENKA_SENTE][index] == due && p.hash == foreseen,
                  "%d-%d: %d in hand, not %d; hash %llx, foreseen %llx", move_from(moves[i]),
                  move_to(moves[i]), p.hand[HENKA_SENTE][index], due, (unsigned long long)p.hash,
                  (unsigned long long)foreseen);
            check_keys(&p, "after a move with a full hand");
            position_undo(&p, &edits);
            CHECK(!memcmp(&p, &before, sizeof p), "%d-%d is not undone", move_from(moves[i]),
                  move_to(moves[i]));
        }
    henka_game_free(game);
    henka_variant_free(v);
}

/* Where a royal is lost there is nothing to play, whoever asks. */
static void a_lost_game_has_no_moves(void) {
    static const struct {
        const char *game, *sfen;
    } rows[] = {{"suzumu", "k15/16/16/16/16/16/16/16/16/16/16/16/16/16/16/15P b - 1 -"},
                {"suzumu", "p15/16/16/16/16/16/16/16/16/16/16/16/16/16/16/15K b - 1 -"},
                {"shogi", "9/9/4p4/9/9/9/9/9/4P4 b G 1"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        HenkaVariant *v = henka_variant_shipped(rows[i].game, NULL, 0, NULL);
        HenkaGame *game = v ? game_of(v, rows[i].sfen) : NULL;
        Position p = game ? game->position : (Position){0};
        CHECK(game && !oracle_legal(&p, moves) && !movegen_legal(&p, MOVEGEN_ALL, moves) &&
                  !movegen_any_legal(&p) && !henka_game_moves(game, moves, HENKA_MAX_MOVES),
              "%s: there are moves", rows[i].sfen);
        henka_game_free(game);
        henka_variant_free(v);
    }
}

/* A list that is too short is filled, and nothing is written beyond it. */
static void short_lists_are_filled(void) {
    HenkaVariant *v = henka_variant_shipped("shogi", NULL, 0, NULL);
    HenkaGame *game = v ? game_of(v, "4k4/9/9/9/4R4/9/9/9/4K4 b P 1") : NULL;
    Position p = game ? game->position : (Position){0};
    Move list[200];
    for (int cap = 0; game && cap < 20; cap++) {
        list[cap] = MOVE_NONE;
        int count = oracle_walk(&p, 4 * 9 + 4, p.board[4 * 9 + 4], list, cap);
        CHECK(count == (cap < 15 ? cap : 15) && list[cap] == MOVE_NONE, "%d of 15 moves in %d",
              count, cap);
    }
    for (int cap = 0; game && cap < 80; cap++) {
        list[cap] = MOVE_NONE;
        int count = oracle_drops(&p, list, cap);
        CHECK(count == (cap < 70 ? cap : 70) && list[cap] == MOVE_NONE, "%d of 70 drops in %d",
              count, cap);
    }
    henka_game_free(game);
    henka_variant_free(v);
}

int main(void) {
    joined_edges_lead_on();
    one_of_two_royals_is_not_checked();
    short_lists_are_filled();
    a_full_hand_takes_no_more();
    a_lost_game_has_no_moves();
    perft_stops_where_a_side_is_bared();
    perft_stops_where_the_first_royal_is_lost();
    perft_stops_where_the_first_kind_is_lost();
    an_array_with_hands_has_its_key();
    a_piece_may_be_asked_without_its_side();
    a_const_game_is_only_read("shogi", NULL);
    a_const_game_is_only_read("rutherford", NULL);
    a_const_game_is_only_read("suzumu", NULL);
    jump_ranks_bind_all_but_the_exempt();
    return check_done();
}
