# SPDX-License-Identifier: Apache-2.0
"""Compares the measures of an evaluation with scikit-learn's, and tests with scipy's and R's, live:
measures.py PEER_MEASURES [SEED].

Random and adversarial cases (ties, one class only, classes without rows, weights, scores of -inf, extreme odds,
classes unknown to the model), two to six classes. Every figure must agree to 1e-12. Where scikit-learn clips
(log loss) or has no function (margins, calibration), numpy computes the definition.
"""
import json
import random
import shutil
import subprocess
import sys
import warnings

try:
    import numpy as np
    from scipy import stats
    from sklearn import metrics
except ImportError:
    print('scikit-learn is not installed')
    sys.exit(77)

TOLERANCE = 1e-12
BETA, TOP_K = 2, 2  # those of measures_main.cpp
NAMES = ['a', 'b', 'c', 'd', 'é', '日本']


# Making cases

def log_softmax(scores):
    top = max(scores)
    return [s - (top + np.log(sum(np.exp(t - top) for t in scores))) for s in scores]


def scores(rng, kind, n_classes):
    """Log posteriors of one row."""
    if kind == 'ties':
        return log_softmax([rng.choice([0.0, 1.0]) for _ in range(n_classes)])
    if kind == 'constant':
        return log_softmax([0.0] * n_classes)
    if kind == 'extreme':  # posteriors that round to 0 and 1
        return log_softmax([rng.uniform(-2000, 2000) for _ in range(n_classes)])
    if kind == 'ruled out':
        chosen = [rng.uniform(-3, 3) if rng.random() < .6 else -np.inf for _ in range(n_classes)]
        chosen[rng.randrange(n_classes)] = 0.0
        return log_softmax(chosen)
    return log_softmax([rng.gauss(0, 2) for _ in range(n_classes)])


def actual(rng, support, classes, log_posterior):
    if support == 'one class':
        return classes[-1]
    if support == 'no last':
        return rng.choice(classes[:-1])
    if support == 'unknown' and rng.random() < .2:
        return rng.choice(['zz', 'aa'])
    p = np.exp(log_posterior) + .1
    return rng.choices(classes, p)[0]


def weight(rng, weighted):
    if not weighted:
        return 1.0
    return rng.choice([0.0, 0.5, 1.0, 3.0, rng.randrange(1, 1 << 26) / (1 << 24)])


def case(rng, kind, support, weighted, n_classes, n_rows):
    classes = NAMES[:n_classes]
    rows = []
    for _ in range(n_rows):
        log_posterior = [float(s) for s in scores(rng, kind, n_classes)]
        best = int(np.argmax(log_posterior))
        predicted = rng.randrange(n_classes) if rng.random() < .1 else best  # a decision need not be the best
        rows.append({'actual': actual(rng, support, classes, log_posterior), 'log_posterior': log_posterior,
                     'predicted': predicted, 'weight': weight(rng, weighted)})
    made = {'name': f'{kind}, {support}, weighted {weighted}, {n_classes} classes, {n_rows} rows',
            'classes': classes, 'rows': rows}
    if n_classes == 2 and rng.random() < .5:
        made['positive'] = rng.choice(classes)
    return made


def cases(rng):
    for kind in ('gauss', 'ties', 'constant', 'extreme', 'ruled out'):
        for support in ('all', 'one class', 'no last', 'unknown'):
            for weighted in (False, True):
                for n_classes in range(2, 7):
                    for n_rows in (1, 2, 7, 60):
                        yield case(rng, kind, support, weighted, n_classes, n_rows)


# What the figures should be

