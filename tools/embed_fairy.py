#!/usr/bin/env python3
"""Writes what is known of Fairy-Stockfish's format into a C file: embed_fairy.py OUT.c FILE. The file says how it is laid out."""
import sys


def main(out_path, path):
    keys, pieces, games, section = [], [], [], None
    for line in open(path, encoding="utf-8"):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("["):
            section = line
        words = line.split()
        if section == "[keys]" and line != section:
            side = {"white": 0, "black": 1}[words[2]] if len(words) > 2 else -1
            keys.append('    {"%s", FAIRY_%s, %d},\n' % (words[0], words[1], side))
        elif section == "[pieces]" and line != section:
            moves = "" if words[1] == "-" else words[1]
            pieces.append('    {"%s", "%s", FAIRY_IS_%s},\n' % (words[0], moves, words[2].upper() if len(words) > 2 else "PLAIN"))
        elif section not in ("[keys]", "[pieces]"):
            games.append(line + "\n")
    with open(out_path, "w", encoding="utf-8") as out:
        out.write('/* Made by tools/embed_fairy.py. */\n#include "import/fairy.h"\n\n')
        out.write("const FairyKey fairy_keys[] = {\n%s    {0}};\n\n" % "".join(keys))
        out.write("const FairyKnown fairy_known[] = {\n%s    {0}};\n\n" % "".join(pieces))
        data = "".join(games).encode() + b"\0"
        rows = [",".join(str(b) for b in data[i:i + 24]) for i in range(0, len(data), 24)]
        out.write("const unsigned char fairy_games[] = {\n    %s};\n" % ",\n    ".join(rows))


main(*sys.argv[1:])
