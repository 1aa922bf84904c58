#!/usr/bin/env python3
"""Legal moves and perft against Fairy-Stockfish, which shares no code with us: from the start and from positions of random play. Both are told the same
moves from the start, so no position has to be translated. Skipped where no Fairy-Stockfish is installed.

peers.py HENKA SOURCE [GAME...]      SOURCE is the project's folder, GAME a name that Fairy-Stockfish gives a game
  --engine COMMAND   another Fairy-Stockfish than Debian's; games it does not know are left out
  --positions N      positions of random play for each game (standard 3)
  --depth N          perft to this depth from each (standard 2), one more from the start
  --seed N           other random play
  --write FOLDER     writes the counts of the other program as tables, FOLDER/GAME.tsv, where both agree; no long ones
  --ask, --verbose   asks for the name of every move (slower; shows where a game parted); a line for each game"""
import argparse, glob, os, random, re, shlex, shutil, subprocess, sys, tempfile

# the other's name of a game, and the file that has it, where it isn't one of tests/variant/games
ELSEWHERE = {"chess": "chess", "shogi": "shogi", "minishogi": "minishogi", "kyotoshogi": "kyoto", "torishogi": "tori", "makruk": "makruk",
             "dobutsu": "dobutsu", "xiangqi": "xiangqi", "okisakishogi": "okisaki", "grand": "grand", "capablanca": "capablanca", "shatranj": "shatranj",
             "judkins": "judkins", "yarishogi": "yari", "shoshogi": "sho", "3check": "three-check"}
# Keys left out of our text, because the other program's moves differ: its perft plays on where a drop mates
LEFT_OUT = ("noDropMate",)
# games whose moves Debian's program, of 2020, counts otherwise than later ones, and the keys left out for it
LEFT_OUT_OF = {"dobutsu": ("mustPromote",), "chigorin": ("promoChoiceOf",)}  # its chicks need not promote; its pawns promote to pieces of either army
TURNING = ("kyotoshogi", "micro")  # games whose pieces turn over, which they write otherwise than we do
PLIES, WRITTEN, SKIP = 120, 100000, 77


