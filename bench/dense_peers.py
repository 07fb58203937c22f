"""Tables of numbers, and what scikit-learn and BLAS make of them:

  dense_peers.py make FOLDER ROWS COLUMNS CLASSES    normal rows as rows.f64 and their classes as classes.u8
  dense_peers.py FAMILY FOLDER COLUMNS CLASSES       the classifier of scikit-learn for a family of Priory's
  dense_peers.py dsyrk FOLDER COLUMNS CLASSES        the product X'X alone

The last line is JSON: {"seconds": {"fit", "predict", ... and the same with cpu_}, "first": [log posteriors]}.
"""
import json
import os
import sys
import time

import numpy as np

SHOWN_ROWS = 100
ROWS_AT_ONCE = 50_000


def make(folder, n_rows, n_columns, n_classes):
    random = np.random.default_rng(1)
    n_rows, n_columns, n_classes = int(n_rows), int(n_columns), int(n_classes)
    centres = random.normal(0, 0.15, (n_classes, n_columns)) + random.normal(0, 3, n_columns)
    mix = np.eye(n_columns) + random.normal(0, 0.05, (n_columns, n_columns))
    with open(os.path.join(folder, 'rows.f64'), 'wb') as rows, open(os.path.join(folder, 'classes.u8'), 'wb') as of:
        for begin in range(0, n_rows, ROWS_AT_ONCE):
            n = min(ROWS_AT_ONCE, n_rows - begin)
            classes = random.integers(n_classes, size=n)
            (random.normal(size=(n, n_columns)) @ mix + centres[classes]).tofile(rows)
            classes.astype(np.uint8).tofile(of)


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
    if what == 'make':
        make(*rest)
    elif what == 'dsyrk':
        dsyrk(*rest)
    else:
        classify(what, *rest)
