// The features that tell each class from the others.
import { max } from 'd3-array';
import { element, replace, section } from './dom.js';
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
      `${count(model.class_count[k])} rows, prior ${percent(model.prior[k])}`,
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
    features.length === 0 && element('p', { class: 'soft' }, 'No feature points to it.'),
  );
}

const FIRST = 6; // classes shown before one asks for the others

export function telling(report) {
  const { model } = report;
  const all = model.telling.map((_, k) => k);
  const bySize = [...all].sort((a, b) => model.class_count[b] - model.class_count[a] || a - b);
  const first = all.length <= 2 * FIRST ? all : bySize.slice(0, FIRST);
  const left = model.classes.length - all.length;
  const deck = element('div', { class: 'deck' });
  const show = (list) =>
    replace(
      deck,
      list.map((k) => card(model, k)),
    );
  show(first);
  const chooser =
    first.length < all.length &&
    element(
      'p',
      { class: 'controls' },
      element(
        'label',
        {},
        'Show ',
        element(
          'select',
          {
            id: 'telling-class',
            on: {
              change: (event) => {
                const { value } = event.target;
                show(value === 'first' ? first : value === 'all' ? all : [Number(value)]);
              },
            },
          },
          element('option', { value: 'first' }, `the ${count(FIRST)} largest classes`),
          element('option', { value: 'all' }, `all ${count(all.length)} classes`),
          all.map((k) => element('option', { value: k }, model.classes[k])),
        ),
      ),
    );
  return section(
    'telling',
    'Most informative features',
    'Bars are each feature’s share of what tells the class from the others; beside them its log-odds ' +
      '(for a number: how many standard deviations its mean lies off that of the others).',
    chooser,
    deck,
    left > 0 &&
      element('p', { class: 'soft' }, `and ${count(left)} more classes; priory inspect --class shows them.`),
  );
}
