#!/usr/bin/env python3
"""tutorial.py HENKA TUTORIAL.md: does what docs/tutorial.md tells its reader to do, in an empty folder, in its order.

    ```console        `$ ./run WORDS` is run; what stands below it is what it answers, as golden.py reads it ("..." for any lines, <any>).
                      The number of a line of the game's file is not compared: it grows with the keys there are.
                      A line `sente> TEXT` or `gote> TEXT` is typed. A command fails if and only if its answer has an error.
    ```ini            is put into the game's file, the one that `./run new` made first, as the tutorial's beginning says
    ```tsv NAME       is written to the file NAME
"""
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from golden import first_difference

henka, page = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
passed = failed = 0


def check(wrong, what):
    global passed, failed
    passed, failed = passed + (not wrong), failed + bool(wrong)
    if wrong:
        print('%s: %s' % (what, wrong))


def blocks():
    """(line of the document, what stands behind the fence, lines) of every fenced block."""
    inside = None
    for number, line in enumerate(page.read_text().splitlines(), 1):
        if line.startswith('```'):
            if inside:
                yield inside
            inside = None if inside else (number, line[3:].strip(), [])
        elif inside:
            inside[2].append(line)
    check(inside, 'a block without an end')


def commands(number, lines):
    """(line, words, lines of the answer) of every command of a block."""
    found = []
    for offset, line in enumerate(lines, 1):
        if line.startswith('$ '):
            found.append((number + offset, line[2:], []))
        elif found:
            found[-1][2].append(line)
        else:
            check('no command stands above it', '%s:%d' % (page.name, number + offset))
    return found


def serve(words, environment):
    process = subprocess.Popen([henka, *words], stdout=subprocess.PIPE, text=True, env=environment)
    line = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    return line + process.communicate(timeout=60)[0]


def run(place, line, wanted, environment):
    start, *words = shlex.split(line)
    if start != './run':
        check('this is not ./run', '%s: %s' % (place, line))
        return
    if words[0] == 'serve':
        out, status = serve(words, environment), 0
    else:
        typed = [found.group(1) for found in (re.match(r'(?:sente|gote)> (.*)', text) for text in wanted) if found]
        ran = subprocess.run([henka, *words], input=''.join(text + '\n' for text in typed), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120, env=environment)
        out, status = ran.stdout + ran.stderr, ran.returncode
    found = [text for text in out.split('\n') if text]
    wanted = [re.sub(r'(\.ini):\d+:', r'\1:<int>:', text) for text in wanted if text]
    difference = first_difference(wanted, found) if wanted else None
    check(difference and difference + '; the answer is\n' + out, '%s: %s' % (place, line))
    bad = any('error: ' in text for text in wanted)
    check(status != bad and 'exit status %d\n%s' % (status, out), '%s: %s' % (place, line))


def edit(path, lines):
    """Puts the lines of a block into the file; returns what is wrong with them."""
    text = path.read_text().splitlines()
    for number, line in enumerate(lines):
        key, piece = re.match(r'(\w+)=', line), re.match(r'[^:=]+:([^:]+):', line)
        if key and key.group(1) == 'option':
            path.write_text('\n'.join(text + [''] + lines[number:]) + '\n')
            return None
        form = r'#?%s=' % key.group(1) if key else r'[^:=#]+:%s:' % re.escape(piece.group(1)) if piece else None
        if not form:
            return '"%s" is neither a key nor a piece' % line
        there = [i for i, old in enumerate(text) if re.match(form, old)]
        if there:
            text[there[0]] = line
        elif piece:
            last = [i for i, old in enumerate(text) if re.match(r'[^:=#]+:\+?[A-Z]+:', old)][-1]
            text.insert(last + 1, line)
        else:
            return 'the file has no key %s' % key.group(1)
    path.write_text('\n'.join(text) + '\n')
    return None


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    environment = {**os.environ, 'XDG_DATA_HOME': folder}
    game, kinds = None, set()
    for number, kind, lines in blocks():
        place = '%s:%d' % (page.name, number)
        kinds.add(kind.split()[0] if kind else '')
        if kind == 'console':
            for at, line, wanted in commands(number, lines):
                run('%s:%d' % (page.name, at), line, wanted, environment)
            game = game or next((pathlib.Path(file) for file in os.listdir() if file.endswith('.ini')), None)
        elif kind == 'ini' and game:
            check(edit(game, lines), place)
        elif kind.startswith('tsv '):
            pathlib.Path(kind.split()[1]).write_text('\n'.join(lines) + '\n')
        else:
            check('nobody knows what to do with a block "%s"' % kind, place)
    check(kinds != {'console', 'ini', 'tsv'} and sorted(kinds), 'the kinds of blocks')
    # Commands within the text are those of the program.
    names = set(re.findall(r'^COMMAND\((\w+),', (page.parents[1] / 'src/cli/commands.def').read_text(), re.M))
    for name in re.findall(r'`(?:henka|\./run) (\w+)', page.read_text()):
        check(name not in names and 'no command is called so', '%s: henka %s' % (page.name, name))
    # What it says of the page stands on the page.
    catalogue = ''.join(file.read_text() for file in (page.parents[1] / 'web/language/en').iterdir())
    for words in re.findall(r'choose "([^"]+)"', page.read_text()):
        check('"%s"' % words not in catalogue and 'the page has no such words', '%s: choose "%s"' % (page.name, words))
    os.chdir('/')
print('%d passed, %d failed' % (passed, failed))
sys.exit(failed > 0)
