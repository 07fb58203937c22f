"""priory.dask: models and figures are those of one process, for any partitions in any order, and when a worker is killed."""
import os
import signal

import dask
import dask.bag
import dask.dataframe
import numpy as np
import pandas as pd
import pytest

import priory
import priory.dask
from priory import dask as many


def mixed_rows(n=3000, seed=1):
    random = np.random.default_rng(seed)
    out = pd.DataFrame({'number': random.normal(size=n), 'count': random.integers(0, 9, n), 'sky': random.choice(['sun', 'rain', None], n),
                        'size': pd.Categorical(random.choice(list('SML'), n)), 'day': random.choice(['no', 'yes', 'maybe'], n)})
    out.loc[out.day == 'no', 'number'] += 1.5
    out.loc[random.random(n) < 0.1, 'number'] = np.nan
    return out


ROWS = mixed_rows()
WHOLE = priory.train(ROWS, target='day')


def parts_of(n, rows=ROWS):
    """Partitions in an order of their own."""
    return dask.dataframe.from_pandas(rows, npartitions=n, sort=False).partitions[list(np.random.default_rng(n).permutation(n))]


@pytest.mark.parametrize('n', [1, 2, 3, 17, 64])
def test_bytes_are_those_of_one_process(n):
    parts = parts_of(n)
    assert parts.npartitions == n
    assert many.train(parts, target='day').to_bytes() == WHOLE.to_bytes()
    assert many.train(parts, plan=WHOLE.plan).to_bytes() == WHOLE.to_bytes()


def test_a_sample_is_the_same_however_rows_are_divided():
    plans = [many.plan(parts_of(n), target='day', sample=50).to_json() for n in (1, 5, 64)]
    assert len(set(plans)) == 1
    few = pd.DataFrame({'a': ['x', 'x', 'x', 'y'] * 500, 'b': ['u', 'v', 'w', 'u'] * 500})
    assert many.plan(parts_of(9, few), target='b', sample=100) == priory.plan(few, target='b')  # two different rows are no rare ones


def test_options_shape_the_plan():
    parts = parts_of(4)
    assert many.train(parts, target='day', alpha=0.5, ignore='sky') == priory.train(ROWS, target='day', alpha=0.5, ignore='sky')
    with pytest.raises(priory.UsageError, match="alpha= of 'count' is 1 in the plan"):
        many.train(parts, plan=WHOLE.plan, alpha=0.5)
    with pytest.raises(TypeError, match="there is no option alhpa=; did you mean 'alpha'"):
        many.train(parts, target='day', alhpa=0.5)


def test_a_bag_of_dicts():
    rows = ROWS.astype(object).where(ROWS.notna(), None).to_dict('records')
    bag = dask.bag.from_sequence(rows, npartitions=7)
    model = many.train(bag, target='day')
    assert model.to_bytes() == priory.train(rows, target='day').to_bytes()
    assert many.predict(model, bag).compute().tolist() == model.predict(rows).tolist()
    assert many.evaluate(model, bag).figures == model.evaluate(rows).figures


def test_texts_whose_words_differ_between_partitions():
    texts = [{'body': f'word{k} of day {k % 7} and {"cheap" if k % 2 else "noon"}', 'label': 'spam' if k % 2 else 'ham'} for k in range(500)]
    bag = dask.bag.from_sequence(texts, npartitions=6)
    for options in ({}, {'idf': True}, {'min_df': 3}):
        options = dict(options, text='body')
        assert many.train(bag, target='label', **options) == priory.train(texts, target='label', **options)


@pytest.fixture(scope='module')
def files(tmp_path_factory):
    """Of 256 KB and more, which can be cut, with line ends in quotes."""
    folder, paths = tmp_path_factory.mktemp('files'), []
    for seed, n in ((2, 40000), (3, 300), (4, 25000)):
        rows = mixed_rows(n, seed)
        rows['note'] = np.where(rows.index % 3 == 0, 'a "quoted"\nline, and more', 'plain')
        paths.append(str(folder / f'{seed}.csv'))
        rows.to_csv(paths[-1], index=False)
    return paths


@pytest.mark.parametrize('n', [1, 2, 5, 64])
def test_files_are_cut_where_rows_begin(files, n):
    whole = priory.train(files, target='day')
    model = many.train(files, target='day', partitions=n)
    assert model.to_bytes() == whole.to_bytes()
    if n == 5:
        parts = many._source(files, {}, n).parts()
        assert len(parts) == 5 and sum(not priory._core.is_whole(piece) for part in parts for piece in part.pieces) > 5
        assert many.train(files[::-1], target='day', partitions=n).to_bytes() == whole.to_bytes()
        assert many.evaluate(model, files, partitions=n).figures == model.evaluate(files).figures
        assert many.predict(model, files, partitions=n).compute().tolist() == model.predict(files).tolist()


