# SPDX-License-Identifier: Apache-2.0
"""Rows on many machines: a Dask DataFrame, a Bag, or files, counted where they are.

The plan is chosen once, on a sample of the rows, or given. Each partition is counted under it, and the statistics are
merged in a tree. They are exact sums, so the model is to the byte that of one process, for any number of partitions in any
order, and when a worker dies: its partitions are counted again. Without a cluster, Dask's threads do the work.

>>> import dask.dataframe, pandas, priory.dask
>>> rows = pandas.DataFrame({'sky': ['sun', 'sun', 'rain', 'rain'] * 25, 'sail': ['yes', 'yes', 'no', 'yes'] * 25})
>>> parts = dask.dataframe.from_pandas(rows, npartitions=4)
>>> model = train(parts, target='sail')
>>> model == priory.train(rows, target='sail')
True
>>> evaluate(model, parts).accuracy, predict(model, parts).compute().tolist()[:3]
(0.75, ['yes', 'yes', 'yes'])
"""
import os

import dask
import numpy as np

from . import _core, _sampling
from ._data import READING, rows_of
from .model import Model
from .plans import Plan
from .results import CrossValidation, Evaluation

PIECE_BYTES = 1 << 26  # of a file, that a task holds in memory
FAN_IN = 4             # statistics that are merged by a task
SAMPLE = 100_000       # rows that a plan is chosen on


def plan(data, target=None, *, sample=SAMPLE, **options):
    """The `Plan` for rows like a sample of these, which is the same however they are divided."""
    return _sampling.plan_of(_source(data, _reading(options)), target, sample, options)


def train(data, target=None, *, plan=None, sample=SAMPLE, partitions=None, **options):
    """Learns a model from a Dask DataFrame, a Bag of dicts, or a path or list of paths that all workers see.

    `target` names the column with the class. Options are those of `priory.train`. The plan is `plan`, or chosen on a sample
    of `sample` rows. Files are cut into `partitions`, as many as there are threads when it is not given.
    """
    source = _source(data, _reading(options), partitions)
    if plan is None:
        plan = _sampling.plan_of(source, target, sample, options)
    else:
        _core.check_plan(plan._core, dict(options, target=target))
    shared, skip = dask.delayed(plan), options.get('on_bad_row') == 'skip'
    counted = [dask.delayed(_count)(part, source.reading, shared, skip) for part in source.parts()]
    (statistics,) = dask.compute(_in_a_tree(_merge_statistics, counted))
    if statistics is None:
        raise ValueError('there are no rows to learn from')
    return Model(statistics.estimate())


def evaluate(model, data, *, positive=None, partitions=None, **reading):
    """Judges the model by rows whose class is known: an `Evaluation`."""
    source, shared = _source(data, reading, partitions), dask.delayed(model)
    judged = [dask.delayed(_judge)(part, source.reading, shared, positive) for part in source.parts()]
    (evaluation,) = dask.compute(_in_a_tree(_merge_evaluations, judged))
    if evaluation is None:
        raise ValueError('there are no rows to evaluate')
    return Evaluation(evaluation)


def cross_validate(model, data, *, folds=10, seed=1, positive=None, partitions=None, **reading):
    """Judges the plan of a model, or a `Plan`, by cross-validation. The folds are those of `Model.cross_validate` of all rows."""
    if not (isinstance(folds, int) and folds >= 2):
        raise ValueError(f'folds= takes a number from 2 on, not {folds!r}')
    source = _source(data, reading, partitions)
    shared = dask.delayed(model if isinstance(model, Plan) else model.plan)
    parts = source.parts()
    labels = dask.compute(*[dask.delayed(_labels)(part, source.reading, shared) for part in parts])
    classes, fold_of_row = _folds(labels, folds, seed)
    counted = [dask.delayed(_count_folds)(part, source.reading, shared, each, folds) for part, each in zip(parts, fold_of_row)]
    without = dask.delayed(_models_without)(_in_a_tree(_merge_lists, counted))
    judged = [dask.delayed(_judge_folds)(part, source.reading, shared, without, each, classes, positive)
              for part, each in zip(parts, fold_of_row)]
    (evaluations,) = dask.compute(_in_a_tree(_merge_lists, judged))
    return CrossValidation(evaluations)


