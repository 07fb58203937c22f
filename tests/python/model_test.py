"""The model from Python: the same bytes as the command line's, whatever the rows are held in."""
import copy
import os
import pathlib
import pickle
import subprocess

import numpy as np
import pandas as pd
import pytest
import scipy.sparse

import priory

from program import as_here

WEATHER = '''sky,temp,sail
sun,20.5,yes
sun,22,yes
rain,10.25,no
rain,9,no
cloud,15,yes
,12,no
'''


def command(*arguments):
    return subprocess.run(as_here(arguments), check=True, capture_output=True, text=True).stdout


@pytest.fixture(name='file')
def fixture_file(tmp_path):
    path = tmp_path / 'weather.csv'
    path.write_text(WEATHER)
    return path


@pytest.fixture(name='frame')
def fixture_frame(file):
    return pd.read_csv(file)


def test_the_model_of_python_is_the_command_lines(file, tmp_path):
    command('train', file, '--target', 'sail', '-o', tmp_path / 'm.priory')
    model = priory.train(file, target='sail')
    assert model.to_bytes() == (tmp_path / 'm.priory').read_bytes()
    assert priory.load(tmp_path / 'm.priory') == model
    model.save(tmp_path / 'python.priory')
    assert command('predict', tmp_path / 'python.priory', file).splitlines()[1:] == [
        f'{label},{probability!r}'.removesuffix('.0') for label, probability in
        zip(model.predict(file), model.predict_proba(file).max(axis=1))]


@pytest.mark.parametrize('option, flags', [
    ({'alpha': 0.5}, ['--alpha', '0.5']), ({'alpha': {'sky': 2}}, ['--alpha', 'sky=2']),
    ({'types': {'temp': 'poisson'}, 'ignore': ['sky'], 'on_bad_row': 'skip'},
     ['--types', 'temp=poisson', '--ignore', 'sky', '--on-bad-row', 'skip']),
    ({'class_prior': {'yes': 0.25, 'no': 0.75}}, ['--class-prior', 'yes=0.25,no=0.75']),
    ({'text': 'sky', 'ngrams': (1, 2), 'idf': True, 'case': 'keep'}, ['--text', 'sky', '--ngrams', '1-2', '--idf', '--case', 'keep']),
    ({'text': ['sky'], 'char_ngrams': 2, 'min_df': 1, 'max_df': 0.9}, ['--text', 'sky', '--char-ngrams', '2', '--min-df', '1', '--max-df', '0.9']),
    ({'var_smoothing': 0.1, 'unseen': 'smooth', 'na': ['sun']}, ['--var-smoothing', '0.1', '--unseen', 'smooth', '--na', 'sun'])])
def test_options_are_the_command_lines(file, tmp_path, option, flags):
    command('train', file, '--target', 'sail', '-o', tmp_path / 'm.priory', *flags)
    assert priory.train(file, target='sail', **option).to_bytes() == (tmp_path / 'm.priory').read_bytes()


def test_rows_may_be_held_in_anything(file, frame):
    model = priory.train(file, target='sail')
    held = {
        'paths': [str(file)], 'path objects': [pathlib.Path(file)], 'frame': frame, 'nullable': frame.convert_dtypes(),
        'categories': frame.astype({'sky': 'category', 'sail': 'category'}), 'float32': frame.astype({'temp': 'float32'}),
        'dict of arrays': {name: frame[name].to_numpy() for name in frame},
        'dict of lists': {name: frame[name].tolist() for name in frame}, 'list of dicts': frame.to_dict('records'),
        'structured': frame.fillna('').to_records(index=False)}
    for name, data in held.items():
        assert priory.train(data, target='sail') == model, name
        assert (model.predict_proba(data) == model.predict_proba(file)).all(), name
    assert priory.train(frame.drop(columns='sail'), target=frame.sail) == model
    assert model.evaluate(frame.drop(columns='sail'), frame.sail.to_numpy()).accuracy == model.evaluate(file).accuracy


