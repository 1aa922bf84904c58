#!/usr/bin/env python3
"""cli.py HENKA: what golden transcripts can't show of the command line: write errors, JSON, help, the manual page, completion, Ctrl-C."""
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
henka = os.path.abspath(sys.argv[1])
passed = failed = 0


def check(good, what):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(what)


def run(*words, stdin='', **more):
    more = {'stdout': subprocess.PIPE, **more}
    return subprocess.run([henka, *words], input=stdin, stderr=subprocess.PIPE, text=True, timeout=60, **more)


def names():
    return re.findall(r'^COMMAND\((\w+),', (ROOT / 'src/cli/commands.def').read_text(), re.M)


def check_help_anywhere():
    for name in names():
        wanted = run(name, '--help')
        check(wanted.returncode == 0 and 'henka ' + name in wanted.stdout and not wanted.stderr, '%s --help: %r' % (name, wanted))
        for words in ([name, '-h'], [name, 'okisaki', '--help'], [name, 'okisaki', '-h']):
            told = run(*words)
            check((told.returncode, told.stdout) == (0, wanted.stdout), '%s: exit %d, said %r' % (words, told.returncode, told.stdout))


def check_furigoma():
    for _ in range(6):
        told = run('play', 'dobutsu', '--side', 'furigoma', '--level', '1', stdin='quit\n').stdout
        tossed = re.match(r'Furigoma: (\d) face up, (\d) face down, so you play (sente|gote)\.\n', told)
        check(tossed and int(tossed[1]) + int(tossed[2]) == 5 and (int(tossed[2]) >= 3) == (tossed[3] == 'gote') and 'You play %s;' % tossed[3] in told,
              'play --side furigoma: said %r' % told[:200])


def check_write_errors():
    for words in (['variants'], ['variants', '--json'], ['describe', 'shogi'], ['moves', 'shogi'], ['perft', 'shogi', '1'], ['help'], ['--version'],
                  ['check', str(ROOT / 'variants/ito.ini'), '--json'], ['new', '-'], ['bench', 'ito', '--depth', '1'], ['usi']):
        with open('/dev/full', 'w') as full:
            ran = run(*words, stdin='usi\nquit\n' if words == ['usi'] else '', stdout=full)
        check(ran.returncode == 1 and 'standard output' in ran.stderr, '%s >/dev/full: exit %d, said %r' % (words, ran.returncode, ran.stderr))
        check('Success' not in ran.stderr, '%s >/dev/full: said %r' % (words, ran.stderr))
        # What is left in the buffer is written at the end, which says why not. What was lost before that has no reason any more.
        reason = 'not written' if words in (['usi'], ['perft', 'shogi', '1'], ['variants', '--json'], ['new', '-']) else 'No space left on device'
        check(ran.stderr.endswith('henka: standard output: %s\n' % reason), '%s >/dev/full: said %r' % (words, ran.stderr))


