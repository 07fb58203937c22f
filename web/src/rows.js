// The rows of a cell of the matrix, each with its words shaded by what they add to the log odds.
import { max } from 'd3-array';
import { element, replace } from './dom.js';
import { count, percent, real, rows as rowsText, signed } from './numbers.js';
import { pieces } from './shade.js';

const KINDS = ['prior', 'value', 'absent', 'missing', 'unseen'];
const FIRST = 4;  // rows shown before one asks for the others
const SHOWN = 8;  // reasons beside a row; the others fold out

/** What a reason is called. */
export function reasonName(kind, feature, value, isText) {
  if (kind === 'prior') return 'class prior';
  if (kind === 'absent') return `${feature}: the words it has not`;
  if (kind === 'unseen') return value ? `${feature} = ${value}, not seen in training` : `${feature}: words not seen in training`;
  if (kind === 'missing') return `${feature} is missing`;
  if (value === '') return feature;
  return isText ? value : `${feature} = ${value}`;
}

export function reasonsOf(row, textColumns) {
  return row.log_odds.map((logOdds, k) => {
    const kind = KINDS[row.kind[k]];
    const isText = textColumns.has(row.feature[k]);
    return { kind, feature: row.feature[k], value: row.value[k], logOdds: real(logOdds), isText,
             name: reasonName(kind, row.feature[k], row.value[k], isText) };
  });
}

function bar(reason, largest) {
  const share = Number.isFinite(reason.logOdds) ? Math.abs(reason.logOdds) / (largest || 1) : 1;
  return element('span', { class: `bar ${reason.logOdds < 0 ? 'against' : 'for'}`, share, 'aria-hidden': 'true' });
}

function reasonList(reasons, row) {
  const speaking = reasons.filter((each) => each.kind !== 'missing' && !(each.kind === 'unseen' && each.logOdds === 0));
  const silent = reasons.filter((each) => !speaking.includes(each));
  const largest = max(speaking, (each) => (Number.isFinite(each.logOdds) ? Math.abs(each.logOdds) : 0));
  const item = (each) => element('li', {}, element('span', { class: 'number' }, signed(each.logOdds)),
                                 bar(each, largest), element('span', { class: 'name' }, each.name));
  const [more, rest] = row.more;
  const tail = more > 0 && element('li', {}, element('span', { class: 'number' }, signed(rest)), element('span', { class: 'bar' }),
                                   element('span', { class: 'name' }, `${count(more)} more`));
  const sum = element('li', { class: 'sum' }, element('span', { class: 'number' }, signed(row.sum)),
                      element('span', { class: 'bar' }), element('span', { class: 'name' }, 'sum'));
  const few = speaking.length <= SHOWN + 2 && more === 0;  // not worth folding
  const cut = few ? speaking.length : SHOWN;
  const first = speaking.slice(0, cut).map(item), others = speaking.slice(cut).map(item);
  return element('div', { class: 'reasons' }, element('ol', {}, first, others.length === 0 && [tail, sum]),
    others.length > 0 && element('details', {}, element('summary', {}, `${others.length + more} more ${others.length + more === 1 ? 'reason' : 'reasons'}`),
                                 element('ol', {}, others, tail, sum)),
    silent.length > 0 && element('p', { class: 'soft' }, 'Left out, as missing or not seen in training: ' +
      silent.map((each) => each.value || each.feature).join(', ')));
}

function shaded(text, reasons, column, tokens) {
  const weights = new Map();
  for (const each of reasons) {
    if (each.feature === column && each.value !== '' && each.kind === 'value') weights.set(each.value, each.logOdds);
  }
  const parts = pieces(text, weights, tokens);
  const largest = max(parts, (each) => (Number.isFinite(each.weight) ? Math.abs(each.weight) : 0)) || 1;
  const share = (weight) => (Number.isFinite(weight) ? Math.abs(weight) / largest : 1);
  return element('p', { class: 'text', dir: 'auto' }, parts.map((each) => (each.weight === 0 ? each.text
    : element('mark', { class: each.weight < 0 ? 'against' : 'for', share: share(each.weight),
                        title: `${signed(each.weight)} log-odds` }, each.text))));
}

export class RowList {
  constructor(report) {
    this.model = report.model;
    this.examples = report.examples;
    this.columns = report.examples.columns;
    this.textColumns = new Set(report.model.parts.filter((part) => part.text).flatMap((part) => part.columns));
    this.node = element('div', { class: 'rows', 'aria-live': 'polite' });
  }

  /** @param rows of the cell that the page holds  @param {number} total all there are */
  show(title, rows, total) {
    const note = total === 0 ? 'No row is in this cell.'
      : rows.length === 0 ? 'The report holds no row of this cell.'
        : rows.length < total ? `The ${count(rows.length)} the model was most sure of, of ${count(total)}.` : `All ${rowsText(total)}.`;
    replace(this.node, element('h3', {}, title), element('p', { class: 'soft' }, total === 1 && rows.length === 1 ? 'The only one.' : note),
            rows.slice(0, FIRST).map((row) => this.article(row)), rows.length > FIRST && this.button(rows.slice(FIRST)));
  }

  button(rest) {
    const made = element('button', { type: 'button', on: { click: () => made.replaceWith(...rest.map((row) => this.article(row))) } },
                         `Show ${count(rest.length)} more`);
    return made;
  }

  article(row) {
    const { classes } = this.model;
    const predicted = classes[row.predicted], against = classes[row.against];
    const reasons = reasonsOf(row, this.textColumns);
    const p = Math.exp(real(classes.length === 2 ? row.log_posterior[row.predicted] : row.log_posterior[0]));
    return element('article', { class: 'row' },
      element('header', {}, element('span', { class: 'place' }, row.place),
        element('span', {}, 'called ', element('b', {}, predicted), ` with ${percent(p)}`,
                row.actual === predicted ? ', rightly' : [', is ', element('b', {}, row.actual)])),
      element('div', { class: 'why' }, this.body(row, reasons), classes.length > 1 && element('div', {},
        element('p', { class: 'soft' }, 'Log-odds of ', element('span', { class: 'key for' }, predicted), ' against ',
                element('span', { class: 'key against' }, against)),
        reasonList(reasons, row))));
  }

  body(row, reasons) {
    const cell = (column) => row.cells[this.columns.indexOf(column)];
    const texts = this.columns.filter((column) => this.textColumns.has(column));
    const others = this.columns.filter((column) => !this.textColumns.has(column) && column !== this.model.target);
    return element('div', {},
      texts.map((column) => [texts.length > 1 && element('p', { class: 'soft' }, column),
                             shaded(cell(column), reasons, column, this.model.tokens)]),
      others.length > 0 && element('dl', { class: 'cells' }, others.map((column) => element('div', {},
        element('dt', {}, column), element('dd', {}, cell(column) === '' ? '–' : cell(column))))));
  }
}
