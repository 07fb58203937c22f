# SPDX-License-Identifier: Apache-2.0
"""Compares tables with missing cells with R's e1071, live: e1071.py PRIORY [SEED].

Random tables of numeric and categorical columns, a tenth of the cells missing; laplace 0 and 1. Every table (mean and
standard deviation, divisor n - 1; probabilities) and every posterior must agree to 1e-10. e1071 puts 0.001 in place of
a factor that is zero: every value is seen with every class here, and new rows lie where no density underflows.
"""
import csv
import json
import math
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

TOLERANCE = 1e-10
HERE = pathlib.Path(__file__).resolve().parent
NUMERIC, CATEGORICAL = ['height', 'weight'], ['colour', 'shape', 'taste']
VALUES = {'colour': ['blue', 'green', 'red'], 'shape': ['flat', 'round'], 'taste': ['bitter', 'salt', 'sour', 'sweet']}


def cell(rng, column, k):
    if column in VALUES:
        values = VALUES[column]
        return values[min(len(values) - 1, rng.randrange(len(values) + k))]
    return repr(rng.gauss(10 + 2 * k, 1 + k))


def table(rng, classes, n_rows):
    """Rows with their class; the first of each class have no missing cell and hold every value."""
    rows = []
    for k, label in enumerate(classes):
        for n in range(n_rows):
            row = {column: cell(rng, column, k) for column in NUMERIC + CATEGORICAL}
            row.update({column: VALUES[column][n] for column in CATEGORICAL if n < len(VALUES[column])})
            missing = [column for column in row if n >= 4 and rng.random() < 0.1]
            rows.append({**row, **dict.fromkeys(missing, ''), 'y': label})
    rng.shuffle(rows)
    return rows


def write(path, columns, rows):
    with open(path, 'w', encoding='utf-8', newline='') as file:
        writer = csv.DictWriter(file, columns, extrasaction='ignore', lineterminator='\n')
        writer.writeheader()
        writer.writerows(rows)


def run(*command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode == 77:
        print('e1071 is not installed')
        sys.exit(77)
    if done.returncode != 0:
        sys.exit(' '.join(command) + '\n' + done.stderr)
    return done.stdout


def our_tables(model):
    """(column, class, value or figure) -> number, as e1071 has it."""
    out = {}
    for part in model['parts']:
        column = part['columns'][0]
        for k, label in enumerate(model['classes']):
            if part['family'] == 'gaussian':
                out[column, label, 'mean'], out[column, label, 'sd'] = part['mean'][k], math.sqrt(part['variance'][k])
            else:
                out.update({(column, label, value): math.exp(part['log_prob'][k][v])
                            for v, value in enumerate(part['values'])})
    return out


def differences(priory, rng, laplace, classes, n_rows, folder):
    columns = NUMERIC + CATEGORICAL
    write(folder / 'train.csv', columns + ['y'], table(rng, classes, n_rows))
    write(folder / 'test.csv', columns, table(rng, classes, 10))
    run('Rscript', '--vanilla', str(HERE / 'e1071.R'), str(folder), str(laplace), folder=folder)
    run(priory, 'train', '--plain', 'train.csv', '--target', 'y', '-o', 'model', '--alpha', str(laplace), '--unbiased',
        '--var-smoothing', '0', '--types', ','.join(f'{c}=categorical' for c in CATEGORICAL), folder=folder)
    ours = our_tables(json.loads(run(priory, 'inspect', 'model', '--json', folder=folder)))
    with open(folder / 'tables.csv', encoding='utf-8') as file:
        theirs = {(r['column'], r['class'], r['value']): float(r['number']) for r in csv.DictReader(file)}
    wrong = [f'{key}: {ours.get(key)}, expected {theirs.get(key)}' for key in sorted(ours.keys() | theirs.keys())
             if not math.isclose(ours.get(key, 9), theirs.get(key, -9), rel_tol=TOLERANCE)]
    predicted = csv.DictReader(run(priory, 'predict', 'model', 'test.csv', '--proba', folder=folder).splitlines())
    with open(folder / 'posteriors.csv', encoding='utf-8') as file:
        for n, (row, expected) in enumerate(zip(predicted, csv.DictReader(file), strict=True), 1):
            wrong += [f'row {n}, {c}: {row["p:" + c]}, expected {p}' for c, p in expected.items()
                      if not math.isclose(float(row['p:' + c]), float(p), rel_tol=TOLERANCE, abs_tol=TOLERANCE)]
    return wrong


def main(program, seed=1):
    if not shutil.which('Rscript'):
        print('R is not installed')
        return 77
    rng, n_cases, failed = random.Random(seed), 0, 0
    for laplace in (0, 1):
        for classes in (['no', 'yes'], ['a', 'b', 'c']):
            for n_rows in (6, 60):
                with tempfile.TemporaryDirectory(prefix='priory-peers-') as folder:
                    wrong = differences(os.path.abspath(program), rng, laplace, classes, n_rows, pathlib.Path(folder))
                n_cases, failed = n_cases + 1, failed + bool(wrong)
                if wrong:
                    print(f'laplace {laplace}, {len(classes)} classes, {n_rows} rows each', *wrong[:10], sep='\n    ')
    print(f'{n_cases} cases, {failed} differ')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:])))
