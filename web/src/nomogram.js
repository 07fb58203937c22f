// A nomogram (Možina et al. 2004): every column a line, its values where they move the log odds; the sum of
// those chosen, read off on the last lines, gives the probability.
import { extent, max, min, range } from 'd3-array';
import { axisTop } from 'd3-axis';
import { scaleLinear } from 'd3-scale';
import { create } from 'd3-selection';
import { arranged, byReach, logOddsAt, marks } from './axis-layout.js';
import { element, section } from './dom.js';
import { isCalibrated } from './facts.js';
import { percent, quantity, signed } from './numbers.js';

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
    this.axes = byReach(this.data.axes);
    this.chosen = this.axes.map(() => null); // null: missing, which adds nothing
    this.dots = [];
    this.draw();
    const before = isCalibrated(report.model) ? ' before calibration' : '';
    this.answer = element('p', { class: 'answer', 'aria-live': 'polite' });
    this.node = section(
      'nomogram',
      'Nomogram',
      `How far each value moves the log-odds of ${this.data.positive} against ${this.data.negative}: ` +
        `to the right, for ${this.data.positive}. ` +
        `Choose values, and read the probability${before} off the lowest line.`,
      element('div', { class: 'scroll' }, this.svg.node()),
      element(
        'div',
        { class: 'choices' },
        this.axes.map((axis, k) => this.choice(axis, k)),
      ),
      this.answer,
    );
    this.update();
  }

  draw() {
    const all = this.axes.flatMap((axis) => axis.log_odds);
    const [low, high] = [Math.min(0, min(all) ?? 0), Math.max(0, max(all) ?? 0)];
    this.x = scaleLinear([low, high === low ? low + 1 : high], [LEFT, WIDTH - RIGHT]).nice();
    const height = LINE * (this.axes.length + 2) + 64;
    this.svg = create('svg')
      .attr('viewBox', `0 0 ${WIDTH} ${height}`)
      .attr('class', 'chart nomogram')
      .attr('role', 'img')
      .attr(
        'aria-label',
        `Nomogram of ${this.axes.length} columns; the choices below it say the same in words`,
      );
    this.svg
      .append('g')
      .attr('class', 'axis')
      .attr('transform', 'translate(0,34)')
      .call(axisTop(this.x).ticks(9).tickSizeOuter(0));
    this.svg.append('text').attr('class', 'name').attr('x', 4).attr('y', 34).text('log-odds');
    this.svg
      .append('line')
      .attr('class', 'base')
      .attr('x1', this.x(0))
      .attr('x2', this.x(0))
      .attr('y1', 38)
      .attr('y2', 44 + LINE * this.axes.length);
    this.axes.forEach((axis, k) => this.line(axis, 68 + LINE * k));
    this.totals(80 + LINE * this.axes.length);
  }

  line(axis, y) {
    const group = this.svg.append('g').attr('transform', `translate(0,${y})`);
    const [low, high] = extent(axis.log_odds);
    group
      .append('text')
      .attr('class', 'name')
      .attr('x', 4)
      .attr('y', 4)
      .text(cut(axis.column))
      .append('title')
      .text(axis.column);
    group.append('line').attr('class', 'rule').attr('x1', this.x(low)).attr('x2', this.x(high));
    const mark = group
      .selectAll('g')
      .data(arranged(marks(axis), this.x, width))
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
    this.dots.push(group.append('circle').attr('class', 'dot').attr('r', 6).attr('visibility', 'hidden'));
  }

  // The sum of all columns and the prior, and the probability that belongs to it.
  totals(y) {
    const { bias } = this.data;
    const low = this.axes.reduce((sum, axis) => sum + min([0, ...axis.log_odds]), bias);
    const high = this.axes.reduce((sum, axis) => sum + max([0, ...axis.log_odds]), bias);
    const reach = Math.min(Math.max(Math.abs(low), Math.abs(high), 1), 12);
    this.total = scaleLinear([-reach, reach], [LEFT, WIDTH - RIGHT]).clamp(true);
    const group = this.svg.append('g').attr('transform', `translate(0,${y})`);
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
      this.dots[k].attr('visibility', value === null ? 'hidden' : null).attr('cx', this.x(value ?? 0));
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
