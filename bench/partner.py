"""The discriminative partner: fits beside scikit-learn's, what they are worth on texts, and learning curves."""
import json
import os

import text_data
from page import Ratios, megabytes, seconds, table
from timing import Best, run, run_python

TITLE = 'The discriminative partner'
NEEDS = ('apt-cache',)
ROUNDS_OF_PEERS = 2
ABOUT = """Logistic regression with L2 = 1 to the same slope, a millionth a row: a table of 200,000 rows and 50 numbers, and the
words of the package descriptions in 58 sections. liblinear fits one class against the rest. All in Python, the whole of
`fit` counted."""
MODELS = {'generative, calibrated': ['--calibrate', 'temperature'], 'one weight a part': ['--weights'],
          'towards zero': ['--discriminative', '--towards', 'zero'], 'between': ['--discriminative']}
TEXT = ['--family', 'complement', '--alpha', '1.3', '--ngrams', '1-2', '--tf', 'log', '--length-norm', 'l2', '--plain']


def fits(setting, ratios):
    environment = dict(os.environ, PYTHONPATH=os.path.join(os.path.dirname(setting.priory), 'python'))
    folders = {'numbers': text_data.make_folder(setting, 'partner-numbers'), 'packages': text_data.packages(setting).folder}
    most, lines = setting.threads[-1], []
    for work, folder in folders.items():
        run_python('partner_fits.py', 'make', work, folder, *(['quick'] if setting.quick else []))
        found = {key: Best() for key in (('priory', most), ('priory', 1), ('lbfgs', most), ('liblinear', 1))}
        for round_number in range(setting.rounds):
            for (system, n), best in found.items():
                if system == 'priory' or round_number < ROUNDS_OF_PEERS:
                    best.add_json(run_python('partner_fits.py', 'fit', folder, system, n, env=environment))
        for (system, n), best in found.items():
            lines.append((f'{work}, {system}, threads: {n}', seconds(best.seconds['fit']), seconds(best.seconds['cpu_fit']),
                          best.facts['iterations'], f'{best.facts["slope"]:.1g}', megabytes(best.peak)))
        ours = {n: found['priory', n].seconds for n in (1, most)}
        for peer, n, mark in (('lbfgs', most, 4), ('liblinear', 1, 1)):
            theirs = found[peer, n].seconds
            ratios.at_least(f'{work}: {peer} / Priory, threads: {n}', theirs['fit'] / ours[n]['fit'], mark,
                            theirs['cpu_fit'] / ours[n]['cpu_fit'])
    return table(('', 'fit, seconds', 'CPU', 'steps', 'slope left', 'peak MB'), lines)


def quality(setting, ratios):
    corpus, lines = text_data.packages(setting), []
    for name, options in MODELS.items():
        if setting.quick:  # whether it runs, in seconds
            options = [*options, '--max-features', '200', *(['--l2', '1'] if '--discriminative' in options else [])]
        model = corpus.file('partner.priory')
        made = run([setting.priory, 'train', corpus.file('train.csv'), '--target', corpus.target, '--text', corpus.text, *TEXT,
                    *options, '--force', '-q', '-o', model])
        judged = json.loads(run([setting.priory, 'eval', model, corpus.file('test.csv'), '--json', '--resamples', '0']).output)
        lines.append((name, f'{judged["accuracy"]:.4f}', f'{judged["log_loss"]:.4f}', seconds(made.seconds), megabytes(made.peak)))
        if name == 'between':
            ratios.at_least('packages, between: accuracy / 0.775', judged['accuracy'] / 0.775, 1)
            ratios.at_most('packages, between: log loss / 0.89', judged['log_loss'] / 0.89, 1)
    return table(('package descriptions, pairs of words', 'accuracy', 'log loss', 'train, seconds', 'peak MB'), lines)


def curves(setting, ratios):
    path = os.path.join(setting.folder, 'pair.csv')
    run_python('partner_rows.py', path, 2000 if setting.quick else 50_000)
    made = run([setting.priory, 'pair', path, '--target', 'y', '--json'], to=os.path.join(setting.folder, 'pair.json'))
    ratios.at_most('pair, 50,000 rows of 20 columns, 8 sizes, 5 repeats / 60 s', made.seconds / 60, 1)
    return f'`pair` on 50,000 rows of 20 columns, 8 sizes, 5 repeats: {seconds(made.seconds)} s.\n'


def measure(setting):
    ratios = Ratios()
    text = '\n'.join([ABOUT, '', fits(setting, ratios), quality(setting, ratios), curves(setting, ratios), ratios.table()])
    print(text)
    return text
