# SPDX-License-Identifier: Apache-2.0
"""A model: what it has learnt, and what can be asked of it."""
import os
import warnings

import numpy as np

from . import _core, joint
from ._data import GROUP, LABEL, READING, TEXT, did_you_mean, frame_of, name_of_target, rows_of, texts_of, threads_of
from .plans import Plan
from .results import CrossValidation, Evaluation, Explanation, Reason


class Model:
    """What was learnt from rows. Made by `train`, `load` and `from_bytes`.

    `update` and `forget` change it; everything else leaves it as it is.
    """

    def __init__(self, core):
        if not isinstance(core, _core.Classifier):
            raise TypeError('a model is made by priory.train, priory.load or priory.from_bytes')
        self._core = core

    @property
    def classes(self):
        """The classes, as texts, in the order of `predict_proba`'s columns."""
        return tuple(self._core.classes)

    @property
    def n_rows(self):
        """How many rows were learnt."""
        return self._core.n_rows

    @property
    def columns(self):
        """The columns that rows to predict have."""
        return tuple(self._core.columns)

    @property
    def target(self):
        """The column with the class, or '' where the class is hidden."""
        return self._core.target

    @property
    def class_count(self):
        """The weight of the rows of each class."""
        return np.array(self._core.class_count)

    @property
    def log_prior(self):
        """The log probability of each class before a row is seen."""
        return np.array(self._core.log_prior)

    @property
    def parts(self):
        """A dict for each part: its family, columns, values and parameters (values x classes)."""
        return self._core.parts()

    @property
    def plan(self):
        """The `Plan` by which rows are counted to be merged with the model."""
        return Plan(_core.plan_of(self._core))

    def _rows(self, data, reading, target=None, weight=None, group=None):
        texts = self._core.text_columns
        text = texts[0] if len(texts) == 1 else TEXT
        reading = {name: value for name, value in reading.items() if name != 'on_bad_row'}
        return rows_of(data, target=target, weight=weight, text=text, label=self.target or LABEL,
                       texts=texts == self._core.columns, reading=reading, model=self._core, group=group)

    def _labelled(self, data, target, weight, reading, group=None):
        if target is not None and name_of_target(target, self.target) != self.target and not isinstance(target, str):
            target = np.asarray(target)  # the model has a name for the class
        return self._rows(data, reading, target, weight, group)

    def _adjusted(self, rows, class_prior, raw, reading, threads):
        """The core whose probabilities are of other rates, or as the model has them without its calibration."""
        if class_prior is None and not raw:
            return self._core
        how = {'class_prior': class_prior, 'raw': raw, 'on_bad_row': reading.get('on_bad_row')}
        return _core.adjusted(self._core, rows, how, threads)

    def predict(self, data, *, threshold=None, positive=None, cost=None, reject=None, class_prior=None, raw=False, top=None,
                threads=None, **reading):
        """The most probable class of every row.

        Or: of two classes the `positive` one from a probability `threshold` on, with `{'a': 0.9, 'b': 0.5}` the most probable of
        those that reach theirs; that of the least expected `cost`, `{actual: {predicted: cost}}`, a DataFrame or a CSV file; None
        where the class chosen has less probability than `reject`. `class_prior` gives the rates at which the classes come,
        where they are others than in training; 'estimate' finds them. `raw` leaves the calibration out.
        With `top=3` a matrix: a row has its class and the two most probable of the others, as many as there are.
        """
        rows, threads = self._rows(data, _reading(reading)), threads_of(threads)
        core = self._adjusted(rows, class_prior, raw, reading, threads)
        how = self._decision(threshold, positive, cost, reject) | {'on_bad_row': reading.get('on_bad_row')}
        if top is not None:
            how['top'] = _whole(top, 'top', 1)
        codes = core.labels(rows, threads, how)
        if (codes < 0).any():
            return np.array([*self.classes, None], object)[codes]
        return np.array(self.classes)[codes]

    def _decision(self, threshold, positive, cost, reject):
        return {'threshold': threshold, 'positive': positive, 'cost': _costs(cost, self.classes), 'reject': reject}

    def predict_proba(self, data, *, class_prior=None, raw=False, threads=None, **reading):
        """A row for each row, a column for each of `classes`. `class_prior` and `raw` are those of `predict`."""
        return self._posteriors(data, False, class_prior, raw, threads, _reading(reading))

    def predict_log_proba(self, data, *, class_prior=None, raw=False, threads=None, **reading):
        """The logarithms, which do not underflow."""
        return self._posteriors(data, True, class_prior, raw, threads, _reading(reading))

    def _posteriors(self, data, log, class_prior, raw, threads, reading):
        rows, threads = self._rows(data, reading), threads_of(threads)
        return self._adjusted(rows, class_prior, raw, reading, threads).posteriors(rows, log, threads, reading.get('on_bad_row'))

    def explain(self, data, *, first=0, count=None, class_prior=None, raw=False, **reading):
        """An `Explanation` for each row; of rows [first, first + count) where these are given."""
        rows = self._rows(data, _reading(reading))
        core = self._adjusted(rows, class_prior, raw, reading, threads_of(None))
        found = core.explain(rows, _whole(first, 'first', 0), 2**63 if count is None else _whole(count, 'count', 0), reading.get('on_bad_row'))
        classes, texts = self.classes, texts_of(data, self._core.text_columns, first, len(found))
        return [Explanation(classes[best], classes, np.array(scores), np.array(posterior), impossible,
                            [Reason(*each[:4], tuple(each[4])) for each in reasons], {name: cells[row] for name, cells in texts.items()})
                for row, (best, scores, posterior, impossible, reasons) in enumerate(found)]

    def evaluate(self, data, target=None, *, weight=None, threshold=None, positive=None, cost=None, reject=None, class_prior=None,
                 raw=False, beta=None, top_k=None, threads=None, **reading):
        """Judges the model by rows whose class is known: in its target column, or in the array `target`.

        Decisions and probabilities are those of `predict`. `beta` adds F-beta to the figures, `top_k` how often the class is among
        the k most probable.
        """
        rows, threads = self._labelled(data, target, weight, _reading(reading)), threads_of(threads)
        core = self._adjusted(rows, class_prior, raw, reading, threads)
        how = self._decision(threshold, positive, cost, reject) | {'on_bad_row': reading.get('on_bad_row')}
        evaluation, notes = _core.evaluate(core, rows, how, threads)
        _warn(notes)
        return Evaluation(evaluation, threads, {'beta': beta, 'top_k': top_k})

    def cross_validate(self, data, target=None, *, folds=10, repeat=1, group=None, seed=1, calibrate=None, weight=None, threshold=None,
                       positive=None, cost=None, reject=None, threads=None, **reading):
        """Judges the model's plan by cross-validation over rows whose class is known. `folds='n'` leaves each row out alone.

        Rows of one `group`, an array or the name of a column, are in one fold. `repeat` deals the rows out several times.
        """
        rows, threads = self._labelled(data, target, weight, _reading(reading), group), threads_of(threads)
        how = self._decision(threshold, positive, cost, reject) | {
            'folds': number_of_folds(folds), 'repeat': repeat, 'seed': seed, 'calibrate': calibrate,
            'group': group if group is None or isinstance(group, str) else GROUP, 'on_bad_row': reading.get('on_bad_row')}
        return CrossValidation(_core.cross_validate(self._core, rows, how, threads), threads)

    def tune(self, data, target=None, *, metric='log_loss', calibrate='auto', weight=None, threads=None, **reading):
        """The model of these rows, its settings chosen again by rows left out; then calibrated by them."""
        rows = self._labelled(data, target, weight, _reading(reading))
        return Model(_core.tune(self._core, rows, metric, calibrate, reading.get('on_bad_row'), threads_of(threads)))

    def calibrate(self, data, target=None, *, method='auto', weight=None, threads=None, **reading):
        """The model with probabilities calibrated by rows that it has not learnt.

        Without such rows, `priory.train(..., calibrate='auto')` leaves each row out in turn.
        """
        rows = self._labelled(data, target, weight, _reading(reading))
        return Model(_core.calibrate(self._core, rows, method, reading.get('on_bad_row'), threads_of(threads)))

    def sample(self, n=10, *, seed=1, label=''):
        """Rows drawn from what was learnt, the class first; `label` draws of one class alone."""
        return frame_of(*_core.draw(self._core, _whole(n, 'n', 0), _whole(seed, 'seed', 0), str(label)))

    def query(self, *queries, threads=None):
        """Probabilities of what was learnt: see `priory.query`."""
        return joint.query(self, *queries, threads=threads)

    @property
    def network(self):
        """The `Network` of a model that was learnt with a structure."""
        return joint.Network(_core.network_of(self._core))

    def report(self, data=None, target=None, *, title=None, threshold=None, positive=None, cost=None, reject=None, report_rows=20,
               threads=None, **reading):
        """A page about the model, and with rows whose class is known how good it is on them. Shown by notebooks."""
        title = title or (f'Model of {self.target}' if self.target else 'Hidden classes')
        if data is None:
            return Report(_core.page(self._core, title))
        rows = self._labelled(data, target, None, _reading(reading))
        how = self._decision(threshold, positive, cost, reject) | {'on_bad_row': reading.get('on_bad_row')}
        return Report(_core.page(self._core, title, rows, how, _whole(report_rows, 'report_rows', 0), threads_of(threads)))

    def _repr_html_(self):
        from . import _html  # notebooks only
        return _html.page(self.report().html, 600)

    def update(self, data, target=None, *, weight=None, decay=None, types=None, ignore=None, threads=None, **reading):
        """Learns more rows: the model is the one of all rows. Returns itself.

        Columns that are new to the model join it, as what `types` says or their cells call for, unless `ignore` names them; the
        rows before have missing cells there. Before all that `decay` multiplies what was learnt, so that old rows weigh less; that
        is not exact.
        """
        how = {'decay': decay, 'types': types, 'ignore': ignore}
        return self._change(data, target, weight, False, how, threads, _reading(reading))

    def forget(self, data, target=None, *, weight=None, strict=False, threads=None, **reading):
        """Unlearns rows, as if they had never been seen. Returns itself.

        The calibration stays, unless `strict` drops it, since the rows had a part in it.
        """
        return self._change(data, target, weight, True, {'strict': strict}, threads, _reading(reading))

    def _change(self, data, target, weight, forgets, how, threads, reading):
        rows = self._labelled(data, target, weight, reading)
        how = how | {'on_bad_row': reading.get('on_bad_row')}
        self._core, notes = self._core.changed(rows, forgets, how, threads_of(threads))
        _warn(notes, 4)
        return self

    def merge(self, other):
        """The model of the rows of both."""
        if not isinstance(other, Model):
            raise TypeError(f'a model is merged with a model, and not with {type(other).__name__}')
        return Model(self._core.merge(other._core))

    def __add__(self, other):
        return self.merge(other) if isinstance(other, Model) else NotImplemented

    def __sub__(self, other):
        """The model of the rows that `other` has not learnt."""
        return Model(self._core.subtract(other._core)) if isinstance(other, Model) else NotImplemented

    def __eq__(self, other):
        return self.to_bytes() == other.to_bytes() if isinstance(other, Model) else NotImplemented

    __hash__ = None

    def save(self, path):
        """Writes the model file, which the command line reads too."""
        self._core.save(os.fspath(path))

    def to_bytes(self):
        """The bytes of the model file. Equal knowledge is equal bytes."""
        return self._core.to_bytes()

    def __reduce__(self):
        return from_bytes, (self.to_bytes(),)

    def __repr__(self):
        return (f'<Model of {self.target or "hidden classes"}: {self.n_rows:.10g} rows, '
                f'{len(self.classes)} classes, {len(self.columns)} columns>')


