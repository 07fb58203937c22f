"""Who is measured on texts: how each system is trained, and how it writes the classes of a test file."""
import json
import os

import text_data
from timing import FOLDER, run, run_python, take_turns

FLAGS = ['-std=c++20', '-O3', '-march=native', '-pthread']


class Systems:
    """On one corpus: name -> function(best), to train and to predict; measure() lets them take turns."""

    def __init__(self, setting, corpus):
        self.setting, self.corpus, self.train, self.predict = setting, corpus, {}, {}

    def add(self, name, train, predict):
        """Commands; that of predict has to leave classes in the file answers(name)."""
        self.train[name] = lambda best: best.add_run(train())
        if predict:
            self.predict[name] = lambda best: best.add_run(predict())

    def answers(self, name):
        return self.corpus.file(f'answers of {name}')

    def model(self, name):
        return self.corpus.file(f'{name}.model')

    def priory(self, name, threads, options):
        c = self.corpus
        self.priory_on(name, [c.file('train.csv'), '--target', c.target, *options], [c.file('test.csv')], threads)

    def priory_on_mails(self, name, threads, options):
        """The mails as files, one directory a class."""
        c = self.corpus
        self.priory_on(name, [c.file('train'), *options], [c.file('test')], threads)

    def priory_on(self, name, train, predict, threads):
        program, rest = self.setting.priory, ['--threads', threads]
        train = train if '--tune' in train else [*train, '--plain']
        self.add(name, lambda: run([program, 'train', *train, *rest, '-o', self.model(name)]),
                 lambda: run([program, 'predict', self.model(name), *predict, *rest], to=self.answers(name)))

    def scikit_learn(self):
        name, c = 'scikit-learn', self.corpus
        self.add(name, lambda: run_python('text_peers.py', 'train', c.file('train.csv'), self.model(name)),
                 lambda: run_python('text_peers.py', 'predict', self.model(name), c.file('test.csv'), self.answers(name)))

    def fasttext(self, *options):
        name, c = 'fastText', self.corpus
        text_data.write_fasttext(c)
        train = ['fasttext', 'supervised', '-input', c.file('train.txt'), '-output', self.model(name), '-thread', 2,
                 *options]
        predict = ['fasttext', 'predict', self.model(name) + '.bin', c.file('test.txt')]
        self.add(name, lambda: run(train), lambda: run(predict, to=self.answers(name)))

    def bogofilter(self):
        name, c = 'bogofilter', self.corpus
        register = 'rm -rf "$1" && mkdir "$1" && bogofilter -d "$1" -s -B "$2" && bogofilter -d "$1" -n -B "$3"'
        classify = 'bogofilter -d "$1" -T -B "$2" "$3" | sort | awk \'{ print ($NF >= 0.5 ? "spam" : "ham") }\''
        self.add(name, lambda: run(['sh', '-c', register, 'sh', self.model(name), c.file('train/spam'),
                                    c.file('train/ham')]),
                 lambda: run(['sh', '-c', classify, 'sh', self.model(name), c.file('test/ham'), c.file('test/spam')],
                             to=self.answers(name)))

    def bare_loop(self, threads):
        program = self.corpus.file('bare_text')
        if not os.path.exists(program):
            run([self.setting.compiler, *FLAGS, os.path.join(FOLDER, 'bare_text.cpp'), '-o', program])
        name = f'bare loop, threads: {threads}'
        self.train[name] = lambda best: self.count(best, [program, self.corpus.file('train.csv'), threads])

    @staticmethod
    def count(best, command):
        done = run(command)
        best.add_run(done)
        best.facts = json.loads(done.output)

    def measure(self, rounds):
        self.trained = take_turns(self.train, rounds)
        self.predicted = take_turns(self.predict, rounds)

    def accuracy(self, name):
        return self.corpus.accuracy(self.answers(name))


def ours(threads):
    return f'Priory, threads: {threads}'


def compare(judge, text, theirs, mine, mark):
    """Enters theirs / mine with a method of Ratios."""
    judge(text, theirs.seconds['run'] / mine.seconds['run'], mark, theirs.seconds['cpu_run'] / mine.seconds['cpu_run'])
