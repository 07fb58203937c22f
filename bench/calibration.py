#!/usr/bin/python3
"""Log loss and calibration error on unseen rows: as the model says, calibrated, tuned; beside scikit-learn.

    bench/calibration.py [--priory build/release/priory] DATA.csv TARGET TEXT

Five folds; within each, calibration is fitted on the other four alone. Prints the table of docs/evaluation.md.
"""
import argparse
import csv
import json
import subprocess

import numpy
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import StratifiedKFold
from sklearn.naive_bayes import MultinomialNB

BINS = 15


def scikit_learn(path, target, text):
    rows = list(csv.DictReader(open(path, newline='')))
    y = numpy.array([row[target] for row in rows])
    texts = numpy.array([row[text] for row in rows], dtype=object)
    loss, right, confidence = [], [], []
    for learn, judge in StratifiedKFold(5, shuffle=True, random_state=1).split(texts, y):
        words = CountVectorizer()
        model = MultinomialNB().fit(words.fit_transform(texts[learn]), y[learn])
        log_p = model.predict_log_proba(words.transform(texts[judge]))
        place = {label: k for k, label in enumerate(model.classes_)}
        loss += [-log_p[k, place[label]] for k, label in enumerate(y[judge]) if label in place]
        right += list(model.classes_[log_p.argmax(axis=1)] == y[judge])
        confidence += list(numpy.exp(log_p.max(axis=1)))
    right, confidence = numpy.array(right, dtype=float), numpy.array(confidence)
    bins = numpy.clip(numpy.ceil(confidence * BINS).astype(int) - 1, 0, BINS - 1)
    ece = sum(abs(confidence[bins == b].mean() - right[bins == b].mean()) * (bins == b).mean()
              for b in range(BINS) if (bins == b).any())
    return right.mean(), numpy.mean(loss), ece


def priory(program, path, target, text, how):
    words = [program, 'cv', path, '--target', target, '--text', text, '--folds', '5', '--calibrate', how, '--json',
             '--resamples', '0']
    result = json.loads(subprocess.run(words, check=True, capture_output=True).stdout)['evaluation']
    return result['accuracy'], result['log_loss'], result['ece']


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--priory', default='build/release/priory')
    parser.add_argument('data')
    parser.add_argument('target')
    parser.add_argument('text')
    given = parser.parse_args()
    print('| probabilities | accuracy | log loss | calibration error |\n|---|---|---|---|')
    figures = {"scikit-learn's MultinomialNB": scikit_learn(given.data, given.target, given.text)}
    for how in ('none', 'temperature', 'sigmoid', 'isotonic', 'auto'):
        figures[f'`--calibrate {how}`'] = priory(given.priory, given.data, given.target, given.text, how)
    for name, (accuracy, loss, ece) in figures.items():
        print(f'| {name} | {accuracy:.4f} | {loss:.4f} | {ece:.4f} |')


if __name__ == '__main__':
    main()
