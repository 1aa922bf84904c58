/* assets - every file of the page, inside the binary. The table is written by tools/embed.py.
 * Shapes   Sorted by path. Each file has two addresses: its path, and its path below assets_folder.
 */
#ifndef HENKA_CONNECTIONS_ASSETS_H
#define HENKA_CONNECTIONS_ASSETS_H

#include <stddef.h>

/* The forms of a file: uncompressed, and in two compressions, each smaller than the last. */
typedef enum AssetCoding { ASSET_PLAIN, ASSET_GZIP, ASSET_BROTLI, ASSET_CODINGS } AssetCoding;

typedef struct AssetBody {
    const unsigned char *bytes; /* the file in this coding; NULL if that would not be smaller */
    size_t length;              /* number of bytes */
} AssetBody;

typedef struct Asset {
    const char *path;                /* path in the URL: "/board.js" */
    const char *type;                /* media type: "image/svg+xml" */
    const char *etag;                /* value of the header ETag, with quotes */
    AssetBody bodies[ASSET_CODINGS]; /* the file in each AssetCoding; its bytes may be NULL */
} Asset;

extern const Asset assets[];
extern const size_t asset_count;
extern const char
    assets_folder[]; /* "/0123456789ab/", a hash of all files: a file below it never changes */

#endif
