#include "store/fields.h"

#include "base/error.h"
#include "base/utf8.h"

#include <string.h>

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
        return error_say(error, 0, 0, MSG_MESSAGE_EXPECTED, arg_message(expected),
                         arg_message(&found));
    return error_say(error, 0, 0, MSG_FIELD_EXPECTED, arg_text(name), arg_message(expected),
                     arg_message(&found));
}

bool field_text(const json_t *message, const char *name, const char **text, HenkaError *error) {
    const json_t *value = json_object_get(message, name);
    if (!value || json_is_null(value)) return true;
    if (!json_is_string(value)) return field_wrong(name, &MESSAGE_OF(MSG_JSON_TEXT), value, error);
    *text = json_string_value(value);
    return true;
}

bool field_needed_text(const json_t *message, const char *name, const char **text,
                       HenkaError *error) {
    *text = NULL;
    if (!field_text(message, name, text, error)) return false;
    return *text || field_wrong(name, &MESSAGE_OF(MSG_JSON_TEXT), NULL, error);
}

bool field_number(const json_t *message, const char *name, int low, int high, int *number,
                  HenkaError *error) {
    const json_t *value = json_object_get(message, name);
    if (!value || json_is_null(value)) return true;
    json_int_t found = json_integer_value(value);
    if (!json_is_integer(value) || found < low || found > high)
        return field_wrong(name,
                           &MESSAGE_OF(MSG_JSON_WHOLE_NUMBER, arg_number(low), arg_number(high)),
                           value, error);
    *number = (int)found;
    return true;
}

bool field_object(const json_t *message, const char *name, json_t **object, HenkaError *error) {
    json_t *value = json_object_get(message, name);
    if (!value || json_is_null(value)) return true;
    if (!json_is_object(value))
        return field_wrong(name, &MESSAGE_OF(MSG_JSON_OBJECT), value, error);
    *object = value;
    return true;
}

bool field_side(const json_t *message, const char *name, int *side, HenkaError *error) {
    const char *text = NULL;
    if (!field_text(message, name, &text, error)) return false;
    if (!text) return true;
    *side = !strcmp(text, "gote") ? HENKA_GOTE : HENKA_SENTE;
    return *side == HENKA_GOTE || !strcmp(text, "sente") ||
           field_wrong(name, &MESSAGE_OF(MSG_JSON_SIDE), json_object_get(message, name), error);
}

bool field_bool(const json_t *message, const char *name, bool *value, HenkaError *error) {
    const json_t *found = json_object_get(message, name);
    if (!found || json_is_null(found)) return true;
    if (!json_is_boolean(found))
        return field_wrong(name, &MESSAGE_OF(MSG_JSON_BOOLEAN), found, error);
    *value = json_is_true(found);
    return true;
}

bool field_token(const json_t *message, const char *name, TokenHash *hash, HenkaError *error) {
    const json_t *found = json_object_get(message, name);
    *hash = (TokenHash){0};
    if (!found || json_is_null(found)) return true;
    if (!json_is_string(found) || !seat_token_is_well_formed(json_string_value(found)))
        return error_say(error, 0, 0, MSG_FIELD_NO_TOKEN, arg_text(name), arg_number(TOKEN_LEAST),
                         arg_number(TOKEN_MOST));
    *hash = seat_hash(json_string_value(found));
    return true;
}

bool field_characters(const json_t *message, const char *name, int most, char *text,
                      HenkaError *error) {
    const char *found = "";
    *text = 0;
    if (!field_text(message, name, &found, error)) return false;
    bool plain = true;
    for (const char *at = found; *at; at++)
        plain = plain && (unsigned char)*at >= ' ' && *at != 127;
    if (utf8_count(found, strlen(found)) > (size_t)most || !plain)
        return error_say(error, 0, 0, MSG_FIELD_TOO_LONG, arg_text(name), arg_number(most));
    strcpy(text, found);
    utf8_clean(text);
    return true;
}

bool field_offer(const json_t *message, const char *name, OfferKind *kind, HenkaError *error) {
    static const char *const kinds[OFFER_KINDS] = {"draw", "undo", "rematch"};
    const char *text = NULL;
    if (!field_text(message, name, &text, error)) return false;
    if (!text) return true;
    int found = 0;
    while (found < OFFER_KINDS && strcmp(kinds[found], text) != 0) found++;
    *kind = (OfferKind)found;
    return found < OFFER_KINDS ||
           field_wrong(name, &MESSAGE_OF(MSG_JSON_OFFER), json_object_get(message, name), error);
}

bool field_clock(const json_t *message, const char *name, ClockRules *rules, HenkaError *error) {
    const json_t *clock = json_object_get(message, name);
    const char *kind = "none";
    int main_ms = 0, increment_ms = 0, byoyomi_ms = 0, periods = 1, days = 0;
    *rules = (ClockRules){0};
    if (!clock || json_is_null(clock)) return true;
    if (!json_is_object(clock))
        return field_wrong(name, &MESSAGE_OF(MSG_JSON_OBJECT), clock, error);
    if (!field_needed_text(clock, "kind", &kind, error)) return false;
    rules->kind = gameclock_kind_named(kind);
    if (rules->kind == CLOCK_KINDS)
        return field_wrong("kind", &MESSAGE_OF(MSG_JSON_CLOCK), json_object_get(clock, "kind"),
                           error);
    if (!field_number(clock, "mainMs", 0, GAMECLOCK_MOST_MAIN_MS, &main_ms, error) ||
        !field_number(clock, "incMs", 0, GAMECLOCK_MOST_STEP_MS, &increment_ms, error) ||
        !field_number(clock, "byoyomiMs", 0, GAMECLOCK_MOST_STEP_MS, &byoyomi_ms, error) ||
        !field_number(clock, "periods", 1, GAMECLOCK_MOST_PERIODS, &periods, error) ||
        !field_number(clock, "days", 0, GAMECLOCK_MOST_DAYS, &days, error))
        return false;
    /* Keeps only the numbers of the kind, so that equal clocks compare as equal. */
    if (rules->kind != CLOCK_KIND_DAYS) rules->main_ms = main_ms;
    if (rules->kind == CLOCK_KIND_FISCHER) rules->increment_ms = increment_ms;
    if (rules->kind == CLOCK_KIND_BYOYOMI) {
        rules->byoyomi_ms = byoyomi_ms;
        rules->periods = periods;
    }
    if (rules->kind == CLOCK_KIND_DAYS) rules->days = days;
    if (rules->kind == CLOCK_KIND_NONE) *rules = (ClockRules){0};
    return gameclock_rules_are_sane(rules) ||
           error_say(error, 0, 0, MSG_CLOCK_SHORT, arg_text(kind));
}
