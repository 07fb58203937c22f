"""What a model can do beside predicting: judged, tuned, calibrated, sampled, asked, reported; and hidden classes."""
import _thread
import json
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pandas as pd
import pytest

import priory

from program import as_here

RANDOM = np.random.default_rng(7)
Y = RANDOM.choice(['a', 'b'], 400)
FRAME = pd.DataFrame({'x': RANDOM.normal(size=400) + (Y == 'a'), 'z': RANDOM.choice(['u', 'v', 'w'], 400), 'y': Y})
FRAME['copy'] = FRAME.x * 2  # evidence twice: naive Bayes is too sure
ASIA = '''network asia { }
variable smoke { type discrete [ 2 ] { yes, no }; }
variable lung { type discrete [ 2 ] { yes, no }; }
probability ( smoke ) { table 0.5, 0.5; }
probability ( lung | smoke ) { (yes) 0.1, 0.9; (no) 0.01, 0.99; }
'''


def command(*arguments):
    return subprocess.run(as_here(arguments), check=True, capture_output=True, text=True).stdout


@pytest.fixture(name='file')
def fixture_file(tmp_path):
    FRAME.to_csv(tmp_path / 'rows.csv', index=False)
    return tmp_path / 'rows.csv'


def test_cross_validation_is_the_command_lines(file):
    model = priory.train(file, target='y')
    for folds in (5, 'n'):
        judged = model.cross_validate(FRAME, folds=folds)
        theirs = json.loads(command('cv', file, '--target', 'y', '--folds', folds, '--json', '--resamples', '0'))['evaluation']
        assert judged.accuracy == theirs['accuracy'] and judged.log_loss == theirs['log_loss']
        assert sum(each.n_rows for each in judged.folds) == judged.n_rows == 400
    with pytest.raises(ValueError, match='folds='):
        model.cross_validate(FRAME, folds=1)


@pytest.mark.parametrize('options, flags', [({'calibrate': 'auto'}, ['--calibrate', 'auto']), ({'calibrate': 'sigmoid'}, ['--calibrate', 'sigmoid']),
                                            ({'search': True}, ['--search']), ({'search': True, 'alpha': 2}, ['--search', '--alpha', '2'])])
def test_training_with_rows_left_out_is_the_command_lines(file, tmp_path, options, flags):
    command('train', file, '--target', 'y', '-o', tmp_path / 'm.priory', *flags)
    assert priory.train(file, target='y', **options).to_bytes() == (tmp_path / 'm.priory').read_bytes()


def test_calibration_by_held_out_rows_is_better():
    thrice = FRAME.assign(**{f'copy{k}': FRAME.x for k in range(5)})
    model = priory.train(thrice[:200], target='y')
    sure = model.calibrate(thrice[200:300])
    assert sure.evaluate(thrice[300:]).log_loss < model.evaluate(thrice[300:]).log_loss
    assert model.calibrate(thrice[200:300], method='none').to_bytes() == model.to_bytes()
    with pytest.raises(priory.UsageError, match='calibrate='):
        model.calibrate(FRAME, method='platt')


def test_tuning_keeps_the_families():
    model = priory.train(FRAME, target='y', alpha=1000)
    tuned = model.tune(FRAME)
    assert [part['family'] for part in tuned.parts] == [part['family'] for part in model.parts]
    assert tuned.cross_validate(FRAME).log_loss <= model.cross_validate(FRAME).log_loss


def test_samples_follow_the_model(file, tmp_path):
    model = priory.train(file, target='y')
    rows = model.sample(2000, seed=3)
    assert rows.columns.tolist() == ['y', 'x', 'z', 'copy'] and rows.x.dtype == float
    assert abs((rows.y == 'a').mean() - (Y == 'a').mean()) < 0.05
    assert abs(rows.x[rows.y == 'a'].mean() - FRAME.x[Y == 'a'].mean()) < 0.15
    assert set(model.sample(5, label='b').y) == {'b'}
    model.save(tmp_path / 'm.priory')
    (tmp_path / 'drawn.csv').write_text(command('sample', tmp_path / 'm.priory', '-n', 2000, '--seed', 3))
    pd.testing.assert_frame_equal(pd.read_csv(tmp_path / 'drawn.csv', float_precision='round_trip'), rows)


