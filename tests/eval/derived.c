/* The derived evaluation of made-up games. Where each piece gets, and how likely, is worked out by
 * hand; from that follow its worth, its tables, what it is worth in hand and in exchanges, by the
 * formulas of src/eval/derive.c written once more. */
#include "check.h"

#include "eval/eval.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TYPES = 24, WAYS = 20 };

/* One way to a square (dx to the right, dy forward): how likely the piece can go there if the
 * square is empty, and take there if an enemy stands on it. The way leads over another square,
 * which must be on the board too; (0,0): over none that matters. Ways to one square add up, to 1 at
 * most. */
typedef struct Way {
    int dx, dy;
    double move, attack;
    int over_x, over_y;
} Way;

typedef struct Reach {
    const char *id;
    Way ways[WAYS];
} Reach;

typedef struct Made {
    const char *name, *text;
    Reach types[TYPES];
} Made;

#define BOTH(chance) chance, chance
#define E 0.9 /* a square is empty */
#define E2 0.81
#define E3 0.729
#define E4 0.6561
#define E5 0.59049
#define ENEMY 0.05
#define PIECE 0.1
#define KING                                                                                       \
    {                                                                                              \
        "K", {                                                                                     \
            {0, 1, BOTH(1)}, {1, 1, BOTH(1)}, {1, 0, BOTH(1)}, {1, -1, BOTH(1)}, {0, -1, BOTH(1)}, \
                {-1, -1, BOTH(1)}, {-1, 0, BOTH(1)}, {                                             \
                -1, 1, BOTH(1)                                                                     \
            }                                                                                      \
        }                                                                                          \
    }

