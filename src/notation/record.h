/* record - whole games as text: ours, a USI line, KIF. Readers check every move and say line and
 * column of what is wrong.
 *
 * Shapes   Ours: the line "Henka record 1", headers "key: value", a blank line, then a line a move:
 *          number, USI move, western as a comment. Lines that begin with # are comments. See
 *          docs/notation.md.
 * Memory   Where it runs out, readers answer NULL with an error and writers an empty text.
 */
#ifndef HENKA_NOTATION_RECORD_H
#define HENKA_NOTATION_RECORD_H

#include "base/out.h"
#include "notation/scan.h"
#include "rules/game.h"

/* ---- what the formats share (record.c) */

/* A text line by line, ends and blanks before them taken off. */
typedef struct RecordLines {
    Scan text;  /* what is left of it */
    Scan line;  /* the current line; line.start is column 1 */
    int number; /* its number, from 1; 0 before the first */
} RecordLines;

RecordLines record_lines(const char *text, size_t length);
bool record_next_line(RecordLines *); /* false past the last */

enum { RECORD_SETTINGS = 32, RECORD_SETTING_BYTES = 96 };

/* What a record says around its moves; filled while its lines are read. */
typedef struct RecordHead {
    char game[64];    /* its name; "" when not said */
    char version[64]; /* of its rules, as its text had it; "" when not said */
    char settings[RECORD_SETTINGS][RECORD_SETTING_BYTES]; /* NAME=VALUE, as they stand */
    int setting_count;                                    /* of settings */
    int setting_lines[RECORD_SETTINGS];                   /* the line of each */
    HenkaPlayers players;                                 /* who they were, where and when */
    HenkaOutcome result;                                  /* HENKA_PLAYING until it is read */
    int game_line, result_line;                           /* 0: not said */
} RecordHead;

/* A game from the start of the handicap with this name, or with these kanji; NULL: there is none,
 * or memory ran out, and the error says which. */
HenkaGame *record_from_handicap(const HenkaVariant *, const char *name, HenkaError *);
/* Copies a header's value, cut at a character's end to the room there is. */
void record_text(Scan value, char *to, size_t cap);
bool record_read_setting(RecordHead *, Scan value, int line, HenkaError *);
/* The variant the record was played with: the given one, read again where the record's settings
 * differ, or the shipped one it names. The caller frees it. */
HenkaVariant *record_variant(const RecordHead *, const HenkaVariant *given, HenkaError *);
/* Ends the game as the record says, or says why it cannot have ended so. */
bool record_apply_result(const RecordHead *, HenkaGame *, HenkaError *);

/* Says of an error in a part of the record where the part stands. An error without a place, as that
 * memory ran out, gets none. error may be NULL. */
void record_error_at(HenkaError *error, int line, int column);

/* Does the game begin with its variant's array? */
bool record_from_start(const HenkaGame *);
/* The handicap it begins with; NULL: none of its variant's. */
const Handicap *record_handicap(const HenkaGame *);
/* A game at the first position of another, of the same variant. NULL: out of memory. */
HenkaGame *record_replay(const HenkaGame *);

/* ---- KIF (kif.c) */

/* KIF knows boards up to 9×9 with hands as in shogi. */
bool kif_possible(const HenkaVariant *);
HenkaGame *kif_read(const char *text, size_t length, const HenkaVariant *, RecordHead *,
                    HenkaError *);
/* False: out of memory. */
bool kif_write(const HenkaGame *, const HenkaPlayers *, Out *);

#endif
