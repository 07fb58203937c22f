"""EM, by the iteration: binary rows against numpy and a fused loop, Gaussians against scikit-learn, texts against
their non-zeros.

An iteration of Priory is what --max-iterations FIRST + MORE takes longer than FIRST, over MORE; so is one of
scikit-learn's. Every system begins with the same parameters, and the likelihoods they reach are compared: a system
that does other work has no time worth a comparison.
"""
import csv
import json
import math
import os
from typing import NamedTuple

from page import Ratios, megabytes, seconds, table
from timing import FOLDER, Failed, run, run_python, take_turns

TITLE = 'Hidden classes: one iteration of EM'


class Sizes(NamedTuple):
    binary: tuple    # rows, columns
    gaussian: tuple  # rows, columns
    text: tuple      # rows, words of the shortest texts, vocabulary
    classes: int
    more: dict       # iterations that are timed, by data or covariance


FULL = Sizes((100_000, 200), (100_000, 100), (50_000, 50, 20_000), 10,
             {'binary': 60, 'diag': 20, 'tied': 6, 'full': 4, 'text': 20})
QUICK = Sizes((500, 20), (500, 5), (200, 5, 100), 3, {'binary': 2, 'diag': 2, 'tied': 2, 'full': 2, 'text': 2})
FIRST = 2
COVARIANCES = {'diag': ('gaussian', 4), 'tied': ('gaussian-shared', 10), 'full': ('gaussian-full', 3)}
FUSED_FLAGS = ['-std=c++20', '-O3', '-march=native', '-ffast-math', '-pthread']


class Priory:
    """`priory cluster` on the data of one folder."""

    def __init__(self, program, folder, classes, family, *options):
        self.program, self.folder = program, folder
        self.options = ['-k', classes, '--family', family, '--init', os.path.join(folder, f'start-{family}.json'),
                        '--tolerance', '0', '-o', os.path.join(folder, 'model.priory'), *options]

    def cluster(self, iterations, threads):
        trace = os.path.join(self.folder, 'trace.csv')
        done = run([self.program, 'cluster', os.path.join(self.folder, 'rows.csv'), *self.options,
                    '--max-iterations', iterations, '--threads', threads, '--trace', trace])
        with open(trace, encoding='ascii') as file:
            return done, {row['iteration']: float(row['log_likelihood']) for row in csv.DictReader(file)}

    def measure(self, best, more, threads):
        few, _ = self.cluster(FIRST, threads)
        many, trace = self.cluster(FIRST + more, threads)
        best.add(max(few.peak, many.peak), {'few': few.seconds, 'many': many.seconds, 'cpu_few': few.cpu,
                                            'cpu_many': many.cpu}, log_likelihood=trace)


def per_iteration(best, more):
    """Seconds; not a number where the difference drowns in noise, as it does for small data."""
    if 'iteration' in best.seconds:
        return best.seconds['iteration']
    return over(best.seconds['many'] - best.seconds['few'], more)


def cpu_per_iteration(best, more):
    """Of all threads together: what a busy machine disturbs less."""
    if 'cpu' in best.seconds:
        return best.seconds['cpu']
    return over(best.seconds['cpu_many'] - best.seconds['cpu_few'], more)


def over(difference, more):
    return difference / more if difference > 0 else math.nan


def compare(judge, text, a, b, more, mark):
    """Enters a / b with a method of Ratios."""
    judge(text, per_iteration(a, more) / per_iteration(b, more), mark,
          cpu_per_iteration(a, more) / cpu_per_iteration(b, more))


def check_likelihoods(name, priory, other, tolerance):
    """The other's log-likelihoods, of any iterations, are those of Priory."""
    for t, theirs in other.items():
        ours = priory[t]
        if not abs(ours - theirs) <= tolerance * abs(theirs):
            raise SystemExit(f'{name}: the log-likelihood of iteration {t} is {theirs}, that of Priory {ours}')


def measures(results, more):
    rows = [(name, seconds(per_iteration(best, more)), seconds(cpu_per_iteration(best, more)), megabytes(best.peak))
            for name, best in results.items()]
    return table(('system', 'seconds an iteration', 'CPU seconds', 'peak MB'), rows)


def binary(setting, sizes):
    folder = os.path.join(setting.folder, 'binary')
    (n_rows, n_columns), classes, more = sizes.binary, sizes.classes, sizes.more['binary']
    run_python('making.py', 'binary', folder, n_rows, n_columns, classes)
    fused = os.path.join(folder, 'fused_em')
    run([setting.compiler, *FUSED_FLAGS, os.path.join(FOLDER, 'fused_em.cpp'), '-o', fused])
    priory = Priory(setting.priory, folder, classes, 'bernoulli')
    systems = {}
    for threads in setting.threads:
        systems[f'Priory, threads: {threads}'] = lambda best, n=threads: priory.measure(best, more, n)
        systems[f'fused loop in floats, threads: {threads}'] = lambda best, n=threads: best.add_json(
            run([fused, os.path.join(folder, 'rows.u8'), os.path.join(folder, 'start.f32'), n_rows, n_columns,
                 classes, FIRST, more, n]))
    systems['numpy with OpenBLAS'] = lambda best: best.add_json(run_python('em_peers.py', 'numpy', folder, FIRST, more))
    results = take_turns(systems, setting.rounds)
    ours = results[f'Priory, threads: {setting.threads[-1]}']
    for name, best in results.items():
        check_likelihoods(name, ours.facts['log_likelihood'], best.facts['log_likelihood'],
                          1e-4 if 'fused' in name else 1e-8)
    ratios = Ratios()
    compare(ratios.at_least, 'binary: numpy / Priory', results['numpy with OpenBLAS'], ours, more, 4)
    for n in setting.threads:
        compare(ratios.at_most, f'binary: Priory / fused loop, threads: {n}', results[f'Priory, threads: {n}'],
                results[f'fused loop in floats, threads: {n}'], more, 2)
    head = f'Binary, {n_rows:,} x {n_columns}, {classes} classes.'
    return head + '\n\n' + measures(results, more) + '\n' + ratios.table()


