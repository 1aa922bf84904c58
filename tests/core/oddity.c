#include "oddity.h"

#include "variant/variant.h"

#include <string.h>

enum { CANDIDATES = 24, PLAIN_TYPES = 6 };

static const int boards[][2] = {{1, 9},  {1, 17},  {2, 5},  {3, 5},   {4, 4},  {5, 6},
                                {8, 8},  {7, 9},   {9, 9},  {11, 11}, {8, 16}, {16, 8},
                                {4, 32}, {13, 10}, {16, 9}, {5, 26},  {9, 1},  {16, 16}};
static const int choices[ASPECTS] = {
    [BOARD] = sizeof boards / sizeof *boards,
    [SYMMETRY] = 3,
    [PROMOTION] = 7,
    [PROMOTES] = 7,
    [ZONE] = 3,
    [LAST_RANKS] = 2,
    [HANDS] = 4,
    [FACES] = 2,
    [BEHIND_ROYAL] = 2,
    [DISTANCE] = 3,
    [DROP_MATE] = 3,
    [FILE_LIMIT] = 3,
    [ROYALS] = 5,
    [ROYAL_RULE] = 3,
    [EXTINCTION] = 4,
    [STALEMATE] = 5,
    [REPETITION] = 4,
    [REPETITIONS] = 3,
    [BARING] = 4,
    [FREEZING] = 2,
    [SKIPS] = 2,
    [TRADES] = 4,
    [HOLES] = 2,
    [BURNS] = 2,
    [SPARING] = 5,
    [JUMPS] = 2,
    [REGIONS] = 4,
    [FACING] = 8,
    [MUST_PROMOTE] = 3,
    [GOALS] = 3,
    [MUST_CAPTURE] = 2,
    [CHECKS] = 4,
    [MOVE_LIMIT] = 3,
    [HOMES] = 3,
    [ZONE_SQUARES] = 3,
    [FORCED] = 2,
    [PASSES] = 2,
    [DUPLE] = 2,
    [CHECKING] = 4,
    [FIRST_MOVES] = 4,
    [DROP_SQUARES] = 3,
    [GOAL_WINS] = 3,
    [REVERSED] = 4,
    [EN_PASSANT] = 3,
    [POWERS] = 8,
};

/* Steps and slides; hops; leaps and ranges that leave sets; who takes on the way or stays; burning
 * and walks; paths of no known shape; what depends on what has moved. */
static const char *const powers[][16] = {
    {"W", "F", "fW", "WfF", "fR", "R", "B", "FfW", "K", "vWfD", "fN", "N", "Q", "mfWcfF", "D",
     "bWfF"},
    {"pR", "vpR", "mRcpR", "vmRvcpR", "pB", "cpR4!", "mpB", "gQ", "vcpR", "fW", "fpR", "WpB", "fR",
     "gB", "cpQ", "vmR8vcpR8!"},
    {"D0", "vD0", "A3", "R3", "NN", "jR", "jQ3", "jD", "nA", "nN", "nD0", "B2", "fR8", "mR", "cB",
     "tcpR"},
    {"mcabK", "abK", "cabW", "aK", "caK", "KNADcaKmcabK", "fcavF", "fabF", "WdmcF", "dcW", "cafmF",
     "WcabF", "caF", "mafsW", "FcabW", "mabK"},
    {"(a)2K", "B(cpaf)2cB", "R(cpaf)1cR", "cab(mpacab)1K", "(a)2mpacabK", "mpacabK",
     "shy(mpacab)1Q", "ckQ", "ctK", "kK", "WmabK", "(a)3W", "K(a)2K", "yafsF", "RmabK", "mpafN"},
    {"[F-R2]", "[W?F]", "zB", "qNN", "zR4", "sR2oW", "foR", "booK", "imR2", "iD", "R'", "cpafcB'",
     "pafcafcR", "ygafsW", "mafiW3", "dafW"},
    {"ifmnDfmWfceF", "fmWfceF", "fmWfceFfmnnD", "KisO2", "KO1", "feFfWifmnDifmnH", "imNimDFfW",
     "ifmR3fceF", "nnDW", "WisjO2", "ceK", "mceFinD", "fmWcenF", "eRmW", "iRfW", "fceFifmnAfmW"},
    /* parts that reach the same squares, not all of them with captures */
    {"sRmW", "RmD", "BmA", "RcD", "mRcD", "fRmWcF", "vRmWbB", "QmH", "R3mH", "cRmW", "mQcK", "mRR2",
     "BmFcA", "vRfmD", "gQmW", "mRcpRcW"},
};

