#!/usr/bin/env python3
"""Golden transcripts: golden.py HENKA FILE...

A file holds commands and what they answer:
    $ perft shogi 2      runs henka with these words
    < text               a line of its input
    ~ 200                waits so many milliseconds before the next line of input
    ! text               a line it must write on standard error
    = 1                  its exit status (0 when not said)
    # text               a comment
    {root}               in any line: the folder of the sources
    other lines          its output; <int>, <word>, <coordinates> (a move as UCI writes it) and <any> stand for what varies, a line "..." for any lines
"""
import os, re, shlex, subprocess, sys, threading, time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PLACES = {'<int>': r'-?\d+', '<word>': r'\S+', '<any>': r'.*', '<coordinates>': r'(?:[a-p]\d+|\+?[A-Z]@)[a-p]\d+\+?'}




def line_pattern(text):
    parts = re.split('(' + '|'.join(PLACES) + ')', text)
    return ''.join(PLACES.get(part) or re.escape(part) for part in parts)


def first_difference(wanted, found):
    """None, or the wanted line that no output fits, with the line of output where it was last looked for. "..." stands for
    any number of lines; `reached` holds every number of output lines the wanted ones so far may have used up."""
    reached, any_lines = {0}, False
    for text in wanted:
        if text == '...':
            any_lines = True
            continue
        starts = range(min(reached), len(found)) if any_lines else sorted(reached)
        after = {n + 1 for n in starts if n < len(found) and re.fullmatch(line_pattern(text), found[n])}
        if not after:
            last = max(reached)
            return f'expected "{text}", found ' + (f'"{found[last]}" (line {last + 1})' if last < len(found) else 'the end')
        reached, any_lines = after, False
    if any_lines or len(found) in reached:
        return None
    return f'expected the end, found "{found[max(reached)]}" (line {max(reached) + 1})'


class Case:
    def __init__(self, place, words):
        self.place, self.words, self.feed, self.out, self.err, self.status = place, words, [], [], [], 0

    def run(self, henka):
        process = subprocess.Popen([henka] + self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        writer = threading.Thread(target=self.write, args=(process.stdin,))
        said = []
        errors = threading.Thread(target=lambda: said.append(process.stderr.read()))
        writer.start(), errors.start()
        out = process.stdout.read()
        writer.join(), errors.join()
        return out, said[0], process.wait(timeout=60)

    def write(self, stdin):
        try:
            for kind, text in self.feed:
                if kind == '~':
                    time.sleep(int(text) / 1000)
                else:
                    stdin.write(text + '\n')
                    stdin.flush()
            stdin.close()
        except BrokenPipeError:
            pass


def cases(path):
    case = None
    for number, line in enumerate(open(path, encoding='utf-8'), 1):
        line = line.rstrip('\n').replace('{root}', ROOT)
        kind, text = line[:1], line[2:]
        if kind == '#' or (case is None and not line):
            continue
        if kind == '$':
            if case:
                yield case
            case = Case(f'{path}:{number}', shlex.split(text))
        elif kind in ('<', '~') and line[1:2] in (' ', ''):
            case.feed.append((kind, text))
        elif kind == '!':
            case.err.append(text)
        elif kind == '=' and text.isdigit():
            case.status = int(text)
        elif line:
            case.out.append(line)
    if case:
        yield case


def case_wrong(case, henka):
    out, err, status = case.run(henka)
    found = [line for line in out.split('\n') if line]
    difference = first_difference(case.out, found)
    if difference:
        return difference + '; the output is\n' + out
    for text in case.err:
        if not re.search('^' + line_pattern(text) + '$', err, re.M):
            return f'"{text}" is missing on standard error, which is\n{err}'
    return f'exit status {status}\n{err}' if status != case.status else None


def main():
    passed = failed = 0
    for path in sys.argv[2:]:
        before = passed + failed
        for case in cases(path):
            wrong = case_wrong(case, sys.argv[1])
            passed, failed = passed + (not wrong), failed + bool(wrong)
            if wrong:
                print(f'{case.place}: henka {" ".join(case.words)}: {wrong}')
        if passed + failed == before:
            print(f'{path}: no command stands in it')
            failed += 1
    if not sys.argv[2:]:
        print('no files were given')
        failed += 1
    print(f'{passed} passed, {failed} failed')
    return failed > 0


if __name__ == '__main__':
    sys.exit(main())
