#!/usr/bin/env python3
"""Runs the benchmarks and writes docs/benchmarks.md: what script/bench calls after building.

A benchmark is a module of this folder with a TITLE and measure(setting), which prints what it finds and returns it
as Markdown. To add one, write it and name it in BENCHMARKS.
"""
import argparse
import importlib
import os
import shutil
import tempfile
from typing import NamedTuple

import page

BENCHMARKS = ['hidden_class', 'evaluation', 'validation', 'text', 'text_quality', 'groups', 'exact_products', 'gaussian',
              'categorical', 'sparse', 'numeric_csv', 'parquet', 'network', 'tan', 'online', 'estimators', 'estimator_fits', 'many_machines',
              'partner', 'exports', 'serving', 'accuracy']


class Setting(NamedTuple):
    priory: str     # the program
    compiler: str   # for yardsticks in C++
    folder: str     # a temporary one, for data
    quick: bool     # small data: do the scripts still work?
    rounds: int     # of which the best counts
    threads: tuple  # numbers of threads to measure, the largest last


def is_lacking(benchmark, quick):
    """Whether a command is not there that it compares with. Who only looks whether the scripts work goes on without."""
    missing = [command for command in getattr(benchmark, 'NEEDS', ()) if not shutil.which(command)]
    if missing and not quick:
        raise SystemExit(f'{benchmark.TITLE}: there is no {", ".join(missing)}; script/bench installs it')
    if missing:
        print(f'== {benchmark.TITLE}: left out, there is no {", ".join(missing)}', flush=True)
    return bool(missing)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('names', metavar='NAME', nargs='*', help=f'of {", ".join(BENCHMARKS)}; all when none is given')
    parser.add_argument('--priory', required=True, help='the program')
    parser.add_argument('--compiler', default='g++')
    parser.add_argument('--page', help='the page to write')
    parser.add_argument('--folder', help='where the temporary folder with the data is made')
    parser.add_argument('--rounds', type=int, default=7)
    parser.add_argument('--quick', action='store_true', help='small data, one round, no page')
    chosen = parser.parse_args()
    for name in chosen.names:
        if name not in BENCHMARKS:
            parser.error(f"there is no benchmark '{name}'; there are: {', '.join(BENCHMARKS)}")
    cores = len(os.sched_getaffinity(0))
    sections = {}
    with tempfile.TemporaryDirectory(prefix='priory-bench-', dir=chosen.folder) as folder:
        setting = Setting(os.path.abspath(chosen.priory), chosen.compiler, folder, chosen.quick,
                          1 if chosen.quick else chosen.rounds, (1,) if cores == 1 else (1, cores))
        for name in chosen.names or BENCHMARKS:
            benchmark = importlib.import_module(name)
            if is_lacking(benchmark, chosen.quick):
                continue
            print(f'== {benchmark.TITLE}', flush=True)
            before = page.load()
            text = benchmark.measure(setting)
            sections[name] = page.section(benchmark.TITLE, text, setting.rounds, (before, page.load()))
    if chosen.page and not chosen.quick:
        page.write_sections(chosen.page, sections)


if __name__ == '__main__':
    main()
