"""Columns with values in memory, beside scikit-learn's CategoricalNB and bare loops."""
from in_memory import compare, program
from timing import run_python

TITLE = 'Columns with values in memory'
FULL, QUICK = 1_000_000, 2_000
COLUMNS, VALUES, CLASSES = 20, 10, 10
ABOUT = """A million rows of 20 columns with 10 values each, 10 classes; log posteriors of all rows. The bare loops count, and
add up entries of a table, and do nothing else. The log posteriors of the first hundred rows are the same to six
digits."""


def measure(setting):
    folder = setting.folder
    run_python('count_peers.py', 'make-codes', folder, QUICK if setting.quick else FULL, COLUMNS, VALUES, CLASSES)
    return compare(setting, ABOUT,
                   lambda family, n: [program(setting, 'code_speed'), folder, COLUMNS, VALUES, CLASSES, family, n],
                   lambda family: ['count_peers.py', family, folder, COLUMNS], {'categorical': (25, 8)})
