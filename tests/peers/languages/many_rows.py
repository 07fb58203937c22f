# SPDX-License-Identifier: Apache-2.0
"""Labels and probabilities of many rows: a graph in onnxruntime beside `predict`.

    many_rows.py PRIORY FOLDER [ROWS]    FOLDER keeps what npm installs; exit code 77 where onnxruntime cannot be had
"""
import pathlib
import sys
import tempfile

import numpy

import engines
import languages
import tables

KINDS = [*tables.MIXED, ('n', 'positive'), ('wide', 'near 0')]
OPTIONS = ['--types', 'n=gamma,wide=bins', '--calibrate', 'isotonic']


def asked(n_rows):
    """A table drawn anew in blocks, so that a million rows take seconds: a thousand rows, and noise on their numbers."""
    few, draw = tables.Table(2, KINDS, n_rows=1000, missing=0.05), numpy.random.default_rng(3)
    columns = []
    for k, (name, kind) in enumerate(few.columns):
        cells = numpy.array([cells[k] for _, cells in few.rows], dtype=object)[draw.integers(0, 1000, n_rows)]
        if kind == tables.NUMBER:
            cells = cells.astype(float) * (1 + 0.01 * draw.standard_normal(n_rows))
        columns.append((name, kind, cells))
    return columns


def write(columns, folder):
    """As CSV for `predict`, and each column as bytes or lines for node."""
    with open(folder / 'asked.csv', 'w', encoding='utf-8') as out:
        quoted = ['"' + name.replace('"', '""') + '"' for name, _, _ in columns]
        out.write(','.join(quoted) + '\n')
        texts = [['' if cell is None else '"' + cell.replace('"', '""') + '"' for cell in cells] if kind != tables.NUMBER
                 else ['' if cell != cell else repr(cell) for cell in cells.tolist()] for _, kind, cells in columns]
        out.writelines(','.join(row) + '\n' for row in zip(*texts))
    for k, (_, kind, cells) in enumerate(columns):
        if kind == tables.NUMBER:
            cells.tofile(folder / f'column{k}')
        else:
            (folder / f'column{k}').write_text('\n'.join(cell or '' for cell in cells), encoding='utf-8')


NODE = '''const ort = require("onnxruntime-node"), fs = require("fs"); (async () => {
const [model, folder, ...columns] = process.argv.slice(1), feeds = {};
columns.forEach((each, k) => { const {name, kind} = JSON.parse(each), file = folder + "/column" + k;
  const bytes = fs.readFileSync(file);
  const cells = kind === "number" ? new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)) : bytes.toString().split("\\n");
  feeds[name] = new ort.Tensor(kind === "number" ? "float64" : "string", cells, [cells.length, 1]); });
const session = await ort.InferenceSession.create(model), begin = process.hrtime.bigint();
const out = await session.run(feeds);
console.log(Number(process.hrtime.bigint() - begin) / 1e9);
fs.writeFileSync(folder + "/predicted", out.predicted.data.join("\\n"));
fs.writeFileSync(folder + "/probabilities", Buffer.from(out.probabilities.data.buffer, out.probabilities.data.byteOffset, out.probabilities.data.byteLength));
})();'''


def main():
    priory, keep = sys.argv[1:3]
    n_rows = int(sys.argv[3]) if len(sys.argv) > 3 else 20_000
    modules = languages.node_modules(keep)
    if modules is None:
        print('npm has no onnxruntime-node here')
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        tables.Table(1, KINDS, n_rows=2000).write(folder / 'learnt.csv')
        engines.run(priory, 'train', str(folder / 'learnt.csv'), '--target', 'class', '-o', str(folder / 'm.priory'), '--plain', '-q', *OPTIONS)
        engines.run(priory, 'convert', str(folder / 'm.priory'), '-o', str(folder / 'm.onnx'))
        columns = asked(n_rows)
        write(columns, folder)
        ports = [engines.json.dumps({'name': name, 'kind': kind}) for name, kind, _ in columns]
        seconds = engines.run('node', '-e', NODE, str(folder / 'm.onnx'), str(folder), *ports, cwd=modules)
        classes, want = languages.predicted(priory, str(folder / 'm.priory'), str(folder / 'asked.csv'))
        labels = (folder / 'predicted').read_text().split('\n')
        got = numpy.fromfile(folder / 'probabilities').reshape(n_rows, len(classes))
        probabilities = numpy.array([row for _, row in want])
        worst = numpy.abs(got - probabilities).max()
        wrong = sum(ours != theirs for (ours, _), theirs in zip(want, labels, strict=True))
        print(f'{n_rows} rows: {wrong} labels differ, probabilities by {worst:.2g} at most; onnxruntime took {float(seconds):.2f} s')
        return 1 if wrong or not worst <= 1e-12 else 0


if __name__ == '__main__':
    sys.exit(main())
