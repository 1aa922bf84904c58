/* Rules that other games than the shipped five need, each on a small board: legal moves and endings
 * worked out by hand. The oracle lists the same; that the fast generators agree with it on random
 * play of such games is the matter of oddities.c. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "rules/game.h"
#include "rules/oracle.h"
#include "tables/tables.h"

/* A game, a position, its legal moves as USI in any order (NULL: not looked at), and what ends it. */
typedef struct Row {
    const char *game, *sfen, *moves;
    HenkaReason reason;
    int winner;
} Row;

#define THREE_BY_FOUR "name=small\nfiles=3\nranks=4\nsymmetry=rotate\nroyal=K\n"
#define FIVE_BY_FIVE "name=small\nfiles=5\nranks=5\nsymmetry=rotate\nroyal=K\n"

#define SEVEN_BY_FOUR                                                                              \
    "name=small\nfiles=7\nranks=4\nroyal=K\nrook:R:R:R:a1,g1\nking:K:sWisO2:K:d1\n"
#define INNER "name=small\nfiles=7\nranks=4\nroyal=K\nrook:R:R:R:b1,f1\nking:K:sWisO2:K:d1\n"
#define PASSING                                                                                    \
    "name=small\nfiles=4\nranks=6\nroyal=K\npawn:P:fmWfceFifmnD:P:a2-d2\nking:K:K:K:a1\n"
#define STOCKED                                                                                    \
    THREE_BY_FOUR "maxPromote=1\npromoChoice=*R\npawn:P:fW:P:a2\nrook:R:R:R:a1\nking:K:bW:K:c1"
#define DROP_MATE                                                                                  \
    FIVE_BY_FIVE "holdingsType=-1\nnoDropMate=P\nchecksToWin=2\nregion=P>e4-e5,,a1-e5\n"           \
                 "pawn:P:fW:P:a2\nguard:G:WfF:G:a1\nking:K:K:K:c1"

#define SQUARES                                                                                    \
    THREE_BY_FOUR "maxPromote=1\npromoChoice=R\npromoSquares=a4\npawn:P:fW:P:a2\n"                 \
                  "rook:R:R:R:a1\nking:K:bW:K:c1"
#define FORCED FIVE_BY_FIVE "promoZone=2\nsilver:S:FfW:S:a1\ngold:+S:WfF:+S:\nking:K:K:K:c1\n"
#define DEMOTING                                                                                   \
    FIVE_BY_FIVE "maxPromote=1\npromoChoice=+Q,R\npawn:P:fW:P:a2\nrook:R:R:R:\nqueen:+Q:Q:Q:\n"    \
                 "king:K:K:K:c1\n"

#define TWO_KINGS FIVE_BY_FIVE "royalRule=checkmate\nrook:R:R:R:a1\nking:K:K:K:c1,d1\n"
#define ROOKS FIVE_BY_FIVE "rook:R:R:R:a1\nking:K:K:K:c1\n"
#define ARMY                                                                                       \
    "files=3\nranks=4\nsymmetry=none\nroyal=K\nroyalSides=second\npromotes=none\n"                 \
    "pawn:P:mfWcfF:P:a1-c1\nking:K:W:K:,,b4\n"
#define STUCK "files=3\nranks=4\nroyal=none\nstalemate=fewer\ngoal=P>a4-c4\npawn:P:mfWcfF:P:a1-c1\n"
#define ANSWERED THREE_BY_FOUR "goal=K>a4-c4\ngoalWins=answered\nguard:G:sW:G:a1\nking:K:W:K:b1"
#define APART                                                                                      \
    FIVE_BY_FIVE "promoChoiceOf=P>R\npromoChoiceOf=S>Q\npawn:P:fW:P:a2\nsoldier:S:fW:S:b2\n"       \
                 "rook:R:R:R:\nqueen:Q:Q:Q:\nking:K:K:K:c1\n"
#define CROWNED                                                                                    \
    FIVE_BY_FIVE "royalRule=checkmate\npromoChoiceOf=P>R,*K\npawn:P:fW:P:a2\nrook:R:R:R:\n"        \
                 "king:K:K:K:c1,d1\n"

#define LEAPER FIVE_BY_FIVE "pawn:P:fW:P:a2\nrook:R:R:R:a1\nking:K:WimDicN:K:c1\n"

#define SPARING                                                                                    \
    FIVE_BY_FIVE "promotes=none\npawn:P:fW:P:a2\nrook:R:R:R:a1\nlion:L:WcabK:L:b1\n"               \
                 "king:K:K:K:c1\ncaptureForbidden="

#define DROPPER FIVE_BY_FIVE "holdingsType=-1\npromotes=none\npawn:P:fW:P:a2\nking:K:K:K:c1\n"

