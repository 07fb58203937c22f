// The threshold and all that hangs on it: curves, slider, number, the two by two table.
import { Curves } from './curves.js';
import { element, replace, section } from './dom.js';
import { count, figure, quantity } from './numbers.js';
import { Against, ratios } from './threshold.js';

const TWO_HELP =
  'Drag the point on a curve, use the slider with the arrow keys, or type a probability. ' +
  'The matrix, its rows and the figures above follow.';
const MANY_HELP =
  'Each class against all others together, by its posterior probability. ' +
  'Drag the point, use the slider, or type a probability.';

// The position whose counts are nearest to those of the program's own decision.
function positionOf(against, decided) {
  let best = 0;
  const off = (at) => Math.abs(against.tp[at] - decided.tp) + Math.abs(against.fp[at] - decided.fp);
  for (let at = 1; at <= against.last; ++at) if (off(at) < off(best)) best = at;
  return best;
}

function decidedCounts(evaluation, label) {
  const { classes, counts } = evaluation.confusion;
  const k = classes.indexOf(label);
  const column = counts.reduce((sum, row) => sum + row[k], 0);
  return { tp: counts[k][k], fp: column - counts[k][k] };
}

export class Panel {
  /** @param {(state: {against, at, threshold}|null) => void} follow null: the program's own decision holds */
  constructor(report, follow) {
    this.report = report;
    this.follow = follow;
    this.two = report.model.classes.length === 2;
    // Rows of a class that the model does not know are nowhere right: then only the counts below follow.
    this.linked = this.two && report.evaluation.confusion.classes.length === 2;
    this.curves = report.curves.filter((curve) => curve.score.length > 0);
    this.body = element('div', {});
    const chooser =
      this.curves.length > 1 &&
      element(
        'p',
        { class: 'controls' },
        element(
          'label',
          {},
          'Class ',
          element(
            'select',
            { id: 'curve-class', on: { change: (event) => this.open(Number(event.target.value)) } },
            this.curves.map((curve, k) => element('option', { value: k }, curve.class)),
          ),
        ),
      );
    this.node = section(
      'curves',
      'Threshold and curves',
      this.linked ? TWO_HELP : MANY_HELP,
      chooser,
      this.body,
    );
    if (this.curves.length > 0) this.open(this.largest());
  }

  // The class with the most rows is the one to begin with.
  largest() {
    let best = 0;
    this.curves.forEach((curve, k) => {
      if (curve.tp.at(-1) > this.curves[best].tp.at(-1)) best = k;
    });
    const select = this.node.querySelector('select');
    if (select) select.value = String(best);
    return best;
  }

  open(k) {
    this.against = new Against(this.curves[k], this.two);
    this.drawn = new Curves(this.against, (at) => this.move(at));
    this.slider = element('input', {
      type: 'range',
      id: 'threshold-slider',
      min: 0,
      max: this.against.last,
      step: 1,
      'aria-label': 'Threshold, from nothing called positive to everything',
      on: { input: (event) => this.move(Number(event.target.value)) },
    });
    this.number = element('input', {
      type: 'number',
      id: 'threshold-number',
      min: 0,
      max: 1,
      step: 'any',
      on: { change: (event) => this.type(event.target.value) },
    });
    this.reset = element(
      'button',
      { type: 'button', on: { click: () => this.home() } },
      'Back to the program’s decision',
    );
    this.table = element('div', { class: 'at-threshold' });
    replace(
      this.body,
      this.drawn.node,
      element(
        'p',
        { class: 'controls' },
        element('label', {}, `Call it ${this.against.label} from probability `, this.number),
        this.slider,
        this.reset,
      ),
      this.table,
      this.notes(),
    );
    this.home();
  }

  notes() {
    const { against } = this;
    const parts = [
      `Area under the ROC curve ${figure(against.auc)}, ` +
        `average precision ${figure(against.averagePrecision)}.`,
    ];
    if (against.thinned)
      parts.push(
        `${count(against.last)} of ${count(against.steps)} thresholds are drawn; ` +
          'the counts at each are exact.',
      );
    return element('p', { class: 'soft' }, parts.join(' '));
  }

  home() {
    this.at = positionOf(this.against, decidedCounts(this.report.evaluation, this.against.label));
    this.number.value = this.report.threshold ?? this.against.threshold(this.at);
    this.show(false);
  }

  move(at) {
    this.at = at;
    this.number.value = this.against.threshold(at);
    this.show(true);
  }

  type(text) {
    const probability = Number(text);
    if (text === '' || !(probability >= 0 && probability <= 1)) return this.show(true);
    this.at = this.against.position(probability);
    this.show(true);
  }

  show(moved) {
    const { against, at } = this;
    this.drawn.show(at);
    this.slider.value = at;
    const counts = against.counts(at),
      shares = ratios(counts);
    this.slider.setAttribute(
      'aria-valuetext',
      `probability ${quantity(Number(this.number.value))}: ${count(counts.tp)} of ` +
        `${count(against.positives)} found, ${count(counts.fp)} false`,
    );
    this.reset.disabled = !moved;
    replace(this.table, this.counts(counts), this.shares(shares));
    if (this.linked)
      this.follow(moved ? { against, at, threshold: Number(this.number.value), counts, shares } : null);
  }

  counts({ tp, fp, fn, tn }) {
    const { label } = this.against;
    const cell = (value, id) => element('td', { id: `count-${id}` }, count(value));
    const row = (name, ...cells) => element('tr', {}, element('th', { scope: 'row' }, name), cells);
    return element(
      'table',
      { class: 'plain', 'aria-label': `Counts at this threshold for ${label}` },
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          element('td', {}),
          element('th', { scope: 'col' }, `called ${label}`),
          element('th', { scope: 'col' }, 'not called so'),
        ),
      ),
      element(
        'tbody',
        {},
        row(`is ${label}`, cell(tp, 'tp'), cell(fn, 'fn')),
        row('is another', cell(fp, 'fp'), cell(tn, 'tn')),
      ),
    );
  }

  shares({ precision, recall, fpr, f1 }) {
    const item = (name, value) =>
      element('div', {}, element('dt', {}, name), element('dd', {}, figure(value)));
    return element(
      'dl',
      { class: 'shares' },
      item('precision', precision),
      item('recall', recall),
      item('false positive rate', fpr),
      item('F1', f1),
    );
  }
}
