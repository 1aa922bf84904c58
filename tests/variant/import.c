/* Sections of Fairy-Stockfish's variants.ini and what `henka import` makes of them, as
 * data/imports.txt has it and explains. With --write after the file's name the answers are written
 * anew: `git diff` then shows what changed, in whole lines of the games. Then the directions of
 * their notation, one by one. */
#include "check.h"
#include "difference.h"
#include "henka_import.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 1 << 18, ENTRIES = 64 };
static char whole[TEXT_BYTES], all[TEXT_BYTES], made[TEXT_BYTES], found[TEXT_BYTES];
static HenkaDiagnostic entries[ENTRIES];

/* The game that the file's first section begins from, alone and under this name; empty if there is
 * none, or if the file says no more than that. */
static void base_of(const char *text, size_t length, const char *name, char *base) {
    char section[128], game[64];
    *base = '\0';
    const char *from = memchr(text, '[', length);
    if (!from || sscanf(from, "[%*[^]:]:%63[^]]]", game) != 1) return;
    snprintf(section, sizeof section, "[%s:%s]\n", name, game);
    if (length != strlen(section) || memcmp(text, section, length) != 0)
        henka_variant_import(section, strlen(section), name, base, TEXT_BYTES, NULL);
}

/* What import says of it, as the file of cases has it, in `found`. */
static void answer(const char *text, size_t length, const char *name) {
    static char base[TEXT_BYTES];
    HenkaReport report = {.entries = entries, .cap = ENTRIES};
    size_t size = henka_variant_import(text, length, name, made, sizeof made, &report);
    size_t used = 0;
    *found = '\0';
    CHECK(!size == (report.fatal_count > 0) && size == strlen(made),
          "%s: %zu bytes with %zu errors", name, size, report.fatal_count);
    for (size_t i = 0; i < report.count && i < ENTRIES; i++)
        used += (size_t)sprintf(found + used, "  %d:%d: %s: %s\n", entries[i].at.line,
                                entries[i].at.column,
                                entries[i].fatal  ? "error"
                                : entries[i].note ? "note"
                                                  : "warning",
                                entries[i].at.message);
    if (!size) return;
    base_of(text, length, name, base);
    if (!difference_write(found + used, base, made)) strcpy(found + used, "  the same game\n");
    HenkaVariant *v = henka_variant_parse(made, size, NULL, 0, NULL);
    CHECK(v, "%s: what is written is no game:\n%s", name, made);
    henka_variant_free(v);
    char cut[8];
    size_t again = henka_variant_import(text, length, name, cut, sizeof cut, NULL);
    CHECK(again == size && !strncmp(cut, made, 7) && strlen(cut) == 7,
          "%s: %zu bytes into a small buffer, not %zu", name, again, size);
}

/* One case, from its heading on. Adds it to `all` with what was found. */
static size_t case_check(const char *at, size_t size, size_t used) {
    static char file[TEXT_BYTES];
    char name[128], *text = file + strlen("==== ");
    snprintf(file, size + 1, "%s", at);
    char *answers = strstr(text, "\n  ");
    size_t same = 0, before = answers ? (size_t)(answers + 1 - file) : size;
    sscanf(text, *text == '[' ? "[%127[^]:]" : "%127[^\n]", name);
    if (*text != '[') text += strlen(name) + 1;
    const char *wanted = at + before;
    answer(text, before - (size_t)(text - file), name);
    while (found[same] && found[same] == file[before + same]) same++;
    bool agree = !found[same] && before + same == size;
    while (same && found[same - 1] != '\n') same--;
    CHECK(agree, "%s\n  expected %.*s\n  found    %.*s", name, (int)strcspn(wanted + same, "\n"),
          wanted + same, (int)strcspn(found + same, "\n"), found + same);
    return used + (size_t)sprintf(all + used, "%.*s%s", (int)before, at, found);
}

static void cases_check(const char *path, bool writes) {
    FILE *file = fopen(path, "rb");
    CHECK(file, "there is no %s", path);
    if (!file) return;
    whole[fread(whole, 1, sizeof whole - 1, file)] = '\0';
    fclose(file);
    char *at = strstr(whole, "\n==== ");
    size_t used = at ? (size_t)sprintf(all, "%.*s", (int)(++at - whole), whole) : 0;
    int count = 0;
    for (char *next; at; at = next) {
        next = strstr(at, "\n==== ");
        if (next) next++;
        used = case_check(at, next ? (size_t)(next - at) : strlen(at), used);
        count++;
    }
    CHECK(count > 280, "only %d cases", count);
    file = writes ? fopen(path, "wb") : NULL;
    if (!file) return;
    fputs(all, file);
    fclose(file);
    check_failed = 0; /* what differed is written */
}