def check_json():
    listed = json.loads(run('variants', '--json').stdout)
    plain = run('variants').stdout.splitlines()
    check([game['name'] for game in listed] == [line.split()[0] for line in plain] and len(listed) >= 6, 'variants --json: %s' % listed)
    for game in listed:
        told = json.loads(run('describe', game['name'], '--json').stdout)
        named = {each['name']: each for each in told['handicaps']}
        check(len(named) == {'shogi': 15, 'okisaki': 7, 'shinogi': 6, 'minishogi': 3, 'xiangqi': 2}.get(game['name'], 0), 'describe %s --json: %s' % (game['name'], told['handicaps']))
        if 'rook' in named:
            rook = named['rook']
            check(rook['kanji'] == '飛車落ち' and rook['start'].endswith(' w - 1') and 'r' not in rook['start'], 'describe %s --json: %s' % (game['name'], rook))
        check(told['title'] == game['title'] and told['files'] == game['files'], 'describe %s --json: another title or size' % game['name'])
        check(told['pieces'] and all(piece['id'] and piece['betza'] and piece['moves'] for piece in told['pieces']), 'describe %s --json: %s' % (game['name'], told['pieces']))
        check(all(isinstance(piece['value'], int) and (piece['value'] > 0 or piece['royal']) for piece in told['pieces']),
              'describe %s --json: values %s' % (game['name'], [piece['value'] for piece in told['pieces']]))
        moves = json.loads(run('moves', game['name'], '--json').stdout)
        check(''.join(move['usi'] + '\n' for move in moves['moves']) == run('moves', game['name']).stdout and moves['sfen'] == told['start'],
              'moves %s --json: other moves, or another position, than without' % game['name'])
    pieces = {piece['id']: piece for piece in json.loads(run('describe', 'rutherford', '--json').stdout)['pieces']}
    check(pieces['K']['royal'] and pieces['K']['kanji'] == '玉将' and pieces['K']['betza'] == 'fWfD', "describe --json: rutherford's king is %s" % pieces['K'])
    for setting, value in ([], 'both'), (['--set', 'bishop=forward'], 'forward'):
        options = {option['name']: option for option in json.loads(run('describe', 'rutherford', '--json', *setting).stdout)['options']}
        bishop = options.get('bishop', {})
        check((bishop.get('value'), bishop.get('default'), [choice['value'] for choice in bishop.get('choices', [])]) == (value, 'both', ['both', 'forward'])
              and len(options) >= 4, 'describe rutherford --json %s: option bishop is %s of %d' % (setting, bishop, len(options)))
    mated = json.loads(run('moves', 'shogi', '8k/8G/8P/9/9/9/9/9/4K4 w - 2', '--json').stdout)
    check((mated['outcome'], mated['winner'], mated['moves'], mated['check']) == ('checkmate', 'sente', [], True), 'moves --json of a mate: %s' % mated)
    with tempfile.TemporaryDirectory() as folder:
        bad = pathlib.Path(folder) / 'bad "game".ini'
        bad.write_text('files=3\nranks=3\nfrobnicate=1\n')
        ran = run('check', str(bad), str(ROOT / 'variants/ito.ini'), '--json')
        files = json.loads(ran.stdout)
        check(ran.returncode == 1 and files[0]['file'] == str(bad) and files[0]['errors'] > 0 and files[1]['errors'] == 0, 'check --json: %s' % files)
        check(any(f['line'] == 3 and 'frobnicate' in f['message'] for f in files[0]['findings']), 'check --json: line 3 is not named: %s' % files[0])


def check_help():
    everything = run('help').stdout
    for name in names():
        ran = run('help', name)
        check(ran.returncode == 0 and 'henka ' + name in ran.stdout, 'help %s: exit %d, %r' % (name, ran.returncode, ran.stdout[:200]))
        check('  henka %s' % name in everything, 'help: says nothing of %s' % name)
        check(run(name, '--help').stdout == ran.stdout, '%s --help: not what help %s says' % (name, name))
    check(run('help', 'juggle').returncode == 2, 'help juggle: not 2')


def check_last_line():
    ran = run('perft', 'shogi', '--table', '-', stdin='8k/9/8P/9/9/9/9/9/4K4 b - 1\t1\t7')
    check((ran.returncode, ran.stdout) == (0, '1 ok, 0 bad\n'), 'a table whose last line has no end: exit %d, %r' % (ran.returncode, ran.stdout))
    ran = run('perft', 'shogi', '--table', '-', stdin='8k/9/8P/9/9/9/9/9/4K4 b - 1\t1\t7\n' * 600)
    check((ran.returncode, ran.stdout) == (0, '600 ok, 0 bad\n'), 'a table of 600 rows: exit %d, %r' % (ran.returncode, ran.stdout))


def check_nul():
    """What stands behind a NUL byte is not lost silently."""
    ran = subprocess.run([henka, 'usi'], input=b'isready\0x\nisready\n', stdout=subprocess.PIPE, timeout=60)
    check(ran.stdout == b'info string unknown command: isready?x\nreadyok\n', 'a NUL byte: %r' % ran.stdout)


