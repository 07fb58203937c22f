# SPDX-License-Identifier: Apache-2.0
"""Compares trained models with scikit-learn's naive Bayes and discriminant analysis, live: classifiers.py PRIORY [SEED].

Random tables of counts, zeros and ones, categories and reals, and random texts; with and without weights; several
alphas; class priors fitted, uniform and given; two to five classes. Every parameter (`inspect --json`) and every log
posterior (`predict --log-proba`) must agree to 1e-10, absolutely or relatively; those of discriminant analysis, where
the peer inverts matrices by other ways, to 1e-8.
"""
import csv
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
import warnings

try:
    import numpy as np
    from sklearn.covariance import ledoit_wolf_shrinkage
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
    from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
    from sklearn.naive_bayes import BernoulliNB, CategoricalNB, ComplementNB, GaussianNB, MultinomialNB
except ImportError:
    print('scikit-learn is not installed')
    sys.exit(77)

TOLERANCE = 1e-10
TOLERANCE_OF_MATRICES = 1e-8
CLASSES = ['10', '9', 'a b', 'b,c', 'é']  # in code point order, as both sides sort them
ALPHAS = (0.01, 0.5, 1.0, 10.0)
PRIORS = ('empirical', 'uniform', 'given')


class Program:
    """The program under test, in a folder of its own."""

    def __init__(self, path, folder):
        self.path, self.folder = os.path.abspath(path), folder

    def run(self, *arguments):
        done = subprocess.run([self.path, *arguments], cwd=self.folder, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(' '.join(arguments) + '\n' + done.stderr)
        return done.stdout

    def write(self, name, header, rows):
        with open(os.path.join(self.folder, name), 'w', encoding='utf-8', newline='') as file:
            csv.writer(file, lineterminator='\n').writerows([header, *rows])

    def learn(self, options):
        self.run('train', '--plain', 'train.csv', '--target', 'y', '-o', 'model', *options)
        return json.loads(self.run('inspect', 'model', '--json'))

    def log_posteriors(self):
        lines = list(csv.reader(self.run('predict', 'model', 'test.csv', '--log-proba').splitlines()))
        return [name.removeprefix('logp:') for name in lines[0][1:]], np.array([line[1:] for line in lines[1:]], float)


# Making data

class Data:
    """Classes and weights of training rows; `n_new` more rows are for prediction."""

    def __init__(self, rng, n_classes, n_rows, weighted):
        self.rng, self.n_classes, self.n_new, self.weighted = rng, n_classes, 15, weighted
        self.codes = list(range(n_classes)) + [rng.randrange(n_classes) for _ in range(n_rows - n_classes)]
        self.y = np.array([CLASSES[k] for k in self.codes])
        self.weight = np.array([rng.choice([0.25, 1, 1.5, 3]) for _ in self.y]) if weighted else None

    def matrix(self, cell):
        """cell(class, column) of every training row and, with classes at random, of the new ones."""
        codes = self.codes + [self.rng.randrange(self.n_classes) for _ in range(self.n_new)]
        return [[cell(k, column) for column in range(5)] for k in codes]


def prior_of(kind, n_classes):
    """The flag, and class_prior, fit_prior of scikit-learn."""
    if kind == 'given':
        p = [(k + 1) / (n_classes * (n_classes + 1) / 2) for k in range(n_classes)]
        return ','.join(f"'{c}'={v!r}" for c, v in zip(CLASSES, p)), p, True
    return kind, None, kind == 'empirical'


def poisson(rng, mean):
    return int(sum(rng.expovariate(1) < mean / 4 for _ in range(9)))


# Comparing

def close(given, expected, tolerance=TOLERANCE):
    given, expected = np.asarray(given, float), np.asarray(expected, float)
    return given.shape == expected.shape and np.allclose(given, expected, rtol=tolerance, atol=tolerance)


class Comparison:
    def __init__(self, program):
        self.program, self.n_cases, self.n_failed = program, 0, 0

    def check(self, name, options, fit, parameters):
        """fit() gives a fitted peer, its rows to predict; parameters(model, peer) yields name, ours, theirs."""
        self.n_cases += 1
        wrong = self.differences(options, fit, parameters)
        self.n_failed += bool(wrong)
        if wrong and self.n_failed <= 10:
            print(name, *wrong, ' '.join(options), sep='\n    ')

    def differences(self, options, fit, parameters):
        try:
            model = self.program.learn(options)
            classes, log_posterior = self.program.log_posteriors()
        except RuntimeError as error:
            return [str(error)]
        peer, new = fit()
        tolerance = TOLERANCE_OF_MATRICES if hasattr(peer, 'priors_') else TOLERANCE
        pairs = [('classes', classes == list(peer.classes_) == model['classes'], True),
                 ('log_prior', model['log_prior'], log_prior(peer)), *parameters(model, peer),
                 ('log posterior', log_posterior, log_posterior_of(peer, new))]
        if hasattr(peer, 'class_count_'):
            pairs.append(('class_count', model['class_count'], peer.class_count_))
        return [difference(*pair) for pair in pairs if not close(*pair[1:], tolerance)]


def difference(name, given, expected):
    given, expected = np.asarray(given, float), np.asarray(expected, float)
    if given.shape != expected.shape:
        return f'{name}: {given.shape} numbers, expected {expected.shape}'
    worst = np.unravel_index(np.nanargmax(np.abs(given - expected)), given.shape)
    return f'{name}{list(worst)}: {given[worst]!r}, expected {expected[worst]!r}'


def log_posterior_of(peer, rows):
    """Theirs, without the detour over probabilities that discriminants take, on which 1 - p loses digits."""
    if not hasattr(peer, 'priors_'):
        return peer.predict_log_proba(rows)
    scores = peer.decision_function(rows)
    if scores.ndim == 1:
        scores = np.stack([np.zeros_like(scores), scores], axis=1)
    return scores - np.logaddexp.reduce(scores, axis=1, keepdims=True)


def log_prior(peer):
    if hasattr(peer, 'priors_'):
        return np.log(peer.priors_)
    return np.log(peer.class_prior_) if isinstance(peer, GaussianNB) else peer.class_log_prior_


def part_parameters(model, peer):
    """One part with a word or column each."""
    part = model['parts'][0]
    key = 'weight' if isinstance(peer, ComplementNB) else 'log_prob'
    yield key, part[key], peer.feature_log_prob_


def presence_parameters(model, peer):
    """A part for each column of zeros and ones."""
    yield 'log_prob', np.array([[row[1] for row in part['log_prob']] for part in model['parts']]).T, peer.feature_log_prob_
    yield 'values', all(part['values'] == ['0', '1'] for part in model['parts']), True


def categorical_parameters(model, peer):
    for part, theirs in zip(model['parts'], peer.feature_log_prob_, strict=True):
        yield 'log_prob ' + part['columns'][0], part['log_prob'], theirs


def gaussian_parameters(model, peer):
    yield 'mean', np.array([part['mean'] for part in model['parts']]).T, peer.theta_
    yield 'variance', np.array([part['variance'] for part in model['parts']]).T, peer.var_


# Tables

def write_tables(program, data, rows):
    header = [f'x{k}' for k in range(len(rows[0]))]
    weights = [[]] * len(data.y) if data.weight is None else [[w] for w in data.weight]
    known = [[*row, label, *weight] for row, label, weight in zip(rows, data.y, weights)]
    program.write('train.csv', header + ['y'] + ['w'] * data.weighted, known)
    program.write('test.csv', header, rows[len(data.y):])


def fitted(peer, data, rows):
    matrix = np.array(rows, float)
    return peer.fit(matrix[:len(data.y)], data.y, sample_weight=data.weight), matrix[len(data.y):]


def table_case(comparison, data, kind, alpha, prior):
    flag, class_prior, fit_prior = prior_of(prior, data.n_classes)
    rng, smooth = data.rng, {'alpha': alpha, 'class_prior': class_prior, 'fit_prior': fit_prior}
    shift = [[rng.uniform(0.2, 3) for _ in range(5)] for _ in range(data.n_classes)]
    options = ['--class-prior', flag, *(['--types', 'w=weight'] if data.weighted else [])]
    if kind == 'gaussian':
        rows = data.matrix(lambda k, column: rng.gauss(10 * column + shift[k][column], shift[k][column]))
        smoothing = 0.0 if data.weighted else rng.choice([0.0, 1e-9, 0.1])  # theirs leaves weights out of the largest
        options += ['--var-smoothing', repr(smoothing)]
        priors = class_prior if fit_prior else [1 / data.n_classes] * data.n_classes
        peer, parameters = GaussianNB(priors=priors, var_smoothing=smoothing), gaussian_parameters
        spread_out(rows, data)
    elif kind == 'bernoulli':
        rows = data.matrix(lambda k, column: int(rng.random() < shift[k][column] / 3.2))
        peer, parameters = BernoulliNB(**smooth), presence_parameters
    elif kind == 'categorical':
        rows = data.matrix(lambda k, column: min(4, int(rng.expovariate(1 / shift[k][column]))))
        for column in range(5):  # every value is seen in training
            for value in range(5):
                rows[value][column] = (value + column) % 5
        peer, parameters = CategoricalNB(**smooth), categorical_parameters
    else:
        rows = data.matrix(lambda k, column: poisson(rng, shift[k][column]) * (0.5 if kind == 'fractions' else 1))
        parameters = part_parameters
        if kind.startswith('complement'):
            peer = ComplementNB(**smooth, norm=kind.endswith('norm'))
            options += ['--weight-norm'] * kind.endswith('norm')
        else:
            peer = MultinomialNB(**smooth)
    family = {'fractions': 'multinomial', 'counts': 'multinomial', 'complement norm': 'complement'}.get(kind, kind)
    options += ['--family', family, *([] if kind == 'gaussian' else ['--alpha', repr(alpha)])]
    write_tables(comparison.program, data, rows)
    name = f'{kind}, {data.n_classes} classes, alpha {alpha}, prior {prior}, weighted {data.weighted}'
    comparison.check(name, options, lambda: fitted(peer, data, rows), parameters)


def spread_out(rows, data):
    """No class of one row: without smoothing it has no variance."""
    for k in range(data.n_classes):
        data.codes[k + data.n_classes] = k
    data.y = np.array([CLASSES[k] for k in data.codes])
    del rows[len(data.y) + data.n_new:]


def tables(comparison, rng):
    kinds = ('counts', 'fractions', 'complement', 'complement norm', 'bernoulli', 'categorical', 'gaussian')
    for kind, n_classes, weighted in itertools.product(kinds, (2, 3, 5), (False, True)):
        for alpha, prior in itertools.product(ALPHAS, PRIORS):
            if kind == 'gaussian' and alpha != 1:
                continue
            table_case(comparison, Data(rng, n_classes, rng.choice([12, 60]), weighted), kind, alpha, prior)


# Groups of columns

def covariance_parameters(model, peer):
    part = model['parts'][0]
    yield 'columns', len(part['columns']), len(peer.means_[0])
    yield 'mean', part['mean'], peer.means_
    if hasattr(peer, 'covariance_'):
        yield 'covariance', part['covariance'], peer.covariance_


class Standardised:
    """A discriminant of columns divided by their deviation, told of the columns as they were."""

    def __init__(self, peer):
        self.peer = peer

    def fit(self, matrix, labels):
        self.scale = matrix.std(axis=0)
        self.peer.fit(matrix / self.scale, labels)
        self.means_ = self.peer.means_ * self.scale
        self.covariance_ = self.peer.covariance_ * np.outer(self.scale, self.scale)
        return self

    def decision_function(self, matrix):
        return self.peer.decision_function(matrix / self.scale)

    def __getattr__(self, name):
        return getattr(self.peer, name)


def ledoit_wolf(data, rows):
    """The shrinkage of what all classes share, of standardised columns."""
    matrix = np.array(rows[:len(data.y)], float)
    matrix /= matrix.std(axis=0)
    for label in np.unique(data.y):
        matrix[data.y == label] -= matrix[data.y == label].mean(axis=0)
    return ledoit_wolf_shrinkage(matrix, assume_centered=True)


def peers_of_groups(class_prior, auto):
    """Ours and theirs: lsqr divides by n and weighs the classes with the prior, svd by n - K, QDA by n - 1."""
    linear, quadratic = LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
    if class_prior is None:
        yield ['--family', 'lda'], linear(solver='lsqr')
        yield ['--family', 'lda', '--shrinkage', 'auto'], Standardised(linear(solver='lsqr', shrinkage=auto))
        for shrinkage in (0.0, 0.1, 0.5, 1.0):
            yield ['--family', 'gda', '--shrinkage', repr(shrinkage)], linear(solver='lsqr', shrinkage=shrinkage)
    yield ['--family', 'lda', '--unbiased'], linear(solver='svd', priors=class_prior)
    yield ['--family', 'qda', '--unbiased'], quadratic(priors=class_prior, store_covariance=True)


def group_case(comparison, data, prior):
    rng, flag_of = data.rng, prior_of(prior, data.n_classes)
    centre = [[rng.gauss(0, 2) for _ in range(5)] for _ in range(data.n_classes)]
    slope = [rng.uniform(-1, 1) for _ in range(5)]
    rows = data.matrix(lambda k, column: centre[k][column])
    for row in rows:
        common = rng.gauss(0, 1)
        row[:] = [100 * column + x + slope[column] * common + rng.gauss(0, 0.5) for column, x in enumerate(row)]
    write_tables(comparison.program, data, rows)
    for options, peer in peers_of_groups(flag_of[1], ledoit_wolf(data, rows)):
        options = [*options, '--var-smoothing', '0', '--class-prior', flag_of[0]]
        name = f'groups, {data.n_classes} classes, prior {prior}'
        comparison.check(name, options, lambda: fitted_without_weights(peer, data, rows), covariance_parameters)


def fitted_without_weights(peer, data, rows):
    matrix = np.array(rows, float)
    return peer.fit(matrix[:len(data.y)], data.y), matrix[len(data.y):]


def groups(comparison, rng):
    for n_classes, prior in itertools.product((2, 3, 5), ('empirical', 'given')):
        for n_rows in (60, 400):
            data = Data(rng, n_classes, n_rows, False)
            data.codes = [k % n_classes for k in range(n_rows)]  # no class without a covariance
            data.y = np.array([CLASSES[k] for k in data.codes])
            group_case(comparison, data, prior)


# Texts

WORDS = ['der', 'Der', 'naïve', 'Éclair', "don't", 'x', 'of', 'spam', 'SPAM', 'e-mail', '42', 'mañana', 'ΣΑΣ', 'été',
         'free', 'prize', 'now', 'meeting', 'tomorrow', '日本', 'call', 'a_b', 'to', 'the', 'and', 'Win']


def random_text(rng, k):
    words = [WORDS[min(len(WORDS) - 1, int(rng.expovariate(0.15)) + 2 * k)] for _ in range(rng.randrange(1, 14))]
    return ''.join(word + rng.choice([' ', ', ', '  ', '\n', '. ']) for word in words) + '!'


def untied_features(texts, vectorizer, rng):
    """How many of the most frequent words to keep so that no two tie at the border."""
    counts = sorted(np.asarray(vectorizer.fit_transform(texts).sum(axis=0)).ravel(), reverse=True)
    return rng.choice([k for k in range(3, len(counts)) if counts[k - 1] > counts[k]])


VECTORIZERS = [  # our options, and those of scikit-learn
    ([], {}),
    (['--ngrams', '1-2'], {'ngram_range': (1, 2)}),
    (['--ngrams', '2'], {'ngram_range': (2, 2)}),
    (['--char-ngrams', '1-3'], {'analyzer': 'char', 'lowercase': False, 'ngram_range': (1, 3)}),
    (['--tokens', 'space'], {'analyzer': str.split}),
    (['--tf', 'binary'], {'binary': True}),
    (['--min-df', '3'], {'min_df': 3}),
    (['--min-df', '0.1', '--max-df', '0.6'], {'min_df': 0.1, 'max_df': 0.6}),
    (['--max-df', '20'], {'max_df': 20}),
    (['--max-features'], {'max_features': 0}),
    (['--max-features', '--min-df', '2', '--ngrams', '1-2'], {'max_features': 0, 'min_df': 2, 'ngram_range': (1, 2)}),
]
WEIGHTINGS = [
    (['--idf'], {'norm': None}),
    (['--idf', '--length-norm', 'l2'], {}),
    (['--idf', '--length-norm', 'l1'], {'norm': 'l1'}),
    (['--length-norm', 'l2'], {'use_idf': False}),
    (['--tf', 'log'], {'use_idf': False, 'norm': None, 'sublinear_tf': True}),
    (['--tf', 'log', '--idf', '--length-norm', 'l2'], {'sublinear_tf': True}),
    (['--tf', 'binary', '--idf', '--length-norm', 'l2'], {'binary': True}),
]


def text_vectorizers():
    for options, theirs in VECTORIZERS:
        yield options, theirs, CountVectorizer
    for (shape, vectorizer), (weighting, theirs) in itertools.product(VECTORIZERS[:1] + VECTORIZERS[6:], WEIGHTINGS):
        yield shape + weighting, {**vectorizer, **theirs}, TfidfVectorizer


def text_case(comparison, data, shape, family, alpha, prior):
    options, theirs, maker = shape
    if family == 'bernoulli':
        theirs = {**theirs, 'binary': True}  # the same model, and words are as frequent as they have texts
    texts = [row[0] for row in data.matrix(lambda k, column: random_text(data.rng, k) if column == 0 else '')]
    known, new = texts[:len(data.y)], texts[len(data.y):] + ['!!', 'unknown words only']
    if 'max_features' in theirs:
        least = {name: value for name, value in theirs.items() if name in ('min_df', 'max_df', 'ngram_range', 'binary')}
        n = untied_features(known, CountVectorizer(**least), data.rng)
        at = options.index('--max-features') + 1
        options, theirs = options[:at] + [str(n)] + options[at:], {**theirs, 'max_features': n}
    flag, class_prior, fit_prior = prior_of(prior, data.n_classes)
    peer = {'multinomial': MultinomialNB, 'bernoulli': BernoulliNB, 'complement': ComplementNB}[family](
        alpha=alpha, class_prior=class_prior, fit_prior=fit_prior)
    vectorizer = maker(**theirs)
    comparison.program.write('train.csv', ['text', 'y'] + ['w'] * data.weighted,
                             zip(known, data.y, data.weight) if data.weighted else zip(known, data.y))
    comparison.program.write('test.csv', ['text'], [[text] for text in new])

    def fit():
        return peer.fit(vectorizer.fit_transform(known), data.y, sample_weight=data.weight), vectorizer.transform(new)

    def parameters(model, fitted_peer):
        yield 'vocabulary', model['parts'][0]['vocabulary'] == list(vectorizer.get_feature_names_out()), True
        yield from part_parameters(model, fitted_peer)

    options = ['--text', 'text', '--family', family, '--alpha', repr(alpha), '--class-prior', flag, *options,
               *(['--types', 'w=weight'] if data.weighted else [])]
    comparison.check(f'{family} text, {data.n_classes} classes, {theirs}', options, fit, parameters)


def texts(comparison, rng):
    for shape in text_vectorizers():
        if 'max_features' in shape[1] and 'log' in shape[0]:
            continue  # ours takes the most frequent by 1 + ln c, theirs by c
        for family in ('multinomial', 'complement', 'bernoulli'):
            weighted = rng.random() < 0.3 and 'max_features' not in shape[1]  # theirs leaves weights out of the choice
            data = Data(rng, rng.choice([2, 3, 5]), 50, weighted)
            text_case(comparison, data, shape, family, rng.choice(ALPHAS), rng.choice(PRIORS))


def main(program, seed=1):
    with tempfile.TemporaryDirectory(prefix='priory-peers-') as folder:
        comparison = Comparison(Program(program, folder))
        tables(comparison, random.Random(seed))
        groups(comparison, random.Random(seed + 2))
        texts(comparison, random.Random(seed + 1))
    print(f'{comparison.n_cases} cases, {comparison.n_failed} differ')
    return 1 if comparison.n_failed else 0


if __name__ == '__main__':
    warnings.simplefilter('ignore')
    np.seterr(all='ignore')
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:])))
