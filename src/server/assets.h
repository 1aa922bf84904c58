/* assets - every file of the page, inside the binary. The table is written by tools/embed.py.
 * Shapes   Sorted by path.
 */
#ifndef HENKA_SERVER_ASSETS_H
#define HENKA_SERVER_ASSETS_H

#include <stddef.h>

typedef struct Asset {
    const char *path;            /* of the URL: "/board.js" */
    const char *type;            /* of the content: "image/svg+xml" */
    const char *etag;            /* with its quotes */
    const unsigned char *plain;  /* the file's bytes */
    size_t plain_length;         /* of plain */
    const unsigned char *packed; /* the same by gzip; NULL where that would gain nothing */
    size_t packed_length;        /* of packed */
} Asset;

extern const Asset assets[];
extern const size_t asset_count;

#endif
