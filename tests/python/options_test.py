"""Options by the command line's names: the same bytes, and the same refusals in Python's words."""
import os
import re
import subprocess

import numpy as np
import pandas as pd
import pytest

import priory

from program import as_here

RANDOM = np.random.default_rng(11)
N = 240
Y = RANDOM.choice(['a', 'b'], N)
FRAME = pd.DataFrame({'x': (RANDOM.normal(size=N) + 2 * (Y == 'a')).round(3), 'n': RANDOM.poisson(2 + 3 * (Y == 'b'), N),
                      'sky': np.where(RANDOM.random(N) < 0.7, np.where(Y == 'a', 'sun', 'rain'), RANDOM.choice(['sun', 'rain', 'fog'], N)),
                      'body': [f'{"cheap pills" if y == "a" else "see you"} {word} at {hour}' for y, word, hour in
                               zip(Y, RANDOM.choice(['now', 'then', 'there'], N), RANDOM.integers(1, 12, N))], 'y': Y})


def command(*arguments, fails=False):
    done = subprocess.run(as_here(arguments), capture_output=True, text=True)
    assert (done.returncode != 0) == fails, done.stderr
    return done.stderr if fails else done.stdout


@pytest.fixture(name='files')
def fixture_files(tmp_path):
    half = FRAME.iloc[::3]
    half.to_csv(tmp_path / 'some.csv', index=False)
    FRAME.drop(half.index).drop(columns='y').to_csv(tmp_path / 'more.csv', index=False)
    FRAME.assign(y=FRAME.y.where(FRAME.index % 3 == 0)).to_csv(tmp_path / 'partly.csv', index=False)
    return tmp_path


def trained(files, name, flags):
    command('train', files / name, '--target', 'y', '-o', files / 'm.priory', *flags)
    return (files / 'm.priory').read_bytes()


@pytest.mark.parametrize('options, flags', [
    ({'discriminative': True, 'l2': 0.5, 'ignore': 'body'}, ['--discriminative', '--l2', '0.5', '--ignore', 'body']),
    ({'weights': True, 'ignore': 'body'}, ['--weights', '--ignore', 'body']),
    ({'discriminative': True, 'l2': 2, 'towards': 'zero', 'balanced': True, 'ignore': ['body', 'sky']},
     ['--discriminative', '--l2', '2', '--towards', 'zero', '--balanced', '--ignore', 'body,sky']),
    ({'search': True, 'candidates': ['bins', 'tan'], 'max_trials': 4, 'tune_rows': 50, 'ignore': 'body'},
     ['--search', '--candidates', 'bins,tan', '--max-trials', '4', '--tune-rows', '50', '--ignore', 'body']),
    ({'components': 2, 'restarts': 3, 'seed': 5, 'ignore': 'body'}, ['--components', '2', '--restarts', '3', '--seed', '5', '--ignore', 'body']),
    ({'structure': 'kdb', 'parents': 1, 'ignore': ['body', 'x']}, ['--structure', 'kdb', '--parents', '1', '--ignore', 'body,x']),
    ({'na': '+fog', 'text': 'body'}, ['--na', '+fog', '--text', 'body']), ({'na': ['fog'], 'ignore': 'body'}, ['--na', 'fog', '--ignore', 'body']),
    ({'text': 'body', 'case': 'lower', 'binary': True, 'stop_words': 'english'}, ['--text', 'body', '--case', 'lower', '--binary', '--stop-words', 'english']),
    ({'text': 'body', 'hash_bits': 6, 'ngrams': np.int64(2)}, ['--text', 'body', '--hash-bits', '6', '--ngrams', '2']),
    ({'text': 'body', 'max_memory': '64M'}, ['--text', 'body', '--max-memory', '64M']),
    ({'ridge': 0.5, 'shrinkage': 'auto', 'family': 'gaussian-shared', 'ignore': ['sky', 'body'], 'unbiased': True},
     ['--ridge', '0.5', '--shrinkage', 'auto', '--family', 'gaussian-shared', '--ignore', 'sky,body', '--unbiased'])], ids=str)
