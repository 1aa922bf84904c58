#!/usr/bin/env python3
"""embed.py OUT.c DEPFILE WEB_DIR [FILE...] - every file below WEB_DIR, and FILEs beside them, as one C table (src/server/assets.h)."""
import gzip
import hashlib
import os
import re
import sys

TYPES = {
    '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.mjs': 'text/javascript; charset=utf-8',
    '.css': 'text/css; charset=utf-8', '.json': 'application/json', '.webmanifest': 'application/manifest+json', '.svg': 'image/svg+xml',
    '.png': 'image/png', '.ico': 'image/x-icon', '.wasm': 'application/wasm', '.woff2': 'font/woff2', '.txt': 'text/plain; charset=utf-8',
    '.md': 'text/plain; charset=utf-8', '.ogg': 'audio/ogg', '.wav': 'audio/wav',
}
SKIPPED = {'.map', '.d', '.ts'}  # anything else without a type is a mistake worth hearing of


def collect(web):
    """(path in the address, file) of every file to serve, and everything whose change means embedding again."""
    found, watched = [], []
    for folder, folders, files in os.walk(web):
        folders[:] = sorted(f for f in folders if not f.startswith('.') and f != 'node_modules')
        watched.append(folder)
        for name in sorted(files):
            if not name.startswith('.') and name not in ('meson.build', 'package.json') and os.path.splitext(name)[1] not in SKIPPED:
                path = os.path.join(folder, name)
                found.append(('/' + os.path.relpath(path, web).replace(os.sep, '/'), path))
    return found, watched


# A comment that has its lines for itself: // to the end of the line, or /* */ with nothing behind it.
COMMENT = re.compile(rb'^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/[ \t]*)$', re.M | re.S)


def without_comments(data):
    """A script as it is sent: types and explanations stay here, every line keeps its number."""
    return COMMENT.sub(lambda found: b'\n' * found.group().count(b'\n'), data)


def c_bytes(data):
    rows = [','.join(map(str, data[i:i + 256])) for i in range(0, len(data), 256)]
    return ',\n'.join(rows) or '0'


def main(out, depfile, web, *extra):
    found, watched = collect(web)
    found += [('/' + os.path.basename(f), f) for f in extra]
    blobs, table = [], []
    for address, path in sorted(found):
        extension = os.path.splitext(path)[1]
        if extension not in TYPES:
            sys.exit(f'embed.py: {path}: no content type known for "{extension}" (add it to TYPES)')
        with open(path, 'rb') as file:
            data = file.read()
        if extension == '.js':
            data = without_comments(data)
        packed = gzip.compress(data, 9, mtime=0)
        if len(packed) > len(data) * 0.9:
            packed = b''
        etag = hashlib.sha256(data).hexdigest()[:20]
        number = len(blobs)
        blobs.append(f'static const unsigned char plain{number}[] = {{\n{c_bytes(data)}\n}};')
        if packed:
            blobs.append(f'static const unsigned char packed{number}[] = {{\n{c_bytes(packed)}\n}};')
        packed_name = f'packed{number}' if packed else '0'
        table.append(f'    {{"{address}", "{TYPES[extension]}", "\\"{etag}\\"", plain{number}, {len(data)}, {packed_name}, {len(packed)}}},')
    with open(out, 'w') as file:
        file.write('#include "server/assets.h"\n\n' + '\n'.join(blobs) + '\n\nconst Asset assets[] = {\n' + '\n'.join(table))
        file.write(f'\n}};\nconst size_t asset_count = {len(table)};\n')
    with open(depfile, 'w') as file:
        file.write(f'{out}: ' + ' '.join(p.replace(' ', '\\ ') for p in [path for _, path in found] + watched) + '\n')


if __name__ == '__main__':
    main(*sys.argv[1:])
