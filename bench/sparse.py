"""Sparse counts in memory, beside scikit-learn's naive Bayes for counts and bare loops."""
import json

from in_memory import compare, program
from timing import run_python

TITLE = 'Sparse counts in memory'
FULL, QUICK = (398_000, 128, 100_000), (400, 20, 300)  # rows, draws a row, columns
CLASSES = 10
ABOUT = """{rows:,} rows of {columns:,} columns, {nonzeros:,} numbers that are not zero, {classes} classes; some columns are as
frequent as words are. Log posteriors of all rows. The bare loops add up counts, and counts times entries of a table, and
do nothing else. The log posteriors of the first hundred rows are the same to six digits."""


def measure(setting):
    folder = setting.folder
    n_rows, n_draws, n_columns = QUICK if setting.quick else FULL
    made = run_python('count_peers.py', 'make-counts', folder, n_rows, n_draws, n_columns, CLASSES)
    about = ABOUT.format(rows=n_rows, columns=n_columns, classes=CLASSES, **json.loads(made.output))
    return compare(setting, about,
                   lambda family, n: [program(setting, 'count_speed'), folder, n_columns, CLASSES, family, n],
                   lambda family: ['count_peers.py', family, folder, n_columns],
                   {'multinomial': (4, 5), 'bernoulli': (4, 5), 'complement': (4, 5)})
