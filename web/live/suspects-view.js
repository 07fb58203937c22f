// Suspects: taught rows whose label the model without them finds least likely, and rows alike with different labels. A key
// keeps a label or changes it.
import { element, replace } from '../src/dom.js';
import { count, percent, signed } from '../src/numbers.js';
import { classOfKey } from './keys.js';
import { Latest } from './latest.js';
import { brief } from './taught.js';
import { dropZone } from './files.js';
import { lookAt } from './table-file.js';
import { RowCard } from './row-card.js';

const MOST = 100;

export class SuspectsView {
  constructor(app) {
    this.app = app;
    this.model = app.model;
    this.kept = new Set(JSON.parse(sessionStorage.getItem(this.memory) ?? '[]'));
    this.changes = [];
    this.card = new RowCard(app);
    this.body = element('div', { 'aria-live': 'polite' }, element('p', { class: 'soft' }, 'Looking…'));
    this.alike = element('div', {});
    this.ofFile = element('div', {});
    this.node = element(
      'div',
      { class: 'try' },
      element('div', { class: 'side' }, this.sheet('suspects-title', 'Labels worth a second look', this.body)),
      element(
        'div',
        { class: 'side' },
        this.sheet('alike-title', 'Alike, with different labels', this.alike),
        this.sheet(
          'file-title',
          'A file of labelled rows',
          dropZone('Drop a CSV or JSONL whose rows have their class: its suspects are listed.', (files) => this.look(files), {
            folders: false,
          }),
          this.ofFile,
        ),
      ),
    );
    this.ask = new Latest(
      () => this.model.get(`/suspects?top=${MOST}`),
      (answer) => this.show(answer),
      (error) => replace(this.body, element('p', { class: 'problem', role: 'alert' }, error.text ?? error.message)),
    );
    this.ask.put();
  }

  get memory() {
    return `kept ${this.model.name}`;
  }

  sheet(id, title, ...children) {
    return element('section', { class: 'sheet', 'aria-labelledby': id }, element('h2', { id }, title), children);
  }

  show(answer) {
    this.list = answer.suspects.filter((each) => !this.kept.has(each.event));
    this.rows = answer.rows;
    this.at = Math.min(this.at ?? 0, Math.max(0, this.list.length - 1));
    this.draw();
    this.showAlike(answer.alike.filter((each) => !each.events.every((event) => this.kept.has(event))));
  }

  draw() {
    const one = this.list[this.at];
    if (!one)
      return replace(
        this.body,
        element(
          'p',
          { class: 'soft' },
          this.rows > 0
            ? `No label of ${count(this.rows)} taught rows stands out.`
            : 'Rows that are taught here, in Try or Label, are judged by the model without them. None is yet.',
        ),
        this.undoButton(),
      );
    this.card.show(one.row);
    const { classes } = this.app.form;
    const others = classes.filter((name) => name !== one.label && name !== one.likelier);
    return replace(
      this.body,
      element(
        'div',
        { class: 'heading' },
        element('p', { class: 'soft' }, `${this.at + 1} of ${count(this.list.length)}`),
        element(
          'div',
          { class: 'controls' },
          this.button('Before', '←', () => this.move(-1)),
          this.button('Next', '→', () => this.move(1)),
        ),
      ),
      this.card.node,
      element(
        'p',
        { class: 'claim' },
        'Its label is ',
        element('b', {}, one.label),
        `, which the model without it gives ${percent(one.probability)}. Likelier: `,
        element('b', {}, one.likelier),
        `, by ${signed(one.log_odds)} log-odds.`,
      ),
      element(
        'div',
        { class: 'teach' },
        this.button(`Keep ${one.label}`, 'k', () => this.keep()),
        this.button(`Change to ${one.likelier}`, 'c', () => this.change(one.likelier), 'primary'),
        others.length > 0 && this.chooser(others),
        this.undoButton(),
      ),
    );
  }

  button(name, key, run, style) {
    return element(
      'button',
      { type: 'button', class: style, on: { click: run } },
      name,
      element('kbd', { 'aria-hidden': 'true' }, key),
    );
  }

  chooser(others) {
    return element(
      'select',
      { 'aria-label': 'Change to another class', on: { change: (e) => this.change(others[Number(e.target.value)]) } },
      element('option', { value: '' }, 'another class'),
      others.map((name, k) => element('option', { value: String(k) }, name)),
    );
  }

  undoButton() {
    return this.changes.length > 0 && this.button('Undo', 'u', () => this.undo());
  }

