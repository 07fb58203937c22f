import assert from 'node:assert/strict';
import test from 'node:test';
import { EventCutter } from '../live/events.js';
import { formOf, formOfEntry, inOrder } from '../live/form-of.js';
import { classesOf, requestOf } from '../live/new-model.js';
import { sendRows } from '../live/send-rows.js';
import { csvRecords, delimiterOf, lookAt, proposedColumns, proposedKind } from '../live/table-file.js';

test('records of CSV: quotes, doubled quotes, line ends in cells, no last line end', () => {
  assert.deepEqual(csvRecords('a,b\r\n"x, ""y""\nz",2\r\n\n3,', ','), [
    ['a', 'b'],
    ['x, "y"\nz', '2'],
    ['3', ''],
  ]);
  assert.deepEqual(csvRecords('\ufeffa;b\n1;2\n3;4', ';', 2), [
    ['a', 'b'],
    ['1', '2'],
  ]);
  assert.deepEqual(csvRecords('', ','), []);
  assert.equal(delimiterOf('a;b;c,d\n1,2,3,4,5'), ';');
  assert.equal(delimiterOf('only'), ',');
});

test('a file is known by its name or its first byte', () => {
  assert.equal(lookAt('x.csv', 'a,b\n1,2').type, 'text/csv');
  assert.equal(lookAt('x.jsonl', '{"a": 1}\nbroken\n{"b": 2}').type, 'application/x-ndjson');
  assert.deepEqual(lookAt('x', '{"a": 1}\n{"b": 2}').names, ['a', 'b']);
});

test('columns are proposed by what they hold', () => {
  assert.equal(proposedKind(['1', '2.5', '', '-3e2']), 'number');
  assert.equal(proposedKind(['red', 'blue', 'red', 'red', 'blue', 'blue']), 'values');
  assert.equal(proposedKind(['a long text of many words, not one of few', 'b']), 'text');
  assert.equal(proposedKind(['same', 'same']), 'ignore');
  assert.equal(proposedKind([]), 'ignore');
  assert.equal(proposedKind(Array.from({ length: 50 }, (_, k) => String(k + 1))), 'ignore');
  assert.deepEqual(proposedColumns({ names: ['x', 't'], rows: [['1', 'one two three'], ['2', 'four five six'], ['9', 'seven']] }), [
    { name: 'x', kind: 'number' },
    { name: 't', kind: 'text' },
  ]);
});

test('what the server is asked to begin with', () => {
  assert.deepEqual(classesOf('bug\n question \n\nbug'), ['bug', 'question']);
  assert.deepEqual(classesOf('a, b,,c'), ['a', 'b', 'c']);
  assert.deepEqual(classesOf('one, two\nthree'), ['one, two', 'three']);
  assert.deepEqual(requestOf('m', ['a'], []), { name: 'm', classes: ['a'], text: 'text' });
  assert.deepEqual(requestOf('m', ['a'], [{ name: 'body', kind: 'text' }, { name: 'id', kind: 'ignore' }]), {
    name: 'm',
    classes: ['a'],
    text: 'body',
  });
  const asked = requestOf('m', ['a'], [{ name: 'label', kind: 'values' }, { name: 'n', kind: 'number' }]);
  assert.deepEqual(asked.columns, { label: 'values', n: 'number' });
  assert.equal(asked.target, 'label_');
});

test('classes keep the order in which they were named', () => {
  assert.deepEqual(inOrder(['a', 'b', 'new'], ['b', 'a']), ['b', 'a', 'new']);
});

test('a model that has learnt nothing has the form of its declaration, until it has learnt', async () => {
  const entry = { name: 'm', classes: ['x', 'a'], rows: 0, columns: [{ name: 'c', kind: 'values', values: ['1'] }, { name: 't', kind: 'text' }] };
  let now = entry;
  const model = {
    name: 'm',
    get: async () => ({ rows: 1, classes: ['a', 'x'], columns: [] }),
    api: { get: async () => ({ models: [now] }) },
  };
  const form = await formOf(model, [entry]);
  assert.deepEqual(
    form.columns.map((each) => each.kind),
    ['choice', 'text'],
  );
  assert.deepEqual(form, formOfEntry(entry));
  now = { ...entry, rows: 1 };
  assert.deepEqual(await formOf(model, [entry]), { rows: 1, classes: ['x', 'a'], columns: [] });
});

test('events are cut from pieces wherever they break', () => {
  const seen = [];
  const cutter = new EventCutter((name, data) => seen.push([name, data]));
  for (const each of ': comment\n\nevent: sta|te\ndata: {"ev|ent": 3}\r\n\r\n|id: 4\nevent: change\ndata: {}\n|\n'.split('|')) cutter.put(each);
  assert.deepEqual(seen, [
    ['state', { event: 3 }],
    ['change', {}],
  ]);
});

test('texts are sent by the thousand, and what happened is counted', async () => {
  const sent = [];
  const model = {
    post: async (_, { rows }) => {
      sent.push(rows.length);
      return { first: 1, last: rows.length - 1, already: 1, waiting: 7 };
    },
  };
  const said = await sendRows(model, { columns: [{ name: 'body', kind: 'text' }] }, { tables: [], texts: Array(1500).fill('x'), left: 2 });
  assert.deepEqual(sent, [1000, 500]);
  assert.match(said, /^1498 rows added, 7 waiting/);
  assert.match(said, /2 rows waited already/);
  assert.match(said, /2 files/);
});
