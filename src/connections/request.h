/* request - a client's message, read and checked by its row of messages.def.
 * Owner    Texts and objects of Fields stay the message's.
 * Errors   False: a field is missing or malformed, and the error says what was expected and what
 *          was found (fields.h).
 */
#ifndef HENKA_CONNECTIONS_REQUEST_H
#define HENKA_CONNECTIONS_REQUEST_H

#include "connections/client.h"

/* The C types of the fields. */
#define FIELD_TEXT(name, most) const char *name;
#define FIELD_CHARACTERS(name, most) char name[4 * (most) + 1];
#define FIELD_NUMBER(name, most) int name;
#define FIELD_BOOLEAN(name, most) bool name;
#define FIELD_TOKEN(name, most) TokenHash name;
#define FIELD_SIDE(name, most) int name;
#define FIELD_SEAT(name, most) const char *name;
#define FIELD_OFFER(name, most) OfferKind name;
#define FIELD_CLOCK(name, most) ClockRules name;
#define FIELD_OBJECT(name, most) json_t *name;
#define FIELD_DEFINITION(name, most) const char *name;
#define FIELD_SHIPPED(name, most) const char *name;

/* A member for each field of messages.def. */
typedef struct Fields {
#define FIELD(name, type, least, most) FIELD_##type(name, most)
#define MESSAGE(...)
#include "connections/messages.def"
#undef FIELD
} Fields;

/* A number for each field. KEY_NONE ends a list of fields. */
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

/* A field of a kind of message. */
typedef struct FieldUse {
    FieldKey key;
    bool needed; /* a message without it is refused */
} FieldUse;

/* A message that is being handled. */
typedef struct Request {
    Client *client;        /* that sent it */
    const json_t *message; /* its JSON */
    Fields fields;         /* read from it */
    LiveGame *live;        /* the game that it names; NULL if its right needs none */
    HenkaSide side; /* the client's, for SEAT and CHAT (sente if it has both), and for SIDE */
} Request;

/* Reads and checks the fields of the message. */
bool request_read(Request *, const FieldUse *, HenkaError *);
/* The definition that the message names by `variantText` or by `game`; NULL: none. */
const char *request_definition(const Request *);

#endif