static const Row rows[] = {
    /* Of two royals one may stay attacked, and even both; where checks are duple not both. */
    {TWO_KINGS "dupleCheck=yes", "r3k/5/4k/5/K3K b - 1", "5e5d 5e4d 5e4e 1e2e", HENKA_PLAYING, -1},
    {TWO_KINGS, "r3k/5/4k/5/K3K b - 1", "5e5d 5e4d 5e4e 1e2e 1e1d 1e2d", HENKA_PLAYING, -1},
    {TWO_KINGS "dupleCheck=yes", "rrkrr/5/5/5/K3K b - 1", "", HENKA_CHECKMATE, HENKA_GOTE},
    {TWO_KINGS, "rrkrr/5/5/5/K3K b - 1", "5e5d 5e4d 5e4e 1e2e 1e1d 1e2d", HENKA_PLAYING, -1},
    {TWO_KINGS "dupleCheck=yes extinction=0", "r3k/5/4k/5/K3K b - 1", "5e4d 5e4e", HENKA_PLAYING,
     -1},
    /* The side without royals loses with its last piece, and no side that has a royal does. */
    {ARMY, "1k1/3/1P1/3 b - 1", "2c2b", HENKA_PLAYING, -1},
    {ARMY, "1k1/3/3/3 b - 1", "", HENKA_BARED, HENKA_GOTE},
    {ARMY, "1k1/3/3/3 w - 1", NULL, HENKA_BARED, HENKA_GOTE},
    {ARMY, "1k1/1P1/3/3 w - 1", "2a2b", HENKA_PLAYING, -1},
    {ARMY "holdingsType=-1", "1k1/3/3/3 b P 1", NULL, HENKA_PLAYING, -1},
    /* No move may give check, discovered or not. */
    {ROOKS "giveCheck=no", "4k/5/5/5/R3K b - 1", "5e5d 5e5c 5e5b 5e4e 5e3e 5e2e 1e1d 1e2d 1e2e",
     HENKA_PLAYING, -1},
    {ROOKS "giveCheck=no", "k4/5/K4/5/R4 b - 1", "5c5d 5e5d 5e4e 5e3e 5e2e 5e1e", HENKA_PLAYING,
     -1},
    /* A royal in check may not walk away, nor take one of two that give it. */
    {ROOKS "fleeCheck=no", "r3k/5/5/5/K4 b - 1", "", HENKA_CHECKMATE, HENKA_GOTE},
    {ROOKS "fleeCheck=yes", "r3k/5/5/5/K4 b - 1", "5e4d 5e4e", HENKA_PLAYING, -1},
    {ROOKS "fleeCheck=no", "4k/5/5/r4/K4 b - 1", "5e5d", HENKA_PLAYING, -1},
    {ROOKS "fleeCheck=no", "4k/5/5/r4/K3r b - 1", "", HENKA_CHECKMATE, HENKA_GOTE},
    {ROOKS "fleeCheck=yes", "4k/5/5/r4/K3r b - 1", "5e5d", HENKA_PLAYING, -1},
    {ROOKS "fleeCheck=no", "r3k/5/4R/5/K4 b - 1", "1c5c", HENKA_PLAYING, -1},
    {ROOKS "fleeCheck=no", "4k/5/5/5/K4 b - 1", "5e5d 5e4d 5e4e", HENKA_PLAYING, -1},
    /* Who has fewer pieces wins a stalemate, hands counted; a mate is a mate. */
    {STUCK, "3/1p1/1P1/3 b - 1", "", HENKA_STALEMATE, -1},
    {STUCK, "2p/1p1/1P1/3 b - 1", "", HENKA_STALEMATE, HENKA_SENTE},
    {STUCK, "p2/P2/P2/3 b - 1", "", HENKA_STALEMATE, HENKA_GOTE},
    {STUCK "holdingsType=-1", "3/1p1/1P1/3 b p 1", "", HENKA_STALEMATE, HENKA_SENTE},
    {ROOKS "stalemate=fewer", "r3k/1r3/5/5/K4 b - 1", "", HENKA_CHECKMATE, HENKA_GOTE},
    {ROOKS "stalemate=fewer", "4k/5/4K/5/3R1 w - 1", "", HENKA_STALEMATE, HENKA_GOTE},
    /* A goal that must be held wins at its side's next turn. */
    {ROOKS "goal=R>c3\ngoalWins=held", "4k/5/2R2/5/4K b - 1", "", HENKA_GOAL_REACHED, HENKA_SENTE},
    {ROOKS "goal=R>c3\ngoalWins=held", "4k/5/2R2/5/4K w - 1", "1a1b 1a2a 1a2b", HENKA_PLAYING, -1},
    {ROOKS "goal=R>c3\ngoalWins=held", "4k/5/2r2/5/4K w - 1", "", HENKA_GOAL_REACHED, HENKA_GOTE},
    /* The second side may answer a goal with its own, and draws; else it has lost at once. */
    {ANSWERED, "1K1/3/2k/3 w - 1", "1c1b 1c1d 1c2c", HENKA_PLAYING, -1},
    {ANSWERED, "1K1/2k/3/3 w - 1", "", HENKA_GOAL_REACHED, HENKA_SENTE},
    {ANSWERED "\nmustCapture=yes", "1K1/3/1Gk/3 w - 1", "", HENKA_GOAL_REACHED, HENKA_SENTE},
    {ANSWERED, "1K1/3/3/2k b - 1", "", HENKA_GOAL_REACHED, -1},
    {ANSWERED, "1K1/3/2k/3 b - 1", "", HENKA_GOAL_REACHED, HENKA_SENTE},
    {ANSWERED, "3/1K1/3/k2 b - 1", "", HENKA_GOAL_REACHED, HENKA_GOTE},
    {ANSWERED, "1K1/3/3/k2 w - 1", "", HENKA_GOAL_REACHED, HENKA_SENTE},
    {ANSWERED "\ndrawWins=second", "1K1/3/3/2k b - 1", "", HENKA_GOAL_REACHED, HENKA_GOTE},
    {ANSWERED "\nchecksToWin=2", "1K1/3/2k/3 w - 1 -,+2+0", "", HENKA_CHECKS_GIVEN, HENKA_SENTE},
    {ANSWERED "\nchecksToWin=2", "1K1/3/2k/3 w - 1 -,+0+2", "", HENKA_CHECKS_GIVEN, HENKA_GOTE},
    /* What loses wins, but for what is a rule of its own. */
    {ROOKS "misere=yes", "r3k/1r3/5/5/K4 b - 1", "", HENKA_CHECKMATE, HENKA_SENTE},
    {ROOKS "misere=yes baring=loses", "r3k/5/5/5/4K b - 1", NULL, HENKA_BARED, HENKA_SENTE},
    {ROOKS "misere=yes royalRule=capture", "5/5/5/5/R3K w - 1", "", HENKA_ROYAL_CAPTURED,
     HENKA_GOTE},
    {ROOKS "misere=yes royal=R", "5/5/5/5/R3K w - 1", "", HENKA_ROYALS_LOST, HENKA_GOTE},
    {ROOKS "misere=yes stalemate=loss", "4k/5/4K/5/3R1 w - 1", "", HENKA_STALEMATE, HENKA_SENTE},
    {ROOKS "misere=yes", "4k/5/4K/5/3R1 w - 1", "", HENKA_STALEMATE, -1},
    /* A draw that one side wins by. */
    {ROOKS "drawWins=first", "4k/5/4K/5/3R1 w - 1", "", HENKA_STALEMATE, HENKA_SENTE},
    {ROOKS "drawWins=second", "4k/5/4K/5/3R1 w - 1", "", HENKA_STALEMATE, HENKA_GOTE},
    {ROOKS "drawWins=second", "4k/5/5/5/K4 b - 1", "5e5d 5e4d 5e4e", HENKA_PLAYING, -1},
    /* Each kind becomes what is listed for it; a royal comes back out of the stock. */
    {APART, "5/PS3/4k/5/4K b - 1", "5b5a=R 4b4a=Q 1e2e", HENKA_PLAYING, -1},
    {CROWNED, "5/P4/4k/5/4K b K 1", "5b5a=R 5b5a=K 1e2e", HENKA_PLAYING, -1},
    {CROWNED, "5/P4/4k/5/4K b - 1", "5b5a=R 1e2e", HENKA_PLAYING, -1},
    /* Who castles keeps to its region, and so does its partner. */
    {SEVEN_BY_FOUR, "7/7/k6/R2K2R b - 1 7d4d1d",
     "7d7c 7d6d 7d5d 4d5d 4d3d 4d6d 4d2d 1d1c 1d1b 1d1a 1d2d 1d3d", HENKA_PLAYING, -1},
    {SEVEN_BY_FOUR "region=K>b1-e1,,a1-g4", "7/7/k6/R2K2R b - 1",
     "7d7c 7d6d 7d5d 4d5d 4d3d 4d6d 1d1c 1d1b 1d1a 1d2d 1d3d", HENKA_PLAYING, -1},
    {SEVEN_BY_FOUR "region=R>a1-c1,a2,f1,g1,g2,,a1-g4", "7/7/k6/R2K2R b - 1",
     "7d7c 7d6d 7d5d 4d5d 4d3d 4d6d 1d1c 1d2d", HENKA_PLAYING, -1},
    {SEVEN_BY_FOUR "region=R>a1,d1-g1,,a1-g4", "7/7/k6/R2K2R b - 1", "4d5d 4d3d 4d2d 1d2d 1d3d",
     HENKA_PLAYING, -1},
    /* The partner is the last piece of the rank, not of the board, and may stand where it goes; the
     * pieces only change places, nothing is taken. */
    {INNER, "7/7/k6/1R1K1R1 b - 1 6d4d2d",
     "6d7d 6d5d 6d6c 6d6b 6d6a 2d3d 2d1d 2d2c 2d2b 2d2a 4d5d 4d3d 4d6d 4d2d", HENKA_PLAYING, -1},
    {INNER, "7/7/k6/R2K2R b - 1 4d", "7d7c 7d6d 7d5d 1d2d 1d3d 1d1c 1d1b 1d1a 4d5d 4d3d",
     HENKA_PLAYING, -1},
    {INNER, "7/4r2/k6/1R1K1R1 b - 1 6d4d2d",
     "6d7d 6d5d 6d6c 6d6b 6d6a 2d3d 2d1d 2d2c 2d2b 2d2a 4d5d 4d6d", HENKA_PLAYING, -1},
    {INNER, "7/5r1/k6/1R1K1R1 b - 1 6d4d2d",
     "6d7d 6d5d 6d6c 6d6b 6d6a 2d3d 2d1d 2d2c 2d2b 4d5d 4d3d 4d6d", HENKA_PLAYING, -1},
    {INNER "mustCapture=yes", "7/5r1/k6/1R1K1R1 b - 1 6d4d2d", "2d2b", HENKA_PLAYING, -1},
    /* It passes no square that is attacked, where a royal may not be left attacked. */
    {SEVEN_BY_FOUR, "7/4r2/k6/R2K2R b - 1 7d4d1d",
     "7d7c 7d6d 7d5d 4d5d 4d6d 1d1c 1d1b 1d1a 1d2d 1d3d", HENKA_PLAYING, -1},
    {SEVEN_BY_FOUR "royalRule=capture", "7/4r2/k6/R2K2R b - 1 7d4d1d",
     "7d7c 7d6d 7d5d 4d5d 4d3d 4d6d 4d2d 1d1c 1d1b 1d1a 1d2d 1d3d", HENKA_PLAYING, -1},
    /* and so does who captures in passing */
    {PASSING "region=P>a1-d4,,a1-d6", "3k/4/4/1Pp1/4/K3 b - 1 -,2b2d", "3d3c 3d2c 4f4e 4f3f",
     HENKA_PLAYING, -1},
    {PASSING "region=P>a1-d3,,a1-d6", "3k/4/4/1Pp1/4/K3 b - 1 -,2b2d", "4f4e 4f3f", HENKA_PLAYING,
     -1},
    /* First moves from where the game says, and from nowhere else; the other side's likewise. */
    {PASSING, "3k/4/4/1P2/K3/4 b - 1", "3d3c 4e4d 4e3e 4e4f 4e3f", HENKA_PLAYING, -1},
    {PASSING "home=P>a2-d3", "3k/4/4/1P2/K3/4 b - 1", "3d3c 3d3b 4e4d 4e3e 4e4f 4e3f",
     HENKA_PLAYING, -1},
    {PASSING "home=P>a2-d3", "3k/4/1p2/4/4/K3 w - 1", "3c3d 3c3e 1a2a 1a1b 1a2b", HENKA_PLAYING,
     -1},
    {PASSING, "3k/4/4/4/1P2/K3 b - 1", "3e3d 3e3c 4f4e 4f3f", HENKA_PLAYING, -1},
    {PASSING "home=P>a3-d3", "3k/4/4/4/1P2/K3 b - 1", "3e3d 4f4e 4f3f", HENKA_PLAYING, -1},
    {PASSING "home=P>,a5-d5", "3k/4/4/4/1P2/K3 b - 1", "3e3d 4f4e 4f3f", HENKA_PLAYING, -1},
    /* who castles by a first move does so from there, moved or not */
    {SEVEN_BY_FOUR "home=K>c1,d1", "7/7/k6/R1K3R b - 1 1d",
     "7d7c 7d6d 1d1c 1d1b 1d1a 1d2d 1d3d 1d4d 5d6d 5d4d 5d3d", HENKA_PLAYING, -1},
    /* A promotion zone of single squares, and of the other side's. */
    {SQUARES, "3/P1P/k2/2K b - 1", "3b3a=R 1b1a", HENKA_PLAYING, -1},
    {SQUARES, "2K/1k1/p1p/3 w - 1", "3c3d 1c1d=R 2b2a", HENKA_PLAYING, -1},
    /* In check a royal makes no first moves, and others make theirs. */
    {LEAPER "firstMoveInCheck=yes", "4k/5/5/5/r1K2 b - 1", "3e3d 3e3c", HENKA_PLAYING, -1},
    {LEAPER, "4k/5/5/5/r1K2 b - 1", "3e3d", HENKA_PLAYING, -1},
    {LEAPER "firstMoveInCheck=no", "5/4k/1r3/5/2K2 b - 1", "3e3d 3e2e 3e1e 3e5e 3e4c",
     HENKA_PLAYING, -1},
    {LEAPER "firstMoveInCheck=no", "5/4k/1r3/r4/2K2 b - 1", "3e2e 3e1e 3e4c 3e5d", HENKA_PLAYING,
     -1},
    {LEAPER "firstMoveInCheck=no", "4k/5/1r3/5/r1K2 b - 1", "3e3d", HENKA_PLAYING, -1},
    {LEAPER "firstMoveInCheck=yes", "4k/5/1r3/5/r1K2 b - 1", "3e3d 3e4c", HENKA_PLAYING, -1},
    {FIVE_BY_FIVE "firstMoveInCheck=no\nguard:G:ifmR3:G:b1\nrook:R:R:R:a1\nking:K:K:K:c1",
     "4k/5/r1K2/5/3G1 b - 1", "3c4b 3c3b 3c4d 3c3d 3c2d", HENKA_PLAYING, -1},
    {FIVE_BY_FIVE "firstMoveInCheck=no\nguard:G:ifmR3:G:b1\nrook:R:R:R:a1\nking:K:K:K:c1",
     "4k/5/r1K2/5/1G3 b - 1", "3c4b 3c3b 3c4d 3c3d 3c2d 4e4c", HENKA_PLAYING, -1},
    /* A royal at which one has aimed has moved, as the field says. */
    {LEAPER, "4k/5/5/5/2K2 b - 1 -", "3e4e 3e3d 3e2e", HENKA_PLAYING, -1},
    /* Drops on squares of their own, of the other side's likewise, and only within the region. */
    {DROPPER "dropSquares=P>a2-a3,e5", "4k/5/5/5/4K b P 1", "P*5c P*5d 1e1d 1e2d 1e2e",
     HENKA_PLAYING, -1},
    {DROPPER "dropSquares=P>a2-a3,e4", "4k/5/5/5/4K b P 1", "P*5c P*5d P*1b 1e1d 1e2d 1e2e",
     HENKA_PLAYING, -1},
    {DROPPER "dropSquares=P>a2-a3,e4", "4k/5/5/5/4K w p 1", "P*1b P*1c P*5d 1a1b 1a2b 1a2a",
     HENKA_PLAYING, -1},
    {DROPPER "dropSquares=P>a2-a3,,c3", "4k/5/5/5/4K w p 1", "P*3c P*1b P*1c 1a1b 1a2b 1a2a",
     HENKA_PLAYING, -1},
    {DROPPER "dropSquares=P>a2-a3\nregion=P>a3-e5", "4k/5/5/5/4K b P 1", "P*5c 1e1d 1e2d 1e2e",
     HENKA_PLAYING, -1},
    {DROPPER "dropSquares=P>a2-a3", "4k/5/P4/5/4K b - 1", "5c5b 1e1d 1e2d 1e2e", HENKA_PLAYING, -1},
    {DROPPER "dropSquares=P>a2-a3\ndropSquares=none dropFileLimit=P:1", "4k/5/PPPP1/5/4K b P 1",
     "5c5b 4c4b 3c3b 2c2b P*1b P*1c P*1d 1e1d 1e2d 1e2e", HENKA_PLAYING, -1},
    /* Who may promote must, on the way out of the zone as well. */
    {FORCED "declinePromotion=no", "4k/5/S4/5/4K b - 1", "5c5b+ 5c4b+ 5c4d 1e1d 1e2d 1e2e",
     HENKA_PLAYING, -1},
    {FORCED "declinePromotion=no", "4k/S4/5/5/4K b - 1", "5b5a+ 5b4a+ 5b4c+ 1e1d 1e2d 1e2e",
     HENKA_PLAYING, -1},
    {FORCED "declinePromotion=yes", "4k/S4/5/5/4K b - 1",
     "5b5a+ 5b4a+ 5b4c+ 5b5a 5b4a 5b4c 1e1d 1e2d 1e2e", HENKA_PLAYING, -1},
    /* A pass, which leaves no royal attacked; of several royals by the first; by none that is
     * frozen; once where the royal has a skip of its own. */
    {FIVE_BY_FIVE "pass=yes\nrook:R:R:R:a1\nking:K:K:K:c1", "4k/5/5/5/K4 b - 1",
     "5e5e 5e5d 5e4d 5e4e", HENKA_PLAYING, -1},
    {FIVE_BY_FIVE "pass=yes\nrook:R:R:R:a1\nking:K:K:K:c1", "r3k/5/5/5/K4 b - 1", "5e4d 5e4e",
     HENKA_PLAYING, -1},
    {FIVE_BY_FIVE "pass=yes\nroyalRule=capture\nking:K:K:K:c1", "k4/5/5/5/K3K b - 1",
     "5e5d 5e4d 5e4e 1e1d 1e2d 1e2e 1e1e", HENKA_PLAYING, -1},
    {FIVE_BY_FIVE "pass=yes\nfreezes=G\nguard:G:fW:G:a1\nking:K:K:K:c1", "4k/5/5/5/Kg3 b - 1", "",
     HENKA_STALEMATE, -1},
    {FIVE_BY_FIVE "pass=yes\nguard:G:fW:G:a1\nking:K:WmabW:K:c1", "4k/5/5/5/K4 b - 1",
     "5e5e 5e5d 5e4e", HENKA_PLAYING, -1},
    {FIVE_BY_FIVE "pass=yes\nskipTwice=no\nguard:G:fW:G:a1\nking:K:K:K:c1", "4k/5/5/5/K4 b - 1 b",
     "5e5d 5e4d 5e4e", HENKA_PLAYING, -1},
    /* A piece that has to promote, and finds nothing in stock to become, may not go there. */
    {STOCKED, "2k/P2/3/2K b - 1", "", HENKA_STALEMATE, -1},
    {STOCKED, "2k/P2/3/2K b R 1", "3b3a=R", HENKA_PLAYING, -1},
    {STOCKED, "2k/P2/3/2K b r 1", "", HENKA_STALEMATE, -1},
    /* one rook leaves the hand and another comes to it */
    {STOCKED "\nholdingsType=-1", "r1k/P2/3/2K b R 1", NULL, HENKA_PLAYING, -1},
    /* who has the only kind that counts is not bare, royals or not */
    {THREE_BY_FOUR "baring=3\npawn:P:fW:P:a2\nrook:R:R:R:a1\nking:K:K:K:c1\n", "k2/3/3/2K b - 1",
     NULL, HENKA_PLAYING, -1},
    {THREE_BY_FOUR "baring=2\npawn:P:fW:P:a2\nrook:R:R:R:a1\nking:K:K:K:c1\n", "k1r/3/3/2K b - 1",
     NULL, HENKA_BARED, HENKA_GOTE},
    /* nor where all it could become is for farther ranks */
    {THREE_BY_FOUR "promoZone=2\nmaxPromote=1\npromoChoice=R1\npawn:P:fW:P:a1\nrook:R:R:R:\n"
                   "king:K:bW:K:c1",
     "2k/3/P2/2K b - 1", "", HENKA_STALEMATE, -1},
    /* A drop may not mate, unless its check is the last that was wanted. */
    {DROP_MATE, "3pk/3p1/4G/5/K4 b P 1", "1c1b 1c2b 1c2c 1c1d 5e5d 5e4d 5e4e", HENKA_PLAYING, -1},
    {DROP_MATE, "3pk/3p1/4G/5/K4 b P 1 -,+1+0", "P*1b 1c1b 1c2b 1c2c 1c1d 5e5d 5e4d 5e4e",
     HENKA_PLAYING, -1},
    {DROP_MATE, "3pk/3p1/4G/5/K4 b P 1 -,+0+1", "1c1b 1c2b 1c2c 1c1d 5e5d 5e4d 5e4e", HENKA_PLAYING,
     -1},
    {DROP_MATE, "3pk/3p1/4G/5/K4 b P 1 -,+2+0", "", HENKA_CHECKS_GIVEN, HENKA_SENTE},
    {DROP_MATE, "3pk/3p1/4G/5/K4 b P 1 -,+2+2", "", HENKA_CHECKS_GIVEN, HENKA_GOTE},
    /* Two royals on one file attack each other: what stands between may not leave, a royal may not
     * step there. */
    {THREE_BY_FOUR "royalsFace=no\nguard:G:sW:G:a1\nking:K:W:K:b1", "1k1/3/1G1/1K1 b - 1",
     "2d1d 2d3d", HENKA_PLAYING, -1},
    {THREE_BY_FOUR "royalsFace=no\nguard:G:sW:G:a1\nking:K:W:K:b1", "k2/2g/3/1KG b - 1", "2d2c",
     HENKA_PLAYING, -1},
    {THREE_BY_FOUR "royalsFace=yes\nguard:G:sW:G:a1\nking:K:W:K:b1", "1k1/3/1G1/1K1 b - 1",
     "2d1d 2d3d 2c1c 2c3c", HENKA_PLAYING, -1},
    /* mated by the royal alone: the square is attacked along the file and beside it */
    {THREE_BY_FOUR "royalsFace=no\nrook:R:R:R:a1\nking:K:W:K:b1", "2k/1K1/R2/R2 w - 1", "",
     HENKA_STALEMATE, -1},
    /* the same along other lines; nobody looks across a hole */
    {THREE_BY_FOUR "royalsFace=no:rank\nguard:G:sW:G:a1\nking:K:W:K:b1", "2k/K2/3/3 b - 1",
     "3b2b 3b3c", HENKA_PLAYING, -1},
    {THREE_BY_FOUR "royalsFace=no:diagonal\nguard:G:sW:G:a1\nking:K:W:K:b1", "2k/K2/3/3 b - 1",
     "3b3a", HENKA_PLAYING, -1},
    {THREE_BY_FOUR "royalsFace=no:file+rank+diagonal\nguard:G:sW:G:a1\nking:K:W:K:b1",
     "2k/K2/3/3 b - 1", "", HENKA_STALEMATE, -1},
    {THREE_BY_FOUR "royalsFace=no:file+diagonal\nguard:G:sW:G:a1\nking:K:W:K:b1",
     "2k/1g1/K2/3 b - 1", "3c2c 3c3d", HENKA_PLAYING, -1},
    {THREE_BY_FOUR "royalsFace=no\nguard:G:sW:G:a1\nking:K:W:K:b1\nhole::::b3", "1k1/3/3/K2 b - 1",
     "3d3c 3d2d", HENKA_PLAYING, -1},
    /* A royal, or another piece, on its goal wins; there is no move after that. */
    {THREE_BY_FOUR "goal=K>a4-c4\nguard:G:sW:G:a1\nking:K:W:K:b1", "1K1/3/2k/3 w - 1", "",
     HENKA_GOAL_REACHED, HENKA_SENTE},
    {THREE_BY_FOUR "goal=K>a4-c4\nguard:G:sW:G:a1\nking:K:W:K:b1", "3/1K1/3/k2 b - 1", "",
     HENKA_GOAL_REACHED, HENKA_GOTE},
    {THREE_BY_FOUR "goal=K>a4-c4\nguard:G:sW:G:a1\nking:K:W:K:b1", "2g/1K1/2k/3 b - 1", "2b3b",
     HENKA_PLAYING, -1},
    {THREE_BY_FOUR "goal=G>b4\nguard:G:sW:G:a1\nking:K:W:K:b1", "1K1/3/2k/3 w - 1",
     "1c1b 1c1d 1c2c", HENKA_PLAYING, -1},
    /* the other side's goal is none of its own */
    {THREE_BY_FOUR "goal=K>a4-c4\nguard:G:sW:G:a1\nking:K:W:K:b1", "1k1/3/3/1K1 b - 1",
     "2d1d 2d2c 2d3d", HENKA_PLAYING, -1},
    /* No royals: nothing is check, and a side that cannot move has what stalemate says. */
    {"files=3\nranks=4\nroyal=none\nstalemate=loss\ngoal=P>a4-c4\npawn:P:mfWcfF:P:a1-c1",
     "3/1p1/P1P/3 b - 1", "3c2b 1c2b 3c3b 1c1b", HENKA_PLAYING, -1},
    {"files=3\nranks=4\nroyal=none\nstalemate=loss\ngoal=P>a4-c4\npawn:P:mfWcfF:P:a1-c1",
     "3/1p1/1P1/3 b - 1", "", HENKA_NO_LEGAL_MOVE, HENKA_GOTE},
    {"files=3\nranks=4\nroyal=none\nstalemate=moverWins\ngoal=P>a4-c4\npawn:P:mfWcfF:P:a1-c1",
     "3/1p1/3/3 b - 1", "", HENKA_NO_LEGAL_MOVE, HENKA_SENTE},
    /* Who can take must take. In check only what answers it counts. */
    {FIVE_BY_FIVE "mustCapture=yes\nrook:R:R:R:a1\npawn:P:fW:P:a2\nking:K:K:K:c1",
     "4k/5/p4/R3P/2K2 b - 1", "5d5c", HENKA_PLAYING, -1},
    {FIVE_BY_FIVE "mustCapture=yes\nrook:R:R:R:a1\npawn:P:fW:P:a2\nking:K:K:K:c1",
     "4k/5/p4/4P/K4 b - 1", "5e4d 5e4e 1d1c", HENKA_PLAYING, -1},
    {FIVE_BY_FIVE "mustCapture=yes\nrook:R:R:R:a1\npawn:P:fW:P:a2\nking:K:K:K:c1",
     "2r1k/5/p4/R4/2K2 b - 1", "3e4e 3e4d 3e2e 3e2d 5d3d", HENKA_PLAYING, -1},
    /* A piece turns over at every move, a drop does not, and what is dropped may show either face. */
    {FIVE_BY_FIVE "promotion=turn\nholdingsType=-1\ndropFaces=either\nguard:G:fW:G:a1\n"
                  "ghost:+G:bW:+G:\nking:K:K:K:c1",
     "4k/5/5/5/G3K b - 1", "5e5d 1e1d 1e2d 1e2e", HENKA_PLAYING, -1},
    {FIVE_BY_FIVE "promotion=turn\nholdingsType=-1\ndropFaces=either\nguard:G:fW:G:a1\n"
                  "ghost:+G:bW:+G:\nking:K:K:K:c1",
     "4k/5/5/+G4/4K b - 1", "5d5e 1e1d 1e2d 1e2e", HENKA_PLAYING, -1},
    /* What a piece may not take stops it, without being taken. */
    {SPARING "R>P", "4k/5/p4/5/R3K b - 1", "5e5d 5e4e 5e3e 5e2e 1e1d 1e2d 1e2e", HENKA_PLAYING, -1},
    {SPARING "R>K", "4k/5/p4/5/R3K b - 1", "5e5d 5e5c 5e4e 5e3e 5e2e 1e1d 1e2d 1e2e", HENKA_PLAYING,
     -1},
    /* A rook that may not take kings gives no check, pins nothing and guards nothing from them. */
    {SPARING "R>K", "r3k/5/5/5/K4 b - 1", "5e5d 5e4d 5e4e", HENKA_PLAYING, -1},
    {SPARING "R>K", "r3k/5/5/R4/K4 b - 1", "5d5c 5d5b 5d5a 5d4d 5d3d 5d2d 5d1d 5e4d 5e4e",
     HENKA_PLAYING, -1},
    {SPARING "R>K", "4k/5/r4/p4/K4 b - 1", "5e5d 5e4d 5e4e", HENKA_PLAYING, -1},
    {SPARING "R>P", "4k/5/r4/p4/K4 b - 1", "5e4d 5e4e", HENKA_PLAYING, -1},
    /* A king that may not take a rook beside it has to go. Nothing may take iron. */
    {SPARING "K>R", "4k/5/5/r4/K4 b - 1", "5e4e", HENKA_PLAYING, -1},
    {SPARING "all>R", "4k/5/5/r4/KR3 b - 1", "", HENKA_CHECKMATE, HENKA_GOTE},
    {FIVE_BY_FIVE "iron=1\nrook:R:R:R:a1\nking:K:K:K:c1\n", "4k/5/5/r4/K4 b - 1", "5e4e",
     HENKA_PLAYING, -1},
    {SPARING "all>R\ncaptureForbidden=none", "4k/5/5/r4/K4 b - 1", "5e5d 5e4e", HENKA_PLAYING, -1},
    /* Kings that spare each other may stand side by side. */
    {SPARING "K>K", "5/5/5/4k/4K b - 1", "1e2e 1e2d", HENKA_PLAYING, -1},
    /* What is taken on the way, and in passing. */
    {SPARING "L>P", "2k2/4K/5/p4/Lr3 b - 1", "1b1a 1b1c 1b2c 5e4e 5e4e5e", HENKA_PLAYING, -1},
    {SPARING "L>R", "2k2/4K/5/p4/Lr3 b - 1", "1b1a 1b1c 1b2c 5e5d 5e5d5e", HENKA_PLAYING, -1},
    {PASSING "captureForbidden=P>P", "3k/4/4/1Pp1/4/K3 b - 1 -,2b2d", "3d3c 4f4e 4f3f",
     HENKA_PLAYING, -1},
    {PASSING "captureForbidden=P>K", "3k/4/4/1Pp1/4/K3 b - 1 -,2b2d", "3d3c 3d2c 4f4e 4f3e 4f3f",
     HENKA_PLAYING, -1},
    /* A rook that may not take a king does not end its first moves. */
    {LEAPER "endsFirstMoves=R\ncaptureForbidden=R>K", "4k/5/5/4r/2K2 w - 1 3e", NULL, HENKA_PLAYING,
     -1},
};

