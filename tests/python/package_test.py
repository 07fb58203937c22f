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


def test_importing_takes_no_time(tmp_path):
    """20 ms over numpy's, of the processor; one import of twenty at most, as others use the machine too. Compiled, as pip leaves it."""
    code = 'import numpy, time; begin = time.process_time()\nimport priory\nprint(time.process_time() - begin)'
    where = {name: value for name, value in os.environ.items() if name != 'PYTHONDONTWRITEBYTECODE'} | {'PYTHONPYCACHEPREFIX': str(tmp_path)}

    def seconds():
        return float(subprocess.run([sys.executable, '-c', code], check=True, capture_output=True, text=True, env=where).stdout)

    assert any(seconds() < 0.02 for _ in range(20))
