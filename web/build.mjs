// Makes page.html of page.template.html, style/page.css and the bundle of src/main.js. Only these two inline
// texts may run or style: their hashes are in the page's policy, which lets it reach no network.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const MOST_BYTES = 250_000;

const licence = readFileSync('node_modules/d3-array/LICENSE', 'utf8').trim();
const shared = { bundle: true, minify: true, write: false, legalComments: 'none', charset: 'utf8' };
const [script, style] = await Promise.all(
  [
    build({
      ...shared,
      entryPoints: ['src/main.js'],
      format: 'iife',
      target: 'es2021',
      banner: { js: `/* With modules of D3:\n${licence}\n*/` },
    }),
    build({ ...shared, entryPoints: ['style/page.css'], target: 'chrome123' }),
  ].map(async (made) => (await made).outputFiles[0].text),
);

const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policy =
  `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data:; ` +
  `base-uri 'none'; form-action 'none'`;
const fill = { POLICY: policy, STYLE: style, SCRIPT: script };
const page = readFileSync('page.template.html', 'utf8').replace(
  /@(POLICY|STYLE|SCRIPT)@/g,
  (_, name) => fill[name],
);

const size = Buffer.byteLength(page);
if (size > MOST_BYTES) throw new Error(`the page has ${size} bytes, more than ${MOST_BYTES}`);
writeFileSync('page.html', page);
console.log(`page.html: ${size} bytes`);
