#include "eval/identity.h"

#include <string.h>

enum { HASH_START = 0x811C9DC5, HASH_BY = 0x01000193 };

static uint32_t hash_more(uint32_t hash, const void *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) hash = (hash ^ ((const unsigned char *)bytes)[i]) * HASH_BY;
    return hash;
}

static uint32_t hash_number(uint32_t hash, uint32_t n) {
    unsigned char bytes[4] = {(unsigned char)n, (unsigned char)(n >> 8), (unsigned char)(n >> 16),
                              (unsigned char)(n >> 24)};
    return hash_more(hash, bytes, sizeof bytes);
}

uint32_t identity_hash(const void *bytes, size_t length) {
    return hash_more(HASH_START, bytes, length);
}

uint32_t identity_moves(const HenkaVariant *v, int type) {
    const char *betza = v->types[type].betza;
    return betza ? identity_hash(betza, strlen(betza)) : 0;
}

uint32_t identity_variant(const HenkaVariant *v) {
    uint32_t hash = hash_number(hash_number(HASH_START, (uint32_t)v->files), (uint32_t)v->ranks);
    for (int type = 1; type <= v->type_count; type++) {
        hash = hash_number(hash, identity_moves(v, type));
        hash = hash_more(hash, v->types[type].id, strlen(v->types[type].id) + 1);
    }
    return hash_more(hash_number(hash, (uint32_t)v->hand_count), v->hand_types,
                     (size_t)v->hand_count);
}
