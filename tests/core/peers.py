#!/usr/bin/env python3
"""Perft of games in variants/ against Debian's fairy-stockfish, which shares no code with us: from the start and from
positions of random play. Skipped where it is not installed.

peers.py HENKA VARIANTS [GAME...]"""
import os, random, re, shutil, subprocess, sys, tempfile

# our file: the other's name, its letters for ours, keys left out: its perft plays on where a drop mates, its chicks need not promote
GAMES = {
    "minishogi": ("minishogi", {}, ("noDropMate",)),
    "kyoto": ("kyotoshogi", {}, ()),
    "makruk": ("makruk", {}, ()),
    "dobutsu": ("dobutsu", {}, ("mustPromote",)),
    "xiangqi": ("xiangqi", {"E": "B", "+P": "P"}, ()),
    "shogi": ("shogi", {}, ("noDropMate",)),
}
POSITIONS, PLIES, DEPTH, SKIP = 20, 60, 3, 77


def fen(sfen, letters):
    board, side, hands = sfen.split()[:3]

    def letter(match):
        ours = match.group()
        theirs = letters.get(ours.upper(), ours.upper())
        return theirs.lower() if ours.islower() else theirs

    board = re.sub(r"\+?[A-Za-z]", letter, board)
    held = "".join(piece * int(count or 1) for count, piece in re.findall(r"(\d*)([A-Za-z])", hands)) if hands != "-" else ""
    return f"{board}[{held}] {'w' if side == 'b' else 'b'} - - 0 1"


def perft_theirs(engine, name, positions):
    lines = ["uci", f"setoption name UCI_Variant value {name}"]
    for position, depth in positions:
        lines += [f"position fen {position}", f"go perft {depth}"]
    answer = subprocess.run([engine], input="\n".join(lines + ["quit", ""]), capture_output=True, text=True, timeout=300).stdout
    return [int(count) for count in re.findall(r"Nodes searched: (\d+)", answer)]


class Ours:
    """One `henka usi`, with the game of a file."""

    def __init__(self, henka, path, name):
        self.process = subprocess.Popen([henka, "usi", path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ask(f"usi\nsetoption name USI_Variant value {name}\nisready", "readyok")

    def ask(self, command, last):
        """The lines up to the one that begins with `last`."""
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if lines[-1].startswith(last):
                return lines
        raise SystemExit(f"henka ended at: {command}")

    def sfen(self, position):
        lines = self.ask(f"position {position}\nd\nisready", "readyok")
        return next(line[5:] for line in lines if line.startswith("sfen "))

    def moves(self, position):
        lines = self.ask(f"position {position}\nmoves\nisready", "readyok")
        start = next(i for i, line in enumerate(lines) if line.startswith("info string moves"))
        return lines[start + 1 : -1]

    def perft(self, position, depth):
        lines = self.ask(f"position {position}\nperft {depth}\nisready", "readyok")
        return int(next(re.search(r"nodes (\d+)", line).group(1) for line in lines
                        if line.startswith(f"info string perft {depth} ")))


def random_positions(ours, generator):
    """SFENs of the start and of positions after so many random moves."""
    found = [ours.sfen("startpos")]
    while len(found) <= POSITIONS:
        played = []
        for _ in range(generator.randrange(2, PLIES)):
            position = "startpos" + (" moves " + " ".join(played) if played else "")
            moves = ours.moves(position)
            if not moves:
                break
            played.append(generator.choice(moves))
        found.append(ours.sfen("startpos moves " + " ".join(played)))
    return found


def compare(henka, engine, variants, game, folder):
    """How many rows agree, and how many do not."""
    name, letters, left_out = GAMES[game]
    text = open(os.path.join(variants, game + ".ini"), encoding="utf-8").read()
    kept = [line for line in text.splitlines() if line.split("=")[0] not in left_out]
    path = os.path.join(folder, game + ".ini")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(line.replace(f"name={game}", "name=peer") for line in kept) + "\n")
    ours = Ours(henka, path, "peer")
    sfens = random_positions(ours, random.Random(game))
    rows = [(sfen, depth) for i, sfen in enumerate(sfens) for depth in range(1, DEPTH + (i == 0))]
    theirs = perft_theirs(engine, name, [(fen(sfen, letters), depth) for sfen, depth in rows])
    wrong = 0
    for (sfen, depth), count in zip(rows, theirs, strict=True):
        mine = ours.perft("sfen " + sfen, depth)
        if mine != count:
            wrong += 1
            print(f"{game}, depth {depth}, {sfen}: {mine}, the other has {count}")
    ours.process.kill()
    return len(rows) - wrong, wrong


def main():
    henka, variants, games = sys.argv[1], sys.argv[2], sys.argv[3:] or list(GAMES)
    engine = shutil.which("fairy-stockfish") or shutil.which("fairy-stockfish", path="/usr/games")
    if not engine:
        print("skipped: fairy-stockfish is not installed")
        sys.exit(SKIP)
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for game in games:
            right, wrong = compare(henka, engine, variants, game, folder)
            passed, failed = passed + right, failed + wrong
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
