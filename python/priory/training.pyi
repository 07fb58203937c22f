import os
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from .model import Model, Threshold
from .plans import Plan
from .results import CrossValidation

LEARNING: tuple[str, ...]
EM: tuple[str, ...]

def train(data: Any, target: Any = None, *, plan: Plan | None = None, weight: Any = None, unlabelled: Any = None,
          threads: int | None = None, **options: Any) -> Model: ...

def cross_validate(data: Any, target: Any = None, *, folds: int | str = 10, repeat: int = 1, group: Any = None, seed: int = 1,
                   calibrate: str | None = None, against: Iterable[Mapping[str, Any]] = (), weight: Any = None,
                   threshold: Threshold = None, positive: str | None = None, reject: float | None = None,
                   resamples: int | None = None, threads: int | None = None, **options: Any) -> CrossValidation: ...

class Step(NamedTuple):
    restart: int
    iteration: int
    log_likelihood: float
    objective: float

class Clustering(NamedTuple):
    model: Model
    log_likelihood: float
    objective: float
    iterations: int
    converged: bool
    trace: list[Step]

def cluster(data: Any, k: int | tuple[int, int] | str, *, plan: Plan | None = None, criterion: str = 'bic',
            init: str | os.PathLike[str] | None = None, max_memory: int | str | None = None, weight: Any = None,
            threads: int | None = None, **options: Any) -> Clustering: ...
