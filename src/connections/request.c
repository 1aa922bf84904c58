#include "connections/request.h"

#include "base/error.h"
#include "base/utf8.h"
#include "connections/answers.h"

#include <string.h>

enum { DEFINITION_BYTES = 256 << 10 /* most bytes of a definition that a client sends */ };

/* The types of fields in messages.def. text_read reads the values of TYPE_TEXT and later types. */
typedef enum FieldType {
    TYPE_NUMBER,
    TYPE_BOOLEAN,
    TYPE_OBJECT,
    TYPE_CLOCK,
    TYPE_TOKEN,
    TYPE_TEXT,
    TYPE_CHARACTERS,
    TYPE_DEFINITION,
    TYPE_SHIPPED,
    TYPE_SIDE,
    TYPE_SEAT,
    TYPE_OFFER
} FieldType;

/* A row FIELD of messages.def: a field that messages may have. */
typedef struct Field {
    const char *name;
    FieldType type;
    size_t offset; /* offset of its member in Fields */
    int least, most;
} Field;

static const Field rows[] = {
#define FIELD(name, type, least, most)                                                             \
    [KEY_##name] = {#name, TYPE_##type, offsetof(Fields, name), least, most},
#define MESSAGE(...)
#include "connections/messages.def"
#undef FIELD
#undef MESSAGE
};

static const char *const players[] = {"human", "engine", "open", NULL};

/* By FieldType, for types whose value is one of several words: how an error describes the words,
 * and the words themselves. The index of a word is its value. */
static const struct {
    MessageKey expected;
    const char *const *names;
} choices[] = {[TYPE_SIDE] = {MSG_JSON_SIDE, answer_sides},
               [TYPE_SEAT] = {MSG_JSON_PLAYER, players},
               [TYPE_OFFER] = {MSG_JSON_OFFER, answer_offers}};

static bool is_there(const json_t *value) { return value && !json_is_null(value); }

static bool number_read(const char *name, const json_t *value, int least, int most, int *number,
                        HenkaError *error) {
    json_int_t found = json_integer_value(value);
    if (!json_is_integer(value) || found < least || found > most)
        return field_wrong(name,
                           &MESSAGE_OF(MSG_JSON_WHOLE_NUMBER, arg_number(least), arg_number(most)),
                           value, error);
    *number = (int)found;
    return true;
}

static bool clock_read(const char *name, const json_t *clock, ClockRules *rules,
                       HenkaError *error) {
    enum { MAIN, INCREMENT, BYOYOMI, PERIODS, DAYS, NUMBERS };
    static const Field numbers[NUMBERS] = {{.name = "mainMs", .most = GAMECLOCK_MOST_MAIN_MS},
                                           {.name = "incMs", .most = GAMECLOCK_MOST_STEP_MS},
                                           {.name = "byoyomiMs", .most = GAMECLOCK_MOST_STEP_MS},
                                           {"periods", TYPE_NUMBER, 0, 1, GAMECLOCK_MOST_PERIODS},
                                           {.name = "days", .most = GAMECLOCK_MOST_DAYS}};
    int found[NUMBERS] = {[PERIODS] = 1};
    const char *named;
    if (!json_is_object(clock))
        return field_wrong(name, &MESSAGE_OF(MSG_JSON_OBJECT), clock, error);
    if (!field_needed_text(clock, "kind", &named, error)) return false;
    ClockKind kind = gameclock_kind_named(named);
    if (kind == CLOCK_KINDS)
        return field_wrong("kind", &MESSAGE_OF(MSG_JSON_CLOCK), json_object_get(clock, "kind"),
                           error);
    for (int i = 0; i < NUMBERS; i++) {
        const json_t *value = json_object_get(clock, numbers[i].name);
        if (is_there(value) && !number_read(numbers[i].name, value, numbers[i].least,
                                            numbers[i].most, &found[i], error))
            return false;
    }
    /* Keeps only the numbers that this kind of clock uses, so that equal clocks are equal. */
    bool timed = kind != CLOCK_KIND_DAYS && kind != CLOCK_KIND_NONE;
    *rules = (ClockRules){.kind = kind,
                          .main_ms = timed ? found[MAIN] : 0,
                          .increment_ms = kind == CLOCK_KIND_FISCHER ? found[INCREMENT] : 0,
                          .byoyomi_ms = kind == CLOCK_KIND_BYOYOMI ? found[BYOYOMI] : 0,
                          .periods = kind == CLOCK_KIND_BYOYOMI ? found[PERIODS] : 0,
                          .days = kind == CLOCK_KIND_DAYS ? found[DAYS] : 0};
    return gameclock_rules_are_sane(rules) || error_set(error, MSG_CLOCK_SHORT, arg_text(named));
}

/* Reads a value of TYPE_TEXT or of a type after it. From TYPE_CHARACTERS it removes invisible
 * characters, and characters that would turn the direction of the text beside it. */
static bool text_read(const Field *row, const json_t *message, const json_t *value, void *to,
                      HenkaError *error) {
    const char *text = json_string_value(value);
    if (!text) return field_wrong(row->name, &MESSAGE_OF(MSG_JSON_TEXT), value, error);
    if (row->type == TYPE_CHARACTERS) {
        bool plain = true; /* the text has no ASCII control characters */
        for (const char *at = text; *at; at++)
            plain = plain && (unsigned char)*at >= ' ' && *at != 127;
        if (utf8_count(text, strlen(text)) > (size_t)row->most || !plain)
            return error_set(error, MSG_FIELD_TOO_LONG, arg_text(row->name), arg_number(row->most));
        utf8_clean(strcpy(to, text));
        return true;
    }
    if (row->type == TYPE_DEFINITION && strlen(text) > DEFINITION_BYTES)
        return error_set(error, MSG_DEFINITION_TOO_LONG, arg_number(DEFINITION_BYTES),
                         arg_number((int64_t)strlen(text)));
    if (row->type >= TYPE_SIDE) {
        for (int i = 0; choices[row->type].names[i]; i++)
            if (!strcmp(choices[row->type].names[i], text)) return *(int *)to = i, true;
        return field_wrong(row->name, &MESSAGE_OF(choices[row->type].expected), value, error);
    }
    if (row->type == TYPE_SHIPPED) {
        if (is_there(json_object_get(message, "variantText")))
            return true; /* a definition in `variantText` takes precedence over the shipped game */
        text = build_shipped_text(text);
    }
    *(const char **)to = text;
    return text || field_wrong(row->name, &MESSAGE_OF(MSG_JSON_SHIPPED_GAME), value, error);
}

static bool field_read(const Field *row, const json_t *message, json_t *value, void *to,
                       HenkaError *error) {
    switch (row->type) {
    case TYPE_NUMBER:
        return number_read(row->name, value, row->least, row->most, to, error);
    case TYPE_BOOLEAN:
        *(bool *)to = json_is_true(value);
        return json_is_boolean(value) ||
               field_wrong(row->name, &MESSAGE_OF(MSG_JSON_BOOLEAN), value, error);
    case TYPE_OBJECT:
        *(json_t **)to = value;
        return json_is_object(value) ||
               field_wrong(row->name, &MESSAGE_OF(MSG_JSON_OBJECT), value, error);
    case TYPE_CLOCK:
        return clock_read(row->name, value, to, error);
    case TYPE_TOKEN:
        if (!json_is_string(value) || !seat_token_is_well_formed(json_string_value(value)))
            return error_set(error, MSG_FIELD_NO_TOKEN, arg_text(row->name),
                             arg_number(TOKEN_LEAST), arg_number(TOKEN_MOST));
        *(TokenHash *)to = seat_hash(json_string_value(value));
        return true;
    default:
        return text_read(row, message, value, to, error);
    }
}

bool request_read(Request *request, const FieldUse *uses, HenkaError *error) {
    Fields *fields = &request->fields;
    *fields = (Fields){.level = HENKA_STANDARD_LEVEL, .ply = -1, .side = -1, .language = ""};
    for (; uses->key; uses++) {
        const Field *row = &rows[uses->key];
        json_t *value = json_object_get(request->message, row->name);
        if (is_there(value)) {
            if (!field_read(row, request->message, value, (char *)fields + row->offset, error))
                return false;
        } else if (uses->needed) {
            bool text = row->type != TYPE_BOOLEAN; /* all other required fields are strings */
            return field_wrong(row->name, &MESSAGE_OF(text ? MSG_JSON_TEXT : MSG_JSON_BOOLEAN),
                               text ? NULL : value, error);
        }
    }
    if (fields->handicap && !*fields->handicap)
        fields->handicap = NULL; /* an empty name means no handicap */
    return true;
}