def test_matrices_dense_sparse_and_awkward():
    dense = np.random.default_rng(1).poisson(0.7, (60, 5)).astype(float)
    labels = np.arange(60) % 3
    model = priory.train(dense, target=labels, family='multinomial')
    read_only = dense.copy()
    read_only.flags.writeable = False
    for held in (np.asfortranarray(dense), dense.astype('float32'), dense.astype('>f8'), dense.astype('int8'), dense[::-1][::-1],
                 dense.astype('float16'), read_only, scipy.sparse.csr_matrix(dense), scipy.sparse.csc_matrix(dense), dense.tolist(),
                 np.ma.masked_array(dense, mask=np.zeros_like(dense, bool)), dense.astype(object)):
        assert priory.train(held, target=labels, family='multinomial') == model, held
        assert (model.predict(held) == model.predict(dense)).all()
    for held in (dense.astype(complex), dense.astype(np.longdouble)):
        with pytest.raises(TypeError, match='type'):
            priory.train(held, target=labels)
    masked = np.ma.masked_array(dense, mask=dense == 1)
    assert priory.train(masked, target=labels, family='gaussian') == priory.train(np.where(dense == 1, np.nan, dense), target=labels, family='gaussian')


def test_nothing_is_copied():
    import tracemalloc
    matrix = np.random.default_rng(1).normal(size=(200_000, 10))
    sparse = scipy.sparse.random(200_000, 50, density=0.1, format='csr', random_state=1)
    labels = np.arange(200_000) % 2
    for rows, size in ((matrix, matrix.nbytes), (sparse, sparse.data.nbytes)):
        tracemalloc.start()
        priory.train(rows, target=labels, family='gaussian' if rows is matrix else 'multinomial')
        assert tracemalloc.get_traced_memory()[1] < size / 20
        tracemalloc.stop()


def test_texts():
    model = priory.train(['cheap pills', 'see you at noon', 'pills now'], target=['spam', 'ham', 'spam'])
    assert model.predict(['noon', 'cheap']).tolist() == ['ham', 'spam']
    assert model.parts[0]['values'] == ['at', 'cheap', 'noon', 'now', 'pills', 'see', 'you']
    # (1 + 1) / (4 + 7): 'noon' in ham, Laplace
    noon = model.parts[0]['values'].index('noon')
    assert model.parts[0]['parameters']['log_prob'][noon, 0] == pytest.approx(np.log(2 / 11), abs=1e-15)


def test_reasons_add_up(file, frame):
    model = priory.train(file, target='sail')
    for each in model.explain(frame):
        assert np.sum([reason.log_p for reason in each.reasons if reason.log_p], axis=0) == pytest.approx(each.log_scores)
    assert [each.predicted for each in model.explain(frame)] == model.predict(frame).tolist()
    assert len(model.explain(frame, first=2, count=3)) == 3


def test_the_algebra_of_models(file, frame):
    whole = priory.train(file, target='sail')
    first, second = frame.iloc[:3], frame.iloc[3:]
    a = priory.train(file, target='sail').forget(second)
    b = priory.train(file, target='sail').forget(first)
    assert a.n_rows == 3 and b.n_rows == 3
    assert a + b == whole and b + a == whole and whole - b == a
    assert copy.deepcopy(a).update(second) == whole
    weighted = copy.deepcopy(a).update(second, weight=[2, 2, 2])
    assert weighted.class_count.tolist() == (a + b + b).class_count.tolist()
    for one, other in zip(weighted.parts, (a + b + b).parts):
        for name in one['parameters']:
            assert (one['parameters'][name] == other['parameters'][name]).all()
    with pytest.raises(priory.DataError):
        a.forget(second)


