// A nomogram (Možina et al. 2004): every column a line, its values where they move the log odds; the sum of
// those chosen, read off on the last lines, gives the probability.
import { extent, max, min, range } from 'd3-array';
import { axisTop } from 'd3-axis';
import { scaleLinear } from 'd3-scale';
import { create } from 'd3-selection';
import { arranged, CERTAIN, folded, logOddsAt, marks } from './axis-layout.js';
import { element, section } from './dom.js';
import { isCalibrated } from './facts.js';
import { count, percent, quantity, signed } from './numbers.js';

const WIDTH = 860,
  LEFT = 150,
  RIGHT = 24,
  LINE = 58;
const PROBABILITIES = [0.001, 0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 0.999];
const width = (label) => 6.4 * Math.min(label.length, 22);
const cut = (label) => (label.length > 22 ? `${label.slice(0, 21)}…` : label);

export class Nomogram {
  constructor(report) {
    this.data = report.model.nomogram;
    const { shown, rest } = folded(this.data.axes);
    this.axes = [...shown, ...rest];
    this.n_shown = shown.length;
    this.chosen = this.axes.map(() => null); // null: missing, which adds nothing
    this.dots = [];
    this.svg = this.draw(0, this.n_shown, true);
    const more = rest.length > 0 && this.draw(this.n_shown, this.axes.length, false);
    const fields = this.axes.map((axis, k) => this.choice(axis, k));
    const before = isCalibrated(report.model) ? ' before calibration' : '';
    this.answer = element('p', { class: 'answer', 'aria-live': 'polite' });
    this.node = section(
      'nomogram',
      'Nomogram',
      `How far each value moves the log-odds of ${this.data.positive} against ${this.data.negative}: ` +
        `to the right, for ${this.data.positive}. ` +
        `Choose values, and read the probability${before} off the lowest line. Lines reach as far as nearly all ` +
        'rows do.',
      element('div', { class: 'scroll' }, this.svg.node()),
      element('div', { class: 'choices' }, fields.slice(0, this.n_shown)),
      this.answer,
      more &&
        element(
          'details',
          {},
          element('summary', {}, `${count(rest.length)} more ${rest.length === 1 ? 'column' : 'columns'}`),
          element('div', { class: 'scroll' }, more.node()),
          element('div', { class: 'choices' }, fields.slice(this.n_shown)),
        ),
    );
    this.update();
  }

  // The lines of some of the axes on a scale of their own; below them the sum of all, if it is wanted.
  draw(from, to, with_sum) {
    const axes = this.axes.slice(from, to);
    const all = axes.flatMap((axis) => axis.log_odds);
    const [low, high] = [Math.max(-CERTAIN, Math.min(0, min(all) ?? 0)), Math.min(CERTAIN, Math.max(0, max(all) ?? 0))];
    const x = scaleLinear([low, high === low ? low + 1 : high], [LEFT, WIDTH - RIGHT]).nice().clamp(true);
    const height = LINE * (axes.length + (with_sum ? 2 : 0)) + 64;
    const svg = create('svg')
      .attr('viewBox', `0 0 ${WIDTH} ${height}`)
      .attr('class', 'chart nomogram')
      .attr('role', 'img')
      .attr('aria-label', `Nomogram of ${axes.length} columns; the choices below it say the same in words`);
    svg
      .append('g')
      .attr('class', 'axis')
      .attr('transform', 'translate(0,34)')
      .call(axisTop(x).ticks(9).tickSizeOuter(0));
    svg.append('text').attr('class', 'name').attr('x', 4).attr('y', 34).text('log-odds');
    svg
      .append('line')
      .attr('class', 'base')
      .attr('x1', x(0))
      .attr('x2', x(0))
      .attr('y1', 38)
      .attr('y2', 44 + LINE * axes.length);
    axes.forEach((axis, k) => this.line(svg, x, axis, 68 + LINE * k));
    if (with_sum) this.totals(svg, 80 + LINE * axes.length);
    return svg;
  }