/* A game, what is played, the board after it, and what ends it. */
typedef struct Line {
    const char *game, *sfen, *played, *after;
    HenkaReason reason;
    int winner;
} Line;

#define TURNING                                                                                    \
    FIVE_BY_FIVE "promotion=turn\nholdingsType=-1\ndropFaces=either\nguard:G:fW:G:a1\n"            \
                 "ghost:+G:bW:+G:\nking:K:K:K:c1"
#define LIMITED                                                                                    \
    FIVE_BY_FIVE "moveLimit=2\nmoveLimitRestarts=P\nrepetition=none\npawn:P:fW:P:a2\n"             \
                 "rook:R:R:R:a1\nking:K:K:K:c1"

#define HARDENED                                                                                   \
    FIVE_BY_FIVE "promotion=capture\nsilver:S:FfW:S:a1\ngold:G:WfF:G:b1\nhard silver:+S:Q:+S:\n"   \
                 "king:K:K:K:c1\n"

#define COUNTED FIVE_BY_FIVE "checksToWin=2\nrook:R:R:R:a1\nking:K:K:K:c1"

static const Line lines[] = {
    /* the second check wins, whoever gives it */
    {COUNTED, "4k/5/5/5/R3K b - 1", "5e5a 1a1b", "R4/4k/5/5/4K b - 3 -,+1+0", HENKA_PLAYING, -1},
    {COUNTED, "4k/5/5/5/R3K b - 1", "5e5a 1a1b 5a5b", "5/R3k/5/5/4K w - 4 -,+2+0",
     HENKA_CHECKS_GIVEN, HENKA_SENTE},
    {COUNTED, "r3k/5/5/5/4K w - 1 -,+1+1", "5a5e", "4k/5/5/5/r3K b - 2 -,+1+2", HENKA_CHECKS_GIVEN,
     HENKA_GOTE},
    {COUNTED, "4k/5/5/5/R3K b - 1 -,+0+1", "5e5d 1a1b 5d4d", "5/4k/5/1R3/4K w - 4 -,+0+1",
     HENKA_PLAYING, -1},
    /* a push from home gives the right to capture in passing */
    {PASSING "home=P>a2-d3", "3k/2p1/4/1P2/4/K3 b - 1", "3d3b 2b3c", "3k/4/1p2/4/4/K3 b - 3 -",
     HENKA_PLAYING, -1},
    /* what was promoted to is in hand what it was, if its id says so and the game turns it back */
    {DEMOTING "holdingsType=-1", "3+Qk/5/5/5/4K w - 1", "1a2a", "3k1/5/5/5/4K b p 2", HENKA_PLAYING,
     -1},
    {DEMOTING "holdingsType=-1", "3Rk/5/5/5/4K w - 1", "1a2a", "3k1/5/5/5/4K b r 2", HENKA_PLAYING,
     -1},
    {DEMOTING "holdingsType=-2", "3+Qk/5/5/5/4K w - 1", "1a2a", "3k1/5/5/5/4K b +q 2",
     HENKA_PLAYING, -1},
    /* what is taken leaves the game, what a hand holds is dropped */
    {DEMOTING "holdingsType=-3", "3Rk/5/5/5/4K w p 1", "1a2a 1e1d P*5c", "3k1/5/p4/4K/5 b - 4",
     HENKA_PLAYING, -1},
    /* also what a promotion takes out of the hand */
    {FIVE_BY_FIVE "holdingsType=-3\nmaxPromote=1\npromoChoice=*R\npawn:P:fW:P:a2\nrook:R:R:R:a1\n"
                  "king:K:K:K:c1",
     "5/P4/4k/5/4K b 2R 1", "5b5a=R", "R4/5/4k/5/4K w R 2", HENKA_PLAYING, -1},
    /* a push is remembered where it can be captured in passing, and nowhere else */
    {PASSING "passing=a4-d4", "3k/2p1/4/1P2/4/K3 w - 1", "2b2d", "3k/4/4/1Pp1/4/K3 b - 2 -,2b2d",
     HENKA_PLAYING, -1},
    {PASSING "captureForbidden=P>P", "3k/2p1/4/1P2/4/K3 w - 1", "2b2d", "3k/4/4/1Pp1/4/K3 b - 2 -",
     HENKA_PLAYING, -1},
    {PASSING "passing=a3-d3", "3k/2p1/4/1P2/4/K3 w - 1", "2b2d", "3k/4/4/1Pp1/4/K3 b - 2 -",
     HENKA_PLAYING, -1},
    {PASSING "passing=,a4-d4", "3k/2p1/4/1P2/4/K3 w - 1", "2b2d", "3k/4/4/1Pp1/4/K3 b - 2 -",
     HENKA_PLAYING, -1},
    {LIMITED "\ndrawWins=first", "4k/5/5/5/P3K b - 1", "1e1d 1a1b 1d1e 1b1a", NULL,
     HENKA_MOVE_LIMIT, HENKA_SENTE},
    {TURNING, "4k/5/5/5/G3K b - 1", "5e5d 1a1b 5d5e 1b1a", "4k/5/5/5/G3K b - 5", HENKA_PLAYING, -1},
    {TURNING, "4k/5/5/5/G3K b - 1", "5e5d 1a1b", "5/4k/5/+G4/4K b - 3", HENKA_PLAYING, -1},
    {TURNING, "4k/5/5/5/4K b G 1", "+G*5c 1a1b", "5/4k/+G4/5/4K b - 3", HENKA_PLAYING, -1},
    {TURNING, "4k/g4/G4/5/4K b - 1", "5c5b", "4k/+G4/5/5/4K w G 2", HENKA_PLAYING, -1},
    /* a capture promotes for good, wherever it is, and nothing else does */
    {HARDENED, "4k/5/g4/5/S3K b - 1", "5e5d 1a1b", "5/4k/g4/S4/4K b - 3", HENKA_PLAYING, -1},
    {HARDENED, "4k/5/5/g4/S3K b - 1", "5e5d 1a1b", "5/4k/5/+S4/4K b - 3", HENKA_PLAYING, -1},
    {HARDENED, "4k/5/g4/+S4/4K b - 1", "5d5c 1a1b", "5/4k/+S4/5/4K b - 3", HENKA_PLAYING, -1},
    {HARDENED "holdingsType=-1", "4k/5/g4/+S4/4K w - 1", "5c5d", "4k/5/5/g4/4K b s 2",
     HENKA_PLAYING, -1},
    {HARDENED "holdingsType=-1", "4k/5/g4/g4/S3K b - 1", "5e5d 1a1b 5d5c", "5/4k/+S4/5/4K w 2G 4",
     HENKA_PLAYING, -1},
    {LEAPER "endsFirstMoves=R\ncaptureForbidden=R>K", "4k/5/5/4r/2K2 w - 1 3e", "1d3d",
     "4k/5/5/2r2/2K2 b - 2 3e", HENKA_PLAYING, -1},
    /* two moves of each side; a pawn's move, or a capture, begins anew */
    {LIMITED, "4k/5/5/5/P3K b - 1", "1e1d 1a1b 1d1e", "5/4k/5/5/P3K w - 4", HENKA_PLAYING, -1},
    {LIMITED, "4k/5/5/5/P3K b - 1", "1e1d 1a1b 1d1e 1b1a", "4k/5/5/5/P3K b - 5", HENKA_MOVE_LIMIT,
     -1},
    {LIMITED, "4k/5/5/5/P3K b - 1", "1e1d 1a1b 5e5d 1b1a", "4k/5/5/P3K/5 b - 5", HENKA_PLAYING, -1},
    /* who comes home again by a move of several legs has moved */
    {"name=small\nfiles=4\nranks=6\nroyal=K\ntwin:T:fWifmnDfmabmafmW:T:a2\nking:K:K:K:d1\n",
     "3k/t3/4/4/T3/3K b - 1 4b4e", "4e4d 1a1b 4d4e 1b1a", "3k/t3/4/4/T3/3K b - 5 4b", HENKA_PLAYING,
     -1},
    /* castling takes nothing */
    {SEVEN_BY_FOUR "moveLimit=1", "7/7/k6/R2K2R b - 1", "4d2d 7c6c", NULL, HENKA_MOVE_LIMIT, -1},
    {SEVEN_BY_FOUR "moveLimit=1\nmoveLimitRestarts=R", "7/7/k6/R2K2R b - 1", "4d2d 7c6c", NULL,
     HENKA_PLAYING, -1},
    {LIMITED, "4k/5/r4/5/R3K b - 1", "1e1d 1a1b 5e5c 1b1a 1d1e 1a1b", "5/4k/R4/5/4K b - 7",
     HENKA_PLAYING, -1},
    {LIMITED, "4k/5/r4/5/R3K b - 1", "1e1d 1a1b 5e5c 1b1a 1d1e 1a1b 1e1d", NULL, HENKA_MOVE_LIMIT,
     -1},
};

