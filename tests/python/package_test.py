"""The package installed by pip, without a network; and how long its import takes."""
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_pip_installs_it_without_a_network(tmp_path):
    subprocess.run([sys.executable, '-m', 'venv', '--system-site-packages', tmp_path / 'venv'], check=True)
    python = tmp_path / 'venv/bin/python'
    outside = {name: value for name, value in os.environ.items() if name != 'PYTHONPATH'}
    build = pathlib.Path(os.environ['PRIORY']).parent
    subprocess.run([python, '-m', 'pip', 'install', '-q', '--no-index', '--no-build-isolation', ROOT / 'python'], check=True,
                   env=dict(outside, PRIORY_BUILD=str(build)), cwd=tmp_path)
    code = 'import priory, priory.sklearn; print(priory.__file__, priory.__version__)'
    said = subprocess.run([python, '-c', code], check=True, env=outside, cwd=tmp_path, capture_output=True, text=True).stdout
    assert said.startswith(str(tmp_path / 'venv'))
    assert (tmp_path / 'venv/lib/python3.11/site-packages/priory/py.typed').exists()
    assert not list((ROOT / 'python').glob('*.egg-info')) and not (ROOT / 'python/build').exists()


def test_importing_brings_little():
    """What else is imported costs time: how much is measured by bench/estimator_fits.py. numpy is there, scikit-learn and others wait."""
    code = ('import numpy, sys\nbefore = set(sys.modules)\nimport priory\n'
            'print(*sorted({name.split(".")[0] for name in set(sys.modules) - before}))')
    said = subprocess.run([sys.executable, '-c', code], check=True, capture_output=True, text=True).stdout
    assert set(said.split()) <= {'priory'} | set(sys.stdlib_module_names) and len(said.split()) < 8
