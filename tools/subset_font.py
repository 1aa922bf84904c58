#!/usr/bin/env python3
"""subset_font.py - cuts three fonts out of Noto Serif CJK JP Bold: web/fonts/henka-pieces.woff2 has what is on the pieces of the first games and is loaded on a
first visit, web/fonts/henka-more.woff2 what those of more games have besides, web/fonts/henka-serif.woff2 the rest of what Japanese notation needs. A page asks for one
when it shows a character of it. web/fonts/henka-brush.woff2 is cut out of Kouzan Mouhitsu, for all pieces.

Run after a game with new kanji was added (Debian: fonts-noto-cjk fonts-kouzan-mouhitsu python3-fonttools python3-brotli); the result is committed,
so a build needs none of them. `subset_font.py --check` only tells whether a character is missing (it reads the lists of what each font has).
"""
import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SOURCE, FACE = '/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc', 'Noto Serif CJK JP'
BRUSH_SOURCE = '/usr/share/fonts/truetype/kouzan-mouhitsu/kouzan-mouhitsu.ttf'
BRUSH, BRUSH_LIST = os.path.join(ROOT, 'web/fonts/henka-brush.woff2'), os.path.join(ROOT, 'tools/subset_brush.txt')
PIECES_FONT, STYLES = os.path.join(ROOT, 'web/fonts/henka-pieces.woff2'), os.path.join(ROOT, 'web/css/look.css')
MORE_FONT = os.path.join(ROOT, 'web/fonts/henka-more.woff2')
FONT, LIST = os.path.join(ROOT, 'web/fonts/henka-serif.woff2'), os.path.join(ROOT, 'tools/subset_font.txt')

ASCII = ''.join(map(chr, range(0x20, 0x7f)))
NUMERALS = '〇一二三四五六七八九十百０１２３４５６７８９'
NOTATION = '同成不打生左右直上下寄引行入先手後手番駒持なし対局者開始終了日時指数投了中断千日詰切反則勝敗持将棋待将歩と玉王変化備考盤面筋段投付居食跳越取焼止休☗☖▲△▼▽★☆・、。「」（）×※→←↑↓〜ー'
PIECES = '王玉飛角金銀桂香歩と龍竜馬全圭杏成'


def in_files(*patterns):
    found = set()
    for pattern in patterns:
        for path in glob.glob(os.path.join(ROOT, pattern)):
            with open(path, encoding='utf-8') as file:
                found |= {c for c in file.read() if '\u3000' <= c <= '\u9fff' or '\uff00' <= c <= '\uff60'}
    return found


def in_notation():
    """What the page and its notation write, whatever the game. What only readers of records know (kif*.c, record*.c) is never shown."""
    return set(ASCII + NUMERALS + NOTATION + PIECES) | in_files('src/notation/[!kr]*.[ch]', 'web/*.ts', 'web/[!l]*/*.ts', 'web/l[!a]*/*.ts', 'web/language/*words.ts')


def wanted():
    return in_notation() | in_files('variants/*.ini')


def on_pieces(first=False):
    """What pieces of the games are inscribed with; first: without those that lists show below the others (`shelf`)."""
    found = set(PIECES)
    for path in glob.glob(os.path.join(ROOT, 'variants/*.ini')):
        with open(path, encoding='utf-8') as file:
            lines = file.readlines()
        if first and 'shelf=more\n' in lines:
            continue
        found |= {c for line in lines if line.startswith('kanji=') for c in line if '\u3040' <= c <= '\u9fff'}
    return found


def build_brush(characters):
    from fontTools import subset
    from fontTools.ttLib import TTFont
    font = TTFont(BRUSH_SOURCE)
    options = subset.Options(flavor='woff2', hinting=False, layout_features=[], name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14], notdef_outline=True)
    cutter = subset.Subsetter(options)
    cutter.populate(text=''.join(characters))
    cutter.subset(font)
    subset.save_font(font, BRUSH, options)
    return {chr(c) for c in font.getBestCmap()}


def build(characters, path):
    from fontTools import subset
    from fontTools.ttLib import TTCollection
    font = next(f for f in TTCollection(SOURCE, lazy=True).fonts if f['name'].getDebugName(1) == FACE)
    options = subset.Options(flavor='woff2', hinting=False, desubroutinize=True, layout_features=['kern', 'palt'], name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14],
                             notdef_outline=True, drop_tables=['vhea', 'vmtx', 'VORG', 'BASE', 'DSIG'])
    cutter = subset.Subsetter(options)
    cutter.populate(text=''.join(characters))
    cutter.subset(font)
    for record in font['name'].names:
        name = {1: 'Henka Serif', 2: 'Bold', 3: 'Henka Serif Bold', 4: 'Henka Serif Bold', 6: 'HenkaSerif-Bold'}.get(record.nameID)
        if name:
            record.string = name
    font['CFF '].cff.fontNames = ['HenkaSerif-Bold']
    top = font['CFF '].cff.topDictIndex[0]
    top.FullName, top.FamilyName = 'Henka Serif Bold', 'Henka Serif'
    subset.save_font(font, path, options)
    lacking = sorted(characters - {chr(c) for c in font.getBestCmap()})
    if lacking:
        print('not in the source font:', ''.join(lacking))


def main():
    characters = wanted()
    if sys.argv[1:] == ['--check']:
        with open(LIST, encoding='utf-8') as file:
            missing = characters - set(file.read())
        with open(BRUSH_LIST, encoding='utf-8') as file:
            missing |= on_pieces() - set(file.read())
        sys.exit(f'web/fonts lacks {"".join(sorted(missing))}: run tools/subset_font.py' if missing else 0)
    with open(BRUSH_LIST, 'w', encoding='utf-8') as file:
        file.write(''.join(sorted(build_brush(on_pieces()))) + '\n')
    first = on_pieces(first=True) | set('変')
    more = on_pieces() - first - in_notation()
    build(first, PIECES_FONT)
    build(more, MORE_FONT)
    build(characters - first - more, FONT)
    with open(STYLES, encoding='utf-8') as file:
        styles = file.read()
    for name, own in ('henka-pieces', first), ('henka-more', more):
        ranges = ', '.join(f'U+{ord(c):x}' for c in sorted(own))
        styles = re.sub(rf'({name}[^}}]*unicode-range:)[^;]*;', lambda found: f'{found.group(1)} {ranges};', styles)
    with open(STYLES, 'w', encoding='utf-8') as file:
        file.write(styles)
    with open(LIST, 'w', encoding='utf-8') as file:
        file.write(''.join(sorted(characters)) + '\n')
    print(len(characters), 'characters,', os.path.getsize(FONT), 'bytes')


if __name__ == '__main__':
    main()
