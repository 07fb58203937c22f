# SPDX-License-Identifier: Apache-2.0
"""Errors and log losses of models of columns that depend on each other, on 17 tables: dependence.py PRIORY [OPTION...].

The tables are those of Debian's packages weka (its examples), r-cran-mlbench and r-cran-kernlab; R writes the last two
into build/tables. Each is cross-validated (10 folds, 5 or 3 of the large ones) with a temperature fitted to rows left out.

    dependence.py build/release/priory                              every model
    dependence.py build/release/priory --models aode,kdb            some of them
    dependence.py build/release/priory --tables vote,soybean        some of the tables
"""
import argparse
import json
import math
import os
import pathlib
import subprocess
import sys
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
}
# What a prototype of each reached, error in % and bits, mean of the 17 tables.
MARKS = {'aode': (12.55, 0.438), 'kdb': (13.69, 0.472), 'kdb-average': (11.60, 0.397)}

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


def judge(priory, path, target, options, folds):
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
