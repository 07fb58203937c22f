# SPDX-License-Identifier: Apache-2.0
"""Compares discriminant analysis with R's MASS, live: mass.py PRIORY [SEED].

Random tables of correlated columns; linear and quadratic, divisors n - K or n - 1 (moment) and n (mle). Every posterior
must agree to 1e-8.
"""
import csv
import itertools
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

TOLERANCE = 1e-8
HERE = pathlib.Path(__file__).resolve().parent


def row_of(rng, k):
    common = rng.gauss(0, 1)
    return [repr(rng.gauss(10 * column + k * (column % 3), 1 + 0.2 * k) + common) for column in range(4)]


def write(path, rows, header):
    with open(path, 'w', encoding='utf-8', newline='') as file:
        csv.writer(file, lineterminator='\n').writerows([header, *rows])


def run(*command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode == 77:
        print('MASS is not installed')
        sys.exit(77)
    if done.returncode != 0:
        sys.exit(' '.join(command) + '\n' + done.stderr)
    return done.stdout


def numbers(text, first=0):
    """The table below the header, from column `first` on."""
    return [[float(cell) for cell in line[first:]] for line in list(csv.reader(text.splitlines()))[1:]]


def largest_difference(program, rng, folder, family, method, n_classes):
    columns = [f'x{k}' for k in range(4)]
    write(f'{folder}/train.csv', [[*row_of(rng, k), 'abcde'[k]] for k in range(n_classes) for _ in range(30)], columns + ['y'])
    write(f'{folder}/test.csv', [row_of(rng, rng.randrange(n_classes)) for _ in range(25)], columns)
    unbiased = ['--unbiased'] if method == 'moment' else []
    run(program, 'train', '--plain', 'train.csv', '--target', 'y', '--family', family, '--var-smoothing', '0', *unbiased, '-o', 'model',
        folder=folder)
    ours = numbers(run(program, 'predict', 'model', 'test.csv', '--proba', folder=folder), 1)
    run('Rscript', str(HERE / 'mass.R'), folder, family, method, folder=folder)
    theirs = numbers(pathlib.Path(folder, 'posteriors.csv').read_text(encoding='utf-8'))
    return max(abs(a - b) for x, y in zip(ours, theirs, strict=True) for a, b in zip(x, y, strict=True))


def main(program, seed=1):
    if shutil.which('Rscript') is None:
        print('R is not installed')
        return 77
    rng, failed, cases = random.Random(seed), 0, 0
    with tempfile.TemporaryDirectory(prefix='priory-peers-') as folder:
        for family, method, n_classes in itertools.product(('lda', 'qda'), ('moment', 'mle'), (2, 4)):
            off = largest_difference(os.path.abspath(program), rng, folder, family, method, n_classes)
            cases += 1
            if not off <= TOLERANCE:
                failed += 1
                print(f'{family}, {method}, {n_classes} classes: posteriors differ by {off}')
    print(f'{cases} cases, {failed} differ')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:])))
