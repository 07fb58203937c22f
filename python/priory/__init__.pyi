from .errors import DataError as DataError, Error as Error, FileError as FileError, ModelError as ModelError, UsageError as UsageError
from .joint import Independence as Independence, Network as Network, Outcome as Outcome, query as query, read_network as read_network
from .model import Model as Model, Report as Report, from_bytes as from_bytes, load as load
from .pairs import Pair as Pair, pair as pair
from .plans import Plan as Plan, plan as plan, read_plan as read_plan
from .results import (BestThreshold as BestThreshold, Comparison as Comparison, CrossValidation as CrossValidation, Curve as Curve,
                      Evaluation as Evaluation, Explanation as Explanation, Reason as Reason, compare as compare)
from .training import Clustering as Clustering, Step as Step, cluster as cluster, cross_validate as cross_validate, train as train
from ._progress import show_progress as show_progress

__version__: str
__all__: list[str]
