#!/usr/bin/env python3
"""Random small tables through the verbs of the program.

    tests/trust/program.py --priory build/release/priory [--cases N] [--seed S]

Whatever the table and the options are, a verb ends with one of its exit codes, never by a signal or as a bug (70);
no NaN is printed; what train writes is read by every other verb; two threads write the same bytes as one; CSV, JSON
and the table for people say the same; rows drawn from a model can be trained on under its plan. A failure names the
seed of its case and the command; --seed S --cases 1 --keep FOLDER makes it again.
"""
import argparse
import csv
import io
import json
import math
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import tables

CODES = {0, 1, 2, 3, 4}
NAN = re.compile(r'(?<![\w-])-?nan(?![\w-])')


class Failed(Exception):
    pass


class Case:
    def __init__(self, priory, seed, folder):
        self.priory, self.folder, self.rng = priory, folder, random.Random(seed)
        self.table = tables.Table(self.rng)
        self.style = tables.draw_style(self.rng)
        self.data, self.other = (folder / f'{name}.{self.ending()}' for name in ('data', 'other'))
        self.table.write(self.data, self.style)
        self.table.others().write(self.other, self.style)
        self.options = tables.draw_options(self.rng, self.table)

    def ending(self):
        return self.style if self.style in ('tsv', 'jsonl') else 'csv'

    def run(self, *words, codes=CODES):
        """What a command prints, and its exit code, which is one of these."""
        command = [str(word) for word in words]
        try:
            done = subprocess.run([self.priory, *command], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True,
                                  timeout=60, check=False)
        except subprocess.TimeoutExpired:
            raise Failed(f'{command}: no end after a minute') from None
        out, err = done.stdout.decode('utf-8', 'strict'), done.stderr.decode('utf-8', 'strict')
        if done.returncode not in codes:
            raise Failed(f'{command}: exit code {done.returncode}\n{err}')
        if NAN.search(out) or NAN.search(err):
            raise Failed(f'{command}: prints NaN\n{out}{err}')
        if done.returncode > 1 and not err.startswith('priory: '):
            raise Failed(f'{command}: exit code {done.returncode} and no message\n{err}')
        return out, done.returncode

    def go(self):
        ways = tables.draw_ways(self.rng)
        plain = [] if '--search' in self.options else ['--plain']
        words = ['train', self.data.name, '--target', 'y', *plain, *self.options, *ways]
        _, code = self.run(*words, '-o', 'm')
        self.run('schema', self.data.name, '--json')
        self.cluster()
        if self.rng.random() < 0.5:
            self.run('cv', self.data.name, '--target', 'y', *plain, *self.options, '--folds', '2', '--json')
        if code != 0:
            check(not (self.folder / 'm').exists(), f'{words}: failed, and wrote a model')
            return False
        self.run(*words, '-o', 'two', '--threads', '2', codes={0})
        check(self.bytes_of('m') == self.bytes_of('two'), f'{words}: two threads give other bytes')
        self.verbs('m')
        self.changes('m')
        return True

    def bytes_of(self, name):
        return (self.folder / name).read_bytes()

    def cluster(self):
        if self.rng.random() < 0.4:
            _, code = self.run('cluster', self.data.name, '-k', self.rng.choice(['1', '2', 'auto']), '--ignore', 'y',
                               '--restarts', '2', '--max-iterations', '30', '-o', 'c')
            if code == 0:
                self.verbs('c')

    def verbs(self, model):
        strict_json(self.run('inspect', model, '--json', codes={0})[0])
        self.run('inspect', model, codes={0})
        for rows in (self.data.name, self.other.name):
            self.predictions(model, rows)
            out, code = self.run('explain', model, rows, '--json')
            if code == 0:
                strict_json(out)
        self.samples(model)
        self.queries(model)
        for rows in (self.data.name, self.other.name):
            out, code = self.run('eval', model, rows, '--json')
            if code == 0 and out:
                strict_json(out)

    def predictions(self, model, rows):
        table, code = self.run('predict', model, rows, '--proba')
        as_json, json_code = self.run('predict', model, rows, '--proba', '--json')
        check(code == json_code, f'predict {model} {rows}: exit codes {code} and {json_code}')
        if code != 0:
            return
        header, *cells = list(csv.reader(io.StringIO(table)))
        objects = [strict_json(line) for line in as_json.splitlines()]
        check(len(cells) == len(objects), f'predict {model} {rows}: {len(cells)} rows of CSV, {len(objects)} of JSON')
        for row, each in zip(cells, objects):
            numbers = [float(cell) for cell in row[1:]]
            check(abs(sum(numbers) - 1) < 1e-9, f'predict {model} {rows}: {row} do not sum to one')
            spread = [name for name in each if name != 'predicted']
            same = each['predicted'] == row[0] and (
                not spread or sorted(flat(each[name] for name in spread)) == sorted(numbers))
            check(same, f'predict {model} {rows}: CSV {header} {row}, JSON {each}')

    def samples(self, model):
        as_csv, code = self.run('sample', model, '-n', '12')
        as_json, json_code = self.run('sample', model, '-n', '12', '--json')
        check(code == json_code, f'sample {model}: exit codes {code} and {json_code}')
        if code != 0:
            return
        header, *cells = list(csv.reader(io.StringIO(as_csv)))
        objects = [strict_json(line) for line in as_json.splitlines()]
        check(len(cells) == len(objects) == 12, f'sample {model}: {len(cells)} rows of CSV, {len(objects)} of JSON')
        for row, each in zip(cells, objects):
            check(list(each) == header and all(same_cell(a, b) for a, b in zip(row, each.values())),
                  f'sample {model}: CSV {row}, JSON {each}')
        (self.folder / 'drawn.csv').write_text(as_csv)
        if model == 'm':
            self.run('train', 'drawn.csv', '--target', 'y', '--plain', '-o', 'again', '--force')
            self.run('train', 'drawn.csv', '--plan', model, '-o', 'again', '--force')

    def queries(self, model):
        for name in self.table.names[:3]:
            for event in ('> 1', '= 1', '= a', 'in (1, 2)'):
                out, code = self.run('query', model, f'P({name} {event})')
                check(code != 0 or 0 <= float(out) <= 1, f'query {model} {name} {event}: {out}')

    def changes(self, model):
        before = self.bytes_of(model)
        _, code = self.run('update', model, self.other.name, '-o', 'more')
        if code == 0:
            self.verbs('more') if self.rng.random() < 0.3 else self.run('predict', 'more', self.data.name)
            _, code = self.run('forget', 'more', self.other.name, '-o', 'less')
            if code == 0 and '--search' not in self.options:
                self.run('diff', model, 'less')
        _, code = self.run('merge', model, model, '-o', 'twice')
        if code == 0:
            self.run('predict', 'twice', self.other.name)
        self.run('report', model, self.data.name, '-o', 'report.html', '--force')
        check(self.bytes_of(model) == before, f'{model}: another verb changed it')


