// A form made of a model's columns. An empty field is a missing cell.
import { element, replace } from '../src/dom.js';
import { quantity } from '../src/numbers.js';
import { cellOf, fieldsOf } from './date-cell.js';
import { TextField } from './text-field.js';

const LISTED = 40, // choices in a list; more are typed, with suggestions
  FIRST = 24; // columns that are shown at once
let lists = 0;

const step = ({ low, high, whole }) => (whole ? 1 : Number(((high - low) / 200).toPrecision(1)));

function numberField(column, change) {
  const number = element('input', {
    type: 'number',
    step: 'any',
    inputmode: 'decimal',
    'aria-label': column.name,
    placeholder: 'missing',
  });
  const slider =
    column.low !== undefined &&
    element('input', {
      type: 'range',
      min: column.low,
      max: column.high,
      step: step(column),
      'aria-label': `${column.name}, from ${quantity(column.low)} to ${quantity(column.high)}`,
    });
  const show = () => {
    if (slider) slider.value = number.value === '' ? (column.low + column.high) / 2 : number.value;
    if (slider) slider.classList.toggle('missing', number.value === '');
  };
  number.addEventListener('input', () => {
    show();
    change();
  });
  if (slider)
    slider.addEventListener('input', () => {
      number.value = String(Number(Number(slider.value).toPrecision(6)));
      show();
      change();
    });
  show();
  return {
    node: element('div', { class: 'number-field' }, number, slider),
    read: () => (number.value === '' || !Number.isFinite(number.valueAsNumber) ? null : number.valueAsNumber),
    write: (value) => {
      number.value = value === null ? '' : String(value);
      show();
    },
  };
}

function listField(column, change) {
  const select = element(
    'select',
    { 'aria-label': column.name, on: { change } },
    element('option', { value: '' }, '(missing)'),
    column.values.map((value, k) => element('option', { value: String(k + 1) }, value)),
  );
  return {
    node: select,
    read: () => (select.value === '' ? null : column.values[Number(select.value) - 1]),
    write: (value) => {
      const k = column.values.indexOf(value);
      select.value = k < 0 ? '' : String(k + 1);
    },
  };
}

function typedField(column, change) {
  const id = `values-${++lists}`;
  const values = column.values ?? [];
  const input = element('input', {
    type: 'text',
    list: values.length > 0 && id,
    'aria-label': column.name,
    placeholder: 'missing',
    autocomplete: 'off',
    on: { input: change },
  });
  return {
    node: element(
      'div',
      {},
      input,
      values.length > 0 &&
        element(
          'datalist',
          { id },
          values.map((value) => element('option', { value })),
        ),
    ),
    read: () => (input.value === '' ? null : input.value),
    write: (value) => {
      input.value = value ?? '';
    },
  };
}

function textField(column, change) {
  const field = new TextField({ label: column.name, tokens: column.tokens, change });
  return {
    node: field.node,
    field,
    read: () => (field.value === '' ? null : field.value),
    write: (value) => {
      field.value = value ?? '';
    },
  };
}

function dateField(column, change) {
  const field = (type) =>
    element('input', { type, 'aria-label': `${column.name}, ${type}`, on: { input: change } });
  const date = column.date !== 'time' && field('date');
  const time = field('time');
  return {
    node: element('div', { class: 'date-field' }, date, time),
    read: () => cellOf(column.date, date ? date.value : '', time.value),
    write: (cell) => {
      const fields = fieldsOf(column.date, cell);
      if (date) date.value = fields.date;
      time.value = fields.time;
    },
  };
}

function fieldOf(column, change) {
  if (column.kind === 'text') return textField(column, change);
  if (column.kind === 'number') return numberField(column, change);
  if (column.kind === 'date') return dateField(column, change);
  return column.values.length <= LISTED ? listField(column, change) : typedField(column, change);
}

/** The middle of what a column takes: somewhere to begin. */
export function middle(column) {
  if (column.kind === 'choice') return column.values[0] ?? null;
  if (column.kind !== 'number' || column.low === undefined) return null;
  const half = (column.low + column.high) / 2;
  return column.whole ? Math.round(half) : Number(half.toPrecision(3));
}

export class RowForm {
  constructor(columns, change) {
    this.columns = columns;
    this.change = change;
    this.fields = new Map(columns.map((each) => [each.name, fieldOf(each, change)]));
    this.grid = element('div', { class: 'row-form' });
    const few = columns.length <= FIRST;
    const filter =
      columns.length > FIRST &&
      element('input', {
        type: 'search',
        placeholder: 'part of a column’s name',
        'aria-label': 'Show only columns with this in their name',
        on: { input: (event) => this.show(event.target.value.trim().toLowerCase()) },
      });
    const button = (name, value) => element('button', { type: 'button', on: { click: () => this.fill(value) } }, name);
    this.controls = element(
      'div',
      { class: 'controls' },
      columns.some((each) => each.kind !== 'text') && button('Fill in', middle),
      button('Clear', () => null),
    );
    this.node = element('div', {}, filter, this.grid);
    this.show('');
  }

  show(part) {
    const shown = this.columns.filter((each) => each.name.toLowerCase().includes(part)).slice(0, FIRST);
    const label = (column) =>
      element(
        column.kind === 'choice' ? 'label' : 'div',
        { class: `field ${column.kind}` },
        this.columns.length > 1 && element('span', { class: 'name', dir: 'auto' }, column.name),
        this.fields.get(column.name).node,
      );
    const left = this.columns.length - shown.length;
    replace(
      this.grid,
      shown.map(label),
      left > 0 && element('p', { class: 'soft' }, `${left} more columns: type a part of their name above.`),
    );
  }

  fill(value) {
    for (const column of this.columns) this.fields.get(column.name).write(value(column));
    this.change();
  }

  get row() {
    return Object.fromEntries(this.columns.map(({ name }) => [name, this.fields.get(name).read()]));
  }

  set row(row) {
    for (const { name } of this.columns) this.fields.get(name).write(row[name] ?? null);
  }

  /** @param {(column: string) => Map<string, number>} weightsOf */
  weigh(weightsOf) {
    for (const [name, { field }] of this.fields) if (field) field.weigh(weightsOf(name));
  }

  focus() {
    this.grid.querySelector('textarea, input, select')?.focus();
  }
}