def test_training_is_the_command_lines(files, options, flags):
    assert priory.train(files / 'some.csv', target='y', **options).to_bytes() == trained(files, 'some.csv', flags)


@pytest.mark.filterwarnings('ignore')
@pytest.mark.parametrize('options, flags', [({}, []), ({'unlabelled_weight': 0.25, 'tolerance': 1e-6}, ['--unlabelled-weight', '0.25', '--tolerance', '1e-6']),
                                            ({'unlabelled_weight': 'auto', 'max_iterations': 20}, ['--unlabelled-weight', 'auto', '--max-iterations', '20']),
                                            ({'hard': True, 'components': 2}, ['--hard', '--components', '2'])], ids=str)
def test_rows_without_a_class_help(files, options, flags):
    flags = [*flags, '--text', 'body']
    expected = trained(files, 'some.csv', ['--unlabelled', files / 'more.csv', *flags])
    few, more = pd.read_csv(files / 'some.csv'), pd.read_csv(files / 'more.csv')
    for rows, rest in ((files / 'some.csv', files / 'more.csv'), (few, more), (few, more.to_dict('list'))):
        assert priory.train(rows, target='y', unlabelled=rest, text='body', **options).to_bytes() == expected
    if not options:
        partly = pd.read_csv(files / 'partly.csv')
        assert priory.train(partly, target='y', em=True, text='body').to_bytes() == trained(files, 'partly.csv', ['--em', *flags])
        alone = priory.train(few[['body', 'y']].iloc[:4], target='y', text='body')
        helped = priory.train(few[['body', 'y']].iloc[:4], target='y', text='body', unlabelled=more[['body']])
        assert helped.n_rows > alone.n_rows


def test_texts_without_a_class():
    labelled, more = ['cheap pills', 'see you at noon'], ['cheap watches pills', 'noon with you', 'watches now', 'at noon']
    model = priory.train(labelled, target=['spam', 'ham'], unlabelled=more)
    assert model.predict(['watches']).tolist() == ['spam'] and model.n_rows == 6


def test_a_network_gives_the_structure(tmp_path):
    (tmp_path / 'net.bif').write_text('''network net { }
variable y { type discrete [ 2 ] { a, b }; }
variable sky { type discrete [ 3 ] { fog, rain, sun }; }
probability ( y ) { table 0.5, 0.5; }
probability ( sky | y ) { (a) 0.2, 0.3, 0.5; (b) 0.2, 0.3, 0.5; }
''')
    rows = FRAME[['sky', 'y']]
    rows.to_csv(tmp_path / 'rows.csv', index=False)
    by_file = priory.train(rows, target='y', structure=str(tmp_path / 'net.bif'))
    assert by_file.to_bytes() == trained(tmp_path, 'rows.csv', ['--structure', tmp_path / 'net.bif'])
    by_network = priory.train(rows, target='y', structure=priory.read_network(tmp_path / 'net.bif'))
    assert (by_network.predict_proba(rows) == by_file.predict_proba(rows)).all()


def test_bad_rows_are_skipped_and_counted(tmp_path):
    path = tmp_path / 'bad.csv'
    path.write_text('a,y\n1,p\n2,q\nx y,p\n3,q\n1.5,p\n')
    options = {'types': {'a': 'gaussian'}, 'target': 'y'}
    with pytest.raises(priory.DataError, match='bad.csv:4'):
        priory.train(path, **options)
    with pytest.warns(UserWarning, match='5 rows read, 4 used, 1 skipped; the first: .*bad.csv:4'):
        model = priory.train(path, on_bad_row='skip', **options)
    assert model.n_rows == 4
    with pytest.raises(priory.DataError, match='bad.csv:4'):
        model.predict(path)
    assert len(model.predict(path, on_bad_row='skip')) == len(model.predict_proba(path, on_bad_row='skip')) == 4
    with pytest.warns(UserWarning, match='1 skipped'):
        assert model.evaluate(path, on_bad_row='skip').n_rows == 4
    with pytest.warns(UserWarning, match='1 skipped'):
        assert model.update(path, on_bad_row='skip').n_rows == 8
    rows = {'a': ['1', '2', 'x y', '3'], 'y': list('pqpq')}
    assert len(model.predict(rows, on_bad_row='skip')) == 3 and model.cross_validate(rows, folds='n', on_bad_row='skip').n_rows == 3
    with pytest.raises(priory.UsageError, match="on_bad_row= is 'fail' or 'skip'"):
        model.predict(rows, on_bad_row='mark')


