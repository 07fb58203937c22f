// A report on two classes: its numbers, its threshold, its rows, its nomogram.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { patients } from './data.mjs';
import { check, open } from './harness.mjs';

const near = (a, b) => assert.ok(Math.abs(a - b) <= 1e-12 * Math.max(1, Math.abs(b)), `${a} is not ${b}`);

async function matrix(page) {
  const cells = await page.$$eval('#matrix td[role="gridcell"]', (all) =>
    all.map((cell) => [
      Number(cell.dataset.actual),
      Number(cell.dataset.predicted),
      cell.querySelector('b').textContent,
    ]),
  );
  const out = [
    [0, 0],
    [0, 0],
  ];
  for (const [actual, predicted, text] of cells) out[actual][predicted] = Number(text.replaceAll(',', ''));
  return out;
}

const valueOf = (page, key) => page.$eval(`#figure-${key}`, (node) => Number(node.dataset.value));

// What the page shows now is what the program says of the threshold that the page shows.
async function followsProgram(page, bench) {
  const threshold = await page.inputValue('#threshold-number');
  const wanted = bench.json('eval', 'patients.priory', 'test.csv', '--threshold', threshold);
  assert.deepEqual(await matrix(page), wanted.confusion.counts, `at threshold ${threshold}`);
  for (const key of ['accuracy', 'balanced_accuracy', 'matthews'])
    near(await valueOf(page, key), wanted[key]);
  const sick = wanted.per_class.find((each) => each.class === 'sick');
  for (const key of ['precision', 'recall', 'f1']) near(await valueOf(page, key), sick[key]);
  return wanted;
}

check('two classes: the figures are those of eval --json', async (browser, bench) => {
  const page = await open(browser, bench, 'patients.html');
  const wanted = bench.json('eval', 'patients.priory', 'test.csv');
  const sick = wanted.per_class.find((each) => each.class === 'sick');
  const intervals = await page.$$eval('#figures .interval', (all) => all.map((each) => each.textContent));
  assert.ok(
    intervals.includes(wanted.intervals.accuracy.map((x) => x.toFixed(4)).join(' – ')),
    intervals.join('; '),
  );
  const all = {
    accuracy: wanted.accuracy,
    balanced_accuracy: wanted.balanced_accuracy,
    matthews: wanted.matthews,
    roc_auc: wanted.roc_auc,
    average_precision: wanted.average_precision,
    log_loss: wanted.log_loss,
    brier: wanted.brier,
    ece: wanted.ece,
    precision: sick.precision,
    recall: sick.recall,
    f1: sick.f1,
  };
  for (const [key, value] of Object.entries(all)) {
    assert.equal(await valueOf(page, key), value, key);
    assert.equal(await page.textContent(`#figure-${key}`), value.toFixed(4), key);
  }
  assert.deepEqual(await matrix(page), wanted.confusion.counts);
  const drawn = await page.$$eval('#reliability tbody tr', (rows) =>
    rows.map((row) => Number(row.cells[1].textContent)),
  );
  assert.equal(
    drawn.reduce((a, b) => a + b, 0),
    wanted.rows,
  );
  assert.deepEqual(page.complaints, []);
});

check('two classes: the threshold moves by keyboard', async (browser, bench) => {
  const page = await open(browser, bench, 'patients.html');
  const before = await matrix(page);
  await page.focus('#threshold-slider');
  for (let k = 0; k < 40; ++k) await page.keyboard.press('ArrowLeft');
  await followsProgram(page, bench);
  assert.notDeepEqual(await matrix(page), before);
  await page.keyboard.press('Home');
  assert.deepEqual(
    (await matrix(page)).map((row) => row[1]),
    [0, 0],
  );
  await page.keyboard.press('End');
  assert.deepEqual(
    (await matrix(page)).map((row) => row[0]),
    [0, 0],
  );
  await page.click('text=Back to the program’s decision');
  assert.deepEqual(await matrix(page), before);
  assert.deepEqual(page.complaints, []);
});

