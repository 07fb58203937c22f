// SPDX-License-Identifier: Apache-2.0
// Finds sections by the beginnings of words. `words` (words.js) holds [page, heading, address, text] of every section.
// A section is found when it has all that was typed; a heading counts more than the text below it.
const kMostShown = 12;
const up = document.documentElement.dataset.up;
const field = document.getElementById('search');
const list = document.getElementById('found');
const sections = words.map(([page, heading, address, text]) => ({
  page,
  heading,
  address,
  text,
  title: ` ${page} ${heading}`.toLowerCase(),
  body: ` ${text}`.toLowerCase(),
}));

const escaped = (term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const begins = (term) => new RegExp(`[^\\p{L}\\p{N}]${escaped(term)}`, 'u');

function found(query) {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean).map(begins);
  if (terms.length === 0) return [];
  const score = ({ title, body }) =>
    terms.reduce((sum, term) => {
      const worth = (term.test(title) ? 10 : 0) + (term.test(body) ? 1 : 0);
      return worth === 0 ? -Infinity : sum + worth;
    }, 0);
  return sections
    .map((section) => ({ section, worth: score(section) }))
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth)
    .slice(0, kMostShown)
    .map(({ section }) => section);
}

function entry({ page, heading, address }) {
  const link = document.createElement('a');
  link.href = up + address;
  link.textContent = heading === page ? page : `${page}: ${heading}`;
  const item = document.createElement('li');
  item.append(link);
  return item;
}

function show() {
  const hits = found(field.value);
  const nothing = document.createElement('li');
  nothing.textContent = 'Nothing found';
  list.replaceChildren(...(hits.length > 0 ? hits.map(entry) : [nothing]));
  list.hidden = field.value.trim() === '';
}

field.addEventListener('input', show);
field.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') list.querySelector('a')?.click();
  if (event.key === 'ArrowDown') list.querySelector('a')?.focus();
  if (event.key === 'Escape') list.hidden = true;
});
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== field) {
    event.preventDefault();
    field.focus();
  }
});
document.addEventListener('click', (event) => {
  if (!list.contains(event.target) && event.target !== field) list.hidden = true;
});

const menu = document.getElementById('menu');
const wide = matchMedia('(min-width: 60rem)');
const fit = () => (menu.open = wide.matches);
wide.addEventListener('change', fit);
fit();
menu.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
scrollTo(0, location.hash ? scrollY : 0);
