/* move_text - moves as text. Each notation reads a text into a query and writes a move; the query
 * is then matched with the legal moves (query.h).
 *
 * Readers  answer whether the whole text is of their form; *s is left where they gave up. The game
 *          is looked at only for 同, the square of the move before.
 * Writers  take a legal move and the list of all legal moves, which decides how much must be said
 *          to tell the move from the others.
 * Source   docs/notation.md. USI: Tord Romstad's protocol. Western: George Hodges (1976), with the
 *          signs of the Chu Shogi Association. Japanese: the Japan Shogi Association's rules of
 *          notation. KIF: the record format of Kifu for Windows.
 */
#ifndef HENKA_NOTATION_MOVE_TEXT_H
#define HENKA_NOTATION_MOVE_TEXT_H

#include "base/out.h"
#include "notation/query.h"
#include "notation/scan.h"

typedef bool MoveReader(const HenkaGame *, Scan *s, MoveQuery *);

/* ---- all notations (move_text.c) */

/* What a text means where a move is due. */
typedef enum {
    MOVE_TEXT_ONE,        /* a legal move */
    MOVE_TEXT_SEVERAL,    /* more than one */
    MOVE_TEXT_ILLEGAL,    /* a move that the rules forbid */
    MOVE_TEXT_UNREADABLE, /* no move */
    MOVE_TEXT_OVER        /* whatever it is, the game is over */
} MoveTextMeans;
/* Of all but MOVE_TEXT_ONE the error says why. */
MoveTextMeans move_text_parse(const HenkaGame *, const char *text, Move *, HenkaError *);
/* Every reading of the text in turn (0, 1, …): false past the last. read: the text is of that form;
 * column: how far it was. */
bool move_text_reading(const HenkaGame *, const char *text, int index, MoveQuery *, bool *read,
                       int *column);
/* The legal moves of the list that the query can mean, written to `fits`; returns how many. A drop
 * that the text does not name as one is meant only where no move on the board fits. */
int move_text_fits(const HenkaGame *, const MoveQuery *, const Move *list, int count, Move *fits);
/* Does the text, read by this reader, mean this move and no other of the list? */
bool move_text_reads_as(const HenkaGame *, MoveReader *, const char *text, Move, const Move *list,
                        int count);

/* ---- USI, and coordinates as chess programs write them (usi.c) */

bool usi_read(const HenkaGame *, Scan *, MoveQuery *);
void usi_write(const Position *, Move, Out *);
bool usi_read_coordinates(const HenkaGame *, Scan *, MoveQuery *);
void usi_write_coordinates(const Position *, Move, Out *);
/* "+", "=" (declined) or "=ID" at the end of a western or USI move. */
bool usi_read_promotion(const HenkaVariant *, Scan *, MoveQuery *);
void usi_write_promotion(const Position *, Move, Out *);

/* ---- XBoard's coordinates, whose ranks may count from 0 (xboard.c) */

void xboard_write(const Position *, Move, Out *);

/* ---- western notation (western.c) */

bool western_read(const HenkaGame *, Scan *, MoveQuery *);
void western_write(const HenkaGame *, Move, const Move *list, int count, Out *);

/* ---- Japanese notation, and the moves of KIF, which are like it (japanese.c) */

bool japanese_read(const HenkaGame *, Scan *, MoveQuery *);
void japanese_write(const HenkaGame *, Move, const Move *list, int count, Out *);
void japanese_write_kif(const HenkaGame *, Move, Out *);
/* The kind's name: one character where that tells it from every kind with other moves, else its
 * full name, else its id. */
const char *japanese_name(const HenkaVariant *, int type);
/* Reads the longest name of at most `most` bytes that begins here. Answers the kinds that have it,
 * 0 when there is none. */
TypeSet japanese_scan_name(const HenkaVariant *, Scan *, size_t most);
/* Reads a square as ７六, 76 or 7f; -1 when there is none. */
int japanese_scan_square(const HenkaVariant *, Scan *);
void japanese_write_square(const HenkaVariant *, int square, Out *);
/* Reads the sign of a side before a move: ▲, △ and their other forms. */
bool japanese_scan_mark(Scan *);
/* A number from 1 to 99 in Chinese numerals, 二十三; 0 and nothing read when there is none. */
int japanese_scan_number(Scan *);
void japanese_write_number(int number, Out *);

#endif
