"""From posteriors to classes: thresholds, costs, rates, none at all; and how evaluations are measured."""
import json
import os
import subprocess

import numpy as np
import pandas as pd
import pytest

import priory

from program import as_here

RANDOM = np.random.default_rng(5)
Y = RANDOM.choice(['ham', 'spam'], 300, p=[0.7, 0.3])
FRAME = pd.DataFrame({'x': RANDOM.normal(size=300) + 1.2 * (Y == 'spam'), 'z': RANDOM.choice(list('uvw'), 300), 'y': Y})
MODEL = priory.train(FRAME, target='y')
P = MODEL.predict_proba(FRAME)[:, 1]


def command(*arguments):
    return subprocess.run(as_here(arguments), check=True, capture_output=True, text=True).stdout


@pytest.fixture(name='stored')
def fixture_stored(tmp_path):
    FRAME.to_csv(tmp_path / 'rows.csv', index=False)
    MODEL.save(tmp_path / 'm.priory')
    (tmp_path / 'cost.csv').write_text('actual,ham,spam\nham,0,5\nspam,1,0\n')
    return tmp_path


def test_thresholds_and_none():
    assert (MODEL.predict(FRAME, threshold=0.8) == np.where(P >= 0.8, 'spam', 'ham')).all()
    assert (MODEL.predict(FRAME, threshold=0.8, positive='ham') == np.where(1 - P >= 0.8, 'ham', 'spam')).all()
    sure = MODEL.predict(FRAME, reject=0.9)
    assert [each is None for each in sure] == (np.maximum(P, 1 - P) < 0.9).tolist() and set(sure) == {'ham', 'spam', None}
    assert (MODEL.predict(FRAME, threshold={'spam': 0.9, 'ham': 0.5}) == MODEL.predict(FRAME, threshold='spam=0.9,ham=0.5')).all()


def test_costs_however_they_are_given(stored):
    expected = np.where(P * 1 > (1 - P) * 5, 'spam', 'ham')  # the lower expected cost: 5 (1 - p) to call it spam, p to call it ham
    table = pd.DataFrame([[0, 5], [1, 0]], index=['ham', 'spam'], columns=['ham', 'spam'])
    for cost in (table, table[['spam', 'ham']], table.to_dict('index'), table.to_numpy(), stored / 'cost.csv'):
        assert (MODEL.predict(FRAME, cost=cost) == expected).all()
    for cost, words in ((np.ones((3, 3)), 'a row and a column for each of the 2 classes'), ({'ham': {'ham': 0}}, "says nothing of the class"),
                        (table, 'exclude each other')):
        with pytest.raises(ValueError, match=words):
            MODEL.predict(FRAME, cost=cost, threshold=0.5 if words.startswith('exclude') else None)


def test_other_rates_of_the_classes():
    rates = MODEL.predict_proba(FRAME, class_prior={'ham': 0.5, 'spam': 0.5})
    odds = P / (1 - P) / (np.exp(MODEL.log_prior[1] - MODEL.log_prior[0]))  # Bayes: posterior odds over prior odds
    assert rates[:, 1] == pytest.approx(odds / (1 + odds), abs=1e-12)
    assert (MODEL.predict_proba(FRAME, class_prior='uniform') == rates).all()
    estimated = MODEL.predict_proba(FRAME[FRAME.y == 'spam'], class_prior='estimate')
    assert estimated[:, 1].mean() > MODEL.predict_proba(FRAME[FRAME.y == 'spam'])[:, 1].mean()
    with pytest.raises(priory.UsageError, match="class_prior= gives no rate for the class 'spam'"):
        MODEL.predict(FRAME, class_prior={'ham': 1})
    sure = priory.train(FRAME, target='y', calibrate='temperature')
    assert (sure.predict_proba(FRAME, raw=True) == MODEL.predict_proba(FRAME)).all() and (sure.predict_proba(FRAME) != P[:, None]).any()


@pytest.mark.parametrize('options, flags', [({}, []), ({'threshold': 0.3}, ['--threshold', '0.3']), ({'reject': 0.8}, ['--reject', '0.8']),
                                            ({'cost': 'cost.csv'}, ['--cost', 'cost.csv']), ({'class_prior': 'uniform'}, ['--class-prior', 'uniform']),
                                            ({'class_prior': 'estimate', 'positive': 'ham'}, ['--class-prior', 'estimate', '--positive', 'ham'])], ids=str)
