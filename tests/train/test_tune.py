#!/usr/bin/env python3
"""test_tune HENKA: a network is trained on a few games and written; wrong input is refused with a word about it. Ends with "N passed, N failed"."""
import pathlib
import re
import subprocess
import sys
import tempfile

henka = sys.argv[1]
passed = failed = 0


def run(*arguments):
    done = subprocess.run([henka, *map(str, arguments)], capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


def check(condition, what):
    global passed, failed
    passed, failed = passed + bool(condition), failed + (not condition)
    if not condition:
        print('FAILED:', what)


def refused(expected, code, *arguments):
    got, _, error = run('tune', *arguments)
    check(got == code and expected in error, f'{arguments}: {got}, {error!r}')


with tempfile.TemporaryDirectory() as folder:
    games, out, empty = (pathlib.Path(folder) / name for name in ('games', 'out.net', 'empty'))
    code, _, error = run('datagen', 'rutherford', '--out', games, '--games', 12, '--nodes', 60, '--plies', '4-8', '--quiet')
    check(code == 0 and games.exists(), f'games: {error}')
    train = ('rutherford', '--net', 16, '--samples', games, '--out', out, '--epochs', 3, '--batch', 32, '--held-out', 4)

    code, text, error = run('tune', *train)
    check(code == 0 and 'epoch  3' in text and 'the network written' in text, f'{code}, {text}{error}')
    first = out.read_bytes()
    run('tune', *train, '--quiet')
    check(first and out.read_bytes() == first, 'twice the same')
    torn = pathlib.Path(folder) / 'torn'
    torn.write_bytes(games.read_bytes()[:-7])
    code, _, error = run('tune', *train, '--samples', torn)
    check(code == 0 and 'using the 11 games before it' in error, f'a torn last game: {code}, {error!r}')

    empty.write_bytes(games.read_bytes()[:9 + len('rutherford')])
    for hidden in (0, 8, 20, 144, 'x'):
        refused('--net', 2, 'rutherford', '--net', hidden, '--samples', games, '--out', out)
    refused('expected --samples', 2, 'rutherford', '--net', 16, '--out', out)
    refused('expected --out', 2, 'rutherford', '--net', 16, '--samples', games)
    refused('holds games of rutherford, expected ito', 1, 'ito', '--net', 16, '--samples', games, '--out', out)
    refused('holds no games', 1, 'rutherford', '--net', 16, '--samples', empty, '--out', out)
    refused('is not a file of sample games', 1, 'rutherford', '--net', 16, '--samples', henka, '--out', out)
    refused('cannot write', 1, *train[:5], '--out', folder, '--epochs', 1)
    refused('--score-share', 2, *train, '--score-share', 2)
    refused('--held-out', 2, *train, '--held-out', 1)

    code, text, error = run('tune', 'rutherford', '--samples', games, '--out', pathlib.Path(folder) / 'out.eval', '--weight', 0.1, '--steps', 1)
    check(code == 0 and 'fitted, weight 0.1' in text, f'the linear fit: {code}, {text}{error}')
    head = 'what a piece on the board is worth, in centipawns, with bounds of 95 %'
    table = text[text.index(head):].splitlines()[1:] if head in text else ['']
    check(table[0].split() == ['piece', 'derived', 'fitted', 'from', 'to'] and len(table) > 4, f'the table of values: {text}')
    for line in table[1:]:
        piece, _, fitted, least, most = line.split()
        check(re.fullmatch(r'\+?[A-Z]+', piece) and (least == most == '-' or int(least) < int(fitted) < int(most)), f'a value and its bounds: {line}')

    # What was fitted and trained for a game of one's own is read again by bench and match, and changes what they search.
    ten_kinds = pathlib.Path(__file__).resolve().parent.parent / 'data' / 'games' / 'tenkinds.ini'
    own_games, numbers, network = (pathlib.Path(folder) / name for name in ('own', 'own.eval', 'own.net'))
    code, _, error = run('datagen', ten_kinds, '--out', own_games, '--games', 12, '--nodes', 60, '--plies', '4-8', '--max-plies', 60, '--quiet')
    check(code == 0, f'games of an own game: {error}')
    code, _, error = run('tune', ten_kinds, '--samples', own_games, '--out', numbers, '--weight', 5, '--steps', 2, '--held-out', 4, '--quiet')
    check(code == 0, f'numbers of an own game: {error}')
    code, _, error = run('tune', ten_kinds, '--net', 16, '--samples', own_games, '--out', network, '--epochs', 1, '--batch', 32, '--held-out', 4, '--quiet')
    check(code == 0, f'a network of an own game: {error}')
    nodes = [run('bench', ten_kinds, '--depth', 5, *more)[1].split()[-1] for more in ((), ('--eval', numbers), ('--net', network), ('--eval', 'none'))]
    check(all(n.isdigit() for n in nodes) and nodes[0] == nodes[3] and len(set(nodes)) == 3, f'nodes without, with numbers, with a network: {nodes}')
    code, text, error = run('match', ten_kinds, '--engine', f'nodes=50,opt.eval={numbers},opt.net={network}', '--engine', 'nodes=50', '--games', 2, '--max-plies', 12, '--quiet')
    check(code == 0, f'numbers and network in a match: {code}, {error}')
    code, _, error = run('match', 'ito', '--engine', f'nodes=50,opt.eval={numbers}', '--engine', 'nodes=50')
    check(code == 1 and 'own.eval: fitted for ' in error, f'numbers of another game: {code}, {error}')

print(f'{passed} passed, {failed} failed')
sys.exit(failed != 0)
