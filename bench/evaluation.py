"""The measures of an evaluation, beside one std::sort of the scores and beside scikit-learn."""
import os

from page import Ratios, megabytes, seconds, table
from timing import Best, run, run_python

TITLE = 'Measures of ten million scores'
ABOUT = """Two classes, all scores different. Priory computes all its measures: besides confusion, precision, recall, F1 and
the area under the ROC curve these are average precision, log, squared, hinge and exponential loss and the calibration
error. scikit-learn computes the first ones, in `confusion_matrix`, `precision_recall_fscore_support`, `roc_curve` and
`roc_auc_score`. The figures are the same to nine digits."""
FULL, QUICK = 10_000_000, 10_000
TOLERANCE = 1e-9


def check(ours, theirs):
    for name, a, b in zip(('true positives', 'precision', 'recall', 'F1', 'ROC AUC'), ours, theirs, strict=True):
        if not abs(a - b) <= TOLERANCE * abs(b):
            raise SystemExit(f'{name} is {a} in Priory and {b} in scikit-learn')


def measure(setting):
    n_rows = QUICK if setting.quick else FULL
    program = os.path.join(os.path.dirname(setting.priory), 'bench', 'evaluation_speed')
    run_python('measure_peers.py', 'make', setting.folder, n_rows)
    ours, theirs = {threads: Best() for threads in setting.threads}, Best()
    for _ in range(setting.rounds):
        for threads, best in ours.items():
            best.add_json(run([program, os.path.join(setting.folder, 'rows.f64'),
                               os.path.join(setting.folder, 'rows.u8'), n_rows, threads]))
        theirs.add_json(run_python('measure_peers.py', 'measure', setting.folder))
    check(ours[setting.threads[-1]].facts['figures'], theirs.facts['figures'])
    text = report(ours, theirs, setting.threads[-1])
    print(text, flush=True)
    return f'{ABOUT}\n\n{text}'


def report(ours, theirs, most):
    sort = ours[1]
    rows = [('std::sort of the scores', seconds(sort.seconds['sort']), seconds(sort.seconds['cpu_sort']), '')]
    for threads, best in ours.items():
        rows.append((f'Priory, all measures, threads: {threads}', seconds(best.seconds['measure']),
                     seconds(best.seconds['cpu_measure']), megabytes(best.peak)))
    rows.append(('Priory, the curve with every point', seconds(sort.seconds['curve']),
                 seconds(sort.seconds['cpu_curve']), megabytes(sort.peak)))
    rows.append(('scikit-learn, four calls', seconds(theirs.seconds['four']), seconds(theirs.seconds['cpu_four']),
                 megabytes(theirs.peak)))
    ratios, all_threads = Ratios(), ours[most]

    def ratio(a, a_name, b, b_name):
        return a.seconds[a_name] / b.seconds[b_name], a.seconds[f'cpu_{a_name}'] / b.seconds[f'cpu_{b_name}']

    value, cpu = ratio(all_threads, 'measure', sort, 'sort')
    ratios.at_most(f'Priory, threads: {most} / std::sort', value, 1, cpu)
    value, cpu = ratio(theirs, 'four', all_threads, 'measure')
    ratios.at_least(f'scikit-learn / Priory, threads: {most}', value, 10, cpu)
    return table(('', 'seconds', 'CPU seconds', 'peak MB'), rows) + '\n' + ratios.table()
