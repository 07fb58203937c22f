# SPDX-License-Identifier: Apache-2.0
"""Estimators that scikit-learn has not: their rows are tables of any columns, or texts."""
import numpy as np
from sklearn.utils import check_consistent_length, column_or_1d
from sklearn.utils.multiclass import check_classification_targets

from .. import _core
from .._data import numbered, rows_of, threads_of
from ..errors import DataError
from ..training import LEARNING
from ._estimator import TARGET, Estimator, check_features


class Tabular(Estimator):
    """Rows of any columns: numbers, categories, strings, dates; cells may be missing, and values new.

    The parameters are options of `priory.train`, and None leaves each to the rows.
    """

    _missing, _dtype = True, None
    _always = {}              # options that are no parameters

    def _options(self):
        given = {name: value for name, value in self.get_params(deep=False).items() if value is not None}
        return dict(self._always, **given)

    def _check_X(self, X, y='no_validation', reset=True):
        if not hasattr(X, 'iloc'):
            X, y = super()._check_X(X, y, reset)
            if reset:
                self._columns = numbered(X.shape[1])
            return X, y
        check_features(self, X, reset)
        if not len(X):
            raise ValueError('Found array with 0 sample(s) while a minimum of 1 is required.')
        if reset:
            self._columns = [str(name) for name in X.columns]
        return X, None if isinstance(y, str) else self._check_y(y, X)

    @staticmethod
    def _check_y(y, X):
        y = column_or_1d(y, warn=True)
        check_consistent_length(X, y)
        check_classification_targets(y)
        return y

    def _names(self):
        self._target = TARGET
        while self._target in self._columns:
            self._target += '_'
        return self._columns

    def _rows(self, X, codes=None, weight=None):
        if weight is not None and not weight.all():  # a row without weight is none, when columns are looked at too
            keep = np.flatnonzero(weight)
            X = X.iloc[keep] if hasattr(X, 'iloc') else X[keep]
            codes, weight = codes if codes is None else codes[keep], weight[keep]
        return self._with_classes(rows_of(X), codes, weight)

    def _learn(self, rows):
        self._sums = None
        options = self._options()
        how = {name: options.pop(name) for name in LEARNING if name in options}
        options['target'] = self._target
        self._core, self.notes_ = self._with_any_column(
            options, lambda chosen: _core.train(rows, None, chosen, how, threads_of(None)))

    @staticmethod
    def _with_any_column(options, learn):
        """Where every column has one value only, a model all the same: the classes as often as they came."""
        try:
            return learn(options)
        except DataError as error:
            if 'no column is left' not in str(error) or {'family', 'parts'} & set(options):
                raise
            return learn(dict(options, family='categorical'))

    def _more_tags(self):
        return dict(super()._more_tags(), X_types=['2darray', 'string'])

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.string = tags.input_tags.categorical = True
        return tags


class NaiveBayes(Tabular):
    """Naive Bayes over any DataFrame or matrix: each column has the family that its values call for.

    Missing cells and values that training had not seen are left out of the product.

    >>> import pandas as pd
    >>> X = pd.DataFrame({'sky': ['sun', 'sun', 'rain', None], 'wind': [3.5, 2.5, 9, 8]})
    >>> NaiveBayes().fit(X, ['sail', 'sail', 'stay', 'stay']).predict(X).tolist()
    ['sail', 'sail', 'stay', 'stay']
    """

    def __init__(self, *, family=None, types=None, parts=None, text=None, ignore=None, alpha=None, class_prior=None,
                 prior_alpha=None, var_smoothing=None, unseen=None, calibrate=None, search=None):
        self.family, self.types, self.parts, self.text, self.ignore = family, types, parts, text, ignore
        self.alpha, self.class_prior, self.prior_alpha, self.var_smoothing = alpha, class_prior, prior_alpha, var_smoothing
        self.unseen, self.calibrate, self.search = unseen, calibrate, search


