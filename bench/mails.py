"""The 6,046 mails of the SpamAssassin public corpus (2002), as packed for npm: mails.py PACKAGE FOLDER [MOST]

A fifth, chosen by chance from a fixed seed, is held out. Writes train.csv and test.csv (label,text: the whole mail,
headers too, as UTF-8; what is not that is read as Windows-1252), for programs that read mail files train-spam,
train-ham and test, lists of paths, and test-labels. With MOST, no more mails than that.
"""
import csv
import os
import random
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


def write_lines(path, lines):
    with open(path, 'w', encoding='utf-8') as file:
        file.writelines(f'{line}\n' for line in lines)


def write_csv(path, mails):
    with open(path, 'w', newline='', encoding='utf-8') as file:
        out = csv.writer(file, lineterminator='\n')
        out.writerow(('label', 'text'))
        out.writerows((label, read_text(mail)) for label, mail in mails)


def main(package, folder, most=None):
    os.makedirs(folder, exist_ok=True)
    mails = list(find_mails(package))
    random.Random(SEED).shuffle(mails)
    mails = mails[:int(most) if most else None]
    test, train = mails[:len(mails) // 5], mails[len(mails) // 5:]
    for name, part in (('train', train), ('test', test)):
        write_csv(os.path.join(folder, f'{name}.csv'), part)
    for label in ('spam', 'ham'):
        write_lines(os.path.join(folder, f'train-{label}'), (path for each, path in train if each == label))
    write_lines(os.path.join(folder, 'test'), (path for _, path in test))
    write_lines(os.path.join(folder, 'test-labels'), (label for label, _ in test))


if __name__ == '__main__':
    main(*sys.argv[1:])
