// How EM climbed: the objective after every step of the start that was kept.
import { extent } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { chart } from './chart.js';
import { element, section } from './dom.js';
import { count, quantity, real } from './numbers.js';

export function trace(report) {
  const steps = report.model.trace
    .map((value, k) => [k, real(value)])
    .filter(([, value]) => Number.isFinite(value));
  const [low, high] = extent(steps, ([, value]) => value);
  const x = scaleLinear().domain([0, Math.max(1, steps.length - 1)]);
  const y = scaleLinear()
    .domain([low, high === low ? low + 1 : high])
    .nice();
  const svg = chart({
    width: 640,
    height: 280,
    x,
    y,
    xTitle: 'iteration',
    yTitle: 'objective',
    left: 84,
    label: `EM's objective over ${steps.length} steps, from ${quantity(low)} to ${quantity(high)}`,
  });
  svg
    .append('path')
    .attr('class', 'curve')
    .attr(
      'd',
      line(
        ([k]) => x(k),
        ([, value]) => y(value),
      )(steps),
    );
  if (steps.length <= 60)
    svg
      .selectAll('circle.step')
      .data(steps)
      .join('circle')
      .attr('class', 'step')
      .attr('r', 2.5)
      .attr('cx', ([k]) => x(k))
      .attr('cy', ([, value]) => y(value));
  return section(
    'trace',
    'EM, step by step',
    `From ${quantity(steps[0][1])} to ${quantity(steps.at(-1)[1])} in ` +
      `${count(steps.length - 1)} iterations of the start that was kept.`,
    element('figure', {}, svg.node()),
  );
}
