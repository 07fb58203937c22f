"""The data of the benchmarks, made from a fixed seed: making.py KIND FOLDER NUMBER...

  binary FOLDER ROWS COLUMNS CLASSES            rows.csv, rows.u8 (a byte a cell, row by row), rows.npy
  gaussian FOLDER ROWS COLUMNS CLASSES          rows.csv, rows.npy
  text FOLDER ROWS WORDS VOCABULARY CLASSES     rows.csv, rows.npz (a sparse matrix of counts); prints {"nonzeros"}

Each writes a start for EM too: start.npz for peers, start-FAMILY.json for `priory cluster --init`, and for binary
data start.f32 for the fused loop. The classes overlap, so that the shares of a row in them stay soft: when they do
not, programs that leave out zeros have less to do.
"""
import json
import os
import sys

import numpy as np
import scipy.sparse

SEED = 20240601


def write_lines(path, header, lines):
    with open(path, 'w', encoding='ascii', buffering=1 << 20) as file:
        file.write(header + '\n')
        for line in lines:
            file.write(line + '\n')


def write_start(folder, family, weights, parts):
    start = {'schema': 'priory.model/1', 'kind': 'mixture', 'target': None,
             'classes': [str(k + 1) for k in range(len(weights))], 'log_prior': np.log(weights).tolist(),
             'parts': parts}
    with open(os.path.join(folder, f'start-{family}.json'), 'w', encoding='ascii') as file:
        json.dump(start, file)


def names(n_columns):
    return [f'x{j}' for j in range(n_columns)]


def binary(folder, n_rows, n_columns, n_classes):
    rng = np.random.default_rng(SEED)
    base = rng.uniform(0.1, 0.9, n_columns)
    theta = np.clip(base + rng.normal(0, 0.05, (n_classes, n_columns)), 0.02, 0.98)
    hidden = rng.integers(n_classes, size=n_rows)
    x = (rng.random((n_rows, n_columns)) < theta[hidden]).astype(np.uint8)
    np.save(os.path.join(folder, 'rows.npy'), x)
    x.tofile(os.path.join(folder, 'rows.u8'))
    digits = np.full((n_rows, 2 * n_columns), ord(','), dtype=np.uint8)
    digits[:, 0::2] = x + ord('0')
    write_lines(os.path.join(folder, 'rows.csv'), ','.join(names(n_columns)),
                (row.tobytes()[:-1].decode('ascii') for row in digits))
    weights = np.full(n_classes, 1 / n_classes)
    start = np.clip(base + rng.normal(0, 0.1, (n_classes, n_columns)), 0.05, 0.95)
    np.savez(os.path.join(folder, 'start.npz'), weights=weights, theta=start)
    np.concatenate([weights, start.ravel()]).astype(np.float32).tofile(os.path.join(folder, 'start.f32'))
    write_start(folder, 'bernoulli', weights,
                [{'family': 'bernoulli', 'columns': [name], 'values': ['0', '1'],
                  'log_prob': np.log(np.stack([1 - start[:, j], start[:, j]], axis=1)).tolist()}
                 for j, name in enumerate(names(n_columns))])


def gaussian(folder, n_rows, n_columns, n_classes):
    rng = np.random.default_rng(SEED)
    mixing = np.eye(n_columns) + rng.normal(0, 0.3 / np.sqrt(n_columns), (n_columns, n_columns))
    means = rng.normal(0, 0.3, (n_classes, n_columns))
    hidden = rng.integers(n_classes, size=n_rows)
    x = rng.normal(size=(n_rows, n_columns)) @ mixing + means[hidden]
    x = np.rint(x * 1e6) / 1e6  # exactly the numbers that the digits in the file are read as
    np.save(os.path.join(folder, 'rows.npy'), x)
    form = ','.join(['%.6f'] * n_columns)
    write_lines(os.path.join(folder, 'rows.csv'), ','.join(names(n_columns)), (form % tuple(row) for row in x))
    weights = np.full(n_classes, 1 / n_classes)
    start, variance = rng.normal(0, 0.2, (n_classes, n_columns)), x.var(axis=0)
    np.savez(os.path.join(folder, 'start.npz'), weights=weights, means=start, variance=variance)
    columns, covariance = names(n_columns), np.diag(variance).tolist()
    write_start(folder, 'gaussian', weights,
                [{'family': 'gaussian', 'columns': [name], 'mean': start[:, j].tolist(),
                  'variance': [variance[j]] * n_classes} for j, name in enumerate(columns)])
    for family, each in (('gaussian-shared', covariance), ('gaussian-full', [covariance] * n_classes)):
        write_start(folder, family, weights,
                    [{'family': family, 'columns': columns, 'mean': start.tolist(), 'covariance': each}])


def text(folder, n_rows, n_words, n_vocabulary, n_classes):
    rng = np.random.default_rng(SEED)
    p = 1 / (np.arange(n_vocabulary) + 50) * np.exp(rng.normal(0, 0.2, (n_classes, n_vocabulary)))
    p /= p.sum(axis=1, keepdims=True)
    hidden = rng.integers(n_classes, size=n_rows)
    words = np.empty((n_rows, n_words), dtype=np.int64)
    for k in range(n_classes):
        mine = hidden == k
        drawn = np.searchsorted(np.cumsum(p[k]), rng.random((mine.sum(), n_words - 1)))
        words[mine, 1:] = np.minimum(drawn, n_vocabulary - 1)
    words[:, 0] = np.arange(n_rows) % n_vocabulary  # every word is there, however few words a text has
    spelled = [f'w{v}' for v in range(n_vocabulary)]
    write_lines(os.path.join(folder, 'rows.csv'), 'text', (' '.join([spelled[v] for v in row]) for row in words))
    rows = np.repeat(np.arange(n_rows), n_words)
    counts = scipy.sparse.coo_matrix((np.ones(rows.size), (rows, words.ravel())),
                                     shape=(n_rows, n_vocabulary)).tocsr()
    counts.sum_duplicates()
    scipy.sparse.save_npz(os.path.join(folder, 'rows.npz'), counts, compressed=False)
    weights = np.full(n_classes, 1 / n_classes)
    start = p.mean(axis=0) * np.exp(rng.normal(0, 0.2, (n_classes, n_vocabulary)))
    start /= start.sum(axis=1, keepdims=True)
    np.savez(os.path.join(folder, 'start.npz'), weights=weights, p=start)
    write_start(folder, 'multinomial', weights,
                [{'family': 'multinomial', 'columns': ['text'], 'vocabulary': spelled,
                  'log_prob': np.log(start).tolist()}])
    print(json.dumps({'nonzeros': int(counts.nnz)}))


if __name__ == '__main__':
    kind, where, *sizes = sys.argv[1:]
    os.makedirs(where, exist_ok=True)
    {'binary': binary, 'gaussian': gaussian, 'text': text}[kind](where, *map(int, sizes))
