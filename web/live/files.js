// Files that are dropped or chosen, folders too; and a file that is given to the user.
import { element } from '../src/dom.js';

const MOST_TEXT = 1_000_000; // bytes of one text of a folder
const TABLES = /\.(csv|tsv|jsonl|ndjson)$/i;

async function entriesOf(entry) {
  if (entry.isFile) return [await new Promise((done, failed) => entry.file(done, failed))];
  const reader = entry.createReader();
  const out = [];
  for (;;) {
    const some = await new Promise((done, failed) => reader.readEntries(done, failed)); // at most 100 at a time
    if (some.length === 0) break;
    for (const each of some) out.push(...(await entriesOf(each)));
  }
  return out;
}

async function droppedFiles(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.length === 0) return [...transfer.files];
  return (await Promise.all(entries.map(entriesOf))).flat();
}

/**
 * @returns {Promise<{tables: {name, text}[], texts: string[], left: number}>} files of rows; of other files each is one text
 */
export async function readFiles(files) {
  const out = { tables: [], texts: [], left: 0 };
  for (const file of files) {
    if (TABLES.test(file.name)) out.tables.push({ name: file.name, text: await file.text() });
    else if (file.size === 0 || file.size > MOST_TEXT) ++out.left;
    else out.texts.push(await file.text());
  }
  return out;
}

/** A place to drop files, with buttons that choose them. */
export function dropZone(title, take, { folders = true } = {}) {
  const pick = (attributes, name) => {
    const input = element('input', {
      type: 'file',
      class: 'hidden',
      tabindex: -1,
      'aria-label': name,
      ...attributes,
      on: { change: (event) => give([...event.target.files]) },
    });
    return [input, element('button', { type: 'button', on: { click: () => input.click() } }, name)];
  };
  const give = async (files) => {
    if (files.length > 0) take(await readFiles(files));
  };
  const over = (on) => (event) => {
    event.preventDefault();
    zone.classList.toggle('over', on);
  };
  const zone = element(
    'div',
    {
      class: 'drop',
      on: {
        dragover: over(true),
        dragleave: over(false),
        drop: async (event) => {
          over(false)(event);
          give(await droppedFiles(event.dataTransfer));
        },
      },
    },
    element('p', {}, title),
    element(
      'p',
      { class: 'controls' },
      pick({ multiple: true, accept: '.csv,.tsv,.jsonl,.ndjson,.txt,text/*' }, 'Choose files'),
      folders && pick({ webkitdirectory: true }, 'Choose a folder'),
    ),
  );
  return zone;
}

export function giveFile(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = element('a', { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
