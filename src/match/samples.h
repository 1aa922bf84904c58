/* samples - games played for tuning and training, as compact records in a file.
 *
 * Shapes   All numbers are little-endian.
 *
 *            file   8 bytes "HENKASG1" | u8 n | n bytes: the game's name | games, to the end
 *            game   u16 n | n bytes: SFEN of the start | u16 plies | u8 result | u8 reason | plies
 *            ply    u8 flags | u8 from | u8 to | u8 becomes | n * u8 victim | i16 score
 *            flags  bit 0: a drop; bit 1: promotes; bits 2 to 4: n; bit 5: has `becomes`
 *
 *          SFEN: empty for the variant's own start. result: for sente, 0 lost, 1 drawn, 2 won.
 *          reason: a HenkaReason; HENKA_PLAYING: cut off. from: the square moved from, or the kind
 *          dropped. becomes: the kind that the piece promotes to; an old file without it means the
 *          first of several choices. victim: a square, other than the destination, of a captured
 *          piece; in order of squares. score: for the side to move, hundredths of a pawn;
 *          SAMPLE_NO_SCORE for a ply without a search (the random opening). Squares and kinds are
 *          numbered as in henka.h. A position takes about 5 bytes.
 * Owner    A reader owns its buffers until samples_close; the caller owns a SampleGame's game.
 * Errors   A damaged file ends with SAMPLES_BAD and a message; games before the damage are good.
 */
#ifndef HENKA_MATCH_SAMPLES_H
#define HENKA_MATCH_SAMPLES_H

#include <stdio.h>

#include "base/out.h"
#include "henka.h"

enum { SAMPLE_NO_SCORE = -32768, SAMPLE_MAX_PLIES = 2048 };

/* ---- writing ---- */

void samples_write_header(FILE *, const char *variant_name);
/* Appends a whole game. scores[ply]: the `score` of the ply; start: SFEN, "" or NULL for the
 * variant's own. False: memory ran out. */
bool samples_append(Out *, const HenkaGame *, const char *start, const int16_t *scores,
                    HenkaOutcome);

/* ---- reading ---- */

typedef struct Samples Samples;
typedef enum { SAMPLES_GAME, SAMPLES_END, SAMPLES_BAD } SamplesRead;
typedef struct SampleGame {
    HenkaGame *game; /* after the last move; henka_game_undo leads to the earlier positions */
    int16_t scores[SAMPLE_MAX_PLIES];
    int result; /* result for sente: 0 lost, 1 drawn, 2 won */
    HenkaReason reason;
} SampleGame;

Samples *samples_open(const char *path, const HenkaVariant *, HenkaError *);
SamplesRead samples_next(Samples *, SampleGame *, HenkaError *);
void samples_close(Samples *);

#endif
