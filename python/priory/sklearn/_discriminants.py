# SPDX-License-Identifier: Apache-2.0
"""Discriminant analysis: Gaussians over all columns together."""
import warnings

import numpy as np

from sklearn.base import TransformerMixin

try:
    from sklearn.base import ClassNamePrefixFeaturesOutMixin
except ImportError:  # before scikit-learn 1.3
    from sklearn.base import _ClassNamePrefixFeaturesOutMixin as ClassNamePrefixFeaturesOutMixin

from ..errors import DataError
from ._estimator import refuse
from ._gaussians import Numeric


class _Discriminant(Numeric):
    """Gaussians over all columns together."""

    _smoothing = 0

    def fit(self, X, y):
        """Learns from the rows of X, whose classes are y."""
        return super().fit(X, y)

    def _learn(self, rows):
        self._smoothing = 0
        try:
            super()._learn(rows)
        except DataError as error:
            if 'positive definite' not in str(error):
                raise
            warnings.warn('Variables are collinear: variances are smoothed', stacklevel=3)
            self._smoothing = 1e-9
            super()._learn(rows)

    @property
    def means_(self):
        """The mean of each feature, classes x features."""
        return self._means()

    @property
    def priors_(self):
        """The probability of each class before a row is seen."""
        return np.exp(self._by_class(np.array([self._fitted().log_prior]), -np.inf)[0])


class LinearDiscriminantAnalysis(ClassNamePrefixFeaturesOutMixin, TransformerMixin, _Discriminant):
    """Gaussians with one covariance for all classes."""

    def __init__(self, solver='svd', shrinkage=None, priors=None, n_components=None, store_covariance=False, tol=1e-4,
                 covariance_estimator=None):
        self.solver, self.shrinkage, self.priors, self.n_components = solver, shrinkage, priors, n_components
        self.store_covariance, self.tol, self.covariance_estimator = store_covariance, tol, covariance_estimator

    def _check_parameters(self):
        refuse(self, 'solver', self.solver, ['svd', 'lsqr', 'eigen'])
        refuse(self, 'covariance_estimator', self.covariance_estimator, [None])
        if self.tol != 1e-4:
            raise ValueError(f'LinearDiscriminantAnalysis of priory has no tol={self.tol!r}: leave it out')
        if isinstance(self.shrinkage, str):
            raise ValueError(f'LinearDiscriminantAnalysis of priory has no shrinkage={self.shrinkage!r}: take a number from '
                             "0 to 1, or priory.train(..., family='lda', shrinkage='auto')")
        if self.solver == 'svd' and self.shrinkage is not None:
            raise NotImplementedError('shrinkage not supported with \'svd\' solver.')
        if self.solver == 'eigen' and self.shrinkage is not None:
            raise ValueError("LinearDiscriminantAnalysis of priory has no shrinkage= with solver='eigen': take solver='lsqr'")
        if self.solver != 'svd' and self.priors is not None:
            raise ValueError(f'LinearDiscriminantAnalysis of priory has no priors= with solver={self.solver!r}, where they would '
                             "weigh the covariance too: take solver='svd'")

    def _prior(self, classes):
        priors = super()._prior(classes)
        if not isinstance(priors, str) and not np.isclose(priors.sum(), 1.0):
            warnings.warn('The priors do not sum to 1. Renormalizing', UserWarning, stacklevel=2)
            return priors / priors.sum()
        return priors

    def _check_classes(self, X, codes):
        most = min(len(self.classes_) - 1, X.shape[1])
        if self.n_components is not None and self.n_components > most and len(X) > 1:
            raise ValueError('n_components cannot be larger than min(n_features, n_classes - 1): '
                             f'n_features = {X.shape[1]}, n_classes - 1 = {len(self.classes_) - 1}')
        self._max_components = most if self.n_components is None else self.n_components
        if len(self.classes_) == len(X):
            raise ValueError('The number of samples must be more than the number of classes: '
                             f'there are {len(X)}, n_samples = {len(X)}')
        if len(self.classes_) < 2:
            raise ValueError('The number of classes has to be greater than one; got 1 class')

    def _parts(self, names):
        settings = {'var-smoothing': self._smoothing, 'unbiased': float(self.solver == 'svd'), 'shrinkage': float(self.shrinkage or 0)}
        return [{'family': 'gaussian-shared', 'kind': 'reals', 'columns': names, 'declared': [], 'settings': settings}]

    @property
    def xbar_(self):
        """The mean of all rows, classes weighed by priors_."""
        return self.priors_ @ self.means_

    def _covariance(self):
        n = self.n_features_in_
        return self._fitted().parts()[0]['parameters']['covariance'].reshape(n, n)

    @property
    def covariance_(self):
        """The covariance that all classes share; of solver='svd' where store_covariance=True."""
        if self.solver != 'svd':
            return self._covariance()
        if not self.store_covariance:
            raise AttributeError('covariance_ is there with store_covariance=True')
        n, n_classes = self._fitted().n_rows, len(self.classes_)
        return self._covariance() * (n - n_classes) / n

    def _linear(self):
        centre = self.xbar_ if self.solver == 'svd' else np.zeros(self.n_features_in_)
        means = self.means_ - centre
        coef = np.linalg.solve(self._covariance(), means.T).T
        intercept = np.log(self.priors_) - 0.5 * np.einsum('kd,kd->k', means, coef) - coef @ centre
        if len(self.classes_) > 2:
            return coef, intercept
        return coef[1:] - coef[:1], intercept[1:] - intercept[:1]

    @property
    def coef_(self):
        """The weight of each feature; of two classes for the second."""
        return self._linear()[0]

    @property
    def intercept_(self):
        """What is added to the weighted features."""
        return self._linear()[1]

    def decision_function(self, X):
        """Linear scores: of two classes one a row."""
        self._fitted()
        X, _ = self._check_X(X, reset=False)
        coef, intercept = self._linear()
        scores = X @ coef.T + intercept
        return scores.ravel() if scores.shape[1] == 1 else scores

    def _directions(self):
        """The directions in which the means lie furthest apart, and how far: the whitened means' main axes."""
        variance, axes = np.linalg.eigh(self._covariance())
        whitening = axes / np.sqrt(variance)
        weight = np.sqrt(self._fitted().n_rows * self.priors_ / max(len(self.classes_) - 1, 1))
        _, length, turned = np.linalg.svd((weight[:, None] * (self.means_ - self.xbar_)) @ whitening, full_matrices=False)
        return whitening @ turned.T, length

    @property
    def scalings_(self):
        """The directions that `transform` projects on, the most telling first; their signs are of no meaning."""
        return self._directions()[0][:, :len(self.classes_) - 1]

    @property
    def explained_variance_ratio_(self):
        """What each direction tells of all that the means differ by."""
        length = self._directions()[1]
        return (length**2 / (length**2).sum())[:self._max_components]

    @property
    def _n_features_out(self):
        return self._max_components

    def transform(self, X):
        """The rows in the directions in which the classes lie furthest apart."""
        if self.solver == 'lsqr':
            raise NotImplementedError("transform not implemented for 'lsqr' solver (use 'svd' or 'eigen').")
        self._fitted()
        X, _ = self._check_X(X, reset=False)
        centre = self.xbar_ if self.solver == 'svd' else 0
        return ((X - centre) @ self.scalings_)[:, :self._max_components]


