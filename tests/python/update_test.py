"""Models that learn rows with columns they have not met: the bytes of the command line's update."""
import os
import subprocess

import numpy as np
import pandas as pd
import pytest

import priory

OLD = pd.DataFrame({'x': [1.5, 2.25, 7.5, 8.125, 2, 9], 'sky': ['sun', 'sun', 'rain', 'rain', 'sun', 'rain'],
                    'y': ['go', 'go', 'stay', 'stay', 'go', 'stay']})
NEW = pd.DataFrame({'x': [1.25, 8.5, 2.5, 7.75], 'wind': ['low', 'high', 'low', 'high'], 'gusts': [1.5, 30.25, 2.5, 28.75],
                    'sky': ['sun', 'rain', 'fog', 'rain'], 'y': ['go', 'stay', 'go', 'stay']})


def by_command(folder, *flags):
    """The model file after the command line's train and update, and what update said."""
    OLD.to_csv(folder / 'old.csv', index=False)
    NEW.to_csv(folder / 'new.csv', index=False)
    model = folder / 'm.priory'
    subprocess.run([os.environ['PRIORY'], 'train', '--plain', folder / 'old.csv', '--target', 'y', '--types', 'sky=categorical', '-q', '-o', model], check=True)
    done = subprocess.run([os.environ['PRIORY'], 'update', model, folder / 'new.csv', *flags], check=True, capture_output=True, text=True)
    return model.read_bytes(), done.stderr


def trained(data=OLD):
    return priory.train(data, target='y', types={'sky': 'categorical'})


@pytest.mark.parametrize('flags, options', [
    ([], {}), (['--types', 'wind=categorical,gusts=gaussian'], {'types': {'wind': 'categorical', 'gusts': 'gaussian'}}),
    (['--ignore', 'gusts'], {'ignore': ['gusts']}), (['--decay', '0.5'], {'decay': 0.5})])
def test_new_columns_join(tmp_path, flags, options):
    expected, said = by_command(tmp_path, *flags)
    before = trained(tmp_path / 'old.csv')
    assert before.columns == ('x', 'sky')
    for data in (NEW, tmp_path / 'new.csv', {name: NEW[name].tolist() for name in NEW}):
        model = trained(tmp_path / 'old.csv')
        with pytest.warns(UserWarning, match="new: 'wind' as") as told:
            model.update(data, **options)
        assert model.to_bytes() == expected
        assert 'wind' in model.columns and ('gusts' in model.columns) == ('ignore' not in options)
        assert all(str(each.message) in said for each in told if str(each.message).startswith('new: '))


def test_what_joined_can_be_forgotten():
    model = trained()
    before = model.to_bytes()
    with pytest.warns(UserWarning, match='new: '):
        model.update(NEW)
    assert model.forget(NEW).to_bytes() == before


def test_wrong_names():
    with pytest.raises(priory.UsageError, match="ignore= names the column 'gust', which is not there; did you mean 'gusts'"):
        trained().update(NEW, ignore='gust')
    with pytest.raises(priory.UsageError):
        priory.train(OLD[['sky', 'y']], target='y', structure='tan').update(NEW)


def test_the_most_probable(tmp_path):
    rows = pd.DataFrame({'x': np.arange(30) % 7 + np.repeat([0, 5, 9], 10), 'y': np.repeat(['a', 'b', 'c'], 10)})
    model = priory.train(rows, target='y', types={'x': 'gaussian'})
    model.save(tmp_path / 'm.priory')
    rows.to_csv(tmp_path / 'rows.csv', index=False)
    done = subprocess.run([os.environ['PRIORY'], 'predict', tmp_path / 'm.priory', tmp_path / 'rows.csv', '--top', '2', '-o', tmp_path / 'out.csv'], check=True)
    theirs = pd.read_csv(tmp_path / 'out.csv')
    assert done.returncode == 0 and (model.predict(rows, top=2) == theirs[['predicted', 'predicted_2']].to_numpy()).all()
    assert model.predict(rows, top=9).shape == (30, 3) and (model.predict(rows, top=1)[:, 0] == model.predict(rows)).all()
    none = model.predict(rows, top=2, reject=0.9)
    assert [row[0] for row in none] == model.predict(rows, reject=0.9).tolist() and None in none[:, 0]
    with pytest.raises(ValueError, match='top= takes a whole number from 1 on'):
        model.predict(rows, top=0)
