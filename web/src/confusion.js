// The matrix with its orders, the pairs most often mistaken, and the rows of the cell one chose.
import { element, replace, section } from './dom.js';
import { count, percent, real } from './numbers.js';
import { groups } from './class-order.js';
import { confusions, filtered, Matrix, orders, shareOf } from './matrix.js';
import { flipped } from './reasons.js';
import { RowList } from './rows.js';

const PAIRS = 10;

/** The counts of the matrix at a threshold, for two classes. */
export function countsAt(classes, { against, counts: { tp, fp, fn, tn } }) {
  const positive = classes.indexOf(against.label);
  return positive === 1
    ? [
        [tn, fp],
        [fn, tp],
      ]
    : [
        [tp, fn],
        [fp, tn],
      ];
}

export class Confusion {
  constructor(report) {
    this.report = report;
    const { classes, counts } = report.evaluation.confusion;
    this.classes = classes;
    this.decided = this.counts = counts;
    this.state = null;
    this.order = classes.length > 12 ? 'size' : 'name';
    this.matrix = new Matrix(classes, (actual, predicted) => this.list(actual, predicted));
    this.rows = new RowList(report);
    this.pairs = element('div', { class: 'pairs' });
    const choose = element(
      'select',
      {
        id: 'matrix-order',
        on: {
          change: (event) => {
            this.order = event.target.value;
            this.show();
          },
        },
      },
      [
        ['name', 'name'],
        ['size', 'size'],
        ['confusion', 'confusion, in groups'],
      ].map(([value, text]) => element('option', { value, selected: value === this.order }, text)),
    );
    this.node = section(
      'matrix',
      'Confusion matrix',
      'Rows are actual classes, columns what they were called. Shade is the share of the actual class: blue where ' +
        'the model is right, orange where it is not. Choose a cell to see its rows.',
      classes.length > 2 &&
        element(
          'p',
          { class: 'controls' },
          element('label', {}, 'Classes by ', choose),
          classes.length > 12 && element('label', {}, 'Only ', this.filter()),
        ),
      element('div', { class: 'beside' }, this.matrix.node, this.pairs),
      this.rows.node,
    );
    this.show();
    this.first();
  }

  // Classes with a part of a name in them, and those that they are most often mistaken for.
  filter() {
    this.text = '';
    return element('input', {
      type: 'search',
      id: 'matrix-filter',
      placeholder: 'part of a name',
      on: {
        input: (event) => {
          this.text = event.target.value.trim().toLowerCase();
          this.show();
        },
      },
    });
  }

  arranged(order) {
    const members = filtered(this.classes, this.counts, orders(this.counts)[order] ?? orders(this.counts).size, this.text);
    if (order !== 'confusion') return { order: members, begins: new Set() };
    const found = groups(this.counts, members);
    const begins = new Set();
    let at = 0;
    for (const group of found) begins.add(at), (at += group.length);
    return { order: found.flat(), begins };
  }

  show() {
    const { order, begins } = this.arranged(this.order);
    this.matrix.show(this.counts, order, begins);
    const pairs = confusions(this.counts, PAIRS);
    replace(
      this.pairs,
      this.classes.length > 2 &&
        pairs.length > 0 && [
          element('h3', {}, 'Most often mistaken'),
          element(
            'ol',
            {},
            pairs.map(({ actual, predicted, value }) =>
              element(
                'li',
                {},
                element(
                  'button',
                  { type: 'button', class: 'link', on: { click: () => this.matrix.pick(actual, predicted) } },
                  `${this.classes[actual]} → ${this.classes[predicted]}`,
                ),
                element(
                  'span',
                  { class: 'soft' },
                  ` ${count(value)}, ${percent(shareOf(this.counts[actual], predicted))}`,
                ),
              ),
            ),
          ),
        ],
    );
  }

  // The page opens with the worst mistake.
  first() {
    const [worst] = confusions(this.counts, 1);
    this.matrix.pick(worst?.actual ?? 0, worst?.predicted ?? 0);
  }

  follow(state) {
    if (this.classes.length !== 2) return;
    this.state = state;
    this.counts = state ? countsAt(this.classes, state) : this.decided;
    this.show();
    this.list(...this.matrix.chosen);
  }

  // What a row of two classes is called at the threshold as it stands.
  called(row) {
    if (!this.state) return row;
    const positive = this.report.model.classes.indexOf(this.state.against.label);
    const logP = real(row.log_posterior[row.predicted === positive ? 0 : 1]);
    const isPositive = logP >= Math.log(this.state.threshold);
    return (row.predicted === positive) === isPositive ? row : flipped(row);
  }

  list(actual, predicted) {
    const { examples, model } = this.report;
    const [is, called] = [this.classes[actual], this.classes[predicted]];
    const rows = examples.rows
      .map((row) => this.called(row))
      .filter((row) => row.actual === is && model.classes[row.predicted] === called)
      .sort((a, b) => real(b.log_posterior[0]) - real(a.log_posterior[0]));
    const title = actual === predicted ? `${is}, rightly so called` : `${is}, called ${called}`;
    this.rows.show(title, rows, this.counts[actual][predicted]);
  }
}
