/* Out of memory: every allocation of every call of henka.h that allocates fails in its turn
 * (failing.h). The call must answer as henka.h says. */
#include "failing.h"
#include "henka_import.h"

/* ---- what is tried -----------------------------------------------------------------------------
 */

enum { TEXT_CAP = 1 << 14 };
static char text[TEXT_CAP];
static HenkaVariant *shogi; /* made beforehand, while memory lasted */
static HenkaGame *played;
static HenkaMove moves[HENKA_MAX_MOVES];

/* The files named on the command line, of fitted numbers and of a network for rutherford. */
typedef struct FileBytes {
    char bytes[1 << 20];
    size_t length;
} FileBytes;
static FileBytes fitted, network;

static void file_fill(FileBytes *file, const char *path) {
    FILE *stream = fopen(path, "rb");
    if (stream) file->length = fread(file->bytes, 1, sizeof file->bytes, stream);
    if (stream) fclose(stream);
    CHECK(file->length && file->length < sizeof file->bytes, "%s: %zu bytes read", path,
          file->length);
}

/* Each returns whether it got what it wanted; false is right only when memory failed. */

/* The reason; by itself it has no place, for the text is not to blame. */
static bool says_memory(const HenkaError *error) {
    return strcmp(error->message, "out of memory")
               ? strstr(error->message, ": out of memory") != NULL
               : !error->line && !error->column;
}

static bool try_variant(void) {
    const char *settings[] = {"strict=on"};
    HenkaDiagnostic entry = {0};
    HenkaReport report = {.entries = &entry, .cap = 1};
    HenkaVariant *variant = henka_variant_shipped("ito", settings, 1, &report);
    CHECK(variant || report.fatal_count == 1, "variant: refused with %zu errors",
          report.fatal_count);
    CHECK(variant || strstr(entry.at.message, "memory"),
          "variant: refused, and the error is \"%s\"", entry.at.message);
    henka_variant_free(variant);
    return variant;
}

static bool try_evaluation(void) {
    HenkaVariant *variant = henka_variant_shipped("ito", NULL, 0, NULL);
    HenkaGame *game = variant ? henka_game_new(variant, NULL, NULL) : NULL;
    bool good = game;
    if (game) henka_game_evaluate(game);
    if (game) good = henka_variant_type_value(variant, 1) > 0;
    henka_game_free(game);
    henka_variant_free(variant);
    return good;
}

/* Numbers of one's own: of a variant, then of an engine. A refusal says that memory failed. */
static bool try_own_numbers(void) {
    HenkaVariant *variant = henka_variant_shipped("rutherford", NULL, 0, NULL);
    HenkaEngine *engine = variant ? henka_engine_new(NULL) : NULL;
    HenkaError error = {0};
    bool good = engine && henka_variant_set_eval(variant, fitted.bytes, fitted.length, &error) &&
                henka_variant_set_net(variant, network.bytes, network.length, &error) &&
                henka_engine_set_eval(engine, variant, fitted.bytes, fitted.length, &error) &&
                henka_engine_set_net(engine, variant, network.bytes, network.length, &error);
    CHECK(good || !engine || says_memory(&error), "own numbers: refused at allocation %ld: \"%s\"",
          failing, error.message);
    henka_engine_free(engine);
    henka_variant_free(variant);
    return good;
}

static bool try_game(void) {
    HenkaError error = {0};
    HenkaGame *game = henka_game_new(shogi, "startpos moves 7g7f 3c3d 8h2b+", &error);
    CHECK(game || says_memory(&error), "game: refused at allocation %ld with %d:%d \"%s\"", failing,
          error.line, error.column, error.message);
    if (!game) return false;
    uint64_t before = henka_game_hash(game);
    HenkaGame *copy = henka_game_copy(game);
    bool good = copy && henka_game_moves(game, moves, HENKA_MAX_MOVES) > 0 &&
                henka_game_play(game, moves[0]);
    if (!good)
        CHECK(henka_game_hash(game) == before,
              "game: a move that failed changed it, at allocation %ld", failing);
    henka_game_free(copy);
    henka_game_free(game);
    return good;
}

static bool try_long_game(void) {
    HenkaGame *game = henka_game_copy(played);
    bool good = game;
    for (int ply = 0; good && ply < 140; ply++) {
        size_t count = henka_game_moves(game, moves, HENKA_MAX_MOVES);
        good = count > 0 && henka_game_play(game, moves[(size_t)ply * 5 % count]);
    }
    henka_game_free(game);
    return good;
}

static bool try_repetition(void) {
    static const char *const shuffle[] = {"2h3h", "8b7b", "3h2h", "7b8b"};
    HenkaGame *game = henka_game_new(shogi, NULL, NULL);
    HenkaMove move;
    bool good = game;
    for (int ply = 0; good && ply < 12; ply++)
        good = henka_move_parse(game, shuffle[ply % 4], &move, NULL) && henka_game_play(game, move);
    good = good && henka_game_outcome(game).reason == HENKA_REPETITION;
    henka_game_free(game);
    return good;
}

static bool try_perft(void) { return henka_game_perft(played, 2) != UINT64_MAX; }

