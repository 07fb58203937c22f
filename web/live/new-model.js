// A model from nothing: a name, the classes, and what its rows have.
import { element, replace } from '../src/dom.js';
import { dropZone } from './files.js';
import { sendRows } from './send-rows.js';
import { lookAt, proposedColumns } from './table-file.js';

const KINDS = [
  ['text', 'text'],
  ['number', 'a number'],
  ['values', 'one of few values'],
  ['ignore', 'left out'],
];

/** The classes of a text: one a line, or between commas. */
export function classesOf(text) {
  const parts = text.split(text.includes('\n') ? '\n' : ',').map((each) => each.trim());
  return [...new Set(parts.filter((each) => each !== ''))];
}

/** What the server is asked for. @param {{name, kind}[]} columns none: the rows are texts */
export function requestOf(name, classes, columns) {
  const used = columns.filter((each) => each.kind !== 'ignore');
  if (used.length === 0) return { name, classes, text: 'text' };
  if (used.length === 1 && used[0].kind === 'text') return { name, classes, text: used[0].name };
  const kinds = Object.fromEntries(used.map((each) => [each.name, each.kind]));
  let target = 'label';
  while (columns.some((each) => each.name === target)) target += '_';
  return { name, classes, columns: kinds, target };
}

export function newModel(app) {
  let files = { tables: [], texts: [], left: 0 };
  let columns = [];
  const found = element('div', {});
  const choice = (column) =>
    element(
      'label',
      { class: 'field' },
      element('span', { class: 'name', dir: 'auto' }, column.name),
      element(
        'select',
        { on: { change: (event) => (column.kind = event.target.value) } },
        KINDS.map(([value, text]) => element('option', { value, selected: value === column.kind }, text)),
      ),
    );
  const take = (given) => {
    files = given;
    columns = given.tables.length > 0 ? proposedColumns(lookAt(given.tables[0].name, given.tables[0].text)) : [];
    replace(
      found,
      element('p', { class: 'soft' }, given.tables.length > 0 ? `${given.tables[0].name}: its columns are` : `${given.texts.length} texts`),
      columns.length > 0 && element('div', { class: 'row-form' }, columns.map(choice)),
    );
  };
  const name = element('input', { type: 'text', id: 'new-name', required: true, pattern: '[A-Za-z0-9_\\-]{1,64}', autocomplete: 'off' });
  const classes = element('textarea', { id: 'new-classes', rows: 3, required: true, placeholder: 'one a line' });
  const problem = element('p', { class: 'problem', role: 'alert', hidden: true });
  const submit = async (event) => {
    event.preventDefault();
    problem.hidden = true;
    try {
      const { model } = await app.api.post('/v1/models', requestOf(name.value, classesOf(classes.value), columns));
      await app.begun(model, async (made, form) => {
        if (files.tables.length + files.texts.length > 0) app.say(await sendRows(made, form, files));
      });
    } catch (error) {
      problem.textContent = error.text ?? error.message;
      problem.hidden = false;
    }
  };
  return element(
    'form',
    { class: 'new-model', on: { submit } },
    element('label', { for: 'new-name' }, 'Name of the model'),
    name,
    element('label', { for: 'new-classes' }, 'Its classes'),
    classes,
    dropZone('Rows without labels: a CSV, JSONL or a folder of texts. They can come later, too.', take),
    found,
    element('button', { type: 'submit', class: 'primary' }, 'Begin'),
    problem,
  );
}
