// One class against the rest: what a threshold does to the counts. Positions 0 .. n: at k the first k points
// of the curve are called positive, at 0 nothing is.
import { bisector } from 'd3-array';
import { real } from './numbers.js';

/** The decimal of the fewest digits strictly between two numbers from 0 to 1; `high` when there is none. */
export function simplest(low, high) {
  for (let digits = 0; digits <= 17; ++digits) {
    const scale = 10 ** digits;
    const middle = Math.round(((low + high) / 2) * scale);
    for (const candidate of [middle, Math.floor(low * scale) + 1, Math.ceil(high * scale) - 1]) {
      const value = Number((candidate / scale).toFixed(digits));
      if (value > low && value < high) return value;
    }
  }
  return high;
}

/** Ratios of a two by two table; 0 where they are undefined, as the program has it. */
export function ratios({ tp, fp, fn, tn }) {
  const share = (part, all) => (all > 0 ? part / all : 0);
  const precision = share(tp, tp + fp),
    recall = share(tp, tp + fn),
    rejected = share(tn, tn + fp);
  // The mean recall of the classes that there are.
  const balanced = tp + fn === 0 ? rejected : tn + fp === 0 ? recall : (recall + rejected) / 2;
  const spread = Math.sqrt(tp + fp) * Math.sqrt(tp + fn) * Math.sqrt(tn + fp) * Math.sqrt(tn + fn);
  return {
    precision,
    recall,
    f1: share(2 * tp, 2 * tp + fp + fn),
    fpr: share(fp, fp + tn),
    accuracy: share(tp + tn, tp + fp + fn + tn),
    balanced_accuracy: balanced,
    matthews: share(tp * tn - fp * fn, spread),
  };
}

export class Against {
  /** @param curve as in the report  @param twoClasses whether scores are log odds, not log posteriors */
  constructor(curve, twoClasses) {
    this.label = curve.class;
    this.auc = curve.roc_auc;
    this.averagePrecision = curve.average_precision;
    this.steps = curve.steps;
    this.thinned = curve.steps > curve.score.length;
    this.score = curve.score.map(real);
    this.tp = [0, ...curve.tp];
    this.fp = [0, ...curve.fp];
    this.positives = this.tp.at(-1);
    this.negatives = this.fp.at(-1);
    this.logP = twoClasses ? this.score.map((s) => -Math.log1p(Math.exp(-s))) : this.score;
    this.last = this.score.length;
  }

  counts(at) {
    const tp = this.tp[at],
      fp = this.fp[at];
    return { tp, fp, fn: this.positives - tp, tn: this.negatives - fp };
  }

  /** Where the program stands when it calls positive whatever has at least this probability. */
  position(probability) {
    return bisector((logP) => -logP).right(this.logP, -Math.log(probability));
  }

  /** A probability that gives this position, with few digits. */
  threshold(at) {
    const high = at === 0 ? 1 : Math.exp(this.logP[at - 1]);
    const low = at === this.last ? 0 : Math.exp(this.logP[at]);
    if (at === this.last) return 0;
    return simplest(low, at === 0 && low < 1 ? 1 : high);
  }
}
