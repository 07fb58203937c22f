"""How long ranks take for a training and what they send: ranks.py --priory PROGRAM DATA [OPTIONS OF TRAIN]

Each rank with one thread, best of some rounds. Prints a table in Markdown: seconds, bytes exchanged, and whether the
model is that of one process.
"""
import argparse
import hashlib
import os
import re
import subprocess
import tempfile
import time

ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT='1', OMPI_ALLOW_RUN_AS_ROOT_CONFIRM='1',
                   OMPI_MCA_rmaps_base_oversubscribe='1', OMPI_MCA_mpi_yield_when_idle='1',
                   OMPI_MCA_rtc_hwloc_vmhole='none')


def train(words, model):
    """(seconds, bytes sent, digest of the model)"""
    begin = time.perf_counter()
    done = subprocess.run([*words, '-o', model], env=ENVIRONMENT, capture_output=True, text=True, check=True)
    seconds = time.perf_counter() - begin
    sent = re.search(r'ranks, (\d+) bytes exchanged', done.stderr)
    with open(model, 'rb') as file:
        return seconds, int(sent[1]) if sent else 0, hashlib.sha256(file.read()).hexdigest()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--priory', default='build/release/priory')
    parser.add_argument('--ranks', default='1,2,4,8')
    parser.add_argument('--rounds', type=int, default=3)
    parser.add_argument('data')
    parser.add_argument('options', nargs=argparse.REMAINDER)
    given = parser.parse_args()
    command = [os.path.abspath(given.priory), 'train', '--plain', given.data, '--threads', '1', *given.options]
    with tempfile.TemporaryDirectory() as folder:
        model = os.path.join(folder, 'm.priory')
        alone = min(train(command, model) for _ in range(given.rounds))
        print('| ranks | seconds | MB exchanged | MB a rank | model |')
        print('|---|---|---|---|---|')
        print(f'| no mpirun | {alone[0]:.2f} | 0 | 0 | |')
        for n in map(int, given.ranks.split(',')):
            best = min(train(['mpirun', '-n', str(n), *command], model) for _ in range(given.rounds))
            same = 'the same' if best[2] == alone[2] else 'ANOTHER'
            print(f'| {n} | {best[0]:.2f} | {best[1] / 1e6:.1f} | {best[1] / 1e6 / n:.1f} | {same} |', flush=True)


main()
