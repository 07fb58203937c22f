"""The estimators that scikit-learn has not: any columns, texts, hidden classes, networks."""
import pickle
import unittest
import warnings

import joblib
import numpy as np
import pandas as pd
import pytest
import sklearn.calibration
import sklearn.compose
import sklearn.feature_extraction.text
import sklearn.metrics
import sklearn.mixture
import sklearn.model_selection
import sklearn.naive_bayes
import sklearn.pipeline
from sklearn.base import clone
from sklearn.utils.estimator_checks import check_estimator

import priory
from priory.sklearn._estimator import Estimator
from priory.sklearn import BayesianNetworkClassifier, LatentClass, NaiveBayes, TextClassifier

# How many checks scikit-learn 1.2.1 has for each, and how many it is told to skip: those of rows in another order, which
# EM starts from (as for its own KMeans). Of texts it has none.
CHECKS = {NaiveBayes: (49, 0), BayesianNetworkClassifier: (49, 0), LatentClass: (40, 2), TextClassifier: (0, 0)}

RANDOM = np.random.default_rng(3)
Y = RANDOM.choice(['no', 'yes'], 300)
FRAME = pd.DataFrame({'age': RANDOM.normal(40, 9, 300) + 6 * (Y == 'yes'), 'visits': RANDOM.poisson(3, 300),
                      'city': pd.Categorical(np.where(RANDOM.random(300) < 0.6, Y, RANDOM.choice(['no', 'yes', 'maybe'], 300))),
                      'member': RANDOM.random(300) < 0.5, 'since': pd.to_datetime('2020-01-01') + pd.to_timedelta(RANDOM.integers(0, 900, 300), 'D')})
FRAME.loc[::17, 'age'] = np.nan
FRAME.loc[::23, 'city'] = None
TEXTS = ['cheap pills now', 'see you at noon', 'cheap cheap watches', 'lunch at noon?', 'pills and watches', 'are you at lunch'] * 5
LABELS = np.array(['spam', 'ham'] * 15)


@pytest.mark.parametrize('kind', CHECKS, ids=lambda kind: kind.__name__)
@pytest.mark.filterwarnings('ignore')
def test_scikit_learns_own_checks(kind):
    checks = list(check_estimator(kind(), generate_only=True))
    skipped = 0
    for estimator, check in checks:
        try:
            check(estimator)
        except unittest.SkipTest as reason:
            assert 'check_sample_weights_invariance' in str(reason)
            skipped += 1
    assert (len(checks), skipped) == CHECKS[kind]


class TextsOfNumbers(TextClassifier):
    """Rows of numbers, each made a text: scikit-learn has no checks for texts, and so gives this one those for numbers."""

    def _check_X(self, X, y='no_validation', reset=True):
        X, y = Estimator._check_X(self, X, y, reset)
        return [' '.join(f'column{j}is{round(4 * float(x))}' for j, x in enumerate(row)) for row in X], y

    def _more_tags(self):
        return {'poor_score': True, 'X_types': ['2darray'], 'no_validation': False}


@pytest.mark.filterwarnings('ignore')
def test_scikit_learns_own_checks_of_texts():
    checks = list(check_estimator(TextsOfNumbers(), generate_only=True))
    for estimator, check in checks:
        check(estimator)
    assert len(checks) == 50


def test_naive_bayes_is_the_model_of_train():
    fitted = NaiveBayes().fit(FRAME, Y)
    model = priory.train(FRAME.assign(**{'class': Y}), target='class')
    assert (fitted.predict_proba(FRAME) == model.predict_proba(FRAME)).all()
    assert (fitted.predict(FRAME) == model.predict(FRAME)).all()
    assert list(fitted.classes_) == list(model.classes) and fitted.model_.columns == model.columns
    assert NaiveBayes(types={'visits': 'poisson'}).fit(FRAME, Y).model_.parts[1]['family'] == 'poisson'


def test_missing_and_unseen_cells_are_left_out():
    fitted = NaiveBayes().fit(FRAME[['city']], Y)
    prior = fitted.model_.class_count / 300
    nothing = pd.DataFrame({'city': [None, 'never met']})
    assert fitted.predict_proba(nothing) == pytest.approx(np.array([prior, prior]), abs=1e-15)


def test_a_column_may_have_the_name_of_the_class():
    frame = FRAME.rename(columns={'city': 'class'})
    assert (NaiveBayes().fit(frame, Y).predict(frame) == NaiveBayes().fit(FRAME, Y).predict(FRAME)).mean() > 0.99


def test_numbers_alone_are_gaussian_naive_bayes():
    x = RANDOM.normal(size=(300, 3))
    mine = NaiveBayes(family='gaussian').fit(x, Y)
    assert mine.predict_proba(x) == pytest.approx(sklearn.naive_bayes.GaussianNB().fit(x, Y).predict_proba(x), abs=1e-10)


