# SPDX-License-Identifier: Apache-2.0
"""What runs a converted model: a C compiler, node, and databases, each started here and ended again. An engine answers a
list of (class, probabilities), None for a row without an answer; it is None itself where the machine has none."""
import collections
import ctypes
import json
import math
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import postgres_server  # noqa: E402
from postgres_server import run  # noqa: E402


class C:
    ending = 'c'

    def answers(self, path, table, classes):
        library = path.with_suffix('.so')
        run('cc', '-std=c99', '-Wall', '-Wextra', '-Werror', '-pedantic', '-Wno-unused-function', '-O1', '-shared', '-fPIC',
            str(path), '-o', str(library), '-lm')
        prefix = re.search(r'^int (\w+)_predict\(', path.read_text(), re.M).group(1)
        members = re.findall(r'^  (double |const char \*)(\w+); /\* (.*) \*/$', path.read_text(), re.M)
        # A member whose name is not the column's has that in its comment.
        named = [json.loads(note[:note.rindex('; ')].replace('\\?', '?').replace('\\044', '$').replace('* /', '*/')) if note.startswith('"') else member
                 for _, member, note in members]
        at = [[name for name, _ in table.columns].index(name) for name in named]
        kinds = [ctypes.c_double if kind == 'double ' else ctypes.c_char_p for kind, _, _ in members]
        row_type = type('Row', (ctypes.Structure,), {'_fields_': [(m[1], kind) for m, kind in zip(members, kinds)]})
        predict = getattr(ctypes.CDLL(str(library)), prefix + '_predict')
        probability = (ctypes.c_double * len(classes))()
        out = []
        for _, cells in table.rows:
            values = [cells[k] for k in at]
            row = row_type(*((math.nan if value is None else value) if kind is ctypes.c_double
                             else (None if value is None else value.encode()) for value, kind in zip(values, kinds)))
            best = predict(ctypes.byref(row), probability)
            out.append(None if best < 0 else (classes[best], list(probability)))
        return out


class JavaScript:
    ending = 'mjs'

    def answers(self, path, table, classes):
        program = (f'import {{predict}} from {json.dumps(str(path))}; let text = "";'
                   'for await (const part of process.stdin) text += part;'
                   'console.log(JSON.stringify(JSON.parse(text).map(predict)))')
        names = [name for name, _ in table.columns]
        rows = [dict(zip(names, cells)) for _, cells in table.rows]
        got = json.loads(run('node', '--input-type=module', '-e', program, input=json.dumps(rows)))
        return [each and (each['predicted'], each['probability']) for each in got]


class Onnx:
    """onnxruntime, and before it the checker of the onnx package where that is installed."""
    ending = 'onnx'
    program = ('const ort = require("onnxruntime-node"); (async () => { let text = "";'
               'for await (const part of process.stdin) text += part; const {path, columns} = JSON.parse(text);'
               'const feeds = {}; for (const [name, type, cells, width] of columns)'
               ' feeds[name] = new ort.Tensor(type, type === "string" ? cells.map((cell) => cell ?? "")'
               ' : Float64Array.from(cells, (cell) => cell ?? NaN), [cells.length / width, width]);'
               'const session = await ort.InferenceSession.create(path), out = await session.run(feeds);'
               'console.log(JSON.stringify([Array.from(out.predicted.data), Array.from(out.probabilities.data)])); })();')

    def __init__(self, modules):
        self.modules = modules

    def answers(self, path, table, classes):
        check_onnx(path)
        columns = [self.column(path, name, kind, [cells[k] for _, cells in table.rows]) for k, (name, kind) in enumerate(table.columns)]
        names, flat = json.loads(run('node', '-e', self.program, input=json.dumps({'path': str(path), 'columns': columns}),
                                     cwd=self.modules))
        n = len(classes)
        return [(name, flat[n * k:n * (k + 1)]) if name else None for k, name in enumerate(names)]


    @staticmethod
    def column(path, name, kind, cells):
        if kind != 'text':
            return [name, 'float64' if kind == 'number' else 'string', cells, 1]
        text = next(each for each in json.loads(pathlib.Path(f'{path}.vocabulary.json').read_text())['texts'] if each['input'] == name)
        counts = [[None] * len(text['words']) if cell is None else counts_of(cell, text) for cell in cells]
        return [name, 'float64', [count for row in counts for count in row], len(text['words'])]


def counts_of(cell, text):
    """How often each word is in a cell, cut as scikit-learn does."""
    cut = text['cut']
    pattern = {'unicode': r'(?u)\b\w\w+\b', 'ascii': '[A-Za-z0-9]+'}[cut['tokens']]
    units = [unit for unit in re.findall(pattern, cell.lower() if cut['lower_case'] else cell) if unit not in cut.get('stop_words', ())]
    low, high = cut['n_grams']
    found = collections.Counter(' '.join(units[at:at + n]) for n in range(low, high + 1) for at in range(len(units) - n + 1))
    return [found[word] for word in text['words']]


