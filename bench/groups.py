"""Gaussian discriminant analysis in memory, beside scikit-learn and beside BLAS computing X'X alone."""
import os

from page import Ratios, megabytes, seconds, table
from timing import Best, run, run_python

TITLE = 'Gaussian discriminant analysis'
FULL, QUICK = 1_000_000, 2_000
COLUMNS, CLASSES = 100, 10
ABOUT = """A million rows of 100 columns, 10 classes, in memory; log posteriors of all rows. `gaussian-shared` is scikit-learn's
LinearDiscriminantAnalysis with the solver `lsqr`, `gaussian-full` its QuadraticDiscriminantAnalysis. `dsyrk` is one call
of OpenBLAS for X'X, which the statistics of both contain; it is told the instructions of this machine, since it does not
recognise every virtual one. The log posteriors of the first hundred rows are the same to six digits."""
PEERS = {'gaussian-shared': (10, None), 'gaussian-full': (8, 4)}  # how much faster to be: fit, predict
TOLERANCE = 1e-6


def dsyrk(folder):
    """The faster of OpenBLAS as it comes and told what the machine has."""
    best = Best()
    for core in ('', 'SKYLAKEX', 'HASWELL'):
        environment = {**os.environ, **({'OPENBLAS_CORETYPE': core} if core else {})}
        best.add_json(run_python('dense_peers.py', 'dsyrk', folder, COLUMNS, CLASSES, env=environment))
    return best


def check(family, ours, theirs):
    for a, b in zip(ours, theirs, strict=True):
        if not abs(a - b) <= TOLERANCE * max(1, abs(b)):
            raise SystemExit(f'{family}: a log posterior is {a} in Priory and {b} in scikit-learn')


def measure(setting):
    """The text of the section."""
    program = os.path.join(os.path.dirname(setting.priory), 'bench', 'dense_speed')
    run_python('dense_peers.py', 'make', setting.folder, QUICK if setting.quick else FULL, COLUMNS, CLASSES)
    ours = {(family, n): Best() for family in PEERS for n in setting.threads}
    theirs, product = {family: Best() for family in PEERS}, Best()
    for round_number in range(setting.rounds):
        for (family, n), best in ours.items():
            best.add_json(run([program, setting.folder, COLUMNS, CLASSES, family, n]))
        product.merge(dsyrk(setting.folder))
        for family, best in theirs.items():
            if round_number < 2:  # half a minute each
                best.add_json(run_python('dense_peers.py', family, setting.folder, COLUMNS, CLASSES))
    for family, best in theirs.items():
        check(family, ours[family, setting.threads[-1]].facts['first'], best.facts['first'])
    text = report(ours, theirs, product, setting.threads[-1])
    print(text, flush=True)
    return f'{ABOUT}\n\n{text}'


def report(ours, theirs, product, most):
    rows = [row_of(f'Priory, {family}, threads: {n}', best) for (family, n), best in ours.items()]
    rows += [row_of(f'scikit-learn, {family}', best) for family, best in theirs.items()]
    rows.append(('dsyrk', seconds(product.seconds['dsyrk']), seconds(product.seconds['cpu_dsyrk']), '', '',
                 megabytes(product.peak)))
    ratios = Ratios()
    mine = ours['gaussian-shared', most].seconds
    ratios.at_most('gaussian-shared: fit / dsyrk', mine['fit'] / product.seconds['dsyrk'], 1.5,
                   mine['cpu_fit'] / product.seconds['cpu_dsyrk'])
    for family, marks in PEERS.items():
        for what, mark in zip(('fit', 'predict'), marks):
            if mark:
                a, b = theirs[family].seconds, ours[family, most].seconds
                ratios.at_least(f'{family}: {what}, scikit-learn / Priory', a[what] / b[what], mark,
                                a[f'cpu_{what}'] / b[f'cpu_{what}'])
    return table(('', 'fit, seconds', 'CPU', 'predict, seconds', 'CPU', 'peak MB'), rows) + '\n' + ratios.table()


def row_of(name, best):
    s = best.seconds
    return (name, seconds(s['fit']), seconds(s['cpu_fit']), seconds(s['predict']), seconds(s['cpu_predict']),
            megabytes(best.peak))
