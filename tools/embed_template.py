#!/usr/bin/env python3
"""Writes the text that new games begin with into a C file: embed_template.py OUT.c FILE."""
import sys


def main(out_path, path):
    data = open(path, "rb").read() + b"\0"
    rows = [",".join(str(b) for b in data[i:i + 24]) for i in range(0, len(data), 24)]
    with open(out_path, "w", encoding="utf-8") as out:
        out.write('/* Made by tools/embed_template.py. */\n#include "format/standard.h"\n\n')
        out.write("const unsigned char template_text[] = {\n    %s};\n" % ",\n    ".join(rows))


main(*sys.argv[1:])
