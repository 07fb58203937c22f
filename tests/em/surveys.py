#!/usr/bin/env python3
"""Draws three surveys from groups that are known, has `priory cluster -k auto` find them, and compares.

    tests/em/surveys.py --priory build/release/priory
"""
import argparse
import csv
import itertools
import pathlib
import random
import subprocess
import tempfile

LEAST_RIGHT = 0.95


def level(rng, centre):
    """An answer from 1 to 5 around a centre, seldom more than one away from it."""
    return min(5, max(1, round(rng.gauss(centre, 0.8))))


def yes_no(rng, n_rows, n_items=12):
    """Two groups: one says yes to most of the first half of the items, the other to most of the second."""
    for _ in range(n_rows):
        group = int(rng.random() < 0.4)
        yes = [0.85 if (item < n_items // 2) == (group == 0) else 0.2 for item in range(n_items)]
        yield group, ['yes' if rng.random() < p else 'no' for p in yes]


def likert(rng, n_rows, n_items=10):
    """Three groups: for, against, and those who stay in the middle."""
    centres = [[1.5 if item % 2 else 4.5 for item in range(n_items)],
               [4.5 if item % 2 else 1.5 for item in range(n_items)], [3] * n_items]
    for _ in range(n_rows):
        group = rng.choices(range(3), (5, 3, 2))[0]
        yield group, [level(rng, centre) for centre in centres[group]]


def mixed(rng, n_rows, n_items=8):
    """Five groups that differ in answers, in two numbers with one decimal and in two yes-or-no questions."""
    centres = [[1.5 + 3 * (group >> (item % 3) & 1) for item in range(n_items)] for group in range(5)]
    for _ in range(n_rows):
        group = rng.choices(range(5), (6, 5, 4, 3, 2))[0]
        answers = [level(rng, centre) for centre in centres[group]]
        numbers = [round(rng.gauss(30 + 9 * group, 3), 1), round(rng.gauss(200 - 25 * (group % 3), 10), 1)]
        binary = ['yes' if rng.random() < p else 'no' for p in (0.1 + 0.2 * group, 0.9 - 0.2 * group)]
        yield group, answers + numbers + binary


def agreement(groups, classes):
    """The share of rows in the same group under the best match of classes to groups."""
    names = sorted(set(classes))
    most = 0
    for match in itertools.permutations(range(max(len(names), max(groups) + 1)), len(names)):
        of = dict(zip(names, match))
        most = max(most, sum(of[each] == group for each, group in zip(classes, groups)))
    return most / len(groups)


def check(priory, folder, name, n_groups, rows):
    groups = [group for group, _ in rows]
    data, model = folder / f'{name}.csv', folder / f'{name}.priory'
    with open(data, 'w', newline='') as file:
        writer = csv.writer(file)
        writer.writerow([f'q{item + 1}' for item in range(len(rows[0][1]))])
        writer.writerows(answers for _, answers in rows)
    subprocess.run([priory, 'cluster', data, '-k', 'auto', '-o', model], check=True, capture_output=True)
    found = subprocess.run([priory, 'predict', model, data], check=True, capture_output=True, text=True).stdout
    classes = [line.split(',')[0] for line in found.splitlines()[1:]]
    right = agreement(groups, classes) if len(set(classes)) <= n_groups + 1 else 0
    print(f'{name}: {len(set(classes))} classes of {n_groups} groups, {100 * right:.1f} % of the rows')
    return len(set(classes)) == n_groups and right >= LEAST_RIGHT


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--priory', required=True)
    parser.add_argument('--seed', type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    surveys = [('binary', 2, list(yes_no(rng, 1000))), ('likert', 3, list(likert(rng, 1500))),
               ('mixed', 5, list(mixed(rng, 2000)))]
    with tempfile.TemporaryDirectory() as folder:
        good = [check(arguments.priory, pathlib.Path(folder), *survey) for survey in surveys]
    raise SystemExit(not all(good))


if __name__ == '__main__':
    main()
