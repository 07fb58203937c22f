// Elements by name. Text always goes through text nodes, never through markup: labels may be hostile.

/**
 * @param {string} name
 * @param {Object<string, *>} attributes `on` holds listeners; undefined, null and false leave one out
 * @param {...(Node|string|number|null|undefined|false)} children
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === 'on')
      for (const [event, listener] of Object.entries(value)) made.addEventListener(event, listener);
    else if (key === 'share') made.style.setProperty('--share', value);
    else made.setAttribute(key, value === true ? '' : value);
  }
  append(made, children);
  return made;
}

export function append(parent, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return parent;
}

export function replace(parent, ...children) {
  parent.replaceChildren();
  return append(parent, children);
}

/** A section of the page with its heading; what it says goes into `children`. */
export function section(id, title, lead, ...children) {
  return element(
    'section',
    { id, 'aria-labelledby': `${id}-title` },
    element('h2', { id: `${id}-title` }, title),
    lead && element('p', { class: 'lead' }, lead),
    ...children,
  );
}

/** A table of numbers: what its columns are called, and its rows of cells. */
export function numberTable(head, rows) {
  const cell = (content, k) =>
    k === 0 ? element('th', { scope: 'row' }, content) : element('td', {}, content);
  return element(
    'table',
    { class: 'plain numbers' },
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        head.map((name) => element('th', { scope: 'col' }, name)),
      ),
    ),
    element(
      'tbody',
      {},
      rows.map((cells) => element('tr', {}, cells.map(cell))),
    ),
  );
}