static HenkaMove moves[HENKA_MAX_MOVES];

static bool names(const char *list, const char *move) {
    size_t length = strlen(move);
    for (const char *at = list; (at = strstr(at, move)); at += length)
        if ((at == list || at[-1] == ' ') && (!at[length] || at[length] == ' ')) return true;
    return false;
}

static size_t count_words(const char *list) {
    size_t count = *list != 0;
    for (; *list; list++) count += *list == ' ';
    return count;
}

static void check_moves(const Row *row, const HenkaGame *game) {
    size_t count = henka_game_moves(game, moves, HENKA_MAX_MOVES);
    char text[64];
    CHECK(count == count_words(row->moves), "%s: %zu moves, expected %s", row->sfen, count,
          row->moves);
    for (size_t i = 0; i < count; i++) {
        henka_move_text(game, moves[i], HENKA_USI, text, sizeof text);
        CHECK(names(row->moves, text), "%s: %s is listed", row->sfen, text);
    }
    int slow = oracle_legal(&game->position, moves);
    CHECK(slow == (int)count, "%s: the oracle has %d moves", row->sfen, slow);
    for (int i = 0; i < slow; i++) {
        henka_move_text(game, moves[i], HENKA_USI, text, sizeof text);
        CHECK(names(row->moves, text), "%s: %s is listed by the oracle", row->sfen, text);
    }
}

