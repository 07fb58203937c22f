# SPDX-License-Identifier: Apache-2.0
"""Learning curves of a generative model and its discriminative partner."""
import json

from . import _core
from ._data import rows_and_options, name_of_target, threads_of


class Pair:
    """What `pair` found. `points` has the figures of each size, `crossing` from how many rows on the partner is better."""

    def __init__(self, found):
        self._json, self._text, self._svg = found
        self._data = json.loads(self._json)

    @property
    def points(self):
        """A dict for each size: rows, and of generative, discriminative and between accuracy and log_loss with intervals."""
        return self._data['points']

    @property
    def crossing(self):
        """From how many rows on logistic regression is better, by accuracy and log_loss: 0 at all sizes, None at none."""
        return self._data['crossing']

    def to_dict(self):
        """All of it, as `priory pair --json` writes it."""
        return json.loads(self._json)

    def __str__(self):
        return self._text

    def _repr_svg_(self):
        return self._svg


def pair(data, target=None, *, sizes=(), points=8, repeats=5, held_out=0.25, l2=None, seed=1, weight=None, threads=None, **options):
    """Learning curves of a generative model, of logistic regression over its features, and of what lies between.

    Data and options are those of `train`. Columns of Gaussian numbers share a covariance: Gaussian discriminant analysis.

    >>> import random
    >>> draw = random.Random(1)
    >>> x = [draw.gauss(row % 2, 1) for row in range(400)]
    >>> found = pair({'x': x, 'y': ['ab'[row % 2] for row in range(400)]}, target='y', points=3, repeats=2)
    >>> [point['rows'] for point in found.points]
    [20, 77, 300]
    """
    rows, options = rows_and_options(data, target, weight, options)
    how = {'sizes': list(sizes), 'points': points, 'repeats': repeats, 'held_out': held_out, 'l2': l2, 'seed': seed}
    return Pair(_core.pair(rows, dict(options, target=name_of_target(target)), how, threads_of(threads)))
