# SPDX-License-Identifier: Apache-2.0
"""Drift of columns of values, beside the G-test of scipy; of numbers, beside numpy's moments."""
import csv
import json
import pathlib
import random
import subprocess
import sys
import tempfile

try:
    import numpy
    from scipy.stats import chi2_contingency
except ImportError:
    sys.exit(77)

PRIORY = str(pathlib.Path(sys.argv[1]).resolve())


def rows(chance, n, shift):
    for _ in range(n):
        yield {'colour': chance.choices('abcdef'[:5 + (shift > 0)], [5, 4, 3, 2 + 3 * shift, 1, 1][:5 + (shift > 0)])[0],
               'shape': chance.choice(['round', 'flat']), 'size': round(chance.gauss(10 + shift, 2 + shift), 3),
               'kind': chance.choice('xy')}


def write(path, table, columns):
    with open(path, 'w', newline='') as file:
        writer = csv.DictWriter(file, columns, extrasaction='ignore')
        writer.writeheader()
        writer.writerows(table)


def check(seed, shift, structure):
    chance = random.Random(seed)
    learnt, now = list(rows(chance, 400, 0)), list(rows(chance, 150 + 10 * seed, shift))
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        write(folder / 'learnt.csv', learnt, ['colour', 'shape', 'size', 'kind'])
        write(folder / 'now.csv', now, ['colour', 'shape', 'size'])
        subprocess.run([PRIORY, 'train', 'learnt.csv', '--target', 'kind', '--types',
                        'size=gaussian,colour=categorical,shape=categorical', '-o', 'm.priory', '-q', *structure],
                       cwd=folder, check=True)
        found = json.loads(subprocess.run([PRIORY, 'drift', 'm.priory', 'now.csv', '--json', '-q'], cwd=folder, check=True,
                                          capture_output=True, text=True).stdout)
    columns = {each['column']: each for each in found['columns']}
    for name in 'colour', 'shape':
        values = sorted({row[name] for row in learnt + now})
        table = [[sum(row[name] == value for row in part) for value in values] for part in (learnt, now)]
        wanted = chi2_contingency(table, correction=False, lambda_='log-likelihood')
        ours = columns[name]
        assert abs(ours['statistic'] - wanted[0]) < 1e-9, (name, ours['statistic'], wanted[0])
        assert abs(ours['p_value'] - wanted[1]) < 1e-10, (name, ours['p_value'], wanted[1])
        assert ours['df'] == wanted[2]
    for which, part in ('learnt', learnt), ('now', now):
        sizes = numpy.array([row['size'] for row in part])
        assert abs(columns['size']['mean'][which] - sizes.mean()) < 1e-9
        assert abs(columns['size']['deviation'][which] - sizes.std()) < 1e-6
    return {name: each['drift'] for name, each in columns.items()}


for seed in range(1, 6):
    for structure in [], ['--structure', 'tan']:
        same, other = check(seed, 0, structure), check(seed, 2, structure)
        assert set(same.values()) == {'none'}, same
        assert other['size'] == 'much' and other['colour'] != 'none' and other['shape'] == 'none', other
print('20 comparisons agree')
