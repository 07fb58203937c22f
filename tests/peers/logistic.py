#!/usr/bin/env python3
"""Compares `train --discriminative --towards zero` with other programs, each run to its tightest tolerance.

    logistic.py PRIORY

scikit-learn's LogisticRegression by lbfgs and newton-cg, liblinear for two classes, R's glmnet by ridge and lasso.
Weights to 1e-6 and the objective to 1e-10 of it, for two and for more classes, on numbers, values and words.
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import warnings

try:
    import numpy
    from scipy.special import logsumexp
    from sklearn.linear_model import LogisticRegression
except ImportError as missing:
    print(f'skipped: {missing}')
    sys.exit(77)

PRIORY = sys.argv[1]
HERE = pathlib.Path(__file__).parent
LIBLINEAR_INTERCEPT = 1e3  # how little its penalty on the intercept holds


def run(*arguments):
    done = subprocess.run([*map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f'{" ".join(map(str, arguments))}: {done.stderr}')
    return done.stdout


def fitted(folder, table, options, *penalty):
    """The model's JSON."""
    path, model = folder / 'rows.csv', folder / 'm.priory'
    path.write_text('\n'.join(','.join(map(str, row)) for row in table) + '\n')
    run(PRIORY, 'train', path, '--target', 'y', '--plain', *options, '--discriminative', '--towards', 'zero', *penalty,
        '--tolerance', '1e-11', '-o', model)
    return json.loads(run(PRIORY, 'inspect', model, '--json'))


def scikit(x, y, l2, solver):
    """Weights a class and intercepts; of two classes those of the second."""
    judge = LogisticRegression(C=1 / l2, tol=1e-12, max_iter=2000, solver=solver, warm_start=True,
                               intercept_scaling=LIBLINEAR_INTERCEPT)
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')  # that it could not go on: to go on is what we ask for
        for _ in range(10 if solver == 'lbfgs' else 2):
            judge.fit(x, y)
    return judge.coef_, judge.intercept_


def glmnet(folder, x, y, alpha, penalty):
    path = folder / 'numbers.csv'
    with open(path, 'w') as file:
        print(','.join([*(f'x{j}' for j in range(x.shape[1])), 'y']), file=file)
        for row, label in zip(x, y):
            print(','.join([*(repr(float(each)) for each in row), label]), file=file)
    lines = run('Rscript', HERE / 'logistic.R', path, alpha, repr(penalty)).splitlines()
    found = numpy.array([[float(each) for each in line.split()] for line in lines])
    return found[:, 1:], found[:, 0]


def loss(x, y, weights, intercept):
    """Of two classes the weights are those of the second."""
    classes = sorted(set(y))
    scores = x @ weights.T + intercept
    if len(classes) == 2:
        scores = numpy.hstack([0 * scores, scores])
    own = numpy.array([classes.index(each) for each in y])
    return (logsumexp(scores, axis=1) - scores[numpy.arange(len(y)), own]).sum()


def compare(name, x, y, ours, judges, l2=0.0, l1=0.0):
    """Each judge is a pair of weights and intercepts."""
    def objective(weights, intercept):
        return loss(x, y, weights, intercept) + l2 / 2 * (weights ** 2).sum() + l1 * abs(weights).sum()
    mine = objective(*ours)
    for judge, theirs in judges.items():
        far, other = abs(ours[0] - theirs[0]).max(), objective(*theirs)
        print(f'{name}, {judge}: weights differ by {far:.1g}, objective {mine:.14g}, less by {other - mine:.1g}')
        # lbfgs ends where the loss falls by less than 2e-9 of it, which scikit-learn lets nobody change: as far as that is
        # from newton-cg, it may be from us.
        own = abs(theirs[0] - judges['newton-cg'][0]).max() if judge == 'lbfgs' else 0
        if far > 1e-6 + own or mine > other * (1 + 1e-10):
            sys.exit(f'{name}: too far from {judge}')


def by_class(shown, parts):
    """Weights a class, or of two classes the difference, and intercepts likewise."""
    weights, intercept = numpy.hstack(parts), numpy.array(shown['discriminative']['intercept'])
    if len(weights) > 2:
        return weights, intercept
    return weights[1:] - weights[:1], intercept[1:] - intercept[:1]


