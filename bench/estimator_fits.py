"""fit and predict_proba of priory.sklearn beside scikit-learn's and the library's own time, and what the import takes."""
import os
import sys

from in_memory import program
from page import Ratios, seconds, table
from timing import FOLDER, Best, run, run_python

TITLE = 'Estimators in Python'
CLASSES = 10
NAMES = {'multinomial': 'MultinomialNB', 'categorical': 'CategoricalNB', 'gaussian': 'GaussianNB', 'lda': "LDA(solver='lsqr')",
         'text': 'TextClassifier'}
# How much faster than scikit-learn to be: fit on one thread, on all; predict_proba on all.
MARKS = {'multinomial': (4, 7, 5), 'categorical': (None, 25, 8), 'gaussian': (None, 12, 20), 'lda': (None, 10, None),
         'text': (None, 20, None)}
FAMILIES = {'multinomial': ('count_speed', 'multinomial'), 'categorical': ('code_speed', 'categorical'),
            'gaussian': ('dense_speed', 'gaussian'), 'lda': ('dense_speed', 'gaussian-shared')}
MARK_OF_OWN = {'text': 1.3}  # times the library's own time; 1.1 for all others
ROUNDS, ROUNDS_OF_PEERS = 3, 1  # of which each takes the best of three calls
ABOUT = """The data of the sections about rows in memory: {counts}, `CategoricalNB` over 64-bit numbers, {texts} MB of texts in a list
of strings beside `CountVectorizer` and `MultinomialNB`. All checks of the arguments are in the times. The library's own time is
that of a program in C++ over arrays that lie in memory as numpy has them: row after row. `import priory` is what it takes of the
processor after numpy."""


def make(setting):
    """Folders with the rows of each work, and the arguments that say what they are."""
    n_rows, n_codes, counts = (2_000, 2_000, (400, 20, 300)) if setting.quick else (1_000_000, 1_000_000, (398_000, 128, 100_000))
    folder = {work: os.path.join(setting.folder, work) for work in ('multinomial', 'categorical', 'gaussian', 'text')}
    for each in folder.values():
        os.makedirs(each, exist_ok=True)
    run_python('count_peers.py', 'make-counts', folder['multinomial'], *counts, CLASSES)
    run_python('count_peers.py', 'make-codes', folder['categorical'], n_codes, 20, 10, CLASSES)
    run_python('dense_peers.py', 'make', folder['gaussian'], n_rows, 100, CLASSES)
    run_python('zipf_texts.py', os.path.join(folder['text'], 'train.csv'), 2 if setting.quick else 100)
    run_python('estimator_works.py', 'split', os.path.join(folder['text'], 'train.csv'))
    return {'multinomial': (folder['multinomial'], counts[2]), 'categorical': (folder['categorical'], 20),
            'gaussian': (folder['gaussian'], 100), 'lda': (folder['gaussian'], 100), 'text': (folder['text'], 0)}


def library(setting, work, where, n):
    if work == 'text':
        return run([program(setting, 'string_speed'), where[0], n])
    name, family = FAMILIES[work]
    sizes = {'count_speed': [CLASSES], 'code_speed': [10, CLASSES], 'dense_speed': [CLASSES]}[name]
    return run([program(setting, name), where[0], where[1], *sizes, family, n, *([] if name == 'count_speed' else ['rows'])])


def measure(setting):
    package = os.path.join(os.path.dirname(setting.priory), 'python')
    ratios = Ratios()
    if not os.path.isdir(os.path.join(package, 'priory')):
        ratios.absent(TITLE, 'the package is not built')
        return ratios.table()
    environment = dict(os.environ, PYTHONPATH=package)
    where, most, lines = make(setting), setting.threads[-1], []
    for work, name in NAMES.items():
        found = {(of, n): Best() for of in ('priory', 'sklearn', 'C++') for n in setting.threads}
        for round_number in range(min(setting.rounds, ROUNDS)):
            for (of, n), best in found.items():
                if of == 'C++':
                    best.add_json(library(setting, work, where[work], n))
                elif of == 'priory' or of == 'sklearn' and n == most and round_number < ROUNDS_OF_PEERS:
                    best.add_json(run_python('estimator_works.py', work, of, n, *where[work], env=environment))
        lines += compare(ratios, work, name, found, most)
    importing = Best()
    for _ in range(setting.rounds):
        importing.add_json(run([sys.executable, os.path.join(FOLDER, 'estimator_works.py'), 'import', 'priory'], env=environment))
    ratios.at_most('import priory / 20 ms', importing.seconds['import'] / 0.02, 1)
    counts = 'counts with 50 million that are not 0, a million rows of 20 codes and of 100 numbers'
    text = (ABOUT.format(counts=counts, texts=100) + '\n\n'
            + table(('', 'fit, seconds', 'CPU', 'predict_proba, seconds', 'CPU'), lines) + '\n' + ratios.table())
    print(text)
    return text


def compare(ratios, work, name, found, most):
    ours, theirs = {n: best for (of, n), best in found.items() if of == 'priory'}, found['sklearn', most]
    if work != 'lda':  # whose probabilities scikit-learn computes in another order
        for a, b in zip(ours[most].facts['first'], theirs.facts['first'], strict=True):
            if not abs(a - b) <= 1e-6:
                raise SystemExit(f'{name}: a probability is {a} in Priory and {b} in scikit-learn')
    marks = dict(zip((1, most), MARKS[work]))
    for n, best in ours.items():
        mark = marks[n]
        if mark:
            ratios.at_least(f'{name}.fit, threads: {n}, scikit-learn / Priory', theirs.seconds['fit'] / best.seconds['fit'], mark,
                            theirs.seconds['cpu_fit'] / best.seconds['cpu_fit'])
    if MARKS[work][2]:
        ratios.at_least(f'{name}.predict_proba, scikit-learn / Priory', theirs.seconds['predict'] / ours[most].seconds['predict'],
                        MARKS[work][2], theirs.seconds['cpu_predict'] / ours[most].seconds['cpu_predict'])
    for what in ('fit', 'predict'):
        own = found['C++', most].seconds
        ratios.at_most(f'{name}: {what}, Python / C++', ours[most].seconds[what] / own[what], MARK_OF_OWN.get(work, 1.1),
                       ours[most].seconds[f'cpu_{what}'] / own[f'cpu_{what}'])
    return [(f'{of}, {name}, threads: {n}', *(seconds(best.seconds[key]) for key in ('fit', 'cpu_fit', 'predict', 'cpu_predict')))
            for (of, n), best in found.items() if best.seconds]
