// The accuracy so far, each labelled row judged by the model without it, as a curve over the number of labels.
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { chart } from '../src/chart.js';
import { element } from '../src/dom.js';
import { count, percent } from '../src/numbers.js';

export function accuracyCurve({ points, rows, accuracy }) {
  const drawn = points.filter((point) => typeof point.accuracy === 'number');
  if (typeof accuracy !== 'number' || drawn.length === 0)
    return element('p', { class: 'soft' }, 'From two labels on: how often the model without a row gives its label.');
  const x = scaleLinear().domain([0, Math.max(2, drawn.at(-1).rows)]);
  const y = scaleLinear().domain([0, 1]);
  const svg = chart({
    width: 460,
    height: 210,
    x,
    y,
    xTitle: 'labels',
    yTitle: 'accuracy',
    label: `Accuracy by leave-one-out: ${percent(accuracy)} with ${count(rows)} labels`,
  });
  svg
    .append('path')
    .attr('class', 'curve')
    .attr(
      'd',
      line(
        (point) => x(point.rows),
        (point) => y(point.accuracy),
      )(drawn),
    );
  const last = drawn.at(-1);
  svg.append('circle').attr('class', 'dot').attr('r', 4.5).attr('cx', x(last.rows)).attr('cy', y(last.accuracy));
  return element(
    'figure',
    {},
    element('figcaption', {}, element('b', {}, percent(accuracy)), ` right with ${count(rows)} labels, each row left out once`),
    svg.node(),
  );
}