def judges_of(folder, x, y, l2):
    out = {solver: scikit(x, y, l2, solver) for solver in ('lbfgs', 'newton-cg')}
    if len(set(y)) == 2:
        out['liblinear'] = scikit(x, y, l2, 'liblinear')
    out['glmnet'] = glmnet(folder, x, y, 0, l2)
    return out


def numbers(n_classes):
    """A shared covariance has each number as a feature."""
    random = numpy.random.default_rng(n_classes)
    x = random.normal(size=(400, 5)) * [1, 2, 0.5, 3, 1] + [0, 1, -1, 0, 1]
    score = x @ random.normal(size=(5, n_classes)) + 3 * random.normal(size=(400, n_classes))
    y = ['abcde'[k] for k in score.argmax(axis=1)]
    names = [f'x{j}' for j in range(5)]
    table = [[*names, 'y'], *([*map(repr, map(float, row)), label] for row, label in zip(x, y))]
    return x, y, table


def compare_numbers(folder, n_classes, l2):
    x, y, table = numbers(n_classes)
    shown = fitted(folder, table, ['--family', 'gaussian-shared'], '--l2', repr(l2))
    ours = by_class(shown, [numpy.array(shown['parts'][0]['weight'])[:, :5]])
    compare(f'numbers, {n_classes} classes, L2 {l2}', x, y, ours, judges_of(folder, x, y, l2), l2=l2)


def compare_lasso(folder):
    x, y, table = numbers(2)
    shown = fitted(folder, table, ['--family', 'gaussian-shared'], '--l2', '0', '--l1', '20')
    ours = by_class(shown, [numpy.array(shown['parts'][0]['weight'])[:, :5]])
    compare('numbers, 2 classes, L1 20', x, y, ours, {'glmnet': glmnet(folder, x, y, 1, 20.0)}, l1=20)


def compare_values(folder, n_classes, l2):
    """Each value of each column is a feature."""
    random = numpy.random.default_rng(10 + n_classes)
    codes = random.integers(0, 3, size=(300, 4))
    y = ['abcde'[k] for k in (codes @ [1, 2, 0, 1] + random.integers(0, 4, 300)) % n_classes]
    table = [['c0', 'c1', 'c2', 'c3', 'y'], *([*(f'v{c}' for c in row), label] for row, label in zip(codes, y))]
    types = ','.join(f'c{j}=categorical' for j in range(4))
    shown = fitted(folder, table, ['--types', types], '--l2', repr(l2))
    x = (codes[:, :, None] == numpy.arange(3)).reshape(300, 12).astype(float)
    ours = by_class(shown, [numpy.array(part['weight']) for part in shown['parts']])
    compare(f'values, {n_classes} classes, L2 {l2}', x, y, ours, judges_of(folder, x, y, l2), l2=l2)


def compare_words(folder, l2):
    """Counts of words are features; rows of one word and of none among them."""
    random = numpy.random.default_rng(77)
    vocabulary = [f'w{k:02d}' for k in range(40)]
    counts = random.poisson(0.3, size=(250, 40))
    y = ['abc'[k] for k in (counts[:, :20].sum(axis=1) + random.integers(0, 3, 250)) % 3]
    table = [['t', 'y'], *([' '.join(w for w, n in zip(vocabulary, row) for _ in range(n)) or 'zz', label]
                           for row, label in zip(counts, y))]
    shown = fitted(folder, table, ['--types', 't=text'], '--l2', repr(l2))
    part = shown['parts'][0]
    at = {word: k for k, word in enumerate(part['vocabulary'])}
    x = numpy.zeros((250, len(at)))
    for r, row in enumerate(table[1:]):
        for word in row[0].split():
            x[r, at[word]] += 1
    compare('words, 3 classes', x, y, by_class(shown, [numpy.array(part['weight'])]), judges_of(folder, x, y, l2), l2=l2)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for n_classes in (2, 3, 5):
            for l2 in (0.3, 3.0):
                compare_numbers(folder, n_classes, l2)
                compare_values(folder, n_classes, l2)
        compare_words(folder, 0.5)
        compare_lasso(folder)


main()
