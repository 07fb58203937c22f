"""How often texts that nobody has seen are told right: with one command, tuned by the data, beside others."""
import text_data
from page import seconds, table
from text_systems import Systems

NEEDS = text_data.NEEDS
TITLE = 'Texts told right'
ABOUT = """Accuracy on texts that were not learnt from: every fifth of the package descriptions, and of the mails each random
fifth in turn. Tuning chooses event model, weights, n-grams and smoothing by rows left out of the training part; the
test part is seen once, at the end. scikit-learn is CountVectorizer with MultinomialNB, all as it comes; fastText as it
comes too; bogofilter says spam from 0.5 on. On files, Priory reads the mails as bogofilter does; else, as scikit-learn,
a column of a CSV that has them as they are."""
TUNE = ['--tune', '--metric', 'accuracy']
MARKS = {'packages': 0.71, 'mail': 0.993}


def systems_of(setting, corpus):
    """All that judge one test part, and the name of the one that has to reach the mark."""
    systems, threads = Systems(setting, corpus), setting.threads[-1]
    systems.priory('Priory as it comes', threads, ['--text', corpus.text])
    systems.scikit_learn()
    if corpus.name == 'mail':
        systems.bogofilter()
        tuned = f'Priory on files, --mail-headers {" ".join(TUNE)}'
        systems.priory_on_mails('Priory on files, --mail-headers', threads, ['--mail-headers'])
        systems.priory_on_mails(tuned, threads, ['--mail-headers', *TUNE])
    else:
        systems.fasttext()
        tuned = f'Priory, {" ".join(TUNE)}'
        systems.priory(tuned, threads, ['--text', corpus.text, *TUNE])
    return systems, tuned


def judge(setting, corpora):
    """Of several splits of the same texts the sum."""
    wrong, slowest, n_rows = {}, {}, 0
    for corpus in corpora:
        systems, tuned = systems_of(setting, corpus)
        systems.measure(1)
        n_rows += corpus.n_test()
        for name in systems.predicted:
            errors = corpus.n_test() - round(corpus.n_test() * systems.accuracy(name))
            wrong.setdefault(name, []).append(errors)
            slowest[name] = max(slowest.get(name, 0), systems.trained[name].seconds['run'])
    mark, rows = MARKS[corpora[0].name], []
    for name, errors in wrong.items():
        accuracy = 1 - sum(errors) / n_rows
        reached = f'at least {mark}: {"reached" if accuracy >= mark else "short"}' if name == tuned else ''
        rows.append((name, f'{accuracy:.4f}', ' + '.join(map(str, errors)), reached, seconds(slowest[name])))
    head = f'`{corpora[0].name}`: {n_rows:,} texts to judge by.'
    return head + '\n\n' + table(('system', 'accuracy', 'wrong', 'mark', 'seconds to train'), rows)


def measure(setting):
    """The text of the section."""
    parts = []
    for corpora in ([text_data.packages(setting)], text_data.mail_fifths(setting)):
        parts.append(judge(setting, corpora))
        print(parts[-1], flush=True)
    return '\n'.join([ABOUT + '\n', *parts])
