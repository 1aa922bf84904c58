/* HENKA_USUAL: SAN and WXF of known positions, and of every legal move in random positions, where
 * each text is read back as its move, and so is the text of no other one. */
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "check.h"
#include "henka.h"

static HenkaMove moves[HENKA_MAX_MOVES];

/* The texts of known moves. WXF's as Fairy-Stockfish writes them. */
static const struct {
    const char *game, *fen, *move, *text;
} known[] = {
    {"chess", "", "e2e4", "e4"},
    {"chess", "", "g1f3", "Nf3"},
    {"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"},
    {"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O"},
    {"chess", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"},
    {"chess", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "d5e6", "dxe6"},
    {"chess", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q"},
    {"chess", "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", "axb8=N"},
    {"chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"},
    {"chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8+"},
    {"chess", "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "g1e2", "Nge2"},
    {"chess", "4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3"},
    {"chess", "4k3/8/8/1Q5Q/8/8/7Q/4K3 w - - 0 1", "h5e2", "Qh5e2+"},
    {"chess", "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"}, /* c3 is pinned */
    {"chess", "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4", "Qh4#"},
    {"makruk", "", "e3e4", "e4"},
    {"makruk", "4k3/8/8/4P3/8/8/8/3K4 w - - 0 1", "e5e6m", "e6=M"},
    {"makruk", "", "e1d2", "Md2"},
    {"grand", "", "e3e5", "e5"},
    {"xiangqi", "", "h3e3", "C2=5"},
    {"xiangqi", "", "h1g3", "H2+3"},
    {"xiangqi", "", "g1e3", "E3+5"},
    {"xiangqi", "", "d1e2", "A6+5"},
    {"xiangqi", "", "i1i3", "R1+2"},
    {"xiangqi", "4k4/9/4C4/9/9/4C4/9/4N4/4N4/3K5 w - - 0 1", "e5a5", "C-=9"},
    {"xiangqi", "4k4/9/4C4/9/9/4C4/9/4N4/4N4/3K5 w - - 0 1", "e8e6", "C+-2"},
    {"xiangqi", "4k4/9/4C4/9/9/4C4/9/4N4/4N4/3K5 w - - 0 1", "e5e10", "C5+5"},
    {"xiangqi", "4k4/9/4C4/9/9/4C4/9/4N4/4N4/3K5 w - - 0 1", "e3g4", "H++3"},
    {"xiangqi", "4k4/9/4b4/9/9/9/9/4B4/9/3K2B2 w - - 0 1", "g1i3", "E3+1"},
    {"xiangqi", "4k4/9/9/2P6/2P6/2P1P4/4P4/9/9/4K4 w - - 0 1", "c6b6", "27=8"},
    {"xiangqi", "4k4/9/9/2P6/2P6/2P1P4/4P4/9/9/4K4 w - - 0 1", "e5e6", "15+1"},
    {"shogi", "", "7g7f", "P-7f"},
};

static HenkaGame *game_at(const char *name, const char *fen) {
    HenkaVariant *v = henka_variant_shipped(name, NULL, 0, NULL);
    HenkaError error = {0};
    HenkaGame *game = henka_game_new(v, *fen ? fen : NULL, &error);
    CHECK(game != NULL, "%s %s: %s", name, fen, error.message);
    henka_variant_free(v); /* the game holds it, too */
    return game;
}

static void check_known(size_t i) {
    HenkaGame *game = game_at(known[i].game, known[i].fen);
    HenkaMove move, back;
    HenkaError error = {0};
    char text[64] = "";
    bool read = game && henka_move_parse(game, known[i].move, &move, &error);
    CHECK(read, "%s %s: %s", known[i].fen, known[i].move, error.message);
    if (!read) return henka_game_free(game);
    henka_move_text(game, move, HENKA_USUAL, text, sizeof text);
    CHECK(!strcmp(text, known[i].text), "%s %s %s: %s", known[i].game, known[i].fen, known[i].text,
          text);
    read = henka_move_parse(game, known[i].text, &back, &error);
    CHECK(read && back == move, "%s %s: %s", known[i].fen, known[i].text, error.message);
    henka_game_free(game);
}

/* Texts that other programs write a little differently, and texts that mean no move. */
static void check_reading(void) {
    static const struct {
        const char *game, *fen, *text, *move; /* move "": the text is refused */
    } rows[] = {
        {"chess", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a8Q", "a7a8q"},
        {"chess", "", "Ng1-f3!?", "g1f3"},
        {"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "0-0", "e1g1"},
        {"chess", "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "Ne2", ""},
        {"chess", "", "Nd2", ""},
        {"chess", "", "Qh5#", ""},
        {"xiangqi", "", "c2.5", "h3e3"},
        {"xiangqi", "", "C2=0", ""},
        {"xiangqi", "", "H2+4", ""},
        {"shogi", "", "Bf3", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        HenkaGame *game = game_at(rows[i].game, rows[i].fen);
        HenkaMove move = HENKA_NO_MOVE, wanted = HENKA_NO_MOVE;
        bool read = henka_move_parse(game, rows[i].text, &move, NULL);
        if (*rows[i].move) henka_move_parse(game, rows[i].move, &wanted, NULL);
        CHECK(read == (*rows[i].move != 0) && (!read || move == wanted), "%s: %s", rows[i].game,
              rows[i].text);
        henka_game_free(game);
    }
}

static void check_position(HenkaGame *game, size_t count) {
    char sfen[512];
    henka_game_sfen(game, sfen, sizeof sfen);
    CHECK_ABOUT("%s", sfen);
    for (size_t i = 0; i < count; i++) {
        HenkaMove back = HENKA_NO_MOVE;
        HenkaError error = {0};
        char text[64];
        henka_move_text_among(game, moves[i], HENKA_USUAL, moves, count, text, sizeof text);
        bool read = henka_move_parse(game, text, &back, &error);
        CHECK(read && back == moves[i], "%s: %s", text,
              read ? "reads as another move" : error.message);
    }
}

/* Random games, until `positions` positions are checked. */
static void check_random(const char *name, int positions) {
    Random random = {1};
    for (int checked = 0; checked < positions;) {
        HenkaGame *game = game_at(name, "");
        for (int ply = 0; ply < 120 && checked < positions; ply++, checked++) {
            size_t count = henka_game_moves(game, moves, HENKA_MAX_MOVES);
            if (!count) break;
            check_position(game, count);
            henka_game_play(game, moves[random_below(&random, (uint32_t)count)]);
        }
        henka_game_free(game);
    }
}

static void check_family(const char *text, const char *family) {
    HenkaReport report = {0};
    HenkaVariant *v = henka_variant_parse(text, strlen(text), NULL, 0, &report);
    CHECK(v && !strcmp(henka_variant_family(v), family), "%s: %s", text,
          v ? henka_variant_family(v) : "not read");
    henka_variant_free(v);
}

static void check_families(void) {
    static const char *const games[][2] = {
        {"chess", "figure"}, {"grand", "figure"},   {"xiangqi", "disc"}, {"makruk", "stupa"},
        {"shogi", "wedge"},  {"dobutsu", "animal"}, {"kyoto", "wedge"},  {"suzumu", "wedge"}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        HenkaVariant *v = henka_variant_shipped(games[i][0], NULL, 0, NULL);
        CHECK(!strcmp(henka_variant_family(v), games[i][1]), "%s: %s", games[i][0],
              henka_variant_family(v));
        henka_variant_free(v);
    }
    check_family("files=4\nranks=4\nKing:K:K:K:a1\nQueen:Q:Q:Q:b1\nrabbit:B:F:F:c1\n", "figure");
    check_family("files=4\nranks=4\nking:K:K:K:a1\nhare:H:N:N:b1\nrabbit:B:F:F:c1\n", "wedge");
    check_family("files=4\nranks=4\nfamily=disc\nking:K:K:K:a1\nqueen:Q:Q:Q:b1\n", "disc");
}

int main(void) {
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) check_known(i);
    check_reading();
    check_families();
    check_random("chess", CHECK_TIMES(2000));
    check_random("xiangqi", CHECK_TIMES(2000));
    check_random("makruk", CHECK_TIMES(200));
    check_random("grand", CHECK_TIMES(200));
    return check_done();
}
