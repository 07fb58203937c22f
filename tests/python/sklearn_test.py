"""priory.sklearn beside scikit-learn: the same parameters, attributes, probabilities and refusals."""
import concurrent.futures
import inspect
import pickle
import timeit
import warnings

import joblib
import numpy as np
import pandas as pd
import pytest
import scipy.sparse
import sklearn.calibration
import sklearn.compose
import sklearn.discriminant_analysis
import sklearn.linear_model
import sklearn.model_selection
import sklearn.naive_bayes
import sklearn.pipeline
import sklearn.preprocessing
from sklearn.base import clone
from sklearn.utils.estimator_checks import check_estimator

import priory
import priory.sklearn as ours

# How many checks scikit-learn 1.2.1 has for each; as many as for its own, or one more or less for its tags.
CHECKS = {'MultinomialNB': 51, 'BernoulliNB': 50, 'ComplementNB': 51, 'CategoricalNB': 51, 'GaussianNB': 50,
          'LinearDiscriminantAnalysis': 49, 'QuadraticDiscriminantAnalysis': 43, 'LogisticRegression': 51}
MODULES = (sklearn.naive_bayes, sklearn.discriminant_analysis, sklearn.linear_model)
COUNTED = ['class_count_', 'class_log_prior_', 'feature_log_prob_']


def theirs(name):
    return next(getattr(module, name) for module in MODULES if hasattr(module, name))


@pytest.mark.parametrize('name', CHECKS)
@pytest.mark.filterwarnings('ignore')
def test_scikit_learns_own_checks(name):
    checks = list(check_estimator(getattr(ours, name)(), generate_only=True))
    for estimator, check in checks:
        check(estimator)
    assert len(checks) == CHECKS[name]


@pytest.mark.parametrize('name', CHECKS)
def test_parameters_are_scikit_learns(name):
    mine, other = (inspect.signature(each.__init__).parameters for each in (getattr(ours, name), theirs(name)))
    assert list(mine) == list(other)
    assert all(mine[each].default == other[each].default for each in mine)


RANDOM = np.random.default_rng(20)
Y = RANDOM.integers(0, 4, 120)
COUNTS = RANDOM.poisson(1, (120, 7)) * RANDOM.choice([0.5, 1, 3], 7)
COUNTS[:, 3] = 0
COUNTS[5] = 0
COUNTS[:, 6] *= 1e3
REALS = RANDOM.normal(size=(120, 5)) @ RANDOM.normal(size=(5, 5)) + RANDOM.normal(size=(4, 5))[Y] + [0, 10, 1000, -5, 1]
CODES = RANDOM.integers(0, 5, (120, 4))
WEIGHTS = RANDOM.choice([0.25, 1, 1.5, 3], 120)
LABELS = [Y, Y * 7 - 10, np.array(['b', 'aa', '10', ' x'])[Y], Y == 1]


def cases():
    for x in (COUNTS, scipy.sparse.csr_matrix(COUNTS), np.asfortranarray(COUNTS), COUNTS.astype('float32')):
        for alpha in (1.0, 0.01, 10):
            for fit_prior in (True, False):
                yield 'MultinomialNB', x, COUNTED, {'alpha': alpha, 'fit_prior': fit_prior}
                yield 'ComplementNB', x, COUNTED, {'alpha': alpha, 'fit_prior': fit_prior, 'norm': alpha == 10}
                yield 'BernoulliNB', x, COUNTED, {'alpha': alpha, 'fit_prior': fit_prior, 'binarize': 0.6 if alpha == 10 else 0.0}
    for alpha in (1.0, 0.01):
        yield 'CategoricalNB', CODES, [*COUNTED, 'n_categories_'], {'alpha': alpha}
        yield 'CategoricalNB', CODES, [*COUNTED, 'n_categories_'], {'min_categories': [6, 5, 9, 5]}
    for smoothing in (1e-9, 1e-3, 1):
        yield 'GaussianNB', REALS, ['theta_', 'var_', 'class_count_', 'class_prior_', 'epsilon_'], {'var_smoothing': smoothing}


