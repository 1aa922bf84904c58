#!/usr/bin/env python3
"""Every table of perft counts in a folder, FOLDER/GAME.tsv, with the game's file that peers.py compares: the counts are Fairy-Stockfish's, which is not needed here.

perft_tables.py HENKA SOURCE FOLDER"""
import os, re, subprocess, sys

import peers


def main():
    henka, source, folder = sys.argv[1:]
    files = peers.games_of(source)
    passed = failed = 0
    for name in sorted(os.listdir(folder)):
        game = name[:-4]
        run = subprocess.run([henka, "perft", files[game], "--table", os.path.join(folder, name)], capture_output=True, text=True)
        counts = re.search(r"^(\d+) ok, (\d+) bad$", run.stdout, re.M)
        if run.returncode or not counts or not int(counts.group(1)):
            print(f"{game}: {run.stdout[-2000:]}{run.stderr[-2000:]}")
        passed += int(counts.group(1)) if counts else 0
        failed += max(1, int(counts.group(2)) if counts else 0) if run.returncode else 0
    without = sorted(game for game in files if not os.path.exists(os.path.join(folder, game + ".tsv")) and game not in peers.ELSEWHERE)
    if without:
        print("no table: " + ", ".join(without))
    print(f"{passed} passed, {failed + len(without)} failed")
    sys.exit(failed > 0 or bool(without) or not passed)


if __name__ == "__main__":
    main()
