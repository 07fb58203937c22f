"""Cross-validation by subtraction, beside one training and prediction; calibrated probabilities on unseen rows."""
import json
import os
import random

from page import Ratios, seconds, table
from timing import Best, run

TITLE = 'Cross-validation'
ABOUT = """Texts of 8 to 40 words of a Zipf vocabulary, of which each class prefers some, and rows of numbers. Training
and prediction are two programs, `train` and `predict` on the same file; `cv` is one. Elsewhere ten folds cost ten
times both. Leave-one-out judges every row by the model of all others."""
CLASSES, WORDS = 20, 30_000


def make_texts(path, n_rows):
    draw = random.Random(1)
    words = [f'w{k:05d}' for k in range(WORDS)]
    weights = [1 / (k + 10) for k in range(WORDS)]
    with open(path, 'w') as file:
        file.write('y,text\n')
        for row in range(n_rows):
            label = row * row % 37 % CLASSES
            chosen = draw.choices(words, weights, k=draw.randint(8, 40))
            own = [f'own{label * 50 + draw.randint(0, 70):04d}' for _ in range(2)]
            file.write(f'c{label},{" ".join(chosen + own)}\n')


def make_numbers(path, n_rows):
    draw = random.Random(2)
    with open(path, 'w') as file:
        file.write(','.join(f'x{k}' for k in range(20)) + ',y\n')
        for row in range(n_rows):
            label = row % 5
            file.write(','.join(f'{draw.gauss(label * k % 3 * 0.3, 1):.4f}' for k in range(20)) + f',c{label}\n')


def measure_one(setting, name, path, options):
    threads = ['--threads', setting.threads[-1]]
    model, out = os.path.join(setting.folder, 'm.priory'), os.path.join(setting.folder, 'out.csv')
    best = Best()
    for _ in range(setting.rounds):
        train = run([setting.priory, 'train', '--plain', path, '--target', 'y', *options, *threads, '-o', model])
        with open(out, 'w'):
            predict = run([setting.priory, 'predict', model, path, *threads])
        cv = run([setting.priory, 'cv', '--plain', path, '--target', 'y', *options, *threads, '--resamples', 0, '--json'])
        each = run([setting.priory, 'cv', '--plain', path, '--target', 'y', *options, *threads, '--resamples', 0, '--json',
                    '--folds', 'n'])
        best.add(cv.peak, {'once': train.seconds + predict.seconds, 'cv': cv.seconds, 'n': each.seconds,
                           'cpu_once': train.cpu + predict.cpu, 'cpu_cv': cv.cpu, 'cpu_n': each.cpu},
                 rows=json.loads(cv.output)['evaluation']['rows'])
    return name, best


def measure(setting):
    texts, numbers = (os.path.join(setting.folder, name) for name in ('texts.csv', 'numbers.csv'))
    make_texts(texts, 500 if setting.quick else 200_000)
    make_numbers(numbers, 500 if setting.quick else 200_000)
    results = [measure_one(setting, 'texts', texts, ['--text', 'text']),
               measure_one(setting, 'numbers', numbers, ['--family', 'gaussian'])]
    rows, ratios = [], Ratios()
    for name, best in results:
        for key, what in (('once', 'train and predict'), ('cv', 'cv, ten folds'), ('n', 'cv, leave-one-out')):
            rows.append((f'{name}: {what}', seconds(best.seconds[key]), seconds(best.seconds[f'cpu_{key}'])))
        ratios.at_most(f'{name}: ten folds / train and predict', best.seconds['cv'] / best.seconds['once'], 3,
                       best.seconds['cpu_cv'] / best.seconds['cpu_once'])
    text = table(('', 'seconds', 'CPU seconds'), rows) + '\n' + ratios.table()
    print(text, flush=True)
    return f'{ABOUT}\n\n{text}'
