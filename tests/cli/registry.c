/* registry - games by their names and from files: what is added, what takes whose place, what is
 * refused and how it is told; files as they are read. Everything is written to a folder of its own.
 */
#include "protocol/registry.h"
#include "protocol/file.h"
#include "tests/check.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 512, TEXT_LIMIT = 1 << 18 };

static char folder[PATH_SIZE];

static const char *path_of(const char *name) {
    static char path[2 * PATH_SIZE];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* A file in the folder: its text, and as many blanks behind it as make it `length` bytes long. */
static const char *file_with(const char *name, const char *text, size_t length) {
    FILE *file = fopen(path_of(name), "wb");
    size_t written = fwrite(text, 1, strlen(text), file);
    for (; written < length; written++) fputc(written % 100 ? ' ' : '\n', file);
    fclose(file);
    return path_of(name);
}

/* A small game of this name, with one ruling. */
static const char *game_text(const char *name, int files) {
    static char text[1024];
    snprintf(text, sizeof text,
             "name=%s\ntitle=A game\nfiles=%d\nranks=5\nsymmetry=rotate\nroyal=K\n"
             "stalemate=loss\nking:K:K:K:a1\n"
             "option=pace how fast\nchoice=slow one step\nchoice=fast two steps\n:K:KD\n",
             name, files);
    return text;
}

static int files_of(const Registry *games, const char *name) {
    HenkaVariant *variant = registry_open(games, (size_t)registry_find(games, name), NULL, 0, NULL);
    int files = variant ? henka_variant_files(variant) : 0;
    henka_variant_free(variant);
    return files;
}

static void check_names(void) {
    static const struct {
        const char *name, *near; /* NULL: nothing is */
    } cases[] = {{"okisak", "okisaki"},
                 {"Okisaki", "okisaki"},
                 {"shogo", "shogi"},
                 {"shoo", "shogi"},
                 {"it", "ito"},
                 {"itooo", "ito"},
                 {"itoooo", "ito"},
                 {"itooooo", NULL},
                 {"i", NULL},
                 {"xyz", NULL},
                 {"", NULL},
                 {"rutherford", "rutherford"}};
    Registry *games = registry_new();
    size_t count = 0;
    for (; henka_shipped_name(count); count++)
        CHECK(!strcmp(registry_name(games, count), henka_shipped_name(count)) &&
                  registry_find(games, henka_shipped_name(count)) == (int)count,
              "game %zu is %s", count, registry_name(games, count));
    size_t standard = registry_standard(games, "usi");
    CHECK(registry_count(games) == count && !strcmp(registry_name(games, standard), "shogi"),
          "%zu games, %zu is the standard", registry_count(games), standard);
    for (int i = 0; i < 2; i++)
        CHECK(
            !strcmp(registry_name(games, registry_standard(games, i ? "uci" : "xboard")), "chess"),
            "chess programs begin with chess");
    CHECK(registry_find(games, "normal") == registry_find(games, "chess") &&
              registry_find(games, "kyotoshogi") == registry_find(games, "kyoto") &&
              registry_find(games, "kyotoshog") == -1 && registry_find(games, ",") == -1,
          "games are found by the names that other programs have for them");
    for (size_t i = 0; i < count; i++)
        CHECK(registry_is_shelved(registry_name(games, i)) == (i > standard),
              "%s: the shelved ones stand behind the others", registry_name(games, i));
    CHECK(registry_find(games, "nothing") == -1 && registry_find(games, "") == -1,
          "a game of no such name");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *near = registry_near(games, cases[i].name);
        CHECK(near == cases[i].near || (near && cases[i].near && !strcmp(near, cases[i].near)),
              "%s: %s is near, expected %s", cases[i].name, near ? near : "nothing",
              cases[i].near ? cases[i].near : "nothing");
    }
    registry_free(games);
    registry_free(NULL);
}

