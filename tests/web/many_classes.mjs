// Reports on more classes than two, and on classes that were hidden.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, open } from './harness.mjs';

check('many classes: figures and matrix', async (browser, bench) => {
  const page = await open(browser, bench, 'letters.html');
  const wanted = bench.json('eval', 'letters.priory', 'letters-test.csv');
  for (const [key, value] of [
    ['accuracy', wanted.accuracy],
    ['macro-f1', wanted.macro.f1],
    ['roc_auc', wanted.roc_auc],
  ])
    assert.equal(await page.$eval(`#figure-${key}`, (node) => Number(node.dataset.value)), value, key);
  const labels = await page.$$eval('#matrix td[role="gridcell"]', (all) =>
    all.map((cell) => [
      Number(cell.dataset.actual),
      Number(cell.dataset.predicted),
      cell.getAttribute('aria-label'),
    ]),
  );
  assert.equal(labels.length, wanted.confusion.classes.length ** 2);
  for (const [actual, predicted, label] of labels)
    assert.match(label, new RegExp(`^${wanted.confusion.counts[actual][predicted]} rows? of`));
  assert.deepEqual(page.complaints, []);
});

check('many classes: the order of the matrix, and its mistakes', async (browser, bench) => {
  const page = await open(browser, bench, 'letters.html');
  const sizes = () =>
    page.$$eval('#matrix tbody td.total', (cells) => cells.map((cell) => Number(cell.textContent)));
  const bySize = await sizes();
  assert.deepEqual(
    bySize,
    [...bySize].sort((a, b) => b - a),
  );
  await page.selectOption('#matrix-order', 'name');
  const names = await page.$$eval('#matrix tbody th', (cells) => cells.map((cell) => cell.textContent));
  assert.deepEqual(names, [...names].sort());
  const pair = page.locator('#matrix .pairs button').nth(1);
  const [actual, predicted] = (await pair.textContent()).split(' → ');
  await pair.click();
  assert.equal(await page.textContent('#matrix .rows h3'), `${actual}, called ${predicted}`);
});

check('many classes: counts of one class against the rest', async (browser, bench) => {
  const page = await open(browser, bench, 'letters.html');
  const [head, ...lines] = bench
    .priory('predict', 'letters.priory', 'letters-test.csv', '--proba', '--keep', 'letter')
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  await page.selectOption('#curve-class', { label: 'd' });
  for (const threshold of ['0.3', '0.05', '0.9']) {
    await page.fill('#threshold-number', threshold);
    await page.press('#threshold-number', 'Enter');
    const called = lines.filter((line) => Number(line[head.indexOf('p:d')]) >= Number(threshold));
    const right = called.filter((line) => line[head.indexOf('letter')] === 'd').length;
    assert.equal(Number(await page.textContent('#count-tp')), right, threshold);
    assert.equal(Number(await page.textContent('#count-fp')), called.length - right, threshold);
  }
  assert.deepEqual(page.complaints, []);
});

check('hidden classes: profiles and the way of EM', async (browser, bench) => {
  bench.priory(
    'cluster',
    'train.csv',
    '-k',
    '2',
    '--ignore',
    'outcome,note',
    '-o',
    'hidden.priory',
    '--restarts',
    '3',
    '--trace',
    'trace.csv',
  );
  bench.priory('report', 'hidden.priory', '-o', 'hidden.html');
  const page = await open(browser, bench, 'hidden.html');
  const runs = new Map();
  for (const line of readFileSync(join(bench.folder, 'trace.csv'), 'utf8').trim().split('\n').slice(1)) {
    const [restart, , , objective] = line.split(',').map(Number);
    runs.set(restart, [...(runs.get(restart) ?? []), objective]);
  }
  const stored = await page.evaluate(
    () => JSON.parse(document.getElementById('report').textContent).model.trace,
  );
  assert.ok(
    [...runs.values()].some((run) => JSON.stringify(run) === JSON.stringify(stored)),
    'the trace is that of no start',
  );
  assert.equal(stored.at(-1), Math.max(...[...runs.values()].map((run) => run.at(-1))));
  assert.equal(
    await page.$$eval('#trace .step', (dots) => dots.length),
    stored.length <= 60 ? stored.length : 0,
  );
  const model = bench.json('inspect', 'hidden.priory');
  const smoker = model.parts.find((part) => part.columns[0] === 'smoker');
  const shown = await page.$$eval('#profiles tbody tr', (rows) =>
    rows.map((row) => [...row.cells].map((cell) => cell.textContent)),
  );
  const yes = shown.find((cells) => cells.includes('yes'));
  assert.equal(
    yes.at(-1),
    `${(100 * Math.exp(smoker.log_prob[1][smoker.values.indexOf('yes')])).toFixed(1)}\u00a0%`,
  );
  assert.deepEqual(page.complaints, []);
});

check('the same bytes for any number of threads', async (browser, bench) => {
  for (const threads of ['1', '2', '7'])
    bench.priory(
      'report',
      'letters.priory',
      'letters-test.csv',
      '-o',
      `letters-${threads}.html`,
      '--threads',
      threads,
    );
  const read = (threads) => readFileSync(join(bench.folder, `letters-${threads}.html`), 'utf8');
  assert.ok(read(1).length > 100000);
  assert.equal(read(2), read(1));
  assert.equal(read(7), read(1));
});

check('many classes: the table is sorted and searched', async (browser, bench) => {
  const page = await open(browser, bench, 'letters.html');
  const wanted = bench.json('eval', 'letters.priory', 'letters-test.csv').per_class;
  const column = (k) => page.$$eval('#classes tbody tr', (rows, at) => rows.map((row) => row.cells[at].textContent), k);
  assert.equal((await column(0)).length, 15);
  await page.getByRole('button', { name: 'Show all 20 classes' }).click();
  await page.locator('#classes').getByRole('button', { name: 'F1' }).click();
  const best = [...wanted].sort((a, b) => b.f1 - a.f1);
  assert.deepEqual(
    (await column(4)).map(Number),
    best.map((each) => Number(each.f1.toFixed(4))),
  );
  await page.fill('#class-filter', 'd');
  assert.deepEqual(await column(0), ['d']);
  assert.deepEqual(page.complaints, []);
});

check('many classes: the matrix in groups, and a part of it', async (browser, bench) => {
  const page = await open(browser, bench, 'letters.html');
  const names = () => page.$$eval('#matrix tbody th', (cells) => cells.map((cell) => cell.textContent));
  const all = [...(await names())].sort();
  await page.selectOption('#matrix-order', 'confusion');
  assert.deepEqual([...(await names())].sort(), all);
  await page.fill('#matrix-filter', 'd');
  const some = await names();
  assert.ok(some.includes('d') && some.length <= 2, some.join());
  assert.deepEqual(page.complaints, []);
});

check('hidden classes beside rows: bars by the most probable class', async (browser, bench) => {
  bench.priory('report', 'hidden.priory', 'test.csv', '-o', 'beside.html');
  const page = await open(browser, bench, 'beside.html');
  const predicted = bench.priory('predict', 'hidden.priory', 'test.csv').trim().split('\n').slice(1);
  const n = await page.evaluate(
    () => JSON.parse(document.getElementById('report').textContent).model.spreads.columns[0].n,
  );
  assert.deepEqual(
    n,
    ['1', '2'].map((name) => predicted.filter((line) => line.startsWith(`${name},`)).length),
  );
  assert.equal(await page.$('#figures'), null);
  assert.deepEqual(page.complaints, []);
});
