# SPDX-License-Identifier: Apache-2.0
"""Installs DuckDB of npm once, and prints where libduckdb.so is.

    duckdb_of_npm.py FOLDER    FOLDER keeps what npm installs; exit code 77 where it cannot be had
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'peers/languages'))
import engines  # noqa: E402
import languages  # noqa: E402

LIBRARY = 'node_modules/@duckdb/node-bindings-linux-x64/libduckdb.so'


def duckdb(folder):
    """DuckDB, installed into `folder` once; None where it cannot be had."""
    modules = languages.node_modules(folder)
    return modules and engines.DuckDb(modules)


def library_of(engine):
    return engine.modules / LIBRARY


if __name__ == '__main__':
    found = duckdb(sys.argv[1])
    if found is None:
        sys.exit(77)
    print(library_of(found))
