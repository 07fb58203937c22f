"""Texts: CSV to model file, test CSV to labels, one line in a fresh process; beside scikit-learn, fastText,
bogofilter and a bare loop that parses, splits, hashes and counts. Every time is that of a whole process."""
import hashlib
import json

import text_data
import text_line
from page import Ratios, megabytes, seconds, table
from text_systems import Systems, compare, ours
from timing import run, run_python

NEEDS = text_data.NEEDS
TITLE = 'Texts'
ABOUT = """Naive Bayes over words, whole processes with their start. `zipf` is a CSV of 400 MB, 20 classes, 200,000 words
(`bench/zipf_texts.py`); `packages` the descriptions of Debian packages, 58 classes; `mail` the SpamAssassin corpus, two
classes, headers included. scikit-learn is CountVectorizer with MultinomialNB, read by Python's csv, stored by joblib.
fastText is `supervised -epoch 1 -thread 2`; its lines are made beforehand, which is not timed. bogofilter reads the
mails as files. The bare loop (`bench/bare_text.cpp`) parses the CSV, splits, lower-cases ASCII, hashes and counts words
by class, and stores nothing; its totals of rows, tokens and words are those of Priory. Accuracy is that on the test part:
nobody is fast on work that is not done."""


def check_totals(systems, threads):
    """The bare loop has counted what Priory counts, whatever the threads."""
    dump = systems.corpus.file('model.json')
    run([systems.setting.priory, 'inspect', systems.model(ours(threads[0])), '--json'], to=dump)
    expected = json.loads(run_python('text_peers.py', 'totals', dump).output)
    for n in threads:
        facts = systems.trained[f'bare loop, threads: {n}'].facts
        found = {name: facts[name] for name in expected}
        if found != expected:
            raise SystemExit(f'the bare loop counts {found}, Priory {expected}')


def check_models(systems, threads):
    digests = set()
    for n in threads:
        with open(systems.model(ours(n)), 'rb') as file:
            digests.add(hashlib.file_digest(file, 'sha256').hexdigest())
    if len(digests) > 1:
        raise SystemExit('the models of different numbers of threads differ')


def rows_of(systems):
    c, out = systems.corpus, []
    for name, best in systems.trained.items():
        row = [name, seconds(best.seconds['run']), seconds(best.seconds['cpu_run']),
               f'{c.megabytes("train.csv") / best.seconds["run"]:.0f}', megabytes(best.peak)]
        if name in systems.predicted:
            predicted = systems.predicted[name]
            row += [seconds(predicted.seconds['run']), seconds(predicted.seconds['cpu_run']),
                    f'{c.megabytes("test.csv") / predicted.seconds["run"]:.0f}', megabytes(predicted.peak),
                    f'{systems.accuracy(name):.4f}']
        else:
            row += [''] * 5
        out.append(row)
    return out


def report(systems):
    c = systems.corpus
    head = f'`{c.name}`: {c.megabytes("train.csv"):.1f} MB to learn from, {c.megabytes("test.csv"):.1f} MB to predict.'
    return head + '\n\n' + table(('system', 'train, seconds', 'CPU', 'MB/s', 'peak MB', 'predict, seconds', 'CPU', 'MB/s',
                                  'peak MB', 'accuracy'), rows_of(systems))


def zipf(setting, ratios):
    systems = Systems(setting, text_data.zipf(setting))
    for n in setting.threads:
        systems.priory(ours(n), n, ['--text', systems.corpus.text])
        systems.bare_loop(n)
    most = setting.threads[-1]
    systems.priory(f'Priory, columns inferred, threads: {most}', most, [])
    systems.scikit_learn()
    systems.fasttext('-epoch', 1)
    systems.measure(lambda name: min(setting.rounds, 2) if name in ('scikit-learn', 'fastText') else setting.rounds)
    check_models(systems, setting.threads)
    check_totals(systems, setting.threads)
    trained, predicted, mine = systems.trained, systems.predicted, ours(most)
    compare(ratios.at_least, 'zipf, train: scikit-learn / Priory', trained['scikit-learn'], trained[mine], 30)
    compare(ratios.at_least, 'zipf, train: fastText / Priory', trained['fastText'], trained[mine], 20)
    for n in setting.threads:
        compare(ratios.at_most, f'zipf, train: Priory / bare loop, threads: {n}', trained[ours(n)],
                trained[f'bare loop, threads: {n}'], 1.5)
    if most > 1:
        compare(ratios.at_least, f'zipf, train: Priory, threads: 1 / {most}', trained[ours(1)], trained[mine], 1.6)
    compare(ratios.at_least, 'zipf, predict: scikit-learn / Priory', predicted['scikit-learn'], predicted[mine], 20)
    compare(ratios.at_least, 'zipf, predict: fastText / Priory', predicted['fastText'], predicted[mine], 5)
    ratios.at_most('zipf, train: peak of Priory, MB', max(trained[ours(n)].peak for n in setting.threads) / 1e6, 600)
    return systems, report(systems)


def small(setting, corpus, ratios):
    systems = Systems(setting, corpus)
    for n in setting.threads:
        systems.priory(ours(n), n, ['--text', corpus.text])
    systems.scikit_learn()
    if corpus.name == 'mail':
        systems.priory_on_mails(f'Priory on files, --mail-headers, threads: {setting.threads[-1]}', setting.threads[-1],
                                ['--mail-headers'])
        systems.bogofilter()
    systems.measure(setting.rounds)
    check_models(systems, setting.threads)
    mine = ours(setting.threads[-1])
    for work, best in (('train', systems.trained), ('predict', systems.predicted)):
        compare(ratios.at_least, f'{corpus.name}, {work}: scikit-learn / Priory', best['scikit-learn'], best[mine], 20)
    return systems, report(systems)


def measure(setting):
    """The text of the section."""
    ratios, parts = Ratios(), []

    def tell(text):
        print(text, flush=True)
        parts.append(text)

    texts, text = zipf(setting, ratios)
    tell(text)
    _, text = small(setting, text_data.packages(setting), ratios)
    tell(text)
    mails, text = small(setting, text_data.mail(setting), ratios)
    tell(text)
    tell(text_line.measure(setting, texts, mails, ratios))
    tell(ratios.table())
    return '\n'.join([ABOUT + '\n', *parts])
