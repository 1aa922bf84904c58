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
ROOT = FAKE.parent.parent.parent
TEN_KINDS = str(ROOT / 'tests' / 'data' / 'games' / 'tenkinds.ini')
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
    for mode, reason in (('crash', 'crash'), ('illegal', 'illegal move'), ('garbage', 'illegal move'), ('resign', 'resigned'), ('late', 'flag'),
                         ('silent', 'silence')):
        for speech in ('usi',) if mode in ('garbage', 'late', 'silent') else ('usi', 'cecp'):
            clock = ('--tc', '0.2+0') if mode in ('late', 'silent') else ('--nodes', '100')
            code, out, err = match('ito', '--engine', 'name=good,nodes=100', '--engine',
                                   'name=bad,proto=%s,cmd=%s %s %s,%s' % (speech, FAKE, mode, speech, 'tc=0.2+0' if clock[0] == '--tc' else 'depth=1'),
                                   '--games', '2', '--quiet', '--margin', '300')
            check(code == 0 and score_of(out) == (2, 0, 0), '%s by %s: code %d\n%s%s' % (mode, speech, code, out, err))
            check('bad lost: %s 2' % reason in out, '%s by %s: expected "%s" as the reason\n%s' % (mode, speech, reason, out))


def both_protocols():
    """The same binary in the process, by USI, UCI and XBoard: nobody breaks a rule, every pair is counted. The last game is read from a file, and XBoard counts its ranks from 0."""
    for game in ('shogi', 'ito', 'suzumu', 'okisaki', TEN_KINDS):
        for speech, word in (('usi', 'usi'), ('uci', 'uci'), ('cecp', 'xboard')):
            known = ',opt.VariantPath=' + game if game == TEN_KINDS else ''
            code, out, err = match(game, '--engine', 'name=inside,nodes=60', '--engine', 'name=outside,proto=%s,cmd=%s %s,depth=1%s' % (speech, HENKA, word, known),
                                   '--games', '2', '--max-plies', '40', '--quiet')
            check(code == 0 and sum(score_of(out) or (0,)) == 2, '%s by %s: code %d\n%s%s' % (game, speech, code, out, err))
            check(not re.search(r'illegal|crash|silence|flag', out), '%s by %s: somebody misbehaved\n%s' % (game, speech, out))


def unplayable():
    """Who can't be started or doesn't have the game ends the match with an error and plays no game; so does an opening that can't be played."""
    def refused(expected, *engine, game='ito', more=()):
        code, out, err = match(game, '--engine', 'name=good,nodes=100', '--engine', *engine, '--games', '4', '--concurrency', '2', '--quiet', *more)
        check(code == 1 and not out and expected in err, '%s: expected code 1 and "%s", got %d\n%s%s' % (engine, expected, code, out, err))

    for speech in ('usi', 'uci', 'cecp'):
        refused('bad: "%s stillborn usi" ended before it said' % FAKE, 'name=bad,depth=1,proto=%s,cmd=%s stillborn usi' % (speech, FAKE))
        refused('bad: "/nowhere/engine" ended before it said', 'name=bad,depth=1,proto=%s,cmd=/nowhere/engine' % speech)
    refused('bad: the program says "Error (unknown variant): ito"', 'name=bad,depth=1,proto=cecp,cmd=%s ignorant cecp' % FAKE)
    refused('bad: the program says "Error (unknown variant): nosuch"', 'name=bad,depth=1,proto=cecp,cmd=%s xboard,variant=nosuch' % HENKA)
    refused('bad: "cat" does not speak XBoard\'s protocol: ', 'name=bad,proto=cecp,cmd=cat,tc=0.1+0')
    refused('bad: "cat >/dev/null" does not speak XBoard\'s protocol: ', 'name=bad,proto=cecp,cmd=cat >/dev/null,tc=0.1+0')
    refused('bad: the program has no game called "nosuch"; it has: ', 'name=bad,proto=uci,cmd=%s uci,variant=nosuch' % HENKA)
    refused('bad: the program has no game called "nosuch"; it has: ', 'name=bad,proto=usi,cmd=%s usi,variant=nosuch' % HENKA)
    refused('bad: the program has no game called "ito"; it has: chess, go', 'name=bad,proto=uci,cmd=GAMES="var chess var go" %s crash uci' % FAKE)
    refused('no option "nosuch"', 'name=bad,opt.nosuch=1')
    refused('expected a whole number', 'name=bad,opt.multi_pv=x')
    with tempfile.TemporaryDirectory() as folder:
        refused('has other rules than the match', 'name=bad,game=%s,nodes=50' % TEN_KINDS, game='shinogi')
        other = os.path.join(folder, 'other.ini')
        text = (ROOT / 'variants' / 'shogi.ini').read_text()
        pathlib.Path(other).write_text(re.sub(r'(?m)^([^:\n]*):G:[^:]*:', r'\1:G:W:', text).replace('name=shogi', 'name=othershogi'))
        refused('other.ini" has other rules than the match: ', 'name=bad,game=%s,nodes=50' % other, game='shogi', more=('--plies', '30-40'))
        pathlib.Path(other).write_text('name=other\n')
        refused('other.ini:1:1: expected piece lines', 'name=bad,game=%s,nodes=50' % other, game='shogi')
        pathlib.Path(other).write_text(text + '# a comment\n' * 30000)
        refused('other.ini:1:1: the text has ', 'name=bad,game=%s,nodes=50' % other, game='shogi')
        lines = os.path.join(folder, 'openings')
        pathlib.Path(lines).write_text('# nothing\n\n  startpos moves 7g7f  7g7f\n')
        refused('%s:3:24: ' % lines, 'nodes=50', game='shogi', more=('--openings', lines, '--max-plies', '8'))
        pathlib.Path(lines).write_text('sfen 9/9/x8/9/9/9/9/9/9 b - 1\n')
        refused('%s:1:' % lines, 'nodes=50', game='shogi', more=('--openings', lines))


