// What would change the answer: rows to ask about, and the smallest changes among those that do. Pure, but for asking.
import { words } from '../src/shade.js';

const MOST_WORDS = 24,
  MOST_VALUES = 40,
  MOST_ROWS = 600,
  GRID = 32,
  ROUNDS = 3, // in which the step that alters the answer is cut
  CUTS = 16;

/** The text without some words, however often they stand in it. */
export function without(text, gone, tokens) {
  const out = new Set(gone);
  let left = '',
    end = 0;
  for (const { from, to, word } of words(text, tokens)) {
    if (!out.has(word)) continue;
    left += text.slice(end, from);
    end = to;
  }
  return (left + text.slice(end)).replace(/[ \t]{2,}/g, ' ').trim();
}

/** The words that speak for the answer, the loudest first. */
function loudest(weights) {
  return [...weights]
    .filter(([, weight]) => weight > 0)
    .sort((a, b) => b[1] - a[1])
    .slice(0, MOST_WORDS)
    .map(([word]) => word);
}

/** Each word left out alone, then the loudest two, three, … together. */
export function textChanges(row, column, weights, tokens) {
  const text = row[column] ?? '';
  const found = new Set(words(text, tokens).map((each) => each.word));
  const list = loudest(weights).filter((word) => word.split(' ').every((each) => found.has(each)));
  const leaving = (gone) => ({
    kind: 'words',
    column,
    gone,
    size: gone.length,
    row: { ...row, [column]: without(text, gone.flatMap((each) => each.split(' ')), tokens) },
  });
  const alone = list.map((word) => leaving([word]));
  const together = list.slice(1).map((_, k) => leaving(list.slice(0, k + 2)));
  return [...alone, ...together];
}

function choiceChanges(row, { name, values }) {
  const others = values.slice(0, MOST_VALUES).filter((value) => value !== row[name]);
  return others.map((value) => ({
    kind: 'value',
    column: name,
    from: row[name] ?? null,
    to: value,
    size: 1,
    row: { ...row, [name]: value },
  }));
}

/** A number moved to the places of a grid over its range, or narrowed between two of them. */
function numberChange(row, column, to) {
  const { name, low, high } = column;
  const from = row[name] ?? null;
  const size = from === null ? 1 : Math.abs(to - from) / (high - low);
  return { kind: 'number', column: name, from, to, size, row: { ...row, [name]: to } };
}

function numberChanges(row, column) {
  const { name, low, high, whole } = column;
  if (low === undefined) return [];
  const from = row[name] ?? null;
  const places = new Set();
  for (let k = 0; k <= GRID; ++k) {
    const place = low + ((high - low) * k) / GRID;
    places.add(whole ? Math.round(place) : place);
  }
  return [...places].filter((to) => to !== from).map((to) => numberChange(row, column, to));
}

/** All changes of one column that are worth asking about. */
export function columnChanges(row, columns) {
  const out = [];
  for (const column of columns) {
    if (column.kind === 'choice') out.push(...choiceChanges(row, column));
    if (column.kind === 'number') out.push(...numberChanges(row, column));
  }
  return out.slice(0, MOST_ROWS);
}

/** Of each column the smallest change that alters the answer; the smallest of all first. */
export function smallest(changes, answers, predicted) {
  const best = new Map();
  changes.forEach((change, k) => {
    const answer = answers[k];
    if (answer.predicted === predicted) return;
    const key = change.kind === 'words' && change.gone.length === 1 ? `${change.column} ${change.gone[0]}` : change.column;
    const before = best.get(key);
    const better =
      !before || change.size < before.size || (change.size === before.size && answer.probability > before.probability);
    if (better) best.set(key, { ...change, predicted: answer.predicted, probability: answer.probability });
  });
  const list = [...best.values()].sort((a, b) => a.size - b.size || b.probability - a.probability);
  const word = list.some((each) => each.kind === 'words' && each.gone.length === 1);
  return list.filter((each) => !(word && each.kind === 'words' && each.gone.length > 1));
}

/** The same number with few digits, never nearer to where it was. */
export function roundedAway(to, from, digits) {
  const unit = 10 ** (Math.floor(Math.log10(Math.abs(to) || 1)) + 1 - digits);
  const steps = to > from ? Math.ceil(to / unit) : Math.floor(to / unit);
  return Number((steps * unit).toPrecision(digits));
}

/** The first of some places, from where the number was on, that alters the answer; and the one before it. */
async function firstThatAlters(change, column, places, ask, predicted) {
  const tries = places.map((to) => ({
    ...numberChange(change.row, column, to),
    from: change.from,
    size: Math.abs(to - change.from) / (column.high - column.low),
  }));
  const answers = await ask(tries.map((each) => each.row));
  const k = answers.findIndex((each) => each.predicted !== predicted);
  if (k < 0) return null;
  return { near: places[k - 1], best: { ...tries[k], ...altered(answers[k]) } };
}

const altered = ({ predicted, probability }) => ({ predicted, probability });

/** The number nearest to where it was that still alters the answer: the last step of the grid, cut again and again. */
async function narrowed(change, column, ask, predicted) {
  if (change.from === null || column.whole) return change;
  const step = Math.min((column.high - column.low) / GRID, Math.abs(change.to - change.from));
  let near = change.to - Math.sign(change.to - change.from) * step;
  let best = change;
  for (let round = 0; round < ROUNDS; ++round) {
    const from = near;
    const places = Array.from({ length: CUTS }, (_, k) => from + ((best.to - from) * (k + 1)) / CUTS);
    const found = await firstThatAlters(change, column, places, ask, predicted);
    if (!found) break;
    near = found.near ?? near;
    best = found.best;
  }
  const round = [3, 4, 6].flatMap((digits) => [
    Number(best.to.toPrecision(digits)),
    roundedAway(best.to, best.from, digits),
  ]);
  return (await firstThatAlters(change, column, round, ask, predicted))?.best ?? best;
}

/**
 * @param {Object} row  @param {Object[]} columns of priory.form/1
 * @param {(column: string) => Map<string, number>} weightsOf words of a text column
 * @param {(rows: Object[]) => Promise<{predicted, probability}[]>} ask
 */
export async function whatWouldChange({ row, columns, weightsOf, ask, predicted, most = 5 }) {
  const changes = [
    ...columns
      .filter((each) => each.kind === 'text')
      .flatMap((each) => textChanges(row, each.name, weightsOf(each.name), each.tokens)),
    ...columnChanges(row, columns),
  ];
  if (changes.length === 0) return [];
  const found = smallest(changes, await ask(changes.map((each) => each.row)), predicted).slice(0, most);
  const byName = new Map(columns.map((each) => [each.name, each]));
  const out = [];
  for (const each of found)
    out.push(each.kind === 'number' ? await narrowed(each, byName.get(each.column), ask, predicted) : each);
  return out.sort((a, b) => a.size - b.size || b.probability - a.probability);
}
