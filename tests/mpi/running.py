"""Runs priory alone and under mpirun, in a folder of its own, and makes tables to run it on."""
import argparse
import csv
import os
import random
import subprocess
import sys
import tempfile

# Test machines are often containers, where all is done by root and two cores have to do for eight ranks. The daemons
# share their picture of the machine at an address that they guess to be free, and now and then it is not: they don't.
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT='1', OMPI_ALLOW_RUN_AS_ROOT_CONFIRM='1',
                   OMPI_MCA_rmaps_base_oversubscribe='1', OMPI_MCA_mpi_yield_when_idle='1',
                   OMPI_MCA_hwloc_base_binding_policy='none', OMPI_MCA_rtc_hwloc_vmhole='none',
                   OMPI_MCA_btl_vader_single_copy_mechanism='none')
SECONDS = 120


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument('--priory', required=True)
    parser.add_argument('--mpirun', required=True)
    out = parser.parse_args()
    out.priory = os.path.abspath(out.priory)
    return out


class Runner:
    """Commands in a temporary folder. `failures` counts what was told by `complain`."""

    def __init__(self):
        self.programs = arguments()
        self.folder = tempfile.TemporaryDirectory(prefix='priory-mpi-')
        self.failures = 0

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def alone(self, *words):
        return self._run([self.programs.priory, *words])

    def ranks(self, n, *words, before=()):
        return self._run([self.programs.mpirun, '-n', str(n), *before, self.programs.priory, *words])

    def start(self, n, *words):
        return subprocess.Popen([self.programs.mpirun, '-n', str(n), self.programs.priory, *words],
                                cwd=self.folder.name, env=ENVIRONMENT, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, start_new_session=True)

    def read(self, name):
        try:
            with open(self.path(name), 'rb') as file:
                return file.read()
        except FileNotFoundError:
            return None

    def complain(self, text):
        self.failures += 1
        print('FAILED', text)

    def end(self):
        self.folder.cleanup()
        sys.exit(self.failures > 0)

    def _run(self, words):
        return subprocess.run(words, cwd=self.folder.name, env=ENVIRONMENT, capture_output=True, timeout=SECONDS,
                              check=False)


def write_table(path, n_rows, seed, line_end='\r\n'):
    """Rows with texts that have quotes and line ends in them, numbers, values, weights and a class."""
    chance = random.Random(seed)
    words = ['alpha', 'beta "x"', 'gam,ma', 'del\nta', 'eps\r\nilon', 'zeta', 'éta']
    with open(path, 'w', newline='', encoding='utf-8') as file:
        table = csv.writer(file, lineterminator=line_end)
        table.writerow(['text', 'x', 'z', 'c', 'w', 'y'])
        for _ in range(n_rows):
            y = chance.choice('abc')
            text = ' '.join(chance.choice(words) + str(chance.randrange(40)) for _ in range(chance.randrange(1, 9)))
            x = chance.gauss(ord(y) - 97, 1)
            table.writerow([text, round(x, 3), round(x + chance.gauss(0, 1), 3),
                            chance.choice('uvw') if chance.random() > .1 else '', chance.randrange(1, 5) / 4, y])


def write_many_words(path, n_rows, seed):
    """More words than --max-memory 16M has room for."""
    chance = random.Random(seed)
    with open(path, 'w', encoding='ascii') as file:
        file.write('text,y\n')
        for _ in range(n_rows):
            words = ' '.join(f'word{int(chance.paretovariate(0.2)) % 90000}' for _ in range(3))
            file.write(f'{words},{chance.choice("ab")}\n')
