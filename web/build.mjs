// Makes page.html, the report, of page.template.html, style/page.css and the bundle of src/main.js; and live.html, the
// page of priory serve, of live.template.html, style/live.css and live/main.js, with live.policy and live.tag beside it.
// Only these inline texts may run or style: their hashes are in the pages' policies.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const MOST_BYTES = 250_000;

const licence = readFileSync('node_modules/d3-array/LICENSE', 'utf8').trim();
const shared = { bundle: true, minify: true, write: false, legalComments: 'none', charset: 'utf8' };

async function bundles(script, style) {
  const made = await Promise.all([
    build({
      ...shared,
      entryPoints: [script],
      format: 'iife',
      target: 'es2021',
      banner: { js: `/* With modules of D3:\n${licence}\n*/` },
    }),
    build({ ...shared, entryPoints: [style], target: 'chrome123' }),
  ]);
  return made.map((each) => each.outputFiles[0].text);
}

const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

// The report stands alone: it reaches no network. The page of the server reaches that server.
const policyOf = (script, style) =>
  `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data:; ` +
  `base-uri 'none'; form-action 'none'`;
const livePolicyOf = (script, style) =>
  `${policyOf(script, style)}; connect-src 'self'; frame-ancestors 'none'; ` +
  `require-trusted-types-for 'script'; trusted-types 'none'`;

function write(name, template, fill) {
  const page = readFileSync(template, 'utf8').replace(/@(POLICY|STYLE|SCRIPT)@/g, (_, hole) => fill[hole]);
  const size = Buffer.byteLength(page);
  if (size > MOST_BYTES) throw new Error(`${name} has ${size} bytes, more than ${MOST_BYTES}`);
  writeFileSync(name, page);
  console.log(`${name}: ${size} bytes`);
  return page;
}

const [script, style] = await bundles('src/main.js', 'style/page.css');
write('page.html', 'page.template.html', { POLICY: policyOf(script, style), STYLE: style, SCRIPT: script });

const [liveScript, liveStyle] = await bundles('live/main.js', 'style/live.css');
const policy = livePolicyOf(liveScript, liveStyle);
const page = write('live.html', 'live.template.html', { STYLE: liveStyle, SCRIPT: liveScript });
writeFileSync('live.policy', policy);
writeFileSync('live.tag', createHash('sha256').update(page).update(policy).digest('hex').slice(0, 24));
