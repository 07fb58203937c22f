# SPDX-License-Identifier: Apache-2.0
"""Rows that stand for all rows of a Dask collection, the same ones however they are divided and in whatever order.

Of a DataFrame or Bag they are the rows of the lowest hashes, each as often as it occurs. A part of the rows knows its lowest
ones, and the lowest of those are the lowest of all. Of files they are pieces at even distances.
"""
import hashlib
import os
import tempfile

import dask
import numpy as np

from . import _core
from . import plans

PIECE, ROW = 1 << 20, 160  # bytes


def plan_of(source, target, n, options):
    """The plan for rows like n of the source's."""
    if target is not None and not isinstance(target, str):
        raise TypeError('target= is the name of the column with the class')
    sample = source.sample(n)
    if isinstance(sample, _Texts):
        with sample as paths:
            return plans.plan(paths, target, **source.reading, **options)
    return plans.plan(sample, target, **options)


def frame(parts, n, fan_in):
    """Rows of a DataFrame."""
    rows, _, counts = _lowest(parts, _lowest_of_frame, _join_frames, n, fan_in)
    return rows.iloc[np.repeat(np.arange(len(rows)), _times(counts, n))]


def items(parts, n, fan_in):
    """Items of a Bag."""
    rows, _, counts = _lowest(parts, _lowest_of_items, _join_items, n, fan_in)
    return [row for row, times in zip(rows, _times(counts, n)) for _ in range(times)]


def files(paths, reading, n):
    """Files, or copies of pieces of them, to be used in a with statement."""
    paths = sorted(paths)
    pieces = _core.pieces(paths, reading, PIECE)
    most = max(1, n * ROW // PIECE)
    if len(pieces) <= most:
        return _Texts(paths, [])
    return _Texts([], [pieces[len(pieces) * k // most] for k in range(most)])


class _Texts:
    def __init__(self, paths, pieces):
        self._paths, self._pieces, self._folder = paths, pieces, tempfile.TemporaryDirectory()

    def __enter__(self):
        for k, piece in enumerate(self._pieces):
            if _core.is_whole(piece):
                self._paths.append(piece[0])
                continue
            self._paths.append(os.path.join(self._folder.name, f'{k} {os.path.basename(piece[0])}'))
            with open(self._paths[-1], 'wb') as file:
                file.write(_core.piece_text(piece))
        return self._paths

    def __exit__(self, *_):
        self._folder.cleanup()


def _lowest(parts, of_part, join, n, fan_in):
    found = [dask.delayed(of_part)(part, n) for part in parts]
    while len(found) > 1:
        found = [dask.delayed(join)(found[k:k + fan_in], n) for k in range(0, len(found), fan_in)]
    return dask.compute(found[0])[0]


def _times(counts, n):
    """How often each row stands in the sample: as in the rows, or in proportion to that."""
    total = int(counts.sum())
    return counts if total <= n else np.maximum(1, counts * n // total)


def _lowest_of_frame(rows, n):
    from pandas.util import hash_pandas_object
    keys, first, counts = np.unique(hash_pandas_object(rows, index=False).to_numpy(), return_index=True, return_counts=True)
    return rows.iloc[first[:n]], keys[:n], counts[:n]


def _join_frames(found, n):
    from dask.dataframe.dispatch import concat
    keys, first, counts = _joined(found, n)
    return concat([rows for rows, _, _ in found]).iloc[first], keys, counts


def _lowest_of_items(rows, n):
    hashes = [int.from_bytes(hashlib.blake2b(repr(row).encode(), digest_size=8).digest(), 'big') for row in rows]
    keys, first, counts = np.unique(np.array(hashes, np.uint64), return_index=True, return_counts=True)
    return [rows[k] for k in first[:n]], keys[:n], counts[:n]


def _join_items(found, n):
    keys, first, counts = _joined(found, n)
    rows = [row for rows, _, _ in found for row in rows]
    return [rows[k] for k in first], keys, counts


def _joined(found, n):
    """The lowest keys, where each stands first, and how often it occurs."""
    keys, first, place = np.unique(np.concatenate([keys for _, keys, _ in found]), return_index=True, return_inverse=True)
    counts = np.zeros(len(keys), np.int64)
    np.add.at(counts, place, np.concatenate([counts for _, _, counts in found]))
    return keys[:n], first[:n], counts[:n]
