"""What exact sums of products cost: groups of 64 columns, whose sums are exact, beside 65, whose sums are rounded."""
from in_memory import program, ratio, row_of, section
from page import Ratios
from timing import Best, run, run_python

TITLE = 'Exact sums of products'
FULL, QUICK = 1_000_000, 2_000
EXACT, ROUNDED, CLASSES = 64, 65, 10
FAMILIES = ('gaussian-shared', 'gaussian-full')
ABOUT = """A million rows in memory, 10 classes. Sums of products of up to 64 columns are exact, so that rows learnt in any
order and forgotten again leave no trace; those of more columns are rounded. 64 and 65 columns hardly differ but in that, so
that the ratio of their times is the price."""


def measure(setting):
    """The text of the section."""
    best = {}
    for columns in (EXACT, ROUNDED):
        run_python('dense_peers.py', 'make', setting.folder, QUICK if setting.quick else FULL, columns, CLASSES)
        for _ in range(setting.rounds):
            for family in FAMILIES:
                for n in setting.threads:
                    best.setdefault((family, columns, n), Best()).add_json(
                        run([program(setting, 'dense_speed'), setting.folder, columns, CLASSES, family, n]))
    ratios = Ratios()
    for family in FAMILIES:
        value, cpu = ratio(best[family, EXACT, setting.threads[-1]], 'fit',
                           best[family, ROUNDED, setting.threads[-1]], 'fit')
        ratios.at_most(f'{family}: fit, {EXACT} columns / {ROUNDED} columns', value, 2, cpu)
    rows = [row_of(f'Priory, {family}, {columns} columns, threads: {n}', each)
            for (family, columns, n), each in best.items()]
    return section(ABOUT, rows, ratios)