class Expected:
    """The arrays of a case, and each figure from scikit-learn or its definition."""

    def __init__(self, case):
        self.known = case['classes']
        self.labels = self.known + sorted({r['actual'] for r in case['rows']} - set(self.known))
        self.truth = np.array([r['actual'] for r in case['rows']])
        self.predicted = np.array([self.known[r['predicted']] for r in case['rows']])
        self.weight = np.array([r['weight'] for r in case['rows']])
        self.scores = np.array([r['log_posterior'] for r in case['rows']])
        self.p = np.exp(self.scores)
        self.positive = case.get('positive', self.known[-1]) if len(self.known) == 2 else None
        self.sure = self.p[np.arange(len(self.truth)), [r['predicted'] for r in case['rows']]]

    def mean(self, values):
        used = self.weight > 0
        return float(np.sum(values[used] * self.weight[used]) / np.sum(self.weight))

    def averaged(self, average):
        def of(beta):
            return metrics.precision_recall_fscore_support(self.truth, self.predicted, labels=self.labels, beta=beta,
                                                           average=average, sample_weight=self.weight, zero_division=0)
        return {**dict(zip(('precision', 'recall', 'f1', 'support'), of(1))), 'f_beta': of(BETA)[2]}

    def kappa(self):
        kappa = metrics.cohen_kappa_score(self.truth, self.predicted, labels=self.labels, sample_weight=self.weight)
        return 0 if np.isnan(kappa) else kappa

    def top_k(self):
        """The first of equals counts as more probable; scikit-learn prefers the last, so it judges without ties."""
        first = np.argsort(-self.scores, axis=1, kind='stable')[:, :TOP_K]
        hits = np.array([t in [self.known[k] for k in row] for t, row in zip(self.truth, first)], float)
        distinct = all(len(set(row)) == len(row) for row in self.scores) and np.isfinite(self.scores).all()
        if distinct and len(self.known) > TOP_K and self.labels == self.known:
            return metrics.top_k_accuracy_score(self.truth, self.scores, k=TOP_K, labels=self.known,
                                                sample_weight=self.weight)
        return self.mean(hits)

    def curves(self):
        """Of each ranked class: every point of both curves, where scikit-learn has them."""
        for label, s in self.rank_scores():
            y, ranks = self.truth == label, dense_ranks(s)
            if not self.weight[y].sum() or not self.weight[~y].sum():
                continue
            fpr, tpr, _ = metrics.roc_curve(y, ranks, sample_weight=self.weight, drop_intermediate=False)
            precision, _, _ = metrics.precision_recall_curve(y, ranks, sample_weight=self.weight)
            yield label, {'tpr': tpr, 'fpr': fpr, 'precision': precision[::-1]}

    def rank_scores(self):
        for k, label in enumerate(self.known):
            if self.positive in (None, label):
                yield label, self.scores[:, k] if self.positive is None else odds(self.scores[:, k],
                                                                                  self.scores[:, 1 - k])

    def truth_scores(self):
        at = [self.known.index(t) if t in self.known else -1 for t in self.truth]
        return np.array([self.scores[i, k] if k >= 0 else -np.inf for i, k in enumerate(at)]), at

    def margins(self):
        truth, at = self.truth_scores()
        rivals = np.array([np.max(np.delete(row, k) if k >= 0 else row) for row, k in zip(self.scores, at)])
        return np.where(truth == rivals, 0.0, truth - rivals)

    def squared(self):
        hot = np.array([[t == c for c in self.known] for t in self.truth], float)
        return self.mean(((self.p - hot) ** 2).sum(axis=1) + (1 - hot.sum(axis=1)))

    def ranked(self, score):
        """score(y, s, weight) of the positive class, or its mean over the classes for which it is defined."""
        defined = []
        for label, s in self.rank_scores():
            one = score(self.truth == label, dense_ranks(s), self.weight)
            defined += [] if one is None else [one]
        return np.mean(defined) if defined else None

    def calibration_error(self):
        gap, right = 0.0, self.truth == self.predicted
        bins = np.clip(np.ceil(self.sure * 15) - 1, 0, 14)
        for b in range(15):
            at = bins == b
            gap += abs(np.sum(self.weight[at] * right[at]) - np.sum(self.weight[at] * self.sure[at]))
        return gap / np.sum(self.weight)


def odds(positive, negative):
    with np.errstate(invalid='ignore'):
        return np.where(positive == negative, 0.0, positive - negative)


def dense_ranks(s):
    """scikit-learn takes no infinite scores; only their order matters."""
    return np.unique(s, return_inverse=True)[1].astype(float)


def roc_auc(y, s, weight):
    if not weight[y].sum() or not weight[~y].sum():
        return None
    return metrics.roc_auc_score(y, s, sample_weight=weight)


def average_precision(y, s, weight):
    return metrics.average_precision_score(y, s, sample_weight=weight) if weight[y].sum() else None


def expected_figures(case):
    e = Expected(case)
    truth, _ = e.truth_scores()
    figures = {'rows': len(e.truth), 'classes': e.labels}
    figures['confusion'] = metrics.confusion_matrix(e.truth, e.predicted, labels=e.labels, sample_weight=e.weight)
    figures['accuracy'] = metrics.accuracy_score(e.truth, e.predicted, sample_weight=e.weight)
    figures['zero_one'] = metrics.zero_one_loss(e.truth, e.predicted, sample_weight=e.weight)
    for average in ('macro', 'weighted', 'micro', None):
        for name, value in e.averaged(average).items():
            figures[f'{average}.{name}'] = value
    figures['log_loss'] = e.mean(-truth)
    figures['squared'] = e.squared()
    figures['brier'] = figures['squared'] / (2 if e.positive else 1)
    if e.positive and e.labels == e.known and len(set(e.truth)) == 2:
        k = e.known.index(e.positive)
        figures['brier'] = metrics.brier_score_loss(e.truth, np.minimum(1, e.p[:, k]), sample_weight=e.weight, pos_label=e.positive)
    figures['hinge'] = e.mean(np.maximum(0, 1 - e.margins()))
    figures['exponential'] = e.mean(np.exp(-e.margins()))
    figures['roc_auc'] = e.ranked(roc_auc)
    figures['average_precision'] = e.ranked(average_precision)
    figures['ece'] = e.calibration_error()
    figures['balanced_accuracy'] = metrics.balanced_accuracy_score(e.truth, e.predicted, sample_weight=e.weight)
    figures['matthews'] = metrics.matthews_corrcoef(e.truth, e.predicted, sample_weight=e.weight)
    figures['kappa'] = e.kappa()
    figures['top_k'] = e.top_k()
    figures['unknown'] = [[label, int(np.sum(e.truth == label))] for label in e.labels[len(e.known):]]
    figures['unseen'] = [label for label in e.known if label not in e.truth]
    for label, points in e.curves():
        figures.update({f'curve.{label}.{axis}': values for axis, values in points.items()})
    return figures


