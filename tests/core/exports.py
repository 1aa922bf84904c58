#!/usr/bin/env python3
"""exports.py LIBRARY HEADER: the shared library exports exactly the functions of the public header."""
import pathlib
import re
import subprocess
import sys

lines = subprocess.run(['nm', '-D', '--defined-only', sys.argv[1]], capture_output=True, text=True, check=True).stdout.splitlines()
exported = {line.split()[-1] for line in lines}
declared = set(re.findall(r'\b(henka_\w+)\(', re.sub(r'/\*.*?\*/', '', pathlib.Path(sys.argv[2]).read_text(), flags=re.S)))
stray, missing = sorted(exported - declared), sorted(declared - exported)
for name in stray:
    print('exported, but not in henka.h: ' + name)
for name in missing:
    print('in henka.h, but not exported: ' + name)
failed = len(stray) + len(missing) + (not declared)
print('%d passed, %d failed' % (len(exported & declared), failed))
sys.exit(failed > 0)