/* Two pieces on 35 squares: one square in ten is taken as filled, the least there is. */
static const Made reaches = {
    "reaches",
    "name=reaches\nfiles=5\nranks=7\nsymmetry=rotate\npromotes=none\nroyal=K\nking:K:K:K:c1\n"
    "wazir:W:W:W:\npawn:P:mfWcfF:P:\nlance:L:fR:L:\nshort:S:frR3:S:\nski:J:fjR:J:\n"
    "lame:N:fnD:N:\njumper:G:fcjH:G:\ncannon:C:fcpR:C:\nbent:B:fmafsW:B:\nround:M:masW:M:\n"
    "igui:I:fcabW:I:\nburner:U:fcafW:U:\nlocust:O:fcpafW:O:\npasser:V:fmpafW:V:\n"
    "back:Q:fmampbafW:Q:\ntwice:T:fmafiR:T:\nthrough:H:fmabR2:H:\ncrooked:Z:fzR:Z:\n"
    "ring:Y:fqR:Y:\nrose:X:fzN2:X:\nlance too:A:fR:A:\nbest:D:fmRfWfcF:D:\n",
    {KING,
     {"W", {{0, 1, BOTH(1)}, {1, 0, BOTH(1)}, {0, -1, BOTH(1)}, {-1, 0, BOTH(1)}}},
     {"P", {{0, 1, 1, 0}, {1, 1, 0, 1}, {-1, 1, 0, 1}}},
     {"L",
      {{0, 1, BOTH(1)},
       {0, 2, BOTH(E)},
       {0, 3, BOTH(E2)},
       {0, 4, BOTH(E3)},
       {0, 5, BOTH(E4)},
       {0, 6, BOTH(E5)}}},
     {"S",
      {{0, 1, BOTH(1)},
       {0, 2, BOTH(E)},
       {0, 3, BOTH(E2)},
       {1, 0, BOTH(1)},
       {2, 0, BOTH(E)},
       {3, 0, BOTH(E2)}}},
     /* what stands on the first square does not matter */
     {"J",
      {{0, 2, BOTH(1)}, {0, 3, BOTH(E)}, {0, 4, BOTH(E2)}, {0, 5, BOTH(E3)}, {0, 6, BOTH(E4)}}},
     {"N", {{0, 2, BOTH(0.5)}}},
     {"G", {{0, 3, 0, 0.5}}},
     /* the mount may stand on any square before the last */
     {"C",
      {{0, 2, 0, PIECE},
       {0, 3, 0, 2 * PIECE *E},
       {0, 4, 0, 3 * PIECE *E2},
       {0, 5, 0, 4 * PIECE *E3},
       {0, 6, 0, 5 * PIECE *E4}}},
     {"B", {{1, 2, BOTH(E), 0, 1}, {-1, 2, BOTH(E), 0, 1}}},
     {"M",
      {{1, 1, BOTH(E), 1, 0},
       {1, 1, BOTH(E), 0, 1},
       {1, -1, BOTH(E), 1, 0},
       {1, -1, BOTH(E), 0, -1},
       {-1, 1, BOTH(E), -1, 0},
       {-1, 1, BOTH(E), 0, 1},
       {-1, -1, BOTH(E), -1, 0},
       {-1, -1, BOTH(E), 0, -1}}},
     {"I", {{0, 1, 0, 1}}},
     {"U", {{0, 1, 0, 1}, {0, 2, BOTH(ENEMY)}}},
     {"O", {{0, 1, 0, 1}, {0, 2, BOTH(PIECE)}}},
     {"V", {{0, 2, BOTH(1)}}},
     /* the square it came from counts as empty */
     {"Q", {{0, -1, BOTH(E), 0, 1}}},
     {"T", {{0, 2, BOTH(E)}, {0, 4, BOTH(E3)}, {0, 6, BOTH(E5)}}},
     {"H", {{0, 1, BOTH(E2), 0, 2}, {0, -1, BOTH(E), 0, 1}}},
     /* to either hand at first */
     {"Z",
      {{0, 1, BOTH(1)},
       {1, 1, BOTH(E)},
       {1, 2, BOTH(E2)},
       {2, 2, BOTH(E3)},
       {2, 3, BOTH(E4)},
       {3, 3, BOTH(E5)},
       {3, 4, BOTH(E5 *E)},
       {4, 4, BOTH(E5 *E2)},
       {4, 5, BOTH(E5 *E3)},
       {-1, 1, BOTH(E)},
       {-1, 2, BOTH(E2)},
       {-2, 2, BOTH(E3)},
       {-2, 3, BOTH(E4)},
       {-3, 3, BOTH(E5)},
       {-3, 4, BOTH(E5 *E)},
       {-4, 4, BOTH(E5 *E2)},
       {-4, 5, BOTH(E5 *E3)}}},
     /* round to either hand, until before the square it started from */
     {"Y",
      {{0, 1, BOTH(1)},
       {1, 2, BOTH(E)},
       {2, 2, BOTH(E2)},
       {3, 1, BOTH(E3), 3, 2},
       {3, 0, BOTH(E4), 3, 2},
       {2, -1, BOTH(E5), 3, 2},
       {1, -1, BOTH(E5 *E), 3, 2},
       {-1, 2, BOTH(E)},
       {-2, 2, BOTH(E2)},
       {-3, 1, BOTH(E3), -3, 2},
       {-3, 0, BOTH(E4), -3, 2},
       {-2, -1, BOTH(E5), -3, 2},
       {-1, -1, BOTH(E5 *E), -3, 2}}},
     {"X",
      {{1, 2, BOTH(1)},
       {3, 1, BOTH(E), 1, 2},
       {-1, 3, BOTH(E), 1, 2},
       {-1, 2, BOTH(1)},
       {-3, 1, BOTH(E), -1, 2},
       {1, 3, BOTH(E), -1, 2}}},
     {"A",
      {{0, 1, BOTH(1)},
       {0, 2, BOTH(E)},
       {0, 3, BOTH(E2)},
       {0, 4, BOTH(E3)},
       {0, 5, BOTH(E4)},
       {0, 6, BOTH(E5)}}},
     {"D",
      {{0, 1, 1, 1},
       {0, 2, E, 0},
       {0, 3, E2, 0},
       {0, 4, E3, 0},
       {0, 5, E4, 0},
       {0, 6, E5, 0},
       {1, 1, 0, 1},
       {-1, 1, 0, 1}}}}};

