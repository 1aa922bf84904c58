/* assets - every file of the page, inside the binary. The table is written by tools/embed.py.
 * Shapes   Sorted by path; etag with its quotes; packed (gzip) NULL where it would gain nothing.
 */
#ifndef HENKA_SERVER_ASSETS_H
#define HENKA_SERVER_ASSETS_H

#include <stddef.h>

typedef struct Asset {
    const char *path, *type, *etag;
    const unsigned char *plain;
    size_t plain_length;
    const unsigned char *packed;
    size_t packed_length;
} Asset;

extern const Asset assets[];
extern const size_t asset_count;

#endif
