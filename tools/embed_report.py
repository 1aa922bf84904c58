#!/usr/bin/env python3
"""embed_report.py OUT.c DEPFILE WEB_DIR ESBUILD - the script and the style sheet of a study's report (web/report), each one text that needs no other file, and the light on
its boards, which is the page's (index.html). src/study/report_parts.h declares them.
"""
import os
import re
import subprocess
import sys


def joined(web, esbuild, name, *options):
    """A module or a sheet with all that it imports. The report is in English: translations are left out."""
    command = [esbuild, f'{web}/report/{name}', '--bundle', '--minify', '--charset=utf8', '--format=iife', '--target=es2022', '--loader:.woff2=dataurl', '--loader:.po=empty', '--loader:.h=empty', '--log-level=error']
    return subprocess.run(command + list(options), stdout=subprocess.PIPE, check=True).stdout


def main(out, depfile, web, esbuild):
    with open(f'{web}/index.html', encoding='utf-8') as file:
        lights = re.search(r'<svg class="visually-hidden".*?</svg>', file.read(), re.S).group()
    parts = {
        'script': joined(web, esbuild, 'report.ts'),
        'style': re.sub(rb'@font-face\{[^}]*henka-brush[^}]*\}', b'', joined(web, esbuild, 'report.css', '--external:*henka-brush.woff2')),  # a set of pieces that nobody can choose
        'lights': re.sub(r'\n\s*', '', lights).encode(),
    }
    with open(out, 'w') as file:
        file.write('#include "study/report_parts.h"\n')
        for name, data in parts.items():
            rows = [','.join(str(each if each < 128 else each - 256) for each in data[i:i + 256]) for i in range(0, len(data), 256)]
            file.write(f'const char report_{name}[] = {{\n' + ',\n'.join(rows) + ',\n0};\n')
    watched = [os.path.join(folder, name) for folder, _, names in os.walk(web) for name in names if name.endswith(('.ts', '.css', '.woff2', '.html'))]
    with open(depfile, 'w') as file:
        file.write(f'{out}: ' + ' '.join(watched) + '\n')


if __name__ == '__main__':
    main(*sys.argv[1:])
