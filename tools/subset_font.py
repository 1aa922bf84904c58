#!/usr/bin/env python3
"""subset_font.py - cuts web/fonts/henka-serif.woff2 out of Noto Serif CJK JP Bold: what pieces and Japanese notation need, nothing else.

Run after a game with new kanji was added (Debian: fonts-noto-cjk python3-fonttools python3-brotli); the result is committed, so a build needs
none of them. `subset_font.py --check` only tells whether a character is missing (it reads the list beside the font).
"""
import glob
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SOURCE, FACE = '/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc', 'Noto Serif CJK JP'
FONT, LIST = os.path.join(ROOT, 'web/fonts/henka-serif.woff2'), os.path.join(ROOT, 'tools/subset_font.txt')

ASCII = ''.join(map(chr, range(0x20, 0x7f)))
NUMERALS = '〇一二三四五六七八九十百０１２３４５６７８９'
NOTATION = '同成不打生左右直上下寄引行入先手後手番駒持なし対局者開始終了日時指数投了中断千日詰切反則勝敗持将棋待将歩と玉王変化備考盤面筋段投付居食跳越取焼止休☗☖▲△▼▽★☆・、。「」（）×※→←↑↓〜ー'
PIECES = '王玉飛角金銀桂香歩と龍竜馬全圭杏成'


def wanted():
    files = glob.glob(os.path.join(ROOT, 'variants/*.ini')) + glob.glob(os.path.join(ROOT, 'src/notation/*.[ch]')) + glob.glob(os.path.join(ROOT, 'web/*.js'))
    found = set(ASCII + NUMERALS + NOTATION + PIECES)
    for path in files:
        with open(path, encoding='utf-8') as file:
            found |= {c for c in file.read() if '\u3000' <= c <= '\u9fff' or '\uff00' <= c <= '\uff60'}
    return found


def build(characters):
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
    os.makedirs(os.path.dirname(FONT), exist_ok=True)
    subset.save_font(font, FONT, options)
    lacking = sorted(characters - {chr(c) for c in font.getBestCmap()})
    if lacking:
        print('not in the source font:', ''.join(lacking))


def main():
    characters = wanted()
    if sys.argv[1:] == ['--check']:
        with open(LIST, encoding='utf-8') as file:
            missing = ''.join(sorted(characters - set(file.read())))
        sys.exit(f'web/fonts lacks {missing}: run tools/subset_font.py' if missing else 0)
    build(characters)
    with open(LIST, 'w', encoding='utf-8') as file:
        file.write(''.join(sorted(characters)) + '\n')
    print(len(characters), 'characters,', os.path.getsize(FONT), 'bytes')


if __name__ == '__main__':
    main()