def check_files():
    table = str(ROOT / 'src/cli/commands.def')
    maker = [str(ROOT / 'tools/command_files')]
    page = subprocess.run(maker + ['--man', table, '0'], stdout=subprocess.PIPE, text=True).stdout
    script = subprocess.run(maker + ['--bash', table, '0'], stdout=subprocess.PIPE, text=True).stdout
    for name in names():
        check(re.search(r'^\.B henka %s\b' % name, page, re.M), 'manual page: says nothing of %s' % name)
    for words in ('--sprt', '--resume', '--records', '--samples'):
        check(words.replace('-', '\\-') in page, 'manual page: says nothing of %s' % words)
    check('.B henka version\n' in page and 'standard shogi and chess' in page, 'manual page: %s' % page[:1000])
    ask = script + '\nCOMP_WORDS=(%s) COMP_CWORD=%d; PATH=%s:$PATH; _henka; echo "${COMPREPLY[@]}"'

    def completed(*words):
        line = ask % (' '.join("'%s'" % word for word in words), len(words) - 1, os.path.dirname(henka))
        return subprocess.run(['bash', '-c', line], stdout=subprocess.PIPE, text=True, cwd='/').stdout.split()

    check(completed('henka', 'pe') == ['perft'], 'completion of "henka pe": %s' % completed('henka', 'pe'))
    check(completed('henka', 'play', '--ka') == ['--kanji'], 'completion of "henka play --ka": %s' % completed('henka', 'play', '--ka'))
    check(completed('henka', 'new', '--li') == ['--like'], 'completion of "henka new --li": %s' % completed('henka', 'new', '--li'))
    for words, whole in (('match', '--sp'), '--sprt'), (('study', '--re'), '--resume'), (('tune', '--sa'), '--samples'), (('datagen', '--no'), '--nodes --noise'):
        check(completed('henka', *words) == whole.split(), 'completion of "henka %s": %s' % (' '.join(words), completed('henka', *words)))
    check(completed('henka', 've') == ['version'], 'completion of "henka ve": %s' % completed('henka', 've'))
    check(completed('henka', 'moves', 'oki') == ['okisaki'], 'completion of "henka moves oki": %s' % completed('henka', 'moves', 'oki'))


