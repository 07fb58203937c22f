"""Tree-augmented naive Bayes over 21 columns: rows classified, beside the time pomegranate is given with."""
import os
import random

from page import Ratios, seconds, table
from timing import Best, run

TITLE = 'Trees of columns'
ABOUT = """A table of 21 columns of 2 to 4 values and 3 classes, each column drawn given the class and the column before it;
`train --structure tan` learns the tree (the counts of all 210 pairs in one reading, the tables in a second) and `predict`
answers every row, its reading and writing included, on one thread. pomegranate's Bayesian networks are not packaged for
Debian 12: its 36 ms a query over as many columns are quoted as given, not measured here. With a cell missing in every
row each answer is an exact inference by junction tree."""
COLUMNS, CLASSES = 21, 'abc'
PEER_SECONDS = 0.036  # a query


def make(path, n_rows, missing=0.0):
    draw = random.Random(1)
    sizes = [2 + j % 3 for j in range(COLUMNS)]
    with open(path, 'w') as file:
        file.write(','.join([*(f'x{j}' for j in range(COLUMNS)), 'y']) + '\n')
        for _ in range(n_rows):
            label = draw.randrange(len(CLASSES))
            row, last = [], label
            for size in sizes:
                last = (last + label) % size if draw.random() < 0.6 else draw.randrange(size)
                row.append('' if draw.random() < missing else f'v{last}')
            file.write(','.join([*row, CLASSES[label]]) + '\n')


def measure(setting):
    n_rows, n_partial = (500, 100) if setting.quick else (200_000, 5_000)
    whole, partial, model, out = (os.path.join(setting.folder, name)
                                  for name in ('tan.csv', 'partial.csv', 'tan.priory', 'tan.out'))
    make(whole, n_rows)
    make(partial, n_partial, 0.1)
    best = Best()
    for _ in range(setting.rounds):
        train = run([setting.priory, 'train', '--plain', whole, '--target', 'y', '--structure', 'tan', '--threads', 1, '-o', model])
        answers = run([setting.priory, 'predict', model, whole, '--threads', 1], to=out)
        inferred = run([setting.priory, 'predict', model, partial, '--threads', 1], to=out)
        best.add(answers.peak, {'train': train.cpu, 'predict': answers.cpu, 'inferred': inferred.cpu})
    each, each_inferred = best.seconds['predict'] / n_rows, best.seconds['inferred'] / n_partial
    ratios = Ratios()
    ratios.at_least('pomegranate (as given) / a row', PEER_SECONDS / each, 1000)
    rows = [(f'train on {n_rows} rows', seconds(best.seconds['train']), ''),
            (f'predict {n_rows} rows', seconds(best.seconds['predict']), f'{1e6 * each:.2f} µs'),
            (f'predict {n_partial} rows with missing cells', seconds(best.seconds['inferred']),
             f'{1e6 * each_inferred:.0f} µs')]
    text = table(('', 'CPU seconds', 'a row'), rows) + '\n' + ratios.table()
    print(text, flush=True)
    return f'{ABOUT}\n\n{text}'
