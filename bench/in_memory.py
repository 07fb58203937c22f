"""What the benchmarks of rows in memory share: the programs over in_memory.h beside scikit-learn, with fit and predict
timed in each and the log posteriors of the first rows compared."""
import os

from page import Ratios, megabytes, seconds, table
from timing import Best, run, run_python

HEADER = ('', 'fit, seconds', 'CPU', 'predict, seconds', 'CPU', 'peak MB')
TOLERANCE = 1e-6
THREADS_MARK = 1.7
ROUNDS_OF_PEERS = 2  # up to half a minute each


def program(setting, name):
    return os.path.join(os.path.dirname(setting.priory), 'bench', name)


def check(family, ours, theirs):
    for a, b in zip(ours, theirs, strict=True):
        if not abs(a - b) <= TOLERANCE * max(1, abs(b)):
            raise SystemExit(f'{family}: a log posterior is {a} in Priory and {b} in scikit-learn')


def take_turns(setting, families, command, peer, each_round=lambda: None):
    """Runs command(family, threads) and the script peer(family) in turns, and each_round(); returns what was best of ours,
    by family and threads, and of theirs, by family."""
    ours = {(family, n): Best() for family in families for n in setting.threads}
    theirs = {family: Best() for family in families}
    for round_number in range(setting.rounds):
        for (family, n), best in ours.items():
            best.add_json(run(command(family, n)))
        each_round()
        for family, best in theirs.items():
            if round_number < ROUNDS_OF_PEERS:
                best.add_json(run_python(*peer(family)))
    for family, best in theirs.items():
        check(family, ours[family, setting.threads[-1]].facts['first'], best.facts['first'])
    return ours, theirs


def row_of(name, best, prefix=''):
    fit, predict = f'{prefix}fit', f'{prefix}predict'
    s = best.seconds
    return (name, seconds(s[fit]), seconds(s[f'cpu_{fit}']), seconds(s[predict]), seconds(s[f'cpu_{predict}']),
            megabytes(best.peak))


def rows_of(ours, theirs):
    rows = [row_of(f'Priory, {family}, threads: {n}', best) for (family, n), best in ours.items()]
    return rows + [row_of(f'scikit-learn, {family}', best) for family, best in theirs.items()]


def bare_rows(ours, family, threads):
    return [row_of(f'bare loops, {family}, threads: {n}', ours[family, n], 'bare_') for n in threads]


def ratio(a, a_name, b, b_name):
    """Of seconds, and of CPU seconds."""
    return a.seconds[a_name] / b.seconds[b_name], a.seconds[f'cpu_{a_name}'] / b.seconds[f'cpu_{b_name}']


def against_scikit_learn(ratios, ours, theirs, most, marks):
    """marks: family -> how much faster to be in fit and in predict; None: not asked."""
    for family, of_family in marks.items():
        for what, mark in zip(('fit', 'predict'), of_family):
            if mark:
                value, cpu = ratio(theirs[family], what, ours[family, most], what)
                ratios.at_least(f'{family}: {what}, scikit-learn / Priory', value, mark, cpu)


def against_one_thread(ratios, ours, families, most):
    for family in families if most > 1 else ():
        for what in ('fit', 'predict'):
            value, _ = ratio(ours[family, 1], what, ours[family, most], what)
            ratios.at_least(f'{family}: {what}, threads: 1 / threads: {most}', value, THREADS_MARK)


def section(about, rows, ratios):
    text = table(HEADER, rows) + '\n' + ratios.table()
    print(text, flush=True)
    return f'{about}\n\n{text}'


def compare(setting, about, command, peer, marks):
    """The text of a section in which families have marks against scikit-learn and one thread."""
    ours, theirs = take_turns(setting, marks, command, peer)
    most, ratios = setting.threads[-1], Ratios()
    against_scikit_learn(ratios, ours, theirs, most, marks)
    against_one_thread(ratios, ours, marks, most)
    return section(about, rows_of(ours, theirs) + bare_rows(ours, next(iter(marks)), setting.threads), ratios)
