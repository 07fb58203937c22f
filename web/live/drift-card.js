// A column of today's rows beside what was learnt: paired bars of values, or mean and deviation on one line.
import { scaleLinear } from 'd3-scale';
import { create } from 'd3-selection';
import { element } from '../src/dom.js';
import { count, percent, quantity } from '../src/numbers.js';

const SHOWN = 8,
  WIDTH = 300;
const WORDS = { none: 'as before', some: 'somewhat different', much: 'much different' };

/** Bars of shares now, with a mark where they were. @param {number} full the share that fills a bar */
export function pairedBars(list, full) {
  const most = full ?? Math.max(...list.flatMap((each) => [each.now, each.learnt]), 1e-9);
  const row = (each) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row', dir: 'auto', title: each.name }, each.name),
      element(
        'td',
        { class: 'wide' },
        element(
          'span',
          { class: 'track', 'aria-hidden': 'true' },
          element('span', { class: 'fill', share: Math.min(1, each.now / most) }),
          element('span', { class: 'ghost', share: Math.min(1, each.learnt / most) }),
        ),
      ),
      element('td', { class: 'number' }, percent(each.now)),
      element('td', { class: 'number soft' }, percent(each.learnt)),
    );
  return element(
    'table',
    { class: 'paired' },
    element(
      'thead',
      {},
      element('tr', {}, element('td', {}), element('td', {}), element('th', { scope: 'col' }, 'today'), element('th', { scope: 'col' }, 'learnt')),
    ),
    element('tbody', {}, list.map(row)),
  );
}

/** Mean and deviation of both, on one number line. */
function spreads({ mean, deviation }) {
  const ends = ['learnt', 'now'].flatMap((each) => [mean[each] - 2 * deviation[each], mean[each] + 2 * deviation[each]]);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const x = scaleLinear([low, high > low ? high : low + 1], [8, WIDTH - 8]);
  const svg = create('svg').attr('viewBox', `0 0 ${WIDTH} 46`).attr('class', 'two-spreads').attr('aria-hidden', 'true');
  for (const [k, each] of ['now', 'learnt'].entries()) {
    const line = svg.append('g').attr('class', each);
    const y = 12 + 22 * k;
    const at = (side) => x(mean[each] + side * deviation[each]);
    line.append('line').attr('class', 'reach').attr('x1', at(-1)).attr('x2', at(1)).attr('y1', y).attr('y2', y);
    line.append('circle').attr('r', 5).attr('cx', at(0)).attr('cy', y);
  }
  const row = (name, each) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, name),
      element('td', { class: 'number' }, `${quantity(mean[each])} ± ${quantity(deviation[each])}`),
    );
  return [svg.node(), element('table', { class: 'paired' }, element('tbody', {}, row('today', 'now'), row('learnt', 'learnt')))];
}

function sayings(column) {
  const out = [];
  if (Number.isFinite(column.psi)) out.push(`PSI ${quantity(column.psi)}`);
  if (Number.isFinite(column.p_value)) out.push(`p ${column.p_value < 1e-4 ? '< 0.0001' : quantity(column.p_value)}`);
  if (column.missing > 0) out.push(`${percent(column.missing)} missing`);
  if (column.unseen > 0) out.push(`${percent(column.unseen)} never seen before`);
  return out.join(', ');
}

export function driftCard(column, k) {
  const id = `drift-${k}`;
  const values = column.values ?? [];
  return element(
    'section',
    { class: 'sheet', 'aria-labelledby': id },
    element(
      'div',
      { class: 'heading' },
      element('h3', { id, dir: 'auto' }, column.column),
      element('span', { class: `badge ${column.drift}` }, WORDS[column.drift] ?? column.drift),
    ),
    element('p', { class: 'soft' }, sayings(column)),
    column.mean && spreads(column),
    values.length > 0 && !column.mean && pairedBars(values.slice(0, SHOWN).map((each) => ({ ...each, name: each.value }))),
    values.length > SHOWN && !column.mean && element('p', { class: 'soft' }, `and ${count(values.length - SHOWN)} more`),
  );
}
