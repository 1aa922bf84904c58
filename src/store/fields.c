#include "store/fields.h"

#include "base/error.h"

bool field_wrong(const char *name, const Message *expected, const json_t *value,
                 HenkaError *error) {
    static const MessageKey names[] = {
        [JSON_OBJECT] = MSG_JSON_OBJECT, [JSON_ARRAY] = MSG_JSON_LIST,
        [JSON_STRING] = MSG_JSON_TEXT,   [JSON_INTEGER] = MSG_JSON_NUMBER,
        [JSON_REAL] = MSG_JSON_NUMBER,   [JSON_TRUE] = MSG_JSON_TRUE,
        [JSON_FALSE] = MSG_JSON_FALSE,   [JSON_NULL] = MSG_JSON_NULL,
    };
    Message found = MESSAGE_OF(value ? names[json_typeof(value)] : MSG_JSON_NOTHING);
    if (json_is_string(value))
        found = MESSAGE_OF(MSG_JSON_QUOTED, arg_text(json_string_value(value)));
    if (!name)
        return error_set(error, MSG_MESSAGE_EXPECTED, arg_message(expected), arg_message(&found));
    return error_set(error, MSG_FIELD_EXPECTED, arg_text(name), arg_message(expected),
                     arg_message(&found));
}

bool field_needed_text(const json_t *message, const char *name, const char **text,
                       HenkaError *error) {
    const json_t *value = json_object_get(message, name);
    *text = json_string_value(value);
    return *text ||
           field_wrong(name, &MESSAGE_OF(MSG_JSON_TEXT), json_is_null(value) ? NULL : value, error);
}
