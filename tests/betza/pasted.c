/* Games nobody has shipped: pieces with random powers, on boards of both sizes. The fast generator
 * must agree with the plain walk. */
#include "tests/check.h"

#include <stdlib.h>
#include <string.h>

#include "base/out.h"
#include "base/random.h"
#include "rules/movegen.h"
#include "rules/oracle.h"
#include "tests/sorted.h"
#include "tests/words.h"

enum { GAMES = 300, PIECES = 5, PLIES = 14 };

static Move fast[HENKA_MAX_MOVES], slow[HENKA_MAX_MOVES];

static const char terms[] =
    "W|F|K|fW|bF|sW|N|fN|fsN|D|A|H|C|Z|G|R|B|Q|R3|fR|vR|sB|B2|fhK|shQ|NN|D0|A3|mR|cB|mfW|cfF|pR|"
    "vcpR|mpB|gQ|gB|cpR4!|jR|jQ3|jN|jD|nA|nN|nD0|FX|kK|ckQ|dcW|tcpR|ctK|caK|mcabK|abK|fcavF|fabF|"
    "cabW|aK|(a)2K|B(cpaf)2cB|R(cpaf)1cR|cab(mpacab)1K|shy(mpacab)1Q|mpacabK|(a)2mpacabK|yafsF|"
    "ygafsW|mafsW|mpafN|cafmF|caF|[F-R2]|[W?F]|zB|qNN|zR4|sR2oW|foR|booK|imR2|iD|mafiW3|R'|"
    "cpafcB'|dafW|caibQ|pafcafcR";

static void random_variant(Random *random, char *text, size_t cap) {
    static const int boards[][2] = {{7, 7}, {9, 9}, {5, 12}, {12, 12}, {1, 15}};
    const int *board = boards[random_below(random, 5)];
    int files = board[0], ranks = board[1];
    uint32_t term_count = (uint32_t)words_count(terms);
    char term[WORD_BYTES];
    Out out = out_to(text, cap);
    out_format(&out, "name=pasted\nfiles=%d\nranks=%d\nsymmetry=rotate\npromoZone=2\nroyal=K\n",
               files, ranks);
    if (random_below(random, 2)) out_text(&out, "holdingsType=-1\n");
    if (random_below(random, 2)) out_text(&out, "royalRule=capture\n");
    out_format(&out, "king:K:K:K:%c1\n", 'a' + files / 2);
    for (int i = 0; i < PIECES; i++) {
        out_format(&out, "piece %d:%c:", i, "PQRST"[i]);
        for (int n = 1 + (int)random_below(random, 3); n > 0; n--)
            out_text(&out, words_at(terms, (int)random_below(random, term_count), term));
        out_format(&out, ":%c:", "PQRST"[i]);
        for (int n = 0; n < (files == 1 ? 1 : 2); n++)
            out_format(&out, "%s%c%d", n ? "," : "", 'a' + (files == 1 ? 0 : i % files),
                       files == 1 ? 2 + i : 2 + n);
        out_text(&out, "\n");
    }
}

static void show(const char *who, const Position *p, const Move *a, int count, const Move *b,
                 int other) {
    for (int i = 0, shown = 0; i < count && shown < 3; i++) {
        if (bsearch(&a[i], b, (size_t)other, sizeof *b, move_by_value)) continue;
        int type =
            move_is_drop(a[i]) ? move_dropped(a[i]) : piece_type(position_at(p, move_from(a[i])));
        printf("  %s only: %s (%s) %s%d-%d becomes %d, %d victims\n", who,
               p->variant->types[type].id, p->variant->types[type].betza,
               move_is_drop(a[i]) ? "drop " : "", move_from(a[i]), move_to(a[i]),
               move_becomes(a[i]), move_victim_count(a[i]));
        shown++;
    }
}

static void show_board(const Position *p) {
    for (int rank = 1; rank <= p->variant->ranks; rank++, printf("\n"))
        for (int file = p->variant->files; file >= 1; file--) {
            Piece piece = position_at(p, square_of(p->variant, file, rank));
            printf(" %c%s", piece ? piece_side(piece) ? '-' : '+' : ' ',
                   piece ? p->variant->types[piece_type(piece)].id : ".");
        }
    printf("%s to move\n", p->side ? "gote" : "sente");
    for (int type = 1; type <= p->variant->type_count; type++)
        printf("  %s %s\n", p->variant->types[type].id, p->variant->types[type].betza);
}

static bool compare(Position *p, int game) {
    int count = movegen_legal(p, MOVEGEN_ALL, fast), slow_count = oracle_legal(p, slow);
    moves_sort(fast, count);
    moves_sort(slow, slow_count);
    bool same = count == slow_count && !memcmp(fast, slow, sizeof *fast * (size_t)count);
    CHECK(same, "game %d: %d moves, the oracle has %d", game, count, slow_count);
    if (!same)
        show_board(p), show("fast", p, fast, count, slow, slow_count),
            show("oracle", p, slow, slow_count, fast, count);
    return same && count;
}

static void play(const HenkaVariant *v, Random *random, int game) {
    Position p;
    position_start(&p, v);
    for (int ply = 0; ply < PLIES && compare(&p, game); ply++) {
        Edits edits;
        int count = movegen_legal(&p, MOVEGEN_CAPTURES, fast);
        if (!count || random_below(random, 2)) count = movegen_legal(&p, MOVEGEN_ALL, fast);
        position_do(&p, fast[random_below(random, (uint32_t)count)], &edits);
    }
}

int main(int argc, char **argv) {
    static char text[4096];
    int games = argc > 1 ? atoi(argv[1]) : CHECK_TIMES(GAMES), played = 0;
    for (int game = 0; game < games; game++) {
        Random random = {(uint64_t)game};
        HenkaDiagnostic entries[4];
        HenkaReport report = {.entries = entries, .cap = 4};
        random_variant(&random, text, sizeof text);
        HenkaVariant *v = henka_variant_parse(text, strlen(text), NULL, 0, &report);
        if (!v && report.count)
            printf("%d:%d: %s\n", entries[0].at.line, entries[0].at.column, entries[0].at.message);
        if (!v) continue;
        play(v, &random, game);
        henka_variant_free(v);
        played++;
    }
    CHECK(played > games / 2, "only %d of %d games load", played, games);
    return check_done();
}
