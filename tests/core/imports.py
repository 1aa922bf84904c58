#!/usr/bin/env python3
"""Games of a variants.ini of Fairy-Stockfish, as `henka import` says them: their perft against tables, or against that program, which reads the same file.

imports.py HENKA FILE [NAME...]      NAME a section of FILE; without any, all of them
  --tables FOLDER    compares with FOLDER/NAME.tsv, which must be there
  --engine COMMAND   another Fairy-Stockfish than Debian's
  --write FOLDER     writes the counts of the other program as tables, where both agree; no long ones
  --refused          sections that import refuses are told, and are no failures
  --positions, --depth, --seed, --ask, --verbose   as peers.py has them"""
import argparse, os, re, shlex, shutil, subprocess, sys, tempfile
import peers


def sections(path):
    return [re.split("[:\\]]", line[1:])[0].strip() for line in open(path, encoding="utf-8") if line.startswith("[")]


def imported(henka, path, name, text_path):
    """Writes our text of that section without what a perft of theirs does not heed. What import said of it, and whether it wrote one."""
    done = subprocess.run([henka, "import", path, name], capture_output=True, text=True)
    lines = [line for line in done.stdout.splitlines() if line.split("=")[0] not in peers.LEFT_OUT]
    with open(text_path, "w", encoding="utf-8") as file:
        file.write("\n".join("name=peer" if line.startswith("name=") else line for line in lines) + "\n")
    return done.stderr.strip(), done.returncode == 0


def against_table(henka, text_path, folder, name):
    """How many rows agree, and how many do not."""
    done = subprocess.run([henka, "perft", text_path, "--table", os.path.join(folder, name + ".tsv")], capture_output=True, text=True)
    found = re.search(r"(\d+) ok, (\d+) bad", done.stdout + done.stderr)
    if not found or found.group(2) != "0":
        print(f"{name}: {done.stdout}{done.stderr}")
    return (int(found.group(1)), int(found.group(2))) if found else (0, 1)


def against_peer(args, theirs, text_path, name):
    theirs.choose(name)
    ours = peers.Ours(args.henka, text_path, "peer")
    text = open(text_path, encoding="utf-8").read()
    asks = args.ask or "promotion=turn" in text or "promotion=flip" in text  # pieces that turn over are written otherwise there
    agree, wrong, rows = peers.compare(ours, theirs, name, argparse.Namespace(**{**vars(args), "ask": asks}))
    ours.close()
    if args.write and not wrong:
        with open(os.path.join(args.write, name + ".tsv"), "w", encoding="utf-8") as file:
            file.write("#sfen\tdepth\tnodes\n" + "".join(f"{sfen}\t{depth}\t{count}\n" for sfen, depth, count in rows if count <= peers.WRITTEN))
    return agree, wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("henka")
    parser.add_argument("file")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--tables")
    parser.add_argument("--engine")
    parser.add_argument("--write")
    parser.add_argument("--refused", action="store_true")
    parser.add_argument("--positions", type=int, default=3)
    parser.add_argument("--depth", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ask", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    args = parser.parse_intermixed_args()
    theirs = None
    if not args.tables:
        command = shlex.split(args.engine) if args.engine else [shutil.which("fairy-stockfish") or shutil.which("fairy-stockfish", path="/usr/games")]
        if not command[0]:
            print("skipped: fairy-stockfish is not installed")
            sys.exit(peers.SKIP)
        theirs = peers.Theirs(command)
        theirs.ask(f"setoption name VariantPath value {os.path.abspath(args.file)}\nisready", "readyok")
    passed = failed = refused = 0
    for name in args.names or sections(args.file):
        with tempfile.TemporaryDirectory() as folder:
            text_path = os.path.join(folder, "peer.ini")
            said, good = imported(args.henka, args.file, name, text_path)
            if not good:
                refused += 1
                print(f"{name}: refused: {said}" if not args.refused or args.verbose else "", end="\n" if not args.refused or args.verbose else "")
                continue
            agree, wrong = against_table(args.henka, text_path, args.tables, name) if args.tables else against_peer(args, theirs, text_path, name)
        passed, failed = passed + agree, failed + wrong
        if args.verbose:
            print(f"{name}: {agree} agree, {wrong} do not", flush=True)
    if theirs:
        theirs.close()
    if refused:
        print(f"{refused} sections refused")
    failed += 0 if args.refused else refused
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
