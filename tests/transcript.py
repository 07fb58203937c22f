"""Commands and what they print, as tests/cli and tests/docs write them down: matching and running.

A line `...` in an expectation stands for any number of lines, `...` within a line for any characters.
Every command runs in a shell of its own, with `priory` found first and the same small environment everywhere.
"""
import difflib
import fcntl
import os
import pathlib
import pty
import re
import struct
import subprocess
import tempfile
import termios

COLUMNS = 80
TIME_LIMIT = 120  # seconds, for one command


def lines_of(text):
    """The lines of an output, without the empty ones at its end."""
    return text.rstrip('\n').split('\n') if text.strip('\n') else []


def matches(expected, actual):
    """Whether the lines `actual` are what the lines `expected` describe."""
    parts = [r'(?:[^\n]*\n)*?' if line == '...' else line_pattern(line) + r'\n' for line in expected]
    return re.fullmatch(''.join(parts), ''.join(line + '\n' for line in actual)) is not None


def line_pattern(line):
    return r'[^\n]*?'.join(re.escape(part) for part in line.split('...'))


def difference(what, expected, actual):
    """The lines that explain why two outputs do not match."""
    shown = difflib.unified_diff(expected, actual, f'expected {what}', f'actual {what}', lineterm='')
    return ['    ' + line for line in shown]


class Shell:
    """Runs commands in an empty folder of its own. Use with `with`: the folder goes away at the end."""

    def __init__(self, priory):
        self._space = tempfile.TemporaryDirectory(prefix='priory-test-')
        base = pathlib.Path(self._space.name)
        self.folder = base / 'here'
        for folder in (self.folder, base / 'bin', base / 'home'):
            folder.mkdir()
        (base / 'bin' / 'priory').symlink_to(pathlib.Path(priory).resolve())
        passed = {key: value for key, value in os.environ.items()
                  if key.endswith('SAN_OPTIONS') or key.startswith(('OMPI_', 'PG', 'PRIORY_DUCKDB'))}
        self._environment = {
            **passed, 'PATH': f'{base}/bin:' + os.environ.get('PATH', os.defpath), 'HOME': f'{base}/home',
            'LC_ALL': 'C.UTF-8', 'TZ': 'UTC', 'TERM': 'dumb', 'NO_COLOR': '1', 'COLUMNS': str(COLUMNS)}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._space.cleanup()

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode('utf-8', 'surrogateescape'))

    def run(self, command):
        """Exit code, stdout and stderr of a command whose output is read by a program."""
        try:
            done = subprocess.run(self._shell(command), cwd=self.folder, env=self._environment,
                                  stdin=subprocess.DEVNULL, capture_output=True, timeout=TIME_LIMIT)
        except subprocess.TimeoutExpired:
            return -1, '', f'stopped after {TIME_LIMIT} seconds'
        return done.returncode, decoded(done.stdout), decoded(done.stderr)

    def run_on_terminal(self, command):
        """Exit code and output, stdout and stderr together, of a command that writes to a terminal."""
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack('HHHH', 24, COLUMNS, 0, 0))
        limited = ['timeout', '-k', '5', str(TIME_LIMIT), *self._shell(command)]
        process = subprocess.Popen(limited, cwd=self.folder, env=self._environment, stdin=subprocess.DEVNULL,
                                   stdout=theirs, stderr=theirs, start_new_session=True)
        os.close(theirs)
        output = b''.join(iter(lambda: read_terminal(ours), b''))
        os.close(ours)
        return process.wait(), decoded(output).replace('\r\n', '\n')

    @staticmethod
    def _shell(command):
        return ['bash', '-c', command]


def read_terminal(descriptor):
    try:
        return os.read(descriptor, 65536)
    except OSError:  # how Linux says that the last writer has closed a terminal
        return b''


def decoded(output):
    return output.decode('utf-8', 'backslashreplace')
