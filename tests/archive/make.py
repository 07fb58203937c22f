#!/usr/bin/env python3
"""Writes the archive: small models of every kind, and beside each what it predicts for the rows it learnt from.

    tests/archive/make.py --priory build/release/priory [--folder tests/archive/0.1.0] [--only NAMES] [--check]

Each version that changes what a model file holds adds a folder, named after it; those that are there are never
written again, and tests/archive/read.py reads them all for ever. --check compares the predictions of models that are
simple with scikit-learn, or with the textbook's formulas in a few lines, before anything is kept.
"""
import argparse
import csv
import json
import math
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

COLUMNS = ['flag', 'colour', 'shape', 'n', 'k', 'x', 'z', 'a', 'b', 'text', 'w', 'p', 'angle', 'y']
WORDS = {'ham': 'lunch monday tea see you soon the plan', 'spam': 'free prize win now the ticket you',
         'phish': 'your account bank now verify the ticket'}
N_ROWS = 30
# What may lie between the estimate and scipy's, which is not smoothed and stops its search early.
LOOSE = {'discriminative': 1e-6, 'exponential': 1e-8, 'gamma': 1e-7, 'beta': 1e-7, 'von-mises': 1e-4}
FIXED = ['free', 'lunch', 'prize', 'ticket', 'verify', 'you']

# Column types of all; each model keeps some and leaves out the others.
TYPES = {'flag': 'bernoulli', 'colour': 'categorical', 'shape': 'categorical', 'n': 'poisson', 'k': 'binomial',
         'x': 'gaussian', 'z': 'gaussian', 'a': 'multinomial', 'b': 'multinomial', 'text': 'text', 'w': 'weight',
         'p': 'beta', 'angle': 'von-mises'}


def train(columns, options='', types=None):
    """The command that trains on these columns alone."""
    kept = columns.split()
    named = {**TYPES, **(types or {})}
    ignored = ','.join(c for c in COLUMNS if c != 'y' and c not in kept)
    said = ','.join(f'{c}={named[c]}' for c in kept if named[c])
    parts = ['train rows.csv --target y']
    if said:
        parts.append(f"--types '{said}'")
    if ignored:
        parts.append(f'--ignore {ignored}')
    return ' '.join([*parts, options, '-o NAME'])


