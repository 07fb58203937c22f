// The page of priory serve: Label, Suspects and Drift, against what the server and the command line say.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { patients } from './data.mjs';
import { lowContrast } from './contrast.mjs';
import { check } from './harness.mjs';
import { barsShow, serving, untidy, visit } from './serving.mjs';

const SCREENS = [
  [1400, 900],
  [390, 844],
];

let made = 0;

/** A model of its own for a case: nothing is taught to it yet. */
function patientsModel(bench) {
  const name = `ward${++made}`;
  bench.priory('train', '--plain', 'train.csv', '--target', 'outcome', '-o', `${name}.priory`, '--force');
  return name;
}

/** Rows without their class, and the same in another mood. */
function unlabelled(bench) {
  const rows = patients(60, 9).trim().split('\n').map((line) => line.split(','));
  const table = (lines) => `age,smoker,job,note\n${lines.join('\n')}\n`;
  bench.write('today.csv', table(rows.slice(1).map((row) => row.slice(1).join(','))));
  bench.write('other.csv', table(rows.slice(1).map(([, age, , job, note]) => [Number(age) + 12, 'yes', job === 'clerk' ? 'pilot' : job, note].join(','))));
  return rows.slice(1);
}

const put = (page, bench, name, at = '.drop') => page.locator(`${at} input[type=file]`).first().setInputFiles(join(bench.folder, name));

check('label: a dropped file waits, digits label, skip and undo, the curve is that of the server', async (browser, bench) => {
  const name = patientsModel(bench);
  unlabelled(bench);
  const before = readFileSync(join(bench.folder, `${name}.priory`));
  await serving(bench, [`${name}.priory`], async (served) => {
    const page = await visit(browser, served, `#label/${name}`);
    await put(page, bench, 'today.csv');
    await page.waitForFunction(() => /60 rows wait/.test(document.querySelector('[role=status]').textContent));
    const wanted = await served.json(`/v1/models/${name}/queue?limit=3`);
    const shown = () => page.textContent('.row-card');
    assert.ok((await shown()).includes(wanted.rows[0].row.note));
    await page.keyboard.press('s');
    await page.waitForFunction((note) => document.querySelector('.row-card').textContent.includes(note), wanted.rows[1].row.note);
    for (const key of ['1', '2', '1', '2']) {
      const text = await page.textContent('[role=status]');
      await page.keyboard.press(key);
      await page.waitForFunction((was) => document.querySelector('[role=status]').textContent !== was, text);
    }
    await page.waitForFunction(() => /4 labels/.test(document.querySelector('.curve-so-far').textContent));
    const { accuracy } = await served.json(`/v1/models/${name}/accuracy`);
    const said = Number((await page.textContent('.curve-so-far b')).replace(/\s%/, ''));
    assert.ok(Math.abs(said / 100 - accuracy) < 1e-3);
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Labels as CSV')]);
    const csv = readFileSync(await download.path(), 'utf8').trim().split('\n');
    assert.equal(csv.length, 5);
    assert.match(csv[0], /outcome/);
    for (let k = 4; k > 0; --k) {
      await page.keyboard.press('u');
      await page.waitForFunction((n) => document.querySelector('[role=status]').textContent.endsWith(`: ${n}`), k - 1);
    }
    assert.equal((await served.json('/v1/models')).models[0].rows, 400);
    assert.deepEqual(await untidy(page), []);
    assert.deepEqual(page.complaints, []);
  });
  assert.deepEqual(readFileSync(join(bench.folder, `${name}.priory`)), before);
});

check('label: the rows come in the order that is asked for, with the help of the unlabelled ones', async (browser, bench) => {
  const name = patientsModel(bench);
  unlabelled(bench);
  await serving(bench, [`${name}.priory`], async (served) => {
    const page = await visit(browser, served, `#label/${name}`);
    await put(page, bench, 'today.csv');
    await page.waitForSelector('.row-card .text');
    for (const [by, em] of [
      ['order', false],
      ['diversity', false],
      ['information', false],
      ['margin', true],
    ]) {
      await page.selectOption('#queue-order', by);
      await page.setChecked('#queue-em', em);
      const { rows } = await served.json(`/v1/models/${name}/queue?by=${by}&limit=1&em=${em}`);
      const [{ row, p }] = rows;
      await page.waitForFunction((note) => document.querySelector('.row-card .text')?.textContent === note, row.note);
      await barsShow(page, p);
    }
    assert.deepEqual(page.complaints, []);
  });
});

