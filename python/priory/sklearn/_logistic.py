# SPDX-License-Identifier: Apache-2.0
"""Logistic regression."""
import warnings

import numpy as np

from .. import _core
from .._data import threads_of
from ._estimator import Estimator, refuse


class LogisticRegression(Estimator):
    """The classes given the rows: weights of features, with a penalty."""

    _sparse = True

    def __init__(self, penalty='l2', *, dual=False, tol=1e-4, C=1.0, fit_intercept=True, intercept_scaling=1,
                 class_weight=None, random_state=None, solver='lbfgs', max_iter=100, multi_class='auto', verbose=0,
                 warm_start=False, n_jobs=None, l1_ratio=None):
        self.penalty, self.dual, self.tol, self.C, self.fit_intercept = penalty, dual, tol, C, fit_intercept
        self.intercept_scaling, self.class_weight, self.random_state = intercept_scaling, class_weight, random_state
        self.solver, self.max_iter, self.multi_class, self.verbose = solver, max_iter, multi_class, verbose
        self.warm_start, self.n_jobs, self.l1_ratio = warm_start, n_jobs, l1_ratio

    def _check_parameters(self):
        refuse(self, 'penalty', self.penalty, ['l2', 'l1', 'elasticnet', 'none', None])
        refuse(self, 'dual', self.dual, [False])
        refuse(self, 'fit_intercept', self.fit_intercept, [True])
        refuse(self, 'solver', self.solver, ['lbfgs', 'newton-cg', 'newton-cholesky', 'sag', 'saga'])
        refuse(self, 'multi_class', self.multi_class, ['auto', 'multinomial'])
        refuse(self, 'warm_start', self.warm_start, [False])
        if self.intercept_scaling != 1:
            raise ValueError('LogisticRegression of priory has no intercept_scaling=: intercepts have no penalty')
        if not self.C > 0:
            raise ValueError(f'C is above 0, and not {self.C}')

    def _checked(self, X, below):
        if hasattr(X, 'indptr') and X.nnz and X.data.min() < 0:
            raise ValueError('LogisticRegression of priory takes sparse matrices of numbers from 0 on; take X.toarray()')
        return X

    def _check_classes(self, X, codes):
        self._bag = hasattr(X, 'indptr')
        self._codes, self._n = codes, len(self.classes_)
        if len(self.classes_) < 2:
            raise ValueError('This solver needs samples of at least 2 classes in the data, but the data contains only one class: '
                             f'{self.classes_[0]!r}')

    def fit(self, X, y, sample_weight=None):
        """Learns from the rows of X, whose classes are y."""
        if self.class_weight is not None:
            from sklearn.utils.class_weight import compute_sample_weight
            weight = compute_sample_weight(self.class_weight, y)
            sample_weight = weight if sample_weight is None else weight * np.asarray(sample_weight)
        super().fit(X, y, sample_weight)
        return self

    def _parts(self, names):
        family = ('multinomial', 'bag', {}) if self._bag else ('gaussian-shared', 'reals', {'ridge': 1})
        return [{'family': family[0], 'kind': family[1], 'columns': names, 'declared': [], 'settings': family[2]}]

    def _learn(self, rows):
        self._sums = None
        del self._codes
        l1 = {'l1': 1, 'elasticnet': self.l1_ratio or 0}.get(self.penalty, 0)
        strength = 0 if self.penalty in (None, 'none') else 1 / self.C
        how = {'l2': (1 - l1) * strength, 'l1': l1 * strength, 'towards': 'zero', 'balanced': False,
               'tolerance': min(self.tol, 1e-6), 'max_iterations': self.max_iter}
        generative = _core.fit(self._plan(), rows, threads_of(None))
        self._core, iterations, converged = _core.fit_weights(generative, rows, how, threads_of(None))
        self.n_iter_ = np.array([iterations])
        if not converged:
            from sklearn.exceptions import ConvergenceWarning
            warnings.warn(f'stopped after max_iter={self.max_iter} steps before the end', ConvergenceWarning, stacklevel=3)

    @property
    def coef_(self):
        """The weight of each feature; of two classes for the second."""
        weights = self._by_class(self._fitted().parts()[0]['parameters']['weight'][:self.n_features_in_], 0).T
        return weights[1:] - weights[:1] if len(self.classes_) == 2 else weights

    @property
    def intercept_(self):
        """What is added to the weighted features: the log odds of a row of zeros."""
        scores = self.predict_log_proba(np.zeros((1, self.n_features_in_)))[0]
        return scores[1:] - scores[:1] if len(self.classes_) == 2 else scores - scores.mean()

    def decision_function(self, X):
        """Linear scores: of two classes one a row."""
        scores = self.predict_log_proba(X)
        return scores[:, 1] - scores[:, 0] if len(self.classes_) == 2 else scores - scores.mean(axis=1, keepdims=True)
