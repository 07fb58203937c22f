// The columns of a model for its form. A model that has learnt nothing yet has no form of its own: then what the list of models
// says of it has to do.

const KINDS = { values: 'choice', number: 'number', text: 'text', date: 'date' };

export function formOfEntry(entry) {
  const columns = entry.columns.map(({ name, kind, values = [] }) =>
    kind === 'text'
      ? { name, kind, tokens: 'unicode' }
      : { name, kind: KINDS[kind] ?? 'choice', values, more: 0 },
  );
  return { ...entry, columns };
}

/** @param {Object[]} models as they were listed; one that had no rows is looked up again */
export async function formOf(model, models) {
  let entry = models.find((each) => each.name === model.name);
  if (entry?.rows === 0) {
    const now = await model.api.get('/v1/models');
    entry = now.models.find((each) => each.name === model.name);
    if (entry.rows === 0) return formOfEntry(entry);
  }
  const form = await model.get('/form');
  return { ...form, classes: inOrder(form.classes, entry?.classes ?? []) };
}

/** Classes in the order in which they were named, so that a digit stays with its class; others behind them. */
export function inOrder(classes, named) {
  return [...named, ...classes.filter((each) => !named.includes(each))];
}