/* ---- directions ------------------------------------------------------------------------------ */

/* Moves as their notation has them, and where they lead from the middle of an empty board: `x,y`,
 * to the right and forward. */
static const struct {
    const char *moves, *to;
} walks[] = {
    {"W", "0,1 1,0 0,-1 -1,0"},
    {"fW", "0,1"},
    {"vW", "0,1 0,-1"},
    {"sW", "1,0 -1,0"},
    {"fsW", "0,1 1,0 -1,0"},
    {"flW", "0,1 -1,0"},
    {"brW", "0,-1 1,0"},
    {"vrW", "0,1 0,-1 1,0"},
    {"F", "1,1 1,-1 -1,-1 -1,1"},
    {"fF", "1,1 -1,1"},
    {"bF", "1,-1 -1,-1"},
    {"rF", "1,1 1,-1"},
    {"flF", "-1,1"},
    {"lfF", "-1,1"},
    {"frbrF", "1,1 1,-1"},
    {"frblF", "1,1 -1,-1"},
    {"fbrF", "1,1 -1,1 1,-1"},
    {"K", "0,1 1,0 0,-1 -1,0 1,1 1,-1 -1,-1 -1,1"},
    {"fK", "0,1 1,1 -1,1"},
    {"fsK", "1,0 -1,0 1,1 -1,1"},
    {"frK", "1,0 1,1"},
    {"N", "1,2 2,1 2,-1 1,-2 -1,-2 -2,-1 -2,1 -1,2"},
    {"fN", "1,2 -1,2"},
    {"ffN", "1,2 -1,2"},
    {"bN", "1,-2 -1,-2"},
    {"vN", "1,2 -1,2 1,-2 -1,-2"},
    {"sN", "2,1 2,-1 -2,1 -2,-1"},
    {"rN", "2,1 2,-1"},
    {"lN", "-2,1 -2,-1"},
    {"fsN", "2,1 -2,1"},
    {"bsN", "2,-1 -2,-1"},
    {"fhN", "1,2 2,1 -1,2 -2,1"},
    {"bhN", "1,-2 2,-1 -1,-2 -2,-1"},
    {"rhN", "1,2 2,1 2,-1 1,-2"},
    {"hrN", "1,2 2,-1 -1,-2 -2,1"},
    {"hlN", "2,1 1,-2 -2,-1 -1,2"},
    {"frN", "2,1"},
    {"rfN", "1,2"},
    {"lfN", "-1,2"},
    {"flN", "-2,1"},
    {"brN", "2,-1"},
    {"rbN", "1,-2"},
    {"lbN", "-1,-2"},
    {"blN", "-2,-1"},
    {"rvN", "1,2 1,-2"},
    {"frlbN", "2,1 -1,-2"},
    {"fWfF", "0,1 1,1 -1,1"},
    {"D", "0,2 2,0 0,-2 -2,0"},
    {"fA", "2,2 -2,2"},
    {"H", "0,3 3,0 0,-3 -3,0"},
    {"fC", "1,3 -1,3"},
    {"fL", "1,3 -1,3"},
    {"sZ", "3,2 3,-2 -3,2 -3,-2"},
    {"flJ", "-3,2"},
    {"bG", "3,-3 -3,-3"},
    {"fR2", "0,1 0,2"},
    {"fW2", "0,1 0,2"},
    {"fR1", "0,1"},
    {"frB3", "1,1 2,2 3,3"},
    {"fQ2", "0,1 0,2 1,1 2,2 -1,1 -2,2"},
    {"rfN2", "1,2 2,4"},
    {"nfD", "0,2"},
    {"ffW", "0,1"},
    {"frW", "0,1 1,0"},
    {"ffffffffffffffffW", "0,1"}, /* as many directions as there may be */
    {"rffrlbblK", "0,1 1,0 0,-1 -1,0 1,1 -1,-1"},
    {"frbrblflK", "1,0 -1,0 1,1 1,-1 -1,-1 -1,1"},
    {"rfblK", "0,1 -1,0 1,1 -1,-1"},
    {"W3", "0,1 0,2 0,3 1,0 2,0 3,0 0,-1 0,-2 0,-3 -1,0 -2,0 -3,0"},
    {"nfR2", "0,1 0,2"},
    {"N1", "1,2 2,1 2,-1 1,-2 -1,-2 -2,-1 -2,1 -1,2"},
};