  line(svg, x, axis, y) {
    const group = svg.append('g').attr('transform', `translate(0,${y})`);
    const [low, high] = extent(axis.log_odds);
    group
      .append('text')
      .attr('class', 'name')
      .attr('x', 4)
      .attr('y', 4)
      .text(cut(axis.column))
      .append('title')
      .text(axis.column);
    group.append('line').attr('class', 'rule').attr('x1', x(low)).attr('x2', x(high));
    const inside = (mark) => mark.logOdds >= x.domain()[0] && mark.logOdds <= x.domain()[1];
    for (const end of [low, high]) {
      if (inside({ logOdds: end })) continue;
      const arrow = group.append('path').attr('class', 'on');
      arrow.attr('d', end > 0 ? 'M0,-5L8,0L0,5Z' : 'M0,-5L-8,0L0,5Z').attr('transform', `translate(${x(end)},0)`);
      arrow.append('title').text(`goes on to ${signed(end)}`);
    }
    const mark = group
      .selectAll('g')
      .data(arranged(marks(axis).filter(inside), x, width))
      .join('g')
      .attr('transform', (each) => `translate(${each.x},0)`);
    mark
      .append('line')
      .attr('class', 'notch')
      .attr('y2', (each) => -7 * each.side);
    mark
      .append('text')
      .attr('text-anchor', 'middle')
      .attr('y', (each) => (each.side > 0 ? -11 : 20))
      .text((each) => (each.shown ? cut(each.label) : ''));
    mark.append('title').text((each) => `${each.label}: ${signed(each.logOdds)}`);
    this.dots.push({
      x,
      node: group.append('circle').attr('class', 'dot').attr('r', 6).attr('visibility', 'hidden'),
    });
  }

  // The sum of all columns and the prior, and the probability that belongs to it.
  totals(svg, y) {
    const { bias } = this.data;
    const low = this.axes.reduce((sum, axis) => sum + min([0, ...axis.log_odds]), bias);
    const high = this.axes.reduce((sum, axis) => sum + max([0, ...axis.log_odds]), bias);
    const reach = Math.min(Math.max(Math.abs(low), Math.abs(high), 1), 12);
    this.total = scaleLinear([-reach, reach], [LEFT, WIDTH - RIGHT]).clamp(true);
    const group = svg.append('g').attr('transform', `translate(0,${y})`);
    const odds = group.append('g').attr('class', 'axis').attr('transform', 'translate(0,16)');
    odds.call(axisTop(this.total).ticks(9).tickSizeOuter(0));
    group.append('text').attr('class', 'name').attr('x', 4).attr('y', 16).text('sum');
    const scale = group.append('g').attr('transform', 'translate(0,52)');
    scale.append('text').attr('class', 'name').attr('x', 4).attr('y', 4).text('probability');
    scale
      .append('line')
      .attr('class', 'rule')
      .attr('x1', LEFT)
      .attr('x2', WIDTH - RIGHT);
    const list = PROBABILITIES.map((p) => ({
      label: String(p),
      logOdds: Math.log(p / (1 - p)),
      side: 1,
    })).filter((each) => Math.abs(each.logOdds) <= reach);
    const mark = scale
      .selectAll('g')
      .data(arranged(list, this.total, width))
      .join('g')
      .attr('transform', (each) => `translate(${each.x},0)`);
    mark.append('line').attr('class', 'notch').attr('y2', -7);
    mark
      .append('text')
      .attr('text-anchor', 'middle')
      .attr('y', -11)
      .text((each) => (each.shown ? each.label : ''));
    this.sumDot = group.append('circle').attr('class', 'dot').attr('r', 6).attr('cy', 16);
    this.probabilityDot = group.append('circle').attr('class', 'dot').attr('r', 6).attr('cy', 52);
  }

  choice(axis, k) {
    const set = (value) => {
      this.chosen[k] = value;
      this.update();
    };
    const output = element('output', {});
    this.outputs = [...(this.outputs ?? []), output];
    if (axis.values) {
      const select = element(
        'select',
        {
          on: {
            change: (event) =>
              set(event.target.value === '' ? null : axis.log_odds[Number(event.target.value)]),
          },
        },
        element('option', { value: '' }, 'missing'),
        axis.values.map((value, v) => element('option', { value: v }, value)),
      );
      return element('label', {}, element('span', { class: 'name' }, axis.column), select, output);
    }
    const [first, last] = [axis.numbers[0], axis.numbers.at(-1)];
    const input = element('input', {
      type: 'number',
      step: 'any',
      placeholder: `${quantity(first)} to ${quantity(last)}`,
      on: {
        input: (event) => set(event.target.value === '' ? null : logOddsAt(axis, Number(event.target.value))),
      },
    });
    return element('label', {}, element('span', { class: 'name' }, axis.column), input, output);
  }

  update() {
    let sum = this.data.bias;
    for (const k of range(this.axes.length)) {
      const value = this.chosen[k];
      sum += value ?? 0;
      const { node, x } = this.dots[k];
      node.attr('visibility', value === null ? 'hidden' : null).attr('cx', x(value ?? 0));
      this.outputs[k].textContent = value === null ? '' : signed(value);
    }
    this.sumDot.attr('cx', this.total(sum));
    this.probabilityDot.attr('cx', this.total(sum));
    const probability = percent(1 / (1 + Math.exp(-sum)));
    this.answer.textContent =
      `Prior ${signed(this.data.bias)}, sum ${signed(sum)}: ` +
      `${this.data.positive} with probability ${probability}.`;
  }
}
