// Orders of the classes of a large matrix in which those that are mistaken for each other stand together: pure,
// so that it can be tested. Average linkage over the shares that two classes give each other.

/** How much two classes are mistaken for each other: of the rows of both, those called the other. */
function likeness(counts) {
  const size = counts.map((row) => row.reduce((a, b) => a + b, 0));
  return (a, b) => (counts[a][b] + counts[b][a]) / Math.max(1, size[a] + size[b]);
}

/**
 * @param {number[][]} counts [actual][predicted]
 * @param {number[]} members the classes to order
 * @param {number} least likeness for two groups to be one
 * @returns {number[][]} groups of classes, each in an order in which neighbours are alike; largest first
 */
export function groups(counts, members, least = 0.01) {
  const like = likeness(counts);
  let open = members.map((k) => ({ of: [k] }));
  const table = open.map((a) => open.map((b) => (a === b ? 0 : like(a.of[0], b.of[0]))));
  for (;;) {
    let best = [least, -1, -1];
    for (let a = 0; a < open.length; ++a)
      for (let b = a + 1; b < open.length; ++b)
        if (open[a] && open[b] && table[a][b] > best[0]) best = [table[a][b], a, b];
    const [, a, b] = best;
    if (a < 0) break;
    const [na, nb] = [open[a].of.length, open[b].of.length];
    open[a] = { of: joined(open[a].of, open[b].of, like) };
    open[b] = null;
    for (let c = 0; c < open.length; ++c)
      table[a][c] = table[c][a] = (na * table[a][c] + nb * table[b][c]) / (na + nb);
  }
  return open
    .filter(Boolean)
    .map((each) => each.of)
    .sort((a, b) => b.length - a.length || a[0] - b[0]);
}

// The ends that are most alike meet.
function joined(a, b, like) {
  const ways = [
    [a, b],
    [a, [...b].reverse()],
    [[...a].reverse(), b],
    [b, a],
  ];
  const meeting = ([first, second]) => like(first.at(-1), second[0]);
  const best = ways.reduce((x, y) => (meeting(y) > meeting(x) ? y : x));
  return [...best[0], ...best[1]];
}