/* ---- choosing */

/* Depths of the promotion zone to choose from. */
typedef struct Zones {
    int depth[3];
} Zones;

static Zones zones_of(int ranks) { return (Zones){{1, ranks > 2 ? ranks / 3 : 1, ranks}}; }

/* Do pieces turn over by themselves: flip, turn, capture? */
static bool turns(const Oddity *o) {
    int promotion = o->choice[PROMOTION];
    return promotion == 3 || promotion >= 5;
}

/* Mends what cannot stand together. */
static void settle(Oddity *o) {
    int *c = o->choice, files = boards[c[BOARD]][0], ranks = boards[c[BOARD]][1];
    if (ranks == 1) c[LAST_RANKS] = 0;
    if (ranks == 1 && c[SYMMETRY] == 1) c[SYMMETRY] = 0;
    if (c[HANDS] == 0) c[FACES] = c[BEHIND_ROYAL] = c[DISTANCE] = c[DROP_MATE] = c[FILE_LIMIT] = 0;
    if (c[HANDS] >= 2) c[FACES] = 0;
    bool captured = c[ROYAL_RULE] == 2 || (c[ROYAL_RULE] == 0 && c[ROYALS] >= ROYAL_TWO_KINDS) ||
                    c[ROYALS] == ROYAL_NOBODY;
    if (captured && c[STALEMATE] == 3) c[STALEMATE] = 0;
    if (captured) c[DROP_MATE] = c[CHECKS] = c[DUPLE] = c[CHECKING] = 0;
    if (c[PROMOTES] == 4) c[LAST_RANKS] = 0; /* nothing promotes */
    if (c[PROMOTES] == 4 && c[ROYALS] == ROYAL_PROMOTED) c[ROYALS] = ROYAL_ONE;
    if (c[PROMOTES] == 4 || c[PROMOTION] >= 3) c[MUST_PROMOTE] = 0;
    if (zones_of(ranks).depth[c[ZONE]] < c[MUST_PROMOTE]) c[MUST_PROMOTE] = 0;
    if (turns(o)) c[FORCED] = c[ZONE_SQUARES] = 0;
    if (c[ROYALS] == ROYAL_NOBODY) c[PASSES] = 0;
    bool chooses = c[PROMOTES] == 3 || c[PROMOTES] >= 5;
    if (chooses) c[LAST_RANKS] = 0; /* chess style: it has its own */
    if (c[PROMOTION] == 4 && c[ROYALS] == ROYAL_PROMOTED && chooses) c[ROYALS] = ROYAL_ONE;
    if (ranks % 2 == 0 || files < 3 || ranks < 3) c[HOLES] = 0; /* no middle free of men */
    if (files % 2 == 0 && c[SYMMETRY]) c[HOLES] = 0;            /* both sides see the same holes */
    if (files * ranks < 12 && c[ROYALS] == ROYAL_TWINS) c[ROYALS] = ROYAL_ONE;
}

static Oddity draw(Random *random) {
    Oddity o;
    for (int i = 0; i < ASPECTS; i++) o.choice[i] = (int)random_below(random, (uint32_t)choices[i]);
    settle(&o);
    return o;
}

