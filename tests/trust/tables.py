"""Small random tables as text, and options for them: what nobody writes a test for by hand."""
import json

NUMBERS = ['0', '1', '2', '3', '0.5', '-1', '7', '0.25', '1e300', '1e-300', '5e-324', '1e15', '-1e150', '1.7e308', '255']
WORDS = ['plain', 'boring', 'fun', 'film', 'énorme', '😀', "it's", '=1+1', 'a"b', '\x1b[31m']
FAMILIES = ['bernoulli', 'categorical', 'gaussian', 'bins', 'poisson', 'exponential', 'gamma', 'lognormal',
            'negative-binomial', 'binomial', 'von-mises', 'beta', 'auto']
STRUCTURES = ['tan', 'aode', 'hnb', 'kdb', 'naive', 'chow-liu']

KINDS = ['number'] * 3 + ['count'] * 3 + ['code'] * 3 + ['flag', 'text', 'text', 'date', 'empty', 'constant']


class Table:
    """Columns y (class), sometimes w (weights), and features x0, x1, ... of one kind each."""

    def __init__(self, rng):
        self.rng = rng
        self.kinds = [rng.choice(KINDS)
                      for _ in range(rng.randint(1, 4))]
        self.weighted = rng.random() < 0.25
        self.names = ['y'] + [f'x{i}' for i in range(len(self.kinds))] + ['w'] * self.weighted
        n_rows = rng.choice([1, 2, 3, 6, 12, 12, 30, 30, 30])
        self.classes = 'pqr'[:rng.choice([1, 2, 2, 2, 3])]
        self.wild, self.missing = rng.random() < 0.3, rng.choice([0, 0, 0.1, 0.9])
        self.rows = [self.row() for _ in range(n_rows)]

    def row(self):
        cells = [self.rng.choice(self.classes)]
        cells += ['' if self.rng.random() < self.missing else self.cell(kind) for kind in self.kinds]
        return cells + [self.rng.choice(['0', '1', '2', '0.5'])] * self.weighted

    def cell(self, kind):
        rng = self.rng
        if kind == 'number':
            return rng.choice(NUMBERS) if self.wild else f'{rng.randrange(-800, 800) / 64}'
        return {'count': lambda: str(rng.randrange(9)), 'code': lambda: rng.choice('abcde'),
                'flag': lambda: rng.choice(['yes', 'no']),
                'text': lambda: ' '.join(rng.choice(WORDS) for _ in range(rng.randint(1, 6))),
                'date': lambda: f'20{rng.randrange(10, 30)}-{rng.randrange(1, 13):02}-{rng.randrange(1, 29):02}',
                'empty': lambda: '', 'constant': lambda: '4'}[kind]()

    def feature_of(self, *kinds):
        return [name for name, kind in zip(self.names[1:], self.kinds) if kind in kinds]

    def others(self):
        """The same columns with rows of their own, some of them with values that this table has not."""
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)
        other.classes, other.missing, other.wild = self.classes, 0.3, self.rng.random() < 0.5
        other.rows = [other.row() for _ in range(self.rng.randint(1, 8))]
        return other

    def write(self, path, style):
        lines = [self.names] + self.rows
        if style == 'jsonl':
            text = ''.join(json.dumps(dict(zip(self.names, row))) + '\n' for row in self.rows)
        elif style == 'tsv':
            text = ''.join('\t'.join(row) + '\n' for row in lines)
        elif style == 'semicolon':
            text = ''.join(';'.join(quoted(comma_for_point(cell)) for cell in row) + '\n' for row in lines)
        else:
            text = ''.join(','.join(quoted(cell) for cell in row) + '\n' for row in lines)
        path.write_bytes(text.encode('utf-16' if style == 'utf-16' else 'utf-8'))


def quoted(cell):
    return '"' + cell.replace('"', '""') + '"' if set(cell) & set(',;"\n') else cell


def comma_for_point(cell):
    try:
        float(cell)
    except ValueError:
        return cell
    return cell.replace('.', ',')


def draw_style(rng):
    return rng.choice(['csv', 'csv', 'csv', 'tsv', 'jsonl', 'semicolon', 'utf-16'])


def draw_options(rng, table):
    """Options of train, cv and plan that say how the columns of a table are modelled."""
    out, types = [], ['w=weight'] * table.weighted
    numbers = table.feature_of('number', 'count')
    if rng.random() < 0.5:
        types += [f'{name}={rng.choice(FAMILIES[:-1])}' for name in numbers if rng.random() < 0.5]
    if types:
        out += ['--types', ','.join(types)]
    if len(numbers) == len(table.kinds) or rng.random() < 0.05:
        out += ['--family', rng.choice(FAMILIES)]
    if rng.random() < 0.35:
        out += ['--structure', rng.choice(STRUCTURES)]
    if len(numbers) > 1 and rng.random() < 0.3:
        out += ['--parts', '+'.join(numbers[:2]) + '=' + rng.choice(['gaussian-full', 'gaussian-shared'])]
        out += rng.choice([[], ['--shrinkage', 'auto'], ['--ridge', '0.5']])
    for option, values in (('--alpha', ['0', '0.1', '1e-300', '1e100']), ('--prior-alpha', ['0', '2']),
                           ('--class-prior', ['uniform', 'p=1,q=0,r=0']), ('--unseen', ['smooth', 'error']),
                           ('--na', ['4', '+a', 'no,0']), ('--decimal', [',', '.']), ('--var-smoothing', ['0', '1e-300']),
                           ('--min-df', ['2']), ('--tf', ['log', 'binary']), ('--hash-bits', ['3']), ('--bins', ['2'])):
        if rng.random() < 0.06:
            out += [option, rng.choice(values)]
    return out


def draw_ways(rng):
    """Options of train alone."""
    return rng.choice([[], [], [], ['--discriminative'], ['--discriminative', '--l1', '1'],
                       ['--discriminative', '--towards', 'zero', '--balanced'], ['--search', '--max-trials', '4'],
                       ['--calibrate', rng.choice(['temperature', 'sigmoid', 'isotonic', 'auto'])],
                       ['--em', '--restarts', '2', '--max-iterations', '30'],
                       ['--components', '2', '--restarts', '2', '--max-iterations', '30'], ['--plain']])