/* Eight pieces on 24 squares: one square in four is filled. A zone, hands, a piece that loses by
 * promotion. */
static const Made zone = {
    "zone",
    "name=zone\nfiles=4\nranks=6\nsymmetry=rotate\npromotion=zone\npromoZone=2\nholdingsType=-1\n"
    "promotes=L:+L,W:+W\nroyal=K\nlance:L:fR:L:a1\nking:K:K:K:b1\nwazir:W:W:W:c1\nman:M:fF:M:d1\n"
    "gold:+L:fWF:+L:\nless:+W:fW:+W:\n",
    {KING,
     {"L",
      {{0, 1, BOTH(1)},
       {0, 2, BOTH(.75)},
       {0, 3, BOTH(.75 * .75)},
       {0, 4, BOTH(.75 * .75 * .75)},
       {0, 5, BOTH(.75 * .75 * .75 * .75)}}},
     {"W", {{0, 1, BOTH(1)}, {1, 0, BOTH(1)}, {0, -1, BOTH(1)}, {-1, 0, BOTH(1)}}},
     {"M", {{1, 1, BOTH(1)}, {-1, 1, BOTH(1)}}},
     {"+L",
      {{0, 1, BOTH(1)}, {1, 1, BOTH(1)}, {1, -1, BOTH(1)}, {-1, -1, BOTH(1)}, {-1, 1, BOTH(1)}}},
     {"+W", {{0, 1, BOTH(1)}}}}};

/* The whole board is the zone. */
static const Made all_zone = {
    "all zone",
    "name=all-zone\nfiles=5\nranks=7\nsymmetry=rotate\npromotion=zone\npromoZone=7\n"
    "promotes=P:+P\nroyal=K\nking:K:K:K:c1\npawn:P:fW:P:\ngold:+P:vW:+P:\n",
    {KING, {"P", {{0, 1, BOTH(1)}}}, {"+P", {{0, 1, BOTH(1)}, {0, -1, BOTH(1)}}}}};

/* No square is in the zone. */
static const Made no_zone = {
    "no zone",
    "name=no-zone\nfiles=5\nranks=7\nsymmetry=rotate\npromotion=zone\npromoZone=0\n"
    "promotes=P:+P\nroyal=K\nking:K:K:K:c1\npawn:P:fW:P:a2\ngold:+P:vW:+P:\n",
    {KING, {"P", {{0, 1, BOTH(1)}}}, {"+P", {{0, 1, BOTH(1)}, {0, -1, BOTH(1)}}}}};

/* Pieces that turn over and back, in hand with either face. The neighbours of a royal are fewer
 * here, and count double. */
static const Made flip = {
    "flip",
    "name=flip\nfiles=1\nranks=20\nsymmetry=rotate\npromotion=flip\nholdingsType=-1\n"
    "dropFaces=either\npromotes=A:+A\nroyal=K\nking:K:vW:K:a1\nstep:A:fW:A:\nrider:+A:fR3:+A:\n",
    {{"K", {{0, 1, BOTH(1)}, {0, -1, BOTH(1)}}},
     {"A", {{0, 1, BOTH(1)}}},
     {"+A", {{0, 1, BOTH(1)}, {0, 2, BOTH(E)}, {0, 3, BOTH(E2)}}}}};

/* Beyond 128 squares one square in four is measured; two kinds of royals. */
static const Made large = {
    "large",
    "name=large\nfiles=13\nranks=11\nsymmetry=rotate\npromotes=none\nroyalRule=capture\nroyal=K\n"
    "royal=R\nking:K:K:K:g1\nwazir:R:W:R:f1\nfar:F:fG:F:\n",
    {KING,
     {"R", {{0, 1, BOTH(1)}, {1, 0, BOTH(1)}, {0, -1, BOTH(1)}, {-1, 0, BOTH(1)}}},
     {"F", {{3, 3, BOTH(1)}, {-3, 3, BOTH(1)}}}}};

