// Try: what the model says of a row while it is typed, why, and what would change it. A press teaches the model.
import { element, replace } from '../src/dom.js';
import { percent, real } from '../src/numbers.js';
import { reasonList } from '../src/reasons.js';
import { Bars } from './bars.js';
import { ChangeList } from './change-list.js';
import { explained, posteriorOf, wordWeights } from './explained.js';
import { classOfKey } from './keys.js';
import { Latest, settled } from './latest.js';
import { RowForm } from './row-form.js';
import { Taught } from './taught.js';

const EXPLAIN_AFTER = 60, // milliseconds without a key
  CHANGES_AFTER = 300,
  SAID_AFTER = 900;

export class TryView {
  /** @param app {model, form, say, fail, changed} */
  constructor(app) {
    this.app = app;
    this.model = app.model; // the app may go on to another one
    const { form } = app;
    this.texts = new Set(form.columns.filter((each) => each.kind === 'text').map((each) => each.name));
    this.weights = new Map();
    this.answer = null;
    this.taught = new Taught(app, () => this.ask());
    this.build(form);
    const fail = (error) => this.fail(error);
    this.predictions = new Latest(
      (row) => this.model.post('/predict', { row, proba: true }),
      (answer) => this.show(answer.rows[0]),
      fail,
    );
    this.explanations = new Latest(
      (row) => this.model.post('/explain', { row, ...this.against() }),
      (answer, row) => this.explain(answer.rows[0], row),
      fail,
    );
    this.explainSoon = settled(EXPLAIN_AFTER, (row) => this.explanations.put(row));
    this.saySoon = settled(SAID_AFTER, (text) => {
      this.spoken.textContent = text;
    });
    this.ask();
  }

  build(form) {
    this.row = new RowForm(form.columns, () => this.ask());
    this.bars = new Bars(form.learns && form.target !== '' ? (label) => this.teach(label) : null);
    this.verdict = element('p', { class: 'verdict', dir: 'auto' }, '\u00a0');
    this.spoken = element('p', { class: 'hidden', role: 'status' });
    this.problem = element('p', { class: 'problem', role: 'alert', hidden: true });
    this.reasons = element('div', {});
    this.changes = new ChangeList(this.app, (row) => this.apply(row));
    this.changesSoon = settled(CHANGES_AFTER, (state) => this.changes.put(state));
    const sheet = (name, id, title, ...children) =>
      element(
        'section',
        { class: `sheet ${name}`, 'aria-labelledby': id },
        title && element('h2', { id }, title),
        children,
      );
    const onlyText = this.texts.size === form.columns.length;
    const side = (...children) => element('div', { class: 'side' }, children);
    this.node = element(
      'div',
      { class: 'try' },
      side(
        sheet(
          'input',
          'try-title',
          null,
          element(
            'div',
            { class: 'heading' },
            element('h2', { id: 'try-title' }, onlyText ? 'A text' : 'A row'),
            this.row.controls,
          ),
          this.row.node,
          this.problem,
        ),
        sheet('why', 'why-title', 'Why', this.chooser(form), this.reasons),
      ),
      side(
        sheet(
          'answers',
          'answer-title',
          form.target || 'Class',
          this.verdict,
          this.spoken,
          this.bars.node,
          this.teaching(form),
          this.taught.node,
        ),
        sheet('what-if', 'what-if-title', 'What would change the answer', this.changes.node),
      ),
    );
  }

  teaching(form) {
    if (!form.learns || form.target === '')
      return element('p', { class: 'note' }, form.why_not?.replace(/\s*\n\s*/g, ': ') ?? 'This model has hidden classes: it is not taught by labels.');
    this.right = element(
      'button',
      { type: 'button', class: 'primary', on: { click: () => this.teach(this.answer?.predicted) } },
      'Right',
      element('kbd', { 'aria-hidden': 'true' }, '↵'),
    );
    this.other = element('input', {
      type: 'text',
      'aria-label': 'Another class',
      placeholder: 'another class',
      autocomplete: 'off',
      list: form.classes.length > 9 && 'all-classes',
    });
    const submit = (event) => {
      event.preventDefault();
      if (this.other.value.trim() !== '') this.teach(this.other.value.trim());
      this.other.value = '';
    };
    return element(
      'div',
      { class: 'teach' },
      this.right,
      element('form', { on: { submit } }, this.other, element('button', { type: 'submit' }, 'Teach')),
      form.classes.length > 9 &&
        element(
          'datalist',
          { id: 'all-classes' },
          form.classes.map((value) => element('option', { value })),
        ),
      element(
        'p',
        { class: 'soft hint' },
        'Press the class that is right. ',
        element('kbd', {}, 'Ctrl'),
        ' ',
        element('kbd', {}, '↵'),
        ' while typing: the answer is right. After ',
        element('kbd', {}, 'Esc'),
        ': ',
        element('kbd', {}, '1'),
        ' to ',
        element('kbd', {}, '9'),
        ' teach a class, ',
        element('kbd', {}, 'u'),
        ' undoes it.',
      ),
    );
  }

