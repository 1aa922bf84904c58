#!/usr/bin/env python3
"""Writes fitted numbers into a C file: embed_evals.py OUT.c FILE.eval…; a file belongs to the game of its name."""
import os
import sys


def main(out_path, paths):
    with open(out_path, "w", encoding="utf-8") as out:
        out.write('/* Made by tools/embed_evals.py. */\n#include "eval/stored.h"\n\n#include <string.h>\n\n')
        rows = []
        for index, path in enumerate(paths):
            data = open(path, "rb").read()
            out.write(f"static const unsigned char text_{index}[] = {{\n")
            for i in range(0, len(data), 32):
                out.write(",".join(str(b) for b in data[i:i + 32]) + ",\n")
            out.write("0};\n")
            name = os.path.splitext(os.path.basename(path))[0]
            rows.append(f'    {{"{name}", text_{index}, {len(data)}}},\n')
        out.write("static const struct { const char *name; const unsigned char *text; size_t length; } shipped[] = {\n")
        out.write("".join(rows) + "    {NULL, NULL, 0},\n};\n\n")
        out.write("const char *stored_eval_text(const char *name, size_t *length) {\n")
        out.write("    for (int i = 0; shipped[i].name; i++)\n        if (!strcmp(shipped[i].name, name)) return *length = shipped[i].length, (const char *)shipped[i].text;\n")
        out.write("    return NULL;\n}\n")


main(sys.argv[1], sys.argv[2:])
