# SPDX-License-Identifier: Apache-2.0
"""The command line beside the package: what both do has to be the same."""
import os

SEARCHING = {'--search', '--tune', '--pool', '--plan'}


def as_here(arguments):
    """The program and its arguments; train and cv are plain there unless told otherwise, as they are here."""
    texts = [str(each) for each in arguments]
    auto = any(pair == ('--structure', 'auto') for pair in zip(texts, texts[1:]))
    would = texts[0] in ('train', 'cv', 'plan') and not auto and not {*SEARCHING, '--plain'} & set(texts)
    return [os.environ['PRIORY'], texts[0], *(['--plain'] if would else []), *texts[1:]]
