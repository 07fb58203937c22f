# SPDX-License-Identifier: Apache-2.0
"""Compares the families over numbers with scipy and with R's MASS, live: families.py PRIORY [SEED].

Random columns of each family. Estimates (inspect --json) must be scipy's of maximum likelihood, or a root of the
likelihood equations, to 1e-6, of negative-binomial those of moments to 1e-12; and MASS::fitdistr's to 1e-4, which stops
its own search there. Log densities (predict --log-proba of two classes: differences of them) must be scipy's to 1e-12 of
their size, and P(a < x < b) of a query scipy's distribution function to 1e-10.
"""
import json
import math
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
NAMES = {'exponential': ['rate'], 'gamma': ['shape', 'rate'], 'lognormal': ['log_mean', 'log_variance'],
         'negative-binomial': ['mean', 'dispersion'], 'von-mises': ['direction', 'concentration'], 'beta': ['a', 'b']}


def draw(rng, family, n):
    """A column of a class with parameters of its own."""
    if family == 'exponential':
        rate = 10 ** rng.uniform(-3, 3)
        return [rng.expovariate(rate) for _ in range(n)]
    if family == 'gamma':
        shape, scale = 10 ** rng.uniform(-0.7, 2), 10 ** rng.uniform(-3, 3)
        return [rng.gammavariate(shape, scale) for _ in range(n)]
    if family == 'lognormal':
        mean, sd = rng.gauss(0, 3), 10 ** rng.uniform(-1, 0.5)
        return [rng.lognormvariate(mean, sd) for _ in range(n)]
    if family == 'negative-binomial':
        size, mean = 10 ** rng.uniform(-0.5, 1), 10 ** rng.uniform(0, 2)
        generator = numpy.random.default_rng(rng.randrange(10 ** 9))
        return [int(x) for x in generator.negative_binomial(size, size / (size + mean), n)]
    if family == 'von-mises':
        mean, concentration = rng.uniform(-3, 3), 10 ** rng.uniform(-0.5, 2)
        return [math.remainder(rng.vonmisesvariate(mean, concentration), 2 * math.pi) for _ in range(n)]
    a, b = 10 ** rng.uniform(-0.3, 1.5), 10 ** rng.uniform(-0.3, 1.5)
    return [rng.betavariate(a, b) for _ in range(n)]


def distribution(family, p):
    """scipy's, with our parameters."""
    if family == 'exponential':
        return stats.expon(scale=1 / p[0])
    if family == 'gamma':
        return stats.gamma(p[0], scale=1 / p[1])
    if family == 'lognormal':
        return stats.lognorm(math.sqrt(p[1]), scale=math.exp(p[0]))
    if family == 'negative-binomial':
        return stats.nbinom(1 / p[1], 1 / (1 + p[0] * p[1])) if p[1] > 0 else stats.poisson(p[0])
    if family == 'von-mises':
        return stats.vonmises(p[1], loc=p[0])
    return stats.beta(p[0], p[1])


def expected(family, x):
    """The estimate of maximum likelihood, or of moments, and to how much it is known."""
    x = numpy.array(x, dtype=float)
    if family == 'exponential':
        return [1 / x.mean()], 1e-12
    if family == 'gamma':
        shape, _, scale = stats.gamma.fit(x, floc=0)
        return [shape, 1 / scale], 1e-6
    if family == 'lognormal':
        return [numpy.log(x).mean(), numpy.log(x).var()], 1e-9
    if family == 'negative-binomial':
        return [x.mean(), max(0, (x.var() - x.mean()) / x.mean() ** 2)], 1e-9
    if family == 'von-mises':
        c, s = numpy.cos(x).mean(), numpy.sin(x).mean()
        ratio = lambda k: special.i1e(k) / special.i0e(k) - math.hypot(c, s)
        return [math.atan2(s, c), optimize.brentq(ratio, 1e-9, 1e6, xtol=1e-14, rtol=1e-14)], 1e-6
    g, h = numpy.log(x).mean(), numpy.log1p(-x).mean()
    equations = lambda p: [special.digamma(p[0]) - special.digamma(p[0] + p[1]) - g,
                           special.digamma(p[1]) - special.digamma(p[0] + p[1]) - h]
    return list(optimize.fsolve(equations, stats.beta.fit(x, floc=0, fscale=1)[:2], xtol=1e-13)), 1e-6