def predict(model, data, *, partitions=None, **reading):
    """The most probable class of every row: lazily, a Dask Series with the index of a DataFrame, otherwise a Dask array."""
    return _predicted(model, 'predict', data, reading, partitions)


def predict_proba(model, data, *, partitions=None, **reading):
    """A row for each row, a column for each class: lazily, a Dask DataFrame of a DataFrame, otherwise a Dask array."""
    return _predicted(model, 'predict_proba', data, reading, partitions)


def predict_log_proba(model, data, *, partitions=None, **reading):
    """The logarithms, which do not underflow."""
    return _predicted(model, 'predict_log_proba', data, reading, partitions)


# Where rows are: each knows its parts, one a partition, of which `_tables` makes rows within a task.

class _Frames:
    """A Dask DataFrame."""

    def __init__(self, data, reading):
        _refuse(reading)
        self.data, self.reading = data, {}

    def parts(self):
        return self.data.to_delayed()

    def sample(self, n):
        return _sampling.frame(self.parts(), n, FAN_IN)


class _Items:
    """A Bag."""

    def __init__(self, data, reading):
        _refuse(reading)
        self.data, self.reading = data, {}

    def parts(self):
        return [dask.delayed(list)(part) for part in self.data.to_delayed()]

    def sample(self, n):
        return _sampling.items(self.parts(), n, FAN_IN)


