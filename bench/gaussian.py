"""Gaussian naive Bayes in memory, beside scikit-learn, numpy's matrix products and bare loops."""
from in_memory import (against_one_thread, against_scikit_learn, bare_rows, program, ratio, rows_of, section,
                       take_turns)
from page import Ratios, megabytes, seconds
from timing import run_python

TITLE = 'Gaussian naive Bayes in memory'
FULL, QUICK = 1_000_000, 2_000
COLUMNS, CLASSES = 100, 10
FAMILY = 'gaussian'
ABOUT = """A million rows of 100 columns, 10 classes; log posteriors of all rows. Priory's sums are exact. The bare loops add
up x and x * x in doubles, and compute normal densities, and do nothing else. numpy computes the log posteriors as two
matrix products, with the parameters of scikit-learn's GaussianNB. The log posteriors of the first hundred rows are the
same to six digits."""


def measure(setting):
    run_python('dense_peers.py', 'make', setting.folder, QUICK if setting.quick else FULL, COLUMNS, CLASSES)
    size = (setting.folder, COLUMNS, CLASSES)
    ours, theirs = take_turns(setting, [FAMILY], lambda family, n: [program(setting, 'dense_speed'), *size, family, n],
                              lambda family: ['dense_peers.py', family, *size])
    most, ratios = setting.threads[-1], Ratios()
    against_scikit_learn(ratios, ours, theirs, most, {FAMILY: (12, 20)})
    value, cpu = ratio(theirs[FAMILY], 'products', ours[FAMILY, most], 'predict')
    ratios.at_least('predict, numpy / Priory', value, 4, cpu)
    for n in setting.threads:
        value, cpu = ratio(ours[FAMILY, n], 'fit', ours[FAMILY, n], 'bare_fit')
        ratios.at_most(f'fit, Priory / bare loop, threads: {n}', value, 2.5, cpu)
    against_one_thread(ratios, ours, [FAMILY], most)
    numpy = theirs[FAMILY]
    products = ('numpy, two matrix products', '', '', seconds(numpy.seconds['products']),
                seconds(numpy.seconds['cpu_products']), megabytes(numpy.peak))
    return section(ABOUT, [*rows_of(ours, theirs), products, *bare_rows(ours, FAMILY, setting.threads)], ratios)