def is_there(setting, folder, family):
    """Whether this Priory has the family."""
    tiny = os.path.join(folder, 'tiny.csv')
    with open(tiny, 'w', encoding='ascii') as file:
        file.write('x0,x1\n' + ''.join(f'{k},{k * k % 7}\n' for k in range(20)))
    try:
        run([setting.priory, 'cluster', tiny, '-k', '1', '--family', family, '-o', os.path.join(folder, 'tiny.priory')])
    except Failed as error:
        if error.code == 2:
            return False
        raise
    return True


def gaussian(setting, sizes):
    folder = os.path.join(setting.folder, 'gaussian')
    (n_rows, n_columns), classes = sizes.gaussian, sizes.classes
    run_python('making.py', 'gaussian', folder, n_rows, n_columns, classes)
    ratios, tables = Ratios(), []
    for covariance, (family, mark) in COVARIANCES.items():
        name = f'{covariance}: scikit-learn / Priory'
        if not is_there(setting, folder, family):
            ratios.absent(name, f'{family} is not there')
            continue
        more = sizes.more[covariance]
        priory = Priory(setting.priory, folder, classes, family, '--ridge', '1e-6', '--var-smoothing', '0')
        systems = {f'Priory {family}, threads: {n}': lambda best, n=n: priory.measure(best, more, n)
                   for n in setting.threads}
        peer = f'scikit-learn {covariance}'
        systems[peer] = lambda best: best.add_json(run_python('em_peers.py', f'sklearn-{covariance}', folder, FIRST,
                                                              more))
        results = take_turns(systems, setting.rounds)
        *_, ours, theirs = results.values()
        check_likelihoods(peer, ours.facts['log_likelihood'], theirs.facts['log_likelihood'], 1e-6)
        compare(ratios.at_least, name, theirs, ours, more, mark)
        tables.append(measures(results, more))
    head = f'Gaussian, {n_rows:,} x {n_columns}, {classes} classes.'
    return '\n'.join([head + '\n', *tables, ratios.table()])


def text(setting, sizes):
    n_rows, n_words, n_vocabulary = sizes.text
    more, results, nonzeros, systems = sizes.more['text'], {}, {}, {}
    for times in (1, 2, 4):
        folder, name = os.path.join(setting.folder, f'text{times}'), f'{times * n_words} words a text'
        made = run_python('making.py', 'text', folder, n_rows, times * n_words, n_vocabulary, sizes.classes)
        nonzeros[name] = json.loads(made.output)['nonzeros']
        priory = Priory(setting.priory, folder, sizes.classes, 'multinomial', '--text', 'text', '--tokens', 'space')
        systems[name, 'Priory'] = lambda best, p=priory: p.measure(best, more, setting.threads[-1])
        systems[name, 'scipy'] = lambda best, f=folder: best.add_json(run_python('em_peers.py', 'scipy', f, FIRST, more))
    results = take_turns(systems, setting.rounds)
    rows, first = [], None
    for name, n in nonzeros.items():
        ours, theirs = results[name, 'Priory'], results[name, 'scipy']
        check_likelihoods(f'scipy, {name}', ours.facts['log_likelihood'], theirs.facts['log_likelihood'], 1e-8)
        time, cpu = per_iteration(ours, more), cpu_per_iteration(ours, more)
        first = first or (n, time, cpu)
        rows.append((name, f'{n:,}', f'{n / first[0]:.2f}', seconds(time), f'{time / first[1]:.2f}', seconds(cpu),
                     f'{cpu / first[2]:.2f}', f'{1e9 * cpu / n:.1f}', megabytes(ours.peak),
                     seconds(cpu_per_iteration(theirs, more))))
    head = (f'Texts, {n_rows:,} of a vocabulary of {n_vocabulary:,}, {sizes.classes} classes, multinomial, threads: '
            f'{setting.threads[-1]}. The mark: time grows as the non-zeros do. Beside it a sparse matrix of scipy '
            '(one thread).')
    return head + '\n\n' + table(('', 'non-zeros', 'times', 'seconds an iteration', 'times', 'CPU seconds', 'times',
                                  'CPU ns a non-zero', 'peak MB', 'CPU seconds of scipy'), rows)


def measure(setting):
    """The text of the section."""
    sizes = QUICK if setting.quick else FULL
    parts = []
    for each in (binary, gaussian, text):
        parts.append(each(setting, sizes))
        print(parts[-1], flush=True)
    return '\n'.join(parts)
