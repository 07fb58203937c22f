// Learning curves of a generative model and its discriminative partner.
import { extent } from 'd3-array';
import { scaleLinear, scaleLog } from 'd3-scale';
import { area, line } from 'd3-shape';
import { chart } from './chart.js';
import { element, numberTable, section } from './dom.js';
import { count, figure, quantity, real } from './numbers.js';

const SIDES = ['generative', 'discriminative', 'between'];

/** What of a figure can be drawn: its mean and its interval, where they are numbers. */
export function drawn(points, side, name) {
  return points
    .filter((point) => point[side])
    .map((point) => {
      const { mean, low, high } = point[side][name];
      return { rows: point.rows, mean: real(mean), low: real(low), high: real(high) };
    })
    .filter(({ mean }) => Number.isFinite(mean));
}

/** Who is better from how many rows on. */
export function verdict(rows, most) {
  if (rows === null) return `the generative model is better up to ${count(most)} rows`;
  if (rows === 0) return 'the discriminative model is better at all sizes';
  return `the discriminative model is better from about ${count(Number(rows.toPrecision(2)))} rows on`;
}

function curves(pair, name, title) {
  const sides = SIDES.map((side) => [side, drawn(pair.points, side, name)]);
  const all = sides.flatMap(([, points]) => points);
  if (all.length === 0) return null;
  const values = all.flatMap(({ mean, low, high }) => [mean, low, high]).filter(Number.isFinite);
  const x = scaleLog().domain(extent(all, ({ rows }) => rows));
  const y = scaleLinear().domain(extent(values)).nice();
  const svg = chart({ width: 640, height: 300, x, y, xTitle: 'rows to learn from', yTitle: title, label: `${title} by rows` });
  for (const [side, points] of sides) {
    const within = points.filter(({ low, high }) => Number.isFinite(low) && Number.isFinite(high));
    svg
      .append('path')
      .attr('class', `pair-band ${side}`)
      .attr(
        'd',
        area()
          .x(({ rows }) => x(rows))
          .y0(({ low }) => y(low))
          .y1(({ high }) => y(high))(within),
      );
    svg
      .append('path')
      .attr('class', `curve pair-curve ${side}`)
      .attr(
        'd',
        line(
          ({ rows }) => x(rows),
          ({ mean }) => y(mean),
        )(points),
      );
  }
  return element('figure', {}, svg.node());
}

function legend() {
  return element(
    'p',
    { class: 'pair-legend' },
    SIDES.map((side) => element('span', { class: side }, side)),
  );
}

function table(pair, name) {
  const cell = (point, side) => (point[side] ? figure(point[side][name].mean) : '–');
  return numberTable(
    ['rows', ...SIDES, 'L between'],
    pair.points.map((point) => [
      count(point.rows),
      ...SIDES.map((side) => cell(point, side)),
      point.between ? quantity(point.between.l2) : '–',
    ]),
  );
}

export function pairSections({ pair }) {
  const most = pair.points.at(-1).rows;
  const lead =
    `${count(pair.rows)} rows, ${count(pair.held_out)} held out in each of ${count(pair.repeats)} repeats. ` +
    `Generative: ${pair.families.join(', ')}, at its temperature. Bands are intervals of 95 percent.`;
  const one = (id, title, name) =>
    section(
      id,
      title,
      `${title}: ${verdict(pair.crossing[name], most)}. ${lead}`,
      legend(),
      curves(pair, name, title.toLowerCase()),
      table(pair, name),
    );
  return [one('pair-accuracy', 'Accuracy', 'accuracy'), one('pair-loss', 'Log loss', 'log_loss')];
}
