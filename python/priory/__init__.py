# SPDX-License-Identifier: Apache-2.0
"""Priory: generative classification with exact sums.

>>> import priory
>>> model = priory.train(['cheap pills', 'see you at noon'], target=['spam', 'ham'])
>>> model.predict(['pills at noon?', 'cheap, cheap']).tolist()
['ham', 'spam']
"""
from ._core import __version__
from ._progress import show_progress
from .errors import DataError, Error, FileError, ModelError, UsageError
from .joint import Independence, Network, Outcome, query, read_network
from .model import Model, Report, from_bytes, load
from .pairs import Pair, pair
from .plans import Plan, plan, read_plan
from .results import BestThreshold, Comparison, CrossValidation, Curve, Evaluation, Explanation, Reason, compare
from .training import Clustering, Step, cluster, cross_validate, train

__all__ = ['BestThreshold', 'Clustering', 'Comparison', 'CrossValidation', 'Curve', 'DataError', 'Error', 'Evaluation', 'Explanation', 'FileError',
           'Independence', 'Model', 'ModelError', 'Network', 'Outcome', 'Pair', 'Plan', 'Reason', 'Report', 'Step', 'UsageError', '__version__',
           'cluster', 'compare', 'cross_validate', 'from_bytes', 'load', 'pair', 'plan', 'query', 'read_network', 'read_plan', 'show_progress', 'train']

show_progress()
