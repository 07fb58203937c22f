# SPDX-License-Identifier: Apache-2.0
"""What the estimators of priory.sklearn have in common: checks, classes, the model and how it is stored."""
import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets, unique_labels
from sklearn.utils.validation import _check_sample_weight, check_is_fitted

from .. import _core
from .._data import _spelt, native, threads_of
from ..model import Model

TARGET = 'class'


def names_of_classes(classes):
    """A text for each class: what it looks like, or where that tells not all apart, its number."""
    names = [_spelt(each) for each in classes]
    if len(set(names)) == len(names) and all(name and name == name.strip() for name in names):
        return names
    return [f'{k:09d}' for k in range(len(names))]


def check_features(estimator, X, reset):
    """The names and the number of columns, against those of fit."""
    try:
        from sklearn.utils.validation import _check_feature_names, _check_n_features
    except ImportError:  # before scikit-learn 1.6
        estimator._check_feature_names(X, reset=reset)
        estimator._check_n_features(X, reset=reset)
    else:
        _check_feature_names(estimator, X, reset=reset)
        _check_n_features(estimator, X, reset=reset)


def refuse(estimator, name, value, allowed):
    if not any(value is each or (isinstance(each, str) and isinstance(value, str) and value == each) for each in allowed):
        raise ValueError(f'{type(estimator).__name__} of priory has no {name}={value!r}: leave it out'
                         + (f', or take {", ".join(map(repr, allowed))}' if allowed else ''))


def _look_at(X):
    """Whether all numbers are finite, and whether some are below 0, where one look tells; (False, True): nobody knows."""
    numbers = X.data if hasattr(X, 'indptr') else X
    if type(numbers) is not np.ndarray or numbers.dtype.kind not in 'fiu' or numbers.dtype.itemsize > 8 or not numbers.dtype.isnative:
        return False, True
    if numbers.dtype == np.float16:
        return False, True
    return _core.look_at(numbers, threads_of(None)) or (False, True)


def _as_they_lie(X):
    """Numbers of types that the library does not know as ones that hold all their values."""
    if not hasattr(X, 'indptr'):
        return native(X, 'X')
    data = native(X.data, 'X')
    return X if data is X.data else type(X)((data, X.indices, X.indptr), shape=X.shape)


def _classes_and_codes(y):
    """As np.unique has them; small whole numbers are counted and not sorted."""
    if y.dtype.kind in 'iu' and len(y):
        least, most = int(y.min()), int(y.max())
        if most - least < len(y):
            place = y.astype(np.intp) - least if least else y
            there = np.zeros(most - least + 1, bool)
            there[place] = True
            if there.all():
                return np.arange(least, most + 1).astype(y.dtype), place
            return (np.flatnonzero(there) + least).astype(y.dtype), (np.cumsum(there) - 1)[place]
    return np.unique(y, return_inverse=True)


