// Model: the report of the model as it is now, drawn by the report's own modules.
import { element, replace } from '../src/dom.js';
import { reportSections } from '../src/report-sections.js';
import { settled } from './latest.js';

const DRAWN_AFTER = 400; // milliseconds after the last change

export class ModelView {
  constructor(app) {
    this.app = app;
    this.model = app.model;
    this.body = element('div', { class: 'report' }, element('p', { class: 'soft' }, 'Drawing…'));
    this.node = element('div', {}, this.body);
    this.drawSoon = settled(DRAWN_AFTER, () => this.draw());
  }

  async draw() {
    if (this.app.form.rows === 0)
      return replace(this.body, element('p', { class: 'note' }, 'Nothing was learnt yet: there is nothing to draw.'));
    try {
      const report = await this.model.get('/portrait');
      const open = [...this.body.querySelectorAll('details')].map((each) => each.open);
      replace(this.body, reportSections(report));
      this.body.querySelectorAll('details').forEach((each, k) => {
        each.open = open[k] ?? each.open;
      });
      this.drawn = true;
      return report;
    } catch (error) {
      return replace(this.body, element('p', { class: 'problem', role: 'alert' }, error.text ?? error.message));
    }
  }

  opened() {
    if (!this.drawn) this.draw();
  }

  changed() {
    if (this.app.isOpen(this)) this.drawSoon();
    else this.drawn = false;
  }

  key() {
    return false;
  }
}
