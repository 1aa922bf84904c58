/* record - whole games as text: ours, a USI line, KIF. Readers check every move and say line and
 * column of what is wrong.
 *
 * Shapes   Ours: the line "Henka record 1", headers "key: value", a blank line, then a line a move:
 *          number, USI move, western as a comment. Lines that begin with # are comments. See
 *          docs/notation.md.
 */
#ifndef HENKA_NOTATION_RECORD_H
#define HENKA_NOTATION_RECORD_H

#include "base/out.h"
#include "notation/scan.h"
#include "rules/game.h"

/* A text line by line, ends and blanks before them taken off. */
typedef struct RecordLines {
    Scan text, line; /* line.start is column 1 */
    int number;
} RecordLines;

enum { RECORD_SETTINGS = 32, RECORD_SETTING_BYTES = 96 };

/* What a record says around its moves. */
typedef struct RecordHead {
    char game[64];
    char settings[RECORD_SETTINGS][RECORD_SETTING_BYTES]; /* NAME=VALUE */
    int setting_count, setting_lines[RECORD_SETTINGS];
    HenkaPlayers players;
    HenkaOutcome result;
    int game_line, result_line; /* 0: not said */
} RecordHead;

RecordLines lines_of(const char *text, size_t length);
bool lines_next(RecordLines *);

/* Copies a header's value, cut at a character's end to the room there is. */
void head_text(Scan value, char *to, size_t cap);
bool head_setting(RecordHead *, Scan value, int line, HenkaError *);
/* The variant the record was played with: the given one, read again where the record's settings
 * differ, or the shipped one it names. The caller frees it. */
HenkaVariant *head_variant(const RecordHead *, const HenkaVariant *given, HenkaError *);
/* Ends the game as the record says, or says why it cannot have ended so. */
bool head_apply_result(const RecordHead *, HenkaGame *, HenkaError *);

void result_write(HenkaOutcome, Out *);
bool result_read(Scan value, int line, HenkaOutcome *, HenkaError *);

/* Plays the word at *s (up to a blank); the error gets the line and the word's column. */
bool record_play(HenkaGame *, Scan *s, int line, HenkaError *);
/* Does the game begin with its variant's array? */
bool record_from_start(const HenkaGame *);
/* A game at the first position of another, of the same variant. */
HenkaGame *record_replay(const HenkaGame *);

typedef HenkaGame *RecordReader(const char *text, size_t length, const HenkaVariant *, RecordHead *,
                                HenkaError *);
HenkaGame *own_text_read(const char *text, size_t length, const HenkaVariant *, RecordHead *,
                         HenkaError *);
HenkaGame *usi_text_read(const char *text, size_t length, const HenkaVariant *, RecordHead *,
                         HenkaError *);
HenkaGame *kif_text_read(const char *text, size_t length, const HenkaVariant *, RecordHead *,
                         HenkaError *);
void own_text_write(const HenkaGame *, const HenkaPlayers *, Out *);
void usi_text_write(const HenkaGame *, Out *);
void kif_text_write(const HenkaGame *, const HenkaPlayers *, Out *);

/* KIF knows boards up to 9×9 with hands as in shogi. */
bool kif_possible(const HenkaVariant *);

#endif
