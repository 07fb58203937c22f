// Names, labels and texts that would like to be markup or script show as what they are.
import assert from 'node:assert/strict';
import { check, open } from './harness.mjs';

const NASTY = [
  '<script>window.hit=1</script>',
  '</script><img src=x onerror=window.hit=1>',
  '"\'`${window.hit=1}',
  'javascript:window.hit=1',
  '\u202Eevil',
  '<!--',
  ']]>',
  '&lt;b&gt;',
  '\u2028line',
  '__proto__',
];

const quoted = (text) => `"${text.replaceAll('"', '""')}"`;

function table() {
  const column = '<b onclick=window.hit=1>col</b>';
  const lines = [['class</script>', column, 'text<script>'].map(quoted).join(',')];
  for (let row = 0; row < 8 * NASTY.length; ++row) {
    const label = NASTY[row % NASTY.length],
      other = NASTY[(row + (row % 3 === 0 ? 1 : 0)) % NASTY.length];
    lines.push([label, other, `${other} some more words ${label} here`].map(quoted).join(','));
  }
  return `${lines.join('\n')}\n`;
}

check('hostile names run nothing and show literally', async (browser, bench) => {
  bench.write('<i>nasty.csv', table());
  bench.priory(
    'train',
    '--plain',
    '<i>nasty.csv',
    '--target',
    'class</script>',
    '-o',
    '<u>nasty.priory',
    '--text',
    'text<script>',
    '--tokens',
    'space',
  );
  bench.priory('report', '<u>nasty.priory', '<i>nasty.csv', '-o', 'nasty.html');
  const page = await open(browser, bench, 'nasty.html');
  assert.equal(await page.textContent('h1'), '<u>nasty.priory on <i>nasty.csv');
  assert.equal(await page.title(), '<u>nasty.priory on <i>nasty.csv');
  const names = await page.$$eval('#matrix tbody th', (cells) => cells.map((cell) => cell.textContent));
  assert.deepEqual([...names].sort(), [...NASTY].sort());
  for (const cell of await page.$$('#matrix td[role="gridcell"]')) await cell.click();
  for (const summary of await page.$$('summary')) await summary.click();
  const options = await page.$$eval('#curve-class option', (all) => all.map((each) => each.value));
  for (const option of options) await page.selectOption('#curve-class', option);
  assert.equal(await page.evaluate(() => window.hit), undefined);
  assert.deepEqual(await page.$$eval('script', (all) => all.length), 2);
  assert.deepEqual(
    await page.$$eval(
      '#page img, #page iframe, #page b[onclick], #page u, #page i, #page script',
      (all) => all.length,
    ),
    0,
  );
  assert.ok((await page.textContent('#schema')).includes('<b onclick=window.hit=1>col</b>'));
  assert.deepEqual(page.complaints, []);
});

check('the policy lets nothing else run and nothing be loaded', async (browser, bench) => {
  const page = await open(browser, bench, 'patients.html');
  const tried = await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'window.hit = 1';
    document.body.append(script);
    const fetched = await fetch('http://127.0.0.1:9/').then(
      () => 'fetched',
      () => 'refused',
    );
    return { hit: window.hit, fetched };
  });
  assert.deepEqual(tried, { hit: undefined, fetched: 'refused' });
  assert.ok(page.complaints.length >= 2);
  assert.ok(
    page.complaints.every((text) => text.includes('Content Security Policy') || text.includes('127.0.0.1:9')),
    page.complaints.join('\n'),
  );
});
