// Label: rows that wait, the most useful first; a digit gives one its class, and the model learns it.
import { element, replace } from '../src/dom.js';
import { count } from '../src/numbers.js';
import { accuracyCurve } from './accuracy-curve.js';
import { Bars } from './bars.js';
import { dropZone, giveFile } from './files.js';
import { classOfKey } from './keys.js';
import { Latest, settled } from './latest.js';
import { newModel } from './new-model.js';
import { RowCard } from './row-card.js';
import { sendRows } from './send-rows.js';

const AHEAD = 10, // rows that are asked for at once
  CURVE_AFTER = 400; // milliseconds
const ORDERS = [
  ['margin', 'the least certain'],
  ['information', 'what tells most of the others'],
  ['diversity', 'uncertain, and unlike those before'],
  ['order', 'as they came'],
];

export class LabelView {
  constructor(app) {
    this.app = app;
    this.model = app.model;
    this.ahead = [];
    this.skipped = new Set();
    this.done = [];
    this.current = null;
    this.waiting = 0;
    this.refill = new Latest(
      () => this.model.get(`/queue?by=${this.order.value}&limit=${AHEAD + this.skipped.size}&em=${this.em.checked}`),
      (answer) => this.filled(answer),
      (error) => this.app.fail(error),
    );
    this.curveSoon = settled(CURVE_AFTER, () => this.drawCurve());
    this.build();
    this.refill.put();
    this.curveSoon();
  }

  build() {
    const { form } = this.app;
    this.card = new RowCard(this.app);
    this.bars = new Bars((label) => this.label(label));
    this.place = element('p', { class: 'soft', role: 'status' });
    this.order = element(
      'select',
      { id: 'queue-order', on: { change: () => this.again() } },
      ORDERS.map(([value, text]) => element('option', { value }, text)),
    );
    this.em = element('input', { type: 'checkbox', id: 'queue-em', on: { change: () => this.again() } });
    this.curve = element('div', { class: 'curve-so-far' });
    this.body = element('div', {});
    const other = element('input', { type: 'text', 'aria-label': 'Another class', placeholder: 'another class', autocomplete: 'off' });
    const submit = (event) => {
      event.preventDefault();
      if (other.value.trim() !== '') this.label(other.value.trim());
      other.value = '';
    };
    this.asked = element(
      'div',
      {},
      this.card.node,
      this.bars.node,
      element(
        'div',
        { class: 'teach' },
        element('form', { on: { submit } }, other, element('button', { type: 'submit' }, 'Label')),
        element('button', { type: 'button', on: { click: () => this.skip() } }, 'Skip', element('kbd', { 'aria-hidden': 'true' }, 's')),
        (this.back = element(
          'button',
          { type: 'button', disabled: true, on: { click: () => this.undo() } },
          'Undo',
          element('kbd', { 'aria-hidden': 'true' }, 'u'),
        )),
      ),
    );
    this.node = form.learns
      ? element(
          'div',
          { class: 'try labelling' },
          element('div', { class: 'side' }, this.sheet('queue', 'Which class?', this.place, this.body)),
          element(
            'div',
            { class: 'side' },
            this.sheet('so-far', 'So far', this.curve, this.exporting()),
            this.sheet('rows', 'Rows to label', this.ordering(), this.zone()),
            this.app.mayCreate && this.sheet('begin', 'Another model', this.beginning()),
          ),
        )
      : element('p', { class: 'note' }, form.why_not ?? 'This model has no labels to learn.');
  }

  sheet(id, title, ...children) {
    return element(
      'section',
      { class: 'sheet', 'aria-labelledby': `${id}-title` },
      element('h2', { id: `${id}-title` }, title),
      children,
    );
  }

  ordering() {
    return element(
      'p',
      { class: 'controls' },
      element('label', {}, 'First: ', this.order),
      element('label', { class: 'check' }, this.em, ' rows without a label help (EM)'),
    );
  }

  exporting() {
    const run = async () => {
      try {
        giveFile('labels.csv', await (await this.model.api.send('GET', `${this.model.path}/labels`)).text(), 'text/csv');
      } catch (error) {
        this.app.fail(error);
      }
    };
    return element('p', { class: 'controls' }, element('button', { type: 'button', on: { click: run } }, 'Labels as CSV'));
  }