class QuadraticDiscriminantAnalysis(_Discriminant):
    """Gaussians with a covariance for each class."""

    def __init__(self, *, priors=None, reg_param=0.0, store_covariance=False, tol=1e-4):
        self.priors, self.reg_param, self.store_covariance, self.tol = priors, reg_param, store_covariance, tol

    def _check_parameters(self):
        if self.reg_param:
            raise ValueError(f'QuadraticDiscriminantAnalysis of priory has no reg_param={self.reg_param!r}: leave it out, or '
                             "take priory.train(..., family='qda', shrinkage=...)")
        if self.tol != 1e-4:
            raise ValueError(f'QuadraticDiscriminantAnalysis of priory has no tol={self.tol!r}: leave it out')

    def _check_classes(self, X, codes):
        if len(self.classes_) < 2:
            raise ValueError('The number of classes has to be greater than one; got 1 class')
        few = np.flatnonzero(np.bincount(codes) < 2)
        if len(few):
            raise ValueError(f'y has only 1 sample in class {self.classes_[few[0]]}, covariance is ill defined.')

    def _parts(self, names):
        return [{'family': 'gaussian-full', 'kind': 'reals', 'columns': names, 'declared': [],
                 'settings': {'var-smoothing': self._smoothing, 'unbiased': 1}}]

    @property
    def covariance_(self):
        """A covariance for each class, where store_covariance=True."""
        if not self.store_covariance:
            raise AttributeError('covariance_ is there with store_covariance=True')
        n = self.n_features_in_
        return [each.reshape(n, n) for each in self._by_class(self._fitted().parts()[0]['parameters']['covariance'], 0).T]

    def decision_function(self, X):
        """Log probabilities; of two classes their difference."""
        scores = self.predict_log_proba(X)
        return scores[:, 1] - scores[:, 0] if len(self.classes_) == 2 else scores
