# SPDX-License-Identifier: Apache-2.0
"""A PostgreSQL server for tests: in a folder of its own, without the network, ended by its own process id. With
`extension`, the folder of a built extension, it has that one beside its own, and nothing is installed on the machine."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

PROGRAMS = max(pathlib.Path('/usr/lib/postgresql').glob('*/bin'), default=pathlib.Path('/nowhere'))
THERE = (PROGRAMS / 'postgres').exists()


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def as_user(user, path):
    """A server refuses to be root: the words before a command that make it another user, to whom the path goes."""
    if os.geteuid() != 0:
        return []
    shutil.chown(path, user)
    return ['setpriv', f'--reuid={user}', f'--regid={user}', '--clear-groups']


def link_all(source, to):
    to.mkdir(parents=True)
    for each in source.iterdir():
        (to / each.name).symlink_to(each)


def tree_with(extension, root):
    """The programs of the server in a tree where it finds another extension: it looks for its files beside itself."""
    version = PROGRAMS.parent.name
    home, share = root / 'lib/postgresql' / version, root / 'share/postgresql' / version
    link_all(PROGRAMS.parent / 'lib', home / 'lib')
    link_all(pathlib.Path('/usr/share/postgresql') / version, share)
    (share / 'extension').unlink()
    link_all(pathlib.Path('/usr/share/postgresql') / version / 'extension', share / 'extension')
    (home / 'bin').mkdir()
    for name in ('postgres', 'initdb'):
        shutil.copy(PROGRAMS / name, home / 'bin')
    for each in pathlib.Path(extension).iterdir():
        to = (home / 'lib' if each.suffix == '.so' else share / 'extension') / each.name
        to.unlink(missing_ok=True)
        shutil.copy(each, to)
    for each in (root, *root.rglob('*')):
        if not each.is_symlink():
            each.chmod(each.stat().st_mode | 0o555)
    return home / 'bin'


class PostgresServer:
    def __init__(self, extension=None, settings=(), preload=None):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)
        self.process = None
        try:
            programs = tree_with(extension, self.path / 'tree') if extension else PROGRAMS
            self._start(programs, settings, {'LD_PRELOAD': str(preload)} if preload else {})
            self._wait()
        except BaseException:
            self.close()
            raise

    def _start(self, programs, settings, environment):
        user = as_user('postgres', self.path)
        run(*user, str(programs / 'initdb'), '-D', str(self.path / 'data'), '-U', 'tester', '-A', 'trust', '-E', 'UTF8',
            '--locale=C.UTF-8', '--no-sync')
        given = [word for each in settings for word in ('-c', each)]
        with open(self.path / 'log', 'w', encoding='utf-8') as log:
            self.process = subprocess.Popen([*user, str(programs / 'postgres'), '-D', str(self.path / 'data'), '-k', str(self.path),
                                             '-c', 'listen_addresses=', '-F', *given], stdout=subprocess.DEVNULL, stderr=log,
                                            env={**os.environ, **environment})

    def _wait(self):
        for _ in range(150):
            if self.process.poll() is not None:
                raise RuntimeError('postgresql did not start')
            try:
                self.psql('SELECT 1')
                return
            except (subprocess.CalledProcessError, FileNotFoundError):
                time.sleep(0.2)
        raise RuntimeError('postgresql does not answer')

    @property
    def environment(self):
        """For psql and other clients."""
        return {**os.environ, 'PGHOST': str(self.path), 'PGUSER': 'tester', 'PGDATABASE': 'postgres', 'PGPORT': '5432'}

    @property
    def log(self):
        return (self.path / 'log').read_text(encoding='utf-8', errors='replace')

    def psql(self, script, *options):
        """What a script prints: a line a row, cells with | between them."""
        return run(str(PROGRAMS / 'psql'), '-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', *options, input=script,
                   env=self.environment)

    def close(self):
        if self.process:
            self.process.terminate()
            self.process.wait(30)
        self.folder.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
