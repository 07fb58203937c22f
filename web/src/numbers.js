// Numbers as people read them. JSON has no infinities: they come as "inf", "-inf" and "nan".
import { format } from 'd3-format';

/** @param {number|string|null|undefined} value */
export function real(value) {
  if (value === 'inf') return Infinity;
  if (value === '-inf') return -Infinity;
  if (value === 'nan' || value === null || value === undefined) return NaN;
  return value;
}

const minus = (text) => text.replace('-', '−');
const special = (value) => (Number.isNaN(value) ? '–' : value > 0 ? '∞' : '−∞');
const guarded = (shape) => (value) => {
  const number = real(value);
  return Number.isFinite(number) ? minus(shape(number)) : special(number);
};

const fixed4 = format('.4f'),
  short = format('.4~g'),
  whole = format(',.10~r'),
  plus = format('+.3f');

/** A measure such as accuracy or a loss: four digits after the point. */
export const figure = guarded(fixed4);
/** A quantity of any size, four digits. */
export const quantity = guarded((x) =>
  x !== 0 && (Math.abs(x) >= 1e6 || Math.abs(x) < 1e-4) ? format('.3~e')(x) : short(x),
);
/** Rows, or their weight. */
export const count = guarded((x) => whole(x));
export const signed = guarded((x) => (x === 0 ? '0' : plus(x)));

/** A share as a percentage that never rounds to a false 0 or 100. */
export const percent = guarded((x) => {
  const hundred = 100 * x;
  if (hundred > 0 && hundred < 0.1) return '<0.1\u00a0%';
  if (hundred > 99.9 && hundred < 100) return '>99.9\u00a0%';
  return `${format(hundred === 0 || hundred === 100 ? '.0f' : '.1f')(hundred)}\u00a0%`;
});

/** 1 row, 2 rows */
export const rows = (n) => `${count(n)} ${n === 1 ? 'row' : 'rows'}`;
