// Each column given the class: probabilities of values as shades, means with their deviations as dots.
import { max, min } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { create } from 'd3-selection';
import { element, section } from './dom.js';
import { brief, percent, rows } from './numbers.js';

const WIDTH = 150;

function dots(profile, k) {
  const low = min(profile.mean, (mean, c) => mean - profile.deviation[c]),
    high = max(profile.mean, (mean, c) => mean + profile.deviation[c]);
  const x = scaleLinear([low, high === low ? low + 1 : high], [6, WIDTH - 6]);
  const svg = create('svg')
    .attr('viewBox', `0 0 ${WIDTH} 14`)
    .attr('class', 'spread')
    .attr('aria-hidden', 'true');
  svg
    .append('line')
    .attr('class', 'base')
    .attr('x1', 6)
    .attr('x2', WIDTH - 6)
    .attr('y1', 7)
    .attr('y2', 7);
  svg
    .append('line')
    .attr('class', 'reach')
    .attr('y1', 7)
    .attr('y2', 7)
    .attr('x1', x(profile.mean[k] - profile.deviation[k]))
    .attr('x2', x(profile.mean[k] + profile.deviation[k]));
  svg.append('circle').attr('r', 4).attr('cy', 7).attr('cx', x(profile.mean[k]));
  return svg.node();
}

function rowsOf(profile) {
  const name = (text, span) => element('th', { scope: 'rowgroup', rowspan: span }, text);
  if (!profile.values) {
    return element(
      'tr',
      {},
      name(profile.column, 1),
      element('td', { class: 'value' }, 'mean ± deviation'),
      profile.mean.map((mean, k) =>
        element(
          'td',
          {},
          dots(profile, k),
          element('span', { class: 'soft' }, `${brief(mean)} ± ${brief(profile.deviation[k])}`),
        ),
      ),
    );
  }
  return profile.values.map((value, v) =>
    element(
      'tr',
      {},
      v === 0 && name(profile.column, profile.values.length),
      element('td', { class: 'value' }, value),
      profile.probability[v].map((p) => element('td', { class: 'heat', share: p }, percent(p))),
    ),
  );
}

export function profiles(report) {
  const { model } = report;
  const hidden = model.target === null;
  const head = (k) =>
    element('th', { scope: 'col' }, model.classes[k], element('small', {}, ` ${percent(model.prior[k])}`));
  const table = element(
    'div',
    { class: 'scroll' },
    element(
      'table',
      { class: 'profiles' },
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          element('th', { scope: 'col' }, 'column'),
          element('th', { scope: 'col' }, 'value'),
          model.classes.map((_, k) => head(k)),
        ),
      ),
      model.profiles.map((profile) => element('tbody', {}, rowsOf(profile))),
    ),
  );
  return section(
    'profiles',
    hidden ? 'The hidden classes' : 'Columns by class, as a table',
    `Learnt from ${rows(model.rows)}. Shares are of the rows of the class; its prior stands under its name.`,
    hidden ? table : element('details', {}, element('summary', {}, 'Shares, means and deviations'), table),
  );
}
