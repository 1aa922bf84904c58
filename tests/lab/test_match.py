#!/usr/bin/env python3
"""test_match.py HENKA: tournaments of the program against itself and against programs that misbehave."""
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

HENKA = os.path.abspath(sys.argv[1])
FAKE = pathlib.Path(__file__).resolve().parent / 'fake_engine.sh'
TEN_KINDS = str(pathlib.Path(__file__).resolve().parent.parent / 'data' / 'games' / 'tenkinds.ini')
passed = failed = 0


def check(condition, message):
    global passed, failed
    if condition:
        passed += 1
    else:
        failed += 1
        print('test_match.py:', message)


def match(*arguments):
    run = subprocess.run([HENKA, 'match', *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=300)
    return run.returncode, run.stdout, run.stderr


def score_of(output):
    found = re.search(r'W-D-L (\d+)-(\d+)-(\d+)', output)
    return tuple(map(int, found.groups())) if found else None


def misbehaviour():
    """Who crashes, plays an illegal move, resigns, is silent or late loses every game, with the reason counted."""
    for mode, reason in (('crash', 'crash'), ('illegal', 'illegal move'), ('garbage', 'illegal move'), ('resign', 'resigned'), ('stillborn', 'crash'),
                         ('late', 'flag'), ('silent', 'silence')):
        for speech in ('usi',) if mode in ('garbage', 'late', 'silent') else ('usi', 'cecp'):
            clock = ('--tc', '0.2+0') if mode in ('late', 'silent') else ('--nodes', '100')
            code, out, err = match('ito', '--engine', 'name=good,nodes=100', '--engine',
                                   'name=bad,proto=%s,cmd=%s %s %s,%s' % (speech, FAKE, mode, speech, 'tc=0.2+0' if clock[0] == '--tc' else 'nodes=1'),
                                   '--games', '2', '--quiet', '--margin', '300')
            check(code == 0 and score_of(out) == (2, 0, 0), '%s by %s: code %d\n%s%s' % (mode, speech, code, out, err))
            check('bad lost: %s 2' % reason in out, '%s by %s: expected "%s" as the reason\n%s' % (mode, speech, reason, out))


def both_protocols():
    """The same binary in the process, by USI, UCI and XBoard: nobody breaks a rule, every pair is counted. The last game is read from a file, and XBoard counts its ranks from 0."""
    for game in ('shogi', 'ito', 'suzumu', 'okisaki', TEN_KINDS):
        for speech, word in (('usi', 'usi'), ('uci', 'uci'), ('cecp', 'xboard')):
            known = ',opt.VariantPath=' + game if game == TEN_KINDS else ''
            code, out, err = match(game, '--engine', 'name=inside,nodes=60', '--engine', 'name=outside,proto=%s,cmd=%s %s,nodes=60,depth=1%s' % (speech, HENKA, word, known),
                                   '--games', '2', '--max-plies', '40', '--quiet')
            check(code == 0 and sum(score_of(out) or (0,)) == 2, '%s by %s: code %d\n%s%s' % (game, speech, code, out, err))
            check(not re.search(r'illegal|crash|silence|flag', out), '%s by %s: somebody misbehaved\n%s' % (game, speech, out))


def records_and_repeats():
    """Fixed nodes and one seed give the same games twice; records hold all of them."""
    with tempfile.TemporaryDirectory() as folder:
        texts = []
        for n in range(2):
            path = os.path.join(folder, 'records%d' % n)
            code, out, err = match('shinogi', '--engine', 'nodes=80', '--engine', 'nodes=40', '--games', '4', '--seed', '7', '--records', path, '--quiet', '--max-plies', '60')
            check(code == 0, 'records: %s%s' % (out, err))
            texts.append(open(path).read() if os.path.exists(path) else '')
        check(texts[0] and texts[0] == texts[1], 'the same match twice gave other games')
        code, other, err = match('shinogi', '--engine', 'nodes=80', '--engine', 'nodes=40', '--games', '4', '--seed', '8', '--records', path, '--quiet', '--max-plies', '60')
        check(code == 0 and open(path).read() != texts[0], 'another seed gave the same games')


def interruption():
    """Ctrl-C keeps what was played."""
    run = subprocess.Popen([HENKA, 'match', 'ito', '--engine', 'nodes=50', '--engine', 'nodes=50', '--games', '1000000', '--quiet', '--max-plies', '60'],
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(2)
    run.send_signal(signal.SIGINT)
    try:
        out, err = run.communicate(timeout=30)
    except subprocess.TimeoutExpired:
        run.kill()
        out, err = run.communicate()
    check(run.returncode == 0 and sum(score_of(out) or (0,)) > 0, 'after an interrupt: code %s\n%s%s' % (run.returncode, out, err))


def strength_and_sprt():
    """Many nodes beat few, and the test of hypotheses sees it before all games are played."""
    code, out, err = match('shogi', '--engine', 'name=strong,nodes=3000', '--engine', 'name=weak,nodes=30', '--games', '200', '--sprt', '0,100', '--quiet', '--max-plies', '150')
    check(code == 0 and 'accepted' in out, 'strong against weak\n%s%s' % (out, err))
    check(sum(score_of(out) or (1000,)) < 200, 'the test needed every game\n%s' % out)


def random_player():
    """Beaten by the engine, and gives the same games twice."""
    with tempfile.TemporaryDirectory() as folder:
        texts = []
        for n in range(2):
            path = os.path.join(folder, 'records%d' % n)
            code, out, err = match('shogi', '--engine', 'name=engine,nodes=300', '--engine', 'name=random,proto=random', '--games', '4', '--records', path, '--quiet')
            check(code == 0 and score_of(out) == (4, 0, 0), 'engine against random\n%s%s' % (out, err))
            texts.append(open(path).read() if os.path.exists(path) else '')
        check(texts[0] and texts[0] == texts[1], 'the random player played the same match twice otherwise')


def bad_requests():
    for arguments in (('nosuchgame', '--engine', 'x=1', '--engine', 'nodes=1'), ('ito',), ('ito', '--engine', 'proto=uci', '--engine', 'nodes=1'),
                      ('ito', '--engine', 'nodes=1', '--engine', 'nodes=1', '--games'), ('ito', '--engine', 'nodes=1', '--engine', 'nodes=1', '--plies', 'x'),
                      ('ito', '--engine', 'nodes=1', '--engine', 'nodes=1', '--sprt', '5,0'), ('ito', '--engine', 'nodes=1', '--engine', 'nodes=1,level=11'),
                      ('ito', '--engine', 'nodes=1', '--engine', 'nodes=1,threads=5000000000')):
        code, out, err = match(*arguments)
        check(code == 2 and err.startswith('henka match: ') and len(err) > 30, '%s: code %d, "%s"' % (' '.join(arguments), code, err))


def datagen():
    """The bytes don't depend on threads, and what was written can be read."""
    with tempfile.TemporaryDirectory() as folder:
        contents = []
        for threads in (1, 3):
            path = os.path.join(folder, 'games%d' % threads)
            run = subprocess.run([HENKA, 'datagen', 'suzumu', '--out', path, '--games', '6', '--nodes', '60', '--threads', str(threads), '--max-plies', '40', '--quiet'],
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
            check(run.returncode == 0 and run.stdout.startswith('6 games'), 'datagen: %s' % run.stdout)
            contents.append(open(path, 'rb').read() if os.path.exists(path) else b'')
        check(contents[0] and contents[0] == contents[1], 'games depend on the number of threads')
        shown = subprocess.run([HENKA, 'datagen', 'suzumu', '--show', path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
        check(shown.returncode == 0 and len(shown.stdout.splitlines()) == 6, 'datagen --show: %s' % shown.stdout)
        open(path, 'wb').write(contents[0][:-3])
        shown = subprocess.run([HENKA, 'datagen', 'suzumu', '--show', path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
        check(shown.returncode == 1 and 'game 6 is damaged' in shown.stdout, 'a file cut short: %s' % shown.stdout)
        shown = subprocess.run([HENKA, 'datagen', 'ito', '--show', path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
        check(shown.returncode == 1 and 'expected ito' in shown.stdout, 'games of another game: %s' % shown.stdout)


for part in (bad_requests, misbehaviour, both_protocols, records_and_repeats, interruption, strength_and_sprt, random_player, datagen):
    try:
        part()
    except Exception as problem:
        check(False, '%s: %r' % (part.__name__, problem))
print('%d passed, %d failed' % (passed, failed))
sys.exit(failed != 0)
