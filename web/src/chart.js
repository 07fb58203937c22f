// The frame of a chart: axes with titles inside a box that scales with its column.
import { axisBottom, axisLeft } from 'd3-axis';
import { create } from 'd3-selection';

/**
 * @param {{width: number, height: number, x: Function, y: Function, xTitle: string, yTitle: string, label: string,
 *          xTicks?: number, yTicks?: number, format?: Function, left?: number}} options scales get their range here
 */
export function chart({ width, height, x, y, xTitle, yTitle, label, xTicks = 5, yTicks = 5, format, yFormat = format, left = 52 }) {
  const margin = { top: 12, right: 14, bottom: 42, left };
  x.range([margin.left, width - margin.right]);
  y.range([height - margin.bottom, margin.top]);
  const svg = create('svg').attr('viewBox', `0 0 ${width} ${height}`).attr('role', 'img').attr('aria-label', label)
    .attr('class', 'chart');
  const grid = svg.append('g').attr('class', 'grid').attr('aria-hidden', 'true');
  grid.selectAll('line').data(y.ticks(yTicks)).join('line')
    .attr('x1', margin.left).attr('x2', width - margin.right).attr('y1', y).attr('y2', y);
  svg.append('g').attr('class', 'axis').attr('aria-hidden', 'true').attr('transform', `translate(0,${height - margin.bottom})`)
    .call(axisBottom(x).ticks(xTicks).tickSizeOuter(0).tickFormat(format ?? null));
  svg.append('g').attr('class', 'axis').attr('aria-hidden', 'true').attr('transform', `translate(${margin.left},0)`)
    .call(axisLeft(y).ticks(yTicks).tickSizeOuter(0).tickFormat(yFormat ?? null));
  svg.append('text').attr('class', 'title').attr('text-anchor', 'end').attr('x', width - margin.right)
    .attr('y', height - 6).text(xTitle);
  svg.append('text').attr('class', 'title').attr('text-anchor', 'end').attr('transform', 'rotate(-90)')
    .attr('x', -margin.top).attr('y', 13).text(yTitle);
  return { svg, margin };
}
