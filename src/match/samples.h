/* samples - games played for tuning and training, as compact records in a file.
 *
 * Shapes   All numbers are little-endian.
 *
 *            file   8 bytes "HENKASG1" | u8 n | n bytes: the game's name | games, to the end
 *            game   u16 n | n bytes: SFEN of the start | u16 plies | u8 result | u8 reason | plies
 *            ply    u8 flags | u8 from | u8 to | u8 becomes | n * u8 victim | i16 score
 *            flags  bit 0: a drop; bit 1: promotes; bits 2 to 4: n; bit 5: becomes is there
 *
 *          SFEN: empty for the variant's own start. result: of sente, 0 lost, 1 drawn, 2 won.
 *          reason: a HenkaReason; HENKA_PLAYING: cut off. from: the square moved from, or the kind
 *          dropped. becomes: the kind it promotes to; where a file of old lacks it, the
 *          first of several choices is read. victims: taken from squares other than the
 *          destination, in order of square.
 *          score: for the side to move, hundredths of a pawn; SAMPLE_NO_SCORE where nobody searched
 *          (the random beginning). Squares and kinds are numbered as in henka.h. A position takes
 *          about 5 bytes.
 * Owner    A reader owns its buffers until samples_close; a SampleGame's game belongs to the caller
 *          of samples_next.
 * Errors   A file that doesn't hold together ends with SAMPLES_BAD and a message; the games before
 *          it are good.
 */
#ifndef HENKA_MATCH_SAMPLES_H
#define HENKA_MATCH_SAMPLES_H

#include <stdio.h>

#include "henka.h"

enum {
    SAMPLE_NO_SCORE = -32768,
    SAMPLE_MAX_PLIES = 2048,
    SAMPLE_PLY_BYTES = 6 + HENKA_MAX_VICTIMS
};

/* ---- writing ---- */

typedef struct SampleBuffer {
    unsigned char *bytes;
    size_t length, cap;
} SampleBuffer;

void samples_write_header(FILE *, const char *variant_name);
/* Appends the whole game; scores[ply] as above. start "" or NULL: the variant's own. The buffer
 * grows; free its bytes with free(). */
bool samples_append(SampleBuffer *, const HenkaGame *, const char *start, const int16_t *scores,
                    HenkaOutcome);

/* ---- reading ---- */

typedef struct Samples Samples;
typedef enum { SAMPLES_GAME, SAMPLES_END, SAMPLES_BAD } SamplesRead;
typedef struct SampleGame {
    HenkaGame *game; /* at its end: undo, or replay henka_game_move_at, to see every position */
    int16_t scores[SAMPLE_MAX_PLIES];
    int result; /* for sente: 0, 1, 2 */
    HenkaReason reason;
} SampleGame;

Samples *samples_open(const char *path, const HenkaVariant *, HenkaError *);
SamplesRead samples_next(Samples *, SampleGame *, HenkaError *);
void samples_close(Samples *);

#endif
