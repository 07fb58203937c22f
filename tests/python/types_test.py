"""The type stubs: as the modules are, and of use to callers."""
import importlib
import inspect
import pathlib
import subprocess
import sys

import pytest

import priory

CALLS = '''import priory
model = priory.train({'a': [1, 2], 'y': ['p', 'q']}, target='y')
reveal_type(model.predict_proba({'a': [1]}))
reveal_type(model.cross_validate('rows.csv').folds[0].n_rows)
reveal_type(priory.cluster('rows.csv', (2, 4)).model.classes)
reveal_type(model.explain('rows.csv')[0].reasons[0].log_p)
from priory.sklearn import GaussianNB, TextClassifier
reveal_type(GaussianNB(var_smoothing=1e-6).partial_fit([[1.0]], [0]).theta_)
reveal_type(TextClassifier(ngrams=(1, 2)).fit(['a'], ['b']))
'''
REVEALED = ['numpy.ndarray[Any, numpy.dtype[numpy.floating[numpy._typing._64Bit]]]', 'builtins.int', 'builtins.tuple[builtins.str, ...]',
            'builtins.tuple[builtins.float, ...]', 'numpy.ndarray[Any, numpy.dtype[numpy.floating[numpy._typing._64Bit]]]',
            'priory.sklearn.TextClassifier']


def mypy(tmp_path, *arguments):
    return subprocess.run([sys.executable, '-m', 'mypy', '--cache-dir', tmp_path / 'cache', '--no-error-summary', *arguments],
                          capture_output=True, text=True, cwd=tmp_path)


def test_mypy_accepts_the_stubs_and_types_calls(tmp_path, monkeypatch):
    monkeypatch.setenv('MYPYPATH', str(pathlib.Path(priory.__file__).parents[1]))
    (tmp_path / 'calls.py').write_text(CALLS)
    stubs = [str(each) for each in pathlib.Path(priory.__file__).parent.glob('*.pyi')]
    said = mypy(tmp_path, '--strict', 'calls.py')
    assert said.returncode == 0, said.stdout + said.stderr
    revealed = [line.split('"')[1] for line in said.stdout.splitlines() if 'Revealed type' in line]
    assert revealed == REVEALED
    assert stubs
    (tmp_path / 'calls.py').write_text("import priory, priory.sklearn\npriory.train('rows.csv').predict_probs('rows.csv')\npriory.load(3)\n"
                                       "priory.sklearn.MultinomialNB(alhpa=1)\n")
    said = mypy(tmp_path, '--strict', 'calls.py')
    assert said.stdout.count('error:') == 3


@pytest.mark.parametrize('name', ['model', 'joint', 'results', 'plans', 'training', 'dask'])
def test_stubs_have_every_public_name_and_parameter(name):
    import ast
    module = importlib.import_module(f'priory.{name}')
    tree = ast.parse(pathlib.Path(module.__file__).with_suffix('.pyi').read_text())
    found = {node.name: node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    for each, value in vars(module).items():
        if each.startswith('_') or getattr(value, '__module__', None) != module.__name__:
            continue
        compare(found[each], value)


def compare(node, value):
    if inspect.isfunction(value):
        arguments = node.args
        names = [a.arg for a in [*arguments.posonlyargs, *arguments.args, arguments.vararg, *arguments.kwonlyargs, arguments.kwarg] if a]
        assert names == list(inspect.signature(value).parameters), node.name
        return
    inner = {each.name: each for each in node.body if hasattr(each, 'name')}
    for name, member in vars(value).items():
        if name.startswith('_') or issubclass(value, tuple) and not inspect.isfunction(member):
            continue
        assert name in inner, f'{node.name}.{name}'
        if inspect.isfunction(member):
            compare(inner[name], member)


def test_stubs_of_the_estimators():
    import ast
    import priory.sklearn as ours
    tree = ast.parse(pathlib.Path(ours.__file__).with_suffix('.pyi').read_text())
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}

    def members(name):
        if name not in classes:
            return {}
        inherited = {each: node for base in classes[name].bases for each, node in members(base.id).items()}
        return inherited | {each.name: each for each in classes[name].body if hasattr(each, 'name')}

    for name in ours.__all__:
        kind, found = getattr(ours, name), members(name)
        compare(found['__init__'], kind.__init__)
        for each in dir(kind):
            value = inspect.getattr_static(kind, each)
            if each.startswith('_') or not getattr(value, '__module__', getattr(getattr(value, 'fget', None), '__module__', '')).startswith('priory'):
                continue
            assert each in found, f'{name}.{each}'
            if inspect.isfunction(value) and each != 'fit':
                compare(found[each], value)