def apart(a, b):
    a, b = np.asarray(a, float), np.asarray(b, float)
    assert a.shape == b.shape
    with np.errstate(invalid='ignore'):
        return np.max(np.where(a == b, 0, np.abs(a - b) / np.maximum(1, np.abs(b))), initial=0)


def compare(mine, other, x, attributes, tolerance=1e-10):
    for name in attributes:
        one, two = getattr(mine, name), getattr(other, name)
        for a, b in zip(one, two) if isinstance(two, list) else [(one, two)]:
            assert apart(a, b) <= tolerance, name
    assert (mine.classes_ == other.classes_).all()
    assert apart(mine.predict_proba(x), other.predict_proba(x)) <= tolerance
    finite = other.predict_log_proba(x)
    if isinstance(other, sklearn.naive_bayes._BaseNB):  # the others' are logarithms of probabilities
        assert apart(mine.predict_log_proba(x), finite) <= tolerance
    assert (mine.predict(x) == other.predict(x)).mean() > 0.99 and mine.predict(x).dtype == other.predict(x).dtype


@pytest.mark.parametrize('name, x, attributes, parameters', cases())
@pytest.mark.filterwarnings('ignore')
def test_naive_bayes(name, x, attributes, parameters):
    for y in LABELS:
        for weight in (None, WEIGHTS):
            mine = getattr(ours, name)(**parameters).fit(x, y, weight)
            compare(mine, theirs(name)(**parameters).fit(x, y, weight), x, attributes)


@pytest.mark.parametrize('n_classes', [2, 3, 4])
def test_given_priors(n_classes):
    y, prior = Y % n_classes, np.arange(1, n_classes + 1) / sum(range(1, n_classes + 1))
    for name, x in (('MultinomialNB', COUNTS), ('BernoulliNB', COUNTS), ('CategoricalNB', CODES)):
        compare(getattr(ours, name)(class_prior=prior).fit(x, y), theirs(name)(class_prior=prior).fit(x, y), x, COUNTED)
    compare(ours.GaussianNB(priors=prior).fit(REALS, y), sklearn.naive_bayes.GaussianNB(priors=prior).fit(REALS, y), REALS, ['theta_', 'var_', 'class_prior_'])


@pytest.mark.parametrize('n_classes', [2, 3, 4])
@pytest.mark.parametrize('parameters', [{}, {'store_covariance': True}, {'solver': 'lsqr'}, {'solver': 'lsqr', 'shrinkage': 0.3},
                                        {'solver': 'eigen'}, {'priors': 'given'}])
def test_linear_discriminants(n_classes, parameters):
    y = Y % n_classes
    if 'priors' in parameters:
        parameters = {'priors': np.arange(1, n_classes + 1) / sum(range(1, n_classes + 1))}
    mine = ours.LinearDiscriminantAnalysis(**parameters).fit(REALS, y)
    other = sklearn.discriminant_analysis.LinearDiscriminantAnalysis(**parameters).fit(REALS, y)
    names = [name for name in ('means_', 'priors_', 'xbar_', 'covariance_', 'coef_', 'intercept_', 'explained_variance_ratio_') if hasattr(other, name)]
    compare(mine, other, REALS, names, 1e-9)
    assert apart(mine.decision_function(REALS), other.decision_function(REALS)) < 1e-9
    if parameters.get('solver') != 'lsqr':
        assert apart(np.abs(mine.transform(REALS)), np.abs(other.transform(REALS))) < 1e-8


def test_quadratic_discriminants():
    for n_classes in (2, 3, 4):
        mine = ours.QuadraticDiscriminantAnalysis(store_covariance=True).fit(REALS, Y % n_classes)
        other = sklearn.discriminant_analysis.QuadraticDiscriminantAnalysis(store_covariance=True).fit(REALS, Y % n_classes)
        compare(mine, other, REALS, ['means_', 'priors_', 'covariance_'], 1e-9)


