#!/usr/bin/env python3
"""list_calls.py CDEF OUTPUT: a line CALL(name) for each function of henka_cdef.h."""
import pathlib
import re
import sys

names = [re.search(r'\b(henka_\w+)\(', line).group(1) for line in pathlib.Path(sys.argv[1]).read_text().splitlines()
         if re.search(r'\bhenka_\w+\(', line)]
pathlib.Path(sys.argv[2]).write_text(''.join('CALL(%s)\n' % name for name in names))
