// Rows without labels, put into the queue of a model.
import { lookAt } from './table-file.js';

const AT_ONCE = 1000; // texts of a request
const rows = (n) => `${n} ${n === 1 ? 'row' : 'rows'}`;

/** @returns {Promise<string>} what happened, for people */
export async function sendRows(model, form, { tables, texts, left }) {
  let waiting = 0,
    before = 0,
    already = 0;
  const took = (answer) => {
    ({ waiting } = answer);
    already += answer.already;
    before += answer.last >= answer.first ? answer.last - answer.first + 1 : 0;
  };
  for (const { name, text } of tables) took(await model.postFile('/queue', text, lookAt(name, text).type));
  const [column] = form.columns.filter((each) => each.kind === 'text');
  for (let k = 0; k < texts.length; k += AT_ONCE)
    took(await model.post('/queue', { rows: texts.slice(k, k + AT_ONCE).map((text) => ({ [column?.name ?? 'text']: text })) }));
  return [
    `${rows(before)} added, ${waiting} waiting`,
    already > 0 && `${rows(already)} waited already`,
    left > 0 && `${left} files were empty or too large`,
  ]
    .filter(Boolean)
    .join('; ');
}
