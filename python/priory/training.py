# SPDX-License-Identifier: Apache-2.0
"""From rows to a model."""
import typing
import warnings

import numpy as np

from . import _core
from ._data import GROUP, LABEL, name_of_target, rows_and_options, rows_of, threads_of
from .model import Model, number_of_folds
from .results import Comparison, CrossValidation, merged

# Options of what is done with a plan: of the search and calibration, of weights fitted to the classes, of EM.
LEARNING = ('search', 'pool', 'plain', 'metric', 'candidates', 'max_trials', 'tune_rows', 'calibrate', 'discriminative', 'weights', 'l2', 'l1', 'towards',
            'balanced', 'nb_scaled', 'em', 'unlabelled_weight', 'components', 'max_memory')
EM = ('hard', 'anneal', 'max_iterations', 'tolerance', 'restarts', 'seed')


def train(data, target=None, *, plan=None, weight=None, unlabelled=None, threads=None, **options):
    """Learns a model from rows with a class.

    `data` is a path or a list of paths, a DataFrame, a dict of columns, a list of dicts, a numpy array, a scipy sparse
    matrix, or a list of texts. `target` names the column with the class, or is an array of classes. Options have
    the names of the command line's: `alpha=1`, `family='gaussian'`, `types={'age': 'gaussian'}`, `text='body'`.
    `search=True` chooses what is not given by rows left out, `calibrate='auto'` fits the probabilities to them, and
    `discriminative=True` the weights, or `weights=True` one for each column or text. `unlabelled` are rows without a class, to learn from as well, by EM.
    By a `plan` nothing is chosen: other options may only repeat what it says.

    >>> model = train({'sky': ['sun', 'sun', 'rain'], 'sail': ['yes', 'yes', 'no']}, target='sail')
    >>> model.predict({'sky': ['rain']}).tolist()
    ['no']
    """
    how = {name: options.pop(name) for name in LEARNING + EM if name in options}
    label = LABEL
    if plan is not None:
        target = (plan.target or None) if target is None else target if isinstance(target, str) else np.asarray(target)
        label = plan.target or LABEL  # the plan has a name for the class
    rows, options = rows_and_options(data, target, weight, options, label, plan)
    if unlabelled is not None:
        how['unlabelled'] = rows_of(unlabelled, label=label, reading=None)
    name = name_of_target(target, label)
    core, notes = _core.train(rows, plan._core if plan else None, dict(options, target=name), how, threads_of(threads))
    for note in notes:
        warnings.warn(note, stacklevel=2)
    return Model(core)


def cross_validate(data, target=None, *, folds=10, repeat=1, group=None, seed=1, calibrate=None, against=(), weight=None,
                   threshold=None, positive=None, reject=None, resamples=None, threads=None, **options):
    """Judges models of rows by cross-validation: data and options are those of `train`, folds those of `Model.cross_validate`.

    `against` has dicts of options that take the place of some, `[{'family': 'complement'}, {'alpha': 0.3}]`: models with them are
    judged on the same folds, and `against` of the answer has a `Comparison` with each, what it does better or worse.

    >>> rows = {'x': [1, 2, 3, 2, 7, 8, 9, 8], 'y': ['low'] * 4 + ['high'] * 4}
    >>> judged = cross_validate(rows, 'y', folds=4, types={'x': 'gaussian'}, against=[{'types': {'x': 'poisson'}}])
    >>> judged.accuracy, judged.against[0]['accuracy']
    (1.0, 0.0)
    """
    rows, options = rows_and_options(data, target, weight, options, group=group)
    options['target'] = name_of_target(target)
    how = {'folds': number_of_folds(folds), 'repeat': repeat, 'seed': seed, 'calibrate': calibrate, 'threshold': threshold,
           'positive': positive, 'reject': reject, 'group': group if group is None or isinstance(group, str) else GROUP}
    threads = threads_of(threads)
    first, *others = _core.cross_validate_options(rows, [options, *(options | dict(other) for other in against)], how, threads)
    once = len(first) // repeat  # rows that count several times have no intervals
    return CrossValidation(first, threads, [
        Comparison(*_core.compare(merged(first[:once]), merged(other[:once]), resamples, seed, threads)) for other in others])


class Step(typing.NamedTuple):
    """An iteration of EM."""
    restart: int
    iteration: int
    log_likelihood: float
    objective: float


class Clustering(typing.NamedTuple):
    """Hidden classes, and how EM found them."""
    model: Model
    log_likelihood: float
    objective: float
    iterations: int
    converged: bool
    trace: 'list[Step]'


def cluster(data, k, *, plan=None, criterion='bic', init=None, max_memory=None, weight=None, threads=None, **options):
    """Finds hidden classes by EM: `k` of them, or as many of a range `(2, 6)` or of `'auto'` as fit best by `criterion`.

    Beside the options of `train` there are `hard`, `anneal`, `max_iterations`, `tolerance`, `restarts` and `seed`, and `init`: the
    parameters to begin with, as the command line's `inspect --json` writes them, or a file of them.

    >>> found = cluster({'height': [1.0, 1.1, 1.2, 5.0, 5.1]}, 2)
    >>> found.model.predict({'height': [1.05, 5.05]}).tolist()
    ['1', '2']
    """
    least, most = _range(k)
    how = {name: options.pop(name) for name in EM if name in options}
    how |= {'criterion': criterion, 'init': init if init is None else str(init), 'max_memory': max_memory,
            'variance_floor': not {'ridge', 'var_smoothing'} & set(options)}
    rows, options = rows_and_options(data, None, weight, options, LABEL, plan)
    model, *found, trace, notes = _core.cluster(rows, plan._core if plan else None, options, how, least, most, threads_of(threads))
    for note in notes:
        warnings.warn(note, stacklevel=2)
    return Clustering(Model(model), *found, [Step(*each) for each in trace])


def _range(k):
    if isinstance(k, str) and k == 'auto':
        return 1, 0
    ends = (k, k) if isinstance(k, (int, np.integer)) else tuple(k) if isinstance(k, (tuple, list, range)) else ()
    if len(ends) != 2 or not all(isinstance(each, (int, np.integer)) for each in ends) or not 1 <= ends[0] <= ends[1]:
        raise ValueError(f"k= takes a number of classes, a range such as (2, 6), or 'auto', and not {k!r}")
    return int(ends[0]), int(ends[1])
