"""What fit and predict_proba take in Python: WORK PACKAGE THREADS FOLDER [COLUMNS], where PACKAGE is priory or sklearn and WORK

  multinomial   MultinomialNB over the CSR matrix that count_peers.py make-counts has written
  categorical   CategoricalNB over the codes of make-codes
  gaussian, lda GaussianNB, LinearDiscriminantAnalysis(solver='lsqr') over the numbers of dense_peers.py make
  text          TextClassifier, beside CountVectorizer and MultinomialNB, over the lines of text.txt and labels.txt

or import: what `import priory` takes over numpy's; or split CSV: its texts and labels as such lines. Prints JSON: the least seconds of some calls, checks of the arguments
included, and the first log posteriors.
"""
import importlib
import json
import os
import sys
import time

import numpy as np

TIMES = 3
SHOWN_ROWS = 50


def least(work):
    out, cpu = float('inf'), float('inf')
    for _ in range(TIMES):
        begin, cpu_begin = time.perf_counter(), time.process_time()
        work()
        out, cpu = min(out, time.perf_counter() - begin), min(cpu, time.process_time() - cpu_begin)
    return out, cpu


def model_of(work, package):
    if work == 'text' and package == 'sklearn':
        from sklearn.feature_extraction.text import CountVectorizer
        from sklearn.naive_bayes import MultinomialNB
        from sklearn.pipeline import make_pipeline
        return make_pipeline(CountVectorizer(), MultinomialNB())
    module, name, options = {
        'multinomial': ('naive_bayes', 'MultinomialNB', {}), 'categorical': ('naive_bayes', 'CategoricalNB', {}),
        'gaussian': ('naive_bayes', 'GaussianNB', {}), 'text': ('', 'TextClassifier', {}),
        'lda': ('discriminant_analysis', 'LinearDiscriminantAnalysis', {'solver': 'lsqr'})}[work]
    return getattr(importlib.import_module('priory.sklearn' if package == 'priory' else f'sklearn.{module}'), name)(**options)


def rows_of(work, folder, n_columns):
    if work == 'text':
        def lines(name):
            with open(os.path.join(folder, name), encoding='utf-8') as file:
                return file.read().splitlines()
        return lines('text.txt'), np.array(lines('labels.txt'))
    if work in ('multinomial', 'categorical'):
        import count_peers
        x, y = count_peers.load(work, folder, n_columns)
        if work == 'categorical':
            x = x.astype(np.int64)
        return x, y
    import dense_peers
    return dense_peers.load(folder, n_columns)


def measure(work, package, threads, folder, n_columns=0):
    if threads == 1:
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    x, y = rows_of(work, folder, n_columns)
    model = model_of(work, package)
    seconds = {}
    seconds['fit'], seconds['cpu_fit'] = least(lambda: model.fit(x, y))
    seconds['predict'], seconds['cpu_predict'] = least(lambda: model.predict_proba(x))
    first = model.predict_proba(x[:SHOWN_ROWS])
    return {'seconds': seconds, 'first': [float(p) for p in first.ravel()]}


def measure_import(package):
    if package != 'priory':
        return {'seconds': {'import': 0.0}}
    begin = time.process_time()
    import priory  # numpy is there
    return {'seconds': {'import': time.process_time() - begin}, 'version': priory.__version__}


def split(path):
    import csv
    folder = os.path.dirname(path)
    with (open(path, encoding='utf-8', newline='') as rows, open(os.path.join(folder, 'text.txt'), 'w', encoding='utf-8') as texts,
          open(os.path.join(folder, 'labels.txt'), 'w', encoding='utf-8') as labels):
        for row in csv.DictReader(rows):
            texts.write(' '.join(row['text'].split()) + '\n')
            labels.write(row['label'] + '\n')


if __name__ == '__main__':
    what, of, *rest = sys.argv[1:]
    if what == 'import':
        print(json.dumps(measure_import(of)))
    elif what == 'split':
        split(of)
    else:
        print(json.dumps(measure(what, of, int(rest[0]), rest[1], *map(int, rest[2:]))))
