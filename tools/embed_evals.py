#!/usr/bin/env python3
"""Writes the numbers delivered with games into a C file: embed_evals.py OUT.c DEPFILE FOLDER; FOLDER/NAME.eval and NAME.net belong to the game NAME."""
import os
import sys

LINE_BYTES = 96
# three octal digits, so that no digit that follows joins in
LETTERS = [chr(b) if 32 <= b < 127 and b not in b'"\\?' else f"\\{b:03o}" for b in range(256)]


def write_table(out, function, paths):
    """Strings, for a compiler reads them many times faster than lists of numbers."""
    rows = []
    for path in paths:
        data = open(path, "rb").read()
        place = f"{function}_{len(rows)}"
        out.write(f"static const char {place}[] =\n")
        for i in range(0, max(len(data), 1), LINE_BYTES):
            out.write('"' + "".join(LETTERS[b] for b in data[i:i + LINE_BYTES]) + '"\n')
        out.write(";\n")
        rows.append(f'    {{"{os.path.splitext(os.path.basename(path))[0]}", {place}, {len(data)}}},\n')
    out.write(f"static const Row {function}_rows[] = {{\n" + "".join(rows) + "    {NULL, NULL, 0},\n};\n\n")
    out.write(f"const char *{function}(const char *name, size_t *length) {{\n")
    out.write(f"    for (const Row *row = {function}_rows; row->name; row++)\n        if (!strcmp(row->name, name)) return *length = row->length, row->bytes;\n")
    out.write("    return NULL;\n}\n\n")


def main(out_path, depfile_path, folder):
    paths = [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith((".eval", ".net"))]
    with open(out_path, "w", encoding="utf-8") as out:
        out.write('/* Made by tools/embed_evals.py. */\n#include "eval/stored.h"\n\n#include <string.h>\n\n'
                  'typedef struct Row {\n    const char *name, *bytes;\n    size_t length;\n} Row;\n\n')
        write_table(out, "stored_eval_text", [path for path in paths if path.endswith(".eval")])
        write_table(out, "stored_net", [path for path in paths if path.endswith(".net")])
    # the folder too: a new file changes it
    with open(depfile_path, "w", encoding="utf-8") as depfile:
        depfile.write(f"{out_path}: " + " ".join(path.replace(" ", "\\ ") for path in [folder] + paths) + "\n")


main(*sys.argv[1:])
