# SPDX-License-Identifier: Apache-2.0
"""Compares which words --max-features keeps with scikit-learn, live: vocabulary.py PRIORY [SEED].

By frequency: CountVectorizer(max_features=N). By information: sklearn.metrics.mutual_info_score of the table that says
how many tokens of each class are the word (multinomial, complement), or how many texts of each class have it
(bernoulli). The peer's numbers decide: every word kept must tell as much as every word left out, to 1e-12, and the
model of the words kept must be MultinomialNB's or BernoulliNB's of those words. With --min-df, weights of rows and idf.
"""
import csv
import json
import os
import random
import subprocess
import sys
import tempfile

try:
    import numpy as np
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.metrics import mutual_info_score
    from sklearn.naive_bayes import BernoulliNB, MultinomialNB
except ImportError:
    print('scikit-learn is not installed')
    sys.exit(77)

TOLERANCE = 1e-12


class Program:
    def __init__(self, path, folder):
        self.path, self.folder = os.path.abspath(path), folder

    def run(self, *arguments):
        done = subprocess.run([self.path, *arguments], cwd=self.folder, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(' '.join(arguments) + '\n' + done.stderr)
        return done.stdout

    def learn(self, rows, weighted, options):
        with open(os.path.join(self.folder, 'train.csv'), 'w', newline='') as file:
            csv.writer(file, lineterminator='\n').writerows([['y', 'x', 'w'], *rows])
        types = ['--types', 'w=weight'] if weighted else ['--ignore', 'w']
        self.run('train', '--plain', 'train.csv', '--target', 'y', '--text', 'x', '-o', 'model', *types, *options)
        return json.loads(self.run('inspect', 'model', '--json'))['parts'][0]


def texts_of(rng, n_rows, n_classes):
    """Rows of class, text, weight; some words lean to a class. Weights are whole: mutual_info_score cuts marginal sums
    of a table to whole numbers."""
    rows = []
    for k in range(n_rows):
        label = k if k < n_classes else rng.randrange(n_classes)
        words = []
        for _ in range(rng.randrange(1, 25)):
            word = int(rng.random() ** 3 * 60)
            words.append(f'w{word}' if rng.random() < 0.6 else f'c{label}x{word % 9}')
        rows.append([f'k{label}', ' '.join(words), rng.choice(['3', '1', '2'])])
    return rows


def information(counts, totals):
    """Of each word (columns of counts: classes x words) with the class. The peer takes whole numbers only: weights are
    halves, and twice as many of everything tell the same."""
    return np.array([mutual_info_score(None, None, contingency=2 * np.array([n, totals - n])) for n in counts.T])


def check_kept(name, kept, words, rank, n):
    assert len(kept) == min(n, len(words)), (name, len(kept), n)
    inside = np.isin(words, kept)
    assert inside.sum() == len(kept), (name, 'words of no text')
    if not inside.all():
        assert rank[inside].min() >= rank[~inside].max() - TOLERANCE, (name, sorted(zip(rank, words))[-n - 3:])


def check(program, rng, family):
    n_classes, n = rng.randrange(2, 5), rng.choice([1, 5, 20, 60])
    least, weighted, idf = rng.choice([1, 3]), rng.random() < 0.3, family == 'multinomial' and rng.random() < 0.3
    rows = texts_of(rng, rng.randrange(20, 150), n_classes)
    options = ['--family', family, '--max-features', str(n), '--min-df', str(least), '--features-by', 'information']
    part = program.learn(rows, weighted, options + (['--idf'] if idf else []))
    vectorizer = CountVectorizer(min_df=least, binary=family == 'bernoulli')
    x = vectorizer.fit_transform([row[1] for row in rows])
    everything = CountVectorizer(binary=family == 'bernoulli').fit_transform([row[1] for row in rows])
    y = np.array([row[0] for row in rows])
    w = np.array([float(row[2]) if weighted else 1.0 for row in rows])
    of_class = np.array([(y == label) * w for label in sorted(set(y))])
    counts = of_class @ x.toarray()
    totals = of_class.sum(1) if family == 'bernoulli' else (of_class @ everything.toarray()).sum(1)
    words = np.array(vectorizer.get_feature_names_out())
    check_kept((family, n, least, weighted, idf), part['vocabulary'], words, information(counts, totals), n)
    if idf or family == 'complement':
        return
    model = BernoulliNB() if family == 'bernoulli' else MultinomialNB()
    model.fit(x[:, np.isin(words, part['vocabulary'])], y, sample_weight=w)
    assert np.allclose(model.feature_log_prob_, np.array(part['log_prob']), rtol=1e-10, atol=1e-10)


def check_frequency(program, rng):
    rows, n = texts_of(rng, 80, 3), rng.choice([1, 7, 30])
    part = program.learn(rows, False, ['--max-features', str(n)])
    peer = CountVectorizer(max_features=n)
    peer.fit([row[1] for row in rows])
    counts = CountVectorizer(vocabulary=part['vocabulary']).fit_transform([row[1] for row in rows]).sum()
    assert counts == peer.transform([row[1] for row in rows]).sum()  # ties may fall either way there


def main():
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    n = 0
    with tempfile.TemporaryDirectory() as folder:
        program = Program(sys.argv[1], folder)
        for family in ('multinomial', 'complement', 'bernoulli'):
            for _ in range(12):
                check(program, rng, family)
                n += 1
        for _ in range(6):
            check_frequency(program, rng)
            n += 1
    print(f'{n} vocabularies agree with scikit-learn')


if __name__ == '__main__':
    main()
