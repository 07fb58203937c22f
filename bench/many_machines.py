"""priory.dask with one process and with two on a large file, and the command line doing the same by hand: a process for each
half of the rows, and merge."""
import hashlib
import os
import shutil
import subprocess
import time

from page import Ratios, seconds, table
from timing import FOLDER, Best, run, run_python

TITLE = 'Many processes: Dask'
ABOUT = """{megabytes} MB of texts (`bench/zipf_texts.py`) in a CSV file, counted under a plan that is given. Each process has one thread, and
Dask's workers are running already; each has its part of the file. By hand: `priory train --plan` for each half of the rows, two
processes at once, and `priory merge`. All make the same bytes."""
OPTIONS = ['--target', 'label', '--text', 'text']


def make(folder, megabytes):
    """A file, and its halves as files of their own."""
    whole, halves = os.path.join(folder, 'many.csv'), [os.path.join(folder, f'many-{k}.csv') for k in (1, 2)]
    for seed, half in enumerate(halves, 1):
        run_python('zipf_texts.py', half, megabytes // 2, seed)
    with open(whole, 'wb') as out:
        for k, half in enumerate(halves):
            with open(half, 'rb') as rows:
                header = rows.readline()
                out.write(header if k == 0 else b'')
                shutil.copyfileobj(rows, out)
    return whole, halves


def by_hand(priory, plan, files, folder):
    """Seconds of training the halves at once and merging, and a digest of the model."""
    models = [os.path.join(folder, f'{k}.priory') for k in range(len(files))]
    merged = os.path.join(folder, 'merged.priory')
    begin = time.perf_counter()
    running = [subprocess.Popen([priory, 'train', file, '--plan', plan, '--threads', '1', '-q', '-o', model])
               for file, model in zip(files, models)]
    if any(each.wait() for each in running):
        raise SystemExit('train failed')
    run([priory, 'merge', *models, '-o', merged, '-q'])
    spent = time.perf_counter() - begin
    with open(merged, 'rb') as file:
        return spent, hashlib.sha256(file.read()).hexdigest()


def measure(setting):
    package = os.path.join(os.path.dirname(setting.priory), 'python')
    ratios = Ratios()
    if not os.path.isdir(os.path.join(package, 'priory')):
        ratios.absent(TITLE, 'the package is not built')
        return ratios.table()
    megabytes = 4 if setting.quick else 400
    data, files = make(setting.folder, megabytes)
    plan = os.path.join(setting.folder, 'plan.json')
    run([setting.priory, 'plan', '--plain', data, *OPTIONS, '-o', plan, '-q'])
    hand = Best()
    found = {n: Best() for n in (1, 2)}
    environment = dict(os.environ, PYTHONPATH=package)
    digests = set()
    for _ in range(min(setting.rounds, 3)):
        spent, digest = by_hand(setting.priory, plan, files, setting.folder)
        hand.add(0, {'train': spent})
        digests.add(digest)
        for n, best in found.items():
            best.add_json(run(['/usr/bin/python3', '-B', os.path.join(FOLDER, 'dask_files.py'), data, plan, n, 3], env=environment))
            digests.add(best.facts['model'])
    if len(digests) > 1:
        raise SystemExit('the models differ')
    one, two, own = found[1].seconds['train'], found[2].seconds['train'], hand.seconds['train']
    ratios.at_least('Dask: one process / two', one / two, 1.7)
    ratios.at_most('two processes: Dask / by hand', two / own, 1.1)
    lines = [('Dask, 1 process', seconds(one)), ('Dask, 2 processes', seconds(two)), ('train twice at once, and merge', seconds(own))]
    text = ABOUT.format(megabytes=megabytes) + '\n\n' + table(('', 'seconds'), lines) + '\n' + ratios.table()
    print(text)
    return text
