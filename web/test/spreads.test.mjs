import assert from 'node:assert/strict';
import test from 'node:test';
import { heights, misfit } from '../src/spread-fit.js';

test('bars and curve have one scale: shares for each unit', () => {
  const { low, high, bars } = heights({
    borders: [0, 2, 3],
    places: [0, 4],
    observed: [[0.5, 0.5]],
    fitted: [[0.25, 0.25]],
  });
  assert.deepEqual([low, high], [0, 4]);
  assert.deepEqual(bars, [[0.25, 0.5]]);
});

test('a model that has the shares of the rows is not off', () => {
  const even = { borders: [0, 1, 2], places: [0, 1, 2], observed: [[0.5, 0.5]], fitted: [[0.5, 0.5, 0.5]], n: [10] };
  assert.equal(misfit(even), 0);
});

test('off is the share of rows that would have to move, of all classes by their rows', () => {
  const values = { values: ['a', 'b'], observed: [[1, 0], [0.5, 0.5]], fitted: [[0.5, 0.5], [0.5, 0.5]], n: [30, 10] };
  assert.equal(misfit(values), 0.375);
});

test('without rows, or with values left out, there is nothing to compare', () => {
  assert.equal(misfit({ values: ['a'], fitted: [[1]], n: [] }), null);
  assert.equal(misfit({ values: ['a'], observed: [[0.4]], fitted: [[0.5]], n: [5], more: 3 }), null);
});
