// A field for a text whose words are shaded where they stand: a copy of the text lies under the field and has the shades.
// The field grows with its copy, so that they never scroll apart.
import { max } from 'd3-array';
import { element, replace } from '../src/dom.js';
import { pieces } from '../src/shade.js';

const MOST_SHADED = 20_000; // characters: a longer text has no shades

export class TextField {
  constructor({ label, tokens, change, placeholder = '' }) {
    this.tokens = tokens;
    this.weights = new Map();
    this.copy = element('div', { class: 'copy', 'aria-hidden': 'true', dir: 'auto' });
    this.input = element('textarea', {
      'aria-label': label,
      placeholder,
      rows: 3,
      dir: 'auto',
      spellcheck: 'false',
      autocomplete: 'off',
      on: {
        input: () => {
          this.shade();
          change();
        },
      },
    });
    this.node = element('div', { class: 'shaded-field' }, this.copy, this.input);
  }

  get value() {
    return this.input.value;
  }

  set value(text) {
    this.input.value = text;
    this.shade();
  }

  /** @param {Map<string, number>} weights log odds of words */
  weigh(weights) {
    this.weights = weights;
    this.shade();
  }

  shade() {
    const { value } = this;
    if (value.length > MOST_SHADED || this.weights.size === 0) return replace(this.copy, value, '\u200b');
    const parts = pieces(value, this.weights, this.tokens);
    const largest = max(parts, (each) => (Number.isFinite(each.weight) ? Math.abs(each.weight) : 0)) || 1;
    const share = (weight) => (Number.isFinite(weight) ? Math.abs(weight) / largest : 1);
    return replace(
      this.copy,
      parts.map((each) =>
        each.weight === 0
          ? each.text
          : element('mark', { class: each.weight < 0 ? 'against' : 'for', share: share(each.weight) }, each.text),
      ),
      '\u200b',
    );
  }
}
