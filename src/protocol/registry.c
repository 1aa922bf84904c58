#include "protocol/registry.h"
#include "base/edit_distance.h"
#include "base/error.h"
#include "protocol/file.h"
#include "protocol/numbers.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FOLDER_LIMIT = 1000, SETTING_LIMIT = 64 };

typedef struct RegistryEntry {
    char *name, *text; /* text NULL: inside the library; name NULL: the text is not read yet */
    char *path;        /* path of the file that holds the text; NULL: inside the library */
    size_t length;
    HenkaVariant *variant; /* the game without settings; NULL: not needed so far */
} RegistryEntry;

struct Registry {
    RegistryEntry *entries;
    size_t count, cap;
};

static int entry_find(const Registry *c, const char *name) {
    for (size_t i = 0; i < c->count; i++)
        if (!strcmp(c->entries[i].name, name)) return (int)i;
    return -1;
}

static RegistryEntry *entry_place(Registry *c, const char *name) {
    int found = entry_find(c, name);
    if (found >= 0) {
        free(c->entries[found].text);
        free(c->entries[found].path);
        c->entries[found].text = c->entries[found].path = NULL;
        henka_variant_free(c->entries[found].variant);
        c->entries[found].variant = NULL;
        return &c->entries[found];
    }
    if (c->count == c->cap) {
        size_t cap = c->cap ? c->cap * 2 : 16;
        RegistryEntry *grown = realloc(c->entries, cap * sizeof *grown);
        if (!grown) return NULL;
        c->entries = grown, c->cap = cap;
    }
    RegistryEntry *entry = &c->entries[c->count];
    *entry = (RegistryEntry){.name = strdup(name)};
    if (!entry->name) return NULL;
    c->count++;
    return entry;
}

Registry *registry_new(void) {
    Registry *c = calloc(1, sizeof *c);
    const char *name;
    for (size_t i = 0; c && (name = henka_shipped_name(i)); i++)
        if (!entry_place(c, name)) return registry_free(c), NULL;
    return c;
}

void registry_free(Registry *c) {
    if (!c) return;
    for (size_t i = 0; i < c->count; i++) {
        free(c->entries[i].name);
        free(c->entries[i].text);
        free(c->entries[i].path);
        henka_variant_free(c->entries[i].variant);
    }
    free(c->entries);
    free(c);
}

/* Parses the game of an entry. The text of an error names the game or its file. */
static HenkaVariant *entry_open(const RegistryEntry *entry, const char *const *settings,
                                size_t count, HenkaError *error) {
    HenkaDiagnostic entries[16];
    HenkaReport report = {.entries = entries, .cap = 16};
    HenkaVariant *variant =
        entry->text ? henka_variant_parse(entry->text, entry->length, settings, count, &report)
                    : henka_variant_shipped(entry->name, settings, count, &report);
    const HenkaError *at = variant ? NULL : henka_report_error(&report);
    const char *path = entry->name ? entry->name : entry->path;
    if (at)
        error_say(error, at->line, at->column, MSG_ERROR_IN_FILE, arg_text(path),
                  arg_number(at->line), arg_number(at->column), arg_error(at));
    else if (!variant)
        error_set(error, MSG_FILE_NO_GAME, arg_text(path));
    else if (entry->path && !numbers_give(variant, entry->path, "", "", count > 0, error)) {
        henka_variant_free(variant);
        variant = NULL;
    }
    return variant;
}

static bool file_add(Registry *c, const char *path, HenkaError *error) {
    RegistryEntry read = {.path = strdup(path)}, *entry = NULL;
    read.text = file_read_game(path, &read.length, error);
    HenkaVariant *variant = NULL;
    if (read.text && !read.path) error_set(error, MSG_NO_MEMORY);
    if (read.text && read.path) variant = entry_open(&read, NULL, 0, error);
    if (variant) {
        /* A game without a name is named after its file, and read again with this name. */
        RegistryEntry named = read;
        HenkaError none;
        named.text = file_name_game(path, variant, read.text, &named.length);
        HenkaVariant *again = named.text ? entry_open(&named, NULL, 0, &none) : NULL;
        free(again ? read.text : named.text);
        if (again) read = named;
        if (again) henka_variant_free(variant), variant = again;
    }
    if (variant && !(entry = entry_place(c, henka_variant_name(variant))))
        error_set(error, MSG_NO_MEMORY);
    if (entry) {
        entry->text = read.text, entry->length = read.length, entry->path = read.path;
    } else {
        free(read.text);
        free(read.path);
    }
    henka_variant_free(variant);
    return entry != NULL;
}

