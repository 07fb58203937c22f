// The figures one looks at first, with their intervals where the evaluation has them.
import { element, section } from './dom.js';
import { count, figure, percent, quantity, rows } from './numbers.js';

const FOLLOWING = ['accuracy', 'balanced_accuracy', 'precision', 'recall', 'f1', 'matthews'];

/** The figures of an evaluation in the order of the page: key (a path into the JSON), name, value. */
export function figures(report) {
  const { evaluation, positive } = report;
  const own = positive === null ? null : evaluation.per_class.find((each) => each.class === positive);
  const some = [
    { key: 'accuracy', name: 'accuracy', value: evaluation.accuracy },
    { key: 'balanced_accuracy', name: 'balanced accuracy', value: evaluation.balanced_accuracy },
    ...(own
      ? ['precision', 'recall', 'f1'].map((key) => ({
          key,
          name: `${key === 'f1' ? 'F1' : key}`,
          value: own[key],
          of: positive,
        }))
      : [
          { key: 'macro.f1', name: 'macro F1', value: evaluation.macro.f1 },
          { key: 'weighted.f1', name: 'weighted F1', value: evaluation.weighted.f1 },
        ]),
    { key: 'roc_auc', name: 'ROC AUC', value: evaluation.roc_auc },
    { key: 'average_precision', name: 'average precision', value: evaluation.average_precision },
    { key: 'matthews', name: 'Matthews', value: evaluation.matthews },
    { key: 'log_loss', name: 'log loss', value: evaluation.log_loss },
    { key: 'brier', name: 'Brier score', value: evaluation.brier },
    { key: 'ece', name: 'calibration error', value: evaluation.ece },
  ];
  return some
    .filter((each) => each.value !== undefined && each.value !== null)
    .map((each) => ({
      ...each,
      interval: evaluation.intervals?.[each.of === undefined ? each.key : `${each.key}[${each.of}]`],
    }));
}

/** What always saying the most frequent class would reach. */
export function guessing(evaluation) {
  const total = evaluation.per_class.reduce((sum, each) => sum + each.support, 0);
  const best = evaluation.per_class.reduce((a, b) => (b.support > a.support ? b : a));
  return { label: best.class, accuracy: total > 0 ? best.support / total : 0 };
}

export class Headline {
  constructor(report) {
    this.report = report;
    const { evaluation } = report;
    const guess = guessing(evaluation);
    const rejected = evaluation.rejected > 0;
    const lead =
      `${rows(evaluation.rows)}, ${count(evaluation.confusion.classes.length)} classes. ` +
      `Always answering ‘${guess.label}’ would be right in ${percent(guess.accuracy)}.` +
      (rejected ? ` ${rows(evaluation.rejected)} got no class and are in no figure.` : '');
    this.cards = new Map(figures(report).map((each) => [each.key, this.card(each)]));
    this.live = report.positive !== null && element('p', { class: 'live', 'aria-live': 'polite' });
    this.node = section(
      'figures',
      'Accuracy and other figures',
      lead,
      element(
        'dl',
        { class: 'cards' },
        [...this.cards.values()].map((card) => card.node),
      ),
      this.live,
      evaluation.intervals && element('p', { class: 'soft' }, Headline.sureness(evaluation.intervals)),
    );
  }

  static sureness({ level, resamples, score_resamples: scores }) {
    const fewer =
      scores === resamples
        ? ''
        : scores > 0
          ? ` (${count(scores)} where scores matter)`
          : ' (none where scores matter: there are many rows)';
    const interval = `${count(100 * level)}\u00a0% interval`;
    return `Under a figure its ${interval}, by ${count(resamples)} bootstrap samples${fewer}.`;
  }

  card({ key, name, value, interval, of }) {
    const number = element(
      'dd',
      { id: `figure-${key.replace('.', '-')}`, 'data-value': value },
      figure(value),
    );
    const range =
      interval && element('dd', { class: 'interval' }, `${figure(interval[0])} – ${figure(interval[1])}`);
    const node = element(
      'div',
      {},
      element('dt', {}, name, of !== undefined && element('span', { class: 'of' }, ` of ${of}`)),
      number,
      range,
    );
    return { node, number, value };
  }

  /** The figures that hang on the threshold; null: as the program decided. */
  follow(state) {
    for (const key of FOLLOWING) {
      const card = this.cards.get(key);
      if (!card) continue;
      const value = state ? state.shares[key] : card.value;
      card.number.textContent = figure(value);
      card.number.dataset.value = value;
      card.node.classList.toggle('moved', Boolean(state));
    }
    this.live.textContent = state
      ? `Coloured figures are those at threshold ${quantity(state.threshold)}.`
      : '';
  }
}