/* The hash after a move is the one that was foreseen and the one made from scratch. */
static void check_hashes(const Row *row, const HenkaGame *game) {
    size_t count = henka_game_moves(game, moves, HENKA_MAX_MOVES);
    for (size_t i = 0; i < count; i++) {
        Position p = game->position;
        Edits e;
        bool plain = !move_victim_count(moves[i]) && !move_is_skip(moves[i]) && !p.skipped &&
                     !p.variant->tables->state;
        uint64_t foreseen = position_hash_after(&p, moves[i]);
        position_do(&p, moves[i], &e);
        CHECK(p.hash == position_hash_from_scratch(&p) && (p.hash == foreseen || !plain),
              "%s: the hash after %llx", row->sfen, (unsigned long long)moves[i]);
    }
}

static void check_row(const Row *row) {
    HenkaError error = {0};
    HenkaVariant *v = henka_variant_parse(row->game, strlen(row->game), NULL, 0, NULL);
    CHECK(v, "does not load:\n%s", row->game);
    if (!v) return;
    HenkaGame *game = henka_game_new(v, row->sfen, &error);
    CHECK(game, "%s: %s", row->sfen, error.message);
    if (game) {
        HenkaOutcome outcome = henka_game_outcome(game);
        CHECK(outcome.reason == row->reason && outcome.winner == row->winner,
              "%s: %s, winner %d; expected %s, %d", row->sfen, henka_reason_name(outcome.reason),
              outcome.winner, henka_reason_name(row->reason), row->winner);
        if (row->moves) check_moves(row, game);
        check_hashes(row, game);
        henka_game_free(game);
    }
    henka_variant_free(v);
}

