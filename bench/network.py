"""Posteriors of networks of the shape of ALARM, by elimination and by junction tree."""
import os

import alarm_shaped
from page import Ratios, table
from timing import Best, run

TITLE = 'Posteriors of networks'
ABOUT = """Random networks of the shape of ALARM: 37 variables of two to four states, 46 arcs. A question is the posterior of one
variable when three others are observed; the network is loaded. Elimination answers each question from nothing, the
junction tree is made once and passes its messages for each. The bare pass takes the exponential of every probability of
the network once: the least that an answer which looks at all of them can cost. Both ways agree to 1e-12. The times are
CPU microseconds of one question."""
SEEDS = range(1, 6)
FULL, QUICK = 2000, 20
MILLISECOND = 1e-3


def measure(setting):
    program = os.path.join(os.path.dirname(setting.priory), 'bench', 'network_speed')
    rows, worst = [], {'elimination': 0.0, 'tree': 0.0}
    for seed in SEEDS:
        path = os.path.join(setting.folder, f'alarm_shaped_{seed}.bif')
        parameters, best = alarm_shaped.write(path, seed), Best()
        for _ in range(setting.rounds):
            best.add_json(run([program, path, QUICK if setting.quick else FULL]))
            if not best.facts['difference'] <= 1e-12:
                raise SystemExit(f'{path}: elimination and junction tree differ by {best.facts["difference"]}')
        rows.append((f'network {seed}, {parameters} parameters',
                     *(f'{1e6 * best.seconds[name]:.1f}' for name in ('bare', 'elimination', 'tree', 'build'))))
        worst = {name: max(value, best.seconds[name]) for name, value in worst.items()}
    ratios = Ratios()
    ratios.at_most('elimination, the slowest network / a millisecond', worst['elimination'] / MILLISECOND, 1)
    ratios.at_most('junction tree, the slowest network / a millisecond', worst['tree'] / MILLISECOND, 1)
    text = table(('', 'bare pass', 'elimination', 'junction tree', 'making the tree'), rows) + '\n' + ratios.table()
    print(text, flush=True)
    return f'{ABOUT}\n\n{text}'
