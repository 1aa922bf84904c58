#!/usr/bin/env python3
"""embed.py OUT.c DEPFILE WEB_DIR BROTLI ESBUILD [FILE...] - every file below WEB_DIR, and FILEs beside them, as one C table (src/connections/assets.h).

ESBUILD strips the types of the page's modules, joins those of the first views into one script and one style sheet, and minifies all; BROTLI packs them. The page
finds its parts in a folder that is named for a hash of all of them.
"""
import glob
import gzip
import hashlib
import os
import posixpath
import re
import subprocess
import sys
import tempfile

TYPES = {
    '.html': 'text/html; charset=utf-8', '.ts': 'text/javascript; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.mjs': 'text/javascript; charset=utf-8',
    '.css': 'text/css; charset=utf-8', '.json': 'application/json', '.webmanifest': 'application/manifest+json', '.svg': 'image/svg+xml',
    '.png': 'image/png', '.ico': 'image/x-icon', '.wasm': 'application/wasm', '.woff2': 'font/woff2', '.txt': 'text/plain; charset=utf-8',
    '.md': 'text/plain; charset=utf-8', '.ogg': 'audio/ogg', '.wav': 'audio/wav',
}
SERVICE_WORKER = '/notified.js'  # which the browser loads by itself
SKIPPED_FILES = {'meson.build', 'package.json', 'README.md'}  # of the package henka-core
SKIPPED = {'.map', '.d'}  # anything else without a type is a mistake worth hearing of


def collect(web):
    """(path in the address, file) of every file to serve, and everything whose change means embedding again."""
    found, watched = [], []
    for folder, folders, files in os.walk(web):
        folders[:] = sorted(f for f in folders if not f.startswith('.') and f not in ('node_modules', 'report'))  # tools/embed_report.py packs the report
        watched.append(folder)
        for name in sorted(files):
            if not name.startswith('.') and name not in SKIPPED_FILES and os.path.splitext(name)[1] not in SKIPPED:
                path = os.path.join(folder, name)
                found.append(('/' + os.path.relpath(path, web).replace(os.sep, '/'), path))
    return found, watched


def without_types(web, modules, esbuild, watched):
    """The TypeScript modules as scripts, by address, and the translations and the list of languages that they import (tools/po). A module of types alone has no script."""
    watched += [PO, os.path.join(web, '../include/henka.h')]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([esbuild, '--format=esm', '--log-level=warning', f'--outbase={web}', f'--outdir={folder}'] + modules, check=True)
        scripts = {}
        for module in modules:
            address = '/' + os.path.relpath(module, web).replace(os.sep, '/')[:-len('.ts')] + '.js'
            with open(folder + address, encoding='utf-8') as file:
                text = MODULE.sub(r'\1.js"', file.read())
            for tag, name, later in TRANSLATION.findall(text):
                path = os.path.join(web, '../languages', tag, name + '.po')
                watched.append(path)
                scripts[f'/languages/{tag}/{later}{name}.js'] = made_by_po('--later' if later else '--module', path)
            if LANGUAGES.search(text):
                scripts['/languages/index.js'] = made_by_po('--catalogues').replace('"../web/', '"../').replace('.ts"', '.js"')
                text = LANGUAGES.sub(rf'"{"../" * (address.count("/") - 1)}languages/index.js"', text)
            if text.strip():
                scripts[address] = TRANSLATION.sub(rf'"{"../" * (address.count("/") - 1)}languages/\1/\3\2.js"', text)
    return scripts


def made_by_po(*arguments):
    return subprocess.run([PO, *arguments], stdout=subprocess.PIPE, check=True, text=True).stdout


# A module's address in another; what one script has from another; what it asks for when it is wanted; the style sheets and the script of the HTML.
PO = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'po')
TRANSLATION = re.compile(r'"(?:\.\./)+languages/(\w+)/(\w+)\.po(?:\?(later))?"')
LANGUAGES = re.compile(r'"(?:\.\./)+include/henka\.h"')
MODULE = re.compile(r'("\.{1,2}/[^"\n]+)\.ts"')
IMPORT = re.compile(r'^(?:import|export)\b[^;]*?\bfrom\s+"(\.{1,2}/[^"]+)"', re.M)
NAMED = re.compile(r'^import \{([^}]*)\} from "(\.{1,2}/[^"]+)";', re.M)
LATER = re.compile(r'\bimport\("(\.{1,2}/[^"]+)"\)')
SHEET = re.compile(r'<link rel="stylesheet" href="(css/[^"]+)" />\n\s*')
PART = re.compile(r'(?<=href=")css/[^"]+|(?<=src=")[^"]+\.js(?=")')


