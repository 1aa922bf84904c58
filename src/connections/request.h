/* request - a client's message, read and checked by its row of messages.def.
 * Owner    Texts and objects of Fields stay the message's.
 * Errors   False: a field is missing or malformed, and the error says what was expected and found,
 *          but never quotes a token. An absent or null optional field leaves its member unchanged.
 */
#ifndef HENKA_CONNECTIONS_REQUEST_H
#define HENKA_CONNECTIONS_REQUEST_H

#include "connections/client.h"

/* Each FIELD_ macro declares the member of Fields that holds a field of its type (messages.def). */
#define FIELD_TEXT(name, most) const char *name;
#define FIELD_DEFINITION FIELD_TEXT
#define FIELD_SHIPPED FIELD_TEXT
#define FIELD_CHARACTERS(name, most) char name[4 * (most) + 1];
#define FIELD_NUMBER(name, most) int name;
#define FIELD_SIDE FIELD_NUMBER
#define FIELD_SEAT FIELD_NUMBER
#define FIELD_OFFER FIELD_NUMBER
#define FIELD_BOOLEAN(name, most) bool name;
#define FIELD_TOKEN(name, most) TokenHash name;
#define FIELD_CLOCK(name, most) ClockRules name;
#define FIELD_OBJECT(name, most) json_t *name;

/* The values of a field of type SEAT: who plays the side. */
enum { PLAYER_HUMAN, PLAYER_ENGINE, PLAYER_OPEN };

/* The values of a message's fields: a member for each field of messages.def. */
typedef struct Fields {
#define FIELD(name, type, least, most) FIELD_##type(name, most)
#define MESSAGE(...)
#include "connections/messages.def"
#undef FIELD
} Fields;

/* An index for each FIELD of messages.def. KEY_NONE ends a list of fields. */
typedef enum FieldKey {
    KEY_NONE,
#define FIELD(name, ...) KEY_##name,
#include "connections/messages.def"
#undef FIELD
#undef MESSAGE
} FieldKey;

/* Who may send a message, as messages.def says. */
typedef enum Right {
    RIGHT_ANYBODY,
    RIGHT_LOBBY,
    RIGHT_GAME,
    RIGHT_HOLDER,
    RIGHT_SEAT,
    RIGHT_CHAT,
    RIGHT_SIDE
} Right;

/* A field that messages of a kind use. */
typedef struct FieldUse {
    FieldKey key;
    bool needed; /* a message without it is refused */
} FieldUse;

/* A message that is being handled. */
typedef struct Request {
    Client *client;        /* the client that sent the message */
    const json_t *message; /* the message as JSON */
    Fields fields;         /* the values of the message's fields */
    LiveGame *live;        /* the game that the message names; or NULL */
    HenkaSide side; /* for RIGHT_SEAT and RIGHT_CHAT: the side that the client plays (sente if it
                       plays both); for RIGHT_SIDE: the side that the message names */
} Request;

/* Reads and checks the fields of the message. The list of fields ends with KEY_NONE. */
bool request_read(Request *, const FieldUse *, HenkaError *);

#endif