static int order(const void *a, const void *b) { return strcmp(a, b); }

/* The same squares in one order. */
static void sorted(const char *squares, char *out) {
    char words[128][16];
    int count = 0;
    for (const char *at = squares; *at && count < 128; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        snprintf(words[count++], sizeof *words, "%.*s", (int)length, at);
        at += length;
    }
    qsort(words, (size_t)count, sizeof *words, order);
    *out = '\0';
    for (int i = 0; i < count; i++) sprintf(out + strlen(out), "%s ", words[i]);
}

/* The moves end the file, and what stands behind it would make others of them. */
static void walk_check(const char *moves, const char *to) {
    char file[512], squares[2048] = "", wanted[2048], is[2048];
    snprintf(file, sizeof file,
             "[x]\nking = k\nmaxRank = 10\nmaxFile = 10\ncastling = false\n"
             "startFen = 10/10/10/10/9k/9K/5A4/10/10/10 w - - 0 1\ncustomPiece1 = a:%s2",
             moves);
    size_t size = henka_variant_import(file, strlen(file) - 1, "x", made, sizeof made, NULL);
    HenkaVariant *v = size ? henka_variant_parse(made, size, NULL, 0, NULL) : NULL;
    CHECK(v, "`%s` is refused", moves);
    HenkaMark marks[256];
    size_t count = v ? henka_variant_diagram(v, 1, marks, 256) : 0;
    for (size_t i = 0; i < count; i++)
        if (marks[i].kinds & HENKA_MARK_MOVE)
            sprintf(squares + strlen(squares), "%d,%d ", marks[i].dx, marks[i].dy);
    sorted(squares, is);
    sorted(to, wanted);
    CHECK(!strcmp(is, wanted), "`%s` goes to %s, not %s: %s", moves, is, wanted,
          v ? henka_variant_type(v, 1).betza : "");
    henka_variant_free(v);
}

/* Whatever the directions of a leap, what is written has the same: all sets of the eight, and of
 * the four of other leaps. */
static void sets_check(void) {
    static const char *const one[] = {"rf", "fr", "br", "rb", "lb", "bl", "fl", "lf"};
    static const char *const step[] = {"1,2",   "2,1",   "2,-1", "1,-2",
                                       "-1,-2", "-2,-1", "-2,1", "-1,2"};
    for (int set = 1; set < 256; set++) {
        char moves[64] = "", to[128] = "";
        for (int i = 0; i < 8; i++)
            if (set >> i & 1) strcat(moves, one[i]), strcat(strcat(to, step[i]), " ");
        walk_check(strcat(moves, "N"), to);
    }
    static const struct {
        const char *one[4], *step[4], atom;
    } fours[] = {{{"f", "r", "b", "l"}, {"0,1", "1,0", "0,-1", "-1,0"}, 'W'},
                 {{"fr", "br", "bl", "fl"}, {"2,2", "2,-2", "-2,-2", "-2,2"}, 'A'}};
    for (size_t i = 0; i < sizeof fours / sizeof *fours; i++)
        for (int set = 1; set < 16; set++) {
            char moves[64] = "", to[128] = "";
            for (int j = 0; j < 4; j++)
                if (set >> j & 1)
                    strcat(moves, fours[i].one[j]), strcat(strcat(to, fours[i].step[j]), " ");
            sprintf(moves + strlen(moves), "%c", fours[i].atom);
            walk_check(moves, to);
        }
}

/* ---- files ----------------------------------------------------------------------------------- */

/* The same section written otherwise is the same game. */
static void check_layout(void) {
    static const char *const files[] = {
        "[x:chess]\ncastling = false\nnMoveRule = 9\n",
        "[x:chess]\ncastling=false\nnMoveRule=9",
        ("\xEF\xBB\xBF\r\n# [x]\n [x]\n[x\n[ \tx\t:\tchess ] more\r\n\t\n  ; a = "
         "b\r\n\tcastling\t= "
         " "
         "false \t\r\n #\n\nnMoveRule=8\n nMoveRule = 9 \n\n[y:x]\ncastling = true\n"),
        ("[y]\n[y:]\n[]\n[:x]\nfoo\n[xx:x]\n[x:chess]\ncastling = false\nnMoveRule = "
         "9\n[x:makruk]\n"),
    };
    static char first[4096];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        henka_variant_import(files[i], strlen(files[i]), "x", made, sizeof made, NULL);
        if (!i) strcpy(first, made);
        CHECK(*made && !strcmp(made, first), "%s\n  gives\n%s", files[i], made);
    }
    size_t whole_size = henka_variant_import("[x:chess]", 9, "x", made, sizeof made, NULL);
    CHECK(whole_size && strstr(made, "KisO2"), "a section without a line: %s", made);
}

