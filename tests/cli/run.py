#!/usr/bin/env python3
"""Runs text files of commands and compares what they print.

    tests/cli/run.py --priory build/release/priory [--update] [--only PART] tests/cli/*.test

A file is a list of cases; each runs in an empty folder of its own:

    # Lines before the first case, and before the first command or file of a case, are remarks.
    === a day is classified
    --- days.csv
    Sky,Play
    Sunny,Yes
    Rainy,No
    $ priory train days.csv --target Play -o play.priory
    ! learnt from 2 rows
    $ priory predict play.priory missing.csv
    ! ...missing.csv: no such file...
    [5]

    === NAME      begins a case
    --- FILE      the lines that follow are the file; with `--- FILE <<END` they go on to a line END
    $ COMMAND     is given to bash; `> ` goes on with it on the next line. Under it:
    text          is what it prints to stdout,
    ! text        to stderr (nothing, when there is no such line),
    [3]           its exit code (0, when there is no such line).
    % COMMAND     the same on a terminal of 80 columns, where stdout and stderr are one

`...` alone on a line stands for any number of lines, within a line for any characters. A line of output
that looks like one of the marks is written with a backslash before it. Empty lines at the end of a file,
an output or a case do not count. --update writes what was printed into the file where it did not match.
"""
import argparse
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from transcript import Shell, difference, lines_of, matches  # noqa: E402

MARK = re.compile(r'(=== |--- |[$%!>] |!$|\\|\[\d+\]$)')
BEGINS_ITEM = ('=== ', '--- ', '$ ', '% ')
EXIT_CODE = re.compile(r'\[(\d+)\]$')


class Step:
    """A command and what is expected of it: `typed` and `expected` are its lines in the file."""

    def __init__(self, typed, expected):
        self.typed, self.expected = typed, expected
        self.mark, self.command = typed[0][0], '\n'.join(line[2:] for line in typed)
        self.stdout, self.stderr, self.code = [], [], 0
        for line in without_empty_end(expected):
            self._expect(line)

    def _expect(self, line):
        if EXIT_CODE.match(line):
            self.code = int(EXIT_CODE.match(line)[1])
        elif line == '!' or line.startswith('! '):
            self.stderr.append(line[2:])
        else:
            self.stdout.append(line[1:] if line.startswith('\\') else line)

    def run(self, shell):
        """Runs the command and returns the lines that say what is wrong, none when nothing is."""
        code, out, err = self._run(shell)
        self.printed = lines_of(out), lines_of(err), code
        wrong = []
        for what, expected, actual in zip(('stdout', 'stderr'), (self.stdout, self.stderr), self.printed):
            if not matches(expected, actual):
                wrong += difference(what, expected, actual)
        if code != self.code:
            wrong.append(f'    exit code {code}, expected {self.code}')
        return wrong

    def _run(self, shell):
        if self.mark == '%':
            return *shell.run_on_terminal(self.command), ''
        return shell.run(self.command)

    def lines(self, updated):
        """Its lines in the file: as they are, or expecting what was printed."""
        if not updated:
            return self.typed + self.expected
        out, err, code = self.printed
        lines = self.typed + ['\\' + line if MARK.match(line) else line for line in out]
        lines += [f'! {line}'.rstrip() for line in err] + ([f'[{code}]'] if code else [])
        return lines + [''] * (len(self.expected) - len(without_empty_end(self.expected)))


class Case:
    def __init__(self, name, line):
        self.name, self.line, self.items = name, line, []  # items: (file name, text) and Steps, in order


class Malformed(Exception):
    pass


def without_empty_end(lines):
    return lines_of('\n'.join(lines)) if any(lines) else []


class Reader:
    """Cuts a file into cases. `layout` keeps every line: as text, or as the Step it belongs to."""

    def __init__(self, path):
        self.path, self.cases, self.layout = path, [], []
        self._lines = path.read_text(encoding='utf-8').split('\n')
        self._at = 0
        while self._at < len(self._lines):
            self._read_item()

    def _next(self):
        self._at += 1
        return self._lines[self._at - 1]

    def _take_while(self, wanted):
        """The lines from here to the first that `wanted` does not hold for, or the end."""
        begin = self._at
        while self._at < len(self._lines) and wanted(self._lines[self._at]):
            self._at += 1
        return self._lines[begin:self._at]

    def _read_item(self):
        line = self._next()
        if line.startswith('=== '):
            self.cases.append(Case(line[4:].strip(), self._at))
            self.layout.append(line)
        elif line.startswith('--- '):
            self._read_file(line)
        elif line.startswith(('$ ', '% ')):
            self._read_step(line)
        elif line and not line.startswith('#'):
            raise Malformed(f'{self.path}:{self._at}: neither a case, a file, a command nor a remark: {line}')
        else:
            self.layout.append(line)

    def _case(self):
        if not self.cases:
            raise Malformed(f'{self.path}:{self._at}: a case must begin first, with === and its name')
        return self.cases[-1]

    def _read_file(self, line):
        name, _, end = line[4:].partition(' <<')
        begin = self._at - 1
        if end:
            lines = self._take_while(lambda text: text != end)
            self._at += 1
        else:
            lines = without_empty_end(self._take_while(lambda text: not text.startswith(BEGINS_ITEM)))
        self.layout += self._lines[begin:self._at]
        self._case().items.append((name.strip(), ''.join(text + '\n' for text in lines)))

    def _read_step(self, line):
        typed = [line, *self._take_while(lambda text: text.startswith('> '))]
        expected = self._take_while(lambda text: not text.startswith(BEGINS_ITEM))
        step = Step(typed, expected)
        self._case().items.append(step)
        self.layout.append(step)


def run_case(case, priory):
    """The lines that say what is wrong, and the steps that did not match."""
    wrong, changed = [], []
    with Shell(priory) as shell:
        for item in case.items:
            if not isinstance(item, Step):
                shell.write(*item)
                continue
            problems = item.run(shell)
            if problems:
                changed.append(item)
                wrong += [f'  {item.mark} {item.command}', *problems]
    return wrong, changed


def rewrite(reader, changed):
    lines = []
    for item in reader.layout:
        lines += item.lines(item in changed) if isinstance(item, Step) else [item]
    reader.path.write_text('\n'.join(lines), encoding='utf-8')


def run_file(path, chosen):
    reader, passed, failed, changed = Reader(path), 0, 0, []
    for case in reader.cases:
        if chosen.only and chosen.only not in case.name:
            continue
        wrong, differing = run_case(case, chosen.priory)
        changed += differing
        passed, failed = passed + (not wrong), failed + bool(wrong)
        place = f' ({path}:{case.line})' if wrong else ''
        print(f'{"FAIL" if wrong else "ok":4} {path.stem}: {case.name}{place}')
        print(''.join(line + '\n' for line in wrong), end='', flush=True)
    if changed and chosen.update:
        rewrite(reader, changed)
        print(f'     {path} now expects what was printed: read the difference before you commit it')
    return passed, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--priory', required=True, help='the program under test')
    parser.add_argument('--update', action='store_true', help='write what was printed into the files')
    parser.add_argument('--only', metavar='PART', help='only cases whose name holds this')
    parser.add_argument('files', nargs='+', type=pathlib.Path)
    chosen = parser.parse_args()
    passed = failed = 0
    for path in chosen.files:
        try:
            good, bad = run_file(path, chosen)
        except Malformed as error:
            print(f'FAIL {error}')
            good, bad = 0, 1
        passed, failed = passed + good, failed + bad
    print(f'{passed} passed, {failed} failed')
    return 1 if failed or not passed else 0


if __name__ == '__main__':
    sys.exit(main())
