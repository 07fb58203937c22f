#!/usr/bin/env python3
"""How many wrong labels `priory audit` finds: changes 5 % of the labels of CSV files by chance, and looks where they
come in its list.

    bench/audit_labels.py --priory build/release/priory --target label sms.csv
"""
import argparse
import csv
import io
import pathlib
import random
import subprocess
import tempfile


def changed(rows, target, share, seed):
    """The numbers, from 1, of the rows that get another label."""
    labels, chance = sorted({row[target] for row in rows}), random.Random(seed)
    chosen = chance.sample(range(len(rows)), round(len(rows) * share))
    for row in chosen:
        rows[row][target] = chance.choice([label for label in labels if label != rows[row][target]])
    return {row + 1 for row in chosen}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--priory', default='priory')
    parser.add_argument('--target', required=True)
    parser.add_argument('--share', type=float, default=0.05)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('files', nargs='+', type=pathlib.Path)
    chosen, more = parser.parse_known_args()
    rows = [row for path in chosen.files for row in csv.DictReader(path.open(encoding='utf-8'))]
    wrong = changed(rows, chosen.target, chosen.share, chosen.seed)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / 'rows.csv'
        with path.open('w', encoding='utf-8', newline='') as out:
            writer = csv.DictWriter(out, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
        listed = subprocess.run([chosen.priory, 'audit', path, '--target', chosen.target, '--top', str(len(rows)), '-q',
                                 *more], check=True, capture_output=True, text=True).stdout
    found = [int(row['row']) in wrong for row in csv.DictReader(io.StringIO(listed))]
    print(f'{len(rows)} rows, {len(wrong)} labels changed, {len(found)} rows listed')
    print('recall  precision  rows looked at')
    for recall in (0.25, 0.5, 0.75, 0.9):
        needed, hits = recall * len(wrong), 0
        for n, hit in enumerate(found, 1):
            hits += hit
            if hits >= needed:
                print(f'{recall:6}  {hits / n:9.3f}  {n}')
                break


if __name__ == '__main__':
    main()
