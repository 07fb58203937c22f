import assert from 'node:assert/strict';
import test from 'node:test';
import { Api, Problem, newKey } from '../live/api.js';
import { shownClasses } from '../live/bars.js';
import { cellOf, fieldsOf } from '../live/date-cell.js';
import { explained, posteriorOf, wordWeights } from '../live/explained.js';
import { classOfKey, isTyping } from '../live/keys.js';
import { Latest } from '../live/latest.js';
import { hashOf, placeOf } from '../live/place.js';
import { brief } from '../live/taught.js';

const later = () => {
  let done;
  const promise = new Promise((resolve) => {
    done = resolve;
  });
  return { promise, done };
};

test('of questions that come while one is under way only the last is asked, and old answers are dropped', async () => {
  const asked = [],
    shown = [];
  const latest = new Latest(
    (question) => {
      const one = later();
      asked.push({ question, ...one });
      return one.promise;
    },
    (answer) => shown.push(answer),
    assert.fail,
  );
  ['a', 'b', 'c'].forEach((each) => latest.put(each));
  assert.deepEqual(
    asked.map((each) => each.question),
    ['a'],
  );
  asked[0].done('A');
  await new Promise(setImmediate);
  assert.deepEqual(shown, []);
  assert.equal(asked[1].question, 'c');
  asked[1].done('C');
  await new Promise(setImmediate);
  assert.deepEqual(shown, ['C']);
  latest.put('d');
  latest.drop();
  asked[2].done('D');
  await new Promise(setImmediate);
  assert.deepEqual(shown, ['C']);
});

test('a failure of an old question is nobody’s business; that of the last is told', async () => {
  const told = [];
  const latest = new Latest(
    (question) => Promise.reject(new Error(question)),
    assert.fail,
    (error) => told.push(error.message),
  );
  latest.put('old');
  latest.put('new');
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  assert.deepEqual(told, ['new']);
});

const answer = (status, body) => async () => new Response(JSON.stringify(body), { status });

test('what the server refuses is said with place and remedy', async () => {
  const api = new Api(answer(422, { detail: 'no column txt', place: 'row', remedy: 'it reads text' }));
  await assert.rejects(api.get('/x'), (error) => {
    assert.ok(error instanceof Problem);
    assert.equal(error.status, 422);
    assert.equal(error.text, 'row: no column txt – it reads text');
    return true;
  });
  const gone = new Api(async () => {
    throw new TypeError('fetch failed');
  });
  await assert.rejects(gone.get('/x'), { status: 0 });
});

test('a change that got no answer is sent again with the same key, and other refusals are not', async () => {
  const keys = [];
  const api = new Api(async (path, { headers }) => {
    keys.push([path, headers['Idempotency-Key']]);
    if (keys.length === 1) throw new TypeError('fetch failed');
    return new Response(JSON.stringify({ last_event: 7 }));
  });
  const done = await api.model('a/b c').learn({ row: { text: 'x' } }, 'spam');
  assert.equal(done.last_event, 7);
  assert.equal(keys.length, 2);
  assert.equal(keys[0][0], '/v1/models/a%2Fb%20c/learn');
  assert.equal(keys[0][1], keys[1][1]);
  let n = 0;
  const refusing = new Api(async () => {
    ++n;
    return new Response('{"detail": "learnt by EM"}', { status: 409 });
  });
  await assert.rejects(refusing.model('m').forget(1), { status: 409 });
  assert.equal(n, 1);
  assert.match(newKey(), /^[0-9a-f]{32}$/);
  assert.notEqual(newKey(), newKey());
});

test('a token goes with every request', async () => {
  let seen;
  const api = new Api(async (_, { headers }) => {
    seen = headers.Authorization;
    return new Response('{}');
  }, 'secret');
  await api.get('/v1/models');
  assert.equal(seen, 'Bearer secret');
});

test('an explanation becomes reasons that sum to its log-odds, however many are listed', () => {
  const contributions = Array.from({ length: 100 }, (_, k) => ({ kind: 'value', feature: 't', value: `w${k}`, log_odds: k % 2 ? 0.25 : -0.5 }));
  contributions.push({ kind: 'prior', feature: 'class prior', log_odds: 3 });
  const log_odds = contributions.reduce((sum, each) => sum + each.log_odds, 0);
  const { all, reasons, row } = explained({ contributions, log_odds }, new Set(['t']));
  assert.equal(all.length, 101);
  assert.equal(reasons[0].name, 'class prior');
  const listed = reasons.reduce((sum, each) => sum + each.logOdds, 0);
  assert.equal(listed + row.more[1], row.sum);
  assert.equal(reasons.length + row.more[0], 101);
  assert.equal(wordWeights(all, 't').get('w3'), 0.25);
  assert.equal(wordWeights(all, 'other').size, 0);
});

test('posteriors by class, infinities too', () => {
  assert.deepEqual(posteriorOf({ predicted: 'a', 'p:a': 1, 'p:b': 0 }, ['a', 'b']), [1, 0]);
});

test('of many classes the most probable have bars', () => {
  assert.deepEqual(shownClasses([0.1, 0.9]), [0, 1]);
  assert.deepEqual(shownClasses([0.1, 0.5, 0.2, 0.2], 2), [1, 2]);
});

test('the place in the address: what is not there is not gone to', () => {
  const models = ['mail', 'a/b #?'];
  assert.deepEqual(placeOf('', models), { tab: 'try', model: 'mail' });
  assert.deepEqual(placeOf(hashOf('model', 'a/b #?'), models), { tab: 'model', model: 'a/b #?' });
  assert.deepEqual(placeOf('#rubbish/nobody', models), { tab: 'try', model: 'mail' });
  assert.deepEqual(placeOf('#model/%E0%A4', models), { tab: 'model', model: 'mail' });
});

test('keys: digits are classes, but not while one types', () => {
  assert.equal(classOfKey({ key: '1' }), 0);
  assert.equal(classOfKey({ key: '0' }), null);
  assert.equal(classOfKey({ key: '2', ctrlKey: true }), null);
  assert.ok(isTyping({ tagName: 'TEXTAREA' }));
  assert.ok(!isTyping({ tagName: 'INPUT', type: 'range' }));
  assert.ok(!isTyping({ tagName: 'BUTTON' }));
});

test('a row in a few words', () => {
  assert.equal(brief({ text: ' a\n b ' }), 'a b');
  assert.equal(brief({ size: 5, colour: null, kind: 'x' }), 'size 5, kind x');
  assert.equal(brief({ text: null }), '(an empty row)');
  assert.equal(brief({ text: 'x'.repeat(200) }).length, 60);
});

test('dates as cells write them, and back', () => {
  const written = { iso: '2024-02-29 07:05', dmy: '29.02.2024 07:05', mdy: '02/29/2024 07:05', time: '07:05', unix: '1709190300', 'unix-ms': '1709190300000' };
  for (const [format, cell] of Object.entries(written)) {
    assert.equal(cellOf(format, '2024-02-29', '07:05'), cell, format);
    assert.deepEqual(fieldsOf(format, cell), { date: format === 'time' ? '' : '2024-02-29', time: '07:05' }, format);
    assert.equal(cellOf(format, '', ''), null);
    assert.deepEqual(fieldsOf(format, null), { date: '', time: '' });
  }
  assert.equal(cellOf('dmy', '2024-02-29', ''), '29.02.2024');
  assert.deepEqual(fieldsOf('dmy', '29.02.2024'), { date: '2024-02-29', time: '' });
});