check('label: begin with no model, name the classes, drop a file, label by keys', async (browser, bench) => {
  bench.write('mail.jsonl', ['cheap pills', 'lunch at noon', 'win a prize', 'see you at noon', 'cheap prize'].map((text) => JSON.stringify({ text })).join('\n'));
  mkdirSync(join(bench.folder, 'begun'), { recursive: true });
  const name = patientsModel(bench);
  const label = `mail${made}`;
  await serving(bench, [`${name}.priory`, '--new', 'begun'], async (served) => {
    const page = await visit(browser, served, `#label/${name}`);
    await page.click('summary');
    await page.fill('#new-name', label);
    await page.fill('#new-classes', 'spam\nham');
    await put(page, bench, 'mail.jsonl', '.new-model');
    await page.waitForSelector('.new-model .row-form select');
    await page.click('.new-model .primary');
    await page.waitForFunction((wanted) => document.querySelector('h1').textContent === wanted, label);
    await page.waitForSelector('.row-card .text');
    for (let k = 0; k < 5; ++k) {
      const text = await page.textContent('.row-card');
      await page.keyboard.press(/pills|prize/.test(text) ? '1' : '2');
      await page.waitForFunction((n) => document.querySelector('.facts-line').textContent.startsWith(`${n} row`), k + 1);
    }
    await page.waitForFunction(() => document.body.textContent.includes('Every row has its class'));
    const answer = await served.json(`/v1/models/${label}/predict`, { texts: ['cheap prize', 'noon'] });
    assert.deepEqual(
      answer.rows.map((each) => each.predicted),
      ['spam', 'ham'],
    );
    await page.click('#tab-try');
    await page.fill('textarea', 'a cheap prize');
    await page.waitForFunction(() => document.querySelector('.verdict b')?.textContent === 'spam');
    assert.deepEqual(page.complaints, []);
  });
});

check('a server without models begins with one of no rows, of columns too', async (browser, bench) => {
  bench.write('tickets.csv', 'title,size\nit crashes at start,big\nadd a dark mode,small\nit crashes when saving,big\nadd another language,small\n');
  mkdirSync(join(bench.folder, 'nothing'), { recursive: true });
  await serving(bench, ['--new', 'nothing'], async (served) => {
    const page = await visit(browser, served);
    await page.fill('#new-name', 'tickets');
    await page.fill('#new-classes', 'bug, wish');
    await put(page, bench, 'tickets.csv', '.new-model');
    await page.waitForSelector('.new-model .row-form select');
    const kinds = await page.$$eval('.new-model select', (all) => all.map((each) => each.value));
    assert.deepEqual(kinds, ['text', 'values']);
    assert.deepEqual(await untidy(page), []);
    await page.click('.new-model .primary');
    await page.waitForSelector('.row-card .text');
    for (let k = 0; k < 4; ++k) {
      await page.keyboard.press(/crashes/.test(await page.textContent('.row-card')) ? '1' : '2');
      await page.waitForFunction((n) => document.querySelector('.facts-line').textContent.startsWith(`${n} row`), k + 1);
    }
    const { rows } = await served.json('/v1/models/tickets/predict', { row: { title: 'crashes', size: 'big' } });
    assert.equal(rows[0].predicted, 'bug');
    await page.click('#tab-try');
    await page.click('text=Fill in');
    await page.waitForSelector('.verdict b');
    assert.deepEqual(page.complaints, []);
  });
});

