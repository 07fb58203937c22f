"""priory.sklearn under the interface of scikit-learn 1.6 and later, by a stand-in of it in a process of its own."""
import pathlib
import subprocess
import sys

CODE = '''
import warnings
import numpy as np
import pandas as pd
import scipy.sparse
from later_sklearn import become_later
become_later()
import sklearn.base
assert not hasattr(sklearn.base.BaseEstimator, '_validate_data')
import priory.sklearn as ours
warnings.simplefilter('ignore')
random = np.random.default_rng(1)
y = random.integers(0, 3, 90)
counts, reals = random.poisson(1 + (np.arange(4) == y[:, None]), (90, 4)), random.normal(size=(90, 4)) + y[:, None]
frame = pd.DataFrame(reals, columns=list('abcd'))
texts = np.array(['cheap pills', 'see you at noon', 'order now'])[y]
def tags(estimator):
    return estimator.__sklearn_tags__()
for name in ours.__all__:
    estimator = getattr(ours, name)()
    x = {'TextClassifier': texts, 'GaussianNB': reals, 'LogisticRegression': reals}.get(name, reals if 'Discriminant' in name else counts)
    estimator.fit(x, y)
    assert estimator.predict(x).shape == (90,) and estimator.n_features_in_ == 4 if name != 'TextClassifier' else True, name
    t = tags(estimator)
    assert t.estimator_type == ('clusterer' if name == 'LatentClass' else 'classifier'), name
    assert t.input_tags.positive_only == (name in ('MultinomialNB', 'ComplementNB', 'CategoricalNB')), name
    assert t.input_tags.sparse == (name in ('MultinomialNB', 'ComplementNB', 'BernoulliNB', 'LogisticRegression')), name
    assert t.input_tags.allow_nan == (name in ('NaiveBayes', 'BayesianNetworkClassifier', 'LatentClass')), name
    assert t.classifier_tags.poor_score == (name in ('MultinomialNB', 'ComplementNB', 'BernoulliNB', 'CategoricalNB')), name
    assert t.input_tags.string == (name in ('NaiveBayes', 'BayesianNetworkClassifier', 'LatentClass', 'TextClassifier')), name
    assert t.input_tags.two_d_array == (name != 'TextClassifier') and t.no_validation == (name == 'TextClassifier'), name
    assert (t.transformer_tags is not None) == (name == 'LinearDiscriminantAnalysis'), name
for name in ('MultinomialNB', 'ComplementNB', 'BernoulliNB'):
    held = scipy.sparse.csr_matrix(counts)
    assert (getattr(ours, name)().fit(held, y).predict_proba(held) == getattr(ours, name)().fit(counts, y).predict_proba(counts)).all()
for name in ('GaussianNB', 'NaiveBayes', 'LinearDiscriminantAnalysis'):
    fitted = getattr(ours, name)().fit(frame, y)
    assert list(fitted.feature_names_in_) == list('abcd')
    for wrong in (frame[['b', 'a', 'c', 'd']], frame[['a', 'b']]):
        try:
            fitted.predict(wrong)
        except ValueError:
            continue
        raise AssertionError(name)
for bad in ([[np.nan, 1, 1, 1]], [[np.inf, 1, 1, 1]]):
    try:
        ours.GaussianNB().fit(reals, y).predict(bad)
    except ValueError:
        continue
    raise AssertionError(bad)
print('all well')
'''


def test_estimators_under_the_later_interface():
    here = str(pathlib.Path(__file__).parent)
    said = subprocess.run([sys.executable, '-c', CODE], cwd=here, capture_output=True, text=True)
    assert said.stdout == 'all well\n', said.stderr
