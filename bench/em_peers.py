"""EM as others do it, on the data of making.py: em_peers.py SYSTEM FOLDER FIRST MORE

  numpy            binary rows, two matrix products an iteration in doubles, as a careful user of numpy writes it
  scipy            texts, the same over a sparse matrix
  sklearn-TYPE     scikit-learn's GaussianMixture with covariance_type TYPE

FIRST iterations warm up, MORE are timed. The last line is JSON: {"seconds": {...}, "log_likelihood": {iteration: ...}}
where iteration t is the likelihood of the parameters after t M-steps, as in `priory cluster --trace`. The seconds of
numpy and scipy are those of one iteration; those of scikit-learn are of a `fit` of FIRST and of FIRST + MORE.
"""
import json
import os
import sys
import time
import warnings

import numpy as np


def responsibilities(log_joint):
    """Shares of the rows in the classes, and the log-likelihood; writes over its argument."""
    top = log_joint.max(axis=1, keepdims=True)
    log_joint -= top
    np.exp(log_joint, out=log_joint)
    total = log_joint.sum(axis=1, keepdims=True)
    log_joint /= total
    return log_joint, float(top.sum() + np.log(total).sum())


def timed(first, more, step):
    """Seconds of an iteration after the first ones, and the log-likelihoods on the way."""
    trace = {}
    for t in range(first + more + 1):
        if t == first:
            begin, cpu_begin = time.perf_counter(), time.process_time()
        if t == first + more:
            end, cpu_end = time.perf_counter(), time.process_time()
        trace[t] = step()
    return {'seconds': {'iteration': (end - begin) / more, 'cpu': (cpu_end - cpu_begin) / more},
            'log_likelihood': trace}


def run_numpy(folder, first, more):
    x = np.load(os.path.join(folder, 'rows.npy')).astype(np.float64)
    start = np.load(os.path.join(folder, 'start.npz'))
    model = {'weights': start['weights'], 'theta': start['theta']}

    def step():
        log_zero = np.log1p(-model['theta'])
        log_joint = x @ (np.log(model['theta']) - log_zero).T
        log_joint += log_zero.sum(axis=1) + np.log(model['weights'])
        share, log_likelihood = responsibilities(log_joint)
        n = share.sum(axis=0)
        model['theta'] = (share.T @ x + 1) / (n[:, None] + 2)
        model['weights'] = n / len(x)
        return log_likelihood

    return timed(first, more, step)


def run_scipy(folder, first, more):
    import scipy.sparse
    x = scipy.sparse.load_npz(os.path.join(folder, 'rows.npz'))
    start = np.load(os.path.join(folder, 'start.npz'))
    model = {'weights': start['weights'], 'p': start['p']}
    transposed = x.T.tocsr()

    def step():
        log_joint = x @ np.ascontiguousarray(np.log(model['p']).T)
        log_joint += np.log(model['weights'])
        share, log_likelihood = responsibilities(log_joint)
        counts = (transposed @ share).T + 1
        model['p'] = counts / counts.sum(axis=1, keepdims=True)
        model['weights'] = share.sum(axis=0) / x.shape[0]
        return log_likelihood

    return timed(first, more, step)


def run_sklearn(folder, first, more, covariance_type):
    from sklearn.mixture import GaussianMixture
    warnings.filterwarnings('ignore')  # that it has not converged
    x = np.load(os.path.join(folder, 'rows.npy'))
    start = np.load(os.path.join(folder, 'start.npz'))
    precision = {'diag': np.tile(1 / start['variance'], (len(start['weights']), 1)),
                 'tied': np.diag(1 / start['variance']),
                 'full': np.tile(np.diag(1 / start['variance']), (len(start['weights']), 1, 1))}[covariance_type]

    def fit(iterations):
        model = GaussianMixture(len(start['weights']), covariance_type=covariance_type, tol=0, max_iter=iterations,
                                reg_covar=1e-6, n_init=1, init_params='random', random_state=1,
                                weights_init=start['weights'], means_init=start['means'], precisions_init=precision)
        begin, cpu_begin = time.perf_counter(), time.process_time()
        model.fit(x)
        return model, time.perf_counter() - begin, time.process_time() - cpu_begin

    _, few, cpu_few = fit(first)
    model, many, cpu_many = fit(first + more)
    return {'seconds': {'few': few, 'many': many, 'cpu_few': cpu_few, 'cpu_many': cpu_many},
            'log_likelihood': {first + more: float(model.score(x) * len(x))}}


if __name__ == '__main__':
    system, where, *counts = sys.argv[1:]
    name, _, kind = system.partition('-')
    if name == 'sklearn':
        facts = run_sklearn(where, *map(int, counts), kind)
    else:
        facts = {'numpy': run_numpy, 'scipy': run_scipy}[name](where, *map(int, counts))
    print(json.dumps(facts))
