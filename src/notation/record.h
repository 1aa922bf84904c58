/* record - whole games as text: ours, a USI line, KIF and KI2. One core (record.c) tells a text's
 * encoding and format by its content, keeps the text line by line and collects what could not be
 * used; a reader for each format plays the moves. What was kept is how a record is written again
 * with nothing lost (record_keep.c).
 *
 *     bytes -> encoding_read -> format by content -> a reader -> HenkaRecord
 *                                                    game, players, lines, notices
 *
 * Lines    Every line has a kind and says how many moves of the game stand before its end. Branches
 *          (変化) are kept as lines, not played: they are the place from where a tree would be read.
 * Shapes   Ours: the line "Henka record 1", headers "key: value", a blank line, then a line a move:
 *          number, USI move, western as a comment. Lines that begin with # are comments. See
 *          docs/notation.md.
 * Memory   Where it runs out, readers answer NULL with an error and writers an empty text.
 */
#ifndef HENKA_NOTATION_RECORD_H
#define HENKA_NOTATION_RECORD_H

#include "base/encoding.h"
#include "base/error.h"
#include "base/out.h"
#include "notation/scan.h"
#include "rules/game.h"

/* ---- a record -------------------------------------------------------------------------------- */

enum { RECORD_SETTINGS = 32, RECORD_SETTING_BYTES = 96, RECORD_NOTICES = 24 };

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
    HenkaBudget *budget; /* of the reading, the caller's; NULL: nobody counts */
} RecordHead;

typedef enum {
    RECORD_OTHER,   /* headers, the picture of the board, blank lines, what was left out */
    RECORD_COMMENT, /* about the move before it */
    RECORD_MOVES,   /* a move, or in KI2 and USI several */
    RECORD_END,     /* how the game ended */
    RECORD_BRANCH   /* another continuation */
} RecordLineKind;

/* A line of the text, its end included. */
typedef struct RecordLine {
    size_t at, end; /* bytes of the text */
    RecordLineKind kind;
    int plies; /* moves of the game that stand before its end */
} RecordLine;

struct HenkaRecord {
    char *bytes; /* as they were given; owned */
    size_t length;
    EncodedText text; /* the same as UTF-8; owned */
    HenkaRecordFormat format;
    RecordHead head;
    HenkaGame *game;   /* owned; after a reader has ended never NULL */
    RecordLine *lines; /* all lines of the text up to the last that was read; owned */
    int line_count, line_cap;
    size_t *move_ends; /* by ply: behind the move's text; owned */
    int move_cap;
    HenkaError notices[RECORD_NOTICES]; /* what could not be used */
    int notice_count, notices_left_out; /* that there was no room for */
    int times, comments, branches;      /* moves with a time; lines; how many there are */
};

/* ---- the text line by line (record.c) -------------------------------------------------------- */

/* A text line by line; ends (LF, CR LF, CR) and blanks before them taken off. */
typedef struct RecordLines {
    Scan text;  /* what is left of it */
    Scan line;  /* the current line; line.start is column 1 */
    int number; /* its number, from 1; 0 before the first */
} RecordLines;

RecordLines record_lines(const HenkaRecord *);
bool record_next_line(RecordLines *); /* false past the last */
/* Blanks of either width. */
void record_blanks(Scan *);
/* A number in digits of either width; -1 and nothing read when there is none. */
int record_number(Scan *);
/* Files the current line. False: memory ran out, and the error says so. */
bool record_line_add(HenkaRecord *, const RecordLines *, RecordLineKind, HenkaError *);
/* Plays a move whose text ends at the place. False: memory ran out, and the error says so. */
bool record_play(HenkaRecord *, HenkaMove, const char *end, HenkaError *);

/* ---- what the readers share (record.c) ------------------------------------------------------- */

/* Says something that could not be used. Errors of the library's own kind are moved there. */
#define record_notice(record, line, column, ...)                                                   \
    error_say(record_notice_next(record), line, column, __VA_ARGS__)
HenkaError *record_notice_next(HenkaRecord *); /* NULL: there are too many */

/* A game from the start of the handicap with this name, or with these kanji; NULL: there is none,
 * or memory ran out, and the error says which. */
HenkaGame *record_from_handicap(HenkaBudget *, const HenkaVariant *, const char *name,
                                HenkaError *);
/* Copies a header's value, cut at a character's end to the room there is. */
void record_text(Scan value, char *to, size_t cap);
bool record_read_setting(RecordHead *, Scan value, int line, HenkaError *);
/* The variant the record was played with: the given one, read again where the record's settings
 * differ, or the shipped one it names. The caller frees it. */
HenkaVariant *record_variant(const RecordHead *, const HenkaVariant *given, HenkaError *);
/* Ends the game as somebody said that it ended. What people decide is taken from the record; that
 * a declaration holds too, where the rules in force know none. False: it can't have ended so. */
bool record_end(HenkaGame *, HenkaOutcome said);
/* "sente wins by resignation", as our own records write it. */
void record_write_result(HenkaOutcome, Out *);

/* Says of an error in a part of the record where the part stands. An error without a place, as that
 * memory ran out, gets none. error may be NULL. */
void record_error_at(HenkaError *error, int line, int column);

/* Does the game begin with its variant's array? */
bool record_from_start(const HenkaGame *);
/* The handicap it begins with; NULL: none of its variant's. */
const Handicap *record_handicap(const HenkaGame *);
/* A game at the first position of another, of the same variant. NULL: out of memory. */
HenkaGame *record_replay(const HenkaGame *);

/* Writes the moves from one ply on, the first lines of our own format, a USI line. False: memory
 * ran out. */
bool record_write_moves(const HenkaGame *, int from, Out *);
bool record_write_usi(const HenkaGame *, Out *);

/* ---- KIF and KI2 (kif.c, kif_write.c) -------------------------------------------------------- */

/* A reader fills the record's game, head, lines and notices. False: refused, and the error says
 * why. */
typedef bool RecordReader(HenkaRecord *, const HenkaVariant *given, HenkaError *);
bool kif_read(HenkaRecord *, const HenkaVariant *given, HenkaError *);
/* Other programs' KIF knows boards up to 9×9 with hands as in shogi. */
bool kif_possible(const HenkaVariant *);
/* False: out of memory. */
bool kif_write(const HenkaGame *, const HenkaPlayers *, HenkaRecordFormat, Out *);
/* The moves from a ply on, and how the game ended. */
bool kif_write_moves(const HenkaGame *, int from, HenkaRecordFormat, Out *);
void kif_write_end(const HenkaGame *, HenkaRecordFormat, Out *);
/* What 手合割 calls this game: one of the names of its file's `kif`. */
bool kif_names(const HenkaVariant *, Scan name);

#endif