def test_a_bad_row_of_a_file_has_its_place(tmp_path):
    path = tmp_path / 'bad.csv'
    path.write_text('a,b\n' + '1.5,x\n2.25,y\n' * 40000 + '1,2,3\n')
    with pytest.raises(priory.DataError, match='bad.csv, from line .*3 cells, the header has 2'):
        many.train(path, plan=priory.plan({'a': [1.5, 2.25] * 9, 'b': ['x', 'y'] * 9}, target='b'), partitions=2)


def test_large_files_are_sampled_by_pieces(files):
    plan = many.plan(files, target='day', sample=2000)
    assert plan == many.plan(files[::-1], target='day', sample=2000)
    assert many.train(files, plan=plan, partitions=3) == priory.train(files, plan=plan)


def test_figures_are_those_of_one_process():
    parts = dask.dataframe.from_pandas(ROWS, npartitions=6, sort=False)
    judged, whole = many.evaluate(WHOLE, parts), WHOLE.evaluate(ROWS)
    assert judged.figures == whole.figures
    assert judged.confusion.tolist() == whole.confusion.tolist()
    folds, once = many.cross_validate(WHOLE, parts, folds=4, seed=3), WHOLE.cross_validate(ROWS, folds=4, seed=3)
    assert folds.figures == once.figures and once['accuracy'] < 1
    assert [each.figures for each in folds.folds] == [each.figures for each in once.folds]


def test_a_class_that_some_partitions_lack():
    rows = ROWS.sort_values('day')
    parts = dask.dataframe.from_pandas(rows, npartitions=5, sort=False)
    assert many.train(parts, target='day').to_bytes() == WHOLE.to_bytes()
    assert many.cross_validate(WHOLE, parts, folds=3).figures == WHOLE.cross_validate(rows, folds=3).figures


def test_predictions_keep_the_index_and_an_empty_partition_is_none():
    parts = parts_of(5)
    labels, probabilities = many.predict(WHOLE, parts), many.predict_proba(WHOLE, parts)
    assert labels.npartitions == probabilities.npartitions == 5
    expected = pd.Series(WHOLE.predict(ROWS), index=ROWS.index)
    assert labels.compute().sort_index().tolist() == expected.tolist()
    found = probabilities.compute().sort_index()
    assert list(found.columns) == list(WHOLE.classes) and (found.to_numpy() == WHOLE.predict_proba(ROWS)).all()
    some = dask.dataframe.from_delayed([dask.delayed(ROWS.iloc[a:b]) for a, b in ((0, 10), (10, 10))], meta=ROWS.iloc[:0])
    assert len(many.predict(WHOLE, some).compute()) == 10
    assert many.train(some, plan=WHOLE.plan).n_rows == 10


def test_what_is_no_collection_is_refused():
    with pytest.raises(TypeError, match='a Dask DataFrame, a Bag or a list of files'):
        many.train(ROWS, target='day')
    with pytest.raises(TypeError, match='partitions= is for files'):
        many.train(parts_of(2), target='day', partitions=3)
    with pytest.raises(priory.UsageError, match="target= names the column 'no'|there is no column 'no'"):
        many.train(parts_of(2), target='no')


def load(k, marker):
    """A partition; the first time it is asked for the fifth, the worker is gone."""
    if k == 4 and not os.path.exists(marker):
        open(marker, 'w', encoding='utf-8').close()
        os.kill(os.getpid(), signal.SIGKILL)
    return ROWS.iloc[k * 500:(k + 1) * 500]


def test_a_worker_that_is_killed(tmp_path):
    from distributed import Client, LocalCluster
    marker = str(tmp_path / 'killed')
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, local_directory=str(tmp_path)) as cluster:
        with Client(cluster):
            parts = dask.dataframe.from_delayed([dask.delayed(load)(k, marker) for k in range(6)], meta=ROWS.iloc[:0], verify_meta=False)
            model = many.train(parts, plan=WHOLE.plan)
            assert os.path.exists(marker)
            assert model.to_bytes() == WHOLE.to_bytes()
            assert many.evaluate(model, parts).figures == WHOLE.evaluate(ROWS).figures
            assert many.cross_validate(model, parts, folds=3).figures == WHOLE.cross_validate(ROWS, folds=3).figures
