// The posterior as bars. Each is a button where the model can be taught: press the class that is right. The thin mark is
// where a bar was before the model was taught.
import { element, replace } from '../src/dom.js';
import { percent } from '../src/numbers.js';

const MOST = 9; // one for each digit key

/** Which classes have a bar: all in their order, or of many the most probable. */
export function shownClasses(probabilities, most = MOST) {
  const all = probabilities.map((_, k) => k);
  if (all.length <= most) return all;
  return [...all].sort((a, b) => probabilities[b] - probabilities[a] || a - b).slice(0, most);
}

export class Bars {
  /** @param {((name: string) => void)|null} teach null: bars are no buttons */
  constructor(teach) {
    this.teach = teach;
    this.list = element('ol', { class: 'posterior', 'aria-label': 'Probability of each class' });
    this.rest = element('p', { class: 'soft' });
    this.node = element('div', {}, this.list, this.rest);
    this.rows = new Map();
    this.shown = [];
  }

  /** @param {string[]} classes @param {number[]} probabilities @param {string|null} predicted */
  show(classes, probabilities, predicted) {
    this.shown = shownClasses(probabilities).map((k) => classes[k]);
    const before = this.rows;
    this.rows = new Map(this.shown.map((name, k) => [name, before.get(name) ?? this.row(name, k)]));
    const inPlace = [...this.list.children];
    const wanted = [...this.rows.values()].map((each) => each.node);
    if (wanted.some((node, k) => node !== inPlace[k]) || inPlace.length !== wanted.length)
      replace(this.list, wanted);
    this.shown.forEach((name, k) => {
      const row = this.rows.get(name);
      const p = probabilities[classes.indexOf(name)];
      row.key.textContent = String(k + 1);
      row.bar.style.setProperty('--share', Number.isFinite(p) ? p : 0);
      row.number.textContent = percent(p);
      row.node.dataset.probability = p;
      row.node.classList.toggle('first', name === predicted);
    });
    const more = classes.length - this.shown.length;
    this.rest.textContent = more > 0 ? `and ${more} less probable ${more === 1 ? 'class' : 'classes'}` : '';
  }

  /** Marks where the bars are now: they are about to move. */
  mark() {
    for (const { node, ghost } of this.rows.values()) {
      ghost.style.setProperty('--share', node.dataset.probability);
      ghost.hidden = false;
    }
  }

  unmark() {
    for (const { ghost } of this.rows.values()) ghost.hidden = true;
  }

  row(name) {
    const key = element('kbd', { 'aria-hidden': 'true' });
    const bar = element('span', { class: 'fill', share: 0 });
    const ghost = element('span', { class: 'ghost', share: 0, hidden: true });
    const number = element('span', { class: 'number' });
    const parts = [
      this.teach && key,
      element('span', { class: 'name', dir: 'auto' }, name),
      element('span', { class: 'track', 'aria-hidden': 'true' }, bar, ghost),
      number,
    ];
    const inside = this.teach
      ? element('button', { type: 'button', title: `Teach: it is ${name}`, on: { click: () => this.teach(name) } }, parts)
      : element('div', { class: 'still' }, parts);
    return { node: element('li', {}, inside), key, bar, ghost, number };
  }
}
