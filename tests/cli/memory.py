#!/usr/bin/env python3
"""memory.py HENKA: the commands without memory. Allocations fail in their turn, alone and with all after them: then a command says all that it says
otherwise, or it fails and says why. HENKA is linked with failing_allocations.c."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
henka = os.path.abspath(sys.argv[1])
passed = failed = 0


def check(good, what):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(what)


def run(words, **environment):
    return subprocess.run([henka, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120,
                          env={'PATH': os.environ['PATH'], **environment})


def turns(most):
    """Of 1 to most: the first forty and the last ten, and between them each a fifth further on."""
    n = 1
    while n <= most:
        yield n
        n = n + 1 if n < 40 or n >= most - 10 else min(n + n // 5, most - 10)


def check_command(words):
    whole = run(words, HENKA_TEST_COUNT='1')
    said = whole.stderr.rsplit('allocations: ', 1)
    check(whole.returncode == 0 and len(said) == 2, '%s: exit %d, said %r' % (words, whole.returncode, whole.stderr))
    if len(said) != 2:
        return
    for on in {}, {'HENKA_TEST_FAIL_ON': '1'}:
        for n in turns(int(said[1])):
            ran = run(words, HENKA_TEST_FAIL=str(n), **on)
            whole_again = ran.returncode == 0 and ran.stdout == whole.stdout
            refused = ran.returncode == 1 and re.search('out of memory|Cannot allocate memory', ran.stderr + ran.stdout)
            check(whole_again or refused, '%s, allocation %d of %s fails%s: exit %d, %d of %d bytes, said %r'
                  % (words, n, said[1].strip(), ' and all after it' if on else '', ran.returncode, len(ran.stdout), len(whole.stdout), ran.stderr))


with tempfile.NamedTemporaryFile('w', suffix='.ini') as diagram:
    diagram.write((ROOT / 'variants/minishogi.ini').read_text())
    diagram.flush()
    for words in (['variants'], ['variants', '--json'], ['describe', 'shogi'], ['describe', diagram.name], ['moves', 'shogi'],
                  ['moves', 'rutherford', '--json'], ['perft', 'ito', '2'], ['perft', 'shogi', '1', '--divide'], ['perft', 'ito', '2', '--divide'], ['check', diagram.name, '--json'], ['new', '-'],
                  ['help'], ['help', 'perft']):
        check_command(words)
print('%d passed, %d failed' % (passed, failed))
sys.exit(failed > 0)
