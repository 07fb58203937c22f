// `priory serve` on a port that was free, and pages that are open at it.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const READY = 20_000; // milliseconds

export class Served {
  /** @param bench  @param {...string} words of the command line: models and options */
  static async start(bench, ...words) {
    const out = new Served();
    out.process = spawn(bench.program, ['serve', '--port', '0', ...words], {
      cwd: bench.folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    out.said = [];
    out.ended = new Promise((done) => out.process.once('exit', done));
    out.origin = await new Promise((found, failed) => {
      const timer = setTimeout(() => failed(new Error(`no server: ${out.said.join('\n')}`)), READY);
      createInterface({ input: out.process.stderr }).on('line', (line) => {
        out.said.push(line);
        const at = line.match(/http:\/\/127\.0\.0\.1:\d+/);
        if (at) (clearTimeout(timer), found(at[0]));
      });
    });
    return out;
  }

  async json(path, body) {
    const options = body === undefined ? {} : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    return (await fetch(this.origin + path, options)).json();
  }

  /** Ends it as an operator does: everything is in the model file then. */
  async stop() {
    this.process.kill('SIGTERM');
    await this.ended;
  }
}

/** Runs `use` with a server, which is ended whatever happens. */
export async function serving(bench, words, use) {
  const served = await Served.start(bench, ...words);
  try {
    return await use(served);
  } finally {
    await served.stop();
  }
}

/** A tab of the page. What it logs, throws or asks of anybody else is a complaint; a refusal by the server may be `allowed`. */
export async function visit(browser, served, hash = '', options = {}) {
  const { allowed = /^$/, ...rest } = options;
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...rest });
  const page = await context.newPage();
  page.complaints = [];
  const complain = (text) => allowed.test(text) || page.complaints.push(text);
  page.on('console', (message) => complain(`console: ${message.text()}`));
  page.on('pageerror', (error) => complain(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    complain(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${served.origin}/`) && !/^(data|blob):/.test(request.url()))
      complain(`request: ${request.url()}`);
  });
  await page.goto(`${served.origin}/${hash}`);
  await page.waitForSelector('html[data-ready]');
  return page;
}

/** The probabilities that the bars of a page show. */
export async function bars(page) {
  const rows = await page.$$eval('.posterior li', (all) =>
    all.map((each) => [each.querySelector('.name').textContent, Number(each.dataset.probability)]),
  );
  return Object.fromEntries(rows);
}

/** Waits until the bars show what `wanted` says of them. */
export async function barsShow(page, wanted) {
  await page.waitForFunction(
    (expected) =>
      [...document.querySelectorAll('.posterior li')].every((each) => {
        const name = each.querySelector('.name').textContent;
        return expected[name] !== undefined && Math.abs(Number(each.dataset.probability) - expected[name]) < 1e-9;
      }) && document.querySelectorAll('.posterior li').length > 0,
    wanted,
    { timeout: 5000 },
  );
}

/** What is wider than the page, or smaller than a finger needs. */
export async function untidy(page) {
  return page.evaluate(() => {
    const out = [];
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (wide > 0) out.push(`the page is ${wide} pixels too wide`);
    for (const node of document.querySelectorAll('main button, main select, main input, main textarea, .tabs button, header button')) {
      const box = node.getBoundingClientRect();
      if (box.width === 0 || node.matches('.link, .hidden') || node.type === 'checkbox') continue;
      if (box.height < 43.5) out.push(`${node.outerHTML.slice(0, 80)} is ${box.height} pixels high`);
    }
    return out;
  });
}
