// The page of priory serve as it is sent, on every screen, by keyboard, and under names and texts that would like to be markup.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { lowContrast } from './contrast.mjs';
import { check } from './harness.mjs';
import { serving, untidy, visit } from './serving.mjs';

const SCREENS = [
  [1400, 900],
  [390, 844],
];
const TABS = ['try', 'model'];

function train(bench) {
  bench.priory('train', '--plain', 'train.csv', '--target', 'outcome', '-o', 'sick.priory', '--force');
}

/** An answer with its headers, whatever Host is asked for. */
function asked(served, path, { method = 'GET', headers = {} } = {}) {
  return new Promise((done, failed) => {
    const sent = request(served.origin + path, { method, headers }, (response) => {
      let body = '';
      response.on('data', (some) => (body += some));
      response.on('end', () => done({ status: response.statusCode, headers: response.headers, body }));
    });
    sent.on('error', failed);
    sent.end();
  });
}

check('the page is sent with its type, a tag and a strict policy', async (browser, bench) => {
  train(bench);
  await serving(bench, ['sick.priory'], async (served) => {
    const page = await asked(served, '/');
    assert.equal(page.status, 200);
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(page.headers['x-content-type-options'], 'nosniff');
    assert.equal(page.headers['cache-control'], 'no-cache');
    const policy = page.headers['content-security-policy'];
    for (const rule of [/^default-src 'none'/, /connect-src 'self'/, /frame-ancestors 'none'/, /script-src 'sha256-/, /form-action 'none'/])
      assert.match(policy, rule);
    assert.doesNotMatch(policy, /unsafe|\*/);
    assert.doesNotMatch(page.body, /(src|href)="?https?:/);
    const again = await asked(served, '/', { headers: { 'If-None-Match': page.headers.etag } });
    assert.equal(again.status, 304);
    assert.equal(again.body, '');
    assert.equal((await asked(served, '/', { headers: { 'If-None-Match': '"other"' } })).status, 200);
    const head = await asked(served, '/', { method: 'HEAD' });
    assert.equal(head.headers['content-length'], String(Buffer.byteLength(page.body)));
    assert.equal((await asked(served, '/', { method: 'POST' })).status, 405);
    assert.equal((await asked(served, '/', { headers: { Host: 'evil.example' } })).status, 403);
    assert.equal((await asked(served, '/', { headers: { Origin: 'http://evil.example' } })).status, 403);
    const data = await asked(served, '/v1/models');
    assert.equal(data.headers['cache-control'], 'no-store');
    const form = await asked(served, '/v1/models/sick/form');
    assert.deepEqual(
      JSON.parse(form.body).columns.map((each) => [each.name, each.kind]),
      [
        ['age', 'number'],
        ['smoker', 'choice'],
        ['job', 'choice'],
        ['note', 'text'],
      ],
    );
  });
});

check('every tab fits its screen, light and dark, and is quiet', async (browser, bench) => {
  train(bench);
  await serving(bench, ['sick.priory', 'letters.priory'], async (served) => {
    for (const [width, height] of SCREENS)
      for (const colorScheme of ['light', 'dark'])
        for (const tab of TABS)
          for (const model of ['sick', 'letters']) {
            const page = await visit(browser, served, `#${tab}/${model}`, { viewport: { width, height }, colorScheme });
            const where = `${tab} of ${model} at ${width}, ${colorScheme}`;
            if (tab === 'try') await page.fill('textarea', 'word1 word2 cough fine a rest of the text');
            await page.waitForTimeout(300);
            assert.deepEqual(await untidy(page), [], where);
            assert.deepEqual(await page.evaluate(lowContrast), [], where);
            assert.deepEqual(page.complaints, [], where);
            await page.context().close();
          }
  });
});

check('tabs go by arrows, Home and End; the address has the tab and the model', async (browser, bench) => {
  train(bench);
  await serving(bench, ['sick.priory', 'letters.priory'], async (served) => {
    const page = await visit(browser, served);
    await page.focus('[role=tab][aria-selected=true]');
    await page.keyboard.press('End');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'tab-model');
    await page.waitForSelector('html[data-ready=model]');
    assert.match(page.url(), /#model\/sick$/);
    assert.equal(await page.getAttribute('main', 'aria-labelledby'), 'tab-model');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('html[data-ready=try]');
    await page.selectOption('.choice select', { label: 'letters' });
    await page.waitForFunction(() => document.querySelector('h1').textContent === 'letters');
    assert.match(page.url(), /#try\/letters$/);
    await page.goBack();
    await page.waitForFunction(() => document.querySelector('h1').textContent === 'sick');
    assert.equal(await page.$$eval('h1', (all) => all.length), 1);
    // Everything that can be pressed has a name, and a label where it is a field.
    const nameless = await page.$$eval('button, select, input, textarea', (all) =>
      all
        .filter((each) => !(each.getAttribute('aria-label') || each.textContent.trim() || each.labels?.length))
        .map((each) => each.outerHTML),
    );
    assert.deepEqual(nameless, []);
    assert.deepEqual(page.complaints, []);
  });
});

const NASTY = [
  '<script>window.hit=1</script>',
  '</script><img src=x onerror=window.hit=1>',
  '"\'`${window.hit=1}',
  '\u001b]0;evil\u0007\u001b[31m',
  '\u202Eevil',
  '&lt;b&gt;',
  '__proto__',
];
const quoted = (text) => `"${text.replaceAll('"', '""')}"`;

check('hostile names and texts run nothing and show as they are', async (browser, bench) => {
  const column = '<b onclick=window.hit=1>col</b>';
  const lines = [['class</script>', column, 'text<img src=x onerror=window.hit=1>'].map(quoted).join(',')];
  for (let row = 0; row < 6 * NASTY.length; ++row) {
    const label = NASTY[row % NASTY.length],
      other = NASTY[(row + 1) % NASTY.length];
    lines.push([label, other, `${other} some more words ${label} here`].map(quoted).join(','));
  }
  bench.write('nasty.csv', `${lines.join('\n')}\n`);
  const [target, text] = ['class</script>', 'text<img src=x onerror=window.hit=1>'];
  bench.priory('train', '--plain', 'nasty.csv', '--target', target, '--text', text, '--tokens', 'space', '-o', '<u>nasty.priory', '--force');
  await serving(bench, ['<u>nasty.priory'], async (served) => {
    const page = await visit(browser, served);
    assert.equal(await page.textContent('h1'), '<u>nasty');
    await page.fill('textarea', NASTY.join(' '));
    await page.waitForFunction(() => document.querySelectorAll('.posterior li').length === 7);
    await page.waitForSelector('.shaded-field mark');
    const names = await page.$$eval('.posterior .name', (all) => all.map((each) => each.textContent));
    assert.deepEqual([...names].sort(), [...NASTY].sort());
    await page.keyboard.press('Escape');
    await page.keyboard.press('2');
    await page.waitForSelector('.taught li');
    assert.ok(NASTY.includes(await page.textContent('.taught li b')));
    await page.keyboard.press('u');
    await page.waitForFunction(() => document.querySelectorAll('.taught li').length === 0);
    await page.fill('textarea', `${'<img src=x onerror=window.hit=1> '.repeat(8000)}`);
    await page.waitForTimeout(500);
    assert.deepEqual(await untidy(page), []);
    await page.fill('textarea', 'x'.repeat(200_000));
    await page.waitForTimeout(500);
    assert.deepEqual(await untidy(page), []);
    // The same names in rows that wait, are labelled, stand out and have drifted.
    const row = (k) => ({ [column]: NASTY[k], [text]: `${NASTY[k]} ${NASTY[(k + 3) % NASTY.length]}` });
    const path = `/v1/models/${encodeURIComponent('<u>nasty')}`;
    await served.json(`${path}/learn`, { rows: NASTY.map((_, k) => row(k)), labels: NASTY.map((_, k) => NASTY[(k + 2) % NASTY.length]) });
    await served.json(`${path}/queue`, { rows: NASTY.map((_, k) => row(k)) });
    const drawn = { try: '.posterior', label: '.row-card .text', suspects: '.row-card .text', drift: '.deck-of-sheets .sheet', model: '#telling' };
    for (const [tab, what] of Object.entries(drawn)) {
      await page.click(`#tab-${tab}`);
      await page.waitForSelector(what);
      await page.waitForTimeout(300);
      assert.deepEqual(await untidy(page), [], tab);
    }
    assert.equal(await page.evaluate(() => window.hit), undefined);
    assert.equal(await page.$$eval('script', (all) => all.length), 1);
    assert.equal(await page.$$eval('#page img, #page iframe, #page u, #page i, #page script, #page b[onclick]', (all) => all.length), 0);
    assert.deepEqual(page.complaints, []);
  });
});

check('the policy of the page lets nothing else run, and nobody else be asked', async (browser, bench) => {
  train(bench);
  await serving(bench, ['sick.priory'], async (served) => {
    const page = await visit(browser, served, '', { allowed: /Content Security Policy|127\.0\.0\.1:9|TrustedScript|trusted/i });
    const tried = await page.evaluate(async () => {
      const attempt = async (run) => {
        try {
          await run();
          return 'done';
        } catch {
          return 'refused';
        }
      };
      return {
        markup: await attempt(() => (document.body.innerHTML = '<b>x</b>')),
        script: await attempt(() => {
          const script = document.createElement('script');
          script.textContent = 'window.hit = 1';
          document.body.append(script);
        }),
        fetched: await attempt(() => fetch('http://127.0.0.1:9/')),
        hit: window.hit,
      };
    });
    assert.equal(tried.markup, 'refused');
    assert.equal(tried.fetched, 'refused');
    assert.equal(tried.hit, undefined);
    assert.deepEqual(page.complaints, []);
  });
});
