#!/usr/bin/env python3
"""Runs every command and snippet of a documentation page and compares what it shows.

    tests/docs/run.py --priory build/release/priory --prefix build/release/prefix README.md docs/*.md

A page's fenced blocks run in order in one empty folder. What a block is, its language and the HTML comment
just above it say:

    ```console                     `$ ` and a command (`> ` goes on with it), under it what a terminal of 80
                                   columns shows; `...` stands for any lines, or for any part of a line
    ```sh                          a script that must succeed; what it prints is not compared
    <!-- file: NAME -->            the block, in any language, is written to the file NAME
    <!-- run --> ```cpp            a program: compiled against the installed package, and run
    <!-- output --> ```text        what the program above prints
    <!-- exit: N -->               the last command of the console block ends with the exit code N
    <!-- not run: REASON -->       is not run

Any other block is a failure, and so is a link to a file that is not there.
"""
import argparse
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from transcript import Shell, difference, lines_of, matches  # noqa: E402

FENCE = re.compile(r'(\s*)(`{3,}|~{3,})\s*(\w*)')
MARKER = re.compile(r'\s*<!--\s*(file|run|output|exit|not run)\s*(?::\s*(.*?))?\s*-->\s*$')
LINK = re.compile(r'\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)')

PROJECT = '''cmake_minimum_required(VERSION 3.25)
project(snippets LANGUAGES CXX)
find_package(priory REQUIRED)
file(GLOB sources *.cpp)
foreach(source ${sources})
  get_filename_component(name ${source} NAME_WE)
  add_executable(${name} ${source})
  target_link_libraries(${name} PRIVATE priory::priory)
endforeach()
'''


class Wrong(Exception):
    """What is wrong with a block: one or more lines."""


class Block:
    def __init__(self, line, language, markers, text):
        self.line, self.language, self.markers, self.text = line, language, markers, text

    def kind(self):
        for marker in ('not run', 'file', 'output'):
            if marker in self.markers:
                return marker
        if self.language == 'cpp' and 'run' in self.markers:
            return 'program'
        return self.language if self.language in ('console', 'sh') else 'unknown'

    def name(self):
        detail = self.markers.get('not run') or self.markers.get('file')
        return f'{self.language or "block"} {self.kind()}' + (f': {detail}' if detail else '')


def blocks_of(lines):
    """The fenced blocks of a page, in order. A marker counts for the fence that follows it."""
    markers, at = {}, 0
    while at < len(lines):
        fence, marker = FENCE.match(lines[at]), MARKER.match(lines[at])
        at += 1
        if fence:
            begin = at
            while at < len(lines) and lines[at].strip() != fence[2]:
                at += 1
            text = [line.removeprefix(fence[1]) for line in lines[begin:at]]
            yield Block(begin, fence[3], markers, text)
            at += 1
        if marker:
            markers = {**markers, marker[1]: marker[2] or ''}
        elif fence or lines[at - 1].strip():
            markers = {}


def commands_of(block):
    """The commands of a console block, each with the lines it shows."""
    commands = []
    for line in block.text:
        if line.startswith('$ '):
            commands.append((line[2:], []))
        elif not commands:
            raise Wrong('a console block begins with "$ " and a command')
        elif line.startswith('> ') and not commands[-1][1]:
            commands[-1] = (commands[-1][0] + '\n' + line[2:], [])
        else:
            commands[-1][1].append(line)
    return commands


class Programs:
    """The C++ programs of a page, built together against the installed package when the first is needed."""

    def __init__(self, blocks, folder, chosen):
        self._folder, self._chosen, self._is_built = folder, chosen, False
        self._sources = {f'line_{block.line}': block.text for block in blocks if block.kind() == 'program'}

    def path(self, block):
        if not self._is_built:
            self._build()
        return self._folder / 'build' / f'line_{block.line}'

    def _build(self):
        self._folder.mkdir()
        (self._folder / 'CMakeLists.txt').write_text(PROJECT)
        for name, text in self._sources.items():
            (self._folder / f'{name}.cpp').write_text('\n'.join(text) + '\n')
        options = [f'-DCMAKE_PREFIX_PATH={self._chosen.prefix}', f'-DCMAKE_CXX_COMPILER={self._chosen.cxx}']
        for command in (['cmake', '-S', '.', '-B', 'build', '-G', 'Ninja', *options],
                        ['cmake', '--build', 'build', '--', '-k', '0']):
            done = subprocess.run(command, cwd=self._folder, stdin=subprocess.DEVNULL, capture_output=True,
                                  text=True)
            if done.returncode:
                raise Wrong(*lines_of(done.stdout + done.stderr))
        self._is_built = True


