// Rows against model in one column, as numbers: pure, so that it can be tested.
import { max, min, sum } from 'd3-array';

/** The density of a curve at x by straight lines between its places; 0 outside of them. */
function curveAt(places, curve, x) {
  if (x < places[0] || x > places.at(-1)) return 0;
  const k = places.findIndex((place) => place >= x);
  if (k <= 0) return curve[0];
  const share = (x - places[k - 1]) / (places[k] - places[k - 1]);
  return curve[k - 1] + share * (curve[k] - curve[k - 1]);
}

/** Bars and curves of a column of numbers on one scale: shares for each unit of the axis. */
export function heights({ borders, places, observed, fitted }) {
  const ends = [...(borders ?? []), ...(places ?? [])];
  const bars = observed?.map((shares) => shares.map((share, k) => share / (borders[k + 1] - borders[k])));
  return { low: min(ends), high: max(ends), bars, curves: fitted };
}

const STEPS = 4; // places in a bin at which the curve is read

// What the model expects in each bin.
function expected({ borders, places }, curve) {
  return borders.slice(1).map((to, k) => {
    const width = to - borders[k];
    const at = Array.from({ length: STEPS }, (_, step) => borders[k] + ((step + 0.5) / STEPS) * width);
    return (width * sum(at, (x) => curveAt(places, curve, x))) / STEPS;
  });
}

/** The share of rows that would have to move for the classes to look as the model has them, all classes by
 * their rows; null where there is nothing to compare. */
export function misfit(spread) {
  const { observed, fitted, n } = spread;
  if (!observed || !fitted || observed.length === 0) return null;
  const all = sum(n);
  if (!(all > 0) || spread.more > 0) return null;
  const off = observed.map((shares, c) => {
    const wanted = spread.values ? fitted[c] : expected(spread, fitted[c]);
    const scale = sum(wanted) > 0 && !spread.values ? sum(shares) / sum(wanted) : 1;
    return 0.5 * sum(shares, (share, k) => Math.abs(share - scale * wanted[k]));
  });
  return sum(off, (each, c) => (each * n[c]) / all);
}
