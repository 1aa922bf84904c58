/* assets - every file of the page, inside the binary. The table is written by tools/embed.py.
 * Shapes   Sorted by path. Each file has two addresses: its path, and its path below assets_folder.
 */
#ifndef HENKA_CONNECTIONS_ASSETS_H
#define HENKA_CONNECTIONS_ASSETS_H

#include <stddef.h>

/* A file's bytes uncompressed, and in two codings. Each coding is smaller than the one before
 * it. */
typedef enum AssetCoding { ASSET_PLAIN, ASSET_GZIP, ASSET_BROTLI, ASSET_CODINGS } AssetCoding;

typedef struct AssetBody {
    const unsigned char *bytes; /* NULL where the coding would gain nothing */
    size_t length;              /* of bytes */
} AssetBody;

typedef struct Asset {
    const char *path;                /* of the URL: "/board.js" */
    const char *type;                /* of the content: "image/svg+xml" */
    const char *etag;                /* with its quotes */
    AssetBody bodies[ASSET_CODINGS]; /* by AssetCoding */
} Asset;

extern const Asset assets[];
extern const size_t asset_count;
extern const char
    assets_folder[]; /* "/0123456789ab/": a hash of all files, so what lies there never changes */

#endif