/* ---- from ways to numbers ---- */

typedef struct Room {
    int left, right, back, forward;
} Room;

static bool is_inside(const Room *room, int x, int y) {
    return x >= -room->left && x <= room->right && y >= -room->back && y <= room->forward;
}

/* How likely it gets to (dx, dy): [0] going, [1] taking. */
static void chances(const Reach *reach, const Room *room, int dx, int dy, double sum[2]) {
    sum[0] = sum[1] = 0;
    for (int i = 0; i < WAYS; i++) {
        const Way *way = &reach->ways[i];
        if ((!way->dx && !way->dy) || way->dx != dx || way->dy != dy) continue;
        if (!is_inside(room, dx, dy) || !is_inside(room, way->over_x, way->over_y)) continue;
        sum[0] += way->move, sum[1] += way->attack;
    }
    for (int i = 0; i < 2; i++) sum[i] = sum[i] > 1 ? 1 : sum[i];
}

static double measure(const HenkaVariant *v, const Reach *reach, int square) {
    if (v->squares > 128) square -= square % v->ranks % 2 + (square / v->ranks % 2) * v->ranks;
    int file = square / v->ranks, rank = square % v->ranks;
    Room room = {v->files - 1 - file, file, v->ranks - 1 - rank, rank};
    double sum = 0, chance[2];
    for (int dy = -room.back; dy <= room.forward; dy++)
        for (int dx = -room.left; dx <= room.right; dx++) {
            chances(reach, &room, dx, dy, chance);
            sum += (dy > 0 ? 1.35 : dy < 0 ? 0.8 : 1) * (0.4 * chance[0] + 0.6 * chance[1]);
        }
    return sum;
}

typedef struct Worked {
    const Reach *reach[MAX_TYPES];
    double average[MAX_TYPES], gain[MAX_TYPES], worth[MAX_TYPES];
} Worked;

static void work_out(const HenkaVariant *v, const Made *made, Worked *w) {
    for (int type = 1; type <= v->type_count; type++) {
        for (int i = 0; i < TYPES && made->types[i].id; i++)
            if (!strcmp(made->types[i].id, v->types[type].id)) w->reach[type] = &made->types[i];
        for (int square = 0; square < v->squares; square++)
            w->average[type] += measure(v, w->reach[type], square) / v->squares;
    }
    for (int type = 1; type <= v->type_count; type++) {
        bool flips = v->promote == PROMOTE_FLIP;
        int other = v->types[type].promoted ? v->types[type].promoted
                    : flips                 ? v->types[type].unpromoted
                                            : 0;
        if (other) w->gain[type] = (w->average[other] - w->average[type]) * 55;
        w->worth[type] = fmax(20, w->average[type] * 55 + w->gain[type] * (flips ? 0.4 : 0.2));
    }
}

/* ---- the checks ---- */

/* Numbers are cut to integers, from sums that are rounded in another order. */
static bool near(double expected, int is) { return fabs(expected - is) < 1.1; }

static void check_weight(const Made *made, const char *id, const char *what, int a, int b,
                         Weight is, double mg, double eg) {
    CHECK(near(mg, is.mg) && near(eg, is.eg), "%s, %s: %s (%d,%d) is %d and %d, not %.1f and %.1f",
          made->name, id, what, a, b, is.mg, is.eg, mg, eg);
}