TEXT = 'text'
MODELS = {
    'bernoulli': [train('flag')],
    'categorical': [train('colour shape')],
    'declared': [train('colour', types={'colour': 'categorical{red,green,blue,grey}'})],
    'gaussian': [train('x z')],
    'gaussian-unbiased': [train('x z', '--unbiased --ridge 0.25')],
    'poisson': [train('n')],
    'binomial': [train('k')],
    'exponential': [train('x', types={'x': 'exponential'})],
    'gamma': [train('w', types={'w': 'gamma'})],
    'lognormal': [train('w', types={'w': 'lognormal'})],
    'negative-binomial': [train('n', types={'n': 'negative-binomial'})],
    'beta': [train('p')],
    'von-mises': [train('angle')],
    'bins': [train('x z n', types=dict.fromkeys(('x', 'z', 'n'), 'bins'))],
    'bins-none': [train('n k', '--join none', dict.fromkeys(('n', 'k'), 'bins'))],
    'bins-smoothed': [train('x z', '--join none --bins 6 --bandwidth 0.5', dict.fromkeys(('x', 'z'), 'bins'))],
    'multinomial-counts': [train('a b')],
    'complement-counts': [train('a b', types={'a': 'complement', 'b': 'complement'})],
    'gaussian-shared': [train('x z', types={'x': 'gaussian-shared', 'z': 'gaussian-shared'})],
    'gaussian-shared-auto': [train('x z', '--shrinkage auto', {'x': 'gaussian-shared', 'z': 'gaussian-shared'})],
    'gaussian-full': [train('x z', types={'x': 'gaussian-full', 'z': 'gaussian-full'})],
    'aode': [train('flag colour shape', types=dict.fromkeys(('flag', 'colour', 'shape'), 'aode'))],
    'hnb': [train('flag colour shape', types=dict.fromkeys(('flag', 'colour', 'shape'), 'hnb'))],
    'hnb-weighted': [train('flag colour shape', '--structure hnb --m-estimate 1 --back-off 0')],
    'kdb': [train('flag colour shape', '--structure kdb --parents 1')],
    'joint': [train('flag colour', types={'flag': 'joint', 'colour': 'joint'})],
    'mixed': [train('flag colour n k x text w', '--alpha 0.5,colour=2 --unseen smooth --prior-alpha 1')],
    'prior': [train('flag x', "--class-prior 'ham=0.5,phish=0.25,spam=0.25'")],
    'text-multinomial': [train(TEXT)],
    'text-complement': [train(TEXT, '--family complement --weight-norm')],
    'text-bernoulli': [train(TEXT, '--family bernoulli')],
    'text-idf': [train(TEXT, '--idf --tf log --length-norm l2')],
    'text-hashed': [train(TEXT, '--hash-bits 5')],
    'text-fixed': ['train rows.csv --plan fixed.json -o NAME'],
    'text-chosen': [train(TEXT, '--min-df 2 --max-df 0.5')],
    'text-information': [train(TEXT, '--max-features 5 --features-by information')],
    'text-words': [train(TEXT, '--ngrams 1-2 --stem english --stop-words english')],
    'text-characters': [train(TEXT, '--char-ngrams 2-2 --inside-words --tf binary')],
    'text-pattern': [train(TEXT, "--token-pattern '[a-z]+' --case keep --length-norm l1")],
    'network-naive': [train('flag colour shape', '--structure naive')],
    'network-tan': [train('flag colour shape', '--structure tan')],
    'network-chow-liu': [train('flag colour shape', '--structure chow-liu')],
    'network-beside': [train('flag colour x text', '--structure tan')],
    'network-graph': ['convert network-tan -o graph.bif',
                      'train rows.csv --target y --structure graph.bif --ignore n,k,x,z,a,b,text,w,p,angle -o NAME'],
    'mixture': ['cluster rows.csv -k 3 --types flag=bernoulli,x=gaussian --ignore colour,shape,n,k,z,a,b,text,w,p,angle,y '
                '--restarts 2 -o NAME'],
    'mixture-given': ['cluster rows.csv -k 3 --types flag=bernoulli,x=gaussian '
                      '--ignore colour,shape,n,k,z,a,b,text,w,p,angle,y --init mixture.json --max-iterations 0 -o NAME'],
    'mixture-text': ['cluster rows.csv -k 2 --text text --idf --ignore flag,colour,shape,n,k,x,z,a,b,w,p,angle,y -o NAME'],
    'components': [train('flag x', '--components 2')],
    'pool': [train('x z colour', '--pool --candidates aode,gaussian-shared')],
    'centres': [train('x z', '--centres 2', types={'x': 'gaussian-full', 'z': 'gaussian-full'})],
    'unlabelled': [train('flag x', '--unlabelled unlabelled.csv')],
    'calibrated-temperature': [train('flag n', '--calibrate temperature')],
    'calibrated-sigmoid': [train('flag n', '--calibrate sigmoid')],
    'calibrated-isotonic': [train('flag n', '--calibrate isotonic')],
    'tuned': [train(TEXT, '--tune --tune-rows 12')],
    'updated': [train('flag colour x text').replace('rows.csv', 'some.csv'), 'update NAME others.csv'],
    'forgotten': [train('flag colour x text'), 'forget NAME others.csv'],
    'merged': ['train few.csv --target y --types flag=bernoulli,x=gaussian -o one',
               'train more.csv --target y --types flag=bernoulli,x=gaussian,n=poisson -o two',
               'merge one two -o NAME'],
    'faded': [train('flag colour x text').replace('rows.csv', 'some.csv'), 'update NAME others.csv --decay 0.5'],
    'smoothed': [train('flag colour'), 'smooth NAME --alpha 0.1 -o NAME --force'],
    'discriminative': [train(TEXT, '--discriminative --towards zero --l2 1 --tolerance 1e-10')],
    'discriminative-mixed': [train('flag colour x text', '--discriminative --l2 0.5')],
    'discriminative-bins': [train('x z', '--discriminative --l2 0.5', dict.fromkeys(('x', 'z'), 'bins'))],
    'weights': [train('flag colour n x text', '--weights')],
}


def draws():
    """Numbers in [0, 1), the same for ever."""
    state = 20
    while True:
        state = (state * 1103515245 + 12345) % 2**31
        yield state / 2**31