static void check_line(const Line *line) {
    char text[128];
    HenkaError error = {0};
    HenkaVariant *v = henka_variant_parse(line->game, strlen(line->game), NULL, 0, NULL);
    HenkaGame *game = v ? henka_game_new(v, line->sfen, &error) : NULL;
    CHECK(game, "does not load: %s\n%s", error.message, line->game);
    for (const char *at = line->played; game && at && *at;) {
        size_t length = strcspn(at, " ");
        memcpy(text, at, length), text[length] = 0;
        HenkaMove move;
        CHECK(henka_game_play_text(game, text, &move, &error) == HENKA_TEXT_PLAYED, "%s, %s: %s",
              line->sfen, text, error.message);
        at += length + (at[length] == ' ');
    }
    if (game) {
        HenkaOutcome outcome = henka_game_outcome(game);
        henka_game_sfen(game, text, sizeof text);
        CHECK(!line->after || !strcmp(text, line->after), "%s: %s", line->sfen, text);
        CHECK(outcome.reason == line->reason && outcome.winner == line->winner, "%s, %s: %s, %d",
              line->sfen, line->played, henka_reason_name(outcome.reason), outcome.winner);
        henka_game_free(game);
    }
    henka_variant_free(v);
}

/* How often each side gave check, as SFEN and as FEN: what is read, and what it is written as. */
static void check_counts(void) {
    static const struct {
        const char *text;
        int column; /* of the error; 0: none */
        const char *sfen, *fen;
    } texts[] = {
        {"4k/5/5/5/R3K b - 1", 0, "4k/5/5/5/R3K b - 1 -", "4k/5/5/5/R3K w - - 2+2 0 1"},
        {"4k/5/5/5/R3K b - 1 -,+1+0", 0, "4k/5/5/5/R3K b - 1 -,+1+0", "4k/5/5/5/R3K w - - 1+2 0 1"},
        {"4k/5/5/5/R3K w - - 2+1 0 1", 0, "4k/5/5/5/R3K b - 1 -,+0+1",
         "4k/5/5/5/R3K w - - 2+1 0 1"},
        {"4k/5/5/5/R3K w - - 0 1 +1+2", 0, "4k/5/5/5/R3K b - 1 -,+1+2",
         "4k/5/5/5/R3K w - - 1+0 0 1"},
        {"4k/5/5/5/R3K b - 1 -,+3+0", 22, NULL, NULL},
        {"4k/5/5/5/R3K b - 1 -,+1", 24, NULL, NULL},
        {"4k/5/5/5/R3K b - 1 -,+1+0x", 26, NULL, NULL},
        {"4k/5/5/5/R3K b - 1 -,+1+0,+1+0", 26, NULL, NULL},
        {"4k/5/5/5/R3K w - - 3+1 0 1", 20, NULL, NULL},
        {"4k/5/5/5/R3K w - - 1+ 0 1", 20, NULL, NULL},
        {"4k/5/5/5/R3K w - - 0 1 +1+3", 26, NULL, NULL},
        {"4k/5/5/5/R3K w - - 0 1 +1+1x", 28, NULL, NULL},
    };
    HenkaVariant *v = henka_variant_parse(COUNTED, strlen(COUNTED), NULL, 0, NULL);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char text[128];
        HenkaError error = {0};
        HenkaGame *game = henka_game_new(v, texts[i].text, &error);
        CHECK(texts[i].column ? !game && error.column == texts[i].column : game != NULL,
              "%s: %d: %s", texts[i].text, error.column, error.message);
        if (!game) continue;
        henka_game_sfen(game, text, sizeof text);
        CHECK(!texts[i].sfen || !strcmp(text, texts[i].sfen), "%s: %s", texts[i].text, text);
        henka_game_fen(game, text, sizeof text);
        CHECK(!texts[i].fen || !strcmp(text, texts[i].fen), "%s: %s", texts[i].text, text);
        henka_game_free(game);
    }
    henka_variant_free(v);
}

