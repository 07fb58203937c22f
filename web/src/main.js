// Reads the report's data and puts the page together.
import { element, append } from './dom.js';
import { reportSections } from './report-sections.js';
import { themeButton } from './theme.js';

const NAMES = {
  figures: 'Figures',
  matrix: 'Matrix',
  classes: 'Classes',
  curves: 'Threshold',
  reliability: 'Reliability',
  telling: 'Features',
  nomogram: 'Nomogram',
  spreads: 'Columns',
  profiles: 'Averages',
  search: 'Search',
  trace: 'EM',
  tried: 'Number of classes',
  schema: 'Data',
  provenance: 'Model',
  'pair-accuracy': 'Accuracy',
  'pair-loss': 'Log loss',
};

function contents(sections) {
  return element(
    'nav',
    { 'aria-label': 'Contents' },
    element(
      'ul',
      {},
      sections.map((each) => element('li', {}, element('a', { href: `#${each.id}` }, NAMES[each.id]))),
    ),
  );
}

function page(report) {
  const sections = reportSections(report);
  document.title = report.title;
  return [
    element('a', { class: 'skip', href: '#main' }, 'Skip to the report'),
    element(
      'header',
      { class: 'top' },
      element('div', {}, element('p', { class: 'kind' }, 'Priory report'), element('h1', {}, report.title)),
      themeButton(),
    ),
    contents(sections),
    element('main', { id: 'main', tabindex: -1 }, sections),
  ];
}

append(document.getElementById('page'), page(JSON.parse(document.getElementById('report').textContent)));
document.documentElement.dataset.ready = 'yes';
