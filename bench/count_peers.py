"""Columns with values and sparse counts, and what scikit-learn makes of them:

  count_peers.py make-codes FOLDER ROWS COLUMNS VALUES CLASSES    rows.u8, row by row, and classes.u8
  count_peers.py make-counts FOLDER ROWS DRAWS COLUMNS CLASSES    begin.i64, word.u32, count.u8, classes.u8: by rows
  count_peers.py FAMILY FOLDER COLUMNS                            the classifier of scikit-learn for a family of Priory's

The last line is JSON as of dense_peers.py; of make-counts {"nonzeros"}.
"""
import json
import os
import sys

import numpy as np
from dense_peers import Clock, first_and_all

ROWS_AT_ONCE = 20_000


def make_codes(folder, n_rows, n_columns, n_values, n_classes):
    random = np.random.default_rng(1)
    classes = random.integers(n_classes, size=n_rows)
    shift = random.integers(n_values, size=(n_classes, n_columns))
    codes = random.binomial(n_values - 1, 0.5, size=(n_rows, n_columns)) + shift[classes] // 3
    (codes % n_values).astype(np.uint8).tofile(os.path.join(folder, 'rows.u8'))
    classes.astype(np.uint8).tofile(os.path.join(folder, 'classes.u8'))


def make_counts(folder, n_rows, n_draws, n_columns, n_classes):
    """Every row draws columns, the frequent ones as often as words are."""
    random = np.random.default_rng(1)
    classes = random.integers(n_classes, size=n_rows)
    p = 1 / (np.arange(n_columns) + 100) * np.exp(random.normal(0, 0.3, (n_classes, n_columns)))
    order = random.permutation(n_columns)
    cumulated = np.cumsum(p / p.sum(axis=1, keepdims=True), axis=1)
    sizes = [np.zeros(1, np.int64)]
    with open(os.path.join(folder, 'word.u32'), 'wb') as words, open(os.path.join(folder, 'count.u8'), 'wb') as counts:
        for begin in range(0, n_rows, ROWS_AT_ONCE):
            mine = classes[begin:begin + ROWS_AT_ONCE]
            drawn = np.empty((mine.size, n_draws), np.int64)
            for k in range(n_classes):
                where = mine == k
                drawn[where] = np.searchsorted(cumulated[k], random.random((where.sum(), n_draws)))
            drawn = order[np.minimum(drawn, n_columns - 1)]
            keys, times = np.unique(drawn + np.arange(mine.size)[:, None] * n_columns, return_counts=True)
            (keys % n_columns).astype(np.uint32).tofile(words)
            np.minimum(times, 255).astype(np.uint8).tofile(counts)
            sizes.append(np.bincount(keys // n_columns, minlength=mine.size))
    ends = np.cumsum(np.concatenate(sizes))
    ends.astype(np.int64).tofile(os.path.join(folder, 'begin.i64'))
    classes.astype(np.uint8).tofile(os.path.join(folder, 'classes.u8'))
    print(json.dumps({'nonzeros': int(ends[-1])}))


def load(family, folder, n_columns):
    def read(name, kind):
        return np.fromfile(os.path.join(folder, name), kind)
    if family == 'categorical':
        return read('rows.u8', np.uint8).reshape(-1, n_columns), read('classes.u8', np.uint8)
    import scipy.sparse
    begin = read('begin.i64', np.int64)
    counts = scipy.sparse.csr_matrix((read('count.u8', np.uint8).astype(float), read('word.u32', np.int32), begin),
                                     shape=(begin.size - 1, n_columns))
    return counts, read('classes.u8', np.uint8)


def classify(family, folder, n_columns):
    from sklearn import naive_bayes
    model = {'categorical': naive_bayes.CategoricalNB, 'multinomial': naive_bayes.MultinomialNB,
             'bernoulli': naive_bayes.BernoulliNB, 'complement': naive_bayes.ComplementNB}[family]()
    x, y = load(family, folder, int(n_columns))
    clock = Clock()
    clock('fit', lambda: model.fit(x, y))
    print(json.dumps({'first': first_and_all(clock, model, x), 'seconds': clock.seconds}))


if __name__ == '__main__':
    what, where, *rest = sys.argv[1:]
    if what == 'make-codes':
        make_codes(where, *map(int, rest))
    elif what == 'make-counts':
        make_counts(where, *map(int, rest))
    else:
        classify(what, where, *rest)
