// Made-up rows, the same in every run.

// A small generator (Park and Miller): the tests need no better chance.
export function chance(seed) {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

const WORDS = {
  sick: ['cough', 'fever', 'tired', 'pain', 'rest'],
  healthy: ['fine', 'well', 'walks', 'sleep', 'rest'],
};

/** Two classes that overlap: a number, a count, two discrete columns, and a text. */
export function patients(n, seed) {
  const draw = chance(seed);
  const pick = (list) => list[Math.floor(draw() * list.length)];
  const lines = ['outcome,age,smoker,job,note'];
  for (let row = 0; row < n; ++row) {
    const outcome = draw() < 0.4 ? 'sick' : 'healthy';
    const sick = outcome === 'sick';
    const age = (sick ? 55 : 45) + 20 * (draw() + draw() - 1);
    const smoker = draw() < (sick ? 0.6 : 0.3) ? 'yes' : 'no';
    const job = draw() < 0.5 ? 'clerk' : sick ? 'driver' : 'nurse';
    const note = [0, 1, 2, 3]
      .map(() => pick(WORDS[draw() < 0.7 ? outcome : sick ? 'healthy' : 'sick']))
      .join(' ');
    lines.push(`${outcome},${age.toFixed(1)},${smoker},${job},${note}`);
  }
  return `${lines.join('\n')}\n`;
}

/** As many classes as letters, each leaning to a word of its own. */
export function letters(n, classes, seed) {
  const draw = chance(seed);
  const lines = ['letter,words'];
  for (let row = 0; row < n; ++row) {
    const own = Math.floor(draw() * classes);
    const word = () => `word${draw() < 0.5 ? own : Math.floor(draw() * classes)}`;
    lines.push(`${String.fromCharCode(97 + own)},${word()} ${word()} ${word()}`);
  }
  return `${lines.join('\n')}\n`;
}
