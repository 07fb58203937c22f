// What would change the answer, against models that are written down here: the nearest change is known.
import assert from 'node:assert/strict';
import test from 'node:test';
import { columnChanges, roundedAway, smallest, textChanges, whatWouldChange, without } from '../live/changes.js';

const none = () => new Map();

test('words are left out wherever they stand, as the model cuts them', () => {
  assert.equal(without('Free prize, free!', ['free'], 'unicode'), 'prize, !');
  assert.equal(without('Free free', ['free'], 'space'), 'Free');
});

test('only words that speak for the answer and stand in the text are left out, the loudest first', () => {
  const weights = new Map([['a1', 1], ['b1', 3], ['c1', -2], ['gone', 9]]);
  const changes = textChanges({ t: 'a1 b1 c1' }, 't', weights, 'unicode');
  assert.deepEqual(
    changes.map((each) => each.gone),
    [['b1'], ['a1'], ['b1', 'a1']],
  );
  assert.deepEqual(changes[0].row, { t: 'a1 c1' });
});

test('a number that decides at a threshold is found to three digits', async () => {
  const columns = [{ name: 'x', kind: 'number', low: 0, high: 100, whole: false }];
  const ask = async (rows) =>
    rows.map(({ x }) => ({ predicted: x >= 57.3 ? 'high' : 'low', probability: 0.6 }));
  const [found] = await whatWouldChange({ row: { x: 50 }, columns, weightsOf: none, ask, predicted: 'low' });
  assert.equal(found.predicted, 'high');
  assert.equal(found.to, 57.3);
  const [down] = await whatWouldChange({ row: { x: 91 }, columns, weightsOf: none, ask, predicted: 'high' });
  assert.ok(down.to < 57.3 && down.to >= 57.2, String(down.to));
});

test('whole numbers stay whole, a missing one is given', async () => {
  const columns = [{ name: 'n', kind: 'number', low: 0, high: 20, whole: true }];
  const ask = async (rows) => rows.map(({ n }) => ({ predicted: n !== null && n > 7 ? 'b' : 'a', probability: 1 }));
  const [found] = await whatWouldChange({ row: { n: 2 }, columns, weightsOf: none, ask, predicted: 'a' });
  assert.equal(found.to, 8);
  const [given] = await whatWouldChange({ row: { n: null }, columns, weightsOf: none, ask, predicted: 'a' });
  assert.equal(given.from, null);
  assert.ok(given.to > 7);
});

test('of a column the likelier of equal changes; the smaller change first', async () => {
  const columns = [
    { name: 'c', kind: 'choice', values: ['red', 'blue', 'green'] },
    { name: 'x', kind: 'number', low: 0, high: 10, whole: false },
  ];
  const ask = async (rows) =>
    rows.map(({ c, x }) => {
      if (c === 'blue') return { predicted: 'b', probability: 0.7 };
      if (c === 'green') return { predicted: 'b', probability: 0.8 };
      return { predicted: x > 6 ? 'b' : 'a', probability: 0.6 };
    });
  const found = await whatWouldChange({ row: { c: 'red', x: 5 }, columns, weightsOf: none, ask, predicted: 'a' });
  assert.deepEqual(
    found.map((each) => each.column),
    ['x', 'c'],
  );
  assert.equal(found[1].to, 'green');
});

test('where nothing alters the answer nothing is claimed', async () => {
  const columns = [{ name: 'c', kind: 'choice', values: ['red', 'blue'] }];
  const ask = async (rows) => rows.map(() => ({ predicted: 'a', probability: 1 }));
  assert.deepEqual(await whatWouldChange({ row: { c: 'red' }, columns, weightsOf: none, ask, predicted: 'a' }), []);
  assert.deepEqual(await whatWouldChange({ row: {}, columns: [], weightsOf: none, ask: assert.fail, predicted: 'a' }), []);
});

test('several words together only where none alone will do', () => {
  const word = (gone) => ({ kind: 'words', column: 't', gone, size: gone.length, row: {} });
  const b = { predicted: 'b', probability: 0.9 },
    a = { predicted: 'a', probability: 0.9 };
  const changes = [word(['x']), word(['y']), word(['x', 'y'])];
  assert.deepEqual(
    smallest(changes, [b, a, b], 'a').map((each) => each.gone),
    [['x']],
  );
  assert.deepEqual(
    smallest(changes, [a, a, b], 'a').map((each) => each.gone),
    [['x', 'y']],
  );
});

test('rounding goes away from where the number was', () => {
  assert.equal(roundedAway(57.296, 50, 3), 57.3);
  assert.equal(roundedAway(57.296, 90, 3), 57.2);
  assert.equal(roundedAway(-1234.5, 0, 3), -1240);
  assert.equal(roundedAway(0.00012345, 0, 3), 0.000124);
});

test('no more rows are asked about than a request may have', () => {
  const columns = Array.from({ length: 60 }, (_, k) => ({ name: `c${k}`, kind: 'choice', values: Array.from({ length: 90 }, (_, v) => `v${v}`) }));
  assert.equal(columnChanges({}, columns).length, 600);
});