def test_columns_left_out_are_told():
    rows = FRAME.assign(id=[f'row {k}' for k in range(N)]).drop(columns='body')
    with pytest.warns(UserWarning, match="column 'id' is left out"):
        model = priory.train(rows, target='y')
    assert 'id' not in model.columns


def test_files_are_read_as_the_command_line_reads_them(tmp_path):
    path = tmp_path / 'rows.txt'
    path.write_text('written by hand\n1.5;p\n2.5;q\n1.25;p\n9;q\n')
    options = {'no_header': True, 'skip_lines': 1, 'delimiter': ';', 'input_format': 'csv'}
    model = priory.train(path, target='2', **options)
    command('train', path, '--target', '2', '--no-header', '--skip-lines', '1', '--delimiter', ';', '--input-format', 'csv', '-o', tmp_path / 'm.priory')
    assert model.to_bytes() == (tmp_path / 'm.priory').read_bytes()
    assert model.predict(path, **options).tolist() == list('pqpq')


def test_mails_with_headers_are_read_by_the_models_names(tmp_path):
    for kind, word in (('spam', 'pills'), ('ham', 'noon')):
        (tmp_path / 'mail' / kind).mkdir(parents=True)
        for k in range(4):
            (tmp_path / 'mail' / kind / f'{k}.eml').write_text(f'From: {word}{k}@example.org\nSubject: {word}\n\n{word} today\n')
    command('train', tmp_path / 'mail', '--mail-headers', '-o', tmp_path / 'm.priory')
    model = priory.train(tmp_path / 'mail', mail_headers=True)
    assert model.to_bytes() == (tmp_path / 'm.priory').read_bytes()
    told = [float(line.split(',')[1]) for line in command('predict', tmp_path / 'm.priory', tmp_path / 'mail').splitlines()[1:]]
    assert model.predict_proba(tmp_path / 'mail').max(axis=1).tolist() == told


@pytest.mark.parametrize('options, words', [
    ({'l2': 1}, 'l2= goes with discriminative='), ({'candidates': 'tan'}, 'candidates= goes with search='),
    ({'search': True, 'candidates': ['tann']}, "candidates=: there is no 'tann'.*'tan'"), ({'restarts': 3}, 'restarts= is for learning by EM'),
    ({'em': True, 'calibrate': 'auto'}, 'which EM cannot take out again'), ({'discriminative': True, 'calibrate': 'auto'}, 'is for the generative model'),
    ({'discriminative': True, 'l2': -1}, 'from 0 on'),
    ({'discriminative': True, 'weights': True}, 'weights= one for each part'), ({'em': True, 'tolerance': 2}, 'tolerance= takes a number from 0 to 1'),
    ({'max_memory': '1K'}, 'max_memory= takes 16M and more'), ({'structure': 'tann'}, "no structure 'tann'; did you mean 'tan'"),
    ({'text': 'body', 'ngrams': (2, 1)}, 'ngrams= takes a number or a range'), ({'text': 'body', 'ngrams': 0}, 'ngrams= takes'),
    ({'text': 'body', 'ngrams': 2, 'char_ngrams': 3}, 'ngrams= and char_ngrams= exclude each other'),
    ({'text': 'body', 'hash_bits': 40}, 'hash_bits= takes 1 to 24'), ({'text': 'body', 'min_df': 2.5}, 'min_df= takes a number of texts or a share'),
    ({'text': 'body', 'min_df': 9, 'max_df': 2}, 'min_df= 9 and max_df= 2 contradict'), ({'text': 'body', 'stem': 'klingon'}, 'klingon'),
    ({'decimal': ';'}, 'decimal= is . or ,'), ({'text': 'body', 'inside_words': True}, 'inside_words= says where char_ngrams='),
    ({'text': 'body', 'features_by': 'information'}, 'features_by= says which words max_features= N keeps')], ids=str)
