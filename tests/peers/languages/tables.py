# SPDX-License-Identifier: Apache-2.0
"""Random tables of typed columns, and the models whose programs are judged."""
import csv
import math
import random

# Names and values that each language has to quote.
WORDS = ['plain', "it's", 'say "so"', 'back\\slash', 'what??=', 'end */ of', 'Grün', 'two words', '$NAME', '`tick`']
CATEGORY, NUMBER, TEXT = 'category', 'number', 'text'
TEXT_WORDS = ['Grün', 'x_1', '2024', 'offer', 'Offer', 'the', 'meeting', 'a', "it's", 'ΑΒΓ', 'say.so', 'élan', 'İ-x', 'win', '§', 'semi;colon']


class Table:
    """Rows of one class column and typed others; a cell is None where it is missing."""

    def __init__(self, seed, kinds, n_rows=300, missing=0.05, classes=('no', "it's", '$int $NAME')):
        draw = random.Random(seed)
        self.columns = [(name, kind if kind in (CATEGORY, TEXT) else NUMBER) for name, kind in kinds]
        self.rows = []
        for _ in range(n_rows):
            label = draw.randrange(len(classes))
            cells = [None if draw.random() < missing else self.cell(draw, kind, label, at)
                     for at, (_, kind) in enumerate(kinds)]
            self.rows.append((classes[label], cells))

    @staticmethod
    def cell(draw, kind, label, at):
        if kind == CATEGORY:
            return WORDS[min(int(draw.expovariate(1) * 2 + label + at), len(WORDS) - 1)]
        if kind == TEXT:
            words = [TEXT_WORDS[min(int(draw.expovariate(0.2)) * (label + 1) % 17, 15)] for _ in range(draw.randrange(1, 12))]
            return ' '.join(words) + draw.choice(['', '!', f' only{draw.randrange(300)}'])
        if kind == 'count':
            return float(int(draw.expovariate(1 / (1 + 2 * label))))
        if kind == 'positive':
            return round(draw.gammavariate(2 + label, 1), 6) + 0.01
        if kind == 'share':
            return min(max(round(draw.betavariate(2 + label, 3), 6), 1e-3), 1 - 1e-3)
        if kind == 'angle':
            return round(draw.vonmisesvariate(label, 2) - math.pi, 6)
        centre = 0 if kind == 'near 0' else 1000
        return round(draw.gauss(centre + 3 * label, 2 + label), 6)

    @classmethod
    def of_rows(cls, kinds, rows):
        out = cls(0, kinds, n_rows=0)
        out.rows = [(None, cells) for cells in rows]
        return out

    def write(self, path, target='class'):
        with open(path, 'w', newline='', encoding='utf-8') as file:
            out = csv.writer(file)
            out.writerow([target] + [name for name, _ in self.columns])
            for label, cells in self.rows:
                out.writerow([label] + ['' if cell is None else repr(cell) if isinstance(cell, float) else cell
                                        for cell in cells])


MIXED = [('colour', CATEGORY), ('we"ird, name', CATEGORY), ('size', NUMBER), ('int', NUMBER), ('$log', NUMBER)]
NUMBERS = [(name, NUMBER) for name in ('a', 'b', 'c')]
CATEGORIES = [(name, CATEGORY) for name in ('p', 'q', 'r', 's')]
WHOLE = 0.0  # no missing cells: a group or a table of several columns has no answer then

