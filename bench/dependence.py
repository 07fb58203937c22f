# SPDX-License-Identifier: Apache-2.0
"""Errors and log losses of models of columns that depend on each other, on 17 tables: dependence.py PRIORY [OPTION...].

The tables are those of Debian's packages weka (its examples), r-cran-mlbench and r-cran-kernlab; R writes the last two
into build/tables. Each is cross-validated (10 folds, 5 or 3 of the large ones) with a temperature fitted to rows left out.

    dependence.py build/release/priory                              every model
    dependence.py build/release/priory --models aode,kdb            some of them
    dependence.py build/release/priory --tables vote,soybean        some of the tables
"""
import argparse
import csv
import hashlib
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

WEKA = '/usr/share/doc/weka/examples'
OF_WEKA = ['breast-cancer', 'credit-g', 'diabetes', 'glass', 'ionosphere', 'segment-challenge', 'soybean', 'vote']
OF_R = ['BreastCancer', 'DNA', 'LetterRecognition', 'Satellite', 'Shuttle', 'Sonar', 'Vehicle', 'Vowel', 'spam']
FOLDS = {'LetterRecognition': 3, 'Shuttle': 3, 'Satellite': 5, 'spam': 5, 'DNA': 5}
MODELS = {
    'naive': [],
    'tan': ['--structure', 'tan'],
    'kdb': ['--structure', 'kdb'],
    'aode': ['--structure', 'aode'],
    'hnb': ['--structure', 'hnb'],
    'kdb-average': ['--structure', 'kdb-average'],
    'gaussian-full': ['gaussian-full', '--pooling', '0.3', '--shrinkage', '0.03', '--standardise'],
    'centres': ['gaussian-full', '--centres', '8'],
    'pool': ['--pool'],
}
# What a prototype of each reached, error in % and bits, mean of the 17 tables.
MARKS = {'aode': (12.55, 0.438), 'kdb': (13.69, 0.472), 'kdb-average': (11.60, 0.397), 'pool': (10.8, 0.36)}

R = '''
suppressMessages({library(mlbench); library(kernlab)})
data(BreastCancer, DNA, LetterRecognition, Satellite, Shuttle, Sonar, Vehicle, Vowel, spam)
BreastCancer$Id <- NULL
LetterRecognition <- LetterRecognition[, c(2:17, 1)]
for (name in commandArgs(TRUE)) {
  table <- get(name)
  names(table)[ncol(table)] <- "class"
  write.csv(table, paste0(name, ".csv"), row.names = FALSE, na = "")
}
'''


def make(folder):
    folder.mkdir(parents=True, exist_ok=True)
    if all((folder / f'{name}.csv').exists() for name in OF_R):
        return
    script = folder / 'tables.R'
    script.write_text(R, encoding='utf-8')
    subprocess.run(['Rscript', script.name, *OF_R], cwd=folder, check=True)


def path_and_target(folder, name):
    if name not in OF_WEKA:
        return str(folder / f'{name}.csv'), 'class'
    path = os.path.join(WEKA, f'{name}.arff')
    with open(path, encoding='latin-1') as file:
        names = [line.split()[1].strip("'") for line in file if line.lower().startswith('@attribute')]
    return path, names[-1]


def rows_of(path):
    """The names and rows of a CSV file, or of an ARFF file of the simple kind that Weka's examples are."""
    with open(path, encoding='latin-1', newline='') as file:
        lines = file.read().splitlines()
    if not path.endswith('.arff'):
        table = list(csv.reader(lines))
        return table[0], table[1:]
    names = [re.match(r"@attribute\s+('[^']*'|\S+)", line, re.IGNORECASE).group(1).strip("'")
             for line in lines if line.lower().startswith('@attribute')]
    first = next(k for k, line in enumerate(lines) if line.lower().startswith('@data')) + 1
    body = [line for line in lines[first:] if line.strip() and not line.startswith('%')]
    return names, [[cell.strip().strip("'") for cell in row] for row in csv.reader(body, quotechar="'", skipinitialspace=True)]


