// An explanation of the server as what the report's lists and shades are drawn from.
import { real } from '../src/numbers.js';
import { reasonName } from '../src/reasons.js';

const MOST = 60; // reasons listed; the others are one line

const LONGEST = 60; // characters of a name: a cell may have millions
const cut = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);
const size = (reason) => (Number.isNaN(reason.logOdds) ? 0 : Math.abs(reason.logOdds));

/**
 * @param explanation a row of priory.explanation/1
 * @param {Set<string>} texts the columns that hold texts
 * @returns {{reasons: Object[], all: Object[], row: {sum: number, more: number[]}}}
 */
export function explained(explanation, texts) {
  const all = explanation.contributions.map((each) => {
    const isText = texts.has(each.feature);
    const value = each.value ?? '';
    return {
      kind: each.kind,
      feature: each.feature,
      value,
      logOdds: real(each.log_odds),
      isText,
      name: reasonName(each.kind, each.feature, value, isText),
    };
  });
  const sorted = [...all].sort((a, b) => size(b) - size(a));
  const rest = sorted.slice(MOST);
  const left = rest.reduce((sum, each) => sum + each.logOdds, 0);
  return {
    all,
    reasons: sorted.slice(0, MOST).map((each) => ({ ...each, value: cut(each.value), name: cut(each.name) })),
    row: { sum: explanation.log_odds, more: [rest.length, left] },
  };
}

/** What the words of a text column add: word to log odds. */
export function wordWeights(reasons, column) {
  const out = new Map();
  for (const each of reasons)
    if (each.feature === column && each.value !== '' && each.kind === 'value') out.set(each.value, each.logOdds);
  return out;
}

/** The probabilities of a prediction by class, from `p:` members. */
export function posteriorOf(prediction, classes) {
  return classes.map((name) => real(prediction[`p:${name}`] ?? 0));
}
