// Tabs as the ARIA pattern has them: arrows, Home and End move between them; one is in the order of the Tab key.
import { element } from '../src/dom.js';

const MOVES = {
  ArrowRight: (k, n) => (k + 1) % n,
  ArrowLeft: (k, n) => (k + n - 1) % n,
  Home: () => 0,
  End: (_, n) => n - 1,
};

export class Tabs {
  /** @param {string[][]} names id and title of each  @param {(id: string) => void} choose */
  constructor(names, choose) {
    this.choose = choose;
    this.buttons = new Map(names.map(([id, title]) => [id, this.button(id, title)]));
    this.node = element(
      'div',
      { class: 'tabs', role: 'tablist', 'aria-label': 'What to do with the model', on: { keydown: (e) => this.move(e) } },
      [...this.buttons.values()],
    );
  }

  button(id, title) {
    return element(
      'button',
      { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': 'main', on: { click: () => this.choose(id) } },
      title,
    );
  }

  move(event) {
    const move = MOVES[event.key];
    if (!move || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const ids = [...this.buttons.keys()];
    const next = ids[move(ids.indexOf(this.at), ids.length)];
    this.choose(next);
    this.buttons.get(next).focus();
  }

  show(id) {
    this.at = id;
    for (const [each, button] of this.buttons) {
      button.setAttribute('aria-selected', String(each === id));
      button.tabIndex = each === id ? 0 : -1;
    }
    this.buttons.get(id).scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}
