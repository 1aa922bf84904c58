#!/usr/bin/env python3
"""Games of a variants.ini of Fairy-Stockfish, as `henka import` says them: their perft against tables, or against that program, which reads the same file.

imports.py HENKA FILE [NAME...]      NAME a section of FILE; without any, all of them
  --tables FOLDER    compares with FOLDER/NAME.tsv, which must be there
  --counts TABLE     compares with one table for all sections: name, SFEN, depth and count a line; instead of the last three `refused`, where import must refuse it
  --keys TABLE       every key and every piece that import reads (variants/fairy-stockfish.txt) stands in a section of FILE; every game is one's base, where FILE has bases alone
  --write-counts TABLE   writes that table: what both count alike, and what is refused
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


def untried(table, path):
    """What import reads and no section of the file uses: keys and pieces, or (where all its sections only begin from a game) games."""
    known, part = {"keys": [], "pieces": [], "games": []}, ""
    for line in open(table, encoding="utf-8"):
        if line.startswith("["):
            part = line[1:].split("]")[0]
            if part not in known:
                known["games"].append(part.split(":")[0])
        elif part in known and line.strip() and not line.startswith("#"):
            known[part].append(line.split()[0])
    text = open(path, encoding="utf-8").read()
    if not re.search("^[^[#\n]", text, re.M):
        return [game for game in known["games"] if f":{game}]" not in text]
    return [key for key in known["keys"] + known["pieces"] if not re.search(f"^{re.escape(key.rstrip('*'))}{'[A-Z]' if key.endswith('*') else ' ='}", text, re.M)]


def counts_read(path):
    """By section the lines of a perft table; None: it must be refused."""
    found = {}
    for line in open(path, encoding="utf-8"):
        if not line.startswith("#"):
            name, rest = line.rstrip("\n").split("\t", 1)
            found.setdefault(name, [] if rest != "refused" else None)
            if rest != "refused":
                found[name].append(rest)
    return found


def against_counts(args, counts, name, good, text_path, folder):
    """How many rows of one section agree, and how many do not."""
    if name not in counts or (counts[name] is None) == good:
        print(f"{name}: {'has no rows' if name not in counts else 'is said, and was refused' if good else 'is refused'}")
        return 0, 1
    if not good:
        return 1, 0
    with open(os.path.join(folder, name + ".tsv"), "w", encoding="utf-8") as file:
        file.write("#sfen\tdepth\tnodes\n" + "\n".join(counts[name]) + "\n")
    return against_table(args.henka, text_path, folder, name)


def exchanged_rows(args, theirs, text_path, name):
    """Where Black begins, squares are other ones here: the counts from the start alone."""
    theirs.choose(name)
    ours = peers.Ours(args.henka, text_path, "peer")
    ours.set([])
    rows = [(ours.sfen(), depth, ours.perft(depth)) for depth in (1, 2, 3)]
    same = [sum(theirs.divide([], depth).values()) == count for _, depth, count in rows]
    ours.close()
    if not all(same):
        print(f"{name}: {rows}")
    return (3, 0, rows) if all(same) else (0, 1, [])


def write_rows(args, name, rows):
    with open(args.write_counts, "a", encoding="utf-8") as file:
        file.write("".join(f"{name}\t{sfen}\t{depth}\t{count}\n" for sfen, depth, count in rows if count <= peers.WRITTEN) if rows is not None else f"{name}\trefused\n")


def against_peer(args, theirs, text_path, name):
    theirs.choose(name)
    ours = peers.Ours(args.henka, text_path, "peer")
    text = open(text_path, encoding="utf-8").read()
    asks = args.ask or "promotion=turn" in text or "promotion=flip" in text or "promotion=capture" in text  # pieces that turn over are written otherwise there
    agree, wrong, rows = peers.compare(ours, theirs, name, argparse.Namespace(**{**vars(args), "ask": asks}))
    ours.close()
    if args.write_counts:
        write_rows(args, name, rows)
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
    parser.add_argument("--counts")
    parser.add_argument("--write-counts")
    parser.add_argument("--keys")
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
    counts = counts_read(args.counts) if args.counts else None
    if args.write_counts:
        open(args.write_counts, "w", encoding="utf-8").write("#section\tsfen\tdepth\tnodes\n")
    if not args.tables and not counts:
        command = shlex.split(args.engine) if args.engine else [shutil.which("fairy-stockfish") or shutil.which("fairy-stockfish", path="/usr/games")]
        if not command[0]:
            print("skipped: fairy-stockfish is not installed")
            sys.exit(peers.SKIP)
        theirs = peers.Theirs(command)
        theirs.ask(f"setoption name VariantPath value {os.path.abspath(args.file)}\nisready", "readyok")
    passed = failed = refused = 0
    for key in untried(args.keys, args.file) if args.keys else ():
        print(f"{key}: in no section of {args.file}")
        failed += 1
    for name in args.names or sections(args.file):
        with tempfile.TemporaryDirectory() as folder:
            text_path = os.path.join(folder, "peer.ini")
            said, good = imported(args.henka, args.file, name, text_path)
            if counts:
                agree, wrong = against_counts(args, counts, name, good, text_path, folder)
                passed, failed = passed + agree, failed + wrong
                continue
            if not good and args.write_counts:
                write_rows(args, name, None)
            if not good:
                refused += 1
                print(f"{name}: refused: {said}" if not args.refused or args.verbose else "", end="\n" if not args.refused or args.verbose else "")
                continue
            if "Black begins" in said and not args.tables:
                agree, wrong, rows = exchanged_rows(args, theirs, text_path, name)
                if args.write_counts:
                    write_rows(args, name, rows)
            else:
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
