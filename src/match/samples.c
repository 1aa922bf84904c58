#include "match/samples.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

static const char magic[] = "HENKASG1";
enum { MAGIC_BYTES = 8, START_CAP = 2048 };
enum { FLAG_DROP = 1, FLAG_PROMOTES = 2, VICTIMS_SHIFT = 2, VICTIMS_MASK = 7, FLAG_BECOMES = 32 };

/* ---- writing ---- */

void samples_write_header(FILE *file, const char *variant_name) {
    size_t length = strlen(variant_name);
    fwrite(magic, 1, MAGIC_BYTES, file);
    fputc((int)(length & 255), file);
    fwrite(variant_name, 1, length & 255, file);
}

static void put16(Out *out, int value) {
    out_char(out, (char)value);
    out_char(out, (char)(value >> 8));
}

/* Writes the squares of captured pieces except the destination, and returns their number. (After
 * igui, a capture without moving, the destination is the piece's own square.) */
static int side_victims(const HenkaMoveParts *parts, uint8_t *out) {
    int count = 0;
    for (int i = 0; i < parts->victim_count; i++)
        if (parts->victims[i] != parts->to) out[count++] = parts->victims[i];
    return count;
}

bool samples_append(Out *out, const HenkaGame *game, const char *start, const int16_t *scores,
                    HenkaOutcome outcome) {
    int plies = henka_game_plies(game);
    size_t start_length = start ? strlen(start) : 0;
    HenkaGame *replay = henka_game_new(henka_game_variant(game), start_length ? start : NULL, NULL);
    if (!replay) return false;
    put16(out, (int)start_length);
    if (start_length) out_text(out, start);
    put16(out, plies);
    out_char(out, outcome.winner < 0 ? 1 : outcome.winner == HENKA_SENTE ? 2 : 0);
    out_char(out, (char)outcome.reason);
    for (int ply = 0; ply < plies; ply++) {
        HenkaMove move = henka_game_move_at(game, ply);
        HenkaMoveParts parts = henka_game_parts(replay, move);
        uint8_t victims[HENKA_MAX_VICTIMS + 1];
        int count = side_victims(&parts, victims);
        out_char(out, (char)((parts.drop ? FLAG_DROP : 0) |
                             (parts.promotes ? FLAG_PROMOTES | FLAG_BECOMES : 0) |
                             count << VICTIMS_SHIFT));
        out_char(out, (char)(parts.drop ? parts.type : parts.from));
        out_char(out, (char)parts.to);
        if (parts.promotes) out_char(out, (char)parts.becomes);
        out_bytes(out, (char *)victims, (size_t)count);
        put16(out, scores[ply]);
        henka_game_play(replay, move);
    }
    henka_game_free(replay);
    return out->buf != NULL;
}

/* ---- reading ---- */

struct Samples {
    FILE *file;
    const HenkaVariant *variant;
    long games;
    HenkaMove moves[HENKA_MAX_MOVES];
};

static int get8(Samples *samples) { return fgetc(samples->file); }
static int get16(Samples *samples) {
    int low = get8(samples), high = get8(samples);
    return low < 0 || high < 0 ? -1 : low | high << 8;
}

Samples *samples_open(const char *path, const HenkaVariant *variant, HenkaError *error) {
    Samples *samples = calloc(1, sizeof *samples);
    char head[MAGIC_BYTES], name[256] = "";
    if (!samples) return error_set(error, MSG_NO_MEMORY), NULL;
    samples->variant = variant;
    samples->file = fopen(path, "rb");
    bool ok = samples->file && fread(head, 1, MAGIC_BYTES, samples->file) == MAGIC_BYTES &&
              !memcmp(head, magic, MAGIC_BYTES);
    int length = ok ? get8(samples) : -1;
    ok = length >= 0 && fread(name, 1, (size_t)length, samples->file) == (size_t)length;
    if (!ok)
        error_set(error, MSG_SAMPLES_NO_FILE, arg_text(path));
    else if (strcmp(name, henka_variant_name(variant)))
        ok = error_set(error, MSG_SAMPLES_OTHER_GAME, arg_text(path), arg_text(name),
                       arg_text(henka_variant_name(variant)));
    if (ok) return samples;
    samples_close(samples);
    return NULL;
}

void samples_close(Samples *samples) {
    if (samples && samples->file) fclose(samples->file);
    free(samples);
}

/* Reads a ply in the format of samples.h, and plays its move. False: the file is damaged. */
static bool replay_ply(Samples *samples, HenkaGame *game) {
    uint8_t victims[VICTIMS_MASK], others[HENKA_MAX_VICTIMS + 1];
    int flags = get8(samples), from = get8(samples), to = get8(samples),
        becomes = flags & FLAG_BECOMES ? get8(samples) : -1; /* -1: an old file has none */
    size_t count = flags >> VICTIMS_SHIFT & VICTIMS_MASK;
    if (to < 0 || fread(victims, 1, count, samples->file) != count) return false;
    size_t moves = henka_game_moves(game, samples->moves, HENKA_MAX_MOVES);
    for (size_t i = 0; i < moves; i++) {
        HenkaMoveParts parts = henka_game_parts(game, samples->moves[i]);
        if (parts.to == to && (parts.drop ? parts.type : parts.from) == from &&
            parts.drop == (bool)(flags & FLAG_DROP) &&
            parts.promotes == (bool)(flags & FLAG_PROMOTES) &&
            (becomes < 0 || parts.becomes == becomes) &&
            (size_t)side_victims(&parts, others) == count && !memcmp(victims, others, count))
            return henka_game_play(game, samples->moves[i]);
    }
    return false;
}

SamplesRead samples_next(Samples *samples, SampleGame *out, HenkaError *error) {
    char start[START_CAP] = "";
    int low = get8(samples), high = get8(samples), length = high < 0 ? START_CAP : low | high << 8;
    out->game = NULL;
    if (low < 0) return SAMPLES_END;
    samples->games++;
    bool ok =
        length < START_CAP && fread(start, 1, (size_t)length, samples->file) == (size_t)length;
    int plies = ok ? get16(samples) : -1, result = get8(samples), reason = get8(samples);
    ok = plies >= 0 && plies <= SAMPLE_MAX_PLIES && result >= 0 && result <= 2 && reason >= 0 &&
         reason <= HENKA_ABANDONED &&
         (out->game = henka_game_new(samples->variant, length ? start : NULL, NULL));
    for (int ply = 0; ok && ply < plies; ply++) {
        int score = replay_ply(samples, out->game) ? get16(samples) : -1;
        ok = score >= 0;
        out->scores[ply] = (int16_t)score;
    }
    out->result = result;
    out->reason = (HenkaReason)reason;
    if (ok) return SAMPLES_GAME;
    henka_game_free(out->game);
    out->game = NULL;
    error_set(error, MSG_SAMPLES_DAMAGED, arg_number(samples->games));
    return SAMPLES_BAD;
}