class Page:
    """Runs the blocks of one page."""

    def __init__(self, shell, programs):
        self._shell, self._programs, self._printed = shell, programs, None

    def run(self, block):
        {'not run': self._skip, 'file': self._write, 'output': self._compare, 'program': self._program,
         'console': self._console, 'sh': self._script, 'unknown': self._unknown}[block.kind()](block)

    def _skip(self, block):
        if not block.markers['not run']:
            raise Wrong('"not run" needs a reason')

    def _write(self, block):
        self._shell.write(block.markers['file'], ''.join(line + '\n' for line in block.text))

    def _console(self, block):
        commands = commands_of(block)
        for number, (command, expected) in enumerate(commands, 1):
            wanted = int(block.markers.get('exit', 0)) if number == len(commands) else 0
            code, output = self._shell.run_on_terminal(command)
            expected, shown = lines_of('\n'.join(expected)), lines_of(output)
            if not matches(expected, shown):
                raise Wrong(f'$ {command}', *difference('output', expected, shown))
            self._require_code(command, code, wanted, shown)

    def _script(self, block):
        code, out, err = self._shell.run('set -eu\n' + '\n'.join(block.text))
        self._require_code('the script', code, 0, lines_of(out + err))

    def _program(self, block):
        code, out, err = self._shell.run(str(self._programs.path(block)))
        self._require_code('the program', code, 0, lines_of(out + err))
        self._printed = lines_of(out)

    def _compare(self, block):
        if self._printed is None:
            raise Wrong('there is no program above whose output this could be')
        expected = lines_of('\n'.join(block.text))
        if not matches(expected, self._printed):
            raise Wrong(*difference('output', expected, self._printed))

    def _unknown(self, block):
        raise Wrong(f'a block of language "{block.language}" without a marker: see tests/docs/run.py --help')

    @staticmethod
    def _require_code(what, code, wanted, shown):
        if code != wanted:
            raise Wrong(f'{what}: exit code {code}, expected {wanted}', *shown)


def broken_links(path, lines):
    """The links of a page, outside of its blocks, to files that are not there."""
    inside = False
    for number, line in enumerate(lines, 1):
        inside ^= bool(FENCE.match(line))
        for target in [] if inside else LINK.findall(line):
            if not target.startswith(('https:', 'http:', 'mailto:')) and not (path.parent / target).exists():
                yield f'{path}:{number}: there is no {target}'


def report(path, line, name, wrong):
    print(f'{"FAIL" if wrong else "ok":4} {path.name}:{line} {name}')
    print(''.join(f'    {text}\n' for text in wrong), end='', flush=True)
    return bool(wrong)


def run_page(path, chosen):
    """The results of a page's blocks and of its links: true for a failure."""
    lines = path.read_text(encoding='utf-8').split('\n')
    blocks = list(blocks_of(lines))
    failures = [report(path, 1, 'links', list(broken_links(path, lines)))]
    with Shell(chosen.priory) as shell:
        page = Page(shell, Programs(blocks, shell.folder.parent / 'snippets', chosen))
        for block in blocks:
            try:
                page.run(block)
                wrong = []
            except Wrong as error:
                wrong = error.args
            failures.append(report(path, block.line, block.name(), wrong))
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--priory', required=True, help='the program')
    parser.add_argument('--prefix', help='where the package is installed, for the C++ programs')
    parser.add_argument('--cxx', default='c++', help='the compiler for them')
    parser.add_argument('pages', nargs='+', type=pathlib.Path)
    chosen = parser.parse_args()
    failures = [failure for page in chosen.pages for failure in run_page(page, chosen)]
    print(f'{len(failures) - sum(failures)} passed, {sum(failures)} failed')
    return 1 if any(failures) else 0


if __name__ == '__main__':
    sys.exit(main())