def run(*command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(' '.join(command) + '\n' + done.stderr)
    return done.stdout


def close(ours, theirs, tolerance, what):
    if not abs(ours - theirs) <= tolerance * max(1, abs(theirs)):
        sys.exit(f'{what}: {ours!r} is not {theirs!r}')


def check(program, rng, family, folder):
    columns = {'a': draw(rng, family, 120), 'b': draw(rng, family, 80)}
    rows = [f'{x!r},{label}' for label, xs in columns.items() for x in xs]
    pathlib.Path(folder, 'd.csv').write_text('x,y\n' + '\n'.join(rows) + '\n', encoding='utf-8')
    smoothing = ['--alpha', '0'] if family == 'negative-binomial' else ['--var-smoothing', '0']
    run(program, 'train', '--plain', 'd.csv', '--target', 'y', '--types', f'x={family}', *smoothing, '-o', 'm', folder=folder)
    part = json.loads(run(program, 'inspect', 'm', '--json', folder=folder))['parts'][0]
    ours = [[part[name][k] for name in NAMES[family]] for k in range(2)]
    for k, label in enumerate('ab'):
        theirs, tolerance = expected(family, columns[label])
        for name, p, q in zip(NAMES[family], ours[k], theirs, strict=True):
            close(p, q, tolerance, f'{family} {name}')
    lines = run(program, 'predict', 'm', 'd.csv', '--log-proba', folder=folder).splitlines()[1:]
    models = [distribution(family, p) for p in ours]
    xs = numpy.array(columns['a'] + columns['b'], dtype=float)
    logs = [m.logpmf(xs) if family == 'negative-binomial' else m.logpdf(xs) for m in models]
    for line, a, b in zip(lines, *logs, strict=True):
        _, p, q = line.split(',')
        size = max(1, abs(a), abs(b))
        # Of what scipy makes of large parameters some digits are lost to cancelling; it is right to these.
        close((float(q) - float(p)) / size, (b - a + math.log(80 / 120)) / size, 2e-12, f'{family} log density')
    lo, hi = sorted(rng.sample(columns['a'], 2))
    answer = json.loads(run(program, 'query', 'm', f'P(x>{lo!r} and x<{hi!r} | y=a)', '--json', folder=folder))
    below = models[0].cdf(hi - 1 if family == 'negative-binomial' else hi)
    close(answer['probability'], max(0, below - models[0].cdf(lo)), 1e-10, f'{family} P({lo} < x < {hi})')
    return ours, columns


def check_with_r(family, ours, columns, folder):
    if family in ('negative-binomial', 'von-mises') or shutil.which('Rscript') is None:
        return 0
    for p, label in zip(ours, 'ab', strict=True):
        path = pathlib.Path(folder, 'x.txt')
        path.write_text('\n'.join(map(repr, columns[label])), encoding='utf-8')
        done = subprocess.run(['Rscript', str(HERE / 'families.R'), family, str(path)], capture_output=True, text=True)
        if done.returncode == 77:
            return 0
        if done.returncode != 0:
            sys.exit(done.stderr)
        theirs = [float(x) for x in done.stdout.splitlines()[0].split()]
        if family == 'lognormal':
            theirs[1] **= 2
        for a, b in zip(p, theirs, strict=True):
            if not abs(a - b) <= 1e-4 * abs(b) + 1e-12:
                sys.exit(f'{family}: {a!r} is not {b!r} of MASS')
    return 1


def main(program, seed=1):
    rng = random.Random(int(seed))
    n_r = 0
    for family in NAMES:
        for k in range(4):
            with tempfile.TemporaryDirectory() as folder:
                ours, columns = check(str(pathlib.Path(program).resolve()), rng, family, folder)
                if k == 0:
                    n_r += check_with_r(family, ours, columns, folder)
    print(f'{len(NAMES)} families as scipy has them, {n_r} as MASS has them')


if __name__ == '__main__':
    try:
        import numpy
        from scipy import optimize, special, stats
    except ImportError:
        print('scipy is not installed')
        sys.exit(77)
    main(*sys.argv[1:])
