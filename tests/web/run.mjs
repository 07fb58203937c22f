// Reports and the page of priory serve in a headless Chromium.
//   node run.mjs --priory PROGRAM --web FOLDER    where the page was made: playwright-core is there too
//   --only WORDS                                  the cases with these words in their name
//   --pictures FOLDER                             writes the pictures of the page there
// Ends with 77, skipped, when there is no Chromium (script/test installs it).
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { letters, patients } from './data.mjs';
import { Bench, runAll } from './harness.mjs';
import './two_classes.mjs';
import './many_classes.mjs';
import './hostile.mjs';
import './reading.mjs';
import './picture.mjs';
import './live_try.mjs';
import './live_page.mjs';
import './live_label.mjs';

const option = (name) => process.argv[process.argv.indexOf(name) + 1];
const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
);
if (!chromium) {
  console.log('skipped: there is no Chromium here (on Debian: apt-get install chromium)');
  process.exit(77);
}

const web = option('--web');
const playwright = createRequire(join(web, 'package.json'))('playwright-core');
const bench = new Bench(option('--priory'));
bench.page = join(web, 'page.html');
bench.write('train.csv', patients(400, 1));
bench.write('test.csv', patients(300, 2));
bench.priory('train', '--plain', 'train.csv', '--target', 'outcome', '-o', 'patients.priory');
bench.priory('report', 'patients.priory', 'test.csv', '-o', 'patients.html');
bench.predictions = bench
  .priory('predict', 'patients.priory', 'test.csv', '--keep', 'outcome')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(','))
  .map(([actual, predicted, probability]) => ({ actual, predicted, probability: Number(probability) }));
bench.write('letters-train.csv', letters(600, 20, 3));
bench.write('letters-test.csv', letters(500, 20, 4));
bench.priory('train', '--plain', 'letters-train.csv', '--target', 'letter', '--text', 'words', '-o', 'letters.priory');
bench.priory('report', 'letters.priory', 'letters-test.csv', '-o', 'letters.html');

const browser = await playwright.chromium.launch({
  executablePath: chromium,
  args: [
    ...(process.getuid() === 0 ? ['--no-sandbox'] : []),
    ...['gpu', 'background-networking', 'component-update', 'sync'].map((each) => `--disable-${each}`),
    '--no-first-run',
  ],
});
let failed = 1;
try {
  failed = await runAll(browser, bench);
} finally {
  await browser.close();
  bench.remove();
}
process.exit(failed === 0 ? 0 : 1);
