"""Tables of numbers, and what scikit-learn and BLAS make of them:

  dense_peers.py make FOLDER ROWS COLUMNS CLASSES    normal rows as rows.f64 and their classes as classes.u8
  dense_peers.py make-csv FILE ROWS COLUMNS CLASSES  the same with six decimals, the class first
  dense_peers.py csv FILE MODEL                      what pandas and GaussianNB make of that, stored
  dense_peers.py FAMILY FOLDER COLUMNS CLASSES       the classifier of scikit-learn for a family of Priory's
  dense_peers.py dsyrk FOLDER COLUMNS CLASSES        the product X'X alone

The last line is JSON: {"seconds": {"fit", "predict", ... and the same with cpu_}, "first": [log posteriors]}.
"""
import json
import os
import sys
import time
from functools import partial

import numpy as np

SHOWN_ROWS = 100
ROWS_AT_ONCE = 50_000


def normal_rows(n_rows, n_columns, n_classes):
    """Some rows at a time with their classes."""
    random = np.random.default_rng(1)
    centres = random.normal(0, 0.15, (n_classes, n_columns)) + random.normal(0, 3, n_columns)
    mix = np.eye(n_columns) + random.normal(0, 0.05, (n_columns, n_columns))
    for begin in range(0, n_rows, ROWS_AT_ONCE):
        n = min(ROWS_AT_ONCE, n_rows - begin)
        classes = random.integers(n_classes, size=n)
        yield random.normal(size=(n, n_columns)) @ mix + centres[classes], classes


def make(folder, *size):
    with open(os.path.join(folder, 'rows.f64'), 'wb') as rows, open(os.path.join(folder, 'classes.u8'), 'wb') as of:
        for x, classes in normal_rows(*map(int, size)):
            x.tofile(rows)
            classes.astype(np.uint8).tofile(of)


def make_csv(path, n_rows, n_columns, n_classes):
    form = 'c%d' + ',%.6f' * int(n_columns) + '\n'
    with open(path, 'w', encoding='ascii') as file:
        file.write(','.join(['y', *(f'x{j}' for j in range(int(n_columns)))]) + '\n')
        for x, classes in normal_rows(int(n_rows), int(n_columns), int(n_classes)):
            file.writelines(form % (each, *row) for each, row in zip(classes, x))


def fit_csv(path, out):
    import joblib
    import pandas
    from sklearn.naive_bayes import GaussianNB
    rows = pandas.read_csv(path)
    joblib.dump(GaussianNB().fit(rows.drop(columns='y').to_numpy(), rows['y']), out)


def load(folder, n_columns):
    return (np.fromfile(os.path.join(folder, 'rows.f64')).reshape(-1, int(n_columns)),
            np.fromfile(os.path.join(folder, 'classes.u8'), np.uint8))


class Clock:
    def __init__(self):
        self.seconds = {}

    def __call__(self, name, work):
        begin, cpu = time.perf_counter(), time.process_time()
        out = work()
        self.seconds[name], self.seconds[f'cpu_{name}'] = time.perf_counter() - begin, time.process_time() - cpu
        return out


def classifier_of(family):
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
    from sklearn.naive_bayes import GaussianNB
    return {'gaussian': GaussianNB, 'gaussian-shared': lambda: LinearDiscriminantAnalysis(solver='lsqr'),
            'gaussian-full': QuadraticDiscriminantAnalysis}[family]()


def two_products(model, x):
    """The log posteriors of Gaussian naive Bayes as two matrix products."""
    mean, variance = model.theta_, model.var_
    scores = x ** 2 @ (-0.5 / variance).T + x @ (mean / variance).T
    scores += np.log(model.class_prior_) - 0.5 * np.sum(np.log(2 * np.pi * variance) + mean ** 2 / variance, axis=1)
    scores -= scores.max(axis=1, keepdims=True)
    return scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))


def first_and_all(clock, model, x):
    """The log posteriors of the first rows; those of all are timed."""
    first = model.predict_log_proba(x[:SHOWN_ROWS])
    clock('predict', lambda: model.predict_log_proba(x))
    return [float(p) for p in first.ravel()]


def classify(family, folder, n_columns, _n_classes):
    x, y = load(folder, n_columns)
    clock, model = Clock(), classifier_of(family)
    clock('fit', lambda: model.fit(x, y))
    first = first_and_all(clock, model, x)
    if family == 'gaussian':
        clock('products', lambda: two_products(model, x))
    print(json.dumps({'seconds': clock.seconds, 'first': first}))


def dsyrk(folder, n_columns, _n_classes):
    from scipy.linalg import blas
    x, clock = load(folder, n_columns)[0], Clock()
    for _ in range(2):  # its threads start with the first call
        clock('dsyrk', lambda: blas.dsyrk(1.0, x.T))
    print(json.dumps({'seconds': clock.seconds}))


if __name__ == '__main__':
    what, *rest = sys.argv[1:]
    {'make': make, 'make-csv': make_csv, 'csv': fit_csv, 'dsyrk': dsyrk}.get(what, partial(classify, what))(*rest)