/* A draw that players agree on wins as well; a game left by both does not. */
static void check_agreed(void) {
    static const char *const text = ROOKS "drawWins=second";
    HenkaVariant *v = henka_variant_parse(text, strlen(text), NULL, 0, NULL);
    static const HenkaReason reasons[] = {HENKA_DRAW_AGREED, HENKA_ABANDONED};
    for (int i = 0; i < 2; i++) {
        HenkaGame *game = henka_game_new(v, NULL, NULL);
        CHECK(henka_game_end(game, reasons[i], HENKA_SENTE), "%s", henka_reason_name(reasons[i]));
        CHECK(henka_game_outcome(game).winner == (i ? -1 : HENKA_GOTE), "%s: winner %d",
              henka_reason_name(reasons[i]), henka_game_outcome(game).winner);
        henka_game_free(game);
    }
    henka_variant_free(v);
}

/* Where kinds may stand and how the board looks, as callers see it. */
static void check_board(void) {
    static const char *const words[] = {"plain", "checkered", "points", "notched"};
    for (int i = 0; i < 4; i++) {
        char text[256];
        int length = snprintf(text, sizeof text, "%sregion=K>a1-e2\nboard=%s", ROOKS, words[i]);
        HenkaVariant *v = henka_variant_parse(text, (size_t)length, NULL, 0, NULL);
        CHECK(v && !strcmp(henka_variant_board(v), words[i]), "board=%s", words[i]);
        for (int type = 1; v && type <= henka_variant_type_count(v); type++)
            for (int square = -1; square <= 25; square++) {
                bool inside = square >= 0 && square < 25, king = henka_variant_type(v, type).royal;
                CHECK(henka_variant_in_region(v, type, HENKA_SENTE, square) ==
                              (inside && (!king || square % 5 >= 3)) &&
                          henka_variant_in_region(v, type, HENKA_GOTE, square) ==
                              (inside && (!king || square % 5 <= 1)),
                      "kind %d, square %d", type, square);
            }
        henka_variant_free(v);
    }
    HenkaVariant *v = henka_variant_parse(ROOKS, strlen(ROOKS), NULL, 0, NULL);
    CHECK(!strcmp(henka_variant_board(v), "plain"), "no row of `board`: %s",
          henka_variant_board(v));
    henka_variant_free(v);
}