def check(truth, what):
    if not truth:
        raise Failed(what)


def strict_json(text):
    def refuse(name):
        raise Failed(f'JSON holds {name}: {text}')
    return json.loads(text, parse_constant=refuse)


def flat(values):
    """The numbers of a value of JSON, however deep."""
    for value in values:
        if isinstance(value, dict):
            yield from flat(value.values())
        elif isinstance(value, list):
            yield from flat(value)
        elif isinstance(value, (int, float)):
            yield value


def same_cell(cell, value):
    if value is None:
        return cell == ''
    if isinstance(value, (int, float)):
        return float(cell) == value or (math.isinf(float(cell)) and math.isinf(value))
    return cell == value


def run_case(priory, seed, keep):
    with tempfile.TemporaryDirectory() as folder:
        case = Case(priory, seed, pathlib.Path(keep or folder))
        try:
            return case.go()
        except Failed as failure:
            print(f'seed {seed}: {case.options}\n{failure}\n{case.data.read_bytes().decode("utf-8", "replace")}', flush=True)
            return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--priory', required=True, type=pathlib.Path)
    parser.add_argument('--cases', type=int, default=300)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--keep', type=pathlib.Path, help='a folder for the files of the last case')
    given = parser.parse_args()
    seeds = range(given.seed, given.seed + given.cases)
    outcomes = [run_case(given.priory.resolve(), seed, given.keep) for seed in seeds]
    print(f'seeds {seeds[0]} to {seeds[-1]}: {outcomes.count(True)} models, {outcomes.count(False)} refused')
    print(f'{len(outcomes) - outcomes.count(None)} passed, {outcomes.count(None)} failed')
    sys.exit(outcomes.count(None) > 0)


main()
