/* hash - FNV-1a (Fowler, Noll, Vo) with 32 and 64 bits, for hash tables and for detecting changes
 * of a text, not for secrets. To hash several pieces, each call continues from the hash before. */
#ifndef HENKA_BASE_HASH_H
#define HENKA_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_START_32 UINT32_C(0x811C9DC5) /* the 32-bit hash of an empty text */
#define HASH_START_64 UINT64_C(0xCBF29CE484222325)
#define HASH_PRIME_64 UINT64_C(0x100000001B3)

static inline uint32_t hash_more_32(uint32_t hash, const void *bytes, size_t length) {
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * UINT32_C(0x01000193);
    return hash;
}

static inline uint64_t hash_more_64(uint64_t hash, const void *bytes, size_t length) {
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * HASH_PRIME_64;
    return hash;
}

#endif
