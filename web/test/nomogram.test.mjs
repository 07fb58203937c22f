import assert from 'node:assert/strict';
import test from 'node:test';
import { arranged, byReach, logOddsAt, marks } from '../src/axis-layout.js';

const hill = { column: 'x', numbers: [0, 1, 2], log_odds: [-1, 3, 1] };

test('log odds between the places of a number', () => {
  assert.equal(logOddsAt(hill, 0.5), 1);
  assert.equal(logOddsAt(hill, 1), 3);
  assert.equal(logOddsAt(hill, 1.5), 2);
  assert.equal(logOddsAt(hill, -5), -1);
  assert.equal(logOddsAt(hill, 5), 1);
});

test('where log odds fall as the number grows, marks are below', () => {
  const side = Object.fromEntries(marks(hill).map((mark) => [mark.label, mark.side]));
  assert.equal(side['0.4'], 1);
  assert.equal(side['1.6'], -1);
});

test('labels that are shown do not touch on one side', () => {
  const list = [0, 0.1, 0.2, 0.3, 5].map((logOdds, k) => ({ label: `value ${k}`, logOdds, side: 0 }));
  const placed = arranged(
    list,
    (x) => 100 * x,
    () => 40,
  );
  for (const side of [1, -1]) {
    const shown = placed.filter((mark) => mark.shown && mark.side === side);
    for (let k = 1; k < shown.length; ++k) assert.ok(shown[k].x - shown[k - 1].x > 40);
  }
  assert.ok(placed.at(-1).shown);
  assert.ok(placed.some((mark) => !mark.shown));
});

test('the columns that matter most come first', () => {
  const flat = { column: 'y', values: ['a', 'b'], log_odds: [0.5, 0.6] };
  assert.deepEqual(
    byReach([flat, hill]).map((axis) => axis.column),
    ['x', 'y'],
  );
});