static void check_squares(const Made *made, const HenkaVariant *v, Eval *e, const Worked *w,
                          int type) {
    for (int square = 0; square < v->squares; square++) {
        int file = square / v->ranks, rank = square % v->ranks, gone = v->ranks - 1 - rank;
        double here = measure(v, w->reach[type], square) - w->average[type], mg = w->worth[type],
               eg = mg;
        if (v->types[type].royal)
            mg += 800 - gone * 10 - here * 5, eg += 800 + gone * 4 + here * 10;
        else {
            double way = 0;
            if (v->promote != PROMOTE_FLIP && v->zone_ranks && v->zone_ranks < v->ranks)
                way = w->gain[type] * 0.2 *
                      (fmin(1, (double)gone / (v->ranks - v->zone_ranks)) - 0.4);
            mg += here * 55 / 4 + way * 0.7, eg += here * 55 / 4 + way;
        }
        check_weight(made, v->types[type].id, "file and rank", file + 1, rank + 1,
                     eval_psqt(e, type)[square], mg, eg);
    }
}

/* Of the squares round a royal, those that a piece (dx, dy) from it attacks. */
static double covered(const HenkaVariant *v, const Reach *reach, int dx, int dy) {
    Room room = {v->files - 1, v->files - 1, v->ranks - 1, v->ranks - 1};
    double sum = 0, chance[2];
    for (int zy = -1; zy <= 1; zy++)
        for (int zx = -1; zx <= 1; zx++) {
            chances(reach, &room, zx - dx, zy - dy, chance);
            sum += chance[1];
        }
    return v->files == 1 ? 2 * sum : sum;
}

static void check_near(const Made *made, const HenkaVariant *v, Eval *e, const Worked *w,
                       int type) {
    const char *id = v->types[type].id;
    bool royal = v->types[type].royal;
    int filled = 0, centre = (v->files - 1) * 2 * v->ranks + v->ranks - 1;
    CHECK(e->offset_centre == centre && e->places == 2 * centre + 1, "%s: %d of %d places",
          made->name, e->offset_centre, e->places);
    for (int dx = 1 - v->files; dx < v->files; dx++)
        for (int dy = 1 - v->ranks; dy < v->ranks; dy++) {
            double cover = royal ? 0 : covered(v, w->reach[type], dx, dy);
            int away = abs(dx) > abs(dy) ? abs(dx) : abs(dy),
                beside = royal || away > 2 ? 0
                         : away == 2       ? 2
                                           : 6,
                place = e->offset_centre - dx * 2 * v->ranks - dy;
            check_weight(made, id, "beside its royal", dx, dy,
                         eval_royal_psqt(e, false, type)[place], cover * 4 + beside, cover * 2);
            check_weight(made, id, "beside the enemy's royal", dx, dy,
                         eval_royal_psqt(e, true, type)[place], cover * 14, cover * 11.2);
            filled += eval_royal_psqt(e, true, type)[place].mg != 0;
        }
    for (int place = 0; place < e->places; place++)
        filled -= eval_royal_psqt(e, true, type)[place].mg != 0;
    CHECK(!filled, "%s, %s: %d places no piece can have are filled", made->name, id, -filled);
}

static void check_worths(const Made *made, const HenkaVariant *v, const Eval *e, const Worked *w) {
    int cheapest = INT_MAX;
    for (int type = 1; type <= v->type_count; type++) {
        const PieceType *t = &v->types[type];
        CHECK(near(t->royal ? 12000 : w->worth[type], e->board_value[type]),
              "%s: %s is worth %d on the board, not %.1f", made->name, t->id, e->board_value[type],
              w->worth[type]);
        if (e->board_value[type] < cheapest) cheapest = e->board_value[type];
    }
    CHECK(e->cheapest == cheapest, "%s: the cheapest is worth %d, not %d", made->name, e->cheapest,
          cheapest);
    for (int i = 0; i < v->hand_count; i++) {
        int type = v->hand_types[i];
        double worth = w->worth[type];
        for (int other = 1; other <= v->type_count; other++)
            if (v->drop_either_face && v->types[other].in_hand == type)
                worth = fmax(worth, w->worth[other]);
        for (int count = 0; count < HAND_WEIGHTS; count++) {
            double sum = fmin(32000, worth * 1.1 * count);
            check_weight(made, v->types[type].id, "in hand", count, 0, e->hand[i][count], sum, sum);
        }
        for (int other = 1; other <= v->type_count; other++)
            if (v->types[other].in_hand == type)
                CHECK(near(worth * 1.1, e->hand_value[other]),
                      "%s: %s is worth %d to the hand, not %.1f", made->name, v->types[other].id,
                      e->hand_value[other], worth * 1.1);
    }
}

