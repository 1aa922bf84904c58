#!/usr/bin/env python3
"""exports.py SHARED STATIC HEADER…: both libraries show exactly the functions of the public headers, and no other name."""
import pathlib
import re
import subprocess
import sys

shared, static, *headers = sys.argv[1:]


def names(*words):
    lines = subprocess.run(['nm', '--defined-only', *words], capture_output=True, text=True, check=True).stdout.splitlines()
    found = {line.split()[-1] for line in lines if len(line.split()) == 3}
    return {name for name in found if not re.match(r'_+(a|ub)san_', name)}  # what a build with sanitizers adds


text = re.sub(r'/\*.*?\*/', '', ''.join(pathlib.Path(header).read_text() for header in headers), flags=re.S)
inline = set(re.findall(r'^static inline [^(]*\b(henka_\w+)\(', text, re.M))
declared = set(re.findall(r'\b(henka_\w+)\(', text)) - inline
passed = failed = 0
for library, visible in ((shared, names('-D', shared)), (static, names('-g', static))):
    stray, missing = sorted(visible - declared), sorted(declared - visible)
    for name in stray:
        print('%s: shows %s, which no public header declares' % (library, name))
    for name in missing:
        print('%s: lacks %s, which a public header declares' % (library, name))
    passed += len(visible & declared)
    failed += len(stray) + len(missing)
if len(declared) < 50:
    print('%s: only %d functions found' % (headers, len(declared)))
    failed += 1
print('%d passed, %d failed' % (passed, failed))
sys.exit(failed > 0)
