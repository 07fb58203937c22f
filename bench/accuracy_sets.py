"""The 17 tables of bench/accuracy.py, cut into folds: accuracy_sets.py FOLDER FOLDS NAME...

Of Debian's weka examples, and of mlbench and kernlab by R. For each fold FOLDER/NAME/K has train.csv and test.csv (the
class last, named class; a missing cell is empty) and the same as train.arff and test.arff, which share their head.
"""
import csv
import os
import random
import re
import subprocess
import sys

SEED = 20240601
WEKA = '/usr/share/doc/weka/examples'
OF_R = {'BreastCancer': ('mlbench', 'Class'), 'DNA': ('mlbench', 'Class'), 'LetterRecognition': ('mlbench', 'lettr'),
        'Satellite': ('mlbench', 'classes'), 'Shuttle': ('mlbench', 'Class'), 'Sonar': ('mlbench', 'Class'),
        'Vehicle': ('mlbench', 'Class'), 'Vowel': ('mlbench', 'Class'), 'spam': ('kernlab', 'type')}
R = '''a <- commandArgs(TRUE); data(list = a[1], package = a[2]); d <- get(a[1]); d$Id <- NULL
d <- d[c(setdiff(names(d), a[3]), a[3])]; names(d)[ncol(d)] <- "class"; write.csv(d, a[4], row.names = FALSE, na = "")'''


def from_arff(name):
    """Names of columns, and rows; an unknown cell is empty."""
    columns, rows, inside = [], [], False
    with open(os.path.join(WEKA, f'{name}.arff'), encoding='latin-1') as file:
        for line in file:
            line = line.strip()
            if not line or line.startswith('%'):
                continue
            if inside:
                cells = next(csv.reader([line.replace('"', "'")], quotechar="'", skipinitialspace=True))
                rows.append(['' if cell.strip() == '?' else cell.strip() for cell in cells])
            elif match := re.match(r"@attribute\s+('[^']*'|\S+)", line, re.IGNORECASE):
                columns.append(match.group(1).strip("'"))
            inside = inside or line.lower().startswith('@data')
    return [*columns[:-1], 'class'], rows


def from_r(name, folder):
    package, target = OF_R[name]
    path = os.path.join(folder, f'{name}.csv')
    subprocess.run(['Rscript', '-e', R, name, package, target, path], check=True)
    with open(path, encoding='utf-8', newline='') as file:
        columns, *rows = csv.reader(file)
    return columns, rows


def fold_of(rows, n_folds):
    """Each class is dealt out by chance."""
    order = list(range(len(rows)))
    random.Random(SEED).shuffle(order)
    order.sort(key=lambda row: rows[row][-1])
    out = [0] * len(rows)
    for place, row in enumerate(order):
        out[row] = place % n_folds
    return out


def is_number(cell):
    try:
        return float(cell) == float(cell)
    except ValueError:
        return False


def head_of_arff(columns, rows):
    lines = ['@relation rows']
    for k, column in enumerate(columns):
        cells = sorted({row[k] for row in rows} - {''})
        numbers = k + 1 < len(columns) and all(map(is_number, cells))
        values = 'numeric' if numbers else '{' + ','.join(f"'{cell}'" for cell in cells) + '}'
        lines.append(f"@attribute '{column}' {values}")
    return '\n'.join([*lines, '@data', ''])


def write(folder, part, columns, rows, head):
    with open(os.path.join(folder, f'{part}.csv'), 'w', encoding='utf-8', newline='') as file:
        csv.writer(file, lineterminator='\n').writerows([columns, *rows])
    with open(os.path.join(folder, f'{part}.arff'), 'w', encoding='utf-8') as file:
        file.write(head)
        for row in rows:
            file.write(','.join('?' if cell == '' else cell if is_number(cell) else f"'{cell}'" for cell in row) + '\n')


def main(folder, n_folds, *names):
    for name in names:
        columns, rows = from_r(name, folder) if name in OF_R else from_arff(name)
        head, fold = head_of_arff(columns, rows), fold_of(rows, int(n_folds))
        for k in range(int(n_folds)):
            to = os.path.join(folder, name, str(k))
            os.makedirs(to, exist_ok=True)
            write(to, 'train', columns, [row for row, of in zip(rows, fold) if of != k], head)
            write(to, 'test', columns, [row for row, of in zip(rows, fold) if of == k], head)


if __name__ == '__main__':
    main(*sys.argv[1:])