# Comparing

def given_figures(answer):
    figures = {key: answer[key] for key in ('rows', 'accuracy', 'log_loss', 'brier', 'roc_auc', 'average_precision', 'ece',
                                            'balanced_accuracy', 'matthews', 'kappa')}
    figures.update(top_k=answer['top_k']['accuracy'], unseen=answer['unseen_classes'],
                   unknown=[[one['class'], one['rows']] for one in answer['unknown_classes']])
    for curve in answer['curves']:
        figures.update({f'curve.{curve["class"]}.{axis}': curve[axis] for axis in ('tpr', 'fpr', 'precision')})
    figures.update(answer['losses'], classes=answer['confusion']['classes'], confusion=answer['confusion']['counts'])
    for average in ('macro', 'weighted', 'micro'):
        figures.update({f'{average}.{name}': value for name, value in answer[average].items()})
    for name in ('precision', 'recall', 'f1', 'f_beta', 'support'):
        figures[f'None.{name}'] = [one[name] for one in answer['per_class']]
    return figures


def close(expected, given):
    if expected is None or given is None or isinstance(expected, list):
        return expected == given
    expected, given = np.asarray(expected, float), np.asarray(given, float)  # "inf" is a number to numpy
    return expected.shape == given.shape and np.allclose(given, expected, rtol=TOLERANCE, atol=TOLERANCE)


def differences(case, answer):
    given, expected = given_figures(answer), expected_figures(case)
    missing = {'macro.support', 'weighted.support', 'micro.support'}
    return [f'{name}: expected {value!r}, got {given[name]!r}' for name, value in expected.items()
            if name not in missing and not close(value, given[name])]


def written(case):
    text = json.dumps({key: case[key] for key in case if key != 'name'})
    return text.replace('-Infinity', '"-inf"')


def answers(program, lines):
    ran = subprocess.run([program], input='\n'.join(lines), capture_output=True, text=True, check=True)
    return [json.loads(line) for line in ran.stdout.splitlines()]


def measures_that_differ(program, seed):
    made = [one for one in cases(random.Random(seed)) if sum(r['weight'] for r in one['rows']) > 0]
    failed = 0
    for one, answer in zip(made, answers(program, map(written, made)), strict=True):
        wrong = differences(one, answer)
        failed += bool(wrong)
        if wrong and failed <= 10:
            print(one['name'], *wrong, sep='\n    ')
    print(f'{len(made)} cases, {failed} differ')
    return failed


# McNemar's test

PAIRS = [(0, 0), (0, 1), (1, 1), (0, 6), (3, 9), (12, 12), (0, 24), (11, 14), (12, 13), (25, 25), (0, 25), (150, 86),
         (400, 401), (1000, 1200)]
R_TESTS = 'for (p in list({})) cat(if (sum(p) < 25) (if (sum(p) == 0) 1 else binom.test(p[1], sum(p))$p.value) else ' \
          'mcnemar.test(matrix(c(7, p[1], p[2], 9), 2))$p.value, "\\n")'


def expected_p_values():
    """Exact for fewer than 25 pairs, else chi square with the correction that R makes."""
    for b, c in PAIRS:
        if b + c < 25:
            yield stats.binomtest(b, b + c).pvalue if b + c else 1.0
        else:
            yield stats.chi2.sf(max(0, abs(b - c) - 1) ** 2 / (b + c), 1)


def r_p_values():
    script = R_TESTS.format(', '.join(f'c({b}, {c})' for b, c in PAIRS))
    ran = subprocess.run(['Rscript', '-e', f'options(digits=15); {script}'], capture_output=True, text=True, check=True)
    return [float(line) for line in ran.stdout.split()]


def tests_that_differ(program):
    given = [one['p_value'] for one in answers(program, (json.dumps({'mcnemar': pair}) for pair in PAIRS))]
    judges = {'scipy': list(expected_p_values())}
    if shutil.which('Rscript'):
        judges['R'] = r_p_values()
    failed = 0
    for judge, expected in judges.items():
        for pair, one, wanted in zip(PAIRS, given, expected, strict=True):
            if not np.isclose(one, wanted, rtol=1e-11, atol=0):
                print(f'mcnemar {pair}: {judge} has {wanted!r}, not {one!r}')
                failed += 1
    print(f'{len(PAIRS)} tests, judged by {" and ".join(judges)}, {failed} differ')
    return failed


def main(program, seed=1):
    return 1 if measures_that_differ(program, seed) + tests_that_differ(program) else 0


if __name__ == '__main__':
    warnings.simplefilter('ignore')
    np.seterr(all='ignore')
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:])))
