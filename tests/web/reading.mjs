// The page for every reader: dark, on paper, narrow, by screen reader; and small enough to send.
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { lowContrast } from './contrast.mjs';
import { check, open } from './harness.mjs';

const REPORTS = ['patients.html', 'letters.html'];

for (const colorScheme of ['light', 'dark']) {
  check(`${colorScheme}: every text stands out from its ground`, async (browser, bench) => {
    for (const name of REPORTS) {
      const page = await open(browser, bench, name, { colorScheme });
      assert.deepEqual(await page.evaluate(lowContrast), [], name);
      assert.deepEqual(page.complaints, []);
    }
  });
}

check('the button changes between light and dark', async (browser, bench) => {
  const page = await open(browser, bench, 'patients.html', { colorScheme: 'dark' });
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await paper();
  await page.click('#theme');
  assert.notEqual(await paper(), dark);
  await page.click('#theme');
  assert.equal(await paper(), dark);
});

check('on paper: no controls, light, and a PDF comes out', async (browser, bench) => {
  const page = await open(browser, bench, 'patients.html', { colorScheme: 'dark' });
  await page.emulateMedia({ media: 'print' });
  assert.equal(
    await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
    'rgb(255, 255, 255)',
  );
  for (const selector of ['nav', '#theme', '#threshold-slider'])
    assert.equal(await page.isVisible(selector), false, selector);
  assert.equal(await page.isVisible('#matrix table'), true);
  assert.equal((await page.pdf()).subarray(0, 5).toString(), '%PDF-');
  assert.deepEqual(page.complaints, []);
});

// What is cut off at the right although nothing there scrolls, and what is too small for a finger.
function tooWide() {
  const end = document.documentElement.clientWidth + 1;
  return [...document.querySelectorAll('#page *')]
    .filter((node) => node.checkVisibility() && !node.closest('.scroll, svg, nav ul, .skip'))
    .filter((node) => node.getBoundingClientRect().right > end)
    .map((node) => `${node.tagName}.${node.className} '${node.textContent.slice(0, 20)}'`);
}

function tooLow() {
  return [...document.querySelectorAll('#page button:not(.link), #page select, #page input, #page summary, nav a')]
    .filter((node) => node.checkVisibility() && node.getBoundingClientRect().height < 43.5)
    .map((node) => `${node.tagName} '${node.textContent.slice(0, 20)}'`);
}

for (const colorScheme of ['light', 'dark']) {
  check(`${colorScheme}, on a phone: nothing is wider than the screen or too low to press`, async (browser, bench) => {
    for (const name of REPORTS) {
      const page = await open(browser, bench, name, { viewport: { width: 390, height: 800 }, colorScheme });
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, name);
      assert.deepEqual(await page.evaluate(tooWide), [], name);
      assert.deepEqual(await page.evaluate(tooLow), [], name);
      assert.deepEqual(page.complaints, []);
    }
  });
}

for (const colorScheme of ['light', 'dark']) {
  check(`${colorScheme}, on a desk: nothing is wider than the screen, and the page is no scroll of everything`, async (browser, bench) => {
    for (const name of REPORTS) {
      const page = await open(browser, bench, name, { viewport: { width: 1400, height: 900 }, colorScheme });
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 1400, name);
      assert.deepEqual(await page.evaluate(tooWide), [], name);
      assert.ok((await page.evaluate(() => document.documentElement.scrollHeight)) < 6500, name);
      assert.deepEqual(page.complaints, []);
    }
  });
}

check('six hidden classes fit on 1400 pixels', async (browser, bench) => {
  bench.priory('cluster', 'train.csv', '-k', '6', '--ignore', 'outcome,note', '-o', 'six.priory', '--restarts', '2');
  bench.priory('report', 'six.priory', 'test.csv', '-o', 'six.html');
  const page = await open(browser, bench, 'six.html', { viewport: { width: 1400, height: 900 } });
  const cut = await page.$$eval('.scroll', (all) => all.filter((each) => each.scrollWidth > each.clientWidth + 1).length);
  assert.equal(cut, 0);
  assert.deepEqual(page.complaints, []);
});

check('landmarks, headings and names for screen readers', async (browser, bench) => {
  for (const name of REPORTS) {
    const page = await open(browser, bench, name);
    assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1);
    assert.equal(await page.getByRole('main').count(), 1);
    assert.equal(await page.getByRole('navigation', { name: 'Contents' }).count(), 1);
    assert.equal(await page.getByRole('grid', { name: /Confusion matrix/ }).count(), 1);
    assert.equal(await page.getByRole('slider', { name: /Threshold/ }).count(), 1);
    assert.equal(await page.getByRole('spinbutton', { name: /from probability/ }).count(), 1);
    assert.equal(await page.getByRole('img', { name: /ROC curve of/ }).count(), 1);
    const unnamed = await page.$$eval(
      'input, select, button, svg[role="img"]',
      (all) =>
        all.filter(
          (node) =>
            !node.getAttribute('aria-label') && !node.labels?.length && node.textContent.trim() === '',
        ).length,
    );
    assert.equal(unnamed, 0);
    const sections = await page.$$eval('section', (all) =>
      all.every((each) => document.getElementById(each.getAttribute('aria-labelledby'))),
    );
    assert.ok(sections);
    const links = await page.$$eval('nav a', (all) =>
      all.every((each) => document.querySelector(each.getAttribute('href'))),
    );
    assert.ok(links);
    assert.match(
      await page.getAttribute('#threshold-slider', 'aria-valuetext'),
      /^probability .* found, .* false$/,
    );
    assert.equal(
      await page.$$eval('[id]', (all) => all.length - new Set(all.map((each) => each.id)).size),
      0,
    );
  }
});

check('the page without its data is below 250 KB', async (browser, bench) => {
  assert.ok(statSync(bench.page).size < 250_000);
});