@pytest.mark.parametrize('n_classes', [2, 3])
@pytest.mark.parametrize('parameters', [{}, {'C': 0.05}, {'C': 20}, {'class_weight': 'balanced'}, {'class_weight': {0: 3, 1: 1, 2: 0.5}}])
def test_logistic_regression(n_classes, parameters):
    y, x = Y % n_classes, sklearn.preprocessing.scale(REALS)
    mine = ours.LogisticRegression(**parameters, tol=1e-10, max_iter=1000).fit(x, y)
    other = sklearn.linear_model.LogisticRegression(**parameters, tol=1e-10, max_iter=1000, solver='newton-cg').fit(x, y)
    compare(mine, other, x, ['coef_', 'intercept_'], 1e-6)
    counts = scipy.sparse.csr_matrix(COUNTS[:, :6])
    mine, other = mine.fit(counts, y), other.fit(counts, y)
    compare(mine, other, counts, ['coef_', 'intercept_'], 1e-6)


def test_logistic_regression_by_absolute_weights():
    x = sklearn.preprocessing.scale(REALS)
    mine = ours.LogisticRegression(penalty='l1', C=0.5, tol=1e-10, max_iter=1000).fit(x, Y == 1)
    other = sklearn.linear_model.LogisticRegression(penalty='l1', C=0.5, tol=1e-12, max_iter=20000, solver='saga').fit(x, Y == 1)
    compare(mine, other, x, ['coef_', 'intercept_'], 1e-6)
    assert (mine.coef_ == 0).any() == (other.coef_ == 0).any()


@pytest.mark.parametrize('name, x', [('MultinomialNB', COUNTS), ('MultinomialNB', scipy.sparse.csr_matrix(COUNTS)), ('ComplementNB', COUNTS),
                                     ('BernoulliNB', COUNTS), ('CategoricalNB', CODES), ('GaussianNB', REALS)])
def test_partial_fit_is_fit(name, x):
    make = getattr(ours, name)
    parameters = {'min_categories': 5} if name == 'CategoricalNB' else {}
    whole = make(**parameters).fit(x, Y)
    parts = make(**parameters)
    for begin in range(0, 120, 17):
        parts.partial_fit(x[begin:begin + 17], Y[begin:begin + 17], classes=np.arange(4) if begin == 0 else None)
    one_by_one = make(**parameters)
    for row in range(120):
        one_by_one.partial_fit(x[row:row + 1], Y[row:row + 1])
    for each in (parts, one_by_one):
        assert each.model_ == whole.model_
        assert (each.predict_proba(x) == whole.predict_proba(x)).all()
    on = pickle.loads(pickle.dumps(make(**parameters).fit(x[:60], Y[:60]))).partial_fit(x[60:], Y[60:])
    assert on.model_ == whole.model_
    with pytest.raises(ValueError, match='do not exist in the initial classes'):
        parts.partial_fit(x[:1], [9])


def test_classes_given_and_not_met():
    mine, other = (make().partial_fit(COUNTS, Y % 2, classes=[0, 1, 2]) for make in (ours.MultinomialNB, sklearn.naive_bayes.MultinomialNB))
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        compare(mine, other, COUNTS, COUNTED)


@pytest.mark.parametrize('name', CHECKS)
def test_pickles_hold_the_model(name, tmp_path):
    x = {'CategoricalNB': CODES}.get(name, COUNTS if name.endswith('NB') and name != 'GaussianNB' else REALS)
    fitted = getattr(ours, name)().fit(x, Y)
    assert fitted.model_.to_bytes() in pickle.dumps(fitted)
    joblib.dump(fitted, tmp_path / 'model')
    for again in (pickle.loads(pickle.dumps(fitted)), joblib.load(tmp_path / 'model')):
        assert (again.predict_proba(x) == fitted.predict_proba(x)).all()
    fitted.model_.save(tmp_path / 'file.priory')
    assert priory.load(tmp_path / 'file.priory') == fitted.model_
    assert not hasattr(clone(fitted), 'classes_')


