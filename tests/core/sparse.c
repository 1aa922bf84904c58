/* Few men anywhere, on the strips and on two made-up boards that bar both mating drops and
 * stalemates: there barred moves and hops onto the royal are common, which random play hardly
 * meets. The fast list must equal the oracle's. */
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "check.h"
#include "rules/attacks.h"
#include "rules/game.h"
#include "rules/oracle.h"
#include "show.h"
#include "sorted.h"

enum { POSITIONS = 30000, MOST_MEN = 5 };

static const char strip_game[] = "name=strip\nfiles=1\nranks=9\nsymmetry=rotate\nholdingsType=-"
                                 "1\npromotion=flip\ndropFaces=either\nnoDropMate=all\n"
                                 "stalemate=illegal\nroyal=K\nking:K:vWfD:K:a1\nlance:L:fR:L:"
                                 "a2\nknight:N:fH:N:a3\npawn:P:fW:P:a4\n"
                                 "dog:+L:fRbW:+L:\nhorse:+N:vH:+N:\ngo-between:+P:vW:+P:\n";
static const char small_game[] = "name=small\nfiles=4\nranks=4\nsymmetry=rotate\nholdingsType=-"
                                 "1\npromoZone=1\nnoDropMate=all\nstalemate=illegal\n"
                                 "royal=K\nking:K:K:K:a1\nrook:R:R:R:b1\ngold:G:WfF:G:c1\nlance:L:"
                                 "fR:L:d1\npawn:P:fW:P:a2\n+pawn:+P:WfF:+P:\n";

static const char sliding_game[] =
    "name=sliding\nfiles=5\nranks=5\nsymmetry=rotate\nroyal=K\nholdingsType=-1\nking:K:R:K:"
    "a1\nsilver:S:FfW:S:b1\npawn:P:fW:P:a2\n";
/* Royals that can hardly move, so that stalemates are common: with hoppers on boards of one and of
 * two words, and with two kinds of royal on a strip. */
static const char hopping_game[] =
    "name=hopping\nfiles=5\nranks=5\nsymmetry=rotate\nroyal=K\nholdingsType=-1\nstalemate=illegal\n"
    "promotes=none\nking:K:fWbF:K:a1\ncannon:C:mRcpR:C:b1\nvault:V:pB:V:c1\npawn:P:fW:P:a2\n";
static const char long_hopping_game[] =
    "name=hoppinglong\nfiles=5\nranks=14\nsymmetry=rotate\nroyal=K\nholdingsType=-1\n"
    "stalemate=illegal\npromotes=none\nking:K:fW:K:a1\ncannon:C:mRcpR:C:b1\nrook:R:R:R:d1\n"
    "pawn:P:fW:P:a2\n";
static const char twins_game[] =
    "name=twins\nfiles=1\nranks=12\nsymmetry=rotate\nroyal=K\nroyal=Q\nroyalRule=checkmate\n"
    "holdingsType=-1\nstalemate=illegal\npromotes=none\nking:K:vW:K:a1\nlance:L:fR:L:a2\n"
    "cannon:C:vmRvcpR:C:a3\nqueen:Q:fW:Q:\n";
/* The royal stands on the last piece line, as diagrams have it. */
static const char last_game[] =
    "name=last\nfiles=5\nranks=5\nsymmetry=rotate\npromotes=none\nrook:R:R:R:b1\nknight:N:N:N:c1\n"
    "pawn:P:fW:P:a2\nking:K:K:K:a1\n";
static const char long_last_game[] =
    "name=lastlong\nfiles=5\nranks=14\nsymmetry=rotate\npromotes=none\nrook:R:R:R:b1\n"
    "knight:N:N:N:c1\npawn:P:fW:P:a2\nking:K:K:K:a1\n";
static Move fast[HENKA_MAX_MOVES], slow[HENKA_MAX_MOVES];

static int royal_type(const HenkaVariant *v) {
    for (int type = 1; type <= v->type_count; type++)
        if (v->types[type].royal) return type;
    return 0;
}

static int empty_square(const Position *p, Random *random) {
    for (;;) {
        int square = (int)random_below(random, (uint32_t)p->variant->squares);
        if (!p->board[square]) return square;
    }
}

