#!/usr/bin/env python3
"""embed.py OUT.c DEPFILE WEB_DIR BROTLI [FILE...] - every file below WEB_DIR, and FILEs beside them, as one C table (src/server/assets.h).

BROTLI is the program that packs them. The page finds its parts in a folder that is named for a hash of all of them.
"""
import gzip
import hashlib
import os
import posixpath
import re
import subprocess
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


# A part of the page in its HTML, and what one script has from another.
PART = re.compile(r'(?<=href=")css/[^"]+|(?<=src=")[^"]+\.js(?=")')
IMPORT = re.compile(r'^(?:import|export)\b[^;]*?\bfrom\s+"(\.{1,2}/[^"]+)"', re.M)


def needed(files, script, known=()):
    """The script and all that it imports, but those known, in the order in which they are found."""
    found, waiting = [], [script]
    while waiting:
        script = waiting.pop(0)
        if script not in found and script not in known:
            found.append(script)
            folder = posixpath.dirname(script)
            waiting += [posixpath.normpath(posixpath.join(folder, each)) for each in IMPORT.findall(files[script].decode())]
    return found


def with_parts(html, files, folder):
    """The page as it is sent: its parts by lasting addresses, and what it will ask for named at once, before a script is read."""
    def link(address, more):
        return f'    <link href="{folder}{address}" {more} />\n'
    first = needed(files, '/app.js')
    game = needed(files, '/play.js', first)
    # The largest first: it comes while the small ones are asked for, a few at a time.
    ahead = [link(each, 'rel="preload" as="fetch" crossorigin') for each in files if each == '/henka.wasm'] # rules.wasm comes when it is wanted
    ahead += [link(each, 'rel="modulepreload"') for each in first]
    ahead.append(link('/fonts/henka-pieces.woff2', 'rel="preload" as="font" type="font/woff2" crossorigin'))
    ahead.append(f'    <meta name="with-a-game" content="{" ".join(each[1:] for each in game)}" />\n')
    html = PART.sub(lambda part: f'{folder}/{part.group()}', html.decode())
    return html.replace('  </head>', ''.join(ahead) + '  </head>').encode()


def c_bytes(data):
    rows = [','.join(map(str, data[i:i + 256])) for i in range(0, len(data), 256)]
    return ',\n'.join(rows) or '0'


def main(out, depfile, web, brotli, *extra):
    found, watched = collect(web)
    found = sorted(found + [('/' + os.path.basename(f), f) for f in extra])
    files = {}
    for address, path in found:
        extension = os.path.splitext(path)[1]
        if extension not in TYPES:
            sys.exit(f'embed.py: {path}: no content type known for "{extension}" (add it to TYPES)')
        with open(path, 'rb') as file:
            data = file.read()
        files[address] = without_comments(data) if extension == '.js' else data
    everything = hashlib.sha256()
    for address, data in files.items():
        everything.update(f'{address} {len(data)}\n'.encode() + data)
    folder = everything.hexdigest()[:12]
    if '/index.html' in files:
        files['/index.html'] = with_parts(files['/index.html'], files, folder)
    blobs, table = [], []
    for address, data in files.items():
        etag = hashlib.sha256(data).hexdigest()[:20]
        gzipped = gzip.compress(data, 9, mtime=0)
        brotlied = subprocess.run([brotli, '--best', '--stdout', '-'], input=data, stdout=subprocess.PIPE, check=True).stdout
        bodies = []
        for body in data, gzipped, brotlied:
            if body is not data and len(body) > len(data) * 0.9:
                bodies.append('{0}')
                continue
            name = f'body{len(blobs)}'
            blobs.append(f'static const unsigned char {name}[] = {{\n{c_bytes(body)}\n}};')
            bodies.append(f'{{{name}, {len(body)}}}')
        table.append(f'    {{"{address}", "{TYPES[os.path.splitext(address)[1]]}", "\\"{etag}\\"", {{{", ".join(bodies)}}}}},')
    with open(out, 'w') as file:
        file.write('#include "server/assets.h"\n\n' + '\n'.join(blobs) + '\n\nconst Asset assets[] = {\n' + '\n'.join(table))
        file.write(f'\n}};\nconst size_t asset_count = {len(table)};\nconst char assets_folder[] = "/{folder}/";\n')
    with open(depfile, 'w') as file:
        file.write(f'{out}: ' + ' '.join(p.replace(' ', '\\ ') for p in [path for _, path in found] + watched) + '\n')


if __name__ == '__main__':
    main(*sys.argv[1:])
