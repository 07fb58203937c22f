#!/usr/bin/env python3
"""Whether a model file survives its writers: two processes that hammer it, and one that is killed again and again.

    tests/house/writers.py --priory build/release/priory [--kills N] [--updates N] [--seed S]

hammer   two processes update and forget at random, at the same time; what is left must be, byte for byte, the
         model trained on the rows that are left.
kills    `priory update` is killed (SIGKILL) after a random part of the time it takes; then the file must be the old
         model or the new one, and beside it there is at most one file that was being written. Moments are drawn
         from before the start to after the end, so that every phase is met; how often which was seen is printed.
replace  `train -o` writes the file that another process updates: what is left is one after the other.
full     a file system without room: the old model stays, the message says so, nothing half written stays.
"""
import argparse
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time

HEADER = 'text,size,shape,y\n'


class Failed(Exception):
    pass


def check(truth, what):
    if not truth:
        raise Failed(what)


def draw_rows(rng, n):
    words = ['plain', 'boring', 'fun', 'film', 'summer', 'prize']
    return ''.join(f'{rng.choice(words)} {rng.choice(words)},{rng.randrange(1000) / 64},{rng.choice("abc")},'
                   f'{rng.choice("pqr")}\n' for _ in range(n))


class Folder:
    """A folder with a model and files of rows."""

    def __init__(self, priory, path):
        self.priory, self.path, self.model = str(priory), pathlib.Path(path), pathlib.Path(path) / 'm'

    def rows(self, name, text):
        (self.path / name).write_text(HEADER + text)
        return name

    def run(self, *arguments, **options):
        return subprocess.run([self.priory, *arguments], cwd=self.path, capture_output=True, text=True, check=False,
                              **options)

    def must(self, *arguments):
        done = self.run(*arguments)
        check(done.returncode == 0, f'priory {" ".join(arguments)}: {done.stderr}')

    def train(self, data, output):
        self.must('train', data, '--plain', '--target', 'y', '--text', 'text', '--types',
                  'size=gaussian,shape=categorical{a,b,c}', '--ridge', '1', '-o', output)
        return (self.path / output).read_bytes()

    def strays(self):
        return [each.name for each in self.path.iterdir() if each.name.startswith('m.')]


def hammer(folder, rng, updates):
    """Each process learns every one of its files and forgets some of them again."""
    base, kept = draw_rows(rng, 5), []
    folder.train(folder.rows('base.csv', base), 'm')
    jobs = []
    for process in range(2):
        steps = []
        for k in range(updates):
            rows = draw_rows(rng, 2)
            name = folder.rows(f'{process}-{k}.csv', rows)
            steps.append(('update', name))
            if rng.random() < 0.4:
                steps.append(('forget', name))
            else:
                kept.append(rows)
        jobs.append(steps)
    failures = []

    def work(steps):
        for verb, name in steps:
            done = folder.run(verb, 'm', name)
            if done.returncode != 0:
                failures.append(f'{verb} {name}: {done.stderr}')

    threads = [threading.Thread(target=work, args=(steps,)) for steps in jobs]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    check(not failures, failures[:1])
    expected = folder.train(folder.rows('all.csv', base + ''.join(kept)), 'all')
    check(folder.model.read_bytes() == expected, 'rows were lost, or learnt twice')
    check(not folder.strays(), folder.strays())
    return f'{sum(map(len, jobs))} updates and forgets by two processes: the bytes of one training'


def time_of_update(folder, old, more):
    begin = time.monotonic()
    for _ in range(5):
        folder.model.write_bytes(old)
        folder.must('update', 'm', more)
    return (time.monotonic() - begin) / 5


def kills(folder, rng, n):
    old = folder.train(folder.rows('base.csv', draw_rows(rng, 40)), 'm')
    more = folder.rows('more.csv', draw_rows(rng, 40))
    folder.must('update', 'm', more)
    new = folder.model.read_bytes()
    duration = time_of_update(folder, old, more)
    seen = {'old': 0, 'new': 0, 'with a file half written': 0, 'ended before': 0}
    for k in range(n):
        folder.model.write_bytes(old)
        process = subprocess.Popen([folder.priory, 'update', 'm', more], cwd=folder.path, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        time.sleep(rng.random() * 1.2 * duration)
        process.send_signal(signal.SIGKILL)
        seen['ended before'] += process.wait() == 0
        now = folder.model.read_bytes()
        check(now in (old, new), f'after kill {k} the file is neither the old model nor the new one')
        seen['old' if now == old else 'new'] += 1
        strays = folder.strays()
        check(strays in ([], ['m.writing']), f'kill {k} left {strays}')
        seen['with a file half written'] += bool(strays)
        for name in strays if rng.random() < 0.5 else []:  # the others are left to the next writer
            (folder.path / name).unlink()
    folder.model.write_bytes(old)
    folder.must('update', 'm', more)
    check(folder.model.read_bytes() == new and not folder.strays(), 'the update after the kills')
    check(seen['old'] > 0 and seen['new'] > 0, f'the kills met one side only: {seen}')
    return f'{n} kills over {1000 * duration:.1f} ms: ' + ', '.join(f'{what} {count}' for what, count in seen.items())


def replace(folder, rng, n):
    """The file is trained anew while it is updated: updates before are gone, updates after are there."""
    fresh = folder.train(folder.rows('base.csv', draw_rows(rng, 20)), 'fresh')
    more = folder.rows('more.csv', draw_rows(rng, 20))
    possible = [fresh]
    folder.model.write_bytes(fresh)
    for _ in range(n):
        folder.must('update', 'm', more)
        possible.append(folder.model.read_bytes())
    folder.model.write_bytes(fresh)
    updater = threading.Thread(target=lambda: [folder.must('update', 'm', more) for _ in range(n)])
    updater.start()
    for _ in range(n // 2):
        folder.train('base.csv', 'm')
        check(folder.model.read_bytes() in possible, 'a mixture of two writers')
    updater.join()
    check(folder.model.read_bytes() in possible, 'a mixture of two writers')
    check(not folder.strays(), folder.strays())
    return f'{n} updates and {n // 2} trainings of one file: always one after the other'


def full(folder, rng, _):
    old = folder.train(folder.rows('base.csv', draw_rows(rng, 20)), 'm')
    more = folder.rows('more.csv', draw_rows(rng, 20))

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))

    for arguments in (['update', 'm', more], ['smooth', 'm', '--alpha', '2'], ['merge', 'm', 'm', '-o', 'm', '--force'],
                      ['merge', 'm', 'm', '-o', 'n']):
        done = folder.run(*arguments, preexec_fn=limit)
        check(done.returncode == 5, f'{arguments}: exit code {done.returncode}')
        check('cannot write' in done.stderr, f'{arguments}: {done.stderr}')
        check(folder.model.read_bytes() == old, f'{arguments}: the old model is gone')
        check(not folder.strays() and not (folder.path / 'n').exists(), f'{arguments} left something')
    return 'no room: the old model stays'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--priory', required=True, type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument('--kills', type=int, default=200)
    parser.add_argument('--updates', type=int, default=30, help='of each process')
    parser.add_argument('--seed', type=int, default=1)
    chosen = parser.parse_args()
    for test, n in ((hammer, chosen.updates), (kills, chosen.kills), (replace, 20), (full, 0)):
        with tempfile.TemporaryDirectory() as path:
            print(f'{test.__name__}: {test(Folder(chosen.priory, path), random.Random(chosen.seed), n)}', flush=True)
    return 0


if __name__ == '__main__':
    try:
        sys.exit(main())
    except Failed as failure:
        sys.exit(f'failed: {failure}')