def check_findings():
    """What is shown of a text's errors: the line without its end, and how many there are beyond those shown."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, 'ends.ini')
        path.write_bytes(b'name=x\r\nfile=3\r\nking:K:K::a1\r\n')
        told = run('check', str(path)).stdout
        check('\n    file=3\n    ^\n' in told, 'check of a text with \\r\\n: %r' % told)
        path.write_text('name=x\nking:K:K::a1\n' + 'nokey=1\n' * 70)
        told = run('check', str(path)).stdout.count('unknown key')
        check(told == 70, 'check of a text with 70 errors shows %d' % told)
        told = run('describe', str(path)).stderr.splitlines()
        check(len(told) == 65 and told[-1].endswith(': and 6 more'), 'describe of a text with 70 errors: %d lines, the last %s' % (len(told), told[-1:]))
        path.write_text('name=x\nking:K:K::a1\n' + 'nokey=1\n' * 5000)
        told = json.loads(run('check', str(path), '--json').stdout)[0]
        check(len(told['findings']) == told['errors'] == 1000, 'check --json of a text with 5000 errors: %d of %d' % (len(told['findings']), told['errors']))
        path.write_text('[x:chess]\n' + ''.join('unheard%d = 1\n' % number for number in range(300)))
        told = run('import', str(path), 'x').stderr.splitlines()
        check(len(told) == 256, 'import of a game with 300 unknown keys: %d lines, the last %s' % (len(told), told[-1:]))
        path.write_bytes(b'\xe3\x81\x01\x7f\tnokey=1 \xff\n')
        told = run('check', str(path)).stdout
        check(told.endswith('\n         nokey=1  \n    ^\n'), 'check of a text with bytes that are no characters: %r' % told)
        path.write_text('name=x files=3 ranks=3 royal=K\nking:K:K:K:a1\n')
        settings = [word for number in range(33) for word in ('--set', 'rule%d=on' % number)]
        told = run('describe', str(path), *settings[:64])
        check(told.returncode == 1 and told.stderr.count('no option') == 32, '32 settings: exit %d, %s' % (told.returncode, told.stderr))
        told = run('describe', str(path), *settings)
        check(told.returncode == 2 and 'found "rule32=on"' in told.stderr, '33 settings: exit %d, %s' % (told.returncode, told.stderr))
        twice = pathlib.Path(folder, 'twice.ini')
        twice.write_text(path.read_text() + 'option=speed how fast\nchoice=slow a\nchoice=fast b\n' * 2)
        told = run('describe', str(twice), '--set', 'speed=fast').stderr
        check(told == '%s:6:8: error: there is an option `speed` already\n' % twice, 'describe of a text with an option twice: %s' % told)
        path.with_suffix('.eval').write_text('nothing')
        for words in (['describe'], ['describe', '--json'], ['play'], ['bench']):
            told = run(words[0], str(path), *words[1:])
            check(told.returncode == 1 and 'ends.eval' in told.stderr and not told.stdout, '%s beside broken numbers: exit %d, %s' % (words, told.returncode, told.stderr))
        with open(path, 'wb') as large:  # a file of zeros that takes no room on the disk
            large.truncate((256 << 20) + 1)
        told = run('perft', 'ito', '--table', str(path)).stderr
        check('File too large' in told, 'a file of more than 256 MiB: %r' % told)


def check_new():
    """A new game's file is good as it stands, and no file is written over."""
    with tempfile.TemporaryDirectory() as folder:
        mine = pathlib.Path(folder) / 'My game.ini'
        for like in ([], ['--like', 'ito'], ['--like', str(ROOT / 'variants/okisaki.ini')]):
            ran = run('new', *like, str(mine))
            check((ran.returncode, ran.stderr) == (0, '') and str(mine) in ran.stdout, 'new %s: exit %d, %r' % (like, ran.returncode, ran.stderr))
            checked = run('check', str(mine))
            check(checked.returncode == 0 and checked.stderr.endswith(': 0 errors, 0 warnings\n'), 'check of new %s: %s%s' % (like, checked.stdout, checked.stderr))
            text = mine.read_text()
            check('\nname=my-game\n' in text and run('new', *like, '-').stdout == text.replace('name=my-game', 'name=untitled').replace('My game', 'Untitled'),
                  'new %s: another text in the file than on standard output: %s' % (like, text[:500]))
            again = run('new', str(mine))
            check(again.returncode == 1 and str(mine) in again.stderr and mine.read_text() == text, 'new writes over a file: exit %d, %r' % (again.returncode, again.stderr))
            mine.unlink()
        for name, called in ('plain', 'plain'), ('.hidden', 'hidden'), ('a.b.ini', 'a-b'):
            made = pathlib.Path(folder) / name
            ran = run('new', str(made))
            check(ran.returncode == 0 and '\nname=%s\n' % called in made.read_text(), 'new %s: exit %d, %r' % (name, ran.returncode, ran.stderr))
        taken = pathlib.Path(folder) / 'Shogi.ini'
        ran = run('new', str(taken))
        check(ran.returncode == 1 and 'shipped' in ran.stderr and not taken.exists(), 'new Shogi.ini: exit %d, %r' % (ran.returncode, ran.stderr))
        ran = subprocess.run(['sh', '-c', 'ulimit -f 1; trap "" XFSZ; exec "$0" new "$1"', henka, str(mine)], stderr=subprocess.PIPE, text=True)
        check(ran.returncode == 1 and str(mine) in ran.stderr and not mine.exists(), 'new, where a file may have 1 KiB: exit %d, %r' % (ran.returncode, ran.stderr))


def check_no_home():
    """Without a folder for the games, and without --db, the archive's commands say so and make nothing."""
    for words in (['backup', '/nonexistent/copy'], ['export'], ['import']):
        ran = run(*words, env={})
        check((ran.returncode, ran.stdout) == (1, '') and 'no home folder' in ran.stderr, '%s without a home: exit %d, %r' % (words, ran.returncode, ran.stderr))


