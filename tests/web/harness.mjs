// What the browser tests share: the program, a browser, cases and their counting.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const cases = [];

/** Registers a case: `run` throws when it fails. */
export function check(name, run) {
  cases.push({ name, run });
}

/** A folder for the files of a test, and the program run in it. */
export class Bench {
  constructor(priory) {
    this.program = priory;
    this.folder = mkdtempSync(join(tmpdir(), 'priory-web-'));
  }

  write(name, text) {
    writeFileSync(join(this.folder, name), text);
  }

  priory(...words) {
    return execFileSync(this.program, words, {
      cwd: this.folder,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  json(...words) {
    return JSON.parse(this.priory(...words, '--json'));
  }

  remove() {
    rmSync(this.folder, { recursive: true });
  }
}

/** A report in a page of its own. Whatever it logs, asks of the network or throws is a complaint. */
export async function open(browser, bench, name, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  const page = await context.newPage();
  const complaints = [];
  const url = pathToFileURL(join(bench.folder, name)).href;
  page.on('console', (message) => complaints.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== url && !request.url().startsWith('data:'))
      complaints.push(`request: ${request.url()}`);
  });
  await page.goto(url);
  await page.waitForSelector('html[data-ready]');
  page.complaints = complaints;
  return page;
}

/** Runs all cases; the last line counts them. */
export async function runAll(browser, bench) {
  let failed = 0;
  const at = process.argv.indexOf('--only');
  const chosen = at < 0 ? cases : cases.filter(({ name }) => name.includes(process.argv[at + 1]));
  for (const { name, run } of chosen) {
    try {
      await run(browser, bench);
      console.log(`ok   ${name}`);
    } catch (error) {
      ++failed;
      console.log(`FAIL ${name}\n${error.stack}`);
    }
    for (const context of browser.contexts()) await context.close(); // their pages would go on asking
  }
  console.log(`${chosen.length - failed} passed, ${failed} failed`);
  return failed;
}
