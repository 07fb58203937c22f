#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The extension of PostgreSQL: two workers beside one, predictions a second, a moving window beside training each of its frames,
training in the server beside COPY and the command line.

    bench/postgres.py --priory build/release/priory --extension build/release/postgresql [--rows 5000000] [--rounds 3]
"""
import argparse
import pathlib
import re
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tests'))
import postgres_server  # noqa: E402

NUMBERS = ', '.join(f'n{k}' for k in range(1, 8))
COLUMNS = f'{NUMBERS}, c1, c2, c3'
# Ten columns, that depend on the class.
ROWS = f'''CREATE TABLE rows AS SELECT i AS id, 'k' || i % 3 AS class,
  {', '.join(f"(random() * 4 + (i % 3) * {k / 4})::float8 AS n{k}" for k in range(1, 8))},
  {', '.join(f"'v' || (random() * 5 + i % 3)::int AS c{k}" for k in range(1, 4))}
  FROM generate_series(1, {{}}) AS i;
ALTER TABLE rows SET (parallel_workers = 2);
VACUUM ANALYZE rows;'''
ROW = f'ROW({COLUMNS})'
SET = 'SET max_parallel_workers_per_gather = {}; SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET jit = off;\n'
# The leader only gathers: what is compared are workers.
SET += 'SET parallel_leader_participation = off;\n'


def seconds(server, statement, workers=0):
    """What the server says that a statement took."""
    out = server.psql(SET.format(workers) + 'EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF) ' + statement)
    if workers and f'Workers Launched: {workers}' not in out:
        raise RuntimeError(out)
    return float(re.search(r'Execution Time: ([\d.]+) ms', out)[1]) / 1000


def best(rounds, *works):
    """The least of each, measured in turn."""
    return [min(times) for times in zip(*[[work() for work in works] for _ in range(rounds)])]


def by_copy(server, priory, folder):
    begin = time.perf_counter()
    named = ', '.join(f'{name} AS f{k}' for k, name in enumerate(COLUMNS.split(', '), 1))  # as in a ROW(...)
    server.psql(f"\\copy (SELECT class, {named} FROM rows) TO '{folder}/rows.csv' CSV HEADER\n")
    subprocess.run([priory, 'train', f'{folder}/rows.csv', '--plan', f'{folder}/plan.json', '--threads', '2', '-q', '-o', f'{folder}/m.priory'],
                   check=True, capture_output=True)
    return time.perf_counter() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--priory', required=True)
    parser.add_argument('--extension', required=True)
    parser.add_argument('--rows', type=int, default=5_000_000)
    parser.add_argument('--frame', type=int, default=10_000)
    parser.add_argument('--rounds', type=int, default=3)
    given = parser.parse_args()
    with postgres_server.PostgresServer(given.extension, ['shared_buffers=1GB', 'max_worker_processes=8']) as server:
        server.psql('CREATE EXTENSION priory;' + ROWS.format(given.rows))
        measure(server, given)


def measure(server, given):
    train = f'SELECT priory_train(class, {ROW}) FROM rows'
    one, two = best(given.rounds, lambda: seconds(server, train), lambda: seconds(server, train, 2))
    print(f'training on {given.rows} rows: one process {one:.2f} s, two workers {two:.2f} s, {one / two:.2f} times as fast')
    server.psql(f'CREATE TABLE model AS {train.replace(" FROM", " AS model FROM")};')
    predict = f'SELECT count(priory_predict(model, {ROW})) FROM rows, model'
    count = f'SELECT count({ROW}) FROM rows, model'
    predicted, counted = best(given.rounds, lambda: seconds(server, predict), lambda: seconds(server, count))
    print(f'predictions: {given.rows / predicted / 1e6:.2f} million rows/s of one process; {given.rows / (predicted - counted) / 1e6:.2f} without the scan')
    window(server, given)
    server.psql(f"\\copy (SELECT priory_plan(model) FROM model) TO '{server.path}/plan.json'\n")
    copied, = best(given.rounds, lambda: by_copy(server, given.priory, server.path))
    print(f'COPY and the command line: {copied:.2f} s; training in the server with two workers {copied / two:.2f} times as fast')


def window(server, given):
    first, n = min(given.rows, given.frame + 500), 300
    moving = (f'SELECT count(m) FROM (SELECT id, priory_train(class, {ROW}) OVER (ORDER BY id ROWS {given.frame - 1} PRECEDING) AS m '
              f'FROM rows WHERE id <= {{}}) q')
    each = (f'SELECT count((SELECT priory_train(class, {ROW}) FROM rows WHERE id BETWEEN f.id - {given.frame - 1} AND f.id)) '
            f'FROM generate_series({first - 9}, {first}) AS f(id)')
    server.psql('CREATE INDEX ON rows (id); ANALYZE rows;')
    filled, more, trained = best(given.rounds, lambda: seconds(server, moving.format(first)), lambda: seconds(server, moving.format(first + n)),
                                 lambda: seconds(server, each))
    of_one, of_each = (more - filled) / n, trained / 10
    print(f'a frame of {given.frame} rows: {of_one * 1e6:.0f} µs as it moves, {of_each * 1e6:.0f} µs trained alone: {of_each / of_one:.0f} times as fast')


if __name__ == '__main__':
    main()