check('two classes: the threshold moves by dragging on either curve', async (browser, bench) => {
  const page = await open(browser, bench, 'patients.html');
  for (const [curve, x, y] of [
    [0, 0.55, 0.2],
    [1, 0.4, 0.25],
  ]) {
    const pad = (await page.$$('#curves .pad'))[curve];
    await pad.scrollIntoViewIfNeeded();
    const box = await pad.boundingBox();
    await page.mouse.move(box.x + 0.9 * box.width, box.y + 0.1 * box.height);
    await page.mouse.down();
    await page.mouse.move(box.x + x * box.width, box.y + y * box.height, { steps: 5 });
    await page.mouse.up();
    await followsProgram(page, bench);
  }
  const at = await page.$$eval('#curves .dot', (dots) =>
    dots.map((dot) => [Number(dot.getAttribute('cx')), Number(dot.getAttribute('cy'))]),
  );
  assert.ok(at.flat().every(Number.isFinite));
  assert.deepEqual(page.complaints, []);
});

check('two classes: a threshold can be typed', async (browser, bench) => {
  const page = await open(browser, bench, 'patients.html');
  for (const text of ['0.8', '0.05', '0.5']) {
    await page.fill('#threshold-number', text);
    await page.press('#threshold-number', 'Enter');
    const wanted = await followsProgram(page, bench);
    assert.equal(Number(await page.textContent('#count-tp')), wanted.confusion.counts[1][1]);
    assert.equal(Number(await page.textContent('#count-fp')), wanted.confusion.counts[0][1]);
  }
});

check('two classes: rows are called what the threshold calls them', async (browser, bench) => {
  const page = await open(browser, bench, 'patients.html');
  await page.fill('#threshold-number', '0.1');
  await page.press('#threshold-number', 'Enter');
  await page.click('#matrix td[data-actual="0"][data-predicted="1"]');
  const more = await page.$('#matrix .rows > button');
  if (more) await more.click();
  const heads = await page.$$eval('#matrix article header', (all) => all.map((each) => each.textContent));
  assert.ok(heads.some((text) => Number(text.match(/with ([\d.]+)/)[1]) < 50)); // but for the threshold, healthy
  for (const text of heads) assert.match(text, /called sick with .* is healthy$/);
  const line = Number(heads.at(-1).match(/test.csv:(\d+)/)[1]);
  const why = bench.json('explain', 'patients.priory', 'test.csv', '--row', `${line - 1}`, '--class', 'sick');
  const sum = await page.locator('#matrix article').last().locator('.sum .number').textContent();
  assert.ok(Math.abs(Number(sum.replace('−', '-')) - why.rows[0].log_odds) < 0.01);
});

check('two classes: a report made with a threshold opens with it', async (browser, bench) => {
  bench.priory('eval', 'patients.priory', 'test.csv', '--threshold', '0.7', '--report', 'strict.html');
  const page = await open(browser, bench, 'strict.html');
  assert.equal(await page.inputValue('#threshold-number'), '0.7');
  await followsProgram(page, bench);
});

check('two classes: a cell lists its rows, explained', async (browser, bench) => {
  const page = await open(browser, bench, 'patients.html');
  const counts = await matrix(page);
  await page.click('#matrix td[data-actual="0"][data-predicted="1"]');
  const more = await page.$('#matrix .rows > button');
  if (more) await more.click();
  const places = await page.$$eval('#matrix .place', (all) => all.map((each) => each.textContent));
  assert.equal(places.length, Math.min(40, counts[0][1]));
  const lines = bench.predictions.map((each, k) => ({ ...each, place: `test.csv:${k + 2}` }));
  const wanted = lines
    .filter((each) => each.actual === 'healthy' && each.predicted === 'sick')
    .sort((a, b) => b.probability - a.probability)
    .map((each) => each.place);
  assert.deepEqual(places, wanted.length <= 40 ? wanted : [...wanted.slice(0, 20), ...wanted.slice(-20)]);
  const line = Number(places[0].split(':')[1]);
  const why = bench.json('explain', 'patients.priory', 'test.csv', '--row', String(line - 1)).rows[0];
  const first = page.locator('#matrix article').first();
  await first.locator('details').evaluateAll((all) =>
    all.forEach((each) => {
      each.open = true;
    }),
  );
  const sum = (await first.locator('.sum .number').textContent()).replace('−', '-');
  assert.ok(Math.abs(Number(sum) - why.log_odds) < 0.01, `${sum} is not ${why.log_odds}`);
  const shaded = await first.locator('mark').allTextContents();
  const words = why.contributions
    .filter((each) => each.feature === 'note' && each.log_odds !== 0)
    .map((each) => each.value);
  assert.deepEqual([...new Set(shaded)].sort(), [...new Set(words)].sort());
});

