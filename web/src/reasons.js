// Why a row is called what it is: its reasons as a list with bars, and as shades of its words.
import { max } from 'd3-array';
import { element } from './dom.js';
import { count, real, signed } from './numbers.js';
import { pieces } from './shade.js';

const KINDS = ['prior', 'value', 'absent', 'missing', 'unseen'];
const SHOWN = 8; // reasons beside a row; the others fold out

/** What a reason is called. */
export function reasonName(kind, feature, value, isText) {
  if (kind === 'prior') return 'class prior';
  if (kind === 'absent') return `${feature}: the words it has not`;
  if (kind === 'unseen')
    return value ? `${feature} = ${value}, not in the model` : `${feature}: words not in the model`;
  if (kind === 'missing') return `${feature} is missing`;
  if (value === '') return feature;
  return isText ? value : `${feature} = ${value}`;
}

export function reasonsOf(row, textColumns) {
  return row.log_odds.map((logOdds, k) => {
    const kind = KINDS[row.kind[k]];
    const isText = textColumns.has(row.feature[k]);
    return {
      kind,
      feature: row.feature[k],
      value: row.value[k],
      logOdds: real(logOdds),
      isText,
      name: reasonName(kind, row.feature[k], row.value[k], isText),
    };
  });
}

function bar(reason, largest) {
  const share = Number.isFinite(reason.logOdds) ? Math.abs(reason.logOdds) / (largest || 1) : 1;
  return element('span', {
    class: `bar ${reason.logOdds < 0 ? 'against' : 'for'}`,
    share,
    'aria-hidden': 'true',
  });
}

export function reasonList(reasons, row) {
  const speaking = reasons.filter(
    (each) => each.kind !== 'missing' && !(each.kind === 'unseen' && each.logOdds === 0),
  );
  const silent = reasons.filter((each) => !speaking.includes(each));
  const largest = max(speaking, (each) => (Number.isFinite(each.logOdds) ? Math.abs(each.logOdds) : 0));
  const item = (each) =>
    element(
      'li',
      {},
      element('span', { class: 'number' }, signed(each.logOdds)),
      bar(each, largest),
      element('span', { class: 'name' }, each.name),
    );
  const [more, rest] = row.more;
  const tail =
    more > 0 &&
    element(
      'li',
      {},
      element('span', { class: 'number' }, signed(rest)),
      element('span', { class: 'bar' }),
      element('span', { class: 'name' }, `${count(more)} more`),
    );
  const sum = element(
    'li',
    { class: 'sum' },
    element('span', { class: 'number' }, signed(row.sum)),
    element('span', { class: 'bar' }),
    element('span', { class: 'name' }, 'sum'),
  );
  const few = speaking.length <= SHOWN + 2 && more === 0; // not worth folding
  const cut = few ? speaking.length : SHOWN;
  const first = speaking.slice(0, cut).map(item),
    others = speaking.slice(cut).map(item);
  return element(
    'div',
    { class: 'reasons' },
    element('ol', {}, first, others.length === 0 && [tail, sum]),
    others.length > 0 &&
      element(
        'details',
        {},
        element(
          'summary',
          {},
          `${others.length + more} more ${others.length + more === 1 ? 'reason' : 'reasons'}`,
        ),
        element('ol', {}, others, tail, sum),
      ),
    silent.length > 0 &&
      element(
        'p',
        { class: 'soft' },
        'Left out, as missing or not in the model: ' +
          silent.map((each) => each.value || each.feature).join(', '),
      ),
  );
}

export function shaded(text, reasons, column, tokens) {
  const weights = new Map();
  for (const each of reasons) {
    if (each.feature === column && each.value !== '' && each.kind === 'value')
      weights.set(each.value, each.logOdds);
  }
  const parts = pieces(text, weights, tokens);
  const largest = max(parts, (each) => (Number.isFinite(each.weight) ? Math.abs(each.weight) : 0)) || 1;
  const share = (weight) => (Number.isFinite(weight) ? Math.abs(weight) / largest : 1);
  return element(
    'p',
    { class: 'text', dir: 'auto' },
    parts.map((each) =>
      each.weight === 0
        ? each.text
        : element(
            'mark',
            {
              class: each.weight < 0 ? 'against' : 'for',
              share: share(each.weight),
              title: `${signed(each.weight)} log-odds`,
            },
            each.text,
          ),
    ),
  );
}

/** The same row of two classes, seen from the other one: what a moved threshold may call it. */
export function flipped(row) {
  const minus = (value) => -real(value);
  return {
    ...row,
    predicted: row.against,
    against: row.predicted,
    log_posterior: [...row.log_posterior].reverse(),
    log_odds: row.log_odds.map(minus),
    sum: minus(row.sum),
    more: [row.more[0], minus(row.more[1])],
  };
}
