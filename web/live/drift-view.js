// Drift: today's rows against those that the model was taught, column by column.
import { element, replace } from '../src/dom.js';
import { count } from '../src/numbers.js';
import { driftCard, pairedBars } from './drift-card.js';
import { dropZone } from './files.js';
import { Latest } from './latest.js';
import { lookAt } from './table-file.js';

const FIRST = 30; // columns that are drawn

export class DriftView {
  constructor(app) {
    this.app = app;
    this.model = app.model;
    this.body = element('div', { class: 'drift', 'aria-live': 'polite' });
    this.node = element(
      'div',
      {},
      element(
        'section',
        { class: 'sheet', 'aria-labelledby': 'drift-title' },
        element('h2', { id: 'drift-title' }, 'Today’s rows against those learnt'),
        element(
          'p',
          { class: 'soft' },
          'Of rows without labels: those that wait in Label, or a file of today. Bars are today’s rows, ',
          element('span', { class: 'key against' }, 'marks'),
          ' those that the model has learnt.',
        ),
        dropZone('Drop today’s rows: a CSV, JSONL or a folder of texts.', (files) => this.look(files)),
      ),
      this.body,
    );
    this.ask = new Latest(
      () => this.ofWaiting(),
      (answer) => answer && this.show(answer, 'the rows that wait'),
      (error) => this.none(error),
    );
    this.ask.put();
  }

  // Where none wait there is nothing to ask.
  async ofWaiting() {
    const { models } = await this.model.api.get('/v1/models');
    const { queued, rows } = models.find((each) => each.name === this.model.name) ?? {};
    return queued > 0 && rows > 0 ? this.model.get('/drift') : null;
  }

  none(error) {
    replace(this.body, element('p', { class: 'note' }, error.text ?? error.message));
  }

  async look({ tables, texts }) {
    const [column] = this.app.form.columns.filter((each) => each.kind === 'text');
    try {
      if (tables.length > 0) {
        const [{ name, text }] = tables;
        return this.show(await this.model.postFile('/drift', text, lookAt(name, text).type), name);
      }
      const rows = texts.map((text) => ({ [column?.name ?? 'text']: text }));
      return this.show(await this.model.post('/drift', { rows }), `${count(texts.length)} texts`);
    } catch (error) {
      return this.app.fail(error);
    }
  }

  show(answer, name) {
    const { columns, classes, rows, learnt_rows: learnt } = answer;
    const much = columns.filter((each) => each.drift === 'much').length;
    const some = columns.filter((each) => each.drift === 'some').length;
    const verdict =
      much + some === 0
        ? 'No column has drifted.'
        : `${count(much)} of ${count(columns.length)} columns have drifted much, ${count(some)} somewhat.`;
    replace(
      this.body,
      element('p', { class: 'verdict' }, verdict),
      element('p', { class: 'soft' }, `${count(rows)} rows of today (${name}), ${count(learnt)} learnt.`),
      element(
        'div',
        { class: 'deck-of-sheets' },
        classes?.length > 0 &&
          element(
            'section',
            { class: 'sheet', 'aria-labelledby': 'rates-title' },
            element('h3', { id: 'rates-title' }, this.app.form.target || 'classes'),
            element('p', { class: 'soft' }, 'How often each class comes: estimated for today, without labels'),
            pairedBars(
              classes.map((each) => ({ name: each.class, now: each.estimated, learnt: each.learnt })),
              1,
            ),
          ),
        columns.slice(0, FIRST).map(driftCard),
      ),
      columns.length > FIRST && element('p', { class: 'soft' }, `and ${count(columns.length - FIRST)} columns that drifted less`),
    );
  }

  key() {
    return false;
  }

  opened() {}

  changed() {}
}

