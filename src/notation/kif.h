/* kif - shared by the reader and the writer of KIF: words for ends of games, and the board diagram.
 *
 * Source   The KIF format's document by the author of Kifu for Windows, and the files that
 *          ShogiGUI, ShogiHome, 81Dojo and lishogi write.
 */
#ifndef HENKA_NOTATION_KIF_H
#define HENKA_NOTATION_KIF_H

#include "notation/record.h"
#include "notation/sfen.h"

/* ---- ends (kif_end.c) ------------------------------------------------------------------------ */

/* How a game ended, as a word or the last line of a record says. */
typedef struct KifEnd {
    HenkaReason reason; /* HENKA_PLAYING: not stated, or play was interrupted */
    int winner;         /* a side; -1: none, or not stated */
    bool by_rule;       /* the rules decide the winner: 詰み */
    bool paused;        /* play was interrupted: 中断 */
    int count;          /* number of moves played; 0: not stated */
    const char *word;   /* the matching word of the table; NULL: none */
} KifEnd;

/* The word for this end; "": KIF has none. */
const char *kif_end_word(HenkaOutcome, int side_to_move);
/* Reads a whole word in the place of a move of that side. Returns false if the word is unknown. */
bool kif_end_scan(Scan *, int side_to_move, KifEnd *);
/* Reads a line such as まで5手で先手の勝ち; s is the part after まで. */
KifEnd kif_summary_read(Scan s);

/* ---- the board diagram (kif_board.c) --------------------------------------------------------- */

/* Do all kinds have different one-character names on the board? */
bool kif_board_possible(const HenkaVariant *);
/* Writes hands, board and side to move of the first position. */
void kif_board_write(const HenkaGame *, Out *);
/* Has the line the form of one in or beside the diagram? Does not depend on the game. */
bool kif_board_is(Scan line);
/* Reads such a line into the setup. rank: number of rows read so far. */
bool kif_board_read(const HenkaVariant *, Scan line, int number, int *rank, Setup *, HenkaError *);

#endif
