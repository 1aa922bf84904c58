/* kif - parts that the reader and writer of KIF share: words for ends of games, board diagram.
 *
 * Source   The KIF format's document by the author of Kifu for Windows, and the files that
 *          ShogiGUI, ShogiHome, 81Dojo and lishogi write.
 */
#ifndef HENKA_NOTATION_KIF_H
#define HENKA_NOTATION_KIF_H

#include "notation/record.h"
#include "notation/sfen.h"

/* ---- ends (kif_end.c) ------------------------------------------------------------------------ */

/* The end of a game, according to a word or the last line of a record. */
typedef struct KifEnd {
    HenkaReason reason; /* HENKA_PLAYING: not stated, or play was interrupted */
    int winner;         /* the side that won; -1: a draw, or not stated */
    bool by_rule;       /* the rules decide the winner, as after 詰み (mate) */
    bool paused;        /* play was interrupted: 中断 */
    int count;          /* number of moves played; 0: not stated */
    const char *word;   /* the word in the table of ends that matched; NULL: no word matched */
} KifEnd;

/* KIF's word for this outcome; "": KIF has no such word. */
const char *kif_end_word(HenkaOutcome, int side_to_move);
/* Reads a word in place of a move of side_to_move that ends the game. False: it is unknown. */
bool kif_end_scan(Scan *, int side_to_move, KifEnd *);
/* Reads the name of a side (先手, 後手, 下手 or 上手) and returns the side; -1: no such name. */
int kif_side_scan(Scan *);
/* Reads a line such as まで5手で先手の勝ち. s begins after まで. */
KifEnd kif_summary_read(Scan s);

/* ---- the board diagram (kif_board.c) --------------------------------------------------------- */

/* Does every type of piece have a one-character name that no other type has? */
bool kif_board_possible(const HenkaVariant *);
/* Writes hands, board and side to move of the position in which the game begins. */
void kif_board_write(const HenkaGame *, Out *);
/* Could the line be part of any game's diagram, or of the lines around it about hands and turn? */
bool kif_board_is(Scan line);
/* Reads a line of the diagram (kif_board_is) into the setup. *rank: number of rows read. */
bool kif_board_read(const HenkaVariant *, Scan line, int number, int *rank, Setup *, HenkaError *);

#endif