/* Sections one below the other: so many may be. */
static void check_depth(void) {
    char file[1024] = "";
    for (int i = 1; i <= 16; i++) {
        size_t length = strlen(file);
        if (i == 1)
            strcpy(file, "[a1:chess]\n");
        else
            sprintf(file + length, "[a%d:a%d]\n", i, i - 1);
        char name[8];
        sprintf(name, "a%d", i);
        size_t size = henka_variant_import(file, strlen(file), name, made, sizeof made, NULL);
        CHECK((size > 0) == (i < 16), "%d sections and the one they begin from: %zu bytes", i,
              size);
    }
}

/* Moves may be so long as what is written of them has room. */
static void check_long_moves(void) {
    HenkaReport report = {.entries = entries, .cap = ENTRIES};
    for (int count = 511; count <= 512; count++) {
        static char file[4096];
        strcpy(file, "[x:chess]\ncustomPiece1 = n:");
        for (int i = 0; i < count; i++) strcat(file, "WF");
        size_t size = henka_variant_import(file, strlen(file), "x", made, sizeof made, &report);
        CHECK(count == 511 ? size > 0 : strstr(entries[0].at.message, "only a part") != NULL,
              "%d letters: %zu bytes, %s", 2 * count, size, entries[0].at.message);
    }
}

/* Files that are no text, empty or too long. */
static void check_odd_files(void) {
    static const char bytes[] = "[x:chess]\nfoo\x01 = 3\ncastling = fa\xfflse\n";
    HenkaReport report = {.entries = entries, .cap = ENTRIES};
    CHECK(!henka_variant_import(bytes, sizeof bytes - 1, "x", NULL, 0, &report) &&
              report.count == 2 && entries[0].at.line == 2 && entries[0].at.column == 4 &&
              entries[1].at.line == 3 && entries[1].at.column == 14 &&
              strstr(entries[0].at.message, "control character") &&
              strstr(entries[1].at.message, "not UTF-8"),
          "bytes that no text has: %zu findings", report.count);
    report.cap = 1;
    CHECK(!henka_variant_import("", 0, "x", NULL, 0, &report) && report.fatal_count == 1,
          "an empty file has a game");
    CHECK(!henka_variant_import("", 0, "x", NULL, 0, NULL), "an empty file has a game");
    static char long_text[(1 << 18) + 2];
    memset(long_text, '\n', sizeof long_text - 1);
    CHECK(!henka_variant_import(long_text, sizeof long_text - 1, "x", NULL, 0, &report) &&
              strstr(entries[0].at.message, "262145 bytes"),
          "too long: %s", entries[0].at.message);
    CHECK(!henka_variant_import(long_text, sizeof long_text - 2, "x", NULL, 0, &report) &&
              strstr(entries[0].at.message, "no section"),
          "as long as may be: %s", entries[0].at.message);
    CHECK(!henka_variant_import("", (size_t)1 << 32, "x", NULL, 0, &report) &&
              strstr(entries[0].at.message, "262145 bytes"),
          "4 GB: %s", entries[0].at.message);
    static const char delete_line[] = "[x:chess]\ncastling\t= false\x7f\n";
    CHECK(!henka_variant_import(delete_line, sizeof delete_line - 1, "x", NULL, 0, &report) &&
              report.count == 1 && entries[0].at.line == 2 && entries[0].at.column == 17 &&
              strstr(entries[0].at.message, "control character"),
          "a byte 127: %zu findings, %s", report.count, entries[0].at.message);
}

int main(int count, char **arguments) {
    bool writes = count > 2 && !strcmp(arguments[2], "--write");
    if (count < 2) return 2;
    cases_check(arguments[1], writes);
    for (size_t i = 0; i < sizeof walks / sizeof *walks; i++)
        walk_check(walks[i].moves, walks[i].to);
    sets_check();
    check_layout();
    check_depth();
    check_long_moves();
    check_odd_files();
    return check_done();
}
