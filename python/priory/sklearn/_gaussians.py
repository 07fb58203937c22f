# SPDX-License-Identifier: Apache-2.0
"""Naive Bayes over numbers."""
import numpy as np

from ._estimator import Estimator, Online


class Numeric(Estimator):
    """Gaussians; `priors` are the classes'."""

    def _prior(self, classes):
        if self.priors is None:
            return 'empirical'
        priors = np.asarray(self.priors, float)
        if len(priors) != len(classes):
            raise ValueError('Number of priors must match number of classes.')
        if (priors < 0).any():
            raise ValueError('Priors must be non-negative.')
        return priors

    def _means(self):
        return self._by_class(self._fitted().parts()[0]['parameters']['mean'], 0).T


def _largest_variance(X, at_once=16):
    """Over columns, some at a time: numpy copies what it takes the variance of."""
    if X.ndim != 2 or X.dtype.kind not in 'biuf':
        return float(np.var(np.asarray(X, float), axis=0).max(initial=0))  # or the error that scikit-learn has for it
    parts = [X[:, k:k + at_once] for k in range(0, X.shape[1], at_once)]
    return max((float(np.var(part, axis=0, dtype=float).max(initial=0)) for part in parts), default=0.0)


class GaussianNB(Numeric, Online):
    """Naive Bayes over numbers."""

    def __init__(self, *, priors=None, var_smoothing=1e-9):
        self.priors, self.var_smoothing = priors, var_smoothing

    def _prior(self, classes):
        priors = super()._prior(classes)
        if not isinstance(priors, str) and not np.isclose(priors.sum(), 1.0):
            raise ValueError('The sum of the priors should be 1.')
        return priors

    def fit(self, X, y, sample_weight=None):
        """Learns from the rows of X, whose classes are y."""
        if sample_weight is None:
            self._ridge = None
            return super().fit(X, y)
        # Weights count in the means and variances, and not in what these are smoothed by.
        self._ridge = self.var_smoothing * _largest_variance(np.asarray(X))
        return super().fit(X, y, sample_weight)

    def _check_classes(self, X, codes):
        if codes is not None and len(X) == 1:
            raise ValueError('a variance needs more than 1 sample')

    def _parts(self, names):
        ridge = getattr(self, '_ridge', None)
        settings = {'var-smoothing': float(self.var_smoothing)} if ridge is None else {'var-smoothing': 0, 'ridge': ridge}
        return [{'family': 'gaussian', 'kind': 'reals', 'columns': [name], 'declared': [], 'settings': settings}
                for name in names]

    def _gathered(self, name):
        parts = self._fitted().parts()
        return self._by_class(np.vstack([part['parameters'][name] for part in parts]), 0).T

    @property
    def theta_(self):
        """The mean of each feature, classes x features."""
        return self._gathered('mean')

    @property
    def var_(self):
        """The variance of each feature, smoothed, classes x features."""
        return self._gathered('variance')

    @property
    def class_count_(self):
        """The weight of the rows of each class."""
        return self._by_class(np.array([self._fitted().class_count]), 0)[0]

    @property
    def epsilon_(self):
        """What every variance is smoothed by: it is in var_."""
        if getattr(self, '_ridge', None) is not None:
            return self._ridge
        plain = self._fitted().reestimated({'var_smoothing': 1e-300})
        return float(max(smooth['parameters']['variance'].max() - raw['parameters']['variance'].max()
                         for smooth, raw in zip(self._fitted().parts(), plain.parts())))

    @property
    def class_prior_(self):
        """The probability of each class before a row is seen."""
        if self.priors is not None:
            return np.asarray(self.priors, float)
        return self.class_count_ / self.class_count_.sum()
