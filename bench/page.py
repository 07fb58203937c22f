"""What the benchmarks print: tables, and the page docs/benchmarks.md with a section for each of them."""
import datetime
import os
import platform
import re

HEAD = '''# Benchmarks

Written by `script/bench`, which installs what it needs, makes the data, runs all systems side by side and writes
this page; `script/bench NAME` measures one section again. Every number is the best of several rounds in which the
systems take turns, since machines are seldom idle; the ratios are those of one run. A mark is what a ratio should
reach: nothing fails when it does not. CPU seconds are those of all threads together, and change less than the others
when something else runs beside: where the load is above the number of cores, believe them first. The peak of memory
cannot be seen below 14 MB, which is that of the script.
'''


def table(header, rows):
    """Lines of a Markdown table that can be read as plain text too; the first column is words, the others numbers."""
    cells = [[str(cell) for cell in row] for row in [header, *rows]]
    widths = [max(len(row[k]) for row in cells) for k in range(len(header))]
    lines = ['| ' + ' | '.join(cell.ljust(width) if k == 0 else cell.rjust(width)
                               for k, (cell, width) in enumerate(zip(row, widths))) + ' |' for row in cells]
    rule = '|' + '|'.join('-' * (width + 2) if k == 0 else '-' * (width + 1) + ':'
                          for k, width in enumerate(widths)) + '|'
    return '\n'.join([lines[0], rule, *lines[1:]]) + '\n'


def seconds(value):
    """Three digits, whatever the size."""
    return f'{value:.3g}' if value < 1000 else f'{value:.0f}'


def megabytes(n_bytes):
    return f'{n_bytes / 1e6:.0f}'


class Ratios:
    """Comparisons with the mark beside each."""

    HEADER = ('compared', 'ratio', 'mark', '', 'in CPU seconds')

    def __init__(self):
        self.rows = []

    def at_least(self, text, ratio, mark, cpu=None):
        self.add(text, ratio, f'at least {mark}', ratio >= mark, cpu)

    def at_most(self, text, ratio, mark, cpu=None):
        self.add(text, ratio, f'at most {mark}', ratio <= mark, cpu)

    def add(self, text, ratio, mark, reached, cpu):
        self.rows.append((text, f'{ratio:.2f}', mark, 'reached' if reached else 'short',
                          '' if cpu is None else f'{cpu:.2f}'))

    def absent(self, text, why):
        self.rows.append((text, '', '', why, ''))

    def table(self):
        return table(self.HEADER, self.rows)


def machine():
    """The processor and how many of it there are for us, as one line."""
    model = platform.machine()
    with open('/proc/cpuinfo', encoding='ascii', errors='replace') as file:
        found = re.search(r'^model name\s*:\s*(.*)$', file.read(), re.MULTILINE)
    with open('/proc/meminfo', encoding='ascii') as file:
        memory = int(re.search(r'MemTotal:\s*(\d+)', file.read()).group(1)) / 1e6
    cores = len(os.sched_getaffinity(0))
    return f'{found.group(1) if found else model}, {cores} {"core" if cores == 1 else "cores"}, {memory:.0f} GB'


def load():
    """How many processes want a core: what stands in the way of a measurement."""
    return os.getloadavg()[1]


def section(title, text, rounds, loads):
    busy = f'Best of {rounds} rounds. The load was {loads[0]:.1f} before and {loads[1]:.1f} after.'
    return f'## {title}\n\nMeasured {datetime.date.today()} on: {machine()}. {busy}\n\n{text.strip()}\n'


def marks(sections):
    """Every mark of the sections in one table: how many are reached, and where each stands. Those that are not, first."""
    rows = []
    for text in sections.values():
        title = re.match(r'## (.*)', text.strip()).group(1)
        anchor = re.sub(r'[^a-z0-9 -]', '', title.lower()).replace(' ', '-')
        inside = False
        for line in text.splitlines():
            cells = [cell.strip() for cell in line.strip('|').split('|')]
            inside = line.startswith('| compared') or (inside and line.startswith('|'))
            if inside and len(cells) == len(Ratios.HEADER) and cells[3] in ('reached', 'short'):
                rows.append((f'[{title}](#{anchor})', cells[0], cells[1], cells[2], cells[3]))
    rows.sort(key=lambda row: row[4] == 'reached')
    reached = sum(row[4] == 'reached' for row in rows)
    lines = ['| section | compared | ratio | mark | |', '|---|---|--:|--:|---|', *('| ' + ' | '.join(row) + ' |' for row in rows)]
    return f'## Every mark\n\n{reached} of {len(rows)} marks are reached.\n\n' + '\n'.join(lines) + '\n'


def write_sections(path, sections):
    """Puts sections, by name, in the place of those the page has, or after them."""
    old = {}
    if os.path.exists(path):
        with open(path, encoding='utf-8') as file:
            parts = re.split(r'^<!-- bench: (\w+) -->\n', file.read(), flags=re.MULTILINE)
        old = dict(zip(parts[1::2], parts[2::2]))
    with open(path, 'w', encoding='utf-8') as file:
        old.pop('marks', None)
        every = {**old, **sections}
        file.write(HEAD)
        for name, text in {'marks': marks(every), **every}.items():
            file.write(f'\n<!-- bench: {name} -->\n{text.strip()}\n')
