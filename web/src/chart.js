// The frame of a chart: axes with titles inside a box that scales with its column.
import { axisBottom, axisLeft } from 'd3-axis';
import { create } from 'd3-selection';

const TICKS = 5;

function axis(svg, make, transform) {
  svg
    .append('g')
    .attr('class', 'axis')
    .attr('aria-hidden', 'true')
    .attr('transform', transform)
    .call(make.ticks(TICKS).tickSizeOuter(0));
}

/**
 * @param {{width: number, height: number, x: Function, y: Function, xTitle: string, yTitle: string,
 *          label: string, left?: number}} options the scales get their range here
 */
export function chart({ width, height, x, y, xTitle, yTitle, label, left = 52 }) {
  const [top, right, bottom] = [12, width - 14, height - 42];
  x.range([left, right]);
  y.range([bottom, top]);
  const svg = create('svg')
    .attr('viewBox', `0 0 ${width} ${height}`)
    .attr('role', 'img')
    .attr('aria-label', label)
    .attr('class', 'chart');
  const grid = svg.append('g').attr('class', 'grid').attr('aria-hidden', 'true');
  const lines = grid.selectAll('line').data(y.ticks(TICKS)).join('line');
  lines.attr('x1', left).attr('x2', right).attr('y1', y).attr('y2', y);
  axis(svg, axisBottom(x), `translate(0,${bottom})`);
  axis(svg, axisLeft(y), `translate(${left},0)`);
  const title = (text) => svg.append('text').attr('class', 'title').attr('text-anchor', 'end').text(text);
  title(xTitle)
    .attr('x', right)
    .attr('y', height - 6);
  title(yTitle).attr('transform', 'rotate(-90)').attr('x', -top).attr('y', 13);
  return svg;
}
