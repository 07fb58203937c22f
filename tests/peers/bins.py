# SPDX-License-Identifier: Apache-2.0
"""Compares the family `bins` with numpy, with a cut by hand and with Weka's Discretize: bins.py PRIORY.

Histograms (inspect --json, --join none) must be numpy's over the same borders, the borders joined by `mdl` those of a
plain recursion over all values, and of the tables of Weka's examples those of its supervised Discretize, which has the
same criterion.
"""
import csv
import json
import math
import pathlib
import random
import re
import subprocess
import sys
import tempfile

WEKA = pathlib.Path('/usr/share/java/weka.jar')
EXAMPLES = pathlib.Path('/usr/share/doc/weka/examples')


def run(*command):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f'{command[0]}: {done.stderr}')
    return done.stdout


def entropy(counts):
    n = sum(counts)
    return -sum(c / n * math.log2(c / n) for c in counts if c > 0)


def mdl_cuts(pairs):
    """Fayyad and Irani's cuts of (value, class) pairs, with as many places to cut as there are."""
    values = sorted({x for x, _ in pairs})
    classes = sorted({y for _, y in pairs})
    best, places = None, len(values) - 1
    for a, b in zip(values, values[1:]):
        left = [sum(1 for x, y in pairs if x <= a and y == c) for c in classes]
        right = [sum(1 for x, y in pairs if x > a and y == c) for c in classes]
        bits = (sum(left) * entropy(left) + sum(right) * entropy(right)) / len(pairs)
        if best is None or bits < best[0]:
            best = (bits, a, b, left, right)
    if best is None:
        return []
    bits, a, b, left, right = best
    whole = [u + v for u, v in zip(left, right)]
    k = [sum(1 for c in counts if c > 0) for counts in (whole, left, right)]
    delta = math.log2(3 ** k[0] - 2) - (k[0] * entropy(whole) - k[1] * entropy(left) - k[2] * entropy(right))
    if entropy(whole) - bits <= (math.log2(places) + delta) / len(pairs):
        return []
    return [*mdl_cuts([p for p in pairs if p[0] <= a]), (a + b) / 2, *mdl_cuts([p for p in pairs if p[0] > a])]


def parts_of(priory, table, folder, *options):
    run(priory, 'train', '--plain', table, '--target', 'y', '--family', 'bins', *options, '-o', folder / 'm')
    return json.loads(run(priory, 'inspect', folder / 'm', '--json'))


def write(path, rows):
    with open(path, 'w', newline='', encoding='utf-8') as out:
        csv.writer(out).writerows(rows)


def near(mine, theirs, tolerance=1e-9):
    return len(mine) == len(theirs) and all(abs(a - b) <= tolerance * max(1, abs(b)) for a, b in zip(mine, theirs))


def compare_with_python(priory, folder, rng):
    try:
        import numpy
    except ImportError:
        return 0
    for trial in range(6):
        n = rng.choice([20, 80, 200])
        rows = []
        for _ in range(n):
            y = rng.choice('abc')
            rows.append((round(rng.gauss('abc'.index(y) * rng.choice([0.5, 1, 3]), 1), rng.choice([1, 2])), y))
        write(folder / 't.csv', [('x', 'y'), *rows])
        model = parts_of(priory, folder / 't.csv', folder, '--join', 'mdl')
        part = model['parts'][0]
        if not near(part['borders'][1:-1], mdl_cuts(rows)):
            raise SystemExit(f"trial {trial}: {part['borders']} and {mdl_cuts(rows)}")
        model = parts_of(priory, folder / 't.csv', folder, '--join', 'none', '--bins', '8', '--alpha', '0')
        part = model['parts'][0]
        for c, name in enumerate(model['classes']):
            counts = numpy.histogram([x for x, y in rows if y == name], part['borders'])[0]
            mine = [0 if p == '-inf' else math.exp(p) for p in part['log_prob'][c]]
            if not near(mine, counts / counts.sum(), 1e-12):
                raise SystemExit(f'trial {trial}, class {name}: {mine} and {counts}')
    return 1


def weka_cuts(arff, folder):
    """The cuts of each column by Weka's supervised Discretize with as many places to cut as there are (-E)."""
    out = folder / 'out.arff'
    run('java', '-cp', WEKA, 'weka.filters.supervised.attribute.Discretize', '-i', arff, '-o', out, '-c', 'last', '-E', '-R',
        'first-last')
    cuts = {}
    for line in out.read_text(encoding='utf-8').splitlines():
        found = re.match(r"@attribute\s+('[^']*'|\S+)\s+\{(.*)\}", line, re.I)
        if found:
            numbers = re.findall(r'-(-?[\d.]+(?:[eE]-?\d+)?)\]', found.group(2))
            cuts[found.group(1).strip("'")] = [float(x) for x in numbers]
    return cuts


def compare_with_weka(priory, folder):
    if not WEKA.exists() or not EXAMPLES.exists():
        return 0
    for name in ('iris', 'diabetes', 'glass'):
        arff = EXAMPLES / f'{name}.arff'
        if not arff.exists():
            continue
        theirs = weka_cuts(arff, folder)
        text = arff.read_text(encoding='utf-8')
        target = re.findall(r"@attribute\s+('[^']*'|\S+)", text, re.I)[-1].strip("'")
        run(priory, 'train', '--plain', arff, '--target', target, '--family', 'bins', '--bins', '4096', '-o', folder / 'm')
        for part in json.loads(run(priory, 'inspect', folder / 'm', '--json'))['parts']:
            column = part['columns'][0]
            # Weka prints six decimals and cuts whole numbers halfway too, where any place between is the same cut.
            mine = part['borders'][1:-1]
            if len(mine) != len(theirs.get(column, [])) or \
                    any(abs(a - b) > 0.5 * (1 if b == round(b * 2) / 2 else 1e-5) for a, b in zip(mine, theirs[column])):
                raise SystemExit(f'{name}, {column}: {mine} and {theirs.get(column)}')
    return 1


def main():
    priory = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        judged = compare_with_python(priory, folder, random.Random(5))
        judged += compare_with_weka(priory, folder)
    sys.exit(0 if judged else 77)


if __name__ == '__main__':
    main()
