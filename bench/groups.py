"""Gaussian discriminant analysis in memory, beside scikit-learn and beside BLAS computing X'X alone."""
import os

from in_memory import against_scikit_learn, program, ratio, rows_of, section, take_turns
from page import Ratios, megabytes, seconds
from timing import Best, run_python

TITLE = 'Gaussian discriminant analysis'
FULL, QUICK = 1_000_000, 2_000
COLUMNS, CLASSES = 100, 10
ABOUT = """A million rows of 100 columns, 10 classes, in memory; log posteriors of all rows. `gaussian-shared` is scikit-learn's
LinearDiscriminantAnalysis with the solver `lsqr`, `gaussian-full` its QuadraticDiscriminantAnalysis. `dsyrk` is one call
of OpenBLAS for X'X, which the statistics of both contain; it is told the instructions of this machine, since it does not
recognise every virtual one. The log posteriors of the first hundred rows are the same to six digits."""
PEERS = {'gaussian-shared': (10, None), 'gaussian-full': (8, 4)}  # how much faster to be: fit, predict


def dsyrk(folder):
    """The faster of OpenBLAS as it comes and told what the machine has."""
    best = Best()
    for core in ('', 'SKYLAKEX', 'HASWELL'):
        environment = {**os.environ, **({'OPENBLAS_CORETYPE': core} if core else {})}
        best.add_json(run_python('dense_peers.py', 'dsyrk', folder, COLUMNS, CLASSES, env=environment))
    return best


def measure(setting):
    """The text of the section."""
    run_python('dense_peers.py', 'make', setting.folder, QUICK if setting.quick else FULL, COLUMNS, CLASSES)
    size, product = (setting.folder, COLUMNS, CLASSES), Best()
    ours, theirs = take_turns(setting, PEERS, lambda family, n: [program(setting, 'dense_speed'), *size, family, n],
                              lambda family: ['dense_peers.py', family, *size],
                              each_round=lambda: product.merge(dsyrk(setting.folder)))
    most, ratios = setting.threads[-1], Ratios()
    value, cpu = ratio(ours['gaussian-shared', most], 'fit', product, 'dsyrk')
    ratios.at_most('gaussian-shared: fit / dsyrk', value, 1.5, cpu)
    against_scikit_learn(ratios, ours, theirs, most, PEERS)
    of_product = ('dsyrk', seconds(product.seconds['dsyrk']), seconds(product.seconds['cpu_dsyrk']), '', '',
                  megabytes(product.peak))
    return section(ABOUT, [*rows_of(ours, theirs), of_product], ratios)
