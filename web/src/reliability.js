// How far the model's confidence can be believed: how sure predictions are against how often they are right.
import { max } from 'd3-array';
import { scaleLinear, scaleSqrt } from 'd3-scale';
import { line } from 'd3-shape';
import { chart } from './chart.js';
import { element, numberTable, section } from './dom.js';
import { count, figure, percent } from './numbers.js';

function draw(svg, bins, x, y, name) {
  const radius = scaleSqrt([0, max(bins, (bin) => bin.weight) || 1], [2, 11]);
  const group = svg.append('g').attr('class', `series ${name}`);
  group
    .append('path')
    .attr('class', 'curve')
    .attr(
      'd',
      line(
        (bin) => x(bin.confidence),
        (bin) => y(bin.accuracy),
      )(bins),
    );
  group
    .selectAll('circle')
    .data(bins)
    .join('circle')
    .attr('cx', (bin) => x(bin.confidence))
    .attr('cy', (bin) => y(bin.accuracy))
    .attr('r', (bin) => radius(bin.weight))
    .append('title')
    .text(
      (bin) =>
        `${count(bin.weight)} rows: sure of ${percent(bin.confidence)}, right in ${percent(bin.accuracy)}`,
    );
}

function table(bins) {
  return numberTable(
    ['confidence', 'rows', 'mean confidence', 'right'],
    bins.map((bin) => [
      `${percent(bin.from)} – ${percent(bin.to)}`,
      count(bin.weight),
      figure(bin.confidence),
      figure(bin.accuracy),
    ]),
  );
}

export function reliability(report) {
  const x = scaleLinear(),
    y = scaleLinear(); // both from 0 to 1
  const svg = chart({
    width: 460,
    height: 400,
    x,
    y,
    xTitle: 'how sure: mean posterior of the class predicted',
    yTitle: 'how often right',
    label: 'Reliability diagram; the table below it has its numbers',
  });
  svg
    .append('line')
    .attr('class', 'base')
    .attr('x1', x(0))
    .attr('y1', y(0))
    .attr('x2', x(1))
    .attr('y2', y(1));
  if (report.raw_reliability) draw(svg, report.raw_reliability, x, y, 'before');
  draw(svg, report.reliability, x, y, 'after');
  const key =
    report.raw_reliability &&
    element(
      'p',
      { class: 'soft' },
      element('span', { class: 'key before' }, 'before'),
      ' and ',
      element('span', { class: 'key after' }, 'after'),
      ' calibration',
    );
  return section(
    'reliability',
    'Calibration',
    'How often the model is right when it says it is so sure. On the diagonal, rows called with 80 % are right ' +
      '8 times in 10; below it the model is too sure. Larger dots are more rows.',
    element(
      'div',
      { class: 'beside' },
      element('figure', {}, svg.node(), key),
      element(
        'div',
        {},
        element(
          'p',
          {},
          'Expected calibration error ',
          element('b', {}, figure(report.evaluation.ece)),
          ', the mean gap over the bins.',
        ),
        element(
          'details',
          { open: report.reliability.length <= 8 },
          element('summary', {}, 'The numbers'),
          table(report.reliability),
        ),
      ),
    ),
  );
}
