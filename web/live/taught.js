// What was taught from this page, the last first: each can be taken back.
import { element, replace } from '../src/dom.js';

const SHOWN = 6;
const CUT = 60; // characters

/** A row in a few words. */
export function brief(row) {
  const cells = Object.entries(row).filter(([, value]) => value !== null && value !== '');
  const text = cells.length === 1 ? String(cells[0][1]) : cells.map(([name, value]) => `${name} ${value}`).join(', ');
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > CUT ? `${line.slice(0, CUT - 1)}…` : line || '(an empty row)';
}

export class Taught {
  /** @param app {model, say, fail, changed}  @param {() => void} after a change was taken back by its button */
  constructor(app, after) {
    Object.assign(this, { app, after, model: app.model });
    this.events = [];
    this.node = element('div', { class: 'taught' });
  }

  async teach(row, label) {
    try {
      const { last_event: event, rows } = await this.model.learn({ row }, label);
      this.events.unshift({ event, label, text: brief(row) });
      this.app.say(`Learnt: ${label}. ${rows} rows now.`);
      await this.app.changed(event);
    } catch (error) {
      this.app.fail(error);
    }
    this.show();
  }

  /** Takes back an event, the last one by default. */
  async undo(event = this.events[0]?.event) {
    if (event === undefined) return false;
    const { label } = this.events.find((each) => each.event === event);
    try {
      const { last_event: own, rows } = await this.model.forget(event);
      this.events = this.events.filter((each) => each.event !== event);
      this.app.say(`Taken back: ${label}. ${rows} rows now.`);
      await this.app.changed(own);
    } catch (error) {
      this.app.fail(error);
    }
    this.show();
    return true;
  }

  show() {
    const item = ({ event, label, text }, k) =>
      element(
        'li',
        {},
        element('b', { dir: 'auto' }, label),
        element('span', { class: 'soft', dir: 'auto' }, text),
        element(
          'button',
          {
            type: 'button',
            'aria-label': `Undo: ${label}, ${text}`,
            on: { click: () => this.undo(event).then(this.after) },
          },
          'Undo',
          k === 0 && element('kbd', { 'aria-hidden': 'true' }, 'u'),
        ),
      );
    replace(
      this.node,
      this.events.length > 0 && element('h3', {}, 'Taught just now'),
      element('ol', {}, this.events.slice(0, SHOWN).map(item)),
    );
  }
}