def test_evaluations_are_the_command_lines(stored, monkeypatch, options, flags):
    monkeypatch.chdir(stored)
    theirs = json.loads(command('eval', 'm.priory', 'rows.csv', '--json', '--resamples', '0', *flags))
    mine = MODEL.evaluate(FRAME, **options)
    assert mine.confusion.tolist() == theirs['confusion']['counts'] and mine.log_loss == theirs['log_loss'] and mine.accuracy == theirs['accuracy']
    assert mine.roc_auc == theirs['roc_auc']


def test_more_figures(stored):
    judged = MODEL.evaluate(FRAME, beta=2, top_k=1)
    precision, recall = judged.precision, judged.recall
    f2 = 5 * precision * recall / (4 * precision + recall)
    assert any(value == pytest.approx(f2) for name, value in judged.figures.items() if 'beta' in name or 'f2' in name), sorted(judged.figures)
    best = judged.best_threshold('youden')
    rates = {t: (P[Y == 'spam'] >= t).mean() - (P[Y == 'ham'] >= t).mean() for t in (best.threshold, *P)}
    assert best.value == pytest.approx(max(rates.values())) == pytest.approx(rates[best.threshold])
    low, high = judged.intervals(200)['accuracy']
    assert low < judged.accuracy < high
    theirs = json.loads(command('eval', stored / 'm.priory', stored / 'rows.csv', '--json', '--resamples', '200', '--seed', '1'))
    assert [low, high] == theirs['intervals']['accuracy']


def test_folds_by_groups_and_again(stored):
    groups = np.arange(300) // 5
    judged = MODEL.cross_validate(FRAME, folds=4, group=groups, seed=3)
    FRAME.assign(g=groups).to_csv(stored / 'grouped.csv', index=False)
    theirs = json.loads(command('cv', stored / 'grouped.csv', '--target', 'y', '--folds', 4, '--group', 'g', '--seed', 3, '--json', '--resamples', '0'))
    assert judged.log_loss == theirs['evaluation']['log_loss']
    assert MODEL.cross_validate(FRAME.assign(g=groups), folds=4, group='g', seed=3).figures == judged.figures
    twice = MODEL.cross_validate(FRAME, folds=4, repeat=2, calibrate='temperature', threshold=0.4)
    assert len(twice.folds) == 8 and twice.n_rows == 600
    with pytest.raises(priory.UsageError, match="folds= 'n' leaves out every row once"):
        MODEL.cross_validate(FRAME, folds='n', repeat=2)


def test_options_beside_others_on_the_same_folds(stored):
    others = [{'alpha': 0.01}, {'types': {'x': 'categorical'}}]
    judged = priory.cross_validate(FRAME, 'y', folds=4, seed=3, against=others, resamples=200)
    plain = ['--plain'] if '--plain' in command('cv', '--help') else []
    theirs = json.loads(command('cv', stored / 'rows.csv', '--target', 'y', '--folds', 4, '--seed', 3, '--json', '--resamples', 200, '--against',
                                '--alpha 0.01', '--against', '--types x=categorical', *plain))
    assert judged.log_loss == theirs['evaluation']['log_loss'] and len(judged.folds) == 4
    assert judged.figures == MODEL.cross_validate(FRAME, folds=4, seed=3).figures
    for found, expected in zip(judged.against, theirs['comparisons'], strict=True):
        assert found['p_value'] == expected['mcnemar']['p_value']
        for name, each in expected['differences'].items():
            assert found[name] == each['difference'] and [found[f'{name}.low'], found[f'{name}.high']] == each['interval']
    groups = np.arange(300) % 60
    grouped = priory.cross_validate(FRAME, 'y', folds=4, seed=3, group=groups)
    assert grouped.figures == MODEL.cross_validate(FRAME, folds=4, group=groups, seed=3).figures
    with pytest.raises(priory.UsageError, match='against= compares answers'):
        priory.cross_validate(FRAME, 'y', folds=4, against=[{}], reject=0.6)


def test_forgetting_strictly_and_fading():
    sure = priory.train(FRAME, target='y', calibrate='temperature')
    assert (sure.forget(FRAME[:10]).predict_proba(FRAME) != sure.predict_proba(FRAME, raw=True)).any()
    sure.forget(FRAME[10:20], strict=True)
    assert (sure.predict_proba(FRAME) == sure.predict_proba(FRAME, raw=True)).all()
    fading = priory.train(FRAME[:100], target='y').update(FRAME[100:200], decay=0.5)
    assert fading.class_count.sum() == pytest.approx(150)
    with pytest.raises(priory.UsageError, match='decay= takes a number above 0 and up to 1'):
        fading.update(FRAME, decay=0)
