"""The bare loop of the benchmarks compiles for every processor that Debian runs on, and counts the same on all that this
machine can be."""
import itertools
import json
import pathlib
import subprocess
import tempfile
import unittest

from tools import ROOT

# With what makes a processor one of them, as /proc/cpuinfo spells it; None: compiled, not run.
PROCESSORS = {'x86-64': set(), 'x86-64-v2': {'sse4_2', 'ssse3'}, 'x86-64-v3': {'avx2', 'bmi2', 'fma'},
              'skylake-avx512': None, 'sapphirerapids': None}


def abilities():
    lines = pathlib.Path('/proc/cpuinfo').read_text().splitlines()
    return set(next((line for line in lines if line.startswith('flags')), '').split())


class BareLoopTest(unittest.TestCase):
    def test_every_processor(self):
        here, counts = abilities(), {}
        with tempfile.TemporaryDirectory() as folder:
            rows = [f'{"ab"[n % 2]},"It\'s row {n}, ""quoted"" Grüße {n % 17} {"long" * (n % 9)}"' for n in range(999)]
            data = pathlib.Path(folder, 'rows.csv')
            data.write_text('label,text\n' + '\n'.join(rows) + '\n')
            for processor, needs in PROCESSORS.items():
                program = pathlib.Path(folder, processor)
                subprocess.run(['g++', '-std=c++20', '-O1', f'-march={processor}', '-pthread', ROOT / 'bench/bare_text.cpp',
                                '-o', program], check=True)
                if needs is not None and needs <= here:
                    facts = json.loads(subprocess.run([program, data, '2'], check=True, capture_output=True).stdout)
                    counts[processor] = {name: fact for name, fact in facts.items() if name != 'seconds'}
        self.assertIn('x86-64', counts)
        for one, other in itertools.combinations(counts, 2):
            self.assertEqual(counts[one], counts[other], f'{one} and {other}')


if __name__ == '__main__':
    unittest.main()
