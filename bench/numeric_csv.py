"""A table of numbers from CSV to a model file, whole processes: beside pandas with scikit-learn, and a bare loop."""
import os

from page import Ratios, megabytes, seconds, table
from timing import FOLDER, run, run_python, take_turns

TITLE = 'Numeric CSV to a model file'
FULL, QUICK = 100_000, 1_000
COLUMNS, CLASSES = 100, 10
FLAGS = ['-std=c++20', '-O3']
THREADS_MARK = 1.7
ABOUT = """{rows:,} rows of 100 numbers with six decimals and one of 10 classes, {bytes} MB; whole processes, their start too.
Priory learns in the reading that finds what the columns are. pandas reads it with `read_csv`, and scikit-learn's
GaussianNB is stored by joblib. The bare loop reads the file once, every number by `std::from_chars`, and adds it and its
square up by class, in one thread."""


def measure(setting):
    n_rows = QUICK if setting.quick else FULL
    rows, model, bare = (os.path.join(setting.folder, name) for name in ('numbers.csv', 'numbers.priory', 'bare_csv'))
    run_python('dense_peers.py', 'make-csv', rows, n_rows, COLUMNS, CLASSES)
    run([setting.compiler, *FLAGS, os.path.join(FOLDER, 'bare_csv.cpp'), '-o', bare])

    def train(threads):
        return lambda best: best.add_run(run([setting.priory, 'train', '--plain', rows, '--target', 'y', '--threads', threads, '-o',
                                              model]))
    systems = {f'Priory, threads: {n}': train(n) for n in setting.threads}
    systems['pandas and scikit-learn'] = lambda best: best.add_run(
        run_python('dense_peers.py', 'csv', rows, os.path.join(setting.folder, 'numbers.joblib')))
    systems['bare loop, threads: 1'] = lambda best: best.add_run(run([bare, rows]))
    found = take_turns(systems, setting.rounds)
    text = report(found, setting.threads)
    print(text, flush=True)
    return f'{ABOUT.format(rows=n_rows, bytes=megabytes(os.path.getsize(rows)))}\n\n{text}'


def report(found, threads):
    one, most = (found[f'Priory, threads: {n}'].seconds for n in (threads[0], threads[-1]))
    peer, ratios = found['pandas and scikit-learn'].seconds, Ratios()
    ratios.at_least('pandas and scikit-learn / Priory', peer['run'] / most['run'], 8, peer['cpu_run'] / most['cpu_run'])
    if len(threads) > 1:
        ratios.at_least(f'threads: 1 / threads: {threads[-1]}', one['run'] / most['run'], THREADS_MARK)
    rows = [(name, seconds(best.seconds['run']), seconds(best.seconds['cpu_run']), megabytes(best.peak))
            for name, best in found.items()]
    return table(('', 'seconds', 'CPU seconds', 'peak MB'), rows) + '\n' + ratios.table()
