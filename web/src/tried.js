// How many hidden classes: what was told of each number that was tried.
import { numberTable, section } from './dom.js';
import { count, quantity, real } from './numbers.js';

const COLUMNS = [
  ['classes', 'k', count],
  ['log-likelihood', 'log_likelihood', quantity],
  ['parameters', 'parameters', count],
  ['BIC', 'bic', quantity],
  ['AIC', 'aic', quantity],
  ['smallest class', 'smallest', quantity],
  ['entropy', 'entropy', quantity],
  ['starts', 'starts', count],
  ['that reached it', 'reached', count],
  ['held out', 'held_out', quantity],
];

export function tried(report) {
  const { tried: rows, classes } = report.model;
  const columns = COLUMNS.filter(([, name]) => rows.some((row) => row[name] !== undefined));
  const cell = (row, name, shown) => (row[name] === undefined ? '' : shown(real(row[name])));
  return section(
    'tried',
    'How many classes',
    rows.length > 1
      ? `${count(classes.length)} classes were kept of the numbers that were tried.`
      : `${count(classes.length)} classes were asked for.`,
    numberTable(
      columns.map(([title]) => title),
      rows.map((row) => columns.map(([, name, shown]) => cell(row, name, shown))),
    ),
  );
}
