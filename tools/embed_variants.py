#!/usr/bin/env python3
"""Writes variant files into a C file: embed_variants.py OUT.c FILE.ini…, in the order given. A game is called as its file."""
import os
import sys


def array(index, data):
    rows = [data[i:i + 24] for i in range(0, len(data), 24)]
    body = ",\n    ".join(",".join(str(b) for b in row) for row in rows)
    return f"static const unsigned char text_{index}[] = {{\n    {body},0}};\n"


def main(out_path, paths):
    texts = [open(path, "rb").read() for path in paths]
    names = [os.path.splitext(os.path.basename(path))[0] for path in paths]
    with open(out_path, "w", encoding="utf-8") as out:
        out.write('/* Made by tools/embed_variants.py. */\n#include "henka.h"\n\n')
        for index, text in enumerate(texts):
            out.write(array(index, text))
        out.write("\nstatic const struct { const char *name; const unsigned char *text; size_t length; } shipped[] = {\n")
        for index, (name, text) in enumerate(zip(names, texts)):
            out.write(f'    {{"{name}", text_{index}, {len(text)}}},\n')
        out.write("};\nenum { COUNT = sizeof shipped / sizeof *shipped };\n\n")
        out.write("const char *henka_shipped_name(size_t index) { return index < COUNT ? shipped[index].name : NULL; }\n")
        out.write("const char *henka_shipped_text(size_t index, size_t *length) {\n")
        out.write("    if (index >= COUNT) return NULL;\n    if (length) *length = shipped[index].length;\n")
        out.write("    return (const char *)shipped[index].text;\n}\n")


main(sys.argv[1], sys.argv[2:])