def test_they_go_wherever_classifiers_go():
    frame = pd.DataFrame(REALS, columns=list('abcde'))
    pipe = sklearn.pipeline.make_pipeline(sklearn.compose.ColumnTransformer([('scale', sklearn.preprocessing.StandardScaler(), ['a', 'b', 'c'])]),
                                          ours.GaussianNB())
    assert len(sklearn.model_selection.cross_val_score(pipe, frame, Y, cv=4)) == 4
    search = sklearn.model_selection.GridSearchCV(ours.MultinomialNB(), {'alpha': [0.1, 1]}, cv=3).fit(COUNTS, Y)
    assert search.best_params_['alpha'] in (0.1, 1)
    sure = sklearn.calibration.CalibratedClassifierCV(ours.GaussianNB(), cv=3).fit(REALS, Y)
    assert sure.predict_proba(REALS).shape == (120, 4)
    fitted = ours.LinearDiscriminantAnalysis().fit(frame, Y)
    assert list(fitted.feature_names_in_) == list('abcde') and fitted.model_.columns == tuple('abcde')
    assert fitted.set_output(transform='pandas').transform(frame).shape == (120, 3)
    with pytest.warns(UserWarning, match='feature names'):
        fitted.predict(REALS)


@pytest.mark.parametrize('make, words', [
    (lambda: ours.LinearDiscriminantAnalysis(shrinkage='auto', solver='lsqr'), "shrinkage='auto'"),
    (lambda: ours.LinearDiscriminantAnalysis(solver='lsqr', priors=[.25] * 4), "priors= with solver='lsqr'"),
    (lambda: ours.LinearDiscriminantAnalysis(solver='eigen', shrinkage=0.5), "shrinkage= with solver='eigen'"),
    (lambda: ours.LinearDiscriminantAnalysis(tol=1), 'tol=1'),
    (lambda: ours.LinearDiscriminantAnalysis(covariance_estimator=object()), 'covariance_estimator='),
    (lambda: ours.QuadraticDiscriminantAnalysis(reg_param=0.1), 'reg_param=0.1'),
    (lambda: ours.MultinomialNB(alpha=[1, 1, 1, 1, 1]), 'one alpha'), (lambda: ours.MultinomialNB(alpha=-1), 'alpha'),
    (lambda: ours.LogisticRegression(fit_intercept=False), 'fit_intercept=False'),
    (lambda: ours.LogisticRegression(multi_class='ovr'), "multi_class='ovr'"),
    (lambda: ours.LogisticRegression(solver='liblinear'), "solver='liblinear'"), (lambda: ours.LogisticRegression(C=0), 'C is above 0')])
def test_what_is_not_there_is_refused_by_name(make, words):
    with pytest.raises(ValueError, match=words):
        make().fit(np.abs(REALS), Y)


def one_row(x):
    """One row of counts in each way that it may come."""
    sparse = scipy.sparse.csr_matrix(x)
    zeros = scipy.sparse.csr_matrix((x.ravel(), np.arange(x.size), [0, x.size]), shape=x.shape)  # explicit
    unordered = scipy.sparse.csr_matrix((sparse.data[::-1], sparse.indices[::-1], sparse.indptr), shape=x.shape)
    wide = np.repeat(x, 2, axis=1)[:, ::2]  # cells do not lie side by side
    return [x, x.astype('float32'), np.asfortranarray(x), wide, x.tolist(), sparse, zeros, unordered,
            scipy.sparse.csr_array(x), sparse.tocsc()]


