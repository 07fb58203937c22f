import assert from 'node:assert/strict';
import test from 'node:test';
import { arranged, byReach, folded, logOddsAt, marks } from '../src/axis-layout.js';

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

test('dates, columns of many values and those of little reach fold out', () => {
  const of = (column, reach, values) => ({ column, values, log_odds: [-reach, reach] });
  const many = Array.from({ length: 13 }, (_, k) => `v${k}`);
  const plain = Array.from({ length: 13 }, (_, k) => of(`c${k}`, k + 1, ['a', 'b']));
  const { shown, rest } = folded([of('town', 50, many), of('sent', 40, ['2024-01-05', '2024-02-01']), ...plain]);
  assert.deepEqual(
    shown.map((axis) => axis.column),
    [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((k) => `c${k}`),
  );
  assert.deepEqual(
    rest.map((axis) => axis.column),
    ['town', 'sent', 'c0'],
  );
});

test('where all columns would fold, they are shown', () => {
  const dates = { column: 'date', numbers: [0, 1], log_odds: [0, 1] };
  assert.deepEqual(folded([dates]), { shown: [dates], rest: [] });
});