def check_onnx(path):
    try:
        import onnx
    except ModuleNotFoundError:
        return
    onnx.checker.check_model(onnx.load(str(path)), full_check=True)


class Database:
    ending = 'sql'
    number, text, quote = 'DOUBLE PRECISION', 'TEXT', '"'

    def name(self, name):
        return self.quote + name.replace(self.quote, 2 * self.quote) + self.quote

    def literal(self, cell):
        if cell is None:
            return 'NULL'
        return repr(cell) if isinstance(cell, float) else "'" + cell.replace("'", "''") + "'"

    def statements(self, table):
        columns = ', '.join(f'{self.name(name)} {self.number if kind == "number" else self.text}'
                            for name, kind in table.columns)
        yield f'DROP TABLE IF EXISTS {self.name("rows")};'
        yield f'CREATE TABLE {self.name("rows")} ({self.name("at")} INTEGER, {columns});'
        values = ', '.join(f'({k}, {", ".join(map(self.literal, cells))})' for k, (_, cells) in enumerate(table.rows))
        yield f'INSERT INTO {self.name("rows")} VALUES {values};'

    def answers(self, path, table, classes):
        rows = sorted(self.ask([*self.statements(table), path.read_text()]), key=lambda row: int(row[0]))
        return [None if row[1] is None else (row[1], [float(p) for p in row[3:]]) for row in rows]

    def close(self):
        pass


class Sqlite(Database):
    dialect, number = 'sqlite', 'REAL'

    def ask(self, statements):
        connection = sqlite3.connect(':memory:')
        for each in statements[:-1]:
            connection.execute(each)
        return connection.execute(statements[-1]).fetchall()


class Server(Database):
    """A server in a folder of its own, without the network, ended by its own process id."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)
        self.process = None
        self.start()
        for _ in range(150):
            if self.process.poll() is not None:
                raise RuntimeError(f'{self.dialect} did not start')
            try:
                self.ask(['SELECT 1;'])
                return
            except (subprocess.CalledProcessError, FileNotFoundError):
                time.sleep(0.2)
        raise RuntimeError(f'{self.dialect} does not answer')

    def close(self):
        self.process.terminate()
        self.process.wait(30)
        self.folder.cleanup()


class PostgreSql(Database):
    dialect, number = 'postgresql', 'DOUBLE PRECISION'
    there = postgres_server.THERE

    def __init__(self):
        self.server = postgres_server.PostgresServer()

    def close(self):
        self.server.close()

    def ask(self, statements):
        script = '\n'.join(statements[:-1]) + "\nSELECT coalesce(json_agg(to_json(q)), '[]') FROM (" + statements[-1].rstrip().rstrip(';') + ') q;'
        return [list(row.values()) for row in json.loads(self.server.psql(script))]


class MariaDb(Server):
    dialect, number, text, quote = 'mariadb', 'DOUBLE', 'VARCHAR(100)', '`'
    there = shutil.which('mariadbd') is not None and shutil.which('mariadb-install-db') is not None

    def literal(self, cell):
        return super().literal(cell.replace('\\', '\\\\') if isinstance(cell, str) else cell)

    def start(self):
        user = postgres_server.as_user('mysql', self.path)
        data = f'--datadir={self.path / "data"}'
        run(*user, 'mariadb-install-db', '--no-defaults', data, '--auth-root-authentication-method=normal', '--skip-test-db')
        self.process = subprocess.Popen([*user, 'mariadbd', '--no-defaults', data, f'--socket={self.path / "socket"}',
                                         f'--pid-file={self.path / "pid"}', '--skip-networking', '--character-set-server=utf8mb4'],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def ask(self, statements):
        script = 'CREATE DATABASE IF NOT EXISTS test; USE test;\n' + '\n'.join(statements)
        out = run('mariadb', '--no-defaults', '--batch', '--raw', '--skip-column-names', '--default-character-set=utf8mb4', '-u', 'root',
                  f'--socket={self.path / "socket"}', input=script)
        return [[None if cell == 'NULL' else cell for cell in line.split('\t')] for line in out.splitlines()]


class DuckDb(Database):
    dialect, number, text = 'duckdb', 'DOUBLE', 'VARCHAR'

    def __init__(self, modules):
        self.modules = modules

    def literal(self, cell):
        return repr(cell) + 'e0' if isinstance(cell, float) and 'e' not in repr(cell) else super().literal(cell)

    def ask(self, statements):
        program = ('const {DuckDBInstance} = require("@duckdb/node-api"); (async () => { let text = "";'
                   'for await (const part of process.stdin) text += part; const statements = JSON.parse(text);'
                   'const db = await (await DuckDBInstance.create(":memory:")).connect(); let rows;'
                   'for (const each of statements) rows = await (await db.runAndReadAll(each)).getRowsJson();'
                   'console.log(JSON.stringify(rows)); })();')
        return json.loads(run('node', '-e', program, input=json.dumps(statements), cwd=self.modules))
