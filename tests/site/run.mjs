// SPDX-License-Identifier: Apache-2.0
// Every page of the site in a headless Chromium: wide and narrow, light and dark. Nothing is wider than the screen, nothing
// is logged, and the search finds and goes.
//   node run.mjs --site FOLDER --web FOLDER    playwright-core is in the second
// Ends with 77, skipped, when there is no Chromium.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const option = (name) => process.argv[process.argv.indexOf(name) + 1];
const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
if (!chromium) {
  console.log('skipped: there is no Chromium here (on Debian: apt-get install chromium)');
  process.exit(77);
}
const site = option('--site');
const playwright = createRequire(join(option('--web'), 'package.json'))('playwright-core');
const address = (name) => pathToFileURL(join(site, name)).href;
const pages = readdirSync(site, { recursive: true }).filter((name) => name.endsWith('.html'));
let passed = 0;
let failed = 0;

async function check(name, run) {
  try {
    await run();
    ++passed;
  } catch (error) {
    ++failed;
    console.log(`FAIL ${name}\n${error.stack}`);
  }
}

/** A page that keeps what it complains of. */
async function opened(browser, width, colorScheme) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  const page = await context.newPage();
  page.complaints = [];
  page.on('console', (message) => page.complaints.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => page.complaints.push(`error: ${error.message}`));
  page.on('request', (request) => {
    if (!/^(file|data):/.test(request.url())) page.complaints.push(`request: ${request.url()}`);
  });
  return page;
}

async function shows(page, name, width) {
  page.complaints.length = 0;
  await page.goto(address(name));
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, 'wider than the screen');
  assert.ok((await page.locator('main h1').count()) >= 1, 'no heading');
  assert.deepEqual(page.complaints, []);
}

/** The searched page is among the hits, and Enter goes to the first. */
async function finds(page) {
  await page.goto(address('docs/text.html'));
  await page.fill('#search', 'leave-one-out calib');
  const hits = await page.locator('#found a').allTextContents();
  assert.ok(hits.length > 0 && hits.every((hit) => hit.length > 0));
  await page.fill('#search', 'zzqq');
  assert.equal(await page.locator('#found').textContent(), 'Nothing found');
  await page.fill('#search', 'glossary');
  await page.keyboard.press('Enter');
  await page.waitForURL(/glossary\.html/);
}

const browser = await playwright.chromium.launch({
  executablePath: chromium,
  args: process.getuid() === 0 ? ['--no-sandbox'] : [],
});
try {
  assert.ok(pages.length > 30);
  for (const [width, scheme] of [
    [1400, 'light'],
    [1400, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ]) {
    const page = await opened(browser, width, scheme);
    for (const name of pages) await check(`${name} at ${width}, ${scheme}`, () => shows(page, name, width));
    await check(`search at ${width}, ${scheme}`, () => finds(page));
    await page.context().close();
  }
} finally {
  await browser.close();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
