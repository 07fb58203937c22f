# SPDX-License-Identifier: Apache-2.0
"""Compares the joint table and tree-augmented naive Bayes with an implementation in numpy, live: networks.py PRIORY [SEED].

Random tables with missing cells. The joint table by counting whole rows and summing over what a row lacks; the tree by
conditional mutual information of all pairs, the posterior by enumerating every completion of a row. 1e-10 everywhere.
"""
import csv
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    print('numpy is not installed')
    sys.exit(77)

TOLERANCE = 1e-10
VALUES, CLASSES, COLUMNS = 'pqr', 'mn', ('a', 'b', 'c', 'd')


def draw_rows(rng, n, missing):
    rows = [[v] * len(COLUMNS) + [c] for v in VALUES for c in CLASSES]
    for _ in range(n):
        label = rng.randrange(2)
        row, last = [], label
        for _ in COLUMNS:
            last = last if rng.random() < 0.5 else rng.randrange(3)
            row.append('' if rng.random() < missing else VALUES[last])
        rows.append([*row, CLASSES[label]])
    return rows


def write(path, rows, header):
    with open(path, 'w', encoding='utf-8', newline='') as file:
        csv.writer(file, lineterminator='\n').writerows([header, *rows])


def run(*command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(' '.join(command) + '\n' + done.stderr)
    return done.stdout


def codes(rows):
    """-1 where missing; the class last."""
    return np.array([[VALUES.find(v) if v else -1 for v in row[:-1]] + [CLASSES.index(row[-1])] for row in rows])


def log_prior(data):
    return np.log(np.bincount(data[:, -1], minlength=2) / len(data))


def completions(row):
    return itertools.product(*([v] if v >= 0 else range(3) for v in row))


def posterior(log_joint, row):
    terms = np.array([[log_joint(whole, c) for c in range(2)] for whole in completions(row)])
    score = np.logaddexp.reduce(terms, axis=0)
    return np.exp(score - np.logaddexp.reduce(score))


def joint_model(data, alpha):
    whole = data[(data >= 0).all(axis=1)]
    table = np.full((2, 3, 3, 3, 3), float(alpha))
    for row in whole:
        table[(row[-1], *row[:-1])] += 1
    table /= table.sum(axis=(1, 2, 3, 4), keepdims=True)
    prior = log_prior(data)
    return lambda row, c: prior[c] + np.log(table[(c, *row)])


def conditional_information(data, i, j):
    pairs = data[(data[:, i] >= 0) & (data[:, j] >= 0)]
    count = np.zeros((2, 3, 3))
    for row in pairs:
        count[row[-1], row[i], row[j]] += 1
    p = count / count.sum()
    given = p.sum(axis=(1, 2), keepdims=True) * p / (p.sum(axis=2, keepdims=True) * p.sum(axis=1, keepdims=True))
    return float(np.sum(p[p > 0] * np.log(given[p > 0])))


def largest_tree(weight):
    """Kruskal's way, then outwards from the first."""
    n, edges = len(weight), []
    group = list(range(n))
    for i, j in sorted(itertools.combinations(range(n), 2), key=lambda e: -weight[e[0]][e[1]]):
        if group[i] != group[j]:
            edges.append((i, j))
            group = [group[i] if g == group[j] else g for g in group]
    parent, reached = [None] * n, [0]
    for i in reached:
        for a, b in edges:
            other = b if a == i else a if b == i else None
            if other is not None and other not in reached:
                parent[other] = i
                reached.append(other)
    return parent


def tan_model(data, alpha):
    n = len(COLUMNS)
    weight = [[conditional_information(data, i, j) if i != j else 0 for j in range(n)] for i in range(n)]
    parent, prior, tables = largest_tree(weight), log_prior(data), []
    for j in range(n):
        given = [j] if parent[j] is None else [parent[j], j]
        table = np.full((2, *[3] * len(given)), float(alpha))
        for row in data:
            if all(row[k] >= 0 for k in given):
                table[(row[-1], *row[given])] += 1
        tables.append((given, np.log(table / table.sum(axis=-1, keepdims=True))))
    return parent, lambda row, c: prior[c] + sum(t[(c, *(row[k] for k in given))] for given, t in tables)


def check_posteriors(program, folder, options, log_joint, test):
    run(program, 'train', '--plain', 'train.csv', '--target', 'y', *options, '-o', 'model', folder=folder)
    out = list(csv.reader(run(program, 'predict', 'model', 'test.csv', '--proba', folder=folder).splitlines()))[1:]
    worst = 0
    for row, line in zip(codes(test)[:, :-1], out, strict=True):
        worst = max(worst, float(np.max(np.abs(posterior(log_joint, row) - np.array([float(p) for p in line[1:]])))))
    if worst > TOLERANCE:
        sys.exit(f'{options}: posteriors differ by {worst}')
    return worst


def main(program, seed=1):
    program, rng, worst = os.path.abspath(program), random.Random(seed), 0
    for round_number in range(8):
        alpha = (1, 0.3)[round_number % 2]
        rows, test = draw_rows(rng, 150, 0.1), draw_rows(rng, 30, 0.25)
        with tempfile.TemporaryDirectory() as folder:
            write(f'{folder}/train.csv', rows, [*COLUMNS, 'y'])
            write(f'{folder}/test.csv', test, [*COLUMNS, 'y'])
            data, smoothing = codes(rows), ['--alpha', str(alpha)]
            worst = max(worst, check_posteriors(program, folder, ['--family', 'joint', *smoothing],
                                                joint_model(data, alpha), test))
            parent, tan = tan_model(data, alpha)
            worst = max(worst, check_posteriors(program, folder, ['--structure', 'tan', *smoothing], tan, test))
            parts = {part['columns'][0]: part['parents'] for part in json.loads(
                run(program, 'inspect', 'model', '--json', folder=folder))['parts']}
            for j, column in enumerate(COLUMNS):
                expected = ['y'] + ([] if parent[j] is None else [COLUMNS[parent[j]]])
                if parts[column] != expected:
                    sys.exit(f'the parents of {column} are {parts[column]}, not {expected}')
    print(f'joint and tan agree with numpy: the largest difference of a probability is {worst:.2g}')


if __name__ == '__main__':
    main(sys.argv[1], *map(int, sys.argv[2:]))
