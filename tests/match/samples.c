/* Sample games: the bytes of a game, read again as the same game, and a file that is damaged
 * anywhere ends with an error and the games before it. */
#include "match/samples.h"
#include "check.h"

#include "base/random.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[] = "/tmp/henka-samples-XXXXXX";

static void put_file(const void *bytes, size_t length) {
    FILE *file = fopen(path, "wb");
    fwrite(bytes, 1, length, file);
    fclose(file);
}

/* ---- the layout, byte by byte ---- */

static void layout(const HenkaVariant *v) {
    static const char start[] = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
    const int16_t scores[] = {300, -2, SAMPLE_NO_SCORE};
    Out buffer = out_growing();
    HenkaGame *game = henka_game_new(v, "startpos moves 7g7f 3c3d 8h2b+", NULL);
    unsigned char from[3], to[3], becomes = 0;
    HenkaGame *again = henka_game_new(v, NULL, NULL);
    for (int ply = 0; ply < 3; ply++) {
        HenkaMoveParts parts = henka_game_parts(again, henka_game_move_at(game, ply));
        from[ply] = (unsigned char)parts.from, to[ply] = (unsigned char)parts.to;
        becomes = (unsigned char)parts.becomes;
        henka_game_play(again, henka_game_move_at(game, ply));
    }
    bool ok =
        samples_append(&buffer, game, NULL, scores, (HenkaOutcome){HENKA_RESIGNATION, HENKA_GOTE});
    const unsigned char first[] = {
        0,       0,     3,   0,   0,      HENKA_RESIGNATION, 0,     from[0], to[0], 300 & 255, 1, 0,
        from[1], to[1], 254, 255, 2 | 32, from[2],           to[2], becomes, 0,     128};
    CHECK(ok && buffer.length == sizeof first && !memcmp(buffer.buf, first, sizeof first),
          "the first game takes %zu bytes", buffer.length);
    for (size_t i = 0; i < sizeof first && i < buffer.length; i++)
        CHECK((unsigned char)buffer.buf[i] == first[i], "byte %zu is %d, expected %d", i,
              (unsigned char)buffer.buf[i], first[i]);
    henka_game_free(game);
    henka_game_free(again);

    size_t before = buffer.length;
    game = henka_game_new(v, start, NULL);
    HenkaMove drop = HENKA_NO_MOVE;
    henka_move_parse(game, "G*5b", &drop, NULL);
    HenkaMoveParts parts = henka_game_parts(game, drop);
    henka_game_play(game, drop);
    ok = samples_append(&buffer, game, start, scores, henka_game_outcome(game));
    const unsigned char *bytes = (const unsigned char *)buffer.buf + before;
    size_t n = sizeof start - 1;
    CHECK(ok && buffer.length - before == 2 + n + 4 + 5, "the second game takes %zu bytes",
          buffer.length - before);
    CHECK(bytes[0] == n && bytes[1] == 0 && !memcmp(bytes + 2, start, n), "its start is told");
    const unsigned char rest[] = {
        1,         0, 2, HENKA_CHECKMATE, 1, (unsigned char)parts.type, (unsigned char)parts.to,
        300 & 255, 1};
    CHECK(!memcmp(bytes + 2 + n, rest, sizeof rest), "a drop: flags %d, kind %d, to %d",
          bytes[2 + n + 4], bytes[2 + n + 5], bytes[2 + n + 6]);
    henka_game_free(game);

    FILE *file = fopen(path, "wb");
    samples_write_header(file, "shogi");
    fwrite(buffer.buf, 1, buffer.length, file);
    fclose(file);
    char head[14];
    file = fopen(path, "rb");
    CHECK(fread(head, 1, 14, file) == 14 && !memcmp(head, "HENKASG1\5shogi", 14), "the head");
    fclose(file);
    HenkaError error = {0};
    Samples *samples = samples_open(path, v, &error);
    SampleGame *sample = calloc(1, sizeof *sample);
    CHECK(samples && samples_next(samples, sample, &error) == SAMPLES_GAME, "%s", error.message);
    CHECK(sample->result == 0 && sample->reason == HENKA_RESIGNATION &&
              henka_game_plies(sample->game) == 3 && sample->scores[0] == 300 &&
              sample->scores[1] == -2 && sample->scores[2] == SAMPLE_NO_SCORE,
          "read as %d, %d plies, scores %d %d %d", sample->result, henka_game_plies(sample->game),
          sample->scores[0], sample->scores[1], sample->scores[2]);
    henka_game_free(sample->game);
    CHECK(samples_next(samples, sample, &error) == SAMPLES_GAME, "%s", error.message);
    char sfen[256];
    henka_game_undo(sample->game);
    henka_game_sfen(sample->game, sfen, sizeof sfen);
    CHECK(sample->result == 2 && sample->reason == HENKA_CHECKMATE && !strcmp(sfen, start),
          "read as %d from %s", sample->result, sfen);
    henka_game_free(sample->game);
    CHECK(samples_next(samples, sample, &error) == SAMPLES_END && !sample->game, "the end");
    samples_close(samples);
    free(sample);
    free(buffer.buf);
}

