// Columns in each class: bars of the rows, and over them what the model has: a curve for a number, a mark for
// each value. Where the two part, the family does not fit the column.
import { max, sum } from 'd3-array';
import { axisBottom } from 'd3-axis';
import { scaleLinear } from 'd3-scale';
import { create } from 'd3-selection';
import { area, line } from 'd3-shape';
import { element, replace, section } from './dom.js';
import { count, percent, plainTick, quantity } from './numbers.js';
import { heights, misfit } from './spread-fit.js';

const WIDTH = 340,
  NAME = 92, // of the class, left of its row
  ROW = 46,
  FIRST = 12; // columns shown before one asks for the others

const cut = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

function frame(spread, rows, width = WIDTH) {
  return create('svg')
    .attr('viewBox', `0 0 ${width} ${rows + 24}`)
    .attr('class', 'chart spread-chart')
    .attr('role', 'img')
    .attr('aria-label', `${spread.column} in each class`);
}

function classLabel(svg, name, y) {
  svg
    .append('text')
    .attr('class', 'name')
    .attr('x', NAME - 8)
    .attr('y', y)
    .attr('text-anchor', 'end')
    .text(cut(name, 13))
    .append('title')
    .text(name);
}

/** A column of numbers: for each class its histogram under the density of the model. */
function numbers(spread, names) {
  const { low, high, bars, curves } = heights(spread);
  const x = scaleLinear([low, high], [NAME, WIDTH - 12]);
  const svg = frame(spread, ROW * names.length);
  names.forEach((name, c) => {
    const base = ROW * (c + 1);
    const top = max([...(bars?.[c] ?? []), ...(curves?.[c] ?? [])].filter(Number.isFinite)) || 1;
    const y = scaleLinear([0, top], [base - 2, base - ROW + 8]);
    classLabel(svg, name, base - 6);
    svg
      .append('line')
      .attr('class', 'rule')
      .attr('x1', NAME)
      .attr('x2', WIDTH - 12)
      .attr('y1', base - 2)
      .attr('y2', base - 2);
    if (bars) {
      const drawn = svg
        .selectAll(null)
        .data(bars[c])
        .join('rect')
        .attr('class', 'bin')
        .attr('x', (_, k) => x(spread.borders[k]) + 0.5)
        .attr('width', (_, k) => Math.max(0.6, x(spread.borders[k + 1]) - x(spread.borders[k]) - 1))
        .attr('y', (h) => y(h))
        .attr('height', (h) => y(0) - y(h));
      drawn
        .append('title')
        .text(
          (_, k) =>
            `${name}, ${quantity(spread.borders[k])} to ${quantity(spread.borders[k + 1])}: ${percent(spread.observed[c][k])} of its rows`,
        );
    }
    if (!curves) return;
    if (!bars)
      svg
        .append('path')
        .attr('class', 'under')
        .attr(
          'd',
          area(
            (_, k) => x(spread.places[k]),
            () => y(0),
            (h) => y(h),
          )(curves[c]),
        );
    svg
      .append('path')
      .attr('class', 'fit')
      .attr(
        'd',
        line(
          (_, k) => x(spread.places[k]),
          (h) => y(h),
        )(curves[c]),
      );
  });
  svg
    .append('g')
    .attr('class', 'axis')
    .attr('aria-hidden', 'true')
    .attr('transform', `translate(0,${ROW * names.length})`)
    .call(axisBottom(x).ticks(5).tickSizeOuter(0).tickFormat(plainTick(x, 5)));
  return svg.node();
}

/** A column of values: for each value a bar of every class, the model's probability as a mark on it. */
function values(spread, names) {
  const shares = [...(spread.observed ?? []), ...(spread.fitted ?? [])].flat();
  const most = max(shares) || 1;
  return element(
    'table',
    { class: 'bars' },
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        element('td', {}),
        names.map((name) => element('th', { scope: 'col', title: name }, name)),
      ),
    ),
    element(
      'tbody',
      {},
      spread.values.map((value, v) =>
        element(
          'tr',
          {},
          element('th', { scope: 'row', title: value }, value === '' ? '(empty)' : value),
          names.map((name, c) => {
            const seen = spread.observed?.[c][v],
              fitted = spread.fitted?.[c][v];
            const told = [
              seen !== undefined && `${percent(seen)} of its rows`,
              fitted !== undefined && `${percent(fitted)} in the model`,
            ];
            return element(
              'td',
              { title: `${name}, ${value}: ${told.filter(Boolean).join(', ')}` },
              element('span', { class: 'bin', share: (seen ?? fitted) / most }),
              fitted !== undefined &&
                seen !== undefined &&
                element('span', { class: 'fit', share: fitted / most }),
              element('span', { class: 'number' }, percent(seen ?? fitted)),
            );
          }),
        ),
      ),
    ),
  );
}

function card(spread, names) {
  const off = misfit(spread);
  const notes = [
    off !== null && `model off by ${percent(off)}`,
    spread.outside > 0 && `${percent(spread.outside)} of the rows lie outside`,
    spread.more > 0 && `and ${count(spread.more)} more ${spread.more === 1 ? 'value' : 'values'}`,
  ].filter(Boolean);
  return element(
    'figure',
    { class: 'column-card' },
    element('figcaption', {}, spread.column),
    element('div', { class: 'scroll' }, spread.values ? values(spread, names) : numbers(spread, names)),
    notes.length > 0 && element('p', { class: 'soft' }, notes.join('; ')),
  );
}

function lead({ drawn, rows, columns, classes }, model) {
  const seen = columns.some((each) => each.observed);
  const shown = classes.length < model.classes.length ? ` The ${count(classes.length)} largest classes.` : '';
  if (!seen) return `What the model has for each class.${shown}`;
  const sample = drawn < rows ? ` ${count(drawn)} of ${count(rows)} rows, drawn by chance.` : '';
  return (
    'Bars are the rows, the line or mark is what the model has for the class; where they part, the model does ' +
    `not fit. ‘Off by’ is the share of the rows that it would have to move.${sample}${shown}`
  );
}

export function spreads(report) {
  const { model } = report;
  const all = model.spreads;
  const names = all.classes.map((k) => model.classes[k]);
  const seen = all.columns.some((each) => each.observed);
  const deck = element('div', { class: 'columns-deck' });
  let open = all.columns.length <= FIRST,
    order = 'file';
  const ordered = () =>
    order === 'file'
      ? all.columns
      : [...all.columns].sort((a, b) => (misfit(b) ?? -1) - (misfit(a) ?? -1));
  const show = () => {
    const list = ordered();
    replace(
      deck,
      (open ? list : list.slice(0, FIRST)).map((each) => card(each, names)),
      !open &&
        element(
          'p',
          { class: 'more' },
          element(
            'button',
            {
              type: 'button',
              on: {
                click: () => {
                  open = true;
                  show();
                },
              },
            },
            `Show ${count(list.length - FIRST)} more columns`,
          ),
        ),
    );
  };
  const chooser =
    seen &&
    all.columns.length > 1 &&
    element(
      'p',
      { class: 'controls' },
      element(
        'label',
        {},
        'Order ',
        element(
          'select',
          {
            id: 'columns-order',
            on: {
              change: (event) => {
                order = event.target.value;
                show();
              },
            },
          },
          element('option', { value: 'file' }, 'as in the model'),
          element('option', { value: 'fit' }, 'worst fit first'),
        ),
      ),
    );
  show();
  const weighed = sum(all.columns, (each) => sum(each.n ?? []));
  return section('spreads', 'Columns by class', lead(all, model), weighed >= 0 && chooser, deck);
}