  zone() {
    return dropZone('Drop a CSV, JSONL or a folder of texts here.', (files) => this.add(files));
  }

  beginning() {
    return element('details', {}, element('summary', {}, 'Begin with no rows'), newModel(this.app));
  }

  async add(files) {
    try {
      this.app.say(await sendRows(this.model, this.app.form, files));
      this.again();
    } catch (error) {
      this.app.fail(error);
    }
  }

  /** Asks for the rows anew: in another order, or since there are others. */
  again() {
    this.current = null;
    this.ahead = [];
    this.refill.put();
  }

  filled({ rows, waiting }) {
    this.waiting = waiting;
    const seen = (row) => this.done.some((each) => each.queued === row.queued && !each.undone);
    const fresh = rows.filter((row) => !seen(row) && row.queued !== this.current?.queued);
    this.ahead = fresh.filter((row) => !this.skipped.has(row.queued));
    if (this.ahead.length === 0 && !this.current && fresh.length > 0) {
      this.skipped.clear();
      this.ahead = fresh;
    }
    if (!this.current) this.next();
    else this.count();
  }

  next() {
    this.current = this.ahead.shift() ?? null;
    this.show();
  }

  show() {
    this.count();
    if (!this.current) return replace(this.body, this.empty());
    if (this.asked.parentNode !== this.body) replace(this.body, this.asked);
    const { classes } = this.app.form;
    const p = this.current.p ?? {};
    this.card.show(this.current.row);
    return this.bars.show(
      classes,
      classes.map((name) => p[name] ?? NaN),
      this.current.predicted,
    );
  }

  empty() {
    return element(
      'div',
      {},
      element('p', {}, this.done.length > 0 ? 'Every row has its class.' : 'No row waits. Drop some, and label them by keys.'),
      this.done.length === 0 ? null : this.back,
    );
  }

  count() {
    this.back.disabled = this.done.length === 0;
    const left = this.waiting;
    this.place.textContent = this.current
      ? `${count(left)} ${left === 1 ? 'row waits' : 'rows wait'}; labelled just now: ${count(this.done.length)}`
      : '';
  }

  async label(label) {
    const row = this.current;
    if (!row || this.busy) return;
    this.busy = true;
    try {
      const { last_event: event } = await this.model.change('/learn', { queued: row.queued, label });
      this.done.push({ ...row, event, label });
      --this.waiting;
      this.next();
      this.app.say(`${label}. Undo with u.`);
      this.app.changed(event);
    } catch (error) {
      this.app.fail(error);
    }
    this.busy = false;
    this.refill.put();
    this.curveSoon();
  }

  skip() {
    if (!this.current) return;
    this.skipped.add(this.current.queued);
    this.current = null;
    if (this.ahead.length > 0) this.next();
    this.refill.put();
  }

  async undo() {
    const last = this.done.at(-1);
    if (!last || this.busy) return;
    this.busy = true;
    try {
      const { last_event: event } = await this.model.forget(last.event);
      this.done.pop();
      ++this.waiting;
      this.current = last;
      this.show();
      this.app.say(`Taken back: ${last.label}.`);
      this.app.changed(event);
    } catch (error) {
      this.app.fail(error);
    }
    this.busy = false;
    this.refill.put();
    this.curveSoon();
  }

  async drawCurve() {
    try {
      replace(this.curve, accuracyCurve(await this.model.get('/accuracy?points=20')));
    } catch (error) {
      replace(this.curve, element('p', { class: 'soft' }, error.text ?? error.message));
    }
  }

  key(event, typing) {
    if (typing || !this.app.form.learns || event.ctrlKey || event.metaKey || event.altKey) return false;
    const k = classOfKey(event);
    const run =
      k !== null && this.bars.shown[k] !== undefined
        ? () => this.label(this.bars.shown[k])
        : { s: () => this.skip(), u: () => this.undo() }[event.key];
    if (!run) return false;
    run();
    return true;
  }

  opened() {}

  changed() {
    this.refill.put();
    this.curveSoon();
  }

  classesChanged() {
    if (this.current) this.show();
  }
}