def test_queries_of_rows_models_and_networks(tmp_path):
    share = ((FRAME.y == 'a') & (FRAME.z == 'u')).sum() / (FRAME.z == 'u').sum()
    assert priory.query(FRAME, 'P(y=a | z=u)') == pytest.approx(share, abs=1e-15)
    both = priory.query(FRAME, 'P(y=a)', 'log P(y=a)')
    assert both == pytest.approx([(Y == 'a').mean(), np.log((Y == 'a').mean())])
    table = priory.query(FRAME, 'P(y, z)')
    assert table.columns.tolist() == ['y', 'z', 'probability'] and table.probability.sum() == pytest.approx(1)
    model = priory.train(FRAME, target='y')
    assert model.query('P(y=a | z=u)') == pytest.approx(model.predict_proba([{'z': 'u', 'x': None, 'copy': None}])[0, 0])
    assert priory.query(FRAME, 'independent(y; z)').p_value > 0.001
    (tmp_path / 'asia.bif').write_text(ASIA)
    network = priory.read_network(tmp_path / 'asia.bif')
    # Bayes: 0.5 * 0.1 / (0.5 * 0.1 + 0.5 * 0.01)
    assert network.query('P(smoke=yes | lung=yes)') == pytest.approx(0.05 / 0.055)
    assert network.query('independent(smoke; lung)').independent is False
    assert network.query('argmax P(smoke, lung)') == priory.Outcome({'smoke': 'no', 'lung': 'no'}, pytest.approx(0.495))
    assert network.parents == {'smoke': [], 'lung': ['smoke']} and pickle.loads(pickle.dumps(network)).states == network.states
    assert 0.4 < (network.sample(500).smoke == 'yes').mean() < 0.6
    with pytest.raises(priory.UsageError, match="did you mean 'lung'"):
        network.query('P(lnug=yes)')


def test_a_learnt_network_is_one():
    frame = pd.DataFrame({'a': RANDOM.choice(['p', 'q'], 200), 'y': RANDOM.choice(['s', 't'], 200)})
    frame['b'] = frame.a
    network = priory.train(frame, target='y', structure='tan').network
    assert set(network.variables) == {'y', 'a', 'b'} and network.query('P(b=p | a=p)') > 0.9
    with pytest.raises(priory.UsageError):
        priory.train(FRAME, target='y').network


def test_hidden_classes(file, tmp_path):
    command('cluster', file, '-k', 2, '-o', tmp_path / 'm.priory', '--ignore', 'y', '--trace', tmp_path / 't.csv', '--restarts', 3, '--seed', 5)
    found = priory.cluster(FRAME, 2, ignore='y', restarts=3, seed=5)
    assert found.model.to_bytes() == (tmp_path / 'm.priory').read_bytes()
    assert pd.read_csv(tmp_path / 't.csv', float_precision='round_trip').objective.tolist() == [step.objective for step in found.trace]
    assert priory.cluster(FRAME, (1, 3), ignore='y', restarts=2).model.classes
    with pytest.raises(TypeError, match='restrats'):
        priory.cluster(FRAME, 2, restrats=3)


def test_models_compared():
    one, other = priory.train(FRAME, target='y'), priory.train(FRAME, target='y', ignore='copy')
    found = priory.compare(one, other, FRAME, resamples=100)
    assert found['log_loss'] == pytest.approx(other.evaluate(FRAME).log_loss - one.evaluate(FRAME).log_loss)
    assert 0 <= found['p_value'] <= 1 and 'accuracy' in str(found)


def test_curves_have_the_area_of_the_figures():
    evaluation = priory.train(FRAME, target='y').evaluate(FRAME)
    (curve,) = evaluation.curves()
    assert np.trapz(curve.recall, curve.false_positive_rate) == pytest.approx(evaluation.roc_auc)


