// A row to look at: its texts, shaded by what their words say, and its other cells.
import { element, replace } from '../src/dom.js';
import { quantity } from '../src/numbers.js';
import { shaded } from '../src/reasons.js';
import { explained } from './explained.js';

const LONGEST = 4000; // characters of a text that are shown

const shown = (value) => (typeof value === 'number' ? quantity(value) : String(value));
const cut = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

export class RowCard {
  constructor(app) {
    this.app = app;
    this.model = app.model;
    this.node = element('div', { class: 'row-card' });
  }

  show(row) {
    this.row = row;
    this.draw([]);
    this.explain(row);
  }

  async explain(row) {
    if (this.texts().length === 0 || this.app.form.rows === 0) return;
    try {
      const { rows } = await this.model.post('/explain', { row });
      if (this.row === row) this.draw(explained(rows[0], new Set(this.texts())).all);
    } catch {
      // without its shades, then
    }
  }

  texts() {
    return this.app.form.columns.filter((each) => each.kind === 'text').map((each) => each.name);
  }

  draw(reasons) {
    const { columns } = this.app.form;
    const given = (each) => this.row[each.name] !== undefined && this.row[each.name] !== null;
    const texts = columns.filter((each) => each.kind === 'text' && given(each));
    const others = columns.filter((each) => each.kind !== 'text');
    replace(
      this.node,
      texts.map((each) => [
        columns.length > 1 && element('p', { class: 'soft' }, each.name),
        shaded(cut(String(this.row[each.name])), reasons, each.name, each.tokens),
      ]),
      others.length > 0 &&
        element(
          'dl',
          { class: 'cells' },
          others.map((each) =>
            element(
              'div',
              {},
              element('dt', {}, each.name),
              element('dd', { dir: 'auto' }, given(each) ? shown(this.row[each.name]) : '–'),
            ),
          ),
        ),
    );
  }
}
