# SPDX-License-Identifier: Apache-2.0
"""What models answer: explanations, evaluations, comparisons."""
import typing

import numpy as np

from . import _core


class Reason(typing.NamedTuple):
    """What a column, a word or the prior adds to the log score of every class."""
    kind: str  # prior, value, absent, missing or unseen
    feature: str
    value: str
    count: float
    log_p: 'tuple[float, ...]'  # in the order of the classes; empty when it adds nothing


class Explanation(typing.NamedTuple):
    """Why a row scores as it does: the reasons add up to the log scores."""
    predicted: str
    classes: 'tuple[str, ...]'
    log_scores: np.ndarray
    log_posterior: np.ndarray
    impossible: bool
    reasons: 'list[Reason]'
    texts: 'dict[str, str]' = {}  # those that the row has, where rows are held in memory

    def best_two(self):
        """The places of the class predicted and of the next best."""
        order = np.argsort(-self.log_posterior, kind='stable')
        best = self.classes.index(self.predicted)
        return best, int(next((k for k in order if k != best), best))

    def _repr_html_(self):
        from . import _html  # notebooks only
        return _html.explanation_table(self)


class Curve(typing.NamedTuple):
    """A class against the rest, from the most demanding threshold down."""
    label: str
    false_positive_rate: np.ndarray
    recall: np.ndarray
    precision: np.ndarray
    score: np.ndarray


class BestThreshold(typing.NamedTuple):
    """A threshold of the positive class, for `predict`, and what it reaches."""
    goal: str
    threshold: float
    value: float


class Evaluation:
    """How good predictions are on rows whose class is known. `evaluation['accuracy']` is a figure."""

    def __init__(self, core, threads=1, measuring=None):
        self._core, self._threads = core, threads
        self._measures = core.measure(measuring or {}, threads)

    @property
    def figures(self):
        """All figures by name; None where one is undefined."""
        return self._measures.figures

    @property
    def classes(self):
        """The classes of the matrix: the model's, then those that only the rows have."""
        return tuple(self._measures.classes)

    @property
    def confusion(self):
        """A row for each actual class, a column for each predicted one."""
        return self._measures.confusion

    @property
    def n_rows(self):
        """How many rows were judged."""
        return self._measures.rows

    def curves(self):
        """A `Curve` of the positive of two classes, or of each class."""
        return [Curve(*each) for each in self._core.curves()]

    def intervals(self, resamples=None, *, seed=1):
        """The ends of 95% intervals of the figures, by the bootstrap; without `resamples` what takes about a second."""
        return self._core.intervals(resamples, seed, self._threads)

    def best_threshold(self, goal='f1', *, cost=None):
        """Of two classes the threshold that does best on these rows: for f1, youden (recall less false positive rate), or cost."""
        from .model import _costs
        return BestThreshold(*self._core.best_threshold(goal, _costs(cost, self.classes) or []))

    def __getitem__(self, name):
        return self.figures[name]

    def __getattr__(self, name):
        if name.startswith('_') or name not in self.figures:
            raise AttributeError(f"an evaluation has no figure '{name}'")
        return self.figures[name]

    def to_json(self):
        """As the command line writes it: schema priory.evaluation/1."""
        return self._measures.json()

    def __str__(self):
        return self._measures.text()

    def __repr__(self):
        return f'<{type(self).__name__} of {self.n_rows} rows: accuracy {self["accuracy"]:.4g}>'

    def _repr_html_(self):
        from . import _html  # notebooks only
        return _html.evaluation_table(self)


def merged(cores):
    """The core of an evaluation of all their rows."""
    whole = cores[0].copy()
    for each in cores[1:]:
        whole.merge(each)
    return whole


class CrossValidation(Evaluation):
    """The evaluation of all rows, each by a model that had not seen it; `folds` has one for each fold.

    `against` has a `Comparison` for each of the options that `priory.cross_validate` was given to compare with.
    """

    def __init__(self, folds, threads=1, against=()):
        self.against = list(against)
        self.folds = [Evaluation(each, threads) for each in folds]
        super().__init__(merged(folds), threads)


class Comparison:
    """What the second model does better or worse than the first on the same rows, second less first.

    `figures` has the differences, the ends of their intervals ('accuracy.low'), and McNemar's `p_value`.
    """

    def __init__(self, figures, text):
        self.figures, self._text = figures, text

    def __getitem__(self, name):
        return self.figures[name]

    def __str__(self):
        return self._text

    def __repr__(self):
        return f'<Comparison: accuracy {self["accuracy"]:+.4g}, p {self["p_value"]:.3g}>'


def compare(first, second, data, target=None, *, resamples=None, seed=1, threads=None, **options):
    """Do two models differ on rows whose class is known? A `Comparison`, second less first. Options are those of `Model.evaluate`."""
    judged = [model.evaluate(data, target, threads=threads, **options) for model in (first, second)]
    return Comparison(*_core.compare(judged[0]._core, judged[1]._core, resamples, seed, threads or 1))
