import assert from 'node:assert/strict';
import test from 'node:test';
import { groups } from '../src/class-order.js';
import { arrangedRows, takenFor } from '../src/class-table.js';
import { filtered } from '../src/matrix.js';
import { ranked } from '../src/search.js';

// a and d are mistaken for each other, and so are b and c; e is always right.
const counts = [
  [6, 0, 0, 4, 0],
  [0, 7, 3, 0, 0],
  [0, 2, 8, 0, 0],
  [5, 0, 0, 5, 0],
  [0, 0, 0, 0, 9],
];
const all = [0, 1, 2, 3, 4];
const classes = ['admin', 'base', 'boot', 'doc', 'edu'];

test('classes that are mistaken for each other stand together', () => {
  assert.deepEqual(groups(counts, all), [[0, 3], [1, 2], [4]]);
  assert.deepEqual(groups(counts, [0, 1, 4]), [[0], [1], [4]]);
});

test('a chain of mistakes is one group whose neighbours are alike', () => {
  const chain = [
    [9, 1, 0, 0],
    [1, 8, 0, 1],
    [0, 0, 9, 1],
    [0, 1, 1, 8],
  ];
  const [only] = groups(chain, [0, 1, 2, 3]);
  const joined = only.join('');
  assert.ok(joined === '0132' || joined === '2310', joined);
});

test('the filter keeps a class and what it is most often called instead', () => {
  assert.deepEqual(filtered(classes, counts, all, 'b'), [1, 2]);
  assert.deepEqual(filtered(classes, counts, all, 'adm'), [0, 3]);
  assert.deepEqual(filtered(classes, counts, all, 'nothing'), []);
  assert.deepEqual(filtered(classes, counts, all, ''), all);
});

test('what a class is most often called instead', () => {
  assert.deepEqual(takenFor({ classes, counts }, 3), { label: 'admin', share: 0.5 });
  assert.equal(takenFor({ classes, counts }, 4), null);
});

test('the table of classes is sorted and searched', () => {
  const rows = classes.map((name, k) => ({ class: name, support: 10 - k, f1: [0.5, 0.9, 0.1, 0.3, 1][k] }));
  const names = (state) => arrangedRows(rows, { by: 'f1', up: true, text: '', ...state }).map((row) => row.class);
  assert.deepEqual(names({}), ['boot', 'doc', 'admin', 'base', 'edu']);
  assert.deepEqual(names({ up: false, text: 'B' }), ['base', 'boot']);
  assert.deepEqual(names({ by: 'support', up: false }), classes);
  assert.deepEqual(names({ by: 'class', text: 'd' }), ['admin', 'doc', 'edu']);
});

test('of what was tried the chosen one is first, then the best', () => {
  const trial = (options, value, best) => ({ options, value, best });
  const trials = [trial('', 0.7, true), trial('a', 0.4, true), trial('b', 0.39, false), trial('c', 0.9, false)];
  const order = (metric) => ranked({ metric, trials }).map((each) => each.options);
  assert.deepEqual(order('log_loss'), ['a', 'b', '', 'c']);
  assert.deepEqual(order('accuracy'), ['a', 'c', '', 'b']);
});
