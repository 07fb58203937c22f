# SPDX-License-Identifier: Apache-2.0
"""Columns handed out by Arrow's C stream interface: polars, pyarrow, DuckDB and others. None of them is imported."""
import numpy as np

from . import _core

UNITS = {'tdD': 'D', 'tdm': 'ms', 'tss': 's', 'tsm': 'ms', 'tsu': 'us', 'tsn': 'ns'}
UTC = ('', 'UTC', 'Etc/UTC', '+00:00', 'Z')


class Columns:
    """A stream, which can be read once only, with its columns."""

    def __init__(self, data):
        self._table = _core.ArrowTable(data.__arrow_c_stream__())

    def are_texts(self):
        """Whether it is a column of texts, and not a table."""
        return not self._table.is_columns and self._table.format(0) in ('u', 'U', 'vu')

    def named(self, name):
        """Names, functions that add the columns to rows, and the number of rows. A column without a table has this name."""
        names = self._table.names if self._table.is_columns else [name]
        if len(set(names)) < len(names):
            raise ValueError('two columns have the same name')
        return names, [_adder(self._table, k, each) for k, each in enumerate(names)], self._table.n_rows


def _adder(table, column, name):
    kind, _, zone = table.format(column).partition(':')
    if kind in UNITS:
        texts = _times(table, column, UNITS[kind], zone, name)
    elif kind == 'n':
        texts = [None] * table.n_rows
    elif kind == 'e':
        raise TypeError(f"column '{name}' has 16-bit floats, which are not read: cast them to 32 bits")
    else:
        return lambda rows: _add(rows, table, column, name)
    return lambda rows: rows.strings(name, texts)


def _add(rows, table, column, name):
    if not _core.add_arrow_column(rows, table, column, name):
        raise TypeError(f"column '{name}' is of Arrow's type '{table.format(column)}': columns are numbers, strings, dictionaries of "
                        'strings, dates or times; cast it to one of these')


def _times(table, column, unit, zone, name):
    from ._data import dates_of
    if zone not in UTC:
        raise TypeError(f"column '{name}' has times of the zone {zone}: cast them to local times without a zone, or to UTC")
    numbers, missing = table.times(column)
    times = numbers.astype(f'datetime64[{unit}]')
    times[np.array(missing, bool)] = 'NaT'
    return dates_of(times)
