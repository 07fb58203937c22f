import assert from 'node:assert/strict';
import test from 'node:test';
import { countsAt } from '../src/confusion.js';
import { confusions, orders, shareOf } from '../src/matrix.js';

const counts = [
  [5, 2, 0],
  [3, 1, 0],
  [0, 7, 9],
];

test('classes by size, equals by name', () => {
  assert.deepEqual(orders(counts).size, [2, 0, 1]);
  assert.deepEqual(
    orders([
      [1, 1],
      [2, 0],
    ]).size,
    [0, 1],
  );
  assert.deepEqual(orders(counts).name, [0, 1, 2]);
  assert.deepEqual(orders(counts, 2), { name: [0, 2], size: [2, 0] }); // of too many, the largest
});

test('the largest mistakes come first', () => {
  assert.deepEqual(confusions(counts, 2), [
    { actual: 2, predicted: 1, value: 7 },
    { actual: 1, predicted: 0, value: 3 },
  ]);
  assert.deepEqual(
    confusions(
      [
        [4, 0],
        [0, 4],
      ],
      5,
    ),
    [],
  );
});

test('shares are of the actual class', () => {
  assert.equal(shareOf(counts[2], 1), 7 / 16);
  assert.equal(shareOf([0, 0], 1), 0);
});

test('the matrix at a threshold has the classes in their order', () => {
  const state = (label) => ({ against: { label }, counts: { tp: 1, fp: 2, fn: 3, tn: 4 } });
  assert.deepEqual(countsAt(['a', 'b'], state('b')), [
    [4, 2],
    [3, 1],
  ]);
  assert.deepEqual(countsAt(['a', 'b'], state('a')), [
    [1, 3],
    [2, 4],
  ]);
});