static int new_pairs(const Oddity *o, Pairs *pairs, bool meet) {
    int count = 0;
    for (int a = 0; a < ASPECTS; a++)
        for (int b = 0; b < a; b++) {
            bool *met = &pairs->met[a][o->choice[a]][b][o->choice[b]];
            count += !*met;
            *met |= meet;
        }
    return count;
}

Oddity oddity_next(Random *random, Pairs *pairs) {
    Oddity best = draw(random);
    for (int i = 1; i < CANDIDATES; i++) {
        Oddity other = draw(random);
        if (new_pairs(&other, pairs, false) > new_pairs(&best, pairs, false)) best = other;
    }
    pairs->count += new_pairs(&best, pairs, true);
    return best;
}

/* ---- writing */

static const char *pick(const Oddity *o, Random *random) {
    int family = o->choice[POWERS];
    if (random_below(random, 3) == 0) family = 0;
    return powers[family][random_below(random, 16)];
}

/* A square or two in the middle, where no man of the array stands. */
static const char *hole_squares(const Oddity *o) {
    static char text[32];
    int files = boards[o->choice[BOARD]][0], ranks = boards[o->choice[BOARD]][1];
    Out out = out_to(text, sizeof text);
    out_format(&out, "%c%d", 'a' + files / 2, ranks / 2 + 1);
    return text;
}