def test_weights_of_rows():
    weight = RANDOM.integers(0, 3, 300)
    twice = FRAME.loc[FRAME.index.repeat(weight)]
    one, other = NaiveBayes().fit(FRAME, Y, weight), NaiveBayes().fit(twice, Y.repeat(weight))
    assert one.predict_proba(FRAME) == pytest.approx(other.predict_proba(FRAME), abs=1e-12)


def test_texts_are_multinomial_naive_bayes_of_count_vectorizer():
    for ngrams, alpha in ((1, 1), ((1, 2), 0.5)):
        span = (ngrams, ngrams) if isinstance(ngrams, int) else ngrams
        theirs = sklearn.pipeline.make_pipeline(sklearn.feature_extraction.text.CountVectorizer(ngram_range=span),
                                                sklearn.naive_bayes.MultinomialNB(alpha=alpha)).fit(TEXTS, LABELS)
        for held in (TEXTS, np.array(TEXTS), pd.Series(TEXTS), pd.DataFrame({'body': TEXTS})):
            mine = TextClassifier(alpha=alpha, ngrams=ngrams).fit(held, LABELS)
            assert mine.predict_proba(held) == pytest.approx(theirs.predict_proba(TEXTS), abs=1e-10)


@pytest.mark.parametrize('rows, words', [('cheap pills', 'list of texts'), ([1, 2], 'row 0 is of type int'), ([], '0 sample'), (['a', None], 'row 1')])
def test_what_is_no_text_is_refused(rows, words):
    with pytest.raises(ValueError, match=words):
        TextClassifier().fit(rows, ['a', 'b'])


def test_hidden_classes_are_gaussian_mixtures():
    x = np.concatenate([RANDOM.normal(0, 1, (150, 2)), RANDOM.normal(8, 1, (50, 2))])
    mine = LatentClass(2, random_state=1, types={'1': 'gaussian', '2': 'gaussian'}).fit(x)
    theirs = sklearn.mixture.GaussianMixture(2, covariance_type='diag', reg_covar=0, tol=1e-12, max_iter=1000, random_state=1).fit(x)
    order = np.argsort(-theirs.weights_)
    assert mine.weights_ == pytest.approx(theirs.weights_[order], abs=1e-6)
    assert mine.predict_proba(x) == pytest.approx(theirs.predict_proba(x)[:, order], abs=1e-6)
    assert mine.score(x) == pytest.approx(theirs.score(x), abs=1e-8) and mine.bic_ == pytest.approx(theirs.bic(x), abs=1e-5)
    assert set(mine.labels_) == {0, 1} and (mine.labels_ == mine.predict(x)).all()


def test_a_network_finds_columns_that_depend_on_each_other():
    """Exclusive or: no column tells the class alone, the two together do."""
    a, b = RANDOM.integers(0, 2, 400), RANDOM.integers(0, 2, 400)
    x, y = np.stack([a, b], axis=1), a ^ b
    assert BayesianNetworkClassifier().fit(x, y).score(x, y) == 1
    assert NaiveBayes(family='categorical').fit(x, y).score(x, y) < 0.7
    assert BayesianNetworkClassifier(structure='aode').fit(x, y).predict(x).dtype == y.dtype


@pytest.mark.parametrize('make, x, y', [(NaiveBayes, FRAME, Y), (TextClassifier, TEXTS, LABELS), (LatentClass, FRAME, None),
                                        (BayesianNetworkClassifier, FRAME[['city', 'member', 'visits']], Y)])
def test_pickles_hold_the_model(make, x, y, tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        fitted = make().fit(x, y)
    assert fitted.model_.to_bytes() in pickle.dumps(fitted)
    joblib.dump(fitted, tmp_path / 'model')
    for again in (pickle.loads(pickle.dumps(fitted)), joblib.load(tmp_path / 'model')):
        assert (again.predict_proba(x) == fitted.predict_proba(x)).all()
    assert not hasattr(clone(fitted), 'classes_')


def test_they_go_wherever_classifiers_go():
    assert sklearn.model_selection.cross_val_score(NaiveBayes(), FRAME, Y, cv=4).mean() > 0.55
    search = sklearn.model_selection.GridSearchCV(TextClassifier(), {'alpha': [0.1, 1], 'ngrams': [1, (1, 2)]}, cv=3).fit(TEXTS, LABELS)
    assert search.best_score_ == 1
    assert sklearn.calibration.CalibratedClassifierCV(NaiveBayes(), cv=3).fit(FRAME, Y).predict_proba(FRAME).shape == (300, 2)
    columns = sklearn.compose.make_column_transformer(('passthrough', ['age', 'visits']))
    assert sklearn.pipeline.make_pipeline(columns.set_output(transform='pandas'), LatentClass(2, n_init=2, random_state=0)).fit(FRAME)
    with pytest.raises(ValueError, match='feature names'):
        NaiveBayes().fit(FRAME, Y).predict(FRAME[['city', 'age', 'visits', 'member', 'since']])