def test_refusals_are_in_pythons_words(options, words):
    with pytest.raises(priory.UsageError, match=words):
        priory.train(FRAME, target='y', **options)


@pytest.mark.parametrize('call, words', [
    (lambda: priory.train(FRAME, target='y', serch=True), "there is no option serch=; did you mean 'search'"),
    (lambda: priory.train(FRAME, target='y', max_trials='many', search=True), "max_trials= does not take 'many'"),
    (lambda: priory.train(FRAME, target='y', search=1), 'search= does not take 1'),
    (lambda: priory.train(FRAME, target='y', alpha=[1, 2]), r'alpha= does not take \[1, 2\]'),
    (lambda: priory.train(FRAME, target='y').predict(FRAME, on_bad_rows='skip'), "no option on_bad_rows=; did you mean 'on_bad_row'"),
    (lambda: priory.train(FRAME, target='y', weight='x'), "weight= is an array.*types={'NAME': 'weight'}"),
    (lambda: priory.train(FRAME, target='y').merge(3), 'merged with a model, and not with int'),
    (lambda: priory.train(7, target='y'), 'rows are no int'),
    (lambda: priory.train(np.array([b'cheap', b'noon']), target=['a', 'b']), 'texts are str, and these are bytes')])
def test_wrong_types_are_named(call, words):
    with pytest.raises(TypeError, match=words):
        call()


@pytest.mark.parametrize('call, words', [
    (lambda m: m.predict(FRAME, threads=-1), 'threads= takes a whole number from 1 on'), (lambda m: m.sample(-1), 'n= takes a whole number from 0 on'),
    (lambda m: m.sample(2.5), 'n= takes'), (lambda m: m.explain(FRAME, first=-1), 'first= takes'),
    (lambda m: m.cross_validate(FRAME, folds=1), 'folds= takes'), (lambda m: priory.cluster(FRAME, 0), 'k= takes'),
    (lambda m: priory.cluster(FRAME, (5, 2)), 'k= takes'), (lambda m: priory.cluster(FRAME, 'many'), 'k= takes'),
    (lambda m: priory.train([[1, 2], [3]], target=['a', 'b']), 'rows have 1 to 2 cells')])
def test_wrong_values_are_named(call, words):
    with pytest.raises(ValueError, match=words):
        call(priory.train(FRAME, target='y'))


def test_every_option_of_the_command_line_is_there():
    """By the names in its own manual. What is about files and messages has another place in Python, or none."""
    text = command('manual', 'cli')
    section = re.search(r'^## train$.*?(?=^## )', text, re.M | re.S).group()
    names = {name for line in re.findall(r'^\| `(-.*?)`', section, re.M) for name in re.findall(r'--([a-z0-9-]+)', line)}
    assert len(names) > 90
    elsewhere = {'output', 'force', 'trace', 'quiet', 'verbose', 'tune'}
    from priory.training import EM, LEARNING
    from priory._data import READING
    known = set(READING) | set(EM) | set(LEARNING) | {'target', 'plan', 'unlabelled', 'threads'}
    missing = set()
    for name in sorted(names - elsewhere):
        python = name.replace('-', '_')
        if python in known:
            continue
        try:
            priory.train({'a': [1, 2], 'y': ['p', 'q']}, target='y', **{python: object()})
        except TypeError as error:
            if 'there is no option' in str(error):
                missing.add(name)
        except ValueError:
            pass
    assert not missing
