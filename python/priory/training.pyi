import os
from typing import Any, NamedTuple

from .model import Model
from .plans import Plan

LEARNING: tuple[str, ...]
EM: tuple[str, ...]

def train(data: Any, target: Any = None, *, plan: Plan | None = None, weight: Any = None, unlabelled: Any = None,
          threads: int | None = None, **options: Any) -> Model: ...

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
