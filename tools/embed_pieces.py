#!/usr/bin/env python3
"""Writes the table of standard pieces into a C file: embed_pieces.py OUT.c FILE. The file says how it is laid out; `-` within a name stands for a blank."""
import sys


def main(out_path, path):
    rows = []
    for line in open(path, encoding="utf-8"):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        names, moves, wide = words[0].lstrip("*-"), words[1], words[-1]
        figure = f"'{words[0][0]}'" if words[0][0] in "*-" else "0"
        rows += [(name.replace("-", " "), moves, wide, figure) for name in names.split("/")]
    with open(out_path, "w", encoding="utf-8") as out:
        out.write('/* Made by tools/embed_pieces.py. */\n#include "format/standard.h"\n\n#include <stddef.h>\n\n')
        out.write("const StandardPiece standard_pieces[] = {\n")
        for row in rows:
            out.write('    {"%s", "%s", "%s", %s},\n' % row)
        out.write("    {NULL, NULL, NULL, 0}};\n")


main(*sys.argv[1:])
