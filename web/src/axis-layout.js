// The lines of a nomogram as places: pure, so that it can be tested.
import { ticks } from 'd3-array';

/** Log odds at x by straight lines between the places of an axis; outside of them its ends. */
export function logOddsAt(axis, x) {
  const { numbers, log_odds: odds } = axis;
  if (x <= numbers[0]) return odds[0];
  const k = numbers.findIndex((place) => place >= x);
  if (k === -1) return odds.at(-1);
  const share = (x - numbers[k - 1]) / (numbers[k] - numbers[k - 1]);
  return odds[k - 1] + share * (odds[k] - odds[k - 1]);
}

/** The marks on an axis: label, log odds, and the side of the line (1 above, -1 below). Where the log odds of
 * a number fall as it grows, its marks are below. */
export function marks(axis) {
  if (axis.values) return axis.values.map((label, k) => ({ label, logOdds: axis.log_odds[k], side: 0 }));
  const { numbers } = axis;
  const span = numbers.at(-1) - numbers[0];
  return ticks(numbers[0], numbers.at(-1), 8).map((x) => ({
    label: x.toLocaleString('en', { maximumFractionDigits: 6 }),
    logOdds: logOddsAt(axis, x),
    side: logOddsAt(axis, x + span / 500) < logOddsAt(axis, x - span / 500) ? -1 : 1,
  }));
}

/** Gives each mark a side with room for its label, or none. Widths have the units of `place`. */
export function arranged(list, place, width) {
  const end = { 1: -Infinity, [-1]: -Infinity };
  return list
    .map((mark) => ({ ...mark, x: place(mark.logOdds) }))
    .sort((a, b) => a.x - b.x)
    .map((mark) => {
      const half = width(mark.label) / 2;
      const free = (mark.side === 0 ? [1, -1] : [mark.side]).find((side) => mark.x - half > end[side]);
      if (free === undefined) return { ...mark, side: mark.side || 1, shown: false };
      end[free] = mark.x + half + 6;
      return { ...mark, side: free, shown: true };
    });
}

/** Log odds beyond this are certain in every way that counts: lines are drawn no further. */
export const CERTAIN = 20;

const MOST_VALUES = 12,
  MOST_LINES = 12;
// A number of days or seconds, or a date as it is written.
const isDate = (axis) => /date|time/i.test(axis.column) || /^\d{4}-\d\d/.test(axis.values?.[0] ?? '');

/** The axes that are shown at once, and those that fold out: of many values, dates, or of little reach. */
export function folded(axes) {
  const ordered = byReach(axes);
  const plain = ordered.filter((axis) => !isDate(axis) && (axis.values?.length ?? 0) <= MOST_VALUES);
  const shown = new Set((plain.length > 0 ? plain : ordered).slice(0, MOST_LINES));
  return { shown: ordered.filter((axis) => shown.has(axis)), rest: ordered.filter((axis) => !shown.has(axis)) };
}

/** The axis with the widest reach first. */
export function byReach(axes) {
  const reach = (axis) => Math.max(...axis.log_odds) - Math.min(...axis.log_odds);
  return [...axes].sort((a, b) => reach(b) - reach(a));
}