/* ---- games of every shipped variant, there and back ---- */

static void play_at_random(HenkaGame *game, Random *random, int plies) {
    static HenkaMove moves[HENKA_MAX_MOVES];
    for (int ply = 0; ply < plies; ply++) {
        size_t count = henka_game_moves(game, moves, HENKA_MAX_MOVES);
        if (!count || !henka_game_play(game, moves[random_below(random, (uint32_t)count)])) return;
    }
}

static void there_and_back(const char *name) {
    enum { GAMES = 6 };
    HenkaVariant *v = henka_variant_shipped(name, NULL, 0, NULL);
    Random random = {3};
    Out buffer = out_growing();
    HenkaGame *games[GAMES];
    int16_t scores[SAMPLE_MAX_PLIES];
    for (int i = 0; i < SAMPLE_MAX_PLIES; i++) scores[i] = (int16_t)(i * 37 - 4000);
    FILE *file = fopen(path, "wb");
    samples_write_header(file, name);
    for (int g = 0; g < GAMES; g++) {
        games[g] = henka_game_new(v, NULL, NULL);
        play_at_random(games[g], &random, 10 + 20 * g);
        buffer.length = 0;
        CHECK(
            samples_append(&buffer, games[g], "", scores, (HenkaOutcome){HENKA_PLAYING, g % 3 - 1}),
            "%s: game %d kept", name, g);
        fwrite(buffer.buf, 1, buffer.length, file);
    }
    fclose(file);
    HenkaError error = {0};
    Samples *samples = samples_open(path, v, &error);
    SampleGame *sample = malloc(sizeof *sample);
    for (int g = 0; samples && g < GAMES; g++) {
        CHECK(samples_next(samples, sample, &error) == SAMPLES_GAME, "%s, game %d: %s", name, g,
              error.message);
        if (!sample->game) break;
        static const int results[] = {1, 2, 0}; /* nobody, sente, gote */
        CHECK(henka_game_plies(sample->game) == henka_game_plies(games[g]) &&
                  henka_game_hash(sample->game) == henka_game_hash(games[g]) &&
                  sample->result == results[g % 3] && sample->reason == HENKA_PLAYING,
              "%s, game %d: %d plies of %d, result %d", name, g, henka_game_plies(sample->game),
              henka_game_plies(games[g]), sample->result);
        CHECK(!memcmp(sample->scores, scores, sizeof *scores * (size_t)henka_game_plies(games[g])),
              "%s, game %d: other scores", name, g);
        henka_game_free(sample->game);
    }
    CHECK(samples && samples_next(samples, sample, &error) == SAMPLES_END, "%s: the end", name);
    samples_close(samples);
    for (int g = 0; g < GAMES; g++) henka_game_free(games[g]);
    free(sample), free(buffer.buf);
    henka_variant_free(v);
}

/* A promotion is read back as the kind that was chosen; without the kind, as files of before have
 * it, as the first. */
static void choices(void) {
    static const char start[] = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
    static const char *const moves[] = {"a7a8q", "a7a8r", "a7a8b", "a7a8n"};
    const int16_t scores[] = {5};
    HenkaVariant *v = henka_variant_shipped("chess", NULL, 0, NULL);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        for (int old = 0; old < 2; old++) {
            HenkaGame *game = henka_game_new(v, start, NULL);
            HenkaMove move = HENKA_NO_MOVE;
            HenkaError error = {0};
            Out buffer = out_growing();
            SampleGame sample = {0};
            CHECK(henka_move_parse(game, moves[i], &move, NULL), "%s is legal", moves[i]);
            henka_game_play(game, move);
            samples_append(&buffer, game, start, scores, (HenkaOutcome){HENKA_PLAYING, -1});
            if (old) { /* flags, from, to, becomes, score */
                buffer.buf[buffer.length - 6] &= ~32;
                memmove(buffer.buf + buffer.length - 3, buffer.buf + buffer.length - 2, 2);
                buffer.length--;
            }
            FILE *file = fopen(path, "wb");
            samples_write_header(file, "chess");
            fwrite(buffer.buf, 1, buffer.length, file);
            fclose(file);
            Samples *samples = samples_open(path, v, &error);
            bool read = samples && samples_next(samples, &sample, &error) == SAMPLES_GAME;
            bool same = read && henka_game_hash(sample.game) == henka_game_hash(game);
            CHECK(read && sample.scores[0] == 5 && same == (!old || i == 0),
                  "%s, %s: read %d, the same %d: %s", moves[i], old ? "an old file" : "a file",
                  read, same, error.message);
            henka_game_free(sample.game);
            samples_close(samples);
            henka_game_free(game);
            free(buffer.buf);
        }
    henka_variant_free(v);
}