static bool try_texts(void) {
    henka_variant_describe(shogi, HENKA_ENGLISH, text, sizeof text);
    HenkaMark marks[1024];
    bool good = henka_variant_diagram(shogi, 1, marks, 1024) > 0;
    good = henka_variant_template(shogi, "mine", HENKA_ENGLISH, text, sizeof text) > 0 && good;
    static const char file[] = "[mine:shogi]\npieceDrops = false\n";
    HenkaDiagnostic entry = {0};
    HenkaReport report = {.entries = &entry, .cap = 1};
    size_t size = henka_variant_import(file, strlen(file), "mine", text, sizeof text, &report);
    CHECK(size || (report.count == 1 && report.fatal_count == 1 && entry.fatal &&
                   strstr(entry.at.message, "memory")),
          "import: refused with %zu errors, the first \"%s\"", report.fatal_count,
          entry.at.message);
    good = size > 0 && good;
    return henka_game_explain_illegal(played, "1a1b", HENKA_ENGLISH, text, sizeof text) > 0 && good;
}

static bool try_engine(void) {
    HenkaEngine *engine = henka_engine_new(&(HenkaEngineOptions){.hash_mib = 1, .threads = 2});
    if (!engine) return false;
    bool good = henka_engine_options(engine).threads == 2;
    HenkaResult result = henka_engine_go(engine, played, &(HenkaLimits){.nodes = 500}, NULL, NULL);
    good = good && henka_game_legal(played, result.best);
    henka_engine_free(engine);
    return good;
}

/* A record is written whole or not at all; one that is not read leaves a reason. */
static bool try_records(void) {
    static char whole[3][TEXT_CAP];
    bool good = true;
    for (HenkaRecordFormat format = HENKA_RECORD_HENKA; format <= HENKA_RECORD_KIF; format++) {
        size_t length = henka_record_write(played, format, NULL, text, sizeof text);
        CHECK(strlen(text) == length, "record %d: %zu bytes, told %zu", (int)format, strlen(text),
              length);
        if (length && !*whole[format]) strcpy(whole[format], text);
        CHECK(!length || !strcmp(text, whole[format]), "record %d, half written:\n%s", (int)format,
              text);
        const HenkaVariant *given = format == HENKA_RECORD_USI ? shogi : NULL;
        HenkaError error = {0};
        HenkaGame *back =
            henka_record_read(whole[format], strlen(whole[format]), given, NULL, &error);
        CHECK(back || says_memory(&error), "record %d: refused with %d:%d \"%s\"", (int)format,
              error.line, error.column, error.message);
        good &= length > 0 && back && henka_game_hash(back) == henka_game_hash(played);
        henka_game_free(back);
    }
    return good;
}

/* A record with all that it holds is read, saved as it was, saved with a move more and written in
 * another format: whole, or not at all. */
static bool try_whole_records(void) {
    static const char kif[] = "開始日時：2026/01/02\n手合割：平手\n先手：甲\n後手：乙\n"
                              "手数----指手---------消費時間--\n"
                              "   1 ７六歩(77)   ( 0:01/00:00:01)\n*A comment.\n"
                              "   2 ３四歩(33)   ( 0:02/00:00:02)\nAnother line.\n";
    static char saved[4][TEXT_CAP];
    HenkaError error = {0}, notices[4];
    HenkaRecord *record = henka_record_open(kif, strlen(kif), shogi, &error);
    CHECK(record || says_memory(&error), "refused with %d:%d \"%s\"", error.line, error.column,
          error.message);
    if (!record) return false;
    HenkaGame *game = henka_game_copy(henka_record_game(record));
    HenkaMove move;
    bool good = game != NULL;
    unsigned lost = 0;
    good = good && henka_move_parse(game, "2g2f", &move, NULL) && henka_game_play(game, move);
    CHECK(!strcmp(henka_record_players(record)->sente, "甲") &&
              henka_record_format(record) == HENKA_RECORD_KIF,
          "a name or the format is lost");
    good &= henka_record_notices(record, notices, 4) == 1;
    for (int i = 0; i < 4 && good; i++) {
        *text = '\0';
        size_t length =
            i == 0   ? henka_record_save(record, henka_record_game(record), text, sizeof text)
            : i == 1 ? henka_record_save(record, game, text, sizeof text)
            : i == 2
                ? henka_record_convert(record, game, HENKA_RECORD_HENKA, &lost, text, sizeof text)
                : henka_record_convert(record, game, HENKA_RECORD_USI, &lost, text, sizeof text);
        if (length && !*saved[i]) strcpy(saved[i], text);
        CHECK(!length || (length == strlen(text) && !strcmp(text, saved[i])),
              "record %d, half written:\n%s", i, text);
        good &= length > 0;
    }
    CHECK(!*saved[0] || !strcmp(saved[0], kif), "not the bytes that were read:\n%s", saved[0]);
    henka_game_free(game);
    henka_record_free(record);
    return good;
}

int main(int argc, char **argv) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc != 3) return 2;
    file_fill(&fitted, argv[1]);
    file_fill(&network, argv[2]);
    shogi = henka_variant_shipped("shogi", NULL, 0, NULL);
    played = shogi ? henka_game_new(shogi, "startpos moves 7g7f 3c3d 8h2b+ 3a2b", NULL) : NULL;
    CHECK(played, "no game to begin with");
    if (!played) return check_done();
    henka_game_evaluate(played); /* what a variant makes once and keeps */
    check_memory("variant", try_variant);
    check_memory("evaluation", try_evaluation);
    check_memory("own numbers", try_own_numbers);
    check_memory("game", try_game);
    check_memory("long game", try_long_game);
    check_memory("repetition", try_repetition);
    check_memory("perft", try_perft);
    check_memory("texts", try_texts);
    check_memory("records", try_records);
    check_memory("whole records", try_whole_records);
    check_memory("engine", try_engine);
    henka_game_free(played);
    henka_variant_free(shogi);
    return check_done();
}
