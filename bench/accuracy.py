"""The answer that comes without an option, beside those of others: 17 tables, package descriptions and mails."""
import json
import math
import os

import text_data
from page import Ratios, megabytes, seconds, table
from timing import run, run_python

NEEDS = ('fasttext', 'npm', 'apt-cache', 'Rscript', 'java')
TITLE = 'The answer by default'
ABOUT = """Every system as it comes, on rows it has not seen: `priory train` without an option and with `--plain`;
scikit-learn's naive Bayes (GaussianNB; MultinomialNB of word counts), LogisticRegression (values one-hot and numbers
scaled; tf-idf) and HistGradientBoostingClassifier; Weka's naive Bayes, AODE over its own bins, and random forest;
fastText. Tables are dealt out to folds by chance, each class by itself, the same for all. The loss is in bits for tables,
as their papers have it, and in nats for texts; a probability below 1e-15 counts as 1e-15. Seconds are CPU seconds of
training, prediction and the start of the program, of all folds together; memory is the largest peak."""
TABLES = {10: ['breast-cancer', 'credit-g', 'diabetes', 'glass', 'ionosphere', 'segment-challenge', 'soybean', 'vote',
               'BreastCancer', 'Sonar', 'Vehicle', 'Vowel'], 5: ['DNA', 'Satellite', 'spam'],
          3: ['LetterRecognition', 'Shuttle']}
QUICK = {2: ['glass', 'vote']}
WEKA = {'Weka naive Bayes': ['weka.classifiers.bayes.NaiveBayes'],
        'Weka AODE': ['weka.classifiers.meta.FilteredClassifier', '-F', 'weka.filters.supervised.attribute.Discretize',
                      '-W', 'weka.classifiers.bayes.AODE'],
        'Weka random forest': ['weka.classifiers.trees.RandomForest', '-I', '50']}


class Part:
    """Rows to learn from and rows to judge by, and what each system answers."""

    def __init__(self, setting, folder, target, text=''):
        self.setting, self.folder, self.target, self.text = setting, folder, target, text

    def file(self, name):
        return os.path.join(self.folder, name)

    def answers(self, system):
        return self.file(f'answers of {system}.csv')

    def priory(self, system, *options):
        model, text = self.file('model.priory'), ['--text', self.text] if self.text else []
        trained = run([self.setting.priory, 'train', self.file('train.csv'), '--target', self.target, *text, *options,
                       '--force', '-o', model])
        return [trained, run([self.setting.priory, 'predict', model, self.file('test.csv'), '--proba'],
                             to=self.answers(system))]

    def scikit_learn(self, system, kind):
        return [run_python('accuracy_peers.py', 'fit', kind, self.file('train.csv'), self.file('test.csv'), self.target,
                           self.text, self.answers(system))]

    def weka(self, system, words):
        printed = self.file('weka.txt')
        done = run(['java', '-Xmx4g', '-cp', '/usr/share/java/weka.jar', words[0], '-t', self.file('train.arff'), '-T',
                    self.file('test.arff'), '-p', '0', '-distribution', *words[1:]], to=printed)
        run_python('accuracy_peers.py', 'weka', printed, self.file('test.arff'), self.answers(system))
        return [done]

    def fasttext(self, system):
        run_python('accuracy_peers.py', 'fasttext', self.file('train.csv'), self.file('test.csv'), self.target,
                   self.text, self.folder)
        model, printed = self.file('fasttext'), self.file('fasttext.out')
        trained = run(['fasttext', 'supervised', '-input', self.file('fasttext-train.txt'), '-output', model, '-thread',
                       2])
        asked = run(['fasttext', 'predict-prob', model + '.bin', self.file('fasttext-test.txt'), -1], to=printed)
        run_python('accuracy_peers.py', 'spoken', printed, self.answers(system))
        return [trained, asked]


def systems_of(texts):
    """name -> what runs it on a part."""
    out = {'Priory': Part.priory, 'Priory --plain': lambda part, name: part.priory(name, '--plain'),
           'scikit-learn naive Bayes': lambda part, name: part.scikit_learn(name, 'nb'),
           'scikit-learn LogisticRegression': lambda part, name: part.scikit_learn(name, 'logistic')}
    if texts:
        return {**out, 'fastText': Part.fasttext}
    for name, words in WEKA.items():
        out[name] = lambda part, system, of=words: part.weka(system, of)
    return {**out, 'scikit-learn HistGradientBoosting': lambda part, name: part.scikit_learn(name, 'boosting')}


