"""Child processes, timed: how the benchmarks run whatever they compare.

Everything large happens in children, data making too: what a process reports as the peak of its memory includes
that of the process it was started from, so this one has to stay small (and does not import numpy).
"""
import contextlib
import json
import os
import subprocess
import sys
import time
from typing import NamedTuple

FOLDER = os.path.dirname(os.path.abspath(__file__))


class Failed(Exception):
    """A child that did not end well: its exit code and what it said."""

    def __init__(self, command, code, message):
        super().__init__(f'{" ".join(command)}: exit code {code}\n{message}')
        self.code, self.message = code, message


class Run(NamedTuple):
    seconds: float
    cpu: float  # seconds of all threads
    peak: int  # of resident memory, in bytes
    output: str


def run(command, to=None, accept=(0,), **options):
    """Runs a command to its end; its output is kept, or goes to the file `to`, and its messages if it fails, which is
    to end with another code than those accepted."""
    command = [str(word) for word in command]
    with contextlib.ExitStack() as stack:
        streams = {'stdout': stack.enter_context(open(to, 'wb')), 'stderr': subprocess.PIPE} if to else {
            'stdout': subprocess.PIPE, 'stderr': subprocess.STDOUT}
        begin = time.monotonic()
        process = subprocess.Popen(command, text=True, **streams, **options)
        with process.stderr if to else process.stdout as pipe:
            output = pipe.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in accept:
        raise Failed(command, process.returncode, output)
    return Run(time.monotonic() - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, output)


def run_python(script, *arguments, **options):
    """A script of this folder, in the Python that runs this one."""
    return run([sys.executable, '-B', os.path.join(FOLDER, script), *arguments], **options)


class Best:
    """The best of several rounds of one system: the least seconds of every quantity, and the largest memory."""

    def __init__(self):
        self.seconds, self.peak, self.facts = {}, 0, {}

    def add(self, peak, seconds, **facts):
        for name, value in seconds.items():
            self.seconds[name] = min(value, self.seconds.get(name, value))
        self.peak = max(self.peak, peak)
        self.facts = facts

    def merge(self, other):
        self.add(other.peak, other.seconds, **other.facts)

    def add_run(self, run_of_child):
        """The whole of a child, its start too: seconds 'run' and 'cpu_run'."""
        self.add(run_of_child.peak, {'run': run_of_child.seconds, 'cpu_run': run_of_child.cpu})

    def add_json(self, run_of_child):
        """Of a child whose last line is JSON: {"seconds": {name: seconds}, other facts}."""
        facts = json.loads(run_of_child.output.splitlines()[-1])
        self.add(run_of_child.peak, facts.pop('seconds'), **facts)


def take_turns(systems, rounds):
    """systems: name -> function(best); returns name -> Best. A system may have fewer rounds: rounds is a function of
    the name, or a number."""
    out = {name: Best() for name in systems}
    of = rounds if callable(rounds) else lambda name: rounds
    for round_number in range(max(of(name) for name in systems)):
        for name, measure in systems.items():
            if round_number < of(name):
                measure(out[name])
    return out
