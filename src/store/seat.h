/* seat - the right to play a side: secret tokens, kept only as hashes, and browsers with seats.
 * Source   Tokens have 128 random bits or more: SHA-256 (FIPS 180-4, libcrypto) is irreversible.
 */
#ifndef HENKA_STORE_SEAT_H
#define HENKA_STORE_SEAT_H

#include "henka.h"

enum {
    TOKEN_LENGTH = 26,         /* letters of a token that the server makes: 130 bits */
    TOKEN_LEAST = 22,          /* least letters of a client's token: 128 bits */
    TOKEN_MOST = 86,           /* most letters of a client's token: 512 bits in base64url */
    TOKEN_HASH_BYTES = 32,     /* bytes of a SHA-256 */
    SEAT_BROWSERS = 8,         /* most browsers that hold one seat of a game */
    SEAT_HOLDERS = 16,         /* most browsers with seats of a game, of both sides */
    SEAT_NAME_CHARACTERS = 40, /* most characters of a person's name */
    SEAT_NAME_BYTES = 4 * SEAT_NAME_CHARACTERS + 1 /* bytes of a person's name, with its NUL */
};

/* The sides that a seat's holder may play: bit 0 sente, bit 1 gote. The third bit says that the
 * browser is a holder of the game: a game of two engines has a holder who plays neither side. */
enum { SEAT_SENTE = 1, SEAT_GOTE = 2, SEAT_BOTH = 3, SEAT_HOLDER = 4 };

/* The SHA-256 of a token. All 0: no token. */
typedef struct TokenHash {
    unsigned char bytes[TOKEN_HASH_BYTES];
} TokenHash;

/* A browser that holds seats of a game. */
typedef struct Holder {
    TokenHash browser;
    int sides;   /* the sides that the browser may play: SEAT_SENTE, SEAT_GOTE, both or neither */
    bool listed; /* the game is in the browser's list */
} Holder;

#define GAME_ID_LETTERS "0123456789abcdefghjkmnpqrstvwxyz" /* the letters of ids and tokens */
/* Fills in random letters of GAME_ID_LETTERS and a NUL: TOKEN_LENGTH of them are a token. Aborts if
 * the kernel has no random numbers. */
void seat_letters(char *text, int count);
/* Is this a well-formed token: permitted letters, and a permitted length? */
bool seat_token_is_well_formed(const char *text);
TokenHash seat_hash(const char *text);
bool seat_is_none(const TokenHash *);
bool seat_is_same(const TokenHash *, const TokenHash *); /* false: the first is no token (0) */

/* The text of a hash: 64 hexadecimal digits. seat_hash_parse returns false for any other text. */
enum { TOKEN_HASH_TEXT = 2 * TOKEN_HASH_BYTES + 1 };
void seat_hash_text(const TokenHash *, char text[TOKEN_HASH_TEXT]);
bool seat_hash_parse(const char *text, TokenHash *);

/* This browser's entry in a game's list of holders (browsers with seats); NULL: none. */
Holder *seat_holder(Holder *, int count, const TokenHash *browser);

/* Furigoma: five pieces are tossed; bit i is set if piece i fell face up. */
enum { TOSS_PIECES = 5 };
int seat_toss(void);
/* Does the tossing side begin: did most of the pieces fall face up? */
bool seat_toss_begins(int fallen);

#endif