class _Files:
    """Files, cut into pieces where there are more partitions than files."""

    def __init__(self, paths, reading, partitions):
        self.paths, self.reading, self.partitions = paths, reading, partitions or _threads_of_cluster()

    def parts(self):
        total = sum(os.path.getsize(path) for path in self.paths)
        pieces = _core.pieces(self.paths, self.reading, max(1, min(PIECE_BYTES, -(-total // self.partitions))))
        n = min(self.partitions, len(pieces))
        return [_Pieces(pieces[len(pieces) * k // n:len(pieces) * (k + 1) // n]) for k in range(n)]

    def sample(self, n):
        return _sampling.files(self.paths, self.reading, n)


class _Pieces:
    """Pieces of files, one after the other."""

    def __init__(self, pieces):
        self.pieces = pieces


def _source(data, reading, partitions=None):
    if isinstance(data, (str, os.PathLike)):
        data = [data]
    if isinstance(data, (list, tuple)) and data and all(isinstance(each, (str, os.PathLike)) for each in data):
        return _Files([os.fspath(path) for path in data], reading, partitions)
    if partitions is not None:
        raise TypeError('partitions= is for files: take data.repartition(...)')
    if hasattr(data, 'to_delayed') and hasattr(data, 'map_partitions') and hasattr(data, 'columns'):
        return _Frames(data, reading)
    if hasattr(data, 'to_delayed') and hasattr(data, 'foldby'):
        return _Items(data, reading)
    raise TypeError(f'a Dask DataFrame, a Bag or a list of files is needed, not {type(data).__name__}')


def _reading(options):
    return {name: options.pop(name) for name in READING if name in options}


def _refuse(reading):
    if reading:
        raise TypeError(f'{next(iter(reading))}= is for files')


def _threads_of_cluster():
    try:
        from distributed import get_client
        return sum(get_client().nthreads().values())
    except (ImportError, ValueError):
        return len(os.sched_getaffinity(0))


def _in_a_tree(merge, items):
    while len(items) > 1:
        items = [dask.delayed(merge)(items[k:k + FAN_IN]) for k in range(0, len(items), FAN_IN)]
    return items[0]


# What tasks do: one thread each, as Dask runs as many tasks as there are cores.

def _tables(part, reading):
    if isinstance(part, _Pieces):
        return (_core.open_piece(piece, reading) for piece in part.pieces)
    return iter([rows_of(part)] if len(part) else [])


def _count(part, reading, plan, skip_bad_rows):
    return _merge_statistics([_core.count(rows, plan._core, skip_bad_rows, 1) for rows in _tables(part, reading)])


def _merge_statistics(counted):
    counted = [each for each in counted if each is not None]
    return _core.merge_statistics(counted) if counted else None


def _judge(part, reading, model, positive):
    return _merge_evaluations([_core.judge(model._core, rows, positive) for rows in _tables(part, reading)])


def _merge_evaluations(judged):
    judged = [each for each in judged if each is not None]
    if not judged:
        return None
    out = judged[0].copy()
    for each in judged[1:]:
        out.merge(each)
    return out


def _merge_lists(lists):
    """Item by item: statistics, or evaluations, of each fold."""
    merge = _merge_statistics if any(isinstance(each, _core.Statistics) for some in lists for each in some) else _merge_evaluations
    return [merge(some) for some in zip(*lists)]


def _labels(part, reading, plan):
    """The classes of the rows, in order, and the place of each row's among them; for each table of the part."""
    return [_core.labels_of(rows, plan._core) for rows in _tables(part, reading)]


def _folds(labels, folds, seed):
    """All classes, and the fold of each row, for each table of each part."""
    tables = [table for part in labels for table in part]
    classes = sorted({name for names, _ in tables for name in names})
    place = {name: k for k, name in enumerate(classes)}
    codes = [np.array([place[name] for name in names], np.uint32)[np.asarray(rows)] for names, rows in tables]
    fold_of_row = np.asarray(_core.assign_folds(np.concatenate(codes or [np.zeros(0, np.uint32)]), folds, seed))
    cut = iter(np.split(fold_of_row, np.cumsum([len(each) for each in codes])))
    return classes, [[next(cut) for _ in part] for part in labels]


def _count_folds(part, reading, plan, fold_of_row, folds):
    counted = [_core.count_folds(rows, plan._core, fold_of_row[k], folds) for k, rows in enumerate(_tables(part, reading))]
    return _merge_lists(counted) if counted else [None] * folds


def _models_without(folds):
    whole = _merge_statistics(folds)
    return [Model(_core.less(whole, fold).estimate()) for fold in folds]


def _judge_folds(part, reading, plan, models, fold_of_row, classes, positive):
    cores = [each._core for each in models]
    judged = [_core.judge_folds(rows, plan._core, cores, fold_of_row[k], classes, positive)
              for k, rows in enumerate(_tables(part, reading))]
    return _merge_lists(judged) if judged else [None] * len(models)


def _predicted(model, method, data, reading, partitions):
    source, shared = _source(data, reading, partitions), dask.delayed(model)
    labels = method == 'predict'
    if isinstance(source, _Frames):
        from dask import dataframe
        meta = _as_frame(model, method, data._meta)
        out = [dask.delayed(_as_frame)(shared, method, part) for part in source.parts()]
        return dataframe.from_delayed(out, meta=meta, divisions=data.divisions, verify_meta=False)
    from dask import array
    of_each = np.array(model.classes).dtype if labels else np.dtype(float)
    shape = (np.nan,) if labels else (np.nan, len(model.classes))
    parts = [dask.delayed(_as_array)(shared, method, part, source.reading) for part in source.parts()]
    return array.concatenate([array.from_delayed(each, shape, of_each) for each in parts])


def _as_frame(model, method, frame):
    import pandas
    found = getattr(model, method)(frame, threads=1) if len(frame) else np.zeros((0, len(model.classes)))
    if method == 'predict':
        return pandas.Series(found.astype(object) if len(frame) else [], index=frame.index, name='predicted', dtype=object)
    return pandas.DataFrame(found, index=frame.index, columns=list(model.classes))


def _as_array(model, method, part, reading):
    found = [getattr(model, method)(rows, threads=1) for rows in _tables(part, reading)]
    empty = np.zeros(0, np.array(model.classes).dtype) if method == 'predict' else np.zeros((0, len(model.classes)))
    return np.concatenate(found) if found else empty