def check_lab():
    """The lab reads its own words, all of them and no other."""
    for command in 'match', 'study', 'datagen', 'tune':
        ran = run(command, 'shogi', 'nix')
        check((ran.returncode, ran.stderr) == (2, 'henka %s: expected one game, found two: "shogi" and "nix"\n' % command), '%s: exit %d, said %r' % (command, ran.returncode, ran.stderr))



KEPT = '手合割：平手\n先手：甲\n後手：乙\n*note\n手数----指手---------消費時間--\n   1 ２六歩(27)   ( 0:12/00:00:12)\n*well\n   2 ８四歩(83)\n%s\n変化：2手\n   2 ３四歩(33)\n'


def check_saved(folder):
    """A record that is loaded and saved loses nothing: the same bytes where nothing was played, else names, comments, times and branches."""
    def play(lines, load, save, *words):
        return run('play', 'shogi', '--side', 'both', *(['--load', load] if load else []), '--save', save, *words, stdin=lines + 'quit\n')

    def at(name, text=None, encoding='utf-8'):
        path = os.path.join(folder, name)
        if text is not None:
            open(path, 'w', encoding=encoding, newline='').write(text)
        return path
    for encoding in ('utf-8', 'cp932', 'utf-16'):
        record, saved = at('a.kif', KEPT % '', encoding), at('b.kif')
        ran = play('', record, saved)
        check(open(record, 'rb').read() == open(saved, 'rb').read(), '%s: other bytes: %s' % (encoding, ran.stdout[-300:]))
        check('a.kif:10:1: note: one branch was not read' in ran.stderr, 'no note of the branch: %s' % ran.stderr)
        ran = play('2f2e\nrecord\n', record, record)
        found = open(record, encoding=encoding, newline='').read()
        check(found == KEPT % '   3 ２五歩(26)\n', '%s: with a move: %s%s' % (encoding, ran.stdout[-300:], found))
        check('sente: 甲\ngote: 乙\n' in ran.stdout, 'record does not name the players: %s' % ran.stdout[-500:])
    ran, saved = play('', at('a.kif', KEPT % ''), at('ours.txt')), None
    check(open(at('ours.txt')).read() == KEPT % '', 'a KIF under a name without an ending: %s' % ran.stdout[-300:])
    ran = play('', at('a.kif'), at('line.usi'))
    check('cannot hold the comments, the times and the variations' in ran.stdout, 'what a USI line lacks: %s' % ran.stdout[-300:])
    ran = play('7g7f\n', None, at('new.kif'))
    check(open(at('new.kif')).read().endswith('   1 ７六歩(77)\n'), 'a new KIF: %s' % ran.stdout[-300:])
    for name, text, said in (('other.kif', 'Henka record 1\ngame: shogi\n', 'holds a record in Henka format'), ('notes.txt', 'Buy milk.\n', 'is not a game record')):
        ran = play('7g7f\n', None, at(name, text))
        check(ran.returncode == 1 and said in ran.stderr and open(at(name)).read() == text, '%s is written over: %s%s' % (name, ran.stdout[-300:], ran.stderr))
        ran = run('play', 'shogi', '--side', 'both', stdin='7g7f\nsave %s\nquit\n' % at(name))
        check(said in ran.stdout and open(at(name)).read() == text, 'save writes over %s: %s' % (name, ran.stdout[-300:]))
    ran = run('play', 'ito', '--side', 'both', '--save', at('ito.kif'), stdin='quit\n')
    check(ran.returncode == 1 and 'as KIF' in ran.stderr, 'ito as KIF: %s' % ran.stderr)