static void check_phases(const Made *made, const HenkaVariant *v, const Eval *e) {
    int men = 0;
    for (int square = 0; square < v->squares; square++) men += v->start_board[square] != 0;
    CHECK(e->pieces_at_start == men, "%s: %d pieces", made->name, e->pieces_at_start);
    for (int pieces = 0; pieces <= v->squares; pieces++)
        CHECK(e->phase[pieces] == (pieces >= men ? 64 : 64 * pieces / men),
              "%s: phase %d of %d pieces", made->name, e->phase[pieces], pieces);
    CHECK(e->tempo.mg == 15 && e->tempo.eg == 10, "%s: the tempo is %d and %d", made->name,
          e->tempo.mg, e->tempo.eg);
}

/* Gote's tables are sente's turned round. */
static void check_mirror(const Made *made, const HenkaVariant *v, Eval *e, int type) {
    int length = v->squares + 2 * e->places, differ = 0;
    const Weight *sente = eval_psqt(e, type),
                 *gote = e->psqt + e->psqt_row[piece_make(HENKA_GOTE, type)];
    for (int i = 0; i < length; i++) {
        int mirror = i < v->squares ? v->squares - 1 - i : v->squares + length - 1 - i;
        differ += gote[i].mg != -sente[mirror].mg || gote[i].eg != -sente[mirror].eg;
    }
    CHECK(!differ, "%s, %s: %d of gote's %d weights are not sente's", made->name, v->types[type].id,
          differ, length);
}

/* What is shown of a kind's worth: as it is in exchanges, nearly so on a large board, of which only
 * some squares are looked at. */
static void check_shown(const Made *made, const HenkaVariant *v, const Eval *e) {
    int values[HENKA_MAX_TYPES], cheapest = 100, percent = v->squares > 128 ? 15 : 2;
    henka_variant_derived_values(v, values, HENKA_MAX_TYPES);
    CHECK(values[0] == 0, "%s: no kind is worth %d", made->name, values[0]);
    for (int type = 1; type <= v->type_count; type++)
        if (values[type] == 100 && !v->types[type].royal) cheapest = e->board_value[type];
    for (int type = 1; type <= v->type_count; type++) {
        int right = e->board_value[type] * 100 / cheapest;
        CHECK(v->types[type].royal || abs(values[type] - right) * 100 <= percent * right + 100,
              "%s, %s: shown as worth %d, is %d", made->name, v->types[type].id, values[type],
              right);
    }
}

static void check_made(const Made *made) {
    HenkaVariant *v = henka_variant_parse(made->text, strlen(made->text), NULL, 0, NULL);
    CHECK(v, "%s does not load", made->name);
    if (!v) return;
    Worked worked = {0};
    Eval *e = malloc(sizeof *e);
    *e = *eval_derived_of(v);
    work_out(v, made, &worked);
    for (int type = 1; type <= v->type_count; type++) {
        check_squares(made, v, e, &worked, type);
        check_near(made, v, e, &worked, type);
        check_mirror(made, v, e, type);
    }
    check_worths(made, v, e, &worked);
    check_phases(made, v, e);
    check_shown(made, v, e);
    free(e);
    henka_variant_free(v);
}

int main(void) {
    check_made(&reaches);
    check_made(&zone);
    check_made(&all_zone);
    check_made(&no_zone);
    check_made(&flip);
    check_made(&large);
    return check_done();
}
