#!/usr/bin/env python3
"""test_numbers HENKA: fitted numbers and a network of one's own are used wherever the game is: beside its file, by --eval and --net, by the
option EvalFile; what does not fit is an error with its reason. Ends with "N passed, N failed"."""
import json
import pathlib
import subprocess
import sys
import tempfile

henka = str(pathlib.Path(sys.argv[1]).resolve())
TEN_KINDS = pathlib.Path(__file__).resolve().parent.parent / 'data' / 'games' / 'tenkinds.ini'
CHOICES = TEN_KINDS.parent / 'choices.ini'
HELLO = {'usi': 'USI_Variant', 'uci': 'UCI_Variant', 'xboard': None}
passed = failed = 0


def run(*arguments, lines=()):
    text = ''.join(str(line) + '\n' for line in lines)
    done = subprocess.run([henka, *map(str, arguments)], input=text, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


def made(*arguments):
    code, out, error = run(*arguments)
    check(code == 0, f'{arguments}: {code}, {error}')
    return out


def check(condition, what):
    global passed, failed
    passed, failed = passed + bool(condition), failed + (not condition)
    if not condition:
        print('FAILED:', what)


def bench(game, *more):
    return made('bench', game, '--depth', 5, *more).split()[-1]


def option(protocol, name, value):
    return f'option {name}={value}' if protocol == 'xboard' else f'setoption name {name} value {value}'


def talk(protocol, lines, *paths):
    hello = 'xboard\nprotover 2' if protocol == 'xboard' else protocol
    return run(protocol, *paths, lines=[hello, *lines, 'quit'])[1]


def chosen(protocol, game, sfen):
    if protocol == 'xboard':
        return [f'variant {game}', f'setboard {sfen}']
    return [option(protocol, HELLO[protocol], game), f'position sfen {sfen}']


def evaluations(text):
    return [line.split()[-1] for line in text.splitlines() if 'eval cp ' in line]


def complaints(text):
    return [line for line in text.splitlines() if line.startswith(('info string error', 'telluser'))]


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    games, numbers, network = (folder / name for name in ('games', 'fitted.eval', 'trained.net'))
    other_games, other_numbers, other_network = (folder / name for name in ('other', 'other.eval', 'other.net'))
    short = ('--games', 12, '--nodes', 60, '--plies', '4-8', '--max-plies', 60, '--quiet')
    for game, samples, eval_out, net_out in ((TEN_KINDS, games, numbers, network), ('rutherford', other_games, other_numbers, other_network)):
        made('datagen', game, '--out', samples, *short)
        made('tune', game, '--samples', samples, '--out', eval_out, '--weight', 5, '--steps', 2, '--held-out', 4, '--quiet')
        made('tune', game, '--net', 16, '--samples', samples, '--out', net_out, '--epochs', 1, '--batch', 32, '--held-out', 4, '--quiet')

    # The same game four times: alone, with numbers, with a network, with both beside it.
    folders = {key: folder / key for key in ('alone', 'eval', 'net', 'both')}
    files = {key: place / 'own.ini' for key, place in folders.items()}
    text = TEN_KINDS.read_text()
    for key, place in folders.items():
        place.mkdir()
        files[key].write_text(text)
        if key in ('eval', 'both'):
            (place / 'own.eval').write_bytes(numbers.read_bytes())
        if key in ('net', 'both'):
            (place / 'own.net').write_bytes(network.read_bytes())
    given = {'alone': (), 'eval': ('--eval', numbers), 'net': ('--net', network), 'both': ('--eval', numbers, '--net', network)}

    beside = {key: bench(path) for key, path in files.items()}
    named = {key: bench(files['alone'], *words) for key, words in given.items()}
    check(beside == named and len(set(beside.values())) == 4, f'nodes of bench: beside the file {beside}, by options {named}')
    check(bench(files['both'], '--eval', 'none', '--net', 'none') == beside['alone'], 'none for what stands beside the file')
    check(bench(files['both'], '--net', 'none') == beside['eval'], 'no network, the numbers beside the file')

    # Self-play and matches.
    samples = {}
    for key, words in given.items():
        for place, more in (('alone', words), (key, ())):
            out = folder / f'{key}-{place}-{len(samples)}.games'
            made('datagen', files[place], '--out', out, '--games', 3, '--nodes', 60, '--max-plies', 30, '--quiet', *more)
            samples.setdefault(key, set()).add(out.read_bytes())
    check(all(len(same) == 1 for same in samples.values()) and len(set.union(*samples.values())) == 4, 'games of datagen: beside the file as by options')
    records = {}
    for key, options, more in (('both', '', ()), ('alone', f',opt.eval={numbers},opt.net={network}', ()), ('plain', '', ()), ('given', '', given['both'])):
        out = folder / f'{key}.records'
        made('match', files['both' if key == 'both' else 'alone'], *more, '--engine', f'name=A,nodes=80{options}', '--engine', f'name=B,nodes=80{options}', '--games', 2,
             '--max-plies', 30, '--records', out, '--quiet')
        records[key] = out.read_text().replace(str(folders['both']), '').replace(str(folders['alone']), '')
    check(records['both'] == records['alone'] == records['given'] != records['plain'], 'a match with numbers and network beside the file, of each player, of both')
    code, _, error = run('match', files['alone'], '--engine', f'nodes=60,game={files["both"]}', '--engine', 'nodes=60', '--games', 2, '--max-plies', 10, '--quiet')
    check(code == 0, f"a player's own file with its numbers: {error}")

    # What a kind is worth.
    values = {key: [piece['value'] for piece in json.loads(made('describe', path, '--json'))['pieces']] for key, path in files.items()}
    check(values['eval'] == values['both'] != values['alone'] == values['net'], f'values of the pieces: {values}')

    # The three protocols: the game by its path or by VariantPath, the option before the game or after it.
    game = json.loads(made('describe', TEN_KINDS, '--json'))['name']
    first = made('moves', TEN_KINDS).split()[0]
    seen = talk('usi', [option('usi', 'USI_Variant', game), f'position startpos moves {first}', 'd'], TEN_KINDS)
    sfen = next(line[5:] for line in seen.splitlines() if line.startswith('sfen '))
    expected = {}
    for protocol in HELLO:
        for key, path in files.items():
            answer = talk(protocol, chosen(protocol, game, sfen) + ['eval'], path)
            by_option = talk(protocol, [option(protocol, 'VariantPath', folders[key])] + chosen(protocol, game, sfen) + ['eval'])
            expected.setdefault(key, evaluations(answer))
            check(len(expected[key]) == 1 and evaluations(answer) == evaluations(by_option) == expected[key] and not complaints(answer + by_option),
                  f'{protocol}, {key}: {expected}, by path {answer}, by option {by_option}')
        for path, key in ((numbers, 'eval'), (network, 'net')):
            before = talk(protocol, [option(protocol, 'EvalFile', path)] + chosen(protocol, game, sfen) + ['eval'], TEN_KINDS)
            after = talk(protocol, chosen(protocol, game, sfen) + ['eval', option(protocol, 'EvalFile', path), 'eval'], TEN_KINDS)
            check(evaluations(before) == expected[key] and evaluations(after) == expected['alone'] + expected[key] and not complaints(before + after),
                  f'{protocol}, EvalFile {path.name}: {expected}, before the game {before}, after it {after}')
        for nothing in ('', '<empty>', '<none>'):
            answer = talk(protocol, chosen(protocol, game, sfen) + [option(protocol, 'EvalFile', network), 'eval', option(protocol, 'EvalFile', nothing), 'eval'],
                          files['eval'])
            check(evaluations(answer) == expected['both'] + expected['eval'], f'{protocol}, EvalFile "{nothing}": {answer}')
        answer = talk(protocol, chosen(protocol, game, sfen) + [option(protocol, 'EvalFile', numbers), option(protocol, 'EvalFile', '/nowhere/x.eval'), 'eval'],
                      TEN_KINDS)
        check(complaints(answer) and '/nowhere/x.eval: No such file' in complaints(answer)[0] and evaluations(answer) == expected['eval'],
              f'{protocol}, no such file: {answer}')
        for path, why in ((other_numbers, 'other.eval: fitted for '), (other_network, 'other.net: trained for another board'), (TEN_KINDS, 'expected fitted numbers')):
            answer = talk(protocol, chosen(protocol, game, sfen) + [option(protocol, 'EvalFile', path), 'eval', 'eval'], TEN_KINDS)
            said = complaints(answer)
            check(len(said) == 1 and 'EvalFile: ' in said[0] and why in said[0] and evaluations(answer) == 2 * expected['alone'],
                  f'{protocol}, EvalFile {path.name}: {answer}')
        answer = talk(protocol, [option(protocol, 'EvalFile', numbers), 'eval'] + chosen(protocol, game, sfen) + ['eval'], TEN_KINDS)
        check(len(complaints(answer)) == 1 and evaluations(answer)[1:] == expected['eval'], f'{protocol}, the game the file is for comes later: {answer}')
    lines = [option('usi', 'EvalFile', numbers), *chosen('usi', game, sfen), 'eval', option('usi', 'EvalFile', '<none>'), option('usi', 'USI_Variant', 'shogi'), 'eval',
             *chosen('usi', game, sfen), 'eval']
    answer = talk('usi', lines, TEN_KINDS)
    check(evaluations(answer)[::2] == expected['eval'] + expected['alone'], f'taken back while another game is chosen: {answer}')
    answer = talk('usi', chosen('usi', game, sfen) + [option('usi', 'EvalFile', other_numbers), 'isready'], TEN_KINDS)
    check(answer.index('EvalFile: ') < answer.index('readyok'), f'a misfit is told before readyok: {answer}')

    # What doesn't fit, wherever the game is read.
    wrong = folder / 'wrong'
    wrong.mkdir()
    (wrong / 'own.ini').write_text(text)
    for ending, content, why in (('eval', other_numbers.read_bytes(), 'own.eval: fitted for '), ('net', other_network.read_bytes(), 'own.net: trained for another board'),
                                 ('eval', numbers.read_bytes()[:-1], 'own.eval: the file is damaged'), ('net', network.read_bytes()[:-1], 'own.net: the file is damaged'),
                                 ('eval', b'', 'own.eval: expected fitted numbers'), ('net', b'', 'own.net: expected a network')):
        (wrong / f'own.{ending}').write_bytes(content)
        for words in (('bench', 'own.ini', '--depth', 2), ('play', 'own.ini'), ('usi', 'own.ini'), ('uci', '.'), ('describe', 'own.ini'),
                      ('datagen', 'own.ini', '--out', 'never'), ('match', 'own.ini', '--engine', 'nodes=9', '--engine', 'nodes=9'),
                      ('match', TEN_KINDS, '--engine', 'nodes=9,game=own.ini', '--engine', 'nodes=9')):
            done = subprocess.run([henka, *map(str, words)], input='quit\n', capture_output=True, text=True, timeout=60, cwd=wrong)
            check(done.returncode in (1, 2) and why in done.stderr and not (wrong / 'never').exists(), f'{words}, {why}: {done.returncode}, {done.stderr!r}')
        answer = talk('usi', [option('usi', 'VariantPath', wrong)])
        check(len(complaints(answer)) == 1 and why in answer, f'VariantPath, {why}: {answer}')
        check(bench(wrong / 'own.ini', f'--{ending}', 'none') == beside['alone'], f'--{ending} none leaves it alone')
        code, out, error = run('play', wrong / 'own.ini', f'--{ending}', 'none', lines=['quit'])
        check(code == 0 and not error, f'play --{ending} none: {code}, {error}')
        code, out, error = run('moves', wrong / 'own.ini')
        check(code == 0 and first in out, f'moves, which needs no numbers: {code}, {error}')
        (wrong / f'own.{ending}').unlink()
    # Under settings what stands beside the file is left out where it doesn't fit, as what is delivered with a game is.
    ruled = folder / 'ruled' / 'mine.ini'
    ruled.parent.mkdir()
    ruled.write_text((TEN_KINDS.parents[3] / 'variants' / 'rutherford.ini').read_text().replace('name=rutherford', 'name=mine', 1))
    (ruled.parent / 'mine.net').write_bytes(other_network.read_bytes())
    (ruled.parent / 'mine.eval').write_bytes(other_numbers.read_bytes())
    check(bench(ruled, '--set', 'strict=on') == bench(ruled) != bench(ruled, '--net', 'none'), 'a setting that leaves the moves alone')
    check(bench(ruled, '--set', 'bishop=forward') == bench(ruled, '--set', 'bishop=forward', '--net', 'none') !=
          bench(ruled, '--set', 'bishop=forward', '--eval', 'none'), 'a setting that changes the moves of a kind: the network is left out')
    check(bench(ruled, '--set', 'gap=3') == bench(ruled, '--set', 'gap=3', '--net', 'none', '--eval', 'none'), 'a setting that changes the board')
    answer = talk('usi', [option('usi', 'USI_Variant', 'mine'), option('usi', 'Rule_gap', 3), 'eval'], ruled)
    check(len(evaluations(answer)) == 1 and not complaints(answer), f'the same in USI: {answer}')
    code, _, error = run('bench', ruled, '--set', 'bishop=forward', '--net', other_network)
    check(code == 1 and 'trained for another board' in error, f'a network named for a game under a setting: {code}, {error}')
    (ruled.parent / 'mine.net').write_bytes(network.read_bytes())
    code, _, error = run('bench', ruled, '--set', 'gap=3')
    check(code == 1 and 'mine.net: trained for another board' in error, f'one that fits the game neither way: {code}, {error}')

    for words, why in ((('--eval', other_numbers), 'other.eval: fitted for '), (('--net', other_network), 'other.net: trained for'), (('--eval', '/nowhere'), '/nowhere: No such')):
        for command in (('play', TEN_KINDS), ('bench', TEN_KINDS), ('match', TEN_KINDS, '--engine', 'nodes=9', '--engine', 'nodes=9'), ('datagen', TEN_KINDS, '--out', folder / 'never')):
            code, _, error = run(*command, *words, lines=['quit'])
            check(code in (1, 2) and why in error, f'{command} {words}: {code}, {error}')

print(f'{passed} passed, {failed} failed')
sys.exit(failed != 0)
