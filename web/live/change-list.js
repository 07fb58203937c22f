// The list of the smallest changes that would alter the answer. Each can be put into the form.
import { element, replace } from '../src/dom.js';
import { percent, quantity } from '../src/numbers.js';
import { Latest } from './latest.js';
import { whatWouldChange } from './changes.js';

const quoted = (text) => `‘${text}’`;
const cell = (value) => (value === null ? 'missing' : typeof value === 'number' ? quantity(value) : value);

/** A change in words. */
export function described(change) {
  if (change.kind === 'words') return `Without ${change.gone.map(quoted).join(', ')}`;
  return `${change.column}: ${cell(change.to)} in place of ${cell(change.from)}`;
}

export class ChangeList {
  constructor(app, apply) {
    this.model = app.model;
    this.apply = apply;
    this.node = element('div', { class: 'changes', 'aria-live': 'off' });
    const ask = async (rows) => (await this.model.post('/predict', { rows })).rows;
    this.search = new Latest(
      ({ row, predicted, weights }) =>
        whatWouldChange({
          row,
          predicted,
          columns: app.form.columns,
          weightsOf: (name) => weights.get(name) ?? new Map(),
          ask,
        }),
      (found, { predicted }) => this.show(found, predicted),
      () => replace(this.node, element('p', { class: 'soft' }, 'The server would not say.')),
    );
    this.show([], null);
  }

  put(state) {
    this.search.put(state);
  }

  /** What is shown is of another row. */
  drop() {
    this.search.drop();
    this.node.setAttribute('aria-busy', 'true');
  }

  show(found, predicted) {
    this.node.setAttribute('aria-busy', 'false');
    if (found.length === 0)
      return replace(
        this.node,
        element(
          'p',
          { class: 'soft' },
          predicted === null
            ? 'The smallest change of one column, or the words to leave out.'
            : `No single change makes it another class than ${predicted}.`,
        ),
      );
    const item = (change) =>
      element(
        'li',
        {},
        element('span', { dir: 'auto' }, described(change), ': ', element('b', {}, change.predicted), ` ${percent(change.probability)}`),
        element('button', { type: 'button', on: { click: () => this.apply(change.row) } }, 'Try it'),
      );
    return replace(this.node, element('ol', {}, found.map(item)));
  }
}
