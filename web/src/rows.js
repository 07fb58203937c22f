// The rows of a cell of the matrix, each explained.
import { element, replace } from './dom.js';
import { isCalibrated } from './facts.js';
import { count, percent, real, rows as rowsText } from './numbers.js';
import { reasonList, reasonsOf, shaded } from './reasons.js';

const FIRST = 4; // rows shown before one asks for the others

/** How many of the rows there are the page holds. */
export function howMany(held, total) {
  if (total === 0) return 'No row is in this cell.';
  if (held === 0) return 'The report holds no row of this cell.';
  if (held < total) return `${count(held)} of ${count(total)}, those the model is most sure of first.`;
  return total === 1 ? 'The only one.' : `All ${rowsText(total)}.`;
}

export class RowList {
  constructor(report) {
    this.model = report.model;
    this.examples = report.examples;
    this.columns = report.examples.columns;
    this.textColumns = new Set(
      report.model.parts.filter((part) => part.text).flatMap((part) => part.columns),
    );
    this.node = element('div', { class: 'rows', 'aria-live': 'polite' });
  }

  /** @param rows of the cell that the page holds  @param {number} total all there are */
  show(title, rows, total) {
    replace(
      this.node,
      element('h3', {}, title),
      element('p', { class: 'soft' }, howMany(rows.length, total)),
      rows.slice(0, FIRST).map((row) => this.article(row)),
      rows.length > FIRST && this.button(rows.slice(FIRST)),
    );
  }

  button(rest) {
    const made = element(
      'button',
      { type: 'button', on: { click: () => made.replaceWith(...rest.map((row) => this.article(row))) } },
      `Show ${count(rest.length)} more`,
    );
    return made;
  }

  article(row) {
    const { classes } = this.model;
    const predicted = classes[row.predicted],
      against = classes[row.against];
    const reasons = reasonsOf(row, this.textColumns);
    const p = Math.exp(real(row.log_posterior[0]));
    return element(
      'article',
      { class: 'row' },
      element(
        'header',
        {},
        element('span', { class: 'place' }, row.place),
        element(
          'span',
          {},
          'called ',
          element('b', {}, predicted),
          ` with ${percent(p)}`,
          row.actual === predicted ? ', rightly' : [', is ', element('b', {}, row.actual)],
        ),
      ),
      element(
        'div',
        { class: 'why' },
        this.body(row, reasons),
        classes.length > 1 &&
          element(
            'div',
            {},
            element(
              'p',
              { class: 'soft' },
              isCalibrated(this.model) ? 'Log-odds before calibration, of ' : 'Log-odds of ',
              element('span', { class: 'key for' }, predicted),
              ' against ',
              element('span', { class: 'key against' }, against),
            ),
            reasonList(reasons, row),
          ),
      ),
    );
  }

  body(row, reasons) {
    const cell = (column) => row.cells[this.columns.indexOf(column)];
    const texts = this.columns.filter((column) => this.textColumns.has(column));
    const others = this.columns.filter(
      (column) => !this.textColumns.has(column) && column !== this.model.target,
    );
    return element(
      'div',
      {},
      texts.map((column) => [
        texts.length > 1 && element('p', { class: 'soft' }, column),
        shaded(cell(column), reasons, column, this.model.tokens),
      ]),
      others.length > 0 &&
        element(
          'dl',
          { class: 'cells' },
          others.map((column) =>
            element(
              'div',
              {},
              element('dt', {}, column),
              element('dd', {}, cell(column) === '' ? '–' : cell(column)),
            ),
          ),
        ),
    );
  }
}
