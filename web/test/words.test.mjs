import assert from 'node:assert/strict';
import test from 'node:test';
import { roles } from '../src/facts.js';
import { figures, guessing } from '../src/headline.js';
import { count, figure, percent, quantity, real, signed } from '../src/numbers.js';
import { flipped, reasonName, reasonsOf } from '../src/reasons.js';
import { howMany } from '../src/rows.js';

test('numbers as people read them', () => {
  assert.equal(figure(0.98765), '0.9877');
  assert.equal(figure('inf'), '∞');
  assert.equal(figure(null), '–');
  assert.equal(count(1234567), '1,234,567');
  assert.equal(count(2.5), '2.5');
  assert.equal(signed(-1.5), '−1.500');
  assert.equal(signed(2), '+2.000');
  assert.equal(count(762.666), '763');
  assert.equal(quantity(103411.7), '103,412');
  assert.equal(quantity(0.000312), '0.000312');
  assert.equal(quantity(-12.3456), '−12.35');
  assert.equal(quantity(1.23456e-7), '1.235×10⁻⁷');
  assert.equal(quantity(1e15), '1×10¹⁵');
  assert.equal(real('-inf'), -Infinity);
});

test('a percentage never rounds to a false 0 or 100', () => {
  assert.equal(percent(1), '100\u00a0%');
  assert.equal(percent(0.99999), '>99.9\u00a0%');
  assert.equal(percent(0.00001), '<0.1\u00a0%');
  assert.equal(percent(0), '0\u00a0%');
  assert.equal(percent(0.125), '12.5\u00a0%');
});

test('what always giving the same answer reaches', () => {
  const per_class = [
    { class: 'a', support: 3 },
    { class: 'b', support: 9 },
  ];
  assert.deepEqual(guessing({ per_class }), { label: 'b', accuracy: 0.75 });
});

test('figures of the positive class have their intervals', () => {
  const evaluation = {
    accuracy: 0.5,
    roc_auc: null,
    log_loss: 1,
    per_class: [{ class: 'a' }, { class: 'b', precision: 1, recall: 0.5, f1: 2 / 3 }],
    intervals: { accuracy: [0.4, 0.6], 'recall[b]': [0.1, 0.9] },
  };
  const shown = Object.fromEntries(figures({ evaluation, positive: 'b' }).map((each) => [each.key, each]));
  assert.deepEqual(shown.accuracy.interval, [0.4, 0.6]);
  assert.deepEqual(shown.recall.interval, [0.1, 0.9]);
  assert.equal(shown.precision.interval, undefined);
  assert.equal(shown.roc_auc, undefined);
});

test('how columns are used', () => {
  const model = {
    target: 'y',
    settings: [['row weights', 'w']],
    parts: [
      { family: 'multinomial', columns: ['body'], text: true },
      { family: 'gaussian', columns: ['a', 'b'] },
    ],
  };
  assert.deepEqual(Object.fromEntries(roles(model)), {
    y: 'target',
    w: 'weight',
    body: 'text, multinomial',
    a: 'gaussian',
    b: 'gaussian',
  });
});

test('reasons by name', () => {
  assert.equal(reasonName('value', 'body', 'prize', true), 'prize');
  assert.equal(reasonName('value', 'job', 'clerk', false), 'job = clerk');
  assert.equal(reasonName('missing', 'age', '', false), 'age is missing');
  assert.equal(reasonName('prior', 'class prior', '', false), 'class prior');
});

test('a row seen from the other class has its reasons turned round', () => {
  const row = {
    predicted: 1,
    against: 0,
    sum: 2.5,
    more: [3, -0.5],
    log_posterior: [-0.1, -2.35],
    kind: [0, 1],
    feature: ['class prior', 'job'],
    value: ['', 'clerk'],
    log_odds: ['inf', 3],
  };
  const other = flipped(row);
  assert.deepEqual(
    [other.predicted, other.against, other.sum, other.more, other.log_posterior],
    [0, 1, -2.5, [3, 0.5], [-2.35, -0.1]],
  );
  assert.deepEqual(
    reasonsOf(other, new Set()).map((each) => each.logOdds),
    [-Infinity, -3],
  );
});

test('how many rows of a cell the page holds', () => {
  assert.equal(howMany(0, 0), 'No row is in this cell.');
  assert.equal(howMany(0, 7), 'The report holds no row of this cell.');
  assert.equal(howMany(20, 207), '20 of 207, those the model is most sure of first.');
  assert.equal(howMany(1, 1), 'The only one.');
  assert.equal(howMany(3, 3), 'All 3 rows.');
});
