// The page of priory serve: Try and Model, against what the command line says of the same rows.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { check } from './harness.mjs';
import { bars, barsShow, serving, untidy, visit } from './serving.mjs';

const MAIL = `text,label
cheap pills now,spam
see you at noon,ham
free prize call now,spam
lunch at noon tomorrow,ham
win a free prize today,spam
are we still meeting tomorrow,ham
`;
const TYPED = 'win a free lunch today, cheap prize';

// Without what an earlier case has taught a model of the same bytes.
function mailModel(bench, name = 'mail.priory') {
  for (const file of readdirSync(bench.folder)) if (file.startsWith(`${name}.`)) rmSync(join(bench.folder, file));
  bench.write('mail.csv', MAIL);
  bench.priory('train', '--plain', 'mail.csv', '--target', 'label', '--text', 'text', '-o', name, '-q', '--force');
}

/** What `priory predict --proba` has for one row: class to probability. */
function predicted(bench, model, csv) {
  bench.write('row.csv', csv);
  const [head, line] = bench.priory('predict', model, 'row.csv', '--proba').trim().split('\n').map((each) => each.split(','));
  return Object.fromEntries(head.map((name, k) => [name.replace(/^p:/, ''), Number(line[k])]).filter(([, p]) => !Number.isNaN(p)));
}

const bytes = (bench, name) => readFileSync(join(bench.folder, name));

check('try: a text is answered at every key, as predict answers it', async (browser, bench) => {
  mailModel(bench);
  await serving(bench, ['mail.priory'], async (served) => {
    const page = await visit(browser, served);
    const asked = [];
    page.on('request', (request) => request.url().endsWith('/predict') && asked.push(request.url()));
    assert.equal(await page.evaluate(() => document.activeElement.tagName), 'TEXTAREA');
    await page.keyboard.type(TYPED, { delay: 5 });
    await barsShow(page, predicted(bench, 'mail.priory', `text\n"${TYPED}"\n`));
    assert.ok(asked.length > 5, `${asked.length} requests`);
    assert.match(await page.textContent('.verdict'), /^spam 98\.2\s%$/);
    assert.deepEqual(page.complaints, []);
  });
});

check('try: a key is answered in less than 50 ms', async (browser, bench) => {
  mailModel(bench);
  await serving(bench, ['mail.priory'], async (served) => {
    const page = await visit(browser, served);
    await page.evaluate(() => {
      window.taken = [];
      const list = document.querySelector('.posterior');
      new MutationObserver(() => {
        if (window.began) window.taken.push(performance.now() - window.began);
        window.began = 0;
      }).observe(list, { subtree: true, childList: true, attributes: true });
      document.querySelector('textarea').addEventListener('input', () => (window.began = performance.now()), true);
    });
    for (const letter of TYPED) {
      await page.keyboard.type(letter);
      await page.waitForFunction(() => window.began === 0);
    }
    const taken = (await page.evaluate(() => window.taken)).sort((a, b) => a - b);
    const median = taken[Math.floor(taken.length / 2)];
    console.log(`     a key is answered in ${median.toFixed(1)} ms (median of ${taken.length}), ${taken.at(-1).toFixed(1)} at most`);
    assert.ok(median < 50, `${median} ms`);
  });
});

check('try: shades and contributions are those of explain, and sum to its log-odds', async (browser, bench) => {
  mailModel(bench);
  bench.write('one.csv', `text\n"${TYPED}"\n`);
  const why = bench.json('explain', 'mail.priory', 'one.csv', '--row', '1').rows[0];
  await serving(bench, ['mail.priory'], async (served) => {
    const page = await visit(browser, served);
    await page.keyboard.type(TYPED);
    await page.waitForSelector('.shaded-field mark');
    await page.waitForFunction((n) => document.querySelectorAll('.shaded-field mark').length === n, 6);
    const numbers = await page.$$eval('.why .reasons li:not(.sum) .number', (all) => all.map((each) => Number(each.textContent.replace('−', '-'))));
    const sum = Number((await page.textContent('.why .sum .number')).replace('−', '-'));
    assert.ok(Math.abs(sum - why.log_odds) < 6e-4, `${sum} is not ${why.log_odds}`);
    assert.ok(Math.abs(numbers.reduce((a, b) => a + b, 0) - sum) < 1e-3 * numbers.length);
    const marks = await page.$$eval('.shaded-field mark', (all) => all.map((each) => each.textContent));
    assert.deepEqual(marks, ['win', 'free', 'lunch', 'today', 'cheap', 'prize']);
    assert.equal(await page.textContent('.shaded-field .copy'), `${TYPED}\u200b`);
    assert.deepEqual(page.complaints, []);
  });
});

