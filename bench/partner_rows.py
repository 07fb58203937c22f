"""partner_rows.py FILE ROWS: a table of ten numbers, ten columns of values and a class that hangs on all of them."""
import sys

import numpy

path, n = sys.argv[1], int(sys.argv[2])
random = numpy.random.default_rng(8)
hidden = random.normal(size=n)
numbers = 0.6 * hidden[:, None] + random.normal(size=(n, 10))
codes = (random.random(size=(n, 10)) * 4 + 0.5 * hidden[:, None]).clip(0, 3.99).astype(int)
score = numbers @ random.normal(size=10) / 2 + 0.7 * (codes @ random.normal(size=10)) + random.logistic(size=n)
label = score > numpy.median(score)
with open(path, 'w', encoding='utf-8') as file:
    print(','.join([*(f'x{j}' for j in range(10)), *(f'c{j}' for j in range(10)), 'y']), file=file)
    for x, c, y in zip(numbers, codes, label):
        print(','.join([*(f'{each:.4f}' for each in x), *('abcd'[k] for k in c), 'yes' if y else 'no']), file=file)