check('two classes: the matrix by keyboard', async (browser, bench) => {
  const page = await open(browser, bench, 'patients.html');
  await page.focus('#matrix td[tabindex="0"]');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  assert.deepEqual(
    await page.evaluate(() => [
      document.activeElement.dataset.actual,
      document.activeElement.dataset.predicted,
    ]),
    ['1', '1'],
  );
  await page.keyboard.press('Enter');
  assert.equal(await page.textContent('#matrix .rows h3'), 'sick, rightly so called');
  assert.equal(
    await page.getAttribute('#matrix td[data-actual="1"][data-predicted="1"]', 'aria-selected'),
    'true',
  );
});

check('two classes, and rows of a third that the model does not know', async (browser, bench) => {
  bench.write('third.csv', `${patients(60, 5)}${'dead,50,yes,clerk,pain\n'.repeat(4)}`);
  bench.priory('report', 'patients.priory', 'third.csv', '-o', 'third.html');
  const page = await open(browser, bench, 'third.html');
  const wanted = bench.json('eval', 'patients.priory', 'third.csv');
  assert.equal((await page.$$('#matrix td[role="gridcell"]')).length, 9);
  await page.fill('#threshold-number', '0.9');
  await page.press('#threshold-number', 'Enter');
  assert.equal(await valueOf(page, 'accuracy'), wanted.accuracy);
  const strict = bench.json('eval', 'patients.priory', 'third.csv', '--threshold', '0.9');
  assert.equal(Number(await page.textContent('#count-tp')), strict.confusion.counts[1][1]);
  assert.equal(
    Number(await page.textContent('#count-fp')),
    strict.confusion.counts[0][1] + strict.confusion.counts[2][1],
  );
  await page.click('#matrix td[data-actual="2"][data-predicted="1"]');
  assert.equal(await page.textContent('#matrix .rows h3'), 'dead, called sick');
  assert.deepEqual(page.complaints, []);
});

check('a calibrated model: reliability before and after', async (browser, bench) => {
  const html = readFileSync(join(bench.folder, 'patients.html'), 'utf8');
  const bin = '{"from": 0.8, "to": 0.9, "weight": 7, "confidence": 0.85, "accuracy": 0.5}';
  bench.write(
    'calibrated.html',
    html.replace('"reliability": [', `"raw_reliability": [${bin}], "reliability": [`),
  );
  const page = await open(browser, bench, 'calibrated.html');
  assert.equal(await page.$$eval('#reliability .before circle', (all) => all.length), 1);
  assert.match(
    await page.textContent('#reliability .before title'),
    /^7 rows: sure of 85.0\s%, right in 50.0\s%$/,
  );
  assert.ok((await page.$$('#reliability .after circle')).length > 3);
  assert.match(await page.textContent('#reliability figure'), /before and after calibration/);
  assert.deepEqual(page.complaints, []);
});

