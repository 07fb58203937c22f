# SPDX-License-Identifier: Apache-2.0
"""Classes that nobody has named."""
import numpy as np
from sklearn.base import ClusterMixin
from sklearn.utils import check_random_state

from .. import _core
from .._data import threads_of
from ._tabular import Tabular


class LatentClass(ClusterMixin, Tabular):
    """Hidden classes of rows of any columns, by EM from `n_init` starts.

    Columns of categories make it latent class analysis, columns of numbers a mixture of Gaussians, and both go together.

    >>> X = [[0.0], [0.1], [0.2], [5.0], [5.1], [5.2], [5.3]]
    >>> LatentClass(2, random_state=0).fit_predict(X).tolist()
    [1, 1, 1, 0, 0, 0, 0]
    """

    _estimator_type = 'clusterer'

    def __init__(self, n_components=2, *, n_init=10, max_iter=10000, tol=1e-10, random_state=None, family=None, types=None,
                 parts=None, ignore=None, alpha=None, var_smoothing=None, hard=False, anneal=False):
        self.n_components, self.n_init, self.max_iter, self.tol = n_components, n_init, max_iter, tol
        self.random_state, self.family, self.types, self.parts, self.ignore = random_state, family, types, parts, ignore
        self.alpha, self.var_smoothing, self.hard, self.anneal = alpha, var_smoothing, hard, anneal

    def _em(self):
        seed = self.random_state
        if not isinstance(seed, (int, np.integer)):
            seed = check_random_state(seed).randint(2**31 - 1)
        return {'hard': self.hard, 'anneal': self.anneal, 'max_iterations': self.max_iter, 'tolerance': self.tol,
                'restarts': self.n_init, 'seed': int(seed), 'variance_floor': self.var_smoothing is None}

    def _options(self):
        names = ('family', 'types', 'parts', 'ignore', 'alpha', 'var_smoothing')
        return {name: getattr(self, name) for name in names if getattr(self, name) is not None}

    def fit(self, X, y=None, sample_weight=None):
        """Finds the classes of the rows of X, numbered from the largest; `y` is not used."""
        X, _ = self._check_X(X)
        if self.n_components > len(X):
            raise ValueError(f'n_components={self.n_components} is more than n_samples = {len(X)}')
        self._columns = self._names()
        rows = self._rows(X, None, self._weights(sample_weight, X))
        found = self._with_any_column(self._options(), lambda options: _core.cluster(
            rows, None, options, self._em(), self.n_components, self.n_components, threads_of(None)))
        self._sums = None
        self._core, self.log_likelihood_, _, self.n_iter_, self.converged_ = found[:5]
        self._set_classes(np.arange(self.n_components))
        self._class_names = self._core.classes
        self.labels_ = self.predict(X)
        return self

    def predict(self, X):
        """The most probable class of each row."""
        return super().predict(X).astype(np.int32)

    def score(self, X, y=None):
        """The mean log likelihood of the rows."""
        core = self._fitted()
        X, _ = self._check_X(X, reset=False)
        return core.log_likelihood(self._rows(X), threads_of(None)) / len(X)

    def _more_tags(self):
        why = 'starts are drawn by the order of the rows, and classes of equal size have no order'
        return dict(super()._more_tags(), _xfail_checks={'check_sample_weights_invariance': why})

    @property
    def weights_(self):
        """The probability of each class before a row is seen."""
        return np.exp(self._fitted().log_prior)

    @property
    def bic_(self):
        """Bayes' information criterion of the rows learnt from: the lower, the better."""
        return self._fitted().tried[-1][3]
