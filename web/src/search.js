// What `train` tried before it chose: each candidate with its figure, the best ones first.
import { element, numberTable, replace, section } from './dom.js';
import { count, figure, real } from './numbers.js';

const FIRST = 10;
// Of these figures the least is the best; of all others the most.
const LOW = ['log_loss', 'brier', 'ece', 'error'];

/** The trials as rows of a table: the chosen one is the last that was the best so far. */
export function ranked({ metric, trials }) {
  const chosen = trials.findLastIndex((each) => each.best);
  const sign = LOW.some((name) => metric.startsWith(name)) ? 1 : -1;
  return trials
    .map((each, k) => ({ options: each.options, value: real(each.value), chosen: k === chosen }))
    .sort((a, b) => Number(b.chosen) - Number(a.chosen) || sign * (a.value - b.value) || 0);
}

export function search(report) {
  const record = report.model.search;
  const rows = ranked(record);
  const table = element('div', { class: 'scroll' });
  const show = (list) =>
    replace(
      table,
      numberTable(
        ['tried', record.metric.replaceAll('_', ' '), ''],
        list.map((each) => [
          each.options === '' ? 'as it began' : each.options,
          figure(each.value),
          each.chosen ? 'chosen' : '',
        ]),
      ),
    );
  show(rows.slice(0, FIRST));
  const more =
    rows.length > FIRST &&
    element(
      'button',
      {
        type: 'button',
        on: {
          click: () => {
            show(rows);
            more.remove();
          },
        },
      },
      `Show all ${count(rows.length)}`,
    );
  return section(
    'search',
    'What was tried',
    `${count(rows.length)} candidates were judged by ${record.metric.replaceAll('_', ' ')} on rows that their models ` +
      'had not seen. The chosen one is first; among equals it is the simplest.',
    table,
    more,
  );
}