/* ---- damage ---- */

/* What the file gives: how many games, and how it ends. */
static int games_of(const HenkaVariant *v, SamplesRead *end, HenkaError *error) {
    Samples *samples = samples_open(path, v, error);
    SampleGame *sample = malloc(sizeof *sample);
    int games = 0;
    *end = SAMPLES_BAD;
    while (samples && (*end = samples_next(samples, sample, error)) == SAMPLES_GAME)
        henka_game_free(sample->game), games++;
    CHECK(!samples || !sample->game, "a game is left at the end");
    samples_close(samples);
    free(sample);
    return games;
}

static void damage(const HenkaVariant *v) {
    enum { HEAD = 9 + 5, GAME = 6 + 5 };
    static unsigned char bytes[HEAD + 4 * GAME];
    const int16_t scores[] = {1, 2};
    Out buffer = out_growing();
    HenkaError error;
    SamplesRead end;
    HenkaGame *game = henka_game_new(v, "startpos moves 7g7f", NULL);
    memcpy(bytes, "HENKASG1\5shogi", HEAD);
    samples_append(&buffer, game, NULL, scores, (HenkaOutcome){HENKA_RESIGNATION, HENKA_SENTE});
    for (int g = 0; g < 4; g++) memcpy(bytes + HEAD + g * GAME, buffer.buf, GAME);
    for (size_t length = 0; length <= sizeof bytes; length++) {
        put_file(bytes, length);
        error = (HenkaError){0};
        int games = games_of(v, &end, &error);
        int whole = length < HEAD ? 0 : (int)(length - HEAD) / GAME;
        size_t more = length < HEAD ? 0 : (length - HEAD) % GAME;
        CHECK(games == whole && end == (length < HEAD || more ? SAMPLES_BAD : SAMPLES_END),
              "%zu bytes: %d games, end %d: %s", length, games, (int)end, error.message);
        if (length < HEAD)
            CHECK(strstr(error.message, "is not a file of sample games") && !error.line &&
                      !error.column,
                  "%zu bytes: %s", length, error.message);
    }
    static const struct {
        int at, value;
        const char *what;
    } rows[] = {
        {0, 255, "a start longer than any"},
        {1, 8, "a start of 2048 bytes"},
        {3, 8, "2049 plies"},
        {3, 255, "65281 plies"},
        {4, 3, "a result of 3"},
        {5, HENKA_ABANDONED + 1, "a reason that there is not"},
        {5, 255, "no reason at all"},
        {6, 1, "a drop"},
        {6, 2, "promotes"},
        {6, 4, "a victim aside"},
        {7, 0, "from another square"},
        {8, 0, "to another square"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned char *place = &bytes[HEAD + GAME + rows[i].at], kept = *place;
        *place = (unsigned char)rows[i].value;
        put_file(bytes, sizeof bytes);
        error = (HenkaError){0};
        int games = games_of(v, &end, &error);
        CHECK(games == 1 && end == SAMPLES_BAD &&
                  !strcmp(error.message, "game 2 is damaged, or of other rules") && !error.line &&
                  !error.column,
              "%s: %d games, end %d: %s", rows[i].what, games, (int)end, error.message);
        *place = kept;
    }
    bytes[3] ^= 1;
    put_file(bytes, sizeof bytes);
    CHECK(games_of(v, &end, &error) == 0 && strstr(error.message, "is not a file of sample games"),
          "another head: %s", error.message);
    bytes[3] ^= 1;
    bytes[HEAD - 1] = 'y';
    put_file(bytes, sizeof bytes);
    CHECK(games_of(v, &end, &error) == 0 &&
              strstr(error.message, "holds games of shogy, expected shogi") && !error.line &&
              !error.column,
          "another game: %s", error.message);
    unlink(path);
    CHECK(!samples_open(path, v, &error) && strstr(error.message, path), "no file: %s",
          error.message);
    henka_game_free(game);
    free(buffer.buf);
}

int main(void) {
    int file = mkstemp(path);
    HenkaVariant *v = henka_variant_shipped("shogi", NULL, 0, NULL);
    layout(v);
    for (size_t i = 0; henka_shipped_name(i); i++) there_and_back(henka_shipped_name(i));
    choices();
    damage(v);
    henka_variant_free(v);
    close(file);
    unlink(path);
    return check_done();
}