/* A promotion zone as callers see it: squares of each side, and ranks where it is made of them. */
static void check_zones(void) {
    HenkaVariant *squares = henka_variant_parse(SQUARES, strlen(SQUARES), NULL, 0, NULL),
                 *ranks = henka_variant_parse(ROOKS, strlen(ROOKS), NULL, 0, NULL);
    CHECK(henka_variant_zone(squares) == 0 && henka_variant_zone(ranks) == 1, "depths %d, %d",
          henka_variant_zone(squares), henka_variant_zone(ranks));
    for (int square = -1; square <= 25; square++) {
        CHECK(henka_variant_in_zone(squares, HENKA_SENTE, square) == (square == 8) &&
                  henka_variant_in_zone(squares, HENKA_GOTE, square) == (square == 3),
              "square %d of the zone of squares", square);
        bool inside = square >= 0 && square < 25;
        CHECK(henka_variant_in_zone(ranks, HENKA_SENTE, square) == (inside && square % 5 == 0) &&
                  henka_variant_in_zone(ranks, HENKA_GOTE, square) == (inside && square % 5 == 4),
              "square %d of the zone of ranks", square);
    }
    henka_variant_free(squares);
    henka_variant_free(ranks);
}

int main(void) {
    check_counts();
    check_zones();
    check_board();
    check_agreed();
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) check_line(&lines[i]);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check_row(&rows[i]);
    return check_done();
}
