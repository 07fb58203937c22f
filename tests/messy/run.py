#!/usr/bin/env python3
"""Makes 40 exports as spreadsheets, surveys and pandas write them, and compares what `priory schema` reads each
column as with what a person would say.

    tests/messy/run.py --priory build/release/priory [--keep DIR]

A column's expectation is its role and what is unusual about its reading: 'gaussian decimal=, unit=€'. The same
table with its rows in another order, and read by other numbers of threads, must give the same answer.
"""
import argparse
import csv
import io
import json
import pathlib
import random
import subprocess
import sys
import tempfile

ROWS = 120
KEPT = ('decimal', 'thousands', 'unit', 'multiples', 'parentheses', 'missing', 'truth', 'date')


class Locale:
    """How numbers and dates are written."""

    def __init__(self, decimal, thousands, delimiter, date, yes, no):
        self.decimal, self.thousands, self.delimiter = decimal, thousands, delimiter
        self.date, self.yes, self.no = date, yes, no

    def number(self, value, decimals=2):
        text = f'{value:,.{decimals}f}'
        return text.replace(',', '\0').replace('.', self.decimal).replace('\0', self.thousands)

    def plain(self, value, decimals=2):
        return f'{value:.{decimals}f}'.replace('.', self.decimal)


DE = Locale(',', '.', ';', '%d.%m.%Y', 'ja', 'nein')
FR = Locale(',', '\u202f', ';', '%d/%m/%Y', 'oui', 'non')
EN = Locale('.', ',', ',', '%m/%d/%Y', 'yes', 'no')
LOCALES = {'de': DE, 'fr': FR, 'en': EN}


def column(rng, make):
    return [make(rng, k) for k in range(ROWS)]


def holes(rng, cells, spelling, share=0.1):
    """Some cells spelt as missing; never the first, so that the head of the file does not tell."""
    chosen = set(rng.sample(range(1, len(cells)), int(share * len(cells))))
    return [spelling if k in chosen else cell for k, cell in enumerate(cells)]


def date_of(rng, form):
    import datetime
    day = datetime.datetime(2023, 1, 1) + datetime.timedelta(minutes=rng.randrange(700 * 24 * 60))
    return day.strftime(form)


def classes(rng):
    return column(rng, lambda r, k: 'ab'[k % 2])


def spreadsheet(rng, where):
    """A sales sheet: money, percent, thousands, dates, post codes."""
    loc = LOCALES[where]
    money = {'de': lambda t: t + ' €', 'fr': lambda t: t + ' €', 'en': lambda t: '$' + t}[where]
    unit = '$' if where == 'en' else '€'
    group = ' ' if where == 'fr' else loc.thousands
    sign = '' if loc.decimal == '.' else 'decimal=, '
    table = {
        'amount': column(rng, lambda r, k: loc.plain(r.uniform(0.5, 99))),
        'price': column(rng, lambda r, k: money(loc.number(r.uniform(1200, 9e5)))),
        'share': column(rng, lambda r, k: loc.plain(r.uniform(0, 100), 1) + '%'),
        'people': column(rng, lambda r, k: loc.number(r.randrange(1_000_000, 9_000_000), 0)),
        'when': column(rng, lambda r, k: date_of(r, loc.date)),
        'post': column(rng, lambda r, k: f'{r.choice([1008, 1234, 20095, 80331, 4109]):05d}'),
        'region': column(rng, lambda r, k: r.choice(['north', 'south', 'west'])),
        'y': classes(rng),
    }
    date = {'de': 'dmy', 'fr': 'dmy', 'en': 'mdy'}[where]
    return table, {
        'amount': f'gaussian {sign}'.strip(),
        'price': f'gaussian {sign}thousands={group} unit={unit}',
        'share': f'gaussian {sign}unit=%',
        'people': f'gaussian {sign}thousands={group}',
        'when': f'ignored date={date}', 'post': 'categorical', 'region': 'categorical', 'y': 'target',
    }, loc.delimiter


