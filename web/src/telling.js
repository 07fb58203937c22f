// The features that tell each class from the others.
import { max } from 'd3-array';
import { element, section } from './dom.js';
import { count, percent, quantity, signed } from './numbers.js';

function card(model, k) {
  const features = model.telling[k];
  const largest = max(features, (each) => each.information) || 1;
  return element(
    'article',
    { class: 'card' },
    element('h3', {}, model.classes[k]),
    element(
      'p',
      { class: 'soft' },
      `${count(Number(model.class_count[k].toPrecision(6)))} rows, prior ${percent(model.prior[k])}`,
    ),
    element(
      'ol',
      {},
      features.map((each) =>
        element(
          'li',
          { title: `${quantity(each.information)} nats` },
          element('span', { class: 'name' }, each.feature),
          element('span', { class: 'bar for', share: each.information / largest, 'aria-hidden': 'true' }),
          element('span', { class: 'number' }, signed(each.log_odds)),
        ),
      ),
    ),
    features.length === 0 && element('p', { class: 'soft' }, 'Nothing speaks for it.'),
  );
}

export function telling(report) {
  const { model } = report;
  const shown = model.telling.map((_, k) => k);
  const left = model.classes.length - shown.length;
  return section(
    'telling',
    'What tells the classes apart',
    'Bars are each feature’s share of what tells the class from the others; beside them its log-odds ' +
      '(for a number: how many standard deviations off the others).',
    element(
      'div',
      { class: 'deck' },
      shown.map((k) => card(model, k)),
    ),
    left > 0 &&
      element('p', { class: 'soft' }, `and ${count(left)} more classes; priory inspect --class shows them.`),
  );
}
