"""Making scores and labels, and scikit-learn's measures of them:

  measure_peers.py make FOLDER ROWS   log odds as rows.f64 and labels as rows.u8, drawn by the odds
  measure_peers.py measure FOLDER     confusion_matrix, precision_recall_fscore_support, roc_curve, roc_auc_score

The last line is JSON: {"seconds": {...}, "figures": [true positives, precision, recall, F1, area]}.
"""
import json
import os
import sys
import time

import numpy as np


def make(folder, rows):
    random = np.random.default_rng(1)
    log_odds = random.normal(0, 3, int(rows))
    labels = random.random(int(rows)) < 1 / (1 + np.exp(-log_odds))
    log_odds.tofile(os.path.join(folder, 'rows.f64'))
    labels.astype(np.uint8).tofile(os.path.join(folder, 'rows.u8'))


def measure(folder):
    from sklearn import metrics
    log_odds = np.fromfile(os.path.join(folder, 'rows.f64'))
    truth = np.fromfile(os.path.join(folder, 'rows.u8'), np.uint8)
    predicted = (log_odds > 0).astype(np.uint8)
    begin, cpu = time.perf_counter(), time.process_time()
    confusion = metrics.confusion_matrix(truth, predicted)
    precision, recall, f1, _ = metrics.precision_recall_fscore_support(truth, predicted)
    metrics.roc_curve(truth, log_odds)
    area = metrics.roc_auc_score(truth, log_odds)
    seconds = {'four': time.perf_counter() - begin, 'cpu_four': time.process_time() - cpu}
    figures = [confusion[1, 1], precision[1], recall[1], f1[1], area]
    print(json.dumps({'seconds': seconds, 'figures': [float(x) for x in figures]}))


if __name__ == '__main__':
    {'make': make, 'measure': measure}[sys.argv[1]](*sys.argv[2:])
