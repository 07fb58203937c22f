"""Rows of databases: the bytes of the command line's models."""
import os
import sqlite3
import subprocess

import pytest

import priory


@pytest.fixture(name='shop')
def fixture_shop(tmp_path):
    with sqlite3.connect(tmp_path / 'shop.db') as base:
        base.execute('CREATE TABLE orders (amount REAL, express BOOLEAN, zip TEXT, fraud TEXT)')
        base.executemany('INSERT INTO orders VALUES (?, ?, ?, ?)', [
            (10.5 * k % 97, k % 3 == 0, f'0{k % 4}123', 'yes' if k % 7 == 0 else 'no') for k in range(40)])
        base.execute('CREATE TABLE others (a REAL)')
    return tmp_path / 'shop.db'


def by_command(folder, *arguments):
    subprocess.run([os.environ['PRIORY'], 'train', '--plain', *map(str, arguments), '--target', 'fraud', '-q', '-o', folder / 'm.priory', '--force'], check=True)
    return (folder / 'm.priory').read_bytes()


def test_tables_and_queries(shop, tmp_path):
    expected = by_command(tmp_path, f'sqlite:{shop}#orders')
    for data in (f'sqlite:{shop}#orders', f'{shop}#orders'):
        assert priory.train(data, target='fraud').to_bytes() == expected
    query = 'SELECT amount, zip, fraud FROM orders WHERE amount > 20'
    expected = by_command(tmp_path, shop, '--sql', query)
    model = priory.train(str(shop), sql=query, target='fraud')
    assert model.to_bytes() == expected == priory.train(shop, sql=query, target='fraud').to_bytes()
    assert len(model.predict(f'sqlite:{shop}', sql=query)) == model.n_rows
    assert model.evaluate(shop, sql=query).n_rows == model.n_rows
    more = priory.from_bytes(model.to_bytes()).update(shop, sql='SELECT amount, zip, fraud FROM orders WHERE amount <= 20')
    assert more.n_rows == 40


def test_what_is_not_there(shop, tmp_path):
    with pytest.raises(priory.Error, match='no table'):
        priory.train(f'sqlite:{shop}#order', target='fraud')
    with pytest.raises((priory.Error, FileNotFoundError)):
        priory.train(f'sqlite:{tmp_path}/none.db', target='fraud')
    with pytest.raises(FileNotFoundError, match="no file 'none.db#orders'"):
        priory.train('none.db#orders', target='fraud')