def make_rows():
    draw = draws()

    def pick(items):
        return items[int(next(draw) * len(items))]

    rows = []
    for row in range(N_ROWS):
        label = ['ham', 'spam', 'phish'][row % 3]
        shift = row % 3
        words = ' '.join(pick(WORDS[label].split()) for _ in range(2 + int(next(draw) * 5)))
        rows.append({'flag': 'yes' if next(draw) < (0.3, 0.7, 0.6)[shift] else 'no',
                     'colour': pick(['red', 'green', 'blue'][:2 + (shift > 0)]), 'shape': pick(['round', 'flat', 'long']),
                     'n': int(next(draw) * (3 + shift)), 'k': int(next(draw) * 5),
                     'x': round(next(draw) * 3 + shift, 3), 'z': round(next(draw) * 2 - shift / 2, 3),
                     'a': int(next(draw) * 4), 'b': int(next(draw) * (4 - shift)), 'text': words,
                     'w': (1 + int(next(draw) * 8)) / 4, 'y': label})
    for row, each in enumerate(rows):  # after all others, which so keep the numbers they have in older folders
        each['p'] = round(0.05 + 0.9 * next(draw) ** (1 + row % 3), 3)
        each['angle'] = round((next(draw) + next(draw) + next(draw) - 1.5) * 2 + row % 3, 3)
    return rows


def write_csv(path, rows, columns=tuple(COLUMNS)):
    with open(path, 'w', newline='', encoding='utf-8') as file:
        writer = csv.DictWriter(file, columns, lineterminator='\n', extrasaction='ignore')
        writer.writeheader()
        writer.writerows(rows)


def write_tables(folder, rows):
    write_csv(folder / 'rows.csv', rows)
    write_csv(folder / 'some.csv', rows[:20])
    write_csv(folder / 'others.csv', rows[20:])
    write_csv(folder / 'unlabelled.csv', rows[20:], tuple(c for c in COLUMNS if c != 'y'))


    write_csv(folder / 'few.csv', rows[:20], ('flag', 'x', 'y'))
    write_csv(folder / 'more.csv', rows[20:], ('flag', 'x', 'n', 'y'))
    # Words fixed as they are where memory is short, which so few rows can't make it.
    part = {'family': 'multinomial', 'columns': ['text'], 'text': {'fixed': True}, 'words': FIXED}
    plan = {'schema': 'priory.plan/1', 'target': 'y', 'parts': [part],
            'ignored': sorted(c for c in COLUMNS if c not in ('text', 'y'))}
    (folder / 'fixed.json').write_text(json.dumps(plan), encoding='utf-8')


def run(program, folder, command):
    done = subprocess.run([program, *shlex.split(command), '--threads', '1'] if command.split()[0] in
                          ('train', 'cluster', 'update', 'forget', 'predict') else [program, *shlex.split(command)],
                          cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f'priory {command}: {done.stderr}')
    return done.stdout


def make_model(program, folder, name):
    for command in MODELS[name]:
        run(program, folder, command.replace('NAME', name))
    if name == 'mixture':
        (folder / 'mixture.json').write_text(run(program, folder, 'inspect mixture --json'), encoding='utf-8')
    return run(program, folder, f'predict {name} rows.csv --log-proba')


# --- independent answers -------------------------------------------------------------------------------------------

def normalised(scores):
    """Rows of log scores by class, to log posteriors."""
    out = []
    for row in scores:
        top = max(row.values())
        total = top + math.log(sum(math.exp(s - top) for s in row.values()))
        out.append({label: s - total for label, s in row.items()})
    return out


def by_class(rows):
    return {label: [r for r in rows if r['y'] == label] for label in sorted({r['y'] for r in rows})}


def naive(log_p_of):
    """A naive Bayes classifier of log p(value | rows of the class, all rows) for some columns."""
    def answer(rows):
        classes = by_class(rows)
        return normalised([{label: math.log(len(own) / len(rows)) +
                            sum(log_p(column, row, own, rows) for column, log_p in log_p_of.items())
                            for label, own in classes.items()} for row in rows])
    return answer


def laplace(column, row, own, rows):
    values = {r[column] for r in rows}
    return math.log((sum(r[column] == row[column] for r in own) + 1) / (len(own) + len(values)))


