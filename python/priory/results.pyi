from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .model import Model

class Reason(NamedTuple):
    kind: str
    feature: str
    value: str
    count: float  # type: ignore[assignment]  # a name that tuples have too
    log_p: tuple[float, ...]

class Explanation(NamedTuple):
    predicted: str
    classes: tuple[str, ...]
    log_scores: NDArray[np.float64]
    log_posterior: NDArray[np.float64]
    impossible: bool
    reasons: list[Reason]
    texts: dict[str, str] = ...
    def best_two(self) -> tuple[int, int]: ...

class Curve(NamedTuple):
    label: str
    false_positive_rate: NDArray[np.float64]
    recall: NDArray[np.float64]
    precision: NDArray[np.float64]
    score: NDArray[np.float64]

class BestThreshold(NamedTuple):
    goal: str
    threshold: float
    value: float

class Evaluation:
    def __init__(self, core: Any, threads: int = 1, measuring: dict[str, Any] | None = None) -> None: ...
    @property
    def figures(self) -> dict[str, float | None]: ...
    @property
    def classes(self) -> tuple[str, ...]: ...
    @property
    def confusion(self) -> NDArray[np.float64]: ...
    @property
    def n_rows(self) -> int: ...
    def intervals(self, resamples: int | None = None, *, seed: int = 1) -> dict[str, tuple[float, float]]: ...
    def best_threshold(self, goal: str = 'f1', *, cost: Any = None) -> BestThreshold: ...
    def curves(self) -> list[Curve]: ...
    def __getitem__(self, name: str) -> float | None: ...
    def __getattr__(self, name: str) -> Any: ...
    def to_json(self) -> str: ...

def merged(cores: Sequence[Any]) -> Any: ...

class CrossValidation(Evaluation):
    folds: list[Evaluation]
    against: Sequence[Comparison]
    def __init__(self, folds: Any, threads: int = 1, against: Sequence[Comparison] = ()) -> None: ...

class Comparison:
    figures: dict[str, float | None]
    def __init__(self, figures: Any, text: str) -> None: ...
    def __getitem__(self, name: str) -> float | None: ...

def compare(first: Model, second: Model, data: Any, target: Any = None, *, resamples: int | None = None, seed: int = 1,
            threads: int | None = None, **options: Any) -> Comparison: ...
