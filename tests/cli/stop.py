#!/usr/bin/env python3
"""stop.py HENKA: how long the engine takes to answer `stop`, in every game, some moves into it; the middle one of five below 50 ms."""
import subprocess
import sys
import time

LIMIT_MS = 50


class Engine:
    def __init__(self, henka):
        self.process = subprocess.Popen([henka, 'usi'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def say(self, line):
        self.process.stdin.write(line + '\n')
        self.process.stdin.flush()

    def hear(self, word):
        for line in self.process.stdout:
            if line.startswith(word):
                return line.split()
        raise SystemExit('the engine died')


def answer_times(engine, game):
    times, moves = [], []
    engine.say('setoption name USI_Variant value ' + game)
    for _ in range(5):
        engine.say('position startpos moves ' + ' '.join(moves))
        engine.say('go infinite')
        time.sleep(0.2)
        start = time.time()
        engine.say('stop')
        moves.append(engine.hear('bestmove')[1])
        times.append(1000 * (time.time() - start))
    return sorted(times)


def main():
    games = [line.split()[0] for line in subprocess.run([sys.argv[1], 'variants'], stdout=subprocess.PIPE, text=True).stdout.splitlines()]
    engine, failed = Engine(sys.argv[1]), 0
    for game in games:
        times = answer_times(engine, game)
        failed += times[2] >= LIMIT_MS
        print('%-12s %s ms' % (game, ' '.join('%.1f' % time_ms for time_ms in times)))
    engine.say('quit')
    print('%d passed, %d failed' % (len(games) - failed, failed))
    return failed > 0


sys.exit(main())
