#!/usr/bin/env python3
"""blunders.py GAME [--henka build/henka] [--nodes 30000] [--games 8] [--fit 500] [--fit-nodes N] [--points 20] [--seed 1] [--threads 1] [--keep FILE]

Of a hundred moves that the engine chooses in games against itself, how many lose more than 20 points of winning chance as the next search sees it: the score of the
search that chose the move is compared with that of the search of the same size one ply later. The chance is the logistic of the score, 1 / (1 + exp(-score / scale)), with the scale under which
the results of the same program's games are the likeliest: of --fit games more at --fit-nodes a move (standard: --nodes) where that is given, else of the games looked at.
--keep FILE keeps the games that the scale was fitted on, and a later run reads them from there."""
import argparse
import math
import os
import struct
import subprocess
import sys
import tempfile

NO_SCORE = -32768
MATE = 31000


def games_of(path):
    """The games of a file of `henka datagen` (src/match/samples.h): the scores by ply, and what sente made: 0, 0.5, 1, None where the game was cut off."""
    data = open(path, 'rb').read()
    assert data[:8] == b'HENKASG1', path
    at = 9 + data[8]
    while at < len(data):
        at += 2 + struct.unpack_from('<H', data, at)[0]
        plies, result, reason = struct.unpack_from('<HBB', data, at)
        at += 4
        scores = []
        for _ in range(plies):
            flags = data[at]
            at += 3 + (flags >> 2 & 7) + (flags >> 5 & 1)
            scores.append(struct.unpack_from('<h', data, at)[0])
            at += 2
        yield scores, result / 2 if reason else None


def play(henka, game, games, nodes, seed, threads, path):
    subprocess.run([henka, 'datagen', game, '--out', path, '--force', '--games', str(games), '--nodes', str(nodes), '--seed', str(seed), '--threads', str(threads), '--openings', 'quiet',
                    '--quiet'], check=True, stdout=subprocess.DEVNULL)


def chance(score, scale):
    return 1 / (1 + math.exp(-max(-700, min(700, score / scale))))


def fitted_scale(games):
    """The scale that makes the results likeliest, by golden section; mates say nothing of it."""
    seen = []
    for scores, result in games:
        if result is not None:
            seen += [(score, result if ply % 2 == 0 else 1 - result) for ply, score in enumerate(scores) if score != NO_SCORE and abs(score) < MATE]

    def cost(logarithm):
        scale, sum_ = math.exp(logarithm), 0.0
        for score, made in seen:
            p = min(1 - 1e-12, max(1e-12, chance(score, scale)))
            sum_ -= made * math.log(p) + (1 - made) * math.log(1 - p)
        return sum_

    low, high, ratio = math.log(20), math.log(20000), (math.sqrt(5) - 1) / 2
    while high - low > 0.005:
        a, b = high - ratio * (high - low), low + ratio * (high - low)
        low, high = (low, b) if cost(a) < cost(b) else (a, high)
    return math.exp((low + high) / 2), len(seen)


def losses(games, scale):
    """By game: what each chosen move lost of the chance."""
    for scores, _ in games:
        yield [chance(now, scale) - chance(-then, scale) for now, then in zip(scores, scores[1:]) if NO_SCORE not in (now, then)]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('game')
    parser.add_argument('--henka', default=os.path.join(os.path.dirname(__file__), '..', 'build', 'henka'))
    for name, standard in (('nodes', 30000), ('games', 8), ('fit', 0), ('fit-nodes', 0), ('points', 20), ('seed', 1), ('threads', 1)):
        parser.add_argument('--' + name, type=int, default=standard)
    parser.add_argument('--keep')
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'games')
        play(asked.henka, asked.game, asked.games, asked.nodes, asked.seed, asked.threads, path)
        games = list(games_of(path))
        fitted, fit_nodes = games, asked.nodes
        if asked.fit:
            fit_nodes = asked.fit_nodes or asked.nodes
            path = asked.keep or path
            if not (asked.keep and os.path.exists(path)):
                play(asked.henka, asked.game, asked.fit, fit_nodes, asked.seed + 1000, asked.threads, path)
            fitted = list(games_of(path))
    scale, positions = fitted_scale(fitted)
    by_game = list(losses(games, scale))
    moves = sum(map(len, by_game))
    if not moves:
        sys.exit('no moves')
    bad = [sum(loss > asked.points / 100 for loss in game) for game in by_game]
    share = sum(bad) / moves
    # moves of one game belong together: the bounds are by game
    spread = sum((b - share * len(game)) ** 2 for b, game in zip(bad, by_game))
    half = 1.96 * math.sqrt(spread * len(by_game) / max(1, len(by_game) - 1)) / moves
    print(f'{asked.game}: {sum(bad)} of {moves} moves at {asked.nodes} nodes lose more than {asked.points} points of winning chance one ply later: '
          f'{100 * share:.1f} of 100 [{100 * max(0, share - half):.1f}, {100 * (share + half):.1f}]; '
          f'scale {scale:.0f} centipawns from {len(fitted)} games at {fit_nodes} nodes, {positions} positions')


main()