def survey(rng, where):
    """Answers 1 to 5, mixed yes and no, spaces, holes spelt in many ways."""
    loc = LOCALES[where]
    hole = {'de': '-', 'fr': 'n/a', 'en': '?'}[where]
    words = {'de': 'k.A.', 'fr': '#N/A', 'en': 'n/a'}[where]
    table = {
        'respondent': [f'{k + 1}' for k in range(ROWS)],
        'q1': column(rng, lambda r, k: str(1 + r.randrange(5))),
        'q2': holes(rng, column(rng, lambda r, k: str(1 + r.randrange(7))), hole),
        'q3': holes(rng, column(rng, lambda r, k: str(1 + r.randrange(5))), '99'),
        'smokes': column(rng, lambda r, k: r.choice(['yes', 'Yes', 'no', 'NO', 'TRUE', '0', 'n', 'on'])),
        'age': holes(rng, column(rng, lambda r, k: str(18 + r.randrange(60))), '-999'),
        'income': holes(rng, column(rng, lambda r, k: loc.plain(r.uniform(900, 9000))), words),
        'city': column(rng, lambda r, k: r.choice([' Bern', 'Bern ', 'Basel', 'Genf'])),
        'visits': column(rng, lambda r, k: str(min(r.randrange(1, 20) // 4 if r.random() < .3 else 0, 4))),
        'y': classes(rng),
    }
    sign = '' if loc.decimal == '.' else 'decimal=, '
    return table, {
        'respondent': 'ignored', 'q1': 'categorical', 'q2': f'categorical missing={hole}',
        'q3': 'categorical missing=99',
        'smokes': 'bernoulli truth=', 'age': 'gaussian missing=-999', 'income': f'gaussian {sign}missing={words}',
        'city': 'categorical', 'visits': 'poisson', 'y': 'target',
    }, loc.delimiter


def frame(rng, where):
    """What pandas writes: an index without a name, floats for whole numbers with holes, timestamps."""
    index = [str(k) for k in rng.sample(range(10 * ROWS), ROWS)]
    sizes = column(rng, lambda r, k: f'{r.randrange(500) / 1.0}')
    table = {
        {'de': '', 'fr': 'Unnamed: 0', 'en': ''}[where]: index,
        'size': holes(rng, sizes, 'nan'),
        'flag': column(rng, lambda r, k: r.choice(['True', 'False'])),
        'stamp': column(rng, lambda r, k: date_of(r, '%Y-%m-%d %H:%M:%S')),
        'utc': column(rng, lambda r, k: date_of(r, '%Y-%m-%dT%H:%M:%S+00:00')),
        'created': column(rng, lambda r, k: str(1_700_000_000 + r.randrange(10_000_000))),
        'kind': holes(rng, column(rng, lambda r, k: r.choice(['u', 'v', 'w'])), 'None' if where == 'en' else '<NA>'),
        'x': column(rng, lambda r, k: repr(r.gauss(0, 1))),
        'y': classes(rng),
    }
    name = {'de': '1', 'fr': 'Unnamed: 0', 'en': '1'}[where]
    return table, {
        name: 'ignored', 'size': 'gaussian missing=nan', 'flag': 'bernoulli', 'stamp': 'ignored date=iso',
        'utc': 'ignored date=iso', 'created': 'ignored',
        'kind': 'categorical' if where == 'en' else 'categorical missing=<NA>', 'x': 'gaussian', 'y': 'target',
    }, ','


def shop(rng, where):
    """Thousands as k, weights with a unit, times of day, a constant."""
    loc = LOCALES[where]
    sign = '' if loc.decimal == '.' else 'decimal=, '
    table = {
        'views': column(rng, lambda r, k: r.choice([str(r.randrange(100, 999)), loc.plain(r.uniform(1, 99), 1) + 'k',
                                                    loc.plain(r.uniform(1, 9), 1) + 'M'])),
        'weight': column(rng, lambda r, k: loc.plain(r.uniform(0.2, 9), 1) + ' kg'),
        'open': column(rng, lambda r, k: f'{r.randrange(24):02d}:{r.randrange(60):02d}'),
        'currency': ['EUR'] * ROWS,
        'stars': column(rng, lambda r, k: str(1 + r.randrange(5))),
        'stock': holes(rng, column(rng, lambda r, k: str(r.randrange(40, 400))), '9999'),
        'sku': [f'A-{k:04d}' for k in rng.sample(range(9999), ROWS)],
        'y': classes(rng),
    }
    return table, {
        'views': f'gaussian {sign}multiples=True', 'weight': f'gaussian {sign}unit=kg', 'open': 'ignored date=time',
        'currency': 'ignored', 'stars': 'categorical', 'stock': 'gaussian missing=9999', 'sku': 'ignored', 'y': 'target',
    }, loc.delimiter


def ledger(rng, where):
    """Accounts: negative amounts in parentheses or with the minus behind, signs, months by name, days as one number."""
    loc = LOCALES[where]
    sign = '' if loc.decimal == '.' else 'decimal=, '
    group = ' ' if where == 'fr' else loc.thousands

    def balance(r, k):
        text = loc.number(r.uniform(1200, 90000))
        return f'({text})' if k % 4 == 0 else text

    table = {
        'booked': column(rng, lambda r, k: date_of(r, '%d-%b-%Y')),
        'posted': column(rng, lambda r, k: date_of(r, '%B %d, %Y')),
        'value date': column(rng, lambda r, k: date_of(r, '%Y%m%d')),
        'balance': column(rng, balance),
        'account balance': column(rng, lambda r, k: loc.number(r.uniform(1200, 90000)) + ('-' if k % 5 == 0 else '')),
        'change': column(rng, lambda r, k: r.choice('+-') + loc.plain(r.uniform(0, 9), 1) + '%'),
        'net': column(rng, lambda r, k: ('\u2212' if k % 3 == 0 else '') + loc.plain(r.uniform(0, 9))),
        'account': column(rng, lambda r, k: f'{r.choice([4711, 815, 12]):06d}'),
        'kind': column(rng, lambda r, k: r.choice(['debit', 'credit', 'fee'])),
        'y': classes(rng),
    }
    return table, {
        'booked': 'ignored date=dmy', 'posted': 'ignored date=mdy', 'value date': 'ignored',
        'balance': f'gaussian {sign}thousands={group} parentheses=True',
        'account balance': f'gaussian {sign}thousands={group} parentheses=True', 'change': f'gaussian {sign}unit=%',
        'net': f'gaussian {sign}'.strip(), 'account': 'categorical', 'kind': 'categorical', 'y': 'target',
    }, loc.delimiter


def log(rng, where):
    """What a server writes: times to the millisecond, durations with a unit, switches."""
    loc = LOCALES[where]
    sign = '' if loc.decimal == '.' else 'decimal=, '
    table = {
        'at': column(rng, lambda r, k: date_of(r, '%Y-%m-%dT%H:%M:%S') + f'.{r.randrange(1000):03d}Z'),
        'created': column(rng, lambda r, k: str(1_700_000_000_000 + r.randrange(10_000_000_000))),
        'mailed': column(rng, lambda r, k: date_of(r, '%a, %d %b %Y %H:%M:%S GMT')),
        'level': column(rng, lambda r, k: r.choice(['INFO', 'WARN', 'ERROR'])),
        'took': column(rng, lambda r, k: loc.plain(r.uniform(1, 90), 1) + ' ms'),
        'bytes': column(rng, lambda r, k: str(r.randrange(10_000, 9_000_000))),
        'cache': column(rng, lambda r, k: r.choice(['on', 'off'])),
        'retries': column(rng, lambda r, k: str(min(int(r.expovariate(1.2)), 6))),
        'request': ['%08x' % rng.getrandbits(32) + 'x' for _ in range(ROWS)],
        'y': classes(rng),
    }
    return table, {
        'at': 'ignored date=iso', 'created': 'ignored', 'mailed': 'ignored date=dmy', 'level': 'categorical', 'took': f'gaussian {sign}unit=ms',
        'bytes': 'gaussian', 'cache': 'bernoulli', 'retries': 'poisson', 'request': 'ignored', 'y': 'target',
    }, loc.delimiter


def lab(rng, where):
    """Measurements: exponents, doses, codes, holes, a column that is empty."""
    loc = LOCALES[where]
    sign = '' if loc.decimal == '.' else 'decimal=, '
    table = {
        'ph': column(rng, lambda r, k: loc.plain(r.gauss(7, 1))),
        'dose': column(rng, lambda r, k: f'{r.randrange(5, 500)} mg'),
        'titre': holes(rng, column(rng, lambda r, k: f'{r.uniform(1, 9) * 1e-5:.3e}'.replace('.', loc.decimal)), '..'),
        'degrees': holes(rng, column(rng, lambda r, k: str(r.randrange(15, 45))), '-99'),
        'plate': column(rng, lambda r, k: f'{r.randrange(1, 13):03d}'),
        'positive': holes(rng, column(rng, lambda r, k: r.choice('YN')), '#N/A'),
        'year': column(rng, lambda r, k: str(r.randrange(1990, 2024))),
        'remark': [''] * ROWS,
        'y': classes(rng),
    }
    return table, {
        'ph': f'gaussian {sign}'.strip(), 'dose': f'gaussian {sign}unit=mg', 'titre': f'gaussian {sign}missing=..',
        'degrees': 'gaussian missing=-99', 'plate': 'categorical', 'positive': 'bernoulli missing=#N/A',
        'year': 'gaussian', 'remark': 'ignored', 'y': 'target',
    }, loc.delimiter


def written(table, delimiter, order):
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator='\n')
    writer.writerow(table)
    cells = list(zip(*table.values()))
    writer.writerows([cells[k] for k in order])
    return out.getvalue()


def exports():
    """Name, table, expectation, delimiter: 7 kinds, 3 locales, two draws of nearly all."""
    out = []
    for draw in range(2):
        for where in LOCALES:
            for kind in (spreadsheet, survey, frame, shop, ledger, log, lab):
                if len(out) == 40:
                    return out
                rng = random.Random(f'{kind.__name__} {where} {draw}')
                out.append((f'{kind.__name__}-{where}-{draw}', *kind(rng, where)))
    return out


def read_as(entry):
    reading = entry.get('reading', {})
    parts = []
    for key in KEPT:
        if key not in reading:
            continue
        value = reading[key]
        if key == 'truth':
            value = ''
        parts.append(f'{key}={",".join(value) if isinstance(value, list) else value}')
    return ' '.join([entry['role'], *parts])


def schema(priory, path, threads):
    run = subprocess.run([priory, 'schema', str(path), '--target', 'y', '--json', '--threads', str(threads)],
                         capture_output=True, text=True)
    if run.returncode != 0:
        return run.stderr
    return {entry['name']: read_as(entry) for entry in json.loads(run.stdout)['columns']}


def check(priory, folder, export):
    name, table, expected, delimiter = export
    faults = []
    orders = [list(range(ROWS)), list(reversed(range(ROWS)))]
    for turn, order in enumerate(orders):
        path = folder / f'{name}-{turn}.csv'
        path.write_text(written(table, delimiter, order), encoding='utf-8')
        found = schema(priory, path, 1 + 2 * turn)
        if isinstance(found, str):
            faults.append(f'{path.name}: {found}')
            continue
        faults += [f'{path.name}: {key}: {found.get(key)!r}, not {value!r}'
                   for key, value in expected.items() if found.get(key) != value]
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--priory', required=True)
    parser.add_argument('--keep', type=pathlib.Path, help='leave the tables here')
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = arguments.keep or pathlib.Path(scratch)
        folder.mkdir(exist_ok=True)
        faults = [fault for export in exports() for fault in check(arguments.priory, folder, export)]
    for fault in faults:
        print(fault)
    print(f'{len(exports())} exports, {len(faults)} columns read otherwise')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
