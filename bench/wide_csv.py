#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Trains on a CSV of a million rows and a hundred numeric columns (about 1 GB) and tells what it took.

    bench/wide_csv.py build/release/priory [--rows N] [--columns N] [--threads 1,2] [--folder DIR]

For each number of threads a line: seconds, MB a second (the file is read twice: for the types and to learn) and the
peak of the memory the program held. Exit code 1 when that is over the limit (--limit, 200 MB). The file is written
to a temporary folder, under DIR if given, and removed at the end.
"""
import argparse
import os
import random
import sys
import tempfile

from timing import Failed, run

BLOCK_ROWS = 1000  # made once in numbers, then shuffled: making a gigabyte of random digits takes minutes


def write_table(path, n_rows, n_columns):
    """Rows of numbers with six decimals and a class of 'a' or 'b'; the mean of a column depends on the class."""
    rng = random.Random(1)
    blocks = {label: [[f'{rng.gauss(column % 7 + shift, 1 + column % 3):.6f}' for column in range(n_columns)]
                      for _ in range(BLOCK_ROWS)] for label, shift in (('a', 0.0), ('b', 0.5))}
    lines = [','.join(row) + ',' + label for label, block in blocks.items() for row in block]
    with open(path, 'w', encoding='ascii', buffering=1 << 20) as file:
        file.write(','.join(f'x{column}' for column in range(n_columns)) + ',y\n')
        for begin in range(0, n_rows, len(lines)):
            rng.shuffle(lines)
            file.write('\n'.join(lines[:n_rows - begin]) + '\n')


def train(priory, table, model, threads):
    """Seconds and the peak of resident memory, in bytes, of one training."""
    command = [priory, 'train', '--plain', table, '--target', 'y', '--family', 'gaussian', '-o', model, '--threads', str(threads)]
    try:
        done = run(command)
    except Failed as error:
        sys.exit(f'training failed: {error}')
    return done.seconds, done.peak


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('priory', help='the program')
    parser.add_argument('--rows', type=int, default=1_000_000)
    parser.add_argument('--columns', type=int, default=100)
    parser.add_argument('--threads', default='1,2', help='a list of numbers of threads')
    parser.add_argument('--limit', type=float, default=200, help='of memory, in MB')
    parser.add_argument('--folder', help='where the temporary folder is made')
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix='priory-bench-', dir=chosen.folder) as folder:
        table = os.path.join(folder, 'wide.csv')
        write_table(table, chosen.rows, chosen.columns)
        size = os.path.getsize(table) / 1e6
        print(f'{chosen.rows} rows, {chosen.columns} columns, {size:.0f} MB', flush=True)
        largest, models = 0.0, []
        for threads in map(int, chosen.threads.split(',')):
            model = os.path.join(folder, f'{threads}.priory')
            seconds, peak = train(chosen.priory, table, model, threads)
            largest = max(largest, peak / 1e6)
            with open(model, 'rb') as file:
                models.append(file.read())
            print(f'threads {threads}: {seconds:.1f} s, {size / seconds:.0f} MB/s, peak {peak / 1e6:.0f} MB', flush=True)
    if any(model != models[0] for model in models):
        sys.exit('the models differ')
    if largest > chosen.limit:
        sys.exit(f'over the limit of {chosen.limit:.0f} MB')


if __name__ == '__main__':
    main()
