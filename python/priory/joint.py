# SPDX-License-Identifier: Apache-2.0
"""Probabilities of anything: of rows, of a model, of a network."""
import math
import os
import typing
import warnings

from . import _core
from ._data import frame_of, rows_of


class Outcome(typing.NamedTuple):
    """Values of variables, and their probability."""
    values: 'dict[str, str]'
    probability: float


class Independence(typing.NamedTuple):
    """Whether variables are independent: in a network a fact, of rows the G-test."""
    independent: 'bool | None'  # None: of rows, where only a test can say
    statistic: float
    degrees_of_freedom: float
    p_value: float
    mutual_information: float


class Network:
    """A Bayesian network over discrete variables. Made by `read_network` and `Model.network`."""

    def __init__(self, core):
        self._core = core

    @property
    def name(self):
        """The network's name."""
        return self._core.name

    @property
    def variables(self):
        """The names of the variables."""
        return tuple(self._core.variables)

    @property
    def states(self):
        """The states of each variable."""
        return self._core.states

    @property
    def parents(self):
        """The parents of each variable."""
        return self._core.parents

    def query(self, *queries, threads=None):
        """As `priory.query`."""
        return _ask(self._core, '', queries, threads)

    def sample(self, n=10, *, seed=1):
        """Rows drawn from the network."""
        return frame_of(*_core.draw(self._core, n, seed, ''))

    def save(self, path):
        """Writes a BIF file."""
        with open(path, 'w', encoding='utf-8') as file:
            file.write(self._core.to_bif())

    def to_json(self):
        """As the command line writes it: schema priory.model/1."""
        return self._core.json()

    def __reduce__(self):
        return _from_bif, (self._core.to_bif(),)

    def __repr__(self):
        return f'<Network {self.name}: {len(self.variables)} variables>'


def _from_bif(text):
    return Network(_core.bif_of(text))


def read_network(path):
    """The network in a BIF file."""
    return Network(_core.read_bif(os.fspath(path)))


def query(of, *queries, target='', threads=None):
    """Answers questions about rows, a model or a network: P(a=1 | b=2), P(a), odds, argmax, independent.

    A probability is a number, a table a DataFrame (without pandas a list of `Outcome`), `argmax` an `Outcome`,
    `independent` an `Independence`. Several queries are a list of these.

    >>> rows = {'sky': ['sun', 'sun', 'rain', 'rain'], 'sail': ['yes', 'yes', 'yes', 'no']}
    >>> query(rows, 'P(sail=yes | sky=rain)')
    0.5
    >>> query(rows, 'argmax P(sky, sail)')
    Outcome(values={'sky': 'sun', 'sail': 'yes'}, probability=0.5)
    """
    core = getattr(of, '_core', None)
    return _ask(rows_of(of, texts=False) if core is None else core, target, queries, threads)


def _ask(core, target, queries, threads):
    if not queries:
        raise TypeError("a query is needed, such as 'P(a=1 | b=2)'")
    joint = _core.joint(core, target, threads or len(os.sched_getaffinity(0)))
    answers = [_answer(*joint.ask(text)) for text in queries]
    return answers[0] if len(answers) == 1 else answers


def _answer(kind, variables, rows, numbers, independence, notes):
    for note in notes:
        warnings.warn(note, stacklevel=5)
    if independence is not None:
        by_graph, fact, *test = independence
        return Independence(fact if by_graph else None, *(test if not by_graph else [math.nan] * 4))
    if kind == 'argmax':
        return Outcome(dict(zip(variables, rows[0][0])), rows[0][1])
    if variables:
        return _table(kind, variables, rows)
    probability, log_probability, odds = numbers
    return {'log_probability': log_probability, 'odds': odds}.get(kind, probability)


def _table(kind, variables, rows):
    figure = 'log_probability' if kind == 'log_probability' else 'probability'
    numbers = [row[2] if figure == 'log_probability' else row[1] for row in rows]
    try:
        import pandas
    except ImportError:
        return [Outcome(dict(zip(variables, row[0])), number) for row, number in zip(rows, numbers)]
    columns = {name: [row[0][k] for row in rows] for k, name in enumerate(variables)}
    return pandas.DataFrame(columns | {figure: numbers})
