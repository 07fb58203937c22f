# SPDX-License-Identifier: Apache-2.0
"""A PostgreSQL server with the extension, one for all tests of a file, and the program beside it."""
import argparse
import csv
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import postgres_server  # noqa: E402

SKIPPED = 77
given = argparse.Namespace(priory='priory', extension=None, cases=None)


def arguments():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument('--priory', default='priory', help='the program')
    parser.add_argument('--extension', required=True, help='the folder of the extension')
    parser.add_argument('--cases', type=int, help='how many, where a test tries many')
    return parser


def main():
    parsed, rest = arguments().parse_known_args(namespace=given)
    if not postgres_server.THERE:
        print('there is no PostgreSQL here')
        sys.exit(SKIPPED)
    unittest.main(argv=[sys.argv[0], *rest])


def priory(*words, cwd=None, code=0):
    done = subprocess.run([given.priory, *map(str, words)], cwd=cwd, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == code, done.stderr
    return done.stdout


# Cells of all kinds, with holes, and a class that depends on some of them.
SHOP = '''
CREATE TYPE colour AS ENUM ('red', 'green', 'blue "deep"');
CREATE TABLE shop (id serial, kind text, price float8, sold int, total numeric, new bool, tint colour, note text, times int);
'''


def shop_rows(n, seed=7):
    """Rows as COPY reads them; None is a hole."""
    chance = random.Random(seed)
    for _ in range(n):
        kind = chance.choice(['book', 'food', "it's"])
        price = chance.gauss({'book': 20, 'food': 4, "it's": 9}[kind], 3)
        row = [kind, price, chance.randrange(5), f'{price * 3:.4g}', chance.choice(['true', 'false']),
               chance.choice(['red', 'green', 'blue "deep"']), chance.choice(['plain', 'two words', 'with, comma', 'Größe']), chance.randrange(1, 4)]
        yield [None if 0 < k < 7 and chance.random() < 0.05 else cell for k, cell in enumerate(row)]


class PostgresTest(unittest.TestCase):
    settings = ()

    @classmethod
    def setUpClass(cls):
        cls.server = postgres_server.PostgresServer(given.extension, cls.settings)
        cls.addClassCleanup(cls.server.close)
        cls.server.psql('CREATE EXTENSION priory;')
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.folder.chmod(0o755)

    @classmethod
    def sql(cls, script):
        """The lines that a script prints."""
        try:
            return cls.server.psql(script).splitlines()
        except subprocess.CalledProcessError as error:
            raise AssertionError(error.stderr) from error

    def refused(self, script):
        """What psql says of a script that fails, with the code of the error."""
        with self.assertRaises(subprocess.CalledProcessError) as caught:
            self.server.psql(script, '-v', 'VERBOSITY=verbose')
        self.assertNotIn('server closed the connection', caught.exception.stderr)
        return caught.exception.stderr

    @classmethod
    def fill_shop(cls, n=2000):
        """The table `shop` and shop.csv with the same rows."""
        path = cls.folder / 'shop.csv'
        with open(path, 'w', newline='', encoding='utf-8') as file:
            writer = csv.writer(file, lineterminator='\n')
            writer.writerow(['kind', 'price', 'sold', 'total', 'new', 'tint', 'note', 'times'])
            writer.writerows(shop_rows(n))
        cls.sql('DROP TABLE IF EXISTS shop; DROP TYPE IF EXISTS colour;' + SHOP +
                f"\\copy shop(kind, price, sold, total, new, tint, note, times) from '{path}' csv header\n")

    def model_bytes(self, query):
        return bytes.fromhex(self.sql(f"SELECT encode(({query}), 'hex')")[-1])