def figures(parts, system):
    pairs = [path for part in parts for path in (part.file('test.csv'), part.answers(system))]
    return json.loads(run_python('accuracy_peers.py', 'judge', parts[0].target, *pairs).output)


def judge(parts, texts):
    """Of the folds of one set, for each system: figures, CPU seconds, memory."""
    out = {}
    for name, answer in systems_of(texts).items():
        runs = [each for part in parts for each in answer(part, name)]
        out[name] = {**figures(parts, name), 'cpu': sum(each.cpu for each in runs),
                     'peak': max(each.peak for each in runs)}
    return out


def judge_tables(setting):
    out = {}
    for n_folds, names in (QUICK if setting.quick else TABLES).items():
        folder = os.path.join(setting.folder, f'tables{n_folds}')
        os.makedirs(folder, exist_ok=True)
        run_python('accuracy_sets.py', folder, n_folds, *names)
        for name in names:
            parts = [Part(setting, os.path.join(folder, name, str(k)), 'class') for k in range(n_folds)]
            out[name] = judge(parts, False)
            print(name, {system: f'{100 - 100 * each["accuracy"]:.2f}' for system, each in out[name].items()}, flush=True)
    return out


def mean(sets, system, figure):
    return sum(figure(each[system]) for each in sets.values()) / len(sets)


def error(each):
    return 100 - 100 * each['accuracy']


def bits(each):
    return each['log_loss'] / math.log(2)


def table_of_tables(sets):
    systems = list(next(iter(sets.values())))
    rows = [(system, f'{mean(sets, system, error):.2f}', f'{mean(sets, system, bits):.3f}',
             f'{mean(sets, system, lambda each: each["ece"]):.3f}',
             seconds(sum(each[system]['cpu'] for each in sets.values())),
             megabytes(max(each[system]['peak'] for each in sets.values()))) for system in systems]
    out = table(('mean of the tables', 'error in %', 'bits', 'calibration error', 'CPU s of all', 'MB'), rows)
    singles = [(name, *(f'{error(each[system]):.1f} / {bits(each[system]):.2f}' for system in systems))
               for name, each in sets.items()]
    return out + '\n' + table(('error in % / bits', *systems), singles)


def table_of_texts(name, judged):
    rows = [(system, f'{each["accuracy"]:.4f}', f'{each["log_loss"]:.4f}', f'{each["ece"]:.4f}', seconds(each['cpu']),
             megabytes(each['peak'])) for system, each in judged.items()]
    return table((f'`{name}`, {judged["Priory"]["rows"]:,} texts', 'accuracy', 'log loss', 'calibration error', 'CPU s',
                  'MB'), rows)


def add_marks(ratios, sets, texts):
    """A mark is a figure here, and not a ratio of times."""
    ratios.at_most('tables: mean error in %', mean(sets, 'Priory', error), 11.3)
    ratios.at_most('tables: mean bits', mean(sets, 'Priory', bits), 0.39)
    ratios.at_least('package descriptions: accuracy', texts['packages']['Priory']['accuracy'], 0.755)
    ratios.at_most('package descriptions: log loss', texts['packages']['Priory']['log_loss'], 0.98)
    ratios.at_least('mails: accuracy', texts['mail']['Priory']['accuracy'], 0.9945)
    ratios.at_most('mails: log loss', texts['mail']['Priory']['log_loss'], 0.02)
    many = {name: each['Priory'] for name, each in {**sets, **texts}.items() if each['Priory']['rows'] > 1000}
    for name, each in many.items():
        ratios.at_most(f'{name}: calibration error', each['ece'], 0.03)


def measure(setting):
    """The text of the section."""
    corpora = {'packages': [text_data.packages(setting)], 'mail': text_data.mail_fifths(setting)}
    texts = {}
    for name, parts in corpora.items():
        texts[name] = judge([Part(setting, each.folder, each.target, each.text) for each in parts], True)
        print(table_of_texts(name, texts[name]), flush=True)
    sets = judge_tables(setting)
    ratios = Ratios()
    add_marks(ratios, sets, texts)
    out = [ABOUT + '\n', table_of_tables(sets), *(table_of_texts(*each) for each in texts.items()), ratios.table()]
    print('\n'.join(out[1:]), flush=True)
    return '\n'.join(out)