def what_a_program_is_told():
    """Every line that a program gets until it is asked for its second move, over each protocol."""
    start = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL'
    usi = ['usi', 'setoption name USI_Hash value 8', 'setoption name Threads value 1', 'setoption name Own value 5',
           'setoption name USI_Variant value shogi', 'isready', 'usinewgame', 'isready']
    own_move = '[1-9a-i]{4}[+]?'
    conversations = {
        ('usi', 'tc=2+0.5', '3c3d'): usi + ['position sfen %s b - 1 moves 7g7f' % start, 'go btime 0 wtime 2500 binc 500 winc 500',
                                            'position sfen %s b - 1 moves 7g7f 3c3d %s' % (start, own_move), 'go btime 0 wtime [0-9]+ binc 500 winc 500'],
        ('usi', 'byoyomi=700', '3c3d'): usi + ['position sfen %s b - 1 moves 7g7f' % start, 'go btime 0 wtime 0 byoyomi 700'],
        ('usi', 'nodes=50,depth=3', '3c3d'): usi + ['position sfen %s b - 1 moves 7g7f' % start, 'go nodes 50 depth 3'],
        ('uci', 'movetime=300', 'g7g6'): [line.replace('usi', 'uci').replace('USI_V', 'UCI_V').replace('USI_Hash', 'Hash') for line in usi] +
                                         ['position fen %s[-] w 0 1 moves c3c4' % start, 'go movetime 300',
                                          'position fen %s[-] w 0 1 moves c3c4 g7g6 %s' % (start, own_move), 'go movetime 300'],
        ('cecp', 'tc=125+0.5', 'g7g6'): ['xboard', 'protover 2', 'option Own=5', 'memory 8', 'ping 1', 'new', 'variant shogi', 'easy', 'post', 'force',
                                         'setboard %s[-] w 0 1' % start, 'level 0 2:05 0.5', 'ping 1', 'usermove c3c4', 'time 12550', 'otim 0', 'go',
                                         'force', 'usermove %s' % own_move, 'time [0-9]+', 'otim 0', 'go'],
        ('cecp', 'movetime=3000,depth=4', 'g7g6'): ['xboard', 'protover 2', 'option Own=5', 'memory 8', 'ping 1', 'new', 'variant shogi', 'easy', 'post',
                                                   'force', 'setboard %s[-] w 0 1' % start, 'st 3', 'sd 4', 'ping 1', 'usermove c3c4', 'time 300', 'otim 300', 'go'],
    }
    with tempfile.TemporaryDirectory() as folder:
        openings = os.path.join(folder, 'openings')
        pathlib.Path(openings).write_text('sfen %s b - 1 moves 7g7f\n' % start)
        for number, ((speech, control, move), expected) in enumerate(conversations.items()):
            told = os.path.join(folder, 'told%d' % number)
            code, out, err = match('shogi', '--engine', 'name=random,proto=random', '--engine',
                                   'name=fake,proto=%s,hash=8,opt.Own=5,%s,cmd=MOVES=%s %s record %s %s' % (speech, control, move, FAKE, speech, told),
                                   '--openings', openings, '--games', '2', '--quiet')
            lines = pathlib.Path(told).read_text().splitlines() if os.path.exists(told) else []
            check(code == 0 and 'fake lost: resigned' in out, 'told by %s: code %d\n%s%s' % (speech, code, out, err))
            check(re.search('(?m)^fake: .* 770 nodes a move, .* depth 7.0', out), 'told by %s: the depth it said isn\'t reported\n%s' % (speech, out))
            bad = [(n, got, want) for n, (got, want) in enumerate(zip(lines, expected))
                   if got != want and not re.fullmatch(re.escape(want).replace(re.escape(own_move), own_move).replace(re.escape('[0-9]+'), '[0-9]+'), got)]
            check(not bad and len(lines) >= len(expected), '%s, %s: line %s\nall: %s' % (speech, control, bad[:1], lines))


