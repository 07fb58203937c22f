# SPDX-License-Identifier: Apache-2.0
"""The same rows, read from CSV, SQLite, Parquet and PostgreSQL, give the same model and the same answers; what is broken is
said and nothing is written.

    sources.py PRIORY FOLDER    FOLDER keeps what npm installs
"""
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import unittest

import duckdb_of_npm
import rows

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'peers/languages'))
import engines  # noqa: E402

PRIORY, FOLDER = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve()
TABLE = rows.rows(3000)
PLACE = re.compile(r'"[^"\n]*:\d+"')  # a line of the file, a row of the query
TYPES = ['--types', 'zip=categorical,Words "of" it=text,items=categorical,tiny=gaussian', '--target', 'fraud']
MORE = [*TYPES, '--plain', '-q']


class Source:
    """Where the rows are, and what a broken one of its kind is."""

    def __init__(self, folder):
        self.folder = folder

    def close(self):
        pass


class Sqlite(Source):
    def __init__(self, folder):
        super().__init__(folder)
        self.file = folder / 'rows.db'
        self.run(list(rows.statements('orders', TABLE, ('0', '1'))))
        self.place, self.table = f'sqlite:{self.file}', f'sqlite:{self.file}#orders'
        self.arguments = []

    def run(self, statements):
        with sqlite3.connect(self.file) as connection:
            for each in statements:
                connection.execute(each)
        connection.close()

    writing = ['DELETE FROM orders', 'DROP TABLE orders', "ATTACH 'x.db' AS x", 'SELECT 1; DELETE FROM orders']


class Parquet(Source):
    def __init__(self, folder, duckdb):
        super().__init__(folder)
        self.file = folder / 'orders.parquet'
        self.duckdb = duckdb
        halves = [folder / 'first.parquet', folder / 'second.parquet']
        statements = list(rows.statements('orders', TABLE))
        for file, where in [(self.file, 'true'), (halves[0], 'id <= 1000'), (halves[1], 'id > 1000')]:
            statements.append(f"COPY (SELECT * FROM orders WHERE {where}) TO '{file}' (FORMAT parquet, ROW_GROUP_SIZE 2048)")
        duckdb.ask([*statements, 'SELECT 1'])
        self.place = self.table = str(self.file)
        self.halves = list(map(str, halves))
        self.arguments = ['--duckdb', str(duckdb_of_npm.library_of(duckdb))]

    writing = ["COPY (SELECT 1) TO 'out.csv'", 'CREATE TABLE t (x INTEGER)', "ATTACH 'x.db'", 'SELECT 1; SELECT 2', 'DROP VIEW orders',
               "SELECT * FROM read_csv('/etc/passwd')", 'INSTALL httpfs', 'SET enable_external_access = true']


class PostgreSql(Source):
    def __init__(self, folder, server):
        super().__init__(folder)
        self.server = server
        server.ask([*rows.statements('orders', TABLE), 'SELECT 1'])
        self.place = f'postgresql:host={server.server.path} user=tester dbname=postgres'
        self.table = self.place + '#orders'
        self.arguments = []

    def close(self):
        self.server.close()

    writing = ['DELETE FROM orders', 'DROP TABLE orders', 'INSERT INTO orders (id) VALUES (9) RETURNING id, 1 AS fraud',
               'SELECT 1; DELETE FROM orders', "SELECT 1) TO PROGRAM 'touch /tmp/never' --", 'SHOW work_mem', 'EXPLAIN SELECT 1',
               'WITH gone AS (DELETE FROM orders RETURNING *) SELECT * FROM gone']


def sources(folder):
    out = {'sqlite': Sqlite(folder)}
    duckdb = duckdb_of_npm.duckdb(FOLDER)
    if duckdb is not None:
        out['parquet'] = Parquet(folder, duckdb)
    if engines.PostgreSql.there:
        out['postgresql'] = PostgreSql(folder, engines.PostgreSql())
    return out


class SourcesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        cls.sources = sources(cls.folder)
        rows.write_csv(cls.folder / 'orders.csv', TABLE)
        cls.model = cls.folder / 'csv.priory'
        cls.run_priory('train', 'orders.csv', '-o', 'csv.priory', *MORE)

    @classmethod
    def tearDownClass(cls):
        for source in cls.sources.values():
            source.close()
        cls.temporary.cleanup()

    @classmethod
    def run_priory(cls, *arguments, code=0):
        done = subprocess.run([PRIORY, *arguments], cwd=cls.folder, capture_output=True, text=True, timeout=300)
        assert done.returncode == code, f'{arguments}: exit code {done.returncode}\n{done.stderr[:2000]}'
        return done.stdout if code == 0 else done.stderr

    def learnt(self, source, place, *arguments):
        self.run_priory('train', place, '-o', 'other.priory', '-q', *arguments, *source.arguments)
        return (self.folder / 'other.priory').read_bytes()

    def test_the_model_is_that_of_the_file(self):
        want = self.model.read_bytes()
        for source in self.sources.values():
            for threads in ('1', '2', '7'):
                self.assertEqual(self.learnt(source, source.table, '--plan', 'csv.priory', '--threads', threads), want)
            query = 'SELECT * FROM orders WHERE id > 0 ORDER BY amount'
            self.assertEqual(self.learnt(source, source.place, '--plan', 'csv.priory', '--sql', query), want)

    def test_columns_that_are_given_need_no_plan(self):
        want = self.model.read_bytes()
        for source in self.sources.values():
            self.assertEqual(self.learnt(source, source.table, *TYPES, '--plain'), want)

    def test_several_files_are_one_table(self):
        source = self.sources.get('parquet')
        if source is None:
            self.skipTest('no DuckDB')
        out = self.folder / 'halves.priory'
        self.run_priory('train', *source.halves, '--plan', 'csv.priory', '-o', str(out), '-q', *source.arguments)
        self.assertEqual(out.read_bytes(), self.model.read_bytes())
        query = 'SELECT * FROM first UNION ALL SELECT * FROM second'
        self.run_priory('train', *source.halves, '--sql', query, '--plan', 'csv.priory', '-o', str(out), '-q', *source.arguments)
        self.assertEqual(out.read_bytes(), self.model.read_bytes())

    def test_every_verb_answers_what_it_answers_for_the_file(self):
        verbs = [('predict', 'csv.priory', '{}', '--proba', '--keep', 'id,day,Words "of" it'),
                 ('predict', 'csv.priory', '{}', '--keep-all', '--on-bad-row', 'mark'),
                 ('eval', 'csv.priory', '{}', '--json'),
                 ('explain', 'csv.priory', '{}', '--row', '2500', '--format', 'csv'),
                 ('cv', '{}', *TYPES, '--folds', '5', '--json', '-q'),
                 ('audit', '{}', *TYPES, '--json', '-q'),
                 ('query', '{}', 'P(fraud=yes | express=true, zip=01234)')]
        for verb in verbs:
            want = self.run_priory(*(each.format('orders.csv') for each in verb))
            for source in self.sources.values():
                got = self.run_priory(*(each.format(source.table) for each in verb), *source.arguments)
                self.assertEqual(PLACE.sub('place', got), PLACE.sub('place', want), verb)

    def test_rows_are_forgotten_and_learnt_again(self):
        for source in self.sources.values():
            changed = self.folder / 'changed.priory'
            changed.write_bytes(self.model.read_bytes())
            some = ['--sql', 'SELECT * FROM orders WHERE small > 0', '-q', *source.arguments]
            self.run_priory('forget', 'changed.priory', source.place, *some)
            self.assertNotEqual(changed.read_bytes(), self.model.read_bytes())
            self.run_priory('update', 'changed.priory', source.place, *some)
            self.assertEqual(changed.read_bytes(), self.model.read_bytes())

    def test_hidden_classes_are_those_of_the_file(self):
        options = ['-k', '2', '--types', 'amount=gaussian,express=bernoulli', '--ignore', 'id,tiny,items,small,country,zip,day,Words "of" it,fraud',
                   '--seed', '3', '-q']
        self.run_priory('cluster', 'orders.csv', *options, '-o', 'mixture.priory')
        for source in self.sources.values():
            self.run_priory('cluster', source.table, *options, '-o', 'other.priory', *source.arguments)
            self.assertEqual((self.folder / 'other.priory').read_bytes(), (self.folder / 'mixture.priory').read_bytes())

    def test_a_schema_says_what_the_types_are(self):
        for source in self.sources.values():
            lines = self.run_priory('schema', source.table, '--target', 'fraud', '--format', 'csv', *source.arguments).splitlines()
            read_as = {line.split(',')[0]: line.split(',')[1] for line in lines[1:]}
            self.assertEqual(read_as['zip'], 'categorical')   # a text, although each is a number
            self.assertEqual(read_as['express'], 'bernoulli')
            self.assertEqual(read_as['amount'], 'gaussian')

    def test_only_a_select_is_run(self):
        for source in self.sources.values():
            for query in source.writing:
                error = self.run_priory('train', source.place, '--sql', query, '--target', 'fraud', '-o', 'never.priory', *source.arguments, code=2)
                self.assertIn('priory:', error)
                self.assertFalse((self.folder / 'never.priory').exists(), query)
            self.assertFalse(pathlib.Path('/tmp/never').exists())
            self.assertEqual(self.learnt(source, source.table, '--plan', 'csv.priory'), self.model.read_bytes())

    def test_what_is_not_there_is_said(self):
        for source in self.sources.values():
            place = source.place
            for where, query, says in [(place, 'SELECT amuont FROM orders', 'amuont'), (place, 'SELECT * FROM ordres', 'ordres'),
                                       (place + '#ordres', '', 'ordres'), (place, 'SELEKT', 'SELEKT')]:
                options = ['--sql', query] if query else []
                error = self.run_priory('train', where, *options, '--target', 'fraud', '-o', 'never.priory', *source.arguments, code=2)
                self.assertIn(says, error)
                self.assertFalse((self.folder / 'never.priory').exists())

    def test_a_cell_that_does_not_fit_has_its_place(self):
        for source in self.sources.values():
            query = "SELECT id, CASE WHEN id = 2222 THEN 'much' ELSE CAST(id AS TEXT) END AS amount, fraud FROM orders ORDER BY id"
            options = ['--sql', query, '--types', 'amount=gaussian', '--ignore', 'id', '--target', 'fraud', '-o', 'never.priory', *source.arguments]
            error = self.run_priory('train', source.place, *options, code=3)
            self.assertIn(":2222:2: column 'amount': 'much' is no number", error)
            self.assertFalse((self.folder / 'never.priory').exists())
            self.run_priory('train', source.place, *options, '--on-bad-row', 'skip')
            (self.folder / 'never.priory').unlink()

    def test_a_connection_that_is_lost(self):
        source = self.sources.get('postgresql')
        if source is None:
            self.skipTest('no PostgreSQL')
        query = 'SELECT *, CASE WHEN id = 2000 THEN pg_terminate_backend(pg_backend_pid()) END AS gone FROM orders'
        error = self.run_priory('train', source.place, '--sql', query, '--target', 'fraud', '-o', 'never.priory', code=5)
        self.assertIn('connection', error)
        self.assertFalse((self.folder / 'never.priory').exists())
        error = self.run_priory('train', 'postgresql:host=/nowhere dbname=x', '--target', 'fraud', '-o', 'never.priory', code=5)
        self.assertIn('no connection to PostgreSQL', error)

    def test_types_of_postgresql(self):
        source = self.sources.get('postgresql')
        if source is None:
            self.skipTest('no PostgreSQL')
        source.server.ask(["CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');",
                           'CREATE TABLE kinds (n NUMERIC(10, 2), m mood, t TIMESTAMP, u UUID, b BYTEA, j JSONB, c CHAR(3), f REAL, y TEXT);',
                           "INSERT INTO kinds VALUES (1.50, 'ok', '2024-12-31 23:59:00', '00000000-0000-0000-0000-000000000001', '\\x00ff', '[1]', 'ab', 0.5, 'a'),"
                           " (NULL, 'sad', '2024-01-01 00:00:00', '00000000-0000-0000-0000-000000000002', '\\x', '{}', 'abc', NULL, 'b');", 'SELECT 1'])
        options = ['--types', ','.join(f'{name}=categorical' for name in 'nmtubjcf'), '--target', 'y', '--plain', '-q']
        self.run_priory('train', source.place + '#kinds', *options, '-o', 'kinds.priory')
        kept = self.run_priory('predict', 'kinds.priory', source.place + '#kinds', '--keep', 'n,m,t,u,b,j,c,f').splitlines()
        self.assertTrue(kept[1].startswith('1.50,ok,2024-12-31 23:59:00,00000000-0000-0000-0000-000000000001,\\x00ff,[1],ab ,0.5,'), kept[1])
        self.assertTrue(kept[2].startswith(',sad,2024-01-01 00:00:00,00000000-0000-0000-0000-000000000002,\\x,{},abc,,'), kept[2])
        self.assertIn('"happy"', self.run_priory('inspect', 'kinds.priory', '--json'))  # declared, although no row has it

    def test_a_broken_file(self):
        for source in self.sources.values():
            if not hasattr(source, 'file'):
                continue
            whole = source.file.read_bytes()
            broken = source.file.with_name('broken' + source.file.suffix)
            for part in (whole[:len(whole) // 2], whole[:200], whole[:len(whole) // 3] + bytes(200) + whole[len(whole) // 3 + 200:]):
                broken.write_bytes(part)
                done = subprocess.run([PRIORY, 'train', str(broken), '--target', 'fraud', '-o', 'never.priory', *source.arguments],
                                      cwd=self.folder, capture_output=True, text=True, timeout=300)
                self.assertIn(done.returncode, (0, 2, 3, 5), done.stderr)  # 0: what was overwritten is not looked at
                if done.returncode != 0:
                    self.assertIn('priory:', done.stderr)
                    self.assertFalse((self.folder / 'never.priory').exists())
                else:
                    (self.folder / 'never.priory').unlink()

    def test_a_database_of_duckdb_is_known_by_its_bytes(self):
        source = self.sources.get('parquet')
        if source is None:
            self.skipTest('no DuckDB')
        file = self.folder / 'shop.duckdb'
        values = "CASE WHEN i % 2 = 0 THEN 'sad' ELSE 'ok' END::s.mood AS mood, 1.50::DECIMAL(10, 2) AS price, [1, 2] AS list, 0.1::FLOAT AS f"
        source.duckdb.ask([f"ATTACH '{file}' AS s", "CREATE TYPE s.mood AS ENUM ('sad', 'ok', 'happy')",
                           f"CREATE TABLE s.kinds AS SELECT {values}, CASE WHEN i % 3 = 0 THEN 'p' ELSE 'q' END AS y FROM range(40) r(i)",
                           'DETACH s', 'SELECT 1'])
        file = file.rename(self.folder / 'renamed')
        types = 'mood=categorical,price=categorical,list=categorical,f=categorical'
        self.run_priory('train', f'{file}#kinds', '--types', types, '--plain', '--target', 'y', '-o', 'kinds.priory', '-q', *source.arguments)
        kept = self.run_priory('predict', 'kinds.priory', str(file), '--keep', 'mood,price,list,f', *source.arguments).splitlines()
        self.assertTrue(kept[1].startswith('sad,1.50,"[1, 2]",0.10000000149011612,'), kept[1])
        self.assertIn('"happy"', self.run_priory('inspect', 'kinds.priory', '--json'))  # declared, although no row has it
        read_as = self.run_priory('schema', 'orders.csv', '--input-format', 'duckdb', '--sql', 'SELECT amount FROM orders', '--format', 'csv',
                                  *source.arguments)
        self.assertIn('amount,gaussian', read_as)

    def test_duckdb_that_is_not_there(self):
        source = self.sources.get('parquet')
        if source is None:
            self.skipTest('no DuckDB')
        error = self.run_priory('train', source.place, '--target', 'fraud', '-o', 'never.priory', '--duckdb', '/nowhere/libduckdb.so', code=5)
        self.assertIn('libduckdb.so', error)
        self.assertIn('--duckdb', error)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
