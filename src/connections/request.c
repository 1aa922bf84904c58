#include "connections/request.h"

#include "base/error.h"

#include <string.h>

enum { DEFINITION_BYTES = 256 << 10 /* of a definition that somebody sends */ };

static const json_t *value_of(const json_t *message, const char *name) {
    const json_t *value = json_object_get(message, name);
    return json_is_null(value) ? NULL : value;
}

static bool read_definition(const json_t *message, const char *name, const char **text,
                            HenkaError *error) {
    if (!field_text(message, name, text, error)) return false;
    size_t length = *text ? strlen(*text) : 0;
    return length <= DEFINITION_BYTES ||
           error_say(error, 0, 0, MSG_DEFINITION_TOO_LONG, arg_number(DEFINITION_BYTES),
                     arg_number((int64_t)length));
}

/* A definition beside the name goes before it. */
static bool read_shipped(const json_t *message, const char *name, const char **definition,
                         HenkaError *error) {
    const char *text = NULL;
    if (!field_text(message, name, &text, error)) return false;
    if (!text || value_of(message, "variantText")) return true;
    *definition = build_shipped_text(text);
    return *definition ||
           field_wrong(name, &MESSAGE_OF(MSG_JSON_SHIPPED_GAME), value_of(message, name), error);
}

static bool read_seat(const json_t *message, const char *name, const char **seat,
                      HenkaError *error) {
    return field_text(message, name, seat, error) &&
           (!strcmp(*seat, "human") || !strcmp(*seat, "engine") || !strcmp(*seat, "open") ||
            field_wrong(name, &MESSAGE_OF(MSG_JSON_PLAYER), value_of(message, name), error));
}

#define READ_TEXT(name, ...) field_text(message, #name, &fields->name, error)
#define READ_CHARACTERS(name, least, most)                                                         \
    field_characters(message, #name, most, fields->name, error)
#define READ_NUMBER(name, least, most)                                                             \
    field_number(message, #name, least, most, &fields->name, error)
#define READ_BOOLEAN(name, ...) field_bool(message, #name, &fields->name, error)
#define READ_TOKEN(name, ...) field_token(message, #name, &fields->name, error)
#define READ_SIDE(name, ...) field_side(message, #name, &fields->name, error)
#define READ_SEAT(name, ...) read_seat(message, #name, &fields->name, error)
#define READ_OFFER(name, ...) field_offer(message, #name, &fields->name, error)
#define READ_CLOCK(name, ...) field_clock(message, #name, &fields->name, error)
#define READ_OBJECT(name, ...) field_object(message, #name, &fields->name, error)
#define READ_DEFINITION(name, ...) read_definition(message, #name, &fields->name, error)
#define READ_SHIPPED(name, ...) read_shipped(message, #name, &fields->name, error)

/* Is a field that is needed there? Every one is a text in JSON, except for a boolean. */
static bool is_there(const json_t *message, const char *name, bool boolean, HenkaError *error) {
    const json_t *value = json_object_get(message, name);
    if (value_of(message, name)) return true;
    return boolean ? field_wrong(name, &MESSAGE_OF(MSG_JSON_BOOLEAN), value, error)
                   : field_wrong(name, &MESSAGE_OF(MSG_JSON_TEXT), NULL, error);
}

static bool field_read(const json_t *message, FieldUse use, Fields *fields, HenkaError *error) {
    switch (use.key) {
#define MESSAGE(...)
#define FIELD(name, type, ...)                                                                     \
    case KEY_##name:                                                                               \
        return (!use.needed || is_there(message, #name, !strcmp(#type, "BOOLEAN"), error)) &&      \
               READ_##type(name, __VA_ARGS__);
#include "connections/messages.def"
#undef FIELD
#undef MESSAGE
    default:
        return true;
    }
}

bool request_read(Request *request, const FieldUse *uses, HenkaError *error) {
    request->fields = (Fields){.level = HENKA_STANDARD_LEVEL,
                               .ply = -1,
                               .side = -1,
                               .sente = "human",
                               .gote = "human",
                               .language = ""};
    for (; uses->key; uses++)
        if (!field_read(request->message, *uses, &request->fields, error)) return false;
    const char **handicap = &request->fields.handicap;
    if (*handicap && !**handicap) *handicap = NULL; /* an empty name is none */
    return true;
}

const char *request_definition(const Request *request) {
    const Fields *fields = &request->fields;
    return fields->variantText ? fields->variantText : fields->game;
}