# name, columns, share of missing cells, options of train.
MODELS = [
    ('mixed', MIXED, 0.05, []),
    ('mixed_temperature', MIXED, 0.05, ['--calibrate', 'temperature']),
    ('mixed_isotonic', MIXED, 0.05, ['--calibrate', 'isotonic']),
    ('mixed_sigmoid', MIXED, 0.05, ['--calibrate', 'sigmoid']),
    ('mixed_smooth', MIXED, 0.05, ['--unseen', 'smooth']),
    ('mixed_uniform', MIXED, 0.05, ['--class-prior', 'uniform']),
    # Weights of x and x^2 cancel where x is far from 0, for predict as for the others.
    ('weights', [('colour', CATEGORY), ('size', 'near 0')], 0.05, ['--discriminative']),
    ('components', NUMBERS, 0.05, ['--family', 'gaussian', '--components', '2']),
    ('bins', NUMBERS, 0.05, ['--family', 'bins']),
    ('gda', NUMBERS, WHOLE, ['--family', 'gda']),
    ('qda', NUMBERS, WHOLE, ['--family', 'qda']),
    ('joint', CATEGORIES[:2], WHOLE, ['--family', 'joint']),
    ('tan', CATEGORIES, WHOLE, ['--structure', 'tan']),
    ('tan_of_bins', MIXED, WHOLE, ['--structure', 'tan']),
    ('poisson', [('n', 'count'), ('m', 'count')], 0.05, ['--family', 'poisson']),
    ('binomial', [('n', 'count'), ('m', 'count')], 0.05, ['--family', 'binomial']),
    ('exponential', [('n', 'positive')], 0.05, ['--family', 'exponential']),
    ('gamma', [('n', 'positive')], 0.05, ['--family', 'gamma']),
    ('lognormal', [('n', 'positive')], 0.05, ['--family', 'lognormal']),
    ('beta', [('n', 'share')], 0.05, ['--family', 'beta']),
    ('von_mises', [('n', 'angle')], 0.05, ['--family', 'von-mises']),
    ('multinomial', [('n', 'count'), ('m', 'count'), ('k', 'count')], WHOLE, ['--family', 'multinomial']),
    ('complement', [('n', 'count'), ('m', 'count'), ('k', 'count')], WHOLE, ['--family', 'complement']),
    ('weights_numbers', [('colour', CATEGORY), ('size', NUMBER), ('n', 'positive')], 0.05, ['--weights']),
    ('weights_there', [('note', TEXT)], 0.05, ['--text', 'note', '--family', 'bernoulli', '--discriminative', '--l2', '1']),
    ('weights_words', [('note', TEXT), ('size', 'near 0')], 0.05, ['--text', 'note', '--discriminative', '--l2', '1']),
    ('words', [('note', TEXT), ('colour', CATEGORY)], 0.05, ['--text', 'note']),
    ('words_length', [('note', TEXT), ('size', NUMBER)], 0.05, ['--text', 'note', '--family', 'complement', '--tf', 'log', '--length-norm', 'l2']),
    ('words_idf', [('note', TEXT)], 0.05, ['--text', 'note', '--idf', '--length-norm', 'l1', '--min-df', '2']),
    ('words_there', [('note', TEXT)], 0.05, ['--text', 'note', '--family', 'bernoulli']),
    ('words_binary', [('note', TEXT)], 0.05, ['--text', 'note', '--tf', 'binary', '--tokens', 'ascii']),
    ('words_pairs', [('note', TEXT)], 0.05, ['--text', 'note', '--ngrams', '1-2', '--stop-words', 'english']),
]
# Models with texts: what else but ONNX can cut them into words.
CUT = {'weights_there': ['postgresql', 'duckdb'], 'weights_words': ['postgresql', 'duckdb'], 'words': ['postgresql', 'duckdb'], 'words_length': ['postgresql', 'duckdb'],
       'words_idf': ['postgresql', 'duckdb'], 'words_there': ['postgresql', 'duckdb'], 'words_binary': ['postgresql', 'duckdb'],
       'words_pairs': []}

# Rows without an answer: name, columns, options of train, such a row, and one with an answer.
UNANSWERED = [
    ('negative_count', [('n', 'count'), ('m', 'count')], ['--family', 'poisson'], [-1.0, 2.0], [1.0, None]),
    ('share_of_1', [('n', 'share')], ['--family', 'beta'], [1.0], [0.5]),
    ('no_length', [('n', 'positive')], ['--family', 'gamma'], [0.0], [0.5]),
    ('missing_in_group', NUMBERS, ['--family', 'gda'], [1000.0, None, 1000.0], [1000.0, 1001.0, 1002.0]),
    ('missing_in_table', CATEGORIES[:2], ['--family', 'joint'], ['plain', None], ['plain', 'Grün']),
]