def test_what_notebooks_show(tmp_path):
    nasty = FRAME.rename(columns={'z': '<script>alert(1)</script>'})
    model = priory.train(nasty, target='y')
    shown = [model._repr_html_(), model.explain(nasty, count=1)[0]._repr_html_(), model.evaluate(nasty)._repr_html_(), model.report(nasty)._repr_html_()]
    assert not any('<script' in html for html in shown)
    assert 'b against a' in shown[1] or 'a against b' in shown[1]
    assert '<svg' in shown[2] and '<td' in shown[2]
    model.report(nasty).save(tmp_path / 'page.html')
    assert (tmp_path / 'page.html').read_text().startswith('<!')
    assert 'iframe' in priory.cluster(FRAME, 2, restarts=1).model._repr_html_()


def test_the_lock_is_given_up_and_progress_is_told():
    """Another thread runs while this one works without an end, and ends it: with the lock held it would never come to that."""
    x, told, steps, begun = RANDOM.normal(size=(20_000, 10)), [], [], threading.Event()

    def other():
        begun.wait()
        for _ in range(20):
            steps.append(len(told))
            time.sleep(0.005)
        _thread.interrupt_main()

    def tell(*at):
        told.append(at)
        begun.set()

    thread = threading.Thread(target=other)
    priory.show_progress(tell)
    try:
        thread.start()
        with pytest.raises(KeyboardInterrupt):
            priory.cluster(x, 5, tolerance=0, max_iterations=10**6, restarts=1)
    finally:
        begun.set()
        thread.join()
        priory.show_progress()
    assert len(steps) == 20 and told[-1][1] is None and all(work and unit is not None for work, _, _, unit in told)


@pytest.mark.parametrize('work', [
    'priory.cluster(x, 20, tolerance=0, max_iterations=10**6)', 'priory.train(x, target=y, search=True)',
    "priory.train(x[:100], target=y[:100], unlabelled=x, family='gaussian', tolerance=0, max_iterations=10**6)",
    "priory.train(np.repeat(x, 10, axis=0), target=np.repeat(y, 10), family='gaussian', discriminative=True, l2=1e-9)",
    "priory.train(x[:1000], target=y[:1000], family='gaussian-full').predict(np.broadcast_to(x[0], (60_000_000, 30)), threads=1)"])
def test_ctrl_c_ends_the_work(work):
    """The signal comes when the work says that it goes on; every work goes on for long after that."""
    code = ("import numpy as np, priory, sys\n"
            "x = np.random.default_rng(1).normal(size=(60_000, 30))\n"
            "y = np.random.default_rng(2).integers(0, 3, 60_000)\n"
            "told = []\n"
            "priory.show_progress(lambda *at: told or (told.append(at), print('working', flush=True)))\n"
            f"try:\n    {work}\n    print('ended')\n"
            "except KeyboardInterrupt:\n    print('stopped')\n")
    with subprocess.Popen([sys.executable, '-c', code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == 'working\n'
        process.send_signal(signal.SIGINT)
        assert process.stdout.read() == 'stopped\n'


def test_ctrl_c_while_the_end_of_something_is_told():
    """Of the first of several pieces of work, the others of which have no end: it is not lost."""
    x, told = RANDOM.normal(size=(20_000, 10)), []

    def tell(work, done, total, unit):
        if done is None and not told:
            told.append(work)
            _thread.interrupt_main()

    priory.show_progress(tell)
    try:
        with pytest.raises(KeyboardInterrupt):
            while True:
                priory.cluster(x, 3, tolerance=0, max_iterations=300, restarts=1)
    finally:
        priory.show_progress()
    assert told


def test_a_bar_of_tqdm():
    tqdm = pytest.importorskip('tqdm')
    from priory._progress import Bars
    bars = Bars()
    bars._begun['learning'] = time.monotonic() - 1
    bars('learning', 5, 10, 'files')
    assert isinstance(bars._bars['learning'], tqdm.tqdm) and bars._bars['learning'].n == 5
    bars('learning', None, None, '')
    assert not bars._bars
