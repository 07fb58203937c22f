# SPDX-License-Identifier: Apache-2.0
"""A plan: everything that is decided by looking at rows. Rows counted under one plan are one model, in any shards."""
import os
import warnings

from . import _core
from ._data import name_of_target, rows_and_options, threads_of


class Plan:
    """What each column is and which family models it. Made by `plan`, `read_plan` and `Model.plan`."""

    def __init__(self, core):
        self._core = core

    @property
    def target(self):
        """The column with the class, or '' where the class is hidden."""
        return _core.target_of(self._core)

    def to_json(self):
        """As the command line writes it: schema priory.plan/1."""
        return _core.plan_to_json(self._core)

    def save(self, path):
        """Writes the plan file, which the command line reads too."""
        with open(path, 'w', encoding='utf-8') as file:
            file.write(self.to_json())

    def __eq__(self, other):
        return self.to_json() == other.to_json() if isinstance(other, Plan) else NotImplemented

    __hash__ = None

    def __reduce__(self):
        return _from_json, (self.to_json(),)

    def __repr__(self):
        return f'<Plan of {self.target or "hidden classes"}>'


def _from_json(text):
    return Plan(_core.plan_from_json(text))


def read_plan(path):
    """The plan in a file, or that of the model in a file."""
    return Plan(_core.load_plan(os.fspath(path)))


def plan(data, target=None, *, threads=None, **options):
    """Decides how rows are modelled, and learns nothing. Data and options are those of `train`.

    >>> weather = {'sky': ['sun', 'sun', 'rain'], 'sail': ['yes', 'yes', 'no']}
    >>> from priory import train
    >>> train(weather, plan=plan(weather, target='sail')) == train(weather, target='sail')
    True
    """
    rows, options = rows_and_options(data, target, None, options)
    core, notes = _core.plan_rows(rows, dict(options, target=name_of_target(target)), threads_of(threads))
    for note in notes:
        warnings.warn(note, stacklevel=2)
    return Plan(core)
