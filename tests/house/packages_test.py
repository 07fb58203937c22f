"""Packages: which of script/packages are missing here; and examples/packages.awk, the demo's table maker: quoting,
long descriptions, the split, what is left out."""
import csv
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from tools import ROOT

LONG = '''Package: a
Section: games
Description: the "best" game, ever
 More of it.
 .
 The end.
Homepage: nowhere

Package: no-section
Description: left out

'''


def tables_of(records):
    """What the script says, and the rows of the two tables it makes."""
    with tempfile.TemporaryDirectory() as folder:
        files = [pathlib.Path(folder, name) for name in ('train.csv', 'test.csv')]
        command = ['awk', '-v', f'train={files[0]}', '-v', f'test={files[1]}',
                   '-f', ROOT / 'examples/packages.awk']
        done = subprocess.run(command, input=records, capture_output=True, text=True, check=True,
                              env={**os.environ, 'LC_ALL': 'C'})
        return done.stdout, *(read_table(file) for file in files)


def read_table(path):
    with open(path, newline='', encoding='utf-8') as file:
        header, *rows = csv.reader(file, strict=True)
    assert header == ['section', 'description']
    return rows


# In place of dpkg-query: only the package g++ is installed.
DPKG_QUERY = '''#!/bin/sh
for name; do :; done
[ "$name" = g++ ] && printf installed
'''

LIST = '''# what for, name, command
build  g++
build  nodejs  node
build  npm     npm
test   chromium  chromium
test   g++
'''


def missing_packages(kind, *commands):
    """What script/lib.sh would install of a kind where these commands are there."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in {'script/packages': LIST, 'bin/dpkg-query': DPKG_QUERY,
                           **{f'bin/{name}': '#!/bin/sh\n' for name in commands}}.items():
            (root / name).parent.mkdir(exist_ok=True)
            (root / name).write_text(text)
            (root / name).chmod(0o755)
        for tool in ('bash', 'awk', 'nproc'):
            (root / 'bin' / tool).symlink_to(shutil.which(tool))
        script = f'source {ROOT}/script/lib.sh; missing_of $(packages_for {kind})'
        done = subprocess.run([root / 'bin/bash', '-c', script], cwd=folder, env={'PATH': str(root / 'bin')},
                              capture_output=True, text=True)
        return done.stdout.split(), done.stderr


class MissingTest(unittest.TestCase):
    def test_what_is_not_installed_is_missing(self):
        self.assertEqual(missing_packages('build'), (['nodejs', 'npm'], ''))
        self.assertEqual(missing_packages('test'), (['chromium'], ''))

    def test_a_command_from_elsewhere_is_enough(self):
        self.assertEqual(missing_packages('build', 'node', 'npm'), ([], ''))
        self.assertEqual(missing_packages('build', 'node'), (['npm'], ''))
        self.assertEqual(missing_packages('test', 'node', 'chromium'), ([], ''))

    def test_a_package_without_a_command_must_be_installed(self):
        self.assertEqual(missing_packages('build', 'nodejs', 'gcc'), (['nodejs', 'npm'], ''))


class ControlTest(unittest.TestCase):
    def test_debian_control_wants_what_a_build_needs(self):
        control = (ROOT / 'debian/control').read_text(encoding='utf-8').split('\n\n')[0]
        lines = (ROOT / 'script/packages').read_text(encoding='utf-8').splitlines()
        needed = {line.split()[1] for line in lines if line.split()[:1] in (['build'], ['python'])} - {'ccache'}
        self.assertGreater(len(needed), 20)
        self.assertEqual({name for name in needed if f' {name}' not in control}, set())


class PackagesTest(unittest.TestCase):
    def test_descriptions_keep_quotes_and_lines(self):
        said, train, test = tables_of(LONG)
        self.assertEqual(train, [['games', 'the "best" game, ever\nMore of it.\n\nThe end.']])
        self.assertEqual(test, [])
        self.assertIn('1 rows: 1 to train, 0 to test, 1 left out', said)

    def test_every_fifth_row_is_for_the_test(self):
        records = ''.join(f'Section: s{n}\nDescription: package {n}, schön\n\n' for n in range(1, 13))
        said, train, test = tables_of(records.rstrip('\n'))
        self.assertEqual([row[0] for row in test], ['s5', 's10'])
        self.assertEqual(len(train), 10)
        self.assertEqual(train[0], ['s1', 'package 1, schön'])


if __name__ == '__main__':
    unittest.main()
