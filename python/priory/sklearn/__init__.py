# SPDX-License-Identifier: Apache-2.0
"""Estimators of scikit-learn over Priory's models.

Those of scikit-learn's names take its parameters and have its attributes. The work is the library's: exact sums, all
cores, the same numbers for any number of threads.
"""
from ._counts import BernoulliNB, CategoricalNB, ComplementNB, MultinomialNB
from ._discriminants import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from ._gaussians import GaussianNB
from ._hidden import LatentClass
from ._logistic import LogisticRegression
from ._tabular import BayesianNetworkClassifier, NaiveBayes, TextClassifier

__all__ = ['BayesianNetworkClassifier', 'BernoulliNB', 'CategoricalNB', 'ComplementNB', 'GaussianNB', 'LatentClass',
           'LinearDiscriminantAnalysis', 'LogisticRegression', 'MultinomialNB', 'NaiveBayes', 'QuadraticDiscriminantAnalysis',
           'TextClassifier']
