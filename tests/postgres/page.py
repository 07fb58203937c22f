# SPDX-License-Identifier: Apache-2.0
"""Runs a page of the documentation with a server beside it that has the extension.

    page.py --extension FOLDER RUN.PY ARGUMENT...
"""
import argparse
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import postgres_server  # noqa: E402

parser = argparse.ArgumentParser()
parser.add_argument('--extension', required=True)
parser.add_argument('command', nargs=argparse.REMAINDER)
given = parser.parse_args()
if not postgres_server.THERE:
    print('there is no PostgreSQL here')
    sys.exit(77)
with postgres_server.PostgresServer(given.extension) as server:
    environment = server.environment
    environment['PATH'] = f'{postgres_server.PROGRAMS}:{environment["PATH"]}'
    sys.exit(subprocess.run([sys.executable, '-B', *given.command], env=environment, check=False).returncode)
