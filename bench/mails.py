"""The 6,046 mails of the SpamAssassin public corpus (2002), as packed for npm: mails.py PACKAGE FOLDER FIFTH [MOST]

Dealt out by chance, from a fixed seed, to five parts, of which FIFTH, 0 to 4, is held out. Writes train.csv and
test.csv (label,text: the whole mail, headers too, as UTF-8; what is not that is read as Windows-1252), the same as
files below train/ham, train/spam, test/ham and test/spam, and test-labels; all of them in one order. With MOST, no more
mails than that.
"""
import csv
import os
import random
import shutil
import sys

SEED = 20021116


def find_mails(package):
    """Pairs of label and path, in one order everywhere."""
    data = os.path.join(package, 'data')
    for group in sorted(os.listdir(data)):
        label = 'spam' if group.startswith('spam') else 'ham'
        if os.path.isdir(os.path.join(data, group)):
            for name in sorted(os.listdir(os.path.join(data, group))):
                if name.endswith('.txt'):
                    yield label, os.path.abspath(os.path.join(data, group, name))


def read_text(path):
    with open(path, 'rb') as file:
        raw = file.read()
    try:
        text = raw.decode('utf-8')
    except UnicodeDecodeError:
        text = raw.decode('cp1252', errors='replace')
    return text.replace('\0', '').replace('\r', '')


def copy_files(folder, paths):
    """Their names tell their order, and nothing of where they come from."""
    os.makedirs(folder)
    for number, path in enumerate(paths):
        shutil.copy(path, os.path.join(folder, f'{number:05d}.txt'))


def write_csv(path, mails):
    with open(path, 'w', newline='', encoding='utf-8') as file:
        out = csv.writer(file, lineterminator='\n')
        out.writerow(('label', 'text'))
        out.writerows((label, read_text(mail)) for label, mail in mails)


def main(package, folder, fifth, most=None):
    os.makedirs(folder, exist_ok=True)
    mails = list(find_mails(package))
    random.Random(SEED).shuffle(mails)
    mails = mails[:int(most) if most else None]
    begin, end = (len(mails) * (int(fifth) + k) // 5 for k in (0, 1))
    for name, part in (('test', mails[begin:end]), ('train', mails[:begin] + mails[end:])):
        part.sort(key=lambda mail: mail[0])  # as directories are read
        write_csv(os.path.join(folder, f'{name}.csv'), part)
        for label in ('ham', 'spam'):
            copy_files(os.path.join(folder, name, label), (path for each, path in part if each == label))
        with open(os.path.join(folder, f'{name}-labels'), 'w', encoding='ascii') as file:
            file.writelines(f'{label}\n' for label, _ in part)


if __name__ == '__main__':
    main(*sys.argv[1:])
