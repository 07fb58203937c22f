"""Makes the scikit-learn that is installed look like 1.6 and later where estimators touch it: checks are functions and no methods,
and tags are dataclasses that classes add to. After scikit-learn's own description of them
(scikit-learn.org/stable/developers/develop.html and modules/generated/sklearn.utils.Tags.html)."""
import dataclasses

import sklearn.base
import sklearn.utils.validation as validation
from sklearn.base import BaseEstimator, ClassifierMixin, ClusterMixin, TransformerMixin


@dataclasses.dataclass(slots=True)
class InputTags:
    one_d_array: bool = False
    two_d_array: bool = True
    three_d_array: bool = False
    sparse: bool = False
    categorical: bool = False
    string: bool = False
    dict: bool = False
    positive_only: bool = False
    allow_nan: bool = False
    pairwise: bool = False


@dataclasses.dataclass(slots=True)
class TargetTags:
    required: bool
    one_d_labels: bool = False
    two_d_labels: bool = False
    positive_only: bool = False
    multi_output: bool = False
    single_output: bool = True


@dataclasses.dataclass(slots=True)
class TransformerTags:
    preserves_dtype: list = dataclasses.field(default_factory=lambda: ['float64'])


@dataclasses.dataclass(slots=True)
class ClassifierTags:
    poor_score: bool = False
    multi_class: bool = True
    multi_label: bool = False


@dataclasses.dataclass(slots=True)
class Tags:
    estimator_type: 'str | None'
    target_tags: TargetTags
    transformer_tags: 'TransformerTags | None' = None
    classifier_tags: 'ClassifierTags | None' = None
    regressor_tags: None = None
    array_api_support: bool = False
    no_validation: bool = False
    non_deterministic: bool = False
    requires_fit: bool = True
    _skip_test: bool = False
    input_tags: InputTags = dataclasses.field(default_factory=InputTags)


def of_everything(self):
    return Tags(None, TargetTags(required=False))


def of_classifiers(self):
    tags = super(ClassifierMixin, self).__sklearn_tags__()
    tags.estimator_type, tags.classifier_tags, tags.target_tags.required = 'classifier', ClassifierTags(), True
    return tags


def of_clusterers(self):
    tags = super(ClusterMixin, self).__sklearn_tags__()
    tags.estimator_type = 'clusterer'
    return tags


def of_transformers(self):
    tags = super(TransformerMixin, self).__sklearn_tags__()
    tags.transformer_tags = TransformerTags()
    return tags


def become_later():
    """To be called before priory.sklearn is imported."""
    data, names, number = BaseEstimator._validate_data, BaseEstimator._check_feature_names, BaseEstimator._check_n_features

    def validate_data(estimator, /, X='no_validation', y='no_validation', *, reset=True, ensure_all_finite=True, **others):
        shown = {name: getattr(BaseEstimator, name, None) for name in ('_check_feature_names', '_check_n_features', '_get_tags', '_more_tags')}
        BaseEstimator._check_feature_names, BaseEstimator._check_n_features = names, number
        BaseEstimator._get_tags = lambda self: dict(sklearn.utils._tags._DEFAULT_TAGS, requires_y=self.__sklearn_tags__().target_tags.required)
        try:
            return data(estimator, X, y, reset=reset, force_all_finite=ensure_all_finite, **others)
        finally:
            for name, value in shown.items():
                if value is None:
                    delattr(BaseEstimator, name) if name in vars(BaseEstimator) else None
                else:
                    setattr(BaseEstimator, name, value)

    validation.validate_data = validate_data
    validation._check_feature_names = lambda estimator, X, *, reset: names(estimator, X, reset=reset)
    validation._check_n_features = lambda estimator, X, reset: number(estimator, X, reset=reset)
    for name in ('_validate_data', '_check_feature_names', '_check_n_features', '_get_tags', '_more_tags'):
        delattr(BaseEstimator, name)
    del ClassifierMixin._more_tags, ClusterMixin._more_tags
    BaseEstimator.__sklearn_tags__, ClassifierMixin.__sklearn_tags__ = of_everything, of_classifiers
    ClusterMixin.__sklearn_tags__, TransformerMixin.__sklearn_tags__ = of_clusterers, of_transformers
