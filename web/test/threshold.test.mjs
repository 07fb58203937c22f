import assert from 'node:assert/strict';
import test from 'node:test';
import { Against, ratios, simplest } from '../src/threshold.js';

// Ten rows: scores as log odds, from the highest down.
const curve = {
  class: 'spam',
  steps: 4,
  roc_auc: 0.9,
  average_precision: 0.8,
  score: [3, 0.5, 0, -2],
  tp: [2, 3, 3, 4],
  fp: [0, 1, 2, 6],
};

test('the simplest number between two others has the fewest digits', () => {
  assert.equal(simplest(0.4, 0.6), 0.5);
  assert.equal(simplest(0.11, 0.98), 0.5);
  assert.equal(simplest(0.951, 0.959), 0.955);
  assert.equal(simplest(0, 1e-9), 5e-10);
  const low = 1 - 2 ** -53;
  assert.equal(simplest(low, 1), 1); // there is none between them
});

test('counts at every position are those of the rows above it', () => {
  const against = new Against(curve, true);
  assert.deepEqual(against.counts(0), { tp: 0, fp: 0, fn: 4, tn: 6 });
  assert.deepEqual(against.counts(2), { tp: 3, fp: 1, fn: 1, tn: 5 });
  assert.deepEqual(against.counts(4), { tp: 4, fp: 6, fn: 0, tn: 0 });
});

test('a probability and the position it stands for', () => {
  const against = new Against(curve, true);
  assert.equal(against.position(0.5), 3); // log odds 0 are included
  assert.equal(against.position(0.5001), 2);
  assert.equal(against.position(0.99), 0);
  assert.equal(against.position(0), 4);
  assert.equal(against.position(1), 0);
});

test('the threshold of a position leads back to it', () => {
  for (const twoClasses of [true, false]) {
    const score = twoClasses ? curve.score : [-0.01, -0.5, -0.50001, -30];
    const against = new Against({ ...curve, score }, twoClasses);
    for (let at = 0; at <= against.last; ++at) assert.equal(against.position(against.threshold(at)), at);
  }
});

test('ratios are 0 where they are undefined', () => {
  assert.deepEqual(ratios({ tp: 0, fp: 0, fn: 3, tn: 1 }), {
    precision: 0,
    recall: 0,
    f1: 0,
    fpr: 0,
    accuracy: 0.25,
    balanced_accuracy: 0.5,
    matthews: 0,
  });
  const { matthews, ...others } = ratios({ tp: 3, fp: 1, fn: 1, tn: 5 });
  assert.deepEqual(others, {
    precision: 0.75,
    recall: 0.75,
    f1: 0.75,
    fpr: 1 / 6,
    accuracy: 0.8,
    balanced_accuracy: (3 / 4 + 5 / 6) / 2,
  });
  assert.ok(Math.abs(matthews - 14 / 24) < 1e-12);
  assert.equal(ratios({ tp: 0, fp: 1, fn: 0, tn: 3 }).balanced_accuracy, 0.75); // there are no positives
});

test('impossible rows have a score of minus infinity', () => {
  const against = new Against({ ...curve, score: ['inf', 1, 0, '-inf'] }, true);
  assert.equal(against.position(1), 1);
  assert.equal(against.position(0), 4);
});
