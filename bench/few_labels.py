#!/usr/bin/python3
"""How much rows without a class help: accuracy with few labels, alone and with EM over the others.

    bench/few_labels.py [--priory build/release/priory] [--data data/packages-train.csv]

The data are the package descriptions that script/demo makes. Prints the table of docs/hidden-class.md.
"""
import argparse
import collections
import csv
import json
import pathlib
import random
import subprocess
import tempfile

SECTIONS = ['games', 'perl', 'gnu-r', 'java', 'fonts', 'science', 'sound', 'mail']
TEST, LABELS = 60, (1, 2, 5, 10, 20)  # rows a section
WEIGHTS = ('0', '1', 'auto')


def write(path, rows, columns):
    with open(path, 'w', newline='') as file:
        out = csv.writer(file)
        out.writerow(columns)
        out.writerows([row[column] for column in columns] for row in rows)


def make_tables(data, folder):
    rows = list(csv.DictReader(open(data, newline='')))
    random.Random(7).shuffle(rows)
    sections = collections.defaultdict(list)
    for row in rows:
        sections[row['section']].append(row)
    both = ['section', 'description']
    write(folder / 'test.csv', [r for s in SECTIONS for r in sections[s][:TEST]], both)
    write(folder / 'unlabelled.csv', [r for s in SECTIONS for r in sections[s][TEST:]], both[1:])
    for n in LABELS:
        write(folder / f'labelled{n}.csv', [r for s in SECTIONS for r in sections[s][TEST:TEST + n]], both)


def accuracy(priory, folder, n, weight):
    run = lambda *arguments: subprocess.run([priory, *arguments], cwd=folder, check=True, capture_output=True)  # noqa
    run('train', '--plain', f'labelled{n}.csv', '--target', 'section', '--text', 'description', '--alpha', '0.01', '--prior-alpha',
        '1', '--unlabelled', 'unlabelled.csv', '--unlabelled-weight', weight, '--max-iterations', '50', '-o', 'model')
    return json.loads(run('eval', 'model', 'test.csv', '--json').stdout)['accuracy']


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--priory', default='build/release/priory')
    parser.add_argument('--data', default='data/packages-train.csv')
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make_tables(given.data, folder)
        print('| labels | labelled rows alone | with the others, weight 1 | weight auto |\n|---|---|---|---|')
        for n in LABELS:
            figures = [accuracy(pathlib.Path(given.priory).resolve(), folder, n, weight) for weight in WEIGHTS]
            print(f'| {n * len(SECTIONS)} |', ' | '.join(f'{figure:.3f}' for figure in figures), '|')


if __name__ == '__main__':
    main()
