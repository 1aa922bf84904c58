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

static bool reserve(SampleBuffer *buffer, size_t more) {
    if (buffer->length + more <= buffer->cap) return true;
    size_t cap = (buffer->length + more) * 2;
    unsigned char *grown = realloc(buffer->bytes, cap);
    if (!grown) return false;
    buffer->bytes = grown;
    buffer->cap = cap;
    return true;
}

static void put8(SampleBuffer *buffer, int value) {
    buffer->bytes[buffer->length++] = (unsigned char)value;
}
static void put16(SampleBuffer *buffer, int value) {
    put8(buffer, value & 255);
    put8(buffer, value >> 8 & 255);
}

/* Victims other than the piece on the destination; an igui's origin is its destination and holds
 * none. */
static int side_victims(const HenkaMoveParts *parts, uint8_t *out) {
    int count = 0;
    for (int i = 0; i < parts->victim_count; i++)
        if (parts->victims[i] != parts->to) out[count++] = parts->victims[i];
    return count;
}

static void put_move(SampleBuffer *buffer, const HenkaMoveParts *parts) {
    uint8_t victims[HENKA_MAX_VICTIMS + 1];
    int count = side_victims(parts, victims);
    put8(buffer, (parts->drop ? FLAG_DROP : 0) |
                     (parts->promotes ? FLAG_PROMOTES | FLAG_BECOMES : 0) | count << VICTIMS_SHIFT);
    put8(buffer, parts->drop ? parts->type : parts->from);
    put8(buffer, parts->to);
    if (parts->promotes) put8(buffer, parts->becomes);
    for (int i = 0; i < count; i++) put8(buffer, victims[i]);
}

static int result_of(HenkaOutcome outcome) {
    if (outcome.winner < 0) return 1;
    return outcome.winner == HENKA_SENTE ? 2 : 0;
}

bool samples_append(SampleBuffer *buffer, const HenkaGame *game, const char *start,
                    const int16_t *scores, HenkaOutcome outcome) {
    int plies = henka_game_plies(game);
    size_t start_length = start ? strlen(start) : 0;
    HenkaGame *replay = henka_game_new(henka_game_variant(game), start_length ? start : NULL, NULL);
    if (!replay || !reserve(buffer, 6 + start_length + (size_t)plies * (SAMPLE_PLY_BYTES)))
        return henka_game_free(replay), false;
    put16(buffer, (int)start_length);
    if (start_length) memcpy(buffer->bytes + buffer->length, start, start_length);
    buffer->length += start_length;
    put16(buffer, plies);
    put8(buffer, result_of(outcome));
    put8(buffer, (int)outcome.reason);
    for (int ply = 0; ply < plies; ply++) {
        HenkaMove move = henka_game_move_at(game, ply);
        HenkaMoveParts parts = henka_game_parts(replay, move);
        put_move(buffer, &parts);
        put16(buffer, scores[ply]);
        henka_game_play(replay, move);
    }
    henka_game_free(replay);
    return true;
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

/* A ply of the file, as samples.h draws it. */
typedef struct PackedMove {
    int flags, from, to;
    int becomes; /* -1: the file doesn't say */
    int victim_count;
    uint8_t victims[VICTIMS_MASK];
} PackedMove;

static bool get_move(Samples *samples, PackedMove *packed) {
    packed->flags = get8(samples);
    packed->from = get8(samples);
    packed->to = get8(samples);
    packed->becomes = packed->flags & FLAG_BECOMES ? get8(samples) : -1;
    if (packed->to < 0) return false;
    packed->victim_count = packed->flags >> VICTIMS_SHIFT & VICTIMS_MASK;
    return fread(packed->victims, 1, (size_t)packed->victim_count, samples->file) ==
           (size_t)packed->victim_count;
}

static bool means(const PackedMove *packed, const HenkaMoveParts *parts) {
    uint8_t victims[HENKA_MAX_VICTIMS + 1];
    if (parts->to != packed->to || (parts->drop ? parts->type : parts->from) != packed->from)
        return false;
    if (parts->drop != (bool)(packed->flags & FLAG_DROP) ||
        parts->promotes != (bool)(packed->flags & FLAG_PROMOTES) ||
        (packed->becomes >= 0 && parts->becomes != packed->becomes))
        return false;
    return side_victims(parts, victims) == packed->victim_count &&
           !memcmp(victims, packed->victims, (size_t)packed->victim_count);
}

static bool replay_ply(Samples *samples, HenkaGame *game) {
    PackedMove packed;
    if (!get_move(samples, &packed)) return false;
    size_t count = henka_game_moves(game, samples->moves, HENKA_MAX_MOVES);
    for (size_t i = 0; i < count; i++) {
        HenkaMoveParts parts = henka_game_parts(game, samples->moves[i]);
        if (means(&packed, &parts)) return henka_game_play(game, samples->moves[i]);
    }
    return false;
}

static bool read_game(Samples *samples, int start_length, SampleGame *out) {
    char start[START_CAP] = "";
    if (start_length >= START_CAP ||
        fread(start, 1, (size_t)start_length, samples->file) != (size_t)start_length)
        return false;
    int plies = get16(samples), reason;
    out->result = get8(samples);
    reason = get8(samples);
    if (plies < 0 || plies > SAMPLE_MAX_PLIES || out->result < 0 || out->result > 2 || reason < 0 ||
        reason > HENKA_ABANDONED)
        return false;
    out->reason = (HenkaReason)reason;
    if (!(out->game = henka_game_new(samples->variant, start_length ? start : NULL, NULL)))
        return false;
    for (int ply = 0; ply < plies; ply++) {
        if (!replay_ply(samples, out->game)) return false;
        int score = get16(samples);
        if (score < 0) return false;
        out->scores[ply] = (int16_t)score;
    }
    return true;
}

SamplesRead samples_next(Samples *samples, SampleGame *out, HenkaError *error) {
    int low = get8(samples), high = get8(samples);
    out->game = NULL;
    if (low < 0) return SAMPLES_END;
    samples->games++;
    if (high >= 0 && read_game(samples, low | high << 8, out)) return SAMPLES_GAME;
    henka_game_free(out->game);
    out->game = NULL;
    error_set(error, MSG_SAMPLES_DAMAGED, arg_number(samples->games));
    return SAMPLES_BAD;
}
