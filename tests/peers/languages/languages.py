# SPDX-License-Identifier: Apache-2.0
"""Converted models answer what `predict` answers, to 1e-12, where they are run: C by a compiler, JavaScript by node, SQL by
SQLite, PostgreSQL, MariaDB and DuckDB, ONNX by onnxruntime.

    languages.py PRIORY FOLDER    FOLDER keeps what npm installs; exit code 77 where no judge is there
"""
import csv
import io
import pathlib
import shutil
import subprocess
import sys
import tempfile

import engines
import tables

HERE = pathlib.Path(__file__).parent


def node_modules(folder):
    """A folder with DuckDB and onnxruntime of npm, installed once; None where they cannot be had."""
    modules = pathlib.Path(folder) / 'languages'
    wanted = (HERE / 'package.json').read_text()
    stamp = modules / 'installed.json'
    if not stamp.is_file() or stamp.read_text() != wanted:
        shutil.rmtree(modules, ignore_errors=True)
        modules.mkdir(parents=True)
        shutil.copy(HERE / 'package.json', modules)
        try:
            engines.run('npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', cwd=modules)
        except (subprocess.CalledProcessError, FileNotFoundError):
            return None
        stamp.write_text(wanted)
    return modules


def judges(folder):
    out = {'sqlite': engines.Sqlite()}
    if shutil.which('cc'):
        out['c'] = engines.C()
    if shutil.which('node'):
        out['javascript'] = engines.JavaScript()
        modules = node_modules(folder)
        out['duckdb'] = modules and engines.DuckDb(modules)
        out['onnx'] = modules and engines.Onnx(modules)
    for server in (engines.PostgreSql, engines.MariaDb):
        out[server.dialect] = server() if server.there else None
    return {name: judge for name, judge in out.items() if judge is not None}


def predicted(priory, model, path):
    """The classes of a model, and of each row of a table the class and the probabilities of all classes."""
    lines = list(csv.reader(io.StringIO(engines.run(priory, 'predict', model, path, '--proba'))))
    classes = [name[2:] for name in lines[0][1:]]
    return classes, [(line[0], [float(p) for p in line[1:]]) for line in lines[1:]]


def difference(want, got, classes):
    """The largest difference of two answers, infinite where they name classes that are no tie."""
    if got is None:
        return float('inf')
    chosen = want[1][classes.index(got[0])]
    if got[0] != want[0] and max(want[1]) - chosen > 1e-12:
        return float('inf')
    return max(abs(a - b) for a, b in zip(want[1], got[1], strict=True))


def refused(priory, path, program, dialect):
    """A language that cannot cut the words of a text says so, and writes nothing."""
    made = subprocess.run([priory, 'convert', path, '-o', str(program), *(['--dialect', dialect] if dialect else [])],
                          capture_output=True, text=True)
    assert made.returncode == 2 and "'note' cannot be said" in made.stderr and not program.exists(), made.stderr


def judge_model(priory, folder, model, all_judges):
    """The largest difference of each judge."""
    name, kinds, missing, options = model
    learnt, asked = tables.Table(1, kinds, missing=missing), tables.Table(2, kinds, n_rows=60, missing=missing)
    learnt.write(folder / 'learnt.csv'), asked.write(folder / 'asked.csv')
    path = str(folder / f'{name}.priory')
    engines.run(priory, 'train', str(folder / 'learnt.csv'), '--target', 'class', '-o', path, '--plain', '-q', *options)
    classes, want = predicted(priory, path, str(folder / 'asked.csv'))
    out = {}
    for key, judge in all_judges.items():
        if key not in tables.CUT.get(name, all_judges) and key != 'onnx':
            refused(priory, path, folder / f'{name}_{key}.{judge.ending}', getattr(judge, 'dialect', None))
            continue
        program = folder / f'{name}_{key}.{judge.ending}'
        extra = ['--dialect', judge.dialect, '--keep', 'at'] if judge.ending == 'sql' else []
        engines.run(priory, 'convert', path, '-o', str(program), *extra)
        got = judge.answers(program, asked, classes)
        assert len(got) == len(want), f'{name}, {key}: {len(got)} answers for {len(want)} rows'
        out[key] = max(difference(a, b, classes) for a, b in zip(want, got))
    return out


def wrongly_answered(priory, folder, case, all_judges):
    """The judges that answer a row that has none, or not the other."""
    name, kinds, options, without, answered = case
    tables.Table(1, kinds, missing=tables.WHOLE).write(folder / 'learnt.csv')
    path = str(folder / f'{name}.priory')
    engines.run(priory, 'train', str(folder / 'learnt.csv'), '--target', 'class', '-o', path, '--plain', '-q', *options)
    classes, _ = predicted(priory, path, str(folder / 'learnt.csv'))
    asked, out = tables.Table.of_rows(kinds, [without, answered]), []
    for key, judge in all_judges.items():
        program = folder / f'{name}_{key}.{judge.ending}'
        extra = ['--dialect', judge.dialect, '--keep', 'at'] if judge.ending == 'sql' else []
        engines.run(priory, 'convert', path, '-o', str(program), *extra)
        got = judge.answers(program, asked, classes)
        if got[0] is not None or got[1] is None:
            out.append(key)
    return out


def main():
    priory, keep = sys.argv[1:]
    failed = n = 0
    all_judges = judges(keep)
    print('judges:', ', '.join(all_judges))
    try:
        with tempfile.TemporaryDirectory() as folder:
            for model in tables.MODELS:
                try:
                    worst = judge_model(priory, pathlib.Path(folder), model, all_judges)
                except subprocess.CalledProcessError as error:
                    print(f'FAIL {model[0]}: {error.cmd[:2]}: {error.stderr[-600:]}')
                    failed += 1
                    continue
                for key, value in worst.items():
                    n += 1
                    if not value <= 1e-12:
                        failed += 1
                        print(f'FAIL {model[0]}, {key}: differs by {value}')
            for case in tables.UNANSWERED:
                wrong = wrongly_answered(priory, pathlib.Path(folder), case, all_judges)
                n += len(all_judges)
                failed += len(wrong)
                if wrong:
                    print(f'FAIL {case[0]}: answered by {", ".join(wrong)}, or not where it should be')
    finally:
        for judge in all_judges.values():
            getattr(judge, 'close', lambda: None)()
    print(f'{n} programs judged, {failed} failed')
    return 1 if failed or n == 0 else 0


if __name__ == '__main__':
    sys.exit(main())