def check_interrupt():
    """Ctrl-C while a person is asked, and while the engine thinks: the record is shown and kept."""
    with tempfile.TemporaryDirectory() as folder:
        for words, lines in ((['--side', 'both'], '7g7f\n3c3d\n'), (['--level', '0'], '7g7f\n')):
            kept = os.path.join(folder, 'kept')
            process = subprocess.Popen([henka, 'play', 'shogi', '--save', kept, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            process.stdin.write(lines)
            process.stdin.flush()
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            said = process.communicate(timeout=30)[0]
            record = open(kept).read() if os.path.exists(kept) else ''
            check(process.returncode == 130 and '7g7f' in record and record in said, 'play %s, then Ctrl-C: exit %d, kept %r, said %s' % (words, process.returncode, record, said[-300:]))
            again = run('play', 'shogi', '--side', 'both', '--load', kept, stdin='record\nquit\n').stdout
            check('1. 7g7f' in again, 'play --load: %s' % again[-300:])
            again = run('play', 'shogi', '--side', 'both', stdin='load %s\nrecord\nquit\n' % kept).stdout
            check('1. 7g7f' in again, 'load in a game: %s' % again[-300:])
        ran = run('play', 'shogi', '--load', os.path.join(folder, 'none'))
        check(ran.returncode == 1 and 'none' in ran.stderr, 'play --load of no file: exit %d, %r' % (ran.returncode, ran.stderr))
        unplayed = os.path.join(folder, 'unplayed')
        ran = run('play', 'shogi', '--side', 'both', '--save', unplayed, stdin='quit\n')
        check(ran.returncode == 0 and not os.path.exists(unplayed), 'play --save of a game without a move: exit %d, %s' % (ran.returncode, ran.stdout[-300:]))
        ran = run('play', 'shogi', '--side', 'both', '--save', unplayed, stdin='save\nsave %s.two\nload %s\nsfen\nquit\n' % (unplayed, unplayed))
        check(os.path.exists(unplayed) and os.path.exists(unplayed + '.two') and ran.stdout.count(' b - 1\n') == 1, 'save in a game: %s' % ran.stdout[-300:])
        check_saved(folder)
        full = run('play', 'shogi', '--side', 'both', '--save', '/dev/full', stdin='7g7f\nquit\n')
        check(full.returncode == 1, 'play --save /dev/full: exit %d' % full.returncode)


def answers(*options, plies=4):
    """The first moves of a game of an engine against itself by USI."""
    process = subprocess.Popen([henka, 'usi', 'shogi'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    moves = []
    for line in ('usi', *('setoption name ' + option for option in options), 'isready'):
        process.stdin.write(line + '\n')
    for _ in range(plies):
        process.stdin.write('position startpos moves %s\ngo nodes 3000\n' % ' '.join(moves))
        process.stdin.flush()
        moves.append(next(line for line in process.stdout if line.startswith('bestmove')).split()[1])
    process.communicate('quit\n')
    return moves


def check_varied():
    """Against people the first moves differ from game to game, and the same seed plays the same; other programs get the same game, unless they ask for another."""
    games = {}
    for seed in range(8):
        told = [run('play', 'shogi', '--side', 'gote', '--level', '2', '--seed', str(seed), stdin='quit\n').stdout for _ in range(2)]
        check(told[0] == told[1], 'play --seed %d: two games' % seed)
        games[told[0]] = seed
    check(len(games) > 1, 'play --seed: all games begin alike')
    games = {run('play', 'shogi', '--side', 'gote', '--level', '2', stdin='quit\n').stdout for _ in range(8)}
    check(len(games) > 1, 'play: all games begin alike')
    for options in ((), ('Level value 2',)):
        check(answers(*options) == answers(*options), 'usi, %s: two games' % (options,))
    games = {tuple(answers('OpeningVariety value 20')) for _ in range(5)}
    check(len(games) > 1, 'usi, OpeningVariety: all games begin alike')


check_help_anywhere()
check_furigoma()
check_varied()
check_write_errors()
check_json()
check_last_line()
check_nul()
check_help()
check_files()
check_findings()
check_new()
check_no_home()
check_lab()
check_interrupt()
print('%d passed, %d failed' % (passed, failed))
sys.exit(failed > 0)
