# SPDX-License-Identifier: Apache-2.0
"""Compares the average of networks with its formula: kdb_average.py PRIORY.

The plan (priory plan) says which columns each table is given and where the numbers are cut. From it and the rows the
scores are computed again, by fractions, with missing cells, and must be those of predict --log-proba.
"""
import collections
import csv
import fractions
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile


def run(*command):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f'{command}: {done.stderr}')
    return done.stdout


def table(rng, n):
    rows = []
    for _ in range(n):
        y = rng.choice('abc')
        shift = 'abc'.index(y)
        row = [round(rng.gauss(shift, 1), 1), rng.choice(['u', 'v', 'w'[:shift]]) or 'u', round(rng.expovariate(1 + shift), 2),
               rng.choice('pq')]
        rows.append(['' if rng.random() < 0.1 else str(x) for x in row] + [y])
    return rows


def values_of(part, j, rows, column):
    """What the table makes of the cells of a column: bins, or the values themselves; None where missing."""
    bins = part.get('bins') or [{}] * len(part['columns'])
    borders = bins[j].get('borders')
    if borders is None:
        return [row[column] or None for row in rows], len({row[column] for row in rows} - {''})
    inner = borders[1:-1]
    return [None if row[column] == '' else sum(float(row[column]) >= b for b in inner) for row in rows], len(inner) + 1


class Table:
    """P(x | z, class) with as many conditions as one likes, smoothed by the table with one less."""

    def __init__(self, part, header, rows):
        places = [header.index(name) for name in part['columns']]
        columns = [values_of(part, j, rows, place) for j, place in enumerate(places)]
        self.cells = list(zip(*[c[0] for c in columns]))
        self.n_values = columns[-1][1]
        self.b = fractions.Fraction(part['settings']['back-off'])
        self.members = part['settings']['members']
        self.n = collections.Counter()  # of the rows that have all columns of the table
        for cells, row in zip(self.cells, rows):
            if None in cells:
                continue
            for k in range(len(cells)):
                self.n[(row[-1], cells[:k], cells[-1])] += 1
                self.n[(row[-1], cells[:k])] += 1
            self.n[('', cells[-1])] += 1
            self.n[''] += 1

    def p(self, c, z, x):
        if z is None:
            return fractions.Fraction(self.n[('', x)] + 1, self.n[''] + self.n_values)
        shorter = self.p(c, z[:-1] if z else None, x)
        return (self.n[(c, z, x)] + self.b * shorter) / (self.n[(c, z)] + self.b)

    def share(self, c, cells):
        if cells[-1] is None:
            return 0
        known = 0
        while known + 1 < len(cells) and cells[known] is not None:
            known += 1
        return math.log(self.p(c, cells[:known], cells[-1])) / self.members


def compare(priory, folder, rng, options):
    header = ['x', 'kind', 'wait', 'flag', 'y']
    rows = table(rng, 120)
    with open(folder / 't.csv', 'w', newline='', encoding='utf-8') as out:
        csv.writer(out).writerows([header, *rows])
    run(priory, 'plan', '--plain', folder / 't.csv', '--target', 'y', '--structure', 'kdb-average', *options, '-o', folder / 'p.json')
    run(priory, 'train', folder / 't.csv', '--plan', folder / 'p.json', '-o', folder / 'm')
    plan = json.loads((folder / 'p.json').read_text(encoding='utf-8'))
    classes = sorted({row[-1] for row in rows})
    tables = [Table(part, header, rows) for part in plan['parts']]
    given = [len(part['columns']) - 1 for part in plan['parts']]
    if max(given) < 2 or len(plan['parts']) % 4 != 0:
        raise SystemExit(f'tables are given {given} columns')
    n = collections.Counter(row[-1] for row in rows)
    mine = list(csv.reader(run(priory, 'predict', folder / 'm', folder / 't.csv', '--log-proba').splitlines()))[1:]
    for i, row in enumerate(rows):
        score = [math.log(n[c] / len(rows)) + sum(t.share(c, t.cells[i]) for t in tables) for c in classes]
        log_sum = math.log(sum(math.exp(s - max(score)) for s in score)) + max(score)
        for s, p in zip(score, mine[i][1:]):
            if abs(s - log_sum - float(p)) > 1e-9:
                raise SystemExit(f'row {i + 1}: {mine[i]} and {[x - log_sum for x in score]}')


def main():
    priory = pathlib.Path(sys.argv[1]).resolve()
    rng = random.Random(3)
    with tempfile.TemporaryDirectory() as temporary:
        for options in ([], ['--members', '3', '--back-off', '1'], ['--bins', '3', '--parents', '3']):
            compare(priory, pathlib.Path(temporary), rng, options)


if __name__ == '__main__':
    main()