static void scatter(Position *p, const HenkaVariant *v, Random *random) {
    int royal = royal_type(v), men = 1 + (int)random_below(random, MOST_MEN);
    position_clear(p, v);
    for (int side = 0; side < 2; side++)
        position_put(p, empty_square(p, random), piece_make(side, royal));
    for (int i = 0; i < men; i++) {
        int type = 1 + (int)random_below(random, (uint32_t)v->type_count);
        if (type != royal)
            position_put(p, empty_square(p, random),
                         piece_make((int)random_below(random, 2), type));
    }
    if (v->hand_count && random_below(random, 3) == 0)
        position_set_hand(p, (int)random_below(random, 2),
                          (int)random_below(random, (uint32_t)v->hand_count), 1);
}

/* A position in which the side that just moved stands in check cannot arise. */
static bool can_arise(Position *p) {
    position_set_side(p, HENKA_GOTE);
    bool checked = attacks_in_check(p);
    position_set_side(p, HENKA_SENTE);
    return !checked;
}

static bool same_lists(int count, int slow_count) {
    moves_sort(fast, count);
    return count == slow_count && !memcmp(fast, slow, sizeof *fast * (size_t)count);
}

/* As the search asks: whether a move stalemates when it is foreseen. */
static int list_foreseen(Position *p) {
    CheckInfoBuffer checkinfo = {.defers_stalemate = true};
    int kept = 0, count = movegen_legal_with(p, &checkinfo, MOVEGEN_ALL, NULL, fast);
    for (int i = 0; i < count; i++)
        if (attacks_gives_check_fast(p, fast[i]) != CHECK_STALEMATE) fast[kept++] = fast[i];
    return kept;
}

static bool agrees(Position *p) {
    int slow_count = oracle_legal(p, slow);
    moves_sort(slow, slow_count);
    return same_lists(movegen_legal(p, MOVEGEN_ALL, fast), slow_count) &&
           same_lists(list_foreseen(p), slow_count);
}

/* Found among 600,000: what leaves the royal's view pins the only piece that could still have
 * moved, so the move stalemates after all. */
static void compare_position(const char *game, const char *sfen) {
    HenkaVariant *v = henka_variant_shipped(game, NULL, 0, NULL);
    HenkaGame *g = henka_game_new(v, sfen, NULL);
    CHECK(g && agrees(&g->position), "%s %s differs from the oracle", game, sfen);
    henka_game_free(g);
    henka_variant_free(v);
}

static void compare(const char *game, HenkaVariant *v) {
    Random random = {7};
    CHECK(v, "%s does not load", game);
    if (!v) return;
    for (int i = 0; i < CHECK_TIMES(POSITIONS); i++) {
        Position p;
        scatter(&p, v, &random);
        if (!can_arise(&p)) continue;
        CHECK(agrees(&p), "%s: position %d differs from the oracle: %s", game, i,
              show_position(&p));
    }
    henka_variant_free(v);
}

static void compare_text(const char *name, const char *text) {
    compare(name, henka_variant_parse(text, strlen(text), NULL, 0, NULL));
}

int main(void) {
    compare_position("ito", "k/1/1/i/K/1/1/1/1/+N/1/1/1/1/+p/1/1/1/+R/1/1 b G 1");
    compare_position("ito", "k/1/1/1/I/K/1/+N/1/1/n/1/1/1/1/1/1/1/1/1/R b - 1");
    compare("ito", henka_variant_shipped("ito", NULL, 0, NULL));
    compare("rutherford", henka_variant_shipped("rutherford", NULL, 0, NULL));
    compare("strip", henka_variant_parse(strip_game, strlen(strip_game), NULL, 0, NULL));
    compare("small", henka_variant_parse(small_game, strlen(small_game), NULL, 0, NULL));
    compare("sliding", henka_variant_parse(sliding_game, strlen(sliding_game), NULL, 0, NULL));
    compare_text("hopping", hopping_game);
    compare_text("hopping, long", long_hopping_game);
    compare_text("twins", twins_game);
    compare_text("last", last_game);
    compare_text("last, long", long_last_game);
    return check_done();
}