@pytest.mark.parametrize('name', ['MultinomialNB', 'ComplementNB'])
def test_a_row_alone_is_as_among_others(name):
    x = np.tile(COUNTS, (1, 9))  # more than a line of the cache
    whole = getattr(ours, name)().fit(x, Y)
    expected, labels = whole.predict_proba(x), whole.predict(x)
    for r in (0, 5, 7):  # 5 has no count
        for row in one_row(x[r:r + 1]):
            assert (whole.predict_proba(row) == expected[r]).all()
            assert (whole.predict_log_proba(row) == whole.predict_log_proba(x)[r]).all()
            assert whole.predict(row) == labels[r]
            rest = np.arange(len(x)) != r
            apart = getattr(ours, name)().fit(x[rest], Y[rest]).partial_fit(row, Y[r:r + 1])
            assert pickle.loads(pickle.dumps(apart)).model_ == apart.model_ == whole.model_


@pytest.mark.parametrize('y', LABELS, ids=str)
def test_rows_of_counts_one_by_one(y):
    x = COUNTS.astype(int)
    whole, one_by_one = ours.MultinomialNB().fit(x, y), ours.MultinomialNB()
    for r in range(len(x)):
        label = y[r:r + 1] if r % 2 else y[r:r + 1].tolist()
        assert one_by_one.partial_fit(x[r:r + 1], label, classes=np.unique(y) if r % 3 == 0 else None) is one_by_one
        if r % 40 == 39:
            assert one_by_one.class_count_.sum() == r + 1
    assert one_by_one.model_ == whole.model_


def test_threads_learn_what_waits_once():
    x = np.tile(COUNTS, (1, 2000))
    model = ours.MultinomialNB().fit(x, Y)
    for r in range(20):
        model.partial_fit(x[r:r + 1], Y[r:r + 1])
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: model.predict_proba(x), range(4)))
    again = ours.MultinomialNB().fit(np.vstack([x, x[:20]]), np.concatenate([Y, Y[:20]]))
    assert model.model_ == again.model_
    assert all((each == again.predict_proba(x)).all() for each in answers)


def test_a_row_that_is_refused_is_refused_alone():
    mine, other = (ours.MultinomialNB().partial_fit(COUNTS, Y) for _ in range(2))
    bad = [np.full((1, 7), np.nan), np.full((1, 7), np.inf), -COUNTS[:1] - 1, COUNTS[:1, :6], COUNTS[0], [['a'] * 7]]
    for x in bad + [scipy.sparse.csr_matrix(each) for each in bad[:4]]:
        for call in (lambda: mine.partial_fit(x, Y[:1]), lambda: mine.predict_proba(x)):
            with pytest.raises(ValueError):
                call()
    for y in ([0.5], [[0, 1]], [None], [0, 1]):
        with pytest.raises((TypeError, ValueError)):
            mine.partial_fit(COUNTS[:1], y)
    assert mine.model_ == other.model_


def test_a_row_costs_what_it_has():
    """What a row costs at many features is near what it costs at few; naming features alone is 100 times that."""
    def cost(features):
        row = scipy.sparse.csr_matrix(([1.0], [3], [0, 1]), shape=(1, features))
        model = ours.MultinomialNB().partial_fit(scipy.sparse.vstack([row, row]), [0, 1])
        model.predict_proba(row)
        assert model.predict(row.toarray()) == model.predict(row.tolil())
        predicting = min(timeit.repeat(lambda: model.predict_proba(row), number=10, repeat=9))
        return predicting, min(timeit.repeat(lambda: model.partial_fit(row, [0]), number=10, repeat=9))
    for few, many in zip(cost(10), cost(100000)):
        assert many < 10 * few