static void check_files(void) {
    HenkaError error = {0};
    Registry *games = registry_new();
    size_t shipped = registry_count(games), standard = registry_standard(games, "usi");
    for (int i = 0; i < 40; i++) {
        char name[32];
        snprintf(name, sizeof name, "game%d", i);
        bool good =
            registry_add(games, file_with("one.ini", game_text(name, 4 + i % 5), 0), &error);
        CHECK(good && registry_count(games) == shipped + (size_t)i + 1 &&
                  registry_find(games, name) == (int)shipped + i,
              "%s: %zu games; %s", name, registry_count(games), error.message);
    }
    for (int i = 0; i < 40; i++) {
        char name[32];
        snprintf(name, sizeof name, "game%d", i);
        CHECK(files_of(games, name) == 4 + i % 5, "%s has %d files", name, files_of(games, name));
    }
    CHECK(registry_standard(games, "usi") == standard, "the standard is game %zu",
          registry_standard(games, "usi"));
    /* A game of a name already there takes its place, opened or not. */
    static const char *const again[] = {"game7", "shogi", "game39"};
    for (int i = 0; i < 3; i++) {
        size_t count = registry_count(games);
        int at = registry_find(games, again[i]);
        bool good = registry_add(games, file_with("one.ini", game_text(again[i], 11), 0), &error);
        CHECK(good && registry_count(games) == count && registry_find(games, again[i]) == at &&
                  files_of(games, again[i]) == 11,
              "%s again: %d files, %zu games", again[i], files_of(games, again[i]),
              registry_count(games));
    }
    /* The longest text that the library takes is read, a longer one isn't. */
    CHECK(registry_add(games, file_with("large.ini", game_text("large", 6), TEXT_LIMIT), &error),
          "256 KiB: %s", error.message);
    CHECK(!registry_add(games, file_with("larger.ini", game_text("larger", 6), TEXT_LIMIT + 1),
                        &error) &&
              strstr(error.message, "larger.ini") && registry_find(games, "larger") < 0,
          "more than 256 KiB: %s", error.message);
    /* The first error of a text, with its place. */
    CHECK(
        !registry_add(games, file_with("bad.ini", "files=3\nranks=3\nfrobnicate=1\n", 0), &error) &&
            strstr(error.message, "bad.ini:") && error.line >= 1,
        "a bad game: %s", error.message);
    registry_free(games);
}

/* A text without a name is called as its file is, all else is as it was. */
static void check_unnamed(void) {
    static const char *const rows[][3] = {
        {"Great War (2).txt", "files=4 ranks=4 king::K::a1\n", "great-war-2"},
        {"later.txt", "# of old\nfiles=4\nranks=4\nking:K:K::a1\noption=x y\nchoice=a\nchoice=b\n",
         "later"},
        {"marked.ini",
         "\xEF\xBB\xBF"
         "files=4 ranks=4 king:K:K::a1",
         "marked"},
        {"named.ini", "files=4 ranks=4 king:K:K::a1 name=other", "other"},
        {"said.ini", "files=4 ranks=4 king:K:K::a1 name=untitled", "untitled"},
        {"shogi.txt", "files=4 ranks=4 king:K:K::a1", "untitled"},
        {"...", "files=4 ranks=4 king:K:K::a1", "untitled"},
    };
    HenkaError error = {0};
    Registry *games = registry_new();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *path = file_with(rows[i][0], rows[i][1], 0);
        HenkaReport report = {0};
        HenkaVariant *variant = file_variant(path, NULL, 0, &report, &error);
        CHECK(variant && !strcmp(henka_variant_name(variant), rows[i][2]) &&
                  henka_variant_files(variant) == 4,
              "%s is %s", rows[i][0], variant ? henka_variant_name(variant) : error.message);
        henka_variant_free(variant);
        CHECK(registry_add(games, path, &error) && registry_find(games, rows[i][2]) >= 0 &&
                  files_of(games, rows[i][2]) == 4,
              "%s: no game %s; %s", rows[i][0], rows[i][2], error.message);
        unlink(path_of(rows[i][0]));
    }
    CHECK(files_of(games, "shogi") == 9, "shogi has %d files", files_of(games, "shogi"));
    registry_free(games);
}

