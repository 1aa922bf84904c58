/* move_text - moves as text. Each notation reads a text into a query and writes a move. The query
 * is then matched with the legal moves (query.h).
 *
 * Readers  return whether the whole text has their form, and leave *s where they stopped. They use
 *          the game only for 同, which denotes the destination of the previous move.
 * Writers  take a legal move and the list of all legal moves, which decides how much of the move
 *          must be written to distinguish it from the others.
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

/* The meaning of a text in the place of a move. */
typedef enum {
    MOVE_TEXT_ONE,        /* a legal move */
    MOVE_TEXT_SEVERAL,    /* more than one legal move */
    MOVE_TEXT_ILLEGAL,    /* a move that rules forbid */
    MOVE_TEXT_UNREADABLE, /* no move */
    MOVE_TEXT_OVER        /* anything; the game is over */
} MoveTextMeans;
/* Reads a move. For all results except MOVE_TEXT_ONE the error gives the reason. */
MoveTextMeans move_text_parse(const HenkaGame *, const char *text, Move *, HenkaError *);
/* Tries the readers of all notations in turn, index 0, 1, …. Returns false past the last. read: the
 * text has this form; column: the column where the reader stopped. */
bool move_text_reading(const HenkaGame *, const char *text, int index, MoveQuery *, bool *read,
                       int *column);
/* Writes the legal moves of the list that the query may mean to `fits` and returns their number. A
 * text that does not say that it is a drop means one only if no move on the board fits. */
int move_text_fits(const HenkaGame *, const MoveQuery *, const Move *list, int count, Move *fits);
/* Does the text, read by this reader, mean this move and no other move of the list? */
bool move_text_reads_as(const HenkaGame *, MoveReader *, const char *text, Move, const Move *list,
                        int count);

/* ---- USI, and coordinates as chess programs write them (usi.c) */

bool usi_read(const HenkaGame *, Scan *, MoveQuery *);
void usi_write(const Position *, Move, Out *);
bool usi_read_coordinates(const HenkaGame *, Scan *, MoveQuery *);
void usi_write_coordinates(const Position *, Move, Out *);
/* Reads "+", "=" (declined) or "=ID" at the end of a western or USI move. */
bool usi_read_promotion(const HenkaVariant *, Scan *, MoveQuery *);
void usi_write_promotion(const Position *, Move, Out *);

/* ---- XBoard's coordinates, whose ranks may count from 0 (xboard.c) */

void xboard_write(const Position *, Move, Out *);

/* ---- western notation (western.c) */

bool western_read(const HenkaGame *, Scan *, MoveQuery *);
void western_write(const HenkaGame *, Move, const Move *list, int count, Out *);

/* ---- Japanese notation and the similar notation of KIF (japanese.c) */

bool japanese_read(const HenkaGame *, Scan *, MoveQuery *);
void japanese_write(const HenkaGame *, Move, const Move *list, int count, Out *);
void japanese_write_kif(const HenkaGame *, Move, Out *);
/* The name of the type: one character if no type with other moves has it too, else the full name,
 * else the id. */
const char *japanese_name(const HenkaVariant *, int type);
/* Reads the longest name of at most `most` bytes that begins here. Returns the types with that
 * name; 0: none. */
TypeSet japanese_scan_name(const HenkaVariant *, Scan *, size_t most);
/* Reads a square written as ７六, 76 or 7f; -1: none. */
int japanese_scan_square(const HenkaVariant *, Scan *);
void japanese_write_square(const HenkaVariant *, int square, Out *);
/* Reads the sign of a side before a move: ▲, △ and their other forms. */
bool japanese_scan_mark(Scan *);
/* Reads a number from 1 to 99 in Chinese numerals, such as 二十三. 0: there is none, and nothing is
 * read. */
int japanese_scan_number(Scan *);
void japanese_write_number(int number, Out *);

#endif