def numeric(names, rows, target):
    """The columns that gaussian-full can take: all cells are numbers, and there are more than two of them."""
    def is_number(cell):
        try:
            return math.isfinite(float(cell))
        except ValueError:
            return cell in ('', '?')
    return [name for j, name in enumerate(names) if name != target and all(is_number(row[j]) for row in rows) and
            len({row[j] for row in rows}) > 2]


def write(path, names, rows):
    with open(path, 'w', encoding='utf-8', newline='') as file:
        csv.writer(file, lineterminator='\n').writerows([names, *rows])


def judge_by_files(priory, path, target, options, folds):
    """What chooses a pool by the rows it is given must choose it anew in each fold: it trains on files."""
    began, wrong, bits, n = time.monotonic(), 0, 0.0, 0
    names, rows = rows_of(path)
    place = names.index(target)
    order = sorted(range(len(rows)), key=lambda k: (rows[k][place], hashlib.sha256(repr(rows[k]).encode()).digest()))
    fold_of = {row: k % folds for k, row in enumerate(order)}  # each fold has its share of each class
    with tempfile.TemporaryDirectory() as folder:
        where = pathlib.Path(folder)
        for fold in range(folds):
            write(where / 'train.csv', names, [row for k, row in enumerate(rows) if fold_of[k] != fold])
            write(where / 'test.csv', names, [row for k, row in enumerate(rows) if fold_of[k] == fold])
            for command in (['train', 'train.csv', '--target', target, *options, '-q', '-o', 'm'],
                            ['eval', 'm', 'test.csv', '--resamples', '0', '--json']):
                done = subprocess.run([priory, *command], capture_output=True, text=True, cwd=where)
                if done.returncode != 0:
                    return None, done.stderr.strip().splitlines()[0]
            found = json.loads(done.stdout)
            wrong += (1 - found['accuracy']) * found['rows']
            bits += found['log_loss'] / math.log(2) * found['rows']
            n += found['rows']
    return (100 * wrong / n, bits / n, time.monotonic() - began), ''


def judge(priory, path, target, options, folds):
    if options == ['--pool']:
        return judge_by_files(priory, path, target, options, folds)
    if options[:1] == ['gaussian-full']:
        numbers = numeric(*rows_of(path), target)
        if len(numbers) < 2:
            return None, 'no group of numbers'
        quoted = '+'.join(f'"{name}"' for name in numbers)
        options = ['--parts', f'{quoted}=gaussian-full', *options[1:]]
    began = time.monotonic()
    done = subprocess.run([priory, 'cv', path, '--target', target, *options, '--calibrate', 'temperature', '--folds',
                           str(folds), '--resamples', '0', '--json'], capture_output=True, text=True)
    if done.returncode != 0:
        return None, done.stderr.strip().splitlines()[0]
    measures = json.loads(done.stdout)['evaluation']
    return (100 * (1 - measures['accuracy']), measures['log_loss'] / math.log(2), time.monotonic() - began), ''


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('priory')
    parser.add_argument('--models', default=','.join(MODELS))
    parser.add_argument('--tables', default=','.join(OF_WEKA + OF_R))
    arguments = parser.parse_args()
    folder = pathlib.Path('build/tables')
    make(folder)
    arguments.priory = str(pathlib.Path(arguments.priory).resolve())
    models, sums = arguments.models.split(','), {}
    print('| table | ' + ' | '.join(models) + ' |\n|---|' + '---|' * len(models))
    for name in arguments.tables.split(','):
        cells = []
        for model in models:
            path, target = path_and_target(folder, name)
            found, why = judge(arguments.priory, path, target, MODELS[model], FOLDS.get(name, 10))
            cells.append(f'{found[0]:.2f} / {found[1]:.3f}' if found else why)
            if found:
                sums.setdefault(model, []).append(found)
        print(f'| {name} | ' + ' | '.join(cells) + ' |', flush=True)
    means = []
    for model in models:
        each = sums.get(model, [])
        mean = [sum(part) / max(1, len(each)) for part in list(zip(*each))[:2]] or [math.nan, math.nan]
        mark = ' (mark {} / {})'.format(*MARKS[model]) if model in MARKS else ''
        means.append(f'{mean[0]:.2f} / {mean[1]:.3f}{mark}')
    print('| mean | ' + ' | '.join(means) + ' |')
    return 0


if __name__ == '__main__':
    sys.exit(main())
