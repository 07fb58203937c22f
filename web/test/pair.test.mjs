import assert from 'node:assert/strict';
import test from 'node:test';
import { drawn, verdict } from '../src/pair.js';

const figure = (mean) => ({ mean, low: mean - 1, high: mean + 1 });

test('what cannot be drawn is left out', () => {
  const points = [
    { rows: 20, trouble: 'too few rows' },
    { rows: 40, between: { log_loss: figure('inf') } },
    { rows: 80, between: { log_loss: { mean: 2, low: null, high: null } } },
    { rows: 160, between: { log_loss: figure(1) } },
  ];
  const found = drawn(points, 'between', 'log_loss');
  assert.deepEqual(
    found.map(({ rows, mean }) => [rows, mean]),
    [
      [80, 2],
      [160, 1],
    ],
  );
  assert.ok(Number.isNaN(found[0].low));
});

test('who is better from how many rows on', () => {
  assert.equal(verdict(null, 3000), 'the generative model is better up to 3,000 rows');
  assert.equal(verdict(0, 3000), 'the discriminative model is better at all sizes');
  assert.equal(verdict(1234.5, 3000), 'the discriminative model is better from about 1,200 rows on');
});
