"""One row at a time: learning it, and predicting it, by models of 1,000 to 1,000,000 words."""
import os

from page import Ratios, table
from timing import run, run_python, take_turns

TITLE = 'One row at a time'
CLASSES = 20
OURS, THEIRS = 'Priory', 'scikit-learn'


def microseconds(value):
    return f'{1e6 * value:.2f}' if value is not None else ''


def measure_words(setting, n_words):
    """System -> Best, for models of so many words."""
    yardstick = os.path.join(os.path.dirname(setting.priory), 'bench', 'learner_speed')
    rows, few = (1000, 20) if setting.quick else (20000, 200)
    return take_turns({
        OURS: lambda best: best.add_json(run([yardstick, n_words, CLASSES, rows])),
        THEIRS: lambda best: best.add_json(run_python('online_peers.py', n_words, CLASSES, few)),
    }, setting.rounds)


def measure(setting):
    ratios, lines, learn, pauses = Ratios(), [], {}, []
    for n_words in (1000, 10000) if setting.quick else (1000, 100000, 1000000):
        results = measure_words(setting, n_words)
        ours, theirs = results[OURS].seconds, results[THEIRS].seconds
        learn[n_words] = ours['learn']
        pauses.append(f'{1e3 * ours["all"]:.1f} ms for {n_words:,} words')
        lines += [(f'{name}, {n_words:,} words', *(microseconds(seconds.get(key)) for key in (
            'learn', 'forget', 'learn_predict', 'first', 'predict', 'bulk'))) for name, seconds in (
                (OURS, ours), (THEIRS, theirs))]
        ratios.at_least(f'learning a row, {n_words:,} words: {THEIRS} / {OURS}', theirs['learn'] / ours['learn'], 10)
        ratios.at_least(f'predicting a row, {n_words:,} words: {THEIRS} / {OURS}', theirs['predict'] / ours['predict'],
                        10)
        ratios.at_most(f'predicting, {n_words:,} words: a row alone / in bulk', ours['predict'] / ours['bulk'], 2)
    words = sorted(learn)
    ratios.at_most(f'learning a row: {words[-1]:,} words / {words[0]:,}', learn[words[-1]] / learn[words[0]], 2)
    text = (f'Texts of 8 words, all words equally frequent, {CLASSES} classes; microseconds a row. scikit-learn is given '
            'rows that are sparse matrices already, Priory texts.\n\n' + table(
                ('', 'learn', 'forget', 'learn, then predict', 'predict, first rows', 'predict', 'predict in bulk'),
                lines) + '\nThe first rows of a predictor have their words estimated alone; once that has cost as much as '
            'all words would, these are estimated at once: ' + ', '.join(pauses) + '.\n\n' + ratios.table())
    print(text)
    return text
