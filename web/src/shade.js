// A text cut into pieces, each with what its words add to the log odds. The words are found as the model's
// tokens say: good enough to colour by; the list of reasons beside the text is exact.

const WORDS = {
  unicode: /[\p{L}\p{N}\p{M}_]{2,}/gu,
  ascii: /[A-Za-z0-9]+/g,
  space: /\S+/gu,
};

/** The tokens of a text with their places, lower-cased where the model does so. */
export function words(text, tokens) {
  const found = [...text.matchAll(WORDS[tokens] ?? WORDS.unicode)];
  return found.map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
    word: tokens === 'space' ? match[0] : match[0].toLowerCase(),
  }));
}

// Each n-gram gives its parts an equal share.
function spread(units, weights, most, join) {
  const out = new Array(units.length).fill(0);
  for (let n = 1; n <= most; ++n) {
    for (let at = 0; at + n <= units.length; ++at) {
      const weight = weights.get(units.slice(at, at + n).join(join));
      if (weight === undefined) continue;
      for (let k = at; k < at + n; ++k) out[k] += weight / n;
    }
  }
  return out;
}

function runs(text, places) {
  const out = [];
  let end = 0;
  for (const { from, to, weight } of places) {
    if (from > end) out.push({ text: text.slice(end, from), weight: 0 });
    out.push({ text: text.slice(from, to), weight });
    end = to;
  }
  if (end < text.length) out.push({ text: text.slice(end), weight: 0 });
  return out;
}

/**
 * @param {string} text
 * @param {Map<string, number>} weights log odds of a token (or n-gram), all its occurrences together
 * @param {string} tokens unicode, ascii, space or characters
 * @returns {{text: string, weight: number}[]} pieces that make up the text
 */
export function pieces(text, weights, tokens) {
  const most = Math.max(
    1,
    ...[...weights.keys()].map((token) =>
      tokens === 'characters' ? [...token].length : token.split(' ').length,
    ),
  );
  if (tokens === 'characters') {
    const units = [...text];
    const share = spread(units, weights, most, '');
    return units.map((unit, k) => ({ text: unit, weight: share[k] }));
  }
  const found = words(text, tokens);
  const share = spread(
    found.map((each) => each.word),
    weights,
    most,
    ' ',
  );
  return runs(
    text,
    found.map(({ from, to }, k) => ({ from, to, weight: share[k] })),
  );
}
