"""MultinomialNB in Python, one row at a time: that of priory.sklearn beside scikit-learn's."""
import os

from page import Ratios, table
from timing import run_python, take_turns

TITLE = 'One row at a time in Python'
CLASSES = 20
OURS, THEIRS = 'priory.sklearn', 'scikit-learn'
COLUMNS = {'learn': 'partial_fit', 'learn_many': 'partial_fit of all, then predict', 'both': 'partial_fit, then predict_proba',
           'predict': 'predict_proba'}
MARKS = {'learn': 300, 'predict': 20}


def measure(setting):
    package = os.path.join(os.path.dirname(setting.priory), 'python')
    environment = dict(os.environ, PYTHONPATH=package)
    n_features, times = (10000, 8) if setting.quick else (100000, 100)
    ratios = Ratios()
    if not os.path.isdir(os.path.join(package, 'priory')):
        ratios.absent(TITLE, 'the package is not built')
        return ratios.table()

    def system(name):
        return lambda best: best.add_json(run_python('estimator_rows.py', name, n_features, CLASSES, times, env=environment))

    results = take_turns({OURS: system('priory'), THEIRS: system('sklearn')}, setting.rounds)
    ours, theirs = results[OURS].seconds, results[THEIRS].seconds
    lines = []
    for kind in ('sparse', 'dense'):
        lines += [(f'{name}, a {kind} row', *(f'{1e6 * best.seconds[f"{kind} {key}"]:.1f}' for key in COLUMNS))
                  for name, best in results.items()]
        for key, mark in MARKS.items():
            ratios.at_least(f'{COLUMNS[key]}, a {kind} row: {THEIRS} / {OURS}', theirs[f'{kind} {key}'] / ours[f'{kind} {key}'],
                            mark)
    text = (f'MultinomialNB of {n_features:,} features and {CLASSES} classes, and rows of which one cell in 1,000 is not 0; '
            'microseconds a row, with all checks of the arguments. What is learnt row by row waits until a model is asked for: '
            f'the second column is of {times} rows with that at the end, the third of a row with it after each.\n\n'
            + table(('', *COLUMNS.values()), lines) + '\n' + ratios.table())
    print(text)
    return text