class BayesianNetworkClassifier(Tabular):
    """A classifier whose columns may depend on each other: a tree (tan), or several parents (kdb), or averages (aode).

    Columns of strings, categories and whole numbers are variables of the network; other numbers stand beside it, given
    the class alone, unless `types` says otherwise. `model_.query` asks anything of what was learnt.
    """

    def __init__(self, *, structure='tan', parents=None, types=None, ignore=None, alpha=None, class_prior=None,
                 unseen=None, calibrate=None):
        self.structure, self.parents, self.types, self.ignore = structure, parents, types, ignore
        self.alpha, self.class_prior, self.unseen, self.calibrate = alpha, class_prior, unseen, calibrate

    def _check_classes(self, X, codes):
        self._whole = [name for name, column in zip(self._columns, _columns_of(X)) if _is_whole(column)]

    def _options(self):
        options = super()._options()
        types = options.get('types') or {}
        if isinstance(types, dict):
            options['types'] = {**dict.fromkeys(self._whole, 'categorical'), **types}
        return options


def _columns_of(X):
    return [X.iloc[:, k] for k in range(X.shape[1])] if hasattr(X, 'iloc') else list(X.T)


def _is_whole(column):
    return getattr(column.dtype, 'kind', 'O') in 'iub'


class TextClassifier(Tabular):
    """Texts in, classes out: no vectorizer is needed. Tokens are those of scikit-learn's CountVectorizer.

    >>> model = TextClassifier().fit(['cheap pills', 'see you at noon'], ['spam', 'ham'])
    >>> model.predict(['pills!', 'at noon']).tolist()
    ['spam', 'ham']
    """

    _missing = False

    def __init__(self, *, family=None, alpha=None, class_prior=None, tokens=None, token_pattern=None, ngrams=None,
                 char_ngrams=None, tf=None, idf=None, length_norm=None, weight_norm=None, min_df=None, max_df=None,
                 max_features=None, stop_words=None, stem=None, hash_bits=None, calibrate=None):
        self.family, self.alpha, self.class_prior, self.tokens = family, alpha, class_prior, tokens
        self.token_pattern, self.ngrams, self.char_ngrams = token_pattern, ngrams, char_ngrams
        self.tf, self.idf, self.length_norm, self.weight_norm = tf, idf, length_norm, weight_norm
        self.min_df, self.max_df, self.max_features = min_df, max_df, max_features
        self.stop_words, self.stem, self.hash_bits, self.calibrate = stop_words, stem, hash_bits, calibrate

    def _check_X(self, X, y='no_validation', reset=True):
        if isinstance(X, (str, bytes)):
            raise ValueError("rows are a list of texts, and this is a single one: take ['...']")
        if hasattr(X, 'iloc'):
            X = X.squeeze(axis=1) if X.ndim == 2 else X
        if getattr(X, 'ndim', 1) == 2 and X.shape[1] == 1:
            X = X[:, 0]
        if getattr(X, 'ndim', 1) != 1:
            raise ValueError(f'rows are a list of texts, and this has {X.ndim} dimensions')
        texts = X if isinstance(X, list) else list(X)
        for row, each in enumerate(texts):
            if not isinstance(each, str):
                raise ValueError(f'row {row} is of type {type(each).__name__}, and not a text')
        if not texts:
            raise ValueError('Found array with 0 sample(s) while a minimum of 1 is required.')
        return texts, None if isinstance(y, str) else self._check_y(y, texts)

    def _names(self):
        return ['text']

    def _options(self):
        options = super()._options()
        family = options.pop('family', 'multinomial')
        return dict(options, text=['text'], family=family)

    def _rows(self, X, codes=None, weight=None):
        rows = _core.Rows(len(X), 'X')
        rows.strings('text', X)
        return self._with_classes(rows, codes, weight)

    def _more_tags(self):
        return {'X_types': ['string'], 'no_validation': True}

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.one_d_array, tags.input_tags.two_d_array, tags.no_validation = True, False, True
        return tags
