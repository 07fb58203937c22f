# SPDX-License-Identifier: Apache-2.0
"""Compares AODE, hidden naive Bayes and tree-augmented networks with Weka's, live: weka.py PRIORY [SEED].

Random tables of values that depend on each other, two to four classes; for AODE a tenth of the cells are missing. Weka's
settings: Laplace and m-estimates, limits on the frequency of what others depend on. A tree hardly smoothed is the same
whichever column is its root, where Weka begins elsewhere. Every probability must agree to 1e-6; Weka writes six digits.
"""
import csv
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

TOLERANCE = 1.000001e-6
WEKA = '/usr/share/java/weka.jar'
SIZES = [2, 3, 4, 3, 5]
LETTERS = 'abcde'


def rows_of(rng, n_classes, n_rows, missing):
    """The first rows have every value."""
    out = []
    for n in range(n_rows):
        label, common, row = n % n_classes, rng.random(), []
        for size in SIZES:
            value = min(size - 1, int((common + rng.random() + 0.3 * label) / 2.5 * size))
            row.append('?' if rng.random() < missing else LETTERS[value if n >= size else n])
        out.append([*row, f'k{label}'])
    return out


def write_arff(path, n_classes, rows):
    with open(path, 'w', encoding='utf-8') as file:
        file.write('@relation random\n')
        for k, size in enumerate(SIZES):
            file.write(f'@attribute c{k} {{{",".join(LETTERS[:size])}}}\n')
        file.write(f'@attribute y {{{",".join(f"k{k}" for k in range(n_classes))}}}\n@data\n')
        file.writelines(','.join(row) + '\n' for row in rows)


def weka(folder, command):
    subprocess.run(['java', '-cp', WEKA, 'weka.filters.supervised.attribute.AddClassification', '-W',
                    f'weka.classifiers.bayes.{command}', '-distribution', '-c', 'last', '-i', 'rows.arff', '-o',
                    'weka.arff'], cwd=folder, check=True)
    text = (pathlib.Path(folder) / 'weka.arff').read_text(encoding='utf-8')
    lines = text.split('@data')[1].split()
    return [[float(x) for x in line.split(',')[len(SIZES) + 1:]] for line in lines]


def priory(program, folder, options):
    def run(*arguments):
        return subprocess.run([program, *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout
    run('train', '--plain', 'rows.arff', '--target', 'y', *options, '-o', 'model')
    lines = list(csv.reader(run('predict', 'model', 'rows.arff', '--proba').splitlines()))
    return [[float(x) for x in line[1:]] for line in lines[1:]]


TREE = ('BayesNet -D -Q weka.classifiers.bayes.net.search.local.TAN -- -S ENTROPY '
        '-E weka.classifiers.bayes.net.estimate.SimpleEstimator -- -A 1e-9')
AODE = ['--structure', 'aode', '--joint-prior', '--back-off', '0']


def settings(n_classes):
    """Whether cells are missing, what Weka is told, and what we are."""
    return [
        (True, 'AODE -F 1', [*AODE, '--alpha', '1', '--frequency-limit', '1']),
        (True, 'AODE -F 12', [*AODE, '--alpha', '1', '--frequency-limit', '12']),
        (True, 'AODE -F 1 -M -W 3', [*AODE, '--alpha', '0', '--m-estimate', '3', '--frequency-limit', '1']),
        (False, 'HNB', ['--structure', 'hnb', '--m-estimate', '1', '--back-off', '0', '--prior-alpha',
                        repr(1 / n_classes)]),
        (False, TREE, ['--structure', 'tan', '--alpha', '1e-9', '--prior-alpha', '1e-9']),
    ]


def main():
    if shutil.which('java') is None or not os.path.exists(WEKA):
        print('Weka is not installed')
        return 77
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    worst = 0
    for n_classes in (2, 3, 4):
        for missing, of_weka, ours in settings(n_classes):
            with tempfile.TemporaryDirectory() as folder:
                rows = rows_of(rng, n_classes, 80, 0.1 if missing else 0)
                write_arff(os.path.join(folder, 'rows.arff'), n_classes, rows)
                theirs, own = weka(folder, of_weka), priory(os.path.abspath(sys.argv[1]), folder, ours)
                assert len(theirs) == len(own) == 80
                off = max(abs(a - b) for x, y in zip(theirs, own) for a, b in zip(x, y))
                if off > TOLERANCE:
                    print(f'{n_classes} classes, {of_weka}: probabilities differ by {off}')
                    return 1
                worst = max(worst, off)
    print(f'the largest difference is {worst:.1e}')
    return 0


sys.exit(main())