class Engine:
    """A program that is asked one question at a time."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.games = set()

    def ask(self, question, last):
        """The answer up to the line that begins with `last`."""
        self.process.stdin.write(question + "\n")
        self.process.stdin.flush()
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if lines[-1].startswith(last):
                return lines
        raise SystemExit(f"{self.process.args[0]} ended at: {question}")

    def close(self):
        self.process.kill()
        self.process.wait()


class Theirs(Engine):
    def __init__(self, command):
        super().__init__(command)
        for line in self.ask("uci", "uciok"):
            if line.startswith("option name UCI_Variant "):
                self.games = set(re.findall(r"var (\S+)", line))

    def choose(self, game):
        self.ask(f"setoption name UCI_Variant value {game}\nucinewgame\nisready", "readyok")

    def divide(self, moves, depth):
        """The count behind each legal move."""
        lines = self.ask("position startpos" + (" moves " + " ".join(moves) if moves else "") + f"\ngo perft {depth}", "Nodes searched")
        return {move: int(count) for move, count in re.findall(r"^(\S+): (\d+)$", "\n".join(lines), re.M)}


class Ours(Engine):
    def __init__(self, henka, path, name):
        super().__init__([henka, "uci", path])
        self.ask(f"uci\nsetoption name UCI_Variant value {name}\nisready", "readyok")

    def set(self, moves):
        answer = self.ask("position startpos" + (" moves " + " ".join(moves) if moves else "") + "\nisready", "readyok")
        if len(answer) > 1:
            raise SystemExit(f"{' '.join(moves)}: {answer[0]}")

    def moves(self):
        lines = self.ask("moves\nisready", "readyok")
        start = next(i for i, line in enumerate(lines) if line.startswith("info string moves"))
        return lines[start + 1 : -1]

    def perft(self, depth):
        for line in self.ask(f"perft {depth}\nisready", "readyok"):
            if line.startswith(f"info string perft {depth} "):
                return int(re.search(r"nodes (\d+)", line).group(1))

    def sfen(self):
        return next(line[5:] for line in self.ask("d\nisready", "readyok") if line.startswith("sfen "))


def plain(move):
    """Our move as they write most: a capture in passing without its victim, a small letter for what a pawn becomes."""
    return re.sub(r"=\+?(.)$", lambda letter: letter.group(1).lower(), move.split(",")[0])


def squares(move):
    """A move without a promotion behind it."""
    return re.match(r"(.*\d)?", move).group()


def translation(ours, theirs):
    """Their text for each move of ours, or what is in one list alone."""
    left, found = set(theirs), {}
    for exact in (True, False):  # the sign of a promotion that nobody chooses is written by one of us, or by none
        for move in ours:
            if move not in found:
                same = [other for other in left if other == plain(move) or not exact and squares(other) == squares(plain(move))]
                if same:
                    found[move] = same[0]
                    left.discard(same[0])
    return found, [move for move in ours if move not in found], sorted(left)


def random_game(ours, theirs, generator, plies, asks):
    """Moves in our words and in theirs. What theirs are called is asked where it cannot be told from ours: always, or for a promotion, since a piece may have another letter there."""
    mine, other = [], []
    for _ in range(plies):
        ours.set(mine)
        moves = ours.moves()
        if not moves:
            break
        move = generator.choice(moves)
        known = not asks and move[-1].isdigit()
        found = translation([move], [plain(move)])[0] if known else translation(moves, theirs.divide(other, 1))[0]
        if move not in found:
            break
        mine.append(move)
        other.append(found[move])
    return mine, other


def compare(ours, theirs, game, args):
    """How many rows agree, how many do not, and the rows that do."""
    generator = random.Random(f"{game} {args.seed}")
    agree, wrong, rows = 0, 0, []
    for number in range(args.positions + 1):
        mine, other = random_game(ours, theirs, generator, generator.randrange(2, PLIES) if number else 0, game in TURNING or args.ask)
        ours.set(mine)
        theirs_now = theirs.divide(other, 1)
        _, extra, missing = translation(ours.moves(), theirs_now)
        if extra or missing:
            print(f"{game}: after {' '.join(other) or 'nothing'}: {ours.sfen()}: only ours: {' '.join(extra) or '-'}; only theirs: {' '.join(missing) or '-'}")
            wrong += 1
            continue
        for depth in range(1, args.depth + 1 + (number == 0)):
            mine_count = ours.perft(depth)
            if mine_count is None:  # more than this command counts
                break
            count = sum(theirs.divide(other, depth).values())
            if count == mine_count:
                agree += 1
                rows.append((ours.sfen(), depth, count))
            else:
                wrong += 1
                print(f"{game}: after {' '.join(other) or 'nothing'}: {ours.sfen()}: perft {depth} is {mine_count}, theirs {count}")
                break
    return agree, wrong, rows


def games_of(source):
    found = {name: os.path.join(source, "variants", file + ".ini") for name, file in ELSEWHERE.items()}
    for path in glob.glob(os.path.join(source, "tests", "variant", "games", "*.ini")):
        found[os.path.basename(path)[:-4]] = path
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("henka")
    parser.add_argument("source")
    parser.add_argument("games", nargs="*")
    parser.add_argument("--engine")
    parser.add_argument("--positions", type=int, default=3)
    parser.add_argument("--depth", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write")
    parser.add_argument("--ask", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    args = parser.parse_intermixed_args()
    command = shlex.split(args.engine) if args.engine else [shutil.which("fairy-stockfish") or shutil.which("fairy-stockfish", path="/usr/games")]
    if not command[0]:
        print("skipped: fairy-stockfish is not installed")
        sys.exit(SKIP)
    files = games_of(args.source)
    theirs = Theirs(command)
    passed = failed = 0
    for game in args.games or sorted(files):
        if game not in theirs.games:
            print(f"{game}: not known to the other program")
            continue
        with tempfile.TemporaryDirectory() as folder:
            left_out = LEFT_OUT + (() if args.engine else LEFT_OUT_OF.get(game, ()))
            text = [line for line in open(files[game], encoding="utf-8").read().splitlines() if line.split("=")[0] not in left_out]
            path = os.path.join(folder, "peer.ini")
            with open(path, "w", encoding="utf-8") as file:
                file.write("\n".join("name=peer" if line.startswith("name=") else line for line in text) + "\n")
            ours = Ours(args.henka, path, "peer")
            theirs.choose(game)
            agree, wrong, rows = compare(ours, theirs, game, args)
            ours.close()
        passed, failed = passed + agree, failed + wrong
        if args.verbose:
            print(f"{game}: {agree} agree, {wrong} do not", flush=True)
        if args.write and not wrong:
            with open(os.path.join(args.write, game + ".tsv"), "w", encoding="utf-8") as file:
                file.write("#sfen\tdepth\tnodes\n" + "".join(f"{sfen}\t{depth}\t{count}\n" for sfen, depth, count in rows if count <= WRITTEN))
    theirs.close()
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
