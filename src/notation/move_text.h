/* move_text - moves as text. Each notation reads a text into a query and writes a move. The query
 * is then matched with the legal moves (query.h).
 *
 * Readers  return true if the whole text has the form of their notation, and leave *s where they
 *          stopped. They need the game only for 同, the destination of the previous move.
 * Writers  take a legal move and the list of all legal moves, which decides how much of the move
 *          must be written to distinguish it from the others.
 * Source   docs/notation.md. USI: Tord Romstad's protocol. Western: George Hodges (1976), with the
 *          Chu Shogi Association's signs. Japanese: the Japan Shogi Association's rules. KIF: Kifu
 *          for Windows. SAN: PGN's standard (1994). WXF: the Chinese chess federation.
 */
#ifndef HENKA_NOTATION_MOVE_TEXT_H
#define HENKA_NOTATION_MOVE_TEXT_H

#include "base/message.h"
#include "base/out.h"
#include "notation/query.h"
#include "notation/scan.h"
#include "notation/square.h"
#include "words/piece_name.h"
#include "words/square_name.h"

typedef bool MoveReader(const HenkaGame *, Scan *s, MoveQuery *);

/* ---- all notations (move_text.c) */

/* What a text that should be a move turns out to be. */
typedef enum {
    MOVE_TEXT_ONE,        /* exactly one legal move */
    MOVE_TEXT_SEVERAL,    /* more than one legal move */
    MOVE_TEXT_ILLEGAL,    /* a move that rules forbid */
    MOVE_TEXT_UNREADABLE, /* the text has the form of a move in no notation */
    MOVE_TEXT_OVER        /* any text after the end of the game */
} MoveTextMeans;
/* Reads a move. For all results except MOVE_TEXT_ONE the error gives the reason. */
MoveTextMeans move_text_parse(const HenkaGame *, const char *text, Move *, HenkaError *);
/* Reads the text in one notation, numbered by `index` from 0. Returns false if there is no such
 * notation. *read: has the whole text the form of this notation? *column: where reading stopped. */
bool move_text_reading(const HenkaGame *, const char *text, int index, MoveQuery *, bool *read,
                       int *column);
/* Copies the legal moves of the list that the query may mean to `fits`, and returns their number. A
 * query that does not state whether it is a drop means a drop only if no move on the board fits. */
int move_text_fits(const HenkaGame *, const MoveQuery *, const Move *list, int count, Move *fits);
/* Up to three texts that show how a move is written: a legal move on the board, in one or two
 * notations, and a legal drop if there is one. */
typedef struct MoveExamples {
    char texts[3][64];
    MessageArg list[3]; /* arguments for arg_list(list, count), in `texts` */
    size_t count;
} MoveExamples;
/* coordinates: writes the examples as XBoard does; else in USI and western notation. */
void move_text_examples(const HenkaGame *, const Move *legal, int count, bool coordinates,
                        MoveExamples *);
/* Does the text, read by this reader, mean this move and no other move of the list? */
bool move_text_reads_as(const HenkaGame *, MoveReader *, const char *text, Move, const Move *list,
                        int count);

/* ---- why a text is not a legal move (explain.c) */

/* Explains why a text is not exactly one legal move: names the first rule that it breaks, and the
 * pieces. Fills *why, with line and column 1; the SquareWriter writes the squares. Returns false if
 * the text means exactly one legal move. */
bool explain_text(const HenkaGame *, const char *text, SquareWriter *, HenkaError *why);

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
/* Reads O-O or O-O-O, if the side to move can castle in this game. */
bool western_read_castling(const HenkaGame *, Scan *, MoveQuery *);
/* O-O or O-O-O; NULL: the move is no castling, or another castling goes in the same direction. */
const char *western_castling(const HenkaGame *, Move, const Move *list, int count);

/* ---- the notations of chess and of Chinese chess (usual.c) */

/* Reads SAN or WXF, in games whose family of pieces has that notation (format/family.h). */
bool usual_read(const HenkaGame *, Scan *, MoveQuery *);
/* Writes HENKA_USUAL. */
void usual_write(const HenkaGame *, Move, const Move *list, int count, Out *);

/* ---- Japanese notation and the similar notation of KIF (japanese.c) */

bool japanese_read(const HenkaGame *, Scan *, MoveQuery *);
void japanese_write(const HenkaGame *, Move, const Move *list, int count, Out *);
void japanese_write_kif(const HenkaGame *, Move, Out *);
/* The Japanese name of the type: the one-character name if it is part of the full name and no type
 * with another full name shares it; else the full name; else the id. */
const char *japanese_name(const HenkaVariant *, int type);
/* Reads the longest name of a type, of at most `most` bytes, that begins here. Returns the set of
 * types with that name; 0: no name begins here. */
TypeSet japanese_scan_name(const HenkaVariant *, Scan *, size_t most);
/* Reads a square written as ７六, 76 or 7f. Returns -1 if there is none. */
int japanese_scan_square(const HenkaVariant *, Scan *);
/* Reads the sign of a side before a move: ▲, △ and their other forms. */
bool japanese_scan_mark(Scan *);
/* Reads a number from 1 to 99 in Chinese numerals, such as 二十三. 0: none here, nothing is read. */
int japanese_scan_number(Scan *);

#endif
