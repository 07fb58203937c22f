# SPDX-License-Identifier: Apache-2.0
"""Learning curves of the pair, and discriminative models in folds."""
import random

import pytest

import priory


def rows(n):
    draw = random.Random(3)
    y = [draw.choice('ab') for _ in range(n)]
    return {'x': [draw.gauss(label == 'b', 1) for label in y], 'z': [draw.gauss(label == 'a', 2) for label in y], 'y': y}


def test_curves_have_their_sizes_and_a_picture():
    found = priory.pair(rows(400), target='y', sizes=[50, 200], repeats=2)
    assert [point['rows'] for point in found.points] == [50, 200]
    for point in found.points:
        for side in ('generative', 'discriminative', 'between'):
            accuracy = point[side]['accuracy']
            assert accuracy['low'] <= accuracy['mean'] <= accuracy['high']
    assert found.to_dict()['families'] == ['gaussian-shared']
    assert set(found.crossing) == {'accuracy', 'log_loss'}
    assert found._repr_svg_().startswith('<svg') and 'log loss' in str(found)


def test_threads_do_not_show():
    one, two = (priory.pair(rows(300), target='y', points=3, repeats=2, threads=n).to_dict() for n in (1, 2))
    assert one == two


def test_too_few_rows_are_said():
    with pytest.raises(priory.DataError, match='too few'):
        priory.pair({'x': [1.5, 2.5], 'y': ['a', 'b']}, target='y')
