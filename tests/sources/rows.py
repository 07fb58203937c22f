# SPDX-License-Identifier: Apache-2.0
"""The same rows as CSV, and as statements that make a table of them in a database."""
import csv
import math
import random

COLUMNS = [  # name, type of SQL, how cells are made
    ('id', 'BIGINT', lambda r, k, c: k + 1),
    ('amount', 'DOUBLE PRECISION', lambda r, k, c: maybe(r, math.ldexp(r.gauss(3 if c else 1, 1), r.randint(-3, 3)))),
    ('tiny', 'DOUBLE PRECISION', lambda r, k, c: maybe(r, r.choice([1e-300, -2.5e17, 0.1, 1 / 3, 4.0]))),
    ('items', 'INTEGER', lambda r, k, c: maybe(r, r.randint(0, 5) + 2 * c)),
    ('small', 'SMALLINT', lambda r, k, c: maybe(r, r.randint(-300, 300))),
    ('country', 'TEXT', lambda r, k, c: maybe(r, r.choice(['de', 'fr', 'us', 'Österreich', 'a "quoted", one', 'two\nlines', "it's"]))),
    ('zip', 'TEXT', lambda r, k, c: maybe(r, r.choice(['01234', '20123', '90210']))),
    ('express', 'BOOLEAN', lambda r, k, c: maybe(r, r.random() < (0.7 if c else 0.3))),
    ('day', 'DATE', lambda r, k, c: maybe(r, f'2024-{r.randint(1, 12):02}-{r.randint(1, 28):02}')),
    ('Words "of" it', 'TEXT', lambda r, k, c: maybe(r, ' '.join(r.choice(['free', 'money', 'prize'] if c else ['lunch', 'paper', 'tea']) for _ in range(4)))),
    ('fraud', 'TEXT', lambda r, k, c: 'yes' if c else 'no'),
]


def maybe(random_, value):
    return None if random_.random() < 0.1 else value


def rows(n, seed=1):
    r = random.Random(seed)
    out = []
    for k in range(n):
        c = r.random() < 0.4
        out.append([make(r, k, c) for _, _, make in COLUMNS])
    return out


def spelt(cell):
    """As a cell of CSV, and as docs/databases.md says that it is spelt."""
    if cell is None:
        return ''
    if isinstance(cell, bool):
        return 'true' if cell else 'false'
    return repr(cell).removesuffix('.0') if isinstance(cell, float) else str(cell)


def write_csv(path, table):
    with open(path, 'w', newline='', encoding='utf-8') as file:
        writer = csv.writer(file, lineterminator='\n')
        writer.writerow([name for name, _, _ in COLUMNS])
        writer.writerows([spelt(cell) for cell in row] for row in table)


def name_of(name):
    return '"' + name.replace('"', '""') + '"'


def literal(cell, truths=('FALSE', 'TRUE')):
    if cell is None:
        return 'NULL'
    if isinstance(cell, bool):
        return truths[cell]
    if isinstance(cell, float):
        return repr(cell) if 'e' in repr(cell) else repr(cell) + 'e0'  # a DOUBLE, and no DECIMAL
    return "'" + cell.replace("'", "''") + "'" if isinstance(cell, str) else str(cell)


def statements(name, table, truths=('FALSE', 'TRUE')):
    yield f'CREATE TABLE {name} ({", ".join(f"{name_of(column)} {kind}" for column, kind, _ in COLUMNS)});'
    for begin in range(0, len(table), 200):
        values = ', '.join('(' + ', '.join(literal(cell, truths) for cell in row) + ')' for row in table[begin:begin + 200])
        yield f'INSERT INTO {name} VALUES {values};'
