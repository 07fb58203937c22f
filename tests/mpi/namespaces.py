"""Three machines that are network namespaces: the model is that of one process, and what was sent went over the wire.

A script in the place of ssh starts the far ends, so that no server is needed. Skipped where namespaces cannot be made."""
import os
import stat
import subprocess
import sys

import running

SKIPPED = 77
NET = '10.99.213'  # private addresses; they exist in the namespaces only
HOSTS = 3
PORT = 5013


def ip(*words):
    return subprocess.run(['ip', *words], capture_output=True, text=True, check=True).stdout


class Network:
    """A bridge in a namespace of its own, and a namespace for each host with one leg on it."""

    def __init__(self):
        self.prefix = f'priory{os.getpid()}'
        self.names = [f'{self.prefix}-{k}' for k in range(HOSTS + 1)]

    def __enter__(self):
        middle = self.names[0]
        for name in self.names:
            ip('netns', 'add', name)
            ip('-n', name, 'link', 'set', 'lo', 'up')
        ip('-n', middle, 'link', 'add', 'bridge', 'type', 'bridge')
        ip('-n', middle, 'link', 'set', 'bridge', 'up')
        for k, name in enumerate(self.names[1:], 1):
            ip('-n', middle, 'link', 'add', f'leg{k}', 'type', 'veth', 'peer', 'name', 'wire', 'netns', name)
            ip('-n', middle, 'link', 'set', f'leg{k}', 'master', 'bridge', 'up')
            ip('-n', name, 'address', 'add', f'{NET}.{k}/24', 'dev', 'wire')
            ip('-n', name, 'link', 'set', 'wire', 'up')
        return self

    def __exit__(self, *_):
        for name in self.names:
            subprocess.run(['ip', 'netns', 'delete', name], capture_output=True, check=False)

    def check(self):
        """A CalledProcessError if the hosts do not reach each other: then this machine has no such networks."""
        listen = f'import socket; s = socket.create_server(("{NET}.2", {PORT})); s.settimeout(20); s.accept()'
        call = f'import socket, time\nfor _ in range(50):\n  try: socket.create_connection(("{NET}.2", {PORT}), 1); break\n' \
               '  except OSError: time.sleep(0.1)\nelse: raise SystemExit(1)'
        with subprocess.Popen(['ip', 'netns', 'exec', self.names[2], sys.executable, '-c', listen]):
            subprocess.run(['ip', 'netns', 'exec', self.names[1], sys.executable, '-c', call], check=True)

    def sent(self, k):
        """Bytes that host k has sent."""
        lines = ip('-s', '-n', self.names[k], 'link', 'show', 'wire').splitlines()
        after = next(i for i, line in enumerate(lines) if line.strip().startswith('TX:'))
        return int(lines[after + 1].split()[0])


def write_agent(runner, network):
    """What mpirun calls instead of ssh: with an address and a command. Hosts that shared a folder for what they write at
    the start would meet in it: each has its own, as on machines apart."""
    path = runner.path('agent')
    for k in range(1, HOSTS + 1):
        os.mkdir(runner.path(f'tmp{k}'))
    with open(path, 'w', encoding='ascii') as file:
        file.write(f'#!/bin/sh\nhost=${{1##*.}}; shift; export TMPDIR="{runner.folder.name}/tmp$host"\n'
                   f'exec ip netns exec {network.prefix}-$host sh -c "$*"\n')
    os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
    return path


def main():
    runner = running.Runner()
    running.write_table(runner.path('t.csv'), 20000, 1)
    train = ['train', '--plain', 't.csv', '--target', 'y', '--text', 'text', '-o']
    runner.alone(*train, 'a.priory')
    try:
        with Network() as network:
            network.check()
            settings = {'plm': 'rsh', 'plm_rsh_agent': write_agent(runner, network), 'btl': 'tcp,self',
                        'btl_tcp_if_include': f'{NET}.0/24', 'oob_tcp_if_include': f'{NET}.0/24',
                        'rtc_hwloc_vmhole': 'none'}
            options = [word for name, value in settings.items() for word in ('--mca', name, value)]
            hosts = ','.join(f'{NET}.{k}:1' for k in range(1, HOSTS + 1))
            done = subprocess.run(
                ['ip', 'netns', 'exec', network.names[1], runner.programs.mpirun, *options, '--host', hosts, '-n',
                 str(HOSTS), '--wdir', runner.folder.name, runner.programs.priory, *train, 'b.priory'],
                cwd=runner.folder.name, env=running.ENVIRONMENT, capture_output=True, timeout=running.SECONDS,
                check=False)
            if done.returncode != 0:
                runner.complain(done.stderr.decode())
            for k in range(1, HOSTS + 1):
                if network.sent(k) < 1000:
                    runner.complain(f'host {k} has sent {network.sent(k)} bytes')
    except (OSError, subprocess.CalledProcessError) as error:
        print('skipped: no network namespaces here:', error)
        sys.exit(SKIPPED)
    if runner.read('a.priory') is None or runner.read('a.priory') != runner.read('b.priory'):
        runner.complain('the model of three machines is another')
    runner.end()


main()
