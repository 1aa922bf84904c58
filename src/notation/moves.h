/* moves - the notations: each reads a text into a query and writes a move.
 *
 * Readers  answer whether the whole text is of their form; *s is left where they gave up. Game
 *          state is used for 同 only.
 * Writers  take a legal move and the list of all legal moves, which decides how much must be said.
 */
#ifndef HENKA_NOTATION_MOVES_H
#define HENKA_NOTATION_MOVES_H

#include "base/out.h"
#include "notation/query.h"
#include "notation/scan.h"

typedef bool MoveReader(const HenkaGame *, Scan *s, MoveQuery *);

bool usi_read(const HenkaGame *, Scan *, MoveQuery *);
bool coordinates_read(const HenkaGame *, Scan *, MoveQuery *);
bool western_read(const HenkaGame *, Scan *, MoveQuery *);
bool japanese_read(const HenkaGame *, Scan *, MoveQuery *);

void usi_write(const Position *, Move, Out *);
void coordinates_write(const Position *, Move, Out *);
void xboard_write(const Position *, Move, Out *);
void western_write(const HenkaGame *, Move, const Move *list, int count, Out *);
void japanese_write(const HenkaGame *, Move, const Move *list, int count, Out *);
void kif_write(const HenkaGame *, Move, Out *);

/* The kind's name in Japanese text: one character where that tells it from every kind with other
 * moves, else its full name, else its id. */
const char *japanese_name(const HenkaVariant *, int type);
/* Reads a square as ７六, 76 or 7f; -1 when there is none. */
int japanese_square_scan(const HenkaVariant *, Scan *);
void japanese_square_write(const HenkaVariant *, int square, Out *);
/* Kinds whose Japanese name begins here; takes the longest name of at most `most` bytes. 0: none.
 */
TypeSet japanese_name_scan(const HenkaVariant *, Scan *, size_t most);

/* Does the text, read by this reader, mean this move and no other of the list? */
bool reads_as(const HenkaGame *, MoveReader *, const char *text, Move, const Move *list, int count);
/* "+", "=" (declined) or "=ID" at the end of a western or USI move. */
bool promotion_read(const HenkaVariant *, Scan *, MoveQuery *);
void promotion_write(const Position *, Move, Out *);
/* Could this move, which does not promote, have promoted? */
bool declines(Move, const Move *list, int count);
/* Every reading of the text in turn (0, 1, …): false past the last. read: the text is of that form.
 */
bool move_reading(const HenkaGame *, const char *text, int index, MoveQuery *, bool *read,
                  int *column);

#endif
