"""The same rows from CSV and from Parquet to a model file, whole processes."""
import os
import pathlib
import sys

from page import Ratios, megabytes, seconds, table
from timing import FOLDER, run, take_turns

sys.path.insert(0, os.path.join(FOLDER, '../tests/sources'))
import duckdb_of_npm  # noqa: E402

TITLE = 'Parquet and CSV to a model file'
FULL, QUICK = 1_000_000, 20_000
NUMBERS = 20
PARQUET_MARK = 3
NEEDS = ['npm']
ABOUT = """{rows:,} rows of {numbers} floating-point numbers, 3 columns of values and one of 2 classes: {csv} MB of CSV, {parquet} MB of
Parquet with the defaults of DuckDB {version}, which also reads it. Whole processes, their start and the loading of libduckdb.so too.
Without a plan the columns are looked at while they are counted."""


def statement(n_rows):
    numbers = ', '.join(f'random() * {k + 1} + CASE WHEN c THEN 1 ELSE 0 END AS x{k}' for k in range(NUMBERS))
    return (f"CREATE TABLE made AS SELECT {numbers}, 'country ' || (i % 31) AS country, 'plan ' || (i % 7) AS plan, "
            "i % 3 = 0 AS express, CASE WHEN c THEN 'yes' ELSE 'no' END AS fraud "
            f'FROM (SELECT i, hash(i) % 5 < 2 AS c FROM range({n_rows}) r(i))')


def measure(setting):
    n_rows = QUICK if setting.quick else FULL
    csv, parquet, model, plan = (os.path.join(setting.folder, name)
                                 for name in ('rows.csv', 'rows.parquet', 'rows.priory', 'plan.priory'))
    duckdb = duckdb_of_npm.duckdb(pathlib.Path(setting.priory).parent / 'tests/peers')
    if duckdb is None:
        raise SystemExit(f'{TITLE}: there is no DuckDB of npm')
    made = duckdb.ask([statement(n_rows), f"COPY made TO '{csv}'", f"COPY made TO '{parquet}'", 'SELECT version()'])
    library = ['--duckdb', duckdb_of_npm.library_of(duckdb)]
    run([setting.priory, 'train', csv, '--target', 'fraud', '-o', plan])

    def train(*arguments):
        return lambda best: best.add_run(run([setting.priory, 'train', *arguments, '-o', model]))
    systems = {'CSV': train(csv, '--target', 'fraud'), 'Parquet': train(parquet, '--target', 'fraud', *library),
               'CSV, by a plan': train(csv, '--plan', plan), 'Parquet, by a plan': train(parquet, '--plan', plan, *library)}
    found = take_turns(systems, setting.rounds)
    about = ABOUT.format(rows=n_rows, numbers=NUMBERS, csv=megabytes(os.path.getsize(csv)),
                         parquet=megabytes(os.path.getsize(parquet)), version=made[0][0])
    text = report({name: best for name, best in found.items()})
    print(text, flush=True)
    return f'{about}\n\n{text}'


def report(found):
    ratios = Ratios()
    for how, mark in (('', PARQUET_MARK), (', by a plan', PARQUET_MARK)):
        one, other = found['CSV' + how].seconds, found['Parquet' + how].seconds
        ratios.at_least(f'CSV / Parquet{how}', one['run'] / other['run'], mark, one['cpu_run'] / other['cpu_run'])
    rows = [(name, seconds(best.seconds['run']), seconds(best.seconds['cpu_run']), megabytes(best.peak))
            for name, best in found.items()]
    return table(('', 'seconds', 'CPU seconds', 'peak MB'), rows) + '\n' + ratios.table()
