// The confusion matrix as a table one can walk with the arrow keys. Rows are actual classes, columns those
// predicted; shade is the share of the actual class.
import { element, replace } from './dom.js';
import { count, percent, rows } from './numbers.js';

const FEW = 12; // so many classes have their counts in the cells
const MANY = 120; // of more than these only the largest are shown

/** Orders of classes: by name as they are, by size; of very many, the largest of them. */
export function orders(counts, most = MANY) {
  const size = counts.map((row) => row.reduce((a, b) => a + b, 0));
  const bySize = counts
    .map((_, k) => k)
    .sort((a, b) => size[b] - size[a] || a - b)
    .slice(0, most);
  return { name: [...bySize].sort((a, b) => a - b), size: bySize };
}

/** Classes with a text in their name, and for each the one it is most often called instead. */
export function filtered(classes, counts, order, text) {
  if (!text) return order;
  const wanted = new Set(order.filter((k) => classes[k].toLowerCase().includes(text)));
  for (const k of [...wanted]) {
    const wrong = counts[k].map((value, c) => (c === k ? 0 : value));
    const most = Math.max(...wrong);
    if (most > 0) wanted.add(wrong.indexOf(most));
  }
  return order.filter((k) => wanted.has(k));
}

/** The largest cells off the diagonal, largest first. */
export function confusions(counts, most) {
  const out = [];
  counts.forEach((row, actual) =>
    row.forEach((value, predicted) => {
      if (actual !== predicted && value > 0) out.push({ actual, predicted, value });
    }),
  );
  return out
    .sort((a, b) => b.value - a.value || a.actual - b.actual || a.predicted - b.predicted)
    .slice(0, most);
}

export function shareOf(row, predicted) {
  const total = row.reduce((a, b) => a + b, 0);
  return total > 0 ? row[predicted] / total : 0;
}

export class Matrix {
  /** @param {string[]} classes  @param {(actual: number, predicted: number) => void} choose */
  constructor(classes, choose) {
    this.classes = classes;
    this.choose = choose;
    this.small = classes.length <= FEW;
    this.order = classes.map((_, k) => k);
    this.at = [0, 0]; // where the arrow keys stand, in places of the order
    this.readout = element('p', { class: 'readout', 'aria-live': 'polite' });
    this.holder = element('div', { class: 'scroll' });
    this.node = element(
      'div',
      { class: `matrix ${this.small ? 'small' : 'large'}` },
      this.holder,
      this.readout,
    );
  }

  /** `begins`: places of the order at which a group begins. */
  show(counts, order = this.order, begins = new Set()) {
    this.counts = counts;
    this.order = order;
    this.begins = begins;
    this.small = order.length <= FEW;
    this.node.className = `matrix ${this.small ? 'small' : 'large'}`;
    if (Math.max(...this.at) >= order.length) this.at = [0, 0];
    const head = element(
      'thead',
      {},
      element(
        'tr',
        {},
        element('th', { class: 'corner', scope: 'col' }, 'actual ↓ predicted →'),
        order.map((k, c) =>
          element('th', { scope: 'col', class: begins.has(c) && c > 0 && 'begins' }, element('span', {}, this.classes[k])),
        ),
        element('th', { scope: 'col', class: 'total' }, element('span', {}, 'rows')),
      ),
    );
    this.cells = order.map((actual, r) => order.map((predicted, c) => this.cell(actual, predicted, r, c)));
    const body = element(
      'tbody',
      {},
      order.map((actual, r) =>
        element(
          'tr',
          { class: begins.has(r) && r > 0 && 'begins' },
          element(
            'th',
            { scope: 'row', title: this.classes[actual] },
            element('span', {}, this.classes[actual]),
          ),
          this.cells[r],
          element('td', { class: 'total' }, count(counts[actual].reduce((a, b) => a + b, 0))),
        ),
      ),
    );
    replace(
      this.holder,
      element(
        'table',
        {
          role: 'grid',
          'aria-label':
            'Confusion matrix: rows are actual classes, columns predicted classes. ' +
            'Arrow keys move, Enter shows the rows of a cell.',
        },
        head,
        body,
      ),
    );
    if (order.length === 0) this.holder.append(element('p', { class: 'soft' }, 'No class has this in its name.'));
    else if (order.length < this.classes.length)
      this.holder.append(
        element(
          'p',
          { class: 'soft' },
          `${count(order.length)} of ${count(this.classes.length)} classes.`,
        ),
      );
    if (this.chosen) this.mark(...this.chosen);
  }

  cell(actual, predicted, r, c) {
    const value = this.counts[actual][predicted],
      share = shareOf(this.counts[actual], predicted);
    const right = actual === predicted;
    return element(
      'td',
      {
        role: 'gridcell',
        tabindex: r === this.at[0] && c === this.at[1] ? 0 : -1,
        class: `${right ? 'right' : 'wrong'}${this.begins.has(c) && c > 0 ? ' begins' : ''}`,
        'aria-label': this.describe(actual, predicted),
        share: Math.sqrt(share),
        'data-actual': actual,
        'data-predicted': predicted,
        on: {
          click: () => {
            this.move(r, c);
            this.pick(actual, predicted);
          },
          keydown: (event) => this.key(event, r, c),
          focus: () => this.tell(actual, predicted),
          mouseenter: () => this.tell(actual, predicted),
        },
      },
      this.small && element('b', {}, count(value)),
      this.small && element('small', {}, percent(share)),
    );
  }

  describe(actual, predicted) {
    const value = this.counts[actual][predicted];
    const verdict = actual === predicted ? 'rightly' : 'wrongly';
    return (
      `${rows(value)} of ${this.classes[actual]} ${verdict} called ${this.classes[predicted]}: ` +
      `${percent(shareOf(this.counts[actual], predicted))} of its class`
    );
  }

  tell(actual, predicted) {
    replace(this.readout, this.describe(actual, predicted));
  }

  key(event, r, c) {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    const last = this.order.length - 1;
    if (event.key === 'Enter' || event.key === ' ') this.pick(this.order[r], this.order[c]);
    else if (event.key === 'Home') this.move(r, 0);
    else if (event.key === 'End') this.move(r, last);
    else if (step)
      this.move(Math.min(last, Math.max(0, r + step[0])), Math.min(last, Math.max(0, c + step[1])));
    else return;
    event.preventDefault();
  }

  move(r, c) {
    this.cells[this.at[0]][this.at[1]].tabIndex = -1;
    this.at = [r, c];
    this.cells[r][c].tabIndex = 0;
    this.cells[r][c].focus({ preventScroll: false });
  }

  pick(actual, predicted) {
    this.mark(actual, predicted);
    this.choose(actual, predicted);
  }

  mark(actual, predicted) {
    this.chosen = [actual, predicted];
    for (const cell of this.cells.flat()) {
      const is = Number(cell.dataset.actual) === actual && Number(cell.dataset.predicted) === predicted;
      cell.setAttribute('aria-selected', String(is));
    }
  }
}