  move(by) {
    if (!this.list?.length) return;
    this.at = (this.at + by + this.list.length) % this.list.length;
    this.draw();
  }

  keep() {
    const one = this.list[this.at];
    if (!one) return;
    this.changes.push({ kept: one });
    this.remember(one.event, true);
    this.drop(one);
    this.app.say(`Kept: ${one.label}.`);
  }

  remember(event, kept) {
    if (kept) this.kept.add(event);
    else this.kept.delete(event);
    sessionStorage.setItem(this.memory, JSON.stringify([...this.kept]));
  }

  drop(one) {
    this.list = this.list.filter((each) => each !== one);
    this.at = Math.min(this.at, Math.max(0, this.list.length - 1));
    this.draw();
  }

  /** The row with another label: forgotten and learnt again. */
  async change(label) {
    const one = this.list[this.at];
    if (!one || label === undefined || this.busy) return;
    this.busy = true;
    try {
      const event = await this.relabel(one.event, one.row, label);
      this.changes.push({ one: { ...one }, event, label });
      this.drop(one);
      this.app.say(`Changed: ${one.label} to ${label}.`);
      this.app.changed(event);
    } catch (error) {
      this.app.fail(error);
    }
    this.busy = false;
    this.ask.put();
  }

  async relabel(event, row, label) {
    const { last_event: learnt } = await this.model.learn({ row }, label);
    await this.model.forget(event);
    return learnt;
  }

  async undo() {
    const last = this.changes.at(-1);
    if (!last || this.busy) return;
    this.busy = true;
    try {
      if (last.kept) this.remember(last.kept.event, false);
      else this.app.changed(await this.relabel(last.event, last.one.row, last.one.label));
      this.changes.pop();
      this.app.say('Taken back.');
    } catch (error) {
      this.app.fail(error);
    }
    this.busy = false;
    this.ask.put();
  }

  showAlike(list) {
    const item = (each) =>
      element(
        'li',
        {},
        element('span', { dir: 'auto' }, brief(each.row)),
        element('span', {}, each.labels.map((label, k) => [k > 0 && ', ', element('b', {}, label)])),
        element('span', { class: 'soft' }, each.equal ? 'the same row' : 'nearly the same'),
      );
    replace(
      this.alike,
      list.length === 0
        ? element('p', { class: 'soft' }, 'None among the rows that were taught.')
        : element('ol', { class: 'plain-list' }, list.map(item)),
    );
  }

  async look({ tables }) {
    if (tables.length === 0) return this.app.tell('That is no CSV or JSONL.', true);
    const [{ name, text }] = tables;
    try {
      const answer = await this.model.postFile(`/suspects?top=${MOST}`, text, lookAt(name, text).type);
      return this.showFile(name, answer);
    } catch (error) {
      return this.app.fail(error);
    }
  }

  showFile(name, answer) {
    const item = (each) =>
      element(
        'tr',
        {},
        element('th', { scope: 'row' }, count(each.row_number)),
        element('td', {}, each.label),
        element('td', {}, element('b', {}, each.likelier)),
        element('td', { class: 'number' }, signed(each.log_odds)),
        element('td', { class: 'sample', dir: 'auto' }, brief(each.row)),
      );
    replace(
      this.ofFile,
      element('p', { class: 'soft' }, `${name}: ${count(answer.n_suspects)} of ${count(answer.rows)} rows`),
      answer.suspects.length > 0 &&
        element(
          'div',
          { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `Suspects of ${name}` },
          element(
            'table',
            { class: 'plain' },
            element(
              'thead',
              {},
              element('tr', {}, ['row', 'label', 'likelier', 'log-odds', ''].map((each) => element('th', { scope: 'col' }, each))),
            ),
            element('tbody', {}, answer.suspects.map(item)),
          ),
        ),
    );
  }

  key(event, typing) {
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return false;
    const k = classOfKey(event);
    const { classes } = this.app.form;
    const run =
      k !== null && classes[k] !== undefined
        ? () => (classes[k] === this.list?.[this.at]?.label ? this.keep() : this.change(classes[k]))
        : {
            k: () => this.keep(),
            c: () => this.change(this.list?.[this.at]?.likelier),
            u: () => this.undo(),
            ArrowLeft: () => this.move(-1),
            ArrowRight: () => this.move(1),
          }[event.key];
    if (!run) return false;
    run();
    return true;
  }

  opened() {}

  changed() {
    this.ask.put();
  }
}
