/* record - whole games as text: Henka's own format, a USI line, KIF and KI2. The core (record.c)
 * detects encoding and format of a text, keeps the text line by line and collects notices of parts
 * that could not be used. A reader for each format plays the moves. The kept lines allow a record
 * to be written again without loss (record_keep.c).
 *
 *     bytes -> encoding_read -> detect the format -> a reader -> HenkaRecord
 *                                                    game, players, lines, notices
 *
 * Lines    Every line has a kind and the number of moves of the game that stand before its end.
 *          Branches (変化) are kept as lines and not played. A reader of game trees would begin
 *          there.
 * Shapes   Own format: the line "Henka record 1", headers "key: value", a blank line, then a line
 *          for each move: number, USI move, and the western move as a comment. Lines that begin
 *          with # are comments. See docs/notation.md.
 * Memory   When memory runs out, readers return NULL with an error and writers write an empty text.
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

/* The parts of a record around its moves, filled while its lines are read. */
typedef struct RecordHead {
    char game[64];    /* name of the game; "": not stated */
    char version[64]; /* version of its rules, as the game's text states it; "": not stated */
    char settings[RECORD_SETTINGS][RECORD_SETTING_BYTES]; /* NAME=VALUE, as written */
    int setting_count;                                    /* entries of settings */
    int setting_lines[RECORD_SETTINGS];                   /* line number of each setting */
    HenkaPlayers players;                                 /* players, event and date */
    HenkaOutcome result;                                  /* HENKA_PLAYING until it is read */
    int game_line, result_line;                           /* line numbers; 0: not stated */
    HenkaBudget *budget; /* budget of the reading, owned by the caller; NULL: unlimited */
} RecordHead;

typedef enum {
    RECORD_OTHER,   /* headers, the board diagram, blank lines, lines that were left out */
    RECORD_COMMENT, /* a comment on the previous move */
    RECORD_MOVES,   /* a move; in KI2 and USI several */
    RECORD_END,     /* the end of the game */
    RECORD_BRANCH   /* a variation */
} RecordLineKind;

/* A line of the text, including its line end. */
typedef struct RecordLine {
    size_t at, end; /* offsets in the text */
    RecordLineKind kind;
    int plies; /* number of moves of the game before the end of the line */
} RecordLine;

struct HenkaRecord {
    char *bytes; /* the bytes as given; owned */
    size_t length;
    EncodedText text; /* the bytes as UTF-8; owned */
    HenkaRecordFormat format;
    RecordHead head;
    HenkaGame *game;   /* owned; not NULL after a reader has succeeded */
    RecordLine *lines; /* the lines up to the last one read; owned */
    int line_count, line_cap;
    size_t *move_ends; /* by ply: offset of the end of the move's text; owned */
    int move_cap;
    HenkaError notices[RECORD_NOTICES]; /* the parts that could not be used */
    int notice_count, notices_left_out; /* number of notices, and of those for which there was no
                                           space */
    int times, comments, branches;      /* number of moves with a time, of comment lines, of
                                           branches */
};

/* ---- the text line by line (record.c) -------------------------------------------------------- */

/* Iterates over the lines of a text, without line ends (LF, CR LF, CR) and the blanks before
 * them. */
typedef struct RecordLines {
    Scan text;  /* the rest of the text */
    Scan line;  /* the current line; its start is column 1 */
    int number; /* its number, from 1; 0: before the first */
} RecordLines;

RecordLines record_lines(const HenkaRecord *);
bool record_next_line(RecordLines *); /* false past the last */
/* Skips blanks, ASCII and full-width ones. */
void record_blanks(Scan *);
/* Reads a number in ASCII or full-width digits. -1: there is none, and nothing is read. */
int record_number(Scan *);
/* Stores the current line in the record. Returns false with an error if memory runs out. */
bool record_line_add(HenkaRecord *, const RecordLines *, RecordLineKind, HenkaError *);
/* Plays a move whose text ends at `end`. Returns false with an error if memory runs out. */
bool record_play(HenkaRecord *, HenkaMove, const char *end, HenkaError *);

/* ---- shared by the readers (record.c) -------------------------------------------------------- */

/* Adds a notice of a part that could not be used: record_notice(record, line, column, MSG_KEY,
 * arguments...). */
#define record_notice(record, line, column, ...)                                                   \
    error_say(record_notice_next(record), line, column, __VA_ARGS__)
HenkaError *record_notice_next(HenkaRecord *); /* The next free notice; NULL: there are too many */

/* A game that starts from the handicap with this name or kanji. NULL: there is none, or memory ran
 * out; the error says which. */
HenkaGame *record_from_handicap(HenkaBudget *, const HenkaVariant *, const char *name,
                                HenkaError *);
/* Copies a header's value. A value longer than cap is cut after a whole character. */
void record_text(Scan value, char *to, size_t cap);
bool record_read_setting(RecordHead *, Scan value, int line, HenkaError *);
/* The variant that the record was played with: the given one, parsed again if the record's settings
 * differ, or the shipped game that the record names. The caller frees it. */
HenkaVariant *record_variant(const RecordHead *, const HenkaVariant *given, HenkaError *);
/* Ends the game as the record states. The players' own decisions are accepted as stated, and so is
 * a declaration if the rules in force have no condition for it. Returns false if the game cannot
 * have ended like this. */
bool record_end(HenkaGame *, HenkaOutcome said);
/* Writes a result as the own format does: "sente wins by resignation". */
void record_write_result(HenkaOutcome, Out *);

/* Moves an error from its place in a part of the record to its place in the whole, given where the
 * part begins. An error without a place, such as one about memory, gets none. error may be NULL. */
void record_error_at(HenkaError *error, int line, int column);

/* Does the game begin with its variant's array? */
bool record_from_start(const HenkaGame *);
/* The handicap from which the game begins; NULL: none of its variant. */
const Handicap *record_handicap(const HenkaGame *);
/* A new game at the first position of this one. NULL: out of memory. */
HenkaGame *record_replay(const HenkaGame *);

/* Writes the moves from ply `from` on, in the own format, or the whole game as a USI line. Return
 * false if memory runs out. */
bool record_write_moves(const HenkaGame *, int from, Out *);
bool record_write_usi(const HenkaGame *, Out *);

/* ---- KIF and KI2 (kif.c, kif_write.c) -------------------------------------------------------- */

/* Fills the record's game, head, lines and notices. Returns false with an error if the text is
 * refused. */
typedef bool RecordReader(HenkaRecord *, const HenkaVariant *given, HenkaError *);
bool kif_read(HenkaRecord *, const HenkaVariant *given, HenkaError *);
/* Can KIF express the game? Other programs read KIF of boards up to 9×9 with hands as in shogi. */
bool kif_possible(const HenkaVariant *);
/* Returns false if memory runs out. */
bool kif_write(const HenkaGame *, const HenkaPlayers *, HenkaRecordFormat, Out *);
/* Writes the moves from ply `from` on; kif_write_end writes the end of the game. */
bool kif_write_moves(const HenkaGame *, int from, HenkaRecordFormat, Out *);
void kif_write_end(const HenkaGame *, HenkaRecordFormat, Out *);
/* Is this one of the names for 手合割 that the key `kif` of the game's file lists? */
bool kif_names(const HenkaVariant *, Scan name);

#endif
