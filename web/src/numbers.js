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
  digits4 = format('.4~r'),
  whole = format(',.0f'),
  parts = format(',.2~f'),
  plus = format('+.3f');

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const raised = (power) =>
  [...String(power)].map((each) => (each === '-' ? '⁻' : RAISED[Number(each)])).join('');
// 3.21×10⁻⁵: the only numbers with a power are those that nobody would write out.
const scientific = (x) => {
  const [digits, power] = format('.3~e')(x).split('e');
  return `${digits}×10${raised(Number(power))}`;
};

/** A measure such as accuracy or a loss: four digits after the point. */
export const figure = guarded(fixed4);
/** A quantity of any size: whole from a thousand on, four digits below. */
export const quantity = guarded((x) => {
  const size = Math.abs(x);
  if (x !== 0 && (size >= 1e12 || size < 1e-4)) return scientific(x);
  return size >= 1000 ? whole(x) : digits4(x);
});
/** The same where many stand side by side: three digits. */
export const brief = guarded((x) => {
  const size = Math.abs(x);
  if (x !== 0 && (size >= 1e12 || size < 1e-4)) return scientific(x);
  return size >= 1000 ? whole(x) : format('.3~r')(x);
});
/** Rows, or their weight: of ten and more nobody wants the fractions that EM or weights leave. */
export const count = guarded((x) => (Math.abs(x) >= 10 ? whole(x) : parts(x)));
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

/** How the ticks of an axis are written: as the axis has it, but never with a power of ten below a billion. */
export function plainTick(scale, n) {
  const shape = scale.tickFormat(n);
  const ends = scale.domain().map(Math.abs);
  return Math.max(...ends) >= 1e6 ? (x) => minus(format('~s')(x)) : (x) => minus(shape(x));
}