/* Files beside the one that is read, and nowhere else. */
static void check_extends(void) {
    static const char top[] = "name=top\nextends=low_1.ini\nfiles=4\n",
                      low[] = "extends=Low-2.ini\nfiles=3\n", lowest[] = "ranks=3\nking:K:K:K:a1\n";
    static const char *const refused[] = {"../low_1.ini", "/etc/low.ini", ".ini",    "low_1.ini2",
                                          "sub/low.ini",  "link.ini",     "none.ini"};
    HenkaError error = {0};
    Registry *games = registry_new();
    char path[2 * PATH_SIZE];
    file_with("low_1.ini", low, 0);
    file_with("Low-2.ini", lowest, 0);
    bool good = registry_add(games, file_with("top.ini", top, 0), &error);
    CHECK(good && files_of(games, "top") == 4, "top.ini: %s", error.message);
    snprintf(path, sizeof path, "%s", path_of("link.ini"));
    CHECK(!symlink(path_of("Low-2.ini"), path), "a link");
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        char text[256];
        snprintf(text, sizeof text, "name=other\nextends=%s\n", refused[i]);
        CHECK(!registry_add(games, file_with("other.ini", text, 0), &error) && error.line == 2 &&
                  strstr(error.message, "no game to extend"),
              "%s: %s", refused[i], error.message);
    }
    /* Round and round. */
    file_with("low_1.ini", "extends=ring.ini\n", 0);
    CHECK(
        !registry_add(games, file_with("ring.ini", "name=ring\nextends=low_1.ini\n", 0), &error) &&
            strstr(error.message, "extends itself"),
        "a ring: %s", error.message);
    /* An error in a file below says where. */
    file_with("low_1.ini", "ranks=3\nking:K:K?:K:a1\n", 0);
    CHECK(!registry_add(games, file_with("top.ini", top, 0), &error) && error.line == 2 &&
              strstr(error.message, "in `low_1.ini`, line 2, column 9"),
          "an error below: %s", error.message);
    static const char *const made[] = {"low_1.ini", "Low-2.ini", "top.ini",
                                       "link.ini",  "other.ini", "ring.ini"};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) unlink(path_of(made[i]));
    registry_free(games);
}

static void check_folder(void) {
    HenkaError error = {0};
    Registry *games = registry_new();
    size_t shipped = registry_count(games);
    char sub[PATH_SIZE];
    snprintf(sub, sizeof sub, "%s", path_of("sub"));
    mkdir(sub, 0700);
    CHECK(!registry_add(games, sub, &error) && strstr(error.message, sub), "an empty folder: %s",
          error.message);
    file_with("sub/.ini", "no game", 0);
    file_with("sub/notes.txt", "no game", 0);
    file_with("sub/ini", "no game", 0);
    file_with("sub/b.ini", game_text("second", 5), 0);
    file_with("sub/a.ini", game_text("first", 4), 0);
    CHECK(registry_add(games, sub, &error) && registry_count(games) == shipped + 2 &&
              !strcmp(registry_name(games, shipped), "first") &&
              !strcmp(registry_name(games, shipped + 1), "second"),
          "a folder of two: %zu games; %s", registry_count(games), error.message);
    file_with("sub/c.ini", "no game", 0);
    file_with("sub/d.ini", game_text("fourth", 4), 0);
    CHECK(!registry_add(games, sub, &error) && strstr(error.message, "c.ini") &&
              registry_find(games, "fourth") < 0,
          "a folder with a bad file: %s", error.message);
    char many[PATH_SIZE];
    snprintf(many, sizeof many, "%s", path_of("many"));
    mkdir(many, 0700);
    for (int i = 0; i < 1001; i++) {
        char name[32];
        snprintf(name, sizeof name, "many/%d.ini", i);
        file_with(name, "", 0);
    }
    CHECK(!registry_add(games, many, &error) && strstr(error.message, "1001"),
          "a folder of 1001 files: %s", error.message);
    CHECK(!registry_add(games, path_of("missing"), &error) && strstr(error.message, "No such file"),
          "no such file: %s", error.message);
    registry_free(games);
}

