"""Models in other languages: how large each is, and the CPU time of a row."""
import json
import os
import shutil

from page import Ratios, table
from timing import FOLDER, run, run_python

TITLE = 'Models in other languages'
ABOUT = """A model of two columns of categories, three of numbers and three classes with a temperature, by `convert`, and of the same
rows in memory the CPU time of one (of `predict` from a CSV file to a CSV file). One thread each. DuckDB and onnxruntime come from npm."""
ENDINGS = {'c': [], 'mjs': [], 'sqlite.sql': ['--dialect', 'sqlite'], 'duckdb.sql': ['--dialect', 'duckdb'], 'onnx': []}
MODULES = ['@duckdb/node-api@1.5.6-r.1', 'onnxruntime-node@1.20.1']


def modules(setting):
    """The folder with the modules of npm; None where they cannot be had. Quick runs go without."""
    folder = os.path.join(os.path.dirname(os.path.dirname(setting.priory)), 'bench-data', 'languages')
    if setting.quick or not shutil.which('npm'):
        return None
    if not os.path.isdir(os.path.join(folder, 'node_modules', 'onnxruntime-node')):
        os.makedirs(folder, exist_ok=True)
        run(['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder, *MODULES], cwd=folder)
    return folder


def systems(setting, folder):
    """What can run here: the command of each, which prints the CPU seconds of all rows."""
    out = {'C': ('c', ['python'])}
    if shutil.which('node'):
        out['JavaScript'] = ('mjs', ['node'])
    out['SQLite'] = ('sqlite.sql', ['python'])
    found = modules(setting)
    if found:
        out['DuckDB'] = ('duckdb.sql', ['node', found])
        out['onnxruntime'] = ('onnx', ['node', found])
    return out


def seconds_of(name, ending, how, folder):
    model = os.path.join(folder, f'model.{ending}')
    if how[0] == 'python':
        return float(run_python('language_runs.py', name, model, folder).output)
    return float(run(['node', os.path.join(FOLDER, 'language_runs.mjs'), name, model, folder], cwd=how[1] if len(how) > 1 else folder).output)


def measure(setting):
    folder, n = os.path.join(setting.folder, 'languages'), 2_000 if setting.quick else 200_000
    os.makedirs(folder)
    run_python('language_runs.py', 'make', folder, n)
    model, rows = os.path.join(folder, 'model.priory'), os.path.join(folder, 'rows.csv')
    run([setting.priory, 'train', rows, '--target', 'y', '--plain', '--calibrate', 'temperature', '-q', '-o', model])
    for ending, options in ENDINGS.items():
        run([setting.priory, 'convert', model, '-o', os.path.join(folder, f'model.{ending}'), *options])
    predict = min(run([setting.priory, 'predict', model, rows, '--proba', '--threads', '1'], to=os.path.join(folder, 'out.csv')).cpu
                  for _ in range(setting.rounds))
    lines = [('`predict`, CSV to CSV', f'{os.path.getsize(model) / 1e3:.1f}', f'{predict / n * 1e6:.2f}', '1')]
    for name, (ending, how) in systems(setting, folder).items():
        best = min(seconds_of(name, ending, how, folder) for _ in range(setting.rounds))
        size = os.path.getsize(os.path.join(folder, f'model.{ending}'))
        lines.append((name, f'{size / 1e3:.1f}', f'{best / n * 1e6:.2f}', f'{best / predict:.2f}'))
    text = '\n'.join([ABOUT, '', table(('', 'KB', 'microseconds a row', 'of `predict`'), lines)])
    print(text)
    return text