static void write_rules(const Oddity *o, Out *out) {
    static const char *const symmetries[] = {"rotate", "mirror", "none"}, *const promotions[] = {
                                                                              "auto",   "zone",
                                                                              "enter",  "flip",
                                                                              "land",   "turn",
                                                                              "capture"};
    static const char *const rules[] = {"auto", "checkmate", "capture"}, *const stalemates[] = {
                                                                             "draw", "loss",
                                                                             "moverWins", "illegal",
                                                                             "fewer"};
    static const char *const repetitions[] = {"none", "draw", "perpetual", "illegal"},
                             *const barings[] = {"off", "loses", "drawIfBaredBack", "3"};
    const int *c = o->choice, files = boards[c[BOARD]][0], ranks = boards[c[BOARD]][1];
    out_format(out, "name=oddity\nfiles=%d ranks=%d symmetry=%s promotion=%s promoZone=%d\n", files,
               ranks, symmetries[c[SYMMETRY]], promotions[c[PROMOTION]],
               zones_of(ranks).depth[c[ZONE]]);
    out_format(
        out, "royalRule=%s extinction=%d stalemate=%s repetition=%s repetitionCount=%d baring=%s\n",
        rules[c[ROYAL_RULE]], 3 - c[EXTINCTION], stalemates[c[STALEMATE]],
        repetitions[c[REPETITION]], 2 + c[REPETITIONS], barings[c[BARING]]);
    /* without drops: captures fill the stock of one kind of promotion, and not of the other */
    out_format(out, "holdingsType=%d\n", c[HANDS] ? -c[HANDS] : c[PROMOTES] == 5);
    if (c[FACES]) out_text(out, "dropFaces=either\n");
    if (c[BEHIND_ROYAL]) out_text(out, "dropBehindRoyal=no\n");
    if (c[DISTANCE]) out_format(out, "dropDistance=%d\n", 1 + c[DISTANCE]);
    if (c[DROP_MATE]) out_format(out, "noDropMate=%s\n", c[DROP_MATE] == 1 ? "A,B,+A" : "all");
    if (c[FILE_LIMIT])
        out_format(out, "dropFileLimit=A:%d%s\n", c[FILE_LIMIT], c[FILE_LIMIT] == 2 ? ",B:1" : "");
    if (c[LAST_RANKS] && !turns(o)) out_text(out, "noMoveRanks=A:1\n");
    if (c[FREEZING]) out_text(out, "freezes=C\n");
    if (c[SKIPS]) out_text(out, "skipTwice=no\n");
    static const char *const trades[] = {"", "protected=B,D,+A counterStrike=B,D,+A\n",
                                         "protected=2,4 tradeMinor=A protectedBeside=no\n",
                                         "counterStrike=A,C\n"};
    out_text(out, trades[c[TRADES]]);
    if (c[HOLES]) out_format(out, "hole::::%s\n", hole_squares(o));
    if (c[BURNS]) out_text(out, "noBurn=B,D,+A>A,C\n");
    static const char *const sparing[] = {
        "", "captureForbidden=A>B,K\n", "captureForbidden=all>C,+A\n",
        "captureForbidden=K,C>all captureForbidden=B>B\n", "iron=A,2\n"};
    out_text(out, sparing[c[SPARING]]);
    if (c[JUMPS]) out_text(out, "jumpRank=K:9,B:3,+A:2,C:1\n");
    if (c[REGIONS] & 1) out_format(out, "region=K,A>a1-%c%d\n", 'a' + files - 1, (ranks + 1) / 2);
    if (c[REGIONS] & 2)
        out_format(out, "region=B,C,+A>a1-%c%d,,a%d\n", 'a' + (files - 1) / 2, ranks, ranks);
    static const char *const lines[] = {"no", "no:rank", "no:diagonal", "no:file+rank+diagonal"};
    if (c[FACING] < 4) out_format(out, "royalsFace=%s\n", lines[c[FACING]]);
    if (c[MUST_PROMOTE]) out_format(out, "mustPromote=A:%d\n", c[MUST_PROMOTE]);
    if (c[GOALS])
        out_format(out, "goal=%s>a%d-%c%d\n", c[GOALS] == 1 ? "K" : "A,+B", ranks, 'a' + files / 2,
                   ranks);
    if (c[HOMES] & 1) out_format(out, "home=A,C,K>a1-%c%d\n", 'a' + files - 1, (ranks + 1) / 2);
    if (c[HOMES] & 2) out_format(out, "home=B,+A>a1-%c%d,,a%d\n", 'a' + files / 2, ranks, ranks);
    if (c[ZONE_SQUARES])
        out_format(out, "promoSquares=a1-%c%d,,a1-a%d\n",
                   c[ZONE_SQUARES] == 1 ? 'a' : 'a' + files / 2, ranks, ranks);
    if (c[FORCED]) out_text(out, "declinePromotion=no\n");
    if (c[PASSES]) out_text(out, "pass=yes\n");
    if (c[DUPLE]) out_text(out, "dupleCheck=yes\n");
    if (c[CHECKING] == 1) out_text(out, "giveCheck=no\n");
    if (c[CHECKING] == 2) out_text(out, "fleeCheck=no\n");
    if (c[FIRST_MOVES] & 1) out_text(out, "firstMoveInCheck=yes\n");
    if (c[FIRST_MOVES] & 2) out_text(out, "endsFirstMoves=A,C,+B,K\n");
    if (c[HANDS] && c[DROP_SQUARES])
        out_format(out, "dropSquares=%s>a1-%c%d\n", c[DROP_SQUARES] == 1 ? "A,C,+B" : "B,D,K",
                   'a' + files / 2, ranks);
    if (c[GOALS] && c[GOAL_WINS])
        out_format(out, "goalWins=%s\n", c[GOAL_WINS] == 1 ? "held" : "answered");
    static const char *const reversed[] = {"", "misere=yes\n", "drawWins=first\n",
                                           "misere=yes drawWins=second\n"};
    out_text(out, reversed[c[REVERSED]]);
    if (c[EN_PASSANT])
        out_format(out, "passing=%sa1-%c%d\n", c[EN_PASSANT] == 1 ? "" : ",", 'a' + files / 2,
                   ranks);
    if (c[MUST_CAPTURE]) out_text(out, "mustCapture=yes\n");
    if (c[CHECKS]) out_format(out, "checksToWin=%d\n", c[CHECKS]);
    if (c[MOVE_LIMIT])
        out_format(out, "moveLimit=%d moveLimitRestarts=A,D\n", c[MOVE_LIMIT] == 1 ? 2 : 30);
    if (c[ROYALS] == ROYAL_NOBODY) out_text(out, "royal=none\n");
    out_format(out, "%s%s", c[ROYALS] == ROYAL_NOBODY ? "" : "royal=K\n",
               c[ROYALS] == ROYAL_TWO_KINDS  ? "royal=E\n"
               : c[ROYALS] == ROYAL_PROMOTED ? "royal=+B\n"
                                             : "");
    static const char *const promotes[] = {"",
                                           "promotes=A:+A,B:+B,C:+A,+A:D\n",
                                           "maxPromote=3\npromoOffset=6\n",
                                           "maxPromote=2\npromoChoice=CD\n",
                                           "promotes=none\n",
                                           "maxPromote=3\npromoChoice=*C!A*D2B1\n",
                                           "maxPromote=2\npromoChoice=*C,*D\n"};
    out_text(out, promotes[c[PROMOTES]]);
}