static int name_is_game(const struct dirent *entry) {
    size_t length = strlen(entry->d_name);
    return length > 4 && !strcmp(entry->d_name + length - 4, ".ini");
}

bool registry_add(Registry *c, const char *path, HenkaError *error) {
    struct stat status;
    if (stat(path, &status) || !S_ISDIR(status.st_mode)) return file_add(c, path, error);
    struct dirent **names;
    int count = scandir(path, &names, name_is_game, alphasort);
    bool good = count > 0 && count <= FOLDER_LIMIT;
    if (!good)
        error_set(error, MSG_FOLDER_OF_GAMES, arg_text(path), arg_number(FOLDER_LIMIT),
                  arg_number(count < 0 ? 0 : count));
    for (int i = 0; i < count; i++) {
        char file[4096];
        snprintf(file, sizeof file, "%s/%s", path, names[i]->d_name);
        if (good) good = file_add(c, file, error);
        free(names[i]);
    }
    if (count >= 0) free(names);
    return good;
}

bool registry_is_shelved(const char *name) {
    HenkaVariant *variant = henka_variant_shipped(name, NULL, 0, NULL);
    bool shelved = variant && *henka_variant_about(variant, "shelf");
    henka_variant_free(variant);
    return shelved;
}

/* Is the word in the comma-separated list that the game's file has for this key? */
static bool about_has(const Registry *c, size_t index, const char *key, const char *word) {
    HenkaVariant *variant = registry_open(c, index, NULL, 0, NULL);
    const char *at = variant ? henka_variant_about(variant, key) : "";
    size_t length = strlen(word);
    bool found = false;
    while (*at && !found) {
        size_t size = strcspn(at, ", \n");
        found = size == length && length && !strncmp(at, word, size);
        at += size + (at[size] != '\0');
    }
    henka_variant_free(variant);
    return found;
}

size_t registry_standard(const Registry *c, const char *protocol) {
    for (size_t i = 0; i < c->count && henka_shipped_name(i); i++)
        if (about_has(c, i, "begins", protocol)) return i;
    return 0;
}

size_t registry_count(const Registry *c) { return c->count; }

const char *registry_name(const Registry *c, size_t index) { return c->entries[index].name; }

int registry_find(const Registry *c, const char *name) {
    int found = entry_find(c, name);
    for (size_t i = 0; found < 0 && i < c->count; i++)
        if (about_has(c, i, "alias", name) ||
            (strcmp(name, "none") && about_has(c, i, "xboard", name)))
            found = (int)i;
    return found;
}

const char *registry_near(const Registry *c, const char *name) {
    const char *best = NULL;
    int least = 4;
    for (size_t i = 0; i < c->count; i++) {
        const char *other = c->entries[i].name;
        int distance = edit_distance(other, strlen(other), name, strlen(name));
        if (distance < least && distance < (int)strlen(name)) least = distance, best = other;
    }
    return best;
}

HenkaVariant *registry_open(const Registry *c, size_t index, const char *const *settings,
                            size_t count, HenkaError *error) {
    RegistryEntry *entry = &c->entries[index];
    const char *known[SETTING_LIMIT];
    size_t known_count = 0;
    if (!entry->variant) entry->variant = entry_open(entry, NULL, 0, error);
    if (!entry->variant) return NULL;
    for (size_t i = 0; i < count && known_count < SETTING_LIMIT; i++) {
        size_t length = strcspn(settings[i], "=");
        bool has = false;
        for (size_t k = 0; k < henka_variant_option_count(entry->variant); k++) {
            const char *name = henka_variant_option(entry->variant, k).name;
            has |= strlen(name) == length && !strncmp(name, settings[i], length);
        }
        if (has) known[known_count++] = settings[i];
    }
    return known_count ? entry_open(entry, known, known_count, error)
                       : henka_variant_retain(entry->variant);
}