@pytest.mark.parametrize('kind', [np.float64, np.float32, np.int64, np.int8])
@pytest.mark.parametrize('n', [1, 7, 8, 9, 64, 65, 300])
def test_numbers_are_looked_at_wherever_they_stand(kind, n):
    from priory._core import look_at
    sound = np.arange(n).astype(kind) % 100
    assert look_at(sound) == (True, False)
    for place in {0, n // 2, n - 1}:
        for bad, said in ((-1, (True, True)), (np.nan, (False, False)), (np.inf, (False, False))):
            if kind in (np.int64, np.int8) and bad != -1:
                continue
            odd = sound.copy()
            odd[place] = bad
            assert look_at(odd)[0] == said[0] and (said[0] is False or look_at(odd)[1] == said[1])
    assert look_at(np.ones((4, 4))[:, ::2]) is None


@pytest.mark.parametrize('y', [[3, -2, 3, 0], [0, 250, 1, 1], [True, False, True, True], [2**62, -2**62, 1, 1]])
@pytest.mark.parametrize('kind', [np.int8, np.uint8, np.int64, bool])
def test_classes_and_codes_are_those_of_unique(y, kind):
    from priory.sklearn._estimator import _classes_and_codes
    y = np.array(y).astype(kind)
    (classes, codes), (expected, inverse) = _classes_and_codes(y), np.unique(y, return_inverse=True)
    assert classes.tolist() == expected.tolist() and classes.dtype == expected.dtype and codes.tolist() == inverse.tolist()


@pytest.mark.parametrize('kind', ['float32', 'float16', '>f8', 'int16', 'uint64', bool, object])
def test_numbers_of_any_type_are_learnt_as_they_are(kind):
    """To the byte as float64: whole numbers below 2048 are exact in all of them."""
    x = RANDOM.integers(0, 2 if kind is bool else 100, (120, 4)).astype(kind)
    for name in ('GaussianNB', 'MultinomialNB', 'BernoulliNB', 'CategoricalNB', 'LinearDiscriminantAnalysis', 'LogisticRegression'):
        one, other = (getattr(ours, name)().fit(held, Y % 2) for held in (x, x.astype(np.int64 if name == 'CategoricalNB' else float)))
        assert one.model_.to_bytes() == other.model_.to_bytes(), name
        assert (one.predict_proba(x) == other.predict_proba(x.astype(float))).all(), name


def test_fractions_of_categories_are_told():
    with pytest.warns(UserWarning, match='fractions are cut off'):
        ours.CategoricalNB().fit(CODES + 0.5, Y)


def test_read_only_memory_maps(tmp_path):
    """As joblib hands them to its workers."""
    sparse = scipy.sparse.csr_matrix(COUNTS)
    joblib.dump((REALS, sparse), tmp_path / 'rows')
    reals, counts = joblib.load(tmp_path / 'rows', mmap_mode='r')
    assert isinstance(reals, np.memmap) and not reals.flags.writeable and not counts.data.flags.writeable
    assert ours.GaussianNB().fit(reals, Y).model_ == ours.GaussianNB().fit(REALS, Y).model_
    mine = ours.MultinomialNB().fit(counts, Y)
    assert mine.model_ == ours.MultinomialNB().fit(sparse, Y).model_ and (mine.predict(counts) == mine.predict(sparse)).all()
    search = sklearn.model_selection.GridSearchCV(ours.MultinomialNB(), {'alpha': [0.1, 1]}, cv=2, n_jobs=2).fit(sparse, Y)
    assert search.best_estimator_.predict(sparse).shape == (120,)


def test_masked_rows_are_numbers_or_refused():
    """scikit-learn takes what is under a mask; NaiveBayes takes it as missing."""
    masked = np.ma.masked_array(REALS, mask=RANDOM.random(REALS.shape) < 0.2)
    holes = masked.filled(np.nan)
    assert priory.train(masked, target=Y, family='gaussian') == priory.train(holes, target=Y, family='gaussian')
    mine, other = ours.GaussianNB().fit(masked, Y), sklearn.naive_bayes.GaussianNB().fit(masked, Y)
    assert mine.predict_proba(REALS) == pytest.approx(other.predict_proba(REALS), abs=1e-10)
