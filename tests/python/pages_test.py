"""The examples of the pages about Python, and of the docstrings, do what they show."""
import doctest
import importlib
import pathlib
import re

import pytest

import priory

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = {'docs/python.md': 35, 'docs/from-scikit-learn.md': 10, 'README.md': 3}  # each with how many examples it has at least
MODULES = ['priory', 'priory.dask', 'priory.joint', 'priory.plans', 'priory.training', 'priory.sklearn._counts', 'priory.sklearn._hidden', 'priory.sklearn._tabular']
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize('page', PAGES)
def test_a_page(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (ROOT / page).read_text()
    blocks = re.findall(r'^```(\w*)\n(.*?)^```$', text, re.M | re.S)
    assert page == 'README.md' or {language for language, _ in blocks} <= {'python', 'sh'}
    source = '\n'.join(block for language, block in blocks if language == 'python')
    test = doctest.DocTestParser().get_doctest(source, {}, page, page, 0)
    assert len(test.examples) >= PAGES[page]
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    assert runner.run(test).failed == 0


@pytest.mark.parametrize('name', MODULES)
def test_docstrings(name):
    found = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
    assert found.attempted > 0 and found.failed == 0


def test_all_that_is_public_is_documented():
    for name in priory.__all__:
        assert name == '__version__' or getattr(priory, name).__doc__, name