check('suspects: a wrong label stands out, c changes it, u takes it back, k keeps it', async (browser, bench) => {
  const name = patientsModel(bench);
  await serving(bench, [`${name}.priory`], async (served) => {
    const rows = patients(40, 12).trim().split('\n').slice(1).map((line) => line.split(','));
    const given = rows.map(([outcome, age, smoker, job, note]) => ({ outcome, age, smoker, job, note }));
    given.push({ outcome: 'healthy', age: '70', smoker: 'yes', job: 'driver', note: 'fever cough pain pain' });
    await served.json(`/v1/models/${name}/learn`, { rows: given });
    const page = await visit(browser, served, `#suspects/${name}`);
    await page.waitForFunction(() => document.querySelector('.row-card')?.textContent.includes('fever cough pain pain'));
    assert.match(await page.textContent('.claim'), /Its label is healthy.*Likelier: sick/);
    const { suspects } = await served.json(`/v1/models/${name}/suspects?top=100`);
    assert.match(await page.textContent('.heading .soft'), new RegExp(`1 of ${suspects.length}`));
    await page.keyboard.press('c');
    await page.waitForFunction(() => !document.querySelector('.row-card')?.textContent.includes('fever cough pain pain'));
    const listed = (await served.json(`/v1/models/${name}/suspects?top=100`)).suspects;
    assert.ok(!listed.some((each) => each.row.note === 'fever cough pain pain'));
    assert.equal((await served.json('/v1/models')).models[0].rows, 441);
    await page.keyboard.press('u');
    await page.waitForFunction(() => document.querySelector('.row-card')?.textContent.includes('fever cough pain pain'));
    await page.keyboard.press('k');
    await page.waitForFunction(() => !document.querySelector('.row-card')?.textContent.includes('fever cough pain pain'));
    assert.equal((await served.json('/v1/models')).models[0].rows, 441);
    assert.deepEqual(await untidy(page), []);
    assert.deepEqual(page.complaints, []);
  });
});

check('suspects: of a file of labelled rows those of priory audit', async (browser, bench) => {
  const name = patientsModel(bench);
  const [head, ...lines] = patients(80, 13).trim().split('\n');
  const flipped = lines.map((line, k) => (k % 16 === 0 ? line.replace(/^[a-z]+/, (was) => (was === 'sick' ? 'healthy' : 'sick')) : line));
  bench.write('labelled.csv', `${[head, ...flipped].join('\n')}\n`);
  await serving(bench, [`${name}.priory`], async (served) => {
    const page = await visit(browser, served, `#suspects/${name}`);
    await put(page, bench, 'labelled.csv');
    await page.waitForSelector('[role=region] tbody tr');
    const shown = await page.$$eval('[role=region] tbody tr', (all) => all.map((each) => [each.cells[0].textContent, each.cells[1].textContent, each.cells[2].textContent]));
    const response = await fetch(`${served.origin}/v1/models/${name}/suspects?top=100`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/csv' },
      body: readFileSync(join(bench.folder, 'labelled.csv')),
    });
    const { suspects } = await response.json();
    assert.deepEqual(
      shown,
      suspects.map((each) => [String(each.row_number), each.label, each.likelier]),
    );
    assert.ok(shown.length > 3);
    assert.deepEqual(await untidy(page), []);
    assert.deepEqual(page.complaints, []);
  });
});

check('drift: columns that moved are said and drawn, and those that did not are not', async (browser, bench) => {
  const name = patientsModel(bench);
  unlabelled(bench);
  await serving(bench, [`${name}.priory`], async (served) => {
    const page = await visit(browser, served, `#drift/${name}`);
    await put(page, bench, 'other.csv');
    await page.waitForSelector('.deck-of-sheets .sheet');
    const badges = Object.fromEntries(
      await page.$$eval('.deck-of-sheets .heading', (all) => all.map((each) => [each.querySelector('h3').textContent, each.querySelector('.badge').className.replace('badge ', '')])),
    );
    assert.equal(badges.smoker, 'much');
    assert.equal(badges.job, 'much');
    const smoker = page.locator('.deck-of-sheets .sheet', { hasText: 'smoker' }).locator('tr', { hasText: 'yes' });
    assert.match(await smoker.textContent(), /100\s%/);
    assert.match(await page.textContent('.drift'), /pilot/);
    await put(page, bench, 'today.csv');
    await page.waitForFunction(() => document.querySelector('.drift').textContent.includes('today.csv'));
    const calm = await page.$$eval('.badge.much', (all) => all.length);
    assert.equal(calm, 0);
    assert.deepEqual(page.complaints, []);
  });
});

