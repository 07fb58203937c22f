"""Logistic regression in one process: makes the rows, or fits them by one of the systems and says how long that took.

    partner_fits.py make numbers|packages FOLDER [QUICK]
    partner_fits.py fit FOLDER priory|lbfgs|liblinear THREADS
"""
import csv
import json
import os
import sys
import time
import warnings

import numpy
from scipy import sparse
from scipy.special import softmax
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression

SLOPE = 1e-6  # of a row: where all of them stop
L2 = 1.0


def make_numbers(quick):
    """Columns that hang together a little, of a few scales."""
    random = numpy.random.default_rng(5)
    n, d = (2_000, 10) if quick else (200_000, 50)
    x = random.normal(size=(n, d)) @ (numpy.eye(d) + 0.1 * random.normal(size=(d, d)))
    score = x @ random.normal(size=d) / 2 + 2 * random.logistic(size=n)
    return x * random.choice([0.5, 1, 2], size=d), (score > 0).astype(int)


def make_packages(folder, quick):
    csv.field_size_limit(1 << 30)
    with open(os.path.join(folder, 'train.csv'), newline='', encoding='utf-8') as file:
        rows = list(csv.DictReader(file))[:300 if quick else None]
    words = CountVectorizer(max_features=200 if quick else None).fit_transform(row['description'] for row in rows)
    return words.astype(float), numpy.unique([row['section'] for row in rows], return_inverse=True)[1]


def load(folder):
    y = numpy.load(os.path.join(folder, 'y.npy'))
    path = os.path.join(folder, 'x.npz')
    return (sparse.load_npz(path) if os.path.exists(path) else numpy.load(os.path.join(folder, 'x.npy'))), y


def make(work, folder, quick):
    x, y = make_numbers(quick) if work == 'numbers' else make_packages(folder, quick)
    numpy.save(os.path.join(folder, 'y.npy'), y)
    if sparse.issparse(x):
        sparse.save_npz(os.path.join(folder, 'x.npz'), x)
    else:
        numpy.save(os.path.join(folder, 'x.npy'), x)


def steepest(x, y, model):
    """The largest slope that is left, a row, of what lbfgs minimises."""
    scores = x @ model.coef_.T + model.intercept_
    if scores.shape[1] == 1:
        residual = 1 / (1 + numpy.exp(-scores)) - y[:, None]
    else:
        residual = softmax(scores, axis=1)
        residual[numpy.arange(len(y)), y] -= 1
    slope = (x.T @ residual).T + L2 * model.coef_
    return max(abs(numpy.asarray(slope)).max(), abs(residual.sum(axis=0)).max()) / len(y)


def fit(folder, system, threads):
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])
    x, y = load(folder)
    if system == 'priory':
        import priory.sklearn
        model = priory.sklearn.LogisticRegression(C=1 / L2, tol=SLOPE, max_iter=5000)
    else:
        model = LogisticRegression(C=1 / L2, tol=SLOPE * (len(y) if system == 'lbfgs' else 1), max_iter=5000, solver=system,
                                   intercept_scaling=10)
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        begin, cpu = time.perf_counter(), time.process_time()
        model.fit(x, y)
        out = {'fit': time.perf_counter() - begin, 'cpu_fit': time.process_time() - cpu}
    print(json.dumps({'seconds': out, 'iterations': int(numpy.max(model.n_iter_)), 'slope': float(steepest(x, y, model))}))


if sys.argv[1] == 'make':
    make(sys.argv[2], sys.argv[3], len(sys.argv) > 4)
else:
    fit(sys.argv[2], sys.argv[3], int(sys.argv[4]))
