#!/usr/bin/env python3
"""errands.py [PATCH…]: are the errands of docs/errands still as short as they say? Each is applied to a copy of the working tree, which is built, and meets the tests that it names.

A patch begins with a line that says what it does, then lines of the form `key: value`:
    files    at most so many files of the code change beside tests, documents and sentences; new files do not count
    prepare  a command of the shell after the patch was applied
    tests    the names of tests, as meson has them
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BESIDE = re.compile(r'(tests|docs|languages|web/language)/|CHANGELOG\.md$')


def copy_of_tree(folder):
    """What git knows of, as it stands; the packages of npm are shared."""
    listed = subprocess.run(['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], cwd=ROOT, stdout=subprocess.PIPE, check=True, text=True).stdout
    for name in filter(None, listed.split('\0')):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    if (ROOT / 'tests/node_modules').is_dir():
        (folder / 'tests/node_modules').symlink_to(ROOT / 'tests/node_modules')
    subprocess.run(['git', 'init', '-q'], cwd=folder, check=True)  # git apply and tools/lint ask for one


def options_of(patch):
    head = patch.read_text(encoding='utf-8').split('\ndiff --git', 1)[0]
    return dict(re.findall(r'^(\w+): (.+)$', head, re.M))


def changed_files(patch):
    """The files of the code that a patch changes and that were there before."""
    parts = patch.read_text(encoding='utf-8').split('\ndiff --git ')[1:]
    names = [re.match(r'a/(\S+)', part).group(1) for part in parts if '\nnew file mode' not in part.split('\n@@', 1)[0]]
    return [name for name in names if not BESIDE.match(name)]


def problem_of(patch):
    """What is wrong with an errand; None: nothing."""
    options, changed = options_of(patch), changed_files(patch)
    if len(changed) > int(options['files']):
        return f'{len(changed)} files change, at most {options["files"]} may: {" ".join(changed)}'
    with tempfile.TemporaryDirectory(prefix='henka-errand-') as name:
        folder = pathlib.Path(name)
        copy_of_tree(folder)
        steps = [['git', 'apply', '--whitespace=nowarn', str(patch)], ['sh', '-c', options.get('prepare', 'true')],
                 ['meson', 'setup', 'build-test', '--buildtype=debugoptimized', '-Db_ndebug=false', '-Dwerror=true'], ['ninja', '-C', 'build-test'],
                 ['meson', 'test', '-C', 'build-test', '--no-rebuild', '-t', '4', *options['tests'].split()]]
        for step in steps:
            ran = subprocess.run(step, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**os.environ, 'HENKA': f'{folder}/build-test/henka'})
            if ran.returncode:
                return f'{" ".join(step)}\n' + '\n'.join(ran.stdout.splitlines()[-25:])
    return None


def main():
    patches = [pathlib.Path(each).resolve() for each in sys.argv[1:]] or sorted((ROOT / 'docs/errands').glob('*.patch'))
    failed = 0
    for patch in patches:
        problem = problem_of(patch)
        failed += problem is not None
        print(f'{patch.stem}: {len(changed_files(patch))} files' + (f'\n{problem}' if problem else ''), flush=True)
    print(f'{len(patches) - failed} passed, {failed} failed')
    sys.exit(failed > 0 or not patches)


main()
