// What was read and what was learnt: the schema of the data and where the model comes from.
import { element, numberTable, section } from './dom.js';
import { count, percent, quantity, rows } from './numbers.js';

/** Whether the model's probabilities are adjusted after its log-odds. */
export const isCalibrated = (model) => model.settings.some(([name]) => name === 'calibration');

/** How each column is used. */
export function roles(model) {
  const out = new Map();
  for (const part of model.parts)
    for (const column of part.columns) out.set(column, part.text ? `text, ${part.family}` : part.family);
  if (model.target !== null) out.set(model.target, 'target');
  const weight = model.settings.find(([name]) => name === 'row weights');
  if (weight) out.set(weight[1], 'weight');
  return out;
}

const shortened = (text) => (text.length > 40 ? `${text.slice(0, 39)}…` : text);

function columnTable(report) {
  const use = roles(report.model);
  const known = report.data?.columns ?? [...use.keys()].map((name) => ({ name }));
  const full = Boolean(report.data);
  const span = (column) =>
    column.least !== undefined && column.most !== undefined && column.distinct > 2
      ? `${quantity(column.least)} to ${quantity(column.most)}`
      : (column.examples ?? []).map(shortened).join(', ');
  const shown = known.slice(0, 200);
  return element(
    'div',
    { class: 'scroll' },
    element(
      'table',
      { class: 'plain columns' },
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          ['column', 'used as', ...(full ? ['missing', 'different', 'values'] : [])].map((name) =>
            element('th', { scope: 'col' }, name),
          ),
        ),
      ),
      element(
        'tbody',
        {},
        shown.map((column) =>
          element(
            'tr',
            {},
            element('th', { scope: 'row' }, column.name),
            element('td', {}, use.get(column.name) ?? 'not used'),
            full && [
              element('td', { class: 'number' }, count(column.missing)),
              element('td', { class: 'number' }, count(column.distinct)),
              element('td', { class: 'sample' }, span(column)),
            ],
          ),
        ),
      ),
    ),
    known.length > shown.length &&
      element('p', { class: 'soft' }, `and ${count(known.length - shown.length)} more columns`),
  );
}

const item = ([name, ...value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value));

export function schema(report) {
  const { data } = report;
  const skipped = data?.skipped > 0 ? `, ${count(data.skipped)} skipped` : '';
  const lead = data
    ? `${data.files.join(', ')}: ${rows(data.rows)} used${skipped}.`
    : 'The columns the model knows.';
  return section('schema', 'The data', lead, columnTable(report));
}

function classTable(model) {
  const row = (label, k) => [label, quantity(model.class_count[k]), percent(model.prior[k])];
  return element('div', { class: 'scroll' }, numberTable(['class', 'rows', 'prior'], model.classes.map(row)));
}

export function provenance(report) {
  const { model } = report;
  const settings = (part) => part.settings.map(([name, value]) => `${name} ${value}`).join(', ');
  const name = (part) =>
    part.columns.length > 6
      ? `${part.columns.slice(0, 6).join(', ')} and ${count(part.columns.length - 6)} more`
      : part.columns.join(', ');
  return section(
    'provenance',
    'The model',
    null,
    element(
      'dl',
      { class: 'facts' },
      [
        [
          'file',
          model.file,
          element('span', { class: 'soft' }, ` ${count(model.bytes)} bytes, ${model.format}`),
        ],
        ['checksum', element('code', {}, model.checksum)],
        ['learnt from', rows(model.rows)],
        ['free parameters', count(model.free_parameters)],
        ['class', model.target === null ? 'hidden, found by EM' : model.target],
        ...model.settings,
        ['report by', `priory ${report.version}`],
      ].map(item),
    ),
    element(
      'details',
      {},
      element(
        'summary',
        {},
        `${count(model.parts.length)} ${model.parts.length === 1 ? 'part' : 'parts'} and their settings`,
      ),
      element(
        'dl',
        { class: 'facts' },
        model.parts
          .slice(0, 200)
          .map((part) =>
            item([
              name(part),
              part.family,
              part.values > 0 && `, ${count(part.values)} ${part.text ? 'words' : 'values'}`,
              element('span', { class: 'soft' }, ` ${settings(part)}`),
            ]),
          ),
      ),
    ),
    element(
      'details',
      {},
      element('summary', {}, `${count(model.classes.length)} classes`),
      classTable(model),
    ),
  );
}