class Report:
    """An HTML page that needs no network: `save` it, or let a notebook show it."""

    def __init__(self, html):
        self.html = html

    def save(self, path):
        """Writes the page."""
        with open(path, 'w', encoding='utf-8') as file:
            file.write(self.html)

    def _repr_html_(self):
        from . import _html  # notebooks only
        return _html.page(self.html, 800)

    def __repr__(self):
        return f'<Report of {len(self.html)} bytes: save it, or show it in a notebook>'


def number_of_folds(folds):
    """As the library takes them: 0 leaves each row out alone."""
    if isinstance(folds, str) and folds == 'n':
        return 0
    if isinstance(folds, (int, np.integer)) and folds >= 2:
        return int(folds)
    raise ValueError(f"folds= takes a number from 2 on, or 'n', not {folds!r}")


def _whole(number, name, least):
    if isinstance(number, (int, np.integer)) and not isinstance(number, bool) and least <= number < 2**63:
        return int(number)
    raise ValueError(f'{name}= takes a whole number from {least} on, and not {number!r}')


def _costs(cost, classes):
    """Rows of actual, columns of predicted classes; a path stays one."""
    if cost is None or isinstance(cost, (str, os.PathLike)):
        return cost if cost is None else os.fspath(cost)
    if hasattr(cost, 'loc'):
        cost = cost.rename(index=str, columns=str).to_dict('index')
    if isinstance(cost, dict):
        try:
            cost = [[cost[actual][predicted] for predicted in classes] for actual in classes]
        except KeyError as name:
            raise ValueError(f'cost= says nothing of the class {name}: it has a row and a column for each of {", ".join(classes)}') from None
    return np.asarray(cost, float).tolist()


def _reading(options):
    for name in options:
        if name not in READING + ('on_bad_row',):
            raise TypeError(f'there is no option {name}=' + did_you_mean(name, READING + ('on_bad_row',)))
    return options


def _warn(notes, level=3):
    for note in notes:
        warnings.warn(note, stacklevel=level)


def load(path):
    """The model in a file, by `save` or the command line."""
    return Model(_core.load(os.fspath(path)))


def from_bytes(data):
    """The model of `to_bytes`."""
    return Model(_core.from_bytes(data, 'bytes'))
