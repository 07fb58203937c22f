#!/usr/bin/env python3
"""Types half a command and Tab into a shell, and looks at what becomes of it.

    tests/shells/completion.py --priory build/release/priory bash|zsh|fish

bash and zsh run on a terminal of their own: what Tab made of the line is shown by a function put before it. fish tells
what it would offer (`complete -C`). Ends with 77, skipped, without the shell.
"""
import argparse
import os
import pathlib
import pty
import select
import shutil
import subprocess
import sys
import tempfile
import time

MAIL = 'label,known,links,the body\nspam,no,4,win a prize\nspam,no,2,free tickets\nham,yes,0,the meeting\nham,yes,1,slides\n'

# What is typed, and the words it has become after Tab.
UNIQUE = [
    ('priory insp', ['priory', 'inspect']),
    ('priory train mail.csv --class-p', ['priory', 'train', 'mail.csv', '--class-prior']),
    ('priory train ma', ['priory', 'train', 'mail.csv']),
    ('priory train mail.csv --target lab', ['priory', 'train', 'mail.csv', '--target', 'label']),
    ('priory train mail.csv --target=lab', ['priory', 'train', 'mail.csv', '--target=label']),
    ('priory train mail.csv --text the', ['priory', 'train', 'mail.csv', '--text', 'the body']),
    ('priory train mail.csv --ignore known,li', ['priory', 'train', 'mail.csv', '--ignore', 'known,links']),
    ('priory train mail.csv --types links=gau', ['priory', 'train', 'mail.csv', '--types', 'links=gaussian']),
    ('priory train mail.csv --family nega', ['priory', 'train', 'mail.csv', '--family', 'negative-binomial']),
    ('priory inspect model.priory --class sp', ['priory', 'inspect', 'model.priory', '--class', 'spam']),
    ('priory predict model.priory mail.csv --positive h',
     ['priory', 'predict', 'model.priory', 'mail.csv', '--positive', 'ham']),
    ('priory predict model.priory new.csv --on-bad-row m',
     ['priory', 'predict', 'model.priory', 'new.csv', '--on-bad-row', 'mark']),
    ('priory predict model.priory --keep kn', ['priory', 'predict', 'model.priory', '--keep', 'known']),
]
SETUP = {
    'bash': ['bash', '--norc', '--noprofile', '-i'],
    'zsh': ['zsh', '-f', '-i'],
}
START = {
    'bash': "PS1='> '; bind 'set bell-style none'; eval \"$(priory completion bash)\"",
    'zsh': "PS1='> '; unsetopt beep; autoload -Uz compinit; compinit -u -D; eval \"$(priory completion zsh)\"",
}
SHOW = "show() { printf '<'; printf '%s|' \"$@\"; printf '>\\n'; }"


class Terminal:
    """A shell on a terminal; `until` reads what it shows up to a mark."""

    def __init__(self, command, folder, environment):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, environment)

    def send(self, text):
        os.write(self.fd, text.encode())

    def until(self, mark, seconds=20):
        shown, end = b'', time.monotonic() + seconds
        while mark.encode() not in shown:
            ready, _, _ = select.select([self.fd], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise TimeoutError(f'no {mark!r} in {shown.decode(errors="replace")!r}')
            shown += os.read(self.fd, 65536)
        return shown.decode(errors='replace')

    def close(self):
        self.send('\x03exit\r')
        os.close(self.fd)
        os.waitpid(self.pid, 0)


def words_after_tab(terminal, typed):
    terminal.send(typed + '\t')
    time.sleep(0.4)  # the program answers in milliseconds; then the line is as Tab made it
    terminal.send('\x01show \r')
    shown = terminal.until('|>')
    return shown[shown.rindex('<') + 1:shown.rindex('|>')].split('|')


def in_terminal(shell, folder, environment):
    terminal = Terminal(SETUP[shell], folder, environment)
    terminal.send(SHOW + '; ' + START[shell] + "; echo rea''dy\r")
    terminal.until('ready')
    for typed, wanted in UNIQUE:
        yield typed, wanted, words_after_tab(terminal, typed)
    terminal.close()


def in_fish(folder, environment):
    program = "priory completion fish | source; complete -C (cat line)"
    for typed, wanted in UNIQUE:
        (folder / 'line').write_text(typed)
        shown = subprocess.run(['fish', '--no-config', '-c', program], cwd=folder, env=environment, check=True,
                               capture_output=True, text=True, timeout=20).stdout
        offered = [line.split('\t')[0] for line in shown.splitlines()]
        yield typed, wanted[-1:], offered


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--priory', required=True)
    parser.add_argument('shell', choices=['bash', 'zsh', 'fish'])
    chosen = parser.parse_args()
    if not shutil.which(chosen.shell):
        print(f'skipped: there is no {chosen.shell} here')
        return 77
    failed = 0
    with tempfile.TemporaryDirectory(prefix='priory-shells-') as space:
        folder = pathlib.Path(space)
        (folder / 'bin').mkdir()
        (folder / 'bin' / 'priory').symlink_to(pathlib.Path(chosen.priory).resolve())
        environment = {'PATH': f'{folder}/bin:{os.environ["PATH"]}', 'HOME': space, 'TERM': 'dumb', 'LC_ALL': 'C.UTF-8',
                       'COLUMNS': '200', 'LINES': '50'}
        (folder / 'mail.csv').write_text(MAIL)
        subprocess.run([f'{folder}/bin/priory', 'train', 'mail.csv', '--target', 'label', '-o', 'model.priory', '-q'],
                       cwd=folder, check=True)
        tried = in_fish(folder, environment) if chosen.shell == 'fish' else in_terminal(chosen.shell, folder, environment)
        for typed, wanted, got in tried:
            if got != wanted:
                failed += 1
                print(f'{typed!r} became {got}, not {wanted}')
    print(f'{len(UNIQUE) - failed} of {len(UNIQUE)} lines completed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
