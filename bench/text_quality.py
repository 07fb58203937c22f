"""How often texts that nobody has seen are told right: with one command, tuned by the data, beside others."""
import text_data
from page import seconds, table
from text_systems import Systems

TITLE = 'Texts told right'
ABOUT = """Accuracy on the test part: every fifth of the package descriptions, and a random fifth of the mails. Tuning chooses
event model, weights, n-grams and smoothing by rows left out of the training part; the test part is seen once, at the
end. scikit-learn is CountVectorizer with MultinomialNB, all as it comes; fastText as it comes too; bogofilter says spam
from 0.5 on."""
TUNE = ['--tune', '--metric', 'accuracy']
MARKS = {'packages': 0.71, 'mail': 0.993}


def judge(setting, corpus):
    systems, threads = Systems(setting, corpus), setting.threads[-1]
    tuned = f'Priory, {" ".join(TUNE)}'
    systems.priory('Priory as it comes', threads, ['--text', corpus.text])
    systems.priory(tuned, threads, ['--text', corpus.text, *TUNE])
    systems.scikit_learn()
    if corpus.name == 'mail':
        tuned = f'Priory on files, --mail-headers {" ".join(TUNE)}'
        systems.priory_on_mails(tuned, threads, ['--mail-headers', *TUNE])
        systems.bogofilter()
    else:
        systems.fasttext()
    systems.measure(1)
    with open(corpus.file('test-labels'), encoding='utf-8') as file:
        n_rows = sum(1 for _ in file)
    rows = []
    for name in systems.predicted:
        accuracy, mark = systems.accuracy(name), ''
        if name == tuned:
            mark = f'at least {MARKS[corpus.name]}: {"reached" if accuracy >= MARKS[corpus.name] else "short"}'
        rows.append((name, f'{accuracy:.4f}', n_rows - round(accuracy * n_rows), mark,
                     seconds(systems.trained[name].seconds['run'])))
    head = f'`{corpus.name}`: {n_rows:,} texts to judge by.'
    return head + '\n\n' + table(('system', 'accuracy', 'wrong', 'mark', 'seconds to train'), rows)


def measure(setting):
    """The text of the section."""
    parts = []
    for corpus in (text_data.packages, text_data.mail):
        parts.append(judge(setting, corpus(setting)))
        print(parts[-1], flush=True)
    return '\n'.join([ABOUT + '\n', *parts])
