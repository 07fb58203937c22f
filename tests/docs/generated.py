#!/usr/bin/env python3
"""Checks that the generated pages are what the program prints.

    tests/docs/generated.py --priory build/release/priory [--update] docs/cli.md docs/families.md

The page docs/NAME.md is the output of `priory manual NAME`; `--update` writes it.
"""
import argparse
import difflib
import pathlib
import subprocess
import sys


def is_current(path, printed):
    """Whether the page is what was printed; shows the difference when it is not."""
    held = path.read_text(encoding='utf-8') if path.exists() else ''
    lines = difflib.unified_diff(held.splitlines(), printed.splitlines(), str(path), f'priory manual {path.stem}',
                                 lineterm='')
    print(''.join(line + '\n' for line in lines), end='')
    return held == printed


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--priory', required=True, help='the program')
    parser.add_argument('--update', action='store_true', help='write the pages')
    parser.add_argument('pages', nargs='+', type=pathlib.Path)
    chosen = parser.parse_args()
    failed = 0
    for path in chosen.pages:
        printed = subprocess.run([chosen.priory, 'manual', path.stem], stdin=subprocess.DEVNULL, check=True,
                                 capture_output=True, text=True, encoding='utf-8').stdout
        if chosen.update:
            path.write_text(printed, encoding='utf-8')
        elif not is_current(path, printed):
            failed += 1
    if failed:
        print('run tests/docs/generated.py with --update, and read what it changes')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
