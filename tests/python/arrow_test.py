"""Rows of anything that has __arrow_c_stream__: the bytes are those of the same rows in a DataFrame."""
import numpy as np
import pandas as pd
import pytest
from arrow_stand_in import RELEASED, Column, Table, texts, views

import priory

N = 60
RANDOM = np.random.default_rng(4)
NUMBER, COUNT = RANDOM.normal(size=N).round(3), RANDOM.integers(0, 5, N)
MISSING = RANDOM.random(N) < 0.2
FLAG = RANDOM.random(N) < 0.5
SKY = RANDOM.choice(['sun', 'rain', 'a cloud that is long enough for a buffer', 'Schnee und Öl'], N)
DAY = np.datetime64('2024-01-01') + RANDOM.integers(0, 200, N)
Y = RANDOM.choice(['no', 'yes'], N)
FRAME = pd.DataFrame({'number': np.where(MISSING, np.nan, NUMBER), 'count': COUNT, 'flag': FLAG, 'sky': pd.Series(SKY).mask(MISSING),
                      'day': DAY, 'y': Y})


def batch(rows, text='u', number='g', dictionary=False):
    """Some of the rows, as Arrow has them."""
    n, at = len(range(N)[rows]), rows
    kinds = {'g': 'f8', 'f': 'f4', 'l': 'i8', 'i': 'i4', 'C': 'u1'}
    sky = np.where(MISSING, None, SKY)[at]
    held = texts(sky, text == 'U') if text != 'vu' else views(sky)
    column = Column(text, n, held, MISSING[at])
    if dictionary:
        words = sorted(set(SKY[at]))
        codes = np.array([words.index(each) for each in SKY[at]], np.int8)
        column = Column('c', n, [codes], MISSING[at], Column('u', len(words), texts(words)))
    return {'number': Column(number, n, [NUMBER[at].astype(kinds[number])], MISSING[at]), 'count': Column('i', n, [COUNT[at].astype('i4')]),
            'flag': Column('b', n, [np.packbits(FLAG[at], bitorder='little')]), 'sky': column,
            'day': Column('tdD', n, [DAY[at].astype('datetime64[D]').astype(np.int32)]), 'y': Column('u', n, texts(Y[at]))}




def train(rows):
    return priory.train(rows, target='y', types={'day': 'date'})


WHOLE = train(FRAME)
CUTS = [[slice(0, N)], [slice(0, 7), slice(7, 8), slice(8, N)]]


@pytest.mark.parametrize('cuts', CUTS, ids=['one chunk', 'three'])
@pytest.mark.parametrize('how', [{}, {'text': 'U'}, {'text': 'vu'}, {'dictionary': True}], ids=str)
def test_tables_are_frames(how, cuts):
    table = Table(*(batch(cut, **how) for cut in cuts))
    assert train(table).to_bytes() == WHOLE.to_bytes()
    assert (WHOLE.predict_proba(table) == WHOLE.predict_proba(FRAME)).all()
    assert WHOLE.evaluate(table).figures == WHOLE.evaluate(FRAME).figures


def test_float32_and_offsets():
    frame = FRAME.assign(number=FRAME.number.astype('float32'))
    assert train(Table(batch(slice(0, N), number='f'))) == train(frame)
    columns = batch(slice(0, N))
    for each in columns.values():
        each.offset, each.length = 5, N - 9
    assert train(Table(columns)) == train(FRAME.iloc[5:N - 4])


def test_a_column_alone_is_texts():
    words = ['cheap pills', 'see you at noon, as we said', None, 'pills']
    model = priory.train(['cheap pills', 'see you at noon, as we said', '', 'pills'], target=list('shhs'))
    for kind, held in (('u', texts(words)), ('vu', views(words))):
        column = Table({'': Column(kind, 4, held, [False, False, True, False])}, alone=True)
        assert (model.predict_proba(column) == model.predict_proba(['cheap pills', words[1], None, 'pills'])).all()
    column = Table({'': Column('u', 4, texts(['cheap pills', words[1], '', 'pills']))}, alone=True)
    assert priory.train(column, target=list('shhs')) == model


def test_times():
    seconds = np.array([0, 86400 * 365, 86400 * 900 + 3661, 5], 'i8')
    frame = pd.DataFrame({'t': pd.to_datetime(seconds, unit='s'), 'y': list('abab')})
    frame.loc[3, 't'] = pd.NaT
    for kind, factor in (('tss:', 1), ('tsm:UTC', 1000), ('tsu:', 10**6), ('tsn:', 10**9)):
        table = Table({'t': Column(kind, 4, [seconds * factor], [False, False, False, True]), 'y': Column('u', 4, texts('abab'))})
        assert priory.train(table, target='y', types={'t': 'date'}) == priory.train(frame, target='y', types={'t': 'date'}), kind
    with pytest.raises(TypeError, match="column 't' has times of the zone Europe/Berlin"):
        priory.train(Table({'t': Column('tss:Europe/Berlin', 4, [seconds]), 'y': Column('u', 4, texts('abab'))}), target='y')


def test_null_columns_and_types_that_are_none_of_ours():
    model = priory.train({'a': [1.5, 2.5, 3.5, 1.0], 'y': list('abab')}, target='y')
    assert (model.predict_proba(Table({'a': Column('n', 4, [])})) == model.predict_proba({'a': [None] * 4})).all()
    for kind in ('d:10,2', '+l', 'z', 'tDs', 'e'):
        with pytest.raises(TypeError, match="column 'a'"):
            model.predict(Table({'a': Column(kind, 4, [np.zeros(16, 'i8')])}))


def test_everything_is_given_back_and_errors_are_told():
    RELEASED.clear()
    table = Table(batch(slice(0, 9)), batch(slice(9, N)))
    model = train(table)
    assert RELEASED.count('+s') == 3  # the schema and two batches
    assert model == WHOLE
    with pytest.raises(priory.DataError, match='the wire is cut'):
        train(Table(batch(slice(0, N)), error='the wire is cut'))
    one = Table(batch(slice(0, N)))
    capsule = one.__arrow_c_stream__()
    once = type('Reader', (), {'__arrow_c_stream__': lambda self, schema=None: capsule})()
    assert train(once) == WHOLE  # a reader can be read once


class Interchange:
    """What has __dataframe__ and nothing else."""

    def __init__(self, frame):
        self._frame = frame

    def __dataframe__(self, nan_as_null=False, allow_copy=True):
        return self._frame.__dataframe__(nan_as_null, allow_copy)


def test_the_older_interchange_protocol():
    frame = FRAME[['number', 'count', 'sky', 'y']].dropna()
    assert priory.train(Interchange(frame.reset_index(drop=True)), target='y') == priory.train(frame, target='y')
    model = priory.train(frame, target='y')
    assert (model.predict(Interchange(frame)) == model.predict(frame)).all()
