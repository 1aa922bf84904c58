/* record - whole games as text: Henka's own format, a USI line, KIF and KI2. The core (record.c)
 * detects encoding and format of a text, keeps its lines, so that a record can be written again
 * without loss (record_keep.c), and collects notices of unusable parts. A reader for each format
 * plays the moves.
 *
 *     bytes -> encoding_read -> detect the format -> a reader -> HenkaRecord
 *                                                    game, players, lines, notices
 *
 * Lines    Every line has a kind and the number of moves of the game that stand before its end.
 *          Branches (変化) are kept as lines and not played.
 * Shapes   Own format: the line "Henka record 1", headers "key: value", a blank line, a line a
 *          move: number, USI move, western move as a comment. Comments follow # (docs/notation.md).
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

/* The headers of a record, filled while its lines are read. */
typedef struct RecordHead {
    char game[64];    /* name of the game; "": not stated */
    char version[64]; /* version of the rules of the record; "": not stated */
    char settings[RECORD_SETTINGS][RECORD_SETTING_BYTES]; /* each as NAME=VALUE */
    int setting_count;                                    /* number of entries in `settings` */
    int setting_lines[RECORD_SETTINGS];                   /* line number of each setting */
    HenkaPlayers players;                                 /* players, event and date */
    HenkaOutcome result;                                  /* stated; HENKA_PLAYING: none was read */
    int game_line, result_line;                           /* line numbers; 0: not stated */
    HenkaBudget *budget; /* the reading's most steps (base/budget.h), the caller's; or NULL */
} RecordHead;

typedef enum {
    RECORD_OTHER,   /* a header, a board's line, a blank or unusable line */
    RECORD_COMMENT, /* a comment on the previous move */
    RECORD_MOVES,   /* a move; in KI2 and USI, several moves */
    RECORD_END,     /* the end of the game */
    RECORD_BRANCH   /* a line of a variation */
} RecordLineKind;

/* A line of the text, including its line end. */
typedef struct RecordLine {
    size_t at, end; /* offsets of the beginning and the end of the line in the text */
    RecordLineKind kind;
    int plies; /* number of the game's moves up to the end of this line */
} RecordLine;

struct HenkaRecord {
    char *bytes; /* the text as the caller gave it, in any encoding; owned */
    size_t length;
    EncodedText text; /* the same text as UTF-8; owned */
    HenkaRecordFormat format;
    RecordHead head;
    HenkaGame *game;   /* the game of the record; NULL until the reader begins its moves; owned */
    RecordLine *lines; /* the lines up to the last one read; owned */
    int line_count, line_cap;
    size_t *move_ends; /* by ply: offset of the end of the move's text; owned */
    int move_cap;
    HenkaError notices[RECORD_NOTICES]; /* one for each unusable part of the text */
    int notice_count, notices_left_out; /* number of notices, and of those that did not fit */
    int times, comments, branches;      /* number of times of moves, comment lines, branches */
};

/* ---- the text line by line (record.c) -------------------------------------------------------- */

/* Iterates over the lines of a text without line ends (LF, CR LF, CR) and blanks before them. */
typedef struct RecordLines {
    Scan text;  /* the text after the current line */
    Scan line;  /* the current line; columns count from its start */
    int number; /* number of the current line, from 1; 0: no line has been read */
} RecordLines;

RecordLines record_lines(const HenkaRecord *);
bool record_next_line(RecordLines *); /* returns false after the last line */
/* Does `text` occur anywhere in the unread part of the scan? */
bool record_holds(Scan, const char *text);
/* Skips ASCII and full-width blanks. */
void record_blanks(Scan *);
/* Reads a number in ASCII or full-width digits. -1: none here, nothing is read. */
int record_number(Scan *);
/* Stores the current line in the record. Returns false with an error if memory runs out. */
bool record_line_add(HenkaRecord *, const RecordLines *, RecordLineKind, HenkaError *);
/* Plays a move whose text ends at `end`. Returns false with an error if memory runs out. */
bool record_play(HenkaRecord *, HenkaMove, const char *end, HenkaError *);

/* ---- shared by the readers (record.c) -------------------------------------------------------- */

/* Adds a notice of an unusable part: record_notice(record, line, column, MSG_KEY, arguments...). */
#define record_notice(record, line, column, ...)                                                   \
    error_say(record_notice_next(record), line, column, __VA_ARGS__)
HenkaError *record_notice_next(HenkaRecord *); /* the next free notice or NULL */

/* Copies a header's value, NUL-terminated. Cuts it after a whole character, to cap - 1 bytes. */
void record_text(Scan value, char *to, size_t cap);
bool record_read_setting(RecordHead *, Scan value, int line, HenkaError *);
/* The variant that the record was played with: the given one, parsed again if the record's settings
 * differ, or the shipped game that the record names. The caller frees it. */
HenkaVariant *record_variant(const RecordHead *, const HenkaVariant *given, HenkaError *);
/* Ends the game as the record states. The players' own decisions, such as resignation, are accepted
 * without a check, and so is a declared impasse if the variant has no rule about it. Returns false
 * if the game cannot have ended like this. */
bool record_end(HenkaGame *, HenkaOutcome said);
/* Writes a result as in Henka's own format: "sente wins by resignation". */
void record_write_result(HenkaOutcome, Out *);

/* Corrects the place of an error that was found in a part of a record: `line` and `column` are the
 * place in the record where the part begins. An error without a place, such as one about memory,
 * stays as it is. `error` may be NULL. */
void record_error_at(HenkaError *error, int line, int column);

/* Does the game begin with its variant's usual starting position? */
bool record_from_start(const HenkaGame *);
/* The handicap of the variant with whose position the game begins; NULL: no such handicap. */
const Handicap *record_handicap(const HenkaGame *);
/* Writes a line of key, colon and value. Writes nothing if the value is empty. */
void record_write_header(const char *key, const char *colon, const char *value, Out *);
/* record_write_moves writes the moves from ply `from` on in Henka's own format. record_write_usi
 * writes the whole game as a USI line. Both return false if memory runs out. */
bool record_write_moves(const HenkaGame *, int from, Out *);
bool record_write_usi(const HenkaGame *, Out *);

/* ---- KIF and KI2 (kif.c, kif_write.c) -------------------------------------------------------- */

/* Fills the record's game, head, lines and notices. False: the text is refused. */
typedef bool RecordReader(HenkaRecord *, const HenkaVariant *given, HenkaError *);
bool kif_read(HenkaRecord *, const HenkaVariant *given, HenkaError *);
/* Can KIF express the variant? Other programs read KIF only up to 9×9 with hands as in shogi. */
bool kif_possible(const HenkaVariant *);
/* Writes the whole game. Returns false if memory runs out. */
bool kif_write(const HenkaGame *, const HenkaPlayers *, HenkaRecordFormat, Out *);
/* kif_write_moves writes the moves from ply `from` on; kif_write_end writes the end of the game. */
bool kif_write_moves(const HenkaGame *, int from, HenkaRecordFormat, Out *);
void kif_write_end(const HenkaGame *, HenkaRecordFormat, Out *);
/* Does the game's key `kif` list this name, which the header 手合割 may state instead of its own? */
bool kif_names(const HenkaVariant *, Scan name);

#endif
