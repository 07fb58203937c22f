// The picture of the report in README.md: its first sections and the columns. `--picture FILE` writes it; it stays small
// enough for a page that is read over a phone.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { check, open } from './harness.mjs';

const MOST_BYTES = 150_000;
const SHOWN = ['figures', 'matrix', 'spreads'];
const kept = new URL('../../docs/pictures/report.png', import.meta.url);

check('the picture of the report in README.md can be made again, and is below 150 KB', async (browser, bench) => {
  const page = await open(browser, bench, 'patients.html', {
    viewport: { width: 1120, height: 900 },
    colorScheme: 'light',
  });
  await page.evaluate((shown) => {
    for (const section of document.querySelectorAll('section')) section.hidden = !shown.includes(section.id);
    for (const node of document.querySelectorAll('nav, #matrix .rows, #theme')) node.remove();
  }, SHOWN);
  const picture = await page.locator('#page').screenshot();
  const at = process.argv.indexOf('--picture');
  if (at > 0) writeFileSync(process.argv[at + 1], picture);
  assert.ok(picture.length < MOST_BYTES, `${picture.length} bytes`);
  assert.ok(readFileSync(kept).length < MOST_BYTES);
});