def other(script, address):
    """The script that this one calls by that address."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(script), address))


def needed(texts, *scripts):
    """The scripts and all that they import."""
    found, waiting = [], list(scripts)
    while waiting:
        script = waiting.pop(0)
        if script not in found:
            found.append(script)
            waiting += [other(script, each) for each in IMPORT.findall(texts[script])]
    return found


def joint(names, script, name):
    """What the joined script calls that name of one of its parts: as short as it can be, because the names are sent."""
    return f'_{names.setdefault((script, name), len(names)):x}'


def part_of_first(script, text, first):
    """A script of the joined one: what the others of it asked for later is there at once. The rest is named from the root, by a scheme that ESBUILD leaves alone."""
    text = LATER.sub(lambda found: found.group() if other(script, found.group(1)) in first else f'import("later:{other(script, found.group(1))}")', text)
    parts = [each for each in LATER.findall(text) if other(script, each) in first]
    for i, each in enumerate(parts):
        text = text.replace(f'import("{each}")', f'Promise.resolve(later{i})')
    return ''.join(f'import * as later{i} from "{each}";\n' for i, each in enumerate(parts)) + text


def beside_first(script, text, first, wanted):
    """A script that comes later: it has from /app.js what is part of that. Notes in `wanted` what that is: a number for each script and name."""
    def replaced(found):
        names, target = re.findall(r'(\w+)(?: as (\w+))?', found.group(1)), other(script, found.group(2))
        if target not in first:
            return found.group()
        pairs = ', '.join(f'{joint(wanted, target, name)} as {here or name}' for name, here in names)
        return f'import {{{pairs}}} from "later:/app.js";'
    text = NAMED.sub(replaced, text)
    for each in IMPORT.findall(text) + LATER.findall(text):
        if other(script, each) in first and other(script, each) != '/app.js':
            sys.exit(f'embed.py: {script}: {each} is part of app.js: import names from it')
    return text


def joined(texts, esbuild):
    """The scripts as they are sent: /app.js is all that the first views need, the lobby and a game. Each script that another asks for later comes with all that it
    alone needs. What several of them need is a script of its own in a folder, as they are, so that addresses beside theirs hold."""
    first, wanted = needed(texts, '/app.js', '/table/play.js'), {}
    later = [each for each in texts if each not in first]
    entries = sorted({other(script, each) for script in texts for each in LATER.findall(texts[script])} - set(first)) + [SERVICE_WORKER]
    staged = {each: part_of_first(each, texts[each], first) for each in first}
    staged.update({each: beside_first(each, texts[each], first, wanted) for each in later})
    staged['/first.js'] = 'import "./app.js";\n' + ''.join(
        f'export {{{name} as {joint(wanted, target, name)}}} from ".{target}";\n' for target, name in wanted)
    with tempfile.TemporaryDirectory() as folder:
        for script, text in staged.items():
            os.makedirs(os.path.dirname(folder + '/in' + script), exist_ok=True)
            with open(folder + '/in' + script, 'w') as file:
                file.write(text)
        for more in (['first.js', '--outfile=../out/app.js'], [each[1:] for each in entries] + ['--outdir=../out', '--outbase=.', '--splitting', '--chunk-names=parts/[hash]']):
            subprocess.run([esbuild, '--bundle', '--external:later:*', '--format=esm', '--minify', '--log-level=warning'] + more, cwd=folder + '/in', check=True)
        sent = {}
        for path in sorted(glob.glob(folder + '/out/**/*.js', recursive=True)):
            script = path[len(folder + '/out'):]
            root = '../' * (script.count('/') - 1) or './'
            with open(path, 'rb') as file:
                sent[script] = file.read().replace(b'"later:/', f'"{root}'.encode())
    return sent


def with_parts(html, folder):
    """The page as it is sent: its parts by lasting addresses, and what it will ask for named at once, before a script is read."""
    html = PART.sub(lambda part: f'{folder}/{part.group()}', html)
    ahead = f'''    <link href="{folder}/henka.wasm" rel="preload" as="fetch" crossorigin />
    <link href="{folder}/fonts/henka-pieces.woff2" rel="preload" as="font" type="font/woff2" crossorigin />
'''
    return html.replace('  </head>', ahead + '  </head>').encode()


def minified(esbuild, style):
    return subprocess.run([esbuild, '--minify', '--loader=css'], input=style, stdout=subprocess.PIPE, check=True).stdout


def c_bytes(data):
    rows = [','.join(map(str, data[i:i + 256])) for i in range(0, len(data), 256)]
    return ',\n'.join(rows) or '0'


def main(out, depfile, web, brotli, esbuild, *extra):
    found, watched = collect(web)
    found = sorted(found + [('/' + os.path.basename(f), f) for f in extra])
    files = {}
    scripts = without_types(web, [path for _, path in found if path.endswith('.ts')], esbuild, watched)
    for address, path in found:
        extension = os.path.splitext(path)[1]
        if extension not in TYPES:
            sys.exit(f'embed.py: {path}: no content type known for "{extension}" (add it to TYPES)')
        with open(path, 'rb') as file:
            files[address] = file.read()
    html = files['/index.html'].decode()
    sheets = ['/' + each for each in SHEET.findall(html)]
    style = minified(esbuild, b''.join(files[each] for each in sheets))
    html = SHEET.sub(lambda found: found.group() if '/' + found.group(1) == sheets[0] else '', html)
    files = {address: minified(esbuild, data) if address.endswith('.css') else data for address, data in files.items()
             if not address.endswith('.ts') and address not in sheets}
    files = dict(sorted({**files, **joined(scripts, esbuild), sheets[0]: style}.items()))
    everything = hashlib.sha256()
    for address, data in files.items():
        everything.update(f'{address} {len(data)}\n'.encode() + data)
    folder = everything.hexdigest()[:12]
    files['/index.html'] = with_parts(html, folder)
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
        file.write('#include "connections/assets.h"\n\n' + '\n'.join(blobs) + '\n\nconst Asset assets[] = {\n' + '\n'.join(table))
        file.write(f'\n}};\nconst size_t asset_count = {len(table)};\nconst char assets_folder[] = "/{folder}/";\n')
    with open(depfile, 'w') as file:
        file.write(f'{out}: ' + ' '.join(p.replace(' ', '\\ ') for p in [path for _, path in found] + watched) + '\n')


if __name__ == '__main__':
    try:
        main(*sys.argv[1:])
    except subprocess.CalledProcessError as error:
        sys.exit(f'embed.py: {error.cmd[0]} failed')  # and has said why