class Estimator(ClassifierMixin, BaseEstimator):
    """A classifier of scikit-learn over a model of ours, which is in `model_`."""

    _sparse = False           # whether sparse matrices are taken
    _dtype = 'numeric'
    _missing = False          # whether NaN is a missing cell
    _positive = False         # whether numbers are counts
    _target = TARGET          # the name of the column of classes

    # What a subclass gives: the parts of the plan, and how X becomes columns.

    def _parts(self, names):
        raise NotImplementedError

    def _add_columns(self, rows, names, X):
        if hasattr(X, 'indptr'):
            rows.csr(names, X.indptr, X.indices, X.data, X.shape[1])
        else:
            rows.matrix(names, X, None)

    def _prior(self, classes):
        return 'empirical'

    # Checks

    def _check_X(self, X, y='no_validation', reset=True):
        finite, below = _look_at(X)
        validate = getattr(self, '_validate_data', None)  # before scikit-learn 1.6
        arguments = {'accept_sparse': 'csr' if self._sparse else False, 'dtype': self._dtype, 'reset': reset,
                     'force_all_finite': False if finite else 'allow-nan' if self._missing else True}
        if validate is None:
            from sklearn.utils.validation import validate_data
            arguments['ensure_all_finite'] = arguments.pop('force_all_finite')
            out = validate_data(self, X, y, **arguments)
        else:
            out = validate(X, y, **arguments)
        X, y = (out, None) if isinstance(y, str) else out
        if self._sparse and hasattr(X, 'sum_duplicates') and not X.has_canonical_format:
            X = X.copy()
            X.sum_duplicates()
        if y is not None and y.dtype.kind not in 'biuU':  # these are classes whatever they are
            check_classification_targets(y)
        if self._positive and not (finite and not below):
            self._check_positive(X)
        return self._checked(_as_they_lie(X), below), y

    def _checked(self, X, below):
        """X as it is learnt; `below`: there may be numbers below 0."""
        return X

    def _check_positive(self, X):
        numbers = X.data if hasattr(X, 'indptr') else X
        if numbers.size and numbers.min() < 0:
            raise ValueError(f'Negative values in data passed to {type(self).__name__} (input X)')

    def _more_tags(self):
        return {'requires_positive_X': self._positive, 'allow_nan': self._missing}

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = self._positive
        tags.input_tags.allow_nan = self._missing
        tags.input_tags.sparse = self._sparse
        return tags

    # Rows

    def _names(self):
        given = getattr(self, 'feature_names_in_', None)
        if given is None or len(set(given)) < len(given) or TARGET in given:
            return _core.numbered(self.n_features_in_)
        return [str(name) for name in given]

    def _rows(self, X, codes=None, weight=None):
        rows = _core.Rows(X.shape[0], 'X')
        self._add_columns(rows, self._columns, X)
        return self._with_classes(rows, codes, weight)

    def _with_classes(self, rows, codes, weight):
        if codes is not None:
            rows.codes(self._target, codes, self._class_names)
            rows.target(self._target)
        if weight is not None:
            rows.weights(weight)
        return rows

    def _set_classes(self, classes):
        self.classes_ = np.asarray(classes)
        self._class_names = names_of_classes(self.classes_)

    def _plan(self):
        prior = self._prior(self.classes_)
        if not isinstance(prior, str):
            prior = list(zip(self._class_names, map(float, prior)))
        return _core.make_plan(TARGET, prior, self._parts(self._columns))

    # scikit-learn's methods

    def fit(self, X, y, sample_weight=None):
        """Learns from the rows of X, whose classes are y."""
        self._check_parameters()
        X, y = self._check_X(X, y)
        classes, codes = _classes_and_codes(y)
        self._columns = self._names()
        self._set_classes(classes)
        self._check_classes(X, codes)
        rows = self._rows(X, codes, self._weights(sample_weight, X))
        self._learn(rows)
        return self

    def _check_parameters(self):
        pass

    def _check_classes(self, X, codes):
        pass

    @staticmethod
    def _weights(sample_weight, X):
        return None if sample_weight is None else _check_sample_weight(sample_weight, X, dtype=np.float64)

    def _learn(self, rows):
        self._sums = None
        self._core = _core.fit(self._plan(), rows, threads_of(None))

    def _fitted(self):
        check_is_fitted(self)
        if self._core is None:
            self._core = self._sums.estimate()
        return self._core

    @property
    def model_(self):
        """The `priory.Model`: save it, merge it, ask it."""
        return Model(self._fitted())

    def _order(self):
        """For each of classes_, its place among the model's; -1: no row of it was learnt."""
        place = {name: k for k, name in enumerate(self._fitted().classes)}
        return np.array([place.get(name, -1) for name in self._class_names])

    def _by_class(self, matrix, otherwise):
        """Columns of the model's classes in the order of classes_."""
        order = self._order()
        if np.array_equal(order, np.arange(matrix.shape[1])):
            return matrix
        out = matrix[:, order]
        out[:, order < 0] = otherwise
        return out

    def _scores(self, X, log):
        core = self._fitted()
        X, _ = self._check_X(X, reset=False)
        return self._by_class(core.posteriors(self._rows(X), log, threads_of(None), None), -np.inf if log else 0)

    def predict_proba(self, X):
        """The probability of each of classes_, a row for each row."""
        return self._scores(X, False)

    def predict_log_proba(self, X):
        """The logarithms of predict_proba, which do not underflow."""
        return self._scores(X, True)

    def predict(self, X):
        """The most probable class of each row."""
        core = self._fitted()
        X, _ = self._check_X(X, reset=False)
        codes = core.labels(self._rows(X), threads_of(None), {})
        return self.classes_[np.argsort(self._order())[-len(core.classes):][codes]]

    # A pickle holds the model's bytes.

    def __getstate__(self):
        state = dict(super().__getstate__())
        if '_core' in state:
            state['_core'] = self._fitted().to_bytes()
            state['_sums'] = None
        return state

    def __setstate__(self, state):
        state = dict(state)
        if isinstance(state.get('_core'), bytes):
            state['_core'] = _core.from_bytes(state['_core'], 'pickle')
        super().__setstate__(state)


class Online(Estimator):
    """An estimator whose model learns on: partial_fit is exact, as if all rows had come at once."""

    def partial_fit(self, X, y, classes=None, sample_weight=None):
        """Learns more rows. Classes that were not met before are welcome where `classes` was not given."""
        first = not hasattr(self, 'classes_')
        if first:
            self._check_parameters()
            self._sums = None
        X, y = self._check_X(X, y, reset=first)
        if first:
            self._columns = self._names()
            self._given = classes is not None
            self._set_classes(unique_labels(y if classes is None else classes))
        self._meet(y, classes)
        self._check_classes(X, None)
        codes = np.searchsorted(self.classes_, y)
        rows = self._rows(X, codes, self._weights(sample_weight, X))
        self._add(rows)
        return self

    def _add(self, rows):
        if self._sums is None:
            core = getattr(self, '_core', None)
            self._sums = _core.Statistics(self._plan() if core is None else core)
        self._sums.add(rows, 1)
        self._core = None

    def fit(self, X, y, sample_weight=None):
        self._given = False
        return super().fit(X, y, sample_weight)

    def _meet(self, y, classes):
        if classes is not None and not np.array_equal(self.classes_, unique_labels(classes)):
            raise ValueError(f'classes={classes!r} is not the same as on last call to partial_fit, '
                             f'was: {self.classes_!r}')
        unknown = np.setdiff1d(y, self.classes_)
        if not len(unknown):
            return
        if self._given:
            raise ValueError(f'The target label(s) {unknown} in y do not exist in the initial classes {self.classes_}')
        names = self._class_names
        self._set_classes(np.union1d(self.classes_, unknown))
        if not set(names) <= set(self._class_names):
            raise ValueError(f'The classes {unknown} cannot be told apart from those before')
