/* samples - games played for tuning and training, as compact records in a file.
 *
 * Shapes   All numbers little-endian. A file:
 *            8 bytes "HENKASG1"; u8 length and that many bytes: the game's name; then games until
 *            the end of the file.
 *          A game:
 *            u16 length of the start's SFEN and its text (0: the variant's own start); u16 count of
 *            plies; u8 result for sente (0 lost, 1 drawn, 2 won); u8 HenkaReason (HENKA_PLAYING:
 *            cut off); then the plies.
 *          A ply:
 *            u8 flags: bit 0 a drop, bit 1 promotes, bits 2-4 n = victims taken from squares other
 *            than the destination; u8 square moved from, or the kind dropped; u8 square moved to; n
 *            times u8 square of a victim, in order of square; i16 score for the side to move,
 *            hundredths of a pawn; SAMPLE_NO_SCORE where nobody searched (the random beginning).
 *          Squares and kinds are numbered as in henka.h. About 5 bytes a position.
 * Owner    A reader owns its buffers until samples_close; a SampleGame's game belongs to the caller
 *          of samples_next.
 * Errors   A file that doesn't hold together ends with SAMPLES_BAD and a message; the games before
 *          it are good.
 */
#ifndef HENKA_LAB_SAMPLES_H
#define HENKA_LAB_SAMPLES_H

#include <stdio.h>

#include "henka.h"

enum {
    SAMPLE_NO_SCORE = -32768,
    SAMPLE_MAX_PLIES = 2048,
    SAMPLE_PLY_BYTES = 5 + HENKA_MAX_VICTIMS
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
