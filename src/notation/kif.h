/* kif - what KIF's reader and writer share: the words for ends and the picture of the board.
 *
 * Source   The KIF format's document by the author of Kifu for Windows, and the files that
 *          ShogiGUI, ShogiHome, 81Dojo and lishogi write.
 */
#ifndef HENKA_NOTATION_KIF_H
#define HENKA_NOTATION_KIF_H

#include "notation/record.h"
#include "notation/sfen.h"

/* ---- ends (kif_end.c) ------------------------------------------------------------------------ */

/* What a word, or the last line of a record, says of a game's end. */
typedef struct KifEnd {
    HenkaReason reason; /* HENKA_PLAYING: nothing, or that play stopped there */
    int winner;         /* a side; -1: nobody, or not said */
    bool by_rule;       /* the rules say who wins: 詰み */
    bool paused;        /* play stopped: 中断 */
    int count;          /* moves that were played; 0: not said */
    const char *word;   /* the word for it in the table; NULL: none was found */
} KifEnd;

/* The word for this ending, "" when KIF has none. */
const char *kif_end_word(HenkaOutcome, int side_to_move);
/* A whole word that stands where a move of that side could; false: none that is known. */
bool kif_end_scan(Scan *, int side_to_move, KifEnd *);
/* A line まで5手で先手の勝ち; *s stands behind まで. */
KifEnd kif_summary_read(Scan s);

/* ---- the picture of the board (kif_board.c) -------------------------------------------------- */

/* Do all kinds have different one-character names on the board? */
bool kif_board_possible(const HenkaVariant *);
/* Hands, board and side to move of the first position. */
void kif_board_write(const HenkaGame *, Out *);
/* Is it a line of the picture, or one beside it? Does not look at the game. */
bool kif_board_is(Scan line);
/* Reads such a line into the setup. rank: rows so far. */
bool kif_board_read(const HenkaVariant *, Scan line, int number, int *rank, Setup *, HenkaError *);

#endif
