#!/usr/bin/env python3
"""threads.py HENKA: matches, sample games and a study by several threads, to their end and interrupted by Ctrl-C. Each ends as it should, and under
ThreadSanitizer, whose report makes a program end with another code, nothing races."""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

HENKA = os.path.abspath(sys.argv[1])
passed = failed = 0


def check(good, what):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(what)


def run(*words, interrupted=False):
    """interrupted: by Ctrl-C, once it says how far it is."""
    child = subprocess.Popen([HENKA, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    said = child.stdout.read(1) if interrupted else ''
    if interrupted:
        child.send_signal(signal.SIGINT)
    said += child.communicate(timeout=300)[0]
    wanted = (0, 1, 130) if interrupted else (0,)
    check(child.returncode in wanted and 'Sanitizer' not in said, '%s: code %d\n%s' % (' '.join(words), child.returncode, said[-6000:]))


with tempfile.TemporaryDirectory() as folder:
    def path(name):
        return str(pathlib.Path(folder) / name)
    outside = 'name=outside,proto=usi,cmd=%s usi,nodes=60' % HENKA
    run('match', 'shogi', '--engine', 'name=a,nodes=100', '--engine', 'name=b,nodes=60', '--games', '8', '--concurrency', '4', '--max-plies', '40')
    run('match', 'ito', '--engine', 'name=a,nodes=100', '--engine', outside, '--games', '6', '--concurrency', '3', '--max-plies', '40')
    run('datagen', 'ito', '--out', path('games'), '--games', '20', '--nodes', '60', '--threads', '3')
    run('study', 'ito', '--games', '20', '--nodes', '60', '--threads', '3', '--out', path('study'))
    run('match', 'shogi', '--engine', 'name=a,nodes=2000', '--engine', outside, '--games', '2000', '--concurrency', '3', interrupted=True)
    run('datagen', 'ito', '--out', path('more'), '--games', '200000', '--nodes', '60', '--threads', '3', interrupted=True)
    run('study', 'ito', '--games', '20000', '--nodes', '60', '--threads', '3', '--out', path('long'), interrupted=True)
print('%d passed, %d failed' % (passed, failed))
sys.exit(failed > 0)
