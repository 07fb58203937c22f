import assert from 'node:assert/strict';
import test from 'node:test';
import { pieces, words } from '../src/shade.js';

const joined = (parts) => parts.map((each) => each.text).join('');

test('words are cut as the model cuts them', () => {
  assert.deepEqual(
    words('A Straße, x2!', 'unicode').map((each) => each.word),
    ['straße', 'x2'],
  );
  assert.deepEqual(
    words('Ab-C d', 'ascii').map((each) => each.word),
    ['ab', 'c', 'd'],
  );
  assert.deepEqual(
    words('Ab-C d', 'space').map((each) => each.word),
    ['Ab-C', 'd'],
  );
});

test('pieces make up the text and carry the weights of their words', () => {
  const text = 'Free prize, free!';
  const parts = pieces(
    text,
    new Map([
      ['free', 2],
      ['prize', -1],
    ]),
    'unicode',
  );
  assert.equal(joined(parts), text);
  assert.deepEqual(
    parts.filter((each) => each.weight !== 0),
    [
      { text: 'Free', weight: 2 },
      { text: 'prize', weight: -1 },
      { text: 'free', weight: 2 },
    ],
  );
});

test('a pair of words shares its weight', () => {
  const parts = pieces(
    'not good',
    new Map([
      ['not good', -3],
      ['good', 1],
    ]),
    'unicode',
  );
  assert.deepEqual(
    parts.map((each) => each.weight),
    [-1.5, 0, -0.5],
  );
});

test('n-grams of characters add up on each character', () => {
  const parts = pieces(
    'aba',
    new Map([
      ['ab', 2],
      ['a', 1],
    ]),
    'characters',
  );
  assert.deepEqual(parts, [
    { text: 'a', weight: 2 },
    { text: 'b', weight: 1 },
    { text: 'a', weight: 1 },
  ]);
});

test('a text without known words stays whole', () => {
  assert.deepEqual(pieces('!?', new Map(), 'unicode'), [{ text: '!?', weight: 0 }]);
  assert.deepEqual(pieces('', new Map(), 'unicode'), []);
});