check('try: what would change the answer does', async (browser, bench) => {
  bench.priory('train', '--plain', 'train.csv', '--target', 'outcome', '-o', 'sick.priory', '--force');
  await serving(bench, ['sick.priory'], async (served) => {
    const page = await visit(browser, served);
    const fill = async () => {
      await page.click('text=Fill in');
      await page.fill('textarea', 'fine cough rest');
      await page.waitForSelector('.changes[aria-busy=false] li');
    };
    await fill();
    const before = await page.textContent('.verdict b');
    const promises = await page.$$eval('.changes li b', (all) => all.map((each) => each.textContent));
    assert.ok(promises.length >= 2);
    for (const [k, promised] of promises.entries()) {
      assert.notEqual(promised, before);
      await page.locator('.changes li button').nth(k).click();
      await page.waitForFunction((wanted) => document.querySelector('.verdict b').textContent === wanted, promised);
      await fill();
      assert.equal(await page.textContent('.verdict b'), before);
    }
    assert.deepEqual(page.complaints, []);
  });
});

check('try: a form has the model’s columns, and its row is read as predict reads it', async (browser, bench) => {
  bench.priory('train', '--plain', 'train.csv', '--target', 'outcome', '-o', 'sick.priory', '--force');
  await serving(bench, ['sick.priory'], async (served) => {
    const page = await visit(browser, served);
    await barsShow(page, predicted(bench, 'sick.priory', 'age,smoker,job,note\n,,,\n'));
    await page.fill('input[type=number]', '61.5');
    await page.selectOption('select[aria-label=smoker]', { label: 'yes' });
    await page.selectOption('select[aria-label=job]', { label: 'clerk' });
    await page.fill('textarea', 'cough and fever, no sleep');
    await barsShow(page, predicted(bench, 'sick.priory', 'age,smoker,job,note\n61.5,yes,clerk,"cough and fever, no sleep"\n'));
    await page.fill('input[type=number]', '');
    await barsShow(page, predicted(bench, 'sick.priory', 'age,smoker,job,note\n,yes,clerk,"cough and fever, no sleep"\n'));
    await page.focus('input[type=range]');
    await page.keyboard.press('Home');
    assert.ok(Number(await page.inputValue('input[type=number]')) < 30);
    await page.click('text=Clear');
    await barsShow(page, predicted(bench, 'sick.priory', 'age,smoker,job,note\n,,,\n'));
    assert.deepEqual(page.complaints, []);
  });
});

check('try: a date is picked, and read as the model reads dates', async (browser, bench) => {
  const day = (k) => new Date(Date.UTC(2024, 0, 1 + ((k * 37) % 90)));
  const lines = Array.from({ length: 200 }, (_, k) => {
    const [year, month, date] = day(k).toISOString().slice(0, 10).split('-');
    const rest = [0, 6].includes(day(k).getUTCDay()) !== (k % 10 === 0);
    return `${date}.${month}.${year},${rest ? 'rest' : 'work'}`;
  });
  bench.write('days.csv', `when,kind\n${lines.join('\n')}\n`);
  bench.priory('train', '--plain', 'days.csv', '--target', 'kind', '--types', 'when=date', '-o', 'days.priory', '--force');
  await serving(bench, ['days.priory'], async (served) => {
    const page = await visit(browser, served);
    await page.fill('input[type=date]', '2024-01-06');
    await barsShow(page, predicted(bench, 'days.priory', 'when\n06.01.2024\n'));
    assert.equal(await page.textContent('.verdict b'), 'rest');
    await page.fill('input[type=date]', '2024-01-08');
    await barsShow(page, predicted(bench, 'days.priory', 'when\n08.01.2024\n'));
    await page.click('text=Clear');
    await barsShow(page, predicted(bench, 'days.priory', 'when\n""\n'));
    assert.deepEqual(await untidy(page), []);
    assert.deepEqual(page.complaints, []);
  });
});