def equal_players():
    """Two players that play alike play both games of a pair alike, and the report says so."""
    for plies, different, bounds in (('0', 1, 'not known: one opening'), ('5-5', 4, '[0-9.]+, [0-9.]+')):
        code, out, err = match('ito', '--engine', 'nodes=50', '--engine', 'nodes=50', '--games', '8', '--plies', plies, '--seed', '3', '--quiet', '--max-plies', '60')
        found = re.search(r'sente scored [0-9.]+ % \[' + bounds + r'\] of (\d+) different games', out)
        check(code == 0 and found and int(found.group(1)) == different, 'plies %s: expected %d different games\n%s%s' % (plies, different, out, err))


def opening_plies():
    """--plies 5-5 is five random plies, 3-4 are three or four."""
    with tempfile.TemporaryDirectory() as folder:
        for plies, lengths in (('5-5', {5}), ('2', {2}), ('3-4', {3, 4})):
            path = os.path.join(folder, plies)
            code, out, err = match('shogi', '--engine', 'proto=random', '--engine', 'proto=random', '--games', '32', '--plies', plies, '--max-plies', '1',
                                   '--records', path, '--quiet')
            # the referee stops each game after the first move that isn't of the opening
            games = pathlib.Path(path).read_text().split('Henka record 1')[1:] if code == 0 else []
            found = {len(re.findall(r'(?m)^ +\d+\. ', game)) - 1 for game in games}
            check(len(games) == 32 and found == lengths, '--plies %s: %d games with openings of %s plies\n%s%s' % (plies, len(games), found, out, err))


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
        other = ('shinogi', '--engine', 'nodes=80', '--engine', 'nodes=40', '--games', '4', '--seed', '8', '--records', path, '--quiet', '--max-plies', '60')
        code, out, err = match(*other)
        check(code == 2 and 'is there already' in err and open(path).read() == texts[0], 'a file of records was overwritten: code %d\n%s%s' % (code, out, err))
        code, out, err = match(*other, '--append')
        text = open(path).read()
        check(code == 0 and text.startswith(texts[0]) and text != texts[0] * 2, 'another seed, appended: code %d\n%s%s' % (code, out, err))


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
    score = score_of(out)
    check(run.returncode == 0 and score and sum(score) > 0, 'after an interrupt: code %s\n%s%s' % (run.returncode, out, err))
    pairs = re.search(r'pairs (\d+)-(\d+)-(\d+)-(\d+)-(\d+)', out)
    check(score and pairs and sum(score) == 2 * sum(map(int, pairs.groups())), 'after an interrupt: games of unfinished pairs are in the score\n%s' % out)


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
                      ('ito', '--engine', 'nodes=1', '--engine', 'nodes=1,threads=5000000000'),
                      ('ito', '--engine', 'nodes=1', '--engine', 'proto=cecp,cmd=cat,nodes=1'), ('ito', '--engine', 'nodes=1', '--engine', 'proto=cecp,cmd=cat,movetime=300'),
                      ('ito', '--engine', 'proto=cecp,cmd=cat,byoyomi=1500', '--engine', 'nodes=1')):
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
        again = [HENKA, 'datagen', 'suzumu', '--out', path, '--games', '2', '--nodes', '60', '--plies', '2-4', '--max-plies', '6', '--quiet']
        run = subprocess.run(again, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
        check(run.returncode == 1 and 'is there already' in run.stdout and open(path, 'rb').read() == contents[0], 'samples were overwritten: %s' % run.stdout)
        longer = os.path.join(folder, 'longer')
        open(longer, 'wb').write(contents[0])
        again[again.index(path)] = longer
        run = subprocess.run([*again, '--append'], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
        check(run.returncode == 0 and 'drawn 0, cut off 2' in run.stdout, 'samples appended: %s' % run.stdout)
        shown = subprocess.run([HENKA, 'datagen', 'suzumu', '--show', longer], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
        check(shown.returncode == 0 and len(shown.stdout.splitlines()) == 8 and shown.stdout.count('cut off, counts as drawn, 6 plies') == 2,
              'samples appended: %s' % shown.stdout)
        again[again.index('suzumu')] = 'ito'
        run = subprocess.run([*again, '--append'], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
        check(run.returncode == 1 and 'expected ito' in run.stdout, 'games of another game were appended: %s' % run.stdout)
        shown = subprocess.run([HENKA, 'datagen', 'suzumu', '--show', path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
        check(shown.returncode == 0 and len(shown.stdout.splitlines()) == 6, 'datagen --show: %s' % shown.stdout)
        open(path, 'wb').write(contents[0][:-3])
        shown = subprocess.run([HENKA, 'datagen', 'suzumu', '--show', path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
        check(shown.returncode == 1 and 'game 6 is damaged' in shown.stdout, 'a file cut short: %s' % shown.stdout)
        shown = subprocess.run([HENKA, 'datagen', 'ito', '--show', path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
        check(shown.returncode == 1 and 'expected ito' in shown.stdout, 'games of another game: %s' % shown.stdout)


for part in (bad_requests, misbehaviour, unplayable, what_a_program_is_told, equal_players, opening_plies, both_protocols, records_and_repeats, interruption, strength_and_sprt, random_player, datagen):
    try:
        part()
    except Exception as problem:
        check(False, '%s: %r' % (part.__name__, problem))
print('%d passed, %d failed' % (passed, failed))
sys.exit(failed != 0)