  // Of many classes one may ask for two.
  chooser(form) {
    if (form.classes.length < 3) return null;
    const list = (name, first) =>
      element(
        'select',
        { 'aria-label': name, on: { change: () => this.explainSoon(this.row.row) } },
        element('option', { value: '' }, first),
        form.classes.map((each, k) => element('option', { value: String(k) }, each)),
      );
    this.of = list('Explain this class', 'the answer');
    this.versus = list('Against this class', 'the next best');
    return element('p', { class: 'controls' }, element('span', {}, this.of), ' against ', this.versus);
  }

  against() {
    if (!this.of) return {};
    const name = (select) => this.app.form.classes[Number(select.value)];
    const out = {};
    if (this.of.value !== '') out.class = name(this.of);
    if (this.versus.value !== '') out.against = name(this.versus);
    return out.class !== undefined && out.class === out.against ? { class: out.class } : out;
  }

  /** The row as it is now. */
  ask() {
    const { row } = this.row;
    this.bars.unmark();
    this.changes.drop();
    this.askOf(row);
  }

  // A model that has learnt nothing has no answers, but can be taught.
  askOf(row) {
    if (this.app.form.rows > 0) {
      this.predictions.put(row);
      this.explainSoon(row);
      return;
    }
    const { classes } = this.app.form;
    this.bars.show(classes, classes.map(() => NaN), null);
    replace(this.verdict, 'Nothing was learnt yet');
    replace(this.reasons);
  }

  apply(row) {
    this.row.row = row;
    this.ask();
    this.row.focus();
  }

  show(prediction) {
    this.problem.hidden = true;
    this.answer = prediction;
    const classes = this.classes(prediction);
    const p = posteriorOf(prediction, classes);
    this.bars.show(classes, p, prediction.predicted);
    const own = p[classes.indexOf(prediction.predicted)];
    replace(this.verdict, element('b', {}, prediction.predicted), ` ${percent(own)}`);
    this.saySoon(`${prediction.predicted}, ${percent(own)}`);
  }

  // The model may have learnt a class since the form was made.
  classes(prediction) {
    const { classes } = this.app.form;
    const named = Object.keys(prediction)
      .filter((key) => key.startsWith('p:'))
      .map((key) => key.slice(2));
    return [...classes.filter((each) => named.includes(each)), ...named.filter((each) => !classes.includes(each))];
  }

  explain(explanation, row) {
    const { all, reasons, row: listed } = explained(explanation, this.texts);
    for (const name of this.texts) this.weights.set(name, wordWeights(all, name));
    const own = explanation.class === explanation.predicted;
    this.row.weigh((name) => this.weights.get(name) ?? new Map());
    const single = explanation.classes.length < 2;
    replace(
      this.reasons,
      single
        ? element('p', { class: 'soft' }, 'There is one class only: nothing speaks against it.')
        : element(
            'p',
            { class: 'soft' },
            explanation.raw_log_posterior ? 'Log-odds before calibration, of ' : 'Log-odds of ',
            element('span', { class: 'key for' }, explanation.class),
            ' against ',
            element('span', { class: 'key against' }, explanation.against),
          ),
      explanation.impossible &&
        element('p', { class: 'note' }, 'No class can have made this row: the answer is that of the classes’ rates.'),
      !single && reasonList(reasons, { ...listed, sum: real(listed.sum) }),
    );
    // Words that speak for another class than the answer are not those to leave out.
    if (!single) this.changesSoon({ row, predicted: explanation.predicted, weights: own ? new Map(this.weights) : new Map() });
  }

  fail(error) {
    this.problem.textContent = error.text ?? error.message;
    this.problem.hidden = false;
  }

  async teach(label) {
    if (label === undefined || label === null || !this.app.form.learns) return;
    const { row } = this.row;
    this.bars.mark();
    await this.taught.teach(row, label);
    this.askOf(row);
  }

  async undo() {
    this.bars.mark();
    if (!(await this.taught.undo())) this.bars.unmark();
    this.askOf(this.row.row);
  }

  /** @returns {boolean} whether the key was for this view */
  key(event, typing) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return this.press(() => this.right?.click());
    if (event.key === 'Escape' && typing) return this.press(() => (this.right ?? this.bars.list).focus());
    if (typing) return false;
    const k = classOfKey(event);
    if (k !== null && this.bars.shown[k] !== undefined) return this.press(() => this.teach(this.bars.shown[k]));
    if (event.key === 'u') return this.press(() => this.undo());
    if (event.key === '/') return this.press(() => this.row.focus());
    return false;
  }

  press(what) {
    what();
    return true;
  }

  /** Somebody else has changed the model. */
  changed() {
    this.askOf(this.row.row);
  }

  opened() {
    this.row.focus();
  }
}
