// Precision, recall and F1 of every class, to sort and to search in: of 58 classes one wants the worst, or one.
import { max } from 'd3-array';
import { element, replace, section } from './dom.js';
import { count, figure, percent } from './numbers.js';

const FIRST = 15;

/** What each class is most often called instead: its name and the share of its rows; null where it never is. */
export function takenFor({ classes, counts }, k) {
  const wrong = counts[k].map((value, c) => (c === k ? 0 : value));
  const most = max(wrong) ?? 0;
  const total = counts[k].reduce((a, b) => a + b, 0);
  return most > 0 ? { label: classes[wrong.indexOf(most)], share: most / total } : null;
}

/** Rows of the table that contain the text, in an order: `by` is the key of a column, `up` from small to large. */
export function arrangedRows(rows, { by, up, text }) {
  const wanted = text.trim().toLowerCase();
  const found = rows.filter((row) => row.class.toLowerCase().includes(wanted));
  const value = (row) => (by === 'taken' ? (row.taken?.share ?? -1) : row[by]);
  const order = (a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0);
  return found.sort((a, b) => (up ? order(a, b) : order(b, a)));
}

const COLUMNS = [
  ['class', 'class', (row) => row.class],
  ['support', 'rows', (row) => count(row.support)],
  ['precision', 'precision', (row) => figure(row.precision)],
  ['recall', 'recall', (row) => figure(row.recall)],
  ['f1', 'F1', (row) => figure(row.f1)],
  [
    'taken',
    'most often called instead',
    (row) => (row.taken ? `${row.taken.label}, ${percent(row.taken.share)}` : '–'),
  ],
];

export function classTable(report) {
  const { evaluation } = report;
  const rows = evaluation.per_class.map((each, k) => ({
    ...each,
    taken: takenFor(evaluation.confusion, k),
  }));
  const state = { by: 'support', up: false, text: '', all: rows.length <= FIRST };
  const body = element('tbody', {});
  const heads = COLUMNS.map(([key, name]) =>
    element(
      'th',
      { scope: 'col', 'data-key': key },
      element(
        'button',
        {
          type: 'button',
          class: 'sort',
          on: {
            click: () => {
              state.up = state.by === key ? !state.up : key === 'class';
              state.by = key;
              show();
            },
          },
        },
        name,
      ),
    ),
  );
  const more = element('p', {});
  function show() {
    const found = arrangedRows(rows, state);
    const shown = state.all || state.text !== '' ? found : found.slice(0, FIRST);
    replace(
      body,
      shown.map((row) =>
        element(
          'tr',
          {},
          COLUMNS.map(([key, , cell]) =>
            key === 'class'
              ? element('th', { scope: 'row' }, cell(row))
              : element('td', { class: key === 'taken' ? 'taken' : 'number' }, cell(row)),
          ),
        ),
      ),
    );
    for (const head of heads) {
      const is = head.dataset.key === state.by;
      head.setAttribute('aria-sort', is ? (state.up ? 'ascending' : 'descending') : 'none');
    }
    replace(
      more,
      found.length === 0 && 'No class has this in its name.',
      shown.length < found.length &&
        element(
          'button',
          {
            type: 'button',
            on: {
              click: () => {
                state.all = true;
                show();
              },
            },
          },
          `Show all ${count(found.length)} classes`,
        ),
    );
  }
  show();
  const filter = element('input', {
    type: 'search',
    id: 'class-filter',
    placeholder: 'part of a name',
    on: {
      input: (event) => {
        state.text = event.target.value;
        show();
      },
    },
  });
  return section(
    'classes',
    'Class by class',
    'Precision: how many of the rows called so are. Recall: how many that are were called so. Choose a heading ' +
      'to sort.',
    rows.length > 8 && element('p', { class: 'controls' }, element('label', {}, 'Find ', filter)),
    element(
      'div',
      { class: 'scroll' },
      element('table', { class: 'plain sortable' }, element('thead', {}, element('tr', {}, heads)), body),
    ),
    more,
  );
}
