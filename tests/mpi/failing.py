"""What goes wrong on one rank ends the job with one message, a code that is not zero, and the old model as it was."""
import os
import signal
import stat
import subprocess
import time

import running

ROWS = 45000
TRAIN = ['--target', 'y', '--text', 'text', '-o', 'm.priory']


def messages(done):
    return [line for line in done.stderr.decode().splitlines() if line.startswith('priory:')]


class Checks(running.Runner):
    """The cases; each leaves m.priory as it was."""

    def __init__(self):
        super().__init__()
        running.write_table(self.path('t.csv'), ROWS, 1)
        self.alone('train', '--plain', 't.csv', *TRAIN)
        self.model = self.read('m.priory')
        if not self.model:
            self.complain('no model to begin with')

    def expect(self, name, done, code, text):
        """One message that holds `text`, the exit code, the model as it was."""
        said = messages(done)
        if len(said) != 1 or text not in said[0]:
            self.complain(f'{name}: {said}, not one message with {text!r}\n{done.stderr.decode()}')
        if done.returncode != code:
            self.complain(f'{name}: code {done.returncode}, not {code}')
        self.expect_model(name)

    def expect_model(self, name):
        if self.read('m.priory') != self.model:
            self.complain(f'{name}: the model has changed')
        left = [each for each in os.listdir(self.folder.name) if each.startswith('m.priory.')]
        if left:
            self.complain(f'{name}: {left} were left behind')
        print(name)

    def bad_row(self):
        """The row stands in the share of the last rank; its line is that of an editor."""
        with open(self.path('bad.csv'), 'wb') as file:
            file.write(self.read('t.csv') + b'one,cell too few\r\n')
        lines = self.read('t.csv').replace(b'\r\n', b'\n').count(b'\n')
        self.expect('bad row', self.ranks(4, 'train', '--plain', 'bad.csv', *TRAIN), 3, f'bad.csv:{lines + 1}')

    def no_such_file(self):
        self.expect('no file', self.ranks(3, 'train', '--plain', 'none.csv', *TRAIN), 5, 'none.csv')

    def other_files(self):
        """Each rank in a folder of its own, one of which holds another file."""
        for rank, size in enumerate([400, 400, 300]):
            os.makedirs(self.path(f'at{rank}'))
            running.write_table(self.path(f'at{rank}/v.csv'), size, 3)
        script = self.path('there')
        with open(script, 'w', encoding='ascii') as file:
            file.write('#!/bin/sh\ncd at$OMPI_COMM_WORLD_RANK && exec "$@"\n')
        os.chmod(script, os.stat(script).st_mode | stat.S_IXUSR)
        done = self.ranks(3, 'train', '--plain', 'v.csv', '--target', 'y', '-o', '../m.priory', before=[script])
        self.expect('other files', done, 3, 'rank 2 sees v.csv')

    def nowhere_to_write(self):
        done = self.ranks(2, 'train', '--plain', 't.csv', '--target', 'y', '--text', 'text', '-o', 'no/folder/m.priory')
        self.expect('nowhere to write', done, 5, 'no/folder')

    def full_disk(self):
        done = self.ranks(2, 'train', '--plain', 't.csv', '--target', 'y', '--text', 'text', '-o', '/dev/full')
        self.expect('full disk', done, 5, 'No space left on device')

    def not_a_verb_for_ranks(self):
        self.expect('inspect', self.ranks(2, 'inspect', 'm.priory'), 2, 'inspect is not done by several ranks')

    def a_pipe(self):
        self.expect('a pipe', self.ranks(2, 'train', '--plain', '-', *TRAIN), 2, 'standard input')

    def killed_rank(self):
        """One rank is killed, in each of several moments of a training that takes long enough for it."""
        killed = 0
        for delay in (0.3, 0.5, 0.8, 1.2):
            job = self.start(3, 'cluster', 't.csv', '-k', '4', '--text', 'text', '--ignore', 'y', '--max-iterations',
                             '1000', '--tolerance', '0', '-o', 'm.priory')
            time.sleep(delay)
            victims = self.children(job.pid)
            if len(victims) == 3:
                os.kill(victims[1], signal.SIGKILL)
                killed += 1
            try:
                job.communicate(timeout=running.SECONDS if len(victims) == 3 else 0.1)
            except subprocess.TimeoutExpired:
                os.killpg(job.pid, signal.SIGKILL)
                job.communicate()
            if job.returncode == 0:
                self.complain('killed rank: the job ended well')
            self.expect_model(f'killed rank after {delay} s')
        if killed == 0:
            self.complain('killed rank: there was never one to kill')

    @staticmethod
    def children(pid):
        """The ranks that a process has started."""
        found = []
        for name in filter(str.isdigit, os.listdir('/proc')):
            try:
                with open(f'/proc/{name}/stat', encoding='ascii', errors='replace') as file:
                    text = file.read()
            except OSError:  # it has ended
                continue
            command, rest = text[text.index('(') + 1:text.rindex(')')], text[text.rindex(')') + 2:].split()
            if command == 'priory' and int(rest[1]) == pid:
                found.append(int(name))
        return sorted(found)


def main():
    checks = Checks()
    checks.bad_row()
    checks.no_such_file()
    checks.other_files()
    checks.nowhere_to_write()
    checks.full_disk()
    checks.not_a_verb_for_ranks()
    checks.a_pipe()
    checks.killed_rank()
    checks.end()


main()
