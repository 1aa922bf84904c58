#!/usr/bin/env python3
"""bindings.py LIBRARY CDEF STORED [--write]: the library as programs in other languages meet it.

By ctypes, with the types of henka_cdef.h read by this page, and by cffi where it is installed: a game is played, the sizes of the structs are those
of the library. STORED is what henka_cdef.h said at its version: whoever changes a struct, an enum or a function of henka.h gives it another version
(HENKA_VERSION, HENKA_VERSION_NUMBER, meson.build), so that henka_fits() tells the two apart, and writes STORED anew with --write."""
import ctypes
import pathlib
import re
import sys

library, cdef, stored = sys.argv[1:4]
text = pathlib.Path(cdef).read_text()
passed = failed = 0


def check(good, what):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(what)


# ---- ctypes: each line of the file is one declaration

PLAIN = {'int': ctypes.c_int, 'unsigned': ctypes.c_uint, 'bool': ctypes.c_bool, 'size_t': ctypes.c_size_t, 'char': ctypes.c_char, 'void': None, 'int8_t': ctypes.c_int8,
         'uint8_t': ctypes.c_uint8, 'int16_t': ctypes.c_int16, 'uint16_t': ctypes.c_uint16, 'int32_t': ctypes.c_int32, 'uint32_t': ctypes.c_uint32,
         'int64_t': ctypes.c_int64, 'uint64_t': ctypes.c_uint64}
types, constants, functions = dict(PLAIN), {}, {}


def type_of(words, pointers):
    base = types[[word for word in words.split() if word not in ('const', 'struct')][0]]
    if pointers and base is ctypes.c_char:
        base, pointers = ctypes.c_char_p, pointers - 1
    elif pointers and base is None:
        base, pointers = ctypes.c_void_p, pointers - 1
    for _ in range(pointers):
        base = ctypes.POINTER(base)
    return base


def fields(body):
    for declaration in body.split(';'):
        declaration = declaration.strip()
        if not declaration:
            continue
        if '(*' in declaration:
            yield re.search(r'\(\*(\w+)\)', declaration).group(1), ctypes.c_void_p
            continue
        first, *more = declaration.split(',')
        words = re.match(r'((?:const |struct )*\w+(?: const)?)', first).group(1)
        for name in [first[len(words):], *more]:
            count = re.search(r'\[(\d+)\]', name)
            of = type_of(words, name.count('*'))
            yield re.search(r'(\w+)\s*(\[|$)', name.replace('const ', '').replace('*', ' ')).group(1), of * int(count.group(1)) if count else of


for line in text.splitlines():
    enum, struct = re.match(r'(?:typedef )?enum \{ (.*) \} ?(\w*);', line), re.match(r'typedef struct (\w+) \{ (.*) \} \w+;', line)
    function = re.match(r'(.*?)(\**)\b(henka_\w+)\((.*)\);', line)
    if enum:
        constants.update((name, int(value)) for name, value in (row.split(' = ') for row in enum.group(1).split(', ')))
        types[enum.group(2)] = ctypes.c_int
    elif struct:
        types[struct.group(1)] = type(struct.group(1), (ctypes.Structure,), {'_fields_': list(fields(struct.group(2)))})
    elif re.match(r'typedef struct (\w+) \w+;', line):
        types[line.split()[2]] = type(line.split()[2], (ctypes.Structure,), {})
    elif re.match(r'typedef \w+ \w+;', line):
        types[line.split()[2].rstrip(';')] = types[line.split()[1]]
    elif line.startswith('typedef'):
        types[re.search(r'typedef \w+ (\w+)\(', line).group(1)] = None # a function, which is pointed at
    elif function:
        functions[function.group(3)] = function

henka = ctypes.CDLL(library)
for name, found in functions.items():
    call = getattr(henka, name)
    call.restype = type_of(found.group(1), found.group(2).count('*'))
    arguments = [] if found.group(4) == 'void' else [part.strip() for part in found.group(4).split(',')]
    call.argtypes = [type_of(part, part.count('*') + part.count('[')) for part in arguments]
check(len(functions) > 90 and len(constants) > 60, '%d functions, %d constants' % (len(functions), len(constants)))
check(henka.henka_version_number() == int(re.search('HENKA_VERSION_NUMBER (.*)', text).group(1)), 'the library has another version')
structs = {name: of for name, of in types.items() if isinstance(of, type) and issubclass(of, ctypes.Structure) and hasattr(of, '_fields_')}
check(len(structs) > 12, '%d structs' % len(structs))
for name, of in structs.items():
    check(henka.henka_struct_size(name.encode()) == ctypes.sizeof(of), '%s: %d bytes in the library, %d here'
          % (name, henka.henka_struct_size(name.encode()), ctypes.sizeof(of)))

variant = henka.henka_variant_shipped(b'shogi', None, 0, None)
game = henka.henka_game_new(variant, None, None)
moves, shown = (ctypes.c_uint64 * 10)(), ctypes.create_string_buffer(100)
check(henka.henka_game_moves(game, moves, 10) == 30 and henka.henka_move_text(game, moves[0], constants['HENKA_USI'], shown, 100) == len(shown.value),
      'no thirty moves')
error = types['HenkaError']()
check(not henka.henka_move_parse(game, b'1a1b', moves, error) and b'1a1b' in error.message, 'an illegal move is not refused: %r' % error.message)
henka.henka_game_free(game)
henka.henka_variant_free(variant)

# ---- cffi

try:
    import cffi
except ImportError:
    print('no cffi here')
else:
    ffi = cffi.FFI()
    ffi.cdef(text)
    lib = ffi.dlopen(library)
    for name in structs:
        check(ffi.sizeof(name) == lib.henka_struct_size(name.encode()), '%s: another size by cffi' % name)
    variant = lib.henka_variant_shipped(b'ito', ffi.NULL, 0, ffi.NULL)
    game = lib.henka_game_new(variant, ffi.NULL, ffi.NULL)
    engine = lib.henka_engine_new(ffi.NULL)
    seen = []
    tell = ffi.callback('HenkaInfoCallback', lambda context, info: seen.append(info.depth))
    result = lib.henka_engine_go(engine, game, ffi.new('HenkaLimits *', {'nodes': 2000}), tell, ffi.NULL)
    check(lib.henka_game_play(game, result.best) and seen, 'no move by cffi')
    for free, what in (lib.henka_engine_free, engine), (lib.henka_game_free, game), (lib.henka_variant_free, variant):
        free(what)

# ---- the version

if '--write' in sys.argv:
    pathlib.Path(stored).write_text(text)
now, then = text.splitlines(), pathlib.Path(stored).read_text().splitlines()
if now[0] == then[0]:
    for line in then:
        check(line in now, 'henka.h changed and its version did not (see this page\'s head):\n    %s' % line)
else:
    check(False, '%s is of another version: write it anew (--write)' % stored)
print('%d passed, %d failed' % (passed, failed))
sys.exit(failed > 0)
