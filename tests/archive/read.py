#!/usr/bin/env python3
"""Reads every model of the archive and predicts with it what was predicted when it was written.

    tests/archive/read.py --priory build/release/priory

Log posteriors may differ by 1e-12 of their size, or of one where they are smaller: the rounding of another compiler
or machine. `inspect` has to show each model, as text and as JSON.
"""
import argparse
import csv
import json
import pathlib
import subprocess
import sys

ARCHIVE = pathlib.Path(__file__).parent
TOLERANCE = 1e-12


def output_of(program, *arguments):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise ValueError(f'priory {arguments[0]}: {done.stderr.strip()}')
    return done.stdout


def differ(mine, theirs):
    if mine == theirs:
        return False
    try:
        a, b = float(mine), float(theirs)
    except ValueError:
        return True
    return not abs(a - b) <= TOLERANCE * max(1.0, abs(a), abs(b))


def compare(found, kept):
    """Raises a ValueError at the first cell of two CSV texts that differs."""
    mine, theirs = (list(csv.reader(text.splitlines())) for text in (found, kept))
    if [len(row) for row in mine] != [len(row) for row in theirs] or mine[0] != theirs[0]:
        raise ValueError('other rows or columns than the archive has')
    for line, (a, b) in enumerate(zip(mine, theirs), 1):
        for column, cell, before in zip(mine[0], a, b):
            if differ(cell, before):
                raise ValueError(f"line {line}, {column}: '{cell}', in the archive '{before}'")


def read(program, model):
    predicted = output_of(program, 'predict', model, model.parent / 'rows.csv', '--log-proba')
    compare(predicted, model.with_suffix('.csv').read_text(encoding='utf-8'))
    if not output_of(program, 'inspect', model).strip():
        raise ValueError('inspect shows nothing')
    shown = json.loads(output_of(program, 'inspect', model, '--json'))
    if shown['schema'] != 'priory.model/1' or not shown['parts']:
        raise ValueError('inspect --json shows no parts')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--priory', required=True)
    program = parser.parse_args().priory
    models, n_failed = sorted(ARCHIVE.glob('*/*.priory')), 0
    for model in models:
        try:
            read(program, model)
        except ValueError as error:
            n_failed += 1
            print(f'{model.relative_to(ARCHIVE)}: {error}')
    print(f'{len(models) - n_failed} models read, {n_failed} failed')
    return 1 if n_failed or not models else 0


if __name__ == '__main__':
    sys.exit(main())