check('label, suspects and drift fit every screen, light and dark, and are quiet', async (browser, bench) => {
  const name = patientsModel(bench);
  unlabelled(bench);
  await serving(bench, [`${name}.priory`], async (served) => {
    await fetch(`${served.origin}/v1/models/${name}/queue`, { method: 'POST', headers: { 'Content-Type': 'text/csv' }, body: readFileSync(join(bench.folder, 'other.csv')) });
    for (const [width, height] of SCREENS)
      for (const colorScheme of ['light', 'dark'])
        for (const tab of ['label', 'suspects', 'drift']) {
          const page = await visit(browser, served, `#${tab}/${name}`, { viewport: { width, height }, colorScheme });
          const where = `${tab} at ${width}, ${colorScheme}`;
          if (tab === 'label') await page.waitForSelector('.row-card');
          if (tab === 'drift') await page.waitForSelector('.deck-of-sheets .sheet');
          await page.waitForTimeout(200);
          assert.deepEqual(await untidy(page), [], where);
          assert.deepEqual(await page.evaluate(lowContrast), [], where);
          assert.deepEqual(page.complaints, [], where);
          await page.context().close();
        }
  });
});

check('what one page teaches, another one shows', async (browser, bench) => {
  const name = patientsModel(bench);
  await serving(bench, [`${name}.priory`], async (served) => {
    const page = await visit(browser, served, `#model/${name}`);
    await page.waitForFunction(() => document.querySelector('#provenance')?.textContent.includes('400 rows'));
    await served.json(`/v1/models/${name}/learn`, { row: { age: '50', note: 'fine' }, label: 'sick' });
    await page.waitForFunction(() => document.querySelector('#provenance')?.textContent.includes('401 rows'));
    assert.match(await page.textContent('.facts-line'), /^401 rows/);
    assert.deepEqual(page.complaints, []);
  });
});

check('pictures of the page in docs/serve.md can be made again, and each is below 60 KB', async (browser, bench) => {
  const name = patientsModel(bench);
  unlabelled(bench);
  const at = process.argv.indexOf('--pictures');
  const folder = at > 0 ? process.argv[at + 1] : null;
  const kept = new URL('../../docs/pictures/', import.meta.url);
  await serving(bench, [`patients=${name}.priory`], async (served) => {
    const page = await visit(browser, served, '#try/patients', { viewport: { width: 880, height: 530 }, colorScheme: 'light' });
    const take = async (file) => {
      await page.evaluate(() => document.querySelector('.said').classList.remove('shown'));
      await page.waitForTimeout(400);
      const picture = await page.screenshot();
      if (folder) writeFileSync(join(folder, file), picture);
      assert.ok(picture.length < 60_000, `${file}: ${picture.length} bytes`);
      assert.ok(readFileSync(new URL(file, kept)).length < 60_000);
    };
    await page.click('text=Fill in');
    await page.fill('textarea', 'tired, little sleep, some pain');
    await page.waitForSelector('.changes li');
    await page.keyboard.press('Control+Enter');
    await page.waitForSelector('.taught li');
    await take('serve-try.png');
    await page.click('#tab-label');
    await put(page, bench, 'today.csv');
    await page.waitForSelector('.row-card');
    for (const key of ['1', '2', '2', '1', '2', '1', '1', '2']) {
      const text = await page.textContent('[role=status]');
      await page.keyboard.press(key);
      await page.waitForFunction((was) => document.querySelector('[role=status]').textContent !== was, text);
    }
    await page.waitForFunction(() => /[89] labels/.test(document.querySelector('.curve-so-far').textContent));
    await take('serve-label.png');
    await page.click('#tab-drift');
    await put(page, bench, 'other.csv');
    await page.waitForSelector('.deck-of-sheets .sheet');
    await page.setViewportSize({ width: 880, height: 410 });
    await page.evaluate(() => window.scrollTo(0, document.querySelector('.drift').offsetTop - 50));
    await take('serve-drift.png');
    assert.deepEqual(page.complaints, []);
  });
});
