"""What one row costs MultinomialNB of priory.sklearn and of scikit-learn: PACKAGE FEATURES CLASSES TIMES, where PACKAGE is
priory or sklearn. Prints JSON, the least seconds of a call with all checks of its arguments."""
import importlib
import json
import sys
import time

import numpy
from scipy.sparse import csr_matrix

MODULES = {'priory': 'priory.sklearn', 'sklearn': 'sklearn.naive_bayes'}
ROWS = 200


def least(work, times):
    out = float('inf')
    for _ in range(times):
        begin = time.perf_counter()
        work()
        out = min(out, time.perf_counter() - begin)
    return out


def main(package, n_features, n_classes, times):
    random = numpy.random.default_rng(1)
    words = n_features // 1000
    X = csr_matrix((random.integers(1, 5, size=words * ROWS).astype(float), random.integers(n_features, size=words * ROWS),
                    numpy.arange(0, words * ROWS + 1, words)), shape=(ROWS, n_features))
    X.sum_duplicates()
    y = numpy.arange(ROWS) % n_classes
    found = {}
    for kind, row in (('sparse', X[:1]), ('dense', X[:1].toarray())):
        model = importlib.import_module(MODULES[package]).MultinomialNB().partial_fit(X, y, numpy.arange(n_classes))

        def learn():
            model.partial_fit(row, y[:1])

        def learn_and_predict():
            learn()
            model.predict_proba(row)

        def learn_many():
            for _ in range(times):
                learn()
            model.predict_proba(row)

        found[f'{kind} learn'] = least(learn, times)
        found[f'{kind} learn_many'] = least(learn_many, 3) / times
        found[f'{kind} both'] = least(learn_and_predict, times // 4)
        found[f'{kind} predict'] = least(lambda: model.predict_proba(row), times)
    print(json.dumps({'seconds': found}))


if __name__ == '__main__':
    main(sys.argv[1], *map(int, sys.argv[2:]))
