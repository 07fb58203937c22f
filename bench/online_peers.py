"""What one row costs scikit-learn's MultinomialNB: WORDS CLASSES ROWS. Prints JSON, seconds a row.

Rows are made before: 8 words each, as sparse rows that need no text read.
"""
import json
import sys
import time

import numpy
from scipy.sparse import csr_matrix
from sklearn.naive_bayes import MultinomialNB


def main(n_words, n_classes, n_rows):
    random = numpy.random.default_rng(1)
    rows = csr_matrix((numpy.ones(8 * n_rows), random.integers(n_words, size=8 * n_rows),
                       numpy.arange(0, 8 * n_rows + 1, 8)), shape=(n_rows, n_words))
    labels = random.integers(n_classes, size=n_rows)
    model = MultinomialNB()
    model.partial_fit(rows, labels, classes=range(n_classes))
    single = [rows[k] for k in range(n_rows)]

    def a_row(work):
        begin = time.perf_counter()
        for k in range(n_rows):
            work(k)
        return (time.perf_counter() - begin) / n_rows

    print(json.dumps({'seconds': {'learn': a_row(lambda k: model.partial_fit(single[k], labels[k:k + 1])),
                                  'predict': a_row(lambda k: model.predict(single[k]))}}))


if __name__ == '__main__':
    main(*map(int, sys.argv[1:]))
