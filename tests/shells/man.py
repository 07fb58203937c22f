#!/usr/bin/env python3
"""Has mandoc read every man page that the program makes: it has nothing to say of any, and finds what help says.

    tests/shells/man.py --priory build/release/priory
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, encoding='utf-8').stdout


def plain(text):
    """Text as the pages and the help both have it: without hyphenation and layout."""
    return re.sub(r'\s+', ' ', text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--priory', required=True)
    priory = parser.parse_args().priory
    if not shutil.which('mandoc'):
        print('skipped: there is no mandoc here')
        return 77
    failed = 0
    with tempfile.TemporaryDirectory(prefix='priory-man-') as folder:
        output_of(priory, 'manual', '--man', '--into', folder)
        pages = sorted(pathlib.Path(folder).glob('*.1'))
        verbs = re.findall(r'^  ([a-z]+) ', output_of(priory, '--help').split('Verbs:')[1], re.M)
        wanted = ['priory.1', *sorted(f'priory-{verb}.1' for verb in verbs)]
        if sorted(wanted) != [page.name for page in pages]:
            failed += 1
            print('pages', [page.name for page in pages], 'wanted', wanted)
        lint = subprocess.run(['mandoc', '-T', 'lint', *pages], capture_output=True, text=True)
        print(lint.stdout + lint.stderr, end='')
        failed += lint.returncode != 0 or bool(lint.stdout + lint.stderr)
        for verb in verbs:
            shown = plain(output_of('mandoc', '-T', 'utf8', '-O', 'width=1000', pathlib.Path(folder) / f'priory-{verb}.1'))
            shown = re.sub('.\b', '', shown)
            for flag in re.findall(r'^  (?:-\w, )?(--[a-z0-9-]+)', output_of(priory, verb, '--help'), re.M):
                if flag not in shown:
                    failed += 1
                    print(f'priory-{verb}(1) lacks {flag}')
        print(f'{len(pages)} pages, {failed} complaints')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