def test_pickle_is_our_bytes(file):
    model = priory.train(file, target='sail')
    assert model.to_bytes() in pickle.dumps(model)
    assert pickle.loads(pickle.dumps(model)) == model == priory.from_bytes(model.to_bytes())
    with pytest.raises(priory.ModelError):
        priory.from_bytes(model.to_bytes()[:-1])


def test_an_evaluation_has_the_figures_of_the_command_line(file):
    evaluation = priory.train(file, target='sail').evaluate(file)
    assert evaluation.accuracy == 1 and evaluation['recall[yes]'] == 1
    assert evaluation.classes == ('no', 'yes') and evaluation.confusion.tolist() == [[3, 0], [0, 3]]
    with pytest.raises(AttributeError):
        evaluation.acuracy


@pytest.mark.parametrize('call, kind, words', [
    (lambda data: priory.train(data, target='sial'), priory.UsageError, "target= .*did you mean 'sail'"),
    (lambda data: priory.train(data, target='sail', alpha=-1), priory.UsageError, 'alpha= must be at least 0'),
    (lambda data: priory.train(data, target='sail', alpha=float('nan')), priory.UsageError, 'alpha='),
    (lambda data: priory.train(data, target='sail', var_smoothing=-1), ValueError, 'var_smoothing='),
    (lambda data: priory.train(data, target='sail', alhpa=1), TypeError, "alhpa=; did you mean 'alpha'"),
    (lambda data: priory.train(data, target='sail', idf=3), TypeError, 'idf= does not take'),
    (lambda data: priory.train(data, target='sail', tf='cuont'), priory.UsageError, "tf= .*'count'"),
    (lambda data: priory.train(data.assign(temp=1.5), target='sail', family='poisson', ignore='sky'), priory.DataError, 'rows:1'),
    (lambda data: priory.train(data, target='sail', delimiter=','), TypeError, 'delimiter= is for files'),
    (lambda data: priory.train({'a': [1, 2], 'b': [1]}, target='a'), ValueError, "'a' has 2 rows, and 'b' has 1"),
    (lambda data: priory.train({'a': [b'x'], 'b': [1]}, target='b'), TypeError, "row 1 of column 'a' is of type bytes"),
    (lambda data: priory.load('nowhere.priory'), OSError, 'nowhere'),
    (lambda data: priory.train(data, target='sail').predict('cheap pills'), FileNotFoundError, 'a text goes in a list'),
    (lambda data: priory.train(data, target='sail').predict(data[['sky']]), priory.Error, 'temp')])
def test_errors_are_in_pythons_words(frame, call, kind, words):
    with pytest.raises(kind, match=words):
        call(frame)


def test_importing_brings_numpy_and_nothing_else():
    code = 'import sys, priory; print([m for m in ("scipy", "pandas", "sklearn") if m in sys.modules])'
    import sys
    assert subprocess.run([sys.executable, '-c', code], capture_output=True, text=True, check=True).stdout == '[]\n'


def test_columns_of_pandas_own_types():
    frame = pd.DataFrame({'when': pd.to_datetime(['2024-01-01', None, '2024-03-01', '2024-05-05'] * 3), 'n': pd.array([1, None, 3, 4] * 3, dtype='Int64'),
                          'flag': pd.array([True, None, False, True] * 3, dtype='boolean'), 'word': pd.array(['a', None, 'b', 'a'] * 3, dtype='string'),
                          'y': ['p', 'q', 'p', 'q'] * 3})
    model = priory.train(frame, target='y', types={'when': 'date'})
    text = 'when,n,flag,word,y\n2024-01-01,1,1,a,p\n,,,,q\n2024-03-01,3,0,b,p\n2024-05-05,4,1,a,q\n'
    lines = text.splitlines(keepends=True)
    path = pathlib.Path(os.environ.get('TMPDIR', '/tmp'), f'priory-{os.getpid()}.csv')
    path.write_text(lines[0] + ''.join(lines[1:]) * 3)
    try:
        assert priory.train(path, target='y', types={'when': 'date'}) == model
    finally:
        path.unlink()
