#include "store/seat.h"

#include <assert.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

void seat_letters(char *text, int count) {
    unsigned char bytes[TOKEN_LENGTH];
    assert(count <= TOKEN_LENGTH);
    if (getentropy(bytes, (size_t)count))
        abort(); /* without random numbers no token would be
                                                      safe */
    for (int i = 0; i < count; i++) text[i] = GAME_ID_LETTERS[bytes[i] % 32];
    text[count] = 0;
}

bool seat_token_is_well_formed(const char *text) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    size_t length = strlen(text);
    return length >= TOKEN_LEAST && length <= TOKEN_MOST && strspn(text, letters) == length;
}

TokenHash seat_hash(const char *text) {
    TokenHash hash;
    SHA256((const unsigned char *)text, strlen(text), hash.bytes);
    return hash;
}

bool seat_is_none(const TokenHash *hash) {
    static const TokenHash none;
    return !memcmp(hash, &none, sizeof none);
}

bool seat_is_same(const TokenHash *one, const TokenHash *other) {
    return !seat_is_none(one) && !memcmp(one, other, sizeof *one);
}

Holder *seat_holder(Holder *holders, int count, const TokenHash *browser) {
    for (int i = 0; i < count; i++)
        if (seat_is_same(&holders[i].browser, browser)) return &holders[i];
    return NULL;
}

int seat_toss(void) {
    unsigned char byte;
    if (getentropy(&byte, 1)) abort();
    return byte & ((1 << TOSS_PIECES) - 1);
}

bool seat_toss_begins(int fallen) {
    int up = 0;
    for (int i = 0; i < TOSS_PIECES; i++) up += fallen >> i & 1;
    return 2 * up > TOSS_PIECES;
}

void seat_hash_text(const TokenHash *hash, char text[TOKEN_HASH_TEXT]) {
    for (int i = 0; i < TOKEN_HASH_BYTES; i++) snprintf(text + 2 * i, 3, "%02x", hash->bytes[i]);
}

bool seat_hash_parse(const char *text, TokenHash *hash) {
    *hash = (TokenHash){0};
    if (strlen(text) != TOKEN_HASH_TEXT - 1 || strspn(text, "0123456789abcdef") != strlen(text))
        return false;
    for (int i = 0; i < TOKEN_HASH_BYTES; i++) sscanf(text + 2 * i, "%2hhx", &hash->bytes[i]);
    return true;
}