/* Squares of the array, one after another: each side's men from its own end. */
typedef struct Places {
    int files, ranks, side_squares, used;
} Places;

static void write_square(Out *out, int file, int rank) {
    out_format(out, "%c%d", 'a' + file, rank + 1);
}

/* So many of sente's squares, then gote's where they don't follow. */
static void write_places(Out *out, const Oddity *o, Places *p, int count) {
    for (int gote = 0; gote <= (o->choice[SYMMETRY] == 2); gote++) {
        if (gote && count) out_text(out, ",,");
        for (int i = p->used; i < p->used + count; i++) {
            int file = p->ranks == 1 ? i : i % p->files, rank = p->ranks == 1 ? 0 : i / p->files;
            if (i > p->used) out_char(out, ',');
            write_square(out, gote ? p->files - 1 - file : file, gote ? p->ranks - 1 - rank : rank);
        }
    }
    p->used += count;
}

static void write_pieces(const Oddity *o, Random *random, Out *out) {
    const int *c = o->choice;
    Places places = {.files = boards[c[BOARD]][0], .ranks = boards[c[BOARD]][1]};
    places.side_squares = places.ranks == 1 ? places.files / 2 : (places.ranks / 2) * places.files;
    if (places.side_squares * 2 > places.files * places.ranks - 2) places.side_squares--;
    static const char *const royals[] = {"K",     "WfF", "vWfD",    "FfW",
                                         "WmabF", "R",   "KisO2O1", "KjO1isO3ifmN"};
    const char *royal = royals[random_below(random, random_below(random, 3) ? 2 : 8)];
    if (c[POWERS] == 6 && random_below(random, 3)) royal = royals[6 + random_below(random, 2)];
    /* lines 1 to 6 in front, so that promoOffset=6 leads to the faces after them */
    static const char *const ids[PLAIN_TYPES] = {"A", "B", "C", "D", "E", "K"};
    for (int pass = 0; pass < PLAIN_TYPES; pass++) {
        const char *id = ids[pass];
        bool is_royal = !strcmp(id, "K");
        out_format(out, "man %s:%s:%s:x:", id, id,
                   is_royal ? royal
                   : !strcmp(id, "E") && c[ROYALS] == ROYAL_TWO_KINDS
                       ? royals[random_below(random, 4)]
                       : pick(o, random));
        int room = places.side_squares - places.used,
            wanted = is_royal                          ? 1 + (c[ROYALS] == ROYAL_TWINS)
                     : room > (PLAIN_TYPES - pass) + 1 ? 1
                                                       : 0;
        if (!strcmp(id, "E") && c[ROYALS] == ROYAL_TWO_KINDS) wanted = 1;
        if (is_royal && wanted > room) wanted = 1;
        write_places(out, o, &places, wanted);
        out_text(out, "\n");
    }
    out_format(out, "face A:+A:%s:x:\nface B:+B:%s:x:\nface C:+C:%s:x:\n", pick(o, random),
               pick(o, random), pick(o, random));
}

void oddity_write(const Oddity *o, Random *random, Out *out) {
    write_rules(o, out);
    write_pieces(o, random, out);
}
