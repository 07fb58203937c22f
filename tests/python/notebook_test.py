"""The notebook of examples/: executed, as HTML, with what its cells show. It is stored without outputs."""
import asyncio
import json
import os
import pathlib

import pytest

nbconvert = pytest.importorskip('nbconvert')

NOTEBOOK = pathlib.Path(__file__).resolve().parents[2] / 'examples/notebook/first-steps.ipynb'


def test_it_is_stored_without_outputs():
    cells = json.loads(NOTEBOOK.read_text())['cells']
    assert all(not cell['outputs'] and cell['execution_count'] is None for cell in cells if cell['cell_type'] == 'code')


def test_it_runs_and_shows_what_it_says(tmp_path):
    import nbformat
    from nbconvert.exporters import HTMLExporter
    from nbconvert.preprocessors import ExecutePreprocessor
    asyncio.set_event_loop(asyncio.new_event_loop())
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    ExecutePreprocessor(timeout=1200, kernel_name='python3').preprocess(notebook, {'metadata': {'path': str(tmp_path)}})
    shown = {cell['source'].splitlines()[-1]: cell['outputs'][-1] for cell in notebook.cells if cell['cell_type'] == 'code' and cell['outputs']}
    assert 'True' in shown['model.to_bytes() == before']['data']['text/plain']
    assert 'True' in shown['half + other == priory.train(wine, plan=plan)']['data']['text/plain']
    alone, helped = eval(shown['alone.evaluate(rest).accuracy, helped.evaluate(rest).accuracy']['data']['text/plain'])
    assert helped > alone
    assert '<mark' in shown["mail.explain(['Order lunch now, the meeting is at noon'])[0]"]['data']['text/html']
    assert '<polyline' in shown['model.evaluate(test)']['data']['text/html']
    assert '<iframe' in shown['model']['data']['text/html'] and '<iframe' in shown['model.report(test)']['data']['text/html']
    page, _ = HTMLExporter().from_notebook_node(notebook)
    where = pathlib.Path(os.environ['PRIORY']).parent / 'notebook'
    where.mkdir(exist_ok=True)
    (where / 'first-steps.html').write_text(page)
    assert 'Traceback' not in page