DEPENDENT = ('flag', 'colour', 'shape')


def backed_off(column, row, own, rows, given=None):
    """P(value | class), or given the value of another column too, with one imaginary row as the shorter table says."""
    if given is None:
        shorter = (sum(r[column] == row[column] for r in rows) + 1) / (len(rows) + len({r[column] for r in rows}))
    else:
        shorter = backed_off(column, row, own, rows)
        own = [r for r in own if r[given] == row[given]]
    return (sum(r[column] == row[column] for r in own) + shorter) / (len(own) + 1)


def aode(column, row, own, rows):
    """All columns at once: the mean of what each says on which all others depend."""
    return math.log(sum(backed_off(i, row, own, rows) *
                        math.prod(backed_off(j, row, own, rows, i) for j in DEPENDENT if j != i)
                        for i in DEPENDENT) / len(DEPENDENT))


def hnb(column, row, own, rows):
    others = [i for i in DEPENDENT if i != column]
    return math.log(sum(backed_off(column, row, own, rows, i) for i in others) / len(others))


def skl(estimator, features):
    """The answers of scikit-learn's estimator on features(rows)."""
    def answer(rows):
        x, y = features(rows), [r['y'] for r in rows]
        fitted = estimator.fit(x, y)
        return [dict(zip(fitted.classes_, row)) for row in fitted.predict_log_proba(x)]
    return answer


def table(*columns):
    return lambda rows: [[r[c] for c in columns] for r in rows]


def gaussian_groups(shared):
    """Normal densities with a covariance of all classes together, or one each; maximum likelihood."""
    def answer(rows):
        import numpy
        classes = by_class(rows)
        points = {label: numpy.array(table('x', 'z')(own)) for label, own in classes.items()}
        means = {label: p.mean(axis=0) for label, p in points.items()}
        scatter = {label: (p - means[label]).T @ (p - means[label]) for label, p in points.items()}
        largest = max(numpy.array(table('x', 'z')(rows)).var(axis=0))
        scores = []
        for row in rows:
            here = {}
            for label, own in classes.items():
                cov = sum(scatter.values()) / len(rows) if shared else scatter[label] / len(own)
                cov = cov + 1e-9 * largest * numpy.eye(2)
                d = numpy.array([row['x'], row['z']]) - means[label]
                here[label] = (math.log(len(own) / len(rows)) - 0.5 * d @ numpy.linalg.solve(cov, d) -
                               0.5 * numpy.linalg.slogdet(cov)[1])
            scores.append(here)
        return normalised(scores)
    return answer


def fitted(column, log_density_of):
    """One number, by log_density_of(numbers of the class, all numbers), a function of the number."""
    def log_p(_, row, own, rows):
        return log_density_of([r[column] for r in own], [r[column] for r in rows])(row[column])
    return naive({column: log_p})


def normal(x, mean, variance):
    return -0.5 * (math.log(2 * math.pi * variance) + (x - mean) ** 2 / variance)


def log_normal(own, rows):
    def moments(values):
        logs = [math.log(v) for v in values]
        mean = math.fsum(logs) / len(logs)
        return mean, math.fsum((v - mean) ** 2 for v in logs) / len(logs)
    mean, variance = moments(own)
    variance += 1e-9 * moments(rows)[1]
    return lambda x: normal(math.log(x), mean, variance) - math.log(x)


def by_scipy(name, **fixed):
    """The density that scipy fits by maximum likelihood."""
    def log_density(own, _):
        from scipy import stats
        family = getattr(stats, name)
        return family(*family.fit(own, **fixed)).logpdf
    return log_density