/* Settings that a game does not know were made for another game. */
static void check_settings(void) {
    static const struct {
        const char *settings[3];
        bool opened, standard;
    } cases[] = {
        {{"pace=slow"}, true, false},
        {{"pace=fast"}, true, false},
        {{"other=1", "pace=fast"}, true, false},
        {{"other=1", "pacey=fast", "pac=fast"}, true, true},
        {{""}, true, true},
        {{"pace=sideways"}, false, false},
    };
    HenkaError error = {0};
    Registry *games = registry_new();
    registry_add(games, file_with("one.ini", game_text("paced", 5), 0), &error);
    size_t at = (size_t)registry_find(games, "paced");
    HenkaVariant *standard = registry_open(games, at, NULL, 0, &error);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t count = 0;
        while (count < 3 && cases[i].settings[count]) count++;
        HenkaVariant *variant = registry_open(games, at, cases[i].settings, count, &error);
        CHECK((variant != NULL) == cases[i].opened && (variant == standard) == cases[i].standard,
              "%s: %s", cases[i].settings[0],
              !variant              ? error.message
              : variant == standard ? "the standard rules"
                                    : "other rules");
        if (variant && !cases[i].standard) {
            const char *moves = henka_variant_type(variant, 1).betza;
            bool fast = strstr(cases[i].settings[count - 1], "fast");
            CHECK(!strcmp(moves, fast ? "KD" : "K"), "%s: the king moves by %s",
                  cases[i].settings[0], moves);
        }
        henka_variant_free(variant);
    }
    CHECK(strstr(error.message, "paced"), "a bad value names the game: %s", error.message);
    henka_variant_free(standard);
    registry_free(games);
}

static void check_reading(void) {
    static const size_t lengths[] = {0, 1, 65534, 65535, 65536, 65537, 131071, 131072, 300000};
    HenkaError error = {0};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        size_t length = 77;
        char *text =
            file_read(file_with("read.txt", lengths[i] ? "x" : "", lengths[i]), &length, &error);
        size_t wrong = 0;
        for (size_t k = 1; text && k < length; k++) wrong += text[k] != (k % 100 ? ' ' : '\n');
        CHECK(text && length == lengths[i] && !text[length] && !wrong,
              "%zu bytes: %zu were read, %zu wrong", lengths[i], length, wrong);
        free(text);
    }
    size_t length;
    CHECK(!file_read(path_of("missing"), &length, &error) && strstr(error.message, "missing: ") &&
              strstr(error.message, "No such file"),
          "no such file: %s", error.message);
    CHECK(!file_read(folder, &length, &error) && strstr(error.message, "directory"), "a folder: %s",
          error.message);
    CHECK(file_names_game("ito") && file_names_game(folder) && !file_names_game("nothing"),
          "names of games and files");

    HenkaDiagnostic entries[4];
    HenkaReport report = {.entries = entries, .cap = 4};
    HenkaVariant *variant = file_variant("ito", NULL, 0, &report, &error);
    CHECK(variant && henka_variant_files(variant) == 1, "ito by its name");
    henka_variant_free(variant);
    variant = file_variant(file_with("one.ini", game_text("mine", 7), 0),
                           (const char *[]){"pace=fast"}, 1, &report, &error);
    CHECK(variant && henka_variant_files(variant) == 7 &&
              !strcmp(henka_variant_type(variant, 1).betza, "KD"),
          "a game by its file");
    henka_variant_free(variant);
    report = (HenkaReport){.entries = entries, .cap = 4};
    error = (HenkaError){0};
    CHECK(!file_variant(file_with("bad.ini", "files=3\nranks=3\nfrobnicate=1\n", 0), NULL, 0,
                        &report, &error) &&
              report.fatal_count && !strcmp(error.message, entries[0].at.message),
          "a bad file: %zu errors, %s", report.fatal_count, error.message);
    report = (HenkaReport){.entries = entries, .cap = 4};
    CHECK(!file_variant(path_of("missing"), NULL, 0, &report, &error) && !report.count &&
              strstr(error.message, "No such file"),
          "no such file: %zu errors, %s", report.count, error.message);
}

static void remove_all(const char *path) {
    DIR *open = opendir(path);
    for (struct dirent *entry; (entry = readdir(open));) {
        char name[2 * PATH_SIZE];
        struct stat status;
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
        if (!stat(name, &status) && S_ISDIR(status.st_mode))
            remove_all(name);
        else
            unlink(name);
    }
    closedir(open);
    rmdir(path);
}

int main(void) {
    const char *temporary = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/henka-registry-XXXXXX", temporary ? temporary : "/tmp");
    if (!mkdtemp(folder)) return perror(folder), 1;
    check_names();
    check_files();
    check_unnamed();
    check_extends();
    check_folder();
    check_settings();
    check_reading();
    remove_all(folder);
    return check_done();
}
