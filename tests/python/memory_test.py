"""Rows are not copied: by the peak of a process's memory, which sees C++ and numpy alike."""
import json
import subprocess
import sys

import pytest

# Each case is a process of its own, forked by one that has imported everything. The rows are made in place, so that making them
# leaves no higher peak; a first fit of few rows brings in what is loaded late.
CODE = '''
import json, os, resource, sys, tempfile, warnings
import numpy as np, pandas as pd, scipy.sparse
import priory, priory.sklearn as ours
warnings.simplefilter('ignore')
N, D = 300_000, 24
random = np.random.default_rng(1)
y = np.arange(N) % 3

def dense(dtype, order='C', integers=False):
    out = np.empty((N, D), dtype, order)
    for k in range(0, N, 1000):
        out[k:k + 1000] = random.integers(0, 8, (1000, D)) if integers else random.normal(size=(1000, D))
    return out

def csr():
    begin = np.arange(N + 1, dtype=np.int32) * (D // 2)
    columns = np.empty(N * (D // 2), np.int32)
    columns.reshape(N, -1)[:] = np.arange(0, D, 2)
    data = np.empty(N * (D // 2))
    for k in range(0, len(data), 100_000):
        data[k:k + 100_000] = random.integers(1, 5, len(data[k:k + 100_000]))
    return scipy.sparse.csr_matrix((data, columns, begin), shape=(N, D), copy=False)

def mapped():
    file = tempfile.NamedTemporaryFile()
    dense(np.float64).tofile(file.name)
    out = np.memmap(file.name, np.float64, 'r', shape=(N, D))
    out.sum()  # its pages are there
    return out

MAKE = {'f8': lambda: dense('f8'), 'f4': lambda: dense('f4'), 'F': lambda: dense('f8', 'F'), 'i8': lambda: dense('i8', integers=True),
        'csr': csr, 'mapped': mapped, 'frame': lambda: pd.DataFrame(dense('f8'), copy=False), 'reversed': lambda: dense('f8')[::-1]}

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

def copied(what, kind):
    """How much the peak rises, as a share of the rows."""
    def work(rows, labels):
        if what == 'train':
            model = priory.train(rows, target=labels, family='multinomial' if kind in ('csr', 'i8') else 'gaussian')
        else:
            model = getattr(ours, what)().fit(rows, labels)
        return model.predict(rows)
    x = MAKE[kind]()
    size = x.data.nbytes + x.indices.nbytes if kind == 'csr' else x.memory_usage().sum() if kind == 'frame' else x.nbytes
    few = x.iloc[:20_000] if kind == 'frame' else x[:20_000]
    work(few, y[:20_000])
    before = peak()
    work(x, y)
    return (peak() - before) / size

for what, kind in json.loads(sys.argv[1]):
    child = os.fork()
    if child == 0:
        print(json.dumps([what, kind, copied(what, kind)]), flush=True)
        os._exit(0)
    if os.waitpid(child, 0)[1] != 0:
        sys.exit(f'{what} of {kind} ended badly')
'''


CASES = [('train', 'f8'), ('train', 'f4'), ('train', 'F'), ('train', 'reversed'), ('train', 'mapped'), ('train', 'csr'), ('train', 'frame'),
         ('train', 'i8'), ('GaussianNB', 'f8'), ('GaussianNB', 'f4'), ('GaussianNB', 'F'), ('GaussianNB', 'mapped'), ('MultinomialNB', 'csr'),
         ('MultinomialNB', 'i8'), ('ComplementNB', 'csr'), ('BernoulliNB', 'csr'), ('BernoulliNB', 'i8'), ('CategoricalNB', 'i8'),
         ('LinearDiscriminantAnalysis', 'f8'), ('QuadraticDiscriminantAnalysis', 'f4')]


@pytest.fixture(name='copied', scope='module')
def fixture_copied():
    said = subprocess.run([sys.executable, '-c', CODE, json.dumps(CASES)], capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    found = [json.loads(line) for line in said.stdout.splitlines()]
    return {(what, kind): share for what, kind, share in found}


@pytest.mark.parametrize('what, kind', CASES)
def test_rows_are_not_copied(copied, what, kind):
    # A label a row as it comes and as it is predicted, and what threads work with; a copy of the rows would be 1.
    assert copied[what, kind] < (0.5 if kind == 'f4' else 0.3)
