# SPDX-License-Identifier: Apache-2.0
"""Naive Bayes over counts, presence and categories, as scikit-learn has it."""
import warnings

import numpy as np

from ._estimator import Online
from ._single import SingleRows


class _Discrete(Online):
    """Naive Bayes over counts."""

    _sparse = _positive = True
    _family = ''

    def _check_parameters(self):
        alpha = np.asarray(self.alpha, dtype=float)
        if alpha.ndim:
            raise ValueError(f'{type(self).__name__} of priory takes one alpha for all features, and no array')
        if not alpha >= 0:
            raise ValueError(f'alpha should be >= 0, and is {self.alpha}')

    def _alpha(self):
        if self.alpha < 1e-10 and self.force_alpha is not True:
            warnings.warn('alpha too small will result in numeric errors, setting alpha = 1.0e-10. '
                          'Use `force_alpha=True` to keep alpha unchanged.', stacklevel=3)
            return 1e-10
        return float(self.alpha)

    def _prior(self, classes):
        if self.class_prior is None:
            return 'empirical' if self.fit_prior else 'uniform'
        if len(self.class_prior) != len(classes):
            raise ValueError('Number of priors must match number of classes.')
        return self.class_prior

    def _more_tags(self):
        return dict(super()._more_tags(), poor_score=True)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = True
        return tags

    def _settings(self):
        return {'alpha': self._alpha()}

    def _parts(self, names):
        return [{'family': self._family, 'kind': 'bag', 'columns': names, 'declared': [], 'settings': self._settings()}]

    @property
    def class_count_(self):
        """The weight of the rows of each class."""
        return self._by_class(np.array([self._fitted().class_count]), 0)[0]

    @property
    def class_log_prior_(self):
        """The log probability of each class before a row is seen."""
        return self._by_class(np.array([self._fitted().log_prior]), -np.inf)[0]

    def _parameter(self, name, otherwise):
        """Of the one part: classes x features."""
        return self._by_class(self._fitted().parts()[0]['parameters'][name], otherwise).T


class MultinomialNB(SingleRows, _Discrete):
    """Naive Bayes over counts, such as those of words.

    >>> X, y = [[2, 0, 1], [0, 3, 0]], ['a', 'b']
    >>> MultinomialNB().fit(X, y).predict([[1, 0, 0]]).tolist()
    ['a']
    """

    _family = 'multinomial'

    def __init__(self, *, alpha=1.0, force_alpha='warn', fit_prior=True, class_prior=None):
        self.alpha, self.force_alpha, self.fit_prior, self.class_prior = alpha, force_alpha, fit_prior, class_prior

    @property
    def feature_log_prob_(self):
        """log P(feature | class), classes x features."""
        return self._parameter('log_prob', -np.log(self.n_features_in_))


class ComplementNB(SingleRows, _Discrete):
    """Naive Bayes over counts, by those of all other classes (Rennie et al. 2003)."""

    _family = 'complement'

    def __init__(self, *, alpha=1.0, force_alpha='warn', fit_prior=True, class_prior=None, norm=False):
        self.alpha, self.force_alpha, self.fit_prior, self.class_prior = alpha, force_alpha, fit_prior, class_prior
        self.norm = norm

    def _settings(self):
        return {'alpha': self._alpha(), 'weight-norm': float(self.norm)}

    @property
    def feature_log_prob_(self):
        """The weight of each feature, classes x features."""
        return self._parameter('weight', 0)


class BernoulliNB(_Discrete):
    """Naive Bayes over features that are there or not."""

    _family, _positive = 'bernoulli', False

    def __init__(self, *, alpha=1.0, force_alpha='warn', binarize=0.0, fit_prior=True, class_prior=None):
        self.alpha, self.force_alpha, self.fit_prior, self.class_prior = alpha, force_alpha, fit_prior, class_prior
        self.binarize = binarize

    def _checked(self, X, below):
        if self.binarize is None or self.binarize == 0 and not below:  # what is not 0 is there
            return X
        if not hasattr(X, 'indptr'):
            return (X > self.binarize).astype(np.uint8)
        if self.binarize < 0:
            raise ValueError('Cannot binarize a sparse matrix with threshold < 0')
        return type(X)(((X.data > self.binarize).astype(np.uint8), X.indices, X.indptr), shape=X.shape)

    @property
    def feature_log_prob_(self):
        """log P(feature is there | class), classes x features."""
        return self._parameter('log_prob', np.log(0.5))


class CategoricalNB(_Discrete):
    """Naive Bayes over categories, which are numbered from 0."""

    _sparse, _family = False, 'categorical'

    def __init__(self, *, alpha=1.0, force_alpha='warn', fit_prior=True, class_prior=None, min_categories=None):
        self.alpha, self.force_alpha, self.fit_prior, self.class_prior = alpha, force_alpha, fit_prior, class_prior
        self.min_categories = min_categories

    def _checked(self, X, below):
        if X.dtype.kind in 'iu':
            return X
        codes = X.astype(np.int64)
        if X.dtype.kind == 'f' and not np.array_equal(codes, X):
            warnings.warn('categories are whole numbers: fractions are cut off, as in scikit-learn', stacklevel=5)
        return codes

    def _check_classes(self, X, codes):
        found = X.max(axis=0).astype(np.int64) + 1 if len(X) else np.zeros(X.shape[1], int)
        if codes is None and hasattr(self, 'n_categories_'):
            found = np.maximum(found, self.n_categories_)
            if (found > self.n_categories_).any():
                raise ValueError('a category is new: give min_categories= before the first partial_fit')
        least = self.min_categories
        if least is not None:
            least = np.asarray(least)
            if not np.issubdtype(least.dtype, np.signedinteger):
                raise ValueError(f"'min_categories' should have integral type. Got {least.dtype} instead.")
            if least.ndim and least.shape != found.shape:
                raise ValueError(f"'min_categories' should have shape ({len(found)},) when an array-like is provided. "
                                 f"Got {least.shape} instead.")
            found = np.maximum(found, least)
        self.n_categories_ = found

    def _parts(self, names):
        return [{'family': 'categorical', 'kind': 'codes', 'columns': [name], 'declared': _numbers(n),
                 'settings': self._settings()} for name, n in zip(names, self.n_categories_)]

    def _add_columns(self, rows, names, X):
        for k, (name, n) in enumerate(zip(names, self.n_categories_)):
            rows.codes(name, X[:, k], _numbers(n))

    def _rows(self, X, codes=None, weight=None):
        if codes is None and (X.max(axis=0, initial=0) >= self.n_categories_).any():
            column = int(np.argmax(X.max(axis=0) >= self.n_categories_))
            raise IndexError(f'category {X[:, column].max()} of feature {column} was not met in training')
        return super()._rows(X, codes, weight)

    @property
    def feature_log_prob_(self):
        """For each feature log P(category | class), classes x categories."""
        return [self._by_class(part['parameters']['log_prob'], -np.log(n)).T
                for part, n in zip(self._fitted().parts(), self.n_categories_)]


def _numbers(n):
    return [str(k) for k in range(n)]