check('try: one key teaches, the bars move to the model that learnt it, undo gives the same bytes back', async (browser, bench) => {
  mailModel(bench);
  const before = bytes(bench, 'mail.priory');
  await serving(bench, ['mail.priory'], async (served) => {
    const page = await visit(browser, served);
    await page.keyboard.type(TYPED);
    const untaught = predicted(bench, 'mail.priory', `text\n"${TYPED}"\n`);
    await barsShow(page, untaught);
    await page.keyboard.press('Escape');
    await page.keyboard.press('1'); // ham
    bench.write('more.csv', `${MAIL}"${TYPED}",ham\n`);
    bench.priory('train', 'more.csv', '--plan', 'mail.priory', '-o', 'more.priory', '-q', '--force');
    await barsShow(page, predicted(bench, 'more.priory', `text\n"${TYPED}"\n`));
    assert.notDeepEqual(await bars(page), untaught);
    assert.match(await page.textContent('.facts-line'), /^7 rows/);
    assert.match(await page.textContent('.said'), /Learnt: ham/);
    await page.keyboard.press('u');
    await barsShow(page, untaught);
    assert.match(await page.textContent('.said'), /Taken back: ham/);
    await page.keyboard.press('Enter'); // the focus is on Right
    await page.waitForSelector('.taught li');
    assert.equal(await page.textContent('.taught li b'), 'spam');
    await page.click('.taught li button');
    await barsShow(page, untaught);
    await page.fill('input[aria-label="Another class"]', 'news');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('.posterior li').length === 3);
    await page.click('.taught li button');
    await barsShow(page, untaught);
    assert.deepEqual(page.complaints, []);
  });
  assert.deepEqual(bytes(bench, 'mail.priory'), before);
});

check('try: Ctrl and Enter say that the answer is right while one types', async (browser, bench) => {
  mailModel(bench);
  await serving(bench, ['mail.priory'], async (served) => {
    const page = await visit(browser, served);
    await page.keyboard.type('free pills 12');
    await page.waitForFunction(() => document.querySelector('.verdict b')?.textContent === 'spam');
    assert.equal((await served.json('/v1/models')).models[0].rows, 6); // digits are text here
    await page.keyboard.press('Control+Enter');
    await page.waitForSelector('.taught li');
    assert.equal((await served.json('/v1/models')).models[0].rows, 7);
    assert.equal(await page.inputValue('textarea'), 'free pills 12');
  });
});

check('try: a model that cannot learn says why, and has no keys that teach', async (browser, bench) => {
  bench.priory('cluster', 'train.csv', '-k', '2', '-o', 'hidden.priory', '--force');
  await serving(bench, ['hidden.priory'], async (served) => {
    const page = await visit(browser, served);
    assert.match(await page.textContent('.answers .note'), /learnt by EM cannot learn/);
    assert.equal(await page.$('.answers button'), null);
    await page.click('text=Fill in');
    await page.keyboard.press('1');
    await page.keyboard.press('u');
    await page.waitForFunction(() => document.querySelectorAll('.posterior li').length === 2);
    assert.equal((await served.json('/v1/models')).models[0].event, 0);
    assert.deepEqual(page.complaints, []);
  });
});

check('model: the report is that of the model as it is now', async (browser, bench) => {
  mailModel(bench);
  await serving(bench, ['mail.priory'], async (served) => {
    const page = await visit(browser, served, '#model/mail');
    await page.waitForSelector('#provenance');
    const learnt = () => page.$$eval('#provenance .facts > div', (all) => all.map((each) => each.textContent).find((text) => text.startsWith('learnt from')));
    assert.match(await learnt(), /6 rows/);
    const words = await page.$$eval('#telling .name', (all) => all.map((each) => each.textContent));
    assert.ok(words.includes('noon') && words.includes('prize'));
    await page.click('#tab-try');
    await page.keyboard.type('zebra zebra zebra');
    await page.keyboard.press('Control+Enter');
    await page.waitForSelector('.taught li');
    await page.click('#tab-model');
    await page.waitForFunction(() => document.querySelector('#provenance')?.textContent.includes('7 rows'));
    assert.deepEqual(page.complaints, []);
  });
});

check('a server that is gone is said so, and the page goes on when it is back', async (browser, bench) => {
  mailModel(bench);
  await serving(bench, ['mail.priory'], async (served) => {
    const page = await visit(browser, served, '', { allowed: /Failed to load resource|ERR_/ });
    await page.route('**/predict', (route) => route.abort());
    await page.keyboard.type('x');
    await page.waitForFunction(() => /does not answer/.test(document.querySelector('.input .problem').textContent));
    await page.unroute('**/predict');
    await page.keyboard.type(' pills');
    await page.waitForFunction(() => document.querySelector('.input .problem').hidden);
    assert.deepEqual(page.complaints, []);
  });
});