check('two classes: rows that got no class are said and in no cell', async (browser, bench) => {
  bench.priory('report', 'patients.priory', 'test.csv', '-o', 'unsure.html', '--reject', '0.8');
  const page = await open(browser, bench, 'unsure.html');
  const wanted = bench.json('eval', 'patients.priory', 'test.csv', '--reject', '0.8');
  assert.ok(wanted.rejected > 10);
  assert.match(await page.textContent('#figures .lead'), new RegExp(`${wanted.rejected} rows got no class`));
  assert.deepEqual(await matrix(page), wanted.confusion.counts);
  const held = await page.evaluate(
    () => JSON.parse(document.getElementById('report').textContent).examples.rows,
  );
  for (const row of held) assert.ok(Math.exp(row.log_posterior[0]) >= 0.8);
  assert.deepEqual(page.complaints, []);
});

check('the nomogram gives the probabilities of predict', async (browser, bench) => {
  bench.priory('train', '--plain', 'train.csv', '--target', 'outcome', '--ignore', 'note', '-o', 'table.priory');
  bench.priory('report', 'table.priory', '-o', 'table.html');
  bench.write('one.csv', 'age,smoker,job\n50,yes,clerk\n,no,nurse\n');
  const wanted = bench
    .priory('predict', 'table.priory', 'one.csv', '--proba')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => Number(line.split(',')[2]));
  const page = await open(browser, bench, 'table.html');
  const choose = async (column, value) => {
    const field = page.locator('#nomogram label', { hasText: column }).locator('select, input');
    await ((await field.evaluate((node) => node.tagName)) === 'SELECT'
      ? field.selectOption({ label: value })
      : field.fill(value));
  };
  const answer = async () =>
    Number((await page.textContent('#nomogram .answer')).match(/probability ([\d.]+)\s%/)[1]) / 100;
  (await choose('age', '50'), await choose('smoker', 'yes'), await choose('job', 'clerk'));
  // Between the places of a number the page draws straight lines.
  assert.ok(Math.abs((await answer()) - wanted[0]) < 0.003, `${await answer()} is not ${wanted[0]}`);
  (await choose('age', ''), await choose('smoker', 'no'), await choose('job', 'nurse'));
  assert.ok(Math.abs((await answer()) - wanted[1]) < 0.0006, `${await answer()} is not ${wanted[1]}`);
  assert.equal(await page.$('#figures'), null);
  assert.deepEqual(page.complaints, []);
});

check('columns by class: bars are the rows, counted again from the file', async (browser, bench) => {
  const page = await open(browser, bench, 'patients.html');
  const rows = readFileSync(join(bench.folder, 'test.csv'), 'utf8').trim().split('\n').slice(1);
  const cells = rows.map((line) => line.split(','));
  const spreads = await page.evaluate(
    () => JSON.parse(document.getElementById('report').textContent).model.spreads,
  );
  assert.equal(spreads.drawn, rows.length);
  const classes = ['healthy', 'sick'];
  const job = spreads.columns.find((each) => each.column === 'job');
  const age = spreads.columns.find((each) => each.column === 'age');
  classes.forEach((name, c) => {
    const own = cells.filter((row) => row[0] === name);
    job.values.forEach((value, v) => {
      const share = own.filter((row) => row[3] === value).length / own.length;
      assert.ok(Math.abs(job.observed[c][v] - share) < 1e-3, `${name} ${value}`);
    });
    age.borders.slice(1).forEach((to, k) => {
      const last = k === age.borders.length - 2;
      const inside = own.filter(
        (row) => Number(row[1]) >= age.borders[k] && (Number(row[1]) < to || (last && Number(row[1]) === to)),
      );
      assert.ok(Math.abs(age.observed[c][k] - inside.length / own.length) < 1e-3, `${name} ${k}`);
    });
  });
  const shown = await page.$$eval('#spreads figcaption', (all) => all.map((each) => each.textContent));
  assert.deepEqual(shown.sort(), ['age', 'job', 'smoker']);
  assert.equal(await page.locator('#spreads .spread-chart .fit').count(), 2);
  await page.selectOption('#columns-order', 'fit');
  assert.deepEqual(page.complaints, []);
});