def references():
    """For some models an answer that owes nothing to this program."""
    from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.naive_bayes import BernoulliNB, ComplementNB, GaussianNB, MultinomialNB

    def words(vectorizer):
        return lambda rows: vectorizer.fit_transform([r['text'] for r in rows]).toarray()

    return {
        'discriminative': skl(LogisticRegression(tol=1e-10, max_iter=10_000, solver='newton-cg'), words(CountVectorizer())),
        'bernoulli': naive({'flag': lambda c, row, own, rows: laplace(c, row, own, rows)}),
        'categorical': naive({'colour': laplace, 'shape': laplace}),
        'network-naive': naive({'flag': laplace, 'colour': laplace, 'shape': laplace}),
        'declared': naive({'colour': lambda c, row, own, rows: math.log(
            (sum(r[c] == row[c] for r in own) + 1) / (len(own) + 4))}),
        'aode': naive({'all': aode}),
        'hnb': naive(dict.fromkeys(DEPENDENT, hnb)),
        'bins-none': naive({'n': laplace, 'k': laplace}),
        'joint': naive({'colour': lambda c, row, own, rows: math.log(
            (sum((r[c], r['flag']) == (row[c], row['flag']) for r in own) + 1) / (len(own) + 6))}),
        'smoothed': naive({c: lambda c, row, own, rows: math.log(
            (sum(r[c] == row[c] for r in own) + 0.1) / (len(own) + 0.1 * len({r[c] for r in rows})))
            for c in ('flag', 'colour')}),
        'gaussian': skl(GaussianNB(), table('x', 'z')),
        'exponential': fitted('x', by_scipy('expon', floc=0)),
        'gamma': fitted('w', by_scipy('gamma', floc=0)),
        'lognormal': fitted('w', log_normal),
        'beta': fitted('p', by_scipy('beta', floc=0, fscale=1)),
        'von-mises': fitted('angle', by_scipy('vonmises', fscale=1)),
        'gaussian-shared': gaussian_groups(True),
        'gaussian-full': gaussian_groups(False),
        'multinomial-counts': skl(MultinomialNB(), table('a', 'b')),
        'complement-counts': skl(ComplementNB(), table('a', 'b')),
        'text-multinomial': skl(MultinomialNB(), words(CountVectorizer())),
        'text-complement': skl(ComplementNB(norm=True), words(CountVectorizer())),
        'text-bernoulli': skl(BernoulliNB(), words(CountVectorizer())),
        'text-idf': skl(MultinomialNB(), words(TfidfVectorizer(sublinear_tf=True))),
        'text-fixed': skl(MultinomialNB(), words(CountVectorizer(vocabulary=FIXED))),
        'text-chosen': skl(MultinomialNB(), words(CountVectorizer(min_df=2, max_df=0.5))),
        'text-characters': skl(MultinomialNB(), words(CountVectorizer(analyzer='char_wb', ngram_range=(2, 2),
                                                                      binary=True))),
    }


def read_predictions(text):
    lines = list(csv.DictReader(text.splitlines()))
    return [{key[len('logp:'):]: float(value) for key, value in line.items() if key.startswith('logp:')}
            for line in lines]


def check(name, text, answer, rows):
    worst = 0.0
    for mine, theirs in zip(read_predictions(text), answer(rows), strict=True):
        if sorted(mine) != sorted(theirs):
            sys.exit(f'{name}: classes {sorted(mine)}, the reference has {sorted(theirs)}')
        worst = max(worst, *(abs(mine[c] - theirs[c]) for c in mine))
    if not worst < LOOSE.get(name, 1e-9):
        sys.exit(f'{name}: {worst} off the reference')
    return worst


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--priory', required=True, type=lambda p: str(pathlib.Path(p).resolve()))
    parser.add_argument('--folder', type=pathlib.Path, help='where to keep them; nowhere when not given')
    parser.add_argument('--only', type=lambda names: names.split(','), default=list(MODELS), help='these models')
    parser.add_argument('--check', action='store_true', help='compare with other programs')
    options = parser.parse_args()
    rows, known = make_rows(), references() if options.check else {}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_tables(folder, rows)
        made = {model: make_model(options.priory, folder, model) for model in options.only}
        known = {model: answer for model, answer in known.items() if model in made}
        for model, answer in known.items():
            print(f'{model}: within {check(model, made[model], answer, rows):.2g} of the reference')
        if options.folder:
            if options.folder.exists():
                sys.exit(f'{options.folder} is there: an archive is never written again')
            options.folder.mkdir(parents=True)
            shutil.copy(folder / 'rows.csv', options.folder / 'rows.csv')
            for model, text in made.items():
                shutil.copy(folder / model, options.folder / f'{model}.priory')
                (options.folder / f'{model}.csv').write_text(text, encoding='utf-8')
    print(json.dumps({'models': len(made), 'checked': len(known)}))


if __name__ == '__main__':
    main()
