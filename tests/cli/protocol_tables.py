#!/usr/bin/env python3
"""protocol_tables.py HENKA DOCS/protocols.md [--write]: the table of options in the document is made from src/protocol/options.def, and says what USI, UCI and
XBoard announce. --write makes it anew."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LEAST_OPTIONS = 10
HELLO = {'USI': 'usi', 'UCI': 'uci', 'XBoard': 'xboard\nprotover 2'}
passed = failed = 0


def check(condition, message):
    global passed, failed
    passed, failed = passed + bool(condition), failed + (not condition)
    if not condition:
        print('protocol_tables.py:', message)


def announced(henka, protocol):
    """Name to (kind, default, least, greatest); the rulings are one entry, Rule_NAME."""
    out = subprocess.run([henka, 'usi'], input=HELLO[protocol] + '\nquit\n', stdout=subprocess.PIPE, text=True, timeout=60).stdout
    options = {}
    for line in out.splitlines():
        words = re.fullmatch(r'option name (.+?) type (\w+)(.*)', line) or re.fullmatch(r'feature option="(.+?) -(\w+) ?(.*)"', line)
        if not words:
            continue
        name, kind, rest = words.groups()
        numbers = re.findall(r'-?\d+', rest)
        if kind == 'spin':
            value = (kind, *numbers)
        elif kind == 'check':
            value = (kind, 'on' if 'true' in rest or rest.strip() == '1' else 'off')
        else:
            value = ('path' if kind in ('file', 'filename', 'string') else kind,)
        if name.startswith('Rule_'):
            name, value = 'Rule_NAME', ('combo',)
        options[name] = value
    return options


def documented(path):
    rows = []
    for line in open(path, encoding='utf-8'):
        cells = [cell.strip() for cell in line.strip().strip('|').split('|')]
        if len(cells) == 5 and '`' in line and not cells[0].startswith('--'):
            rows.append(cells)
    return rows


def cell_value(text):
    """What the column `values` says, in the shape of announced(); None stands for the machine's limit."""
    spin = re.fullmatch(r"(-?\d+) … (-?\d+|the machine's memory) \((-?\d+)\)", text)
    if spin:
        least, greatest, default = spin.groups()
        return ('spin', default, least, None if greatest.startswith('the') else greatest)
    flag = re.fullmatch(r'check \((on|off)\)', text)
    if flag:
        return ('check', flag[1])
    return (text,) if text in ('button', 'path') else ('combo',)


def value_cell(row, announcements):
    """What the column `values` says of the option, from the first protocol that announces it."""
    name, said = next((name, said) for name, said in zip(row['names'], announcements) if name)
    kind, *more = said.get(name, ('unannounced',))
    if kind == 'spin':
        default, least, greatest = more
        if row['limit'] == 'options_hash_limit':
            greatest = "the machine's memory"
        return f'{least} … {greatest} ({default})'
    return f'check ({more[0]})' if kind == 'check' else kind


def made(announcements):
    """The rows of options.def as they stand in the document."""
    source = (ROOT / 'src/protocol/options.c').read_text()
    named = dict(re.findall(r'^#define (\w+) ("[^"]*")$', source, re.M))
    lines = []
    for text in re.findall(r'^OPTION\((.*)\)$', (ROOT / 'src/protocol/options.def').read_text(), re.M):
        cells = re.findall(r'(?:[^,"()]|"(?:[^"\\]|\\.)*"|\([^()]*\))+', text)
        kind, usi, uci, xboard, *rest = [named.get(cell.strip(), cell.strip()) for cell in cells]
        words = [re.fullmatch(r'(ABSENT\()?"(.*?)"\)?', cell) for cell in (usi, uci, xboard)]
        row = {'names': [None if word[1] else word[2] for word in words], 'limit': rest[-2]}
        cells = [word[2] if word[1] else f'`{word[2]}`' for word in words] + [value_cell(row, announcements), rest[-1].strip('"')]
        lines.append('|' + '|'.join(f' {cell} ' if cell else ' ' for cell in cells) + '|')
    return lines


def write(path, lines):
    text = pathlib.Path(path).read_text(encoding='utf-8')
    head, table = re.split(r'(?<=\n\|---\|---\|---\|---\|---\|\n)', text, maxsplit=1)
    rest = table[table.index('| `USI_Variant` |'):]  # the games and their rulings are no rows of options.def
    pathlib.Path(path).write_text(head + '\n'.join(lines) + '\n' + rest, encoding='utf-8')


def main():
    lines = made([announced(sys.argv[1], protocol) for protocol in HELLO])
    if '--write' in sys.argv:
        write(sys.argv[2], lines)
    document = pathlib.Path(sys.argv[2]).read_text(encoding='utf-8')
    check(len(lines) >= LEAST_OPTIONS, f'expected at least {LEAST_OPTIONS} rows in options.def, found {len(lines)}')
    for line in lines:
        check(line + '\n' in document, f'{sys.argv[2]} lacks a row (--write makes the table anew): {line}')
    rows = documented(sys.argv[2])
    check(len(rows) >= LEAST_OPTIONS, f'expected at least {LEAST_OPTIONS} options in {sys.argv[2]}, found {len(rows)}')
    for column, protocol in enumerate(HELLO):
        said = announced(sys.argv[1], protocol)
        check(len(said) >= LEAST_OPTIONS - 2, f'{protocol} announces {len(said)} options only: {sorted(said)}')
        written = {}
        for cells in rows:
            name = re.fullmatch('`([^`]+)`', cells[column])
            if name:
                written[name[1]] = cell_value(cells[3])
        for name in sorted(set(said) | set(written)):
            there, here = said.get(name), written.get(name)
            if protocol == 'XBoard' and here and here[0] == 'check':
                there = there and ('check', there[1])
            same = there and here and len(there) == len(here) and all(b is None or a == b for a, b in zip(there, here))
            check(same, f'{protocol} option {name}: announced {there}, in the document {here}')
    print(f'{passed} passed, {failed} failed')
    return failed > 0


sys.exit(main())
