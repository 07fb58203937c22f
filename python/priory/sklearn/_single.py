# SPDX-License-Identifier: Apache-2.0
"""Rows of counts that come one by one, at the cost of what is not 0 in them."""
import threading

import numpy as np

from .. import _core
from ._estimator import Online

# So many waiting counts and rows are always held.
FEW = 1 << 16

# Threads may predict at once: one of them learns what waits.
_LEARNING = threading.Lock()


class SingleRows(Online):
    """Learns and scores one row of counts without looking at all features.

    A row whose checks would find nothing goes this way; any other is checked as scikit-learn checks it. What partial_fit
    learns so waits until a model is asked for, or until it is as much as the model is large.
    """

    _waiting = None

    def _row(self, X):
        """The counts of one row as scikit-learn would take them without a word; None: let it look."""
        features = self.__dict__.get('n_features_in_')
        if features is None or hasattr(self, 'feature_names_in_'):
            return None
        sparse = type(X).__name__ in ('csr_matrix', 'csr_array') and type(X).__module__.startswith('scipy.sparse')
        if not (sparse or type(X) is np.ndarray) or X.shape != (1, features):
            return None
        if X.dtype.kind not in 'fiu' or X.dtype.itemsize > 8 or not X.dtype.isnative:
            return None
        if sparse:
            return _core.row_of_csr(X.indptr, X.indices, X.data, features)
        return _core.row_of_dense(X)

    def _code(self, y, classes):
        """The place of the one class in classes_; None: let scikit-learn look."""
        if classes is not None and not (type(classes) is np.ndarray and np.array_equal(classes, self.classes_)):
            return None
        if type(y) is list and len(y) == 1:
            y = np.asarray(y)
        if type(y) is not np.ndarray or y.shape != (1,) or y.dtype.kind not in 'biuU' or y.dtype.kind != self.classes_.dtype.kind:
            return None
        code = int(self.classes_.searchsorted(y[0]))
        return code if code < len(self.classes_) and self.classes_[code] == y[0] else None

    def partial_fit(self, X, y, classes=None, sample_weight=None):
        """Learns more rows. Classes that were not met before are welcome where `classes` was not given."""
        row = self._row(X) if sample_weight is None and hasattr(self, 'classes_') else None
        code = None if row is None else self._code(y, classes)
        if code is None:
            self._learn_waiting()
            return super().partial_fit(X, y, classes, sample_weight)
        if self._waiting is None:
            self._waiting = _core.WaitingRows()
        self._waiting.add(row, code)
        if len(self._waiting) > max(FEW, self.n_features_in_ * len(self.classes_)):
            self._learn_waiting()
        return self

    def _learn_waiting(self):
        if self._waiting is None:
            return
        with _LEARNING:
            if self._waiting is None:
                return
            begin, column, count, codes = self._waiting.arrays()
            rows = _core.Rows(len(codes), 'X')
            rows.csr(self._columns, begin, column, count, self.n_features_in_)
            self._add(self._with_classes(rows, codes, None))
            self._waiting = None

    def _learn(self, rows):
        self._waiting = None
        super()._learn(rows)

    def _fitted(self):
        self._learn_waiting()
        return super()._fitted()

    def _scores(self, X, log):
        row = self._row(X)
        if row is None:
            return super()._scores(X, log)
        return self._by_class(_core.posterior(self._fitted(), row, log), -np.inf if log else 0)

    def predict(self, X):
        """The most probable class of each row."""
        row = self._row(X)
        if row is None:
            return super().predict(X)
        return self.classes_[[np.argmax(self._by_class(_core.posterior(self._fitted(), row, True), -np.inf))]]

    def __getstate__(self):
        state = super().__getstate__()
        state.pop('_waiting', None)  # the model has learnt them
        return state
